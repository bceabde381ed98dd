//! Profiles as files: which rules of other profiles hold and how grave they are, and rules of one's own, without a line of
//! Rust. What is wrong with a file is told with its line and column.

mod file;
mod shape;

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex};

use regex::RegexBuilder;
use retort_core::{Pointer, Raw, UnknownName};
use toml::Spanned;

use self::file::{File, Grade, OneOrMore, Own};
pub use self::shape::Shape;
use self::shape::Type;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::rules;
use crate::schema::Schema;

/// What a pattern may take when it is compiled, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

/// What is wrong with a profile file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
#[non_exhaustive]
pub struct ProfileError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

/// A profile that was read from a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProfileFile {
    /// What it is called.
    pub name: String,
    /// The profiles that it starts from.
    pub extends: Vec<Profile>,
    /// Rules of one's own. They live as long as the program does, as all rules do; the same file is kept once.
    pub own: Vec<&'static Rule>,
    /// How grave breaches of other rules are, by id; `None` where they are not looked for.
    pub(crate) grades: HashMap<&'static str, Option<Severity>>,
}

/// What was read already, by name and text: a file that is read again costs nothing and keeps nothing twice.
static KNOWN: LazyLock<Mutex<HashMap<(String, String), ProfileFile>>> = LazyLock::new(Mutex::default);

impl ProfileFile {
    /// Reads a profile; `name` is what it is called unless it says so itself.
    ///
    /// # Errors
    /// Where the text is no profile, with the line and the column.
    pub fn read(name: &str, text: &str) -> Result<Self, ProfileError> {
        let key = (name.to_owned(), text.to_owned());
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(profile) = known.get(&key) {
            return Ok(profile.clone());
        }
        let profile = Reader { text }.profile(name)?;
        known.insert(key, profile.clone());
        Ok(profile)
    }
}

/// The form of a profile file as a JSON Schema, for editors.
pub fn profile_schema() -> String {
    let mut schema = schemars::schema_for!(File).to_value();
    if let Some(members) = schema.as_object_mut() {
        members.insert("title".to_owned(), "A profile of retort check".into());
    }
    // A schema is JSON.
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

/// The rules of a profile file that is part of the program.
pub(crate) fn built_in(profiles: &'static [Profile], text: &'static str) -> Result<Vec<&'static Rule>, ProfileError> {
    let reader = Reader { text };
    let File { own, .. } = reader.parse()?;
    own.into_iter().map(|own| Ok(&*Box::leak(Box::new(reader.rule(own, "", profiles)?)))).collect()
}

