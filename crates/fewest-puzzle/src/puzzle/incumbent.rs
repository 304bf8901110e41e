//! The best plan of several searches for one level, and what they proved together.
//!
//! Searches on any thread offer plans and bounds. All of them stop when the plan is proved
//! to be the best, or good enough by the request's [`StopRule`]. Whatever ends the last
//! one, the best plan is the answer.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fewest::parallel;
use fewest::search::{
    Budget, Counts, Enough, Event, Observer, Outcome, Plan, Progress, Status, Stop, StopRule,
};
use fewest::space::{Cost, DEAD_END, Space};

use super::{Adapter, Domain, PuzzleSpace, Request, Solved};

/// What is found in less time is found at once, whatever the limit.
const AT_ONCE: Duration = Duration::from_millis(10);

/// Workers report once in this time.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// The best plan so far, its algorithm, and the proven bound.
#[derive(Debug)]
pub struct Incumbent<M> {
    state: Mutex<State<M>>,
    enough: Enough,
}

#[derive(Debug)]
struct State<M> {
    plan: Option<Plan<M>>,
    algorithm: &'static str,
    /// What raised the bound after the plan was found.
    proved_by: Option<&'static str>,
    bound: Cost,
    /// What was spent, apart from the time.
    counts: Counts,
}

impl<M: Copy + Eq> Incumbent<M> {
    /// No plan yet, but a bound. `algorithm` is reported if none is found. Starts the clock.
    pub fn new(algorithm: &'static str, bound: Cost, request: &Request) -> Self {
        // Without a limit of time, a search for better plans would never end.
        let dry = request.stop_rule.dry || request.budget.time.is_none();
        let enough = Enough::new(StopRule { dry, ..request.stop_rule });
        enough.note_bound(bound);
        let (plan, counts) = (None, Counts::default());
        let state = State { plan, algorithm, proved_by: None, bound, counts };
        Incumbent { state: Mutex::new(state), enough }
    }

    /// What is known. A panic of another thread can't have left it half changed.
    fn state(&self) -> MutexGuard<'_, State<M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what another search found, proved and spent.
    pub fn take(&self, outcome: Outcome<M>, algorithm: &'static str) {
        self.raise(outcome.bound, algorithm);
        self.spend(&outcome.counts);
        if let Some(plan) = outcome.plan {
            self.improve(plan, algorithm);
        }
    }

    /// Takes moves that solve the level, if they are a cheaper plan; returns whether they
    /// are.
    pub fn offer<S: Space<Move = M>>(
        &self,
        space: &S,
        start: &S::State,
        moves: Vec<M>,
        algorithm: &'static str,
    ) -> bool {
        Plan::replay(space, start, moves).is_ok_and(|plan| self.improve(plan, algorithm))
    }

    /// Takes a plan, if it is cheaper; returns whether it is.
    pub fn improve(&self, plan: Plan<M>, algorithm: &'static str) -> bool {
        let cost = plan.cost();
        let mut state = self.state();
        let is_better = state.plan.as_ref().is_none_or(|best| cost < best.cost());
        if is_better {
            (state.plan, state.algorithm) = (Some(plan), algorithm);
            self.enough.note_plan(cost);
        }
        is_better
    }

    /// Takes a bound, if it is higher.
    pub fn raise(&self, bound: Cost, algorithm: &'static str) {
        let mut state = self.state();
        if bound > state.bound {
            (state.bound, state.proved_by) = (bound, Some(algorithm));
            self.enough.note_bound(bound);
        }
    }

    /// Adds what was spent. The time is measured from the start.
    pub fn spend(&self, counts: &Counts) {
        let mut state = self.state();
        state.counts = state.counts.and(counts);
    }

    /// A proven lower bound on the cost of every plan.
    pub fn bound(&self) -> Cost {
        self.state().bound
    }

    /// What was spent so far.
    pub fn counts(&self) -> Counts {
        Counts { elapsed: self.elapsed(), ..self.state().counts }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.enough.elapsed()
    }

    /// The cost of the plan, or [`DEAD_END`].
    pub fn upper(&self) -> Cost {
        self.state().plan.as_ref().map_or(DEAD_END, Plan::cost)
    }

    /// The plan.
    pub fn plan(&self) -> Option<Plan<M>> {
        self.state().plan.clone()
    }

    /// Whether there is a plan.
    pub fn has_plan(&self) -> bool {
        self.state().plan.is_some()
    }

    /// Whether no plan can be cheaper.
    pub fn is_optimal(&self) -> bool {
        let state = self.state();
        state.plan.as_ref().is_some_and(|plan| plan.cost() <= state.bound)
    }

    /// Whether the plan is good enough, by the request's rule.
    pub fn is_enough(&self) -> bool {
        self.enough.is_reached()
    }

