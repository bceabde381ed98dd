//! What Python's calls stand for: `repr` writes what has no literal as the call that would make it. Only classes that say no
//! more than their argument does give way to it; of any other the name is part of the value.

use super::identifier;
use super::scalars::is_number;
use crate::json::quote;

/// Classes around a container that is all there is to them.
#[rustfmt::skip]
const CONTAINERS: &[&str] = &[
    "set", "frozenset", "list", "tuple", "deque", "dict", "OrderedDict", "Counter", "mappingproxy", "immutabledict", "frozendict",
    "dict_keys", "dict_values", "dict_items", "odict_keys", "odict_values", "odict_items", "array",
];
/// Classes around a text that tells by itself what it is.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "UUID", "ObjectId", "Timestamp", "str_", "URL", "Url", "AnyUrl", "HttpUrl", "AnyHttpUrl",
    "Path", "PosixPath", "PurePosixPath", "WindowsPath", "PureWindowsPath",
    "IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network", "IPv4Interface", "IPv6Interface",
];
/// Classes of numbers: those of `NumPy`, where its name stands before them.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", "longlong", "intc",
];
const DAY: u64 = 86_400;

/// What a call stands for.
pub(super) enum Called {
    /// Its only argument.
    Argument,
    /// The last of its arguments.
    Last,
    /// A value of its own.
    Json(String),
    /// An object of its named arguments.
    Object,
    /// The text that it is.
    Text,
}

/// What a call stands for, by its text and what was written of its arguments.
pub(super) fn called(source: &str, written: &str, items: usize, named: usize) -> Called {
    let path = identifier(source);
    let name = path.rsplit('.').next().unwrap_or(path);
    let json = |value: Option<String>| value.map_or(Called::Text, Called::Json);
    match name {
        "datetime" | "date" | "time" => return json(moment(name, source, written).map(|moment| quote(&moment))),
        "timedelta" => return json(duration(written).map(|duration| quote(&duration))),
        _ => {}
    }
    if items == 0 {
        return match name {
            "dict" | "OrderedDict" | "Counter" => Called::Json("{}".to_owned()),
            name if CONTAINERS.contains(&name) => Called::Json("[]".to_owned()),
            _ => Called::Text,
        };
    }
    // What was raised is no row, whatever its arguments are called.
    let is_raised = ["Error", "Exception", "Warning"].iter().any(|end| name.ends_with(end));
    if named == items && !is_raised {
        return Called::Object;
    }
    if name == "defaultdict" && items == 2 && named == 0 && written.ends_with('}') {
        return Called::Last;
    }
    if items > 1 || named > 0 {
        return Called::Text;
    }
    let is_of_numpy = path.starts_with("np.") || path.starts_with("numpy.");
    match written.as_bytes().first() {
        Some(b'[' | b'{') if CONTAINERS.contains(&name) => Called::Argument,
        Some(b'"') if name == "Decimal" => {
            let number = written.trim_matches('"');
            if is_number(number) { Called::Json(number.to_owned()) } else { Called::Argument }
        }
        Some(b'"') if TEXTS.contains(&name) => Called::Argument,
        Some(_) if is_number(written) && (name == "Decimal" || is_of_numpy && NUMBERS.contains(&name)) => {
            Called::Json(written.to_owned())
        }
        _ => Called::Text,
    }
}

/// A point in time as ISO 8601 has it, from the arguments of the call that makes it.
fn moment(name: &str, source: &str, written: &str) -> Option<String> {
    let numbers = written.split(",\"tzinfo\":").next()?;
    let zone = match source.split_once("tzinfo=") {
        Some((_, zone)) => offset(zone.strip_suffix(')')?)?,
        None => String::new(),
    };
    let numbers: Vec<u32> = numbers.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let clock = |numbers: &[u32]| {
        let part = |index: usize| numbers.get(index).copied().unwrap_or_default();
        let is_one = part(0) < 24 && part(1) < 60 && part(2) < 60 && part(3) < 1_000_000 && numbers.len() <= 4;
        let fraction = if part(3) > 0 { format!(".{:06}", part(3)) } else { String::new() };
        is_one.then(|| format!("{:02}:{:02}:{:02}{fraction}{zone}", part(0), part(1), part(2)))
    };
    let day = |year: &u32, month: &u32, day: &u32| {
        let is_one = (1..=9999).contains(year) && (1..=12).contains(month) && (1..=31).contains(day);
        is_one.then(|| format!("{year:04}-{month:02}-{day:02}"))
    };
    match (name, numbers.as_slice()) {
        ("time", clocked @ [_, ..]) => clock(clocked),
        ("date", [year, month, date]) if zone.is_empty() => day(year, month, date),
        ("datetime", [year, month, date, clocked @ ..]) => {
            Some(format!("{}T{}", day(year, month, date)?, clock(clocked)?))
        }
        _ => None,
    }
}

/// How far a zone is from UTC, where it says so itself: the name of a place does not.
fn offset(zone: &str) -> Option<String> {
    if matches!(zone, "datetime.timezone.utc" | "timezone.utc" | "UTC" | "pytz.UTC" | "<UTC>") {
        return Some("+00:00".to_owned());
    }
    let arguments = zone.strip_prefix("datetime.").unwrap_or(zone).strip_prefix("timezone(")?;
    let arguments = arguments.strip_prefix("datetime.").unwrap_or(arguments).strip_prefix("timedelta(")?;
    let (mut days, mut seconds) = (0_i64, 0_i64);
    for argument in arguments.split_once(')')?.0.split(',') {
        match argument.trim().split_once('=')? {
            ("days", number) => days = number.parse().ok()?,
            ("seconds", number) => seconds = number.parse().ok()?,
            _ => return None,
        }
    }
    let seconds = days.checked_mul(DAY.cast_signed())?.checked_add(seconds)?;
    let minutes = seconds.unsigned_abs() / 60;
    let sign = if seconds < 0 { '-' } else { '+' };
    (seconds % 60 == 0 && minutes < DAY / 60).then(|| format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60))
}

/// A span of time as ISO 8601 has it; one that goes back has no form there.
fn duration(written: &str) -> Option<String> {
    let (mut days, mut seconds, mut micros) = (0_u64, 0_u64, 0_u64);
    for (at, argument) in written.split(',').enumerate() {
        let (name, number) = match argument.strip_prefix('"') {
            Some(named) => named.split_once("\":")?,
            None => (*["days", "seconds", "microseconds"].get(at)?, argument),
        };
        let number = number.parse().ok()?;
        match name {
            "days" => days = number,
            "seconds" if number < DAY => seconds = number,
            "microseconds" if number < 1_000_000 => micros = number,
            _ => return None,
        }
    }
    let part = |number: u64, unit: &str| if number > 0 { format!("{number}{unit}") } else { String::new() };
    let rest = seconds % 60;
    let fraction = if micros > 0 { format!("{rest}.{micros:06}S") } else { part(rest, "S") };
    let clock = format!("{}{}{fraction}", part(seconds / 3600, "H"), part(seconds / 60 % 60, "M"));
    Some(match (days, clock.is_empty()) {
        (0, true) => "PT0S".to_owned(),
        (days, true) => format!("P{days}D"),
        (days, false) => format!("P{}T{clock}", part(days, "D")),
    })
}
