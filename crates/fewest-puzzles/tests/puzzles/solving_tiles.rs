//! Tiles through the edge: every algorithm and heuristic against the table of
//! all distances, limits, and answers that hold together.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use fewest::draws::Draws;
use fewest::search::{Algorithm, Budget, Status, Stop};
use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::{
    Domain, Explore, Generate, Moves, Position, Request, Solution, Wanted, Watch,
};
use fewest_puzzles::tiles::{Geometry, Level, SlidingTiles, constructive};

fn generate(size: &str, seed: u64) -> Box<dyn Position> {
    let request = Generate { size: Some(size.into()), seed, ..Generate::default() };
    Registry::standard().by_name("tiles").unwrap().generate(&request).unwrap()
}

/// Plays a plan on a position through the public interface.
fn solves(position: &dyn Position, moves: &Moves) -> bool {
    let mut position = position.boxed_clone();
    moves.iter().all(|mv| position.play_move(mv).is_ok()) && position.is_solved()
}

/// Whether a search would go through every path there is.
fn is_hopeless(algorithm: Option<Algorithm>, heuristic: &str) -> bool {
    let depth_first = [Some(Algorithm::IdaStar), Some(Algorithm::BranchAndBound), None];
    ["blind", "misplaced"].contains(&heuristic) && depth_first.contains(&algorithm)
}

/// Every algorithm agrees with the table of all boards.
#[test]
fn every_algorithm_with_every_heuristic_agrees_with_the_table() {
    for (size, seed) in [("3x3", 0), ("3x3", 1), ("2x4", 0), ("4x2", 1)] {
        let position = generate(size, seed);
        let solve = |request: &Request| position.solve(request, &mut ()).unwrap();
        let by_table = Request::by(Algorithm::Table);
        let fewest = solve(&by_table).cost().unwrap();
        for choice in position.puzzle().heuristics() {
            for algorithm in Algorithm::ALL.into_iter().map(Some).chain([None]) {
                if is_hopeless(algorithm, choice.name) {
                    continue;
                }
                let heuristic = Some(choice.name.to_string());
                let outcome =
                    solve(&Request { method: algorithm.into(), heuristic, ..Request::default() });
                let what = format!("{size} seed {seed} by {algorithm:?} with {}", choice.name);
                assert!(solves(&*position, outcome.plan().unwrap()), "{what}");
                assert!(outcome.bound <= fewest && outcome.cost() >= Some(fewest), "{what}");
                let promises = !matches!(
                    algorithm,
                    Some(
                        Algorithm::WeightedAStar
                            | Algorithm::Greedy
                            | Algorithm::DepthFirst
                            | Algorithm::Beam
                    )
                );
                if promises {
                    let answer = (outcome.cost(), outcome.status);
                    assert_eq!(answer, (Some(fewest), Status::Optimal), "{what}");
                }
            }
        }
    }
}

#[test]
fn unsolvable_boards_are_reported_at_once_by_every_algorithm() {
    for text in ["1 2 3\n4 5 6\n8 7 _", "2 1\n3 _\n", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 _"] {
        let position = Registry::standard().parse(text, None).unwrap();
        for algorithm in Algorithm::ALL.into_iter().map(Some).chain([None]) {
            let request = Request { method: algorithm.into(), ..Request::default() };
            let outcome = position.solve(&request, &mut ()).unwrap();
            assert_eq!((outcome.status, outcome.stop), (Status::Unsolvable, Stop::Done));
        }
    }
}

/// Whatever limit ends it, there is a plan that solves the board and a bound
/// below it.
#[test]
fn a_limit_leaves_the_best_plan_and_its_bound() {
    for size in ["5x5", "6x4", "8x8", "20x20"] {
        let position = generate(size, 1);
        let mut limited = [Request::default(), Request::default(), Request::default()];
        limited[0].budget.nodes = Some(5_000);
        limited[1].budget.time = Some(Duration::from_millis(250));
        limited[2].budget.time = Some(Duration::from_millis(250));
        limited[2].budget.memory = Some(1 << 20);
        for request in limited {
            let outcome = position.solve(&request, &mut ()).unwrap();
            assert!(outcome.stop.is_limit(), "{size}: {:?}", outcome.stop);
            let plan = outcome.plan().unwrap();
            assert!(outcome.bound > 0 && outcome.bound as usize <= plan.len());
            assert!(solves(&*position, plan));
            if let Some(memory) = request.budget.memory {
                assert!(outcome.counts.peak_bytes <= memory);
            }
        }
    }
}

/// A board of 36 cells, drawn with its goal.
fn drawn(kind: usize, draws: &mut Draws) -> Level {
    let mut goal = match kind % 3 {
        1 => Geometry::blank_first(6, 6),
        _ => Geometry::blank_last(6, 6),
    };
    if kind % 3 == 2 {
        draws.shuffle(&mut goal);
    }
    let geometry = Geometry::new(6, 6, &goal);
    let mut tiles = goal;
    loop {
        draws.shuffle(&mut tiles);
        if geometry.is_solvable(&tiles) {
            return Level::new(Arc::new(geometry), tiles).unwrap();
        }
    }
}

