//! Python's literals as JSON: what `repr` makes of rows, as servers send it that print where they should encode. One
//! pass with a list of what is open; digits are copied, and what has no place in JSON stays a text.

use crate::json::{Raw, push_quoted, quote};

/// How deep literals may be nested. Rows are flat; what is deeper is not read.
const DEEPEST: usize = 256;
/// How many bytes are looked at for a sign that a text is Python rather than JSON.
const HEAD: usize = 4096;

/// The value that a text is in Python's spelling, and in no other: a list, a tuple, a set or a dict. None where it is JSON
/// as it stands, or anything else.
///
/// ```
/// let value = retort_core::python_literal("{'id': 1, 'tags': ('a', None)}").map(|value| value.to_json());
/// assert_eq!(value.as_deref(), Some(r#"{"id":1,"tags":["a",null]}"#));
/// assert!(retort_core::python_literal(r#"{"id": 1}"#).is_none());
/// ```
pub fn python_literal(text: &str) -> Option<Raw> {
    let text = text.trim();
    let (json, end) = literal(text)?;
    (end == text.len()).then(|| Raw::known(json))
}

/// The JSON of the literal that a text starts with, and where it ends. Only lists, tuples, sets and dicts are read.
pub(super) fn literal(text: &str) -> Option<(String, usize)> {
    if !text.starts_with(['[', '(', '{']) || !has_sign(text) {
        return None;
    }
    let mut reader = Reader { text, at: 0, out: String::new(), open: Vec::new() };
    reader.value()?;
    while !reader.open.is_empty() {
        reader.step()?;
    }
    Some((reader.out, reader.at))
}

/// Whether something near the start can be Python and cannot be JSON.
fn has_sign(text: &str) -> bool {
    let bytes = text.as_bytes().get(..HEAD.min(text.len())).unwrap_or_default();
    let mut in_quotes = false;
    let mut escaped = false;
    bytes.iter().enumerate().any(|(at, byte)| {
        let inside = in_quotes;
        if *byte == b'"' && !escaped {
            in_quotes = !in_quotes;
        }
        escaped = inside && *byte == b'\\' && !escaped;
        let rest = bytes.get(at..).unwrap_or_default();
        let is_word = || [b"None".as_slice(), b"True", b"False"].iter().any(|word| rest.starts_with(word));
        !inside && (matches!(byte, b'\'' | b'(') || is_word())
    })
}

/// What kind of container is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Tuple,
    /// A dict or a set: the first item tells.
    Braces,
    Dict,
    Set,
    Call,
}

struct Open {
    kind: Kind,
    /// Where it starts in the text, and in what is written.
    from: usize,
    out: usize,
    items: usize,
    /// How many arguments of a call have a name.
    named: usize,
    /// Where the item that is read starts, in the text and in what is written.
    item: (usize, usize),
    /// Whether the item is the value of a key.
    keyed: bool,
    /// Whether a comma was the last sign.
    comma: bool,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    out: String,
    open: Vec<Open>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Reads on inside the innermost container: an item, what follows one, or the end.
    fn step(&mut self) -> Option<()> {
        self.skip_blanks();
        let open = self.open.last_mut()?;
        let close = match open.kind {
            Kind::List => ']',
            Kind::Tuple | Kind::Call => ')',
            Kind::Braces | Kind::Dict | Kind::Set => '}',
        };
        let is_due = open.items == 0 || open.comma;
        if self.text.get(self.at..)?.starts_with(close) {
            self.at += 1;
            self.close()?;
            return self.after_value();
        }
        if !is_due {
            return None;
        }
        open.comma = false;
        open.keyed = false;
        if open.items > 0 {
            self.out.push(',');
        }
        open.item = (self.at, self.out.len());
        if open.kind == Kind::Call {
            self.argument_name();
        }
        self.value()
    }

    /// `name=` before an argument.
    fn argument_name(&mut self) {
        let name = identifier(self.rest());
        let behind = self.rest().get(name.len()..).unwrap_or_default();
        if !name.is_empty() && behind.starts_with('=') && !behind.starts_with("==") {
            push_quoted(name, &mut self.out);
            self.out.push(':');
            self.at += name.len() + 1;
            if let Some(open) = self.open.last_mut() {
                open.named += 1;
            }
        }
    }

    /// Reads a scalar to its end, or opens a container.
    fn value(&mut self) -> Option<()> {
        self.skip_blanks();
        let rest = self.rest();
        let kind = match rest.as_bytes().first()? {
            b'[' => Kind::List,
            b'(' => Kind::Tuple,
            b'{' => Kind::Braces,
            _ => return self.scalar(),
        };
        let from = self.at;
        self.at += 1;
        self.begin(kind, from)
    }

