//! The searches against plain breadth-first search on whole random graphs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;

use super::*;
use crate::search::{Budget, Event, Stop};
use crate::space::{Cost, DEAD_END};

/// A directed graph of the words from 1 on.
#[derive(Debug, Clone)]
pub(super) struct Graph {
    next: BTreeMap<u64, Vec<u64>>,
    before: BTreeMap<u64, Vec<u64>>,
    goals: BTreeSet<u64>,
    has_reverse: bool,
}

impl Graph {
    pub(super) fn new(nodes: u64, edges: &[(u64, u64)], goals: &[u64], has_reverse: bool) -> Self {
        let (mut next, mut before) = (BTreeMap::new(), BTreeMap::new());
        for &(from, to) in edges {
            // Spread over the words.
            let [from, to] = [from, to].map(|node| word(node % nodes));
            next.entry(from).or_insert_with(Vec::new).push(to);
            before.entry(to).or_insert_with(Vec::new).push(from);
        }
        let goals = goals.iter().map(|&node| word(node % nodes)).collect();
        Graph { next, before, goals, has_reverse }
    }

    /// The states at each distance from the start.
    fn layers(&self, start: u64) -> Vec<BTreeSet<u64>> {
        let mut known = BTreeSet::from([start]);
        let mut layers = vec![known.clone()];
        loop {
            let last = &layers[layers.len() - 1];
            let next = last.iter().flat_map(|state| self.next.get(state).into_iter().flatten());
            let new: BTreeSet<u64> = next.copied().filter(|&state| known.insert(state)).collect();
            if new.is_empty() {
                return layers;
            }
            layers.push(new);
        }
    }

