//! Fragments: templates of single files, each with front matter that says for which requests it is meant.
//!
//! Everything that a template writes is written as a JSON literal, which is also one of JavaScript and TypeScript,
//! unless [`verbatim`] vouches for it. So text from a request can end up in a string and nowhere else.

use std::borrow::Cow;
use std::io;

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use crate::bounds::{self, with_room};
use crate::database::Database;
use crate::entry::Version;
use crate::error::Error;
use crate::front_matter::{self, FrontMatter, Top};
use crate::loader::KnowledgeLoader;
use crate::service::FileKind;

/// Which versions of its packages a project pins, by Feathers version.
const VERSIONS: &str = "versions.json";

/// How much work a template may be. Those that come with Retort need a small part of it.
const FUEL: u64 = 1_000_000;

/// Text that was checked, or never came from a request: written as it stands.
pub(crate) fn verbatim(text: impl Into<String>) -> Value {
    Value::from_safe_string(text.into())
}

/// The template of one file: for which requests it is meant, where the file goes and what it needs.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Fragment {
    /// Its file in the knowledge base.
    pub id: String,
    /// Where the file goes in the project; itself a template.
    pub path: String,
    /// The databases that it is for; all where it is empty.
    pub database: Vec<Database>,
    /// Whether it is for projects with authentication, or without; `None` for both.
    pub auth: Option<bool>,
    /// Whether it is for TypeScript, or for JavaScript; `None` for both.
    pub typescript: Option<bool>,
    /// The version that it is for; `None` for all. [`Version::Both`] is for those only who ask for both.
    pub version: Option<Version>,
    /// The packages that the file needs.
    pub dependencies: Vec<String>,
    /// The packages that are needed to work on it.
    pub dev_dependencies: Vec<String>,
    /// What it brings, in a word each.
    pub feature_flags: Vec<String>,
    /// Set for the files that a service is made of.
    #[serde(rename = "type")]
    pub kind: Option<FileKind>,
    /// The template.
    pub content: String,
}

/// A knowledge base's fragments, ready to be filled in.
#[derive(Debug)]
pub struct Fragments {
    list: Vec<Fragment>,
    versions: serde_json::Value,
    engine: Environment<'static>,
}

impl Fragments {
    /// The fragments that come with Retort.
    ///
    /// # Errors
    /// Where a fragment cannot be read; a test sees to it that each can.
    pub fn embedded() -> Result<Self, Error> {
        Self::from_files(KnowledgeLoader::built_in().fragment_files()?)
    }

    /// Fragments from files: a name that ends in `.jinja` and the text, plus `versions.json` with the pinned versions.
    ///
    /// ```
    /// let none = retort_knowledge::Fragments::from_files([])?;
    /// let request = retort_knowledge::TemplateRequest::new(retort_knowledge::Database::Sqlite);
    /// assert!(retort_knowledge::Project::compose(&none, request)?.is_none());
    /// # Ok::<(), retort_knowledge::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where a file cannot be read as a fragment; the error names it.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Self, Error> {
        let mut first = None;
        let fragments = Self::from_usable_files(files, |error| first = first.take().or(Some(error)));
        first.map_or(Ok(fragments), Err)
    }

    /// Fragments from files, without those that cannot be read; `left_out` is told each of them.
    pub(crate) fn from_usable_files(
        files: impl IntoIterator<Item = (String, String)>,
        mut left_out: impl FnMut(Error),
    ) -> Self {
        let files: Vec<(String, String)> = files.into_iter().collect();
        let read = with_room(|| {
            let (mut fragments, mut errors) = (Self::none(), Vec::new());
            for (file, text) in files {
                fragments.add(file, &text).unwrap_or_else(|error| errors.push(error));
            }
            (fragments.sorted(), errors)
        });
        let (fragments, errors) = read.unwrap_or_else(|error| (Self::none(), vec![no_room("templates", &error)]));
        errors.into_iter().for_each(&mut left_out);
        fragments
    }

    fn none() -> Self {
        let mut engine = Environment::new();
        engine.set_auto_escape_callback(|_| AutoEscape::Json);
        engine.set_undefined_behavior(UndefinedBehavior::Strict);
        engine.set_trim_blocks(true);
        engine.set_lstrip_blocks(true);
        engine.set_keep_trailing_newline(true);
        engine.set_fuel(Some(FUEL));
        Self { list: Vec::new(), versions: serde_json::Value::Null, engine }
    }

    fn add(&mut self, file: String, text: &str) -> Result<(), Error> {
        if file == VERSIONS {
            self.versions = serde_json::from_str(text).map_err(|error| Error::fragment(&file, error.to_string()))?;
            return Ok(());
        }
        // What is made of it has one kind of line ends, wherever it was written.
        let text = if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) };
        let (fragment, body) = split(&text).map_err(|reason| Error::fragment(&file, reason))?;
        let path = fragment.as_ref().map_or("", |fragment| &fragment.path);
        [body, path].into_iter().try_for_each(bounds::check).map_err(|reason| Error::fragment(&file, reason))?;
        self.engine
            .add_template_owned(file.clone(), body.to_owned())
            .map_err(|error| Error::fragment(&file, format!("{error:#}")))?;
        if let Some(fragment) = fragment {
            self.list.push(Fragment { id: file, content: body.to_owned(), ..fragment });
        }
        Ok(())
    }

    fn sorted(mut self) -> Self {
        self.list.sort_by(|a, b| a.id.cmp(&b.id));
        self
    }

    /// The fragments, by id.
    pub fn list(&self) -> &[Fragment] {
        &self.list
    }

    /// The file that a fragment makes: its path and its content.
    pub(crate) fn fill(&self, fragment: &Fragment, known: &Value) -> Result<(String, String), Error> {
        let told = |error: minijinja::Error| Error::fragment(&fragment.id, format!("{error:#}"));
        let filled = with_room(|| {
            let path = self.engine.render_str(&fragment.path, known)?;
            let content = self.engine.get_template(&fragment.id)?.render(known)?;
            Ok((path, content))
        });
        let (path, content) = filled.map_err(|error| no_room(&fragment.id, &error))?.map_err(told)?;
        if !stays_inside(&path) {
            return Err(Error::fragment(&fragment.id, format!("its path {path:?} leads out of the project")));
        }
        Ok((path, content))
    }

    /// The pinned version of a package.
    pub(crate) fn pinned(&self, feathers: &str, package: &str) -> Result<&str, Error> {
        self.versions
            .get(feathers)
            .and_then(|versions| versions.get(package)?.as_str())
            .ok_or_else(|| Error::fragment(VERSIONS, format!("no version of {package} for {feathers}")))
    }
}

