//! The plans of several puzzles in one text, as `solve` writes them and `check` reads them:
//! each after a line with its source.

use crate::input::{Label, Source};

/// A text with the plans of several puzzles, each after a line with its source.
pub(crate) struct Sections<'a> {
    plans: &'a Source,
    /// How far it was read, and the number of the line there.
    offset: usize,
    line: usize,
}

impl<'a> Sections<'a> {
    /// Nothing is read yet.
    pub(crate) fn new(plans: &'a Source) -> Self {
        Sections { plans, offset: 0, line: 1 }
    }

    /// The plan after the line of a puzzle, if there is one. It ends where that of the
    /// next puzzle begins, or that of a puzzle that was not given.
    pub(crate) fn take(&mut self, label: &Label, next: Option<&Label>) -> Option<Source> {
        let (header, next) = (header(label), next.map(header));
        let ends = |line: &str| Some(line) == next.as_deref() || is_header(line);
        let (_, start, first) = self.find(|line| line == header)?;
        (self.offset, self.line) = (start, first);
        let text = &self.plans.text;
        let (end, ..) = self.find(ends).unwrap_or((text.len(), 0, 0));
        let text = text[start..end].to_string();
        let plan = Source { name: self.plans.name.clone(), text, first };
        // A plan without moves is an empty line.
        Some(plan).filter(|plan| !plan.text.is_empty())
    }

    /// Where the next such line begins, where the one after it does, and its number.
    fn find(&self, is_it: impl Fn(&str) -> bool) -> Option<(usize, usize, usize)> {
        let mut offset = self.offset;
        for (line, number) in self.plans.text[offset..].split_inclusive('\n').zip(self.line..) {
            if is_it(line.trim_end()) {
                return Some((offset, offset + line.len(), number + 1));
            }
            offset += line.len();
        }
        None
    }
}

/// The line before the plan of one of several puzzles.
pub(crate) fn header(label: &Label) -> String {
    format!("# {label}")
}

/// Whether a line is one before a plan. Rows of a picture may begin like one, but their
/// words are single characters.
fn is_header(line: &str) -> bool {
    let words = line.strip_prefix("# ").into_iter().flat_map(str::split_whitespace);
    words.into_iter().any(|word| word.chars().nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn each_plan_ends_where_another_begins() {
        let text = "# a.txt\nL L\n# 7\nR\n# . o\n# b.txt\n# unsolvable (proved)\n# c.txt\n\n";
        let plans = Source { name: "plans".into(), text: text.into(), first: 1 };
        let label = |name: &str| Label::of(Some(Path::new(name)));
        let mut sections = Sections::new(&plans);
        let mut take = |name, next| {
            let plan = sections.take(&label(name), Some(&label(next)))?;
            Some((plan.text, plan.first))
        };
        assert_eq!(take("a.txt", "7"), Some(("L L\n".into(), 2)));
        assert_eq!(take("7", "b.txt"), Some(("R\n# . o\n".into(), 4)));
        assert_eq!(take("other.txt", "b.txt"), None);
        assert_eq!(take("b.txt", "c.txt"), None);
        assert_eq!(take("c.txt", "d.txt"), Some(("\n".into(), 9)));
    }
}
