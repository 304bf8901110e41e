//! What every search answers: a checked plan, a proven bound, and how it ended.

use std::time::Duration;

use crate::space::{Cost, DEAD_END, Space};

/// A move list that was replayed and solves the puzzle. There is no other way
/// to make one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    moves: Vec<M>,
    cost: Cost,
}

impl<M: Copy + Eq> Plan<M> {
    /// Replays `moves` from `start` and keeps them if each is legal and the
    /// last one reaches a goal.
    pub fn replay<S: Space<Move = M>>(
        space: &S,
        start: &S::State,
        moves: Vec<M>,
    ) -> Result<Self, ReplayError> {
        let mut state = start.clone();
        let mut cost: Cost = 0;
        for (index, &mv) in moves.iter().enumerate() {
            if !space.is_legal(&state, mv) {
                return Err(ReplayError::Illegal { index });
            }
            cost = cost.saturating_add(space.cost(&state, mv));
            space.apply(&mut state, mv);
        }
        if space.is_goal(&state) { Ok(Plan { moves, cost }) } else { Err(ReplayError::Unsolved) }
    }
}

impl<M> Plan<M> {
    /// The moves in order.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The moves in order, as an owned list.
    pub fn into_moves(self) -> Vec<M> {
        self.moves
    }

    /// The sum of the moves' costs: their number, where each costs 1.
    pub fn cost(&self) -> Cost {
        self.cost
    }
}

/// Why a list of moves is not a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move is not legal where it is played.
    #[error("move {} is not legal where it is played", index + 1)]
    Illegal {
        /// Its place in the list, from 0.
        index: usize,
    },
    /// Every move is legal, but the last one doesn't solve the puzzle.
    #[error("the moves are legal but the last one does not solve the puzzle")]
    Unsolved,
}

/// What is known about the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Status {
    /// There is a plan, and a proof that none is cheaper.
    Optimal,
    /// There is a plan.
    Solved,
    /// There is a proof that there is no plan.
    Unsolvable,
    /// There is neither.
    Unknown,
}

impl Status {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Solved => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Unknown => "unknown",
        }
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Stop {
    /// It finished.
    Done,
    /// The time was up.
    Time,
    /// The memory was used up.
    Memory,
    /// The last allowed node was expanded.
    Nodes,
    /// The disk was full, or a file on it could not be used.
    Disk,
    /// Somebody asked it to stop.
    Cancelled,
    /// The found plan did not replay: the space contradicts itself. This is an error in
    /// the puzzle's rules, reported instead of a wrong plan.
    Contradiction,
}

impl Stop {
    /// Its name, as it is serialised.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Done => "done",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Nodes => "nodes",
            Stop::Disk => "disk",
            Stop::Cancelled => "cancelled",
            Stop::Contradiction => "contradiction",
        }
    }

    /// What happened, in words.
    pub fn words(self) -> &'static str {
        match self {
            Stop::Done => "done",
            Stop::Time => "time limit reached",
            Stop::Memory => "memory limit reached",
            Stop::Nodes => "node limit reached",
            Stop::Disk => "the disk is full or failed",
            Stop::Cancelled => "stopped",
            Stop::Contradiction => "internal error (please report): a plan does not replay",
        }
    }

    /// Whether a limit of the budget ended the search.
    pub fn is_limit(self) -> bool {
        matches!(self, Stop::Time | Stop::Memory | Stop::Nodes | Stop::Disk | Stop::Cancelled)
    }
}

/// What a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counts {
    /// States whose moves were tried.
    pub expanded: u64,
    /// States reached by those moves, each time one was reached.
    pub generated: u64,
    /// The maximum number of states kept in memory at any time.
    pub stored: u64,
    /// The maximum number of bytes held at any time, as accounted.
    #[cfg_attr(feature = "serde", serde(rename = "bytes"))]
    pub peak_bytes: u64,
    /// The wall-clock time.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", serialize_with = "seconds"))]
    pub elapsed: Duration,
}

impl Counts {
    /// What two searches spent, one after the other.
    #[must_use]
    pub fn and(&self, other: &Counts) -> Counts {
        Counts {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            stored: self.stored.max(other.stored),
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
            elapsed: self.elapsed + other.elapsed,
        }
    }
}

#[cfg(feature = "serde")]
fn seconds<S: serde::Serializer>(elapsed: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(elapsed.as_secs_f64())
}

/// The answer of every search.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The best plan found.
    pub plan: Option<Plan<M>>,
    /// No plan is cheaper than this. [`DEAD_END`] if there is none at all.
    pub bound: Cost,
    /// What is known now.
    pub status: Status,
    /// Why the search stopped.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
}

impl<M: Copy + Eq> Outcome<M> {
    /// Makes an outcome: replays the moves, and calls them optimal only if the proven
    /// bound equals their cost.
    pub fn conclude<S: Space<Move = M>>(
        space: &S,
        start: &S::State,
        moves: Option<Vec<M>>,
        bound: Cost,
        stop: Stop,
        counts: Counts,
    ) -> Self {
        let replayed = moves.map(|moves| Plan::replay(space, start, moves)).transpose();
        let (plan, stop) = match replayed {
            Ok(plan) => (plan, stop),
            Err(_) => (None, Stop::Contradiction),
        };
        let status = match &plan {
            Some(plan) if bound >= plan.cost() => Status::Optimal,
            Some(_) => Status::Solved,
            None if bound == DEAD_END && stop == Stop::Done => Status::Unsolvable,
            None => Status::Unknown,
        };
        let bound = plan.as_ref().map_or(bound, |plan| bound.min(plan.cost()));
        Outcome { plan, bound, status, stop, counts }
    }
}

impl<M> Outcome<M> {
    /// The cost of the best plan found.
    pub fn cost(&self) -> Option<Cost> {
        self.plan.as_ref().map(Plan::cost)
    }
}
