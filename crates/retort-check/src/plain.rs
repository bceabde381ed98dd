//! What the readers of TOML and JSON say of a file, in words that help whoever wrote it: `invalid type: string "x", expected f64`
//! names types of Rust, which nobody who writes a profile has to know.

use crate::finding::shortened;

/// What was met, as the readers name it, and as a person does. What has a value is named by that.
const MET: [(&str, &str); 12] = [
    ("boolean", ""),
    ("integer", ""),
    ("floating point", ""),
    ("character", ""),
    ("string", "the text"),
    ("sequence", "a list"),
    ("map", "a table"),
    ("unit value", "nothing"),
    ("null", "null"),
    ("Option value", "a value"),
    ("newtype struct", "a value"),
    ("datetime", "a date"),
];

/// What should be there.
const WANTED: [(&str, &str); 16] = [
    ("f64", "a number"),
    ("usize", "a whole number from 0 on"),
    ("u64", "a whole number from 0 on"),
    ("u32", "a whole number from 0 on"),
    ("i64", "a whole number"),
    ("a boolean", "true or false"),
    ("bool", "true or false"),
    ("a string", "a text in quotes"),
    ("string or table", "a text in quotes or a table"),
    ("a sequence", "a list in square brackets"),
    ("an array", "a list in square brackets"),
    ("a map", "a table"),
    ("map", "a table"),
    ("a spanned value", "another value"),
    ("string only", "a word in quotes"),
    ("unit variant", "a word in quotes"),
];

/// What a reader says is wrong, without the words of its own world, and without the place, which is reported beside it.
pub(crate) fn in_plain_words(said: &str) -> String {
    let said = said.rsplit_once(" at line ").map_or(said, |(said, _)| said);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let behind = |start: &str| said.strip_prefix(start);
    if let Some(rest) = behind("invalid type: ").or_else(|| behind("invalid value: ")) {
        let (met, wanted) = rest.rsplit_once(", expected ").unwrap_or((rest, "another value"));
        format!("{} cannot be here; write {}", met_in_words(met), wanted_in_words(wanted))
    } else if let Some(rest) = behind("invalid length ") {
        let (met, _) = rest.split_once(", expected ").unwrap_or((rest, ""));
        format!("{met} are not as many as there must be")
    } else if let Some(rest) = behind("missing field ") {
        format!("{rest} is missing")
    } else if let Some(rest) = behind("unknown field ") {
        unknown("member", rest)
    } else if let Some(rest) = behind("unknown variant ") {
        unknown("word", rest)
    } else if let Some(rest) = behind("duplicate field ") {
        format!("{rest} is there twice")
    } else if said.starts_with("data did not match any variant of untagged enum") {
        "a text in quotes must be here, or a list of such".to_owned()
    } else if said.starts_with("EOF while parsing") {
        "the file ends too early".to_owned()
    } else if said == "expected value" || said == "expected ident" {
        "there is no JSON here".to_owned()
    } else {
        said
    }
}

/// A name that nobody knows, and those that are known.
fn unknown(kind: &str, rest: &str) -> String {
    let (name, known) = rest.split_once(", expected ").unwrap_or((rest, ""));
    let known = known.trim_start_matches("one of ").replace('`', "");
    match known.as_str() {
        "" | "there are no fields" => format!("there is no {kind} {name}"),
        known => format!("there is no {kind} {name}: use {}", known.replace(" or ", ", ")),
    }
}

/// A value that was met: its kind, and itself behind that.
fn met_in_words(met: &str) -> String {
    let (kind, value) = met.find([' ']).map_or((met, ""), |_| {
        let start = met.find(['`', '"']).unwrap_or(met.len());
        (met.get(..start).unwrap_or(met).trim(), met.get(start..).unwrap_or_default())
    });
    let named = MET.iter().find(|(name, _)| *name == kind).map_or("this", |(_, named)| named);
    match (named, value) {
        (named, "") => named.to_owned(),
        ("", value) => shortened(value),
        (named, value) => format!("{named} {}", shortened(value)),
    }
}

fn wanted_in_words(wanted: &str) -> &str {
    let known = WANTED.iter().find(|(name, _)| *name == wanted).map(|(_, plain)| *plain);
    known.unwrap_or(if wanted.starts_with("struct ") { "a table" } else { wanted })
}

#[cfg(test)]
mod tests {
    use super::in_plain_words;

    #[test]
    fn types_of_rust_are_named_as_people_name_them() {
        for (said, plain) in [
            ("invalid type: string \"x\", expected f64", "the text \"x\" cannot be here; write a number"),
            ("invalid type: integer `7`, expected a string", "`7` cannot be here; write a text in quotes"),
            ("invalid type: map, expected a sequence", "a table cannot be here; write a list in square brackets"),
            ("invalid type: sequence, expected struct File at line 1 column 2", "a list cannot be here; write a table"),
            (
                "invalid type: null, expected u32 at line 3 column 9",
                "null cannot be here; write a whole number from 0 on",
            ),
            ("invalid value: integer `-1`, expected usize", "`-1` cannot be here; write a whole number from 0 on"),
            (
                "invalid type: floating point `1.5`, expected usize",
                "`1.5` cannot be here; write a whole number from 0 on",
            ),
            ("missing field `id`", "`id` is missing"),
            ("unknown field `sumary`, expected one of `id`, `summary`", "there is no member `sumary`: use id, summary"),
            ("unknown variant `fatal`, expected `error` or `off`", "there is no word `fatal`: use error, off"),
            (
                "data did not match any variant of untagged enum OneOrMore",
                "a text in quotes must be here, or a list of such",
            ),
            ("EOF while parsing a list at line 2 column 1", "the file ends too early"),
            ("unclosed array, expected `]`", "unclosed array, expected `]`"),
        ] {
            assert_eq!(in_plain_words(said), plain);
        }
    }
}
