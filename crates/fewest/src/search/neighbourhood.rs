//! Makes a plan shorter: replaces stretches of it by better ones, as long as there is time.
//!
//! Each stretch is replaced by a shortest path through the states around it: those that few
//! moves lead to, or away from, its own states (plan neighborhood graph search, Nakhost and
//! Müller 2010). The stretch is such a path itself, so none becomes longer. Short stretches
//! with few states around them come first: they are quick and gain most. Each round without
//! a gain doubles both.
//!
//! It needs nothing but the moves of a space. Where predecessors are known too
//! ([`Space::reverse`]), they are around as well. It proves nothing.
//!
//! ```
//! use fewest::example::Pancakes;
//! use fewest::search::{Budget, Plan, neighbourhood};
//!
//! let stack = [4, 2, 5, 0, 3, 1];
//! let long = vec![2, 3, 2, 5, 4, 5, 5, 6, 2, 5, 3, 4, 2, 3];
//! let plan = Plan::replay(&Pancakes, &stack, long)?;
//! let budget = Budget { nodes: Some(10_000), ..Budget::default() };
//! let end = neighbourhood::improve(&Pancakes, &stack, plan, &budget, &mut |_| ());
//! assert_eq!(end.plan.cost(), 7);
//! # Ok::<(), fewest::search::ReplayError>(())
//! ```

use std::cmp::Reverse as Least;
use std::collections::BinaryHeap;

use super::budget::{Budget, Meter};
use super::outcome::{Counts, Plan, Stop};
use super::store::{Entry, NO_NODE, NodeId, Store};
use crate::space::{Cost, DEAD_END, Space};

/// The moves of the first stretches, and the states around each move.
const FIRST_LENGTH: usize = 8;
const STATES_PER_MOVE: usize = 64;

/// How it ended.
#[derive(Clone, Debug)]
pub struct Improved<M> {
    /// The best plan.
    pub plan: Plan<M>,
    /// [`Stop::Done`] if all states that the plan can pass were around it.
    pub stop: Stop,
    /// What it took.
    pub counts: Counts,
}

/// Makes a plan shorter within a budget. Every better plan is replayed and given to
/// `better` at once.
pub fn improve<S: Space>(
    space: &S,
    start: &S::State,
    plan: Plan<S::Move>,
    budget: &Budget,
    better: &mut dyn FnMut(&Plan<S::Move>),
) -> Improved<S::Move> {
    let mut meter = Meter::start(budget);
    let mut plan = plan;
    let mut length = FIRST_LENGTH;
    let stop = loop {
        // The start is solved: there are no stretches, and no round would be the last.
        if plan.moves().is_empty() {
            break Stop::Done;
        }
        match round(space, start, &mut plan, length, &mut meter, better) {
            Ok(Round { has_gained: true, .. }) => {}
            Ok(Round { is_whole: true, .. }) => break Stop::Done,
            Ok(_) => length = length.saturating_mul(2),
            Err(stop) => break stop,
        }
    };
    Improved { plan, stop, counts: meter.finish() }
}

/// What came of all stretches of one length.
#[derive(Default)]
struct Round {
    has_gained: bool,
    /// Whether one stretch was the whole plan, and all states were around it.
    is_whole: bool,
}

fn round<S: Space>(
    space: &S,
    start: &S::State,
    plan: &mut Plan<S::Move>,
    length: usize,
    meter: &mut Meter,
    better: &mut dyn FnMut(&Plan<S::Move>),
) -> Result<Round, Stop> {
    let mut round = Round::default();
    let mut first = 0;
    let mut state = start.clone();
    while first < plan.moves().len() {
        let end = (first + length).min(plan.moves().len());
        let is_last = end == plan.moves().len();
        let stretch = &plan.moves()[first..end];
        let states = STATES_PER_MOVE.saturating_mul(length);
        let free = meter.free_bytes();
        let mut around = Around { space, store: Store::new(space.heap_bytes()), end: 0, is_last };
        let is_all = around.gather(&state, stretch, states, meter)?;
        round.is_whole |= is_all && first == 0 && is_last;
        let shorter = around.path(meter)?;
        drop(around);
        meter.give_back((free - meter.free_bytes()) as usize);
        if let Some(shorter) = shorter {
            let moves = [&plan.moves()[..first], &shorter, &plan.moves()[end..]].concat();
            // A space that contradicts itself keeps its old plan.
            if let Ok(next) = Plan::replay(space, start, moves)
                && next.cost() < plan.cost()
            {
                *plan = next;
                round.has_gained = true;
                better(plan);
            }
        }
        // Stretches overlap by half.
        let step = (length / 2).min(plan.moves().len() - first);
        for &mv in &plan.moves()[first..first + step] {
            space.apply(&mut state, mv);
        }
        first += step;
        if is_last {
            break;
        }
    }
    Ok(round)
}

/// How a state was reached from the first one of the stretch.
struct Reached<M> {
    g: Cost,
    parent: NodeId,
    mv: Option<M>,
}

/// The states around a stretch. Its own come first, in order.
struct Around<'a, S: Space> {
    space: &'a S,
    store: Store<S::State, Reached<S::Move>>,
    /// The last state of the stretch.
    end: NodeId,
    /// Whether it ends the plan, so that any goal will do.
    is_last: bool,
}

