//! Requests to the generator as text: a size and settings.
//!
//! ```
//! use fewest_tiles::generator;
//!
//! assert_eq!(generator::parse_size("4x3")?, (4, 3));
//! assert_eq!(generator::parse_size("5")?, (5, 5));
//! # Ok::<(), fewest_puzzle::puzzle::RequestError>(())
//! ```

use std::sync::Arc;

use super::super::goal::GOALS;
use super::super::{Geometry, Level};
use super::{of_length, random, scrambled};

use crate::puzzle::{Generate, RequestError, Setting, Watch};
use fewest::space::Cost;

/// The settings of the generator, besides size and seed.
pub const SETTINGS: [Setting; 3] = [
    Setting {
        name: "scramble",
        value: "MOVES",
        summary: "Make this many random moves from the goal, instead of a random board",
    },
    Setting {
        name: "length",
        value: "MOVES",
        summary: "Make a board that needs exactly this many moves; up to 5x5",
    },
    Setting {
        name: "goal",
        value: "GOAL",
        summary: "Use this goal: blank-last (the default) or blank-first",
    },
];

/// The maximum number of random moves: more are no more random.
const MAX_MOVES: u64 = 1_000_000_000;

/// Generates the requested board: by default 4 × 4, with the blank last in the goal, each
/// solvable board equally likely.
///
/// The fewest moves come with it where they are known.
pub fn from_request(
    request: &Generate,
    watch: &mut dyn Watch,
) -> Result<(Level, Option<Cost>), RequestError> {
    let setting = |name: &str| request.settings.get(name).map(String::as_str);
    let (width, height) = parse_size(request.size.as_deref().unwrap_or("4x4"))?;
    let goal = setting("goal").map(|name| GOALS.by_name("goal", name)).transpose()?;
    let goal = goal.unwrap_or(Geometry::blank_last);
    let geometry = Arc::new(Geometry::new(width, height, &goal(width, height)));
    let moves = |name: &str, most: u64| {
        let parse = |text: &str| {
            let number = text.parse().ok().filter(|&number| number <= most);
            number.ok_or_else(|| {
                let message =
                    format!("{name} must be a number of moves from 0 to {most}, not '{text}'");
                RequestError::new(message)
            })
        };
        setting(name).map(parse).transpose()
    };
    let scramble = moves("scramble", MAX_MOVES)?;
    let length = moves("length", u64::from(u32::MAX))?;
    match (scramble, length) {
        (None, None) => Ok((random(&geometry, request.seed), None)),
        (Some(moves), None) => {
            Ok((scrambled(&geometry, moves, request.seed, &request.budget)?, None))
        }
        (None, Some(moves)) => {
            let length = moves as Cost;
            let level = of_length(&geometry, length, request.seed, &request.budget, watch)?;
            Ok((level, Some(length)))
        }
        (Some(_), Some(_)) => Err(RequestError::new(
            "scramble and length cannot be used together: a scramble may take fewer moves than it was made with",
        )),
    }
}

/// Width and height: `4x3`, `4×3`, or `4` for a square.
pub fn parse_size(text: &str) -> Result<(usize, usize), RequestError> {
    crate::puzzle::parse_size(text, 2..=Geometry::MAX_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(size: &str, settings: &[(&str, &str)]) -> Generate {
        Generate {
            size: Some(size.into()),
            settings: settings.iter().map(|&(name, value)| (name.into(), value.into())).collect(),
            ..Generate::default()
        }
    }

    #[test]
    fn sizes() {
        for (text, size) in [
            ("4x3", Some((4, 3))),
            ("4X3", Some((4, 3))),
            ("4×3", Some((4, 3))),
            ("4 x 3", Some((4, 3))),
            ("7", Some((7, 7))),
            ("255x2", Some((255, 2))),
            ("1x5", None),
            ("256x2", None),
            ("4x4x4", None),
            ("-4x4", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(parse_size(text).ok(), size, "{text}");
        }
    }

    #[test]
    fn settings_are_kept() {
        let scramble = request("3", &[("scramble", "0"), ("goal", "blank-first")]);
        let (level, fewest) = from_request(&scramble, &mut ()).unwrap();
        assert_eq!(fewest, None);
        assert!(level.is_solved());
        assert_eq!(level.blank(), 0);
        let (level, fewest) = from_request(&request("3x2", &[("length", "1")]), &mut ()).unwrap();
        assert_eq!(fewest, Some(1));
        assert!(!level.is_solved());
        assert_eq!(from_request(&Generate::default(), &mut ()).unwrap().0.tiles().len(), 16);
    }

    #[test]
    fn contradictions_are_refused() {
        for (settings, says) in [
            (vec![("scramble", "1"), ("length", "1")], "cannot be used together"),
            (vec![("goal", "snail")], "unknown goal 'snail'; available: blank-last, blank-first"),
            (
                vec![("length", "-1")],
                "length must be a number of moves from 0 to 4294967295, not '-1'",
            ),
            (vec![("scramble", "2000000000")], "scramble must be a number of moves"),
            (
                vec![("length", "32")],
                "no board of this size and goal takes 32 moves; the maximum is 31",
            ),
        ] {
            let error = from_request(&request("3x3", &settings), &mut ()).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
