//! How far blocks are from the goals, by groups that are away by the same shift.
//!
//! Blocks that hit no wall keep their places to each other. So a state whose blocks are all two
//! cells left of the goals is near to them, and one with two blocks amiss and all others on their
//! goals may be far. The score takes the shift that brings most blocks onto goals, then the one
//! that brings most of the others, and so on: each further shift needs walls that hold some
//! blocks up. It is not a bound. Where there are many blocks, nearly every pair of them fits
//! some pair of goals, and pair distances tell little.

use super::space::Blocks;
use super::word::Word;
use fewest::space::Cost;

/// The shifts of a board with up to 16 columns and rows, in each direction.
const SIDE: usize = 32;

/// What each shift but the first costs, and the largest factor for the blocks of one.
const SHIFT: Cost = 4;
const MAX_FACTOR: Cost = 4;

/// Goals, and where cells are.
pub(super) struct ShiftScore {
    /// The goals, each as column and row in one number.
    goals: Vec<u16>,
    /// For each cell the same number, moved so that all differences are positive.
    places: Vec<u16>,
    /// The length of each shift.
    lengths: Vec<u8>,
}

impl ShiftScore {
    pub(super) fn new<W: Word>(space: &Blocks<W>) -> Self {
        let (width, height) = (space.rules().width(), space.rules().height());
        let place = |cell: usize| cell / width * SIDE + cell % width;
        let middle = (SIDE / 2) * (SIDE + 1);
        let length = |shift: usize| {
            (shift / SIDE).abs_diff(SIDE / 2) as u8 + (shift % SIDE).abs_diff(SIDE / 2) as u8
        };
        ShiftScore {
            goals: space.goal_cells().cells().map(|cell| (place(cell) + middle) as u16).collect(),
            places: (0..width * height).map(|cell| place(cell) as u16).collect(),
            lengths: (0..SIDE * SIDE).map(length).collect(),
        }
    }

    /// The score of a state: the smaller, the nearer.
    pub(super) fn of<W: Word>(&self, state: W, scratch: &mut Scratch) -> Cost {
        let Scratch { goals, before, blocks, votes } = scratch;
        goals.clear();
        goals.extend_from_slice(&self.goals);
        blocks.clear();
        blocks.extend(state.cells().map(|cell| self.places[cell]));
        let (mut score, mut factor) = (0, 0);
        while !blocks.is_empty() && !goals.is_empty() {
            // The shift with the most votes, a short one if several have.
            let (mut most, mut shift) = (0, 0);
            for &block in &*blocks {
                for &goal in &*goals {
                    let by = usize::from(goal - block);
                    votes[by] += 1;
                    let rank = u32::from(votes[by]) * 64 + 63 - u32::from(self.lengths[by]);
                    if rank > most {
                        (most, shift) = (rank, by);
                    }
                }
            }
            votes.fill(0);
            let (group, length) = (most / 64, Cost::from(self.lengths[shift]));
            score += if factor == 0 { length } else { SHIFT + length / 4 + factor * group };
            factor = (factor + 1).min(MAX_FACTOR);
            // Both lists are in order, and stay so.
            let shift = shift as u16;
            before.clear();
            before.extend_from_slice(goals);
            goals.retain(|&goal| blocks.binary_search(&goal.wrapping_sub(shift)).is_err());
            blocks.retain(|&block| before.binary_search(&(block + shift)).is_err());
        }
        score
    }
}

/// What [`ShiftScore::of`] works with, so that it allocates nothing.
pub(super) struct Scratch {
    goals: Vec<u16>,
    /// The goals before those of a group were left out.
    before: Vec<u16>,
    blocks: Vec<u16>,
    votes: Vec<u16>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let [goals, before, blocks] = [(); 3].map(|()| Vec::new());
        Scratch { goals, before, blocks, votes: vec![0; SIDE * SIDE] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::super::wide::Wide;
    use super::*;

    fn score(text: &str) -> Cost {
        let (space, start) = Blocks::<Wide>::of(&Level::parse(text).unwrap());
        ShiftScore::new(&space).of(start, &mut Scratch::new())
    }

    #[test]
    fn the_first_group_costs_its_shift_and_others_more() {
        assert_eq!(score("o.x\n.#.\n"), 2);
        // All two cells to the right and one up.
        assert_eq!(score("..x.xx\no.oo..\n"), 3);
        assert_eq!(score("..x.xx\nooo...\n"), 3 + SHIFT + 1 + 1);
        // More blocks than goals, and fewer.
        assert_eq!(score("o.x\no..\n"), 2);
        assert_eq!(score("o.x\n..x\n"), 2);
    }
}
