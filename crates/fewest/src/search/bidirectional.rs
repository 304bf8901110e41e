//! Bidirectional breadth-first search: layers from the start and from the goals
//! in turn, always the smaller one, until they meet.
//!
//! Guarantees: the fewest moves. When the layers have reached depths a and b without
//! meeting, every plan has more than a + b moves; so the first meeting gives the fewest
//! moves, and a search that is stopped has proved a + b + 1. Costs: twice the states of
//! half the depth, which is far less than once the states of the whole. Choose it where
//! predecessors are known and the goals are few.

use super::budget::{Budget, Meter};
use super::event::{Event, Progress, Side as End};
use super::observer::{Observer, Visit, shows_expansions};
use super::outcome::{Outcome, Stop};
use super::store::{Children, Entry, NO_NODE, NodeId, Parent, Store, hash, prefetch_nodes};
use crate::space::{Cost, DEAD_END, Reverse, Space};

/// Finds the fewest moves from `start` to a goal, with the space's moves and its
/// predecessors ([`Space::reverse`]).
pub fn search<S: Space, O: Observer<S>>(
    space: &S,
    reverse: &dyn Reverse<S>,
    start: &S::State,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move> {
    if space.is_goal(start) {
        let counts = Meter::start(budget).finish();
        return Outcome::conclude(space, start, Some(Vec::new()), 0, Stop::Done, counts);
    }
    let mut sides = Sides {
        space,
        reverse,
        forward: Side::new(space),
        backward: Side::new(space),
        meter: Meter::start(budget),
        moves: Vec::new(),
        predecessors: Vec::new(),
        children: Children::default(),
    };
    let (meeting, stop) = match sides.meet(start, observer) {
        Ok(meeting) => (meeting, Stop::Done),
        Err(stop) => (None, stop),
    };
    let bound = match meeting {
        // Then the fewest moves say nothing about the least cost.
        _ if !space.has_unit_costs() => 0,
        None if stop == Stop::Done => DEAD_END,
        _ => sides.proven(),
    };
    if let Some(meeting) = meeting
        && shows_expansions(observer)
    {
        sides.show_path(meeting, observer);
    }
    let moves = meeting.map(|meeting| sides.moves_through(meeting));
    Outcome::conclude(space, start, moves, bound, stop, sides.meter.finish())
}

/// The same state in both stores.
#[derive(Clone, Copy)]
struct Meeting {
    forward: NodeId,
    backward: NodeId,
}

struct Side<T> {
    /// Each state with the state it was reached from.
    store: Store<T, NodeId>,
    layer: std::ops::Range<NodeId>,
    depth: Cost,
}

/// A number for a node of either side. Both count from 0: even numbers are the forward
/// side's.
fn number(id: NodeId, end: End) -> u64 {
    2 * u64::from(id) + u64::from(end == End::Backward)
}

struct Sides<'a, S: Space> {
    space: &'a S,
    reverse: &'a dyn Reverse<S>,
    forward: Side<S::State>,
    backward: Side<S::State>,
    meter: Meter,
    moves: Vec<S::Move>,
    predecessors: Vec<(S::State, S::Move)>,
    children: Children<S::State, NodeId>,
}

impl<T: Clone + Eq + std::hash::Hash> Side<T> {
    fn new<S: Space<State = T>>(space: &S) -> Self {
        Side { store: Store::new(space.heap_bytes()), layer: 0..0, depth: 0 }
    }

    fn reach(&mut self, states: &[T], meter: &mut Meter) -> Result<(), Stop> {
        for state in states {
            self.store.find_or_insert(state, || NO_NODE, meter)?;
        }
        self.layer = 0..self.store.len() as NodeId;
        Ok(())
    }

    /// The depth of a state of this layer or the next.
    fn depth_of(&self, id: NodeId) -> Cost {
        self.depth + Cost::from(id >= self.layer.end)
    }

    fn finish_layer(&mut self) {
        self.layer = self.layer.end..self.store.len() as NodeId;
        self.depth += 1;
    }
}