    /// The walks of this length from the start to a goal: those to each state, step by step.
    fn walks(&self, start: u64, length: usize) -> u64 {
        let mut walks = BTreeMap::from([(start, 1_u64)]);
        for _ in 0..length {
            let mut longer = BTreeMap::new();
            for (state, count) in walks {
                for &next in self.next.get(&state).into_iter().flatten() {
                    let sum: &mut u64 = longer.entry(next).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            walks = longer;
        }
        let to_goals = walks.iter().filter(|(state, _)| self.goals.contains(state));
        to_goals.fold(0, |sum, (_, &count)| sum.saturating_add(count))
    }
}

pub(super) fn word(node: u64) -> u64 {
    (node + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl PackedSpace<u64> for Graph {
    fn is_goal(&self, state: u64) -> bool {
        self.goals.contains(&state)
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        out.extend(states.iter().flat_map(|state| self.next.get(state).into_iter().flatten()));
    }
    fn goals(&self, out: &mut Vec<u64>) -> bool {
        out.extend(&self.goals);
        self.has_reverse
    }
    fn count_predecessors(&self, state: u64) -> u64 {
        if self.has_reverse { self.before.get(&state).map_or(0, Vec::len) as u64 } else { u64::MAX }
    }
    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>) {
        out.extend(states.iter().flat_map(|state| self.before.get(state).into_iter().flatten()));
    }
}

pub(super) fn check_path(graph: &Graph, start: u64, path: &[u64]) {
    assert_eq!(path[0], start);
    assert!(graph.is_goal(path[path.len() - 1]));
    for pair in path.windows(2) {
        assert!(graph.next[&pair[0]].contains(&pair[1]), "{path:?}");
    }
}

fn solve(graph: &Graph, start: u64, budget: &Budget) -> (Option<Vec<u64>>, Cost, Stop) {
    let mut search = Bidirectional::new(graph, start, budget);
    match search.run(u64::MAX, &mut |_| ()) {
        End::Met(meeting) => (Some(search.path(meeting).unwrap()), search.bound(), Stop::Done),
        End::Exhausted => (None, DEAD_END, Stop::Done),
        End::Full => unreachable!("without a limit of states"),
        End::Stopped(stop) => (None, search.bound(), stop),
    }
}

fn check(graph: &Graph, threads: usize) {
    let start = word(0);
    let layers = graph.layers(start);
    let fewest = layers.iter().position(|layer| layer.iter().any(|&state| graph.is_goal(state)));
    let budget = Budget { threads, ..Budget::default() };
    let (path, bound, stop) = solve(graph, start, &budget);
    assert_eq!(path.as_ref().map(|path| path.len() - 1), fewest);
    assert_eq!(stop, Stop::Done);
    if let Some(path) = path {
        check_path(graph, start, &path);
        assert!(bound as usize <= path.len().max(1));
    }
    let mut found = Layers::forward(graph, &[start], &budget).unwrap();
    for (depth, layer) in layers.iter().enumerate() {
        let told = found.next().unwrap().unwrap();
        assert_eq!(told, Layer { depth: depth as Cost, states: layer.len() as u64 });
        assert_eq!(&found.states().collect::<BTreeSet<u64>>(), layer);
    }
    assert_eq!(found.next(), None);
    let reached = reach(graph, &[start], true, 2, &budget, &mut |_| ());
    assert_eq!(reached.fewest, fewest.map(|moves| (moves as Cost, graph.walks(start, moves))));
    assert_eq!(reached.per_depth.len(), layers.len());
    for (depth, layer) in layers.iter().enumerate() {
        for &state in layer.iter().take(3) {
            let path = found.paths().from_start(state, depth as u32).unwrap();
            assert_eq!((path.len(), path[0], path[depth]), (depth + 1, start, state));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_plain_search_finds_on_random_graphs(
        nodes in 1..300_u64,
        edges in prop::collection::vec((0..300_u64, 0..300_u64), 0..700),
        goals in prop::collection::vec(0..300_u64, 0..3),
        has_reverse: bool,
        threads in 1..3_usize,
    ) {
        check(&Graph::new(nodes, &edges, &goals, has_reverse), threads);
    }
}

/// What each search tells of its layers: their own depths and numbers of states.
#[test]
fn every_search_tells_of_the_layers_that_it_has_expanded() {
    let space = Beads { bits: 12, goal: 0 };
    let budget = Budget::default();
    let layers = Layers::forward(&space, &[0b111], &budget).unwrap();
    let layers: Vec<(Cost, u64)> =
        layers.map(|layer| layer.map(|layer| (layer.depth, layer.states)).unwrap()).collect();
    assert!(layers.len() > 5);
    let mut told = Vec::new();
    let mut tell = |event: Event<'_>| {
        if let Event::Layer { depth, states } = event {
            told.push((depth, states));
        }
    };
    let one_sided = OneSided(&space);
    assert_eq!(search(&one_sided, 0b111, &budget, &mut tell).stop, Stop::Done);
    assert_eq!(search_sorted(&one_sided, 0b111, None, &budget, &mut tell).stop, Stop::Done);
    assert_eq!(told, [layers.clone(), layers].concat());
}

/// A space without predecessors.
struct OneSided<'a>(&'a Beads);

impl PackedSpace<u64> for OneSided<'_> {
    fn is_goal(&self, state: u64) -> bool {
        self.0.is_goal(state)
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.0.successors(states, out);
    }
}

/// Depths beyond what labels can tell apart.
#[test]
fn long_corridors_are_reconstructed() {
    for (length, has_reverse) in [(126, false), (127, false), (130, true)] {
        let edges: Vec<(u64, u64)> = (0..length).flat_map(|i| [(i, i + 1), (i + 1, i)]).collect();
        check(&Graph::new(length + 1, &edges, &[length], has_reverse), 1);
    }
}

/// Three of `bits` bits, one of which moves to a free place next to it: some ten
/// thousand states, or millions.
pub(super) struct Beads {
    pub(super) bits: u32,
    pub(super) goal: u64,
}

impl Beads {
    fn neighbours(&self, states: &[u64], out: &mut Vec<u64>) {
        for &state in states {
            for place in 0..self.bits {
                for other in [place + 1, place + 7] {
                    let pair = 1_u64 << place | 1_u64.checked_shl(other).unwrap_or(0);
                    if other < self.bits && (state & pair).is_power_of_two() {
                        out.push(state ^ pair);
                    }
                }
            }
        }
    }
}

impl PackedSpace<u64> for Beads {
    fn is_goal(&self, state: u64) -> bool {
        state == self.goal
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.neighbours(states, out);
    }
    fn goals(&self, out: &mut Vec<u64>) -> bool {
        out.push(self.goal);
        true
    }
    fn count_predecessors(&self, _: u64) -> u64 {
        4 * u64::from(self.bits)
    }
    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.neighbours(states, out);
    }
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Layers that are not listed, and several threads.
#[test]
fn large_layers_are_complete_on_any_number_of_threads() {
    let space = Beads { bits: 28, goal: 0b1_1111 << 23 };
    let mut all = Vec::new();
    for threads in [1, 3] {
        // Large layers are listed unless memory is scarce.
        let budget = Budget { threads, memory: Some(5 << 20), ..Budget::default() };
        let mut layers = Layers::forward(&space, &[0b1_1111], &budget).unwrap();
        let (mut sizes, mut fewest) = (Vec::new(), None);
        while let Some(layer) = layers.next() {
            let layer = layer.unwrap();
            assert_eq!(layers.states().count() as u64, layer.states);
            fewest = fewest.or(layers.states().any(|state| space.is_goal(state)).then_some(layer));
            sizes.push(layer.states);
        }
        assert_eq!(sizes.iter().sum::<u64>(), choose(28, 5));
        let counts = layers.counts();
        assert_eq!((counts.stored, counts.expanded), (choose(28, 5), choose(28, 5)));
        assert!(counts.peak_bytes < 40 * counts.stored, "{counts:?}");
        all.push((sizes, fewest.unwrap().depth as usize));
    }
    assert!(all.iter().all(|found| *found == all[0]));
    let mut lengths = Vec::new();
    for threads in [1, 2] {
        let mut search =
            Bidirectional::new(&space, 0b1_1111, &Budget { threads, ..Budget::default() });
        let End::Met(meeting) = search.run(u64::MAX, &mut |_| ()) else { panic!("no plan") };
        lengths.push(search.path(meeting).unwrap().len());
    }
    assert_eq!(lengths, [all[0].1 + 1; 2]);
}

#[test]
fn a_pause_changes_nothing() {
    let space = Beads { bits: 26, goal: 0b1111 << 22 };
    let budget = Budget::default();
    let fewest = {
        let mut search = Bidirectional::new(&space, 0b1111, &budget);
        let End::Met(meeting) = search.run(u64::MAX, &mut |_| ()) else { panic!("no plan") };
        search.path(meeting).unwrap().len()
    };
    let mut search = Bidirectional::new(&space, 0b1111, &budget);
    let mut most = 1;
    let meeting = loop {
        match search.run(most, &mut |_| ()) {
            End::Full => most += 1000,
            End::Met(meeting) => break meeting,
            end => panic!("{end:?}"),
        }
    };
    assert_eq!(search.path(meeting).unwrap().len(), fewest);
}

#[test]
fn limits_hold() {
    let space = Beads { bits: 28, goal: 0b1_1111 << 23 };
    for memory in [0, 1000, 100_000, 400_000] {
        let budget = Budget { memory: Some(memory), threads: 2, ..Budget::default() };
        let mut search = Bidirectional::new(&space, 0b1_1111, &budget);
        assert_eq!(search.run(u64::MAX, &mut |_| ()), End::Stopped(Stop::Memory));
        assert!(search.counts().peak_bytes <= memory, "{:?}", search.counts());
    }
    for nodes in [0, 1, 1000, 10_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let mut search = Bidirectional::new(&space, 0b1_1111, &budget);
        assert_eq!(search.run(u64::MAX, &mut |_| ()), End::Stopped(Stop::Nodes));
        assert_eq!(search.counts().expanded, nodes);
    }
    let budget = Budget::default();
    budget.cancel.cancel();
    let mut search = Bidirectional::new(&space, 0b1_1111, &budget);
    assert_eq!(search.run(u64::MAX, &mut |_| ()), End::Stopped(Stop::Cancelled));
}

/// A space that panics at some state.
struct Broken(Beads);

impl PackedSpace<u64> for Broken {
    fn is_goal(&self, _: u64) -> bool {
        false
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        assert!(!states.contains(&self.0.goal), "broken");
        self.0.neighbours(states, out);
    }
}

/// A lost state could have led to a shorter plan, so a worker's panic must not end in an
/// answer.
#[test]
fn a_worker_that_panics_ends_the_search_with_its_panic() {
    let space = Broken(Beads { bits: 30, goal: 0b11_1000_0011 << 10 });
    let budget = Budget { threads: 2, ..Budget::default() };
    let run = || Bidirectional::new(&space, 0b1_1111, &budget).run(u64::MAX, &mut |_| ());
    assert!(std::panic::catch_unwind(run).is_err());
}

/// A start with very many successors, whose filter asks for a stop and counts how often it is
/// still asked.
struct Slow {
    budget: Budget,
    asked: AtomicU64,
}

impl PackedSpace<u64> for Slow {
    fn is_goal(&self, _: u64) -> bool {
        false
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        out.extend((1..100_000).map(word).filter(|next| !states.contains(next)));
    }
    fn filter<'a>(&'a self, _: &LayerStart<'_, u64>) -> Option<Box<dyn Filter<u64> + 'a>> {
        Some(Box::new(Asked(self)))
    }
}

struct Asked<'a>(&'a Slow);

impl Filter<u64> for Asked<'_> {
    fn admits(&self, _: u64) -> bool {
        self.0.budget.cancel.cancel();
        self.0.asked.fetch_add(1, Relaxed);
        true
    }
}

#[test]
fn a_slow_filter_is_stopped_in_the_middle_of_a_layer() {
    let slow = Slow { budget: Budget::default(), asked: AtomicU64::new(0) };
    let mut search = Bidirectional::new(&slow, word(0), &slow.budget);
    assert_eq!(search.run(u64::MAX, &mut |_| ()), End::Stopped(Stop::Cancelled));
    let asked = slow.asked.load(Relaxed);
    assert!((1..10_000).contains(&asked), "{asked}");
}
