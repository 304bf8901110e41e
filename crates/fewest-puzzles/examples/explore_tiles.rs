//! The number of boards of a sliding-tile puzzle at each distance from the goal.
//!
//!     cargo run --release --example explore_tiles -- WIDTH HEIGHT [THREADS]

use std::error::Error;
use std::sync::Arc;

use fewest::search::{Budget, table};
use fewest_puzzles::tiles::{Geometry, Packed16, Reachable, Tiles};

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|number| number.parse());
    let width = numbers.next().unwrap_or(Ok(3))?;
    let height = numbers.next().unwrap_or(Ok(3))?;
    let threads = numbers.next().unwrap_or(Ok(1))?;
    let geometry = Geometry::new(width, height, &Geometry::blank_first(width, height));
    let solvable = Reachable::from_goal(Tiles::<Packed16>::new(Arc::new(geometry)))?;
    let budget = Budget { threads, memory: Some(8 << 30), ..Budget::default() };
    let found = table::explore_from_goals(&solvable, &table::Options::default(), &budget, &mut ())?;
    for (depth, states) in found.per_depth.iter().enumerate() {
        println!("{depth:3} {states}");
    }
    let counts = found.counts;
    println!(
        "{} boards, {:?}, {:.3} s, {:.1} ns a board, {} bytes",
        found.total,
        found.stop,
        counts.elapsed.as_secs_f64(),
        counts.elapsed.as_nanos() as f64 / found.total as f64,
        counts.peak_bytes
    );
    Ok(())
}
