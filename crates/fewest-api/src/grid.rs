//! `grid`: the levels of a file of results, with their fewest moves.

use fewest_puzzles::Registry;
use fewest_puzzles::draft::LevelGrid;
use fewest_puzzles::figure::HeatCell;
use fewest_puzzles::text::{ParseError, Place};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Api, ApiError};

/// Which results: those of `text`, or else those that the engine was given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    puzzle: String,
    text: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Grid {
    title: String,
    summary: String,
    /// What the rows and the columns are.
    axes: [&'static str; 2],
    /// The names of the rows, and of the columns.
    labels: Vec<String>,
    /// The fewest moves, row by row; `"unsolvable"`, or nothing where they are unknown.
    lengths: Vec<Value>,
    /// The texts of the levels.
    levels: Vec<Option<String>>,
}

impl From<LevelGrid> for Grid {
    fn from(grid: LevelGrid) -> Self {
        let length = |cell: &HeatCell| match *cell {
            HeatCell::Value(moves) => Value::from(moves),
            HeatCell::Impossible => Value::from("unsolvable"),
            HeatCell::Unknown | HeatCell::Empty => Value::Null,
        };
        let map = grid.lengths;
        Grid {
            lengths: map.cells.iter().map(length).collect(),
            title: map.title,
            summary: map.summary,
            axes: map.axes,
            labels: map.labels,
            levels: grid.levels,
        }
    }
}

pub(crate) fn grid(api: &Api, ask: &Ask) -> Result<Grid, ApiError> {
    let puzzle = api.registry.by_name(&ask.puzzle)?;
    let name = puzzle.name();
    let none = || ApiError::bad(format!("{name} has no files of results"));
    let read = puzzle.results().ok_or_else(none)?;
    let given = || api.results.as_ref().filter(|results| results.puzzle == name);
    let text = ask.text.as_deref().or_else(|| given().map(|results| &*results.text));
    let missing =
        || ApiError::bad(format!("the request: text is missing, a file of results of {name}"));
    let grid = read(text.ok_or_else(missing)?)?;
    let (cells, most) = (grid.levels.len(), api.limits.cells);
    if cells > most {
        return Err(ApiError::limit(format!("a page shows at most {most} levels, not {cells}")));
    }
    Ok(grid.into())
}

/// A file of results, and the puzzle that can read it.
pub(crate) struct Results {
    pub(crate) puzzle: &'static str,
    text: String,
}

impl Results {
    /// The first puzzle that can read a text has it.
    pub(crate) fn read(registry: &Registry, text: String) -> Result<Self, ParseError> {
        let message = "no puzzle has files of results".to_string();
        let mut refused = ParseError { place: Place { line: 1, column: 1 }, length: 1, message };
        for puzzle in registry.puzzles() {
            match puzzle.results().map(|read| read(&text)) {
                Some(Ok(_)) => return Ok(Results { puzzle: puzzle.name(), text }),
                Some(Err(error)) => refused = error,
                None => {}
            }
        }
        Err(refused)
    }
}
