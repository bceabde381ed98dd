//! What there is to know about the rules: for a terminal, for programs and for the reference page.

use std::borrow::Cow;
use std::fmt::Write;

use retort_core::{Kind, Raw, Revision, printable};
use serde::Serialize;

use super::excerpt::columns;
use super::json::safe;
use super::text::lines;
use crate::rule::{ALWAYS, Rule};
use crate::rules;

/// How wide the explanation of a rule is.
const WIDTH: usize = 80;
/// How wide its examples are: they are indented.
const EXAMPLE_WIDTH: usize = WIDTH - 2;

/// A rule, explained.
pub fn rules_text(rule: &Rule) -> String {
    let mut text = format!("{} {}\n\n", rule.id, rule.name);
    let mut paragraph = |label: &str, words: &str| {
        let indent = " ".repeat(label.len());
        for (index, line) in lines(words, WIDTH - indent.len()).into_iter().enumerate() {
            text.push_str(if index == 0 { label } else { &indent });
            text.push_str(&line);
            text.push('\n');
        }
    };
    paragraph("", rule.summary);
    paragraph("", "");
    paragraph("severity:  ", rule.severity.name());
    if !rule.profiles.is_empty() {
        paragraph("profiles:  ", &rule.profiles_told());
    }
    paragraph("revisions: ", &revisions(rule));
    paragraph("repair:    ", &repair(rule).unwrap_or_else(|| "by hand".to_owned()));
    paragraph("source:    ", rule.source);
    if !rule.aliases.is_empty() {
        paragraph("formerly:  ", &rule.aliases.join(", "));
    }
    paragraph("", "");
    paragraph("Why: ", rule.why);
    paragraph("", "");
    paragraph("Fix: ", rule.remedy);
    for (label, example) in [("Bad", rule.bad), ("Good", rule.good)].into_iter().filter(|(_, it)| !it.is_empty()) {
        let _ = write!(text, "\n{label}:\n");
        for line in pretty(example).lines() {
            let _ = writeln!(text, "{}", format!("  {line}").trim_end());
        }
    }
    text
}

#[derive(Serialize)]
struct Told {
    id: &'static str,
    name: &'static str,
    severity: &'static str,
    profiles: Vec<&'static str>,
    revisions: Vec<&'static str>,
    summary: &'static str,
    why: &'static str,
    remedy: &'static str,
    bad: &'static str,
    good: &'static str,
    source: &'static str,
    aliases: &'static [&'static str],
    fixable: bool,
    safety: Option<&'static str>,
}

/// All rules as a JSON array.
pub fn rules_json() -> String {
    let told: Vec<Told> = rules::all()
        .map(|rule| Told {
            id: rule.id,
            name: rule.name,
            severity: rule.severity.name(),
            profiles: profiles(rule),
            revisions: held(rule).map(Revision::name).collect(),
            summary: rule.summary,
            why: rule.why,
            remedy: rule.remedy,
            bad: rule.bad,
            good: rule.good,
            source: rule.source,
            aliases: rule.aliases,
            fixable: rule.fix.is_some(),
            safety: rule.fix.map(|fix| fix.safety.name()),
        })
        .collect();
    // Strings and flags are always JSON.
    let mut json = safe(&serde_json::to_string_pretty(&told).unwrap_or_default()).into_owned();
    json.push('\n');
    json
}

