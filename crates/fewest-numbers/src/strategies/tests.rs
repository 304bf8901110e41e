//! Strategies kept up to date against strategies computed, and levels solved.

use proptest::prelude::*;

use super::attempt::Attempt;
use super::endgame::Endgame;
use super::state::State;
use super::*;
use crate::generator;
use crate::solver_tests::{
    assert_solves, the_same_seed_finds_the_same_moves, wide_boards_and_large_numbers,
};
use crate::sums::Word;
use fewest::search::local::{Draws, Local, Pool, Remains, Score};
use fewest::search::{Cancel, Stop};

/// The level after the moves, each of which must be legal.
fn played(level: &Level, strategies: &Strategies) -> Level {
    let mut after = level.clone();
    for shift in strategies.moves(level) {
        after.play(shift).unwrap();
    }
    after
}

/// What is kept up to date is what the rules say of the moves.
fn check(level: &Level, state: &State<'_>) {
    let after = played(level, &state.strategies());
    let cells = level.cells().iter().zip(after.cells()).filter(|(before, _)| **before != 0);
    let left: Vec<u32> = cells.map(|(_, &after)| after).collect();
    for (number, &value) in left.iter().enumerate() {
        assert_eq!(state.is_remaining(number), value > 0);
        assert_eq!(state.surplus(number), value);
        assert_eq!(state.surplus(number) + state.wanted(number), state.number(number).value);
        for &visitor in state.visitors(number) {
            assert_eq!(state.number(visitor as usize).to, number as u32);
        }
    }
    let mut remaining = state.remaining().to_vec();
    remaining.sort_unstable();
    assert!(remaining.iter().copied().eq((0..left.len() as u32).filter(|&n| left[n as usize] > 0)));
    // Values above the mean of the game's largest level cost less each.
    let (sum, count) = (state.grid.values.iter().sum::<u32>(), state.grid.len() as u32);
    let scale = (256 * 20 * count / sum.max(1)).min(256);
    let cost = |value: u32| Score::from(30 + value * scale / 256);
    let score: Score = left.iter().filter(|&&value| value > 0).map(|&value| cost(value)).sum();
    assert_eq!(state.score(), score);
}

fn walk<W: Word>(level: &Level, limits: &[Score], seed: u64) {
    let grid = Grid::of(level);
    let mut attempt = Attempt::<W>::new(&grid, Pool::new(super::limits(grid.len(), 1, 1 << 20)));
    let mut draws = Draws::new(seed);
    for &limit in limits {
        let (before, score) = (attempt.snapshot(), attempt.score());
        if let Some(((), by)) = attempt.propose(limit, &mut draws) {
            assert!(by <= limit);
            attempt.accept(());
            assert_eq!(attempt.score(), score + by);
        } else {
            assert_eq!((attempt.snapshot(), attempt.score()), (before, score));
        }
        check(level, &attempt.state);
    }
    let (kept, score) = (attempt.snapshot(), attempt.score());
    attempt.restore(&Vec::new().into());
    assert_eq!(attempt.remaining(), grid.len() as u64);
    attempt.restore(&kept);
    assert_eq!((attempt.snapshot(), attempt.score()), (kept.clone(), score));
    for kept in attempt.pool.iter() {
        let remaining = played(level, &kept.item).numbers();
        assert_eq!(remaining, kept.remains.len());
    }
    let mut endgame = Endgame::<W>::new(&grid);
    endgame.run(&kept, &mut draws);
    check(level, &endgame.state);
    assert!(endgame.state.remaining().len() <= attempt.state.remaining().len());
}

fn limits() -> impl Strategy<Value = Vec<Score>> {
    prop::collection::vec(-40..100_i64, 1..120)
}

prop_compose! {
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
    fn strategies_are_kept_up_to_date(level in any_level(), limits in limits(), seed: u64) {
        walk::<Narrow>(&level, &limits, seed);
        walk::<Middle>(&level, &limits, seed);
        walk::<Broad>(&level, &limits, seed);
    }

    #[test]
    fn only_coherent_moves_are_taken(
        level in any_level(),
        moves in prop::collection::vec((0..70_u32, 0..70_u32, any::<bool>()), 0..200),
    ) {
        let sign = |plus| if plus { Sign::Plus } else { Sign::Minus };
        let moves = moves.into_iter().map(|(from, to, plus)| Move(from, to, sign(plus)));
        let grid = Grid::of(&level);
        let mut state = State::new(&grid);
        state.set_strategies(&moves.collect::<Vec<_>>().into());
        check(&level, &state);
    }

    #[test]
    fn no_level_is_too_much(level in any_level(), seed: u64) {
        let budget = Budget { nodes: Some(2_000), threads: 2, ..Budget::default() };
        let found = solve(&level, seed, &budget, &mut |_| ());
        let mut after = level.clone();
        for &shift in &found.moves {
            after.play(shift).unwrap();
        }
        prop_assert_eq!(after.numbers(), found.remaining);
        prop_assert_eq!(found.stop == Stop::Done, after.is_solved());
        prop_assert!(found.counts.expanded <= 2_000);
    }
}

