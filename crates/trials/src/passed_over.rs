//! What a run of `cargo test` passed over. The test programs of a run have one parent, so each writes to the file of its
//! parent, and the last of them tells what is in it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

/// Passes over a test, since something that it needs is missing.
///
/// # Panics
///
/// Under `./test`, which sets `RETORT_STRICT`: it installs everything, so what is missing there is a failure.
#[track_caller]
pub fn pass_over(missing: &str) {
    let strict = std::env::var_os("RETORT_STRICT").is_some_and(|value| value != "0");
    assert!(!strict, "{missing} is missing; ./test installs it, and no test is passed over there");
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // Where nothing can be written, the line on standard error is all there is.
    let _ = writeln!(std::io::stderr(), "passed over: {test}, since {missing} is missing");
    if let Some(path) = list()
        && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path)
    {
        let _ = file.write_all(format!("{test}, since {missing} is missing\n").as_bytes());
    }
}

/// What this run has passed over so far, in order, and forgets it.
pub fn take() -> Vec<String> {
    let Some(path) = list() else { return Vec::new() };
    let text = fs::read_to_string(&path).unwrap_or_default();
    // Runs that were broken off leave theirs behind.
    for file in path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten() {
        let _ = fs::remove_file(file.path());
    }
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    lines.sort();
    lines
}

/// The file of this run, below the folder that the test program was built in.
fn list() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.ancestors().nth(3)?.join("tmp/passed-over");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join(parent().to_string()))
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}
