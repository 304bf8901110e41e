//! Plans that are read, refused, and read back.

use proptest::prelude::*;

use super::super::Cell;
use super::*;
use crate::text::letters::MAX_MOVES;

fn start() -> Level {
    Level::parse("o . x").unwrap()
}

fn directions(start: &Level, text: &str) -> Vec<Direction> {
    read(start, text).unwrap().moves
}

#[test]
fn letters_in_any_dress() {
    use Direction::{D, L, R, U};
    for text in ["U U R D L", "uuRdl", "U2,R, D,L", "\u{feff}U2\r\n; x\r\n\tR D ; L\nL"] {
        assert_eq!(directions(&start(), text), [U, U, R, D, L], "{text:?}");
    }
    assert_eq!(directions(&start(), ""), []);
    let long = [R; 40];
    let text = write(&start(), &long, PlanFormat::Counted).unwrap();
    assert_eq!(text, "R15 R15 R10\n");
    assert_eq!(directions(&start(), &text), long);
}

#[test]
fn moves_know_their_places() {
    let places = |text| -> Vec<_> {
        let moves = read(&start(), text).unwrap();
        moves.iter().map(|(_, place)| (place.line, place.column)).collect()
    };
    assert_eq!(places("R2\n D"), [(1, 1), (1, 1), (2, 2)]);
    assert_eq!(places("o . x\n R\n. o x\n\nr\n\n. . @"), [(2, 2), (5, 1)]);
}

#[test]
fn what_does_not_follow_is_pointed_at() {
    for (text, says) in [
        ("R D x", "line 1, column 5: 'x' is not a move; moves are U, R, D and L, the directions"),
        ("2R", "line 1, column 1: '2R' is not a move; a count follows its letter"),
        ("R0", "line 1, column 2: a count is 1 to 15"),
        ("R99999999999999999999999", "line 1, column 2: a count is 1 to 15"),
        (
            ". o x",
            "line 1, column 1: the first picture must be the start, where this cell is a block",
        ),
        ("o . x\nR\no . x", "line 3, column 1: after move 1 this cell is free"),
        ("o . x\nR\n", "line 2, column 2: the board ends after 0 rows, but the start has 1"),
        ("o . x\no . x", "line 2, column 1: one row too many: the start has 1 row"),
        ("o . x\nR\n. o", "line 3, column 4: this row has 2 cells, but the start has 3"),
        ("o . x\nR R\n. . @", "line 2, column 1: a move must be on its own line"),
    ] {
        let error = read(&start(), text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn neither_too_many_moves_nor_gigabytes() {
    let text = "R15 ".repeat(MAX_MOVES / 15 + 1);
    let error = read(&start(), &text).unwrap_err().to_string();
    assert!(error.contains("too many"), "{error}");
    let mut cells = vec![Cell::Free; 256];
    cells[0] = Cell::BlockOnGoal;
    let large = Level::new(16, 16, cells).unwrap();
    let moves = vec![Direction::R; 3_000_000];
    let error = write(&large, &moves, PlanFormat::Pictures).unwrap_err();
    assert!(error.to_string().contains("gigabyte"), "{error}");
}

proptest! {
    #[test]
    fn walks_are_read_back(
        start in super::super::format::any_level(),
        turns in prop::collection::vec(0..4_usize, 0..30),
    ) {
        let moves: Vec<_> = turns.into_iter().map(|turn| Direction::ALL[turn]).collect();
        for format in PlanFormat::ALL {
            let text = write(&start, &moves, format).unwrap();
            prop_assert_eq!(directions(&start, &text), moves.clone());
        }
    }
}
