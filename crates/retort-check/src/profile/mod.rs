//! Profiles as files: which rules of other profiles hold and how grave they are, and rules of one's own, without a line of
//! Rust. What is wrong with a file is told with its line and column.

mod file;
mod idle;
mod shape;
mod told;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{LazyLock, Mutex};

use regex::RegexBuilder;
use retort_core::{Pointer, Raw, UnknownName};
use toml::Spanned;

use self::file::{File, Grade, Of, OneOrMore, Own};
pub use self::shape::Shape;
use self::shape::Type;
use crate::lines::{Lines, Position};
use crate::plain::in_plain_words;
use crate::rule::{Check, Profile, Rule, Severity};
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
    let rules = reader.rules(own, "", profiles, &mut HashSet::new())?;
    Ok(rules.into_iter().map(|rule| &*Box::leak(Box::new(rule))).collect())
}

/// What a table says of its rule, apart from what it asks for.
struct Told {
    id: Spanned<String>,
    name: Option<Spanned<String>>,
    severity: Option<Grade>,
    /// Summary, reason, remedy, bad and good example, and source.
    texts: [Option<String>; 6],
    aliases: Vec<String>,
}

impl Told {
    /// Whether it says more than which rule it belongs to.
    fn says_more(&self) -> bool {
        self.name.is_some()
            || self.severity.is_some()
            || self.texts.iter().any(Option::is_some)
            || !self.aliases.is_empty()
    }
}

