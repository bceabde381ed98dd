//! What a client costs beside its server: `retort call`, the MCP Inspector's command line and `fastmcp call`, each
//! calling the same tool of the same server over stdio, in one run.
//!
//! The time that the server needs by itself is measured in the same run, by a driver that says what a client must say
//! and nothing more; what a client takes beyond that is its own. Peak memory and the time on a processor are those of
//! the client's processes without the server's. `cargo bench -p retort --bench start` prints the tables; `-- --runs 20` makes more runs.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Retort's own time and memory, at most, as a share of another client's.
const TIME: f64 = 0.1;
const MEMORY: f64 = 0.25;
/// How long a server may take to end by itself once its input is closed.
const TO_END: Duration = Duration::from_secs(5);
/// How often a process is looked at while it is watched.
const LOOK: Duration = Duration::from_millis(1);
const WATCHED_RUNS: usize = 3;

fn main() {
    let Some(peers) = std::env::var_os("RETORT_PEERS").map(PathBuf::from) else {
        println!("start: needs the servers and clients that ./test installs; name their folder in RETORT_PEERS");
        return;
    };
    let arguments: Vec<String> = std::env::args().collect();
    let runs = arguments.iter().position(|argument| argument == "--runs");
    let runs = runs.map_or(10, |at| arguments[at + 1].parse().expect("a number of runs"));
    let memory = std::env::temp_dir().join(format!("retort-bench-{}.jsonl", std::process::id()));
    let setting = Setting::new(&peers, &memory);
    for (package, tool, arguments, expected) in [
        ("server-memory", "read_graph", json!({}), "entities"),
        ("server-everything", "echo", json!({"message": "hi"}), "Echo: hi"),
    ] {
        let script = peers.join("node_modules/@modelcontextprotocol").join(package).join("dist/index.js");
        let server = [setting.node.clone(), script.into_os_string().into_string().unwrap()];
        compare(&setting, &Work { server, package, tool, arguments, expected }, runs);
    }
    let _ = fs::remove_file(memory);
}

/// Where things are, and what everybody is told.
struct Setting {
    peers: PathBuf,
    node: String,
    path: OsString,
    memory: PathBuf,
}

impl Setting {
    fn new(peers: &Path, memory: &Path) -> Self {
        let bin = peers.join("node_modules/.bin");
        let mut path = bin.clone().into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let node = bin.join("node").into_os_string().into_string().unwrap();
        Self { peers: peers.to_owned(), node, path, memory: memory.to_owned() }
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("PATH", &self.path).env("MEMORY_FILE_PATH", &self.memory).current_dir(std::env::temp_dir());
        command
    }
}

/// A tool to call, and what its answer must say.
struct Work {
    server: [String; 2],
    package: &'static str,
    tool: &'static str,
    arguments: Value,
    expected: &'static str,
}

/// A way to call a tool from the command line.
#[derive(Clone, Copy)]
enum Client {
    Retort,
    Inspector,
    FastMcp,
}

impl Client {
    const ALL: [Self; 3] = [Self::Retort, Self::Inspector, Self::FastMcp];

    fn name(self) -> &'static str {
        match self {
            Self::Retort => "retort call",
            Self::Inspector => "inspector --cli",
            Self::FastMcp => "fastmcp call",
        }
    }

    fn command(self, setting: &Setting, work: &Work) -> Command {
        let members = work.arguments.as_object().unwrap();
        let words = || members.iter().map(|(name, value)| format!("{name}={}", value.as_str().unwrap()));
        let server = work.server.join(" ");
        let mut command = match self {
            Self::Retort => {
                let mut command = setting.command(env!("CARGO_BIN_EXE_retort"));
                command.args(["call", &server, work.tool]).args(words());
                command
            }
            Self::Inspector => {
                let mut command = setting.command(setting.peers.join("node_modules/.bin/inspector"));
                command.arg("--cli").args(&work.server);
                command.args(["--method", "tools/call", "--tool-name", work.tool]);
                for word in words() {
                    command.args(["--tool-arg", &word]);
                }
                command
            }
            Self::FastMcp => {
                let mut command = setting.command(setting.peers.join("python/bin/fastmcp"));
                command.args(["call", "--command", &server, "--target", work.tool]);
                command.args(["--input-json", &work.arguments.to_string()]);
                command
            }
        };
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    /// Runs it to its end.
    fn time(self, setting: &Setting, work: &Work) -> Duration {
        let begun = Instant::now();
        let output = self.command(setting, work).output().unwrap();
        let took = begun.elapsed();
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && shown.contains(work.expected), "{}: {shown}", self.name());
        took
    }

    /// Runs it to its end, watching each of its processes.
    fn watch(self, setting: &Setting, work: &Work) -> Vec<Taken> {
        let mut child = self.command(setting, work).stdout(Stdio::null()).spawn().unwrap();
        let mut seen = BTreeMap::new();
        while child.try_wait().unwrap().is_none() {
            look(child.id(), work, &mut seen);
            std::thread::sleep(LOOK);
        }
        seen.into_values().flatten().collect()
    }
}

