//! `retort tools`, `resources` and `prompts`: what a server offers, in short or one of them in full.

use std::io::Write;

use retort_client::{Catalogue, Connection, Entries, Entry, Error, WireError, printable};
use retort_core::{Kind, Raw, Style};
use retort_render::{width, wrap};

use super::call::find;
use crate::Verdict;
use crate::args::{ListOptions, quoted};
use crate::failure::Failure;
use crate::live::answer::tell_cut;
use crate::live::with_connection;
use crate::output::{columns, guarded, tell, write_wrapped};

/// The code of an error that says that there is no such method.
pub(super) const UNKNOWN_METHOD: &str = "-32601";

pub(crate) fn run(options: &ListOptions, catalogues: &[Catalogue]) -> Result<Verdict, Failure> {
    let listings = with_connection(&options.server, async |connection, _| offered(connection, catalogues).await)?;
    let is_cut = listings.iter().flat_map(|(_, listing)| &listing.pages).fold(false, |cut, page| tell_cut(page) | cut);
    // What could not be listed was told when it happened.
    let is_cut = is_cut || listings.iter().any(|(_, listing)| listing.ended.is_some());
    let verdict = if is_cut { Verdict::Bad } else { Verdict::Good };
    if let Some(kind) = catalogues.first().map(|catalogue| catalogue.entry()).filter(|_| listings.is_empty()) {
        if let Some(name) = &options.name {
            return Err(Failure::Unknown { kind, name: name.clone(), hint: format!("it has no {kind}s at all") });
        }
        tell(format_args!("the server has no {kind}s"));
    }
    let mut out = guarded();
    if options.raw {
        for page in listings.iter().flat_map(|(_, listing)| &listing.pages) {
            out.write_all(&page.bytes)?;
            out.write_all(b"\n")?;
        }
    } else if let Some(name) = &options.name {
        let named = |(_, listing): &&(Catalogue, Entries)| listing.find(name).is_some();
        let Some((catalogue, listing)) = listings.iter().find(named).or_else(|| listings.first()) else {
            return Ok(verdict);
        };
        let entry = find(listing, *catalogue, name)?;
        if options.json {
            entry.raw.write_json(&mut out, Style::Indented)?;
            out.write_all(b"\n")?;
        } else {
            describe(entry, *catalogue, &options.server.server, &mut out)?;
        }
    } else if options.json {
        let entries = listings.iter().flat_map(|(_, listing)| &listing.entries).map(|entry| entry.raw.to_json());
        let all = format!("[{}]", entries.collect::<Vec<_>>().join(","));
        if let Some(all) = Raw::parse(all) {
            all.write_json(&mut out, Style::Indented)?;
        }
        out.write_all(b"\n")?;
    } else {
        for (catalogue, listing) in &listings {
            list(listing, *catalogue, &mut out)?;
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// The lists that come; none where the server has nothing of the kind. It fails only where it should have something.
async fn offered(connection: &Connection, catalogues: &[Catalogue]) -> Result<Vec<(Catalogue, Entries)>, Failure> {
    let mut listings = Vec::new();
    let mut failed = None;
    for catalogue in catalogues {
        match connection.list(*catalogue).await {
            Ok(listing) => listings.push((*catalogue, listing)),
            // A server need not have templates for its resources.
            Err(Error::Refused { .. }) if !listings.is_empty() => {}
            Err(error @ (Error::Refused { .. } | Error::Unexpected { .. })) => {
                failed.get_or_insert(error);
            }
            Err(error) => {
                failed.get_or_insert(error);
                break;
            }
        }
    }
    // Few servers have no tools, and some forget to declare them.
    let expected = |catalogue: &Catalogue| *catalogue == Catalogue::Tools || connection.declares(*catalogue);
    let declared = catalogues.iter().any(expected);
    if !declared && listings.iter().all(|(_, listing)| listing.entries.is_empty()) {
        listings.clear();
    }
    match failed {
        Some(Error::Refused { code, .. }) if listings.is_empty() && code == UNKNOWN_METHOD => {}
        Some(Error::Refused { .. } | Error::Unexpected { .. } | Error::Wire(WireError::Deadline { .. }))
            if listings.is_empty() && !declared => {}
        Some(error) if listings.is_empty() => return Err(error.into()),
        Some(error) => tell(error),
        None => {}
    }
    Ok(listings)
}

/// One entry in two lines: its name and arguments, and what it is for.
fn list(listing: &Entries, catalogue: Catalogue, out: &mut impl Write) -> Result<(), Failure> {
    for entry in &listing.entries {
        let address = entry.text("uri").or_else(|| entry.text("uriTemplate"));
        let name = printable(&address.unwrap_or_else(|| entry.name()));
        let arguments: Vec<String> = arguments_of(entry).iter().map(Argument::short).collect();
        write_wrapped(out, "", "        ", &[vec![name], arguments].concat().join(" "))?;
        let about = entry.text("description").or_else(|| entry.text("title"));
        if let Some(line) = about.as_deref().and_then(|about| about.trim().lines().next()) {
            writeln!(out, "    {}", shortened(&printable(line)))?;
        }
    }
    writeln!(out, "{}", retort_core::counted(listing.entries.len(), catalogue.entry()))?;
    Ok(())
}

/// As much of a line as fits behind four blanks.
fn shortened(line: &str) -> String {
    const LONGEST_LINE: usize = 110;
    let longest = columns().map_or(LONGEST_LINE, |columns| columns.saturating_sub(4).clamp(20, LONGEST_LINE));
    if width(line) <= longest {
        return line.to_owned();
    }
    let lines = wrap(line, Some(longest - 1));
    format!("{}…", lines.first().map_or("", |first| first.trim_end()))
}

/// Everything about one entry.
fn describe(entry: &Entry, catalogue: Catalogue, server: &str, out: &mut impl Write) -> Result<(), Failure> {
    let name = entry.name();
    let title = entry.text("title").filter(|title| *title != name);
    writeln!(out, "{}{}", printable(&name), title.map(|title| format!(": {}", printable(&title))).unwrap_or_default())?;
    for key in ["uri", "uriTemplate", "mimeType", "size"] {
        if let Some(value) = entry.raw.get(key) {
            writeln!(out, "  {key}: {}", printable(&value.to_plain()))?;
        }
    }
    for line in entry.text("description").unwrap_or_default().trim().lines() {
        write_wrapped(out, "  ", "  ", &printable(line))?;
    }
    let arguments = arguments_of(entry);
    if !arguments.is_empty() {
        writeln!(out, "\narguments")?;
    }
    for argument in &arguments {
        let needed = if argument.required { ", required" } else { "" };
        let told = format!("{}: {}{needed}", printable(&argument.name), printable(&argument.kind));
        write_wrapped(out, "  ", "        ", &told)?;
        for line in argument.about.trim().lines() {
            write_wrapped(out, "      ", "      ", &printable(line))?;
        }
    }
    if let Some(annotations) = entry.raw.get("annotations").filter(|hints| hints.members().next().is_some()) {
        let hints: Vec<String> =
            annotations.members().map(|(key, value)| format!("{key}: {}", value.to_plain())).collect();
        writeln!(out, "\nhints")?;
        write_wrapped(out, "  ", "  ", &printable(&hints.join(", ")))?;
    }
    if entry.raw.get("outputSchema").is_some() {
        writeln!(out, "\nIts results have a schema; --json shows it.")?;
    }
    let needed: Vec<String> =
        arguments.iter().filter(|argument| argument.required).map(|argument| format!(" {}=…", argument.name)).collect();
    let needed = printable(&needed.concat());
    let quoted = quoted(server);
    match catalogue {
        Catalogue::Tools => writeln!(out, "\nretort call {quoted} {}{needed}", printable(&name))?,
        Catalogue::Prompts => writeln!(out, "\nretort prompt {quoted} {}{needed}", printable(&name))?,
        _ => {}
    }
    Ok(())
}

/// One argument of a tool or a prompt.
struct Argument {
    name: String,
    kind: String,
    about: String,
    required: bool,
}

impl Argument {
    fn short(&self) -> String {
        let name = printable(&self.name);
        if self.required { name } else { format!("[{name}]") }
    }
}

fn arguments_of(entry: &Entry) -> Vec<Argument> {
    let text = |raw: &Raw, key: &str| raw.get(key).map(|value| value.to_plain().into_owned());
    if let Some(list) = entry.raw.get("arguments").filter(|list| list.kind() == Kind::Array) {
        let argument = |raw: Raw| Argument {
            name: text(&raw, "name").unwrap_or_default(),
            kind: "text".to_owned(),
            about: text(&raw, "description").unwrap_or_default(),
            required: raw.get("required").and_then(|required| required.to_bool()) == Some(true),
        };
        return list.items().map(argument).collect();
    }
    let Some(schema) = entry.input_schema() else { return Vec::new() };
    let required: Vec<String> =
        schema.get("required").iter().flat_map(Raw::items).map(|name| name.to_plain().into_owned()).collect();
    let argument = |(name, property): (std::borrow::Cow<'_, str>, Raw)| Argument {
        required: required.contains(&name.to_string()),
        kind: kind_of(&property, 0),
        about: text(&property, "description").unwrap_or_default(),
        name: name.into_owned(),
    };
    let properties = schema.get("properties");
    let arguments: Vec<Argument> =
        properties.iter().flat_map(|properties| properties.members().map(argument).collect::<Vec<_>>()).collect();
    // What must be given comes first.
    let (needed, optional): (Vec<_>, Vec<_>) = arguments.into_iter().partition(|argument| argument.required);
    needed.into_iter().chain(optional).collect()
}

/// Lists in lists are told to this depth.
const DEEPEST: usize = 4;

/// What an argument may be, in a few words.
fn kind_of(property: &Raw, depth: usize) -> String {
    let plain = |list: &Raw| list.items().map(|item| item.to_plain().into_owned()).collect::<Vec<_>>();
    let choices = ["anyOf", "oneOf"].iter().find_map(|key| property.get(key)).filter(|list| list.kind() == Kind::Array);
    let mut kind = match (property.get("enum"), property.get("type"), property.get("const")) {
        (Some(choices), _, _) => plain(&choices).join(" | "),
        (None, None, Some(only)) => only.to_plain().into_owned(),
        (None, Some(kinds), _) if kinds.kind() == Kind::Array => one_of(plain(&kinds)),
        (None, Some(kind), _) => kind.to_plain().into_owned(),
        (None, None, None) => match choices {
            Some(choices) if depth < DEEPEST && choices.items().nth(CHOICES).is_none() => {
                one_of(choices.items().map(|choice| kind_of(&choice, depth + 1)).collect())
            }
            _ => property.get("$ref").map_or("any", |_| "object").to_owned(),
        },
    };
    if let Some(inner) = property.get("items").filter(|_| kind == "array") {
        let inner = if depth < DEEPEST { kind_of(&inner, depth + 1) } else { "…".to_owned() };
        kind = format!("list of {inner}");
    }
    if let Some(default) = property.get("default") {
        kind = format!("{kind} (default {})", default.to_json());
    }
    kind
}

/// Most kinds of which an argument may be one, to be told.
const CHOICES: usize = 8;

/// Kinds of which a value may be one: each once, and nothing at the end.
fn one_of(kinds: Vec<String>) -> String {
    let mut told: Vec<String> = Vec::new();
    let (nulls, others): (Vec<_>, Vec<_>) = kinds.into_iter().partition(|kind| kind == "null");
    for kind in others.into_iter().chain(nulls) {
        if !told.contains(&kind) {
            told.push(kind);
        }
    }
    if told.is_empty() { "any".to_owned() } else { told.join(" or ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_in_words() {
        for (schema, told) in [
            (r#"{"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}"#, "string or null (default null)"),
            (
                r#"{"oneOf": [{"type": "null"}, {"type": "array", "items": {"type": "integer"}}]}"#,
                "list of integer or null",
            ),
            (r#"{"anyOf": [{"type": "string"}, {"type": "string"}, {"const": 3}]}"#, "string or 3"),
            (r#"{"type": ["string", "null"]}"#, "string or null"),
            (r#"{"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}"#, "a | b or null"),
            (r##"{"anyOf": [{"$ref": "#/$defs/Filter"}, {"type": "null"}]}"##, "object or null"),
            (
                r#"{"anyOf": [{"anyOf": [{"type": "integer"}, {"type": "number"}]}, {"type": "null"}]}"#,
                "integer or number or null",
            ),
            (r#"{"anyOf": []}"#, "any"),
            (r#"{"anyOf": 3}"#, "any"),
            ("{}", "any"),
            ("true", "any"),
        ] {
            assert_eq!(kind_of(&Raw::parse(schema).unwrap(), 0), told, "{schema}");
        }
    }
}
