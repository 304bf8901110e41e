//! The states of one thread, and the children on their way to others.

use std::hash::Hash;

use super::Goal;
use crate::search::algorithm::Ties;
use crate::search::best_first::{Frontier, Made, NO_PARENT};
use crate::search::budget::{Budget, Meter};
use crate::search::open::{Most, Taken};
use crate::search::outcome::Stop;
use crate::search::priority::{Linear, Priority};
use crate::search::store::{Child, Children, NodeId, Parent, hash};
use crate::space::{Cost, DEAD_END, Heuristic, Space};

pub(super) struct Shard<S: Space> {
    pub(super) index: usize,
    threads: usize,
    pub(super) frontier: Frontier<S::State>,
    pub(super) meter: Meter,
    /// For each thread; its own stays empty.
    pub(super) outboxes: Vec<Vec<Message<S::State>>>,
    /// What each thread has sent to this one.
    pub(super) inboxes: Vec<Vec<Message<S::State>>>,
    /// The g of the node that was expanded last.
    pub(super) depth: Cost,
    children: Children<S::State, Made>,
    taken: Vec<Taken>,
}

/// A child for the thread that owns its state.
pub(super) type Message<T> = Child<T, Made>;

/// The start, which has no parent.
pub(super) fn message_of_start<T: Clone + Hash>(state: &T, h: Cost) -> Message<T> {
    Child { hash: hash(state), state: state.clone(), data: Made { parent: NO_PARENT, g: 0, h } }
}

/// The thread that owns the states of a hash. A product of it has high bits that differ from
/// those by which the index finds a state.
#[inline]
pub(super) fn owner(hash: u32, threads: usize) -> usize {
    ((hash.wrapping_mul(0x9e37_79b1) >> 16) as usize * threads) >> 16
}

/// A round ends after this many expansions, or children that were sent.
const EXPANSIONS: u64 = 4096;
const SENT: usize = 8192;

/// Children of other threads are looked up in batches of this size.
const TAKEN_IN: usize = 32;

/// Nodes that a thread stores in a round, at most, as a rule.
const ROOM: usize = 1 << 14;

impl<S: Space> Shard<S> {
    pub(super) fn new(
        space: &S,
        priority: Linear,
        index: usize,
        threads: usize,
        budget: &Budget,
    ) -> Self {
        Shard {
            index,
            threads,
            frontier: Frontier::new(space.heap_bytes(), Ties::LowH, priority.step(), threads),
            meter: Meter::start(budget),
            outboxes: (0..threads).map(|_| Vec::new()).collect(),
            inboxes: (0..threads).map(|_| Vec::new()).collect(),
            depth: 0,
            children: Children::default(),
            taken: Vec::new(),
        }
    }

    /// Opens the children that other threads have sent, straight from where they were written.
    pub(super) fn take_in(&mut self, priority: Linear) -> Result<(), Stop> {
        let mut inboxes = std::mem::take(&mut self.inboxes);
        let result = inboxes.iter().try_for_each(|inbox| {
            let mut batches = inbox.chunks(TAKEN_IN);
            let mut next = batches.next();
            self.prefetch_buckets(next);
            while let Some(batch) = next {
                next = batches.next();
                self.prefetch_buckets(next);
                self.open(batch, priority)?;
            }
            Ok(())
        });
        inboxes.iter_mut().for_each(Vec::clear);
        self.inboxes = inboxes;
        result
    }

    fn prefetch_buckets(&self, batch: Option<&[Message<S::State>]>) {
        let store = &self.frontier.store;
        batch.into_iter().flatten().for_each(|child| store.prefetch_bucket(child.hash));
    }

    /// Opens children whose look-ups have been prefetched.
    #[inline(never)]
    fn open(&mut self, children: &[Message<S::State>], priority: Linear) -> Result<(), Stop> {
        self.frontier.reach(children, &priority, &mut self.meter, |_, _, _| Ok(()))
    }

