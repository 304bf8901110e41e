//! Beam search: layer by layer like breadth-first search, but only the most
//! promising states of each layer are expanded.
//!
//! Guarantees: only its memory, which the width bounds. Choose it when proofs are out
//! of reach and a good plan is wanted; a wider beam finds better ones, later.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::{Observer, Visit, shows_expansions};
use super::outcome::{Outcome, Stop};
use crate::space::{Cost, DEAD_END, Heuristic, Space};

/// The clock is looked at once in this number of states, when a layer is made.
const CHECK_EVERY: usize = 64;

/// Looks for a plan with at most `width` states in each layer.
pub fn search<S: Space, H: Heuristic<S>, O: Observer<S>>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    width: usize,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move> {
    let value = heuristic.evaluate(space, start);
    let h = heuristic.estimate(value);
    let bound = if heuristic.is_admissible() { h } else { 0 };
    let mut beam = Beam {
        space,
        heuristic,
        width: width.max(1),
        layer: vec![Entry { state: start.clone(), value, g: 0 }],
        candidates: Vec::new(),
        history: Vec::new(),
        seen: FxHashSet::default(),
        meter: Meter::start(budget),
        moves: Vec::new(),
        numbers: Numbers(Vec::new()),
    };
    beam.seen.insert(hash(start));
    let (moves, stop) = if h == DEAD_END {
        (None, Stop::Done)
    } else if space.is_goal(start) {
        (Some(Vec::new()), Stop::Done)
    } else {
        match beam.run(bound, observer) {
            Ok(moves) => (moves, Stop::Done),
            Err(stop) => (None, stop),
        }
    };
    Outcome::conclude(space, start, moves, bound, stop, beam.meter.finish())
}

struct Beam<'a, S: Space, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    width: usize,
    layer: Vec<Entry<S::State, H::Value>>,
    candidates: Vec<Candidate<S::Move>>,
    /// For each layer after the first: where each state came from in the layer
    /// before, and by which move. The states themselves are not kept.
    history: Vec<Vec<(u32, S::Move)>>,
    /// Hashes of every state that was in the beam. If two states have the same hash,
    /// one of them is lost; a beam loses states anyway.
    seen: FxHashSet<u64>,
    meter: Meter,
    moves: Vec<S::Move>,
    numbers: Numbers,
}

/// The numbers of the states for observers, in the order of expansion. Only the number
/// of each layer's first state is kept.
struct Numbers(Vec<u64>);

impl Numbers {
    fn of(&self, layer: usize, place: u32) -> u64 {
        self.0[layer] + u64::from(place)
    }

    /// The parent of a state in the last layer.
    fn parent<M>(&self, history: &[Vec<(u32, M)>], place: u32) -> Option<u64> {
        let (parent, _) = history.last()?[place as usize];
        Some(self.of(history.len() - 1, parent))
    }

    /// The path to a goal whose parent stands in the last layer.
    fn path<M>(&self, history: &[Vec<(u32, M)>], mut place: u32, goal: u64) -> Vec<u64> {
        let mut path = vec![goal, self.of(history.len(), place)];
        for (layer, steps) in history.iter().enumerate().rev() {
            place = steps[place as usize].0;
            path.push(self.of(layer, place));
        }
        path.reverse();
        path
    }
}

struct Entry<T, V> {
    state: T,
    value: V,
    g: Cost,
}

#[derive(Clone, Copy)]
struct Candidate<M> {
    f: Cost,
    h: Cost,
    parent: u32,
    mv: M,
    hash: u64,
}

/// The bytes of a hash table for each entry of eight bytes, at its load factor.
const SEEN_BYTES: usize = 18;

