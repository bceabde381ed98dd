//! `retort check`: what is wrong with a server's answers, or with those in a file.

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use retort_check::live::{Plan, observe};
use retort_check::{
    Baseline, Checked, Checker, Finding, Format, Look, Profile, ProfileError, ProfileFile, Report, Rule, Severity,
    Sifted, rule, rules,
};
use retort_client::naming::{Server, words};
use retort_core::counted;

use super::repairs;
use crate::Verdict;
use crate::args::{Asked, CheckOptions, Named};
use crate::failure::Failure;
use crate::input::{Source, read_kept};
use crate::live::{Person, block_on, find, interrupted, options_of, reach};
use crate::output::{columns, stdout, tell};

pub(crate) fn run(options: &CheckOptions) -> Result<Verdict, Failure> {
    let (profiles, files) = profiles(&options.profiles)?;
    let checker = checker(options, &profiles, &files)?;
    // A server is not called for nothing where its baseline is missing.
    let wanted = options.baseline.as_deref().filter(|_| !options.update_baseline);
    let baseline = wanted.map(|path| read_baseline(path, options.reach.max_size)).transpose()?;
    let mut sources = match server(options)? {
        Some(server) => check_server(&server, &checker, options)?,
        None if !options.calls.is_empty() || options.call_file.is_some() => {
            let what = "--call and --calls need a server: a file holds answers that were given already".to_owned();
            return Err(Failure::Unsupported { what });
        }
        None => options.what.iter().map(|file| check_file(file, &checker, options)).collect::<Result<_, _>>()?,
    };
    if options.fix || options.unsafe_fixes || options.diff {
        let checker = if is_pedantic(options) { checker } else { checker.without_advice() };
        return if options.diff {
            repairs::show(&checker, &sources, options.unsafe_fixes)
        } else {
            repairs::print(&checker, &sources, options)
        };
    }
    note_idle_rules(&checker, &files, &mut sources);
    let mut report = Report::new(checker.rules().iter().copied()).failing_on(options.fail_on);
    for source in sources {
        report.add(source);
    }
    if !is_pedantic(options) {
        report = report.without_hints();
    }
    if let Some(path) = options.baseline.as_ref().filter(|_| options.update_baseline) {
        let mut file = Vec::new();
        Baseline::of(&report).write(&mut file)?;
        let unsaved = |reason| Failure::Unsaved { path: path.display().to_string(), reason };
        std::fs::write(path, file).map_err(unsaved)?;
        let findings = counted(report.findings().count(), "finding");
        tell(format_args!("accepted from now on, in {}: {findings}", path.display()));
        return Ok(Verdict::Good);
    }
    if let Some(baseline) = baseline {
        baseline.apply(&mut report);
    }
    let mut out = stdout();
    let is_terminal = io::stdout().is_terminal();
    let color = is_terminal && std::env::var_os("NO_COLOR").is_none();
    report.write(options.format, &mut out, Look { color, width: columns().unwrap_or(WIDE).min(WIDE) })?;
    out.flush()?;
    if options.format != Format::Text {
        tell(report.summary());
    }
    Ok(if report.has_failed() { Verdict::Bad } else { Verdict::Good })
}

/// Whether hints are told: they were asked for, are to make the check fail, or are of rules that were chosen.
fn is_pedantic(options: &CheckOptions) -> bool {
    options.pedantic || options.fail_on == Severity::Hint || !options.select.is_empty()
}

/// A rule of a profile file that looked at nothing has found nothing wrong, and that is not the same as all being well.
fn note_idle_rules(checker: &Checker, files: &[ProfileFile], sources: &mut [Checked]) {
    let sessions: Vec<_> = sources.iter().map(|source| &source.session).collect();
    let is_checked = |rule: &Rule| checker.rules().iter().any(|checked| checked.id == rule.id);
    let notes: Vec<String> = files.iter().flat_map(|file| file.idle(&sessions, is_checked)).collect();
    if let Some(first) = sources.first_mut() {
        first.notes.extend(notes);
    }
}

fn read_baseline(path: &Path, most: usize) -> Result<Baseline, Failure> {
    let text = Source::File(path.to_owned()).text(most)?;
    let wrong = |error| Failure::Unsupported { what: format!("the baseline {}: {error}", path.display()) };
    Baseline::read(&text).map_err(wrong)
}

/// How wide lines are where nobody sees them.
const WIDE: usize = 100;

/// The rules that were asked for.
fn checker(options: &CheckOptions, profiles: &[Profile], files: &[ProfileFile]) -> Result<Checker, Failure> {
    let checker = Checker::new(profiles).with_files(files).listing_at_most(options.reach.max_size);
    let own = |name: &str| files.iter().flat_map(|file| &file.own).any(|rule| rule.is_named(name));
    for name in options.select.iter().chain(&options.ignore) {
        if rule(name).is_none() && !rules().any(|rule| rule.is_named(name)) && !own(name) {
            return Err(Failure::Unsupported {
                what: format!("{name:?}: there is no such rule; retort rules lists them"),
            });
        }
    }
    let checker = match options.profiles.iter().find_map(|asked| asked.revision) {
        Some(revision) => checker.at_revision(revision),
        None => checker,
    };
    let chosen = |rule: &Rule| options.select.is_empty() || options.select.iter().any(|name| rule.is_named(name));
    let checker = checker.filtered(|rule| chosen(rule) && !options.ignore.iter().any(|name| rule.is_named(name)));
    if checker.rules().is_empty() {
        let what = "these profiles, --select and --ignore: no rule is left to check".to_owned();
        return Err(Failure::Unsupported { what });
    }
    Ok(checker)
}

