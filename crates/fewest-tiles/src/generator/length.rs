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
/// Boards that take as many: a search for one would take days.
const HARDEST_4_BY_4: &str = include_str!("hardest.txt");

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
    if is_4_by_4 && is_corner(geometry.goal_cell(0)) {
        if length > LONGEST_4_BY_4 {
            return Err(GenerateError::TooLong { wanted: length, longest: LONGEST_4_BY_4 });
        }
        if length == LONGEST_4_BY_4 {
            return Ok(hardest(geometry, seed));
        }
    }
    match enumerate(geometry, length, seed, budget)? {
        (Some(level), _) => Ok(level),
        (None, counts) => climb::of_length(geometry, length, seed, &budget.after(&counts), watch),
    }
}

/// One of the boards of 4 × 4 that take the most moves, turned to the goal's corner.
fn hardest(geometry: &Arc<Geometry>, seed: u64) -> Level {
    let lines: Vec<&str> = HARDEST_4_BY_4.lines().filter(|line| !line.starts_with('#')).collect();
    let line = lines[Draws::new(seed).below(lines.len() as u64) as usize];
    let corner = geometry.goal_cell(0);
    // From the last corner to the goal's.
    let turned = |cell: usize| {
        let (x, y) = (cell % 4, cell / 4);
        let x = if corner.is_multiple_of(4) { 3 - x } else { x };
        let y = if corner < 4 { 3 - y } else { y };
        4 * y + x
    };
    let mut level = Level::solved(geometry.clone());
    let mut tiles = vec![0; geometry.cells()];
    let numbers = line.split(' ').filter_map(|number| number.parse::<usize>().ok());
    for (cell, tile) in numbers.enumerate() {
        // The tile that belongs where this one does in the list.
        let goal = (tile + geometry.cells() - 1) % geometry.cells();
        tiles[turned(cell)] = geometry.goal()[turned(goal)];
    }
    level.replace(tiles);
    level
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Combined;
    use fewest::space::Heuristic;

    /// They take too long to solve here: they are boards, none is there twice, and each is as
    /// far away as its image at another corner says.
    #[test]
    fn the_hardest_boards_fit_every_corner() {
        let mut seen = Vec::new();
        for corner in [15, 0, 3, 12] {
            let mut goal: Vec<u16> = (1..16).rev().collect();
            goal.insert(corner, 0);
            let geometry = Arc::new(Geometry::new(4, 4, &goal));
            let space = Tiles::<Packed16>::new(geometry.clone());
            let heuristic = Combined::new(&geometry);
            for seed in 0..100 {
                let level = hardest(&geometry, seed);
                assert!(level.is_solvable());
                let board = Packed16::from_tiles(level.tiles());
                let value = heuristic.evaluate(&space, &board);
                let estimate = Heuristic::<Tiles<Packed16>>::estimate(&heuristic, value);
                assert!((58..=80).contains(&estimate) && estimate.is_multiple_of(2), "{estimate}");
                if corner == 15 && !seen.contains(&level) {
                    seen.push(level);
                }
            }
        }
        assert_eq!(seen.len(), 17);
    }
}