/// Whatever the limits, there is a plan, and it is not longer than the constructive one.
#[test]
fn limits_hold_and_nothing_is_lost() {
    let mut draws = Draws::new(2);
    // With a time limit, no search ends because gains dry up, which depends on the machine.
    let time = Some(Duration::from_secs(600));
    let nodes = |nodes| Budget { nodes: Some(nodes), threads: 2, time, ..Budget::default() };
    let budgets = [
        Budget { time: Some(Duration::ZERO), ..Budget::default() },
        nodes(0),
        nodes(300_000),
        Budget { memory: Some(1 << 16), ..nodes(20_000) },
    ];
    for (kind, budget) in budgets.into_iter().enumerate() {
        let level = drawn(kind, &mut draws);
        let plan = constructive::solve(level.geometry(), level.tiles(), &|| false).unwrap();
        let (limit, time) = (budget.nodes, budget.time);
        let request = Request { budget, ..Request::default() };
        let solve = || SlidingTiles::solve(&level, &request, &mut ()).unwrap().outcome;
        // Without time, it has a moment, which other programs may take from it.
        let outcome = (0..20).map(|_| solve()).find(|outcome| outcome.status == Status::Solved);
        let outcome = outcome.expect("a plan");
        let cost = outcome.cost().unwrap() as usize;
        assert!(cost <= plan.len(), "{cost} {}", plan.len());
        let has_begun = limit != Some(0) && time != Some(Duration::ZERO);
        assert_eq!(outcome.counts.peak_bytes > 0, has_begun);
        if let Some(limit) = limit {
            assert_eq!(outcome.stop, Stop::Nodes);
            // A layer of each thread may be on its way.
            assert!(outcome.counts.expanded <= limit + 100_000);
        }
    }
}

#[test]
fn the_same_request_has_the_same_answer() {
    let position = generate("4x4", 3);
    for algorithm in
        [None, Some(Algorithm::Greedy), Some(Algorithm::WeightedAStar), Some(Algorithm::Beam)]
    {
        let request = Request { method: algorithm.into(), ..Request::default() };
        let plan = || position.solve(&request, &mut ()).unwrap().plan().cloned().unwrap();
        assert_eq!(plan(), plan());
    }
}

/// The board that seeds/001 solves: 25 moves, in seven ways.
#[test]
fn solutions_come_one_after_another() {
    struct Seen(Vec<(u64, Moves)>);
    impl Watch for Seen {
        fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
            self.0.push((solution.index, solution.moves.clone()));
            ControlFlow::Continue(())
        }
    }
    let position = Registry::standard().parse("7 3 8\n_ 2 6\n4 1 5\n", None).unwrap();
    for wanted in [Wanted::AllFewest, Wanted::First(7)] {
        let request = Request { wanted, ..Request::default() };
        let mut seen = Seen(Vec::new());
        let answer = position.solve(&request, &mut seen).unwrap();
        assert_eq!((answer.solutions, seen.0.len()), (7, 7));
        assert!(seen.0.iter().all(|(_, moves)| moves.len() == 25 && solves(&*position, moves)));
        seen.0.sort_by_key(|(_, moves)| moves.join(" "));
        seen.0.dedup_by(|a, b| a.1 == b.1);
        assert_eq!(seen.0.len(), 7);
    }
    let request = Request { wanted: Wanted::First(2), ..Request::by(Algorithm::IdaStar) };
    let error = position.solve(&request, &mut ()).unwrap_err().to_string();
    assert_eq!(error, "only a best-first search finds several solutions, and idastar is not one");
}

/// The numbers of 8-puzzle boards at each distance (Schofield 1967): two at 31.
#[test]
fn exploring_the_eight_puzzle() {
    let position = generate("3x3", 0);
    let request = Explore { farthest: 5, heuristics: true, ..Explore::default() };
    let found = position.explore(&request, &mut ()).unwrap();
    assert!(found.complete);
    assert_eq!((found.layers.len(), found.total(), found.layers[31]), (32, 181_440, 2));
    assert_eq!(found.farthest, ["6 4 7\n8 5 _\n3 2 1\n", "8 6 7\n2 5 4\n3 _ 1\n"]);
    assert!((found.mean() - 21.97).abs() < 0.01);
    let mean = |name| found.means.iter().find(|(known, _)| known == name).unwrap().1;
    assert!(mean("misplaced") < mean("manhattan") && mean("strongest") < found.mean());
}

#[test]
fn exploring_a_large_board_stops_at_its_limit() {
    let position = generate("4x4", 0);
    let mut request = Explore::default();
    request.budget.memory = Some(10 << 20);
    let found = position.explore(&request, &mut ()).unwrap();
    assert_eq!((found.complete, found.stop), (false, Stop::Memory));
    assert_eq!(found.layers[..4], [1, 2, 4, 10]);
}
