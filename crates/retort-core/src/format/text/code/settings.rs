//! Files with structure that is not a program's: nested YAML, TOML and makefiles. A flat list of settings is left
//! to the pairs.

/// `yaml`, `toml` or `makefile` for lines that nest.
pub(super) fn recognise(lines: &[&str]) -> Option<(&'static str, f32)> {
    if is_yaml(lines) {
        return Some(("yaml", 0.85));
    }
    if is_toml(lines) {
        return Some(("toml", 0.9));
    }
    is_makefile(lines).then_some(("makefile", 0.85))
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Every line is a key, a list item or inside a block of text; some key holds deeper lines; keys are names as
/// programs write them, so that a described object (`Start Time: …`) stays a list of pairs.
fn is_yaml(lines: &[&str]) -> bool {
    let mut keys = 0;
    let mut lower = 0;
    let mut nested = false;
    let mut listed = false;
    // The indent of an empty key, waiting for what it holds; and of a key that opens a block of text.
    let mut open: Option<usize> = None;
    let mut block: Option<usize> = None;
    for line in lines {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') || content == "---" {
            continue;
        }
        let depth = indent(line);
        if let Some(at) = block {
            if depth > at {
                continue;
            }
            block = None;
        }
        let item = content.strip_prefix("- ");
        if let Some(at) = open.take() {
            nested |= depth > at || depth == at && item.is_some();
            listed |= depth > at && item.is_some();
        }
        let Some((key, value)) = key_of(item.unwrap_or(content)) else {
            if item.is_some() && keys > 0 {
                continue;
            }
            return false;
        };
        keys += 1;
        lower += usize::from(key.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '_' | '.' | '"' | '\'')));
        nested |= item.is_some() && value.is_empty();
        if value.is_empty() {
            open = Some(depth);
        } else if matches!(value, "|" | ">" | "|-" | ">-" | "|+") {
            block = Some(depth);
        }
    }
    nested && keys >= 3 && lower * 2 > keys || listed && keys == 2 && lower == keys
}

fn key_of(content: &str) -> Option<(&str, &str)> {
    let at = content.find(": ").or_else(|| content.ends_with(':').then(|| content.len() - 1))?;
    let (key, value) = (&content[..at], content[at + 1..].trim());
    let named = !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '"' | '\'' | '@' | '$'));
    named.then_some((key, value))
}

/// A section, and values that are quoted, listed or grouped as only TOML does.
fn is_toml(lines: &[&str]) -> bool {
    let (mut sections, mut values, mut written) = (0, 0, 0);
    let mut in_array = false;
    for line in lines {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if in_array {
            in_array = !content.starts_with(']') && !content.starts_with("\"\"\"");
            continue;
        }
        if content.starts_with('[') && content.ends_with(']') {
            sections += 1;
            continue;
        }
        let Some((_, value)) = content.split_once(" = ") else {
            return false;
        };
        values += 1;
        in_array = value == "[" || value == "\"\"\"";
        written += usize::from(value.starts_with(['"', '[', '{']));
    }
    sections > 0 && values > 0 && written * 2 >= values
}

/// Targets with recipes below them, which a tab indents, and assignments; nothing else.
fn is_makefile(lines: &[&str]) -> bool {
    let (mut targets, mut recipes, mut above) = (0, 0, false);
    for line in lines.iter().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if line.starts_with('\t') {
            recipes += usize::from(above);
            above = false;
            continue;
        }
        let target = line.split_once(':').is_some_and(|(name, _)| {
            name.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '.' | '$' | '%'))
                && !name.contains(char::is_whitespace)
        });
        if !target && !line.contains('=') {
            return false;
        }
        above = target;
        targets += usize::from(target);
    }
    recipes >= 2 && targets >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(text: &str) -> Option<&'static str> {
        let lines: Vec<&str> = text.lines().collect();
        recognise(&lines).map(|(language, _)| language)
    }

    #[test]
    fn structure_makes_settings() {
        assert_eq!(language("name: ci\non:\n  push:\n    branches: [main]"), Some("yaml"));
        assert_eq!(language("- name: a\n  run: |\n    make it so\n  with:\n    x: 1"), Some("yaml"));
        assert_eq!(language("[a]\nb = \"c\"\nd = [\n  1,\n]"), Some("toml"));
        assert_eq!(language("all: a\n\tmake a\na:\n\ttouch a"), Some("makefile"));
        assert_eq!(language("name: demo\nitems:\n  - a\n  - b"), Some("yaml"));
        assert_eq!(language("todo:\n  - milk\n  - bread"), None);
        assert_eq!(language("Name: demo\nItems:\n  - a\n  - b"), None);
        assert_eq!(language("name: demo\nitems:\n- a b c"), None);
        assert_eq!(language("host: a\nport: 1"), None);
        assert_eq!(language("[core]\neditor = vim"), None);
        assert_eq!(language("Weather:\n  Wind: 3\n  Rain: 0"), None);
    }
}
