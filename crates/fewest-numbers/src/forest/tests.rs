//! Forests kept up to date against forests computed, and levels solved.

use std::collections::HashSet;

use proptest::prelude::*;

use super::lines::Lines;
use super::state::{Forest, PRICE};
use super::*;
use crate::generator;
use crate::solver_tests::{
    assert_solves, the_same_seed_finds_the_same_moves, wide_boards_and_large_numbers,
};
use crate::sums::{Broad, Middle, Narrow, Word};
use fewest::search::local::{Draws, Local, Score};

fn lines_of<W: Word>(level: &Level) -> Lines<W> {
    Lines::of(level, &mut Meter::start(&Budget::default())).unwrap()
}

/// The weights of all unbalanced vertices and the price of all edges, from the edges
/// alone; and whether these are a forest.
fn computed<W: Word>(forest: &Forest<'_, W>) -> (Score, usize, bool) {
    let edges = forest.edges().0;
    let mut score = edges.len() as Score * Score::from(PRICE);
    let mut wrong = 0;
    for vertex in 0..forest.lines.len() {
        let mut sums = HashSet::from([forest.lines.values[vertex]]);
        let ends = edges.iter().filter(|&&(a, b)| [a, b].contains(&(vertex as u32)));
        for &(a, b) in ends {
            let length = forest.lines.distance(a as usize, b as usize);
            sums = sums.iter().flat_map(|&s| [s + length, s.abs_diff(length)]).collect();
        }
        if !sums.contains(&0) {
            wrong += 1;
            let least = sums.iter().copied().min().unwrap();
            let (value, reach) = (forest.lines.values[vertex], forest.lines.reach[vertex]);
            let is_far = value > reach && reach > 0;
            let beyond = if is_far { least.saturating_sub(reach) } else { 0 };
            score += Score::from(forest.vertices[vertex].weight) + 200 * Score::from(beyond);
        }
    }
    let mut labels: Vec<usize> = (0..forest.lines.len()).collect();
    let mut is_forest = true;
    for (a, b) in edges {
        let (from, to) = (labels[a as usize], labels[b as usize]);
        is_forest &= from != to;
        labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
    }
    (score, wrong, is_forest)
}

fn walk<W: Word>(level: &Level, limits: &[Score], seed: u64) {
    let lines = lines_of::<W>(level);
    let mut forest = Forest::new(&lines, &|| true);
    let mut draws = Draws::new(seed);
    for &limit in limits {
        let before = forest.score();
        if let Some((change, by)) = forest.propose(limit, &mut draws) {
            assert!(by <= limit);
            forest.accept(change);
            assert_eq!(forest.score(), before + by);
        }
        let (score, wrong, is_forest) = computed(&forest);
        assert!(is_forest);
        assert_eq!((forest.score(), forest.remaining()), (score, wrong as u64));
    }
    let kept = forest.snapshot();
    let score = forest.score();
    forest.restore(&Edges(Vec::new()));
    forest.restore(&kept);
    let mut again = forest.snapshot().0;
    again.sort_unstable();
    let mut kept = kept.0;
    kept.sort_unstable();
    assert_eq!((again, forest.score()), (kept, score));
}

fn limits() -> impl Strategy<Value = Vec<Score>> {
    prop::collection::vec(-1000..3000_i64, 1..200)
}

prop_compose! {
    // Small numbers, so that no sum is too large for the narrowest word.
    fn any_level()(width in 1..9_usize, height in 1..9_usize)(
        width in Just(width),
        height in Just(height),
        cells in prop::collection::vec(prop_oneof![3 => Just(0), 9 => 1..9_u32, 1 => 9..30_u32], width * height),
    ) -> Level {
        Level::new(width, height, cells).unwrap()
    }
}