impl<S: Space, H: Heuristic<S>> Beam<'_, S, H> {
    fn run<O: Observer<S>>(
        &mut self,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Vec<S::Move>>, Stop> {
        for depth in 0.. {
            if let Some(last) = self.expand(depth, bound, observer)? {
                return Ok(Some(self.path(last)));
            }
            observer.event(Event::Layer { depth, states: self.layer.len() as u64 });
            if self.candidates.is_empty() {
                break;
            }
            self.advance()?;
        }
        Ok(None)
    }

    /// Collects the successors of the layer; stops at one that is solved.
    fn expand<O: Observer<S>>(
        &mut self,
        depth: Cost,
        bound: Cost,
        observer: &mut O,
    ) -> Result<Option<Candidate<S::Move>>, Stop> {
        self.candidates.clear();
        self.numbers.0.push(self.meter.counts.expanded);
        for (parent, entry) in (0..).zip(&mut self.layer) {
            if self.meter.is_due() {
                let counts = self.meter.finish();
                observer.event(Event::Progress(Progress {
                    counts,
                    bound,
                    best: None,
                    depth: Some(depth),
                }));
            }
            self.meter.expand()?;
            if shows_expansions(observer) {
                let (h, g, state) = (self.heuristic.estimate(entry.value), entry.g, &entry.state);
                let index = self.meter.counts.expanded - 1;
                let parent = self.numbers.parent(&self.history, parent);
                let (node, side, priority) = (index, None, f64::from(g) + f64::from(h));
                let visit = Visit { index, node, parent, side, state, g, h, priority, bound };
                observer.expanded(&visit);
            }
            self.moves.clear();
            self.space.moves(&entry.state, &mut self.moves);
            for &mv in &self.moves {
                self.meter.generate()?;
                let g = entry.g.saturating_add(self.space.cost(&entry.state, mv));
                let undo = self.space.apply(&mut entry.state, mv);
                let value = self.heuristic.update(self.space, entry.value, mv, &undo, &entry.state);
                let h = self.heuristic.estimate(value);
                let hash = hash(&entry.state);
                let candidate = Candidate { f: g.saturating_add(h), h, parent, mv, hash };
                if self.space.is_goal(&entry.state) {
                    if shows_expansions(observer) {
                        let (index, state) = (self.meter.counts.expanded, &entry.state);
                        let parent = Some(self.numbers.of(self.history.len(), candidate.parent));
                        let (node, side, priority) = (index, None, f64::from(g) + f64::from(h));
                        let visit =
                            Visit { index, node, parent, side, state, g, h, priority, bound };
                        observer.expanded(&visit);
                        let path = self.numbers.path(&self.history, candidate.parent, index);
                        observer.path(&path, None);
                    }
                    return Ok(Some(candidate));
                }
                if h != DEAD_END && !self.seen.contains(&hash) {
                    if self.candidates.len() == self.candidates.capacity() {
                        let more = self.candidates.capacity().max(256);
                        self.meter.take(more * size_of::<Candidate<S::Move>>())?;
                        self.candidates.reserve_exact(more);
                    }
                    self.candidates.push(candidate);
                }
                self.space.undo(&mut entry.state, mv, undo);
            }
        }
        Ok(None)
    }

    /// Makes the best candidates the next layer. The sort is stable, so that
    /// the same search gives the same plan.
    fn advance(&mut self) -> Result<(), Stop> {
        sort(&mut self.candidates);
        let states = self.width.min(self.candidates.len());
        let state_bytes = size_of::<Entry<S::State, H::Value>>() + self.space.heap_bytes();
        let step_bytes = size_of::<(u32, S::Move)>() + SEEN_BYTES;
        self.meter.take(states * (state_bytes + step_bytes))?;
        let mut next = Vec::with_capacity(states);
        let mut steps = Vec::with_capacity(states);
        for candidate in &self.candidates {
            if next.len() == self.width {
                break;
            }
            if next.len() % CHECK_EVERY == 0 {
                self.meter.check_clock()?;
            }
            if !self.seen.insert(candidate.hash) {
                continue;
            }
            let entry = &self.layer[candidate.parent as usize];
            let mut state = entry.state.clone();
            let undo = self.space.apply(&mut state, candidate.mv);
            let value = self.heuristic.update(self.space, entry.value, candidate.mv, &undo, &state);
            next.push(Entry { state, value, g: candidate.f - candidate.h });
            steps.push((candidate.parent, candidate.mv));
        }
        self.meter.give_back(self.layer.len() * state_bytes);
        self.meter.counts.stored = self.meter.counts.stored.max(next.len() as u64);
        self.layer = next;
        self.history.push(steps);
        Ok(())
    }

    fn path(&self, last: Candidate<S::Move>) -> Vec<S::Move> {
        let mut moves = vec![last.mv];
        let mut parent = last.parent;
        for steps in self.history.iter().rev() {
            let (before, mv) = steps[parent as usize];
            moves.push(mv);
            parent = before;
        }
        moves.reverse();
        moves
    }
}

/// Best first. Compiled once for all spaces with these moves.
fn sort<M>(candidates: &mut [Candidate<M>]) {
    candidates.sort_by_key(|candidate| (candidate.f, candidate.h));
}

fn hash<T: Hash>(state: &T) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}
