//! How wide each column is. Where all cannot be as wide as they would be, the widest give way first, down to a width
//! at which they still say something; where that is not enough, the least useful columns are left out.

use retort_core::ColumnType;

use super::cell::{BEGINNING, DAY, MINUTES};
use super::survey::Column;
use super::worth::{is_address, is_id, names_the_row, worth};

/// The blanks between two columns.
pub(super) const GAP: usize = 2;

/// What a column asks for.
#[derive(Clone, Copy, Debug)]
struct Need {
    /// The least that makes sense.
    least: usize,
    /// What it takes when nothing is cut.
    natural: usize,
    /// The widths between the two that are of use, the widest first; any where there are none.
    steps: &'static [usize],
}

impl Need {
    fn at(self, limit: usize) -> usize {
        limit.clamp(self.least, self.natural)
    }

    /// A width of use that is no wider than what there is at a limit; `None` where any is.
    fn step_at(self, limit: usize) -> Option<usize> {
        let wide = self.at(limit);
        if wide == self.natural { Some(wide) } else { self.steps.iter().copied().find(|step| *step <= wide) }
    }

    fn step_to(&mut self, limit: usize) {
        if let Some(step) = self.step_at(limit).filter(|step| *step < self.natural) {
            (self.least, self.natural) = (step, step);
        }
    }
}

