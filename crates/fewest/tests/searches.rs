//! Every search against the obviously right answer on small random graphs, with
//! costs, cycles, dead ends, several goals and inconsistent heuristics.

#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    clippy::needless_range_loop,
    reason = "tests may panic"
)]

mod common;

use std::time::Duration;

use common::{Graph, Written};
use fewest::search::{
    Algorithm, BestFirst, Budget, Duplicates, Engine, Linear, Observer, Outcome, Status, Stop,
    Task, Ties, Visit, WithoutExpansions, fewest_plans, plan_graph, table,
};
use fewest::space::{Blind, Cost, DEAD_END, Space};
use proptest::prelude::*;

/// A graph, its vertices' costs to go, and an admissible estimate of those.
fn problem(unit_costs: bool) -> impl Strategy<Value = (Graph, Vec<Cost>, Written)> {
    let costs = if unit_costs { 1..=1_u32 } else { 1..=5_u32 };
    (2..14_usize)
        .prop_flat_map(move |vertices| {
            let edges = prop::collection::vec((0..vertices, costs.clone()), 0..4);
            let goals = prop::collection::btree_set(0..vertices, 0..3);
            let slack = prop::collection::vec(0..=100_u32, vertices);
            (prop::collection::vec(edges, vertices), goals, slack)
        })
        .prop_map(move |(edges, goals, slack)| {
            let graph = Graph {
                edges,
                goals: goals.into_iter().collect(),
                unit_costs,
                is_reversible: true,
                is_numbered: true,
            };
            let costs = graph.costs_to_go();
            let estimate = |(&cost, &percent): (&Cost, &u32)| match cost {
                DEAD_END if percent < 50 => DEAD_END,
                DEAD_END => percent % 7,
                cost => cost * percent / 100,
            };
            let estimates = costs.iter().zip(&slack).map(estimate).collect();
            (graph, costs, Written(estimates))
        })
}

fn engine<'a>(graph: &'a Graph, start: &'a usize, h: &'a Written) -> Engine<'a, Graph, Written> {
    Engine::new(graph, start, h)
}

/// What any search may answer for a vertex that costs `cost` to solve.
fn is_honest(graph: &Graph, cost: Cost, outcome: &Outcome<usize>) -> Result<(), TestCaseError> {
    prop_assert!(outcome.bound <= cost, "bound {} above {cost}", outcome.bound);
    match outcome.status {
        Status::Optimal => prop_assert_eq!(outcome.cost(), Some(cost)),
        Status::Solved => prop_assert!(outcome.cost().unwrap() >= cost && cost != DEAD_END),
        Status::Unsolvable => prop_assert_eq!(cost, DEAD_END),
        Status::Unknown => prop_assert!(outcome.plan.is_none()),
    }
    prop_assert!(outcome.stop != Stop::Contradiction);
    prop_assert!(graph.len_ok(outcome));
    Ok(())
}

trait LenOk {
    fn len_ok(&self, outcome: &Outcome<usize>) -> bool;
}

impl LenOk for Graph {
    /// With unit costs a plan costs as much as it has moves.
    fn len_ok(&self, outcome: &Outcome<usize>) -> bool {
        let plan = outcome.plan.as_ref();
        plan.is_none_or(|p| !self.unit_costs || p.cost() as usize == p.moves().len())
    }
}

/// Whether an algorithm ends on every finite graph, and with the proof.
fn proves(algorithm: Algorithm, unit_costs: bool) -> bool {
    match algorithm {
        Algorithm::AStar | Algorithm::UniformCost | Algorithm::BranchAndBound => true,
        Algorithm::BreadthFirst | Algorithm::Bidirectional | Algorithm::Table => unit_costs,
        // Weighted A* proves only what its weight allows; IDA* runs in cycles where
        // there is no plan.
        _ => false,
    }
}

