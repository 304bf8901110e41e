//! Fonts: glyphs with the same number of coins on the same board.
//!
//! ```
//! use fewest_coins::Font;
//!
//! let font = Font::parse("L\no-\noo\n\nJ\n-o\noo\n")?;
//! assert_eq!(font.glyphs()[1].name, "J");
//! assert_eq!(font.place_of("J")?, 1);
//! assert_eq!((font.board().width(), font.coins()), (2, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::Board;
use super::picture::{self, Like, paragraphs, source};
use crate::puzzle::RequestError;
use crate::text::{ParseError, quoted};
use fewest::names::{Name, Names, UnknownName};

/// A glyph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Its name: one word.
    pub name: String,
    /// Its coins.
    pub coins: u64,
}

/// A font: a board, and glyphs with the same number of coins on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Font {
    board: Board,
    glyphs: Vec<Glyph>,
}

/// The embedded fonts. Every glyph can fill its board, has moves, and can be reached:
/// otherwise it could not turn into another glyph, or no other glyph into it.
pub const FONTS: Names<&str> = Names::new(&[
    Name::new("5x7", include_str!("fonts/5x7.txt"), "37 glyphs of 12 coins on 5 × 7"),
    Name::new("5x9", include_str!("fonts/5x9.txt"), "37 glyphs of 13 coins on 5 × 9"),
]);

/// The name of the default font.
pub const DEFAULT_FONT: &str = FONTS.rows()[0].name;

/// The maximum number of glyphs of a font: the pairs stay few enough to list.
const MAX_GLYPHS: usize = 256;

/// The maximum length of a glyph's name, in characters.
const LONGEST_NAME: usize = 20;

impl Font {
    /// Reads a font: for each glyph its name on a line, rows of `o` and `-`, and an
    /// empty line.
    pub fn parse(text: &str) -> Result<Font, ParseError> {
        let source = source(text);
        let mut font: Option<Font> = None;
        for paragraph in paragraphs(source) {
            let (name, rows) = (paragraph[0], &paragraph[1..]);
            if name.contains(char::is_whitespace) || name.chars().count() > LONGEST_NAME {
                let message = format!(
                    "{} is not a name; a glyph begins with its name, one word of at most {LONGEST_NAME} characters",
                    quoted(name)
                );
                return Err(source.error(name, message));
            }
            if rows.is_empty() {
                let message =
                    format!("the glyph {} has no rows; they follow its name", quoted(name));
                return Err(source.error_after(name, message));
            }
            let like = font.as_ref().map(|font| Like {
                board: font.board,
                coins: font.coins(),
                first: "the first glyph",
            });
            let (board, coins) = picture::read(source, rows, like)?;
            let glyph = Glyph { name: name.to_string(), coins };
            let font = font.get_or_insert(Font { board, glyphs: Vec::new() });
            if font.find(name).is_some() {
                let message = format!("the name {} appears twice", quoted(name));
                return Err(source.error(name, message));
            }
            if font.glyphs.len() == MAX_GLYPHS {
                let message = format!("a font has at most {MAX_GLYPHS} glyphs");
                return Err(source.error(name, message));
            }
            font.glyphs.push(glyph);
        }
        font.ok_or_else(|| {
            let message = "no glyph found; a glyph is its name on a line, then rows of o and -";
            source.error("", message)
        })
    }

    /// An embedded font.
    pub fn embedded(name: &str) -> Result<Font, RequestError> {
        let text = FONTS.by_name("font", name)?;
        // A test reads them all.
        Font::parse(text).map_err(|error| RequestError::new(error.to_string()))
    }

    /// A font from glyphs with the same number of coins and different names.
    pub(super) fn from_glyphs(board: Board, glyphs: Vec<Glyph>) -> Option<Font> {
        let font = Font { board, glyphs };
        let coins = font.coins();
        let is_font = (1..=MAX_GLYPHS).contains(&font.glyphs.len())
            && font.glyphs.iter().enumerate().all(|(place, glyph)| {
                glyph.coins.count_ones() == coins && font.find(&glyph.name) == Some(place)
            });
        is_font.then_some(font)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The glyphs, in the order of the file.
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// The number of coins of each glyph.
    pub fn coins(&self) -> u32 {
        self.glyphs.first().map_or(0, |glyph| glyph.coins.count_ones())
    }

    /// The glyphs' coins, for a batch.
    pub fn sets(&self) -> Vec<u64> {
        self.glyphs.iter().map(|glyph| glyph.coins).collect()
    }

    /// The index of the glyph with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.glyphs.iter().position(|glyph| glyph.name == name)
    }

    /// The index of the glyph with this name. The error lists the available names.
    pub fn place_of(&self, name: &str) -> Result<usize, RequestError> {
        let names = self.glyphs.iter().map(|glyph| glyph.name.as_str());
        Ok(self.find(name).ok_or_else(|| UnknownName::new("glyph", name, names))?)
    }

    /// Writes it as [`Font::parse`] reads it.
    pub fn print(&self) -> String {
        let glyphs: Vec<String> = self
            .glyphs
            .iter()
            .map(|glyph| format!("{}\n{}", glyph.name, picture::print(&self.board, glyph.coins)))
            .collect();
        glyphs.join("\n")
    }
}
