//! SVG in pixels, the same on every machine: texts are drawn with a font that
//! comes with the library, never with those of the machine.
//!
//! ```
//! use fewest_render::png;
//! use fewest_render::svg::{Element, Svg};
//!
//! let mut svg = Svg::new(20.0, 10.0);
//! svg.add(Element::text(10.0, 5.0, 8.0, "7"));
//! let png = png::png(&svg.to_string(), 2.0)?;
//! assert_eq!(&png[1..4], b"PNG");
//! # Ok::<(), fewest_render::RenderError>(())
//! ```

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

use super::error::{RenderError, limit};

/// Larger pictures are not made; this many take 144 MB while they are drawn.
pub const MOST_PIXELS: u64 = 36_000_000;

/// A drawing as PNG, so many pixels for each of its units.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    let pixels = pixels(svg, scale)?;
    pixels.encode_png().map_err(|error| RenderError::Code(error.to_string()))
}

/// A drawing in pixels, so many for each of its units.
pub(super) fn pixels(svg: &str, scale: f32) -> Result<Pixmap, RenderError> {
    let options =
        Options { fontdb: Arc::clone(fonts()), font_family: FAMILY.into(), ..Options::default() };
    let tree =
        Tree::from_str(svg, &options).map_err(|error| RenderError::Svg(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let count = f64::from(width).ceil() * f64::from(height).ceil();
    limit("a picture is drawn", MOST_PIXELS, "pixels", count as u64)?;
    // Without an area there is nothing to see, but a picture has a pixel at least.
    let side = |side: f32| (side.ceil() as u32).max(1);
    let mut pixels = Pixmap::new(side(width), side(height))
        .ok_or_else(|| RenderError::Code("it is too wide or too high".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

const FAMILY: &str = "DejaVu Sans";

fn fonts() -> &'static Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        fonts.set_sans_serif_family(FAMILY);
        Arc::new(fonts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::{Element, Svg};

    fn drawing(text: &str) -> String {
        let mut svg = Svg::new(40.0, 20.0);
        svg.add(Element::rect(0.0, 0.0, 40.0, 20.0).fill("#ffffff"));
        svg.add(Element::text(4.0, 10.0, 14.0, text).bold());
        svg.to_string()
    }

    #[test]
    fn texts_are_drawn_with_the_font_that_comes_along() {
        let dark = |pixels: &Pixmap| pixels.pixels().iter().filter(|p| p.red() < 99).count();
        let (none, some) = (pixels(&drawing(""), 1.0), pixels(&drawing("8 →"), 1.0));
        assert_eq!(dark(&none.unwrap()), 0);
        assert!(dark(&some.unwrap()) > 40);
    }

    #[test]
    fn pictures_are_as_large_as_asked_for() {
        let pixels = pixels(&drawing("8"), 2.5).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (100, 50));
    }

    #[test]
    fn what_can_not_be_drawn_is_refused() {
        let large = png(&drawing("8"), 1e4).unwrap_err();
        assert_eq!(large.to_string(), "a picture is drawn up to 36000000 pixels, not 80000000000");
        for scale in [f32::NAN, f32::INFINITY, 0.0, -1.0] {
            // Refused, or a pixel: never a panic.
            let _ = png(&drawing("8"), scale);
        }
        assert!(matches!(png("<svg", 1.0), Err(RenderError::Svg(_))));
        assert!(matches!(png("", 1.0), Err(RenderError::Svg(_))));
    }
}
