//! The best plan of several searches for one level, and what they proved together.

use fewest::search::{Budget, Counts, Outcome, Plan, Stop};
use fewest::space::{Cost, DEAD_END, Space};

use super::{Adapter, Domain, PuzzleSpace, Solved};

/// The best plan so far, its algorithm, and the proven bound.
#[derive(Clone, Debug)]
pub struct Incumbent<M> {
    plan: Option<Plan<M>>,
    algorithm: &'static str,
    /// What raised the bound after the plan was found.
    proved_by: Option<&'static str>,
    /// A proven lower bound on the cost of every plan.
    pub bound: Cost,
    /// What was spent.
    pub counts: Counts,
}

impl<M: Copy + Eq> Incumbent<M> {
    /// No plan yet, but a bound. `algorithm` is reported if none is found.
    pub fn new(algorithm: &'static str, bound: Cost) -> Self {
        Incumbent { plan: None, algorithm, proved_by: None, bound, counts: Counts::default() }
    }

    /// Adds what another search found, proved and spent.
    pub fn take(&mut self, outcome: Outcome<M>, algorithm: &'static str) {
        if outcome.bound > self.bound {
            self.bound = outcome.bound;
            self.proved_by = Some(algorithm);
        }
        self.counts = self.counts.and(&outcome.counts);
        if let Some(plan) = outcome.plan {
            self.improve(plan, algorithm);
        }
    }

    /// Takes a plan, if it is cheaper.
    pub fn improve(&mut self, plan: Plan<M>, algorithm: &'static str) {
        if plan.cost() < self.upper() {
            (self.plan, self.algorithm) = (Some(plan), algorithm);
        }
    }

    /// The cost of the plan, or [`DEAD_END`].
    pub fn upper(&self) -> Cost {
        self.plan.as_ref().map_or(DEAD_END, Plan::cost)
    }

    /// Whether there is a plan.
    pub fn has_plan(&self) -> bool {
        self.plan.is_some()
    }

    /// Whether no plan can be cheaper.
    pub fn is_optimal(&self) -> bool {
        self.has_plan() && self.upper() <= self.bound
    }

    /// What is left of a budget.
    pub fn left(&self, budget: &Budget) -> Budget {
        budget.after(&self.counts)
    }

    /// Reports the plan if it is new, and makes the next search report from this state on.
    pub fn tell<D, S>(&self, adapter: &mut Adapter<'_, D, S>)
    where
        D: Domain<Move = M>,
        S: PuzzleSpace<D>,
    {
        match &self.plan {
            Some(plan) => adapter.take_best(plan),
            None => adapter.best = None,
        }
        adapter.bound = self.bound;
        adapter.spent = self.counts;
    }

    /// The answer, when the last search has stopped.
    pub fn conclude<S: Space<Move = M>>(
        self,
        space: &S,
        start: &S::State,
        stop: Stop,
    ) -> Solved<M> {
        let algorithm = match self.proved_by {
            Some(proof) if proof != self.algorithm => {
                format!("{}, bounded by {proof}", self.algorithm)
            }
            _ => self.algorithm.to_string(),
        };
        let moves = self.plan.map(Plan::into_moves);
        Solved::by(algorithm, Outcome::conclude(space, start, moves, self.bound, stop, self.counts))
    }
}
