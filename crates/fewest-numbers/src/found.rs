//! What the solvers of large levels answer: the best moves, solved or not.

use super::{Level, Shift};
use fewest::search::{Counts, Stop};

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// Legal moves, which leave no more than any others that were found.
    pub moves: Vec<Shift>,
    /// The numbers that they leave.
    pub remaining: usize,
    /// [`Stop::Done`] if they leave none.
    pub stop: Stop,
    /// Steps as expansions, evaluated changes as generated states.
    pub counts: Counts,
}

impl Found {
    /// No moves.
    pub(super) fn nothing(level: &Level) -> Self {
        let (moves, counts) = (Vec::new(), Counts::default());
        Found { moves, remaining: level.numbers(), stop: Stop::Done, counts }
    }

    /// Takes moves that leave fewer numbers, as far as they can be played.
    pub(super) fn take(&mut self, level: &Level, mut moves: Vec<Shift>) {
        let mut after = level.clone();
        let legal = moves.iter().take_while(|&&shift| after.play(shift).is_ok()).count();
        moves.truncate(legal);
        if after.numbers() < self.remaining {
            (self.moves, self.remaining) = (moves, after.numbers());
        }
    }
}