/// What a process took: the most memory at any time, and the time of its threads on a processor.
#[derive(Default)]
struct Taken {
    name: String,
    kib: u64,
    threads: BTreeMap<OsString, Duration>,
}

/// Looks at a process and everything that it started. The server counts as `None`, and what it starts is not looked at.
fn look(id: u32, work: &Work, seen: &mut BTreeMap<u32, Option<Taken>>) {
    if matches!(seen.get(&id), Some(None)) {
        return;
    }
    let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    let words = line.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    if words.eq(work.server.iter().map(String::as_bytes)) {
        // Before it became the server it may have been seen as a copy of its parent.
        seen.insert(id, None);
        return;
    }
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    // One that has ended has no memory any more.
    let (Some(name), Some(kib)) = (field("Name:"), field("VmHWM:")) else { return };
    let taken = seen.entry(id).or_default().get_or_insert_default();
    name.clone_into(&mut taken.name);
    taken.kib = kib.trim_end_matches(" kB").parse().unwrap();
    let mut started = Vec::new();
    for thread in fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten() {
        let read = |name: &str| fs::read_to_string(thread.path().join(name)).unwrap_or_default();
        if let Some(Ok(time)) = read("schedstat").split(' ').next().map(str::parse) {
            taken.threads.insert(thread.file_name(), Duration::from_nanos(time));
        }
        started.extend(read("children").split_whitespace().map(|child| child.parse::<u32>().unwrap()));
    }
    for child in started {
        look(child, work, seen);
    }
}

