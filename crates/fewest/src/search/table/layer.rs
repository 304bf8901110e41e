//! One layer of the search: every state at one depth is expanded, and what
//! they reach first is marked with the next depth.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::cells::{Cells, Marks};
use super::ranks::Ranks;
use super::relation::Relation;
use crate::parallel;
use crate::search::shared_meter::{Halt, SharedMeter};
use crate::space::Cost;

/// The number of states expanded before their successors are marked: marks in one run
/// overlap their memory accesses.
const BATCH: usize = 512;

/// The number of words that a thread scans before it asks for more.
const CHUNK: usize = 1 << 12;

/// Layers with fewer states than this are not worth a second thread.
const WORTH_A_THREAD: u64 = 1 << 13;

/// What to expand, and how.
pub(super) struct Layer<'a, const BITS: u32> {
    pub(super) relation: &'a dyn Relation,
    pub(super) cells: &'a Cells<BITS>,
    pub(super) meter: &'a SharedMeter,
    pub(super) depth: Cost,
    /// The number of states at this depth.
    pub(super) states: u64,
    /// Their ranks, where there is a list of them.
    pub(super) list: Option<&'a Ranks>,
    /// The maximum length of the next layer's list.
    pub(super) list_room: usize,
    /// The number of this layer's lowest ranks to keep.
    pub(super) keep: usize,
    /// The state that ends the search as soon as it is reached.
    pub(super) target: Option<u64>,
    pub(super) threads: usize,
}

/// The result of a layer.
#[derive(Default)]
pub(super) struct Reached {
    /// The number of states reached for the first time.
    pub(super) states: u64,
    /// Their ranks, if there was room for the list.
    pub(super) list: Option<Ranks>,
    /// The lowest ranks that were expanded, as far as memory goes; only of a
    /// layer without a list.
    pub(super) lowest: Vec<u64>,
}

/// What the threads of a layer share.
struct Work<'a> {
    chunks: Vec<&'a [u64]>,
    next_chunk: AtomicUsize,
    /// The maximum length of each thread's list.
    room: usize,
}

impl<const BITS: u32> Layer<'_, BITS> {
    /// Expands the layer. `tick` is called at intervals by this thread.
    pub(super) fn expand(&self, tick: &mut dyn FnMut()) -> Reached {
        let threads = if self.states < WORTH_A_THREAD { 1 } else { self.threads.max(1) };
        let work = Work {
            chunks: self.list.map_or(Vec::new(), |list| list.chunks(BATCH).collect()),
            next_chunk: AtomicUsize::new(0),
            room: self.list_room / threads,
        };
        if threads == 1 {
            let reached = self.work::<false>(&work, tick);
            return self.join(vec![reached]);
        }
        let others = (1..threads).map(|_| || self.work::<true>(&work, &mut || ()));
        let shares = parallel::join(|| self.work::<true>(&work, tick), others);
        self.join(shares)
    }

    /// Puts the threads' shares together.
    fn join(&self, shares: Vec<Share>) -> Reached {
        let mut reached = Reached { list: Some(Ranks::default()), ..Reached::default() };
        let mut lowest = Ranks::default();
        for share in shares {
            reached.states += share.states;
            lowest.append(share.lowest);
            match (share.list, &mut reached.list) {
                (Some(part), Some(list)) => list.append(part),
                (part, list) => {
                    let lists = part.into_iter().chain(list.take());
                    lists.for_each(|list| list.release(self.meter));
                }
            }
        }
        reached.lowest = lowest.lowest(self.keep);
        lowest.release(self.meter);
        reached
    }

    /// What one thread does.
    fn work<const SHARED: bool>(&self, work: &Work<'_>, tick: &mut dyn FnMut()) -> Share {
        let mut worker = Worker::<BITS> {
            layer: self,
            room: work.room,
            successors: Vec::new(),
            share: Share { states: 0, list: Some(Ranks::default()), lowest: Ranks::default() },
        };
        // If this thread panics the others need not finish the layer.
        let _stop = parallel::on_panic(|| work.next_chunk.store(usize::MAX / 2, Relaxed));
        let code = Cells::<BITS>::code(self.depth);
        let mut batch = Vec::with_capacity(BATCH + 64);
        while self.meter.halted().is_none() {
            let chunk = work.next_chunk.fetch_add(1, Relaxed);
            if self.list.is_some() {
                let Some(ranks) = work.chunks.get(chunk) else {
                    break;
                };
                ranks.iter().for_each(|&rank| self.cells.open_one::<SHARED>(rank));
                worker.expand::<SHARED>(ranks);
            } else {
                let first = chunk.saturating_mul(CHUNK);
                if first >= self.cells.words() || !self.meter.check() {
                    break;
                }
                for word in first..self.cells.words().min(first + CHUNK) {
                    self.cells.open::<SHARED>(word, code, &mut batch);
                    if batch.len() >= BATCH {
                        worker.expand_scanned::<SHARED>(&mut batch);
                    }
                }
            }
            tick();
        }
        worker.expand_scanned::<SHARED>(&mut batch);
        worker.share
    }
}

/// What one thread did.
struct Share {
    states: u64,
    list: Option<Ranks>,
    lowest: Ranks,
}

struct Worker<'a, const BITS: u32> {
    layer: &'a Layer<'a, BITS>,
    room: usize,
    successors: Vec<u64>,
    share: Share,
}

impl<const BITS: u32> Worker<'_, BITS> {
    /// Expands ranks that a scan found, and forgets them.
    fn expand_scanned<const SHARED: bool>(&mut self, batch: &mut Vec<u64>) {
        // A thread scans upwards, so that the first it finds are its lowest.
        let wanted = self.layer.keep.saturating_sub(self.share.lowest.len());
        for &rank in batch.iter().take(wanted) {
            if !self.share.lowest.push(rank, self.layer.meter) {
                break;
            }
        }
        self.expand::<SHARED>(batch);
        batch.clear();
    }

    fn expand<const SHARED: bool>(&mut self, ranks: &[u64]) {
        let Layer { relation, cells, meter, .. } = *self.layer;
        let granted = meter.claim(ranks.len());
        self.successors.clear();
        relation.expand(&ranks[..granted], &mut self.successors);
        meter.generated(self.successors.len());
        self.mark::<SHARED>();
        if self.layer.target.is_some_and(|target| cells.is_marked(target)) {
            meter.halt(Halt::Found);
        }
    }

    /// Marks the successors, and lists the new ones while there is room.
    fn mark<const SHARED: bool>(&mut self) {
        let Layer { cells, meter, .. } = *self.layer;
        let code = Cells::<BITS>::code(self.layer.depth + 1);
        let mut marked = self.successors.iter();
        if let Some(list) = &mut self.share.list {
            for &rank in marked.by_ref() {
                if !cells.mark::<SHARED>(rank, code) {
                    continue;
                }
                self.share.states += 1;
                if list.len() < self.room && list.push(rank, meter) {
                    continue;
                }
                if let Some(full) = self.share.list.take() {
                    full.release(meter);
                }
                if !Cells::<BITS>::TELLS_OPEN {
                    // Without the list, the next layer would be lost.
                    meter.halt(Halt::Stop(crate::search::Stop::Memory));
                }
                break;
            }
        }
        for &rank in marked {
            self.share.states += u64::from(cells.mark::<SHARED>(rank, code));
        }
    }
}