fn game_level(number: u32) -> Level {
    generator::level(number, [0; 16]).unwrap().level
}

#[test]
fn the_games_levels_are_solved() {
    for number in (1..=60).step_by(2).chain([100, 150]) {
        let level = game_level(number);
        assert_solves(&level, &solve(&level, 1, &Budget::default(), &mut |_| ()));
    }
}

#[test]
#[ignore = "seconds without optimisation; cargo test --release -- --ignored"]
fn the_games_large_levels_are_solved() {
    for number in [200, 250, 300, 350, 400, 500, 700, 1000] {
        let level = game_level(number);
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

/// A single number can't be cleared: only the budget ends this.
#[test]
fn every_limit_stops_it() {
    let level = Level::new(3, 1, vec![1, 2, 2]).unwrap();
    let run = |budget: &Budget| solve(&level, 1, budget, &mut |_| ()).stop;
    assert_eq!(run(&Budget { nodes: Some(9000), threads: 2, ..Budget::default() }), Stop::Nodes);
    let time = Some(std::time::Duration::from_millis(5));
    assert_eq!(run(&Budget { time, threads: 2, ..Budget::default() }), Stop::Time);
    let cancel = Cancel::default();
    cancel.cancel();
    assert_eq!(run(&Budget { cancel, ..Budget::default() }), Stop::Cancelled);
    assert_eq!(run(&Budget { memory: Some(100), ..Budget::default() }), Stop::Memory);
}

/// Enough for a walk, and little more: there is no pool, or a small one.
#[test]
fn little_memory_leaves_a_small_pool() {
    let level = game_level(50);
    for memory in [40_000, 70_000, 150_000] {
        let budget = Budget { memory: Some(memory), nodes: Some(1 << 20), ..Budget::default() };
        let found = solve(&level, 1, &budget, &mut |_| ());
        assert!(found.counts.peak_bytes <= memory);
        assert!(found.remaining == 0 || found.stop == Stop::Memory);
    }
}

/// 3 + 1 − 4 is nothing, but 3 − 4 + 1 is 2: the endgame finds the order.
#[test]
fn the_endgame_finds_the_order_of_visits() {
    let level = Level::new(9, 1, vec![0, 0, 0, 1, 3, 0, 0, 0, 4]).unwrap();
    let grid = Grid::of(&level);
    let wrong = vec![Move(2, 1, Sign::Minus), Move(0, 1, Sign::Plus)];
    let mut endgame = Endgame::<Narrow>::new(&grid);
    assert_eq!(played(&level, &wrong.clone().into()).numbers(), 1);
    assert!(endgame.run(&wrong.into(), &mut Draws::new(1)) > 0);
    assert!(endgame.state.remaining().is_empty());
    assert!(played(&level, &endgame.state.strategies()).is_solved());
}

#[test]
fn pools_of_strategies_can_be_written() {
    let mut pool = Pool::new(super::limits(10, 1, 1 << 20));
    let strategies: Strategies = vec![Move(3, 1, Sign::Plus), Move(1, 0, Sign::Minus)].into();
    pool.insert(Remains::of([0, 2]), 70, strategies);
    let text = fewest_puzzle::pool_text::write(&pool).unwrap();
    assert!(
        text.contains(
            r#""remains":[0,2],"score":70,"exhausted":false,"item":[[3,1,"+"],[1,0,"-"]]"#
        )
    );
    assert_eq!(fewest_puzzle::pool_text::read(&text).unwrap(), pool);
}

/// What a search told, and what it hears.
#[derive(Default)]
struct Others {
    told: Vec<String>,
    hears: Vec<String>,
}

impl Team for Others {
    fn report(&mut self, _: Report<'_, Strategies>) {}
    fn is_connected(&self) -> bool {
        true
    }
    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        self.told.extend(new);
        std::mem::take(&mut self.hears)
    }
}

#[test]
fn what_others_found_is_where_a_search_resumes() {
    let level = generator::level(60, [0; 16]).unwrap().level;
    let mut first = Others::default();
    solve_with(&level, 1, &Budget { nodes: Some(1 << 17), ..Budget::default() }, &mut first);
    let left = |text: &String| played(&level, &serde_json::from_str(text).unwrap()).numbers();
    let least = first.told.iter().map(left).min().expect("it tells what is nearly right");
    assert!(first.told.iter().all(|text| left(text) <= FEW));

    // Another one hears of it, and of what is wrong.
    let wrong = ["no attempt", "[]", "[[99999,1,\"-\"]]", "[[0,0,\"+\"]]"].map(String::from);
    let mut second = Others { hears: [&wrong[..], &first.told].concat(), ..Others::default() };
    let few = Budget { nodes: Some(1 << 11), ..Budget::default() };
    let found = solve_with(&level, 2, &few, &mut second);
    assert!(found.remaining <= least, "{} of {least}", found.remaining);
    assert!(second.told.iter().all(|text| !first.told.contains(text)), "nothing is told again");
}
