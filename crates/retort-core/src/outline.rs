//! The outline of a JSON value, from one streaming pass: the members near its top, and for every list among
//! them how many rows it has and which columns. A value of 100 MB has an outline of a few kilobytes.

use crate::json::{Event, Hole, Kind, Lexer, Quirks, Quoted, Span, Syntax, unescape};
use crate::tool_name::push_lowercase;

/// How deep objects are looked into, through objects only.
const LEVELS: usize = 6;
/// How many members are kept at the top, and as many below it; an object with more is a map, not a form.
const MOST_NODES: usize = 512;
/// How many columns a list may have before further ones are only counted.
const MOST_COLUMNS: usize = 256;
/// How many rows are looked at for what their strings are.
const SAMPLED: usize = 64;

/// A set of kinds of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    fn add(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    pub(crate) fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Whether there are values of this kind and of no other.
    pub(crate) fn only(self, kind: Kind) -> bool {
        self.0 == 1 << kind as u8
    }

    /// The set without `null`.
    fn known(self) -> Self {
        Self(self.0 & !(1 << Kind::Null as u8))
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// `true` and `false`.
    Boolean,
    /// Text.
    Text,
    /// Dates or times, written as ISO 8601 has them.
    Date,
    /// Web addresses.
    Url,
    /// Objects.
    Object,
    /// Arrays.
    Array,
    /// Nothing but `null`.
    Empty,
    /// Values of several kinds.
    Mixed,
}

impl ColumnType {
    /// What a column of texts holds, by the fields that are not empty.
    pub(crate) fn of_fields<'a>(fields: impl Iterator<Item = &'a str>) -> Self {
        let mut found: Option<Self> = None;
        for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
            let kind = match field {
                "true" | "false" => Self::Boolean,
                _ if field.parse::<i64>().is_ok() => Self::Integer,
                // `inf` and `nan` are words here.
                _ if field.parse::<f64>().is_ok() && field.ends_with(|end: char| end.is_ascii_digit()) => Self::Number,
                _ if is_date(field) => Self::Date,
                _ if is_url(field) => Self::Url,
                _ => Self::Text,
            };
            found = Some(match (found, kind) {
                (None, kind) => kind,
                (Some(known), kind) if known == kind => known,
                (Some(Self::Integer | Self::Number), Self::Integer | Self::Number) => Self::Number,
                _ => return Self::Text,
            });
        }
        found.unwrap_or(Self::Empty)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Text => "text",
            Self::Date => "date",
            Self::Url => "url",
            Self::Object => "object",
            Self::Array => "array",
            Self::Empty => "empty",
            Self::Mixed => "mixed",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ColumnOutline {
    pub(crate) name: Quoted,
    /// In how many rows it is.
    pub(crate) rows: usize,
    kinds: Kinds,
    fractions: bool,
    dates: usize,
    urls: usize,
    strings: usize,
    /// How many of the strings are numbers, and how many are dates in another form than that of ISO 8601.
    pub(crate) numbers: usize,
    pub(crate) other_dates: usize,
    /// How many are `null`.
    pub(crate) nulls: usize,
    /// The longest of its strings.
    pub(crate) longest: Span,
    last_row: usize,
}

impl ColumnOutline {
    pub(crate) fn holds(&self, kind: Kind) -> bool {
        self.kinds.has(kind)
    }

    /// How many strings were looked at for what they are.
    pub(crate) fn sampled(&self) -> usize {
        self.strings
    }

    pub(crate) fn column_type(&self) -> ColumnType {
        let kinds = self.kinds.known();
        let is = |kind| kinds.only(kind);
        if kinds == Kinds::default() {
            ColumnType::Empty
        } else if is(Kind::Number) {
            if self.fractions { ColumnType::Number } else { ColumnType::Integer }
        } else if is(Kind::Bool) {
            ColumnType::Boolean
        } else if is(Kind::Object) {
            ColumnType::Object
        } else if is(Kind::Array) {
            ColumnType::Array
        } else if !is(Kind::String) {
            ColumnType::Mixed
        } else if self.strings > 0 && self.dates == self.strings {
            ColumnType::Date
        } else if self.strings > 0 && self.urls == self.strings {
            ColumnType::Url
        } else {
            ColumnType::Text
        }
    }
}

