//! A font on one sheet: as text, or as a drawing.
//!
//! ```
//! use fewest::puzzles::coins::Font;
//!
//! let font = Font::parse("L\no-\noo\n\nJ\n-o\noo\n")?;
//! assert_eq!(font.sheet(), "L   J\n\n●·  ·●\n●●  ●●\n");
//! assert!(font.drawing().starts_with("<svg"));
//! # Ok::<(), fewest::text::ParseError>(())
//! ```

use std::fmt::Write;

use super::font::Font;
use super::picture;
use crate::render::page;
use crate::render::svg::{Anchor, Element};
use crate::render::theme::Theme;

/// The widest sheet of text, in characters.
const WIDEST: usize = 80;

impl Font {
    /// All glyphs as text, as many beside each other as a screen has room for.
    pub fn sheet(&self) -> String {
        let names = self.glyphs().iter().map(|glyph| glyph.name.chars().count());
        let width = names.max().unwrap_or(0).max(self.board().width()) + 2;
        let beside = (WIDEST / width).max(1);
        let mut text = String::new();
        for glyphs in self.glyphs().chunks(beside) {
            let mut lines = vec![String::new(); self.board().height() + 2];
            for glyph in glyphs {
                // Writing to a String can't fail.
                let _ = write!(lines[0], "{:<width$}", glyph.name);
                for (row, line) in picture::rows(self.board(), glyph.coins).zip(&mut lines[2..]) {
                    let row = row.replace('o', "●").replace('-', "·");
                    let _ = write!(line, "{row:<width$}");
                }
            }
            if !text.is_empty() {
                text.push('\n');
            }
            for line in lines {
                text += line.trim_end();
                text.push('\n');
            }
        }
        text
    }

    /// All glyphs as an SVG drawing, ten beside each other.
    pub fn drawing(&self) -> String {
        /// The distance from one cell to the next.
        const CELL: usize = 18;
        const GAP: usize = 34;
        const MARGIN: usize = 30;
        const NAME: usize = 26;
        let (width, height) = (self.board().width(), self.board().height());
        let beside = self.glyphs().len().clamp(1, 10);
        let below = self.glyphs().len().div_ceil(beside);
        let (glyph_width, glyph_height) = (width * CELL + GAP, height * CELL + NAME + GAP);
        let mut drawing = page(
            (beside * glyph_width - GAP + 2 * MARGIN) as f64,
            (below * glyph_height - GAP + 2 * MARGIN) as f64,
            Theme::Light,
        );
        for (place, glyph) in self.glyphs().iter().enumerate() {
            let left = MARGIN + place % beside * glyph_width;
            let top = MARGIN + place / beside * glyph_height;
            let middle = (left + width * CELL / 2) as f64;
            let name = Element::text(middle, (top + 6) as f64, 17.0, &glyph.name);
            drawing.add(name.anchor(Anchor::Middle).fill(Theme::Light.ink()));
            for y in 0..height {
                for x in 0..width {
                    let (cx, cy) = (left + x * CELL + CELL / 2, top + NAME + y * CELL + CELL / 2);
                    let circle = |radius| Element::circle(cx as f64, cy as f64, radius);
                    drawing.add(if glyph.coins >> (y * width + x) & 1 == 1 {
                        circle(8.0).fill("#e3b341").stroke("#9a6b0b", 1.2)
                    } else {
                        circle(1.4).fill("#c9ced6")
                    });
                }
            }
        }
        drawing.to_string()
    }
}
