//! Everything that needs real puzzles with known answers, in one target.
//!
//! `cargo test -p fewest-puzzles --test real_data [-- NAME]` runs the checks whose
//! names contain `NAME`. Without the data folder (see `data.rs`) nothing runs, and the
//! last line says so: libtest counts such a test as passed, so this target has its own
//! `main`.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod blocks;
mod coins;
mod data;
mod numbers;
mod solve;
mod tiles;

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A check: its name, and what panics where it does not hold. The slow ones come
/// first, so that two threads end at about the same time.
type Check = (&'static str, fn());

const CHECKS: [Check; 9] = [
    ("coins::batch_from_one_start", coins::batch_from_one_start),
    ("tiles::easier_boards_of_the_hundred", tiles::easier_boards_of_the_hundred),
    ("blocks::daily_puzzles", blocks::daily_puzzles),
    ("blocks::beams_that_miss_the_goal", blocks::beams_that_miss_the_goal),
    ("coins::short_pairs", coins::short_pairs),
    ("coins::bounds", coins::bounds),
    ("tiles::bounds_on_the_fifteen_puzzle", tiles::bounds_on_the_fifteen_puzzle),
    ("tiles::bounds_on_the_twenty_four_puzzle", tiles::bounds_on_the_twenty_four_puzzle),
    ("numbers::generated_levels", numbers::generated_levels),
];

/// The requested checks. The options are libtest's; those without a meaning here are
/// ignored.
#[derive(Default)]
struct Options {
    list: bool,
    exact: bool,
    ignored: bool,
    filters: Vec<String>,
    skip: Vec<String>,
}

impl Options {
    fn from_args() -> Self {
        let mut options = Options::default();
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--list" => options.list = true,
                "--exact" => options.exact = true,
                "--ignored" => options.ignored = true,
                "--skip" => options.skip.extend(args.next()),
                "--format" | "--test-threads" | "--color" => {
                    args.next();
                }
                option if option.starts_with('-') => {}
                _ => options.filters.push(arg),
            }
        }
        options
    }

    fn selects(&self, name: &str) -> bool {
        let fits = |word: &String| if self.exact { name == word } else { name.contains(word) };
        let wanted = self.filters.is_empty() || self.filters.iter().any(fits);
        // No check is marked as ignored.
        wanted && !self.ignored && !self.skip.iter().any(fits)
    }
}

fn main() -> ExitCode {
    let options = Options::from_args();
    let checks: Vec<Check> = CHECKS.into_iter().filter(|(name, _)| options.selects(name)).collect();
    if options.list {
        for (name, _) in &checks {
            println!("{name}: test");
        }
        return ExitCode::SUCCESS;
    }
    let all = checks.len();
    if !data::folder().is_dir() {
        // A folder that was named must be read.
        let is_named = std::env::var_os("FEWEST_DATA").is_some();
        let why = if is_named { "FEWEST_DATA names no folder" } else { "no data folder" };
        println!("0 passed, 0 failed, {all} skipped");
        println!("real data: 0 of {all} checks run: SKIPPED, {why} (set FEWEST_DATA)");
        return if is_named { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
    let failed = run(&checks);
    println!("{} passed, {} failed", all - failed.len(), failed.len());
    if failed.is_empty() {
        println!("real data: {all} check{} passed", if all == 1 { "" } else { "s" });
        ExitCode::SUCCESS
    } else {
        println!("real data: {} of {all} checks FAILED: {}", failed.len(), failed.join(", "));
        ExitCode::FAILURE
    }
}

/// Runs the checks on two threads, and names those that failed.
fn run(checks: &[Check]) -> Vec<&'static str> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(&(name, check)) = checks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            let passed = catch_unwind(check).is_ok();
            let seconds = started.elapsed().as_secs_f64();
            let ending = if passed { "ok" } else { "FAILED" };
            println!("real data: {name} ... {ending} ({seconds:.1} s)");
            if !passed {
                failed.lock().unwrap().push(name);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    failed.into_inner().unwrap()
}
