//! The few lines of a text around a place, cut to what a terminal can show.
//!
//! A board may be one line of megabytes, or hold bytes that a terminal takes
//! for commands. So what is shown is a window of the text with control
//! characters replaced, numbered as in the whole text.

use std::fmt;

use console::{Style, measure_text_width};
use fewest_puzzles::text::Place;

/// The number of characters shown of a line.
const WIDTH: usize = 64;
/// The number of them before the place, if the line is cut there.
const BEFORE: usize = 24;

/// A window of a text.
#[derive(Debug)]
pub(crate) struct Snippet {
    name: String,
    place: Place,
    /// The lines that are shown, each with its number in the whole text.
    lines: Vec<(usize, String)>,
    /// What is before the mark in the line of the place, and what is marked.
    before: String,
    marked: String,
}

impl Snippet {
    /// The window around `length` characters at `place`.
    pub(crate) fn new(name: &str, text: &str, place: Place, length: usize) -> Self {
        let column = place.column.saturating_sub(1);
        let skip = if column + 8 < WIDTH { 0 } else { column - BEFORE };
        let start = column - skip + usize::from(skip > 0);
        let shown = |line: &str| cut(line.strip_suffix('\r').unwrap_or(line), skip);

        let first = place.line.saturating_sub(1).max(1);
        let known = text.split('\n').map(shown).zip(1..);
        let mut lines: Vec<(usize, String)> = known
            .map(|(line, number)| (number, line))
            .skip(first - 1)
            .take(place.line + 2 - first)
            .collect();
        let line = lines.iter().find(|(number, _)| *number == place.line);
        let line = line.map_or("", |(_, line)| line);
        let before = line.chars().take(start).collect();
        let marked = line.chars().skip(start).take(length).collect();
        // An empty line after the place shows nothing.
        while lines.last().is_some_and(|(number, line)| *number > place.line && line.is_empty()) {
            lines.pop();
        }
        Snippet { name: name.to_string(), place, lines, before, marked }
    }

    /// The same of a text that begins with the line of this number.
    pub(crate) fn numbered_from(mut self, first: usize) -> Self {
        let skipped = first.saturating_sub(1);
        self.place.line += skipped;
        self.lines.iter_mut().for_each(|(number, _)| *number += skipped);
        self
    }
}

fn cut(line: &str, skip: usize) -> String {
    let visible = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    let mut rest = line.chars().skip(skip);
    let mut shown: String = rest.by_ref().take(WIDTH).map(visible).collect();
    if skip > 0 && !line.is_empty() {
        shown.insert(0, '…');
    }
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

/// As rustc shows it: the place, then the lines with a mark under it.
impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = Style::new().for_stderr().blue().bold();
        let mark = Style::new().for_stderr().red().bold();
        let last = self.lines.last().map_or(self.place.line, |(number, _)| *number);
        let width = last.to_string().len();
        let (bar, gap) = (frame.apply_to("|"), " ".repeat(width));
        let Place { line, column } = self.place;
        write!(f, "{gap}{} {}:{line}:{column}", frame.apply_to("-->"), self.name)?;
        if self.lines.is_empty() {
            return Ok(());
        }
        write!(f, "\n{gap} {bar}")?;
        for (number, line) in &self.lines {
            let number_shown = frame.apply_to(format!("{number:>width$}"));
            write!(f, "\n{}", format!("{number_shown} {bar} {line}").trim_end())?;
            if *number == self.place.line {
                let indent = " ".repeat(measure_text_width(&self.before));
                let carets = "^".repeat(measure_text_width(&self.marked).max(1));
                write!(f, "\n{gap} {bar} {indent}{}", mark.apply_to(carets))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_a_line_on_either_side() {
        let place = Place { line: 3, column: 3 };
        let snippet = Snippet::new("board", "a\nb b\nc xy c\nd d\ne\n", place, 2);
        let expected = " --> board:3:3\n  |\n2 | b b\n3 | c xy c\n  |   ^^\n4 | d d";
        assert_eq!(snippet.to_string(), expected);
    }

    #[test]
    fn numbers_line_up() {
        let text = "x\n".repeat(9) + "y\nz\n";
        let snippet = Snippet::new("board", &text, Place { line: 10, column: 1 }, 1);
        let expected = "  --> board:10:1\n   |\n 9 | x\n10 | y\n   | ^\n11 | z";
        assert_eq!(snippet.to_string(), expected);
    }

    #[test]
    fn cuts_long_lines_around_the_place() {
        let text = format!("{}é{}", "·".repeat(1_000_000), "·".repeat(1_000_000));
        let place = Place { line: 1, column: 1_000_001 };
        let snippet = Snippet::new("board", &text, place, 1);
        assert!(snippet.lines[0].1.chars().count() < WIDTH + 4);
        assert_eq!(snippet.marked, "é");
        assert!(snippet.to_string().starts_with(" --> board:1:1000001\n"));
    }

    #[test]
    fn replaces_what_a_terminal_would_obey() {
        let snippet = Snippet::new("board", "1 \u{1b}[2J\r\n", Place::START, 1);
        assert_eq!(snippet.lines, [(1, "1 \u{fffd}[2J".to_string())]);
    }

    #[test]
    fn a_wide_character_takes_two_carets() {
        let snippet = Snippet::new("board", "猫 猫\n", Place { line: 1, column: 3 }, 1);
        assert!(snippet.to_string().ends_with("\n  |    ^^"), "{snippet}");
    }

    #[test]
    fn a_place_past_the_end_has_no_lines() {
        let snippet = Snippet::new("board", "", Place { line: 4, column: 9 }, 3);
        assert_eq!(snippet.to_string(), " --> board:4:9");
        let snippet = Snippet::new("board", "a\n", Place { line: 2, column: 1 }, 1);
        assert_eq!(snippet.to_string(), " --> board:2:1\n  |\n1 | a\n2 |\n  | ^");
    }
}
