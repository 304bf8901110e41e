//! Plans as boards: the number of moves, then every board from the start to
//! the goal, with lines of dashes between them.

use std::fmt::Write;

use super::super::format::{BOARDS, entry, sized_rows, tiles};
use super::super::{Direction, Level};
use crate::puzzle::RequestError;
use crate::text::letters::{MAX_MOVES, too_many};
use crate::text::rows::{Rows, Shape};
use crate::text::{ParseError, Place, Source, Steps};

/// The maximum length of a written text: a long plan on a large board would be hundreds of
/// gigabytes.
const LONGEST_TEXT: usize = 1 << 30;

const SEPARATOR: &str = "----------\n";

/// Whether the text begins with a number, unlike letters.
pub(super) fn recognise(source: Source<'_>) -> bool {
    let first = source.lines().next().and_then(|line| line.split_whitespace().next());
    first.is_some_and(|word| word == "_" || word == "." || is_number(word))
}

pub(super) fn read(start: &Level, source: Source<'_>) -> Result<Steps<Direction>, ParseError> {
    let geometry = start.geometry();
    let shape = Shape::Start(geometry.width(), geometry.height());
    let mut lines = source.numbered_lines().peekable();
    let announced = lines.next_if(|(line, _)| line.split_whitespace().nth(1).is_none());
    let mut walk = Walk { source, start, board: None, moves: Steps::default() };
    let mut rows: Option<(Rows<'_, u32>, Place)> = None;
    for (line, number) in lines {
        if is_separator(line) {
            walk.go_to(rows.take())?;
            continue;
        }
        let (rows, _) = rows.get_or_insert_with(|| {
            let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
            let place = Place { line: number, column };
            (Rows::new(source, BOARDS, shape, line), place)
        });
        rows.push(line, line.split_whitespace().map(|word| entry(source, word)))?;
    }
    walk.go_to(rows)?;
    let moves = walk.moves;
    if walk.board.is_none() {
        return Err(source.error_after(
            source.text().trim_end(),
            "the boards are missing: the start comes first",
        ));
    }
    if let Some((line, _)) = announced {
        let word = line.trim();
        if word.parse() != Ok(moves.len()) {
            let message = format!(
                "the first line must be the number of moves, and the boards below make {}",
                moves.len()
            );
            return Err(source.error(word, message));
        }
    }
    Ok(moves)
}

/// The boards so far.
struct Walk<'a> {
    source: Source<'a>,
    start: &'a Level,
    /// The last board; none before the first.
    board: Option<Level>,
    moves: Steps<Direction>,
}

impl Walk<'_> {
    /// Finds the slide that leads to the next board. There may be no board
    /// after the last separator.
    fn go_to(&mut self, next: Option<(Rows<'_, u32>, Place)>) -> Result<(), ParseError> {
        let Some((rows, place)) = next else {
            return Ok(());
        };
        let tiles = tiles(&rows, self.source)?;
        let Some(board) = &mut self.board else {
            let cells = rows.entries().iter().zip(self.start.tiles());
            for (entry, &tile) in cells {
                if entry.value != u32::from(tile) {
                    let tile = if tile == 0 { "the blank".into() } else { format!("tile {tile}") };
                    let message =
                        format!("the first board must be the start, which has {tile} here");
                    return Err(self.source.error(entry.part, message));
                }
            }
            self.board = Some(self.start.clone());
            return Ok(());
        };
        if self.moves.len() == MAX_MOVES {
            return Err(too_many(place));
        }
        let direction = Direction::ALL.into_iter().find(|&direction| {
            let slid = board.slide(direction);
            let is_next = slid && board.tiles() == tiles;
            if slid && !is_next {
                board.slide(direction.opposite());
            }
            is_next
        });
        match direction {
            Some(direction) => {
                self.moves.push(direction, place);
                Ok(())
            }
            None => Err(ParseError {
                place,
                length: 1,
                message: "this board does not follow from the one before it by one slide".into(),
            }),
        }
    }
}