    /// Expands some nodes of a priority. Returns a goal if there is one among them.
    pub(super) fn expand<H: Heuristic<S>>(
        &mut self,
        space: &S,
        heuristic: &H,
        priority: Linear,
        least: i64,
    ) -> Result<Option<Goal>, Stop> {
        let last = self.meter.counts.expanded + EXPANSIONS;
        let mut moves = Vec::new();
        while self.frontier.open.least() == Some(least)
            && self.meter.counts.expanded < last
            && self.outboxes.iter().all(|outbox| outbox.len() < SENT)
        {
            let mut taken = std::mem::take(&mut self.taken);
            taken.clear();
            let of_one_tie = self.frontier.store.is_in_cache();
            let most = Most { nodes: self.frontier.batch(), of_one_tie };
            self.frontier.open.pop(most, &mut taken, &mut self.meter);
            for node in &taken {
                self.frontier.store.prefetch(node.id);
            }
            for node in &taken {
                if let Some(parent) = self.own_parent(node.id) {
                    self.frontier.store.prefetch(parent);
                }
            }
            for &node in &taken {
                if self.frontier.is_stale(node.id) {
                    continue;
                }
                let stored = self.frontier.store.get(node.id);
                if space.is_goal(&stored.state) {
                    let g = stored.data.g;
                    return Ok(Some(Goal { g, node: self.number(node.id) }));
                }
                self.expand_node(space, heuristic, priority, node, &mut moves)?;
            }
            self.taken = taken;
            self.settle(priority)?;
        }
        Ok(None)
    }

    fn expand_node<H: Heuristic<S>>(
        &mut self,
        space: &S,
        heuristic: &H,
        priority: Linear,
        node: Taken,
        moves: &mut Vec<S::Move>,
    ) -> Result<(), Stop> {
        self.meter.expand()?;
        let stored = self.frontier.store.get(node.id);
        let (mut state, from) = (stored.state.clone(), stored.data.g);
        let value = match self.frontier.open.estimate(node) {
            Some(h) => heuristic.revalue(space, &state, h),
            None => heuristic.evaluate(space, &state),
        };
        self.depth = from;
        let before = Parent::new(self.own_parent(node.id), &self.frontier.store);
        let parent = self.number(node.id);
        space.successors(&mut state, moves, |child| {
            self.meter.generate()?;
            // That path costs no less than the parent's.
            if before.is(child.state, &self.frontier.store) {
                return Ok(());
            }
            let g = from.saturating_add(child.cost);
            let value = heuristic.update(space, value, child.mv, child.undo, child.state);
            let h = heuristic.estimate(value);
            if h == DEAD_END {
                return Ok(());
            }
            let (hash, made) = (hash(child.state), Made { parent, g, h });
            let owner = owner(hash, self.threads);
            if owner == self.index {
                if self.children.is_full() {
                    self.settle(priority)?;
                }
                self.children.push_hashed(child.state, hash, made, &self.frontier.store);
                return Ok(());
            }
            let outbox = &mut self.outboxes[owner];
            if outbox.len() == outbox.capacity() {
                let more = outbox.capacity().max(64);
                self.meter.take(more * size_of::<Message<S::State>>())?;
                outbox.reserve_exact(more);
            }
            outbox.push(Child { state: child.state.clone(), hash, data: made });
            Ok(())
        })
    }

    fn settle(&mut self, priority: Linear) -> Result<(), Stop> {
        let mut children = std::mem::take(&mut self.children);
        let result = self.open(children.as_slice(), priority);
        children.clear();
        self.children = children;
        result
    }

    /// Makes room for the children of some rounds, if most of it is used up. Every thread
    /// does so in the same round: while one waits for memory, the others wait for it.
    pub(super) fn make_room(&mut self) {
        // Without memory, it goes on until there is no place for a state.
        let _ = self.frontier.store.make_room(2 * ROOM, &mut self.meter);
    }

    /// Whether one of the next rounds may have to make room.
    pub(super) fn needs_room(&self) -> bool {
        self.frontier.store.needs_room(ROOM)
    }

    /// The node's parent, if this thread owns it.
    #[inline]
    fn own_parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.frontier.store.get(id).data.parent()?;
        let threads = self.threads as NodeId;
        (parent % threads == self.index as NodeId).then(|| parent / threads)
    }

    /// A node's number among the nodes of all threads.
    fn number(&self, id: NodeId) -> NodeId {
        id * self.threads as NodeId + self.index as NodeId
    }
}

/// The moves to a goal, whose ancestors may be anywhere.
pub(super) fn moves<S: Space>(space: &S, shards: &[Shard<S>], goal: Goal) -> Vec<S::Move> {
    let node = |number: NodeId| {
        let (shard, id) = (number as usize % shards.len(), number / shards.len() as NodeId);
        shards[shard].frontier.store.get(id)
    };
    let mut moves = Vec::new();
    let mut last = node(goal.node);
    while let Some(parent) = last.data.parent() {
        let before = node(parent);
        let cost = last.data.g - before.data.g;
        let mut legal = Vec::new();
        space.moves(&before.state, &mut legal);
        moves.extend(legal.into_iter().find(|&mv| {
            let mut state = before.state.clone();
            let is_cost = space.cost(&state, mv) == cost;
            space.apply(&mut state, mv);
            is_cost && state == last.state
        }));
        last = before;
    }
    moves.reverse();
    moves
}