/// A list among the members, or the value itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) rows: usize,
    pub(crate) kinds: Kinds,
    pub(crate) columns: Vec<ColumnOutline>,
    /// Whether there were more columns than are kept.
    more_columns: bool,
    /// The shortest and the longest row, where rows are lists.
    widths: Option<(usize, usize)>,
    /// What stands at each position, where rows are lists.
    positions: Vec<ColumnOutline>,
    /// Where the first rows stand, where they are objects.
    pub(crate) sample: Vec<Span>,
}

impl List {
    /// Whether every row is an object.
    pub(crate) fn of_objects(&self) -> bool {
        self.kinds.only(Kind::Object)
    }

    /// Whether the keys that all rows have are at least half of those that any row has.
    pub(crate) fn shares_keys(&self) -> bool {
        let shared = self.columns.iter().filter(|column| column.rows == self.rows).count();
        self.of_objects() && !self.more_columns && shared > 0 && 2 * shared >= self.columns.len()
    }

    /// The number of columns, where every row is a list of that length, two or more.
    pub(crate) fn width(&self) -> Option<usize> {
        // Lists of lists of lists are shapes on a map, or measures: nobody reads their parts as cells.
        let nested = self.positions.iter().all(|position| position.kinds.only(Kind::Array));
        self.equal_width().filter(|width| *width >= 2 && !nested)
    }

    /// The length of every row, where each is a list and none is longer than another.
    pub(crate) fn equal_width(&self) -> Option<usize> {
        let (least, most) = self.widths?;
        (self.kinds.only(Kind::Array) && least == most && most >= 1).then_some(most)
    }

    /// What each column holds, where every row is a list of the same length.
    pub(crate) fn position_types(&self) -> impl Iterator<Item = ColumnType> {
        let width = self.equal_width().unwrap_or_default();
        let known = self.positions.iter().map(ColumnOutline::column_type);
        known.chain(std::iter::repeat(ColumnType::Mixed)).take(width)
    }
}

/// A member near the top.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) name: String,
    /// The name without case, blanks and marks: `total_count` and `totalCount` are one.
    pub(crate) plain_name: String,
    key: Quoted,
    pub(crate) value: Span,
    pub(crate) kind: Kind,
    /// The member whose value holds this one; none at the top.
    pub(crate) parent: Option<usize>,
    /// Which list it is, for an array.
    pub(crate) list: Option<usize>,
}

impl Node {
    /// The place that it leaves when it is lifted out.
    pub(crate) fn hole(&self) -> Hole {
        Hole { key: self.key.span.start, end: self.value.end }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(crate) span: Span,
    pub(crate) kind: Kind,
    pub(crate) nodes: Vec<Node>,
    pub(crate) lists: Vec<List>,
    /// The list that the value itself is.
    pub(crate) root: Option<usize>,
    /// Whether there were more members than are kept.
    pub(crate) more: bool,
    /// How many objects stand in each other at the deepest place.
    pub(crate) levels: u32,
    pub(crate) quirks: Quirks,
}

impl Outline {
    /// Whether the value is a list that holds objects or lists.
    pub(crate) fn holds_containers(&self) -> bool {
        let list = self.root.and_then(|list| self.lists.get(list));
        list.is_some_and(|list| list.kinds.has(Kind::Object) || list.kinds.has(Kind::Array))
    }
}

/// A name without case, blanks and marks.
pub(crate) fn plain_name(name: &str) -> String {
    // Most names are plain as they are.
    if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return name.to_owned();
    }
    let mut plain = String::with_capacity(name.len());
    for char in name.chars().filter(|char| char.is_alphanumeric()) {
        push_lowercase(&mut plain, char);
    }
    plain
}

