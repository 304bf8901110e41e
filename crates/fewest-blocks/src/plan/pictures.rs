//! Plans as pictures: the start, then each move and the board after it.

use super::super::format::{BOARDS, entries, picture};
use super::super::{Cell, Direction, Level};
use crate::puzzle::RequestError;
use crate::text::letters::{MAX_MOVES, too_many};
use crate::text::rows::{Rows, Shape};
use crate::text::{ParseError, Source, Steps};

/// The maximum length of a written text.
const LONGEST_TEXT: usize = 1 << 30;

/// Whether the text begins with a cell, as letters never do.
pub(super) fn begins(source: Source<'_>) -> bool {
    let first = source.lines().next().unwrap_or("").trim_start();
    first.starts_with(['#', '.', 'o', 'O', 'x', 'X', '@'])
}

pub(super) fn read(start: &Level, source: Source<'_>) -> Result<Steps<Direction>, ParseError> {
    let shape = Shape::Start(start.width(), start.height());
    let mut board = start.clone();
    let mut moves = Steps::default();
    let mut shown = Rows::new(source, BOARDS, shape, "");
    for line in source.lines() {
        let word = line.trim();
        let Some(direction) = word.chars().next().and_then(Direction::from_letter) else {
            shown.push(line, entries(source, line))?;
            continue;
        };
        if word.len() > 1 {
            return Err(source.error(word, "a move must be on its own line, e.g. R"));
        }
        check(source, &shown, &board, moves.len())?;
        let place = source.place(word);
        if moves.len() == MAX_MOVES {
            return Err(too_many(place));
        }
        board.slide(direction);
        moves.push(direction, place);
        shown = Rows::new(source, BOARDS, shape, line);
    }
    check(source, &shown, &board, moves.len())?;
    Ok(moves)
}

/// The error for the first wrong cell of a picture.
fn check(
    source: Source<'_>,
    shown: &Rows<'_, Cell>,
    board: &Level,
    moves: usize,
) -> Result<(), ParseError> {
    shown.finish()?;
    for (entry, &cell) in shown.entries().iter().zip(board.cells()) {
        if entry.value != cell {
            let is = match cell {
                Cell::Wall => "a wall",
                Cell::Free => "free",
                Cell::Block => "a block",
                Cell::Goal => "a goal",
                Cell::BlockOnGoal => "a block on a goal",
            };
            let message = match moves {
                0 => format!("the first picture must be the start, where this cell is {is}"),
                _ => format!("after move {moves} this cell is {is}"),
            };
            return Err(source.error(entry.part, message));
        }
    }
    Ok(())
}

pub(super) fn write(start: &Level, moves: &[Direction]) -> Result<String, RequestError> {
    let mut board = start.clone();
    let mut text = picture(&board);
    let length = text.len() + "R\n".len();
    if length.saturating_mul(moves.len() + 1) > LONGEST_TEXT {
        return Err(RequestError::new(format!(
            "{} pictures would take more than a gigabyte; write the plan as 'moves' or 'counted'",
            moves.len() + 1
        )));
    }
    for &direction in moves {
        board.slide(direction);
        text.push(direction.letter());
        text.push('\n');
        text += &picture(&board);
    }
    Ok(text)
}
