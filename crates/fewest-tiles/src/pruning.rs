//! Which slides a search need not try after the last ones, on boards of any size.
//!
//! On a board without edges, words of slides with the same effect on all tiles replace
//! each other. Near an edge, one of them may be illegal where the other is legal; so a
//! word is replaced only by one whose blank stays within the bounding box of its own
//! blank.

use std::sync::OnceLock;

use fewest::pruning::Automaton;

use crate::Direction;

/// The forbidden words of up to twelve slides, one in a line: to find them takes as long
/// as to solve hundreds of boards of 4 × 4.
const FORBIDDEN: &str = include_str!("forbidden.txt");

/// The automaton of the forbidden words, made once.
pub(crate) fn automaton() -> &'static Automaton {
    static AUTOMATON: OnceLock<Automaton> = OnceLock::new();
    AUTOMATON.get_or_init(|| Automaton::forbidding(Direction::ALL.len(), &words()))
}

/// The automaton in another form: a state says in its low four bits which directions it
/// allows. So a search knows them before the table of all states is read.
pub(crate) struct Marked(Vec<[u32; 4]>);

impl Marked {
    /// The state before the first move.
    pub(crate) const START: u32 = Automaton::START << 4 | 15;

    /// The state after a move that is allowed.
    #[inline]
    pub(crate) fn next(&self, state: u32, direction: usize) -> u32 {
        self.0[state as usize >> 4][direction]
    }
}

/// The automaton of the forbidden words in that form, made once.
pub(crate) fn marked() -> &'static Marked {
    static MARKED: OnceLock<Marked> = OnceLock::new();
    MARKED.get_or_init(|| {
        let (states, _) = automaton().table().as_chunks::<4>();
        let allowed = |state: u32| {
            let next = states[state as usize];
            (0..4).filter(|&direction| next[direction] != u32::MAX).fold(0, |set, it| set | 1 << it)
        };
        let marked = |next: u32| match next {
            // Never taken.
            u32::MAX => 0,
            next => (next / 4) << 4 | allowed(next / 4),
        };
        Marked(states.iter().map(|next| next.map(marked)).collect())
    })
}

/// The words of the text, as numbers of directions.
fn words() -> Vec<Vec<u8>> {
    let letter = |letter| "UDLR".find(letter).unwrap_or(0) as u8;
    FORBIDDEN.lines().map(|word| word.chars().map(letter).collect()).collect()
}

#[cfg(test)]
mod slides;

#[cfg(test)]
mod tests {
    use super::slides::Slides;
    use super::*;
    use crate::pattern::tests::distances;
    use crate::{Geometry, Packed16, Tiles};
    use fewest::pruning::forbidden_words;
    use fewest::space::Space;
    use std::collections::HashSet;
    use std::sync::Arc;

    const LENGTH: usize = 12;

    #[test]
    fn both_forms_allow_the_same_words() {
        let (automaton, marked) = (automaton(), marked());
        let mut states = vec![(Automaton::START, Marked::START)];
        let mut known = HashSet::from([Automaton::START]);
        while let Some((state, other)) = states.pop() {
            for direction in 0..4 {
                let next = automaton.next(state, direction);
                assert_eq!(next.is_some(), other >> direction & 1 == 1);
                let Some(next) = next else { continue };
                if known.insert(next) {
                    states.push((next, marked.next(other, direction)));
                }
            }
        }
        assert!(known.len() > 1000);
    }

    #[test]
    fn the_words_are_those_that_are_found() {
        let found = forbidden_words(&Slides, LENGTH);
        assert_eq!(words(), found);
    }

    /// Every board is reached in its fewest moves by a word without forbidden words. All
    /// beginnings of such a word reach their boards in the fewest moves too, so no other
    /// words need to be looked at.
    #[test]
    fn no_board_loses_its_distance() {
        for (width, height, blank, lengths) in [
            (2, 2, 3, &[2, 6, 7, 12][..]),
            (3, 2, 0, &[6, 7, 12]),
            (2, 3, 4, &[8, 12]),
            (2, 4, 7, &[8, 12]),
            (4, 2, 1, &[12]),
            (3, 3, 8, &[12]),
        ] {
            let mut goal: Vec<u16> = (1..width as u16 * height as u16).collect();
            goal.insert(blank, 0);
            let space = Tiles::<Packed16>::new(Arc::new(Geometry::new(width, height, &goal)));
            let distances = distances(&space);
            for &length in lengths {
                let found;
                let automaton = if length == LENGTH {
                    automaton()
                } else {
                    found = Automaton::new(&Slides, length);
                    &found
                };
                let mut layer = HashSet::from([(*space.goal(), Automaton::START)]);
                let mut reached = 0;
                let mut moves = Vec::new();
                for distance in 1.. {
                    let boards: HashSet<_> = layer.iter().map(|(board, _)| board).collect();
                    reached += boards.len();
                    let mut next = HashSet::new();
                    for &(board, state) in &layer {
                        moves.clear();
                        space.moves(&board, &mut moves);
                        for &direction in &moves {
                            let Some(state) = automaton.next(state, direction as usize) else {
                                continue;
                            };
                            let mut after = board;
                            space.apply(&mut after, direction);
                            if distances[&after] == distance {
                                next.insert((after, state));
                            }
                        }
                    }
                    if next.is_empty() {
                        break;
                    }
                    layer = next;
                }
                assert_eq!(reached, distances.len(), "{width} × {height}, {length}");
            }
        }
    }
}
