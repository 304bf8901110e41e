//! Reads a board as a JSON object.

use super::super::goal;
use super::super::{Geometry, Level};
use super::level;
use super::reading::{Board, read};
use super::rows::{BOARDS, entry, tiles};
use crate::puzzle::Likeness;
use crate::text::json::{Members, elements, likeness, text_of};
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source, quoted};

const KEYS: [&str; 6] = ["puzzle", "width", "height", "tiles", "goal", "goals"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::of(source, &KEYS, "tiles")?;
    let Some(board) = members.get("tiles") else {
        return Err(
            members.error_after("the key tiles is missing: the board's rows, as arrays of numbers")
        );
    };
    let (width, height, numbers) = if let Some(board) = typed(source, &members, board) {
        (board.width, board.height, board.tiles)
    } else {
        let board = read_rows(source, "tiles", board, Shape::FirstRow)?;
        let numbers = tiles(&board, source)?;
        (board.width(), board.height(), numbers)
    };
    members.check_sides("tiles", width, height)?;
    let read_goal = |key, goal| match text_of(goal).and_then(|name| goal::named(&name)) {
        Some(named) => Ok(named(width, height)),
        None => tiles(&read_rows(source, key, goal, Shape::Board(width, height))?, source),
    };
    let goals = match (members.get("goal"), members.get("goals")) {
        (None | Some("null"), None | Some("null")) => vec![Geometry::blank_last(width, height)],
        (Some(goal), None | Some("null")) => vec![read_goal("goal", goal)?],
        (None | Some("null"), Some(goals)) => {
            let several = elements(goals).filter(|several| !several.is_empty());
            let Some(several) = several else {
                return Err(source.error(goals, "goals must be an array of goals, at least one"));
            };
            several
                .into_iter()
                .map(|goal| read_goal("each of goals", goal))
                .collect::<Result<_, _>>()?
        }
        (Some(_), Some(goals)) => {
            return Err(source.error(goals, "goal and goals; a board has one of these keys"));
        }
    };
    Ok(level(width, height, numbers, &goals))
}

/// A board that is not an array of rows: an array of numbers or a string, read in any way.
fn typed(source: Source<'_>, members: &Members<'_>, board: &str) -> Option<Board> {
    let is_flat = || elements(board).is_some_and(|all| all.iter().all(|it| !it.starts_with('[')));
    if !board.starts_with('"') && !is_flat() {
        return None;
    }
    let side = |key| members.get(key).and_then(|side| side.parse().ok());
    let sides = side("width")
        .zip(side("height"))
        .filter(|(width, height)| BOARDS.sides.contains(width) && BOARDS.sides.contains(height));
    let shape = sides.map_or(Shape::FirstRow, |(width, height)| Shape::Size(width, height));
    let lines: Vec<&str> = board.lines().collect();
    read(source, &lines, shape, &board[..1]).ok()
}

fn read_rows<'a>(
    source: Source<'a>,
    key: &str,
    value: &'a str,
    shape: Shape,
) -> Result<Rows<'a, u32>, ParseError> {
    let not_rows = |value| {
        let message = format!("{key} must be an array of rows, each an array of numbers");
        source.error(value, message)
    };
    let array = elements(value).ok_or_else(|| not_rows(value))?;
    let mut rows = Rows::new(source, BOARDS, shape, &value[..1]);
    for row in array {
        let numbers = elements(row).ok_or_else(|| not_rows(row))?;
        let tile = |number: &'a str| match number {
            "null" => Ok(Entry { value: 0, part: number }),
            _ if number.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                entry(source, number)
            }
            _ => {
                let message = format!(
                    "{} is not a tile; a tile is a number, and the blank is 0 or null",
                    quoted(number)
                );
                Err(source.error(number, message))
            }
        };
        rows.push(row, numbers.into_iter().map(tile))?;
    }
    Ok(rows)
}

pub(super) fn recognise(source: Source<'_>) -> Likeness {
    likeness(source, &KEYS, "tiles", |members| match members.get("tiles") {
        Some(_) => Likeness::Likely,
        None => Likeness::None,
    })
}
