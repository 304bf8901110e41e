//! Plans as text: one move per line, `x y D s`.
//!
//! ```
//! use fewest_numbers::plan;
//!
//! let moves: Vec<_> = plan::read("3 0 L −\n0 0 r - # and there it is\n")?
//!     .into_iter()
//!     .map(|(shift, _)| shift)
//!     .collect();
//! assert_eq!(plan::write(&moves), "3 0 L -\n0 0 R -\n");
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use super::format::source;
use super::{Level, Shift};
use crate::text::{ParseError, Place};
use fewest::names::{Name, Names};

/// The formats in which plans are written.
pub const FORMATS: Names<()> = Names::new(&[Name::new(
    "moves",
    (),
    "one move per line: column, row, one of U R D L, and + or -: 3 0 L -",
)]);

/// Each move removes a number, and there are no more numbers than cells.
const MAX_MOVES: usize = Level::MAX_SIDE * Level::MAX_SIDE;

/// Reads a plan: each move and its place in the text.
pub fn read(text: &str) -> Result<Vec<(Shift, Place)>, ParseError> {
    let source = source(text);
    let mut moves = Vec::new();
    for (line, number) in source.numbered_lines() {
        let words = || line.split_whitespace();
        if moves.len() == MAX_MOVES {
            let message = format!(
                "a plan has at most {MAX_MOVES} moves, one for each number of the largest level"
            );
            return Err(source.error(line.trim(), message));
        }
        let shift = line.parse::<Shift>().map_err(|error| match words().nth(error.word) {
            Some(word) => source.error(word, error.to_string()),
            None => source.error_after(line, error.to_string()),
        })?;
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        moves.push((shift, Place { line: number, column: indent + 1 }));
    }
    Ok(moves)
}

/// Writes a plan.
pub fn write(moves: &[Shift]) -> String {
    moves.iter().map(|shift| format!("{shift}\n")).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Direction, Sign};
    use super::*;

    #[test]
    fn blank_lines_and_comments_are_passed_over() {
        let text = "\u{feff}# a plan\r\n\r\n  3 0 L −\r\n0\t0 R +# the end\n#\n";
        let moves = read(text).unwrap();
        let places: Vec<String> = moves.iter().map(|(_, place)| place.to_string()).collect();
        assert_eq!(places, ["line 3, column 3", "line 4, column 1"]);
        let moves: Vec<Shift> = moves.into_iter().map(|(shift, _)| shift).collect();
        assert_eq!(write(&moves), "3 0 L -\n0 0 R +\n");
        assert_eq!(read(""), Ok(Vec::new()));
    }

    #[test]
    fn mistakes_have_places() {
        for (text, says) in [
            ("1 2 L -\n3 4\n", "line 2, column 4: a direction is missing; a move is x y D s"),
            ("1 2 L -\n 3 4 X -", "line 2, column 6: 'X' is not a direction"),
            ("1 2 L - 3 4 R -", "line 1, column 9: '3' is one word too many"),
            ("L L U", "line 1, column 1: 'L' is not a column"),
            ("1 2 L-", "line 1, column 5: 'L-' is not a direction"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(says), "{text:?}: {error}");
        }
    }

    #[test]
    fn huge_plans_are_refused() {
        let error = read(&"1 1 L -\n".repeat(MAX_MOVES + 1)).unwrap_err();
        assert_eq!(error.place.line, MAX_MOVES + 1);
    }

    proptest! {
        #[test]
        fn plans_are_read_back(
            moves in prop::collection::vec((any::<u16>(), any::<u16>(), 0..4_usize, 0..2_usize), 0..20),
        ) {
            let shift = |&(x, y, way, sign): &(u16, u16, usize, usize)| Shift {
                x,
                y,
                direction: Direction::ALL[way],
                sign: Sign::ALL[sign],
            };
            let moves: Vec<Shift> = moves.iter().map(shift).collect();
            let read = read(&write(&moves)).unwrap();
            prop_assert!(read.into_iter().map(|(shift, _)| shift).eq(moves));
        }
    }
}
