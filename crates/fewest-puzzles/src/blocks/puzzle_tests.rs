//! Blocks through the edge.

use crate::Registry;
use crate::puzzle::{Explore, Generate, Position, Request};

fn parse(text: &str) -> Box<dyn Position> {
    Registry::standard().parse(text, None).unwrap()
}

#[test]
fn all_formats_are_there_by_name() {
    let blocks = Registry::standard().by_name("blocks").unwrap();
    let settings = [("blocks", "3"), ("walls", "8"), ("moves", "9..11")];
    let request = Generate {
        size: Some("6x6".into()),
        settings: settings.map(|(name, value)| (name.into(), value.into())).into(),
        ..Generate::default()
    };
    let position = blocks.generate(&request).unwrap();
    assert_eq!(position.describe(), "6 × 6, 3 blocks");
    for format in blocks.formats() {
        let text = position.print(format.name).unwrap();
        let read = parse(&text);
        assert_eq!(read.puzzle().name(), "blocks", "{text}");
        assert_eq!(read.print("picture"), position.print("picture"));
    }
    let answer = position.solve(&Request::default(), &mut ()).unwrap();
    let plan = answer.plan().unwrap();
    assert!((9..=11).contains(&plan.len()));
    for format in blocks.plan_formats() {
        let text = position.write_plan(plan, format.name).unwrap();
        assert_eq!(position.read_plan(&text).unwrap().moves, *plan);
    }
    let unknown = position.print("snail").unwrap_err().to_string();
    assert_eq!(unknown, "unknown format 'snail'; available: picture, numbers, json");
    assert!(position.write_plan(plan, "snail").is_err());
    let explored = position.explore(&Explore::default(), &mut ()).unwrap();
    assert!(explored.complete && explored.layers[0] == 1);
}

#[test]
fn moves_that_move_nothing_can_be_played() {
    let mut position = parse("o . x");
    assert_eq!(position.moves(), ["R"]);
    position.play("u").unwrap();
    assert_eq!(position.print("picture").unwrap(), "o . x\n");
    let error = position.play("RR").unwrap_err().to_string();
    assert!(error.starts_with("'RR' is not a move; moves are U, R, D and L"), "{error}");
}

#[test]
fn variants_are_described_and_solved() {
    for (text, describe, moves) in [
        ("o o . x", "4 × 1, 2 blocks and 1 goal", 2),
        ("o . x x", "4 × 1, 1 block and 2 goals", 2),
        ("o # x", "3 × 1, 1 block", u32::MAX),
    ] {
        let position = parse(text);
        assert_eq!(position.describe(), describe);
        let answer = position.solve(&Request::default(), &mut ()).unwrap();
        assert_eq!(answer.bound, moves, "{text}");
    }
}

#[test]
fn tiles_and_blocks_are_told_apart() {
    for (text, puzzle) in [
        ("2 2\n1 2\n3 0", "tiles"),
        ("2 2\n1 2\n0 0", "blocks"),
        ("2 2\n1 2\n-1 0", "blocks"),
        ("1 2 3\n4 _ 5", "tiles"),
        ("o . x", "blocks"),
    ] {
        assert_eq!(parse(text).puzzle().name(), puzzle, "{text:?}");
    }
    // Nothing at all is said in the words of the first puzzle.
    let nothing = Registry::standard().parse("", None).err().unwrap().to_string();
    assert!(nothing.contains("rows of numbers"), "{nothing}");
}