/// Says to the server what a client must say; gives how long all of it took, and how long its end took of that. The
/// end is `None`, and not in the time, where the server does not end by itself.
fn drive(setting: &Setting, work: &Work) -> (Duration, Option<Duration>) {
    let begun = Instant::now();
    let mut server = setting.command(&work.server[0]);
    let server = server.arg(&work.server[1]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = server.spawn().unwrap();
    let mut to = server.stdin.take().unwrap();
    let mut from = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut ask = |id: u32, method: &str, params: Value| {
        writeln!(to, "{}", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).unwrap();
        let answer = |line: String| serde_json::from_str::<Value>(&line).ok().filter(|answer| answer["id"] == id);
        let answer = from.by_ref().map_while(Result::ok).find_map(answer).expect("an answer");
        if method == "initialize" {
            writeln!(to, "{}", json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).unwrap();
        }
        answer
    };
    let greeting = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "start", "version": "1"}
    });
    ask(1, "initialize", greeting);
    ask(2, "tools/list", json!({}));
    let answer = ask(3, "tools/call", json!({"name": work.tool, "arguments": work.arguments}));
    assert!(answer.to_string().contains(work.expected), "{answer}");
    let answered = Instant::now();
    drop(to);
    while answered.elapsed() < TO_END {
        if server.try_wait().unwrap().is_some() {
            return (begun.elapsed(), Some(answered.elapsed()));
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    server.kill().unwrap();
    server.wait().unwrap();
    (answered - begun, None)
}

/// One round: the server by itself and every client, each time another one first, so that nobody always follows the
/// same.
fn round(number: usize, setting: &Setting, work: &Work) -> Round {
    let mut round = Round { alone: Duration::ZERO, end: None, walls: [Duration::ZERO; 3] };
    for turn in 0..=Client::ALL.len() {
        match (number + turn) % (Client::ALL.len() + 1) {
            0 => (round.alone, round.end) = drive(setting, work),
            which => round.walls[which - 1] = Client::ALL[which - 1].time(setting, work),
        }
    }
    round
}

struct Round {
    alone: Duration,
    end: Option<Duration>,
    walls: [Duration; 3],
}

fn compare(setting: &Setting, work: &Work, runs: usize) {
    println!("\n{} `{}` over stdio, medians of {runs} interleaved runs\n", work.package, work.tool);
    // The first run of each reads its files from the disk.
    round(0, setting, work);
    let rounds: Vec<Round> = (0..runs).map(|number| round(number, setting, work)).collect();
    let alone = Spread::of(rounds.iter().map(|round| round.alone.as_secs_f64()));
    let cost = |(index, client): (usize, Client)| Cost {
        client,
        wall: Spread::of(rounds.iter().map(|round| round.walls[index].as_secs_f64())),
        own: Spread::of(rounds.iter().map(|round| round.walls[index].as_secs_f64() - round.alone.as_secs_f64())),
        watched: watch(client, setting, work),
    };
    let costs: Vec<Cost> = Client::ALL.into_iter().enumerate().map(cost).collect();
    println!("| client | wall | its own | on the processor | peak memory | of the processes |");
    println!("|---|---:|---:|---:|---:|---|");
    println!("| none: the server by itself | {alone} | | | | |");
    for Cost { client, wall, own, watched } in &costs {
        let Watched { mib, seconds, processes } = watched;
        println!("| {} | {wall} | {own} | {:.0} ms | {mib:.1} MiB | {processes} |", client.name(), seconds * 1e3);
    }
    println!();
    match rounds.iter().map(|round| Some(round.end?.as_secs_f64())).collect::<Option<Vec<f64>>>() {
        Some(ends) => println!("The server needs {} of its time to end.", Spread::of(ends.into_iter())),
        None => println!("The server does not end when its input is closed; the time that it runs on is nobody's."),
    }
    let (ours, others) = costs.split_first().unwrap();
    for theirs in others {
        let name = theirs.client.name();
        let most = (ours.own.median.max(0.0) + ours.own.noise) / theirs.own.median;
        judge(&format!("own time, of {name}'s"), ours.own.median / theirs.own.median, most, TIME);
        let share = ours.watched.mib / theirs.watched.mib;
        judge(&format!("peak memory, of {name}'s"), share, share, MEMORY);
    }
}

/// What a call costs.
struct Cost {
    client: Client,
    wall: Spread,
    own: Spread,
    watched: Watched,
}

/// Times in seconds: the one in the middle, and by how much half of the others differ from it.
struct Spread {
    median: f64,
    noise: f64,
}

impl Spread {
    fn of(times: impl Iterator<Item = f64>) -> Self {
        let mut times: Vec<f64> = times.collect();
        times.sort_by(f64::total_cmp);
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        Self { median: at(2), noise: (at(3) - at(1)) / 2.0 }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} ± {:.0} ms", self.median * 1e3, self.noise * 1e3)
    }
}

/// Says whether a share is as small as it should be; `most` is what it may be with the noise on top.
fn judge(what: &str, share: f64, most: f64, wanted: f64) {
    let verdict = match (share <= wanted, most <= wanted) {
        (true, true) => "reached",
        (true, false) => "there is too much noise to tell",
        _ => "missed",
    };
    let (share, most, wanted) = (share * 100.0, most * 100.0, wanted * 100.0);
    println!("retort's {what}: {share:.1} %, with the noise at most {most:.1} % (wanted: {wanted:.0} %; {verdict})");
}

/// What a client takes of the machine, without its server.
struct Watched {
    mib: f64,
    seconds: f64,
    processes: String,
}

/// Runs a client some times, watching it; gives the middle one by memory. The peaks of its processes are added up.
fn watch(client: Client, setting: &Setting, work: &Work) -> Watched {
    let watched = |_| {
        let taken = client.watch(setting, work);
        let names: Vec<&str> = taken.iter().map(|taken| taken.name.as_str()).collect();
        #[expect(clippy::cast_precision_loss, reason = "it is shown with one digit")]
        let mib = taken.iter().map(|taken| taken.kib).sum::<u64>() as f64 / 1024.0;
        let seconds = taken.iter().flat_map(|taken| taken.threads.values()).sum::<Duration>().as_secs_f64();
        Watched { mib, seconds, processes: names.join(", ") }
    };
    let mut runs: Vec<Watched> = (0..WATCHED_RUNS).map(watched).collect();
    runs.sort_by(|one, other| one.mib.total_cmp(&other.mib));
    runs.swap_remove(WATCHED_RUNS / 2)
}