    /// What is left of a budget for a search that can prove something. It stops when the
    /// plan is good enough.
    pub fn left(&self, budget: &Budget) -> Budget {
        Budget { cancel: budget.cancel.or_when(&self.enough), ..budget.after(&self.counts()) }
    }

    /// What is left of a budget for a search that can only find better plans. It also
    /// stops when they dry up, where the request has no time of its own.
    pub fn left_to_improve(&self, budget: &Budget) -> Budget {
        Budget { cancel: budget.cancel.or_when_dry(&self.enough), ..budget.after(&self.counts()) }
    }

    /// Whether a search that stopped like this was at a cap of its own, so that expansions are
    /// left for others.
    pub fn is_capped(&self, stop: Stop, budget: &Budget) -> bool {
        stop == Stop::Nodes && budget.nodes.is_none_or(|nodes| self.counts().expanded < nodes)
    }

    /// Whether a quick search for a first plan must stop: what there is at once is found
    /// even where there is no time.
    pub fn is_too_late(&self, budget: &Budget) -> bool {
        budget.cancel.is_cancelled()
            || budget.time.is_some_and(|time| self.elapsed() >= time.max(AT_ONCE))
    }

    /// Reports the plan if it is new, and makes the next search report from this state on.
    pub fn tell<D, S>(&self, adapter: &mut Adapter<'_, D, S>)
    where
        D: Domain<Move = M>,
        S: PuzzleSpace<D>,
    {
        let plan = self.plan();
        adapter.bound = self.bound();
        adapter.spent = self.counts();
        adapter.enough = Some(self.enough.clone());
        match &plan {
            Some(plan) => adapter.take_best(plan),
            None => adapter.best = None,
        }
    }

    /// Looks for better plans on all threads of a budget: calls `work` on each of them with
    /// its number. It returns when [`Worker::is_over`] says so, or when it has nothing more
    /// to try.
    pub fn improve_on_threads<D, S>(
        &self,
        budget: &Budget,
        adapter: &mut Adapter<'_, D, S>,
        work: impl Fn(usize, &mut Worker<'_, '_, M>) + Sync,
    ) -> Stop
    where
        D: Domain<Move = M>,
        S: PuzzleSpace<D>,
        M: Send,
    {
        let left = &self.left_to_improve(budget);
        let run = |number: usize, tell: Tell<'_>| {
            let mut worker = Worker::new(self, budget, left, tell);
            work(number, &mut worker);
            self.spend(&worker.counts);
            worker.stop
        };
        let run = &run;
        let others = (1..budget.threads.max(1)).map(|number| move || run(number, None));
        let tell = &mut || {
            self.tell(adapter);
            // The adapter adds what it was just told.
            Observer::<S>::event(adapter, Event::Progress(Progress::default()));
        };
        let stops = parallel::join(|| run(0, Some(tell)), others);
        self.tell(adapter);
        stops.into_iter().find(|&stop| stop != Stop::Done).unwrap_or(Stop::Done)
    }

