//! The four directions of a board.
//!
//! ```
//! use fewest_puzzle::Direction;
//!
//! assert_eq!(Direction::from_letter('u'), Some(Direction::U));
//! assert_eq!(Direction::U.opposite().to_string(), "D");
//! ```

use std::fmt;

/// A direction in which something on a board moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    U,
    /// Right.
    R,
    /// Down.
    D,
    /// Left.
    L,
}

impl Direction {
    /// All four, in the order in which moves are tried.
    pub const ALL: [Direction; 4] = [Direction::U, Direction::R, Direction::D, Direction::L];

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Direction::U => Direction::D,
            Direction::R => Direction::L,
            Direction::D => Direction::U,
            Direction::L => Direction::R,
        }
    }

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            Direction::U => 'U',
            Direction::R => 'R',
            Direction::D => 'D',
            Direction::L => 'L',
        }
    }

    /// The direction with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Direction::ALL
            .into_iter()
            .find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
