//! Whether moves clear a few numbers: every way to balance them, by constraint
//! propagation.
//!
//! At every number of a solved forest, the number and the lengths of its edges, each added
//! or subtracted, make 0. So each number has a list of sets of edges that it can have. An
//! edge that all sets of a number have is there, one that no set has is not, and one that
//! would close a cycle is not either. Where that decides nothing more, the number with the
//! fewest sets tries each of them. What is left in the end are forests; one that has an
//! order of moves is an answer, and if there is none, no moves clear the numbers.

use crate::forest::Edges;
use crate::sums::{self, Broad, Middle, Narrow, Word};
use crate::{Level, Shift};

/// The maximum number of edges among the numbers, of edges at one number and of sets of
/// edges in all, and of nodes of the search. Beyond them the answer is unknown.
const MAX_EDGES: usize = 128;
const MAX_DEGREE: usize = 16;
const MAX_SETS: usize = 1 << 15;
const MAX_NODES: u32 = 4000;

/// Whether moves clear some numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// These do.
    Moves(Vec<Shift>),
    /// No moves do (proved).
    Never,
    /// It was too much work.
    Unknown,
}

/// Looks for moves that clear the numbers in these cells, which are in order, in at least
/// some number of trees.
pub(super) fn clear(level: &Level, cells: &[usize], trees: usize) -> Answer {
    if cells.is_empty() && trees == 0 {
        return Answer::Moves(Vec::new());
    }
    let sum: u64 = cells.iter().map(|&cell| u64::from(level.cells()[cell])).sum();
    if sum % 2 == 1 || cells.len() < 2 * trees.max(1) {
        return Answer::Never;
    }
    let Some(search) = Few::new(level, cells, trees) else { return Answer::Unknown };
    search.run()
}

/// A set of edges.
type Bits = u128;

struct Few<'a> {
    level: &'a Level,
    cells: &'a [usize],
    /// The most edges that leave enough trees.
    max_edges: u32,
    edges: Vec<(usize, usize)>,
    /// The edges at each number, and the sets of them that balance it.
    at: Vec<Bits>,
    sets: Vec<Vec<Bits>>,
    nodes: u32,
}

/// What a part of the search ended with.
enum Stop {
    Found(Vec<Shift>),
    TooMuch,
}

impl<'a> Few<'a> {
    /// `None` if there are too many edges or sets of them.
    fn new(level: &'a Level, cells: &'a [usize], trees: usize) -> Option<Self> {
        let width = level.width();
        let length = |a: usize, b: usize| {
            let apart = a.abs_diff(b);
            let (same_row, same_column) = (a / width == b / width, a % width == b % width);
            same_row.then_some(apart).or(same_column.then_some(apart / width))
        };
        let mut edges = Vec::new();
        let mut lengths = Vec::new();
        for (a, &from) in cells.iter().enumerate() {
            for (b, &to) in cells.iter().enumerate().skip(a + 1) {
                if let Some(length) = length(from, to) {
                    edges.push((a, b));
                    lengths.push(length as u32);
                }
            }
        }
        if edges.len() > MAX_EDGES {
            return None;
        }
        let (mut at, mut sets) = (Vec::new(), Vec::new());
        let mut count = 0;
        for (number, &cell) in cells.iter().enumerate() {
            let is_here = |&edge: &usize| edges[edge].0 == number || edges[edge].1 == number;
            let here: Vec<(usize, u32)> =
                (0..edges.len()).filter(is_here).map(|edge| (edge, lengths[edge])).collect();
            let value = level.cells()[cell];
            // No sum is lost at the end of the word.
            let most = here.iter().fold(value, |sum, &(_, length)| sum.saturating_add(length));
            if here.len() > MAX_DEGREE || most >= sums::range::<Broad>() - 1 {
                return None;
            }
            let mut balanced = Vec::new();
            if most < sums::range::<Narrow>() - 1 {
                list::<Narrow>(&here, 0, sums::of(value), value & 1, &mut balanced);
            } else if most < sums::range::<Middle>() - 1 {
                list::<Middle>(&here, 0, sums::of(value), value & 1, &mut balanced);
            } else {
                list::<Broad>(&here, 0, sums::of(value), value & 1, &mut balanced);
            }
            count += balanced.len();
            if count > MAX_SETS {
                return None;
            }
            at.push(here.iter().fold(0, |bits, &(edge, _)| bits | 1 << edge));
            sets.push(balanced);
        }
        let max_edges = (cells.len() - trees.min(cells.len())) as u32;
        Some(Few { level, cells, max_edges, edges, at, sets, nodes: 0 })
    }

