//! Walks on a problem that one can check by hand: queens that don't attack each other.

use proptest::prelude::*;

use super::*;
use crate::search::{Budget, Cancel, Event, Progress, Stop};

/// A queen in every row; the moves swap the columns of two.
#[derive(Clone)]
struct Queens {
    columns: Vec<usize>,
    weights: Vec<Score>,
    score: Score,
}

impl Queens {
    fn new(n: usize) -> Self {
        let (columns, weights) = ((0..n).collect(), vec![1; n]);
        let mut queens = Queens { columns, weights, score: 0 };
        queens.score = queens.computed();
        queens
    }

    fn attack(&self, a: usize, b: usize) -> bool {
        a.abs_diff(b) == self.columns[a].abs_diff(self.columns[b])
    }

    /// The weights of the upper queens of all pairs that attack each other.
    fn computed(&self) -> Score {
        let n = self.columns.len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| self.attack(a, b)).map(|(a, _)| self.weights[a]).sum()
    }
}

impl Local for Queens {
    type Move = (usize, usize, Score);
    type Snapshot = Vec<usize>;

    fn score(&self) -> Score {
        self.score
    }

    fn remaining(&self) -> u64 {
        let n = self.columns.len();
        let attacks = |a: usize| (a + 1..n).any(|b| self.attack(a, b));
        (0..n).filter(|&a| attacks(a)).count() as u64
    }

    fn size(&self) -> u64 {
        self.columns.len() as u64
    }

    fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<(Self::Move, Score)> {
        let (a, b) = (draws.index(self.columns.len()), draws.index(self.columns.len()));
        self.columns.swap(a, b);
        let change = self.computed() - self.score;
        self.columns.swap(a, b);
        (change <= limit).then_some(((a, b, change), change))
    }

    fn accept(&mut self, (a, b, change): Self::Move) {
        self.columns.swap(a, b);
        self.score += change;
    }

    fn snapshot(&self) -> Vec<usize> {
        self.columns.clone()
    }

    fn restore(&mut self, columns: &Vec<usize>) {
        self.columns.clone_from(columns);
        self.score = self.computed();
    }

    fn reweight(&mut self) {
        for a in 0..self.columns.len() {
            if (a + 1..self.columns.len()).any(|b| self.attack(a, b)) {
                self.weights[a] += 1;
            }
        }
        self.score = self.computed();
    }
}

fn late() -> LateAcceptance {
    let lengths = Lengths { coverage: 500..900, lengths: 5..50 };
    LateAcceptance::new(lengths, 4096, 2)
}

fn solves<A: Acceptance>(rule: impl Fn(usize) -> A + Sync) {
    for threads in [1, 3] {
        let budget = Budget { threads, ..Budget::default() };
        let run = || race(|_| Queens::new(12), &rule, 5, &budget, &mut |_| ());
        let (end, again) = (run(), run());
        assert_eq!((end.stop, end.remaining), (Stop::Done, 0));
        let mut queens = Queens::new(12);
        queens.restore(&end.best);
        assert_eq!(queens.remaining(), 0);
        assert_eq!(end.best, again.best, "the same seed and threads, another answer");
    }
}

#[test]
fn annealing_places_queens() {
    solves(|_| Annealing::new(2.0, 0.2, 10_000));
}

#[test]
fn late_acceptance_places_queens() {
    solves(|_| late());
}

#[test]
fn breakout_places_queens() {
    solves(|_| Breakout::new(2048));
}

/// Three queens can't be placed: only the budget ends this.
#[test]
fn every_limit_stops_a_race() {
    let run = |budget: &Budget| race(|_| Queens::new(3), |_| late(), 1, budget, &mut |_| ());
    let nodes = Budget { nodes: Some(10_000), threads: 2, ..Budget::default() };
    let end = run(&nodes);
    assert_eq!(end.stop, Stop::Nodes);
    assert!(end.counts.expanded <= 10_000 && end.remaining > 0);
    let time = Budget { time: Some(std::time::Duration::from_millis(5)), ..Budget::default() };
    assert_eq!(run(&time).stop, Stop::Time);
    let cancel = Cancel::default();
    cancel.cancel();
    assert_eq!(run(&Budget { cancel, threads: 2, ..Budget::default() }).stop, Stop::Cancelled);
}

