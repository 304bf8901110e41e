//! The legend: a sample of each line, band and colour, and its meaning.

use crate::measure::text_width;
use crate::svg::{Brush, Element, Svg};
use crate::theme::{Colour, Theme};

/// The size of words.
const SIZE: f64 = 12.5;
/// The width of a sample, and the gaps after it and between entries.
const SAMPLE: f64 = 22.0;
const NEAR: f64 = 7.0;
const GAP: f64 = 20.0;
/// The height of a line.
pub(super) const LINE: f64 = 20.0;

/// What a sample looks like.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    Line(Colour),
    Dashed(Colour),
    Band(Colour),
    Square(Colour),
    /// A big disc.
    Disc(Colour),
    /// A disc with nothing in it.
    Circle(Colour),
    /// From one to another.
    Ramp(Vec<Colour>),
    /// A thin ring or line that guides the eye.
    Guide(Colour),
}

/// A mark and what it means.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) mark: Mark,
    pub(super) text: String,
}

impl Entry {
    pub(super) fn new(mark: Mark, text: &str) -> Entry {
        Entry { mark, text: text.to_string() }
    }

    fn width(&self) -> f64 {
        let sample =
            if let Mark::Ramp(colours) = &self.mark { (9 * colours.len()) as f64 } else { SAMPLE };
        sample + NEAR + text_width(&self.text, SIZE)
    }
}

/// The number of lines of the entries between two places.
pub(super) fn lines(entries: &[Entry], left: f64, right: f64) -> usize {
    place(entries, left, right).last().map_or(0, |&(_, line)| line + 1)
}

/// Where each begins, and in which line.
fn place(entries: &[Entry], left: f64, right: f64) -> Vec<(f64, usize)> {
    let (mut x, mut line) = (left, 0);
    let place = |entry: &Entry| {
        if x > left && x + entry.width() > right {
            (x, line) = (left, line + 1);
        }
        let here = (x, line);
        x += entry.width() + GAP;
        here
    };
    entries.iter().map(place).collect()
}

/// Writes the entries between two places, the first line at `y`.
pub(super) fn draw(
    svg: &mut Svg,
    entries: &[Entry],
    (left, right): (f64, f64),
    y: f64,
    theme: Theme,
) {
    for (entry, (x, line)) in entries.iter().zip(place(entries, left, right)) {
        let y = y + LINE * line as f64;
        let across =
            |colour: Colour, width| Element::line((x, y), (x + SAMPLE, y)).stroke(colour, width);
        let middle = x + SAMPLE / 2.0;
        match &entry.mark {
            Mark::Line(colour) => svg.add(across(*colour, 2.2)),
            Mark::Dashed(colour) => svg.add(across(*colour, 1.6).dashes(5.0, 3.5)),
            Mark::Guide(colour) => svg.add(across(*colour, 1.4)),
            Mark::Band(colour) => {
                let band = Element::rect(x, y - 6.0, SAMPLE, 12.0).fill(*colour);
                svg.add(band.opacity(0.22));
            }
            Mark::Square(colour) => {
                svg.add(Element::rect(x + 5.0, y - 6.0, 12.0, 12.0).fill(*colour).corners(2.5));
            }
            Mark::Disc(colour) => svg.add(Element::circle(middle, y, 5.0).fill(*colour)),
            Mark::Circle(colour) => {
                let circle = Element::circle(middle, y, 4.6).fill(theme.paper());
                svg.add(circle.stroke(*colour, 1.6));
            }
            Mark::Ramp(colours) => {
                for (number, colour) in colours.iter().enumerate() {
                    let x = x + 9.0 * number as f64;
                    svg.add(
                        Element::rect(x, y - 5.0, 9.0, 10.0).fill(*colour).stroke(Brush::None, 0.0),
                    );
                }
            }
        }
        let text = x + entry.width() - text_width(&entry.text, SIZE);
        svg.add(Element::text(text, y, SIZE, &entry.text).fill(theme.ink()));
    }
}