    /// The answer, when the last search has stopped.
    pub fn conclude<S: Space<Move = M>>(
        self,
        space: &S,
        start: &S::State,
        stop: Stop,
        budget: &Budget,
    ) -> Solved<M> {
        let counts = self.counts();
        let State { plan, algorithm, proved_by, bound, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let algorithm = match proved_by {
            Some(proof) if proof != algorithm => format!("{algorithm}, bounded by {proof}"),
            _ => algorithm.to_string(),
        };
        // Nobody else cancelled it: the plan is good enough.
        let is_enough = stop == Stop::Cancelled && !budget.cancel.is_cancelled();
        let (stop, reason) =
            if is_enough { (Stop::Done, self.enough.reason()) } else { (stop, None) };
        let moves = plan.map(Plan::into_moves);
        let outcome = Outcome::conclude(space, start, moves, bound, stop, counts);
        let reason = reason.filter(|_| outcome.status == Status::Solved);
        Solved { reason, ..Solved::by(algorithm, outcome) }
    }
}

type Tell<'a> = Option<&'a mut (dyn FnMut() + 'a)>;

/// A thread that looks for better plans.
pub struct Worker<'a, 't, M> {
    incumbent: &'a Incumbent<M>,
    budget: &'a Budget,
    left: &'a Budget,
    /// The first one reports.
    tell: Tell<'t>,
    reported: Duration,
    counts: Counts,
    stop: Stop,
}

impl<'a, 't, M: Copy + Eq> Worker<'a, 't, M> {
    fn new(
        incumbent: &'a Incumbent<M>,
        budget: &'a Budget,
        left: &'a Budget,
        tell: Tell<'t>,
    ) -> Self {
        let (reported, counts) = (incumbent.elapsed(), Counts::default());
        Worker { incumbent, budget, left, tell, reported, counts, stop: Stop::Done }
    }

    /// Whether to stop. To be asked every few milliseconds; it reads the clock and reports.
    pub fn is_over(&mut self) -> bool {
        let elapsed = self.incumbent.elapsed();
        if elapsed.saturating_sub(self.reported) >= REPORT_EVERY {
            self.reported = elapsed;
            self.incumbent.spend(&std::mem::take(&mut self.counts));
            if let Some(tell) = &mut self.tell {
                tell();
            }
        }
        self.stop = if self.incumbent.is_optimal() {
            Stop::Done
        } else if self.left.cancel.is_cancelled() {
            Stop::Cancelled
        } else if self.budget.time.is_some_and(|time| elapsed >= time) {
            Stop::Time
        } else if self.budget.nodes.is_some_and(|nodes| {
            self.incumbent.state().counts.expanded + self.counts.expanded >= nodes
        }) {
            Stop::Nodes
        } else {
            return false;
        };
        true
    }

    /// What is left for a part of the work.
    pub fn budget(&self) -> Budget {
        Budget { threads: 1, ..self.incumbent.left_to_improve(self.budget) }
    }

    /// Adds what was spent.
    pub fn spend(&mut self, counts: &Counts) {
        self.counts = self.counts.and(counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::example::Pancakes;
    use fewest::search::Gap;

    const START: [u8; 3] = [1, 0, 2];

    fn rule(stop_rule: StopRule) -> Request {
        Request { stop_rule, ..Request::default() }
    }

    /// Every list of up to `most` moves, the shortest first.
    fn lists(most: u32) -> impl Iterator<Item = Vec<usize>> {
        let flips = |n: u32| [2, 3][n as usize % 2];
        (0..=most).flat_map(move |length| {
            (0..1u32 << length).map(move |code| (0..length).map(|i| flips(code >> i)).collect())
        })
    }

    #[test]
    fn only_a_better_plan_that_replays_is_taken() {
        let best = Incumbent::new("", 1, &Request::default());
        let mut upper = DEAD_END;
        let mut all: Vec<Vec<usize>> = lists(6).collect();
        all.reverse();
        for moves in all {
            let cost = moves.len() as Cost;
            let solves = Plan::replay(&Pancakes, &START, moves.clone()).is_ok();
            let is_better = solves && cost < upper;
            assert_eq!(best.offer(&Pancakes, &START, moves, "list"), is_better);
            upper = if is_better { cost } else { upper };
            assert_eq!(best.upper(), upper);
        }
        assert_eq!(upper, 1);
        assert!(best.is_optimal());
        let solved = best.conclude(&Pancakes, &START, Stop::Time, &Budget::default());
        assert_eq!((solved.outcome.status, solved.outcome.cost()), (Status::Optimal, Some(1)));
    }

    #[test]
    fn threads_share_the_best() {
        let best = &Incumbent::new("", 1, &Request::default());
        let all: Vec<Vec<usize>> = lists(6).collect();
        parallel::map(0..4, |thread| {
            for moves in all.iter().skip(thread).step_by(4).rev() {
                best.offer(&Pancakes, &START, moves.clone(), "list");
                best.spend(&Counts { expanded: 1, ..Counts::default() });
            }
        });
        assert_eq!((best.upper(), best.counts().expanded), (1, all.len() as u64));
    }

    #[test]
    fn the_rule_stops_every_search_and_a_person_is_told_why() {
        let budget = Budget::default();
        let gap = StopRule { gap: Gap::percent(100.0), ..StopRule::default() };
        let first = StopRule { first: true, ..StopRule::default() };
        for (rule_, bound, stops) in [(gap, 1, false), (gap, 2, true), (first, 1, true)] {
            let best = Incumbent::new("", 0, &rule(rule_));
            assert!(!best.left(&budget).cancel.is_cancelled());
            assert!(best.offer(&Pancakes, &START, vec![3, 3, 2], "list"));
            best.raise(bound, "proof");
            assert_eq!(best.left(&budget).cancel.is_cancelled(), stops);
            assert_eq!(best.left_to_improve(&budget).cancel.is_cancelled(), stops);
            assert_eq!(best.is_enough(), stops);
            let solved = best.conclude(&Pancakes, &START, Stop::Cancelled, &budget);
            assert_eq!((solved.outcome.stop, solved.reason.is_some()), (Stop::Done, stops));
            assert_eq!(solved.outcome.status, Status::Solved);
        }
        let best = Incumbent::new("", 0, &rule(first));
        budget.cancel.cancel();
        let solved = best.conclude(&Pancakes, &START, Stop::Cancelled, &budget);
        assert_eq!((solved.outcome.stop, solved.reason), (Stop::Cancelled, None));
    }
}
