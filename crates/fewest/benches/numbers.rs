//! How fast levels of Number Shifting are solved.
//!
//! `cargo bench --bench numbers` makes the table of the game's levels; with two
//! numbers after `--`, so many runs of each level and so many seconds for each run
//! (by default 5 and 120). `cargo test` runs small cases only.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::time::{Duration, Instant};

use fewest::puzzle::{Request, by_name, parse};
use fewest::puzzles::numbers::{Found, Level, forest, generator, strategies};
use fewest::search::Budget;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let runs = numbers.first().copied().unwrap_or(5);
    let time = Duration::from_secs(numbers.get(1).copied().unwrap_or(120));
    // Cargo says whether it is a benchmark that it wants.
    if std::env::args().any(|arg| arg == "--bench") {
        let levels = numbers.get(2..).filter(|levels| !levels.is_empty());
        let usual = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000];
        let levels = levels.map_or(usual.to_vec(), <[u64]>::to_vec);
        table(&levels, runs, time);
        side_by_side(&[200, 300, 400, 500, 700, 1000], runs, time);
        threads(500, runs, time);
        many(1..=200, time);
    } else {
        table(&[50, 100], 2, time);
        side_by_side(&[50], 2, time);
        many(1..=20, time);
    }
}

fn level(number: u64) -> Level {
    generator::level(number as u32, [0; 16]).unwrap().level
}

/// One run of the forest: its seconds if it was solved, steps and seconds anyway.
fn run(level: &Level, seed: u64, threads: usize, time: Duration) -> (Option<f64>, u64, f64) {
    let (found, seconds) =
        timed(threads, time, |budget| forest::solve(level, seed, budget, &mut ()));
    ((found.remaining == 0).then_some(seconds), found.counts.expanded, seconds)
}

/// One run of the solver that the puzzle chooses, with the plan checked: its seconds if
/// it was solved, steps and seconds anyway.
fn usual(number: u64, seed: u64, time: Duration) -> (Option<f64>, u64, f64) {
    let text = by_name("numbers").unwrap().level(&number.to_string()).unwrap();
    let position = parse(&text, Some("numbers")).unwrap();
    let budget = Budget { time: Some(time), threads: 2, ..Budget::default() };
    let request = Request { seed: Some(seed), budget, ..Request::default() };
    let started = Instant::now();
    let outcome = position.solve(&request, &mut ()).unwrap().outcome;
    let seconds = started.elapsed().as_secs_f64();
    (outcome.plan.map(|_| seconds), outcome.counts.expanded, seconds)
}

fn timed(threads: usize, time: Duration, solve: impl Fn(&Budget) -> Found) -> (Found, f64) {
    let budget = Budget { time: Some(time), threads, ..Budget::default() };
    let started = Instant::now();
    let found = solve(&budget);
    (found, started.elapsed().as_secs_f64())
}

/// Forest and strategies, one run of each after the other, so that both meet the same
/// machine.
fn side_by_side(levels: &[u64], runs: u64, time: Duration) {
    println!("\nBoth solvers, 2 threads, {runs} runs each of at most {time:?}: median and worst s");
    println!("  level    forest     worst  solved  strategies   worst  solved  ratio of medians");
    for &number in levels {
        let level = level(number);
        let (mut by_forest, mut by_strategies) = (Vec::new(), Vec::new());
        for seed in 0..runs {
            let forest = timed(2, time, |budget| forest::solve(&level, seed, budget, &mut ()));
            by_forest.push(forest);
            let lists = timed(2, time, |budget| strategies::solve(&level, seed, budget, &mut ()));
            by_strategies.push(lists);
        }
        let [(forest, first), (strategies, second)] = [by_forest, by_strategies].map(|mut runs| {
            runs.sort_by(|a, b| a.1.total_cmp(&b.1));
            let solved = runs.iter().filter(|(found, _)| found.remaining == 0).count();
            let (median, worst) = (runs[runs.len() / 2].1, runs[runs.len() - 1].1);
            (median, format!("{median:>8.3}  {worst:>8.3}  {solved:>2}/{:<3}", runs.len()))
        });
        println!("  {number:>5}  {first}  {second}  {:>5.2}", strategies / forest);
    }
}

fn table(levels: &[u64], runs: u64, time: Duration) {
    println!("The game's levels, 2 threads, {runs} runs each of at most {time:?}");
    println!("  level  numbers  median s   worst s  solved  million steps  steps/s a thread");
    for &number in levels {
        let level = level(number);
        let runs: Vec<_> = (0..runs).map(|seed| usual(number, seed, time)).collect();
        let solved = runs.iter().filter(|run| run.0.is_some()).count();
        let mut seconds: Vec<f64> = runs.iter().map(|run| run.0.unwrap_or(f64::INFINITY)).collect();
        seconds.sort_by(f64::total_cmp);
        let steps: u64 = runs.iter().map(|run| run.1).sum();
        let spent: f64 = runs.iter().map(|run| run.2).sum();
        println!(
            "  {number:>5}  {:>7}  {:>8.3}  {:>8.3}  {solved:>2}/{:<3}  {:>13.2}  {:>9.2} million",
            level.numbers(),
            seconds[seconds.len() / 2],
            seconds[seconds.len() - 1],
            runs.len(),
            steps as f64 / runs.len() as f64 / 1e6,
            steps as f64 / spent / 2e6,
        );
    }
}

/// What a second thread is worth.
fn threads(number: u64, runs: u64, time: Duration) {
    let level = level(number);
    let [one, two] = [1, 2]
        .map(|threads| (0..4 * runs).map(|seed| run(&level, seed, threads, time).2).sum::<f64>());
    println!("\nLevel {number}, {} runs: two threads are {:.2} times one", 4 * runs, one / two);
    let rates = [1, 2].map(|threads| {
        let (mut steps, mut seconds) = (0, 0.0);
        for seed in 0..4 * runs {
            let run = run(&level, seed, threads, time);
            (steps, seconds) = (steps + run.1, seconds + run.2);
        }
        steps as f64 / seconds
    });
    println!("and make {:.2} times as many steps a second", rates[1] / rates[0]);
}

fn many(numbers: std::ops::RangeInclusive<u64>, time: Duration) {
    let levels: Vec<Level> = numbers.clone().map(level).collect();
    let seconds: Vec<Option<f64>> = levels.iter().map(|level| run(level, 1, 2, time).0).collect();
    let unsolved = seconds.iter().filter(|seconds| seconds.is_none()).count();
    let sum: f64 = seconds.iter().flatten().sum();
    println!("\nLevels {numbers:?}: {sum:.2} s in all, {unsolved} unsolved");
}
