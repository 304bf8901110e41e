//! An upper bound on the trees of a plan: fractions of a tree for each number, so that
//! every possible tree has numbers worth a whole one.
//!
//! Give each number a share. If the shares of every tree that a plan can have add up to 1
//! or more, no plan has more trees than all shares together. This is a covering problem,
//! the dual of packing trees (linear programming duality). With all possible trees of up
//! to k numbers at hand, a share of 1 / (k + 1) is enough for any larger tree. So each
//! number has at least that, and more where small trees need it.
//!
//! The shares are found by a primal-dual method in floating point (Chambolle and Pock
//! 2011) on the trees that lack most, and then made right in whole parts of a tree. So the
//! bound holds whatever the method does.

use super::small_trees::{Set, SmallTrees, members};
use fewest::search::{Meter, Stop};

/// Shares are counted in these parts of a tree.
pub(super) const WHOLE: i64 = 1 << 32;

/// Trees are added in this number of rounds, in each of them up to [`ADDED`] for each number,
/// followed by this number of iterations.
const ROUNDS: usize = 8;
const ADDED: usize = 4;
const ITERATIONS: usize = 500;

/// An iteration that changes no more than this is the last of its round.
const SETTLED: f64 = 1e-5;

/// What a tree may lack before it is made right in the end.
const ENOUGH: f64 = 1e-4;

/// From this number of trees on, shares take long.
const MANY: usize = 5000;

/// A share of a tree for each number, in parts of [`WHOLE`].
#[derive(Clone, Debug)]
pub(super) struct Shares {
    /// No share is less.
    pub(super) least: i64,
    pub(super) of: Vec<i64>,
    pub(super) total: i64,
}

impl Shares {
    /// Shares of which each of the trees has a whole or more.
    pub(super) fn new(numbers: usize, trees: &[Set], least: i64, meter: &mut Meter) -> Self {
        let cover = Cover::new(numbers, trees, least);
        let mut of = cover.make_right(&cover.approximate(meter));
        cover.tighten(&mut of);
        debug_assert!(cover.is_right(&of));
        let total = of.iter().sum();
        Shares { least, of, total }
    }

    /// Shares that are also enough for any tree that is larger than the listed ones.
    ///
    /// If there are many of the largest trees, it begins without them: where the time is too short
    /// for all, shares that have settled for a few are better.
    pub(super) fn of_all(numbers: usize, small: &SmallTrees, meter: &mut Meter) -> Self {
        let of = |size: usize, meter: &mut Meter| {
            let end = small.trees.partition_point(|set| members(set).count() <= size);
            let least = (WHOLE as u64).div_ceil(size as u64 + 1) as i64;
            Shares::new(numbers, &small.trees[..end], least, meter)
        };
        let first =
            (small.trees.len() >= MANY && small.size > 2).then(|| of(small.size - 1, meter));
        let all = of(small.size, meter);
        match first {
            Some(first) if first.total < all.total => first,
            _ => all,
        }
    }

    /// The most trees that a plan can have, if the shares are enough for all of them.
    pub(super) fn most_trees(&self) -> usize {
        (self.total.max(0) / WHOLE) as usize
    }

    /// The shares of a tree beyond a whole.
    pub(super) fn waste(&self, set: &Set) -> i64 {
        members(set).map(|number| self.of[number]).sum::<i64>() - WHOLE
    }
}

/// The trees that matter, with their prices: the dual of the shares.
struct Active {
    trees: Vec<u32>,
    prices: Vec<f64>,
}

struct Cover<'a> {
    trees: &'a [Set],
    /// The least share of a number.
    least: i64,
    /// The trees of each number.
    of: Vec<Vec<u32>>,
}

impl<'a> Cover<'a> {
    fn new(numbers: usize, trees: &'a [Set], least: i64) -> Self {
        let mut of = vec![Vec::new(); numbers];
        for (tree, set) in trees.iter().enumerate() {
            members(set).for_each(|number| of[number].push(tree as u32));
        }
        Cover { trees, least, of }
    }