fn check_all(graph: &Graph, costs: &[Cost], h: &Written) -> Result<(), TestCaseError> {
    for start in 0..costs.len() {
        let engine = engine(graph, &start, h);
        for algorithm in engine.algorithms() {
            let mut task = Task::new(algorithm);
            // Only IDA* on a vertex without a plan needs a limit.
            task.budget.nodes = Some(20_000);
            task.width = 2;
            for ties in [Ties::Fifo, Ties::Lifo, Ties::LowH] {
                task.ties = ties;
                let outcome = engine.run(&task, &mut ()).unwrap();
                is_honest(graph, costs[start], &outcome)?;
                if proves(algorithm, graph.unit_costs) {
                    let known = [Status::Optimal, Status::Unsolvable];
                    prop_assert!(known.contains(&outcome.status), "{algorithm:?}: {outcome:?}");
                }
                // It may search the same states too often for the limit.
                if algorithm == Algorithm::IdaStar && outcome.stop == Stop::Done {
                    prop_assert_eq!(outcome.cost().unwrap_or(DEAD_END), costs[start]);
                }
                if algorithm == Algorithm::WeightedAStar && costs[start] != DEAD_END {
                    prop_assert!(outcome.cost().unwrap() * 2 <= costs[start] * 3);
                }
                if matches!(algorithm, Algorithm::Greedy | Algorithm::DepthFirst) {
                    prop_assert_eq!(outcome.plan.is_some(), costs[start] != DEAD_END);
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_are_right_with_unit_costs((graph, costs, h) in problem(true)) {
        check_all(&graph, &costs, &h)?;
    }

    #[test]
    fn all_are_right_with_costs((graph, costs, h) in problem(false)) {
        check_all(&graph, &costs, &h)?;
    }

    #[test]
    fn fewest_plans_are_all_there((graph, costs, h) in problem(false)) {
        for start in 0..costs.len() {
            let plans = fewest_plans::search(&graph, &start, &h, Ties::Lifo, &Budget::default(), ());
            let expected = match costs[start] {
                DEAD_END => 0,
                _ => graph.count_cheapest(start, &costs),
            };
            prop_assert_eq!(plans.count_plans(), Some(expected));
            let listed: Vec<_> = plans.map(|(_, plan)| plan).collect();
            prop_assert_eq!(listed.len() as u64, expected);
            prop_assert!(listed.iter().all(|plan| plan.cost() == costs[start]));
            let different: std::collections::HashSet<_> =
                listed.iter().map(|plan| plan.moves().to_vec()).collect();
            prop_assert_eq!(different.len(), listed.len());
        }
    }

    #[test]
    fn the_plan_graph_has_all_plans((graph, costs, h) in problem(true), is_reversible: bool) {
        let graph = Graph { is_reversible, ..graph };
        for start in (0..costs.len()).filter(|&start| costs[start] != DEAD_END) {
            let budget = Budget::default();
            let plans = plan_graph::search(&graph, &start, costs[start], &h, &budget, &mut ());
            let plans = plans.unwrap();
            let expected = graph.count_cheapest(start, &costs);
            prop_assert_eq!(plans.count(), Some(expected));
            let listed: Vec<Vec<usize>> = plans.plans().map(|plan| plan.moves().to_vec()).collect();
            prop_assert_eq!(listed.len() as u64, expected);
            prop_assert!(listed.iter().all(|moves| moves.len() as Cost == costs[start]));
            prop_assert!(listed.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn a_stopped_plan_graph_says_so((graph, costs, h) in problem(true), nodes in 0..12_u64) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        for start in (0..costs.len()).filter(|&start| costs[start] != DEAD_END) {
            match plan_graph::search(&graph, &start, costs[start], &h, &budget, &mut ()) {
                Ok(plans) => {
                    let expected = graph.count_cheapest(start, &costs);
                    prop_assert_eq!(plans.count(), Some(expected));
                }
                Err(stopped) => prop_assert_eq!(stopped.stop, Stop::Nodes),
            }
        }
    }

    #[test]
    fn several_solutions_are_the_cheapest((graph, costs, h) in problem(false), most in 1..6_usize) {
        for start in 0..costs.len() {
            let keep = |duplicates| {
                let budget = Budget { nodes: Some(3000), ..Budget::default() };
                let nodes = BestFirst::with(
                    &graph, &start, &h, Linear::A_STAR, Ties::Fifo, duplicates, &budget, (),
                );
                nodes.solutions().take(most).map(|(_, plan)| plan.cost()).collect::<Vec<_>>()
            };
            let all = keep(Duplicates::Keep);
            let few = keep(Duplicates::AtMost(most as u32));
            // The other one may be stopped by its exponentially many nodes.
            prop_assert!(few.len() >= all.len());
            prop_assert_eq!(&few[..all.len()], &all[..]);
        }
    }

    #[test]
    fn a_stopped_search_is_honest((graph, costs, h) in problem(true), nodes in 0..20_u64) {
        for start in 0..costs.len() {
            let engine = engine(&graph, &start, &h);
            for algorithm in engine.algorithms() {
                let mut task = Task::new(algorithm);
                task.budget.nodes = Some(nodes);
                let outcome = engine.run(&task, &mut ()).unwrap();
                is_honest(&graph, costs[start], &outcome)?;
                prop_assert!(outcome.counts.expanded <= nodes);
            }
        }
    }

    #[test]
    fn a_search_without_memory_is_honest((graph, costs, h) in problem(true), memory in 0..400_000_u64) {
        for start in 0..costs.len() {
            let engine = engine(&graph, &start, &h);
            for algorithm in engine.algorithms() {
                let mut task = Task::new(algorithm);
                task.budget.memory = Some(memory);
                task.budget.nodes = Some(1000);
                let outcome = engine.run(&task, &mut ()).unwrap();
                is_honest(&graph, costs[start], &outcome)?;
                prop_assert!(outcome.counts.peak_bytes <= memory);
            }
        }
    }

    #[test]
    fn solutions_come_in_order_of_weight((graph, costs, h) in problem(false)) {
        for start in 0..costs.len() {
            let budget = Budget { nodes: Some(300), ..Budget::default() };
            let games = BestFirst::with(
                &graph, &start, &h, Linear::A_STAR, Ties::Fifo, Duplicates::Keep, &budget, (),
            );
            let solutions: Vec<_> = games.solutions().collect();
            if let Some((_, first)) = solutions.first() {
                prop_assert_eq!(first.cost(), costs[start]);
            }
            prop_assert!(solutions.is_sorted_by_key(|(index, _)| *index));
            prop_assert!(solutions.is_sorted_by_key(|(_, plan)| plan.cost()));
        }
    }
}

/// Four vertices in a ring, the goal opposite the start.
fn ring() -> Graph {
    let edges = (0..4).map(|v| vec![((v + 1) % 4, 1), ((v + 3) % 4, 1)]).collect();
    Graph { edges, goals: vec![2], unit_costs: true, is_reversible: true, is_numbered: true }
}

#[test]
fn a_cancelled_or_timed_out_search_says_so() {
    let graph = ring();
    let h = Written(vec![0; 4]);
    let engine = engine(&graph, &0, &h);
    for algorithm in engine.algorithms() {
        let task = Task::new(algorithm);
        task.budget.cancel.cancel();
        assert_eq!(engine.run(&task, &mut ()).unwrap().stop, Stop::Cancelled, "{algorithm:?}");
        let mut task = Task::new(algorithm);
        task.budget.time = Some(Duration::ZERO);
        assert_eq!(engine.run(&task, &mut ()).unwrap().stop, Stop::Time, "{algorithm:?}");
    }
}

/// Everything that a search shows.
#[derive(Default)]
struct Seen {
    /// Supports single expansions, but does not want them.
    is_idle: bool,
    /// Node, parent and state, in the order of visits.
    visits: Vec<(u64, Option<u64>, usize)>,
    path: Vec<u64>,
    meeting: Option<usize>,
}

impl Observer<Graph> for Seen {
    fn wants_expansions(&self) -> bool {
        !self.is_idle
    }
    fn expanded(&mut self, visit: &Visit<'_, Graph>) {
        assert_eq!(visit.index, self.visits.len() as u64);
        self.visits.push((visit.node, visit.parent, *visit.state));
    }
    fn path(&mut self, nodes: &[u64], meeting: Option<usize>) {
        self.path = nodes.to_vec();
        self.meeting = meeting;
    }
}

#[test]
fn an_observer_sees_every_expansion_and_the_path_to_the_goal() {
    let graph = ring();
    let h = Written(vec![0; 4]);
    let engine = Engine::new(&graph, &0, &h);
    for algorithm in engine.algorithms() {
        let mut seen = Seen::default();
        let outcome = engine.run(&Task::new(algorithm), &mut seen).unwrap();
        let looked_at = seen.visits.len() as u64;
        if algorithm == Algorithm::Table {
            // It knows states by their ranks, and shows none.
            assert_eq!(looked_at, 0);
            continue;
        }
        // The goal is looked at, but not expanded; branch and bound may reach several.
        assert!(looked_at > outcome.counts.expanded, "{algorithm:?}");
        let node = |&number: &u64| seen.visits.iter().find(|visit| visit.0 == number).unwrap();
        let path: Vec<_> = seen.path.iter().map(node).collect();
        assert_eq!(path.len(), outcome.plan.unwrap().moves().len() + 1, "{algorithm:?}");
        assert_eq!(path[0].1, None);
        assert_eq!(seen.meeting.is_some(), algorithm == Algorithm::Bidirectional);
        let meeting = seen.meeting.unwrap_or(path.len() - 1);
        let (forward, backward) = (&path[..=meeting], &path[meeting + 1..]);
        assert!(forward.windows(2).all(|pair| pair[1].1 == Some(pair[0].0)), "{algorithm:?}");
        assert!(backward.windows(2).all(|pair| pair[0].1 == Some(pair[1].0)), "{algorithm:?}");
        assert!(backward.last().is_none_or(|goal| goal.1.is_none()), "{algorithm:?}");
        assert!(graph.is_goal(&path[path.len() - 1].2), "{algorithm:?}");
    }
}

#[test]
fn an_observer_that_wants_no_expansions_at_run_time_sees_none() {
    let graph = ring();
    let h = Written(vec![0; 4]);
    let engine = Engine::new(&graph, &0, &h);
    for algorithm in engine.algorithms() {
        let (mut idle, task) = (Seen { is_idle: true, ..Seen::default() }, Task::new(algorithm));
        let outcome = engine.run(&task, &mut idle).unwrap();
        assert!(idle.visits.is_empty() && idle.path.is_empty(), "{algorithm:?}");
        let mut seen = Seen::default();
        let unseen = engine.run(&task, &mut WithoutExpansions(&mut seen)).unwrap();
        assert!(seen.visits.is_empty() && seen.path.is_empty(), "{algorithm:?}");
        assert_eq!((outcome.plan, outcome.bound), (unseen.plan, unseen.bound));
        assert_eq!(outcome.counts.expanded, unseen.counts.expanded);
    }
}

/// A graph without optional capabilities.
struct Forward(Graph);

impl Space for Forward {
    type State = usize;
    type Move = usize;
    type Undo = usize;

    fn is_goal(&self, vertex: &usize) -> bool {
        self.0.is_goal(vertex)
    }
    fn moves(&self, vertex: &usize, out: &mut Vec<usize>) {
        self.0.moves(vertex, out);
    }
    fn apply(&self, vertex: &mut usize, edge: usize) -> usize {
        self.0.apply(vertex, edge)
    }
    fn undo(&self, vertex: &mut usize, edge: usize, before: usize) {
        self.0.undo(vertex, edge, before);
    }
}

#[test]
fn a_space_has_no_capability_that_it_does_not_give() {
    let graph = Forward(ring());
    let algorithms = Engine::new(&graph, &0, &Blind).algorithms();
    assert!(!algorithms.contains(&Algorithm::Bidirectional));
    assert!(!algorithms.contains(&Algorithm::Table));
    assert!(graph.reverse().is_none());
    let refused = graph.ranking(&0).err().unwrap();
    assert_eq!(refused.to_string(), "this puzzle does not number its states");
}

#[test]
fn a_space_without_a_capability_is_reported() {
    let graph = Graph { is_reversible: false, is_numbered: false, ..ring() };
    let h = Written(vec![0; 4]);
    let engine = engine(&graph, &0, &h);
    for algorithm in [Algorithm::Bidirectional, Algorithm::Table] {
        assert!(!engine.algorithms().contains(&algorithm));
    }
    let run = |algorithm| engine.run(&Task::new(algorithm), &mut ()).unwrap_err().to_string();
    assert_eq!(run(Algorithm::Table), "table needs a number for every state: there are no numbers");
    assert_eq!(
        run(Algorithm::Bidirectional),
        "bidirectional needs predecessors, which this space does not provide"
    );
    // Numbers alone serve to explore, not to look for a goal.
    let (options, budget) = (table::Options::default(), Budget::default());
    let found = table::explore(&graph, &[0], &options, &budget, &mut ());
    assert_eq!(found.total, 4);
    let refused = "table needs predecessors, which this space does not provide";
    let error = table::search(&graph, &0, &budget, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), refused);
    let error = table::explore_from_goals(&graph, &options, &budget, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), refused);
}

/// An estimate that proves a start unsolvable is all the proof there is to give.
#[test]
fn a_start_that_is_a_dead_end_is_not_expanded() {
    let edges = vec![vec![(1, 1)], vec![(0, 1)]];
    let graph =
        Graph { edges, goals: vec![], unit_costs: true, is_reversible: true, is_numbered: true };
    let h = Written(vec![DEAD_END, 0]);
    let outcome = engine(&graph, &0, &h).run(&Task::new(Algorithm::AStar), &mut ()).unwrap();
    assert_eq!((outcome.status, outcome.counts.expanded), (Status::Unsolvable, 0));
}
