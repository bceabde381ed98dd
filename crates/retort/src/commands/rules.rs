//! `retort rules`: what is checked, and why.

use std::io::Write;

use retort_check::{Rule, rule, rules, rules_json, rules_markdown, rules_text};

use crate::Verdict;
use crate::args::RulesOptions;
use crate::failure::Failure;
use crate::output::stdout;

pub(crate) fn run(options: &RulesOptions) -> Result<Verdict, Failure> {
    let mut out = stdout();
    match (&options.rule, options.format.as_str()) {
        (Some(name), _) => {
            let rule = rule(name).ok_or_else(|| {
                let names = rules().flat_map(|rule| [rule.id, rule.name]);
                let near = retort_client::nearest(name, names);
                let hint = near
                    .first()
                    .map_or_else(|| "retort rules lists them".to_owned(), |near| format!("did you mean {near}?"));
                Failure::Unsupported { what: format!("{name:?}: there is no such rule; {hint}") }
            })?;
            out.write_all(rules_text(rule).as_bytes())?;
        }
        (None, "json") => out.write_all(rules_json().as_bytes())?,
        (None, "markdown") => out.write_all(rules_markdown().as_bytes())?,
        (None, _) => {
            let wanted = |rule: &&Rule| {
                options.profiles.is_empty() || rule.profiles.iter().any(|profile| options.profiles.contains(profile))
            };
            let mut count = 0;
            for rule in rules().filter(wanted) {
                let profiles: Vec<&str> = rule.profiles.iter().map(|profile| profile.name()).collect();
                writeln!(out, "{}  {:<7}  {}  ({})", rule.id, rule.severity, rule.name, profiles.join(", "))?;
                writeln!(out, "    {}", rule.summary)?;
                count += 1;
            }
            writeln!(out, "{count} rules; retort rules RULE tells all about one")?;
        }
    }
    out.flush()?;
    Ok(Verdict::Good)
}
