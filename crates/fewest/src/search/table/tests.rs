//! The table searches against a plain breadth-first search with a hash map, on
//! whole small graphs.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use super::*;
use crate::search::{Budget, Event, Observer, Outcome, Status, Stop};
use crate::space::{Cost, DEAD_END, Ranking, Reverse, Space};

/// A graph as a space: a state is a vertex, a move is the index of an edge.
struct Graph {
    edges: Vec<Vec<u32>>,
    back: Vec<Vec<(u32, u32)>>,
    goals: Vec<u32>,
    is_undirected: bool,
}

impl Graph {
    fn new(edges: Vec<Vec<u32>>, goals: &[u32], is_undirected: bool) -> Self {
        let mut back = vec![Vec::new(); edges.len()];
        for (from, out) in edges.iter().enumerate() {
            for (mv, &to) in out.iter().enumerate() {
                back[to as usize].push((from as u32, mv as u32));
            }
        }
        Graph { edges, back, goals: goals.to_vec(), is_undirected }
    }

    fn random(seed: u64, vertices: u32, edges: usize, goals: usize, is_undirected: bool) -> Self {
        let mut rng = Xoshiro256StarStar::seed_from_u64(seed);
        let mut out = vec![Vec::new(); vertices as usize];
        for _ in 0..edges {
            let (a, b) = (rng.random_range(0..vertices), rng.random_range(0..vertices));
            out[a as usize].push(b);
            if is_undirected {
                out[b as usize].push(a);
            }
        }
        let goals: Vec<u32> = (0..goals).map(|_| rng.random_range(0..vertices)).collect();
        Graph::new(out, &goals, is_undirected)
    }

    /// A path of one-way edges.
    fn chain(vertices: u32) -> Self {
        let edges = (0..vertices).map(|from| (from + 1..vertices).take(1).collect()).collect();
        Graph::new(edges, &[vertices - 1], false)
    }
}

impl Space for Graph {
    type State = u32;
    type Move = u32;
    type Undo = u32;

    fn is_goal(&self, state: &u32) -> bool {
        self.goals.contains(state)
    }
    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend(0..self.edges[*state as usize].len() as u32);
    }
    fn apply(&self, state: &mut u32, mv: u32) -> u32 {
        std::mem::replace(state, self.edges[*state as usize][mv as usize])
    }
    fn undo(&self, state: &mut u32, _: u32, before: u32) {
        *state = before;
    }
    fn reverse(&self) -> Option<&dyn Reverse<Graph>> {
        Some(self)
    }
}

impl Reverse<Graph> for Graph {
    fn goals(&self, out: &mut Vec<u32>) {
        out.extend(&self.goals);
    }
    fn predecessors(&self, state: &u32, out: &mut Vec<(u32, u32)>) {
        out.extend(&self.back[*state as usize]);
    }
    fn is_undirected(&self) -> bool {
        self.is_undirected
    }
}

impl Ranking<Graph> for Graph {
    fn space(&self) -> &Graph {
        self
    }
    fn len(&self) -> u64 {
        self.edges.len() as u64
    }
    fn rank(&self, state: &u32) -> u64 {
        self.len() - 1 - u64::from(*state)
    }
    fn unrank(&self, rank: u64) -> u32 {
        (self.len() - 1 - rank) as u32
    }
}

/// The depth of every vertex that can be reached.
fn depths(starts: &[u32], next: impl Fn(u32) -> Vec<u32>) -> HashMap<u32, Cost> {
    let mut depths: HashMap<u32, Cost> = starts.iter().map(|&start| (start, 0)).collect();
    let mut queue: VecDeque<u32> = starts.iter().copied().collect();
    while let Some(vertex) = queue.pop_front() {
        let depth = depths[&vertex];
        for to in next(vertex) {
            depths.entry(to).or_insert_with(|| {
                queue.push_back(to);
                depth + 1
            });
        }
    }
    depths
}

fn per_depth(depths: &HashMap<u32, Cost>) -> Vec<u64> {
    let mut counts = BTreeMap::new();
    for &depth in depths.values() {
        *counts.entry(depth).or_insert(0) += 1;
    }
    counts.into_values().collect()
}