    fn begin(&mut self, kind: Kind, from: usize) -> Option<()> {
        if self.open.len() >= DEEPEST {
            return None;
        }
        let out = self.out.len();
        match kind {
            Kind::Braces => self.out.push('{'),
            Kind::Call => {}
            _ => self.out.push('['),
        }
        let item = (self.at, self.out.len());
        self.open.push(Open { kind, from, out, items: 0, named: 0, item, keyed: false, comma: false });
        Some(())
    }

    /// Ends the innermost container, whose last sign has been taken.
    fn close(&mut self) -> Option<()> {
        let open = self.open.pop()?;
        match open.kind {
            // What stands in parentheses alone is no tuple.
            Kind::Tuple if open.items == 1 && !open.comma => return None,
            Kind::List | Kind::Tuple | Kind::Set => self.out.push(']'),
            Kind::Braces | Kind::Dict => self.out.push('}'),
            Kind::Call => {
                let written = self.out.split_off(open.out);
                let source = self.text.get(open.from..self.at)?;
                self.out.push_str(&called(source, &written, &open));
            }
        }
        Some(())
    }

    /// What follows a value: a colon behind a key, a comma, or nothing.
    fn after_value(&mut self) -> Option<()> {
        let end = self.at;
        let Some(open) = self.open.last_mut() else { return Some(()) };
        let rest = self.text.get(self.at..)?;
        self.at += rest.len() - rest.trim_start().len();
        let sign = self.text.get(self.at..)?.chars().next()?;
        if matches!(open.kind, Kind::Braces | Kind::Dict) && !open.keyed {
            if sign == ':' {
                self.at += 1;
                let (from, out) = open.item;
                open.kind = Kind::Dict;
                open.keyed = true;
                // Keys are texts in JSON.
                if !self.out.get(out..)?.starts_with('"') {
                    let key = quote(self.text.get(from..end)?);
                    self.out.truncate(out);
                    self.out.push_str(&key);
                }
                self.out.push(':');
                return self.value();
            }
            if open.kind == Kind::Dict {
                return None;
            }
            open.kind = Kind::Set;
            self.out.replace_range(open.out..=open.out, "[");
        }
        let open = self.open.last_mut()?;
        open.items += 1;
        if sign == ',' {
            self.at += 1;
            open.comma = true;
        }
        Some(())
    }

    fn scalar(&mut self) -> Option<()> {
        let rest = self.rest();
        match rest.as_bytes().first()? {
            b'\'' | b'"' => self.string(0)?,
            b'0'..=b'9' | b'-' | b'+' | b'.' => self.number()?,
            b'<' => self.object()?,
            _ => {
                let name = identifier(rest);
                let behind = rest.get(name.len()..)?;
                let is_prefix = name.len() <= 2 && name.bytes().all(|byte| b"bBuUrR".contains(&byte));
                if is_prefix && !name.is_empty() && behind.starts_with(['\'', '"']) {
                    self.string(name.len())?;
                } else if behind.starts_with('(') && !name.is_empty() {
                    let from = self.at;
                    self.at += name.len() + 1;
                    return self.begin(Kind::Call, from);
                } else {
                    self.word(name)?;
                }
            }
        }
        self.after_value()
    }

    fn word(&mut self, name: &str) -> Option<()> {
        let is_argument = self.open.last().is_some_and(|open| open.kind == Kind::Call);
        match name {
            "None" => self.out.push_str("null"),
            "True" => self.out.push_str("true"),
            "False" => self.out.push_str("false"),
            "nan" | "NaN" => self.out.push_str("\"NaN\""),
            "inf" | "Infinity" => self.out.push_str("\"Infinity\""),
            // `tzinfo=datetime.timezone.utc`
            name if is_argument && !name.is_empty() => push_quoted(name, &mut self.out),
            _ => return None,
        }
        self.at += name.len();
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let rest = self.rest();
        if let Some(name) = rest.strip_prefix('-').map(identifier).filter(|name| matches!(*name, "inf" | "Infinity")) {
            self.out.push_str("\"-Infinity\"");
            self.at += 1 + name.len();
            return Some(());
        }
        let is_part = |char: char| char.is_ascii_alphanumeric() || matches!(char, '.' | '_');
        let after_exponent =
            |at: usize| at > 0 && rest.as_bytes().get(at - 1).is_some_and(|e| matches!(e, b'e' | b'E'));
        let sign = usize::from(rest.starts_with(['-', '+']));
        let ends = |(at, char): &(usize, char)| {
            *at >= sign && !is_part(*char) && !(matches!(char, '+' | '-') && after_exponent(*at))
        };
        let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
        let number = rest.get(..end)?;
        if !is_number(number) {
            return None;
        }
        self.out.push_str(number);
        self.at += end;
        Some(())
    }

