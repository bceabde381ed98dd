//! What was said, apart from what changes from one run to the next. Two failures of one tool are told apart by their words; the
//! ids, times and numbers in them would make each run another one, and a baseline of no use.

/// A text is looked at up to here, in characters: an error is told in its first line.
const LONGEST_GIST: usize = 200;
/// So many hexadecimal digits are an id, even where all of them are letters.
const SHORTEST_HEX: usize = 8;
/// What stands before the digits of a name is kept, up to here: `E_4031` and `user-7` are names with a number.
const LONGEST_STEM: usize = 24;
/// What stands for everything that changes.
const ANY: &str = "#";

/// Words of dates and times.
#[rustfmt::skip]
const TIMES: [&str; 42] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "am", "pm", "utc", "gmt",
];

/// What the first line of a text says, with a sign in place of ids, times and numbers.
///
/// `Task 12 was not found` and `Task 7 was not found` say the same; `The key is wrong` says something else.
pub(crate) fn gist(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let cut: String = line.chars().take(LONGEST_GIST).collect();
    let mut told = String::with_capacity(cut.len());
    let mut is_behind_any = false;
    for word in cut.split_whitespace() {
        let masked = masked(word, is_behind_any);
        // A date may be one word or four.
        let is_any = masked.trim_end_matches([',', '.', ';', ':', ')']) == ANY;
        if is_any && is_behind_any {
            continue;
        }
        if !told.is_empty() {
            told.push(' ');
        }
        told.push_str(if is_any { ANY } else { &masked });
        is_behind_any = is_any;
    }
    told
}

/// What a finding says, in the words of its rule: names stay, values and the words of the server do not.
pub(crate) fn words(message: &str) -> String {
    // What a server wrote is quoted behind a colon or in quotes, in whatever length.
    let own = message.split_once(": ").map_or(message, |(own, _)| own);
    let own = own.split_once(" (here").map_or(own, |(own, _)| own);
    let mut told = String::with_capacity(own.len());
    for (index, part) in own.split('"').enumerate() {
        told.push_str(if index % 2 == 0 { part } else { "\"…\"" });
    }
    gist(&told)
}

/// A word, or a sign for one that changes.
fn masked(word: &str, is_behind_any: bool) -> String {
    let is_edge = |char: char| !char.is_alphanumeric() && !matches!(char, '#' | '…' | '`');
    let core = word.trim_matches(is_edge);
    let start = word.find(core).unwrap_or_default();
    let (before, behind) = (word.get(..start).unwrap_or_default(), word.get(start + core.len()..).unwrap_or_default());
    let shown = shown(core);
    // One item, two items.
    let shown = if is_behind_any { shown.strip_suffix('s').unwrap_or(shown.as_str()) } else { shown.as_str() };
    if shown == ANY { format!("{ANY}{}", behind.trim_matches(is_edge)) } else { format!("{before}{shown}{behind}") }
}

fn shown(core: &str) -> String {
    let has_number = core.contains(char::is_numeric);
    let is_place = core.matches(['/', '\\']).count() > 1;
    let hex = core.chars().filter(|char| *char != '-');
    let is_hex = hex.clone().count() >= SHORTEST_HEX && hex.clone().all(|char| char.is_ascii_hexdigit());
    let is_time = || {
        let first = core.chars().next();
        // `may` and `march` are words too; dates begin with a capital.
        first.is_some_and(char::is_uppercase) && TIMES.contains(&core.to_lowercase().as_str())
    };
    if is_place || is_hex || !has_number && is_time() {
        return ANY.to_owned();
    }
    if !has_number {
        return core.to_owned();
    }
    let stem = core.trim_end_matches(char::is_numeric);
    let is_name = !stem.is_empty() && !stem.contains(char::is_numeric) && stem.chars().count() <= LONGEST_STEM;
    if is_name && stem.starts_with(char::is_alphabetic) { format!("{stem}{ANY}") } else { ANY.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{gist, words};

    #[test]
    fn ids_times_and_numbers_do_not_count() {
        for (one, other) in [
            ("Task 12 was not found", "Task 7 was not found"),
            (
                "Error: no user 3f2b8c1e-9a77-4d52-8f61-0c9d2e7ab134",
                "Error: no user aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
            ),
            ("late since 2025-03-04T12:00:00Z", "late since 2026-11-16 08:30:59 +0100"),
            ("closed on Mar 4, 2025 at 10:30 AM.", "closed on 12 November 2026 at 9:05 PM."),
            ("took 30s (limit 10s)", "took 31.5s (limit 5s)"),
            ("commit deadbeef is gone", "commit 1a2b3c4d is gone"),
            ("cannot open /tmp/tmpabq/in.csv", "cannot open /tmp/tmpzzz/in.csv"),
            ("request req_8fK2mQ failed", "request req_9zP1aa failed"),
            ("1 row refused", "25 rows refused"),
            ("at 0x7ffe12ab: fault", "at 0x55d0c0de: fault"),
            ("user_12 is locked", "user_99 is locked"),
            ("Error: no such page\n  at line 12", "Error: no such page\n  somewhere else"),
            ("room ２３ is closed", "room 7 is closed"),
        ] {
            assert_eq!(gist(one), gist(other));
        }
    }

    #[test]
    fn what_is_said_in_words_counts() {
        let said = [
            "The key is wrong",
            "The key is missing",
            "Error executing tool list_all_of_the_customers_in_this_region: not found",
            "Error executing tool list_all_of_the_customers_in_this_region: timed out",
            "E_4031: archived",
            "F_4031: archived",
            "it may rain",
            "it will rain",
            "no file 'report.txt'",
            "no file 'notes.txt'",
            "Fehler: nicht gefunden",
            "",
        ];
        let gists: std::collections::HashSet<String> = said.iter().map(|text| gist(text)).collect();
        assert_eq!(gists.len(), said.len(), "{gists:?}");
        assert_eq!(gist("Task 12 of 14: no such user (id 7)"), "Task # of # no such user (id #");
    }

    #[test]
    fn the_words_of_a_finding_are_those_of_its_rule() {
        for (one, other) in [
            ("\"lost\" is none of `a` and `b`", "\"gone away\" is none of `a` and `b`"),
            ("the error has no code beside its message: one", "the error has no code beside its message: other"),
            ("a block has no type (here: {\"a\": 1})", "a block has no type"),
            ("`born` holds dates such as 1/2/80", "`born` holds dates such as 7/8/1999"),
        ] {
            assert_eq!(words(one), words(other));
        }
        assert_ne!(words("there is no `a`"), words("there is no `b`"));
        assert_ne!(words("it is empty"), words("\"7\" is no number"));
    }

    #[test]
    fn a_text_of_any_length_has_a_short_gist() {
        assert!(gist(&"é".repeat(1_000_000)).len() < 1000);
        assert!(gist(&"1 ".repeat(1_000_000)).len() < 10);
    }
}
