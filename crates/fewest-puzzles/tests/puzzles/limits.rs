//! The time limit holds for every puzzle and every search, while tables, lists and
//! heuristics are made too.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use fewest::search::{Algorithm, Budget, Stop};
use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::{Explore, Method, Position, Request, Wanted};

const LIMIT: Duration = Duration::from_millis(50);

/// Far more than the limit, for a loaded machine without optimisation, and far less than
/// what overran it once.
const GENEROUS: Duration = Duration::from_secs(2);

/// Positions that take longer than the limit, or much memory, to most searches.
fn positions() -> Vec<Box<dyn Position>> {
    let registry = Registry::standard();
    let named = |puzzle: &str, level: &str| {
        let puzzle = registry.puzzles().iter().find(|known| known.name() == puzzle).unwrap();
        puzzle.level(level).unwrap().into_owned()
    };
    let counted = |width: usize, height: usize| {
        // Two tiles at the end swapped twice: solvable, and far from solved.
        let tiles: Vec<usize> = (0..width * height).rev().collect();
        let row = |row: &[usize]| row.iter().map(|tile| format!("{tile} ")).collect::<String>();
        tiles.chunks(width).map(|tiles| row(tiles) + "\n").collect::<String>()
    };
    let texts = [
        ("tiles", counted(4, 3)),
        ("tiles", counted(5, 5)),
        ("tiles", counted(41, 41)),
        (
            "blocks",
            "o o o . o . o .\n. . . . . . . .\no # . o . # . o\no . o . . . . .\n".to_string()
                + ". . . . x . . .\nx . . x . . x .\n. . x . # . x .\n. x . x . x . x\n",
        ),
        ("blocks", "x x x x x x x x o o o o o o o o\n".repeat(16)),
        ("coins", named("coins", "A-B")),
        ("numbers", named("numbers", "300")),
        ("numbers", format!("120 120\n{}", ("7 ".repeat(120) + "\n").repeat(120))),
    ];
    texts.iter().map(|(puzzle, text)| registry.parse(text, Some(puzzle)).unwrap()).collect()
}

fn within_the_limit(what: &str, run: impl FnOnce()) {
    // One at a time: each may use all cores.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock();
    let started = Instant::now();
    run();
    let taken = started.elapsed();
    assert!(taken < GENEROUS, "{what}: {taken:?}");
}

fn budget(threads: usize) -> Budget {
    let memory = Some(1 << 30);
    Budget { time: Some(LIMIT), memory, threads, ..Budget::default() }
}

#[test]
fn every_search_keeps_to_the_time() {
    for position in positions() {
        let puzzle = position.puzzle();
        let mut methods = vec![Method::Automatic];
        methods.extend(puzzle.algorithms().into_iter().map(Method::Algorithm));
        methods.extend(puzzle.solvers().iter().map(|solver| Method::Solver(solver.name.into())));
        for method in methods {
            let what = format!("{}, {method:?}", position.describe());
            let request = Request { method, budget: budget(2), ..Request::default() };
            within_the_limit(&what, || {
                // What a search refuses, it refuses at once.
                if let Ok(answer) = position.solve(&request, &mut ()) {
                    assert_ne!(answer.stop, Stop::Contradiction, "{what}");
                }
            });
        }
    }
}

#[test]
fn every_heuristic_keeps_to_the_time() {
    for position in positions() {
        for heuristic in position.puzzle().heuristics() {
            let what = format!("{}, {}", position.describe(), heuristic.name);
            let heuristic = Some(heuristic.name.to_string());
            let request = Request { heuristic, budget: budget(1), ..Request::by(Algorithm::AStar) };
            within_the_limit(&what, || drop(position.solve(&request, &mut ())));
        }
    }
}

#[test]
fn every_exploration_and_every_list_of_plans_keeps_to_the_time() {
    for position in positions() {
        for heuristics in [false, true] {
            let what = format!("{}, explored", position.describe());
            let request = Explore { heuristics, budget: budget(2), ..Explore::default() };
            within_the_limit(&what, || drop(position.explore(&request, &mut ())));
        }
        let what = format!("{}, all plans", position.describe());
        let request =
            Request { wanted: Wanted::AllFewest, budget: budget(2), ..Request::default() };
        within_the_limit(&what, || drop(position.solve(&request, &mut ())));
    }
}
