//! Pictures: of positions, of plans, and of what searches did.
//!
//! Everything is drawn as SVG first; PNG is the same drawing in pixels.
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
mod clock;
mod course;
mod error;
pub mod figure;
mod footer;
mod gif;
mod html;
mod layout;
mod look;
mod marks;
mod palette;
mod picture;
pub mod plot;
pub mod png;
mod raster;
mod role;
mod stage;
pub mod svg;
mod symbols;
mod terminal;
pub mod theme;

pub use animation::{Animation, Film};
pub use error::RenderError;
pub use picture::Picture;
pub use terminal::Terminal;

use svg::{Element, Svg};
use theme::Theme;

/// An empty drawing on the paper of a theme.
pub fn page(width: f64, height: f64, theme: Theme) -> Svg {
    let mut svg = Svg::new(width, height);
    svg.add(Element::rect(0.0, 0.0, width, height).fill(theme.paper()));
    svg
}
