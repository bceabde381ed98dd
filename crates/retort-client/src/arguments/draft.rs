//! The object that is being put together. Values stay JSON text; only an object into which a dotted name reaches is
//! opened.

use retort_core::{Kind, Raw};

use super::strict;

/// An object in the making.
#[derive(Debug, Default)]
pub(super) struct Draft {
    members: Vec<(String, Node)>,
}

#[derive(Debug)]
enum Node {
    Json(String),
    Object(Draft),
}

impl Draft {
    /// The object that somebody gave as JSON.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let raw = strict::json(text).map_err(|fault| {
            format!("the arguments are not JSON ({fault}); pass an object such as {{\"name\": \"value\"}}")
        })?;
        if raw.kind() != Kind::Object {
            return Err(format!(
                "the arguments are of the type {}; pass an object such as {{\"name\": \"value\"}}",
                raw.kind()
            ));
        }
        Ok(Self::open(&raw))
    }

    fn open(raw: &Raw) -> Self {
        let members = raw.members().map(|(key, value)| (key.into_owned(), Node::Json(value.to_json())));
        Self { members: members.collect() }
    }

    /// Sets the value at a path, in the place of what was there. An object keeps the members that were set by name.
    // Recursion goes as deep as a dotted name does, which is bounded where it is taken apart.
    pub(super) fn set(&mut self, path: &[String], json: String) {
        match path {
            [] => {}
            [last] => {
                let node = match self.member(last) {
                    Some(Node::Object(named)) if json.starts_with('{') => {
                        let mut whole = Self::read(&json);
                        for (key, node) in std::mem::take(&mut named.members) {
                            whole.put(&key, node);
                        }
                        Node::Object(whole)
                    }
                    _ => Node::Json(json),
                };
                self.put(last, node);
            }
            [first, rest @ ..] => {
                let mut inner = self.opened(first);
                inner.set(rest, json);
                self.put(first, Node::Object(inner));
            }
        }
    }

    /// Puts a node in the place of the first with this key, and takes the others away.
    fn put(&mut self, key: &str, node: Node) {
        let mut node = Some(node);
        self.members.retain_mut(|(name, old)| {
            if name != key {
                return true;
            }
            node.take().map(|node| *old = node).is_some()
        });
        self.members.extend(node.map(|node| (key.to_owned(), node)));
    }

    /// The members of the object with this key, of the last one as most parsers have it; none of any other value.
    fn opened(&mut self, key: &str) -> Self {
        match self.member(key) {
            Some(Node::Object(tree)) => std::mem::take(tree),
            Some(Node::Json(json)) => Self::read(json),
            None => Self::default(),
        }
    }

    fn member(&mut self, key: &str) -> Option<&mut Node> {
        self.members.iter_mut().rfind(|(name, _)| name == key).map(|(_, node)| node)
    }

    fn read(json: &str) -> Self {
        Raw::parse(json).map(|raw| Self::open(&raw)).unwrap_or_default()
    }

    /// The object on one line.
    pub(super) fn into_json(self) -> String {
        let mut json = String::new();
        self.write(&mut json);
        json
    }

    fn write(self, json: &mut String) {
        json.push('{');
        for (index, (key, node)) in self.members.into_iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            json.push_str(Raw::string(&key).as_str());
            json.push(':');
            match node {
                Node::Json(text) => json.push_str(&text),
                Node::Object(tree) => tree.write(json),
            }
        }
        json.push('}');
    }
}
