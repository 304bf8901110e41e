//! Drawings that are used more than once: each is written once and then put in
//! its places.

use rustc_hash::FxHashMap;

use super::look::Look;
use super::svg::Element;
use fewest_puzzle::scene::{Ground, Piece};

/// The drawings of pieces and of cells, by the numbers that they were given.
#[derive(Debug)]
pub(super) struct Symbols {
    look: Look,
    grounds: FxHashMap<Ground, usize>,
    pieces: FxHashMap<Piece, usize>,
    drawings: Vec<Element>,
}

impl Symbols {
    pub(super) fn new(look: Look) -> Self {
        let (grounds, pieces) = (FxHashMap::default(), FxHashMap::default());
        Symbols { look, grounds, pieces, drawings: Vec::new() }
    }

    /// The number of a piece's drawing.
    pub(super) fn piece(&mut self, piece: Piece) -> usize {
        *self.pieces.entry(piece).or_insert_with(|| {
            self.drawings.push(self.look.piece(piece));
            self.drawings.len() - 1
        })
    }

    /// The number of a cell's drawing, if anything is seen of it.
    pub(super) fn ground(&mut self, ground: Ground) -> Option<usize> {
        if let Some(&number) = self.grounds.get(&ground) {
            return Some(number);
        }
        self.drawings.push(self.look.ground(ground)?);
        self.grounds.insert(ground, self.drawings.len() - 1);
        Some(self.drawings.len() - 1)
    }

    /// A drawing put in a place.
    pub(super) fn put(number: usize, (x, y): (f64, f64)) -> Element {
        Element::use_of(number, Some((x, y)))
    }

    /// A drawing around the origin.
    pub(super) fn use_of(number: usize) -> Element {
        Element::use_of(number, None)
    }

    /// All drawings by their numbers.
    pub(super) fn into_drawings(self) -> Vec<Element> {
        self.drawings
    }

    /// All drawings, to be written before they are used.
    pub(super) fn definitions(self) -> Element {
        Element::definitions(self.drawings)
    }
}
