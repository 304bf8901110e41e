//! Boards of tiles, edited by exchanging tiles.

use super::Level;
use crate::draft::{self, DraftBoard, Drafting, Editor, Entry};
use crate::scene::{Ground, Piece, Shape};

const BLANK: &str = "_";

pub(super) const DRAFTING: Drafting<Level> = Drafting { editor, draft, text: draft::spaced, cell };

fn editor() -> Editor {
    Editor { entry: Entry::Swap, fill: None, stamps: Vec::new() }
}

fn draft(level: &Level) -> Vec<DraftBoard> {
    let (width, height) = (level.geometry().width(), level.geometry().height());
    let content = |&tile: &u16| if tile == 0 { BLANK.to_string() } else { tile.to_string() };
    let cells = level.tiles().iter().map(content).collect();
    vec![DraftBoard { name: "board", width, height, cells }]
}

/// A tile; at home if it is where it is in the default goal.
fn cell(boards: &[DraftBoard], board: usize, cell: usize) -> (Ground, Option<Piece>) {
    let content = boards[board].cells[cell].as_str();
    let is_home = content.parse() == Ok(cell + 1);
    let piece = Piece::new(Shape::Tile).label(content).home(is_home);
    (Ground::OPEN, (content != BLANK).then_some(piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SlidingTiles;
    use crate::puzzle::Domain;

    #[test]
    fn drafts_are_read_back_and_look_the_same() {
        let level = Level::parse("1 3 2\n4 _ 5\n").unwrap();
        let boards = draft(&level);
        assert_eq!(Level::parse(&draft::spaced(&boards)).unwrap(), level);
        let scene = SlidingTiles::scene(&level);
        for number in 0..6 {
            assert_eq!(cell(&boards, 0, number).1, scene.piece(number));
        }
    }
}
