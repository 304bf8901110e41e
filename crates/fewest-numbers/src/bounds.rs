//! Lower bounds on the moves of a level, and proofs that it is unsolvable.
//!
//! The moves that clear a level form a forest. Each number that moves has an edge to
//! the number that it lands on; the length of the edge is their distance. Each tree ends
//! in one number that becomes 0. n numbers in t trees take n − t moves, so a lower bound
//! on the moves is an upper bound on the trees. The arguments:
//!
//! - **Half.** A tree has at least two numbers, since nothing becomes 0 by itself:
//!   t ≤ n / 2, and a single number is a dead end. A move changes the sum of all
//!   numbers by 0 or by twice the smaller of the two. So its parity stays, and an odd
//!   sum never becomes 0.
//! - **Groups.** A move joins two numbers of one row or one column. Numbers that no
//!   chain of rows and columns connects are never in one tree, since empty cells stay
//!   empty. So *half* holds for each group alone.
//! - **Reach.** There is at most one move between two numbers, since one of them is
//!   gone afterwards. A number v is cleared only if v ± a ± b ± … = 0 for some of the
//!   distances a, b, … to the numbers in its row and column. If no choice of distances
//!   and signs gives 0, the level is unsolvable.
//! - **Trees.** A tree of two numbers is one move that clears both: both equal their
//!   distance. With at most p such pairs, all other trees have three numbers or more:
//!   t ≤ p + (n − 2p) / 3.

use super::Direction;
use super::space::Numbers;
use super::values::Values;
use fewest::names::{Name, Names};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// A lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Half of the numbers.
    Half,
    /// Half of the numbers of each group.
    Groups,
    /// Trees of three, except for pairs that clear each other; and the reach of each
    /// number.
    Trees,
}

impl Bound {
    /// All of them by name, from weak to strong.
    pub const NAMES: Names<Bound> = Names::new(&[
        Name::new("half", Bound::Half, "half of the numbers: a move clears at most two"),
        Name::new(
            "groups",
            Bound::Groups,
            "the same for each group of numbers that rows and columns connect",
        ),
        Name::new(
            "trees",
            Bound::Trees,
            "two moves for three numbers, except where two clear each other; the default",
        ),
    ]);

    /// All of them.
    pub const ALL: [Bound; 3] = Bound::NAMES.values();

    /// Its name.
    pub fn name(self) -> &'static str {
        Bound::NAMES.name_of(&self)
    }
}

/// Numbers that may be in one tree.
#[derive(Clone, Copy, Default, Debug)]
struct Group {
    numbers: u32,
    /// The numbers that equal their distance to another of the same value.
    ready: u32,
    is_odd: bool,
}

impl Group {
    fn add(&mut self, value: u32, is_ready: bool) {
        self.numbers += 1;
        self.ready += u32::from(is_ready);
        self.is_odd ^= value % 2 == 1;
    }

    /// The fewest moves that can clear it.
    fn moves(self) -> Cost {
        if self.is_odd || self.numbers == 1 {
            return DEAD_END;
        }
        let pairs = self.ready / 2;
        self.numbers - pairs - (self.numbers - 2 * pairs) / 3
    }

    /// The fewest moves if any two numbers might clear each other.
    fn half(self) -> Cost {
        Group { ready: self.numbers, ..self }.moves()
    }
}

impl<V: Values> Heuristic<Numbers<V>> for Bound {
    type Value = Cost;

    fn evaluate(&self, space: &Numbers<V>, state: &V) -> Cost {
        match self {
            Bound::Half => {
                let mut all = Group::default();
                for value in (0..space.len()).map(|number| state.get(number)) {
                    if value != 0 {
                        all.add(value, false);
                    }
                }
                all.half()
            }
            Bound::Groups => together(groups(space, state, |_, _| Some(false)), Group::half),
            Bound::Trees => {
                let is_ready = |number, value| {
                    can_vanish(space, state, number, value)
                        .then(|| is_ready(space, state, number, value))
                };
                together(groups(space, state, is_ready), Group::moves)
            }
        }
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        true
    }
    /// A move clears at most two numbers of one group, which may fall apart; the halves
    /// of the parts add up to at least its own half less one. But a move can make its
    /// target pair with several others at once, so `Trees` is not consistent.
    fn is_consistent(&self) -> bool {
        *self != Bound::Trees
    }
}

fn together(groups: Option<Vec<Group>>, moves: fn(Group) -> Cost) -> Cost {
    let Some(groups) = groups else { return DEAD_END };
    // A dead end is the largest value, and stays so.
    groups.into_iter().map(moves).fold(0, Cost::saturating_add)
}

/// Whether a single move can clear the number and another one.
fn is_ready<V: Values>(space: &Numbers<V>, state: &V, number: usize, value: u32) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let target = space.target(number, value, direction);
        target.is_some_and(|target| state.get(target) == value)
    })
}

/// Whether the value is a signed sum of some distances to the numbers in its row and
/// column. Where these exceed the bits of a word, only whether it is at most their sum.
fn can_vanish<V: Values>(space: &Numbers<V>, state: &V, number: usize, value: u32) -> bool {
    // Each distance counts −1, 0 or 1 times; or, with all of them added on both sides,
    // 0, 1 or 2 times. Sums beyond the word are beyond the wanted one.
    let (mut sums, mut all) = (1_u128, 0_u32);
    let others = space.in_line(number).filter(|&(other, ..)| state.get(other) != 0);
    for (_, _, far) in others {
        all += far;
        if all >= value.max(u128::BITS) {
            return true;
        }
        let shifted = |by: u32| sums.checked_shl(by).unwrap_or(0);
        sums |= shifted(far) | shifted(2 * far);
    }
    // No overflow: the value is less than 2³¹, and all are less than it or the word.
    match all + value {
        sum if sum < u128::BITS => sums >> sum & 1 == 1,
        _ => value <= all,
    }
}

/// The groups. `None` if `is_ready` finds a number that can't be cleared.
fn groups<V: Values>(
    space: &Numbers<V>,
    state: &V,
    is_ready: impl Fn(usize, u32) -> Option<bool>,
) -> Option<Vec<Group>> {
    let numbers = || {
        let values = (0..space.len()).map(|number| (number, state.get(number)));
        values.filter(|&(_, value)| value != 0)
    };
    let mut lines = Lines::new(space.width() + space.height());
    for (number, _) in numbers() {
        let (x, y) = space.place(number);
        lines.join(x, space.width() + y);
    }
    let mut groups = vec![Group::default(); space.width() + space.height()];
    for (number, value) in numbers() {
        let (x, _) = space.place(number);
        groups[lines.find(x)].add(value, is_ready(number, value)?);
    }
    groups.retain(|group| group.numbers > 0);
    Some(groups)
}

/// Rows and columns, joined where a number stands in both (Galler and Fischer 1964).
struct Lines(Vec<u16>);

impl Lines {
    fn new(lines: usize) -> Self {
        Lines((0..lines as u16).collect())
    }

    fn find(&mut self, line: usize) -> usize {
        let mut line = line;
        while usize::from(self.0[line]) != line {
            let parent = usize::from(self.0[line]);
            self.0[line] = self.0[parent];
            line = parent;
        }
        line
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b as u16;
    }
}
