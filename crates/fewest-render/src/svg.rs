//! SVG, element by element: what is written is well-formed whatever is put in.
//!
//! ```
//! use fewest_render::svg::{Element, Path, Svg};
//!
//! let mut svg = Svg::new(20.0, 10.0);
//! let triangle = Path::new().to(0.0, 10.0).line(10.0, 0.0).line(20.0, 10.0).close();
//! svg.add(Element::path(&triangle).fill("#0072b2").with(Element::title("a & b")));
//! let text = svg.to_string();
//! assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\""));
//! assert!(text.contains(r##"<path d="M0 10L10 0L20 10Z" fill="#0072b2"><title>a &amp; b</title></path>"##));
//! ```

use std::fmt::{self, Display, Write};

/// The fonts of all texts: the one that PNG and GIF are drawn with, and those
/// that look most like it where it is not there.
pub const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/// A drawing.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    content: String,
}

impl Svg {
    /// An empty drawing, so many units (pixels, as it is) wide and high.
    pub fn new(width: f64, height: f64) -> Self {
        Svg { width, height, content: String::new() }
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Adds an element, over all that there is.
    pub fn add(&mut self, element: impl Into<Element>) {
        // Writing to a String can't fail.
        let _ = writeln!(self.content, "{}", element.into());
    }
}

impl Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (Number(self.width), Number(self.height));
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\">"
        )?;
        writeln!(f, "{}</svg>", self.content)
    }
}

/// An element: its name, its attributes, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    name: &'static str,
    attributes: String,
    content: String,
}

/// Where a text stands by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It starts there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

impl Element {
    /// An element of this name, without attributes.
    pub fn new(name: &'static str) -> Self {
        Element { name, attributes: String::new(), content: String::new() }
    }

    /// A rectangle by its left upper corner and its size.
    pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Self {
        Element::new("rect")
            .number("x", x)
            .number("y", y)
            .number("width", width)
            .number("height", height)
    }

    /// A circle by its middle and its radius.
    pub fn circle(x: f64, y: f64, radius: f64) -> Self {
        Element::new("circle").number("cx", x).number("cy", y).number("r", radius)
    }

    /// A line from one point to another.
    pub fn line((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Self {
        Element::new("line").number("x1", x1).number("y1", y1).number("x2", x2).number("y2", y2)
    }

    /// A path.
    pub fn path(path: &Path) -> Self {
        Element::new("path").set("d", &path.0)
    }

    /// A line through points, open and not filled.
    pub fn polyline(points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut list = String::new();
        for (x, y) in points {
            let gap = if list.is_empty() { "" } else { " " };
            // Writing to a String can't fail.
            let _ = write!(list, "{gap}{},{}", Number(x), Number(y));
        }
        Element::new("polyline").set("points", list).set("fill", "none")
    }

    /// A text whose middle line is at `y`.
    pub fn text(x: f64, y: f64, size: f64, text: &str) -> Self {
        // Not every program that draws knows a middle line, so that the text is
        // let down by half the height of its digits.
        let y = y + 0.364 * size;
        let mut element =
            Element::new("text").number("x", x).number("y", y).number("font-size", size);
        escape(&mut element.content, text);
        element
    }

    /// Several elements as one.
    pub fn group() -> Self {
        Element::new("g")
    }

    /// What an element is, for those who point at it or can't see it.
    pub fn title(text: &str) -> Self {
        let mut element = Element::new("title");
        escape(&mut element.content, text);
        element
    }

    /// Sets an attribute. Each may be set once.
    #[must_use]
    pub fn set(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.extend([" ", name, "=\""]);
        escape(&mut self.attributes, &value.to_string());
        self.attributes.push('"');
        self
    }

    /// Sets an attribute to a number, to the hundredth.
    #[must_use]
    pub fn number(self, name: &'static str, value: f64) -> Self {
        self.set(name, Number(value))
    }

    /// Puts an element into this one, over all that is in it.
    #[must_use]
    pub fn with(mut self, element: impl Into<Element>) -> Self {
        self.add(element);
        self
    }

    /// The same, in place.
    pub fn add(&mut self, element: impl Into<Element>) {
        // Writing to a String can't fail.
        let _ = write!(self.content, "{}", element.into());
    }

    /// The colour of its area.
    #[must_use]
    pub fn fill(self, colour: impl Display) -> Self {
        self.set("fill", colour)
    }

    /// Colour and width of its line.
    #[must_use]
    pub fn stroke(self, colour: impl Display, width: f64) -> Self {
        self.set("stroke", colour).number("stroke-width", width)
    }

    /// Dashes of a line: how long they are, and the gaps between.
    #[must_use]
    pub fn dashes(self, dash: f64, gap: f64) -> Self {
        self.set("stroke-dasharray", format_args!("{} {}", Number(dash), Number(gap)))
    }

    /// The radius of a rectangle's corners.
    #[must_use]
    pub fn corners(self, radius: f64) -> Self {
        self.number("rx", radius)
    }

    /// How much covers what is below: 1 for all, 0 for nothing.
    #[must_use]
    pub fn opacity(self, opacity: f64) -> Self {
        self.number("opacity", opacity)
    }

    /// Moves it.
    #[must_use]
    pub fn translate(self, x: f64, y: f64) -> Self {
        self.set("transform", format_args!("translate({} {})", Number(x), Number(y)))
    }

    /// Turns it by so many degrees, with the clock, around a point.
    #[must_use]
    pub fn rotate(self, degrees: f64, x: f64, y: f64) -> Self {
        let turn = format_args!("rotate({} {} {})", Number(degrees), Number(x), Number(y));
        self.set("transform", turn)
    }

    /// Where a text stands by its place.
    #[must_use]
    pub fn anchor(self, anchor: Anchor) -> Self {
        match anchor {
            Anchor::Start => self,
            Anchor::Middle => self.set("text-anchor", "middle"),
            Anchor::End => self.set("text-anchor", "end"),
        }
    }

    /// Heavy letters.
    #[must_use]
    pub fn bold(self) -> Self {
        self.set("font-weight", "bold")
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Element { name, attributes, content } = self;
        if content.is_empty() {
            write!(f, "<{name}{attributes}/>")
        } else {
            write!(f, "<{name}{attributes}>{content}</{name}>")
        }
    }
}

/// The outline of an area, or a line, from point to point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// No point yet.
    pub fn new() -> Self {
        Path::default()
    }

    fn add(mut self, letter: char, numbers: &[f64]) -> Self {
        self.0.push(letter);
        for (index, &number) in numbers.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            // Writing to a String can't fail.
            let _ = write!(self.0, "{gap}{}", Number(number));
        }
        self
    }

