//! Positions in requests: a text, and the moves played since.

use fewest_puzzles::puzzle::{Position, RequestError};
use serde::{Deserialize, Serialize};

use crate::{Api, ApiError};

/// A position: where it started, and the moves played since.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// The puzzle's name.
    pub(crate) puzzle: String,
    /// Where it started, in any format of the puzzle.
    pub(crate) text: String,
    /// The moves played since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<String>,
}

impl Place {
    /// The start, and the position now.
    pub(crate) fn read(&self, api: &Api) -> Result<[Box<dyn Position>; 2], ApiError> {
        let start = api.registry.parse(&self.text, Some(&self.puzzle))?;
        check_cells(api, &*start)?;
        let most = api.limits.played;
        if self.moves.len() > most {
            return Err(ApiError::limit(format!("at most {most} moves can be played")));
        }
        let mut now = start.boxed_clone();
        for (number, mv) in self.moves.iter().enumerate() {
            now.play(mv).map_err(|error| {
                ApiError::bad(format!("move {} is not legal: {error}", number + 1))
            })?;
        }
        Ok([start, now])
    }
}

/// Fails if a board is too large for a page.
pub(crate) fn check_cells(api: &Api, position: &dyn Position) -> Result<(), ApiError> {
    let cells = position.scene().pieces().len();
    let most = api.limits.cells;
    if cells > most {
        return Err(ApiError::limit(format!("a page shows at most {most} cells, not {cells}")));
    }
    Ok(())
}

/// A text that loses nothing: in the first format that is read back as the same in every
/// format.
pub(crate) fn lossless(position: &dyn Position) -> Result<String, RequestError> {
    let puzzle = position.puzzle();
    let formats = puzzle.formats();
    let all = |position: &dyn Position| -> Result<Vec<String>, RequestError> {
        formats.iter().map(|format| position.print(format.name)).collect()
    };
    let texts = all(position)?;
    let found = texts.iter().find(|text| {
        let again = puzzle.parse(text).ok().and_then(|again| all(&*again).ok());
        again.is_some_and(|again| again == texts)
    });
    let first = || RequestError::new("the puzzle has no format");
    found.or(texts.first()).cloned().ok_or_else(first)
}
