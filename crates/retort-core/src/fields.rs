//! The members at the top of a JSON payload, as its outline knows them: nothing is read again to find one.

use crate::json::{Kind, Raw};
use crate::payload::Document;

impl Document {
    /// The member of the object with this name: the last one, as most parsers have it. Of an object with hundreds of
    /// members only the first are known: see [`Document::knows_all`].
    pub fn get(&self, name: &str) -> Option<Raw> {
        self.members(None).filter(|(_, node)| node.name == name).last().map(|(_, node)| self.part(node.value))
    }

    /// The members of the object that are known, in the order in which they were sent.
    pub fn fields(&self) -> impl Iterator<Item = (&str, Raw)> {
        self.members(None).map(|(_, node)| (node.name.as_str(), self.part(node.value)))
    }

    /// Whether every member of the object is known.
    pub fn knows_all(&self) -> bool {
        !self.outline.more
    }

    /// How many rows a list has, and whether objects and other things are among them: the list under this name, or
    /// the value itself.
    pub fn rows(&self, name: Option<&str>) -> Option<(usize, bool)> {
        let list = match name {
            Some(name) => self.members(None).filter(|(_, node)| node.name == name).last()?.1.list,
            None => self.outline.root,
        };
        let list = self.outline.lists.get(list?)?;
        let others = [Kind::Array, Kind::String, Kind::Number, Kind::Bool];
        let is_mixed = list.kinds.has(Kind::Object) && others.into_iter().any(|kind| list.kinds.has(kind));
        Some((list.rows, is_mixed))
    }
}

#[cfg(test)]
mod tests {
    use crate::payload::{Content, Payload};

    #[test]
    fn members_and_rows_are_known_from_the_outline() {
        let payload = Payload::of_text(r#"{"a": 1, "list": [{"b": 2}, "c", null], "a": {"d": 3}}"#);
        let Content::Json(document) = &payload.content else { panic!("JSON") };
        assert_eq!(document.get("a").unwrap().as_str(), r#"{"d": 3}"#);
        assert!(document.get("b").is_none() && document.get("d").is_none());
        assert_eq!(document.fields().map(|(name, _)| name).collect::<Vec<_>>(), ["a", "list", "a"]);
        assert_eq!(document.rows(Some("list")), Some((3, true)));
        assert_eq!((document.rows(Some("a")), document.rows(None)), (None, None));
        assert!(document.knows_all());
    }
}
