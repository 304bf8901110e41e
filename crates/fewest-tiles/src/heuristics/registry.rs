//! The heuristics by name.

use super::any::AnyHeuristic;
use super::{
    Combined, CornerTiles, LastMoves, LinearConflict, Manhattan, Misplaced, TooLarge,
    WalkingDistance,
};
use crate::pattern::library::{self, Store};
use crate::pattern::{BuildError, Partition, ZeroAware, collections};
use crate::puzzle::RequestError;
use crate::{Board, Geometry, Packed25, Tiles};
use fewest::names::{Name, Names, UnknownName};
use fewest::search::{Budget, Stop};
use fewest::space::{Blind, Heuristic, Max};

/// How a heuristic is made for boards of a shape and goal.
pub type Make = fn(&Geometry, &Budget) -> Result<AnyHeuristic, HeuristicError>;

/// Every name that [`select`] knows, from weak to strong, and its constructor.
pub const NAMES: Names<Make> = Names::new(&[
    Name::new("blind", |_, _| Ok(AnyHeuristic::Blind(Blind)), "zero: every board looks solved"),
    Name::new(
        "misplaced",
        |_, _| Ok(AnyHeuristic::Misplaced(Misplaced)),
        "the tiles not in their place",
    ),
    Name::new(
        "manhattan",
        |geometry, _| Ok(AnyHeuristic::Manhattan(Manhattan::new(geometry))),
        "each tile's steps to its place",
    ),
    Name::new(
        "last-moves",
        |geometry, _| Ok(AnyHeuristic::LastMoves(LastMoves::new(geometry))),
        "manhattan, and what the last two moves add",
    ),
    Name::new(
        "corner-tiles",
        |geometry, _| Ok(AnyHeuristic::CornerTiles(CornerTiles::new(geometry))),
        "manhattan, and tiles that must let others into a corner",
    ),
    Name::new(
        "walking-distance",
        |geometry, _| Ok(AnyHeuristic::WalkingDistance(WalkingDistance::new(geometry)?)),
        "rows and columns as separate puzzles, from tables",
    ),
    Name::new(
        "linear-conflict",
        |geometry, _| Ok(AnyHeuristic::LinearConflict(LinearConflict::new(geometry))),
        "manhattan, and tiles that must let others pass in their line",
    ),
    Name::new(
        "combined",
        |geometry, _| Ok(AnyHeuristic::Combined(Combined::new(geometry))),
        "manhattan, linear conflicts, corner tiles and last moves",
    ),
    Name::new(
        "patterns-4",
        |geometry, budget| patterns(geometry, 4, budget),
        "pattern databases of at most 4 tiles each, built in milliseconds",
    ),
    Name::new(
        "zero-aware-4",
        zero_aware,
        "the same, but the databases know where the blank is, in two bits for each placement",
    ),
    Name::new(
        "patterns-5",
        |geometry, budget| patterns(geometry, 5, budget),
        "pattern databases of at most 5 tiles each",
    ),
    Name::new(
        "patterns-6",
        |geometry, budget| patterns(geometry, 6, budget),
        "the same with 6 tiles",
    ),
    Name::new(
        "patterns-8",
        |geometry, budget| patterns(geometry, 8, budget),
        "the same with 8 tiles, for boards of up to 16 cells",
    ),
    Name::new(
        "strongest",
        |geometry, _| Ok(strongest(geometry)),
        "the larger of combined and, where its tables fit, walking-distance",
    ),
]);

fn strongest(geometry: &Geometry) -> AnyHeuristic {
    let combined = Combined::new(geometry);
    match WalkingDistance::new(geometry) {
        Ok(distance) => AnyHeuristic::Strongest(Max(combined, distance)),
        Err(TooLarge { .. }) => AnyHeuristic::Combined(combined),
    }
}

/// The sums of databases of groups of up to `size` tiles.
fn patterns(
    geometry: &Geometry,
    size: usize,
    budget: &Budget,
) -> Result<AnyHeuristic, HeuristicError> {
    let (width, height) = (geometry.width(), geometry.height());
    let too_large = HeuristicError::Patterns { name: "patterns", width, height, size };
    if geometry.cells() > MAX_CELLS {
        return Err(too_large);
    }
    collections::of_user().map_err(HeuristicError::Partitions)?;
    let partitions = Partition::of_size(geometry, size);
    match library::bytes_of_all(geometry, &partitions) {
        Some(bytes) if bytes <= MAX_BYTES => {}
        _ => return Err(too_large),
    }
    let sums = library::sums(geometry, &partitions, budget, Store::Slow, &mut |_| {});
    sums.map(|(sums, _)| AnyHeuristic::Patterns(sums)).map_err(|error| failed(error, too_large))
}

fn failed(error: BuildError, too_large: HeuristicError) -> HeuristicError {
    match error {
        BuildError::Stopped(stop) => HeuristicError::Stopped(stop),
        BuildError::Rank(_) => too_large,
    }
}

/// The sums of databases of groups of up to four tiles and the blank.
fn zero_aware(geometry: &Geometry, budget: &Budget) -> Result<AnyHeuristic, HeuristicError> {
    const SIZE: usize = 4;
    let (width, height) = (geometry.width(), geometry.height());
    let too_large = HeuristicError::Patterns { name: "zero-aware", width, height, size: SIZE };
    if geometry.cells() > MAX_CELLS {
        return Err(too_large);
    }
    collections::of_user().map_err(HeuristicError::Partitions)?;
    let partitions = Partition::of_size(geometry, SIZE);
    let partition = partitions.first().filter(|first| {
        ZeroAware::bytes_to_build(geometry, first).is_some_and(|bytes| bytes <= MAX_BYTES)
    });
    let Some(partition) = partition else { return Err(too_large) };
    let sums = ZeroAware::build(geometry, partition, budget);
    sums.map(AnyHeuristic::ZeroAware).map_err(|error| failed(error, too_large))
}

/// Databases are made for boards of up to this number of cells, and of this number of
/// bytes.
const MAX_CELLS: usize = Packed25::CAPACITY;
const MAX_BYTES: u64 = 1 << 30;

/// Why a heuristic can't be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// The name is unknown.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The board is too large for it.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The board is too large for its pattern databases.
    #[error("{name}-{size}: the databases of a {width}×{height} board would be too large")]
    Patterns {
        /// The name without its number.
        name: &'static str,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// Tiles in a group.
        size: usize,
    },
    /// The user's file of partitions is wrong.
    #[error(transparent)]
    Partitions(RequestError),
    /// A limit was reached.
    #[error("the limit is too low for the tables of this heuristic")]
    Stopped(Stop),
}

impl From<HeuristicError> for RequestError {
    fn from(error: HeuristicError) -> Self {
        match error {
            HeuristicError::Partitions(error) => error,
            HeuristicError::Stopped(stop) => RequestError::limit(stop, error.to_string()),
            _ => RequestError::new(error.to_string()),
        }
    }
}

/// An operation on a heuristic. Its type is known only inside [`Visitor::visit`], so a
/// search called there is compiled for it.
pub trait Visitor<B: Board> {
    /// Its result.
    type Output;

    /// Runs it.
    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<Tiles<B>, Value: Send + Sync> + Send + Sync;
}

/// Makes the heuristic with this name for boards of this shape and goal, and calls
/// `visitor` with it.
///
/// ```
/// use std::sync::Arc;
/// use fewest_tiles::heuristics::{Visitor, select};
/// use fewest_tiles::{Board, Geometry, Packed16, Tiles};
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
    Ok(AnyHeuristic::by_name(name, geometry, &Budget::default())?.visit(visitor))
}
