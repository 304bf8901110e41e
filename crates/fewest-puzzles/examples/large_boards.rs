//! Plans for random boards from 4 × 4 to 128 × 128, at once: their length compared with
//! the Manhattan distance, and the time they take.
//!
//! ```text
//! cargo run --release --example large_boards
//! ```

use std::sync::Arc;
use std::time::Instant;

use fewest_puzzles::tiles::{Geometry, Level, constructive, generator};

fn manhattan(level: &Level) -> usize {
    let geometry = level.geometry();
    let cells = level.tiles().iter().enumerate();
    cells
        .filter(|&(_, &tile)| tile != 0)
        .map(|(cell, &tile)| geometry.distance(cell, geometry.goal_cell(tile as usize)))
        .sum()
}

fn main() {
    println!("{:>9} {:>9} {:>8} {:>8}", "size", "moves", "ratio", "seconds");
    for side in [4, 5, 10, 20, 50, 100, 128] {
        let geometry = Arc::new(Geometry::new(side, side, &Geometry::blank_last(side, side)));
        let boards = if side <= 20 { 100 } else { 3 };
        let (mut moves, mut distance, mut seconds) = (0, 0, 0.0);
        for seed in 0..boards {
            let level = generator::random(&geometry, seed);
            let started = Instant::now();
            let plan = constructive::solve(&geometry, level.tiles(), &|| false);
            seconds += started.elapsed().as_secs_f64();
            moves += plan.map_or(0, |plan| plan.len());
            distance += manhattan(&level);
        }
        println!(
            "{:>9} {:>9} {:>8.2} {:>8.4}",
            format!("{side} × {side}"),
            moves / boards as usize,
            moves as f64 / distance as f64,
            seconds / boards as f64
        );
    }
}
