//! Levels of blocks, edited cell by cell.

use super::Level;
use super::drawing;
use super::format::{cell_of, letter};
use crate::draft::{self, Brush, DraftBoard, Drafting, Editor, Entry};
use crate::scene::{Ground, Piece, Shape};

const BRUSHES: [Brush; 5] = [
    Brush { content: ".", name: "free" },
    Brush { content: "#", name: "wall" },
    Brush { content: "o", name: "block" },
    Brush { content: "x", name: "goal" },
    Brush { content: "@", name: "block on goal" },
];

pub(super) const DRAFTING: Drafting<Level> = Drafting { editor, draft, text: draft::spaced, cell };

fn editor() -> Editor {
    Editor { entry: Entry::Paint(&BRUSHES), fill: Some("."), stamps: Vec::new() }
}

fn draft(level: &Level) -> Vec<DraftBoard> {
    let cells = level.cells().iter().map(|&cell| letter(cell).to_string()).collect();
    vec![DraftBoard { name: "board", width: level.width(), height: level.height(), cells }]
}

fn cell(boards: &[DraftBoard], board: usize, cell: usize) -> (Ground, Option<Piece>) {
    let content = boards[board].cells[cell].as_str();
    let mut letters = content.chars();
    match (letters.next().and_then(cell_of), letters.next()) {
        (Some(cell), None) => drawing::look(cell),
        _ => (Ground::SQUARE, Some(Piece::new(Shape::Text).label(content))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_read_back_and_look_the_same() {
        let level = Level::parse("o . #\n@ x .\n").unwrap();
        let boards = draft(&level);
        assert_eq!(Level::parse(&draft::spaced(&boards)).unwrap(), level);
        let scene = drawing::scene(&level);
        for number in 0..6 {
            let look = cell(&boards, 0, number);
            assert_eq!(look, (scene.ground()[number], scene.piece(number)));
        }
        assert!(
            BRUSHES.iter().all(|brush| cell_of(brush.content.chars().next().unwrap()).is_some())
        );
    }
}
