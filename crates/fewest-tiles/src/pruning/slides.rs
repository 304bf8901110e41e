//! Finds the forbidden words, by breadth-first search on a board without edges.

use fewest::pruning::LocalMoves;

use crate::Direction;

/// Slides on a board without edges; words are numbers of [`Direction`]s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slides;

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

/// The board after a word, and where its blank was.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    /// The tiles that the word has moved, each with its cell. A tile is named by the cell
    /// where it starts.
    moved: Vec<(i32, i32)>,
    blank: i32,
    /// The sum of a number for each tile that is not where it starts.
    tiles: u64,
    /// The bounding box of the blank's path.
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Effect {
    /// The tiles that are not where they start, in order.
    fn displaced(&self) -> Vec<(i32, i32)> {
        let mut displaced = self.moved.clone();
        displaced.retain(|(tile, cell)| tile != cell);
        displaced.sort_unstable();
        displaced
    }
}

/// A number for a tile on a cell; none for a tile where it starts.
fn number(tile: i32, cell: i32) -> u64 {
    if tile == cell {
        return 0;
    }
    let mixed = mix(tile * SIDE * SIDE + cell);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn mix(number: i32) -> u64 {
    (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl LocalMoves for Slides {
    type Effect = Effect;

    fn letters(&self) -> usize {
        Direction::ALL.len()
    }

    fn nothing(&self) -> Effect {
        let middle = (SIDE / 2, SIDE / 2);
        Effect { moved: Vec::new(), blank: MIDDLE, tiles: 0, columns: middle, rows: middle }
    }

    fn play(&self, effect: &mut Effect, letter: u8) {
        let to = effect.blank;
        let from = to + blank_step(letter);
        let known = effect.moved.iter().position(|&(_, cell)| cell == from);
        let known = known.unwrap_or_else(|| {
            effect.moved.push((from, from));
            effect.moved.len() - 1
        });
        effect.moved[known].1 = to;
        let tile = effect.moved[known].0;
        let change = number(tile, to).wrapping_sub(number(tile, from));
        effect.tiles = effect.tiles.wrapping_add(change);
        effect.blank = from;
        let (x, y) = (from % SIDE, from / SIDE);
        effect.columns = (effect.columns.0.min(x), effect.columns.1.max(x));
        effect.rows = (effect.rows.0.min(y), effect.rows.1.max(y));
    }

    fn fingerprint(&self, effect: &Effect) -> u64 {
        effect.tiles.wrapping_add(mix(effect.blank))
    }

    fn can_replace(&self, word: &Effect, other: &Effect) -> bool {
        let is_within =
            |inner: (i32, i32), outer: (i32, i32)| inner.0 >= outer.0 && inner.1 <= outer.1;
        is_within(other.columns, word.columns)
            && is_within(other.rows, word.rows)
            && word.blank == other.blank
            && word.displaced() == other.displaced()
    }
}
