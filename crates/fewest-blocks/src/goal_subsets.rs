//! Lower bounds from subsets of the goals: the moves until k goals are covered,
//! wherever their blocks come from.
//!
//! A cell that is covered after a move was either covered before, by a block of a
//! run that reaches to the wall, or the cell behind it was. So the cells that cover
//! k goals at the end can be followed back as k different cells, each of which steps
//! back or stays. Where a cell stays, its whole run to the wall was covered: the cells
//! between stay too, and all such runs and the cells that step have no more cells than
//! there are blocks. This relaxes the move, so the distance of the nearest k blocks of a
//! state by such steps is a lower bound.

use std::ops::ControlFlow;

use super::Direction;
use super::rules::Rules;
use super::space::{Blocks, Variant};
use super::subset_rank::{MAX_CHOSEN, SubsetRank};
use super::word::Word;
use fewest::rank::binomial;
use fewest::search::pattern::{self, NEVER, Pattern};
use fewest::search::{Meter, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// If all sets of goals have more distances than this, some sets are enough: a bound that
/// takes long to build or to look up saves nothing.
const MAX_DISTANCES: u64 = 1 << 22;

/// For every k goals, or for some of them, the distance of every k cells.
#[derive(Clone, Debug)]
pub struct GoalSubsets<W> {
    ranks: SubsetRank,
    /// For each set of goals, the distances of all sets of cells, by rank.
    distances: Vec<Vec<u8>>,
    word: std::marker::PhantomData<W>,
}

impl<W: Word> GoalSubsets<W> {
    /// The maximum size of the subsets.
    pub const MAX_CHOSEN: u32 = MAX_CHOSEN as u32;

    /// The number of sets of goals.
    fn sets(space: &Blocks<W>, chosen: u32) -> u64 {
        // With more goals than blocks, no goal need be covered.
        if space.variant() == Variant::EveryBlock {
            return 0;
        }
        let all = binomial(space.goal_cells().count(), chosen).unwrap_or(u64::MAX);
        all.min((MAX_DISTANCES / SubsetRank::len(space.rules().free(), chosen).max(1)).max(1))
    }

    /// The bytes of the bounds of `chosen` goals.
    pub fn bytes(space: &Blocks<W>, chosen: u32) -> u64 {
        let cells = SubsetRank::len(space.rules().free(), chosen);
        Self::sets(space, chosen).saturating_mul(cells)
    }

    /// The bounds of `chosen` goals.
    ///
    /// # Panics
    /// If these are not 1 to 4.
    pub fn new(space: &Blocks<W>, chosen: u32, meter: &mut Meter) -> Result<Self, Stop> {
        let rules = space.rules();
        let cells = SubsetRank::len(rules.free(), chosen);
        let sets = Self::sets(space, chosen);
        if sets > 0 && cells > u64::from(u32::MAX) {
            return Err(Stop::Memory);
        }
        let ranks = SubsetRank::new(rules.width() * rules.height(), rules.free(), chosen);
        let mut bounds =
            GoalSubsets { ranks, distances: Vec::new(), word: std::marker::PhantomData };
        let goals: Vec<usize> = space.goal_cells().cells().collect();
        let all = binomial(goals.len() as u32, chosen).unwrap_or(u64::MAX);
        for nth in 0..sets {
            // Some of them are spread over all.
            let rank = (u128::from(all) * u128::from(nth) / u128::from(sets)) as u64;
            let goals = nth_subset(&goals, chosen, rank);
            let followed = Followed { space, goals, ranks: &bounds.ranks, sets: cells };
            let distances = pattern::distances(&followed, meter)?;
            bounds.distances.push(distances);
        }
        Ok(bounds)
    }

    /// The largest over all sets of goals of the distance of the nearest blocks.
    pub fn bound(&self, state: W) -> Cost {
        let mut ranks = Vec::new();
        self.ranks.for_each(state, |rank| ranks.push(rank));
        let mut most = 0;
        for distances in &self.distances {
            let mut nearest = NEVER;
            for &rank in &ranks {
                nearest = nearest.min(distances[rank]);
                // No larger than another set's.
                if nearest <= most {
                    break;
                }
            }
            most = most.max(nearest);
        }
        if most == NEVER { DEAD_END } else { Cost::from(most) }
    }
}

/// The cells of one set of goals, followed back.
struct Followed<'a, W> {
    space: &'a Blocks<W>,
    goals: W,
    ranks: &'a SubsetRank,
    sets: u64,
}

impl<W: Word> Pattern for Followed<'_, W> {
    type State = W;

    fn len(&self) -> u64 {
        self.sets
    }
    fn rank(&self, set: W) -> u64 {
        self.ranks.rank(set) as u64
    }
    fn goals(&self, show: &mut dyn FnMut(W) -> ControlFlow<()>) {
        // There is no other goal to go on to.
        let _ = show(self.goals);
    }
    fn sources(&self, set: W, out: &mut Vec<W>) {
        for direction in Direction::ALL {
            let (rules, blocks) = (self.space.rules(), self.space.blocks());
            Back { rules, blocks, direction }.choose(set, Choice::EMPTY, out);
        }
    }
}

/// The subset of this rank in the combinatorial number system.
fn nth_subset<W: Word>(cells: &[usize], chosen: u32, mut rank: u64) -> W {
    let (mut set, mut end) = (W::EMPTY, cells.len() as u32);
    for left in (1..=chosen).rev() {
        let below = |nth: u32| binomial(nth, left).unwrap_or(u64::MAX);
        end = (0..end).rev().find(|&nth| below(nth) <= rank).unwrap_or(0);
        rank -= below(end);
        set = set | W::cell(cells[end as usize]);
    }
    set
}

/// A move, followed back.
struct Back<'a, W> {
    rules: &'a Rules<W>,
    blocks: u32,
    direction: Direction,
}

/// The cells that were followed so far.
#[derive(Clone, Copy)]
struct Choice<W> {
    /// Where they were before the move.
    before: W,
    /// Those that stepped, after the move.
    stepped: W,
    /// The runs of those that stayed.
    runs: W,
}

impl<W: Word> Choice<W> {
    const EMPTY: Self = Choice { before: W::EMPTY, stepped: W::EMPTY, runs: W::EMPTY };
}

impl<W: Word> Back<'_, W> {
    /// Appends every choice for the rest of the cells.
    fn choose(&self, rest: W, chosen: Choice<W>, out: &mut Vec<W>) {
        if !(chosen.stepped & chosen.runs).is_empty()
            || (chosen.before | chosen.runs).count() > self.blocks
        {
            return;
        }
        if rest.is_empty() {
            out.push(chosen.before);
            return;
        }
        let (cell, rest) = (rest.first(), rest.without_first());
        if let Some(behind) = self.rules.next(cell, self.direction.opposite()) {
            let before = chosen.before | W::cell(behind);
            let stepped = chosen.stepped | W::cell(cell);
            self.choose(rest, Choice { before, stepped, ..chosen }, out);
        }
        let before = chosen.before | W::cell(cell);
        let runs = chosen.runs | self.rules.to_wall(cell, self.direction);
        self.choose(rest, Choice { before, runs, ..chosen }, out);
    }
}

impl<W: Word> Heuristic<Blocks<W>> for GoalSubsets<W> {
    type Value = Cost;

    fn evaluate(&self, _: &Blocks<W>, state: &W) -> Cost {
        self.bound(*state)
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        true
    }
    // The blocks that are nearest after a move were one step farther before it.
    fn is_consistent(&self) -> bool {
        true
    }
}
