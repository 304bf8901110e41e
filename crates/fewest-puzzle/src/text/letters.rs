//! Plans as letters: `R D L U`, `rdlu`, `R2, D`.

use std::fmt::{Display, Write};

use super::{ParseError, Place, Source, Steps, quoted};

/// The maximum number of moves in a text: twice those of a plan for the largest board
/// of tiles, and few enough for memory.
pub const MAX_MOVES: usize = 64_000_000;

/// How a puzzle writes its moves.
#[derive(Clone, Copy)]
pub struct Letters<M> {
    /// The move with a letter.
    pub from_letter: fn(char) -> Option<M>,
    /// The largest count after a letter that can make sense.
    pub most: usize,
    /// What the moves are, for errors.
    pub moves: &'static str,
}

impl<M: Copy> Letters<M> {
    /// The single move in a text, in either case.
    pub fn one(&self, text: &str) -> Option<M> {
        let mut letters = text.trim().chars();
        let mv = letters.next().and_then(self.from_letter)?;
        letters.next().is_none().then_some(mv)
    }

    /// Each move and its place.
    pub fn read(&self, source: Source<'_>) -> Result<Steps<M>, ParseError> {
        let mut moves = Steps::default();
        for (line, number) in source.numbered_lines() {
            let mut column = 1;
            let mut rest = line;
            while let Some(letter) = rest.chars().next() {
                let place = Place { line: number, column };
                let after = &rest[letter.len_utf8()..];
                let mut digits = 0;
                if let Some(mv) = (self.from_letter)(letter) {
                    digits = after.bytes().take_while(u8::is_ascii_digit).count();
                    let count = self.count(source, &after[..digits])?;
                    if moves.len() + count > MAX_MOVES {
                        return Err(too_many(place));
                    }
                    moves.repeat(mv, place, count);
                } else if letter != ',' && !letter.is_whitespace() {
                    return Err(self.unknown(source, rest));
                }
                rest = &after[digits..];
                column += 1 + digits;
            }
        }
        Ok(moves)
    }

    /// The number right after a letter; 1 if there is none.
    fn count(&self, source: Source<'_>, digits: &str) -> Result<usize, ParseError> {
        match digits.parse() {
            _ if digits.is_empty() => Ok(1),
            Ok(count) if (1..=self.most).contains(&count) => Ok(count),
            _ => {
                let most = self.most;
                let message = format!("a count is 1 to {most}: no board has room for more");
                Err(source.error(digits, message))
            }
        }
    }

    fn unknown(&self, source: Source<'_>, rest: &str) -> ParseError {
        let is_end = |c: char| c == ',' || c.is_whitespace();
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        let right = if word.starts_with(|c: char| c.is_ascii_digit()) {
            "a count follows its letter directly, e.g. R2"
        } else {
            self.moves
        };
        source.error(word, format!("{} is not a move; {right}", quoted(word)))
    }

    /// A letter for each move: `R R D`.
    #[allow(clippy::unused_self)] // so that both ways of writing are called alike
    pub fn write(&self, moves: &[M]) -> String
    where
        M: Display,
    {
        let mut text = String::with_capacity(moves.len() * 2 + 1);
        for (index, mv) in moves.iter().enumerate() {
            // Writing to a String can't fail.
            let _ = if index == 0 { write!(text, "{mv}") } else { write!(text, " {mv}") };
        }
        text.push('\n');
        text
    }

    /// A letter and a count for each run of equal moves: `R2 D`.
    pub fn write_counted(&self, moves: &[M]) -> String
    where
        M: Display + PartialEq,
    {
        let runs = moves.chunk_by(|a, b| a == b);
        let mut text = String::new();
        for run in runs.flat_map(|run| run.chunks(self.most)) {
            let space = if text.is_empty() { "" } else { " " };
            // Writing to a String can't fail.
            let _ = match run.len() {
                1 => write!(text, "{space}{}", run[0]),
                count => write!(text, "{space}{}{count}", run[0]),
            };
        }
        text.push('\n');
        text
    }
}

/// The error of a plan with more than [`MAX_MOVES`] moves.
pub fn too_many(place: Place) -> ParseError {
    ParseError {
        place,
        length: 1,
        message: format!("too many moves; a plan has at most {MAX_MOVES}"),
    }
}