    fn run(mut self) -> Answer {
        match self.search(0, 0) {
            Ok(()) => Answer::Never,
            Err(Stop::Found(moves)) => Answer::Moves(moves),
            Err(Stop::TooMuch) => Answer::Unknown,
        }
    }

    /// The sets that a number can still have.
    fn open(&self, number: usize, present: Bits, absent: Bits) -> impl Iterator<Item = Bits> {
        let needed = present & self.at[number];
        let is_open = move |set: &Bits| set & absent == 0 && needed & !set == 0;
        self.sets[number].iter().copied().filter(is_open)
    }

    fn search(&mut self, present: Bits, absent: Bits) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Stop::TooMuch);
        }
        let Some((present, absent)) = self.propagate(present, absent) else { return Ok(()) };
        let choices = (0..self.sets.len()).map(|number| {
            let choices = self.open(number, present, absent).take(2).count();
            (choices, number)
        });
        let undecided: Vec<usize> =
            choices.filter(|&(choices, _)| choices > 1).map(|(_, number)| number).collect();
        let count = |&number: &usize| self.open(number, present, absent).count();
        let Some(number) = undecided.into_iter().min_by_key(count) else {
            return self.play(present);
        };
        let sets: Vec<Bits> = self.open(number, present, absent).collect();
        for set in sets {
            self.search(present | set, absent | self.at[number] & !set)?;
        }
        Ok(())
    }

    /// All that follows for each edge; `None` if there is no forest.
    fn propagate(&self, mut present: Bits, mut absent: Bits) -> Option<(Bits, Bits)> {
        loop {
            let before = (present, absent);
            absent |= self.closing(present)?;
            for number in 0..self.sets.len() {
                let (mut all, mut any) = (Bits::MAX, 0);
                for set in self.open(number, present, absent) {
                    all &= set;
                    any |= set;
                }
                if any == 0 {
                    return None;
                }
                present |= all;
                absent |= self.at[number] & !any;
            }
            if present & absent != 0 || present.count_ones() > self.max_edges {
                return None;
            }
            if before == (present, absent) {
                return Some(before);
            }
        }
    }

    /// The edges that would close a cycle; `None` if there is one.
    fn closing(&self, present: Bits) -> Option<Bits> {
        let mut tree: Vec<usize> = (0..self.sets.len()).collect();
        let has = |edge: usize| present >> edge & 1 == 1;
        for (edge, &(a, b)) in self.edges.iter().enumerate() {
            if has(edge) {
                let (from, to) = (tree[a], tree[b]);
                if from == to {
                    return None;
                }
                tree.iter_mut().filter(|name| **name == from).for_each(|name| *name = to);
            }
        }
        let closes = |&(edge, &(a, b)): &(usize, &(usize, usize))| !has(edge) && tree[a] == tree[b];
        let closing = self.edges.iter().enumerate().filter(closes);
        Some(closing.fold(0, |bits, (edge, _)| bits | 1 << edge))
    }

    /// Whether the moves of a forest have an order.
    fn play(&self, present: Bits) -> Result<(), Stop> {
        let mut cells = vec![0; self.level.cells().len()];
        for &cell in self.cells {
            cells[cell] = self.level.cells()[cell];
        }
        let Ok(mut level) = Level::new(self.level.width(), self.level.height(), cells) else {
            return Err(Stop::TooMuch);
        };
        let here = self.edges.iter().enumerate().filter(|&(edge, _)| present >> edge & 1 == 1);
        let edges = here.map(|(_, &(a, b))| (a as u32, b as u32)).collect();
        let moves = Edges::of(edges).moves(&level);
        let is_legal = moves.iter().all(|&shift| level.play(shift).is_ok());
        if is_legal && level.is_solved() { Err(Stop::Found(moves)) } else { Ok(()) }
    }
}

/// All sets of the edges that bring the sums to 0.
fn list<W: Word>(edges: &[(usize, u32)], set: Bits, sums: W, odd: u32, balanced: &mut Vec<Bits>) {
    let Some((&(edge, length), rest)) = edges.split_first() else {
        if odd == 0 && sums.has(0) {
            balanced.push(set);
        }
        return;
    };
    list(rest, set, sums, odd, balanced);
    list(rest, set | 1 << edge, sums::add(sums, odd, length), odd ^ length & 1, balanced);
}
