//! Generates levels of an exact difficulty from a seed. The same seed always gives the
//! same level.
//!
//! Walls and start are random. Breadth-first search from the start then finds the
//! fewest moves to each position, and the goal is a position at the wanted distance:
//! one whose blocks form a shape, if there is any. If no random board has one, the best
//! board is changed bit by bit.
//!
//! ```
//! use fewest_blocks::generator::{self, Recipe};
//!
//! let recipe = Recipe { moves: Some(12..=12), ..Recipe::new(6, 6) };
//! let made = generator::make(&recipe, 7, &Default::default())?;
//! assert_eq!(made.fewest, 12);
//! assert_eq!(made, generator::make(&recipe, 7, &Default::default())?);
//! # Ok::<(), generator::GenerateError>(())
//! ```

mod climb;
mod reach;
mod request;
mod shape;
mod walls;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use super::word::with_word;
use super::{Cell, Level, LevelError, Rules, Word};
use crate::puzzle::RequestError;
use crate::text::count;
use fewest::draws::Draws;
use fewest::search::{Budget, Meter, Stop};
use fewest::space::Cost;

pub use request::{SETTINGS, from_request};
pub use shape::disorder;
pub use walls::Symmetry;

use climb::Board;
use reach::Reach;

/// The requested properties of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of blocks and goals.
    pub blocks: usize,
    /// The number of walls; by default about a quarter of the cells.
    pub walls: Option<usize>,
    /// The symmetry of the walls.
    pub symmetry: Symmetry,
    /// The fewest moves; by default about as many as the walls allow.
    pub moves: Option<RangeInclusive<Cost>>,
}

impl Recipe {
    /// A level of this size, with as many blocks as it has room for up to 5,
    /// and walls that are their own mirror image.
    pub fn new(width: usize, height: usize) -> Self {
        Recipe {
            width,
            height,
            blocks: (width * height / 4).clamp(1, 5),
            walls: None,
            symmetry: Symmetry::Mirror,
            moves: None,
        }
    }
}

/// A level and the fewest moves that solve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// The fewest moves that solve it.
    pub fewest: Cost,
}

/// Why no level was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The board is invalid.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// There is no room to move.
    #[error("{}", no_room(*blocks, *walls, *cells))]
    NoRoom {
        /// The blocks asked for.
        blocks: usize,
        /// The walls asked for.
        walls: usize,
        /// The cells of the board.
        cells: usize,
    },
    /// No symmetric set of cells has this number of walls.
    #[error("{walls} walls cannot have this symmetry on this board; {nearest} can")]
    Asymmetric {
        /// The walls asked for.
        walls: usize,
        /// The nearest possible number.
        nearest: usize,
    },
    /// No try had a position at the wanted distance.
    #[error(
        "none of {tries} boards had a position {} away; the maximum was {longest}; try fewer, or other numbers of blocks and walls",
        moves_of(wanted)
    )]
    TooLong {
        /// The fewest moves asked for.
        wanted: RangeInclusive<Cost>,
        /// The maximum found.
        longest: Cost,
        /// The number of tried boards.
        tries: usize,
    },
    /// A limit of the budget was reached.
    #[error("{} before a level was made", .0.words())]
    Stopped(Stop),
}

fn no_room(blocks: usize, walls: usize, cells: usize) -> String {
    let (some_blocks, some_walls) = (count(blocks, "block"), count(walls, "wall"));
    let left = |taken: usize| cells.saturating_sub(1 + taken);
    let with = |some: &str, most: String| format!("; with {some} there can be {most}");
    let for_walls = match left(walls) {
        0 => String::new(),
        most => with(&some_walls, count(most, "block")),
    };
    let for_blocks = match left(blocks) {
        0 => String::new(),
        most => with(&some_blocks, count(most, "wall")),
    };
    format!(
        "{some_blocks} and {some_walls} leave no free cell among {cells}{for_walls}{for_blocks}"
    )
}