proptest! {
    #[test]
    fn forests_are_kept_up_to_date(level in any_level(), limits in limits(), seed: u64) {
        if level.numbers() > 0 {
            match seed % 3 {
                0 => walk::<Narrow>(&level, &limits, seed),
                1 => walk::<Middle>(&level, &limits, seed),
                _ => walk::<Broad>(&level, &limits, seed),
            }
        }
    }

    #[test]
    fn whatever_is_found_can_be_played(level in any_level(), limits in limits(), seed: u64) {
        if level.numbers() > 0 {
            let lines = lines_of::<Narrow>(&level);
            let mut forest = Forest::new(&lines, &|| true);
            let mut draws = Draws::new(seed);
            for limit in limits {
                if let Some((change, _)) = forest.propose(limit, &mut draws) {
                    forest.accept(change);
                }
            }
            let mut after = level.clone();
            let moves = forest.edges().moves(&level);
            for &shift in &moves {
                after.play(shift).unwrap();
            }
            // Every tree that is balanced throughout is cleared.
            prop_assert!(after.numbers() <= level.numbers());
            if forest.remaining() == 0 && order::order(&level, &forest.edges()).stuck.is_empty() {
                prop_assert!(after.is_solved());
            }
        }
    }

    #[test]
    fn no_level_is_too_much(level in any_level(), seed: u64) {
        let budget = Budget { nodes: Some(6_000), threads: 2, ..Budget::default() };
        let found = solve(&level, seed, &budget, &mut |_| ());
        let mut after = level.clone();
        for &shift in &found.moves {
            after.play(shift).unwrap();
        }
        prop_assert_eq!(after.numbers(), found.remaining);
        prop_assert_eq!(found.stop == Stop::Done, after.is_solved());
    }
}

#[test]
fn the_games_levels_are_solved() {
    for number in (1..=100).chain([150, 200]) {
        let level = generator::level(number, [0; 16]).unwrap().level;
        assert_solves(&level, &solve(&level, 1, &Budget::default(), &mut |_| ()));
    }
}

#[test]
fn the_same_seed_and_threads_find_the_same_moves() {
    the_same_seed_finds_the_same_moves(|level, seed, budget| {
        solve(level, seed, budget, &mut |_| ())
    });
}

#[test]
fn wide_boards_and_large_numbers_take_wide_words() {
    wide_boards_and_large_numbers(|level, seed, budget| solve(level, seed, budget, &mut |_| ()));
}

#[test]
fn without_memory_nothing_is_begun() {
    let level = generator::level(50, [0; 16]).unwrap().level;
    let budget = Budget { memory: Some(100), ..Budget::default() };
    let found = solve(&level, 1, &budget, &mut |_| ());
    assert_eq!((found.remaining, found.stop), (level.numbers(), Stop::Memory));
}

/// A vertex that would be 0 before its last child comes, unless the order is right.
#[test]
fn no_number_is_emptied_before_its_last_visitor() {
    // Onto the 2: first the 1s would make 0; the 3 must come in between, or a 1 be added.
    let found = order::order(
        &Level::new(7, 1, vec![0, 0, 1, 2, 1, 0, 0]).unwrap(),
        &Edges(vec![(0, 1), (1, 2)]),
    );
    assert!(found.stuck.is_empty());
    assert_eq!(found.moves.len(), 2);
}

#[test]
fn a_limit_stops_a_forest_while_it_is_made() {
    let level = Level::new(100, 60, vec![1; 6000]).unwrap();
    let budget = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    let stopped = Lines::<Narrow>::of(&level, &mut Meter::start(&budget));
    assert_eq!(stopped.err(), Some(Stop::Time));
    let lines = lines_of::<Narrow>(&level);
    let asked = std::cell::Cell::new(0);
    let may_continue = || {
        asked.set(asked.get() + 1);
        asked.get() < 3
    };
    let forest = Forest::new(&lines, &may_continue);
    assert!(!forest.is_whole() && forest.edges().0.is_empty());
    let found = solve(&level, 1, &budget, &mut |_| ());
    assert_eq!((found.stop, found.counts.expanded, found.remaining), (Stop::Time, 0, 6000));
}
