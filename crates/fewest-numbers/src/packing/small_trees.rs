//! Every set of a few numbers that can be a tree of a plan.
//!
//! In a tree each vertex is balanced: its number and the lengths of its edges, each added
//! or subtracted, make 0. Here trees are grown from a root. A *branch* is a root with some
//! of its subtrees, and what the root can become. It can hang on another number if one of
//! these values is their distance. It is a tree if one of them is 0.
//!
//! A branch is made of two smaller ones: the root without the subtree that has the last
//! number, and that subtree. The order in which numbers land is ignored, so some of the
//! sets may not be trees after all; but none is missing.

use crate::Level;
use crate::forest::lines::Lines;
use crate::sums::{self, Broad, Word};
use fewest::search::{Meter, Stop};

/// The largest tree that is looked for.
const MAX_SIZE: usize = 16;

/// Trees of up to this size are always looked for; larger ones only on levels of more than
/// twice as many numbers.
const ENOUGH_SIZE: usize = 10;

/// No number.
const NONE: u32 = u32::MAX;

/// Numbers in order, then [`NONE`].
pub(super) type Set = [u32; MAX_SIZE];

/// The numbers of a set.
pub(super) fn members(set: &Set) -> impl Iterator<Item = usize> + '_ {
    set.iter().take_while(|&&number| number != NONE).map(|&number| number as usize)
}

/// The trees of up to some size.
#[derive(Debug)]
pub(super) struct SmallTrees {
    /// All trees up to this size are there.
    pub(super) size: usize,
    pub(super) trees: Vec<Set>,
}

/// The pairs of branches that are looked at, about a second's work, and the trees that are
/// enough: more of them take longer to make use of than they are worth.
const WORK: u64 = 20_000_000;
const ENOUGH: usize = 60_000;

impl SmallTrees {
    /// All trees of as many numbers as can be found with little work and memory.
    pub(super) fn of(level: &Level, meter: &mut Meter) -> Self {
        let mut found = SmallTrees { size: 1, trees: Vec::new() };
        let longest = level.width().max(level.height()) as u32 - 1;
        // Sums that no further edges can bring to 0 are left out; all others fit the word.
        let fits = |size: usize| size as u32 * longest < sums::range::<Broad>() - 1;
        let max_size = (2..=MAX_SIZE).take_while(|&size| fits(size)).last().unwrap_or(1);
        if meter.take(Lines::<Broad>::bytes(level)).is_err() {
            return found;
        }
        let Ok(lines) = Lines::<Broad>::of(level, meter) else { return found };
        // One tree of a plan at most has more than half of the numbers.
        let half = ENOUGH_SIZE.max(lines.len() / 2);
        let max_size = max_size.min(lines.len()).min(half).max(1);
        let mut growth = Growth { lines, longest, max_size, work: WORK, branches: Vec::new() };
        growth.plant();
        for size in 2..=max_size {
            let Ok(trees) = growth.trees(size, meter) else { break };
            found.trees.extend(trees);
            found.size = size;
            let has_enough = size == max_size || found.trees.len() >= ENOUGH;
            if has_enough || growth.grow(size, meter).is_err() {
                break;
            }
        }
        found
    }
}

/// A root with some of its subtrees.
#[derive(Clone, Copy)]
struct Branch {
    root: u32,
    /// All its numbers.
    set: Set,
    /// A bit for each of them, the same for every 64th (Bloom 1970).
    bits: u64,
    /// The last number apart from the root; 0 if there is none.
    last: u32,
    /// What the root can become, as [`sums`].
    sums: Broad,
    /// 1 if these are odd. They are if the sum of all numbers is: every edge counts at both
    /// of its ends, and every other vertex is balanced.
    odd: u32,
}

/// The branches of one size, by root.
#[derive(Default)]
struct Branches {
    all: Vec<Branch>,
    /// Where those of each root begin, and the end.
    starts: Vec<u32>,
}

impl Branches {
    /// Puts branches of the same numbers together: their roots can become all of the values.
    fn new(mut all: Vec<Branch>, roots: usize) -> Self {
        all.sort_unstable_by(|a, b| (a.root, a.bits, &a.set).cmp(&(b.root, b.bits, &b.set)));
        all.dedup_by(|later, first| {
            let is_same = (later.root, later.set) == (first.root, first.set);
            if is_same {
                first.sums = first.sums.or(later.sums);
            }
            is_same
        });
        let start = |root: usize| all.partition_point(|branch| (branch.root as usize) < root);
        let starts = (0..=roots).map(|root| start(root) as u32).collect();
        Branches { all, starts }
    }

