//! Plans as letters: `R D L U`, `rdlu`, `R2, D`.

use super::super::{Direction, Geometry};
use crate::text::letters::Letters;

pub(crate) const LETTERS: Letters<Direction> = Letters {
    from_letter: Direction::from_letter,
    // On the longest board, tiles can slide in one direction at most this often in a row.
    most: Geometry::MAX_SIDE - 1,
    moves: "moves are U, D, L and R, the directions in which a tile can slide",
};

#[cfg(test)]
mod tests {
    use super::super::super::format::source;
    use super::*;
    use crate::text::letters::MAX_MOVES;

    fn letters(text: &str) -> String {
        LETTERS.read(source(text)).unwrap().moves.into_iter().map(Direction::letter).collect()
    }

    fn error(text: &str) -> String {
        LETTERS.read(source(text)).unwrap_err().to_string()
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
        let moves = LETTERS.read(source("R2\n D")).unwrap();
        let places: Vec<_> = moves.iter().map(|(_, place)| (place.line, place.column)).collect();
        assert_eq!(places, [(1, 1), (1, 1), (2, 2)]);
    }

    #[test]
    fn what_is_no_move_is_pointed_at() {
        for (text, says) in [
            ("R D x", "line 1, column 5: 'x' is not a move"),
            ("R\nDé", "line 2, column 2: 'é' is not a move"),
            ("2R", "line 1, column 1: '2R' is not a move; a count follows its letter"),
            ("R 2", "line 1, column 3: '2' is not a move; a count follows its letter"),
            ("R0", "line 1, column 2: a count is 1 to 254"),
            ("R99999999999999999999999", "line 1, column 2: a count is 1 to 254"),
        ] {
            assert!(error(text).starts_with(says), "{text:?}: {}", error(text));
        }
    }

    #[test]
    fn no_text_makes_more_moves_than_fit() {
        let text = "R254 ".repeat(MAX_MOVES / 254 + 1);
        assert!(error(&text).contains("too many"));
    }

    /// The plan for 255 × 255 has 31 million moves.
    #[test]
    fn the_longest_plans_are_read() {
        let moves = LETTERS.read(source(&"R254 ".repeat(130_000))).unwrap();
        assert_eq!(moves.len(), 33_020_000);
    }

    #[test]
    fn runs_are_counted() {
        let moves = [Direction::R, Direction::R, Direction::D];
        assert_eq!(LETTERS.write(&moves), "R R D\n");
        assert_eq!(LETTERS.write_counted(&moves), "R2 D\n");
    }
}
