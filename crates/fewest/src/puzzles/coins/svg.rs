//! What the drawings of this puzzle share: the page, texts and their colours.

use std::fmt::Write;

/// The colour of texts.
pub(super) const INK: &str = "#2b2f36";
/// The colour of texts of less weight.
pub(super) const PALE_INK: &str = "#7a828e";

/// A drawing that grows element by element.
#[derive(Debug)]
pub(super) struct Drawing(String);

/// Where a text stands by its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    /// An empty white page.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Drawing(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
        ))
    }

    /// Adds an element.
    pub(super) fn add(&mut self, element: &str) {
        // Writing to a String can't fail.
        let _ = writeln!(self.0, "{element}");
    }

    /// Adds a text whose middle line is at `y`.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        anchor: Anchor,
        colour: &str,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // Not every program that draws knows a middle line, so that the text is
        // let down by about half the height of its digits.
        let y = y + 0.35 * size;
        self.add(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>",
            escaped(text)
        ));
    }

    /// The whole drawing.
    pub(super) fn finish(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }
}

/// A text that is no markup.
fn escaped(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '&' => "&amp;".to_string(),
            '<' => "&lt;".to_string(),
            '>' => "&gt;".to_string(),
            letter if letter.is_control() => '\u{fffd}'.to_string(),
            letter => letter.to_string(),
        })
        .collect()
}
