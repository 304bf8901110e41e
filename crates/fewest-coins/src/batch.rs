//! Batches: many pairs of sets of coins solved in one search, each with a proof.
//!
//! Pairs with the same start or target share most of the work, so a whole font is one
//! batch. A batch reports each answer as soon as it is known. A caller can store the
//! answers and later run a batch of the rest.
//!
//! ```
//! use fewest_coins::{Board, batch::{self, Report, PairAnswer, Batch}};
//! use fewest::search::Budget;
//!
//! let sets = [0b001_011, 0b011_010];
//! let batch = Batch { board: Board::new(3, 2)?, sets: &sets, pairs: &[(0, 1), (1, 0)] };
//! let mut lengths = Vec::new();
//! batch::run(&batch, &Budget::default(), &mut |report| {
//!     if let Report::Answer { answer: PairAnswer::Solved(hops), .. } = report {
//!         lengths.push(hops.len());
//!     }
//! })?;
//! assert_eq!(lengths, [1, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::{Board, Hop};
pub use super::kernel::Instructions;
#[doc(hidden)]
pub use super::kernel::{Division, run_divided};

use super::kernel;
use fewest::search::{Budget, Counts, Event, Stop};
use fewest::space::Cost;

/// Ordered pairs of sets of coins to solve: start and target by their index in `sets`.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The board.
    pub board: Board,
    /// Sets of coins, all of the same size.
    pub sets: &'a [u64],
    /// Start and target of each pair.
    pub pairs: &'a [(usize, usize)],
}

/// What a batch reports while it runs.
#[derive(Clone, Debug)]
pub enum Report<'a> {
    /// An event of a search, and the part of the batch that it belongs to.
    Event(Phase, Event<'a>),
    /// A pair is answered.
    Answer {
        /// The start.
        from: usize,
        /// The target.
        to: usize,
        /// The answer.
        answer: PairAnswer,
    },
}

/// A part of a batch. The states of its layers are sets of all coins but the lifted
/// one, unless the method keeps sets of all coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the start: the method is chosen.
    Preparation,
    /// Forward from a start, layer after layer.
    Forward {
        /// The start.
        from: usize,
        /// The number of its open pairs.
        open: usize,
    },
    /// The layers of a start once more, for plans of which only the length is known.
    Again {
        /// The start.
        from: usize,
        /// The number of plans still to be found.
        waiting: usize,
    },
    /// Backward from a target.
    Backward {
        /// The target.
        to: usize,
    },
}

/// The answer to a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairAnswer {
    /// The fewest moves, replayed.
    Solved(Vec<Hop>),
    /// There is no plan (proved).
    Unsolvable,
}

/// The outcome of a batch.
#[derive(Clone, Debug)]
pub struct BatchOutcome {
    /// The number of answered pairs.
    pub answered: usize,
    /// Why it stopped.
    pub stop: Stop,
    /// The resources it used.
    pub counts: Counts,
    /// The open pairs, each with its proved lower bound.
    pub bounds: Vec<((usize, usize), Cost)>,
}

/// Why a batch is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// Two sets have different numbers of coins.
    #[error("set {} has {coins} coins, but the first has {first}", set + 1)]
    Coins {
        /// The set's index.
        set: usize,
        /// Its number of coins.
        coins: u32,
        /// The number of coins of the first set.
        first: u32,
    },
    /// A coin is not on the board.
    #[error("set {} has a coin that is not on the board", set + 1)]
    OffBoard {
        /// The set's index.
        set: usize,
    },
    /// A pair names an unknown set.
    #[error("pair {} names an unknown set; there are {sets} sets", pair + 1)]
    NoSuchSet {
        /// The pair's index.
        pair: usize,
        /// The number of sets.
        sets: usize,
    },
    /// The memory limit is too small to begin.
    #[error("this needs {} MiB of memory, but the limit is {} MiB", needed.div_ceil(1 << 20), limit >> 20)]
    Memory {
        /// The bytes it needs.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
}

impl Batch<'_> {
    /// Checks that all sets lie on the board and have the same number of coins, and that
    /// all pairs name known sets.
    pub fn check(&self) -> Result<(), BatchError> {
        let first = self.sets.first().map_or(0, |set| set.count_ones());
        for (set, coins) in self.sets.iter().enumerate() {
            if coins & !self.board.cells() != 0 {
                return Err(BatchError::OffBoard { set });
            }
            let coins = coins.count_ones();
            if coins != first {
                return Err(BatchError::Coins { set, coins, first });
            }
        }
        let sets = self.sets.len();
        match self.pairs.iter().position(|&(from, to)| from >= sets || to >= sets) {
            Some(pair) => Err(BatchError::NoSuchSet { pair, sets }),
            None => Ok(()),
        }
    }
}

/// Solves as many pairs as the budget allows.
pub fn run(
    batch: &Batch<'_>,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_>),
) -> Result<BatchOutcome, BatchError> {
    run_by(Instructions::widest(), batch, budget, report)
}

/// Whether a batch has the memory for all sets, so that time alone decides what it answers.
pub(super) fn holds_all(batch: &Batch<'_>, budget: &Budget) -> bool {
    kernel::holds_all(batch, budget)
}

/// Solves all pairs with a given instruction set of [`Instructions::available`], for
/// comparison. All of them give the same lengths.
pub fn run_by(
    instructions: Instructions,
    batch: &Batch<'_>,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_>),
) -> Result<BatchOutcome, BatchError> {
    batch.check()?;
    Ok(kernel::run(batch, budget, instructions, report))
}
