//! The heuristics by name.

use super::TooLarge;
use super::any::AnyHeuristic;
use crate::puzzle::Choice;
use crate::tiles::{Board, Geometry, Tiles};
use fewest::space::Heuristic;

/// Every name that [`select`] knows, from weak to strong, and what is behind it.
pub const ALL: &[Choice] = &[
    choice("blind", "nothing: every board looks solved"),
    choice("misplaced", "the tiles not in their place"),
    choice("manhattan", "each tile's steps to its place"),
    choice("last-moves", "manhattan, and what the last two moves add"),
    choice("corner-tiles", "manhattan, and tiles that must let others into a corner"),
    choice("walking-distance", "rows and columns as puzzles of their own, from tables"),
    choice("linear-conflict", "manhattan, and tiles that must let others pass in their line"),
    choice("combined", "manhattan, linear conflicts, corner tiles and last moves"),
    choice("strongest", "the larger of combined and, where its tables fit, walking-distance"),
];

const fn choice(name: &'static str, summary: &'static str) -> Choice {
    Choice { name, summary }
}

/// Why there is no such heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// Nothing has this name.
    #[error("there is no heuristic \"{name}\" for tiles; there are {}", names())]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The board is too large for it.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

fn names() -> String {
    let names: Vec<&str> = ALL.iter().map(|choice| choice.name).collect();
    names.join(", ")
}

/// What is to be done with a heuristic. Its type is known only inside
/// [`Visitor::visit`], so a search called there is compiled for it.
pub trait Visitor<B: Board> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<Tiles<B>, Value: Send + Sync> + Send + Sync;
}

/// Makes the heuristic with this name for boards of this shape and goal, and
/// hands it to `visitor`.
///
/// ```
/// use std::sync::Arc;
/// use fewest_puzzles::tiles::heuristics::{Visitor, select};
/// use fewest_puzzles::tiles::{Board, Geometry, Packed16, Tiles};
/// use fewest::search::{Outcome, ida_star};
/// use fewest::space::Heuristic;
///
/// struct Solve<'a>(&'a Tiles<Packed16>, Packed16);
///
/// impl Visitor<Packed16> for Solve<'_> {
///     type Output = Option<u32>;
///
///     fn visit<H: Heuristic<Tiles<Packed16>>>(self, heuristic: H) -> Option<u32> {
///         ida_star::search(self.0, &self.1, &heuristic, &Default::default(), &mut ()).cost()
///     }
/// }
///
/// let space = Tiles::new(Arc::new(Geometry::new(3, 3, &Geometry::blank_last(3, 3))));
/// let board = Packed16::from_tiles(&[7, 3, 8, 0, 2, 6, 4, 1, 5]);
/// let cost = select("strongest", space.geometry(), Solve(&space, board));
/// assert_eq!(cost, Ok(Some(25)));
/// ```
pub fn select<B: Board, V: Visitor<B>>(
    name: &str,
    geometry: &Geometry,
    visitor: V,
) -> Result<V::Output, HeuristicError> {
    Ok(AnyHeuristic::by_name(name, geometry)?.visit(visitor))
}