impl<S: Space> Sides<'_, S> {
    /// While both sides have finished their layers without meeting.
    fn proven(&self) -> Cost {
        self.forward.depth + self.backward.depth + 1
    }

    fn meet<O: Observer<S>>(
        &mut self,
        start: &S::State,
        observer: &mut O,
    ) -> Result<Option<Meeting>, Stop> {
        let mut goals = Vec::new();
        self.reverse.goals(&mut goals);
        self.forward.reach(std::slice::from_ref(start), &mut self.meter)?;
        self.backward.reach(&goals, &mut self.meter)?;
        if let Some(backward) = self.backward.store.find(start) {
            return Ok(Some(Meeting { forward: 0, backward }));
        }
        while !self.forward.layer.is_empty() && !self.backward.layer.is_empty() {
            let depth = self.forward.depth + self.backward.depth;
            let forward = self.forward.layer.len() <= self.backward.layer.len();
            let end = if forward { End::Forward } else { End::Backward };
            let layer = &self.side(end).layer;
            let states = layer.len() as u64;
            for id in layer.clone() {
                if self.meter.is_due() {
                    let counts = self.meter.finish();
                    let (bound, depth) = (self.proven(), Some(depth));
                    observer.event(Event::Progress(Progress { counts, bound, best: None, depth }));
                }
                self.meter.expand()?;
                if shows_expansions(observer) {
                    self.show(id, end, self.meter.counts.expanded - 1, observer);
                }
                let meeting = self.expand(id, end)?;
                if meeting.is_some() {
                    return Ok(meeting);
                }
            }
            let meeting = self.settle(end)?;
            if meeting.is_some() {
                return Ok(meeting);
            }
            if forward {
                self.forward.finish_layer();
            } else {
                self.backward.finish_layer();
            }
            observer.event(Event::Layer { depth, states });
        }
        Ok(None)
    }

    fn side(&self, end: End) -> &Side<S::State> {
        match end {
            End::Forward => &self.forward,
            End::Backward => &self.backward,
        }
    }

    fn show<O: Observer<S>>(&self, id: NodeId, end: End, index: u64, observer: &mut O) {
        let side = self.side(end);
        let (node, g) = (side.store.get(id), side.depth_of(id));
        observer.expanded(&Visit {
            index,
            node: number(id, end),
            parent: (node.data != NO_NODE).then_some(number(node.data, end)),
            side: Some(end),
            state: &node.state,
            g,
            h: 0,
            priority: f64::from(g),
            bound: self.proven(),
        });
    }

    /// The nodes of the plan. The forward side's node of the meeting was not expanded
    /// before: had it been, the sides would have met earlier.
    fn show_path<O: Observer<S>>(&self, meeting: Meeting, observer: &mut O) {
        self.show(meeting.forward, End::Forward, self.meter.counts.expanded, observer);
        let up = |id: NodeId, end: End| {
            let parent = move |&id: &NodeId| {
                Some(self.side(end).store.get(id).data).filter(|&parent| parent != NO_NODE)
            };
            std::iter::successors(Some(id), parent).map(move |id| number(id, end))
        };
        let mut nodes: Vec<u64> = up(meeting.forward, End::Forward).collect();
        nodes.reverse();
        let last = nodes.len() - 1;
        // The meeting is one state, known to both sides.
        nodes.extend(up(meeting.backward, End::Backward).skip(1));
        observer.path(&nodes, Some(last));
    }

    /// Makes the states next to a node, and looks them up when there are enough.
    fn expand(&mut self, id: NodeId, end: End) -> Result<Option<Meeting>, Stop> {
        let store = &self.side(end).store;
        let node = store.get(id);
        let mut state = node.state.clone();
        let parent = Parent::new(Some(node.data).filter(|&id| id != NO_NODE), store);
        let mut meeting = None;
        if end == End::Forward {
            let mut moves = std::mem::take(&mut self.moves);
            let result = self.space.successors(&mut state, &mut moves, |child| {
                meeting = self.reach(child.state, &parent, id, end)?;
                if meeting.is_some() { Err(None) } else { Ok(()) }
            });
            self.moves = moves;
            return match result {
                Err(Some(stop)) => Err(stop),
                Err(None) | Ok(()) => Ok(meeting),
            };
        }
        let mut predecessors = std::mem::take(&mut self.predecessors);
        predecessors.clear();
        self.reverse.predecessors(&state, &mut predecessors);
        for (before, _) in &predecessors {
            meeting = self.reach(before, &parent, id, end)?;
            if meeting.is_some() {
                break;
            }
        }
        self.predecessors = predecessors;
        Ok(meeting)
    }

    #[inline]
    fn reach(
        &mut self,
        state: &S::State,
        parent: &Parent<S::State>,
        from: NodeId,
        end: End,
    ) -> Result<Option<Meeting>, Stop> {
        self.meter.generate()?;
        let (own, other) = match end {
            End::Forward => (&self.forward.store, &self.backward.store),
            End::Backward => (&self.backward.store, &self.forward.store),
        };
        if parent.is(state, own) {
            return Ok(None);
        }
        let hash = hash(state);
        other.prefetch_bucket(hash);
        self.children.push_hashed(state, hash, from, own);
        if self.children.is_full() { self.settle(end) } else { Ok(None) }
    }

    /// Stores the children that are new to this side, and looks each up on the other.
    #[inline(never)]
    fn settle(&mut self, end: End) -> Result<Option<Meeting>, Stop> {
        let (own, other) = match end {
            End::Forward => (&mut self.forward, &self.backward),
            End::Backward => (&mut self.backward, &self.forward),
        };
        prefetch_nodes(self.children.as_slice(), &own.store);
        let mut met = None;
        for child in self.children.as_slice() {
            let entry = own.store.find_or_insert_child(child, || child.data, &mut self.meter)?;
            if let Entry::Inserted(id) = entry
                && let Some(opposite) = other.store.find_hashed(&child.state, child.hash)
            {
                met = Some(match end {
                    End::Forward => Meeting { forward: id, backward: opposite },
                    End::Backward => Meeting { forward: opposite, backward: id },
                });
                break;
            }
        }
        self.children.clear();
        Ok(met)
    }

    fn moves_through(&self, meeting: Meeting) -> Vec<S::Move> {
        let mut moves = super::backtrack(self.space, meeting.forward, |id| {
            let node = self.forward.store.get(id);
            (&node.state, node.data)
        });
        let mut node = self.backward.store.get(meeting.backward);
        while node.data != NO_NODE {
            let next = self.backward.store.get(node.data);
            moves.extend(super::move_between(self.space, &node.state, &next.state));
            node = next;
        }
        moves
    }
}
