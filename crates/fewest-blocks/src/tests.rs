//! The searches and the bounds on whole small spaces, and against each other.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use std::sync::Arc;

use super::bound_filter::BoundFilter;
use super::heuristics::Bound;
use super::space::subsets;
use super::*;
use fewest::search::{Budget, Meter, Status, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic, Reverse, Space};

fn random_space(rng: &mut Xoshiro256PlusPlus) -> Blocks<u64> {
    let (width, height) = (rng.random_range(2..=5), rng.random_range(2..=4));
    let walls = u64::from_cells((0..width * height).filter(|_| rng.random_bool(0.2)));
    let rules = Rules::<u64>::new(width, height, walls);
    let free: Vec<usize> = rules.free().cells().collect();
    let blocks = rng.random_range(1..=free.len().clamp(1, 5) as u32);
    let wanted = blocks.saturating_add_signed(rng.random_range(-1..=1)).max(1);
    let mut goals = 0_u64;
    while goals.count() < wanted.min(free.len() as u32) {
        goals |= u64::cell(free[rng.random_range(0..free.len())]);
    }
    Blocks::new(rules, goals, blocks)
}

/// Every state of a space and its distance to the goals, by the successors alone.
fn distances(space: &Blocks<u64>) -> HashMap<u64, Option<Cost>> {
    let mut sources: HashMap<u64, Vec<u64>> = HashMap::new();
    let mut distances = HashMap::new();
    let mut layer = Vec::new();
    subsets(space.rules().free(), space.blocks(), &mut |state| {
        for next in space.rules().steps(state) {
            sources.entry(next).or_default().push(state);
        }
        let is_goal = space.is_goal(&state);
        distances.insert(state, is_goal.then_some(0));
        layer.extend(is_goal.then_some(state));
    });
    for distance in 1.. {
        let mut next = Vec::new();
        for state in layer.iter().flat_map(|state| sources.remove(state).unwrap_or_default()) {
            let known = distances.get_mut(&state).unwrap();
            if known.is_none() {
                *known = Some(distance);
                next.push(state);
            }
        }
        if next.is_empty() {
            return distances;
        }
        layer = next;
    }
    unreachable!()
}

fn spaces(seed: u64, number: usize) -> impl Iterator<Item = Blocks<u64>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::repeat_with(move || {
        loop {
            let space = random_space(&mut rng);
            if space.blocks() <= space.rules().free().count() {
                return space;
            }
        }
    })
    .take(number)
}

#[test]
fn goals_are_those_that_are_goals() {
    for space in spaces(1, 100) {
        let (mut told, mut found) = (Vec::new(), Vec::new());
        space.goals(&mut told);
        told.sort_unstable();
        subsets(space.rules().free(), space.blocks(), &mut |state| {
            found.extend(space.is_goal(&state).then_some(state));
        });
        found.sort_unstable();
        assert_eq!(told, found);
        assert_eq!(space.goal_states(), Some(told.len() as u64));
    }
}

#[test]
fn the_kernel_is_right_on_whole_spaces() {
    for (i, space) in spaces(2, 60).enumerate() {
        let budget = Budget { threads: 1 + i % 2, ..Budget::default() };
        for (state, distance) in distances(&space) {
            let outcome = bidirectional::search(&space, state, &budget, &mut ());
            assert_eq!(outcome.cost(), distance);
            assert_eq!(outcome.bound, distance.unwrap_or(DEAD_END));
            let status = distance.map_or(Status::Unsolvable, |_| Status::Optimal);
            assert_eq!((outcome.status, outcome.stop), (status, Stop::Done));
        }
    }
}

#[test]
fn no_bound_overestimates_and_none_is_inconsistent() {
    let mut checked = 0;
    for space in spaces(3, 120) {
        let distances = distances(&space);
        let start = *distances.keys().min().unwrap();
        for choice in heuristics::NAMES {
            let bound = Bound::new(choice.name, &space, start, &Budget::default()).unwrap();
            for (state, distance) in &distances {
                let h = bound.evaluate(&space, state);
                assert!(h <= distance.unwrap_or(DEAD_END), "{} {h} {distance:?}", choice.name);
                if bound.is_consistent() {
                    for next in space.rules().steps(*state) {
                        let h_next = bound.evaluate(&space, &next);
                        assert!(h <= h_next.saturating_add(1), "{}", choice.name);
                    }
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn a_bound_filter_admits_just_what_the_databases_bound() {
    for space in spaces(4, 60) {
        let mut meter = Meter::start(&Budget::default());
        let chosen = 2..=4.min(space.blocks());
        let tables: Vec<_> = chosen
            .map(|k| Arc::new(PatternDatabase::new(&space, k, &mut meter).unwrap()))
            .collect();
        // With masks for many states, and without them for few.
        for (left, states) in
            [0, 1, 2, 3, 5, 8, 13].into_iter().flat_map(|n| [(n, 0), (n, 1 << 40)])
        {
            let mut filter = BoundFilter::new(&tables, left, space.blocks());
            filter.prepare(states);
            subsets(space.rules().free(), space.blocks(), &mut |state| {
                let passes = tables.iter().all(|table| table.bound(state) <= left);
                assert_eq!(filter.admits(state), passes);
                for table in &tables {
                    let is_out = table.sum_within(state, left) == DEAD_END;
                    assert_eq!(is_out, table.bound(state) > left);
                }
            });
        }
    }
}

/// 128 blocks at the wall of a board of 16 × 16: their 9^16 predecessors are more than
/// any memory holds.
#[test]
fn too_many_predecessors_are_never_listed() {
    let text = "x x x x x x x x o o o o o o o o\n".repeat(16);
    let level = Level::parse(&text).unwrap();
    let (space, start) = Blocks::<wide::Wide>::of(&level);
    let mut goals = Vec::new();
    space.goals(&mut goals);
    assert_eq!(space.rules().count_predecessors(goals[0]), 9_u64.pow(16) + 2);
    let outcome = bidirectional::search(&space, start, &Budget::default(), &mut ());
    assert_eq!((outcome.cost(), outcome.status), (Some(8), Status::Optimal));
}

#[test]
fn predecessors_are_counted_as_listed() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..50 {
        let space = random_space(&mut rng);
        subsets(space.rules().free(), space.blocks(), &mut |state| {
            let mut before = Vec::new();
            for direction in Direction::ALL {
                space.rules().predecessors(state, direction, &mut before);
            }
            assert_eq!(space.rules().count_predecessors(state), before.len() as u64);
        });
    }
}
