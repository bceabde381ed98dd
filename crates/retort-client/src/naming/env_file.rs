//! The files that `envFile` names: one `NAME=value` a line, as most tools read them. Comments, `export`, and
//! quotes around a value are understood; variables inside values are not.

use super::variables::is_name;

/// The variables in the text of such a file, or the number of the first line that is none.
pub(super) fn parse(text: &str) -> Result<Vec<(String, String)>, usize> {
    let mut variables = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let line = line.strip_prefix("export ").unwrap_or(line);
        let (name, value) = line.split_once('=').ok_or(index + 1)?;
        let name = name.trim();
        if !is_name(name) {
            return Err(index + 1);
        }
        variables.push((name.to_owned(), unquote(value.trim())));
    }
    Ok(variables)
}

fn unquote(value: &str) -> String {
    let inside = |quote: char| {
        let rest = value.strip_prefix(quote)?;
        rest.split_once(quote).map(|(inside, _)| inside)
    };
    if let Some(inside) = inside('\'') {
        return inside.to_owned();
    }
    if let Some(inside) = inside('"') {
        return inside.replace("\\n", "\n");
    }
    // A comment needs a blank before it: a `#` may be part of a password.
    value.split_once(" #").map_or(value, |(value, _)| value.trim_end()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_variables() {
        let text = "# keys\n\nA=1\r\nexport B = two words # why\nC='a # b'\nD=\"x\\ny\" # z\nE=p#q\nF=\n";
        let read = parse(text).unwrap();
        let read: Vec<(&str, &str)> = read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(read, [("A", "1"), ("B", "two words"), ("C", "a # b"), ("D", "x\ny"), ("E", "p#q"), ("F", "")]);
    }

    #[test]
    fn a_line_that_is_none_is_counted() {
        assert_eq!(parse("A=1\nwhat is this"), Err(2));
        assert_eq!(parse("A B=1"), Err(1));
    }
}
