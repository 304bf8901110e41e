//! The daily puzzles of blocks with their known fewest moves.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod data;

use fewest::search::Status;
use fewest::space::Cost;
use fewest_puzzles::puzzle::{self, Request};

#[test]
fn the_daily_puzzles_have_their_known_fewest_moves() {
    let Some(lengths) = data::read("blocks/lengths.txt") else { return };
    for line in lengths.lines().filter(|line| !line.starts_with('#')) {
        let (name, fewest) = line.split_once(' ').unwrap();
        let fewest: Cost = fewest.trim().parse().unwrap();
        // The long ones take seconds at their best: only with optimisation.
        if cfg!(debug_assertions) && fewest > 21 {
            continue;
        }
        let text = data::read(&format!("blocks/{name}")).unwrap();
        let position = puzzle::parse(&text, Some("blocks")).unwrap();
        let outcome = position.solve(&Request::default(), &mut ()).unwrap().outcome;
        assert_eq!((outcome.cost(), outcome.status), (Some(fewest), Status::Optimal), "{name}");
    }
}
