//! Drawings as trees of elements, which are written as SVG: the output is always
//! well-formed.
//!
//! All elements and attributes can be drawn in pixels too; only animations are ignored
//! there.
//!
//! ```
//! use fewest_render::svg::{Element, Path, Svg};
//! use fewest_render::theme::Colour;
//!
//! let mut svg = Svg::new(20.0, 10.0);
//! let triangle = Path::new().to(0.0, 10.0).line(10.0, 0.0).line(20.0, 10.0).close();
//! svg.add(Element::path(triangle).fill(Colour(0, 114, 178)).with(Element::title("a & b")));
//! let text = svg.to_string();
//! assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\""));
//! assert!(text.contains(r##"<path d="M0 10L10 0L20 10Z" fill="#0072b2"><title>a &amp; b</title></path>"##));
//! ```

mod element;
mod path;
mod write;

pub use element::{Anchor, Brush, Element};
#[cfg(feature = "raster")]
pub(super) use element::{Attribute, Kind, Transform};
pub(super) use element::{Property, Track};
pub use path::Path;
#[cfg(feature = "raster")]
pub(super) use path::Segment;
pub(super) use write::Escaped;
pub use write::Number;

/// The fonts of all texts: the one that PNG and GIF are drawn with, and those
/// that look most like it where it is not there.
pub const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/// A drawing.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    elements: Vec<Element>,
}

impl Svg {
    /// An empty drawing of this width and height, in units (pixels, unless it is
    /// scaled).
    pub fn new(width: f64, height: f64) -> Self {
        Svg { width, height, elements: Vec::new() }
    }

    /// Its width.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Adds an element on top.
    pub fn add(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    pub(super) fn elements(&self) -> &[Element] {
        &self.elements
    }
}
