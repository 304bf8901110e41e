//! The most trees that a few dozen numbers can be divided into: exact search.
//!
//! Every number of a plan is in one tree. So a plan of m trees or more divides the numbers
//! into listed small trees, and *the rest*: what is in trees that are larger than all
//! listed ones. The search picks the number that is in the fewest small trees and tries
//! each of these trees, and that the number is in the rest. Three things cut it short:
//!
//! - **Shares.** Let the shares of every small tree add up to 1 or more
//!   ([`cover`](super::cover)). What is above 1 is wasted. Let each share be u or more. The rest
//!   is in l trees of more than k numbers, so it has l (k + 1) numbers or more, and what its
//!   shares have above l (k + 1) u is wasted too. Together, a plan of m trees has shares
//!   m − l + l (k + 1) u plus its waste. So it wastes no more than all shares less that.
//!   Most trees alone waste more, and are never tried. For each l there are other shares
//!   that leave the least to waste. Where nothing is in the rest, u may be below 0.
//! - **Sizes.** The small trees must do with what the rest leaves, and of the smallest trees
//!   there are few that do not share numbers (again by shares).
//! - **The rest must be cleared**, by [`few`](super::few). Each set is tried only once.
//!
//! If the search ends without an answer, no plan has m trees.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::cover::{Shares, WHOLE};
use super::few::{self, Answer};
use super::small_trees::{Set, SmallTrees, members};
use crate::{Level, Shift};
use fewest::search::{Meter, Stop};

/// The maximum number of numbers: each is a bit of a word.
pub(crate) const MAX_NUMBERS: usize = 128;

/// The largest size whose trees are counted by shares of their own, and the most trees for
/// that.
const COUNTED_SIZE: usize = 8;
const COUNTED_TREES: usize = 5000;

/// The least shares that are tried for each number of trees of the rest, in parts of what a
/// tree larger than the listed ones needs: any for none, and the last for more than one.
const LEAST: [&[i64]; 3] = [&[-10], &[1, 2], &[2, 4]];

/// The bytes of a set that was tried to be cleared, at the most about.
const ENTRY_BYTES: usize = 512;

/// A number as a bit.
type Numbers = u128;

pub(super) struct Partition<'a> {
    level: &'a Level,
    cells: Vec<usize>,
    small: &'a SmallTrees,
    /// Shares for all trees.
    shares: &'a Shares,
    /// Shares with other least ones, by [`LEAST`].
    others: HashMap<i64, Shares>,
    /// The most trees of up to each size that a plan can have.
    caps: Vec<usize>,
    /// What was tried to be cleared, in how many trees.
    tried: HashMap<(Numbers, usize), Answer>,
}

#[derive(Clone, Copy)]
struct Tree {
    numbers: Numbers,
    /// Its shares beyond 1.
    waste: i64,
}

/// What is known about plans of some number of trees.
#[derive(Debug)]
pub(super) enum Found {
    /// Here is one.
    Plan(Vec<Shift>),
    /// There is none (proved).
    None,
    /// Some sets of numbers could not be decided.
    Unknown,
}

/// What a node of the search knows.
#[derive(Clone, Copy)]
struct Node {
    /// The numbers that are in no tree yet, and those of the rest.
    left: Numbers,
    rest: Numbers,
    waste: i64,
    /// The shares of the rest.
    worth: i64,
}

struct Search<'a, 'b> {
    partition: &'b mut Partition<'a>,
    meter: &'b mut Meter,
    /// The trees of the plan, and those of the rest.
    wanted: usize,
    large: usize,
    /// The shares, those that the rest needs, and what may be wasted.
    shares: &'b [i64],
    needed: i64,
    budget: i64,
    chosen: Vec<Numbers>,
    /// The chosen trees of each size.
    sizes: Vec<usize>,
    is_unknown: bool,
}

enum End {
    Found(Vec<Shift>),
    Stopped(Stop),
}

