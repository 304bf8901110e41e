//! The table of the walking distance for one axis, rows or columns.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::few;
use fewest::space::Cost;

/// The maximum number of states of a table. The largest boards whose two tables
/// fit are 2×6, 3×5 and 4×4, which take at most 35 MB.
pub(super) const MAX_STATES: usize = 1 << 20;

/// A state's number, and its distance from the goal in the bits above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry(u32);

const NUMBER_BITS: u32 = MAX_STATES.trailing_zeros();

impl Entry {
    /// The largest distance.
    pub(super) const MAX_DISTANCE: usize = (u32::MAX >> NUMBER_BITS) as usize;

    /// A distance alone, where there is no table.
    pub(super) fn of_distance(distance: Cost) -> Self {
        Entry::new(0, distance)
    }

    fn new(number: usize, distance: Cost) -> Self {
        Entry(number as u32 | distance << NUMBER_BITS)
    }

    #[inline]
    fn number(self) -> usize {
        self.0 as usize & (MAX_STATES - 1)
    }

    #[inline]
    pub(super) fn distance(self) -> Cost {
        self.0 >> NUMBER_BITS
    }
}

/// Whether a tile goes to the line before or to the one after, in the order in
/// which [`Walks::new`] makes the links.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Back,
    On,
}

/// The counts of one axis: field (line, goal line) of a number.
pub(super) type Counts = u128;

/// The table of one axis.
#[derive(Debug)]
pub(super) struct Walks {
    lines: usize,
    field_bits: usize,
    /// The state after a move, by state, direction and goal line of the tile.
    links: Vec<Entry>,
    numbers: FxHashMap<Counts, Entry>,
}

impl Walks {
    /// The table for `lines` lines of `length` cells, which has `states` states.
    pub(super) fn new(lines: usize, length: usize, blank_line: usize, states: usize) -> Self {
        let mut walks = Walks {
            lines,
            field_bits: field_bits(length),
            links: Vec::with_capacity(states * 2 * lines),
            numbers: FxHashMap::with_capacity_and_hasher(states, FxBuildHasher),
        };
        let mut goal = 0;
        for line in 0..lines {
            let tiles = length - usize::from(line == blank_line);
            goal += walks.one(line, line) * tiles as Counts;
        }
        let mut queue = Vec::with_capacity(states);
        queue.push((goal, blank_line));
        walks.numbers.insert(goal, Entry::new(0, 0));
        let mut next = 0;
        while let Some(&(counts, blank)) = queue.get(next) {
            let distance = walks.numbers[&counts].distance();
            for source in [blank + 1, blank.wrapping_sub(1)] {
                for goal_line in 0..lines {
                    if source >= lines || walks.count(counts, source, goal_line) == 0 {
                        walks.links.push(Entry(0));
                        continue;
                    }
                    let after = counts - walks.one(source, goal_line) + walks.one(blank, goal_line);
                    let entry = *walks.numbers.entry(after).or_insert_with(|| {
                        queue.push((after, source));
                        Entry::new(queue.len() - 1, distance + 1)
                    });
                    walks.links.push(entry);
                }
            }
            next += 1;
        }
        walks
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let slot = size_of::<(Counts, Entry)>() + 1;
        self.links.capacity() * size_of::<Entry>() + self.numbers.capacity() * slot
    }

    /// The state with these counts, which are those of some board.
    pub(super) fn entry(&self, counts: Counts) -> Entry {
        self.numbers[&counts]
    }

    /// One tile that belongs in `goal_line` and stands in `line`.
    pub(super) fn one(&self, line: usize, goal_line: usize) -> Counts {
        1 << self.field(line, goal_line)
    }

    fn count(&self, counts: Counts, line: usize, goal_line: usize) -> Counts {
        (counts >> self.field(line, goal_line)) & ((1 << self.field_bits) - 1)
    }

    fn field(&self, line: usize, goal_line: usize) -> usize {
        self.field_bits * (line * self.lines + goal_line)
    }

    #[inline]
    pub(super) fn walk(&self, from: Entry, step: Step, goal_line: usize) -> Entry {
        self.links[(from.number() * 2 + step as usize) * self.lines + goal_line]
    }
}

fn field_bits(length: usize) -> usize {
    (usize::BITS - length.leading_zeros()) as usize
}

/// The number of states of the table for `lines` lines of `length` cells; `None` if it
/// exceeds [`MAX_STATES`] or they don't fit in [`Counts`].
///
/// It is the number of distributions of the tiles of the goal lines over the lines, times
/// the lines where the blank can be. Goal lines with the same number of tiles left are
/// alike. Every partial distribution can be completed, so their number shows early when
/// there are too many.
pub(super) fn states(lines: usize, length: usize) -> Option<usize> {
    if lines * lines * field_bits(length) > Counts::BITS as usize {
        return None;
    }
    let mut left = vec![length; lines];
    left[0] -= 1;
    let mut beginnings = FxHashMap::from_iter([(left, 1_usize)]);
    for line in 0..lines {
        let tiles = length - usize::from(line == 0);
        let mut longer = FxHashMap::default();
        let mut total = 0;
        for (left, count) in beginnings {
            let mut fillings = vec![(left, tiles)];
            for goal_line in 0..lines {
                fillings = (fillings.into_iter())
                    .flat_map(|(left, wanted)| {
                        let most = wanted.min(left[goal_line]);
                        (0..=most).map(move |taken| {
                            let mut left = left.clone();
                            left[goal_line] -= taken;
                            (left, wanted - taken)
                        })
                    })
                    .filter(|(left, wanted)| left[goal_line + 1..].iter().sum::<usize>() >= *wanted)
                    .take(MAX_STATES + 1)
                    .collect();
            }
            total += count * fillings.len();
            if total * lines > MAX_STATES {
                return None;
            }
            for (mut left, _) in fillings {
                few::sort(&mut left, |a, b| a < b);
                *longer.entry(left).or_insert(0) += count;
            }
        }
        beginnings = longer;
    }
    Some(lines * beginnings.values().sum::<usize>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_states_counted() {
        for (lines, length) in [(2, 2), (2, 9), (3, 3), (3, 5), (4, 2), (4, 4), (5, 2)] {
            let counted = states(lines, length).unwrap();
            for blank_line in [0, 1, lines - 1] {
                let walks = Walks::new(lines, length, blank_line, counted);
                assert_eq!(walks.len(), counted);
            }
        }
        assert_eq!(states(3, 3), Some(105));
        assert_eq!(states(4, 4), Some(24_964));
    }
}
