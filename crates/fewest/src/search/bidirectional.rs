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
use super::store::{Children, Entries, NO_NODE, NodeId, Parent, Store};
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
        is_undirected: reverse.is_undirected(),
        store: Store::new(space.heap_bytes()),
        forward: Side { layer: 0..0, depth: 0 },
        backward: Side { layer: 0..0, depth: 0 },
        meter: Meter::start(budget),
        moves: Vec::new(),
        predecessors: Vec::new(),
        children: Children::default(),
        entries: Entries::default(),
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

/// A state that both sides have reached.
#[derive(Clone, Copy)]
struct Meeting {
    /// The node of the side that was there first.
    state: NodeId,
    /// The side that was second, and the node that it came from.
    end: End,
    from: NodeId,
}

/// Where a node was reached from, and by which side.
#[derive(Clone, Copy)]
struct Link(NodeId);

const BACKWARD: NodeId = 1 << 31;
/// In the place of a parent.
const NONE: NodeId = BACKWARD - 1;

impl Link {
    fn new(parent: NodeId, end: End) -> Self {
        Link(parent | if end == End::Backward { BACKWARD } else { 0 })
    }

    #[inline]
    fn parent(self) -> Option<NodeId> {
        Some(self.0 & !BACKWARD).filter(|&parent| parent != NONE)
    }

    #[inline]
    fn end(self) -> End {
        if self.0 & BACKWARD == 0 { End::Forward } else { End::Backward }
    }
}

struct Side {
    /// Its nodes that are still to be expanded.
    layer: std::ops::Range<NodeId>,
    depth: Cost,
}

/// A number for a node of either side: even numbers are the forward side's.
fn number(id: NodeId, end: End) -> u64 {
    2 * u64::from(id) + u64::from(end == End::Backward)
}