impl<S: Space> Around<'_, S> {
    fn add(&mut self, state: &S::State, meter: &mut Meter) -> Result<NodeId, Stop> {
        let new = || Reached { g: DEAD_END, parent: NO_NODE, mv: None };
        Ok(match self.store.find_or_insert(state, new, meter)? {
            Entry::Found(id) | Entry::Inserted(id) => id,
        })
    }

    /// Adds the states of the stretch, then those next to them, and so on, about as many as
    /// are wanted. Returns whether there are no others.
    fn gather(
        &mut self,
        start: &S::State,
        stretch: &[S::Move],
        wanted: usize,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let mut state = start.clone();
        self.add(&state, meter)?;
        for &mv in stretch {
            self.space.apply(&mut state, mv);
            self.add(&state, meter)?;
        }
        self.end = self.add(&state, meter)?;
        let (mut moves, mut before) = (Vec::new(), Vec::new());
        let mut next = 0;
        while (next as usize) < self.store.len() {
            if self.store.len() >= wanted {
                return Ok(false);
            }
            meter.expand()?;
            let mut state = self.store.get(next).state.clone();
            if let Some(reverse) = self.space.reverse() {
                reverse.predecessors(&state, &mut before);
                for (state, _) in before.drain(..) {
                    meter.generate()?;
                    self.add(&state, meter)?;
                }
            }
            let space = self.space;
            space.successors(&mut state, &mut moves, |successor| {
                meter.generate()?;
                self.add(successor.state, meter).map(|_| ())
            })?;
            next += 1;
        }
        Ok(true)
    }

    /// The cheapest path from the first state to the end of the stretch (Dijkstra 1959).
    fn path(&mut self, meter: &mut Meter) -> Result<Option<Vec<S::Move>>, Stop> {
        let mut open = BinaryHeap::from([Least((0, 0))]);
        self.store.get_mut(0).data.g = 0;
        let mut moves = Vec::new();
        while let Some(Least((g, id))) = open.pop() {
            let node = self.store.get(id);
            if node.data.g != g {
                continue;
            }
            let mut state = node.state.clone();
            let is_end = if self.is_last { self.space.is_goal(&state) } else { id == self.end };
            if is_end {
                return Ok(Some(self.moves_to(id)));
            }
            meter.expand()?;
            let space = self.space;
            space.successors(&mut state, &mut moves, |successor| {
                meter.generate()?;
                let Some(to) = self.store.find(successor.state) else { return Ok(()) };
                let reached = &mut self.store.get_mut(to).data;
                let longer = g.saturating_add(successor.cost);
                if longer < reached.g {
                    *reached = Reached { g: longer, parent: id, mv: Some(successor.mv) };
                    open.push(Least((longer, to)));
                }
                Ok(())
            })?;
        }
        Ok(None)
    }

    fn moves_to(&self, id: NodeId) -> Vec<S::Move> {
        let mut moves = Vec::new();
        let mut reached = &self.store.get(id).data;
        while let Some(mv) = reached.mv {
            moves.push(mv);
            reached = &self.store.get(reached.parent).data;
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Gaps, Pancakes};
    use crate::search::{Algorithm, Engine, Task};
    use proptest::prelude::*;

    type Stack = [u8; 6];

    /// From a stack to the sorted one by these moves and their reverse, and around.
    fn wander(stack: Stack, turns: &[usize]) -> Plan<usize> {
        let engine = Engine::new(&Pancakes, &stack, &Gaps);
        let shortest = engine.run(&Task::new(Algorithm::AStar), &mut ()).unwrap().plan.unwrap();
        let there_and_back = turns.iter().chain(turns.iter().rev());
        let moves = there_and_back.chain(shortest.moves()).copied().collect();
        Plan::replay(&Pancakes, &stack, moves).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// Every plan that is told is a better one, whatever the limit; and with enough of
        /// all, the last is the best.
        #[test]
        fn plans_become_shorter_until_they_are_shortest(
            stack in Just([0, 1, 2, 3, 4, 5]).prop_shuffle(),
            turns in prop::collection::vec(2..=6_usize, 0..30),
            nodes in prop_oneof![Just(u64::MAX), 1..2000_u64],
        ) {
            let plan = wander(stack, &turns);
            let mut told = vec![plan.cost()];
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let end = improve(&Pancakes, &stack, plan, &budget, &mut |better| {
                told.push(better.cost());
            });
            prop_assert!(told.is_sorted_by(|a, b| a > b));
            prop_assert_eq!(told.last(), Some(&end.plan.cost()));
            prop_assert!(Plan::replay(&Pancakes, &stack, end.plan.moves().to_vec()).is_ok());
            if end.stop == Stop::Done {
                let fewest = wander(stack, &[]).cost();
                prop_assert_eq!(end.plan.cost(), fewest);
            } else {
                prop_assert!(nodes < u64::MAX);
            }
        }
    }

    #[test]
    fn what_is_solved_from_the_start_needs_no_moves() {
        for turns in [&[][..], &[2, 5, 3]] {
            let sorted = [0, 1, 2, 3, 4, 5];
            let plan = wander(sorted, turns);
            let end = improve(&Pancakes, &sorted, plan, &Budget::default(), &mut |_| ());
            assert_eq!((end.stop, end.plan.cost()), (Stop::Done, 0));
        }
    }

    #[test]
    fn memory_is_given_back_after_each_stretch() {
        let plan = wander([5, 3, 1, 0, 2, 4], &[2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]);
        let few = Budget { memory: Some(1 << 12), ..Budget::default() };
        let end = improve(&Pancakes, &[5, 3, 1, 0, 2, 4], plan.clone(), &few, &mut |_| ());
        assert_eq!((end.stop, end.plan.cost()), (Stop::Memory, plan.cost()));
        let enough = Budget { memory: Some(1 << 20), ..Budget::default() };
        let end = improve(&Pancakes, &[5, 3, 1, 0, 2, 4], plan.clone(), &enough, &mut |_| ());
        assert_eq!(end.stop, Stop::Done);
        assert!(end.plan.cost() < plan.cost());
    }
}