#[derive(Default)]
struct Seen {
    walks: Vec<bool>,
    best: Vec<u64>,
    spent: u64,
}

impl Seen {
    fn take(&mut self, report: &Report<'_, Vec<usize>>) {
        match *report {
            Report::Event(Event::Sample(sample)) => {
                self.walks.resize(self.walks.len().max(sample.walk + 1), false);
                self.walks[sample.walk] = true;
                assert!(sample.best <= sample.remaining && sample.parameter > 0.0);
            }
            Report::Event(Event::Progress(Progress { counts, .. })) => {
                assert!(counts.expanded >= self.spent && counts.generated == counts.expanded);
                self.spent = counts.expanded;
            }
            Report::Event(other) => panic!("{other:?}"),
            Report::Best { attempt, remaining } => {
                let mut queens = Queens::new(attempt.len());
                queens.restore(attempt);
                assert_eq!(queens.remaining(), remaining);
                self.best.push(remaining);
            }
        }
    }
}

#[test]
fn observers_see_walks_and_what_they_find() {
    let mut seen = Seen::default();
    let annealing = |_| Annealing::new(2.0, 0.2, 10_000);
    let end = race(|_| Queens::new(20), annealing, 3, &Budget::default(), &mut |report| {
        seen.take(&report);
    });
    assert_eq!(seen.walks, [true]);
    assert_eq!(seen.best.last(), Some(&0));
    assert!(seen.best.is_sorted_by(|a, b| a > b));
    assert_eq!(seen.spent, end.counts.expanded);
}

#[test]
fn a_walk_can_be_reset() {
    let end = race(|_| Queens::new(8), |_| late(), 1, &Budget::default(), &mut |_| ());
    let mut walk = Walk::new(Queens::new(8), late(), 1);
    assert!(walk.best().1 > 0);
    walk.reset(&end.best);
    assert_eq!((walk.best(), walk.idle()), ((&end.best, 0), 0));
    walk.reset(&Queens::new(8).columns);
    assert_eq!((walk.best().1, walk.problem().score() > 0), (0, true));
}

/// A walk that panics after some steps, if it is the one.
struct Panics(Queens, bool, u32);

impl Local for Panics {
    type Move = <Queens as Local>::Move;
    type Snapshot = Vec<usize>;

    fn score(&self) -> Score {
        self.0.score()
    }
    fn remaining(&self) -> u64 {
        self.0.remaining()
    }
    fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<(Self::Move, Score)> {
        self.2 += 1;
        assert!(!self.1 || self.2 < 5000, "a walk has lost its way");
        self.0.propose(limit, draws)
    }
    fn accept(&mut self, mv: Self::Move) {
        self.0.accept(mv);
    }
    fn snapshot(&self) -> Vec<usize> {
        self.0.snapshot()
    }
    fn restore(&mut self, columns: &Vec<usize>) {
        self.0.restore(columns);
    }
}

/// Three queens attack each other forever: without an end by the panic there is none.
#[test]
fn a_walk_that_panics_ends_the_race_with_its_panic() {
    for who in 0..3 {
        let run = || {
            let problem = |walk| Panics(Queens::new(3), walk == who, 0);
            let budget = Budget { threads: 3, ..Budget::default() };
            race(problem, |_| late(), 1, &budget, &mut |_| ())
        };
        let panic = std::panic::catch_unwind(run).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a walk has lost its way"));
    }
}

fn check_scores<A: Acceptance>(n: usize, rule: A, seed: u64) {
    let mut walk = Walk::new(Queens::new(n), rule, seed);
    for _ in 0..5 {
        walk.run();
        assert_eq!(walk.problem().score, walk.problem().computed());
    }
}

proptest! {
    #[test]
    fn scores_kept_up_to_date_are_those_computed(n in 1..9_usize, seed: u64, which in 0..3) {
        match which {
            0 => check_scores(n, Annealing::new(1.0, 0.1, 2048), seed),
            1 => check_scores(n, late(), seed),
            _ => check_scores(n, Breakout::new(1024), seed),
        }
    }
}
