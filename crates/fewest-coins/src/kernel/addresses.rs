//! The addresses of a target's last layer.

use super::dense::Dense;
use super::layers::Layers;

/// The addresses of a target's last layer, sorted: lookups in the order of memory are
/// several times faster.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses {
    depth: Option<u32>,
    bits: Vec<u64>,
}

impl Addresses {
    /// A set of the last layer that was reached.
    pub(super) fn meet(&mut self, lists: &Layers, dense: &Dense) -> Option<u64> {
        if self.depth != Some(lists.depth()) {
            self.depth = Some(lists.depth());
            self.bits.clear();
            self.bits.reserve_exact(lists.last().len());
            self.bits.extend(lists.last().iter().map(|&set| dense.matrices.address(set)));
            self.bits.sort_unstable();
        }
        let met = dense.find(&self.bits)?;
        lists.last().iter().copied().find(|&set| dense.matrices.address(set) == met)
    }
}
