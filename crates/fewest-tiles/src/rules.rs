//! The moves of sliding tiles, as a [`Space`].

use std::marker::PhantomData;
use std::sync::Arc;

use super::board::Board;
use super::geometry::{Direction, Geometry};
use super::rank::Reachable;
use fewest::space::{Packing, Ranking, Reverse, Space, Unranked};

/// The space of all boards of one shape and goal, kept as `B`.
#[derive(Clone, Debug)]
pub struct Tiles<B> {
    geometry: Arc<Geometry>,
    goal: B,
    board: PhantomData<B>,
}

/// The undo record of a slide, which heuristics use for their updates.
#[derive(Clone, Copy, Debug)]
pub struct Slid<T> {
    /// The tile that slid.
    pub tile: usize,
    /// The cell it left.
    pub from: usize,
    /// The cell it reached.
    pub to: usize,
    saved: T,
}

impl<B: Board> Tiles<B> {
    /// The space of the boards of this shape.
    ///
    /// # Panics
    /// If the board has more cells than `B` can hold.
    pub fn new(geometry: Arc<Geometry>) -> Self {
        assert!(geometry.cells() <= B::CAPACITY);
        let goal = B::from_tiles(geometry.goal());
        Tiles { geometry, goal, board: PhantomData }
    }

    /// Shape and goal.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The solved board.
    pub fn goal(&self) -> &B {
        &self.goal
    }
}

impl<B: Board> Space for Tiles<B> {
    type State = B;
    type Move = Direction;
    type Undo = Slid<B::Saved>;

    #[inline]
    fn is_goal(&self, board: &B) -> bool {
        *board == self.goal
    }

    #[inline]
    fn moves(&self, board: &B, out: &mut Vec<Direction>) {
        out.extend_from_slice(self.geometry.moves(board.blank()));
    }

    #[inline]
    fn apply(&self, board: &mut B, direction: Direction) -> Slid<B::Saved> {
        let to = board.blank();
        // A legal move has a source; an illegal one would leave the board as it is.
        let from = self.geometry.source(to, direction).unwrap_or(to);
        let (tile, saved) = board.slide(from, to);
        Slid { tile, from, to, saved }
    }

    #[inline]
    fn undo(&self, board: &mut B, _: Direction, slid: Slid<B::Saved>) {
        board.unslide(slid.from, slid.to, slid.saved);
    }

    #[inline]
    fn inverse(&self, direction: Direction) -> Option<Direction> {
        Some(direction.opposite())
    }

    fn heap_bytes(&self) -> usize {
        B::heap_bytes(self.geometry.cells())
    }

    fn reverse(&self) -> Option<&dyn Reverse<Self>> {
        Some(self)
    }

    fn ranking<'a>(&'a self, start: &B) -> Result<Box<dyn Ranking<Self> + 'a>, Unranked> {
        Ok(Box::new(Reachable::new(self.clone(), start)?))
    }

    fn packing(&self) -> Option<&dyn Packing<Self>> {
        B::packing(self)
    }
}

impl<B: Board> Reverse<Tiles<B>> for Tiles<B> {
    fn goals(&self, out: &mut Vec<B>) {
        out.push(self.goal.clone());
    }

    fn predecessors(&self, board: &B, out: &mut Vec<(B, Direction)>) {
        for &direction in self.geometry.moves(board.blank()) {
            let mut before = board.clone();
            self.apply(&mut before, direction);
            out.push((before, direction.opposite()));
        }
    }

    fn is_undirected(&self) -> bool {
        true
    }
}
