//! Lists of moves at the edge: typed inside, and written only on demand.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::domain::Domain;

/// A list of moves of one puzzle. Only the puzzle knows their type.
#[derive(Clone)]
pub struct Moves(Arc<dyn AnyMoves>);

/// One move of such a list. Its text is the puzzle's notation.
#[derive(Clone, Copy)]
pub struct Move<'a> {
    list: &'a dyn AnyMoves,
    index: usize,
}

trait AnyMoves: Any + Send + Sync {
    fn len(&self) -> usize;
    fn text(&self, index: usize) -> String;
}

struct Typed<D: Domain> {
    /// The level whose notation it is.
    level: D::Level,
    moves: Vec<D::Move>,
}

impl<D: Domain> AnyMoves for Typed<D> {
    fn len(&self) -> usize {
        self.moves.len()
    }
    fn text(&self, index: usize) -> String {
        D::print_move(&self.level, self.moves[index])
    }
}

impl Moves {
    /// Moves that are written as `level` writes them.
    pub fn new<D: Domain>(level: &D::Level, moves: Vec<D::Move>) -> Self {
        Moves(Arc::new(Typed::<D> { level: level.clone(), moves }))
    }

    /// The moves themselves, if they are of this puzzle.
    pub fn typed<D: Domain>(&self) -> Option<&[D::Move]> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<Typed<D>>().map(|typed| &*typed.moves)
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The move at a place.
    pub fn get(&self, index: usize) -> Option<Move<'_>> {
        (index < self.len()).then(|| Move { list: &*self.0, index })
    }

    /// The moves, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Move<'_>> {
        (0..self.len()).map(|index| Move { list: &*self.0, index })
    }

    /// All moves in the puzzle's notation, joined by a separator.
    pub fn join(&self, separator: &str) -> String {
        let mut text = String::new();
        for mv in self.iter() {
            if mv.index > 0 {
                text.push_str(separator);
            }
            text.push_str(&mv.to_string());
        }
        text
    }
}

impl Move<'_> {
    /// The move itself, if it is of this puzzle.
    pub fn typed<D: Domain>(&self) -> Option<D::Move> {
        let any: &dyn Any = self.list;
        any.downcast_ref::<Typed<D>>().map(|typed| typed.moves[self.index])
    }
}

impl fmt::Display for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.list.text(self.index))
    }
}

impl fmt::Debug for Move<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.list.text(self.index))
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Equal if their texts are.
impl PartialEq for Moves {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.iter().zip(other.iter()).all(|(a, b)| a.to_string() == b.to_string())
    }
}

impl<const N: usize> PartialEq<[&str; N]> for Moves {
    fn eq(&self, other: &[&str; N]) -> bool {
        self.len() == N && self.iter().zip(other).all(|(mv, text)| mv.to_string() == *text)
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|mv| mv.to_string()))
    }
}
