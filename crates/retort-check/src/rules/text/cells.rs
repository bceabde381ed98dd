//! The fields of a text that is a table or a list of pairs, by their names.

use retort_core::{Facts, Format, csv_records, pair_of};

use crate::call::Call;

/// How many rows are looked at.
const MOST_ROWS: usize = 100;
/// How many pairs are.
const MOST_PAIRS: usize = 500;

/// A column of a table, or a pair.
pub(super) struct Cells {
    pub(super) name: String,
    /// What stands under the name, without what is empty.
    pub(super) values: Vec<String>,
}

/// The columns or pairs of a call's text, with the pointer to it; nothing where it is neither.
pub(super) fn of(call: &Call<'_>) -> Option<(String, Vec<Cells>)> {
    let text = call.plain_text()?;
    let detection = call.detection();
    let cells = match (detection.format, &detection.facts) {
        (Format::Csv, Facts::Csv { delimiter, header, .. }) => {
            let mut records = csv_records(text, *delimiter).take(MOST_ROWS);
            let first = if *header { records.next().unwrap_or_default() } else { Vec::new() };
            let mut columns: Vec<Cells> = first.into_iter().map(|name| Cells { name, values: Vec::new() }).collect();
            for record in records {
                for (index, value) in record.into_iter().enumerate() {
                    if columns.len() == index {
                        columns.push(Cells { name: format!("column {}", index + 1), values: Vec::new() });
                    }
                    if let Some(column) = columns.get_mut(index).filter(|_| !value.trim().is_empty()) {
                        column.values.push(value.trim().to_owned());
                    }
                }
            }
            columns
        }
        (Format::KeyValue, _) => {
            let pairs = text.lines().take(MOST_PAIRS).filter_map(pair_of);
            pairs.map(|pair| Cells { name: pair.key, values: vec![pair.value.trim().to_owned()] }).collect()
        }
        _ => return None,
    };
    Some((String::from(&call.payload().origin.pointer), cells))
}