/// Reads the outline of the one value that `span` of `text` holds, and nothing else.
pub(crate) fn outline(text: &str, span: Span) -> Result<Outline, Syntax> {
    let text = text.get(..span.end).unwrap_or(text);
    let lexer = Lexer::at(text, span.start).watch_keys();
    let mut pass =
        Pass { text, lexer, nodes: Vec::with_capacity(8), lists: Vec::new(), more: false, top: 0, deeper: 0 };
    let Some(event) = pass.lexer.next()? else { return Err(Syntax { at: span.start, truncated: true }) };
    let start = pass.lexer.event_start();
    let root = pass.value(event, None, 0)?;
    let found = Span { start, end: pass.lexer.offset() };
    let end = pass.lexer.skip_blanks();
    if end < text.len() {
        return Err(Syntax { at: end, truncated: false });
    }
    Ok(Outline {
        span: found,
        kind: Kind::of(event),
        nodes: pass.nodes,
        lists: pass.lists,
        root,
        more: pass.more,
        levels: u32::try_from(pass.lexer.object_levels()).unwrap_or(u32::MAX),
        quirks: pass.lexer.quirks,
    })
}

struct Pass<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    nodes: Vec<Node>,
    lists: Vec<List>,
    more: bool,
    /// How many members there are at the top and below it: those at the top must not lose their place to others.
    top: usize,
    deeper: usize,
}

impl Pass<'_> {
    /// Reads a value to its end; gives the list that it is.
    fn value(&mut self, event: Event, parent: Option<usize>, level: usize) -> Result<Option<usize>, Syntax> {
        match event {
            Event::ObjectStart if level < LEVELS => self.object(parent, level).map(|()| None),
            Event::ArrayStart => {
                let list = self.list()?;
                self.lists.push(list);
                Ok(Some(self.lists.len() - 1))
            }
            _ => self.lexer.finish(event).map(|()| None),
        }
    }

    fn object(&mut self, parent: Option<usize>, level: usize) -> Result<(), Syntax> {
        while let Some(Event::Key(key)) = self.lexer.next()? {
            let event = self.lexer.next_value()?;
            let count = if level == 0 { &mut self.top } else { &mut self.deeper };
            *count += 1;
            if *count > MOST_NODES {
                self.more = true;
                self.lexer.finish(event)?;
                continue;
            }
            let start = self.lexer.event_start();
            let index = self.nodes.len();
            let kind = Kind::of(event);
            let name = unescape(key.span.of(self.text)).into_owned();
            let plain_name = plain_name(&name);
            let value = Span { start, end: start };
            self.nodes.push(Node { name, plain_name, key, value, kind, parent, list: None });
            let list = self.value(event, Some(index), level + 1)?;
            if let Some(node) = self.nodes.get_mut(index) {
                node.value.end = self.lexer.offset();
                node.list = list;
            }
        }
        Ok(())
    }

    fn list(&mut self) -> Result<List, Syntax> {
        let mut list = List::default();
        while let Some(event) = self.lexer.next()? {
            match event {
                Event::ArrayEnd => break,
                Event::ObjectStart => self.row(&mut list)?,
                Event::ArrayStart => {
                    let width = self.width(&mut list)?;
                    let (least, most) = list.widths.unwrap_or((width, width));
                    list.widths = Some((least.min(width), most.max(width)));
                }
                _ => {}
            }
            list.rows += 1;
            list.kinds.add(Kind::of(event));
        }
        Ok(list)
    }

    fn row(&mut self, list: &mut List) -> Result<(), Syntax> {
        let row = list.rows;
        let start = self.lexer.event_start();
        // Rows mostly have their keys in the same order: the next column is where it was in the row before.
        let mut expected = 0;
        // A column tells when a row has its key twice: nobody else need compare the keys.
        self.lexer.leave_keys_to_caller(true);
        loop {
            let known = list.columns.get(expected).map(|column| column.name.whole().bytes_of(self.text));
            let (key, index) = match known.and_then(|name| self.lexer.take_key(name)) {
                Some(key) => (key, Some(expected)),
                None => match self.lexer.next()? {
                    Some(Event::Key(key)) => (key, self.column(list, key)),
                    _ => break,
                },
            };
            if index.is_none() {
                self.lexer.watch_key(key);
            }
            let event = self.lexer.next_value()?;
            if let Some((index, column)) = index.and_then(|index| Some((index, list.columns.get_mut(index)?))) {
                expected = index + 1;
                if column.last_row == row {
                    self.lexer.note_duplicate(key);
                } else {
                    column.rows += 1;
                    column.last_row = row;
                }
                column.note(event, self.text, row);
            }
            self.lexer.finish(event)?;
        }
        self.lexer.leave_keys_to_caller(false);
        if row < SAMPLED {
            if row == 0 {
                list.sample.reserve(8);
            }
            list.sample.push(Span { start, end: self.lexer.offset() });
        }
        Ok(())
    }

    fn column(&self, list: &mut List, key: Quoted) -> Option<usize> {
        let name = key.span.bytes_of(self.text);
        let is = |column: &ColumnOutline| column.name.span.bytes_of(self.text) == name;
        if let Some(index) = list.columns.iter().position(is) {
            return Some(index);
        }
        if list.columns.len() == MOST_COLUMNS {
            list.more_columns = true;
            return None;
        }
        if list.columns.is_empty() {
            list.columns.reserve(8);
        }
        list.columns.push(ColumnOutline::new(key));
        Some(list.columns.len() - 1)
    }

    /// The length of the row that has just been opened, in a list whose rows are lists.
    fn width(&mut self, list: &mut List) -> Result<usize, Syntax> {
        let mut width = 0;
        while let Some(event) = self.lexer.next()? {
            if event == Event::ArrayEnd {
                break;
            }
            if width == list.positions.len() && width < MOST_COLUMNS {
                list.positions.push(ColumnOutline::new(Quoted::default()));
            }
            if let Some(position) = list.positions.get_mut(width) {
                position.note(event, self.text, list.rows);
            }
            self.lexer.finish(event)?;
            width += 1;
        }
        Ok(width)
    }
}

