//! Pictures of positions, plans and searches.
//!
//! Everything is a [drawing](svg::Svg) first, which is written as SVG. The features
//! `png` and `gif` draw it in pixels; without them, none of that code is compiled.
//!
//! ```
//! use fewest_render::svg::{Anchor, Element, Svg};
//! use fewest_render::theme::Theme;
//!
//! let mut svg = Svg::new(120.0, 40.0);
//! svg.add(Element::rect(0.0, 0.0, 120.0, 40.0).fill(Theme::Light.paper()));
//! svg.add(Element::text(60.0, 20.0, 14.0, "h < h*").anchor(Anchor::Middle));
//! assert!(svg.to_string().contains("h &lt; h*"));
//! ```

mod animated_svg;
mod animation;
#[cfg(feature = "raster")]
mod canvas;
mod clock;
mod colours;
mod course;
mod error;
pub mod figure;
#[cfg(feature = "raster")]
mod font;
mod footer;
#[cfg(all(test, feature = "raster"))]
mod gallery;
#[cfg(feature = "gif")]
mod gif;
mod html;
mod layout;
mod look;
mod marks;
mod measure;
#[cfg(feature = "raster")]
mod outline;
#[cfg(feature = "gif")]
mod palette;
mod picture;
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "gif")]
mod raster;
mod role;
pub mod sprites;
#[cfg(feature = "gif")]
mod stage;
pub mod svg;
mod symbols;
mod terminal;
pub mod theme;
#[cfg(feature = "gif")]
mod time_lapse;

pub use animation::{Animation, AnimationOptions};
pub use error::RenderError;
pub use picture::Picture;
pub use terminal::Terminal;
#[cfg(feature = "gif")]
pub use time_lapse::TimeLapse;

use svg::{Element, Svg};
use theme::Theme;

/// An empty drawing on the paper of a theme.
pub fn page(width: f64, height: f64, theme: Theme) -> Svg {
    let mut svg = Svg::new(width, height);
    svg.add(Element::rect(0.0, 0.0, width, height).fill(theme.paper()));
    svg
}
