//! A font on one sheet: as text, or as a figure.
//!
//! ```
//! use fewest_coins::Font;
//!
//! let font = Font::parse("L\no-\noo\n\nJ\n-o\noo\n")?;
//! assert_eq!(font.sheet(), "L   J\n\n●·  ·●\n●●  ●●\n");
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use std::fmt::Write;

use super::font::Font;
use super::picture;
use crate::figure::Figure;
use crate::scene::{Ground, Piece, Scene, Shape};

/// The maximum width of a sheet of text, in characters.
const WIDEST: usize = 80;

impl Font {
    /// All glyphs as text, as many side by side as fit on a screen.
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

    /// All glyphs as pictures of their coins.
    pub fn figure(&self) -> Figure {
        let board = self.board();
        let coin = Piece::new(Shape::Disc);
        let scene = |coins: u64| {
            let cells = 0..board.width() * board.height();
            let cells = cells.map(|cell| (Ground::DOT, (coins >> cell & 1 == 1).then_some(coin)));
            Scene::new(board.width(), cells)
        };
        let glyphs = self.glyphs().iter();
        Figure::Sheet(glyphs.map(|glyph| (glyph.name.clone(), scene(glyph.coins))).collect())
    }
}