pub(super) fn write(start: &Level, moves: &[Direction]) -> Result<String, RequestError> {
    let mut board = start.clone();
    let width = start.geometry().width();
    let length = sized_rows(board.tiles(), width).len() + SEPARATOR.len();
    if length.saturating_mul(moves.len() + 1) > LONGEST_TEXT {
        return Err(RequestError::new(format!(
            "{} boards of {width} × {} would take more than a gigabyte; write the plan as 'moves' or 'counted'",
            moves.len() + 1,
            start.geometry().height()
        )));
    }
    let mut text = format!("{}\n{}", moves.len(), sized_rows(board.tiles(), width));
    for (index, &direction) in moves.iter().enumerate() {
        if !board.slide(direction) {
            let message =
                format!("move {}, {direction}, is not legal where it is played", index + 1);
            return Err(RequestError::new(message));
        }
        // Writing to a String can't fail.
        let _ = write!(text, "{SEPARATOR}{}", sized_rows(board.tiles(), width));
    }
    Ok(text)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::super::super::format::source;
    use super::*;

    fn start() -> Level {
        Level::parse("1 2\n_ 3").unwrap()
    }

    fn error(text: &str) -> String {
        read(&start(), source(text)).unwrap_err().to_string()
    }

    #[test]
    fn boards_are_written_as_the_seed_writes_them() {
        let text = write(&start(), &[Direction::L]).unwrap();
        assert_eq!(text, "1\n1 2\n0 3\n----------\n1 2\n3 0\n");
        assert!(write(&start(), &[Direction::R]).is_err());
    }

    #[test]
    fn each_move_is_placed_at_its_board() {
        let text = "2\n1 2\n0 3\n---\n1 2\n3 0\n---\n1 0\n3 2\n---\n";
        let moves = read(&start(), source(text)).unwrap();
        let at = |line| Place { line, column: 1 };
        let moves: Vec<_> = moves.iter().collect();
        assert_eq!(moves, [(Direction::L, at(5)), (Direction::D, at(8))]);
        let unannounced = &text[2..];
        assert_eq!(read(&start(), source(unannounced)).unwrap().len(), 2);
    }

    #[test]
    fn boards_that_do_not_follow_are_pointed_at() {
        for (text, says) in [
            ("0\n", "line 1, column 2: the boards are missing"),
            (
                "0\n1 2\n3 0",
                "line 3, column 1: the first board must be the start, which has the blank here",
            ),
            ("1\n1 2\n0 3\n---\n0 1\n2 3", "line 5, column 1: this board does not follow"),
            (
                "2\n1 2\n0 3\n---\n1 2\n3 0",
                "line 1, column 1: the first line must be the number of moves, and the boards below make 1",
            ),
            (
                "1\n1 2\n0 3\n---\n1 2",
                "line 5, column 4: the board ends after 1 row, but the start has 2",
            ),
            (
                "1\n1 2\n0 3\n---\n1 2 3\n3 0",
                "line 5, column 5: one tile too many in this row: the start has 2",
            ),
            ("1\n1 2\n0 3\n1 2\n3 0", "line 4, column 1: one row too many: the start has 2 rows"),
            ("1\n1 2\n0 3\n---\n1 1\n3 0", "line 5, column 3: tile 1 appears twice"),
            ("1\n1 2\n0 q", "line 3, column 3: 'q' is not a tile"),
        ] {
            assert!(error(text).starts_with(says), "{text:?}: {}", error(text));
        }
    }

    #[test]
    fn gigabytes_are_not_written() {
        let geometry = super::super::super::Geometry::new(
            128,
            128,
            &super::super::super::Geometry::blank_last(128, 128),
        );
        let start = Level::solved(std::sync::Arc::new(geometry));
        let moves = [Direction::D, Direction::U].repeat(10_000);
        assert!(write(&start, &moves).unwrap_err().to_string().contains("gigabyte"));
    }
}
