//! The published suites of boards, with their fewest moves, and random boards of growing
//! size.

use std::sync::Arc;

use crate::command::{Grown, Growth, Instance, Suite};
use crate::heuristics::Manhattan;
use crate::puzzle::{Erased, RequestError};
use crate::{Geometry, SlidingTiles, generator};

/// The suites.
pub(crate) const SUITES: &[Suite] = &[
    Suite {
        name: "korf100",
        summary: "100 random boards of the 15-puzzle (Korf 1985)",
        instances: || instances(include_str!("korf100.txt"), 4),
    },
    Suite {
        name: "korf24",
        summary: "50 random boards of the 24-puzzle (Korf and Felner 2002)",
        instances: || instances(include_str!("korf24.txt"), 5),
    },
];

/// Random square boards that are too large for a proof.
pub(crate) const GROWTH: Growth = Growth {
    unit: "columns and rows",
    sizes: &[6, 10, 16, 30, 50, 100, 128],
    yardstick: "the Manhattan distance",
    make,
};

fn make(size: u32, seed: u64) -> Result<Grown, RequestError> {
    let (side, _) = generator::parse_size(&format!("{size}x{size}"))?;
    let geometry = Arc::new(Geometry::new(side, side, &Geometry::blank_last(side, side)));
    let level = generator::random(&geometry, seed);
    let manhattan = Manhattan::new(&geometry);
    let tiles = level.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let distance = tiles.map(|(cell, &tile)| manhattan.of(&geometry, tile as usize, cell)).sum();
    Ok((Erased::<SlidingTiles>::position(level), Some(distance)))
}

/// The boards in a text: number, fewest moves, tiles.
fn instances(text: &str, width: usize) -> Vec<Instance> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| instance(line, width)).collect()
}

fn instance(line: &str, width: usize) -> Option<Instance> {
    let mut words = line.split_whitespace();
    let (number, fewest) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let tiles: Vec<&str> = words.collect();
    let rows = tiles.chunks(width).map(|row| row.join(" ") + "\n");
    Some(Instance { number, fewest, text: rows.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn every_board_is_there_and_can_be_solved() {
        for (suite, (count, mean)) in SUITES.iter().zip([(100, 53.05), (50, 100.78)]) {
            let instances = (suite.instances)();
            assert_eq!(instances.len(), count, "{}", suite.name);
            let moves: u32 = instances.iter().map(|instance| instance.fewest).sum();
            assert!((f64::from(moves) / count as f64 - mean).abs() < 0.005, "{moves}");
            for (instance, number) in instances.iter().zip(1..) {
                let level = Level::parse(&instance.text).unwrap();
                assert_eq!(instance.number, number);
                let space = crate::Tiles::<crate::Packed25>::new(level.geometry().clone());
                let board = crate::Board::from_tiles(level.tiles());
                let manhattan = crate::heuristics::Manhattan::new(level.geometry());
                let bound = fewest::space::Heuristic::evaluate(&manhattan, &space, &board);
                assert!(level.is_solvable() && bound <= instance.fewest);
                assert_eq!(bound % 2, instance.fewest % 2);
            }
        }
    }
}
