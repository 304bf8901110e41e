//! How fast levels of Number Shifting are solved.
//!
//! `cargo bench --bench numbers` makes the table of the game's levels; with two
//! numbers after `--`, that many runs of each level and that many seconds for each run
//! (by default 5 and 120). `cargo test` runs small cases only.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::time::{Duration, Instant};

use fewest::search::{Budget, Counts};
use fewest_puzzles::Registry;
use fewest_puzzles::numbers::{Found, Level, forest, generator, strategies};
use fewest_puzzles::puzzle::Request;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let runs = numbers.first().copied().unwrap_or(5);
    let time = Duration::from_secs(numbers.get(1).copied().unwrap_or(120));
    // Cargo says whether it is a benchmark that it wants.
    if std::env::args().any(|arg| arg == "--bench") {
        let levels = numbers.get(2..).filter(|levels| !levels.is_empty());
        let default = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000];
        let levels = levels.map_or(default.to_vec(), <[u64]>::to_vec);
        table(&levels, runs, time);
        side_by_side(&[200, 300, 400, 500, 700, 1000], runs, time);
        for level in [500, 600, 700] {
            threads(level, runs, time);
        }
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

/// The result of a run.
struct Run {
    is_solved: bool,
    seconds: f64,
    counts: Counts,
}

/// One run of the forest.
fn run(level: &Level, seed: u64, threads: usize, time: Duration) -> Run {
    let (found, seconds) =
        timed(threads, time, |budget| forest::solve(level, seed, budget, &mut |_| ()));
    Run { is_solved: found.remaining == 0, seconds, counts: found.counts }
}

/// One run of the solver that the puzzle chooses, with the plan checked.
fn default(number: u64, seed: u64, time: Duration) -> Run {
    let text = Registry::standard().by_name("numbers").unwrap().level(&number.to_string()).unwrap();
    let position = Registry::standard().parse(&text, Some("numbers")).unwrap();
    let budget = Budget { time: Some(time), threads: 2, ..Budget::default() };
    let request = Request { seed: Some(seed), budget, ..Request::default() };
    let started = Instant::now();
    let outcome = position.solve(&request, &mut ()).unwrap();
    let seconds = started.elapsed().as_secs_f64();
    Run { is_solved: outcome.plan().is_some(), seconds, counts: outcome.counts }
}

fn timed(threads: usize, time: Duration, solve: impl Fn(&Budget) -> Found) -> (Found, f64) {
    let budget = Budget { time: Some(time), threads, ..Budget::default() };
    let started = Instant::now();
    let found = solve(&budget);
    (found, started.elapsed().as_secs_f64())
}

/// Forest and strategies, one run of each after the other, so that both run under the
/// same conditions.
fn side_by_side(levels: &[u64], runs: u64, time: Duration) {
    println!("\nBoth solvers, 2 threads, {runs} runs each of at most {time:?}: median and worst s");
    println!("  level    forest     worst  solved  strategies   worst  solved  ratio of medians");
    for &number in levels {
        let level = level(number);
        let (mut by_forest, mut by_strategies) = (Vec::new(), Vec::new());
        for seed in 0..runs {
            let forest = timed(2, time, |budget| forest::solve(&level, seed, budget, &mut |_| ()));
            by_forest.push(forest);
            let lists =
                timed(2, time, |budget| strategies::solve(&level, seed, budget, &mut |_| ()));
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
    println!(
        "  level  numbers  median s   worst s  solved  million steps  \
         a second and thread: million steps, changes looked at"
    );
    for &number in levels {
        let level = level(number);
        let runs: Vec<Run> = (0..runs).map(|seed| default(number, seed, time)).collect();
        let solved = runs.iter().filter(|run| run.is_solved).count();
        let seconds = |run: &Run| if run.is_solved { run.seconds } else { f64::INFINITY };
        let mut seconds: Vec<f64> = runs.iter().map(seconds).collect();
        seconds.sort_by(f64::total_cmp);
        let million = |of: fn(&Counts) -> u64| {
            runs.iter().map(|run| of(&run.counts) as f64 / 1e6).sum::<f64>()
        };
        let (steps, looked_at) = (million(|counts| counts.expanded), million(|c| c.generated));
        let spent = 2.0 * runs.iter().map(|run| run.seconds).sum::<f64>();
        println!(
            "  {number:>5}  {:>7}  {:>8.3}  {:>8.3}  {solved:>2}/{:<3}  {:>13.2}  {:>35.2}  {:>17.2}",
            level.numbers(),
            seconds[seconds.len() / 2],
            seconds[seconds.len() - 1],
            runs.len(),
            steps / runs.len() as f64,
            steps / spent,
            looked_at / spent,
        );
    }
}

/// The gain of a second thread: in steps, and in time to a solution.
fn threads(number: u64, runs: u64, time: Duration) {
    let level = level(number);
    let [one, two] = [1, 2].map(|threads| {
        let runs = (0..4 * runs).map(|seed| run(&level, seed, threads, time));
        runs.fold((0, 0.0), |(steps, seconds), run| {
            (steps + run.counts.expanded, seconds + run.seconds)
        })
    });
    let rate = |(steps, seconds): (u64, f64)| steps as f64 / seconds;
    println!(
        "\nLevel {number}, {} runs: two threads make {:.2} times the steps of one a second, \
         and are done {:.2} times as fast",
        4 * runs,
        rate(two) / rate(one),
        one.1 / two.1
    );
}

fn many(numbers: std::ops::RangeInclusive<u64>, time: Duration) {
    let levels: Vec<Level> = numbers.clone().map(level).collect();
    let runs: Vec<Run> = levels.iter().map(|level| run(level, 1, 2, time)).collect();
    let unsolved = runs.iter().filter(|run| !run.is_solved).count();
    let sum: f64 = runs.iter().map(|run| run.seconds).sum();
    println!("\nLevels {numbers:?}: {sum:.2} s in all, {unsolved} unsolved");
}
