//! A table of 100,000 rows in a terminal, beside Python's `rich` (and `nu`, where it is installed) printing the same
//! rows from the same file: the whole of it, and how soon the first screen is there.
//!
//! `RETORT_PEERS=… cargo bench -p retort-render --bench table` prints the tables, with the folder that `./test` installs
//! peers into; `-- --quick` takes 10,000 rows.

#![allow(clippy::panic, clippy::unwrap_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use retort_core::{Interpretation, Message};
use retort_render::{Palette, Terminal, View};

const WIDTH: usize = 140;
const SCREEN: usize = 50;
const ROUNDS: usize = 5;
/// The first screen is there within this time of the payload.
const TARGET: Duration = Duration::from_millis(100);

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let count = if quick { 10_000 } else { 100_000 };
    let folder = std::env::temp_dir().join(format!("retort-table-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("rows.json");
    std::fs::write(&source, rows(count)).unwrap();
    println!(
        "\n{count} rows of 8 columns, {} MB of JSON, {WIDTH} columns of terminal, in colours, to a file\n",
        megabytes(&source)
    );

    let target = folder.join("retort.txt");
    let coloured = coloured();
    let all = median(|| whole(&source, &target, &coloured));
    let drawn = median(|| drawing(&source, &target, &coloured));
    let piped = median(|| drawing(&source, &target, &Terminal::plain()));
    println!("| what | time | beside Retort |");
    println!("|---|---:|---:|");
    println!("| Retort: read the file, draw every row | {all:.1?} | |");
    println!("| Retort: draw every row, the file read before | {drawn:.1?} | |");
    println!("| Retort: draw every row for a pipe, exact widths | {piped:.1?} | |");
    peer_rows(&source, &folder, all, drawn);

    let first = median(|| first_screen(&source, &coloured));
    let reached = if first <= TARGET { "reached" } else { "missed" };
    println!("\nfirst screen ({SCREEN} lines), from the payload: {first:.1?}; the target of {TARGET:?} is {reached}");
    let first = median(|| first_screen(&source, &Terminal::plain()));
    println!("first {SCREEN} lines for a pipe, from the payload: {first:.1?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

fn coloured() -> Terminal {
    let mut terminal = Terminal::plain();
    terminal.width = Some(WIDTH);
    terminal.palette = Some(Palette::Dark);
    terminal.links = true;
    terminal.marks = true;
    terminal
}

/// Rows of an order list.
fn rows(count: usize) -> String {
    let mut json = String::from("[");
    for number in 0..count {
        let (customer, cents, comma) = (number % 977, number * 37 % 100_000, if number > 0 { "," } else { "" });
        write!(
            json,
            r#"{comma}
  {{"id": {number}, "customer": "Customer {customer}", "email": "customer{customer}@example.org", "status": "{}", "amount": {}.{:02}, "express": {}, "createdAt": "2026-11-15T07:43:{:02}Z", "note": "Order {number} was packed before noon and waits for the parcel van"}}"#,
            ["open", "paid", "sent"][number % 3],
            cents / 100,
            cents % 100,
            number.is_multiple_of(2),
            number % 60,
        )
        .unwrap();
    }
    json + "\n]\n"
}

fn message(source: &Path) -> Message {
    let text = std::fs::read_to_string(source).unwrap();
    retort_core::read(text).into_first()
}

fn view(message: &Message) -> View {
    View::of(&Interpretation::of(message), None)
}

/// From the file to the last line.
fn whole(source: &Path, target: &Path, terminal: &Terminal) -> Duration {
    let start = Instant::now();
    let mut out = BufWriter::new(File::create(target).unwrap());
    terminal.write(&view(&message(source)), &mut out).unwrap();
    out.flush().unwrap();
    start.elapsed()
}

/// From the view to the last line.
fn drawing(source: &Path, target: &Path, terminal: &Terminal) -> Duration {
    let view = view(&message(source));
    let start = Instant::now();
    let mut out = BufWriter::new(File::create(target).unwrap());
    terminal.write(&view, &mut out).unwrap();
    out.flush().unwrap();
    start.elapsed()
}

/// From the payload to the last line of the first screen.
fn first_screen(source: &Path, terminal: &Terminal) -> Duration {
    let message = message(source);
    let read = Interpretation::of(&message);
    let payload = read.payload();
    let start = Instant::now();
    let view = View::compose(payload, read.detection(), read.envelope(), None);
    let mut screen = Screen { lines: 0, full: None };
    // The screen is full: whoever looks at it has not seen the rest.
    let _ = terminal.write(&view, &mut screen);
    screen.full.unwrap() - start
}

/// Takes lines until a screen is full.
struct Screen {
    lines: usize,
    full: Option<Instant>,
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines += bytes.split(|byte| *byte == b'\n').count() - 1;
        if self.lines < SCREEN {
            return Ok(bytes.len());
        }
        self.full.get_or_insert_with(Instant::now);
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn peer_rows(source: &Path, folder: &Path, whole: Duration, drawing: Duration) {
    let python = std::env::var_os("RETORT_PEERS").map(|peers| PathBuf::from(peers).join("python/bin/python"));
    let target = folder.join("peer.txt");
    match python.filter(|python| python.exists()) {
        Some(python) => {
            let out = File::create(&target).unwrap();
            let output = Command::new(python)
                .args(["-c", RICH])
                .arg(source)
                .arg(WIDTH.to_string())
                .stdout(out)
                .stderr(Stdio::piped())
                .output()
                .unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{told}");
            let times: Vec<Duration> = told.split_whitespace().map(seconds).collect();
            let [read, drew] = times.as_slice() else { panic!("not two times: {told}") };
            let both = *read + *drew;
            println!("| rich: read the file, print every row | {both:.1?} | {:.0}× |", ratio(both, whole));
            println!("| rich: print every row, the file read before | {drew:.1?} | {:.0}× |", ratio(*drew, drawing));
        }
        None => println!("| rich | not installed: set RETORT_PEERS | |"),
    }
    let nu = format!("open {} | table --width {WIDTH} --abbreviated 1000000 | print", source.display());
    let start = Instant::now();
    let told = Command::new("nu").args(["-n", "-c", &nu]).stdout(File::create(&target).unwrap()).status();
    match told {
        Ok(status) if status.success() => {
            let time = start.elapsed();
            println!("| nu: start, read the file, print every row | {time:.1?} | {:.0}× |", ratio(time, whole));
        }
        _ => println!("| nu | not on the path | |"),
    }
}

/// Prints a file of rows as a table, and how long reading and printing took.
const RICH: &str = r#"
import json, sys, time
from rich.console import Console
from rich.table import Table
start = time.perf_counter()
with open(sys.argv[1], encoding="utf-8") as file:
    rows = json.load(file)
read = time.perf_counter()
table = Table(box=None)
names = list(rows[0])
for name in names:
    is_number = isinstance(rows[0][name], (int, float)) and not isinstance(rows[0][name], bool)
    table.add_column(name, justify="right" if is_number else "left", no_wrap=True, overflow="ellipsis", style="cyan" if is_number else None)
for row in rows:
    table.add_row(*[str(row[name]) for name in names])
Console(file=sys.stdout, width=int(sys.argv[2]), force_terminal=True, color_system="256").print(table)
sys.stdout.flush()
print(read - start, time.perf_counter() - read, file=sys.stderr)
"#;

fn seconds(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().unwrap())
}

fn median(mut time: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| time()).collect();
    times.sort();
    times[times.len() / 2]
}

fn ratio(time: Duration, base: Duration) -> f64 {
    time.as_secs_f64() / base.as_secs_f64()
}

fn megabytes(path: &Path) -> u64 {
    std::fs::metadata(path).unwrap().len() / 1_000_000
}
