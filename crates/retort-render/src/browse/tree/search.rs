//! Looking for a text in all of a value, folded or not: in keys and in scalars, in one walk.

use std::ops::Range;

use retort_core::{Raw, Step};

use crate::browse::job::{GivenUp, Progress};
use crate::browse::needle::Needle;

/// Where a search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The offset of the value.
    pub(super) at: usize,
    /// Whether the search went on at the other end.
    pub(super) wrapped: bool,
}

/// The next value that has the needle in its key or is a scalar with it.
pub(super) fn find(
    root: &Raw,
    needle: &Needle,
    from: usize,
    backward: bool,
    here: bool,
    progress: &Progress,
) -> Result<Option<Found>, GivenUp> {
    let base = root.range().start;
    let text_of = |range: &Range<usize>| root.part(range.clone());
    let has = |range: &Range<usize>| {
        text_of(range).is_some_and(|raw| needle.may_be_in(raw.as_str()) && needle.is_in(&raw.to_plain()))
    };
    // Those at the other end count only when there is none on this one.
    let (mut near, mut far) = (None, None);
    let mut in_key = false;
    let mut steps = 0_usize;
    for step in root.walk() {
        let (start, is_match) = match step {
            Step::Key(range) => {
                in_key = has(&range);
                continue;
            }
            Step::Scalar(range) => (range.start, std::mem::take(&mut in_key) || has(&range)),
            Step::Open(start) => (start, std::mem::take(&mut in_key)),
            _ => continue,
        };
        steps += 1;
        if steps.is_multiple_of(4096) {
            progress.tell(start.saturating_sub(base))?;
        }
        if !is_match {
            continue;
        }
        let is_here = here && start == from;
        if backward {
            if start < from || is_here {
                near = Some(start);
            } else {
                far = Some(start);
            }
        } else if start > from || is_here {
            near = Some(start);
            break;
        } else if far.is_none() {
            far = Some(start);
        }
    }
    let near = near.map(|at| Found { at, wrapped: false });
    Ok(near.or_else(|| far.map(|at| Found { at, wrapped: true })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_scalars_in_both_directions() {
        let root = Raw::parse(r#"{"ann":[1],"b":{"c":"Ann\u0061"},"d":"banana","n,":2}"#).unwrap();
        let needle = Needle::new("ann").unwrap();
        let look = |from, backward| {
            let found = find(&root, &needle, from, backward, false, &Progress::default()).unwrap();
            found.map(|found| (found.at, found.wrapped))
        };
        assert_eq!(look(0, false), Some((7, false)));
        assert_eq!(look(7, false), Some((20, false)));
        assert_eq!(look(20, false), Some((7, true)));
        assert_eq!(look(20, true), Some((7, false)));
        assert_eq!(look(7, true), Some((20, true)));
        // What is punctuation is not found.
        let comma = Needle::new(",").unwrap();
        let found = find(&root, &comma, 0, false, false, &Progress::default()).unwrap().unwrap();
        assert_eq!(root.part(found.at..found.at + 1).unwrap().as_str(), "2");
        assert_eq!(find(&root, &Needle::new("zebra").unwrap(), 0, false, false, &Progress::default()), Ok(None));
    }
}
