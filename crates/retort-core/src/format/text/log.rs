//! Log lines: they hold times, levels, commas and colons, and would pass for tables or pairs if nobody knew them.

use super::lines;

const LEVELS: [&str; 12] =
    ["TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "FATAL", "CRITICAL", "SEVERE", "CRIT"];

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Whether most lines of a text are log lines.
pub(super) fn is_log(text: &str) -> bool {
    let (mut log, mut all) = (0, 0);
    for line in lines::non_blank(text).take(60) {
        all += 1;
        log += usize::from(is_timestamped(line) || level(line).is_some() || is_logfmt(line));
    }
    log > 0 && log * 5 >= all * 3
}

/// `level=info ts=… msg="…"`: several pairs on one line.
fn is_logfmt(line: &str) -> bool {
    let is_pair = |word: &&str| {
        word.split_once('=').is_some_and(|(key, _)| {
            key.starts_with(|c: char| c.is_ascii_alphabetic())
                && key.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
        })
    };
    line.split_whitespace().filter(is_pair).count() >= 3
}

/// The level that opens a line, in brackets (`[INFO] …`), before a colon (`WARN: …`) or before a blank.
pub(super) fn level(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let (line, bracketed) = match line.strip_prefix('[') {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let word = line.find(|c: char| !c.is_ascii_alphabetic()).map_or(line, |end| &line[..end]);
    let level = LEVELS.into_iter().find(|level| *level == word || bracketed && level.eq_ignore_ascii_case(word))?;
    let rest = &line[word.len()..];
    let closed = if bracketed {
        rest.starts_with(']')
    } else {
        rest.starts_with(": ") || rest.starts_with("  ") || rest.starts_with(" [")
    };
    closed.then_some(level)
}

/// Whether a line opens with a point in time and goes on in words, as logs do. A point in time that a delimiter
/// follows is the first cell of a row instead.
pub(super) fn is_timestamped(line: &str) -> bool {
    let line = line.trim_start();
    let bare = line.strip_prefix('[').unwrap_or(line);
    let after_time = after_iso_time(bare).or_else(|| after_syslog_time(bare)).or_else(|| after_clock(bare));
    match after_time {
        Some(rest) => {
            let words = rest.trim_start_matches([' ', ']']);
            words.len() < rest.len() && !words.starts_with(['|', ',', ';', '\t']) && !words.is_empty()
        }
        None => is_access_log(line),
    }
}

fn after_iso_time(line: &str) -> Option<&str> {
    let rest = ["dddd-dd-dd", "dddd/dd/dd"].into_iter().find_map(|date| after(line, date))?;
    after_clock(rest.strip_prefix(['T', ' '])?)
}

fn after_syslog_time(line: &str) -> Option<&str> {
    let month = MONTHS.into_iter().find(|month| line.starts_with(month))?;
    let day = line[month.len()..].trim_start();
    let clock = after(day, "dd ").or_else(|| after(day, "d "))?;
    after_clock(clock)
}

/// What follows `10:00:01`, its fraction (`.123`, and Python's `,123`) and its zone.
fn after_clock(line: &str) -> Option<&str> {
    let rest = after(line, "dd:dd:dd")?;
    let rest = after(rest, ",ddd ").map_or(rest, |_| &rest[4..]);
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let rest = rest.strip_prefix('Z').unwrap_or(rest);
    Some(["+dd:dd", "-dd:dd", "+dddd", "-dddd"].into_iter().find_map(|zone| after(rest, zone)).unwrap_or(rest))
}

fn is_access_log(line: &str) -> bool {
    let Some(open) = line.find(" [") else {
        return false;
    };
    let stamp = &line[open + 2..];
    after(stamp, "dd/").is_some_and(|month| MONTHS.into_iter().any(|name| month.starts_with(name)))
}

/// What follows a pattern in which `d` stands for a digit.
fn after<'a>(line: &'a str, pattern: &str) -> Option<&'a str> {
    let bytes = line.as_bytes();
    let fits = bytes.len() >= pattern.len()
        && pattern.bytes().zip(bytes).all(|(sign, byte)| match sign {
            b'd' => byte.is_ascii_digit(),
            other => other == *byte,
        });
    fits.then(|| &line[pattern.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_log_lines() {
        assert!(is_timestamped("2024-05-02 09:00:01,120 INFO app: started"));
        assert!(is_timestamped("[2024-05-02T09:00:01.5Z] INFO up"));
        assert!(is_timestamped("Mar  1 10:00:01 web-1 sshd[812]: Accepted"));
        assert!(is_timestamped("10.0.0.7 - - [01/Mar/2024:10:00:01 +0000] \"GET /\""));
        assert_eq!(level("[error] boom"), Some("ERROR"));
    }

    #[test]
    fn a_time_in_a_cell_is_not_a_log_line() {
        assert!(!is_timestamped("2024-05-02 09:00:01,120,ok"));
        assert!(!is_timestamped("2024-05-02T09:00:01Z | web | up"));
        assert_eq!(level("DEBUG=false"), None);
    }
}