struct Sides<'a, S: Space> {
    space: &'a S,
    reverse: &'a dyn Reverse<S>,
    /// Whether a state's predecessors are its successors, which are made without a list.
    is_undirected: bool,
    /// The states of both sides: one look-up tells whether either knows a state. Those of a
    /// layer have numbers one after another.
    store: Store<S::State, Link>,
    forward: Side,
    backward: Side,
    meter: Meter,
    moves: Vec<S::Move>,
    predecessors: Vec<(S::State, S::Move)>,
    children: Children<S::State, Link>,
    /// Of the children that were looked up last.
    entries: Entries,
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
        self.reach_first(std::slice::from_ref(start), End::Forward)?;
        self.reach_first(&goals, End::Backward)?;
        while !self.forward.layer.is_empty() && !self.backward.layer.is_empty() {
            let depth = self.forward.depth + self.backward.depth;
            let forward = self.forward.layer.len() <= self.backward.layer.len();
            let end = if forward { End::Forward } else { End::Backward };
            let layer = self.side(end).layer.clone();
            let (states, first) = (layer.len() as u64, self.store.len() as NodeId);
            for id in layer {
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
                self.children.hash_some(&self.store);
                if meeting.is_some() {
                    return Ok(meeting);
                }
            }
            let meeting = self.settle()?;
            if meeting.is_some() {
                return Ok(meeting);
            }
            let last = self.store.len() as NodeId;
            let side = self.side_mut(end);
            (side.layer, side.depth) = (first..last, side.depth + 1);
            observer.event(Event::Layer { depth, states });
        }
        Ok(None)
    }

    /// The states from which a side begins.
    fn reach_first(&mut self, states: &[S::State], end: End) -> Result<(), Stop> {
        let first = self.store.len() as NodeId;
        for state in states {
            self.store.find_or_insert(state, || Link::new(NONE, end), &mut self.meter)?;
        }
        self.side_mut(end).layer = first..self.store.len() as NodeId;
        Ok(())
    }

    fn side(&self, end: End) -> &Side {
        match end {
            End::Forward => &self.forward,
            End::Backward => &self.backward,
        }
    }

    fn side_mut(&mut self, end: End) -> &mut Side {
        match end {
            End::Forward => &mut self.forward,
            End::Backward => &mut self.backward,
        }
    }

    /// Shows a node of the layer of a side that is being expanded.
    fn show<O: Observer<S>>(&self, id: NodeId, end: End, index: u64, observer: &mut O) {
        let (node, g) = (self.store.get(id), self.side(end).depth);
        observer.expanded(&Visit {
            index,
            node: number(id, end),
            parent: node.data.parent().map(|parent| number(parent, end)),
            side: Some(end),
            state: &node.state,
            g,
            h: 0,
            priority: f64::from(g),
            bound: self.proven(),
        });
    }

    /// The nodes of the plan. The state of the meeting is the forward side's last, which has
    /// not expanded it: had it, the sides would have met earlier.
    fn show_path<O: Observer<S>>(&self, meeting: Meeting, observer: &mut O) {
        let Meeting { state, end, from } = meeting;
        let parent = |id: NodeId| self.store.get(id).data.parent();
        let (before, after, g) = match end {
            End::Forward => (Some(from), parent(state), self.forward.depth + 1),
            End::Backward => (parent(state), Some(from), self.forward.depth),
        };
        observer.expanded(&Visit {
            index: self.meter.counts.expanded,
            node: number(state, End::Forward),
            parent: before.map(|id| number(id, End::Forward)),
            side: Some(End::Forward),
            state: &self.store.get(state).state,
            g,
            h: 0,
            priority: f64::from(g),
            bound: self.proven(),
        });
        let up = |id: Option<NodeId>, end: End| {
            std::iter::successors(id, move |&id| parent(id)).map(move |id| number(id, end))
        };
        let mut nodes = vec![number(state, End::Forward)];
        nodes.extend(up(before, End::Forward));
        nodes.reverse();
        let last = nodes.len() - 1;
        nodes.extend(up(after, End::Backward));
        observer.path(&nodes, Some(last));
    }

    /// Makes the states next to a node, and looks them up when there are enough.
    fn expand(&mut self, id: NodeId, end: End) -> Result<Option<Meeting>, Stop> {
        let node = self.store.get(id);
        let mut state = node.state.clone();
        let parent = Parent::or_itself(node.data.parent(), id, &self.store);
        let link = Link::new(id, end);
        if end == End::Backward && !self.is_undirected {
            return self.expand_backward(&state, &parent, link);
        }
        let mut moves = std::mem::take(&mut self.moves);
        let (mut meeting, mut generated) = (None, 0);
        let result = self.space.successors(&mut state, &mut moves, |child| {
            generated += 1;
            self.push(child.state, &parent, link);
            if self.children.is_full() {
                meeting = self.settle_full()?;
                if meeting.is_some() {
                    return Err(None);
                }
            }
            Ok(())
        });
        self.meter.counts.generated += generated;
        self.moves = moves;
        match result {
            Err(Some(stop)) => Err(stop),
            Err(None) | Ok(()) => Ok(meeting),
        }
    }

    /// The same for predecessors that are not successors, too.
    fn expand_backward(
        &mut self,
        state: &S::State,
        parent: &Parent<S::State>,
        link: Link,
    ) -> Result<Option<Meeting>, Stop> {
        let mut predecessors = std::mem::take(&mut self.predecessors);
        predecessors.clear();
        self.reverse.predecessors(state, &mut predecessors);
        let mut meeting = None;
        for (before, _) in &predecessors {
            self.meter.counts.generated += 1;
            self.push(before, parent, link);
            if self.children.is_full() {
                meeting = self.settle_full()?;
                if meeting.is_some() {
                    break;
                }
            }
        }
        self.predecessors = predecessors;
        Ok(meeting)
    }

    #[inline]
    fn push(&mut self, state: &S::State, parent: &Parent<S::State>, link: Link) {
        let is_parent = parent.is(state, &self.store);
        self.children.push_if(!is_parent, state, link);
    }

    #[inline(never)]
    fn settle_full(&mut self) -> Result<Option<Meeting>, Stop> {
        self.meter.check_clock()?;
        self.settle()
    }

    /// Stores the children that are new, and looks for those that the other side knows.
    #[inline(never)]
    fn settle(&mut self) -> Result<Option<Meeting>, Stop> {
        self.children.hash_all(&self.store);
        let children = self.children.as_slice();
        if self.store.len() + children.len() > NONE as usize {
            return Err(Stop::Memory);
        }
        let entries = &mut self.entries;
        self.store.find_or_insert_all(children, |&link| link, entries, &mut self.meter)?;
        // Those that are new meet nobody.
        let met = entries.found().find_map(|(at, state)| {
            let link = children[at].data;
            let is_met = link.end() != self.store.get(state).data.end();
            is_met.then(|| Meeting { state, end: link.end(), from: link.0 & !BACKWARD })
        });
        self.children.clear();
        Ok(met)
    }

    fn moves_through(&self, Meeting { state, end, from }: Meeting) -> Vec<S::Move> {
        let (before, after) = match end {
            End::Forward => (from, state),
            End::Backward => (state, from),
        };
        let mut moves = super::backtrack(self.space, before, |id| {
            let node = self.store.get(id);
            (&node.state, node.data.parent().unwrap_or(NO_NODE))
        });
        let (mut last, mut next) = (before, Some(after));
        while let Some(id) = next {
            let (from, to) = (self.store.get(last), self.store.get(id));
            moves.extend(super::move_between(self.space, &from.state, &to.state));
            (last, next) = (id, to.data.parent());
        }
        moves
    }
}
