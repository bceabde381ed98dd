//! What a server wrote to standard error: the first lines and the last, since the reason for its end stands in one of
//! them. What is kept has a bound, whatever is written.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use retort_core::printable;

use crate::method::DISCOVER;
use crate::work::look_at;

/// How many bytes are kept of the first lines, of the last, and of one line.
const MOST_FIRST: usize = 32 * 1024;
const MOST_LAST: usize = 64 * 1024;
const MOST_OF_A_LINE: usize = 1000;
/// How many lines an error shows of either end.
const SHOWN: usize = 8;

/// What a server wrote to standard error, without blank lines: both ends of it, where it is long.
#[derive(Clone, Debug, Default)]
pub struct Stderr(Option<Arc<Heard>>);

impl Stderr {
    /// Whether nothing was written that tells anything.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|heard| heard.is_empty())
    }
}

impl Stderr {
    /// The lines that are kept.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|heard| heard.first.iter().chain(&heard.last)).map(String::as_str)
    }
}

/// What is kept of it while it comes in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    first: Vec<String>,
    last: VecDeque<String>,
    /// How many lines stood between the two.
    between: usize,
    bytes_first: usize,
    bytes_last: usize,
    /// The line that has not ended yet.
    open: Vec<u8>,
    is_cut: bool,
    /// The requests that only felt for how it speaks: what it logs of those explains nothing.
    probes: &'static [&'static str],
}

impl Heard {
    /// Takes more of it.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, ends) = match part.split_last() {
                Some((b'\n' | b'\r', line)) => (line, true),
                _ => (part, false),
            };
            look_at(part.len());
            let room = MOST_OF_A_LINE.saturating_sub(self.open.len());
            self.is_cut |= line.len() > room;
            self.open.extend_from_slice(line.get(..room).unwrap_or(line));
            if ends {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        look_at(self.open.len());
        let Some(line) = self.take_open() else { return };
        if self.last.is_empty() && self.bytes_first + line.len() <= MOST_FIRST {
            self.bytes_first += line.len();
            self.first.push(line);
            return;
        }
        self.bytes_last += line.len();
        self.last.push_back(line);
        while self.bytes_last > MOST_LAST {
            self.bytes_last -= self.last.pop_front().map_or(self.bytes_last, |line| line.len());
            self.between += 1;
        }
    }

    /// The line that has not ended, if it says anything.
    fn take_open(&mut self) -> Option<String> {
        let mut line = String::from_utf8_lossy(&std::mem::take(&mut self.open)).trim_end().to_owned();
        if std::mem::take(&mut self.is_cut) {
            line.push('…');
        }
        (!line.trim().is_empty()).then_some(line)
    }

    /// The requests that only feel for how it speaks.
    pub(crate) fn set_probes(&mut self, probes: &'static [&'static str]) {
        self.probes = probes;
    }

    /// What has come so far.
    pub(crate) fn so_far(&self) -> Stderr {
        let mut copy = self.clone();
        copy.end_line();
        Stderr(Some(Arc::new(copy)))
    }

    fn is_empty(&self) -> bool {
        self.telling(self.first.iter()).is_empty() && self.telling(self.last.iter()).is_empty()
    }

    /// Those of some lines that do not only echo our own first words.
    fn telling<'a>(&self, lines: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
        let entries = entries(lines);
        let echoes: Vec<bool> = entries.iter().map(|entry| entry.iter().any(|line| self.is_echo(line))).collect();
        // A line right before an echo that speaks of some request speaks of that one.
        let announces = |entry: &[&str]| matches!(entry, [line] if line.to_ascii_lowercase().contains("request"));
        let followed = echoes.iter().skip(1).copied().chain([false]);
        let told = entries.iter().zip(echoes.iter().zip(followed));
        told.filter(|(entry, (is_echo, before_echo))| !(**is_echo || *before_echo && announces(entry)))
            .flat_map(|(entry, _)| entry.iter().copied())
            .collect()
    }

    /// Whether a line speaks of a request that only felt for how the server speaks.
    fn is_echo(&self, line: &str) -> bool {
        self.probes.iter().any(|probe| match *probe {
            // No server speaks of these names by itself. Some write a slash in JSON as `\/`, others shorten what they show.
            DISCOVER => ["server/discover", "server\\/discover", "io.modelc"].iter().any(|name| line.contains(name)),
            // This is also a plain word: only as the name of a method it is ours.
            method => {
                let named = ['"', '\''].iter().any(|quote| line.contains(&format!("{quote}{method}{quote}")));
                let ends = line.strip_suffix(method).map(str::trim_end).is_some_and(|rest| rest.ends_with(':'));
                named || ends
            }
        })
    }
}

/// Lines that belong together: a line, with those below it that are indented or only close brackets; a traceback with
/// the exception at its end; and a line that ends in a colon with what it announces.
fn entries<'a>(lines: impl Iterator<Item = &'a String>) -> Vec<Vec<&'a str>> {
    let mut entries: Vec<Vec<&str>> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let is_indented = line.starts_with([' ', '\t']);
        let closes = line.chars().all(|sign| matches!(sign, '}' | ']' | ')' | ',' | ';'));
        match entries.last_mut().filter(|_| is_indented || closes || goes_on) {
            Some(entry) => entry.push(line),
            None => entries.push(vec![line]),
        }
        let in_traceback = is_indented && entries.last().and_then(|entry| entry.first()).is_some_and(is_traceback);
        goes_on = in_traceback || line.ends_with(':');
    }
    entries
}