impl ColumnOutline {
    fn new(name: Quoted) -> Self {
        Self {
            name,
            rows: 0,
            kinds: Kinds::default(),
            fractions: false,
            dates: 0,
            urls: 0,
            strings: 0,
            numbers: 0,
            other_dates: 0,
            nulls: 0,
            longest: Span::default(),
            last_row: usize::MAX,
        }
    }

    fn note(&mut self, event: Event, text: &str, row: usize) {
        self.kinds.add(Kind::of(event));
        match event {
            Event::Number(span) => {
                self.fractions =
                    self.fractions || span.bytes_of(text).iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
            }
            Event::String(string) => {
                let Span { start, end } = string.span;
                if end - start > self.longest.end - self.longest.start {
                    self.longest = string.span;
                }
                if row < SAMPLED {
                    self.sample(string.span, text);
                }
            }
            Event::Null => self.nulls += 1,
            _ => {}
        }
    }
}

impl ColumnOutline {
    /// Looks at what a string is. The first byte tells of most that they are neither a date nor a number nor an address.
    fn sample(&mut self, span: Span, text: &str) {
        let Some(first) = span.bytes_of(text).first() else { return };
        self.strings += 1;
        if !matches!(first, b'0'..=b'9' | b'-' | b'h' | b'A'..=b'Z') {
            return;
        }
        let string = span.of(text);
        match first {
            b'0'..=b'9' | b'-' if is_date(string) => self.dates += 1,
            b'0'..=b'9' | b'-' if is_number(string) => self.numbers += 1,
            b'h' if is_url(string) => self.urls += 1,
            b'0'..=b'9' | b'A'..=b'Z' if is_other_date(string) => self.other_dates += 1,
            _ => {}
        }
    }
}

fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Whether a text is an ISO 8601 date, alone or followed by a time.
pub(crate) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shape = bytes.iter().take(10).map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte });
    shape.eq(*b"0000-00-00") && matches!(bytes.get(10), None | Some(b'T' | b't' | b' ')) && bytes.len() <= 40
}

