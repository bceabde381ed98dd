//! Markdown: blocks and links are signs enough alone; bullets, emphasis and back-ticks count when two kinds meet.

use super::lines;

/// The signs of Markdown that a text holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Signals {
    /// Headings, fences, pipe tables, task lists, bold labels.
    pub(super) blocks: usize,
    /// Links and images.
    pub(super) links: usize,
    /// Kinds of weaker signs: bullets, numbers, quotes, rules, bold, emphasis, back-ticks.
    pub(super) weak: usize,
}

impl Signals {
    /// One strong sign or two kinds of weak ones.
    pub(super) fn is_markdown(self) -> bool {
        self.blocks + self.links > 0 || self.weak >= 2
    }

    /// How sure the signs make it.
    pub(super) fn confidence(self) -> f32 {
        match (self.blocks + self.links, self.weak) {
            (0, _) => 0.75,
            (1, 0) => 0.85,
            (1, _) => 0.95,
            _ => 0.98,
        }
    }
}

/// How many lines hold each of the weaker signs.
#[derive(Default)]
struct Weak {
    bullets: usize,
    numbers: usize,
    quotes: usize,
    rules: usize,
    bold: usize,
    emphasis: usize,
    code: usize,
}

/// Counts the signs in a text.
pub(super) fn signals(head: &str) -> Signals {
    let all: Vec<&str> = head.lines().collect();
    let mut found = Signals::default();
    let mut weak = Weak::default();
    let mut bold_labels = 0;
    let mut fence: Option<&str> = None;
    for (n, line) in all.iter().copied().enumerate() {
        let trimmed = line.trim();
        if let Some(open) = fence {
            if trimmed.starts_with(open) {
                fence = None;
            }
            continue;
        }
        if let Some(open) = opens_fence(line) {
            fence = Some(open);
            found.blocks += 1;
            continue;
        }
        let before = n.checked_sub(1).map_or("", |above| all[above]);
        let above = n.checked_sub(2).map_or("", |above| all[above]);
        found.blocks += usize::from(is_heading(line))
            + usize::from(is_table_rule(trimmed) && before.contains('|'))
            + usize::from(
                underlines(trimmed, before, above) && !heads_rows(before, all.get(n + 1..).unwrap_or_default()),
            );
        found.links += usize::from(holds_link(trimmed));
        bold_labels += usize::from(is_bold_label(trimmed));
        found.blocks += weak.read_line(trimmed, before);
    }
    found.blocks += usize::from(bold_labels >= 2);
    found.weak = weak.kinds();
    found
}

impl Weak {
    /// Takes down the weaker signs of a line; gives 1 for a task or a bullet with a bold label, which are strong.
    fn read_line(&mut self, trimmed: &str, before: &str) -> usize {
        let mut strong = 0;
        if let Some(item) = trimmed.strip_prefix(['-', '*', '+']).and_then(|rest| rest.strip_prefix(' ')) {
            self.bullets += 1;
            let item = item.trim_start();
            strong =
                usize::from(["[ ] ", "[x] ", "[X] "].iter().any(|task| item.starts_with(task)) || opens_bold(item));
        }
        self.numbers += usize::from(lines::behind_number(trimmed).is_some_and(|rest| rest.starts_with(' ')));
        self.quotes += usize::from(trimmed.starts_with("> "));
        self.rules +=
            usize::from(trimmed.starts_with(['-', '*', '_']) && lines::is_rule(trimmed) && before.trim().is_empty());
        // Most lines hold none of the marks.
        if memchr::memchr3(b'*', b'_', b'`', trimmed.as_bytes()).is_some() {
            self.bold += usize::from(holds_pair(trimmed, "**") || holds_pair(trimmed, "__"));
            self.emphasis += usize::from(holds_pair(trimmed, "*") || holds_pair(trimmed, "_"));
            self.code += usize::from(holds_pair(trimmed, "`"));
        }
        strong
    }

    /// One bullet or one number may be a dash or a date; the others speak from the first.
    fn kinds(&self) -> usize {
        let listed = [self.bullets, self.numbers].into_iter().filter(|lines| *lines >= 2);
        let marked = [self.quotes, self.rules, self.bold, self.emphasis, self.code];
        listed.count() + marked.into_iter().filter(|lines| *lines > 0).count()
    }
}

/// The marks that open a fenced block, if a line does.
pub(super) fn opens_fence(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    ["```", "~~~"]
        .into_iter()
        .find(|mark| line.strip_prefix(mark).is_some_and(|info| !info.contains('`') && info.len() < 80))
}

/// `# Heading`: up to six signs, a blank, something to read.
pub(super) fn is_heading(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    if line.len() - text.len() > 3 {
        return false;
    }
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    // Comments in what Prometheus is told.
    if [" HELP ", " TYPE "].iter().any(|comment| rest.starts_with(comment)) {
        return false;
    }
    (1..=6).contains(&level) && rest.starts_with([' ', '\t']) && rest.contains(char::is_alphanumeric)
}

/// The row of dashes below a pipe table's names.
fn is_table_rule(line: &str) -> bool {
    let is_dashes = |cell: &str| {
        let dashes = cell.trim().trim_start_matches(':').trim_end_matches(':');
        dashes.bytes().all(|c| c == b'-')
    };
    line.contains('|') && line.contains('-') && line.split('|').all(is_dashes)
}

