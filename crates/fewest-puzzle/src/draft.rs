//! Levels as they are made by hand: boards of cells whose contents are short texts, valid
//! or not, and the names from which a puzzle makes levels.
//!
//! A puzzle's [`Drafting`] declares its [`Editor`], makes drafts of its levels, and writes
//! drafts as texts; reading such a text tells what is wrong with it. So an editor needs no rules.
//!
//! ```
//! use fewest_puzzle::draft::{DraftBoard, text};
//!
//! let cells = ["o", ".", "#", "x"].map(String::from).to_vec();
//! let board = DraftBoard { name: "board", width: 2, height: 2, cells };
//! assert_eq!(text(&[board], " "), "o .\n# x\n");
//! ```

use crate::figure::HeatMap;
use crate::scene::{Ground, Piece, Shape};
use crate::text::ParseError;

/// How a puzzle's levels and drafts become each other.
#[derive(Clone, Copy, Debug)]
pub struct Drafting<Level> {
    /// How levels are edited.
    pub editor: fn() -> Editor,
    /// A level as boards of cells.
    pub draft: fn(&Level) -> Vec<DraftBoard>,
    /// A draft as a text, which is a level if the draft is valid; [`spaced`] for most puzzles.
    pub text: fn(&[DraftBoard]) -> String,
    /// What a cell of a board looks like; [`labelled`], if nothing better is known.
    pub cell: DraftCell,
}

/// What a cell looks like, by the number of its board and its own.
pub type DraftCell = fn(&[DraftBoard], usize, usize) -> (Ground, Option<Piece>);

/// How the levels of a puzzle are edited.
#[derive(Clone, Debug)]
pub struct Editor {
    /// What a person does to a cell.
    pub entry: Entry,
    /// What new cells contain, where boards can be made larger and smaller.
    pub fill: Option<&'static str>,
    /// Whole boards to begin with, each with its name.
    pub stamps: Vec<(String, DraftBoard)>,
}

/// What a person does to a cell.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// Paints it with one of these.
    Paint(&'static [Brush]),
    /// Exchanges it with another.
    Swap,
    /// Types its content; this one is an empty cell.
    Type(&'static str),
}

/// What cells are painted with.
#[derive(Clone, Copy, Debug)]
pub struct Brush {
    /// The content of the cell.
    pub content: &'static str,
    /// What it is called.
    pub name: &'static str,
}

/// A board of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftBoard {
    /// What it is: "board", "start", "target".
    pub name: &'static str,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The contents of the cells, row by row.
    pub cells: Vec<String>,
}

/// How to name a level that a puzzle makes from its name.
#[derive(Clone, Debug)]
pub struct LevelForm {
    /// The name, with the fields in braces: `{from}-{to}`.
    pub pattern: &'static str,
    /// The fields.
    pub fields: Vec<LevelField>,
}

/// A part of a level's name.
#[derive(Clone, Debug)]
pub struct LevelField {
    /// Its name.
    pub name: &'static str,
    /// What it can be.
    pub values: LevelValues,
}

/// What a part of a level's name can be.
#[derive(Clone, Debug)]
pub enum LevelValues {
    /// One of these.
    Choices(Vec<String>),
    /// A number from the first to the second.
    Numbers(u64, u64),
}

/// The levels between all pairs of things, from a file of results.
#[derive(Clone, Debug)]
pub struct LevelGrid {
    /// The fewest moves of each, as far as they are known.
    pub lengths: HeatMap,
    /// The text of each level, row by row; none where there is nothing to play.
    pub levels: Vec<Option<String>>,
}

/// Reads a file of results.
pub type ReadResults = fn(&str) -> Result<LevelGrid, ParseError>;

/// The rows of boards, with a separator between cells and an empty line between boards.
pub fn text(boards: &[DraftBoard], separator: &str) -> String {
    let board = |board: &DraftBoard| -> String {
        board.cells.chunks(board.width.max(1)).map(|row| row.join(separator) + "\n").collect()
    };
    boards.iter().map(board).collect::<Vec<_>>().join("\n")
}

/// The rows of boards, with spaces between cells.
pub fn spaced(boards: &[DraftBoard]) -> String {
    text(boards, " ")
}

/// A cell with its content as a label.
pub fn labelled(boards: &[DraftBoard], board: usize, cell: usize) -> (Ground, Option<Piece>) {
    let content = boards.get(board).and_then(|board| board.cells.get(cell));
    (Ground::SQUARE, content.map(|content| Piece::new(Shape::Text).label(content.as_str())))
}
