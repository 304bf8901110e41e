//! Every puzzle through the edge that the command knows.

use fewest_puzzles::blocks::BlocksPuzzle;
use fewest_puzzles::coins::CoinsPuzzle;
use fewest_puzzles::numbers::NumberShifting;
use fewest_puzzles::puzzle::Generate;
use fewest_puzzles::tiles::SlidingTiles;
use fewest_puzzles::{Registry, conformance};

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
