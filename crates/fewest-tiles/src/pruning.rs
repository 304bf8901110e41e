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
