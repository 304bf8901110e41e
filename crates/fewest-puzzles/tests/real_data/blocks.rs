//! The daily puzzles of blocks with their known fewest moves.

use fewest::search::Status;
use fewest::space::Cost;

use crate::data;
use crate::solve::solve;

pub(crate) fn daily_puzzles() {
    let lengths = data::read("blocks/lengths.txt");
    let mut solved = 0;
    for line in lengths.lines().filter(|line| !line.starts_with('#')) {
        let (name, fewest) = line.split_once(' ').unwrap();
        let fewest: Cost = fewest.trim().parse().unwrap();
        // The long ones take seconds at their best: only with optimisation.
        if cfg!(debug_assertions) && fewest > 21 {
            continue;
        }
        let found = solve("blocks", &data::read(&format!("blocks/{name}")), None, None);
        assert_eq!((found.cost, found.status), (Some(fewest), Status::Optimal), "{name}");
        solved += 1;
    }
    assert!(solved >= 20, "only {solved} puzzles");
}
