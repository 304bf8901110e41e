//! Boards that take exactly a given number of moves.

use std::sync::Arc;

use super::super::{Board, Geometry, Level, Packed16, Tiles};
use super::{GenerateError, climb};
use crate::puzzle::Watch;
use fewest::draws::Draws;
use fewest::search::layered::{Layers, Words};
use fewest::search::{Budget, Counts};

/// Up to this number of cells, the boards of every length are enumerated.
const SMALL: usize = 10;
/// Beyond this number of cells, boards are not enumerated.
const MAX_CELLS: usize = 16;
/// The maximum number of boards in a layer: far more than boards of ten cells have, and
/// some 100 megabytes in all.
const WIDEST_LAYER: u64 = 4_000_000;
/// From here on, a layer's growth predicts the width of later ones well enough.
const WIDE_LAYER: u64 = 100_000;
/// No board of 4 × 4 takes more moves (Brüngger, Marzetta, Fukuda and Nievergelt 1999).
const LONGEST_4_BY_4: u32 = 80;

/// A random board whose fewest moves are `length`: each equally likely where all boards up
/// to that distance from the goal can be enumerated, and one that a search finds otherwise.
pub fn of_length(
    geometry: &Arc<Geometry>,
    length: u32,
    seed: u64,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Level, GenerateError> {
    let is_corner = |cell| geometry.neighbours(cell).count() == 2;
    let is_4_by_4 = (geometry.width(), geometry.height()) == (4, 4);
    if is_4_by_4 && is_corner(geometry.goal_cell(0)) && length > LONGEST_4_BY_4 {
        return Err(GenerateError::TooLong { wanted: length, longest: LONGEST_4_BY_4 });
    }
    match enumerate(geometry, length, seed, budget)? {
        (Some(level), _) => Ok(level),
        (None, counts) => climb::of_length(geometry, length, seed, &budget.after(&counts), watch),
    }
}

/// Enumerates the boards up to this distance, unless they are too many. Returns also what it
/// took.
fn enumerate(
    geometry: &Arc<Geometry>,
    length: u32,
    seed: u64,
    budget: &Budget,
) -> Result<(Option<Level>, Counts), GenerateError> {
    let cells = geometry.cells();
    if cells > MAX_CELLS {
        return Ok((None, Counts::default()));
    }
    let space = Tiles::<Packed16>::new(geometry.clone());
    let words = Words::new(&space, space.goal(), false);
    let mut layers = Layers::forward(&words, &[space.goal().word()], budget)?;
    let mut before = 0;
    for depth in 0..=length {
        let Some(layer) = layers.advance(&mut |_| ())? else {
            return Err(GenerateError::TooLong { wanted: length, longest: depth - 1 });
        };
        let states = layer.states as f64;
        let rest = (length - depth).min(1000) as i32;
        let expected = states * (states / before as f64).powi(rest);
        let is_hopeless =
            cells > SMALL && layer.states > WIDE_LAYER && expected > 4.0 * WIDEST_LAYER as f64;
        if layer.states > WIDEST_LAYER || is_hopeless {
            return Ok((None, layers.counts()));
        }
        before = layer.states;
    }
    // In the order of their tiles, so that a seed always gives the same board.
    let mut last: Vec<u64> = layers.states().map(|word| tiles_in_order(word, cells)).collect();
    last.sort_unstable();
    let chosen = last[Draws::new(seed).below(last.len() as u64) as usize];
    let mut level = Level::solved(geometry.clone());
    level.replace((0..cells).rev().map(|place| (chosen >> (4 * place) & 15) as u16).collect());
    Ok((Some(level), layers.counts()))
}

/// The tiles, four bits each, the one on the first cell foremost.
fn tiles_in_order(word: u64, cells: usize) -> u64 {
    let board = Packed16::from_word(word);
    (0..cells).fold(0, |tiles, cell| tiles << 4 | board.tile(cell) as u64)
}