/// Makes a profile of a text, and knows where in it something is wrong.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn parse(&self) -> Result<File, ProfileError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.wrong(at, error.message().to_owned())
        })
    }

    fn profile(&self, name: &str) -> Result<ProfileFile, ProfileError> {
        let File { name: own_name, extends, rules: switched, answers, own } = self.parse()?;
        let name = own_name.unwrap_or_else(|| name.to_owned());
        let extends = extends
            .iter()
            .map(|name| {
                name.get_ref().parse().map_err(|error: UnknownName| self.wrong(name.span().start, error.to_string()))
            })
            .collect::<Result<Vec<Profile>, _>>()?;
        let mut grades = HashMap::new();
        // What names more rules comes first, so that one rule of a group can be graded apart.
        let mut switched: Vec<_> = switched.into_iter().collect();
        switched.sort_by_key(|(named, _)| {
            std::cmp::Reverse(rules::all().filter(|rule| rule.is_named(named.get_ref())).count())
        });
        for (named, grade) in switched {
            let mut found = rules::all().filter(|rule| rule.is_named(named.get_ref())).peekable();
            if found.peek().is_none() {
                let what = format!("there is no rule and no group {:?}", named.get_ref());
                return Err(self.wrong(named.span().start, what));
            }
            grades.extend(found.map(|rule| (rule.id, severity(*grade.get_ref()))));
        }
        let mut ids: HashSet<String> = rules::all().flat_map(|rule| [rule.id, rule.name]).map(String::from).collect();
        let mut rules = Vec::new();
        for own in own {
            let (id, at) = (own.id.get_ref().clone(), own.id.span().start);
            let is_id = id.len() == 6
                && id
                    .bytes()
                    .enumerate()
                    .all(|(at, byte)| if at < 3 { byte.is_ascii_uppercase() } else { byte.is_ascii_digit() });
            if !is_id {
                return Err(self.wrong(
                    at,
                    format!("{id:?} is no id: it has three capital letters and three digits, such as OUR001"),
                ));
            }
            if !ids.insert(id.clone()) {
                return Err(self.wrong(at, format!("there is a rule {id} already")));
            }
            if let Some(name) = own.name.as_ref().filter(|name| !ids.insert(name.get_ref().clone())) {
                return Err(self.wrong(name.span().start, format!("there is a rule {:?} already", name.get_ref())));
            }
            rules.push(self.rule(own, &name, &[])?);
        }
        for (number, (tool, schema)) in answers.into_iter().enumerate() {
            rules.push(self.answer(number, &tool, &schema, &name)?);
        }
        let own = rules.into_iter().map(|rule| &*Box::leak(Box::new(rule))).collect();
        Ok(ProfileFile { name, extends, own, grades })
    }

    fn rule(&self, own: Own, profile: &str, profiles: &'static [Profile]) -> Result<Rule, ProfileError> {
        let id = own.id.into_inner();
        let types = own.kind.map(OneOrMore::into_vec).unwrap_or_default();
        let at = id.len();
        let types = types
            .iter()
            .map(|name| {
                Type::named(name).ok_or_else(|| self.wrong(self.find(&id, at), format!("there is no type {name:?}")))
            })
            .collect::<Result<_, _>>()?;
        let (steps, place) = match own.at {
            Some(at) => (self.pointer(&at)?, at.into_inner()),
            None => (Vec::new(), String::new()),
        };
        let mut when = Vec::new();
        for (place, words) in own.when {
            self.pointer(&place)?;
            when.push((place.into_inner(), words.into_vec()));
        }
        let shape = Shape {
            tools: own.tools,
            when,
            flagged: own.flagged,
            text: own.text,
            at: steps,
            required: own.required,
            required_of: own.required_of,
            forbidden: own.forbidden,
            allowed: own.allowed,
            types,
            words: own.words,
            not_words: own.not_words,
            pattern: own.pattern.map(|pattern| self.pattern(&pattern)).transpose()?,
            not_pattern: own.not_pattern.map(|pattern| self.pattern(&pattern)).transpose()?,
            blank: own.blank,
            says: own.says,
            schema: None,
        };
        let name = own.name.map_or_else(|| id.to_ascii_lowercase(), Spanned::into_inner);
        let summary = own.summary.unwrap_or_else(|| match place.as_str() {
            "" => "The payload is as this profile asks.".to_owned(),
            place => format!("`{place}` is as this profile asks."),
        });
        Ok(Rule {
            id: kept(id),
            name: kept(name),
            severity: severity(own.severity.unwrap_or(Grade::Error)).unwrap_or(Severity::Hint),
            profiles,
            revisions: ALWAYS,
            summary: kept(summary),
            why: kept(own.why.unwrap_or_else(|| format!("The profile {profile} asks for it."))),
            remedy: kept(own.remedy.unwrap_or_else(|| "Send what the profile asks for.".to_owned())),
            bad: kept(own.bad.unwrap_or_default()),
            good: kept(own.good.unwrap_or_default()),
            source: kept(own.source.unwrap_or_else(|| profile.to_owned())),
            check: Check::Shape(Box::leak(Box::new(shape))),
            fix: None,
        })
    }

    /// The rule that the answers of a tool fit a schema.
    fn answer(
        &self,
        number: usize,
        tool: &str,
        schema: &Spanned<toml::Value>,
        profile: &str,
    ) -> Result<Rule, ProfileError> {
        let at = schema.span().start;
        let json = match schema.get_ref() {
            toml::Value::String(json) => json.clone(),
            table => serde_json::to_string(table).map_err(|error| self.wrong(at, error.to_string()))?,
        };
        let raw = Raw::parse(json).filter(Raw::is_clean);
        let read = raw.and_then(|raw| Schema::read(&raw));
        let schema = read.ok_or_else(|| self.wrong(at, format!("the schema for {tool} is no JSON object")))?;
        if let Some(fault) = schema.fault() {
            let place = if fault.pointer.is_empty() { "its top" } else { &fault.pointer };
            return Err(self.wrong(at, format!("the schema for {tool} is wrong at {place}: {}", fault.told())));
        }
        let shape =
            Shape { tools: vec![tool.to_owned()], flagged: Some(false), schema: Some(schema), ..Shape::default() };
        Ok(Rule {
            id: kept(format!("ANS{:03}", number + 1)),
            name: kept(format!("answer-of-{}", tool.to_lowercase().replace('_', "-"))),
            severity: Severity::Error,
            profiles: &[],
            revisions: ALWAYS,
            summary: kept(format!("The answers of `{tool}` fit their schema.")),
            why: kept(format!("The profile {profile} has a schema for them.")),
            remedy: "Send what the schema describes, or change the schema in the profile.",
            bad: "",
            good: "",
            source: kept(profile.to_owned()),
            check: Check::Shape(Box::leak(Box::new(shape))),
            fix: None,
        })
    }

    fn pointer(&self, place: &Spanned<String>) -> Result<Vec<String>, ProfileError> {
        match place.get_ref().parse::<Pointer>() {
            Ok(pointer) => Ok(pointer.steps().map(String::from).collect()),
            Err(_) => Err(self.wrong(
                place.span().start,
                format!("{:?} is no JSON pointer: it starts with a slash", place.get_ref()),
            )),
        }
    }

    fn pattern(&self, pattern: &Spanned<String>) -> Result<regex::Regex, ProfileError> {
        let built = RegexBuilder::new(pattern.get_ref()).size_limit(LARGEST_PATTERN).build();
        built.map_err(|error| {
            let told = error.to_string();
            let why = told.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            self.wrong(pattern.span().start, format!("{:?} is no regular expression: {why}", pattern.get_ref()))
        })
    }

    /// Where a word stands in the file.
    fn find(&self, word: &str, or: usize) -> usize {
        self.text.find(word).unwrap_or(or)
    }

    fn wrong(&self, at: usize, what: String) -> ProfileError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        ProfileError { line: before.matches('\n').count() + 1, column, what }
    }
}

fn severity(grade: Grade) -> Option<Severity> {
    match grade {
        Grade::Error => Some(Severity::Error),
        Grade::Warning => Some(Severity::Warning),
        Grade::Hint => Some(Severity::Hint),
        Grade::Off => None,
    }
}

/// A text that lives as long as the rules do.
fn kept(text: String) -> &'static str {
    if text.is_empty() { "" } else { Box::leak(text.into_boxed_str()) }
}
