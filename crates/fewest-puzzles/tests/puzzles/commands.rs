//! The puzzles' own commands.

use fewest_puzzles::coins::{CoinsPuzzle, DEFAULT_FONT, Font};
use fewest_puzzles::command::{Args, CommandError, Work};
use fewest_puzzles::puzzle::Domain;

fn args(pairs: &[(&'static str, &str)]) -> Args {
    pairs.iter().fold(Args::default(), |args, &(name, value)| args.with(name, value))
}

#[test]
fn two_glyphs_are_a_position_and_several_pairs_a_batch() {
    let solve = CoinsPuzzle::commands().solve.unwrap().command;
    let run = |pairs: &[(&'static str, &str)]| (solve.run)(&args(pairs), &mut ());
    match run(&[("start", "A"), ("target", "B")]) {
        Ok(Work::Position(position)) => {
            assert_eq!(position.describe(), "A to B on 5 × 7, 12 coins");
        }
        _ => panic!("not a position"),
    }
    match run(&[("from", "A")]) {
        Ok(Work::Batch(batch)) => {
            let glyphs = Font::embedded(DEFAULT_FONT).unwrap().glyphs().len();
            assert_eq!(batch.len(), glyphs - 1);
        }
        _ => panic!("not a batch"),
    }
    assert!(matches!(run(&[("from", "ß")]), Err(CommandError::Request(_))));
    assert!(matches!(run(&[("font", "6x6"), ("all", "")]), Err(CommandError::NoFile { .. })));
}