/// How wide each column is in a width; `None` for what is left out. Without a width each is as wide as it would be.
pub(super) fn widths(columns: &[Column<'_>], room: Option<usize>) -> Vec<Option<usize>> {
    let needs: Vec<Need> = columns.iter().map(need).collect();
    let Some(room) = room else { return needs.iter().map(|need| Some(need.natural)).collect() };
    let room = room.max(1);
    let natural = total(needs.iter().map(|need| need.natural));
    if natural <= room {
        return needs.iter().map(|need| Some(need.natural)).collect();
    }
    let mut widths: Vec<Option<usize>> = vec![None; needs.len()];
    let kept = kept(columns, &needs, room);
    let mut chosen: Vec<Need> = kept.iter().filter_map(|at| needs.get(*at)).copied().collect();
    // What leads to the row is cut only where nothing else is left to cut.
    for (place, at) in kept.iter().enumerate() {
        let taken = total(chosen.iter().map(|need| need.least));
        if let Some(need) = chosen.get_mut(place).filter(|_| columns.get(*at).is_some_and(is_address)) {
            need.least = need.natural.min(need.least + room.saturating_sub(taken));
        }
    }
    if let [only] = chosen.as_mut_slice() {
        // The last column that is left takes what there is.
        only.least = only.least.min(room);
    }
    let asked = chosen.clone();
    let limit = limit(&chosen, room);
    for need in &mut chosen {
        need.step_to(limit);
    }
    let limit = self::limit(&chosen, room);
    let mut spare = room.saturating_sub(total(chosen.iter().map(|need| need.at(limit))));
    // What nobody else takes goes to those that have stepped down.
    for (need, asked) in chosen.iter_mut().zip(&asked).filter(|(need, asked)| need.natural < asked.natural) {
        let wide = asked.step_at(need.natural + spare).unwrap_or(need.natural).max(need.natural);
        spare -= wide - need.natural;
        (need.least, need.natural) = (wide, wide);
    }
    for (at, need) in kept.iter().zip(&chosen) {
        let wide = need.at(limit);
        let more = usize::from(spare > 0 && wide < need.natural);
        spare -= more;
        if let Some(width) = widths.get_mut(*at) {
            *width = Some(wide + more);
        }
    }
    widths
}

/// The least width at which no column is left out.
pub(super) fn least(columns: &[Column<'_>]) -> usize {
    let needs: Vec<Need> = columns.iter().map(need).collect();
    total(needs.iter().map(|need| need.least))
}

/// How wide a line of columns is.
fn total(widths: impl ExactSizeIterator<Item = usize>) -> usize {
    let gaps = GAP * widths.len().saturating_sub(1);
    widths.fold(gaps, usize::saturating_add)
}

/// The highest limit at which columns fit, each as wide as it would be up to that limit.
fn limit(needs: &[Need], room: usize) -> usize {
    let fits = |limit: usize| total(needs.iter().map(|need| need.at(limit))) <= room;
    let (mut low, mut high) = (0, room);
    while low < high {
        let middle = usize::midpoint(low, high + 1);
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

/// The places of the columns that stay, in their order.
fn kept(columns: &[Column<'_>], needs: &[Need], room: usize) -> Vec<usize> {
    let mut order: Vec<(i32, usize)> = columns.iter().enumerate().map(|(at, column)| (worth(column), at)).collect();
    order.sort_by_key(|(worth, at)| (std::cmp::Reverse(*worth), *at));
    let mut kept: Vec<usize> = Vec::new();
    let mut taken = 0;
    for (_, at) in order {
        let least = needs.get(at).map_or(0, |need| need.least);
        let more = if kept.is_empty() { least } else { least + GAP };
        if kept.is_empty() || taken + more <= room {
            kept.push(at);
            taken += more;
        }
    }
    kept.sort_unstable();
    kept
}

/// The least that says something of a text, of one that names the row, of one that goes on, of an address, of a code,
/// of a nested value and
/// of its size, of a number and of the name of a column.
const TEXT: usize = 16;
const TITLE: usize = 16;
const PROSE: usize = 24;
const ADDRESS: usize = 24;
const CODE: usize = 9;
const NESTED: usize = 14;
const COUNT: usize = 6;
const NUMBER: usize = 24;
const NAME: usize = 8;

fn need(column: &Column<'_>) -> Need {
    let (least, steps): (usize, &[usize]) = match column.kind {
        ColumnType::Integer | ColumnType::Number | ColumnType::Boolean => (NUMBER, &[]),
        // A date is whole, without its seconds or without its time: what is between would be blanks.
        ColumnType::Date => (DAY, &[MINUTES, DAY]),
        _ if is_id(column) => (usize::MAX, &[]),
        ColumnType::Url => (ADDRESS, &[]),
        // Where most do not fit, their beginning says something still; a count of what is inside takes little room.
        ColumnType::Object | ColumnType::Array if column.mean() > NESTED => (COUNT, &[40, 32, 24, BEGINNING, COUNT]),
        ColumnType::Object | ColumnType::Array => (NESTED, &[]),
        _ if column.is_opaque() => (CODE, &[CODE]),
        _ if column.is_prose() => (PROSE, &[]),
        _ if names_the_row(column) => (TITLE, &[]),
        _ => (TEXT, &[]),
    };
    let natural = column.natural.max(1);
    let least = least.min(column.widest).max(column.name_width.min(NAME)).clamp(1, natural);
    Need { least, natural, steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(sizes: &[(usize, usize)]) -> Vec<Need> {
        sizes.iter().map(|&(least, natural)| Need { least, natural, steps: &[] }).collect()
    }

    fn at(needs: &[Need], room: usize) -> Vec<usize> {
        let limit = limit(needs, room);
        needs.iter().map(|need| need.at(limit)).collect()
    }

    #[test]
    fn the_widest_give_way_first() {
        assert_eq!(at(&needs(&[(5, 5), (10, 20), (10, 90)]), 64), [5, 20, 35]);
        assert_eq!(at(&needs(&[(5, 5), (10, 20), (10, 90)]), 39), [5, 15, 15]);
    }

    #[test]
    fn a_date_takes_a_width_of_use() {
        let mut date = Need { least: DAY, natural: 20, steps: &[MINUTES, DAY] };
        let stepped = |need: &Need, limit| {
            let mut need = *need;
            need.step_to(limit);
            need.at(limit)
        };
        assert_eq!([25, 20, 19, 16, 15, 3].map(|limit| stepped(&date, limit)), [20, 20, 16, 16, 10, 10]);
        date.natural = 9;
        date.least = 9;
        assert_eq!(stepped(&date, 5), 9);
    }
}