/// Whether a text is a number as JSON writes it, and not a code with leading zeros.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let (whole, fraction) = match digits.iter().position(|byte| *byte == b'.') {
        Some(point) => (digits.get(..point).unwrap_or_default(), digits.get(point + 1..)),
        None => (digits, None),
    };
    let all = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    digits.len() <= 16 && all(whole) && (whole.len() == 1 || whole.first() != Some(&b'0')) && fraction.is_none_or(all)
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether a text is a date in another form than that of ISO 8601: `03/04/2025`, `4.3.2025`, `Mar 4, 2025`,
/// `Tue, 04 Mar 2025 10:00:00 GMT`.
pub(crate) fn is_other_date(text: &str) -> bool {
    let first = text.as_bytes().first().copied().unwrap_or_default();
    if text.len() > 40 || text.len() < 6 || !(first.is_ascii_digit() || first.is_ascii_uppercase()) {
        return false;
    }
    // Day, month and year together: `3/4/25`. Most names and titles have fewer digits.
    if text.bytes().filter(u8::is_ascii_digit).count() < 4 {
        return false;
    }
    let date = text.split([' ', ',']).next().unwrap_or_default();
    for mark in ['/', '.'] {
        let mut parts = date.split(mark);
        if let (Some(one), Some(two), Some(three), None) = (parts.next(), parts.next(), parts.next(), parts.next()) {
            let number = |part: &str, most: u32| {
                (1..=4).contains(&part.len()) && part.parse::<u32>().is_ok_and(|number| number > 0 && number <= most)
            };
            let day_first = number(one, 31) && number(two, 31) && (number(one, 12) || number(two, 12));
            let year_last =
                three.len() == 4 && number(three, 2200) || mark == '/' && three.len() == 2 && number(three, 99);
            let year_first = one.len() == 4 && number(one, 2200) && number(two, 12) && number(three, 31);
            return day_first && year_last || year_first;
        }
    }
    // A month by its name, beside a day and a year.
    let words = || text.split([' ', ',', '-']).filter(|word| !word.is_empty());
    let is_month = |word: &str| {
        word.len() >= 3
            && MONTHS.iter().any(|month| word.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(month)))
    };
    let is_year =
        |word: &str| word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_day = |word: &str| word.len() <= 2 && word.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day));
    words().count() <= 7 && words().any(is_month) && words().any(is_year) && words().any(is_day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Quirk;

    #[test]
    fn dates_in_other_forms() {
        for text in ["03/04/2025", "4.3.2025", "2025/03/04", "Mar 4, 2025", "4 March 2025", "3/4/25", "04-Mar-2025"] {
            assert!(is_other_date(text), "{text}");
        }
        assert!(is_other_date("Tue, 04 Mar 2025 10:00:00 GMT") && is_other_date("03/04/2025 10:11"));
        for text in ["2025-03-04", "1.2.3", "10.0.0.1", "1/2/3/4", "March", "Marie Curie", "12/2025", "v1.2.2025", "A4"]
        {
            assert!(!is_other_date(text), "{text}");
        }
    }

    #[test]
    fn keys_that_rows_have_twice_are_found() {
        let count = |text: &str| {
            let outline = outline(text, Span { start: 0, end: text.len() }).unwrap();
            (
                outline.quirks.count(Quirk::DuplicateKey),
                outline.quirks.places().iter().map(|(_, at)| *at).collect::<Vec<_>>(),
            )
        };
        assert_eq!(count(r#"[{"a": 1, "b": 2}, {"b": 1, "a": 2}, {"a": {"a": 1}, "b": [{"a": 1}]}]"#), (0, vec![]));
        assert_eq!(count(r#"[{"a": 1, "a": 2}, {"b": {"x": 1, "x": 2}, "a": 1, "b": 2}]"#), (3, vec![10, 34, 51]));
        assert_eq!(count(r#"{"rows": [{"a": 1}, {"a": 1}], "more": {"a": 1, "a": 2}, "rows": []}"#).0, 2);
        // Beyond the columns that are kept, too, and where these hold objects.
        let many = (0..=MOST_COLUMNS).fold(String::new(), |many, at| many + &format!("\"k{at}\": {{\"a\": 1}}, "));
        assert_eq!(count(&format!("[{{{many}\"z\": 1}}]")).0, 0);
        assert_eq!(count(&format!("[{{{many}\"z\": {{\"y\": 1, \"y\": 2}}, \"z\": 1, \"k0\": 1}}]")).0, 3);
    }

    #[test]
    fn numbers_in_strings() {
        assert!(["0", "12", "-3.5", "0.25"].into_iter().all(is_number));
        assert!(!["", "007", "1e5", "1.", ".5", "12345678901234567", "1,000", "1.2.3"].into_iter().any(is_number));
    }
}
