//! A move: which number, in which direction, and whether it is added or subtracted.
//!
//! ```
//! use fewest_numbers::{Direction, Shift, Sign};
//!
//! let shift = Shift { x: 3, y: 0, direction: Direction::D, sign: Sign::Minus };
//! assert_eq!(shift.to_string(), "3 0 D -");
//! assert_eq!("3 0 d −".parse(), Ok(shift));
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Direction;

/// How a number changes when another one lands on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sign {
    /// The sum of both.
    #[serde(rename = "+")]
    Plus,
    /// The absolute difference of both.
    #[serde(rename = "-")]
    Minus,
}

impl Sign {
    /// Both, in the order in which moves are tried: a difference is smaller, and only it
    /// can clear the target.
    pub const ALL: [Sign; 2] = [Sign::Minus, Sign::Plus];

    /// Its character.
    pub fn letter(self) -> char {
        match self {
            Sign::Plus => '+',
            Sign::Minus => '-',
        }
    }

    /// The sign with this character: `+`, or `-` or the longer `−`.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            '+' => Some(Sign::Plus),
            '-' | '\u{2212}' => Some(Sign::Minus),
            _ => None,
        }
    }

    /// The value of `target` after `moved` lands on it. The sum must not overflow; for two
    /// numbers of a [`super::Level`] it does not.
    #[inline]
    #[must_use]
    pub fn apply(self, target: u32, moved: u32) -> u32 {
        match self {
            Sign::Plus => target + moved,
            Sign::Minus => target.abs_diff(moved),
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A move of the number at (x, y). x runs right and y down, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shift {
    /// The column it starts from.
    pub x: u16,
    /// The row it starts from.
    pub y: u16,
    /// The direction of the move.
    pub direction: Direction,
    /// Whether it is added to the target or subtracted.
    pub sign: Sign,
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.x, self.y, self.direction, self.sign)
    }
}

/// Why a text is not a move: which of its words is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{problem}; a move is x y D s, e.g. 3 0 D -: column and row from 0, one of U R D L, and + or -"
)]
pub struct ShiftError {
    /// The index of the wrong word; the number of words if one is missing.
    pub word: usize,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error("{} is missing", PARTS[*.0])]
    Missing(usize),
    #[error("{} is not {}", crate::text::quoted(.0), PARTS[*.1])]
    Wrong(String, usize),
    #[error("{} is one word too many", crate::text::quoted(.0))]
    Surplus(String),
}

const PARTS: [&str; 4] = ["a column", "a row", "a direction", "a sign"];

impl FromStr for Shift {
    type Err = ShiftError;

    fn from_str(text: &str) -> Result<Self, ShiftError> {
        let mut words = text.split_whitespace();
        let (x, y) = (part(&mut words, 0, number)?, part(&mut words, 1, number)?);
        let direction = part(&mut words, 2, |word| single(word, Direction::from_letter))?;
        let sign = part(&mut words, 3, |word| single(word, Sign::from_letter))?;
        match words.next() {
            None => Ok(Shift { x, y, direction, sign }),
            Some(surplus) => {
                Err(ShiftError { word: PARTS.len(), problem: Problem::Surplus(surplus.into()) })
            }
        }
    }
}

fn part<'a, T>(
    words: &mut impl Iterator<Item = &'a str>,
    index: usize,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, ShiftError> {
    let refused = |problem| ShiftError { word: index, problem };
    let word = words.next().ok_or_else(|| refused(Problem::Missing(index)))?;
    read(word).ok_or_else(|| refused(Problem::Wrong(word.into(), index)))
}

/// `parse` alone would accept `+3`.
fn number(word: &str) -> Option<u16> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

fn single<T>(word: &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut letters = word.chars();
    let value = letters.next().and_then(read);
    value.filter(|_| letters.next().is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mistakes_are_reported_with_their_word() {
        for (text, word, says) in [
            ("", 0, "a column is missing; a move is x y D s"),
            ("1", 1, "a row is missing"),
            ("1 -2 U +", 1, "'-2' is not a row"),
            ("1 +2 U +", 1, "'+2' is not a row"),
            ("70000 2 U +", 0, "'70000' is not a column"),
            ("1 2 X +", 2, "'X' is not a direction"),
            ("1 2 UP +", 2, "'UP' is not a direction"),
            ("1 2 U", 3, "a sign is missing"),
            ("1 2 U *", 3, "'*' is not a sign"),
            ("1 2 U + 3", 4, "'3' is one word too many"),
        ] {
            let error = text.parse::<Shift>().unwrap_err();
            assert_eq!(error.word, word, "{text:?}");
            assert!(error.to_string().starts_with(says), "{text:?}: {error}");
        }
    }

    proptest! {
        #[test]
        fn moves_are_read_back(x: u16, y: u16, direction in 0..4_usize, sign in 0..2_usize) {
            let (direction, sign) = (Direction::ALL[direction], Sign::ALL[sign]);
            let shift = Shift { x, y, direction, sign };
            prop_assert_eq!(shift.to_string().parse(), Ok(shift));
        }
    }
}
