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
//! 2011), and then made right in whole parts of a tree. So the bound holds whatever the
//! method does.

use super::small_trees::{Set, SmallTrees, members};
use fewest::search::Meter;

/// Shares are counted in these parts of a tree.
const WHOLE: u64 = 1 << 32;

/// The additions of the primal-dual method, and the fewest and most of its iterations.
const WORK: usize = 100_000_000;
const MIN_ITERATIONS: usize = 100;
const MAX_ITERATIONS: usize = 4000;

/// The most trees that a plan of `numbers` numbers can have.
pub(super) fn most_trees(numbers: usize, small: &SmallTrees, meter: &mut Meter) -> u64 {
    let cover = Cover::new(numbers, small);
    let mut shares = cover.make_right(&cover.approximate(meter));
    cover.tighten(&mut shares);
    debug_assert!(cover.is_right(&shares));
    shares.iter().sum::<u64>() / WHOLE
}

struct Cover<'a> {
    trees: &'a [Set],
    /// The share of each number of a large tree.
    least: u64,
    /// The trees of each number.
    of: Vec<Vec<u32>>,
}

impl<'a> Cover<'a> {
    fn new(numbers: usize, small: &'a SmallTrees) -> Self {
        let mut of = vec![Vec::new(); numbers];
        for (tree, set) in small.trees.iter().enumerate() {
            members(set).for_each(|number| of[number].push(tree as u32));
        }
        Cover { trees: &small.trees, least: WHOLE.div_ceil(small.size as u64 + 1), of }
    }

    /// What the shares above the least should be, about.
    fn approximate(&self, meter: &mut Meter) -> Vec<f64> {
        let entries: usize = self.of.iter().map(Vec::len).sum();
        let iterations = (WORK / entries.max(1)).clamp(MIN_ITERATIONS, MAX_ITERATIONS);
        let size = |set: &Set| members(set).count() as f64;
        let least = self.least as f64 / WHOLE as f64;
        let needs: Vec<f64> = self.trees.iter().map(|set| 1.0 - size(set) * least).collect();
        let mut shares = vec![0.0; self.of.len()];
        let mut prices = vec![0.0; self.trees.len()];
        for _ in 0..iterations {
            if meter.check().is_err() {
                break;
            }
            let mut ahead = shares.clone();
            for (number, share) in shares.iter_mut().enumerate() {
                let paid: f64 = self.of[number].iter().map(|&tree| prices[tree as usize]).sum();
                let step = 1.0 / self.of[number].len().max(1) as f64;
                let next = f64::max(*share - step * (1.0 - paid), 0.0);
                ahead[number] = 2.0 * next - *share;
                *share = next;
            }
            for ((price, set), need) in prices.iter_mut().zip(self.trees).zip(&needs) {
                let has: f64 = members(set).map(|number| ahead[number]).sum();
                *price = f64::max(*price + (need - has) / size(set), 0.0);
            }
        }
        shares
    }

    fn worth(&self, shares: &[u64], tree: usize) -> u64 {
        members(&self.trees[tree]).map(|number| shares[number]).sum()
    }

    /// Shares in whole parts, and enough for every tree.
    fn make_right(&self, above: &[f64]) -> Vec<u64> {
        let part = |above: &f64| self.least + (above.clamp(0.0, 1.0) * WHOLE as f64) as u64;
        let mut shares: Vec<u64> = above.iter().map(part).collect();
        for (tree, set) in self.trees.iter().enumerate() {
            let lack = WHOLE.saturating_sub(self.worth(&shares, tree));
            // To the number whose share helps most other trees.
            let helps = |&number: &usize| self.of[number].len();
            if let Some(number) = members(set).max_by_key(helps) {
                shares[number] += lack;
            }
        }
        shares
    }

    /// Lowers shares as far as every tree allows, the rarest numbers first.
    fn tighten(&self, shares: &mut [u64]) {
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by_key(|&number| self.of[number].len());
        for number in order {
            let spare = |&tree: &u32| self.worth(shares, tree as usize) - WHOLE;
            let spare = self.of[number].iter().map(spare).min().unwrap_or(u64::MAX);
            shares[number] -= spare.min(shares[number] - self.least);
        }
    }

    fn is_right(&self, shares: &[u64]) -> bool {
        shares.iter().all(|&share| share >= self.least)
            && (0..self.trees.len()).all(|tree| self.worth(shares, tree) >= WHOLE)
    }
}
