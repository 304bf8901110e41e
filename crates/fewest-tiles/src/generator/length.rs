//! Boards that take exactly a given number of moves.

use std::sync::Arc;

use super::super::{Geometry, Level};
use super::{GenerateError, climb};
use crate::puzzle::Watch;
use fewest::draws::Draws;
use fewest::search::{Budget, Meter};

/// Up to this number of cells, the boards of every length are enumerated.
const SMALL: usize = 10;
/// Beyond this number of cells, boards are not enumerated.
const MAX_CELLS: usize = 16;
/// The maximum number of boards in a layer: far more than boards of ten cells have, and
/// about 400 megabytes in all.
const WIDEST_LAYER: usize = 4_000_000;
/// From here on, a layer's growth predicts the width of later ones well enough.
const WIDE_LAYER: usize = 100_000;
/// No board of 4 × 4 takes more moves (Brüngger, Marzetta, Fukuda and Nievergelt 1999).
const LONGEST_4_BY_4: u32 = 80;

type Cells = [u8; MAX_CELLS];

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
    let mut meter = Meter::start(budget);
    match enumerate(geometry, length, seed, &mut meter)? {
        Some(level) => Ok(level),
        None => climb::of_length(geometry, length, seed, &budget.after(&meter.finish()), watch),
    }
}

/// Enumerates the boards up to this distance, unless they are too many.
fn enumerate(
    geometry: &Arc<Geometry>,
    length: u32,
    seed: u64,
    meter: &mut Meter,
) -> Result<Option<Level>, GenerateError> {
    let cells = geometry.cells();
    if cells > MAX_CELLS {
        return Ok(None);
    }
    let mut goal: Cells = [0; MAX_CELLS];
    for (cell, &tile) in goal.iter_mut().zip(geometry.goal()) {
        *cell = tile as u8;
    }
    let mut before: Vec<Cells> = Vec::new();
    let mut layer = vec![goal];
    for depth in 0..length {
        let most_bytes = layer.len() * 3 * size_of::<Cells>();
        meter.take(most_bytes)?;
        let mut next: Vec<Cells> = Vec::with_capacity(layer.len());
        for board in &layer {
            meter.expand()?;
            let blank = board[..cells].iter().position(|&tile| tile == 0);
            let blank = blank.unwrap_or(0);
            for from in geometry.neighbours(blank) {
                let mut slid = *board;
                slid.swap(blank, from);
                next.push(slid);
            }
        }
        next.sort_unstable();
        next.dedup();
        // A slide changes the parity of the blank's cell, so the neighbours of this layer
        // are in the layer before it or after it.
        next.retain(|board| before.binary_search(board).is_err());
        meter.give_back(most_bytes);
        if next.is_empty() {
            return Err(GenerateError::TooLong { wanted: length, longest: depth });
        }
        let growth = next.len() as f64 / layer.len() as f64;
        let rest = (length - depth - 1).min(1000) as i32;
        let expected = next.len() as f64 * growth.powi(rest);
        let is_hopeless =
            cells > SMALL && next.len() > WIDE_LAYER && expected > 4.0 * WIDEST_LAYER as f64;
        if next.len() > WIDEST_LAYER || is_hopeless {
            return Ok(None);
        }
        before = std::mem::replace(&mut layer, next);
    }
    let chosen = layer[Draws::new(seed).below(layer.len() as u64) as usize];
    let mut level = Level::solved(geometry.clone());
    level.replace(chosen[..cells].iter().map(|&tile| u16::from(tile)).collect());
    Ok(Some(level))
}
