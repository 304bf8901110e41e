//! Levels of numbers, edited cell by cell.

use super::{Level, drawing};
use crate::draft::{self, DraftBoard, Drafting, Editor, Entry, LevelField, LevelForm, LevelValues};
use crate::scene::{Ground, Piece, Shape, Tint};

const EMPTY: &str = "0";

/// The last level that is offered; higher ones are made too, but slowly.
const LAST_LEVEL: u64 = 1000;

pub(super) const DRAFTING: Drafting<Level> = Drafting { editor, draft, text, cell };

fn editor() -> Editor {
    Editor { entry: Entry::Type(EMPTY), fill: Some(EMPTY), stamps: Vec::new() }
}

fn draft(level: &Level) -> Vec<DraftBoard> {
    let cells = level.cells().iter().map(ToString::to_string).collect();
    vec![DraftBoard { name: "board", width: level.width(), height: level.height(), cells }]
}

/// A line with the size, then the rows.
fn text(boards: &[DraftBoard]) -> String {
    let size = |board: &DraftBoard| format!("{} {}\n", board.width, board.height);
    boards.first().map_or(String::new(), size) + &draft::text(boards, " ")
}

fn cell(boards: &[DraftBoard], board: usize, cell: usize) -> (Ground, Option<Piece>) {
    let content = boards[board].cells[cell].as_str();
    let wrong = || Some(Piece::new(Shape::Text).tint(Tint::Bad).label(content));
    (Ground::SQUARE, content.parse().map_or_else(|_| wrong(), drawing::piece))
}

pub(super) fn level_form() -> LevelForm {
    let level = LevelField { name: "level", values: LevelValues::Numbers(1, LAST_LEVEL) };
    LevelForm { pattern: "{level}", fields: vec![level] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_read_back() {
        let level = Level::parse("4 1\n1 3 0 2\n").unwrap();
        assert_eq!(Level::parse(&text(&draft(&level))).unwrap(), level);
        let cells = ["0", "x"].map(String::from).to_vec();
        let boards = [DraftBoard { name: "board", width: 2, height: 1, cells }];
        assert_eq!(cell(&boards, 0, 0).1, None);
        assert_eq!(cell(&boards, 0, 1).1.unwrap().tint, Tint::Bad);
    }
}
