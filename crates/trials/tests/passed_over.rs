//! The end of a run: says which tests were passed over, and how to have them run.

use std::io::Write;

fn main() {
    let passed_over = trials::passed_over::take();
    let mut out = std::io::stdout().lock();
    let _ = match passed_over.len() {
        0 => writeln!(out, "\nno test was passed over\n"),
        count => {
            let tests = if count == 1 { "1 test was" } else { &format!("{count} tests were") };
            let lines = passed_over.join("\n  ");
            writeln!(out, "\n{tests} passed over:\n  {lines}\n./test installs what is missing, and runs all\n")
        }
    };
}
