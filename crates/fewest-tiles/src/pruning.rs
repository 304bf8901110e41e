//! Which slides a search need not try after the last ones, on boards of any size.
//!
//! On a board without edges, words of slides with the same effect on all tiles replace
//! each other. Near an edge, one of them may be illegal where the other is legal; so a
//! word is replaced only by one whose blank stays within the bounding box of its own
//! blank.

use std::sync::OnceLock;

use fewest::pruning::{Automaton, LocalMoves};

use crate::Direction;

/// The length of the forbidden words: more words take longer to find than they save,
/// unless a search is long.
pub(crate) const LENGTHS: [usize; 2] = [8, 12];

/// The automaton of forbidden words up to this length, made once.
pub(crate) fn automaton(is_long: bool) -> &'static Automaton {
    static AUTOMATA: [OnceLock<Automaton>; 2] = [const { OnceLock::new() }; 2];
    let number = usize::from(is_long);
    AUTOMATA[number].get_or_init(|| Automaton::new(&Slides, LENGTHS[number]))
}

/// Slides on a board without edges; words are numbers of [`Direction`]s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slides;

/// The side of a board on which no word reaches an edge.
const SIDE: i32 = 64;
/// Its middle cell, where the blank starts.
const MIDDLE: i32 = SIDE / 2 * SIDE + SIDE / 2;

/// Where the blank goes by a slide.
fn blank_step(letter: u8) -> i32 {
    match Direction::ALL[letter as usize] {
        Direction::U => SIDE,
        Direction::D => -SIDE,
        Direction::L => 1,
        Direction::R => -1,
    }
}

/// The board after a word: the tiles that have moved, each with its cell, and the blank.
#[derive(Debug, Default, PartialEq, Eq)]
struct Effect {
    moved: Vec<(i32, i32)>,
    blank: i32,
    /// The bounding box of the blank's path.
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Effect {
    fn of(word: &[u8]) -> Effect {
        // Pairs of tile and cell; a tile is named by the cell where it starts.
        let mut moved: Vec<(i32, i32)> = Vec::with_capacity(word.len());
        let mut blank = MIDDLE;
        let middle = SIDE / 2;
        let (mut columns, mut rows) = ((middle, middle), (middle, middle));
        for &letter in word {
            let from = blank + blank_step(letter);
            match moved.iter_mut().find(|(_, cell)| *cell == from) {
                Some((_, cell)) => *cell = blank,
                None => moved.push((from, blank)),
            }
            blank = from;
            let (x, y) = (blank % SIDE, blank / SIDE);
            columns = (columns.0.min(x), columns.1.max(x));
            rows = (rows.0.min(y), rows.1.max(y));
        }
        moved.retain(|(tile, cell)| tile != cell);
        moved.sort_unstable();
        Effect { moved, blank, columns, rows }
    }
}

impl LocalMoves for Slides {
    fn letters(&self) -> usize {
        Direction::ALL.len()
    }

    fn fingerprint(&self, word: &[u8]) -> u64 {
        let Effect { moved, blank, .. } = Effect::of(word);
        let mix = |number: i32| (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let pair = |(tile, cell): (i32, i32)| {
            let mixed = mix(tile * SIDE * SIDE + cell);
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        moved.into_iter().map(pair).fold(mix(blank), u64::wrapping_add)
    }

    fn can_replace(&self, word: &[u8], other: &[u8]) -> bool {
        let (word, other) = (Effect::of(word), Effect::of(other));
        let is_within =
            |inner: (i32, i32), outer: (i32, i32)| inner.0 >= outer.0 && inner.1 <= outer.1;
        word.moved == other.moved
            && word.blank == other.blank
            && is_within(other.columns, word.columns)
            && is_within(other.rows, word.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::tests::distances;
    use crate::{Geometry, Packed16, Tiles};
    use fewest::space::Space;
    use std::collections::HashSet;
    use std::sync::Arc;

    /// Every board is reached in its fewest moves by a word without forbidden words. All
    /// beginnings of such a word reach their boards in the fewest moves too, so no other
    /// words need to be looked at.
    #[test]
    fn no_board_loses_its_distance() {
        for (width, height, blank, lengths) in [
            (2, 2, 3, &[2, 6, 7, 10][..]),
            (3, 2, 0, &[6, 7, 10]),
            (2, 3, 4, &[8, 10]),
            (2, 4, 7, &[8, 10]),
            (4, 2, 1, &[8]),
            (3, 3, 8, &[8]),
        ] {
            let mut goal: Vec<u16> = (1..width as u16 * height as u16).collect();
            goal.insert(blank, 0);
            let space = Tiles::<Packed16>::new(Arc::new(Geometry::new(width, height, &goal)));
            let distances = distances(&space);
            for &length in lengths {
                let automaton = Automaton::new(&Slides, length);
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