    /// `<User 7>`: what has no literal, as the text that it is.
    fn object(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        let rest = self.rest();
        let end = rest.char_indices().take(1 << 12).find_map(|(at, char)| {
            match char {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at + 1)
        })?;
        push_quoted(rest.get(..end)?, &mut self.out);
        self.at += end;
        Some(())
    }

    /// A string behind so many letters of a prefix.
    fn string(&mut self, prefix: usize) -> Option<()> {
        let rest = self.rest();
        let is = |letters: [char; 2]| rest.get(..prefix).is_some_and(|prefix| prefix.contains(letters));
        let (is_bytes, is_raw) = (is(['b', 'B']), is(['r', 'R']));
        let inside = rest.get(prefix + 1..)?;
        let mark = rest.as_bytes().get(prefix)?;
        let end = end_of_string(inside.as_bytes(), *mark)?;
        let inside = inside.get(..end)?;
        let text = if is_raw || !inside.contains('\\') {
            inside.to_owned()
        } else if is_bytes {
            // Bytes that are no text stay as they are written.
            String::from_utf8(bytes_of(inside)).unwrap_or_else(|_| inside.to_owned())
        } else {
            text_of(inside)
        };
        push_quoted(&text, &mut self.out);
        self.at += prefix + end + 2;
        Some(())
    }
}

/// The name, dots included, that a text starts with.
fn identifier(text: &str) -> &str {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.');
    let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
    text.get(..end).filter(|name| !name.starts_with(|start: char| start.is_ascii_digit())).unwrap_or_default()
}

/// Whether a number is written as JSON writes it.
fn is_number(number: &str) -> bool {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && digits(fraction)
        && digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}

/// Where the string ends whose inside this is.
fn end_of_string(inside: &[u8], mark: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr3(mark, b'\\', b'\n', inside.get(at..)?)?;
        match inside.get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            _ => return Some(at),
        }
    }
}