impl<'a> Partition<'a> {
    /// The small trees must be all of their sizes, and the shares enough for all trees.
    pub(super) fn new(
        level: &'a Level,
        small: &'a SmallTrees,
        shares: &'a Shares,
        meter: &mut Meter,
    ) -> Self {
        let cells: Vec<usize> =
            (0..level.cells().len()).filter(|&cell| level.cells()[cell] != 0).collect();
        let mut caps = vec![shares.most_trees(); small.size + 1];
        for (size, cap) in caps.iter_mut().enumerate().take(COUNTED_SIZE + 1).skip(2) {
            let count = small.trees.partition_point(|set| members(set).count() <= size);
            if count > COUNTED_TREES {
                break;
            }
            let few = Shares::new(cells.len(), &small.trees[..count], 0, meter);
            *cap = few.most_trees().min(*cap);
        }
        let (others, tried) = (HashMap::new(), HashMap::new());
        Partition { level, cells, small, shares, others, caps, tried }
    }

    /// Looks for a plan of at least some number of trees.
    pub(super) fn at_least(&mut self, trees: usize, meter: &mut Meter) -> Result<Found, Stop> {
        let all = Numbers::MAX >> (MAX_NUMBERS - self.cells.len().max(1));
        let mut is_unknown = false;
        for large in 0..=self.cells.len() / (self.small.size + 1) {
            let (shares, needed, total) = self.shares_for(large, meter);
            let budget = total - trees as i64 * WHOLE;
            let tree = |set| Tree { numbers: bits(set), waste: shares.waste(set) };
            let usable = self.small.trees.iter().map(tree);
            let usable: Vec<Tree> = usable.filter(|tree| tree.waste <= budget).collect();
            if budget < 0 {
                continue;
            }
            let mut search = Search {
                meter,
                wanted: trees,
                large,
                shares: &shares.of,
                needed,
                budget,
                chosen: Vec::new(),
                sizes: vec![0; self.small.size + 1],
                is_unknown,
                partition: self,
            };
            match search.visit(Node { left: all, rest: 0, waste: 0, worth: 0 }, &usable) {
                Ok(()) => is_unknown = search.is_unknown,
                Err(End::Found(moves)) => return Ok(Found::Plan(moves)),
                Err(End::Stopped(stop)) => return Err(stop),
            }
        }
        Ok(if is_unknown { Found::Unknown } else { Found::None })
    }

    /// The shares that leave the least to waste where the rest is in this number of trees;
    /// what it needs of them; and the shares of all small trees together, with one for each
    /// tree of the rest.
    fn shares_for(&mut self, large: usize, meter: &mut Meter) -> (Shares, i64, i64) {
        let kinds = LEAST[large.min(LEAST.len() - 1)];
        for &kind in kinds.iter().filter(|&&kind| kind != 1) {
            let (small, numbers) = (self.small, self.cells.len());
            let new = || Shares::new(numbers, &small.trees, kind * self.shares.least, meter);
            self.others.entry(kind).or_insert_with(new);
        }
        let needed = |shares: &Shares| large as i64 * (self.small.size as i64 + 1) * shares.least;
        let total = |shares: &&Shares| shares.total - needed(shares) + large as i64 * WHOLE;
        let others = kinds.iter().filter_map(|kind| self.others.get(kind));
        let best = others.chain([self.shares]).min_by_key(total).unwrap_or(self.shares);
        (best.clone(), needed(best), total(&best))
    }

    /// Whether some numbers can be cleared, in at least some number of trees.
    fn clear(
        &mut self,
        numbers: Numbers,
        trees: usize,
        meter: &mut Meter,
    ) -> Result<&Answer, Stop> {
        let (level, cells) = (self.level, &self.cells);
        match self.tried.entry((numbers, trees)) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(new) => {
                meter.check()?;
                meter.take(ENTRY_BYTES)?;
                let chosen: Vec<usize> = each(numbers).map(|number| cells[number]).collect();
                Ok(new.insert(few::clear(level, &chosen, trees)))
            }
        }
    }
}

fn bits(set: &Set) -> Numbers {
    members(set).fold(0, |numbers, number| numbers | 1 << number)
}

/// The numbers of a set.
fn each(mut numbers: Numbers) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = numbers.trailing_zeros();
        numbers &= numbers.wrapping_sub(1);
        (number < Numbers::BITS).then_some(number as usize)
    })
}

