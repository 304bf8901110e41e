//! `edit`: a level as it is made by hand, valid or not.

use fewest_puzzles::draft::{DraftBoard, Editor, Entry};
use fewest_puzzles::puzzle::{Position, Puzzle};
use fewest_puzzles::scene::Scene;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Painter};
use crate::error::Fault;
use crate::position::{Place, check_cells, lossless};
use crate::{Api, ApiError};

/// The longest content of a cell, in bytes.
const MAX_CONTENT: usize = 14;

/// What to edit: a text, or boards that were changed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    puzzle: String,
    text: Option<String>,
    boards: Option<Vec<Unnamed>>,
}

/// A board without its name, which the puzzle knows by its place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unnamed {
    width: usize,
    height: usize,
    cells: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct Edited {
    /// The text, whether it is a level or not.
    text: String,
    /// The boards; without cells if the puzzle is edited only as text.
    boards: Vec<OneBoard>,
    editor: Option<OneEditor>,
    drawings: Vec<String>,
    /// The position, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// What is wrong otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Fault>,
}

#[derive(Serialize)]
struct OneBoard {
    name: &'static str,
    cells: Vec<String>,
    scene: Board,
}

#[derive(Serialize)]
struct OneEditor {
    entry: &'static str,
    brushes: Vec<OneBrush>,
    empty: Option<&'static str>,
    fill: Option<&'static str>,
    stamps: Vec<Stamp>,
}

#[derive(Serialize)]
struct OneBrush {
    content: &'static str,
    name: &'static str,
    ground: Option<usize>,
    piece: Option<usize>,
}

#[derive(Serialize)]
struct Stamp {
    name: String,
    width: usize,
    height: usize,
    cells: Vec<String>,
}

pub(crate) fn edit(api: &Api, ask: Ask) -> Result<Edited, ApiError> {
    let puzzle = api.registry.by_name(&ask.puzzle)?;
    let (text, boards, read) = match (ask.text, ask.boards) {
        (Some(text), None) => {
            let read = puzzle.parse(&text);
            let boards = read.as_ref().map_or(Vec::new(), |position| position.draft());
            (text, boards, read)
        }
        (None, Some(cells)) => {
            let boards = drafted(api, puzzle, cells)?;
            let text = puzzle.draft_text(&boards);
            let read = puzzle.parse(&text);
            (text, boards, read)
        }
        _ => return Err(ApiError::bad("the request: either text or boards is needed")),
    };
    let error = read.as_ref().err().map(|error| Fault::from(error.clone()));
    let read = read.ok();
    if let Some(position) = &read {
        check_cells(api, &**position)?;
    }
    let scenes = puzzle.draft_scenes(&boards);
    let first = scenes.first().cloned().or_else(|| Some(read.as_ref()?.scene()));
    let mut painter = Painter::new(&first.unwrap_or_else(|| Scene::new(1, [])));
    let editor = puzzle.editor().map(|editor| one_editor(puzzle, editor, &mut painter));
    let boards = boards.into_iter().zip(&scenes).map(|(board, scene)| OneBoard {
        name: board.name,
        cells: board.cells,
        scene: painter.board(scene),
    });
    let mut boards: Vec<OneBoard> = boards.collect();
    if let Some(position) = read.as_deref().filter(|_| boards.is_empty()) {
        // Edited as text, and looked at.
        let scene = painter.board(&position.scene());
        boards.push(OneBoard { name: "board", cells: Vec::new(), scene });
    }
    let place = |position: &dyn Position| -> Result<Place, ApiError> {
        Ok(Place { puzzle: ask.puzzle.clone(), text: lossless(position)?, moves: Vec::new() })
    };
    Ok(Edited {
        text,
        boards,
        editor,
        drawings: painter.drawings(),
        description: read.as_deref().map(Position::describe),
        position: read.as_deref().map(place).transpose()?,
        error,
    })
}

/// The boards of a request, if they are boards at all.
fn drafted(
    api: &Api,
    puzzle: &dyn Puzzle,
    changed: Vec<Unnamed>,
) -> Result<Vec<DraftBoard>, ApiError> {
    let example = puzzle.parse(puzzle.example())?.draft();
    if example.len() != changed.len() {
        let count = example.len();
        return Err(ApiError::bad(format!("the request: the puzzle has {count} boards")));
    }
    let all: usize = changed.iter().map(|board| board.cells.len()).sum();
    if all > api.limits.cells {
        let most = api.limits.cells;
        return Err(ApiError::limit(format!("a page shows at most {most} cells, not {all}")));
    }
    let boards = changed.into_iter().zip(example).map(|(board, known)| {
        let Unnamed { width, height, cells } = board;
        if width == 0 || width.checked_mul(height) != Some(cells.len()) {
            return Err(ApiError::bad("the request: a board has width × height cells"));
        }
        if cells.iter().any(|cell| cell.len() > MAX_CONTENT || cell.contains(char::is_whitespace)) {
            return Err(ApiError::bad("the request: a cell is a short word"));
        }
        Ok(DraftBoard { name: known.name, width, height, cells })
    });
    boards.collect()
}

fn one_editor(puzzle: &dyn Puzzle, editor: Editor, painter: &mut Painter) -> OneEditor {
    let (entry, brushes, empty) = match editor.entry {
        Entry::Paint(brushes) => ("paint", brushes, None),
        Entry::Swap => ("swap", [].as_slice(), None),
        Entry::Type(empty) => ("type", [].as_slice(), Some(empty)),
    };
    let brushes = brushes.iter().map(|brush| {
        let cells = vec![brush.content.to_string()];
        let board = DraftBoard { name: "brush", width: 1, height: 1, cells };
        let scenes = puzzle.draft_scenes(&[board]);
        let (ground, piece) = scenes.first().map_or((None, None), |scene| painter.cell(scene, 0));
        OneBrush { content: brush.content, name: brush.name, ground, piece }
    });
    let brushes = brushes.collect();
    let stamps = editor.stamps.into_iter().map(|(name, board)| {
        let DraftBoard { width, height, cells, .. } = board;
        Stamp { name, width, height, cells }
    });
    OneEditor { entry, brushes, empty, fill: editor.fill, stamps: stamps.collect() }
}
