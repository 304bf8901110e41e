//! Lines and the outlines of areas.

use std::fmt::{self, Display};

use super::write::Number;

/// The outline of an area, or a line, from point to point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<Segment>);

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    To(f64, f64),
    Line(f64, f64),
    Curve((f64, f64), (f64, f64)),
    Close,
}

impl Path {
    /// No point yet.
    pub fn new() -> Self {
        Path::default()
    }

    /// Whether it has no point.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(mut self, segment: Segment) -> Self {
        self.0.push(segment);
        self
    }

    /// Goes to a point without a line.
    #[must_use]
    pub fn to(self, x: f64, y: f64) -> Self {
        self.add(Segment::To(x, y))
    }

    /// A line to a point.
    #[must_use]
    pub fn line(self, x: f64, y: f64) -> Self {
        self.add(Segment::Line(x, y))
    }

    /// A curve to a point that bends towards another (a quadratic Bézier curve).
    #[must_use]
    pub fn curve(self, bend: (f64, f64), to: (f64, f64)) -> Self {
        self.add(Segment::Curve(bend, to))
    }

    /// A line back to where the last one without a line went.
    #[must_use]
    pub fn close(self) -> Self {
        self.add(Segment::Close)
    }

    #[cfg(feature = "raster")]
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.0
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|segment| match *segment {
            Segment::To(x, y) => write!(f, "M{} {}", Number(x), Number(y)),
            Segment::Line(x, y) => write!(f, "L{} {}", Number(x), Number(y)),
            Segment::Curve((bend_x, bend_y), (x, y)) => {
                let (bend_x, bend_y) = (Number(bend_x), Number(bend_y));
                write!(f, "Q{bend_x} {bend_y} {} {}", Number(x), Number(y))
            }
            Segment::Close => f.write_str("Z"),
        })
    }
}
