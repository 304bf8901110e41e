//! Plans as text: the directions in which tiles slide, or every board along the plan.
//!
//! ```
//! use fewest_tiles::{Level, PlanFormat, plan};
//!
//! let level = Level::parse("1 2\n_ 3\n")?;
//! let moves = plan::read(&level, "R D L2 # and so on")?.moves;
//! assert_eq!(plan::write(&level, &moves[..1], PlanFormat::Moves)?, "R\n");
//! assert_eq!(plan::write(&level, &moves, PlanFormat::Boards).is_err(), true);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boards;
mod letters;

use super::format::source;
use super::{Direction, Level};
use crate::puzzle::RequestError;
use crate::text::{ParseError, Steps};
use fewest::names::{Name, Names};
pub(super) use letters::LETTERS;

/// A format in which plans are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanFormat {
    /// A letter for each move: `R R D`.
    Moves,
    /// A letter and a count for each run of equal moves: `R2 D`.
    Counted,
    /// The number of moves, then every board from the start to the goal.
    Boards,
}

impl PlanFormat {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<PlanFormat> = Names::new(&[
        Name::new("moves", PlanFormat::Moves, "the directions in which tiles slide: R R D"),
        Name::new("counted", PlanFormat::Counted, "the same with counts: R2 D"),
        Name::new(
            "boards",
            PlanFormat::Boards,
            "the number of moves, then every board with lines of dashes between",
        ),
    ]);

    /// All of them.
    pub const ALL: [PlanFormat; 3] = PlanFormat::NAMES.values();
}

/// Reads a plan in any format: each move and its place in the text. Letters are not played
/// and may be illegal; each board must follow from the one before.
pub fn read(start: &Level, text: &str) -> Result<Steps<Direction>, ParseError> {
    let source = source(text);
    if boards::recognise(source) { boards::read(start, source) } else { LETTERS.read(source) }
}

/// Writes a plan that begins at `start`.
pub fn write(
    start: &Level,
    moves: &[Direction],
    format: PlanFormat,
) -> Result<String, RequestError> {
    match format {
        PlanFormat::Moves => Ok(LETTERS.write(moves)),
        PlanFormat::Counted => Ok(LETTERS.write_counted(moves)),
        PlanFormat::Boards => boards::write(start, moves),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::super::Geometry;
    use super::*;

    fn level(text: &str) -> Level {
        Level::parse(text).unwrap()
    }

    fn directions(level: &Level, text: &str) -> Vec<Direction> {
        read(level, text).unwrap().moves
    }

    #[test]
    fn every_format_is_read_back() {
        let start = level("1 2 3\n4 5 6\n7 8 _");
        let moves = directions(&start, "DDRRUULL");
        for format in PlanFormat::ALL {
            let text = write(&start, &moves, format).unwrap();
            assert_eq!(directions(&start, &text), moves, "{text}");
            let none = write(&start, &[], format).unwrap();
            assert_eq!(directions(&start, &none), [], "{none}");
        }
    }

    proptest! {
        #[test]
        fn walks_are_read_back(width in 2..6_usize, height in 2..6_usize, turns in prop::collection::vec(0..4_usize, 0..50)) {
            let geometry = Arc::new(Geometry::new(width, height, &Geometry::blank_last(width, height)));
            let start = Level::solved(geometry);
            let mut board = start.clone();
            let moves: Vec<_> = turns.into_iter().map(|turn| Direction::ALL[turn]).filter(|&direction| board.slide(direction)).collect();
            for format in PlanFormat::ALL {
                let text = write(&start, &moves, format).unwrap();
                prop_assert_eq!(directions(&start, &text), moves.clone());
            }
        }
    }
}