fn farthest(depths: &HashMap<u32, Cost>, most: usize) -> Vec<u32> {
    let last = depths.values().max();
    let mut farthest: Vec<u32> = depths
        .iter()
        .filter(|(_, depth)| Some(*depth) == last)
        .map(|(&vertex, _)| vertex)
        .collect();
    farthest.sort_unstable_by(|a, b| b.cmp(a)); // Ranks run the other way.
    farthest.truncate(most);
    farthest
}

fn with_threads(threads: usize) -> Budget {
    Budget { threads, ..Budget::default() }
}

const WIDTHS: [Option<Width>; 5] =
    [None, Some(Width::One), Some(Width::Two), Some(Width::Three), Some(Width::Eight)];

/// Sizes from graphs that fall apart to such as need lists, scans and threads.
fn graphs() -> Vec<Graph> {
    let mut graphs = vec![Graph::chain(1), Graph::chain(700)];
    for is_undirected in [false, true] {
        for seed in 0..12 {
            let vertices = 5 + 9 * seed as u32;
            graphs.push(Graph::random(seed, vertices, 2 * vertices as usize, 2, is_undirected));
        }
        graphs.push(Graph::random(50, 30_000, 60_000, 3, is_undirected));
    }
    graphs
}

#[test]
fn explorations_are_those_of_a_plain_search() {
    for graph in graphs() {
        let last = graph.edges.len() as u32 - 1;
        let starts = [0, last / 2, 0];
        let forward = depths(&starts, |vertex| graph.edges[vertex as usize].clone());
        let backward = depths(&graph.goals, |vertex| {
            graph.back[vertex as usize].iter().map(|&(from, _)| from).collect()
        });
        for (width, threads, most) in
            WIDTHS.into_iter().flat_map(|width| [(width, 1, 1000), (width, 2, 3), (width, 3, 0)])
        {
            let options = Options { width, farthest: most };
            let budget = with_threads(threads);
            let found = explore(&graph, &starts, &options, &budget, &mut ());
            assert_eq!(found.per_depth, per_depth(&forward));
            assert_eq!(found.farthest, farthest(&forward, most));
            assert_eq!((found.total, found.stop), (forward.len() as u64, Stop::Done));
            assert_eq!((found.counts.expanded, found.counts.stored), (found.total, found.total));
            let found = explore_from_goals(&graph, &options, &budget, &mut ()).unwrap();
            assert_eq!(found.per_depth, per_depth(&backward));
            assert_eq!(found.farthest, farthest(&backward, most));
            assert!(found.is_complete());
        }
    }
}

#[test]
fn plans_are_shortest_and_the_same_for_any_threads() {
    for graph in graphs() {
        for start in (0..graph.edges.len() as u32).step_by(1 + graph.edges.len() / 10) {
            let reached = depths(&[start], |vertex| graph.edges[vertex as usize].clone());
            let nearest = graph.goals.iter().filter_map(|goal| reached.get(goal)).min().copied();
            let outcomes = [1, 2, 3]
                .map(|threads| search(&graph, &start, &with_threads(threads), &mut ()).unwrap());
            for outcome in &outcomes {
                assert_eq!(outcome.cost(), nearest);
                assert_eq!(outcome.bound, nearest.unwrap_or(DEAD_END));
                assert_eq!(outcome.stop, Stop::Done);
                let status = if nearest.is_some() { Status::Optimal } else { Status::Unsolvable };
                assert_eq!(outcome.status, status);
                assert_eq!(outcome.plan, outcomes[0].plan);
            }
        }
    }
}

#[test]
fn tables_widen_where_a_space_is_deeper_than_they_can_tell() {
    let chain = Graph::chain(70_000);
    let outcome = search(&chain, &0, &Budget::default(), &mut ()).unwrap();
    assert_eq!((outcome.cost(), outcome.status), (Some(69_999), Status::Optimal));
    // Room for eight bits, not for sixteen beside them.
    let budget = Budget { memory: Some(100_000), ..Budget::default() };
    let outcome = search(&chain, &0, &budget, &mut ()).unwrap();
    assert_eq!((outcome.bound, outcome.stop), (255, Stop::Memory));
    assert_eq!(outcome.status, Status::Unknown);
}

