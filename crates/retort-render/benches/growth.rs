//! How the time for a response grows with its size: each kind of input is read and drawn at one, two, four and eight times a
//! size, and what each doubling costs is printed. Where time is linear, every factor is about two; a four is a square.
//! Beside it stands how many bytes of memory a step takes for each byte of the input.
//!
//! `cargo bench -p retort-render --bench growth` runs all of it; words behind `--` choose kinds of input or steps, and
//! `--memory` leaves out the time.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "growth/kinds.rs"]
mod kinds;
#[path = "growth/memory.rs"]
mod memory;

use std::hint::black_box;
use std::io;
use std::time::Duration;

use retort_core::{Dialect, Envelope, Interpretation, Messages};
use retort_render::html::{self, RemoteImages};
use retort_render::{Palette, Terminal, View, csv, markdown};

/// The smallest input, in bytes.
const SMALLEST: usize = 1 << 15;
/// How often the size is doubled.
const DOUBLINGS: usize = 3;
/// A factor that nothing linear has, however the caches of a machine are.
const SUSPICIOUS: f64 = 3.2;
/// What takes less than this tells nothing.
const SHORTEST: Duration = Duration::from_millis(4);
/// The most bytes of memory for each byte of an input.
const MOST_MEMORY: f64 = 4.0;

pub(crate) type Step = (&'static str, fn(&[u8]));

fn views(sent: &[u8], mut draw: impl FnMut(&View)) {
    let mut messages = Messages::of(sent);
    let only = messages.take_only();
    let others = only.is_none().then(|| messages.responses());
    for message in only.into_iter().chain(others.into_iter().flatten()) {
        let view = View::of(&Interpretation::of(&message), None);
        drop(message);
        draw(&view);
    }
}

fn on(terminal: &Terminal, sent: &[u8]) {
    views(sent, |view| terminal.write(view, &mut io::sink()).unwrap());
}

pub(crate) const STEPS: [Step; 8] = [
    ("read", |sent| drop(black_box(retort_core::read(sent)))),
    ("parse", |sent| {
        for message in Messages::of(sent).responses() {
            black_box(Envelope::from_message(&message, None).to_json());
        }
    }),
    ("convert", |sent| {
        for message in Messages::of(sent).responses() {
            black_box(Dialect::Drf.write(&Envelope::from_message(&message, None)));
        }
    }),
    ("pipe", |sent| on(&Terminal::plain(), sent)),
    ("screen", |sent| {
        let mut terminal = Terminal::plain();
        (terminal.width, terminal.palette, terminal.links) = (Some(80), Some(Palette::Dark), true);
        on(&terminal, sent);
    }),
    ("page", |sent| {
        views(sent, |view| {
            html::write_page(std::slice::from_ref(view), "", RemoteImages::OnClick, &mut io::sink()).unwrap();
        });
    }),
    ("markdown", |sent| views(sent, |view| markdown(view, &mut io::sink()).unwrap())),
    // What has no rows is refused, which takes time as well.
    ("csv", |sent| views(sent, |view| drop(csv(view, &mut io::sink())))),
];

/// How much processor time something takes.
fn timed(work: impl FnOnce()) -> Duration {
    let before = used();
    work();
    used().saturating_sub(before)
}

#[cfg(unix)]
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

#[cfg(not(unix))]
fn used() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// How a step's time grows: what the last took in milliseconds, what each doubling costs, and whether that is too much.
fn growth(sizes: &[Vec<u8>], work: fn(&[u8])) -> (f64, String, bool) {
    // The better of two, since a machine has other things to do.
    let best = |sent: &Vec<u8>| timed(|| work(sent)).min(timed(|| work(sent)));
    let times: Vec<Duration> = sizes.iter().map(best).collect();
    let factor = |pair: &[Duration]| match pair {
        [one, two] => two.as_secs_f64() / one.as_secs_f64().max(1e-9),
        _ => 0.0,
    };
    let factors: Vec<f64> = times.windows(2).map(factor).collect();
    let last = times.last().copied().unwrap_or_default();
    let grows = last > SHORTEST && factors.iter().rev().take(2).all(|factor| *factor > SUSPICIOUS);
    let shown: Vec<String> = factors.iter().map(|factor| format!("{factor:.1}x")).collect();
    (last.as_secs_f64() * 1e3, shown.join(" "), grows)
}

fn main() {
    if memory::as_child() {
        return;
    }
    let is_timed = !std::env::args().any(|word| word == "--memory");
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str, all: &[&str]| {
        let mut wanted = words.iter().filter(|word| all.contains(&word.as_str())).peekable();
        wanted.peek().is_none() || wanted.any(|word| word == name)
    };
    let kind_names: Vec<&str> = kinds::KINDS.iter().map(|(name, _)| *name).collect();
    let step_names: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();
    println!("{:18} {:9} {:>9}  {:>9}  each doubling", "input", "step", "memory, x", "last, ms");
    let (mut steep, mut large) = (0, 0);
    for (kind, make) in kinds::KINDS.iter().filter(|(name, _)| is_wanted(name, &kind_names)) {
        let sizes: Vec<Vec<u8>> = (0..=DOUBLINGS).filter(|_| is_timed).map(|times| make(SMALLEST << times)).collect();
        for step in STEPS.iter().filter(|(name, _)| is_wanted(name, &step_names)) {
            let (last, factors, grows) = growth(&sizes, step.1);
            let taken = memory::for_each_byte(kind, step);
            let is_large = taken.is_some_and(|taken| taken > MOST_MEMORY);
            steep += u32::from(grows);
            large += u32::from(is_large);
            let taken = taken.map_or_else(|| "?".to_owned(), |taken| format!("{taken:.1}"));
            let marks = [(grows, "  <- more than linear"), (is_large, "  <- too much memory")];
            let marks: String = marks.iter().filter(|(is_due, _)| *is_due).map(|(_, mark)| *mark).collect();
            println!("{kind:18} {:9} {taken:>9}  {last:9.2}  {factors}{marks}", step.0);
        }
    }
    println!(
        "{} kinds of input: {steep} curves more than linear, {large} with more than {MOST_MEMORY} bytes of memory for each byte",
        kind_names.len()
    );
}