/// Makes a profile of a text, and knows where in it something is wrong.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn parse(&self) -> Result<File, ProfileError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.wrong(at, in_plain_words(error.message()))
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
        let mut rules = self.rules(own, &name, &[], &mut ids)?;
        for (number, (tool, schema)) in answers.into_iter().enumerate() {
            rules.push(self.answer(number, &tool, &schema, &name)?);
        }
        if rules.is_empty() && extends.is_empty() && grades.is_empty() {
            let what = "it asks for nothing: start from a profile with `extends`, or add a [[rule]]".to_owned();
            return Err(self.wrong(0, what));
        }
        let own = rules.into_iter().map(|rule| &*Box::leak(Box::new(rule))).collect();
        Ok(ProfileFile { name, extends, own, grades })
    }

    /// The rules of some tables. `ids` are the ids and names that are taken.
    fn rules(
        &self,
        own: Vec<Own>,
        profile: &str,
        profiles: &'static [Profile],
        ids: &mut HashSet<String>,
    ) -> Result<Vec<Rule>, ProfileError> {
        let mut tables: Vec<(Told, Vec<Shape>)> = Vec::new();
        for own in own {
            let (told, shape) = self.table(own)?;
            let (id, at) = (told.id.get_ref().as_str(), told.id.span().start);
            match tables.last_mut().filter(|(last, _)| last.id.get_ref() == id) {
                Some(_) if told.says_more() => {
                    let what = format!(
                        "there is a rule {id} already; a table for another place of it has no words of its own"
                    );
                    return Err(self.wrong(at, what));
                }
                Some((_, shapes)) => shapes.push(shape),
                None => {
                    self.claim(&told, ids)?;
                    tables.push((told, vec![shape]));
                }
            }
        }
        for (told, shapes) in &tables {
            let (id, at) = (told.id.get_ref(), told.id.span().start);
            if shapes.iter().any(|shape| !shape.asks()) {
                let what = format!(
                    "{id} asks for nothing: say what must be there, with `required`, `type`, `pattern` or the like"
                );
                return Err(self.wrong(at, what));
            }
            if shapes.iter().flat_map(|shape| &shape.when).any(|(_, words)| words.is_empty()) {
                return Err(self.wrong(at, format!("{id} looks at nothing: its `when` names no value")));
            }
        }
        Ok(tables.into_iter().map(|(told, shapes)| rule(told, shapes, profile, profiles)).collect())
    }

    /// Takes the id and the name of a rule, unless they are no such or taken.
    fn claim(&self, told: &Told, ids: &mut HashSet<String>) -> Result<(), ProfileError> {
        let (id, at) = (told.id.get_ref(), told.id.span().start);
        let fits = |(at, byte): (usize, u8)| if at < 3 { byte.is_ascii_uppercase() } else { byte.is_ascii_digit() };
        if id.len() != 6 || !id.bytes().enumerate().all(fits) {
            let what = format!("{id:?} is no id: it has three capital letters and three digits, such as OUR001");
            return Err(self.wrong(at, what));
        }
        if !ids.insert(id.clone()) {
            return Err(self.wrong(at, format!("there is a rule {id} already")));
        }
        match told.name.as_ref().filter(|name| !ids.insert(name.get_ref().clone())) {
            Some(name) => Err(self.wrong(name.span().start, format!("there is a rule {:?} already", name.get_ref()))),
            None => Ok(()),
        }
    }

    /// What a table says, and what it asks for.
    fn table(&self, own: Own) -> Result<(Told, Shape), ProfileError> {
        let named = own.kind.as_ref().map(|kind| (kind.span().start, kind.get_ref().clone().into_vec()));
        let mut types = Vec::new();
        for (at, name) in named.iter().flat_map(|(at, names)| names.iter().map(move |name| (*at, name))) {
            types.push(Type::named(name).ok_or_else(|| self.wrong(at, format!("there is no type {name:?}")))?);
        }
        let of = own.of.as_ref().map_or(if own.text { Of::Text } else { Of::Payload }, |of| *of.get_ref());
        if let Some(methods) = own.methods.as_ref().filter(|_| !matches!(of, Of::Result | Of::Error | Of::Message)) {
            let what = "`methods` goes with `of` as \"result\", \"error\" or \"message\"".to_owned();
            return Err(self.wrong(methods.span().start, what));
        }
        let place = own.at.as_ref().map(|at| self.pointer(at)).transpose()?.unwrap_or_default();
        let conditions =
            |said: BTreeMap<Spanned<String>, OneOrMore>| -> Result<Vec<(Pointer, Vec<String>)>, ProfileError> {
                said.into_iter().map(|(place, words)| Ok((self.pointer(&place)?, words.into_vec()))).collect()
            };
        let places = |named: &[Spanned<String>]| -> Result<Vec<Pointer>, ProfileError> {
            named.iter().map(|place| self.pointer(place)).collect()
        };
        let shape = Shape {
            of,
            tools: own.tools,
            methods: own.methods.map(Spanned::into_inner).unwrap_or_default(),
            when: conditions(own.when)?,
            unless: conditions(own.unless)?,
            with: places(&own.with)?,
            without: places(&own.without)?,
            flagged: own.flagged,
            at: place.steps().map(String::from).collect(),
            required: own.required,
            required_of: own.required_of,
            forbidden: own.forbidden,
            allowed: own.allowed,
            types,
            words: own.words,
            not_words: own.not_words,
            pattern: own.pattern.map(|pattern| self.pattern(&pattern)).transpose()?,
            not_pattern: own.not_pattern.map(|pattern| self.pattern(&pattern)).transpose()?,
            minimum: own.minimum,
            maximum: own.maximum,
            min_items: own.min_items,
            max_items: own.max_items,
            filled: own.filled,
            blank: own.blank,
            echoes: own.echoes,
            echo_default: own.echo_default,
            says: own.says,
            schema: None,
        };
        let texts = [own.summary, own.why, own.remedy, own.bad, own.good, own.source];
        let (id, name, severity, aliases) = (own.id, own.name, own.severity, own.aliases);
        Ok((Told { id, name, severity, texts, aliases }, shape))
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
            profiles: &[],
            summary: kept(format!("The answers of `{tool}` fit their schema.")),
            why: kept(format!("The profile {profile} has a schema for them.")),
            remedy: "Send what the schema describes, or change the schema in the profile.",
            source: kept(profile.to_owned()),
            check: Check::Shape(Vec::leak(vec![shape])),
            ..Rule::COMMON
        })
    }

    fn pointer(&self, place: &Spanned<String>) -> Result<Pointer, ProfileError> {
        place.get_ref().parse().map_err(|_| {
            let what = format!("{:?} is no JSON pointer: it starts with a slash", place.get_ref());
            self.wrong(place.span().start, what)
        })
    }

    fn pattern(&self, pattern: &Spanned<String>) -> Result<regex::Regex, ProfileError> {
        let built = RegexBuilder::new(pattern.get_ref()).size_limit(LARGEST_PATTERN).build();
        built.map_err(|error| {
            let told = error.to_string();
            let why = told.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            self.wrong(pattern.span().start, format!("{:?} is no regular expression: {why}", pattern.get_ref()))
        })
    }

    fn wrong(&self, at: usize, what: String) -> ProfileError {
        let Position { line, column } = Lines::of(self.text.as_bytes()).position(self.text.as_bytes(), at);
        ProfileError { line, column, what }
    }
}

/// The rule that its tables say.
fn rule(told: Told, shapes: Vec<Shape>, profile: &str, profiles: &'static [Profile]) -> Rule {
    let id = told.id.into_inner();
    let name = told.name.map_or_else(|| id.to_ascii_lowercase(), Spanned::into_inner);
    let [summary, why, remedy, bad, good, source] = told.texts;
    let summary = summary.unwrap_or_else(|| told::summary(&shapes));
    let aliases: Vec<&'static str> = told.aliases.into_iter().map(kept).collect();
    Rule {
        id: kept(id),
        name: kept(name),
        severity: severity(told.severity.unwrap_or(Grade::Error)).unwrap_or(Severity::Hint),
        profiles,
        summary: kept(summary),
        why: kept(why.unwrap_or_else(|| format!("The profile {profile} asks for it."))),
        remedy: kept(remedy.unwrap_or_else(|| "Send what the profile asks for.".to_owned())),
        bad: kept(bad.unwrap_or_default()),
        good: kept(good.unwrap_or_default()),
        source: kept(source.unwrap_or_else(|| profile.to_owned())),
        aliases: Vec::leak(aliases),
        check: Check::Shape(Vec::leak(shapes)),
        ..Rule::COMMON
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
