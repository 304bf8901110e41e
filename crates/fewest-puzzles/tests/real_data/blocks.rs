//! The daily puzzles of blocks with their known fewest moves.

use std::time::Duration;

use fewest::search::{Budget, Status};
use fewest::space::Cost;

use crate::data;
use crate::solve::{solve, solve_within};

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

/// The first beam misses the goal of this one, and must not keep the kernel waiting.
pub(crate) fn beams_that_miss_the_goal() {
    // A failure must end too.
    let budget = Budget { time: Some(Duration::from_secs(120)), ..Budget::default() };
    let found = solve_within("blocks", &data::read("blocks/hang-20150618.in"), None, budget);
    assert_eq!((found.cost, found.status), (Some(18), Status::Optimal));
}