/// A line of `===` or `---` right below a single line that reads like a title.
fn underlines(rule: &str, title: &str, above: &str) -> bool {
    rule.starts_with(['=', '-'])
        && lines::is_rule(rule)
        && above.trim().is_empty()
        && title.starts_with(|c: char| c.is_alphanumeric() || !c.is_ascii())
        && !title.contains(": ")
        && !title.trim_end().ends_with([':', '.', ';'])
        && !title.contains('|')
        && title.len() <= 200
}

/// Whether a line above a rule names the columns of the rows below it: they have as many fields as it has.
fn heads_rows(names: &str, below: &[&str]) -> bool {
    let rows = below.iter().take_while(|line| !line.trim().is_empty());
    let is_count =
        |line: &&str| line.trim().starts_with('(') && (line.trim().ends_with("row)") || line.trim().ends_with("rows)"));
    if below.iter().take(200).any(is_count) {
        return true;
    }
    [", ", "\t", "  ", ";", " ; "].iter().any(|delimiter| {
        let fields = |line: &str| line.trim().split(delimiter).filter(|field| !field.trim().is_empty()).count();
        let width = fields(names);
        let mut rows = rows.clone().take(20).peekable();
        let is_row = |row: &&str| fields(row) == width && !row.trim_end().ends_with(['.', '!', '?']);
        width > 1 && rows.peek().is_some() && rows.all(is_row)
    })
}

/// `**Title:** Dune` or `**Title**: Dune` at the start of a line.
fn is_bold_label(line: &str) -> bool {
    opens_bold(line) && line.contains(":**") | line.contains("**:")
}

fn opens_bold(text: &str) -> bool {
    text.strip_prefix("**")
        .and_then(|rest| rest.split_once("**"))
        .is_some_and(|(bold, _)| !bold.trim().is_empty() && !bold.starts_with(' '))
}

/// `[text](target)`, also as an image; not `array[i](x)`.
fn holds_link(line: &str) -> bool {
    memchr::memmem::find_iter(line.as_bytes(), "](").any(|at| {
        // Neither side is longer than this in earnest, and a line of nothing but brackets stays cheap.
        let before = &line[line.floor_char_boundary(at.saturating_sub(500))..at];
        let after = &line[at + 2..line.ceil_char_boundary(at + 2000)];
        let (Some(open), Some(end)) = (before.rfind('['), after.find(')')) else {
            return false;
        };
        let target = after[..end].split(" \"").next().unwrap_or_default();
        let (outside, label) = (&before[..open], &before[open + 1..]);
        !outside.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ')' | ']'))
            && (!label.trim().is_empty() || outside.ends_with('!'))
            && !target.is_empty()
            && !target.contains(char::is_whitespace)
    })
}

/// Whether a line holds text between two marks that hug it: `*this*`, not `2 * 3 * 4` or `snake_case_name`.
fn holds_pair(line: &str, mark: &str) -> bool {
    let sign = |c: char| mark.contains(c);
    let outside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '\\') || sign(c);
    let mut open: Option<usize> = None;
    // Whether there is anything to read behind the mark that is open.
    let mut filled = false;
    let mut from = 0;
    while let Some(found) = line[from..].find(mark) {
        let at = from + found;
        let end = at + mark.len();
        let (before, after) = (&line[..at], &line[end..]);
        filled |= line[from..at].contains(char::is_alphanumeric);
        if let Some(start) = open
            && at > start
            && !before.ends_with(|c: char| c.is_whitespace() || sign(c))
            && !after.starts_with(outside)
            && filled
        {
            return true;
        }
        if !before.ends_with(outside) && after.starts_with(|c: char| !c.is_whitespace() && !sign(c)) {
            open = Some(end);
            filled = false;
        }
        from = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_signs() {
        for text in [
            "# x",
            "Title\n=====",
            "Apples, pears\n-------------\nBoth are fruit.",
            "Apples, pears\n-------------\n\nBoth, as we know, are fruit.",
            "a | b\n- | -\n1 | 2",
            "| a |\n|---|\n| 1 |",
            "```\nx\n```",
            "- [ ] todo",
            "- **Name**: x",
            "see [a](b)",
            "![](a.png)",
        ] {
            let signals = signals(text);
            assert!(signals.blocks + signals.links > 0, "{text}");
        }
    }

    #[test]
    fn weak_signs_need_company() {
        assert!(signals("**a** and *b*").is_markdown());
        assert!(signals("这是**重点**，见 `x`").is_markdown());
        for text in [
            "- a\n- b",
            "#1 in the charts",
            "#tag",
            "2 * 3 * 4",
            "snake_case_name and other_case_name",
            "src/**/*.ts and test/**/*.ts",
            "*.rs *.toml",
            "a[i](x)",
            "Low: 3\n---\nHigh: 4\n---",
            "Rows:\n\nid, name\n--------\n1, Ann\n2, Bob",
            "id  name\n--------\n1   Ann\n2   Bob",
            "count\n-----\n3\n(1 row)",
            "Use `x`",
        ] {
            assert!(!signals(text).is_markdown(), "{text}: {:?}", signals(text));
        }
    }
}
