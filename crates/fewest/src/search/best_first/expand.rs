//! From one batch of nodes to the next: their children are made, looked up together, and
//! opened.

use super::{BestFirst, Duplicates, Made, NO_PARENT, Node, Path, Popped, STALE};
use crate::search::event::{Event, Progress};
use crate::search::observer::Observer;
use crate::search::outcome::Stop;
use crate::search::priority::Priority;
use crate::search::store::{Entry, NodeId};
use crate::space::{DEAD_END, Heuristic, Space};

impl<S: Space, H: Heuristic<S>, P: Priority, O: Observer<S>> BestFirst<'_, S, H, P, O> {
    /// Takes out the next nodes. A goal is the last of them: what comes after it may not
    /// be wanted.
    pub(super) fn pop(&mut self) -> Result<(), Stop> {
        self.batch.clear();
        self.given = 0;
        while self.batch.is_empty() {
            self.popped.clear();
            let most = self.priority.batch();
            let Some(key) = self.open.pop(most, &mut self.popped, &mut self.meter) else { break };
            // Independent reads wait for memory together.
            let reads = self.popped.iter().map(|&id| self.store.get(id).data.g);
            std::hint::black_box(reads.fold(0, |seen, g| seen ^ g));
            for (at, &id) in self.popped.iter().enumerate() {
                let stored = self.store.get(id);
                if stored.data.parent & STALE != 0 {
                    continue;
                }
                let value = self.heuristic.evaluate(self.space, &stored.state);
                let is_solved = self.space.is_goal(&stored.state);
                let node = Node {
                    index: self.looked_at,
                    g: stored.data.g,
                    h: self.heuristic.estimate(value),
                    priority: key.0,
                    is_solved,
                    id,
                };
                self.looked_at += 1;
                self.batch.push(Popped { node, value });
                if is_solved {
                    self.open.put_back(key, &self.popped[at + 1..], &mut self.meter)?;
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
        let mut state = self.store.get(node.id).state.clone();
        let back = self.move_back(node.id);
        moves.clear();
        self.space.moves(&state, moves);
        let parent = Some(node.id);
        for &mv in moves.iter().filter(|&&mv| back != Some(mv)) {
            if self.children.is_full() {
                self.settle()?;
            }
            self.meter.generate()?;
            let g = node.g.saturating_add(self.space.cost(&state, mv));
            let undo = self.space.apply(&mut state, mv);
            let next = self.heuristic.update(self.space, value, mv, &undo, &state);
            let h = self.heuristic.estimate(next);
            if h != DEAD_END {
                self.children.push(&state, Made { parent, g, h });
            }
            self.space.undo(&mut state, mv, undo);
        }
        Ok(())
    }

    /// Opens the children, unless a cheaper path to their state is known.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        let children = std::mem::take(&mut self.children);
        if !self.keeps_nodes() {
            children.touch(&self.store);
        }
        let result = children
            .as_slice()
            .iter()
            .try_for_each(|child| self.generate(&child.state, child.hash, child.data));
        self.children = children;
        self.children.clear();
        result
    }

    /// Counts an expansion of the node's state, unless there were `most` of them that
    /// cost no more.
    fn may_expand(&mut self, node: Node, most: u32) -> Result<bool, Stop> {
        let state = &self.store.get(node.id).state;
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
        let parent = self.store.get(node).data.parent()?;
        self.moves_between(parent, node).next().and_then(|mv| self.space.inverse(mv))
    }

    /// Opens a node unless a cheaper one to its state is known.
    #[inline]
    fn generate(&mut self, state: &S::State, hash: u64, made: Made) -> Result<(), Stop> {
        let Made { parent, g, h } = made;
        let path = || Path::new(parent, g);
        if self.store.len() as NodeId >= NO_PARENT {
            return Err(Stop::Memory);
        }
        let node = if self.keeps_nodes() {
            self.store.append(state, path(), &mut self.meter)?
        } else {
            match self.store.find_or_insert_hashed(state, hash, path, &mut self.meter)? {
                Entry::Inserted(node) => node,
                Entry::Found(old) => {
                    let known = &mut self.store.get_mut(old).data;
                    if g > known.g || (g < known.g && !self.priority.reopens()) {
                        return Ok(());
                    }
                    if g == known.g {
                        return match parent {
                            Some(parent) => self.remember(old, parent),
                            None => Ok(()),
                        };
                    }
                    known.parent |= STALE;
                    self.store.supersede(old, path(), &mut self.meter)?
                }
            }
        };
        self.open.push(node, self.priority.priority(g, h), h, &mut self.meter)
    }

    fn remember(&mut self, node: NodeId, parent: NodeId) -> Result<(), Stop> {
        if self.duplicates == Duplicates::Remember {
            if self.further_parents.len() == self.further_parents.capacity() {
                let more = self.further_parents.capacity().max(1024);
                self.meter.take(more * size_of::<(NodeId, NodeId)>())?;
                self.further_parents.reserve_exact(more);
            }
            self.further_parents.push((node, parent));
        }
        Ok(())
    }
}