    /// Goes to a point without a line.
    #[must_use]
    pub fn to(self, x: f64, y: f64) -> Self {
        self.add('M', &[x, y])
    }

    /// A line to a point.
    #[must_use]
    pub fn line(self, x: f64, y: f64) -> Self {
        self.add('L', &[x, y])
    }

    /// A curve to a point that bends towards another (a quadratic Bézier curve).
    #[must_use]
    pub fn curve(self, (bend_x, bend_y): (f64, f64), (x, y): (f64, f64)) -> Self {
        self.add('Q', &[bend_x, bend_y, x, y])
    }

    /// A line back to where the last one without a line went.
    #[must_use]
    pub fn close(self) -> Self {
        self.add('Z', &[])
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A number to the hundredth, without zeros at the end. What is no number is 0,
/// as a drawing with one would not be drawn at all.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if self.0.is_finite() { self.0 } else { 0.0 };
        let text = format!("{value:.2}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Writes a text so that nothing of it is markup, in elements and in quotation
/// marks alike.
pub(super) fn escape(into: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            // XML has no way to write these.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                into.push('\u{fffd}');
            }
            letter => into.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (100.0, "100"),
            (0.1 + 0.2, "0.3"),
            (-2.505, "-2.5"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ] {
            assert_eq!(Number(value).to_string(), text);
        }
    }

    #[test]
    fn nothing_put_in_is_markup() {
        let text = Element::text(0.0, 0.0, 10.0, "<b>\"&\u{1b}\u{ffff}").set("id", "\"<\n");
        assert_eq!(
            text.to_string(),
            "<text x=\"0\" y=\"3.64\" font-size=\"10\" id=\"&quot;&lt;\u{fffd}\">&lt;b&gt;&quot;&amp;\u{fffd}\u{fffd}</text>"
        );
    }

    #[test]
    fn groups_hold_elements() {
        let group = Element::group().translate(1.5, -2.0).with(Element::circle(0.0, 0.0, 1.0));
        let text = "<g transform=\"translate(1.5 -2)\"><circle cx=\"0\" cy=\"0\" r=\"1\"/></g>";
        assert_eq!(group.to_string(), text);
        let line = Element::polyline([(0.0, 1.0), (2.0, 3.25)]).stroke("#000", 1.0);
        let text =
            "<polyline points=\"0,1 2,3.25\" fill=\"none\" stroke=\"#000\" stroke-width=\"1\"/>";
        assert_eq!(line.to_string(), text);
    }
}
