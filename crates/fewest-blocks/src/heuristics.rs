//! The lower bounds by name.

use super::goal_subsets::GoalSubsets;
use super::pattern_database::PatternDatabase;
use super::perimeter::{Perimeter, Perimetric};
use super::space::Blocks;
use super::word::Word;
use crate::puzzle::RequestError;
use fewest::names::{Name, Names};
use fewest::search::{Budget, Meter, Stop};
use fewest::space::{Cost, Heuristic};

/// All of them, from weak to strong; the last is the default.
pub const NAMES: Names<Kind> = Names::new(&[
    Name::new("goals-1", Kind::Goals(1), "the goal that is farthest from its nearest block"),
    Name::new("goals-2", Kind::Goals(2), "the same for two goals and two blocks"),
    Name::new("goals-3", Kind::Goals(3), "the same for three"),
    Name::new("goals-4", Kind::Goals(4), "the same for four"),
    Name::new("blocks-1", Kind::Blocks(1), "the block that is farthest from the goals, alone"),
    Name::new("blocks-2", Kind::Blocks(2), "the farthest two blocks, alone on the board"),
    Name::new("blocks-3", Kind::Blocks(3), "the farthest three blocks"),
    Name::new("blocks-4", Kind::Blocks(4), "the farthest four blocks"),
    Name::new(
        "strongest",
        Kind::Strongest,
        "the maximum of goals-2 and of as many blocks as fit in memory",
    ),
    Name::new("perimeter", Kind::Perimeter, "exact near the goal; outside, the strongest"),
]);

/// What a bound is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The farthest subset of this many goals.
    Goals(u32),
    /// The farthest subset of this many blocks.
    Blocks(u32),
    /// The maximum of two goals and of as many blocks as fit.
    Strongest,
    /// Exact near the goal; outside, the strongest.
    Perimeter,
}

/// The states of a perimeter, unless memory is short.
const PERIMETER: u64 = 1 << 20;

/// A lower bound that was chosen by name.
pub enum Bound<W: Word> {
    /// The farthest subset of blocks.
    Blocks(PatternDatabase<W>),
    /// The farthest subset of goals.
    Goals(GoalSubsets<W>),
    /// The maximum of several.
    Most(Vec<Bound<W>>),
    /// Exact near the goal.
    Perimeter(Box<(Perimeter<W>, Bound<W>)>),
}

impl<W: Word> Bound<W> {
    /// The bound with this name. Its memory is accounted for, up to half of what
    /// the budget has.
    pub fn new(
        name: &str,
        space: &Blocks<W>,
        start: W,
        budget: &Budget,
    ) -> Result<Self, RequestError> {
        let half = budget.memory.map(|memory| memory / 2);
        let budget = &Budget { memory: half, ..budget.clone() };
        let mut meter = Meter::start(budget);
        let too_large = |stop: Stop| {
            let why = format!("the heuristic '{name}' needs more than half of the memory limit");
            RequestError::limit(stop, why)
        };
        match NAMES.by_name("heuristic", name)? {
            Kind::Blocks(chosen) => {
                let chosen = chosen.min(space.blocks());
                let table = PatternDatabase::new(space, chosen, &mut meter);
                table.map(Bound::Blocks).map_err(too_large)
            }
            Kind::Goals(chosen) => {
                let bounds = GoalSubsets::new(space, least(space).min(chosen), &mut meter);
                bounds.map(Bound::Goals).map_err(too_large)
            }
            Kind::Strongest => Self::strongest(space, &mut meter).map_err(too_large),
            Kind::Perimeter => {
                let outside = Self::strongest(space, &mut meter).map_err(too_large)?;
                let states = meter.free_bytes() / (8 * size_of::<W>() as u64);
                let budget = Budget {
                    memory: Some(meter.free_bytes()),
                    time: meter.time_left(),
                    ..budget.clone()
                };
                let states = PERIMETER.min(states);
                let perimeter = Perimeter::new(space, start, states, &budget).map_err(too_large)?;
                Ok(Bound::Perimeter(Box::new((perimeter, outside))))
            }
        }
    }

    fn strongest(space: &Blocks<W>, meter: &mut Meter) -> Result<Self, Stop> {
        let mut bounds = Vec::new();
        let most = meter.free_bytes() / 4;
        let chosen = (1..=4.min(space.blocks())).rev();
        let fits = |&chosen: &u32| {
            let scratch = PatternDatabase::scratch_bytes(space, chosen);
            PatternDatabase::bytes(space, chosen) <= most.min(MAX_BYTES) && scratch <= 2 * most
        };
        if let Some(chosen) = chosen.clone().find(fits) {
            bounds.push(Bound::Blocks(PatternDatabase::new(space, chosen, meter)?));
        }
        let chosen = least(space).min(2);
        if GoalSubsets::bytes(space, chosen) <= most.min(MAX_BYTES) {
            bounds.push(Bound::Goals(GoalSubsets::new(space, chosen, meter)?));
        }
        Ok(Bound::Most(bounds))
    }
}

/// No larger table is built unless asked for.
const MAX_BYTES: u64 = 1 << 28;

fn least<W: Word>(space: &Blocks<W>) -> u32 {
    space.blocks().min(space.goal_cells().count())
}

impl<W: Word> Heuristic<Blocks<W>> for Bound<W> {
    type Value = Cost;

    fn evaluate(&self, space: &Blocks<W>, state: &W) -> Cost {
        match self {
            Bound::Blocks(table) => table.bound(*state),
            Bound::Goals(bounds) => bounds.bound(*state),
            Bound::Most(bounds) => {
                bounds.iter().map(|bound| bound.evaluate(space, state)).max().unwrap_or(0)
            }
            Bound::Perimeter(both) => {
                let (perimeter, outside) = &**both;
                Perimetric { perimeter, outside }.evaluate(space, state)
            }
        }
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        !matches!(self, Bound::Perimeter(_))
    }
}