fn is_traceback(line: &&str) -> bool {
    line.contains("Traceback (most recent call last)")
}

/// Both ends, made safe to print.
impl fmt::Display for Stderr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(heard) = &self.0 else { return Ok(()) };
        let mut first = heard.telling(heard.first.iter());
        let mut last = heard.telling(heard.last.iter());
        if heard.between == 0 {
            first.append(&mut last);
            // A line alone is not worth a mark in its place.
            if first.len() > 2 * SHOWN + 1 {
                last = first.split_off(SHOWN);
            }
        }
        let shown_first = if last.is_empty() { first.len() } else { first.len().min(SHOWN) };
        let hidden_last = last.len().saturating_sub(SHOWN);
        let left_out = first.len() - shown_first + heard.between + hidden_last;
        for line in first.iter().take(shown_first) {
            write!(f, "\n  | {}", printable(line))?;
        }
        if left_out > 0 {
            let lines = if left_out == 1 { "line" } else { "lines" };
            write!(f, "\n  | … ({left_out} {lines} left out; -v shows all)")?;
        }
        for line in last.iter().skip(hidden_last) {
            write!(f, "\n  | {}", printable(line))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::INITIALIZE;

    fn shown(text: &str, probes: &'static [&'static str]) -> String {
        let mut whole = Heard::default();
        whole.set_probes(probes);
        whole.push(text.as_bytes());
        let mut drip = Heard::default();
        drip.set_probes(probes);
        text.as_bytes().iter().for_each(|byte| drip.push(&[*byte]));
        let shown = whole.so_far().to_string();
        assert_eq!(shown, drip.so_far().to_string(), "{text}");
        assert_eq!(shown.is_empty(), whole.so_far().is_empty(), "{text}");
        shown
    }

    #[test]
    fn both_ends_are_shown_and_what_is_left_out_is_counted() {
        assert_eq!(shown("one\n\ntwo\r\nthree", &[]), "\n  | one\n  | two\n  | three");
        let lines = |count: usize| (1..=count).map(|at| format!("line {at}")).collect::<Vec<_>>().join("\n");
        assert_eq!(shown(&lines(17), &[]).lines().count(), 18);
        let long = shown(&lines(200), &[]);
        assert!(long.contains("  | line 8\n  | … (184 lines left out; -v shows all)\n  | line 193\n"), "{long}");
        assert!(long.ends_with("\n  | line 200"), "{long}");
        // So many that not all are kept.
        let longer = shown(&lines(100_000), &[]);
        assert!(
            longer.contains("  | line 8\n  | … (99984 lines left out; -v shows all)\n  | line 99993\n"),
            "{longer}"
        );
        assert_eq!(longer.lines().count(), 18);
    }

    #[test]
    fn memory_has_a_bound() {
        let mut stderr = Heard::default();
        for _ in 0..100 {
            stderr.push(&vec![b'x'; 1 << 16]);
        }
        assert!(stderr.open.len() <= MOST_OF_A_LINE);
        stderr.push(b"\n");
        for _ in 0..10_000 {
            stderr.push(format!("{}\n", "y".repeat(2000)).as_bytes());
        }
        let kept: usize = stderr.first.iter().chain(&stderr.last).map(String::len).sum();
        assert!(kept <= MOST_FIRST + MOST_LAST + 2 * MOST_OF_A_LINE, "{kept}");
        assert!(stderr.so_far().to_string().contains(&format!("{}…\n", "x".repeat(MOST_OF_A_LINE))));
    }

    #[test]
    fn our_own_probe_is_no_reason() {
        let discover = &[DISCOVER];
        for echo in [
            "received {\"method\":\"server/discover\",\"id\":1}\n",
            "Method not found: server/discover\n",
            "Error: Method not found: server/discover\n    at Server.handle (index.js:1)\n    at run (index.js:2)\n",
            "WARN unknown message: {\n  \"id\": 1,\n  \"method\": \"server\\/discover\",\n  \"params\": {}\n}\n",
            "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x\nKeyError: 'server/discover'\n",
            "Failed to validate request: 2 validation errors for ClientRequest\nPingRequest.method\n  Input should be 'ping' \
             [input_value='server/discover']\nInitializeRequest.params\n  Field required \
             [input_value={'_meta': {'io.modelconte...}}]\n    For further information visit a page\n",
            "Received message:\n{'_meta': {'io.modelcontextprotocol/clientInfo': {'name': 'retort'}}}\n",
        ] {
            assert_eq!(shown(&format!("{echo}no API key\n"), discover), "\n  | no API key", "{echo}");
            assert_eq!(shown(echo, discover), "", "{echo}");
            assert!(shown(echo, &[]).lines().count() > 1, "{echo}");
        }
        assert_eq!(shown("failed to initialize the database\n", &[INITIALIZE]).lines().count(), 2);
        assert_eq!(shown("got {\"method\": \"initialize\"}\nMethod not found: initialize\n", &[INITIALIZE]), "");
        let traceback = "Traceback (most recent call last):\n  File \"a.py\"\nValueError: no key\n";
        assert_eq!(shown(traceback, discover).lines().count(), 4);
    }

    #[test]
    fn nothing_moves_the_terminal() {
        assert_eq!(shown("\u{1b}[2Jred\n", &[]), "\n  | \\u{1b}[2Jred");
    }
}
