//! Generates boards from a seed. The same seed always gives the same board.
//!
//! ```
//! use fewest_tiles::{Geometry, generator};
//! use std::sync::Arc;
//!
//! let geometry = Arc::new(Geometry::new(4, 4, &Geometry::blank_last(4, 4)));
//! let level = generator::random(&geometry, 7);
//! assert!(level.is_solvable());
//! assert_eq!(level, generator::random(&geometry, 7));
//! ```

mod climb;
mod length;
mod request;

use std::sync::Arc;

use super::{Direction, Geometry, Level};
use crate::puzzle::RequestError;
use climb::MAX_CELLS;
use fewest::draws::Draws;
use fewest::search::{Budget, Meter, Stop};

pub use length::of_length;
pub use request::{SETTINGS, from_request, parse_size};

/// A random solvable board, each equally likely.
pub fn random(geometry: &Arc<Geometry>, seed: u64) -> Level {
    let mut level = Level::solved(geometry.clone());
    level.replace(shuffled(geometry, &mut Draws::new(seed)));
    level
}

/// Shuffles the tiles, and exchanges two of them if the board is unsolvable: this pairs
/// unsolvable boards with solvable ones.
pub(crate) fn shuffled(geometry: &Geometry, draws: &mut Draws) -> Vec<u16> {
    let mut tiles = geometry.goal().to_vec();
    draws.shuffle(&mut tiles);
    if !geometry.is_solvable(&tiles) {
        let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
        // A board has three tiles or more.
        if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
            tiles.swap(a, b);
        }
    }
    tiles
}

/// Why no board was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No board of this shape and goal is that far from solved.
    #[error("no board of this size and goal takes {wanted} moves; the maximum is {longest}")]
    TooLong {
        /// The length asked for.
        wanted: u32,
        /// The maximum for this shape.
        longest: u32,
    },
    /// The board has too many cells for an exact length.
    #[error(
        "a board of an exact length can have at most {MAX_CELLS} cells, e.g. 5x5; this one has {cells}"
    )]
    TooLarge {
        /// The cells of the board asked for.
        cells: usize,
    },
    /// A limit of the budget was reached.
    #[error("{} before the board was made", .0.words())]
    Stopped(Stop),
}

impl From<GenerateError> for RequestError {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Stopped(stop) => RequestError::limit(stop, error.to_string()),
            _ => RequestError::new(error.to_string()),
        }
    }
}

impl From<Stop> for GenerateError {
    fn from(stop: Stop) -> Self {
        GenerateError::Stopped(stop)
    }
}

/// The board after `moves` random moves from the goal, none of which undoes the one before.
pub fn scrambled(
    geometry: &Arc<Geometry>,
    moves: u64,
    seed: u64,
    budget: &Budget,
) -> Result<Level, GenerateError> {
    let mut draws = Draws::new(seed);
    let mut meter = Meter::start(budget);
    let mut level = Level::solved(geometry.clone());
    let mut last: Option<Direction> = None;
    for _ in 0..moves {
        meter.expand()?;
        let mut legal = [Direction::U; 4];
        let mut count = 0;
        for direction in level.moves() {
            if last != Some(direction.opposite()) {
                legal[count] = direction;
                count += 1;
            }
        }
        // Every cell has two neighbours or more, so that one move is left.
        let direction = legal[draws.below(count as u64) as usize];
        level.slide(direction);
        last = Some(direction);
    }
    Ok(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(width: usize, height: usize) -> Arc<Geometry> {
        Arc::new(Geometry::new(width, height, &Geometry::blank_last(width, height)))
    }

    /// They were also worked out apart from this code, from the
    /// published generators (Blackman and Vigna) and the rules above.
    #[test]
    fn the_same_seed_gives_the_same_board_for_ever() {
        let scrambled = scrambled(&geometry(3, 3), 20, 7, &Budget::default()).unwrap();
        assert_eq!(
            [
                random(&geometry(4, 4), 7).tiles(),
                random(&geometry(3, 2), u64::MAX).tiles(),
                scrambled.tiles(),
            ],
            [
                &[2, 4, 5, 9, 14, 7, 0, 10, 15, 8, 13, 12, 6, 11, 3, 1][..],
                &[0, 1, 2, 4, 5, 3],
                &[1, 2, 3, 4, 0, 5, 7, 8, 6],
            ]
        );
    }

    #[test]
    fn draws_are_even() {
        let mut draws = Draws::new(0);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[draws.below(6) as usize] += 1;
        }
        // Five standard deviations.
        assert!(counts.iter().all(|count| (9_540..10_460).contains(count)), "{counts:?}");
    }

    #[test]
    fn every_solvable_board_comes_up() {
        let geometry = geometry(2, 2);
        let mut seen: Vec<Vec<u16>> = (0..500)
            .map(|seed| random(&geometry, seed))
            .inspect(|level| assert!(level.is_solvable()))
            .map(|level| level.tiles().to_vec())
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 12);
    }

    #[test]
    fn scrambles_never_turn_back() {
        // Eleven moves one way round bring two by two cells next to the goal.
        let level = scrambled(&geometry(2, 2), 12, 3, &Budget::default()).unwrap();
        assert!(level.is_solved());
        let budget = Budget::default();
        budget.cancel.cancel();
        assert_eq!(
            scrambled(&geometry(2, 2), 12, 3, &budget),
            Err(GenerateError::Stopped(Stop::Cancelled))
        );
    }
}
