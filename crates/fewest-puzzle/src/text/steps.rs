//! The moves of a plan that was read, and their places.
//!
//! Plans may have tens of millions of moves, so a place must not cost more than the move:
//! places are stored as runs in which the column grows evenly, as in `R D L U`.

use super::Place;

/// The places of a plan's moves in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    runs: Vec<Run>,
    len: usize,
}

/// Moves on one line, each the same number of columns after the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// The number of its first move.
    first: u32,
    line: u32,
    column: u32,
    /// Columns from one move to the next; unknown as long as there is one move.
    step: Option<u16>,
}

impl Run {
    /// The place of a move, if it belongs to the run.
    fn place(self, index: usize) -> Place {
        let steps = index - self.first as usize;
        let column = self.column as usize + steps * usize::from(self.step.unwrap_or(0));
        Place { line: self.line as usize, column }
    }
}

impl Places {
    /// Adds the place of the next move. Places are capped at 4 billion lines or columns.
    pub fn push(&mut self, place: Place) {
        let index = self.len;
        self.len += 1;
        if let Some(run) = self.runs.last_mut()
            && run.line as usize == place.line
        {
            if run.step.is_none() {
                let step = place.column.checked_sub(run.column as usize);
                run.step = step.and_then(|step| u16::try_from(step).ok());
            }
            if run.step.is_some() && run.place(index) == place {
                return;
            }
        }
        let [first, line, column] = [index, place.line, place.column]
            .map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        self.runs.push(Run { first, line, column, step: None });
    }

    /// Adds the same place for several moves.
    pub fn repeat(&mut self, place: Place, count: usize) {
        // After three moves at the same place, the last run is of moves that stay there.
        (0..count.min(3)).for_each(|_| self.push(place));
        self.len += count.saturating_sub(3);
    }

    /// The place of a move, counted from 0.
    pub fn get(&self, index: usize) -> Option<Place> {
        let after = self.runs.partition_point(|run| run.first as usize <= index);
        let run = self.runs.get(after.checked_sub(1)?)?;
        (index < self.len).then(|| run.place(index))
    }

    /// The number of places.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Moves and their places.
///
/// ```
/// use fewest_puzzle::text::{Place, Steps};
///
/// let places = [1, 3, 5].map(|column| Place { line: 1, column });
/// let steps: Steps<char> = ['R', 'D', 'L'].into_iter().zip(places).collect();
/// assert_eq!(steps.moves, ['R', 'D', 'L']);
/// assert_eq!(steps.places.get(2), Some(places[2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Their places.
    pub places: Places,
}

impl<M> Default for Steps<M> {
    fn default() -> Self {
        Steps { moves: Vec::new(), places: Places::default() }
    }
}

impl<M> Steps<M> {
    /// Adds a move.
    pub fn push(&mut self, mv: M, place: Place) {
        self.moves.push(mv);
        self.places.push(place);
    }

    /// Adds a move several times.
    pub fn repeat(&mut self, mv: M, place: Place, count: usize)
    where
        M: Clone,
    {
        self.moves.extend(std::iter::repeat_n(mv, count));
        self.places.repeat(place, count);
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl<M: Copy> Steps<M> {
    /// Each move with its place.
    pub fn iter(&self) -> impl Iterator<Item = (M, Place)> {
        let place = |index| self.places.get(index).unwrap_or(Place::START);
        self.moves.iter().enumerate().map(move |(index, &mv)| (mv, place(index)))
    }
}

impl<M> FromIterator<(M, Place)> for Steps<M> {
    fn from_iter<I: IntoIterator<Item = (M, Place)>>(steps: I) -> Self {
        let mut all = Steps::default();
        steps.into_iter().for_each(|(mv, place)| all.push(mv, place));
        all
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn places_are_kept(columns in prop::collection::vec((1..4_usize, 1..9_usize), 0..60)) {
            let places: Vec<Place> =
                columns.into_iter().map(|(line, column)| Place { line, column }).collect();
            let steps: Steps<()> = places.iter().map(|&place| ((), place)).collect();
            let kept: Vec<Place> = steps.iter().map(|((), place)| place).collect();
            prop_assert_eq!(kept, places);
            prop_assert_eq!(steps.places.get(steps.len()), None);
        }
    }

    #[test]
    fn repeated_places_are_kept() {
        let place = |column| Place { line: 1, column };
        for counts in [[1, 5, 2], [4, 1, 9], [3, 2, 1]] {
            let mut steps = Steps::default();
            let mut slow = Steps::default();
            for (column, count) in [1, 4, 7].into_iter().zip(counts) {
                steps.repeat('R', place(column), count);
                (0..count).for_each(|_| slow.push('R', place(column)));
            }
            assert!(steps.iter().eq(slow.iter()));
        }
    }

    #[test]
    fn a_line_of_moves_is_one_run() {
        let mut places = Places::default();
        (0..1000).for_each(|index| places.push(Place { line: 1, column: 1 + 2 * index }));
        assert_eq!(places.runs.len(), 1);
    }
}
