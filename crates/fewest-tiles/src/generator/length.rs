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

#[cfg(test)]
mod tests {
    use super::super::super::heuristics::Manhattan;
    use super::super::super::{Board, Packed16, Tiles};
    use super::*;
    use fewest::search::{Stop, ida_star};

    fn geometry(width: usize, height: usize, goal: &[u16]) -> Arc<Geometry> {
        Arc::new(Geometry::new(width, height, goal))
    }

    fn blank_last(width: usize, height: usize) -> Arc<Geometry> {
        geometry(width, height, &Geometry::blank_last(width, height))
    }

    /// The fewest moves, by another search.
    fn fewest(level: &Level) -> u32 {
        let space = Tiles::<Packed16>::new(level.geometry().clone());
        let board = Packed16::from_tiles(level.tiles());
        let heuristic = Manhattan::new(level.geometry());
        let budget = Budget::default();
        let outcome = ida_star::search(&space, &board, &heuristic, &budget, &mut ());
        outcome.cost().unwrap()
    }

    #[test]
    fn boards_have_the_length_asked_for() {
        let budget = Budget::default();
        for (geometry, lengths) in [
            (blank_last(3, 3), vec![0, 1, 2, 13, 20, 31]),
            (geometry(3, 2, &[2, 0, 1, 5, 4, 3]), vec![0, 5, 15]),
            (blank_last(4, 4), vec![0, 9, 14]),
        ] {
            for length in lengths {
                for seed in 0..5 {
                    let level = of_length(&geometry, length, seed, &budget, &mut ()).unwrap();
                    assert_eq!(fewest(&level), length);
                }
            }
        }
    }

    #[test]
    fn the_farthest_are_known() {
        let budget = Budget::default();
        for (width, height, longest) in [(2, 2, 6), (3, 2, 21), (2, 4, 36), (3, 3, 31), (2, 5, 55)]
        {
            assert!(of_length(&blank_last(width, height), longest, 0, &budget, &mut ()).is_ok());
            assert_eq!(
                of_length(&blank_last(width, height), longest + 9, 0, &budget, &mut ()),
                Err(GenerateError::TooLong { wanted: longest + 9, longest })
            );
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_board_for_ever() {
        let tiles = |length, seed| {
            let level =
                of_length(&blank_last(3, 3), length, seed, &Budget::default(), &mut ()).unwrap();
            level.tiles().to_vec()
        };
        assert_eq!(
            [tiles(31, 0), tiles(20, 5)],
            [[6, 4, 7, 8, 5, 0, 3, 2, 1], [1, 7, 0, 4, 8, 5, 6, 3, 2]]
        );
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let budget = Budget::default();
        assert_eq!(
            of_length(&blank_last(6, 6), 3, 0, &budget, &mut ()),
            Err(GenerateError::TooLarge { cells: 36 })
        );
        assert_eq!(
            of_length(&blank_last(4, 4), 81, 0, &budget, &mut ()),
            Err(GenerateError::TooLong { wanted: 81, longest: 80 })
        );
        let budget = Budget { memory: Some(10_000), ..Budget::default() };
        assert_eq!(
            of_length(&blank_last(4, 4), 50, 0, &budget, &mut ()),
            Err(GenerateError::Stopped(Stop::Memory))
        );
    }
}
