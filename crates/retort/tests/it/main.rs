//! The command line, run as a person or a script would run it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod architecture;
mod asked;
mod bounded;
mod calls;
mod checking;
mod checks;
mod commands;
mod conformance;
mod documents;
mod ending;
mod examples;
mod feathers;
mod first_contact;
mod flooding;
mod greeting;
mod hostile;
mod knowledge;
mod lines;
mod mistakes;
mod oddities;
mod pages;
mod peers;
mod real_servers;
mod rows;
mod saving;
mod servers;
mod serving;
mod show;
mod tasks;
mod trust;
mod ways;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `retort` in the root of the repository, feeding it `input`.
fn retort(arguments: &[&str], input: &[u8]) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_retort")).args(arguments).current_dir(root()), input)
}

/// A terminal of 100 columns and 24 lines for a command: what is typed comes as soon as it is read, and what is shown
/// goes to standard output.
const TERMINAL: &str = r#"
import fcntl, os, pty, select, struct, subprocess, sys, termios
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
attach = lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)
child = subprocess.Popen(sys.argv[2:], stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=attach)
os.close(slave)
os.write(master, sys.argv[1].encode())
while True:
    try:
        shown = os.read(master, 65536)
    except OSError:
        break
    if not shown:
        break
    sys.stdout.buffer.write(shown)
sys.exit(child.wait())
"#;

/// Runs `retort` as somebody at a terminal does, who types `typed`; what they see is the standard output.
fn at_terminal(arguments: &[&str], typed: &str, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new("python3");
    command.args(["-c", TERMINAL, typed, env!("CARGO_BIN_EXE_retort")]).args(arguments).current_dir(root());
    for name in
        ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PAGER", "LESS", "COLORFGBG", "RETORT_THEME", "FORCE_HYPERLINK"]
    {
        command.env_remove(name);
    }
    run(command.env("TERM", "xterm-256color").envs(environment.iter().copied()), b"")
}

/// Runs a command to its end, feeding it `input`.
fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeding = std::thread::spawn(move || {
        // A command that has seen enough closes its input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    output
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}
