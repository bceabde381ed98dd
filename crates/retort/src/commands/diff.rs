//! The difference that known changes make to a text, as a unified diff. What changes is known, so that only the lines it touches
//! are compared: comparing whole texts line by line takes the square of how much they differ.

use std::io::{self, Write};
use std::ops::Range;

use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

/// So many lines stay in sight before and behind a change.
const CONTEXT: usize = 3;
/// A change of more lines is shown as a whole: all that goes, then all that comes.
const MOST_COMPARED: usize = 2_000;

/// One change of a text: which bytes become what.
pub(super) type Change<'a> = (Range<usize>, &'a str);

/// Writes what changes make of a text. They are in order and do not overlap.
pub(super) fn write(out: &mut impl Write, name: &str, text: &str, changes: &[Change<'_>]) -> io::Result<()> {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let blocks = blocks(text, &old, changes);
    // The new lines of all blocks, one behind the other; what is equal is shown from the old ones.
    let (mut ops, mut old_at, mut new_at) = (Vec::new(), 0, 0);
    let mut lines: Vec<(usize, Vec<&str>)> = Vec::new();
    for (block, changed) in &blocks {
        let block = block.start..block.end.min(old.len());
        let before = old.get(block.clone()).unwrap_or_default();
        let after: Vec<&str> = changed.split_inclusive('\n').collect();
        new_at += block.start - old_at;
        push_equal(&mut ops, old_at, new_at - (block.start - old_at), block.start - old_at);
        if before.len() + after.len() <= MOST_COMPARED {
            for op in capture_diff_slices(Algorithm::Myers, before, &after) {
                push(&mut ops, moved(op, block.start, new_at));
            }
        } else {
            let (old_len, new_len) = (before.len(), after.len());
            ops.push(DiffOp::Replace { old_index: block.start, old_len, new_index: new_at, new_len });
        }
        let length = after.len();
        lines.push((new_at, after));
        (old_at, new_at) = (block.end, new_at + length);
    }
    push_equal(&mut ops, old_at, new_at, old.len() - old_at);
    let mut is_headed = false;
    for hunk in group_diff_ops(ops, CONTEXT) {
        if hunk.iter().all(|op| matches!(op, DiffOp::Equal { .. })) {
            continue;
        }
        if !is_headed {
            writeln!(out, "--- {name}\n+++ {name} (repaired)")?;
            is_headed = true;
        }
        writeln!(out, "{}", UnifiedHunkHeader::new(&hunk))?;
        for op in &hunk {
            let (gone, come) = match op {
                DiffOp::Equal { .. } => (" ", ""),
                _ => ("-", "+"),
            };
            for line in old.get(op.old_range()).unwrap_or_default() {
                write_line(out, gone, line)?;
            }
            if !come.is_empty() {
                for line in new_lines(&lines, op.new_range()) {
                    write_line(out, come, line)?;
                }
            }
        }
    }
    Ok(())
}

/// The lines that changes touch, with what becomes of them. Changes of one line are one block.
fn blocks(text: &str, old: &[&str], changes: &[Change<'_>]) -> Vec<(Range<usize>, String)> {
    let mut starts: Vec<usize> = Vec::with_capacity(old.len());
    let mut end = 0;
    for line in old {
        starts.push(end);
        end += line.len();
    }
    let line_of = |offset: usize| starts.partition_point(|start| *start <= offset).saturating_sub(1);
    let start_of = |line: usize| starts.get(line).copied().unwrap_or(text.len());
    let mut blocks: Vec<(Range<usize>, String)> = Vec::new();
    // Up to where the last block has taken the text.
    let mut taken = 0;
    for (range, new) in changes {
        // Where the end of a line goes, the next line becomes part of this one.
        let ends_line = |at: usize| at == 0 || text.get(..at).is_some_and(|before| before.ends_with('\n'));
        let keeps_lines = new.ends_with('\n') || new.is_empty() && ends_line(range.start);
        let joins = !range.is_empty() && ends_line(range.end) && !keeps_lines;
        let end = if joins { range.end } else { range.end.max(range.start + 1) - 1 };
        let (first, last) = (line_of(range.start), line_of(end));
        match blocks.last_mut() {
            Some((lines, block)) if first < lines.end => {
                block.push_str(text.get(taken..range.start).unwrap_or_default());
                block.push_str(new);
                lines.end = last + 1;
            }
            previous => {
                if let Some((lines, block)) = previous {
                    block.push_str(text.get(taken..start_of(lines.end)).unwrap_or_default());
                }
                let before = text.get(start_of(first)..range.start).unwrap_or_default();
                blocks.push((first..last + 1, format!("{before}{new}")));
            }
        }
        taken = range.end;
    }
    if let Some((lines, block)) = blocks.last_mut() {
        block.push_str(text.get(taken..start_of(lines.end)).unwrap_or_default());
    }
    blocks
}

/// An operation on lines that begin elsewhere.
fn moved(op: DiffOp, old_by: usize, new_by: usize) -> DiffOp {
    match op {
        DiffOp::Equal { old_index, new_index, len } => {
            DiffOp::Equal { old_index: old_by + old_index, new_index: new_by + new_index, len }
        }
        DiffOp::Delete { old_index, old_len, new_index } => {
            DiffOp::Delete { old_index: old_by + old_index, old_len, new_index: new_by + new_index }
        }
        DiffOp::Insert { old_index, new_index, new_len } => {
            DiffOp::Insert { old_index: old_by + old_index, new_index: new_by + new_index, new_len }
        }
        DiffOp::Replace { old_index, old_len, new_index, new_len } => {
            DiffOp::Replace { old_index: old_by + old_index, old_len, new_index: new_by + new_index, new_len }
        }
    }
}

fn push(ops: &mut Vec<DiffOp>, op: DiffOp) {
    match op {
        DiffOp::Equal { old_index, new_index, len } => push_equal(ops, old_index, new_index, len),
        op => ops.push(op),
    }
}

/// Lines that stay; those beside others that stay are one operation, because that is how much is in sight is counted.
fn push_equal(ops: &mut Vec<DiffOp>, old_index: usize, new_index: usize, more: usize) {
    if more == 0 {
        return;
    }
    match ops.last_mut() {
        Some(DiffOp::Equal { len, .. }) => *len += more,
        _ => ops.push(DiffOp::Equal { old_index, new_index, len: more }),
    }
}

/// Some of the new lines, which all are in one block.
fn new_lines<'a>(blocks: &'a [(usize, Vec<&'a str>)], range: Range<usize>) -> impl Iterator<Item = &'a str> {
    let at = blocks.partition_point(|(start, _)| *start <= range.start).checked_sub(1);
    let block = at.and_then(|at| blocks.get(at));
    let lines = block.and_then(|(start, lines)| lines.get(range.start - start..range.end - start));
    lines.unwrap_or_default().iter().copied()
}

fn write_line(out: &mut impl Write, sign: &str, line: &str) -> io::Result<()> {
    match line.strip_suffix('\n') {
        Some(line) => writeln!(out, "{sign}{line}"),
        None => writeln!(out, "{sign}{line}\n\\ No newline at end of file"),
    }
}

#[cfg(test)]
mod tests {
    use similar::TextDiff;

    use super::*;

    fn applied(text: &str, changes: &[Change<'_>]) -> String {
        let (mut new, mut from) = (String::new(), 0);
        for (range, change) in changes {
            new.push_str(&text[from..range.start]);
            new.push_str(change);
            from = range.end;
        }
        new + &text[from..]
    }

    fn written(text: &str, changes: &[Change<'_>]) -> String {
        let mut out = Vec::new();
        write(&mut out, "a", text, changes).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// As the whole texts, compared line by line, have it.
    fn compared(text: &str, changes: &[Change<'_>]) -> String {
        let new = applied(text, changes);
        let diff = TextDiff::from_lines(text, &new);
        diff.unified_diff().header("a", "a (repaired)").to_string()
    }

    #[test]
    fn a_diff_is_what_comparing_the_whole_texts_gives() {
        let lines: String = (0..40).map(|at| format!("line {at}\n")).collect::<Vec<_>>().concat();
        let place = |what: &str| lines.find(what).map(|at| at..at + what.len()).unwrap();
        for changes in [
            vec![(place("line 5"), "LINE 5")],
            vec![(0..4, "Line"), (place("line 39"), "the end")],
            vec![(place("line 5"), "LINE 5"), (place("line 9"), "NINE"), (place("line 20"), "a\nb\nc")],
            vec![(place("ne 7\nline 8\nli"), ""), (place("30\n"), "30\n30½\n")],
            vec![(place("line 12"), "line 12")],
            vec![],
        ] {
            assert_eq!(written(&lines, &changes), compared(&lines, &changes), "{changes:?}");
        }
        assert_eq!(written("a\nb", &[(2..3, "c")]), compared("a\nb", &[(2..3, "c")]));
        assert_eq!(written("a", &[(0..1, "b\n")]), compared("a", &[(0..1, "b\n")]));
    }

    #[test]
    fn a_change_of_very_many_lines_is_shown_as_a_whole() {
        let text = "a\n".repeat(3_000);
        let shown = written(&text, &[(0..text.len(), "b\n")]);
        assert_eq!(shown.lines().filter(|line| *line == "-a").count(), 3_000);
        assert!(shown.ends_with("-a\n+b\n") && shown.starts_with("--- a\n+++ a (repaired)\n@@ -1,3000 +1 @@\n"));
    }

    /// Comparing lines has several answers where lines are alike; all of them lead from one text to the other.
    #[test]
    fn what_is_shown_leads_to_the_new_text() {
        let mut state = 7_u64;
        let mut dice = move |sides: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % sides
        };
        for _ in 0..500 {
            let text: String = (0..dice(90)).map(|_| ['a', 'b', '\n'][dice(3)]).collect();
            let new: Vec<String> = (0..6).map(|_| (0..dice(5)).map(|_| ['a', 'c', '\n'][dice(3)]).collect()).collect();
            let mut changes: Vec<Change<'_>> = Vec::new();
            let mut from = 0;
            for new in new.iter().take(dice(7)) {
                let start = (from + dice(9)).min(text.len());
                let end = (start + dice(6)).min(text.len());
                changes.push((start..end, new));
                from = end + 1;
                if from > text.len() {
                    break;
                }
            }
            let new = applied(&text, &changes);
            let shown = written(&text, &changes);
            let without_hints = shown.replace("\n\\ No newline at end of file", "");
            let hunks = without_hints.lines().skip(2);
            for (sign, whole) in [('-', &text), ('+', &new)] {
                let kept: Vec<&str> = hunks.clone().filter_map(|line| line.strip_prefix([' ', sign])).collect();
                let mut rest = whole.lines();
                assert!(kept.iter().all(|line| rest.any(|other| other == *line)), "{text:?} {changes:?}\n{shown}");
            }
            assert_eq!(shown.is_empty(), text == new, "{text:?} {changes:?}\n{shown}");
        }
    }
}
