//! The proof: whatever a server answers, over whichever transport, its payload reaches the user, or a clear error
//! does within the deadline. Nothing is lost, and nothing hangs.

use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use retort_servers::oddities::{Case, Expect, Transport, cases};

use crate::servers::Served;
use crate::{root, stderr, stdout};

/// What calls may take beyond their deadline to start and to end.
const GRACE: Duration = trials::PATIENCE;

/// The deadline that a call gets: short, but long enough for megabytes on a busy machine.
fn deadline(case: &Case) -> Duration {
    let is_large = ["-mb", "flood", "nesting", "drip"].iter().any(|part| case.name.contains(part));
    Duration::from_secs(if is_large { 120 } else { 15 })
}

/// One transport at a time, so that the machine is not busier than it must be.
static ONE: Mutex<()> = Mutex::new(());

/// Calls a case, with more options. It must end by itself.
fn call(server: &str, case: &Case, more: &[&str]) -> (Output, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_retort"))
        .args(["call", server, case.name, "--timeout", &deadline(case).as_secs().to_string(), "--unchecked"])
        .args(more)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let id = child.id();
    let (out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reading = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut { out }, &mut bytes).map(|_| bytes)
    });
    let reading_errors = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut err, &mut bytes).map(|_| bytes)
    });
    let mut hung = false;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > deadline(case) + GRACE {
            hung = true;
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
            break child.wait().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let (stdout, stderr) = (reading.join().unwrap().unwrap(), reading_errors.join().unwrap().unwrap());
    (Output { status, stdout, stderr }, hung)
}

/// What is wrong with how a call ended.
fn judge(case: &Case, output: &Output, hung: bool) -> Option<String> {
    if hung {
        return Some("it hung".to_owned());
    }
    let (shown, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let is_error = output.status.code() == Some(2) && said.starts_with("retort: ");
    let good = match &case.expect {
        Expect::Payload(payload) => shown.contains(payload.as_str()),
        Expect::Error(None) => is_error,
        Expect::Error(Some(text)) => is_error && said.contains(text.as_str()),
        Expect::Either { payload, error } => {
            shown.contains(payload.as_str()) || is_error && said.contains(error.as_str())
        }
        _ => false,
    };
    let cut = |text: &str| text.chars().take(300).collect::<String>();
    (!good).then(|| {
        let code = output.status.code();
        format!(
            "expected {:?}\n    exit {code:?}\n    stdout {:?}\n    stderr {:?}",
            case.expect,
            cut(&shown),
            cut(&said)
        )
    })
}

/// Calls every case that a transport can carry, several at once, and tells all that went wrong.
fn all_over(transport: Transport, server: impl Fn(&Case) -> String + Sync) {
    let _turn = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let chosen: Vec<&Case> = cases().iter().filter(|case| case.transports.contains(transport)).collect();
    let next = Mutex::new(chosen.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                loop {
                    let Some(case) = next.lock().unwrap().next() else { return };
                    let server = server(case);
                    let (mut output, mut hung) = call(&server, case, &[]);
                    // What is binary is told by its size, and is there for a program.
                    if String::from_utf8_lossy(&output.stdout).contains(" · ") {
                        (output, hung) = call(&server, case, &["-c"]);
                    }
                    if let Some(why) = judge(case, &output, hung) {
                        wrong.lock().unwrap().push(format!("{}: {why}", case.name));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(
        wrong.is_empty(),
        "{} of {} cases over {}:\n  {}",
        wrong.len(),
        chosen.len(),
        transport.name(),
        wrong.join("\n  ")
    );
    assert!(chosen.len() >= 70, "{} cases over {}", chosen.len(), transport.name());
}

#[test]
fn nothing_is_lost_over_stdio() {
    all_over(Transport::Stdio, |_| "oddities".to_owned());
}

#[test]
fn nothing_is_lost_over_streamable_http() {
    let served = Served::start("oddities");
    all_over(Transport::Http, |case| at(&served, case.path.unwrap_or("/mcp")));
}

#[test]
fn nothing_is_lost_over_legacy_sse() {
    let served = Served::start("oddities");
    all_over(Transport::Sse, |case| at(&served, case.path.unwrap_or("/sse")));
}

fn at(served: &Served, path: &str) -> String {
    served.url.replace("/mcp", path)
}

#[test]
fn the_raw_bytes_are_those_that_were_sent() {
    for case in cases().iter().filter(|case| ["id-string", "bom-utf8"].contains(&case.name)) {
        let output = crate::retort(&["call", "oddities", case.name, "--raw", "--unchecked"], b"");
        assert!(!output.stdout.is_empty(), "{}: {}", case.name, stderr(&output));
        assert!(stdout(&output).contains("jsonrpc"), "{}", case.name);
    }
}
