//! The protocol's own conformance suite for clients: every scenario that it has, with Retort as the client.

use std::process::Command;
use std::sync::Mutex;

use crate::root;

/// The suite, with the Node that it needs first on the path.
fn suite(peers: &std::path::Path) -> Command {
    let programs = peers.join("node_modules/.bin");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(programs.join("conformance"));
    command.env("PATH", format!("{}:{path}", programs.display())).env("RETORT", env!("CARGO_BIN_EXE_retort"));
    command.env_remove("RETORT_BEARER").current_dir(root());
    command
}

/// Runs a scenario; what the suite said where it did not pass.
fn failure_of(peers: &std::path::Path, scenario: &str) -> Option<String> {
    let client = root().join("tests/peers/conformance_client.py");
    let client = format!("python3 {}", client.display());
    let output = suite(peers).args(["client", "--command", &client, "--scenario", scenario]).output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let passed = output.status.success() && said.contains("OVERALL: PASSED") && said.contains(" 0 failed, 0 warnings");
    (!passed).then(|| format!("{scenario}:\n{said}"))
}

#[test]
fn every_client_scenario_passes() {
    let Some(peers) = trials::peers("`@modelcontextprotocol/conformance` (npm)") else { return };
    let listed = suite(&peers).args(["list", "--client"]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let scenarios: Vec<&str> =
        listed.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split(' ').next()).collect();
    assert!(scenarios.len() >= 26, "{listed}");
    let next = Mutex::new(scenarios.iter());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(scenario) = next.lock().unwrap().next() else { return };
                    // One of them measures time, and this machine may be busy: a second try tells chance from fault.
                    let failure = failure_of(&peers, scenario);
                    let timed = *scenario == "sse-retry";
                    let failure =
                        failure.and_then(|first| if timed { failure_of(&peers, scenario) } else { Some(first) });
                    failures.lock().unwrap().extend(failure);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {} scenarios failed\n{}", failures.len(), scenarios.len(), failures.join("\n"));
}
