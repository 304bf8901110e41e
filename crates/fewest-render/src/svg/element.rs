//! The elements of a drawing.

use super::path::Path;
use crate::theme::Colour;

/// A shape, a text or a group, with its attributes and what is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub(crate) kind: Kind,
    /// Each kind of attribute at most once, in the order in which they were set.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) content: Vec<Element>,
}

/// What an element is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Rect {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    },
    Circle {
        x: f64,
        y: f64,
        radius: f64,
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
    },
    Path(Path),
    Polyline(Vec<(f64, f64)>),
    Text {
        x: f64,
        baseline: f64,
        size: f64,
        text: String,
    },
    Group,
    Title(String),
    /// Symbols, which are visible only where they are used.
    Definitions,
    Symbol(usize),
    Use {
        symbol: usize,
        at: Option<(f64, f64)>,
    },
    Animation(Track),
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Attribute {
    Fill(Brush),
    Stroke(Brush),
    StrokeWidth(f64),
    Dashes(f64, f64),
    RoundCaps,
    RoundJoins,
    Corners(f64),
    Opacity(f64),
    Transform(Transform),
    Anchor(Anchor),
    Bold,
    Hidden,
    Id(&'static str),
}

/// How an element is moved or turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Transform {
    Translate(f64, f64),
    Rotate { degrees: f64, around: (f64, f64) },
}

/// A change of the element that it is in, over and over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track {
    pub(crate) property: Property,
    /// In seconds.
    pub(crate) length: f64,
    pub(crate) values: String,
    pub(crate) times: String,
}

/// The property that an animation changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// From one to another at once.
    Visibility,
    Opacity,
    Translation,
}

/// What an area or a line is drawn with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Nothing is drawn.
    None,
    /// A colour.
    Solid(Colour),
    /// The variable of CSS with this name, which the page knows that the drawing is
    /// part of. Such a drawing can't be drawn in pixels.
    Variable(String),
}

impl From<Colour> for Brush {
    fn from(colour: Colour) -> Self {
        Brush::Solid(colour)
    }
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
    fn new(kind: Kind) -> Self {
        Element { kind, attributes: Vec::new(), content: Vec::new() }
    }

    /// A rectangle by its left upper corner and its size.
    pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Self {
        Element::new(Kind::Rect { x, y, width, height })
    }

    /// A circle by its middle and its radius.
    pub fn circle(x: f64, y: f64, radius: f64) -> Self {
        Element::new(Kind::Circle { x, y, radius })
    }

    /// A line from one point to another.
    pub fn line(from: (f64, f64), to: (f64, f64)) -> Self {
        Element::new(Kind::Line { from, to })
    }

    /// A path.
    pub fn path(path: Path) -> Self {
        Element::new(Kind::Path(path))
    }

    /// A line through points, open and not filled.
    pub fn polyline(points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Element::new(Kind::Polyline(points.into_iter().collect())).fill(Brush::None)
    }

    /// A text whose middle line is at `y`.
    pub fn text(x: f64, y: f64, size: f64, text: &str) -> Self {
        // Not every program that draws knows a middle line, so that the text is
        // let down by half the height of its digits.
        let baseline = y + 0.364 * size;
        Element::new(Kind::Text { x, baseline, size, text: text.to_string() })
    }

    /// Several elements as one.
    pub fn group() -> Self {
        Element::new(Kind::Group)
    }

    /// The title of an element, for tooltips and screen readers.
    pub fn title(text: &str) -> Self {
        Element::new(Kind::Title(text.to_string()))
    }

    /// Drawings that are used more than once, each with its number.
    pub(crate) fn definitions(symbols: impl IntoIterator<Item = Element>) -> Self {
        let symbols = symbols.into_iter().enumerate();
        let symbols =
            symbols.map(|(number, symbol)| Element::new(Kind::Symbol(number)).with(symbol));
        Element { content: symbols.collect(), ..Element::new(Kind::Definitions) }
    }

    /// A defined drawing, at the origin or at a place.
    pub(crate) fn use_of(symbol: usize, at: Option<(f64, f64)>) -> Self {
        Element::new(Kind::Use { symbol, at })
    }

    pub(crate) fn animation(track: Track) -> Self {
        Element::new(Kind::Animation(track))
    }

    /// Sets an attribute, instead of what it was before.
    #[must_use]
    fn set(mut self, attribute: Attribute) -> Self {
        let kind = std::mem::discriminant(&attribute);
        match self.attributes.iter_mut().find(|old| std::mem::discriminant(*old) == kind) {
            Some(old) => *old = attribute,
            None => self.attributes.push(attribute),
        }
        self
    }

    /// Puts an element into this one, over all that is in it.
    #[must_use]
    pub fn with(mut self, element: impl Into<Element>) -> Self {
        self.add(element);
        self
    }

    /// The same, in place.
    pub fn add(&mut self, element: impl Into<Element>) {
        self.content.push(element.into());
    }

    /// The colour of its area.
    #[must_use]
    pub fn fill(self, brush: impl Into<Brush>) -> Self {
        self.set(Attribute::Fill(brush.into()))
    }

    /// Colour and width of its line.
    #[must_use]
    pub fn stroke(self, brush: impl Into<Brush>, width: f64) -> Self {
        self.set(Attribute::Stroke(brush.into())).set(Attribute::StrokeWidth(width))
    }

    /// Dashes of a line: how long they are, and the gaps between.
    #[must_use]
    pub fn dashes(self, dash: f64, gap: f64) -> Self {
        self.set(Attribute::Dashes(dash, gap))
    }

    /// Round ends of a line.
    #[must_use]
    pub fn round_caps(self) -> Self {
        self.set(Attribute::RoundCaps)
    }

    /// Round corners of a line.
    #[must_use]
    pub fn round_joins(self) -> Self {
        self.set(Attribute::RoundJoins)
    }

    /// The radius of a rectangle's corners.
    #[must_use]
    pub fn corners(self, radius: f64) -> Self {
        self.set(Attribute::Corners(radius))
    }

    /// The opacity, from 0 to 1.
    #[must_use]
    pub fn opacity(self, opacity: f64) -> Self {
        self.set(Attribute::Opacity(opacity))
    }

    /// Moves it, instead of turning it.
    #[must_use]
    pub fn translate(self, x: f64, y: f64) -> Self {
        self.set(Attribute::Transform(Transform::Translate(x, y)))
    }

    /// Turns it by some degrees, clockwise, around a point, instead of moving it.
    #[must_use]
    pub fn rotate(self, degrees: f64, x: f64, y: f64) -> Self {
        self.set(Attribute::Transform(Transform::Rotate { degrees, around: (x, y) }))
    }

    /// Where a text stands by its place.
    #[must_use]
    pub fn anchor(self, anchor: Anchor) -> Self {
        self.set(Attribute::Anchor(anchor))
    }

    /// Heavy letters.
    #[must_use]
    pub fn bold(self) -> Self {
        self.set(Attribute::Bold)
    }

    /// Hidden, unless an animation shows it.
    #[must_use]
    pub(crate) fn hidden(self) -> Self {
        self.set(Attribute::Hidden)
    }

    /// The name by which a script finds it.
    #[must_use]
    pub(crate) fn id(self, id: &'static str) -> Self {
        self.set(Attribute::Id(id))
    }
}
