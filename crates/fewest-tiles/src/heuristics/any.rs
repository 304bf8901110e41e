//! Any of the heuristics behind one type.
//!
//! A search compiled for each heuristic and each kind of board is fast, but slow to
//! compile. IDA* is worth it with the strongest ones, and to others
//! ([`AnyHeuristic::visit`]); the searches that wait for memory anyway are compiled once, for
//! [`AnyHeuristic`] itself.

use super::registry::{HeuristicError, NAMES, Visitor};
use super::{
    Combined, CornerTiles, LastMoves, LinearConflict, Manhattan, Misplaced, WalkingDistance,
    combined, corner_tiles, last_moves, walking_distance,
};
use crate::pattern::{self, PatternSums, ZeroAware};
use crate::{Board, Direction, Geometry, Slid, Tiles};
use std::sync::{Mutex, PoisonError};

use fewest::search::Budget;
use fewest::space::{Blind, Cost, Heuristic, Max};

type Strongest = Max<Combined, WalkingDistance>;

macro_rules! any_heuristic {
    ($($name:ident($heuristic:ty, $value:ty)),* $(,)?) => {
        /// One of the heuristics for tiles.
        #[derive(Clone, Debug)]
        pub enum AnyHeuristic {
            $(#[allow(missing_docs)] $name($heuristic)),*
        }

        /// A value of that heuristic.
        #[derive(Clone, Copy, Debug)]
        pub enum AnyValue {
            $(#[allow(missing_docs)] $name($value)),*
        }

        impl AnyHeuristic {
            /// Calls `visitor` with the inner heuristic; it is compiled for its type.
            pub fn visit<B: Board, V: Visitor<B>>(&self, visitor: V) -> V::Output {
                match self {
                    $(AnyHeuristic::$name(heuristic) => visitor.visit(heuristic)),*
                }
            }
        }

        impl<B: Board> Heuristic<Tiles<B>> for AnyHeuristic {
            type Value = AnyValue;

            fn evaluate(&self, space: &Tiles<B>, board: &B) -> AnyValue {
                match self {
                    $(AnyHeuristic::$name(h) => AnyValue::$name(h.evaluate(space, board))),*
                }
            }

            fn estimate(&self, value: AnyValue) -> Cost {
                match (self, value) {
                    $((AnyHeuristic::$name(h), AnyValue::$name(value)) => {
                        Heuristic::<Tiles<B>>::estimate(h, value)
                    })*
                    // Values come from the heuristic itself.
                    _ => 0,
                }
            }

            fn update(
                &self,
                space: &Tiles<B>,
                value: AnyValue,
                direction: Direction,
                slid: &Slid<B::Saved>,
                board: &B,
            ) -> AnyValue {
                match (self, value) {
                    $((AnyHeuristic::$name(h), AnyValue::$name(value)) => {
                        AnyValue::$name(h.update(space, value, direction, slid, board))
                    })*
                    _ => self.evaluate(space, board),
                }
            }

            fn is_admissible(&self) -> bool {
                match self {
                    $(AnyHeuristic::$name(h) => Heuristic::<Tiles<B>>::is_admissible(h)),*
                }
            }

            fn is_consistent(&self) -> bool {
                match self {
                    $(AnyHeuristic::$name(h) => Heuristic::<Tiles<B>>::is_consistent(h)),*
                }
            }
        }
    };
}

any_heuristic!(
    Blind(Blind, ()),
    Misplaced(Misplaced, Cost),
    Manhattan(Manhattan, Cost),
    LastMoves(LastMoves, last_moves::Value),
    CornerTiles(CornerTiles, corner_tiles::Value),
    WalkingDistance(WalkingDistance, walking_distance::Value),
    LinearConflict(LinearConflict, Cost),
    Combined(Combined, combined::Value),
    Patterns(PatternSums, pattern::Value),
    ZeroAware(ZeroAware, pattern::ZeroAwareValue),
    Strongest(Strongest, (combined::Value, walking_distance::Value)),
);

/// The last heuristic is kept for boards of up to this number of cells: many are solved one
/// after another.
const MAX_KEPT: usize = 64;

impl AnyHeuristic {
    /// The heuristic with this name, for boards of this shape and goal, made within a
    /// budget.
    pub fn by_name(
        name: &str,
        geometry: &Geometry,
        budget: &Budget,
    ) -> Result<Self, HeuristicError> {
        static LAST: Mutex<Option<(String, Geometry, AnyHeuristic)>> = Mutex::new(None);
        let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, goal, heuristic)) = &*last()
            && known == name
            && goal == geometry
        {
            return Ok(heuristic.clone());
        }
        let heuristic = NAMES.by_name("tiles heuristic", name)?(geometry, budget)?;
        if geometry.cells() <= MAX_KEPT {
            *last() = Some((name.to_string(), geometry.clone(), heuristic.clone()));
        }
        Ok(heuristic)
    }
}