fn moves_of(wanted: &RangeInclusive<Cost>) -> String {
    match (*wanted.start(), *wanted.end()) {
        (least, most) if least == most => count(least as usize, "move"),
        (least, most) => format!("{least} to {most} moves"),
    }
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

/// The number of boards to draw, and of changes to the best of them before giving up.
const DRAWN: usize = 100;
const CHANGES: usize = 1_000;

/// The positions of all changed boards together: about half a minute.
const MAX_CHANGED: u64 = 1 << 28;

/// Generates a level.
pub fn make(recipe: &Recipe, seed: u64, budget: &Budget) -> Result<Made, GenerateError> {
    let Recipe { width, height, .. } = *recipe;
    // Check the sides before using them.
    Level::check_sides(width, height)?;
    with_word!(width, height, W => make_in::<W>(recipe, seed, budget))
}

fn make_in<W: Word>(recipe: &Recipe, seed: u64, budget: &Budget) -> Result<Made, GenerateError> {
    let Recipe { width, height, blocks, symmetry, .. } = *recipe;
    let cells = width * height;
    let orbits = symmetry.orbits(width, height);
    let walls = recipe.walls.unwrap_or_else(|| walls::nearest(&orbits, cells / 4));
    if blocks == 0 {
        return Err(LevelError::NoBlock.into());
    }
    if blocks.saturating_add(walls) >= cells {
        return Err(GenerateError::NoRoom { blocks, walls, cells });
    }
    let nearest = walls::nearest(&orbits, walls);
    if nearest != walls {
        return Err(GenerateError::Asymmetric { walls, nearest });
    }
    let mut draws = Draws::new(seed);
    let mut meter = Meter::start(budget);
    let mut best: Option<(Board<W>, Cost)> = None;
    for _ in 0..DRAWN {
        meter.check()?;
        let walls = W::from_cells(walls::draw(&orbits, walls, &mut draws));
        let rules = Rules::new(width, height, walls);
        let Some(start) = shape::grow(&rules, blocks, &mut draws) else {
            continue;
        };
        let farthest = recipe.moves.as_ref().map_or(Cost::MAX, |moves| *moves.end());
        let reach = Reach::from(&rules, start, farthest, &mut meter)?;
        let board = Board { walls, start };
        if best.is_none_or(|(_, known)| known < reach.farthest()) {
            best = Some((board, reach.farthest()));
        }
        // The last layers are often a few stragglers; a shape is worth more than
        // the last moves.
        let hardest = (reach.farthest() * 9).div_ceil(10)..=reach.farthest();
        let goals = reach.between(recipe.moves.as_ref().unwrap_or(&hardest));
        if let Some((goal, fewest)) = choose(goals, start, width, &mut draws) {
            return Ok(Made { level: level(width, height, board, goal)?, fewest });
        }
    }
    let wanted = recipe.moves.clone().unwrap_or(1..=1);
    let (mut positions, mut changes) = (0, 0);
    while changes < CHANGES {
        let Some((board, longest)) = best.filter(|_| positions < MAX_CHANGED) else { break };
        changes += 1;
        meter.check()?;
        let Some(board) = board.changed(width, height, &orbits, &mut draws) else { continue };
        let left = budget.after(&meter.finish());
        let space = board.blocks(width, height);
        let found = climb::reach(&space, board.start, &wanted, &left)?;
        positions += found.positions;
        if let Some((goal, fewest)) =
            choose(found.goals.into_iter(), board.start, width, &mut draws)
        {
            return Ok(Made { level: level(width, height, board, goal)?, fewest });
        }
        if found.farthest >= longest {
            best = Some((board, found.farthest));
        }
    }
    let longest = best.map_or(0, |(_, longest)| longest);
    Err(GenerateError::TooLong { wanted, longest, tries: DRAWN + changes })
}

fn level<W: Word>(
    width: usize,
    height: usize,
    board: Board<W>,
    goal: W,
) -> Result<Level, LevelError> {
    let cell = |cell| {
        if board.walls.has(cell) {
            Cell::Wall
        } else {
            Cell::open(board.start.has(cell), goal.has(cell))
        }
    };
    Level::new(width, height, (0..width * height).map(cell).collect())
}

/// One of the positions with the least disorder, each equally likely.
fn choose<W: Word>(
    positions: impl Iterator<Item = (W, Cost)>,
    start: W,
    width: usize,
    draws: &mut Draws,
) -> Option<(W, Cost)> {
    let mut best: Vec<(W, Cost)> = Vec::new();
    let mut least = usize::MAX;
    for (position, distance) in positions.filter(|&(position, _)| position != start) {
        let disorder = disorder(position, width);
        if disorder < least {
            least = disorder;
            best.clear();
        }
        if disorder == least {
            best.push((position, distance));
        }
    }
    let chosen = draws.below(best.len().max(1) as u64) as usize;
    best.get(chosen).copied()
}