    fn of(&self, root: usize) -> &[Branch] {
        &self.all[self.starts[root] as usize..self.starts[root + 1] as usize]
    }
}

struct Growth {
    lines: Lines<Broad>,
    longest: u32,
    max_size: usize,
    /// The pairs of branches that may still be looked at.
    work: u64,
    /// By size, from 1 on.
    branches: Vec<Branches>,
}

impl Growth {
    /// Each number alone.
    fn plant(&mut self) {
        let most = (self.max_size - 1) as u32 * self.longest;
        let alone = |(root, &value): (usize, &u32)| {
            let mut set = [NONE; MAX_SIZE];
            set[0] = root as u32;
            let (root, bits, sums) = (root as u32, 1 << (root % 64), sums::of(value));
            Branch { root, set, bits, last: 0, sums, odd: value & 1 }
        };
        let values = self.lines.values.iter().enumerate().filter(|&(_, &value)| value <= most);
        self.branches.push(Branches::new(values.map(alone).collect(), self.lines.len()));
    }

    /// All trees of this size.
    fn trees(&mut self, size: usize, meter: &mut Meter) -> Result<Vec<Set>, Stop> {
        let mut trees = Vec::new();
        self.pairs(size, meter, &mut |root, child, far| {
            // Rooted at its first number, so that it is found only once.
            let is_first = root.set[0] == root.root && child.set[0] > root.root;
            if is_first && root.odd == far & 1 && root.sums.has(far / 2) {
                trees.push(union(&root.set, &child.set));
            }
            Ok(())
        })?;
        trees.sort_unstable();
        trees.dedup();
        Ok(trees)
    }

    /// Adds the branches of this size.
    fn grow(&mut self, size: usize, meter: &mut Meter) -> Result<(), Stop> {
        let most = (self.max_size - size) as u32 * self.longest;
        let useful = [0, 1].map(|odd| {
            let sums = (odd..=most).step_by(2).map(sums::of::<Broad>);
            sums.fold(Broad::default(), Broad::or)
        });
        let mut grown: Vec<Branch> = Vec::new();
        let room = (meter.free_bytes() / 2) as usize / size_of::<Branch>();
        self.pairs(size, meter, &mut |root, child, far| {
            let odd = root.odd ^ far & 1;
            let sums = sums::add(root.sums, root.odd, far).and(useful[odd as usize]);
            if sums != Broad::default() {
                let (set, bits) = (union(&root.set, &child.set), root.bits | child.bits);
                let last = root.last.max(child.last).max(child.root);
                grown.push(Branch { root: root.root, set, bits, last, sums, odd });
            }
            if grown.len() <= room { Ok(()) } else { Err(Stop::Memory) }
        })?;
        meter.take(grown.capacity() * size_of::<Branch>())?;
        self.branches.push(Branches::new(grown, self.lines.len()));
        Ok(())
    }

    /// Calls `join` with all pairs of branches that make one of this size: a root, and a
    /// subtree that hangs on it, with the length of the edge.
    fn pairs(
        &mut self,
        size: usize,
        meter: &mut Meter,
        join: &mut dyn FnMut(&Branch, &Branch, u32) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let has_one_bit_each = self.lines.len() <= 64;
        for small in 1..size {
            let roots = &self.branches[size - small - 1];
            for child in &self.branches[small - 1].all {
                meter.expand()?;
                let from = child.root as usize;
                let last = child.last.max(child.root);
                for direction in 0..4 {
                    let seen = self.lines.seen(from, child.odd as usize, direction);
                    let mut lengths = child.sums.and(seen);
                    while let Some(bit) = lengths.take_lowest() {
                        let far = 2 * bit + child.odd;
                        let to = self.lines.look(from, direction, far as usize);
                        if child.set.contains(&(to as u32)) {
                            continue;
                        }
                        for root in roots.of(to) {
                            self.work = self.work.checked_sub(1).ok_or(Stop::Nodes)?;
                            let is_last = root.last < last || small + 1 == size;
                            let may_share = root.bits & child.bits != 0;
                            if is_last
                                && (!may_share
                                    || !has_one_bit_each && are_disjoint(&root.set, &child.set))
                            {
                                join(root, child, far)?;
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn are_disjoint(a: &Set, b: &Set) -> bool {
    members(a).all(|number| !b.contains(&(number as u32)))
}

fn union(a: &Set, b: &Set) -> Set {
    let mut all = [NONE; MAX_SIZE];
    for (place, number) in members(a).chain(members(b)).enumerate() {
        all[place] = number as u32;
    }
    all.sort_unstable();
    all
}