/// What a search that was stopped must still be right about.
fn stopped_right(graph: &Graph, outcome: &Outcome<u32>, stop: Stop) {
    let reached = depths(&[0], |vertex| graph.edges[vertex as usize].clone());
    let nearest = graph.goals.iter().filter_map(|goal| reached.get(goal)).min().copied();
    assert!(outcome.bound <= nearest.unwrap_or(DEAD_END));
    match outcome.status {
        Status::Optimal => assert_eq!(outcome.cost(), nearest),
        _ => assert_eq!((outcome.status, outcome.stop), (Status::Unknown, stop)),
    }
}

#[test]
fn every_limit_stops_with_what_was_proved() {
    for is_undirected in [false, true] {
        let graph = Graph::random(7, 30_000, 60_000, 1, is_undirected);
        let whole = explore(&graph, &[0], &Options::default(), &Budget::default(), &mut ());
        for threads in 1..=2 {
            let limits = [
                (Stop::Time, Budget { time: Some(Duration::ZERO), ..with_threads(threads) }),
                (Stop::Cancelled, with_threads(threads)),
                (Stop::Memory, Budget { memory: Some(100), ..with_threads(threads) }),
                (Stop::Nodes, Budget { nodes: Some(0), ..with_threads(threads) }),
            ];
            limits[1].1.cancel.cancel();
            for (stop, budget) in limits {
                let found = explore(&graph, &[0], &Options::default(), &budget, &mut ());
                let layers = usize::from(stop != Stop::Memory);
                assert_eq!((found.stop, found.per_depth.len()), (stop, layers));
                assert_eq!((found.counts.expanded, found.is_complete()), (0, false));
                let outcome = search(&graph, &0, &budget, &mut ()).unwrap();
                assert_eq!((outcome.stop, outcome.bound), (stop, 1));
                // A start that is a goal needs no search.
                assert_eq!(
                    search(&graph, &graph.goals[0], &budget, &mut ()).unwrap().cost(),
                    Some(0)
                );
            }
            for nodes in [1, 2, 100, 1000, 5000, 20_000, whole.total - 1] {
                let budget = Budget { nodes: Some(nodes), ..with_threads(threads) };
                for width in WIDTHS {
                    let options = Options { width, ..Options::default() };
                    let found = explore(&graph, &[0], &options, &budget, &mut ());
                    assert_eq!((found.stop, found.counts.expanded), (Stop::Nodes, nodes));
                    let complete = found.per_depth.len();
                    assert_eq!(found.per_depth, whole.per_depth[..complete]);
                    // The layer that was cut short could not be paid for.
                    assert!(whole.per_depth[..complete].iter().sum::<u64>() > nodes);
                    assert!(found.farthest.is_empty());
                }
                stopped_right(&graph, &search(&graph, &0, &budget, &mut ()).unwrap(), Stop::Nodes);
            }
            let budget = Budget { nodes: Some(whole.total), ..with_threads(threads) };
            assert!(explore(&graph, &[0], &Options::default(), &budget, &mut ()).is_complete());
        }
    }
}

