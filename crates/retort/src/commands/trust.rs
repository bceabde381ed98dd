//! `retort trust`: what the configuration files of a project would do, and whether they may.

use std::io::Write;
use std::path::{Path, PathBuf};

use retort_client::naming::{Directory, Review, Standing, Trust};
use retort_client::shown_path;

use crate::Verdict;
use crate::args::TrustOptions;
use crate::failure::Failure;
use crate::live::trusting::{confirm, is_anybody_there, shown};
use crate::output::{stdout, tell};

pub(crate) fn run(options: &TrustOptions) -> Result<Verdict, Failure> {
    let mut trust = Trust::open_default();
    if let Some(problem) = trust.problem() {
        return Err(problem.clone().into());
    }
    if options.list {
        return list(&trust);
    }
    if let Some(file) = &options.revoke {
        return revoke(file, &mut trust);
    }
    let files = files(options.what.as_deref())?;
    let (mut verdict, mut unagreed, mut unseen) = (Verdict::Good, false, Vec::new());
    // Whoever looks sees all of them, whatever is wrong with one.
    for file in &files {
        match look_at(file, options.yes, &mut trust) {
            Ok(Look::Trusted) => {}
            Ok(Look::Declined) => verdict = Verdict::Bad,
            Ok(Look::NobodyAgrees) => unagreed = true,
            Err(failure @ Failure::Naming(_)) => unseen.push(failure),
            Err(failure) => return Err(failure),
        }
    }
    match (unseen.len(), unagreed) {
        (0, false) => Ok(verdict),
        (0, true) => Err(Failure::NobodyAgrees(options.what.clone())),
        (count, _) => {
            let only = unseen.pop_if(|_| files.len() == 1);
            unseen.into_iter().for_each(tell);
            Err(only.unwrap_or(Failure::SomeUnseen(count)))
        }
    }
}

/// What became of a file.
enum Look {
    Trusted,
    Declined,
    /// Nobody is here to say yes.
    NobodyAgrees,
}

/// The files that are meant: one that was named, or all that would be read in a folder.
fn files(what: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let named = what.map_or_else(|| here.clone(), |what| here.join(what));
    if !named.is_dir() {
        return Ok(vec![named]);
    }
    let found = Directory::project_files(&named);
    if found.is_empty() {
        let what = format!("no project has a configuration file in {}", shown_path(&named));
        return Err(Failure::Unsupported { what });
    }
    Ok(found)
}

/// Shows what a file would do, and asks whether it may.
fn look_at(file: &Path, is_agreed: bool, trust: &mut Trust) -> Result<Look, Failure> {
    let review = Review::of(file)?;
    let mut out = stdout();
    out.write_all(shown(&review, trust).as_bytes())?;
    out.flush()?;
    drop(out);
    let name = shown_path(&review.file);
    if review.standing(trust) == Standing::Trusted {
        tell(format_args!("{name} is trusted already"));
        return Ok(Look::Trusted);
    }
    if is_agreed {
        trust.allow(&review)?;
        tell(format_args!("{name} is trusted until it changes"));
        return Ok(Look::Trusted);
    }
    if !is_anybody_there() {
        return Ok(Look::NobodyAgrees);
    }
    let is_trusted = confirm(&review, trust)?;
    if !is_trusted {
        tell(format_args!("{name} is not trusted"));
    }
    Ok(if is_trusted { Look::Trusted } else { Look::Declined })
}

fn list(trust: &Trust) -> Result<Verdict, Failure> {
    let mut files: Vec<&Path> = trust.list().iter().map(|trusted| trusted.file.as_path()).collect();
    files.sort_unstable();
    files.dedup();
    if files.is_empty() {
        tell(format_args!("nothing is trusted"));
    }
    let mut out = stdout();
    for file in files {
        let state = match trust.standing_now(file) {
            Some(Standing::Trusted) => "",
            Some(_) => "  (changed since)",
            None => "  (not there)",
        };
        writeln!(out, "{}{state}", shown_path(file))?;
    }
    out.flush()?;
    Ok(Verdict::Good)
}

/// Takes trust back: from a file with the files of variables that it names, or from all that are in a folder or below it.
fn revoke(what: &Path, trust: &mut Trust) -> Result<Verdict, Failure> {
    let whole = std::path::absolute(what).unwrap_or_else(|_| what.to_owned());
    let folder = whole.canonicalize().ok().filter(|folder| folder.is_dir());
    let files: Vec<PathBuf> = if let Some(folder) = folder {
        trust.list().iter().map(|trusted| trusted.file.clone()).filter(|file| file.starts_with(&folder)).collect()
    } else {
        // As it is now: what it named before it was changed may be unknown.
        let review = Review::of(&whole).ok();
        let with_it = review.iter().flat_map(Review::files).map(Path::to_owned);
        let mut files: Vec<PathBuf> = [whole.clone()].into_iter().chain(with_it).collect();
        files.dedup();
        files
    };
    let mut verdict = Verdict::Bad;
    for file in files {
        if trust.revoke(&file)? > 0 {
            tell(format_args!("{} is not trusted any more", shown_path(&file)));
            verdict = Verdict::Good;
        }
    }
    if let Verdict::Bad = verdict {
        tell(format_args!("{} was not trusted; retort trust --list shows what is", shown_path(what)));
    }
    Ok(verdict)
}
