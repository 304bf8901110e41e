//! The puzzles' own commands.

use fewest::search::Budget;
use fewest_puzzles::coins::{CoinsPuzzle, DEFAULT_FONT, Font};
use fewest_puzzles::command::{
    Args, Batch, BatchAnswer, BatchEvent, CommandError, Host, Source, Unread, Work,
};
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

/// A host with one file.
struct File(&'static str);

impl Host for File {
    fn read(&mut self, name: &str) -> Result<Source, Unread> {
        Ok(Source { name: name.into(), text: self.0.into() })
    }
    fn has(&self, _: &str) -> bool {
        true
    }
}

#[test]
fn what_was_answered_is_not_asked_again() {
    let solve = CoinsPuzzle::commands().solve.unwrap().command;
    let mut file = File("L\no-\noo\n\n7\noo\n-o\n");
    let all = args(&[("font", "small.txt"), ("all", "")]);
    let Ok(Work::Batch(mut batch)) = (solve.run)(&all, &mut file) else { panic!("not a batch") };
    let answers = |batch: &mut dyn Batch| {
        let mut lines = String::new();
        let mut report = |event: BatchEvent<'_>| {
            if let BatchEvent::Answer(answer, line) = event {
                assert_eq!(answer, BatchAnswer::Solved(1));
                lines.push_str(line);
            }
        };
        batch.run(&Budget::default(), &mut report).unwrap();
        lines
    };
    assert_eq!(batch.describe(), "2 × 2, 3 coins");
    assert_eq!(batch.question("L 7 1 0_1-1_0\n"), "L 7");
    assert_eq!(answers(&mut *batch), "L 7 1 0_1-1_0\n7 L 1 1_0-0_1\n");
    let text = batch.header() + "L 7 1 0_1-1_0\n";
    assert_eq!(batch.resume(&text).unwrap(), [BatchAnswer::Solved(1)]);
    assert_eq!(answers(&mut *batch), "7 L 1 1_0-0_1\n");
}