#[test]
fn memory_is_kept_to_and_decides_the_width() {
    let graph = Graph::random(9, 60_000, 150_000, 1, true);
    let whole = explore(&graph, &[0], &Options::default(), &Budget::default(), &mut ());
    let (one, two) = (Width::One.bytes(60_000), Width::Two.bytes(60_000));
    for threads in [1, 3] {
        for memory in [0, one - 1, one, one + 20_000, two - 1, two, two + 10_000, 2_000_000] {
            let budget = Budget { memory: Some(memory), ..with_threads(threads) };
            for width in WIDTHS {
                let options = Options { width, farthest: 5 };
                let found = explore(&graph, &[0], &options, &budget, &mut ());
                assert!(found.counts.peak_bytes <= memory);
                assert_eq!(found.per_depth, whole.per_depth[..found.per_depth.len()]);
                assert!(found.stop == Stop::Memory || found.is_complete());
            }
            let found = explore(&graph, &[0], &Options::default(), &budget, &mut ());
            // Two bits need nothing but the table.
            assert_eq!(found.is_complete(), memory >= two);
        }
    }
    assert_eq!(Width::to_explore(60_000, two), Some(Width::Two));
    assert_eq!(Width::to_explore(60_000, two - 1), Some(Width::One));
    assert_eq!(Width::to_explore(60_000, one - 1), None);
    assert_eq!(Width::to_search(60_000, true, 60_000), Some(Width::Three));
    assert_eq!(Width::to_search(60_000, false, 60_000), Some(Width::Eight));
    assert_eq!(Width::to_search(60_000, false, 59_999), None);
}

#[test]
fn one_bit_and_lists_do_where_two_bits_do_not_fit() {
    let chain = Graph::chain(200_000);
    let budget = Budget { memory: Some(Width::One.bytes(200_000) + 16_384), ..Budget::default() };
    let found = explore(&chain, &[0], &Options::default(), &budget, &mut ());
    assert_eq!((found.total, found.is_complete()), (200_000, true));
    assert_eq!(found.farthest, [199_999]);
}

#[derive(Default)]
struct Layers {
    layers: Vec<(Cost, u64)>,
    progress: usize,
}

impl Observer<Graph> for Layers {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Layer { depth, states } => self.layers.push((depth, states)),
            Event::Progress(progress) => {
                assert_eq!(progress.depth, Some(self.layers.len() as Cost - 1));
                self.progress += 1;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn observers_see_the_levels() {
    let graph = Graph::random(3, 50_000, 100_000, 1, true);
    for threads in 1..=2 {
        let mut seen = Layers::default();
        let found = explore(&graph, &[0], &Options::default(), &with_threads(threads), &mut seen);
        let layers: Vec<_> = (0..).zip(found.per_depth).collect();
        assert_eq!(seen.layers, layers);
        assert!(seen.progress > 0);
    }
}

#[test]
fn predecessors_that_contradict_the_moves_are_reported() {
    let mut graph = Graph::chain(5);
    graph.back[3].clear();
    let outcome = search(&graph, &0, &Budget::default(), &mut ()).unwrap();
    assert_eq!((outcome.stop, outcome.status), (Stop::Contradiction, Status::Unknown));
}

/// A graph that panics at one vertex.
struct Panics(Graph, u32);

impl Space for Panics {
    type State = u32;
    type Move = u32;
    type Undo = u32;

    fn is_goal(&self, _: &u32) -> bool {
        false
    }
    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        if *state == self.1 {
            std::panic::panic_any(*state);
        }
        self.0.moves(state, out);
    }
    fn apply(&self, state: &mut u32, mv: u32) -> u32 {
        self.0.apply(state, mv)
    }
    fn undo(&self, state: &mut u32, mv: u32, before: u32) {
        self.0.undo(state, mv, before);
    }
}

impl Ranking<Panics> for Panics {
    fn space(&self) -> &Panics {
        self
    }
    fn len(&self) -> u64 {
        self.0.len()
    }
    fn rank(&self, state: &u32) -> u64 {
        self.0.rank(state)
    }
    fn unrank(&self, rank: u64) -> u32 {
        self.0.unrank(rank)
    }
}

#[test]
fn a_thread_that_panics_ends_the_search_with_its_panic() {
    // One layer of 50,000 vertices, of which some thread meets the one.
    let edges = std::iter::once((1..50_000).collect()).chain(vec![Vec::new(); 49_999]);
    let graph = Panics(Graph::new(edges.collect(), &[], false), 12_345);
    for (width, threads) in WIDTHS.into_iter().flat_map(|width| [(width, 1), (width, 3)]) {
        let options = Options { width, farthest: 1 };
        let run = || explore(&graph, &[0], &options, &with_threads(threads), &mut ());
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        assert_eq!(panic.downcast_ref::<u32>(), Some(&12_345));
    }
}
