//! `retort trust`: what the configuration files of a project would do, and whether they may.

use std::io::Write;
use std::path::{Path, PathBuf};

use retort_client::naming::{Directory, Review, Standing, Trust};
use retort_client::printable;

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
    let mut verdict = Verdict::Good;
    for file in files(options.what.as_deref())? {
        if let Verdict::Bad = look_at(&file, options.yes, &mut trust)? {
            verdict = Verdict::Bad;
        }
    }
    Ok(verdict)
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
        let what = format!("{}: no project has a configuration file there", named.display());
        return Err(Failure::Unsupported { what });
    }
    Ok(found)
}

/// Shows what a file would do, and asks whether it may.
fn look_at(file: &Path, is_agreed: bool, trust: &mut Trust) -> Result<Verdict, Failure> {
    let review = Review::of(file)?;
    let mut out = stdout();
    out.write_all(shown(&review, trust).as_bytes())?;
    out.flush()?;
    drop(out);
    if review.standing(trust) == Standing::Trusted {
        tell(format_args!("{} is trusted already", review.file.display()));
        return Ok(Verdict::Good);
    }
    if is_agreed {
        trust.allow(&review)?;
        tell(format_args!("{} is trusted until it changes", review.file.display()));
        return Ok(Verdict::Good);
    }
    if !is_anybody_there() {
        return Err(Failure::NobodyAgrees(review.file));
    }
    let is_trusted = confirm(&review, trust)?;
    if !is_trusted {
        tell(format_args!("{} is not trusted", review.file.display()));
    }
    Ok(if is_trusted { Verdict::Good } else { Verdict::Bad })
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
        writeln!(out, "{}{state}", printable(&file.display().to_string()))?;
    }
    out.flush()?;
    Ok(Verdict::Good)
}

/// Takes trust back: from a file, or from all that are in a folder or below it.
fn revoke(what: &Path, trust: &mut Trust) -> Result<Verdict, Failure> {
    let whole = std::path::absolute(what).unwrap_or_else(|_| what.to_owned());
    let folder = whole.canonicalize().ok().filter(|folder| folder.is_dir());
    let files: Vec<PathBuf> = match folder {
        Some(folder) => {
            trust.list().iter().map(|trusted| trusted.file.clone()).filter(|file| file.starts_with(&folder)).collect()
        }
        None => vec![whole],
    };
    let mut verdict = Verdict::Bad;
    for file in files {
        if trust.revoke(&file)? > 0 {
            tell(format_args!("{} is not trusted any more", file.display()));
            verdict = Verdict::Good;
        }
    }
    if let Verdict::Bad = verdict {
        tell(format_args!("{} was not trusted; retort trust --list shows what is", what.display()));
    }
    Ok(verdict)
}
