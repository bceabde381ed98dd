//! `retort rules`: what is checked, and why.

use std::io::Write;

use retort_check::{Checker, Rule, profile_schema, rule, rule_markdown, rules, rules_json, rules_markdown, rules_text};
use retort_core::{Raw, Style, counted};

use super::check::profiles;
use crate::Verdict;
use crate::args::RulesOptions;
use crate::failure::Failure;
use crate::output::{stdout, tell, write_wrapped};

pub(crate) fn run(options: &RulesOptions) -> Result<Verdict, Failure> {
    let mut out = stdout();
    if options.profile_schema {
        out.write_all(profile_schema().as_bytes())?;
        out.flush()?;
        return Ok(Verdict::Good);
    }
    let (known, files) = profiles(&options.profiles)?;
    let own = || files.iter().flat_map(|file| file.own.iter().copied());
    match (&options.rule, options.format.as_str()) {
        (Some(name), _) => {
            let rule = rule(name).or_else(|| own().find(|rule| rule.is_named(name))).ok_or_else(|| {
                let names = rules().flat_map(|rule| [rule.id, rule.name]);
                let near = retort_client::nearest(name, names);
                let hint = near
                    .first()
                    .map_or_else(|| "retort rules lists them".to_owned(), |near| format!("did you mean {near}?"));
                Failure::Unsupported { what: format!("{name:?}: there is no such rule; {hint}") }
            })?;
            if rule.was_called(name) {
                tell(format_args!("{name} is {} {} now", rule.id, rule.name));
            }
            match options.format.as_str() {
                "json" => {
                    let all = Raw::parse(rules_json());
                    let is_it = |told: &Raw| told.get("id").is_some_and(|id| id.to_plain() == rule.id);
                    if let Some(told) = all.as_ref().and_then(|all| all.items().find(is_it)) {
                        told.write_json(&mut out, Style::Indented)?;
                        out.write_all(b"\n")?;
                    }
                }
                "markdown" => out.write_all(rule_markdown(rule).as_bytes())?,
                _ => out.write_all(rules_text(rule).as_bytes())?,
            }
        }
        (None, "json") => out.write_all(rules_json().as_bytes())?,
        (None, "markdown") => out.write_all(rules_markdown().as_bytes())?,
        (None, _) => {
            let listed: Vec<&Rule> = if options.profiles.is_empty() {
                rules().collect()
            } else {
                Checker::new(&known).with_files(&files).rules().to_vec()
            };
            let mut count = 0;
            for rule in listed {
                let severity = rule.severity_in(&known);
                let told = if rule.profiles.is_empty() { rule.source.to_owned() } else { rule.profiles_told() };
                writeln!(out, "{}  {severity:<7}  {}  ({told})", rule.id, rule.name)?;
                write_wrapped(&mut out, "    ", "    ", rule.summary)?;
                count += 1;
            }
            writeln!(out, "{}; retort rules RULE tells all about one", counted(count, "rule"))?;
        }
    }
    out.flush()?;
    Ok(Verdict::Good)
}
