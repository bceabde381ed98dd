//! What Python's calls stand for: `repr` writes what has no literal as the call that would make it.

use super::identifier;
use super::scalars::is_number;
use crate::json::quote;

/// The JSON for a call: `Decimal('1.50')` is a number, `datetime.date(2024, 1, 2)` a date, one argument stands for
/// itself, named ones make an object, and anything else is the text that it is.
pub(super) fn called(source: &str, written: &str, items: usize, named: usize) -> String {
    let path = identifier(source);
    let name = path.rsplit('.').next().unwrap_or(path);
    if items == 0 {
        return match name {
            "set" | "frozenset" | "list" | "tuple" | "deque" => "[]".to_owned(),
            "dict" | "OrderedDict" | "Counter" => "{}".to_owned(),
            _ => quote(source),
        };
    }
    if named == items {
        return format!("{{{written}}}");
    }
    if matches!(name, "datetime" | "date" | "time") {
        return moment(name, written).map_or_else(|| quote(source), |moment| quote(&moment));
    }
    if items > 1 || named > 0 {
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
