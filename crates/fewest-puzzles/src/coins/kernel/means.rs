//! What a survey is given: how long its lists may grow, and whether the
//! bit-parallel levels fit the memory.

/// The means of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Means {
    /// The planes of epochs that bit-parallel levels may use, if they fit.
    pub(super) planes: Option<usize>,
    /// The most sets in the forward lists of a start, and in the backward lists
    /// of a target at first.
    pub(super) forward: usize,
    pub(super) backward: usize,
    /// The most sets in the backward lists of a target that are made deeper
    /// later, and in all backward lists.
    pub(super) backward_deepened: usize,
    pub(super) backward_all: usize,
    /// The most sets that a walk back looks up within an epoch.
    pub(super) most_looked_up: u64,
    /// The most dead ends that walks back keep, on all threads together.
    pub(super) dead_ends: usize,
    /// All bytes that are planned for.
    pub(super) bytes: u64,
    /// The bytes that bit-parallel levels take at least.
    pub(super) dense_bytes: u64,
    /// The memory with which bit-parallel levels and short lists fit.
    pub(super) bytes_for_bits: u64,
    /// The bytes of a plane.
    pub(super) plane_bytes: u64,
}

/// Up to so many sets, lists alone are faster.
const FEW_SETS: f64 = 2e6;
/// The sets of a forward list that take as long as a bit-parallel level, as a
/// share of all sets.
const FORWARD_SHARE: f64 = 1e-4;
/// Twice as long a backward list spares each start about one level. With this
/// share of all sets in a list that serves one start, the next doubling would
/// take as long as the level that it spares.
const BACKWARD_SHARE: f64 = 6e-4;
/// No list needs to be shorter than this.
const SHORT_LIST: f64 = 2e4;
/// A set in a list with its address, and in the hash table beside it while the
/// list grows.
pub(super) const BYTES_LISTED: u64 = 14;
const BYTES_SEEN: u64 = 24;
/// A walk back looks up some tens of millions of sets a second.
const MOST_LOOKED_UP: u64 = 1 << 27;
/// A dead end in its hash table.
const BYTES_DEAD_END: u64 = 40;
/// With so many planes, epochs are short enough for all walks back as a rule. One more
/// makes them quick, and more than that give nothing.
pub(super) const ENOUGH_PLANES: usize = 2;

impl Means {
    /// The means for sets of `coins` coins (one lifted) on `cells` cells.
    pub(super) fn new(
        cells: u64,
        coins: u64,
        starts: usize,
        targets: usize,
        threads: usize,
        memory: Option<u64>,
    ) -> Means {
        let sets = binomial(cells, coins);
        let lifted = coins.checked_sub(1).map_or(0.0, |fewer| binomial(cells, fewer));
        let plane = 1.06 * sets / 8.0;
        // In proportion to the sets that walks go through, as far as it is worth while.
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
            // Two planes before longer lists: they keep the walks back short.
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
                return Means {
                    planes: Some(planes as usize),
                    forward,
                    backward,
                    backward_deepened: backward_all,
                    backward_all,
                    most_looked_up: MOST_LOOKED_UP,
                    dead_ends,
                    bytes,
                    dense_bytes,
                    bytes_for_bits,
                    plane_bytes: plane as u64,
                };
            }
        }
        // Lists alone: all the memory there is, a fair share for each.
        let share = memory / (BYTES_LISTED + BYTES_SEEN * growing) / (targets as u64 + 1).max(2);
        let most = usize::try_from(share).unwrap_or(usize::MAX).min(sets_capped);
        let backward = most.min(if sets > FEW_SETS { usize::MAX } else { 1000 });
        let forward = most;
        Means {
            planes: None,
            forward,
            backward,
            backward_deepened: backward.saturating_mul(targets),
            backward_all: backward.saturating_mul(targets),
            most_looked_up: MOST_LOOKED_UP,
            dead_ends,
            bytes: list_bytes((forward as u64).min(1 << 40), (backward as u64).min(1 << 30)),
            dense_bytes,
            bytes_for_bits,
            plane_bytes: plane as u64,
        }
    }

    /// The bytes that bit-parallel levels take.
    pub(super) fn bytes_of_bits(&self) -> u64 {
        self.dense_bytes + self.planes.unwrap_or(0) as u64 * self.plane_bytes
    }
}

/// How many ways there are to choose `k` of `n`, nearly.
fn binomial(n: u64, k: u64) -> f64 {
    if k > n { 0.0 } else { (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64) }
}