/// The reference page of all rules: a table of contents by group, and a section for each rule.
pub fn rules_markdown() -> String {
    let mut page = String::from(
        "# Rules\n\n<!-- Generated from the rules themselves: change those, not this page. -->\n\nWhat `retort check` looks \
         for. `retort rules ID` explains one of these on a terminal.\n",
    );
    let mut groups: Vec<(&str, Vec<&'static Rule>)> = Vec::new();
    for rule in rules::all() {
        let prefix = prefix(rule.id);
        match groups.iter_mut().find(|(group, _)| *group == prefix) {
            Some((_, rules)) => rules.push(rule),
            None => groups.push((prefix, vec![rule])),
        }
    }
    for (group, rules) in &groups {
        let _ = write!(
            page,
            "\n**{}**\n\n| id | name | severity | profiles | repair |\n|---|---|---|---|---|\n",
            title(group)
        );
        for rule in rules {
            let (id, name) = (rule.id, rule.name);
            let fix = rule.repaired_by().map(|option| format!("`{option}`")).unwrap_or_default();
            let anchor = format!("{}-{name}", id.to_ascii_lowercase());
            let _ =
                writeln!(page, "| [{id}](#{anchor}) | {name} | {} | {} | {fix} |", rule.severity, rule.profiles_told());
        }
    }
    for (group, rules) in &groups {
        let _ = write!(page, "\n## {}\n", title(group));
        for rule in rules {
            let _ = write!(page, "\n{}", section(rule, 3));
        }
    }
    page
}

/// A rule in Markdown.
pub fn rule_markdown(rule: &Rule) -> String {
    section(rule, 2)
}

/// What repairs a breach, in words.
fn repair(rule: &Rule) -> Option<String> {
    let option = rule.repaired_by()?;
    let does = if option == "--diff" { "shows a repair, which is a person's to make" } else { "repairs it" };
    Some(format!("`{option}` {does}"))
}

/// A rule in Markdown, under a heading of a level.
pub(super) fn section(rule: &Rule, level: usize) -> String {
    let repair = repair(rule).map(|repair| format!(" · {repair}")).unwrap_or_default();
    let source =
        if rule.source.starts_with("https://") { format!("<{}>", rule.source) } else { rule.source.to_owned() };
    let mut text = format!("{} {} {}\n\n{}\n\n", "#".repeat(level), rule.id, rule.name, rule.summary);
    let _ = writeln!(text, "{} · {} · {}{repair}\n", rule.severity, rule.profiles_told(), revisions(rule));
    let _ = writeln!(text, "**Why:** {}\n\n**Fix:** {}\n", rule.why, rule.remedy);
    for (label, example) in [("Bad", rule.bad), ("Good", rule.good)] {
        let is_json = |text: &str| Raw::parse(text).is_some();
        let is_whole = example.lines().all(|line| line.chars().count() <= LONGEST_LINE && is_json(line));
        let language = if is_whole { "json" } else { "text" };
        let example = brief(example);
        let fence = fence(&example);
        let _ = writeln!(text, "{label}:\n\n{fence}{language}\n{}\n{fence}\n", example.trim_end());
    }
    let _ = writeln!(text, "Source: {source}");
    if !rule.aliases.is_empty() {
        let _ = writeln!(text, "\nFormerly: {}", rule.aliases.join(", "));
    }
    text
}

/// How much of a line, and how many lines, a page shows of an example; `retort rules ID` shows all of it.
const LONGEST_LINE: usize = 400;
const MOST_LINES: usize = 12;

/// An example as short as a page wants it.
fn brief(example: &str) -> String {
    let short = |line: &str| {
        let kept: String = line.chars().take(LONGEST_LINE).collect();
        let shown = if Raw::parse(line).is_some_and(|raw| raw.is_clean()) {
            safe(&kept).into_owned()
        } else {
            printable(&kept)
        };
        if kept.len() < line.len() { shown + " …" } else { shown }
    };
    let mut lines: Vec<String> = example.lines().take(MOST_LINES).map(short).collect();
    if example.lines().nth(MOST_LINES).is_some() {
        lines.push("…".to_owned());
    }
    lines.join("\n")
}

/// A fence that does not occur in a text.
fn fence(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    fence
}

/// The letters of an id, which name its group.
fn prefix(id: &str) -> &str {
    id.trim_end_matches(|char: char| char.is_ascii_digit())
}

/// What the rules of a group are about.
fn title(group: &str) -> &str {
    match group {
        "RPC" => "The JSON-RPC envelope",
        "LIF" => "Lifecycle",
        "CAT" | "TOO" => "The tool catalogue",
        "RES" => "Results",
        "ERR" => "Errors",
        "PAG" => "Pagination",
        "TXT" | "TEX" => "Text",
        "SIZ" => "Size",
        "SAF" | "SEC" => "Safety",
        "DRF" => "django-rest-framework-mcp",
        "YOU" | "YRL" => "yourls-mcp",
        "FEA" => "FeathersJS",
        "OMN" => "Omni",
        "ENV" => "The envelope",
        other => other,
    }
}

fn profiles(rule: &Rule) -> Vec<&'static str> {
    rule.profiles.iter().map(|profile| profile.name()).collect()
}

fn held(rule: &Rule) -> impl Iterator<Item = Revision> {
    Revision::ALL.into_iter().filter(|revision| rule.revisions.contains(revision))
}

/// The revisions that a rule holds for, in words.
fn revisions(rule: &Rule) -> String {
    let (start, end) = (rule.revisions.start(), rule.revisions.end());
    if rule.revisions == ALWAYS {
        "all revisions".to_owned()
    } else if start == end {
        format!("{start} only")
    } else if end == ALWAYS.end() {
        format!("{start} and later")
    } else if start == ALWAYS.start() {
        format!("{end} and earlier")
    } else {
        format!("{start} to {end}")
    }
}

/// An example with its messages laid out; what is no JSON stays as it is.
fn pretty(example: &str) -> String {
    let shown = |text: &str| match Raw::parse(text).filter(Raw::is_clean) {
        Some(raw) => safe(&laid_out(&raw, 0)).into_owned(),
        None => text.lines().map(printable).collect::<Vec<_>>().join("\n"),
    };
    if Raw::parse(example).is_some() {
        return shown(example);
    }
    example.lines().map(shown).collect::<Vec<_>>().join("\n")
}

/// JSON in which what fits on a line stands on one.
fn laid_out(raw: &Raw, indent: usize) -> String {
    let object = raw.kind() == Kind::Object;
    let line = on_one_line(raw);
    if !raw.kind().is_container() || indent + columns(&line) <= EXAMPLE_WIDTH {
        return line;
    }
    let inner = " ".repeat(indent + 2);
    let members = raw.members().map(|(key, value)| {
        let key = Raw::string(&key).to_json();
        format!("{inner}{key}: {}", laid_out(&value, indent + 2))
    });
    let items = raw.items().map(|item| format!("{inner}{}", laid_out(&item, indent + 2)));
    let all: Vec<String> = members.chain(items).collect();
    let (open, close) = if object { ('{', '}') } else { ('[', ']') };
    format!("{open}\n{}\n{}{close}", all.join(",\n"), " ".repeat(indent))
}

fn on_one_line(raw: &Raw) -> String {
    match raw.kind() {
        Kind::Object => {
            let member =
                |(key, value): (Cow<'_, str>, Raw)| format!("{}: {}", Raw::string(&key).to_json(), on_one_line(&value));
            format!("{{{}}}", raw.members().map(member).collect::<Vec<_>>().join(", "))
        }
        Kind::Array => format!("[{}]", raw.items().map(|item| on_one_line(&item)).collect::<Vec<_>>().join(", ")),
        _ => raw.to_json(),
    }
}
