//! Every puzzle through the edge that the command knows.

use fewest::search::{Algorithm, Budget, Status, Stop};
use fewest_puzzles::blocks::BlocksPuzzle;
use fewest_puzzles::coins::CoinsPuzzle;
use fewest_puzzles::numbers::NumberShifting;
use fewest_puzzles::puzzle::{Generate, Request};
use fewest_puzzles::tiles::SlidingTiles;
use fewest_puzzles::{Registry, conformance};

/// Not an error: this limit is reported like any other.
#[test]
fn a_limit_that_is_too_low_for_a_heuristic_is_a_limit() {
    let position = Registry::standard().parse("o . . x\n. o x .\n", Some("blocks")).unwrap();
    let budget = Budget { memory: Some(10), ..Budget::default() };
    let heuristic = Some("blocks-2".to_string());
    let request = Request { heuristic, budget, ..Request::by(Algorithm::AStar) };
    let answer = position.solve(&request, &mut ()).unwrap();
    assert_eq!((answer.status, answer.stop), (Status::Unknown, Stop::Memory));
    assert_eq!((&*answer.algorithm, answer.heuristic.as_deref()), ("astar", Some("blocks-2")));
    let reason = "the heuristic 'blocks-2' needs more than half of the memory limit";
    assert_eq!(answer.reason.as_deref(), Some(reason));
    let unknown = Request { heuristic: Some("wishes".into()), ..request };
    assert!(position.solve(&unknown, &mut ()).is_err());
}

#[test]
fn settings_that_a_puzzle_does_not_have_are_refused() {
    let settings = [("depth".to_string(), "1".to_string())];
    for puzzle in Registry::standard().puzzles() {
        let request = Generate { settings: settings.clone().into(), ..Generate::default() };
        let error = puzzle.generate(&request).err().unwrap().to_string();
        let names: Vec<&str> = puzzle.settings().iter().map(|setting| setting.name).collect();
        assert_eq!(error, format!("unknown setting 'depth'; available: {}", names.join(", ")));
    }
}

#[test]
fn every_puzzle_of_this_crate_agrees_with_itself() {
    conformance::check::<SlidingTiles>().unwrap();
    conformance::check::<BlocksPuzzle>().unwrap();
    conformance::check::<CoinsPuzzle>().unwrap();
    conformance::check::<NumberShifting>().unwrap();
}
