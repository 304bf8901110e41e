//! Levels from seeds: a random start, and a target at the end of a random walk.
//!
//! ```
//! use fewest_coins::generator;
//!
//! let level = generator::walk(4, 4, 6, 20, 1)?;
//! assert_eq!(level, generator::walk(4, 4, 6, 20, 1)?);
//! assert_eq!(level.start().count_ones(), 6);
//! # Ok::<(), fewest_puzzle::puzzle::RequestError>(())
//! ```

use super::board::{Board, MAX_CELLS};
use super::level::Level;
use super::rules::{hopped, hops};
use crate::puzzle::parse_size;
use crate::puzzle::{Generate, RequestError, Setting};
use fewest::draws::Draws;

/// The settings of the generator, besides size and seed.
pub const SETTINGS: [Setting; 2] = [
    Setting { name: "coins", value: "N", summary: "Place N coins [default: a third of the cells]" },
    Setting {
        name: "walk",
        value: "MOVES",
        summary: "Make this many random moves from start to target [default: 100]",
    },
];

/// The maximum length of a walk. It takes a moment; a longer one is no more random.
const LONGEST_WALK: u64 = 1_000_000;

/// The number of random starts before the generator gives up.
const TRIES: usize = 1000;

/// Generates the requested level: by default on 5 × 7.
pub fn from_request(request: &Generate) -> Result<Level, RequestError> {
    let size = request.size.as_deref().unwrap_or("5x7");
    let (width, height) = parse_size(size, 1..=MAX_CELLS)?;
    let number = |name: &str, default: u64, most: u64| {
        let Some(text) = request.settings.get(name) else { return Ok(default) };
        let number = text.parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| {
            RequestError::new(format!("{name} must be a number from 0 to {most}, not '{text}'"))
        })
    };
    let cells = (width * height) as u64;
    let coins = number("coins", cells.div_ceil(3), cells)?;
    let moves = number("walk", 100, LONGEST_WALK)?;
    walk(width, height, coins as usize, moves, request.seed)
}

/// A level with random coins; its target is the result of `moves` random moves.
pub fn walk(
    width: usize,
    height: usize,
    coins: usize,
    moves: u64,
    seed: u64,
) -> Result<Level, RequestError> {
    let board = Board::new(width, height).map_err(|error| RequestError::new(error.to_string()))?;
    let mut draws = Draws::new(seed);
    let mut cells: Vec<u8> = (0..(width * height) as u8).collect();
    let mut legal = Vec::new();
    for _ in 0..TRIES {
        draws.shuffle(&mut cells);
        let start = cells.iter().take(coins).fold(0, |set, cell| set | 1 << cell);
        let mut target = start;
        for _ in 0..moves {
            legal.clear();
            legal.extend(hops(&board, target));
            if legal.is_empty() {
                break;
            }
            target = hopped(target, legal[draws.below(legal.len() as u64) as usize]);
        }
        if start != target || moves == 0 {
            return Level::new(board, start, target)
                .map_err(|error| RequestError::new(error.to_string()));
        }
    }
    Err(RequestError::new(format!(
        "no move was found for {coins} coins on {width} × {height}; give more cells, or at least three coins and one empty cell"
    )))
}