fn count(numbers: Numbers) -> usize {
    numbers.count_ones() as usize
}

impl Search<'_, '_> {
    fn clear(&mut self, numbers: Numbers, trees: usize) -> Result<&Answer, End> {
        self.partition.clear(numbers, trees, self.meter).map_err(End::Stopped)
    }

    /// Whether no more is wasted than may be.
    fn affords(&self, node: &Node) -> bool {
        node.waste + (node.worth - self.needed).max(0) <= self.budget
    }

    /// Tries all trees for the numbers that are left; `trees` are those that fit.
    fn visit(&mut self, node: Node, trees: &[Tree]) -> Result<(), End> {
        self.meter.expand().map_err(End::Stopped)?;
        if node.left == 0 {
            return self.finish(node.rest);
        }
        if !self.has_room(&node) {
            return Ok(());
        }
        let mut choices = [0_u32; MAX_NUMBERS];
        for tree in trees {
            each(tree.numbers).for_each(|number| choices[number] += 1);
        }
        let with_rest = |number: usize| Node {
            left: node.left & !(1 << number),
            rest: node.rest | 1 << number,
            worth: node.worth + self.shares[number],
            ..node
        };
        let may_rest = |number: usize| self.large > 0 && self.affords(&with_rest(number));
        let fewest = |&number: &usize| choices[number] + u32::from(may_rest(number));
        let Some(number) = each(node.left).min_by_key(fewest) else { return Ok(()) };
        let (may_rest, with_rest) = (may_rest(number), with_rest(number));
        for &tree in trees.iter().filter(|tree| tree.numbers >> number & 1 == 1) {
            if *self.clear(tree.numbers, 1)? == Answer::Never {
                continue;
            }
            let next =
                Node { left: node.left & !tree.numbers, waste: node.waste + tree.waste, ..node };
            self.chosen.push(tree.numbers);
            self.sizes[count(tree.numbers)] += 1;
            self.visit(next, &self.fitting(&next, trees))?;
            self.sizes[count(tree.numbers)] -= 1;
            self.chosen.pop();
        }
        if may_rest {
            self.visit(with_rest, &self.fitting(&with_rest, trees))?;
        }
        Ok(())
    }

    /// The trees that fit the numbers that are left, and waste no more than may be.
    fn fitting(&self, node: &Node, trees: &[Tree]) -> Vec<Tree> {
        let fits = |tree: &&Tree| {
            tree.numbers & !node.left == 0
                && self.affords(&Node { waste: node.waste + tree.waste, ..*node })
        };
        trees.iter().filter(fits).copied().collect()
    }

    /// Whether the numbers suffice for the trees that are still needed.
    fn has_room(&self, node: &Node) -> bool {
        let Partition { small: SmallTrees { size, .. }, caps, .. } = &*self.partition;
        let mut missing = self.wanted.saturating_sub(self.large + self.chosen.len());
        let (mut needed, mut before, mut chosen) = (self.large * (size + 1), 0, 0);
        for (size, cap) in caps.iter().enumerate().skip(2) {
            chosen += self.sizes[size];
            // As many of this size or less can still be taken.
            let more = cap.saturating_sub(chosen).max(before);
            let taken = (more - before).min(missing);
            needed += taken * size;
            missing -= taken;
            before = more;
        }
        missing == 0 && count(node.left) + count(node.rest) >= needed
    }

    /// All numbers are in a small tree or in the rest.
    fn finish(&mut self, rest: Numbers) -> Result<(), End> {
        if count(rest) < self.large * (self.partition.small.size + 1) {
            return Ok(());
        }
        let mut moves = Vec::new();
        let parts = self.chosen.iter().map(|&tree| (tree, 1)).chain([(rest, self.large)]);
        for (numbers, trees) in parts {
            match self.partition.clear(numbers, trees, self.meter).map_err(End::Stopped)? {
                Answer::Moves(some) => moves.extend(some),
                Answer::Never => return Ok(()),
                Answer::Unknown => {
                    self.is_unknown = true;
                    return Ok(());
                }
            }
        }
        Err(End::Found(moves))
    }
}