/// The profiles that are meant: those that the program knows, and those in files.
pub(super) fn profiles(asked: &[Asked]) -> Result<(Vec<Profile>, Vec<ProfileFile>), Failure> {
    let (mut known, mut files) = (Vec::new(), Vec::new());
    for asked in asked {
        match &asked.profile {
            Named::Known(profile) => known.push(*profile),
            Named::File(path) => files.push(read_profile(path)?),
        }
    }
    Ok((known, files))
}

/// How large a profile may be, in bytes.
const LARGEST_PROFILE: usize = 1 << 20;

fn read_profile(path: &Path) -> Result<ProfileFile, Failure> {
    let shown = path.display().to_string();
    let text = read_kept(path, LARGEST_PROFILE, "profile")?;
    let name = path.file_stem().map_or_else(|| shown.clone(), |stem| stem.to_string_lossy().into_owned());
    let wrong = |error: ProfileError| Failure::Unsupported {
        what: format!("the profile {shown}:{}:{}: {}", error.line, error.column, error.what),
    };
    ProfileFile::read(&name, &text).map_err(wrong)
}

/// The server that is meant; `None` where files are. A file that is there counts before a program of its name.
fn server(options: &CheckOptions) -> Result<Option<Server>, Failure> {
    let [only] = options.what.as_slice() else { return Ok(None) };
    if only == "-" || Path::new(only).is_file() && !is_program(Path::new(only)) {
        return Ok(None);
    }
    let found = find(options.reach.config.as_deref(), options.reach.trust, only);
    match found {
        Ok(server) => Ok(Some(server)),
        // A path that is no file is more likely a file that is missing than a server.
        Err(_) if Path::new(only).extension().is_some_and(|end| end == "json" || end == "jsonl") => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a file is one to run rather than to read.
fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("exe"))
    }
}

fn check_file(file: &str, checker: &Checker, options: &CheckOptions) -> Result<Checked, Failure> {
    let source = Source::of(Path::new(file));
    let text = source.bytes(options.reach.max_size)?;
    let sifted = named(Sifted::of_at_most(text.as_slice(), options.reach.max_size), options.tool.as_deref());
    let left_out = sifted.left_out;
    let (session, findings) = checker.check_sifted(sifted);
    let mut found = Checked::new(source.name(), session, findings).in_file(text);
    found.notes.extend(left_out.notes());
    Ok(found)
}

/// What was read, as the answers of a tool where nothing says whose they are.
pub(super) fn named(mut sifted: Sifted, tool: Option<&str>) -> Sifted {
    if let Some(tool) = tool {
        for message in sifted.reading.messages.iter_mut().filter(|message| message.tool.is_none()) {
            message.tool = Some(tool.to_owned());
        }
    }
    sifted
}

fn check_server(server: &Server, checker: &Checker, options: &CheckOptions) -> Result<Vec<Checked>, Failure> {
    let name = options.what.first().cloned().unwrap_or_default();
    let person = Arc::new(Person::new(&options.reach));
    let mut plan = Plan::default();
    plan.all_tools = options.all_tools;
    plan.calls = calls(options)?;
    let observed = block_on(async {
        let open = async |how| match reach(server.clone(), &options.reach, &person, how).await {
            Ok(connection) => Ok(connection),
            Err(Failure::Client(error)) => Err(error),
            Err(other) => Err(retort_client::WireError::Authorization(Arc::new(other)).into()),
        };
        #[expect(clippy::cast_precision_loss, reason = "a bar has no use for more")]
        let show = |step: &retort_check::live::Step| person.show(step.done as f64, Some(step.total as f64), &step.what);
        let observing = observe(open, options_of(&options.reach)?, &plan, show);
        tokio::select! {
            observed = observing => Ok(observed?),
            failure = interrupted() => Err(failure),
        }
    })?;
    person.finish();
    let mut sources: Vec<Checked> = Vec::new();
    let mut told: HashSet<(&str, Option<String>, Option<String>)> = HashSet::new();
    for (index, recording) in observed.recordings.into_iter().enumerate() {
        let sifted = Sifted::of_at_most(recording, options.reach.max_size);
        let left_out = sifted.left_out;
        let (session, mut findings) = checker.check_sifted(sifted);
        // What a server does on every connection is told once.
        let key = |finding: &Finding| {
            // A line on standard output belongs to no tool, whichever message it came before.
            let of_connection = ["RPC", "LIF"].iter().any(|group| finding.rule.id.starts_with(group));
            let subject = finding.subject.clone().filter(|_| !of_connection);
            // Times and numbers make each line of a log another one.
            let words = Some(finding.message.clone()).filter(|_| finding.rule.name != "log-line");
            (finding.rule.id, subject, words)
        };
        findings.retain(|finding| !told.contains(&key(finding)));
        told.extend(findings.iter().map(key));
        let name = if index == 0 { name.clone() } else { format!("{name} (connection {})", index + 1) };
        let mut source = Checked::new(name, session, findings);
        if index == 0 {
            source.notes.clone_from(&observed.notes);
        }
        source.notes.extend(left_out.notes());
        sources.push(source);
    }
    Ok(sources)
}

/// The calls that were asked for. What a word stands for, the schema of the tool tells.
fn calls(options: &CheckOptions) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let mut lines: Vec<String> = options.calls.clone();
    if let Some(path) = &options.call_file {
        let text = Source::of(path).text(options.reach.max_size)?;
        lines.extend(
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(String::from),
        );
    }
    lines.iter().map(|line| call(line)).collect()
}

fn call(line: &str) -> Result<(String, Vec<String>), Failure> {
    let wrong = |what: String| Failure::Unsupported { what: format!("the call {line:?}: {what}") };
    let words = words(line).map_err(wrong)?;
    let (tool, words) = words.split_first().ok_or_else(|| wrong("it names no tool".to_owned()))?;
    Ok((tool.clone(), words.to_vec()))
}
