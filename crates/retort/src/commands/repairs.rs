//! `retort check --fix` and `--diff`: files with their responses as they should have been sent, or what of them would change.

use std::borrow::Cow;
use std::io::Write;

use retort_check::{Applied, Checked, Checker, Context, Finding, Repaired, Safety, Sifted};
use retort_core::{counted, read};

use super::check::named;
use super::diff::{self, Change};
use crate::Verdict;
use crate::args::CheckOptions;
use crate::failure::Failure;
use crate::output::{stdout, tell};

/// Prints every file with its answers repaired as far as that can be done; of a server, its answers.
pub(super) fn print(checker: &Checker, sources: &[Checked], options: &CheckOptions) -> Result<Verdict, Failure> {
    let guesses = options.unsafe_fixes;
    let mender = checker.repairer(if guesses { Safety::Unsafe } else { Safety::Safe });
    let mut out = stdout();
    let (mut left, mut open) = (0, 0);
    let mut count = |findings: &[Finding]| {
        for finding in findings.iter().filter(|finding| finding.at.is_some()) {
            left += u64::from(finding.times.max(1));
            let is_guess = finding.rule.fix.is_some_and(|fix| fix.safety == Safety::Unsafe);
            open += u64::from(finding.times.max(1)) * u64::from(is_guess);
        }
    };
    for source in sources {
        if let Some(file) = source.text() {
            let (repaired, _) = mender.repair_session(file.as_bytes(), &source.session);
            write!(out, "{}", line(&repaired.text))?;
            tell_unfinished(source, &repaired);
            let again = Sifted::of_at_most(repaired.text.as_bytes(), options.reach.max_size);
            count(&checker.check_sifted(named(again, options.tool.as_deref())).1);
            continue;
        }
        for exchange in source.session.exchanges() {
            let repaired = mender.repair_message(exchange.message, &Context::of(&exchange));
            writeln!(out, "{}", repaired.text)?;
            tell_unfinished(source, &repaired);
            count(&checker.check(read(repaired.text.as_ref())).1);
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
    let all = checker.repairer(Safety::DisplayOnly);
    let mender = if guesses { all.clone() } else { checker.repairer(Safety::Safe) };
    let mut out = stdout();
    let mut counts = Counts::default();
    for source in sources {
        if let Some(file) = source.text() {
            let (repaired, edits) = mender.repair_session(file.as_bytes(), &source.session);
            tell_unfinished(source, &repaired);
            counts.add(&repaired.applied);
            let mut changes: Vec<Change<'_>> =
                edits.iter().map(|edit| (edit.range.clone(), edit.text.as_str())).collect();
            if changes.is_empty() && repaired.text != file {
                changes.push((0..file.len(), &repaired.text));
            }
            diff::write(&mut out, &source.name, &file, &changes)?;
            if !guesses {
                counts.add_others(&all.repair_session(file.as_bytes(), &source.session).0.applied);
            }
            continue;
        }
        for exchange in source.session.exchanges() {
            let context = Context::of(&exchange);
            let repaired = mender.repair_message(exchange.message, &context);
            tell_unfinished(source, &repaired);
            counts.add(&repaired.applied);
            if !guesses {
                counts.add_others(&all.repair_message(exchange.message, &context).applied);
            }
            if repaired.is_changed() {
                let (before, after) = (line(exchange.message.sent.as_str()), line(&repaired.text));
                diff::write(&mut out, &source.name, &before, &[(0..before.len(), after.as_ref())])?;
            }
        }
    }
    out.flush()?;
    tell(counts.told(guesses));
    Ok(if counts.made > 0 { Verdict::Bad } else { Verdict::Good })
}

/// How much would be repaired.
#[derive(Default)]
struct Counts {
    /// What is in the diff.
    made: usize,
    /// What is a guess, and what is only shown: in the diff where they were asked for.
    guessed: usize,
    shown: usize,
}

impl Counts {
    fn add(&mut self, applied: &[Applied]) {
        self.made += applied.len();
        self.add_others(applied);
    }

    fn add_others(&mut self, applied: &[Applied]) {
        self.guessed += applied.iter().filter(|applied| applied.safety == Safety::Unsafe).count();
        self.shown += applied.iter().filter(|applied| applied.safety == Safety::DisplayOnly).count();
    }

    fn told(&self, guesses: bool) -> String {
        let made = match self.made {
            0 => "nothing would be repaired".to_owned(),
            count => format!("{} would be repaired", counted(count, "place")),
        };
        let others =
            [(self.guessed, "with a guess"), (self.shown, "only for display, since a person should look first")];
        let others = others.into_iter().filter(|(count, _)| *count > 0);
        if guesses {
            let others: Vec<String> = others.map(|(count, how)| format!("{count} of them {how}")).collect();
            return [vec![made], others].concat().join("; ");
        }
        let more: Vec<String> = others.map(|(count, how)| format!("{count} more {how}")).collect();
        if more.is_empty() { made } else { format!("{made}; --unsafe-fixes shows {}", more.join(", and ")) }
    }
}

/// A message as a line.
fn line(text: &str) -> Cow<'_, str> {
    if text.ends_with('\n') { Cow::Borrowed(text) } else { Cow::Owned(format!("{text}\n")) }
}

fn tell_unfinished(source: &Checked, repaired: &Repaired<'_>) {
    if !repaired.converged {
        let last: Vec<&str> = repaired.applied.iter().rev().take(3).map(|applied| applied.rule.name).collect();
        tell(format_args!("{}: repairing has no end; the last were {}", source.name, last.join(", ")));
    }
}
