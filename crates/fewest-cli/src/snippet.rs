//! The few lines of a text around a place, cut to what a terminal can show.
//!
//! A board may be one line of megabytes, or hold bytes that a terminal takes
//! for commands. So what is shown is a window of the text with control
//! characters replaced, numbered as in the whole text.

use fewest_puzzles::text::Place;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// How many characters of a line are shown.
const WIDTH: usize = 64;
/// How many of them are before the place, if the line has to be cut there.
const BEFORE: usize = 24;

/// A window of a text.
#[derive(Debug)]
pub(crate) struct Snippet {
    name: String,
    text: String,
    /// The number of the first line that is shown, from 0.
    first_line: usize,
    /// Where the trouble is in the whole text.
    place: Place,
    /// Where the trouble is in the window.
    span: SourceSpan,
}

impl Snippet {
    /// The window around `length` characters at `place`.
    pub(crate) fn new(name: &str, text: &str, place: Place, length: usize) -> Self {
        let line = place.line.saturating_sub(1);
        let column = place.column.saturating_sub(1);
        let first_line = line.saturating_sub(1);
        let skip = if column + 8 < WIDTH { 0 } else { column - BEFORE };

        let mut window = String::new();
        let mut span = SourceSpan::from((0, 0));
        let lines = text.split('\n').chain(std::iter::repeat("")).zip(0..);
        for (content, number) in lines.skip(first_line).take(line - first_line + 2) {
            let shown = cut(content.strip_suffix('\r').unwrap_or(content), skip);
            if number == line {
                let start = column - skip + usize::from(skip > 0);
                let before: usize = shown.chars().take(start).map(char::len_utf8).sum();
                let marked: usize =
                    shown.chars().skip(start).take(length).map(char::len_utf8).sum();
                span = (window.len() + before, marked).into();
            }
            window.push_str(&shown);
            window.push('\n');
        }
        // Past the end of the text there is nothing to show.
        while window.ends_with("\n\n") && window.len() > span.offset() + span.len() + 1 {
            window.pop();
        }
        Snippet { name: name.to_string(), text: window, first_line, place, span }
    }

    /// Where the trouble is in the window.
    pub(crate) fn span(&self) -> SourceSpan {
        self.span
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

impl SourceCode for Snippet {
    /// Without lines of context one wants to know the place: that of the whole
    /// text. With them, what is to be drawn: the window.
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        lines_before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (line, column) = if lines_before == 0 {
            (self.place.line - 1, self.place.column - 1)
        } else {
            (self.first_line, 0)
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            (0, self.text.len()).into(),
            line,
            column,
            self.text.lines().count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(snippet: &Snippet) -> &str {
        let span = snippet.span();
        &snippet.text[span.offset()..span.offset() + span.len()]
    }

    #[test]
    fn shows_a_line_on_either_side() {
        let place = Place { line: 3, column: 3 };
        let snippet = Snippet::new("board", "a\nb b\nc xy c\nd d\ne\n", place, 2);
        assert_eq!(snippet.text, "b b\nc xy c\nd d\n");
        assert_eq!(snippet.first_line, 1);
        assert_eq!(marked(&snippet), "xy");
    }

    #[test]
    fn cuts_long_lines_around_the_place() {
        let text = format!("{}é{}", "·".repeat(1_000_000), "·".repeat(1_000_000));
        let place = Place { line: 1, column: 1_000_001 };
        let snippet = Snippet::new("board", &text, place, 1);
        assert!(snippet.text.chars().count() < WIDTH + 4);
        assert_eq!(marked(&snippet), "é");
    }

    #[test]
    fn replaces_what_a_terminal_would_obey() {
        let snippet = Snippet::new("board", "1 \u{1b}[2J\r\n", Place::START, 1);
        assert_eq!(snippet.text, "1 \u{fffd}[2J\n");
    }

    #[test]
    fn a_place_past_the_end_is_an_empty_mark() {
        let snippet = Snippet::new("board", "", Place { line: 4, column: 9 }, 3);
        assert_eq!(marked(&snippet), "");
    }
}
