//! Drawings as PNG, the same on every machine: texts are drawn with a font that
//! comes with the library, never with those of the machine.
//!
//! ```
//! use fewest_render::png;
//! use fewest_render::svg::{Element, Svg};
//!
//! let mut svg = Svg::new(20.0, 10.0);
//! svg.add(Element::text(10.0, 5.0, 8.0, "7"));
//! let png = png::png(&svg, 2.0)?;
//! assert_eq!(&png[1..4], b"PNG");
//! # Ok::<(), fewest_render::RenderError>(())
//! ```

use super::canvas;
use super::error::RenderError;
use super::svg::Svg;

/// The maximum number of pixels.
pub const MAX_PIXELS: u64 = canvas::MAX_PIXELS;

/// A drawing as PNG, with `scale` pixels for each of its units.
pub fn png(svg: &Svg, scale: f32) -> Result<Vec<u8>, RenderError> {
    let pixels = canvas::pixels(svg, scale)?;
    pixels.encode_png().map_err(|error| RenderError::Code(error.to_string()))
}
