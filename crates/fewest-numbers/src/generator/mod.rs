//! Generates levels backward, as the game does. The same seed always gives the same level.
//!
//! A level begins empty and grows by inverse moves: two equal numbers whose distance is
//! their value (undoing the move that clears them), or a part split off a number (undoing
//! the move that adds it). The moves in reverse order solve the level.
//!
//! ```
//! use fewest_numbers::generator::{self, Recipe};
//!
//! let first = generator::level(1, [0; 16])?;
//! assert_eq!((first.level.width(), first.level.height(), first.level.numbers()), (8, 5, 4));
//!
//! let made = generator::make(&Recipe::new(20, 12, 80), [7; 16], &Default::default())?;
//! let mut level = made.level;
//! assert_eq!(level.numbers(), 80);
//! for shift in made.plan {
//!     level.play(shift)?;
//! }
//! assert!(level.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grow;
mod request;
mod sha1prng;

#[cfg(test)]
mod tests;

use super::{Level, LevelError, Shift};
use crate::puzzle::RequestError;
use crate::text::count;
use fewest::search::{Budget, Meter, Stop};

pub use request::{SETTINGS, default_seed, from_request, seed_bytes};

use grow::{Growth, NoRoom};

/// Sixteen bytes, all zero for the game's own levels.
pub type Seed = [u8; 16];

/// A level and a plan that solves it, usually not one of the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// The moves that solve it.
    pub plan: Vec<Shift>,
}

/// The requested properties of a level of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of numbers.
    pub numbers: usize,
}

impl Recipe {
    /// A level of this size with this number of numbers.
    pub fn new(width: usize, height: usize, numbers: usize) -> Self {
        Recipe { width, height, numbers }
    }
}

/// Why no level was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The game has no such level.
    #[error("unknown level {0}; the game's levels are 1 to {LAST_LEVEL}")]
    NoLevel(u32),
    /// The level is invalid.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// Two numbers need two cells.
    #[error("{width} × {height} is too small: a level has at least 2 numbers")]
    TooSmall {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
    /// A solvable level has no numbers or at least two, each on its own cell.
    #[error("cannot place {numbers}; {width} × {height} holds 2 to {cells}", numbers = count(*numbers, "number"))]
    Numbers {
        /// The numbers asked for.
        numbers: usize,
        /// The number of cells.
        cells: usize,
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
    /// No place was found for a number.
    #[error(
        "{numbers} found no room on {width} × {height} in {draws} draws; the maximum was {most}; try fewer, or a larger size",
        numbers = count(*numbers, "number")
    )]
    NoRoom {
        /// The numbers asked for.
        numbers: usize,
        /// The maximum number of numbers that found room.
        most: usize,
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
        /// The number of draws.
        draws: u64,
    },
    /// A limit of the budget was reached.
    #[error("{} before a level was made", .0.words())]
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

/// The last level: the game puts the number of a level into two bytes.
pub const LAST_LEVEL: u32 = 1 << 16;

/// The level of the game with this number, from 1.
pub fn level(number: u32, seed: Seed) -> Result<Generated, GenerateError> {
    if !(1..=LAST_LEVEL).contains(&number) {
        return Err(GenerateError::NoLevel(number));
    }
    let index = number - 1;
    let (width, height, spawns) = size_of_level(index);
    let mut seed = seed;
    let [low, high, ..] = index.to_le_bytes();
    seed[0] ^= low;
    seed[1] ^= high;
    let mut growth = Growth::new(width, height, seed);
    let mut meter = Meter::start(&Budget::default());
    // There are always about as many free cells as spawns, so each finds room.
    let patience = patience(width, height);
    for spawn in 0..spawns {
        if let Err(stopped) = growth.spawn(spawn == 0, usize::MAX, patience, &mut meter) {
            return Err(refused(stopped, &Recipe::new(width, height, spawns), &growth));
        }
    }
    Ok(growth.finish()?)
}

/// Width, height, and how often a pair or a part is put on the grid.
fn size_of_level(index: u32) -> (usize, usize, usize) {
    let index = index as usize;
    let mut spawns = if index <= 150 { 3 + index / 2 } else { 3 + index - 75 };
    let mut height = 5;
    let width = |height: usize| height * 16 / 9;
    while width(height) * height < 2 * spawns {
        spawns -= 2;
        height += 1;
    }
    (width(height), height, spawns)
}

/// Draws for one spawn, before the grid is taken to be full: the first part must
/// hit one of two cells among all of them.
fn patience(width: usize, height: usize) -> u64 {
    (1 << 16) + 16 * (width * height) as u64
}

/// A level with exactly the requested number of numbers, drawn as the game draws its levels.
///
/// Always ends after a bounded number of draws.
pub fn make(recipe: &Recipe, seed: Seed, budget: &Budget) -> Result<Generated, GenerateError> {
    let &Recipe { width, height, numbers } = recipe;
    // Check the sides before using them.
    Level::check_sides(width, height)?;
    let cells = width * height;
    if cells < 2 {
        return Err(GenerateError::TooSmall { width, height });
    }
    if !(2..=cells).contains(&numbers) {
        return Err(GenerateError::Numbers { numbers, cells, width, height });
    }
    let mut growth = Growth::new(width, height, seed);
    let mut meter = Meter::start(budget);
    let patience = patience(width, height);
    let most_draws = 4 * patience + 64 * numbers as u64;
    while growth.numbers() < numbers {
        let room = numbers - growth.numbers();
        let patience = patience.min(most_draws.saturating_sub(growth.draws()));
        match growth.spawn(growth.numbers() == 0, room, patience, &mut meter) {
            Err(NoRoom::Patience) if growth.draws() < most_draws => growth.restart(),
            Err(stopped) => return Err(refused(stopped, recipe, &growth)),
            Ok(()) => {}
        }
    }
    Ok(growth.finish()?)
}

fn refused(why: NoRoom, recipe: &Recipe, growth: &Growth) -> GenerateError {
    let &Recipe { width, height, numbers } = recipe;
    let (most, draws) = (growth.most_numbers(), growth.draws());
    match why {
        NoRoom::Patience => GenerateError::NoRoom { numbers, most, width, height, draws },
        NoRoom::Stopped(stop) => GenerateError::Stopped(stop),
    }
}
