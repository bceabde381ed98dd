//! How much memory a step takes at its peak: a process of its own does it, because memory that others have freed would hide
//! what it takes. The system counts, so nothing stands between the program and its allocator.

use std::fs;
use std::process::{Command, Stdio};

use crate::kinds::KINDS;
use crate::{STEPS, Step};

/// The input, in bytes: large enough that what any run takes is little beside it.
const SIZE: usize = 1 << 19;
/// What is read and drawn before anything is counted, so that tables and syntaxes are loaded.
const WARM: usize = 1 << 11;

/// The first argument of the process that does one step.
const CHILD: &str = "--measure";

/// Does the step that the arguments name and prints the bytes that it took, where the arguments ask for one.
pub(crate) fn as_child() -> bool {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, kind, step] = arguments.as_slice() else { return false };
    let kind = KINDS.iter().find(|(name, _)| name == kind);
    let step = STEPS.iter().find(|(name, _)| name == step);
    let (true, Some((_, make)), Some((_, work))) = (first == CHILD, kind, step) else { return false };
    work(&make(WARM));
    let sent = make(SIZE);
    // The peak so far is forgotten.
    let before = fs::write("/proc/self/clear_refs", "5").ok().and_then(|()| peak());
    work(&sent);
    if let (Some(before), Some(after)) = (before, peak()) {
        println!("{} {}", after.saturating_sub(before), sent.len());
    }
    true
}

/// The most memory that this process has had, in bytes.
fn peak() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}

/// How many bytes of memory a step takes for each byte of an input; `None` where the system does not count.
pub(crate) fn for_each_byte(kind: &str, step: &Step) -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args([CHILD, kind, step.0]).stderr(Stdio::inherit()).output().ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    let (taken, sent) = printed.trim().split_once(' ')?;
    Some(taken.parse::<f64>().ok()? / sent.parse::<f64>().ok()?)
}
