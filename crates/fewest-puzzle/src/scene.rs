//! What a position looks like, the same for every puzzle: a board of cells, what
//! they are, the pieces on them, and what a move does to both.
//!
//! A puzzle describes its look in general terms: the shape of a piece, its tint, its
//! label. The renderer chooses colours, sizes and characters, so that a scene is drawn
//! as SVG, PNG, GIF and HTML, on light and dark pages, and in a terminal.
//!
//! Lamps that are on and off, and what pressing one does:
//!
//! ```
//! use fewest_puzzle::scene::{Ground, Motion, Piece, Scene, Shape, Tint};
//!
//! fn scene(lamps: &[bool]) -> Scene {
//!     let lamp = |&is_on: &bool| {
//!         let tint = if is_on { Tint::Bright } else { Tint::Dim };
//!         (Ground::SQUARE, Some(Piece::new(Shape::Disc).tint(tint)))
//!     };
//!     Scene::new(3, lamps.iter().map(lamp))
//! }
//!
//! let (before, after) = (scene(&[true, false, true]), scene(&[false, true, true]));
//! let motion = Motion::between(&before, &after);
//! assert_eq!(motion.changes.len(), 2);
//! let mut played = before;
//! played.play(&motion);
//! assert_eq!(played, after);
//! ```
//!
//! Every puzzle is drawn this way:
//!
//! ```
//! use fewest_puzzle::puzzle::{Erased, Puzzle};
//! use fewest_tiles::SlidingTiles;
//!
//! let mut position = Erased::<SlidingTiles>::PUZZLE.parse("1 2 3\n4 5 6\n7 _ 8\n")?;
//! let mut scene = position.scene();
//! let motion = position.motion("L")?;
//! assert_eq!((motion.travels[0].from, motion.travels[0].to), (8, 7));
//! scene.play(&motion);
//! position.play("L")?;
//! assert_eq!(scene, position.scene());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod look;
mod motion;

pub use look::{Floor, Ground, Label, Piece, Shape, Tint};
pub use motion::{Change, Manner, Motion, Travel};

/// A board of cells, numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    width: usize,
    ground: Vec<Ground>,
    pieces: Vec<Option<Piece>>,
}

impl Scene {
    /// A board of rows of `width` cells.
    pub fn new(width: usize, cells: impl IntoIterator<Item = (Ground, Option<Piece>)>) -> Self {
        let (ground, pieces) = cells.into_iter().unzip();
        Scene { width, ground, pieces }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.ground.len() / self.width.max(1)
    }

    /// What the cells are, row by row.
    pub fn ground(&self) -> &[Ground] {
        &self.ground
    }

    /// What is on the cells, row by row.
    pub fn pieces(&self) -> &[Option<Piece>] {
        &self.pieces
    }

    /// The piece on a cell.
    pub fn piece(&self, cell: usize) -> Option<Piece> {
        self.pieces.get(cell).copied().flatten()
    }

    /// Column and row of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.width.max(1), cell / self.width.max(1))
    }

    /// Applies a move: pieces travel, then cells change in place.
    pub fn play(&mut self, motion: &Motion) {
        // A piece may reach the cell that another leaves.
        for travel in &motion.travels {
            self.put(travel.from, None);
        }
        for travel in &motion.travels {
            self.put(travel.to, travel.becomes);
        }
        for change in &motion.changes {
            self.put(change.cell, change.piece);
            self.pave(change.cell, change.ground);
        }
    }

    /// Puts a piece on a cell, or takes away what is there.
    pub fn put(&mut self, cell: usize, piece: Option<Piece>) {
        if let Some(place) = self.pieces.get_mut(cell) {
            *place = piece;
        }
    }

    /// Changes the ground of a cell, whatever lies on it.
    pub fn pave(&mut self, cell: usize, ground: Ground) {
        if let Some(place) = self.ground.get_mut(cell) {
            *place = ground;
        }
    }
}
