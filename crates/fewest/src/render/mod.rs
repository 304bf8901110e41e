//! Pictures: of positions, of plans, and of what searches did.
//!
//! Everything is drawn as SVG first; PNG is the same drawing in pixels.
//!
//! ```
//! use fewest::render::svg::{Anchor, Element, Svg};
//! use fewest::render::theme::Theme;
//!
//! let mut svg = Svg::new(120.0, 40.0);
//! svg.add(Element::rect(0.0, 0.0, 120.0, 40.0).fill(Theme::Light.paper()));
//! svg.add(Element::text(60.0, 20.0, 14.0, "h < h*").anchor(Anchor::Middle));
//! assert!(svg.to_string().contains("h &lt; h*"));
//! ```

mod error;
pub mod png;
pub mod svg;
pub mod theme;

pub use error::RenderError;