/// The text that a string with escapes stands for; what is no escape stays as it is written.
fn text_of(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        text.push_str(rest.get(..at).unwrap_or_default());
        let escape = rest.get(at + 1..).unwrap_or_default();
        let (char, length) = escaped(escape).unwrap_or(('\\', 0));
        text.push(char);
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// The bytes that a string of bytes with escapes stands for.
fn bytes_of(inside: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(rest.as_bytes().get(..at).unwrap_or_default());
        let escape = rest.get(at + 1..).unwrap_or_default();
        let (byte, length) = escaped(escape)
            .and_then(|(char, length)| Some((u8::try_from(u32::from(char)).ok()?, length)))
            .unwrap_or((b'\\', 0));
        bytes.push(byte);
        rest = escape.get(length..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// What an escape stands for, and how long it is behind the backslash.
fn escaped(escape: &str) -> Option<(char, usize)> {
    let hex = |digits: usize| {
        let number = u32::from_str_radix(escape.get(1..=digits)?, 16).ok()?;
        Some((char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER), digits + 1))
    };
    match escape.chars().next()? {
        'n' => Some(('\n', 1)),
        'r' => Some(('\r', 1)),
        't' => Some(('\t', 1)),
        '0' => Some(('\0', 1)),
        'a' => Some(('\u{7}', 1)),
        'b' => Some(('\u{8}', 1)),
        'f' => Some(('\u{c}', 1)),
        'v' => Some(('\u{b}', 1)),
        'x' => hex(2),
        'u' => hex(4),
        'U' => hex(8),
        sign @ ('\\' | '\'' | '"') => Some((sign, 1)),
        _ => None,
    }
}

/// The JSON for a call: `Decimal('1.50')` is a number, `datetime.date(2024, 1, 2)` a date, one argument stands for
/// itself, named ones make an object, and anything else is the text that it is.
fn called(source: &str, written: &str, open: &Open) -> String {
    let path = identifier(source);
    let name = path.rsplit('.').next().unwrap_or(path);
    if open.items == 0 {
        return match name {
            "set" | "frozenset" | "list" | "tuple" | "deque" => "[]".to_owned(),
            "dict" | "OrderedDict" | "Counter" => "{}".to_owned(),
            _ => quote(source),
        };
    }
    if open.named == open.items {
        return format!("{{{written}}}");
    }
    if matches!(name, "datetime" | "date" | "time") {
        return moment(name, written).map_or_else(|| quote(source), |moment| quote(&moment));
    }
    if open.items > 1 || open.named > 0 {
        return quote(source);
    }
    let number = written.trim_matches('"');
    if name == "Decimal" && is_number(number) { number.to_owned() } else { written.to_owned() }
}

/// A point in time as ISO 8601 has it, from the arguments of the call that makes it.
fn moment(name: &str, arguments: &str) -> Option<String> {
    let (numbers, zone) = match arguments.split_once(",\"tzinfo\":") {
        Some((numbers, "\"datetime.timezone.utc\"" | "\"UTC\"")) => (numbers, "+00:00"),
        Some(_) => return None,
        None => (arguments, ""),
    };
    let numbers: Vec<u32> = numbers.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let clock = |numbers: &[u32]| {
        let part = |index: usize| numbers.get(index).copied().unwrap_or_default();
        let fraction = if part(3) > 0 { format!(".{:06}", part(3)) } else { String::new() };
        format!("{:02}:{:02}:{:02}{fraction}{zone}", part(0), part(1), part(2))
    };
    match (name, numbers.as_slice()) {
        ("time", clocked @ [_, ..]) if clocked.len() <= 4 => Some(clock(clocked)),
        ("date", [year, month, day]) => Some(format!("{year:04}-{month:02}-{day:02}")),
        ("datetime", [year, month, day, clocked @ ..]) if clocked.len() <= 4 => {
            Some(format!("{year:04}-{month:02}-{day:02}T{}", clock(clocked)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Option<String> {
        literal(text).filter(|(_, end)| *end == text.len()).map(|(json, _)| json)
    }

    #[test]
    fn literals_become_json() {
        for (python, expected) in [
            ("[{'id': 1, 'ok': True, 'x': None}]", r#"[{"id":1,"ok":true,"x":null}]"#),
            ("[('users',), ('orders',)]", r#"[["users"],["orders"]]"#),
            ("[(1, Decimal('1.50')), (2, Decimal('NaN'))]", r#"[[1,1.50],[2,"NaN"]]"#),
            ("[datetime.datetime(2024, 1, 2, 3, 4)]", r#"["2024-01-02T03:04:00"]"#),
            (
                "[datetime.datetime(2024, 1, 2, 3, 4, 5, 60, tzinfo=datetime.timezone.utc)]",
                r#"["2024-01-02T03:04:05.000060+00:00"]"#,
            ),
            ("[datetime.date(2024, 1, 2), datetime.time(9, 30)]", r#"["2024-01-02","09:30:00"]"#),
            ("[datetime.timedelta(days=1, seconds=5)]", r#"[{"days":1,"seconds":5}]"#),
            (r"[b'a', b'caf\xc3\xa9', b'\xff']", r#"["a","café","\\xff"]"#),
            (r#"["it's", 'say "hi"', 'a\'b\n\u00e9\x41', r'\d']"#, r#"["it's","say \"hi\"","a'b\néA","\\d"]"#),
            ("[{'a': (1, -2.5), 'b': {'c': [1e-05, 1e+16]}}, {}]", r#"[{"a":[1,-2.5],"b":{"c":[1e-05,1e+16]}},{}]"#),
            ("[12345678901234567890123, nan, -inf, 'x']", r#"[12345678901234567890123,"NaN","-Infinity","x"]"#),
            ("{1: 'a', (1, 2): 'b', None: 'c'}", r#"{"1":"a","(1, 2)":"b","None":"c"}"#),
            ("({'a', 'b'}, set(), ())", r#"[["a","b"],[],[]]"#),
            (
                "[UUID('1-2'), User(id=1, name='x'), <Row 7>, f(1, 2)]",
                r#"["1-2",{"id":1,"name":"x"},"<Row 7>","f(1, 2)"]"#,
            ),
            ("[ 'a' ,\n 'b',\n]", r#"["a","b"]"#),
        ] {
            let found = json(python);
            assert_eq!(found.as_deref(), Some(expected), "{python}");
            serde_json::from_str::<serde::de::IgnoredAny>(expected).unwrap();
        }
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "[",
            "(",
            "['a'",
            "['a' 'b']",
            "[a]",
            "('a')",
            "('a' is a letter)",
            "['a', ]]",
            "[1+2j, 'a']",
            "['a'; 'b']",
            "{'a': 1, 'b'}",
            "{'a' 1}",
            "['\n']",
            "[01, 'a']",
            "[1, 2]",
            r#"{"a": 1}"#,
            "[,'a']",
            "['a',,]",
        ] {
            assert_eq!(json(text), None, "{text}");
        }
        let deep = format!("{}'a'{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(json(&deep), None);
    }
}
