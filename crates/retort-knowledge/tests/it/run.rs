//! Programs run to their end, but not for ever.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_mins(30);

/// Runs a program; what it printed is the error where it fails or does not end.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let told = format!("{command:?}");
    let (mut reader, writer) = std::io::pipe().unwrap();
    // A group of its own, so that what it started can be ended with it.
    command.process_group(0).stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().map_err(|error| format!("{told}: {error}"))?;
    // The pipe ends once nobody can write into it any more: neither the program nor this one.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let printed = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = reader.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let begun = Instant::now();
    let ended = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status.to_string(),
            None if begun.elapsed() > PATIENCE => {
                let group = format!("-{}", child.id());
                Command::new("kill").args(["-KILL", "--", &group]).status().unwrap();
                child.wait().unwrap();
                break "no end in sight".to_owned();
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    if ended == "exit status: 0" {
        return Ok(());
    }
    Err(format!("{told}: {ended}\n{}", printed.join().unwrap()))
}

/// Tries something until it works, or the child that it waits for has ended.
pub(crate) fn until<T>(what: &str, child: &mut Child, mut attempt: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(done) = attempt() {
            return done;
        }
        if let Some(status) = child.try_wait().unwrap() {
            panic!("{what} ended before it was ready: {status}");
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A folder that goes when it is no longer needed.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        Self::inside(&std::env::temp_dir(), name)
    }

    pub(crate) fn inside(parent: &Path, name: &str) -> Self {
        let path = parent.join(format!("retort-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