fn no_room(file: &str, error: &io::Error) -> Error {
    Error::fragment(file, error.to_string())
}

/// Whether a path names a file below the folder that it is taken from, on any system.
fn stays_inside(path: &str) -> bool {
    let is_name = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':', '\0']);
    path.split('/').all(is_name)
}

/// Front matter and template. A file without front matter holds macros for the others.
fn split(text: &str) -> Result<(Option<Fragment>, &str), String> {
    let (front, body) = match FrontMatter::split(text) {
        (Top::None, body) => return Ok((None, body)),
        (Top::Open, _) => return Err("its front matter does not end with a line ---".to_owned()),
        (Top::Front(front), body) => (front, body),
    };
    if let Some(line) = front.stray() {
        return Err(format!("`{line}` is no `key: value`"));
    }
    let mut fragment = Fragment::default();
    for (key, raw) in front.fields() {
        let value = front_matter::text(raw).unwrap_or_default();
        let items = || front_matter::list(raw, ',').into_iter().map(Cow::into_owned);
        let unknown = || format!("`{}` is no {key}", raw.trim());
        match key {
            "path" => fragment.path = value.into_owned(),
            "database" => {
                fragment.database =
                    items().map(|name| Database::from_name(&name).ok_or_else(unknown)).collect::<Result<_, _>>()?;
            }
            "auth" => fragment.auth = Some(value.parse().map_err(|_| unknown())?),
            "typescript" => fragment.typescript = Some(value.parse().map_err(|_| unknown())?),
            "version" => fragment.version = Some(Version::from_name(&value).ok_or_else(unknown)?),
            "dependencies" => fragment.dependencies = items().collect(),
            "devDependencies" => fragment.dev_dependencies = items().collect(),
            "flags" => fragment.feature_flags = items().collect(),
            "kind" => fragment.kind = Some(FileKind::from_name(&value).ok_or_else(unknown)?),
            _ => return Err(format!("`{key}` is unknown in front matter")),
        }
    }
    if fragment.path.is_empty() {
        return Err("its front matter has no path".to_owned());
    }
    Ok((Some(fragment), body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_of(text: &str) -> String {
        Fragments::from_files([("a.jinja".to_owned(), text.to_owned())]).unwrap_err().to_string()
    }

    #[test]
    fn a_bent_fragment_is_named_with_its_fault() {
        assert_eq!(
            reason_of("---\npath: a\n"),
            "the fragment a.jinja cannot be read: its front matter does not end with a line ---"
        );
        assert!(reason_of("---\nauth: true\n---\n").ends_with("its front matter has no path"));
        assert!(reason_of("---\npath: a\ndatabase: [oracle]\n---\n").ends_with("`[oracle]` is no database"));
        assert!(reason_of("---\npath: a\nno key\n---\n").ends_with("`no key` is no `key: value`"));
        assert!(reason_of("---\npath: a\ncolour: red\n---\n").ends_with("`colour` is unknown in front matter"));
        assert!(reason_of("---\npath: a\n---\n{% if %}").contains("syntax error"));
    }

    #[test]
    fn a_fragment_that_leads_out_of_the_project_or_goes_on_for_ever_is_told() {
        let filled = |text: &str| {
            let fragments = Fragments::from_files([("a.jinja".to_owned(), text.to_owned())]).unwrap();
            fragments.fill(&fragments.list[0], &Value::default()).unwrap_err().to_string()
        };
        for path in ["../x", "/etc/x", "a//b", "a/./b", "c:x", "a/.."] {
            let told = filled(&format!("---\npath: {path}\n---\n"));
            assert!(told.contains("leads out of the project"), "{path}: {told}");
        }
        let loops = "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}";
        let told = filled(&format!("---\npath: a\n---\n{loops}"));
        assert!(told.contains("fuel"), "{told}");
    }

    #[test]
    fn no_template_takes_the_whole_stack() {
        let chain = |unit: &str, last: &str| format!("{{{{ {}{last} }}}}", unit.repeat(20_000));
        for (expression, reason) in [
            (chain("1 + ", "1"), "words and signs"),
            (chain("auth ~ ", "1"), "words and signs"),
            (chain("auth and ", "1"), "words and signs"),
            (chain("-", "1"), "words and signs"),
            (chain("not ", "1"), "words and signs"),
            (chain("1 if 1 else ", "1"), "words and signs"),
            (format!("{{{{ auth{} }}}}", ".a".repeat(20_000)), "words and signs"),
            (format!("{{{{ auth{} }}}}", "[0]".repeat(20_000)), "words and signs"),
            (format!("{{{{ auth{} }}}}", "|safe".repeat(20_000)), "words and signs"),
            (format!("{{{{ auth{} }}}}", "()".repeat(20_000)), "words and signs"),
            (format!("{{% for {}a in [] %}}{{% endfor %}}", "(".repeat(20_000)), "words and signs"),
            (format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(20_000)), "branches elif"),
            (chain("[", "1"), "words and signs"),
            ("{% if 1 %}".repeat(20_000), "recursion"),
            (format!("{{{{ {}1 }}}}", "[".repeat(200)), "recursion"),
        ] {
            let told = reason_of(&format!("---\npath: a\n---\n{expression}"));
            assert!(told.contains(reason) && told.len() < 300, "{}: {told}", &expression[..20]);
        }
        let told = reason_of(&format!("---\npath: a{{{{ {}1 }}}}\n---\n", "1+".repeat(600)));
        assert!(told.contains("words and signs"), "{told}");

        // What just stays within the bounds is read, whatever it is made of, and so is filled in or told.
        for unit in ["1 + ", "-", "not ", "1 if 1 else ", "1 ~ "] {
            let tokens = unit.split_whitespace().count();
            let text = format!("---\npath: a\n---\n{{{{ {}1 }}}}", unit.repeat(990 / tokens));
            let fragments = Fragments::from_files([("a.jinja".to_owned(), text)]).unwrap();
            let _ = fragments.fill(&fragments.list[0], &Value::default());
        }
        // Values that are nested as deep as the fuel lets them be, and what calls itself.
        let nested = |turns: usize, inner: &str| {
            let loops = format!(
                "{{% for a in range({turns}) %}}{{% for b in range(1000) %}}{inner}{{% endfor %}}{{% endfor %}}"
            );
            format!("{{% set n = namespace(x=[]) %}}{loops}{{{{ n.x }}}}")
        };
        for (text, is_filled) in [
            (nested(20, "{% set n.x = [n.x] %}"), true),
            (nested(100, "{% set n.x = [n.x] %}"), true),
            (nested(20, "{% set n.x = {'a': n.x} %}"), true),
            (nested(9999, "{% set n.x = [n.x] %}"), false),
            (nested(9999, "{% set n.x = {'a': n.x} %}"), false),
            ("{% macro f(x) %}{{ f([x]) }}{% endmacro %}{{ f([]) }}".to_owned(), false),
            ("{% include 'a.jinja' %}".to_owned(), false),
        ] {
            let file = ("a.jinja".to_owned(), format!("---\npath: a\n---\n{text}"));
            let fragments = Fragments::from_files([file]).unwrap();
            let filled = fragments.fill(&fragments.list[0], &Value::default());
            assert_eq!(filled.is_ok(), is_filled, "{text}: {:?}", filled.err());
        }
    }

    #[test]
    fn text_is_written_as_a_literal_unless_it_is_vouched_for() {
        let text = "---\npath: a\n---\nconst a = {{ text }}; // {{ sure }}\n".to_owned();
        let fragments = Fragments::from_files([("a.jinja".to_owned(), text)]).unwrap();
        let known = minijinja::context! { text => "\"; process.exit();\n//", sure => verbatim("as it is") };
        let (_, content) = fragments.fill(&fragments.list[0], &known).unwrap();
        assert_eq!(content, "const a = \"\\\"; process.exit();\\n//\"; // as it is\n");
    }
}
