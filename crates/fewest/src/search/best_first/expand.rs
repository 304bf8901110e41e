//! From one batch of nodes to the next: their children are made, looked up together, and
//! opened.

use super::{BestFirst, Duplicates, Made, Node, Popped};
use crate::search::budget::Meter;
use crate::search::event::{Event, Progress};
use crate::search::observer::Observer;
use crate::search::open::Most;
use crate::search::outcome::Stop;
use crate::search::priority::Priority;
use crate::search::store::{Entry, NodeId, Parent};
use crate::space::{DEAD_END, Heuristic, Space};

impl<S: Space, H: Heuristic<S>, P: Priority, O: Observer<S>> BestFirst<'_, S, H, P, O> {
    /// Takes out the next nodes. A goal is the last of them: what comes after it may not
    /// be wanted.
    pub(super) fn pop(&mut self) -> Result<(), Stop> {
        self.batch.clear();
        self.given = 0;
        while self.batch.is_empty() {
            self.popped.clear();
            // In a large store, many nodes are to be waited for at the same time.
            let of_one_tie = self.frontier.store.is_in_cache();
            let nodes = self.priority.batch().min(self.frontier.batch());
            let most = Most { nodes, of_one_tie };
            let Some(priority) = self.frontier.open.pop(most, &mut self.popped, &mut self.meter)
            else {
                break;
            };
            self.popped.iter().for_each(|taken| self.frontier.store.prefetch(taken.id));
            for (at, &taken) in self.popped.iter().enumerate() {
                let id = taken.id;
                let stored = self.frontier.store.get(id);
                if stored.data.is_stale() {
                    continue;
                }
                // Compared with the node's children when it is expanded.
                if let Some(parent) = stored.data.parent() {
                    self.frontier.store.prefetch(parent);
                }
                let (space, state) = (self.space, &stored.state);
                let value = match self.frontier.open.estimate(taken) {
                    Some(h) => self.heuristic.revalue(space, state, h),
                    None => self.heuristic.evaluate(space, state),
                };
                let is_solved = self.space.is_goal(&stored.state);
                let node = Node {
                    index: self.looked_at,
                    g: stored.data.g,
                    h: self.heuristic.estimate(value),
                    priority,
                    is_solved,
                    id,
                };
                self.looked_at += 1;
                self.batch.push(Popped { node, value });
                if is_solved {
                    self.frontier.open.put_back(
                        priority,
                        &self.popped[at + 1..],
                        &mut self.meter,
                    )?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Expands the nodes that were taken out last.
    pub(super) fn expand(&mut self) -> Result<(), Stop> {
        self.children.clear();
        let batch = std::mem::take(&mut self.batch);
        let mut moves = std::mem::take(&mut self.moves);
        let mut result = Ok(());
        for popped in batch.iter().filter(|popped| !popped.node.is_solved) {
            result = self.make_children(popped, &mut moves);
            if result.is_err() {
                break;
            }
        }
        (self.batch, self.moves) = (batch, moves);
        result.and_then(|()| self.settle())
    }

    fn make_children(
        &mut self,
        &Popped { node, value }: &Popped<H::Value>,
        moves: &mut Vec<S::Move>,
    ) -> Result<(), Stop> {
        if self.meter.is_due() {
            let counts = self.meter.finish();
            let (bound, depth) = (self.bound, Some(node.g));
            self.observer.event(Event::Progress(Progress { counts, bound, best: None, depth }));
        }
        if let Duplicates::AtMost(most) = self.duplicates
            && !self.may_expand(node, most)?
        {
            return Ok(());
        }
        self.meter.expand()?;
        let stored = self.frontier.store.get(node.id);
        let mut state = stored.state.clone();
        let before = if self.duplicates == Duplicates::Drop {
            Parent::or_itself(stored.data.parent(), node.id, &self.frontier.store)
        } else {
            Parent::new(None, &self.frontier.store)
        };
        let back = self.move_back(node.id);
        let (space, parent) = (self.space, node.id);
        let mut generated = 0;
        let result = space.successors(&mut state, moves, |child| {
            if back == Some(child.mv) {
                return Ok(());
            }
            generated += 1;
            // That path costs no less than the parent's.
            if before.is(child.state, &self.frontier.store) {
                return Ok(());
            }
            if self.children.is_full() {
                // One expansion can generate millions of states.
                self.meter.check_clock()?;
                self.settle()?;
            }
            let g = node.g.saturating_add(child.cost);
            let value = self.heuristic.update(space, value, child.mv, child.undo, child.state);
            let h = self.heuristic.estimate(value);
            if h != DEAD_END {
                self.children.push(child.state, Made { parent, g, h }, &self.frontier.store);
            }
            Ok(())
        });
        self.meter.counts.generated += generated;
        result
    }

    /// Opens the children, unless a cheaper path to their state is known.
    #[inline(never)]
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        let children = self.children.as_slice();
        if self.keeps_nodes() {
            for child in children {
                let priority = self.priority.priority(child.data.g, child.data.h);
                self.frontier.append(child, priority, &mut self.meter)?;
            }
        } else {
            let remembers = self.duplicates == Duplicates::Remember;
            let further = &mut self.further_parents;
            let equal = |parent, node, meter: &mut Meter| {
                if remembers { remember(further, (node, parent), meter) } else { Ok(()) }
            };
            self.frontier.reach(children, &self.priority, &mut self.meter, equal)?;
        }
        self.children.clear();
        Ok(())
    }

    /// Counts an expansion of the node's state, unless there were `most` of them that
    /// cost no more.
    fn may_expand(&mut self, node: Node, most: u32) -> Result<bool, Stop> {
        let state = &self.frontier.store.get(node.id).state;
        Ok(match self.expansions.find_or_insert(state, || (1, node.g), &mut self.meter)? {
            Entry::Inserted(_) => {
                // The same state is stored as a node.
                self.meter.counts.stored -= 1;
                true
            }
            Entry::Found(id) => {
                let (times, highest) = &mut self.expansions.get_mut(id).data;
                if *times >= most && node.g >= *highest {
                    return Ok(false);
                }
                (*times, *highest) = (*times + 1, node.g.max(*highest));
                true
            }
        })
    }

    /// Whether each node is kept, whatever its state.
    fn keeps_nodes(&self) -> bool {
        matches!(self.duplicates, Duplicates::Keep | Duplicates::AtMost(_))
    }

    /// The move that would take back the last one, where nodes are not compared.
    fn move_back(&self, node: NodeId) -> Option<S::Move> {
        if !self.keeps_nodes() {
            return None;
        }
        let parent = self.frontier.store.get(node).data.parent()?;
        self.moves_between(parent, node).next().and_then(|mv| self.space.inverse(mv))
    }
}

/// Keeps a further parent of a node.
fn remember(
    further_parents: &mut Vec<(NodeId, NodeId)>,
    further: (NodeId, NodeId),
    meter: &mut Meter,
) -> Result<(), Stop> {
    if further_parents.len() == further_parents.capacity() {
        let more = further_parents.capacity().max(1024);
        meter.take(more * size_of::<(NodeId, NodeId)>())?;
        further_parents.reserve_exact(more);
    }
    further_parents.push(further);
    Ok(())
}
