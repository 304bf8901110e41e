//! Plans as letters: `R D L U`, `rdlu`, `R2, D`.

use std::fmt::Write;

use super::super::format::{Source, quoted};
use super::super::{Direction, Geometry};
use super::{MOST_MOVES, too_many};
use crate::text::{ParseError, Place};

pub(super) fn read(source: Source<'_>) -> Result<Vec<(Direction, Place)>, ParseError> {
    let mut moves = Vec::new();
    for (line, number) in source.numbered_lines() {
        let mut column = 1;
        let mut rest = line;
        while let Some(letter) = rest.chars().next() {
            let place = Place { line: number, column };
            let after = &rest[letter.len_utf8()..];
            let mut digits = 0;
            if let Some(direction) = Direction::from_letter(letter) {
                digits = after.bytes().take_while(u8::is_ascii_digit).count();
                let count = count(source, &after[..digits])?;
                if moves.len() + count > MOST_MOVES {
                    return Err(too_many(place));
                }
                moves.extend(std::iter::repeat_n((direction, place), count));
            } else if letter != ',' && !letter.is_whitespace() {
                return Err(unknown(source, rest));
            }
            rest = &after[digits..];
            column += 1 + digits;
        }
    }
    Ok(moves)
}

/// The number right after a letter; 1 if there is none.
fn count(source: Source<'_>, digits: &str) -> Result<usize, ParseError> {
    /// On the longest board a tile can slide the same way this often.
    const MOST: usize = Geometry::MAX_SIDE - 1;
    match digits.parse() {
        _ if digits.is_empty() => Ok(1),
        Ok(count @ 1..=MOST) => Ok(count),
        _ => {
            let message = format!("a count is 1 to {MOST}: no board has room for more");
            Err(source.error(digits, message))
        }
    }
}

fn unknown(source: Source<'_>, rest: &str) -> ParseError {
    let is_end = |c: char| c == ',' || c.is_whitespace();
    let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    let message = if word.starts_with(|c: char| c.is_ascii_digit()) {
        format!("{} is no move; a count stands right after its letter, as in R2", quoted(word))
    } else {
        format!(
            "{} is no move; moves are U, D, L and R, the ways that a tile can slide",
            quoted(word)
        )
    };
    source.error(word, message)
}

pub(super) fn write(moves: &[Direction]) -> String {
    let mut text = String::with_capacity(moves.len() * 2 + 1);
    for (index, direction) in moves.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push(direction.letter());
    }
    text.push('\n');
    text
}

pub(super) fn write_counted(moves: &[Direction]) -> String {
    let mut text = String::new();
    for run in moves.chunk_by(|a, b| a == b) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(run[0].letter());
        if run.len() > 1 {
            // Writing to a String never fails.
            let _ = write!(text, "{}", run.len());
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        let moves = read(Source::new(text)).unwrap();
        moves.into_iter().map(|(mv, _)| mv.letter()).collect()
    }

    fn error(text: &str) -> String {
        read(Source::new(text)).unwrap_err().to_string()
    }

    #[test]
    fn letters_in_any_dress() {
        for text in ["R D L L U", "rdLLu", "R,D, L2,U", "\u{feff}R D\r\n#x\r\n\tL2 U # R", "RDL2U"]
        {
            assert_eq!(letters(text), "RDLLU", "{text:?}");
        }
        assert_eq!(letters(""), "");
        assert_eq!(letters("R254").len(), 254);
    }

    #[test]
    fn moves_know_their_places() {
        let moves = read(Source::new("R2\n D")).unwrap();
        let places: Vec<_> = moves.iter().map(|(_, place)| (place.line, place.column)).collect();
        assert_eq!(places, [(1, 1), (1, 1), (2, 2)]);
    }

    #[test]
    fn what_is_no_move_is_pointed_at() {
        for (text, says) in [
            ("R D x", "line 1, column 5: 'x' is no move"),
            ("R\nDé", "line 2, column 2: 'é' is no move"),
            ("2R", "line 1, column 1: '2R' is no move; a count stands right after"),
            ("R 2", "line 1, column 3: '2' is no move; a count stands right after"),
            ("R0", "line 1, column 2: a count is 1 to 254"),
            ("R99999999999999999999999", "line 1, column 2: a count is 1 to 254"),
        ] {
            assert!(error(text).starts_with(says), "{text:?}: {}", error(text));
        }
    }

    #[test]
    fn no_text_makes_more_moves_than_fit() {
        let text = "R254 ".repeat(MOST_MOVES / 254 + 1);
        assert!(error(&text).contains("too many"));
    }

    #[test]
    fn runs_are_counted() {
        let moves = [Direction::R, Direction::R, Direction::D];
        assert_eq!(write(&moves), "R R D\n");
        assert_eq!(write_counted(&moves), "R2 D\n");
    }
}
