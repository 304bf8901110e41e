//! Reads boards that are lines: rows of numbers, and perhaps a goal.

use super::super::goal::{self, Goal};
use super::super::{Geometry, Level};
use super::level;
use super::reading::{Board, List, read};
use crate::puzzle::Likeness;
use crate::text::rows::Shape;
use crate::text::{ParseError, Source, quoted};

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let mut lines = source.lines().peekable();
    let board: Vec<&str> =
        std::iter::from_fn(|| lines.next_if(|line| !is_goal_line(line))).collect();
    if board.is_empty() && lines.peek().is_none() {
        let start = &source.text()[..0];
        return Err(source.error(start, "no board found; a board is rows of numbers"));
    }
    let first = board.first().or(lines.peek()).copied().unwrap_or("");
    let board = read(source, &board, Shape::FirstRow, first)?;
    let (width, height) = (board.width, board.height);
    let rest: Vec<&str> = lines.collect();
    let goals = if rest.is_empty() {
        vec![default_goal(&board)]
    } else {
        goals_after(source, &rest, width, height)?
    };
    Ok(level(width, height, board.tiles, &goals))
}

/// Reads a goal for a board of this size: its name, or its tiles in any way; or several of
/// them, each after a line `goal`.
pub(super) fn parse_goals(
    source: Source<'_>,
    width: usize,
    height: usize,
) -> Result<Vec<Vec<u16>>, ParseError> {
    let lines: Vec<&str> = source.lines().collect();
    if lines.first().is_some_and(|line| is_goal_line(line)) {
        return goals_after(source, &lines, width, height);
    }
    if let [line] = lines[..]
        && let Some(goal) = goal::named(line)
    {
        return Ok(vec![goal(width, height)]);
    }
    let before = lines.first().copied().unwrap_or(&source.text()[..0]);
    Ok(vec![read(source, &lines, Shape::Board(width, height), before)?.tiles])
}

/// Reads the goals of lines of which the first begins a goal.
fn goals_after<'a>(
    source: Source<'a>,
    lines: &[&'a str],
    width: usize,
    height: usize,
) -> Result<Vec<Vec<u16>>, ParseError> {
    let sections = lines.chunk_by(|_, next| !is_goal_line(next));
    let goals = sections.filter_map(|section| {
        let (goal_line, rest) = section.split_first()?;
        Some(goal_after(source, goal_line, rest, width, height))
    });
    goals.collect()
}

/// Reads the goal that a line begins.
fn goal_after<'a>(
    source: Source<'a>,
    goal_line: &'a str,
    rest: &[&'a str],
    width: usize,
    height: usize,
) -> Result<Vec<u16>, ParseError> {
    let named = goal_line.trim_start()[4..].trim_start_matches(':').trim();
    if let Some(goal) = goal::named(named) {
        if let Some(line) = rest.first() {
            return Err(source.error(line.trim(), "nothing may follow a goal that is named"));
        }
        return Ok(goal(width, height));
    }
    if !named.is_empty() && !named.contains(|c: char| c.is_ascii_digit()) {
        let message = format!(
            "{} is not a goal; after 'goal' comes 'blank first', 'blank last', or the goal's rows",
            quoted(named)
        );
        return Err(source.error(named, message));
    }
    let rows: Vec<&str> = Some(named)
        .filter(|named| !named.is_empty())
        .into_iter()
        .chain(rest.iter().copied())
        .collect();
    Ok(read(source, &rows, Shape::Board(width, height), goal_line)?.tiles)
}

/// The goal of a board that names none. Boards in lists are usually Korf's, whose goal has
/// the blank first; but some lists are rotated. Of the two goals, the one that the board can
/// reach is used.
fn default_goal(board: &Board) -> Vec<u16> {
    let goals: [Goal; 2] = match board.list {
        None => return Geometry::blank_last(board.width, board.height),
        Some(List::Number) => [Geometry::blank_first, Geometry::blank_last],
        Some(List::NumberAndMoves) => [Geometry::blank_last, Geometry::blank_first],
    };
    let [first, second] = goals.map(|goal| goal(board.width, board.height));
    let reaches = |goal| Geometry::new(board.width, board.height, goal).is_solvable(&board.tiles);
    if !reaches(&first) && reaches(&second) { second } else { first }
}

pub(super) fn is_goal_line(line: &str) -> bool {
    let word = line.trim_start().get(..4);
    let after = || line.trim_start()[4..].chars().next();
    word.is_some_and(|word| word.eq_ignore_ascii_case("goal"))
        && after().is_none_or(|c| c == ':' || c.is_whitespace())
}

/// Number Shifting's levels are rows of numbers too, but with many zeros; a
/// board of tiles has one.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    /// Enough to decide, and few enough for the largest file.
    const LOOKED_AT: usize = 100_000;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_tile = |word: &str| is_number(word) || word == "." || word == "_";
    let first = source.lines().next().unwrap_or("");
    let board = || source.lines().take_while(|line| !is_goal_line(line));
    let words = || board().flat_map(str::split_whitespace).take(LOOKED_AT);
    // Every board has a tile 1, which no letter stands for.
    if !source.text().contains('1') {
        Likeness::None
    } else if parse(source).is_ok() {
        Likeness::Certain
    } else if first.split_whitespace().any(|word| !is_tile(word)) || !words().any(is_number) {
        Likeness::None
    } else if words().all(is_tile) && words().filter(|word| ["0", "_"].contains(word)).count() < 2 {
        Likeness::Likely
    } else {
        Likeness::Possible
    }
}
