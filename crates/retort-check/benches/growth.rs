//! How the cost of a check grows with what is checked: each case is run at n, 2n, 4n and 8n. What is linear doubles from step to
//! step; what is quadratic grows fourfold. The cases are those in which something is asked for once for each of many things.
//!
//! `cargo bench -p retort-check --bench growth` prints the table; `-- --quick` starts from a tenth of n.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

mod clock;

use std::hint::black_box;
use std::time::Duration;

use clock::Clock;
use retort_check::{Baseline, Checked, Checker, Context, Format, Look, Profile, Repairer, Report, Safety, Sifted};
use retort_core::{Raw, read};

/// A case: its name, how large it is at first, what makes the bytes, and what is done with them.
type Case = (&'static str, usize, fn(usize) -> String, fn(&[u8]));

const CASES: [Case; 22] = [
    ("tools, a report as text", 500, bare_tools, |sent| report(sent, Format::Text)),
    ("tools, a report as JSON", 500, bare_tools, |sent| report(sent, Format::Json)),
    ("tools, a report as SARIF", 500, bare_tools, |sent| report(sent, Format::Sarif)),
    ("tools, a report as JUnit", 500, bare_tools, |sent| report(sent, Format::Junit)),
    ("tools, a report for GitHub", 500, bare_tools, |sent| report(sent, Format::Github)),
    ("tools, a baseline", 500, bare_tools, baseline),
    ("tools and a call of each", 500, called_tools, check),
    ("arguments that are required", 10_000, required, check),
    ("arguments that are documented", 2_000, documented, check),
    ("requests that are given up", 5_000, cancelled, check),
    ("answers to nobody", 5_000, stray, check),
    ("pages of one list", 2_000, pages, check),
    ("notifications", 20_000, notifications, check),
    ("log lines", 20_000, logs, check),
    ("blocks with one text", 1_200, blocks, check),
    ("brackets in one line", 50_000, brackets, check),
    ("rows among prose", 20_000, rows, check),
    ("items that are taken away", 1_200, nulls, repair),
    ("links", 1_200, links, |sent| report(sent, Format::Json)),
    ("blocks without a type", 1_200, untyped, |sent| report(sent, Format::Sarif)),
    ("failures in other words", 2_000, failures, baseline),
    ("events of several lines", 5_000, events, |sent| report(sent, Format::Json)),
];

fn main() {
    let part = if std::env::args().any(|argument| argument == "--quick") { 10 } else { 1 };
    println!("\ngrowth: processor time at n, 2n, 4n and 8n, and by how much each step grows; linear is 2\n");
    println!("| case | n | at n | at 2n | at 4n | at 8n | steps |");
    println!("|---|---:|---:|---:|---:|---:|---|");
    for (name, n, make, run) in CASES {
        let n = n / part;
        let times: Vec<Duration> = [1, 2, 4, 8].map(|factor| time(&make(n * factor), run)).into();
        let steps: Vec<String> = times.windows(2).map(|pair| format!("{:.1}", ratio(pair[1], pair[0]))).collect();
        let times: Vec<String> = times.iter().map(|time| format!("{time:.1?}")).collect();
        println!("| {name} | {n} | {} | {} |", times.join(" | "), steps.join(", "));
    }
}

/// The least of three runs: whatever else the machine does only adds to it.
fn time(sent: &str, run: fn(&[u8])) -> Duration {
    let once = || {
        let start = Clock::now();
        run(black_box(sent.as_bytes()));
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap()
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

fn checked(sent: &[u8]) -> (Checker, Checked) {
    let checker = Checker::new(&Profile::ALL);
    let (session, findings) = checker.check(Sifted::of(sent).reading);
    (checker, Checked::new("answers.jsonl", session, findings).in_file(sent))
}

fn check(sent: &[u8]) {
    black_box(checked(sent));
}

fn report(sent: &[u8], format: Format) {
    let (checker, found) = checked(sent);
    let mut report = Report::new(checker.rules().iter().copied());
    report.add(found);
    report.write(format, &mut std::io::sink(), Look::default()).unwrap();
}

fn baseline(sent: &[u8]) {
    let (checker, found) = checked(sent);
    let mut report = Report::new(checker.rules().iter().copied());
    report.add(found);
    Baseline::of(&report).apply(&mut report);
    black_box(report);
}

fn repair(sent: &[u8]) {
    let repairer = Repairer::new(&[Profile::Mcp], Safety::Unsafe);
    assert!(black_box(repairer.repair(sent, &Context::default())).is_changed());
    black_box(read(sent));
}

fn join(count: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(separator)
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn tools(tools: &str) -> String {
    format!("{LIST}\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"tools\":[{tools}]}}}}")
}

fn call(id: usize, tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

fn text(id: usize, text: &str) -> String {
    let text = Raw::string(text).to_json();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":{text}}}]}}}}"#)
}

fn bare_tools(n: usize) -> String {
    tools(&join(n, ",", |at| format!(r#"{{"name":"tool {at}","inputSchema":{{"properties":{{"a":{{}}}}}}}}"#)))
}

fn called_tools(n: usize) -> String {
    let listed = join(n, ",", |at| format!(r#"{{"name":"tool_{at}","inputSchema":{{"type":"object"}}}}"#));
    let calls = join(n, "\n", |at| format!("{}\n{}", call(at + 2, &format!("tool_{at}"), "{}"), text(at + 2, "done")));
    format!("{}\n{calls}", tools(&listed))
}

fn required(n: usize) -> String {
    let names = join(n, ",", |at| format!("\"a{at}\""));
    let properties = join(n, ",", |at| format!("\"a{at}\":{{\"default\":1}}"));
    let schema = format!(r#"{{"type":"object","required":[{names}],"properties":{{{properties}}}}}"#);
    let arguments = join(n, ",", |at| format!("\"a{at}\":1"));
    let listed = tools(&format!(r#"{{"name":"one","inputSchema":{schema}}}"#));
    let calls = format!("{}\n{}", call(2, "one", &format!("{{{arguments}}}")), text(2, "done"));
    format!("{listed}\n{calls}\n{}\n{}", call(3, "one", "{}"), text(3, "done"))
}

fn documented(n: usize) -> String {
    let description = join(n, "\\n", |at| format!("a{at}: one more"));
    let properties = join(n, ",", |at| format!("\"a{at}\":{{\"type\":\"string\"}}"));
    let schema = format!(r#"{{"type":"object","properties":{{{properties}}}}}"#);
    tools(&format!(r#"{{"name":"one","description":"{description}","inputSchema":{schema}}}"#))
}

fn sent(message: &str) -> String {
    format!(r#"{{"time":"t","direction":"sent","message":{message}}}"#)
}

fn cancelled(n: usize) -> String {
    let told =
        |at: usize| format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{at}}}}}"#);
    join(n, "\n", |at| format!("{}\n{}", sent(&call(at, "one", "{}")), sent(&told(at))))
}

fn stray(n: usize) -> String {
    join(n, "\n", |at| format!("{}\n{}", sent(&call(at, "one", "{}")), r#"{"id":null,"result":{"content":7}}"#))
}

fn pages(n: usize) -> String {
    join(n, "\n", |at| {
        let rows = format!(r#"{{"users":[{{"id":{}}}],"total":9}}"#, at % 7);
        format!("{}\n{}", call(at, "list_users", &format!("{{\"page\":{at}}}")), text(at, &rows))
    })
}

fn notifications(n: usize) -> String {
    join(n, "\n", |at| format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progress":{at}}}}}"#))
        + "\n"
        + &text(1, "done")
}

fn logs(n: usize) -> String {
    join(n, "\n", |at| format!("{at} started")) + "\n" + &text(1, "done")
}

fn blocks(n: usize) -> String {
    let block =
        |at: usize| format!(r#"{{"type":"text","text":"{}"}}"#, format!("{} of many words ", at % 3000).repeat(8));
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{}]}}}}"#, join(n, ",", block))
}

fn brackets(n: usize) -> String {
    text(1, &format!("so {}", " {".repeat(n)))
}

fn rows(n: usize) -> String {
    text(1, &format!("These are the rows\n{},b\n{}", "a".repeat(n), "c,d\n".repeat(n)))
}

fn nulls(n: usize) -> String {
    let items = join(n, ",", |_| "null".to_owned());
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"x"}},{items}]}}}}"#)
}

fn events(n: usize) -> String {
    join(n, "", |at| format!("event: message\ndata: {{\"id\":{at},\ndata: \"result\":{{\"content\":7}}}}\n\n"))
}

fn links(n: usize) -> String {
    let link = |at: usize| format!(r#"{{"type":"resource_link","uri":"{at}","name":"n","mimeType":"x"}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{}]}}}}"#, join(n, ",", link))
}

fn untyped(n: usize) -> String {
    let blocks = join(n, ",", |_| r#"{"text":"x"}"#.to_owned());
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{blocks}]}}}}"#)
}

fn failures(n: usize) -> String {
    // Words that differ in letters alone.
    let word = |at: usize| at.to_string().bytes().map(|digit| char::from(digit + b'k' - b'0')).collect::<String>();
    join(n, "\n", |at| format!("{}\n{}", call(at, "one", "{}"), text(at, &format!("Error: no {}", word(at)))))
}
