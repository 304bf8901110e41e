//! How a batch divides its memory: the lengths of its lists, and whether
//! bit-parallel layers fit.

/// How a batch divides its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryPlan {
    /// The bit-planes of depth labels, if bit-parallel layers fit.
    pub(super) planes: Option<usize>,
    /// The maximum number of sets in the forward lists of a start, and in the
    /// first backward lists of a target.
    pub(super) forward: usize,
    pub(super) backward: usize,
    /// The maximum number of sets in the backward lists of a target that the
    /// search deepens later, and in all backward lists.
    pub(super) backward_deepened: usize,
    pub(super) backward_all: usize,
    /// The maximum number of lookups of a path reconstruction within one label.
    pub(super) max_lookups: u64,
    /// The maximum number of dead ends that path reconstruction keeps, over all threads.
    pub(super) dead_ends: usize,
    /// The total of planned bytes.
    pub(super) bytes: u64,
    /// The minimum bytes for bit-parallel layers.
    pub(super) dense_bytes: u64,
    /// The memory limit at which bit-parallel layers and short lists fit.
    pub(super) bytes_for_bits: u64,
    /// The bytes of a bit-plane.
    pub(super) plane_bytes: u64,
    /// Whether all sets fit, as bits or in lists.
    pub(super) holds_all: bool,
}

/// Up to this number of sets, lists alone are faster.
const FEW_SETS: f64 = 2e6;
/// A forward list with this share of all sets takes as long as a bit-parallel
/// layer.
const FORWARD_SHARE: f64 = 1e-4;
/// Doubling a backward list saves each start about one layer. At this share of
/// all sets, for a list that serves one start, the next doubling takes as long
/// as the layer it saves.
const BACKWARD_SHARE: f64 = 6e-4;
/// The minimum length of a list.
const SHORT_LIST: f64 = 2e4;
/// The bytes of a set in a list with its address, and in the hash table that
/// exists while the list grows.
pub(super) const BYTES_LISTED: u64 = 14;
const BYTES_SEEN: u64 = 24;
/// Path reconstruction looks up tens of millions of sets per second.
const MAX_LOOKUPS: u64 = 1 << 27;
/// The bytes of a dead end in its hash table.
const BYTES_DEAD_END: u64 = 40;
/// With this number of bit-planes, a label usually covers few enough layers for
/// every path reconstruction. One more makes reconstruction fast; further
/// bit-planes gain nothing.
pub(super) const ENOUGH_PLANES: usize = 2;

impl MemoryPlan {
    /// The plan for sets of `coins` coins (one lifted) on `cells` cells.
    pub(super) fn new(
        cells: u64,
        coins: u64,
        starts: usize,
        targets: usize,
        threads: usize,
        memory: Option<u64>,
    ) -> MemoryPlan {
        let sets = binomial(cells, coins);
        let lifted = coins.checked_sub(1).map_or(0.0, |fewer| binomial(cells, fewer));
        let plane = 1.06 * sets / 8.0;
        // In proportion to the sets that path reconstruction visits, within useful limits.
        let dead_ends = (plane / 1000.0).clamp(1e4, 4e6) as usize;
        let dense_bytes = (2.0 * plane + 2.0 * 1.06 * lifted / 8.0 + 0.03 * plane * threads as f64)
            .min(1e18) as u64
            + BYTES_DEAD_END * dead_ends as u64
            + (32 << 20);
        let memory = memory.unwrap_or(u64::MAX);
        let growing = threads as u64 + 1;
        let list_bytes = |forward: u64, backward: u64| {
            BYTES_LISTED * (forward + backward * targets as u64)
                + BYTES_SEEN * forward.max(backward) * growing
        };
        let least_forward = (sets.min(1e15) * FORWARD_SHARE).max(SHORT_LIST) as usize;
        let bytes_for_bits = dense_bytes + list_bytes(least_forward as u64, SHORT_LIST as u64);
        let sets_capped = sets.min(1e15) as usize;
        if sets > FEW_SETS {
            let forward = least_forward;
            let wanted = (sets * BACKWARD_SHARE * starts as f64 / targets.max(1) as f64)
                .max(SHORT_LIST) as usize;
            // Two bit-planes come before longer lists: they keep path reconstruction fast.
            let for_lists = memory
                .saturating_sub(dense_bytes + 2 * plane as u64 + list_bytes(forward as u64, 0));
            let affordable = for_lists / (BYTES_LISTED * targets as u64 + BYTES_SEEN * growing);
            let backward = wanted
                .min(usize::try_from(affordable).unwrap_or(usize::MAX))
                .max(SHORT_LIST as usize);
            let lists = list_bytes(forward as u64, backward as u64);
            if let Some(rest) = memory.checked_sub(dense_bytes + lists) {
                let planes = (rest / (plane as u64).max(1)).min(ENOUGH_PLANES as u64 + 1);
                let rest = rest - planes * plane as u64;
                let backward_all = backward * targets
                    + (rest / BYTES_LISTED / 2).min(backward as u64 * targets as u64) as usize;
                let bytes = dense_bytes + lists + planes * plane as u64;
                return MemoryPlan {
                    planes: Some(planes as usize),
                    forward,
                    backward,
                    backward_deepened: backward_all,
                    backward_all,
                    max_lookups: MAX_LOOKUPS,
                    dead_ends,
                    bytes,
                    dense_bytes,
                    bytes_for_bits,
                    plane_bytes: plane as u64,
                    holds_all: true,
                };
            }
        }
        // Lists alone: each gets an equal share of the memory.
        let share = memory / (BYTES_LISTED + BYTES_SEEN * growing) / (targets as u64 + 1).max(2);
        let most = usize::try_from(share).unwrap_or(usize::MAX).min(sets_capped);
        let backward = most.min(if sets > FEW_SETS { usize::MAX } else { 1000 });
        let forward = most;
        MemoryPlan {
            planes: None,
            forward,
            backward,
            backward_deepened: backward.saturating_mul(targets),
            backward_all: backward.saturating_mul(targets),
            max_lookups: MAX_LOOKUPS,
            dead_ends,
            bytes: list_bytes((forward as u64).min(1 << 40), (backward as u64).min(1 << 30)),
            dense_bytes,
            bytes_for_bits,
            plane_bytes: plane as u64,
            holds_all: most == sets_capped,
        }
    }

    /// The bytes of bit-parallel layers.
    pub(super) fn bytes_of_bits(&self) -> u64 {
        self.dense_bytes + self.planes.unwrap_or(0) as u64 * self.plane_bytes
    }
}

/// The binomial coefficient, approximately.
fn binomial(n: u64, k: u64) -> f64 {
    if k > n {
        0.0
    } else {
        (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
    }
}
