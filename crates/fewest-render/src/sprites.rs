//! The drawings of a board's cells and pieces, for a page that places and moves them
//! itself, and the colours that such a page needs.
//!
//! ```
//! use fewest_puzzles::puzzle;
//! use fewest_render::sprites::Sprites;
//!
//! let scene = puzzle::parse("1 2 3\n4 5 6\n7 _ 8\n", None)?.scene();
//! let mut sprites = Sprites::new(&scene);
//! let numbers: Vec<_> = scene.pieces().iter().flatten().map(|&piece| sprites.piece(piece)).collect();
//! assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
//! assert!(sprites.drawings()[7].contains(">8</text>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use fewest_puzzle::scene::{Ground, Piece, Scene, Tint};

use super::colours;
use super::look::Look;
use super::role::Paint;
use super::symbols::Symbols;

/// The drawings of a board, each made once and known by its number.
#[derive(Debug)]
pub struct Sprites {
    symbols: Symbols,
}

impl Sprites {
    /// The width of a cell in the units of the drawings.
    pub const CELL: f64 = 100.0;

    /// No drawings yet. The labels of tiles have the size that fits those of `scene`.
    pub fn new(scene: &Scene) -> Self {
        Sprites { symbols: Symbols::new(Look::sized(scene, Self::CELL, Paint::Page)) }
    }

    /// The number of a piece's drawing.
    pub fn piece(&mut self, piece: Piece) -> usize {
        self.symbols.piece(piece)
    }

    /// The number of a ground's drawing, if anything is seen of it.
    pub fn ground(&mut self, ground: Ground) -> Option<usize> {
        self.symbols.ground(ground)
    }

    /// The drawings by their numbers, as elements of SVG around the origin. Their
    /// colours are variables of [`colours`](page_colours).
    pub fn drawings(self) -> Vec<String> {
        self.symbols.into_drawings().iter().map(ToString::to_string).collect()
    }
}

/// The colours of all drawings as variables of CSS, for light and for dark pages.
pub fn page_colours() -> String {
    let tints = [Tint::Default, Tint::Neutral, Tint::Bright, Tint::Dim, Tint::Good, Tint::Bad];
    let hues = (0..Tint::HUES).map(Tint::Hue);
    let steps = (0..Tint::STEPS).map(Tint::Ramp);
    colours::css(&tints.into_iter().chain(hues).chain(steps).collect::<Vec<_>>())
}
