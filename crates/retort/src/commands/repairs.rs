//! `retort check --fix` and `--diff`: responses as they should have been sent, or what of them would change.

use std::borrow::Cow;
use std::io::Write;

use retort_check::{Checked, Checker, Context, Exchange, Repaired, Safety};
use retort_core::{counted, read};

use super::diff::{self, Change};
use crate::Verdict;
use crate::failure::Failure;
use crate::output::{stdout, tell};

/// Prints every response, repaired as far as that can be done.
pub(super) fn print(checker: &Checker, sources: &[Checked], guesses: bool) -> Result<Verdict, Failure> {
    let mender = checker.repairer(if guesses { Safety::Unsafe } else { Safety::Safe });
    let mut out = stdout();
    let (mut left, mut open) = (0, 0);
    for (source, exchange) in answers(sources) {
        let context = Context::of(&exchange);
        let repaired = mender.repair_message(exchange.message, &context);
        writeln!(out, "{}", repaired.text)?;
        tell_unfinished(source, &repaired);
        let (_, findings) = checker.check(read(repaired.text.as_ref()));
        for finding in findings.iter().filter(|finding| finding.at.is_some()) {
            left += 1;
            open += usize::from(finding.rule.fix.is_some_and(|fix| fix.safety == Safety::Unsafe));
        }
    }
    out.flush()?;
    if left == 0 {
        return Ok(Verdict::Good);
    }
    if open > 0 && !guesses {
        tell(format_args!("{} left; --unsafe-fixes repairs {open} of them with a guess", counted(left, "finding")));
    } else {
        let findings = counted(left, "finding");
        tell(format_args!("{findings} cannot be repaired without knowing more; check without --fix tells what"));
    }
    Ok(Verdict::Bad)
}

/// Shows what would be repaired.
pub(super) fn show(checker: &Checker, sources: &[Checked], guesses: bool) -> Result<Verdict, Failure> {
    // What is never made is shown together with what is a guess.
    let mender = checker.repairer(if guesses { Safety::DisplayOnly } else { Safety::Safe });
    let mut out = stdout();
    let mut count = 0;
    for source in sources {
        let mut parts: Vec<(&str, Repaired<'_>)> = Vec::new();
        for exchange in source.session.exchanges() {
            let repaired = mender.repair_message(exchange.message, &Context::of(&exchange));
            tell_unfinished(source, &repaired);
            if matches!(repaired.text, Cow::Owned(_)) {
                count += repaired.applied.len();
                parts.push((exchange.message.sent.as_str(), repaired));
            }
        }
        let file = source.text();
        let changes = file.as_deref().and_then(|file| changes_in(file, &parts));
        if let (Some(file), Some(changes)) = (&file, changes) {
            diff::write(&mut out, &source.name, file, &changes)?;
            continue;
        }
        for (sent, repaired) in &parts {
            let (before, after) = (line(sent), line(&repaired.text));
            diff::write(&mut out, &source.name, &before, &[(0..before.len(), after.as_ref())])?;
        }
    }
    out.flush()?;
    tell(format_args!("{} would be repaired", counted(count, "place")));
    Ok(if count > 0 { Verdict::Bad } else { Verdict::Good })
}

/// What changes in a file; `None` where one of the messages is not found in it.
fn changes_in<'a>(file: &str, parts: &'a [(&'a str, Repaired<'a>)]) -> Option<Vec<Change<'a>>> {
    let mut from = 0;
    let find = |(sent, repaired): &'a (&'a str, Repaired<'a>)| {
        let at = from + file.get(from..)?.find(sent)?;
        from = at + sent.len();
        Some((at..from, repaired.text.as_ref()))
    };
    parts.iter().map(find).collect()
}

/// A message as a line.
fn line(text: &str) -> Cow<'_, str> {
    if text.ends_with('\n') { Cow::Borrowed(text) } else { Cow::Owned(format!("{text}\n")) }
}

fn answers(sources: &[Checked]) -> impl Iterator<Item = (&Checked, Exchange<'_>)> {
    sources.iter().flat_map(|source| source.session.exchanges().map(move |exchange| (source, exchange)))
}

fn tell_unfinished(source: &Checked, repaired: &Repaired<'_>) {
    if !repaired.converged {
        let last: Vec<&str> = repaired.applied.iter().rev().take(3).map(|applied| applied.rule.name).collect();
        tell(format_args!("{}: repairing has no end; the last were {}", source.name, last.join(", ")));
    }
}
