//! The kernel against a plain depth-first search, on boards of many shapes and goals.

use std::sync::Arc;

use fewest::draws::Draws;
use fewest::search::{Budget, Outcome, Status, Stop};
use fewest::space::Cost;

use super::*;
use crate::pattern::Partition;
use crate::pattern::library::{self, Store};
use crate::{Level, pruning};

fn sums(geometry: &Geometry, sizes: &[usize]) -> PatternSums {
    let partitions: Vec<Partition> =
        sizes.iter().flat_map(|&size| Partition::of_size(geometry, size)).collect();
    let budget = Budget::default();
    library::sums(geometry, &partitions, &budget, Store::Slow, &mut |_| {}).unwrap().0
}

fn search(level: &Level, sums: &PatternSums, budget: &Budget) -> Outcome<Direction> {
    let kernel = Kernel { level, sums, automaton: pruning::automaton() };
    kernel.search(0..Cost::MAX, budget, &mut |_| {})
}

/// A board some random moves away from a random goal.
fn drawn(width: usize, height: usize, moves: usize, draws: &mut Draws) -> Level {
    let mut goal = Geometry::blank_first(width, height);
    for last in (1..goal.len()).rev() {
        goal.swap(last, draws.index(last + 1));
    }
    let mut level = Level::solved(Arc::new(Geometry::new(width, height, &goal)));
    for _ in 0..moves {
        let legal: Vec<Direction> = level.moves().collect();
        level.slide(legal[draws.index(legal.len())]);
    }
    level
}

/// The first plan of `left` moves in the order of the moves, the last move first.
fn first_plan(level: &Level, left: usize, last: Option<Direction>) -> Option<Vec<Direction>> {
    let geometry = level.geometry();
    let distance = |(cell, &tile): (usize, &u16)| match tile {
        0 => 0,
        tile => geometry.distance(cell, geometry.goal_cell(tile as usize)),
    };
    if level.tiles().iter().enumerate().map(distance).sum::<usize>() > left {
        return None;
    }
    if left == 0 {
        return Some(Vec::new());
    }
    let moves: Vec<Direction> = level.moves().collect();
    let tried = Direction::ALL.into_iter().filter(|direction| moves.contains(direction));
    tried.filter(|&direction| Some(direction) != last.map(Direction::opposite)).find_map(
        |direction| {
            let mut next = level.clone();
            next.slide(direction);
            let mut plan = first_plan(&next, left - 1, Some(direction))?;
            plan.push(direction);
            Some(plan)
        },
    )
}

#[test]
fn finds_the_first_of_the_shortest_plans() {
    let mut draws = Draws::new(7);
    for (width, height, moves, sizes) in [
        (3, 3, 60, &[][..]),
        (3, 3, 60, &[4]),
        (2, 4, 60, &[3, 2]),
        (4, 2, 60, &[4]),
        (4, 3, 30, &[3, 4]),
        (3, 3, 60, &[3, 2]),
        (4, 4, 30, &[3]),
        (4, 4, 30, &[4]),
        (4, 4, 30, &[3, 2]),
        (6, 2, 25, &[4]),
        (8, 2, 20, &[3]),
        (5, 5, 25, &[3]),
        (7, 3, 25, &[2]),
        (4, 5, 25, &[3]),
        (6, 3, 25, &[3, 2]),
    ] {
        for _ in 0..3 {
            let level = drawn(width, height, moves, &mut draws);
            let mut slow = (0..).find_map(|left| first_plan(&level, left, None)).unwrap();
            slow.reverse();
            let sums = sums(level.geometry(), sizes);
            for threads in [1, 3] {
                let budget = Budget { threads, ..Budget::default() };
                let found = search(&level, &sums, &budget);
                assert_eq!(found.status, Status::Optimal);
                let plan = found.plan.unwrap();
                assert_eq!(plan.moves(), slow, "{width} × {height}: {:?}", level.tiles());
            }
        }
    }
}

/// Every share of the threads, where an iteration would not be worth them.
#[test]
fn threads_find_the_same_plan() {
    let mut draws = Draws::new(3);
    let level = drawn(4, 4, 300, &mut draws);
    let sums = sums(level.geometry(), &[4]);
    let one = search(&level, &sums, &Budget::default());
    for threads in [2, 5] {
        let many = search(&level, &sums, &Budget { threads, ..Budget::default() });
        assert_eq!((many.plan, many.bound), (one.plan.clone(), one.bound));
    }
}

#[test]
fn limits_are_kept_and_their_bounds_hold() {
    let level = Level::parse("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1").unwrap();
    let sums = sums(level.geometry(), &[4]);
    for (nodes, threads) in [(0, 1), (1, 1), (1000, 1), (5000, 1), (30_000, 2)] {
        let budget = Budget { nodes: Some(nodes), threads, ..Budget::default() };
        let found = search(&level, &sums, &budget);
        assert_eq!((found.stop, found.counts.expanded), (Stop::Nodes, nodes));
        assert!(found.plan.is_none() && found.bound <= 80);
    }
    let budget = Budget::default();
    budget.cancel.cancel();
    assert_eq!(search(&level, &sums, &budget).stop, Stop::Cancelled);
    let budget = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    assert_eq!(search(&level, &sums, &budget).stop, Stop::Time);
}

/// All words of a few directions together have the plan, and each of them alone has a plan
/// or a bound that holds.
#[test]
fn subtrees_together_are_the_search() {
    let mut draws = Draws::new(11);
    for (width, height) in [(3, 3), (4, 3), (2, 5)] {
        let level = drawn(width, height, 50, &mut draws);
        let sums = sums(level.geometry(), &[3]);
        let whole = search(&level, &sums, &Budget::default());
        let cost = whole.cost().unwrap();
        let kernel = Kernel { level: &level, sums: &sums, automaton: pruning::automaton() };
        for length in 1..=3.min(cost) {
            let mut words = vec![Vec::new()];
            for _ in 0..length {
                let longer = words.iter().flat_map(|word: &Vec<u8>| {
                    (0..4).map(move |next| [&word[..], &[next]].concat())
                });
                words = longer.collect();
            }
            let below = |words: &[Vec<u8>], bound| {
                let (range, budget) = (bound..bound + 1, Budget::default());
                kernel.search_below(Some(words), range, &budget, &mut |_| {})
            };
            assert_eq!(below(&words, cost).plan, whole.plan);
            let early = below(&words, cost - 2);
            assert_eq!((early.plan, early.bound, early.stop), (None, cost, Stop::Done));
            let alone = words.iter().map(|word| below(std::slice::from_ref(word), cost));
            let plans = alone.filter_map(|one| one.plan);
            assert_eq!(plans.min_by_key(fewest::search::Plan::cost), whole.plan);
        }
    }
}