    /// What the shares above the least should be, about. Few trees matter: those that lack
    /// most are added again and again.
    fn approximate(&self, meter: &mut Meter) -> Vec<f64> {
        let numbers = self.of.len();
        let mut shares = vec![0.0; numbers];
        let mut active = Active { trees: Vec::new(), prices: Vec::new() };
        let mut is_active = vec![false; self.trees.len()];
        let mut is_settled = false;
        for _ in 0..ROUNDS {
            let mut lacking: Vec<(f64, u32)> = (0..self.trees.len() as u32)
                .filter(|&tree| !is_active[tree as usize])
                .map(|tree| (self.lack(&shares, tree), tree))
                .filter(|&(lack, _)| lack > ENOUGH)
                .collect();
            if lacking.is_empty() && is_settled {
                break;
            }
            // The smallest come first, and the sort is stable.
            lacking.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut added = vec![0; numbers];
            for (_, tree) in lacking {
                let set = &self.trees[tree as usize];
                if members(set).any(|number| added[number] < ADDED) {
                    members(set).for_each(|number| added[number] += 1);
                    is_active[tree as usize] = true;
                    active.trees.push(tree);
                    active.prices.push(0.0);
                }
            }
            match self.iterate(&mut shares, &mut active, meter) {
                Ok(settled) => is_settled = settled,
                Err(_) => break,
            }
        }
        shares
    }

    /// What a tree lacks, given the shares above the least.
    fn lack(&self, above: &[f64], tree: u32) -> f64 {
        let set = &self.trees[tree as usize];
        let least = self.least as f64 / WHOLE as f64;
        1.0 - members(set).map(|number| above[number] + least).sum::<f64>()
    }

    /// Improves the shares for some of the trees; returns whether they have settled.
    fn iterate(
        &self,
        shares: &mut [f64],
        active: &mut Active,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let mut of = vec![Vec::new(); shares.len()];
        for (place, &tree) in active.trees.iter().enumerate() {
            members(&self.trees[tree as usize]).for_each(|number| of[number].push(place));
        }
        let mut ahead = shares.to_vec();
        for _ in 0..ITERATIONS {
            meter.check()?;
            let mut change: f64 = 0.0;
            for (number, share) in shares.iter_mut().enumerate() {
                let paid: f64 = of[number].iter().map(|&place| active.prices[place]).sum();
                let step = 1.0 / of[number].len().max(1) as f64;
                let next = f64::max(*share - step * (1.0 - paid), 0.0);
                ahead[number] = 2.0 * next - *share;
                change = change.max((next - *share).abs());
                *share = next;
            }
            for (price, &tree) in active.prices.iter_mut().zip(&active.trees) {
                let size = members(&self.trees[tree as usize]).count() as f64;
                let next = f64::max(*price + self.lack(&ahead, tree) / size, 0.0);
                change = change.max((next - *price).abs());
                *price = next;
            }
            if change < SETTLED {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// More than this above the least share is never needed.
    fn needs_at_most(&self) -> f64 {
        let largest = self.trees.iter().map(|set| members(set).count()).max().unwrap_or(1);
        1.0 + largest as f64 * f64::max(-(self.least as f64) / WHOLE as f64, 0.0)
    }

    fn worth(&self, shares: &[i64], tree: usize) -> i64 {
        members(&self.trees[tree]).map(|number| shares[number]).sum()
    }

    /// Shares in whole parts, and enough for every tree.
    fn make_right(&self, above: &[f64]) -> Vec<i64> {
        let most = self.needs_at_most();
        let part = |above: &f64| self.least + (above.clamp(0.0, most) * WHOLE as f64) as i64;
        let mut shares: Vec<i64> = above.iter().map(part).collect();
        for (tree, set) in self.trees.iter().enumerate() {
            let lack = (WHOLE - self.worth(&shares, tree)).max(0);
            // To the number whose share helps most other trees.
            let helps = |&number: &usize| self.of[number].len();
            if let Some(number) = members(set).max_by_key(helps) {
                shares[number] += lack;
            }
        }
        shares
    }

    /// Lowers shares as far as every tree allows, the rarest numbers first.
    fn tighten(&self, shares: &mut [i64]) {
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by_key(|&number| self.of[number].len());
        for number in order {
            let slack = |&tree: &u32| self.worth(shares, tree as usize) - WHOLE;
            let slack = self.of[number].iter().map(slack).min().unwrap_or(i64::MAX);
            shares[number] -= slack.min(shares[number] - self.least);
        }
    }

    fn is_right(&self, shares: &[i64]) -> bool {
        shares.iter().all(|&share| share >= self.least)
            && (0..self.trees.len()).all(|tree| self.worth(shares, tree) >= WHOLE)
    }
}
