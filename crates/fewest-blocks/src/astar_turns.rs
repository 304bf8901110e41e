//! The turns of A* while the search from both ends pauses. Where pattern databases tell much, it
//! is done soon.

use std::time::Duration;

use super::Direction;
use super::astar::{AStar, Beside, Level};
use super::goal_subsets::GoalSubsets;
use super::growth::Growth;
use super::packed::{self, Packed};
use super::portfolio::Portfolio;
use super::solve::BlocksAdapter;
use super::word::Word;
use crate::puzzle::Incumbent;
use fewest::search::layered::Bidirectional;
use fewest::search::{Budget, Counts, Meter, Stop};
use fewest::space::{Cost, DEAD_END};

/// At first, A* may cost as much as the search from both ends has cost, up to this number of
/// nanoseconds in all; and always a tenth of that, or half of it before it has begun.
const EARLY: u64 = 30_000_000;
const PART: u64 = 10;
const FIRST_PART: u64 = 2;

/// With pairs alone, a larger part, for triples: these often tell much more.
const EARLY_PAIRS: u64 = 50_000_000;
const PAIRS_PART: u64 = 4;

/// Where it is two moves ahead of the search from both ends, and likely to prove two more at less
/// cost, it may cost three times what that has cost.
const AHEAD: Cost = 2;
const TIMES: u64 = 3;

/// The next larger table is built when it costs no more than this number of times what the search
/// has cost without, or little: so only a part is wasted, whatever it is worth.
const TABLE_TIMES: u64 = 2;
const TRIPLES_TIMES: u64 = 4;
const MIN_TABLE: u64 = 20_000_000;

/// The largest subsets of goals that the start is asked about, the nanoseconds that a distance of
/// those takes, and the part of what is allowed that goes to all of them.
const MAX_GOALS: u32 = 2;
const GOAL_SUBSET: u64 = 250;
const GOALS_PART: u64 = 8;

/// A level is begun when this part of what it is likely to cost is there: a plan may come sooner.
const NEEDED_PART: u64 = 2;

/// What A* has done. All costs are in nanoseconds.
pub(super) struct AStarTurns<W> {
    search: AStar<W>,
    /// What its tables have cost.
    tables: u64,
    /// What the one of triples has cost, which comes on top of what is allowed.
    triples: u64,
    /// The blocks of the largest one's subsets.
    largest: u32,
    /// What the nodes had cost when the last table was built.
    before: u64,
    /// The nodes of its levels.
    levels: Growth,
    /// The goals of the subsets that the start was asked about.
    goals: u32,
    /// Whether it has stopped for good.
    is_over: bool,
    /// The layers of the search from both ends.
    pub(super) layers: Growth,
}

impl<W: Word> AStarTurns<W> {
    pub(super) fn new() -> Self {
        let (levels, layers) = (Growth::default(), Growth::default());
        let (search, is_over) = (AStar::new(), false);
        AStarTurns {
            search,
            tables: 0,
            triples: 0,
            largest: 0,
            before: 0,
            levels,
            goals: 0,
            is_over,
            layers,
        }
    }

    /// What it may cost in all to prove more than `bound`, where the search from both ends has
    /// cost `spent` to prove `behind`.
    fn allowed(&self, spent: u64, bound: Cost, upper: Cost, behind: Cost) -> u64 {
        let target = bound.saturating_add(AHEAD).min(upper);
        let more = match (self.levels.cost_of(target), self.layers.cost_of(target)) {
            (Some(own), Some(other)) if bound >= behind + AHEAD => {
                let is_less = own - (self.search.cost as f64) < other - spent as f64;
                if is_less { TIMES * spent } else { spent / PART }
            }
            _ if self.search.cost == 0 => spent / FIRST_PART,
            _ => spent / PART,
        };
        match self.largest {
            2 => spent.min(EARLY_PAIRS).saturating_add(more.max(spent / PAIRS_PART)),
            _ => (spent.min(EARLY) + self.triples).saturating_add(more),
        }
    }

    /// What it has cost.
    pub(super) fn cost(&self) -> u64 {
        self.search.cost + self.tables
    }

    /// What is likely to be missing to prove a bound.
    fn needed(&self, bound: Cost) -> u64 {
        let cost = self.levels.cost_of(bound).unwrap_or(0.0) as u64;
        cost.saturating_sub(self.search.cost)
    }
}

impl<W: Word> Portfolio<'_, W> {
    /// Asks for the bound of the start by subsets of goals: by single ones at once, which costs
    /// next to nothing, and by pairs when a part of what is allowed is enough. Some levels can't
    /// be solved because some goals can't be reached together.
    fn ask_goals(
        &self,
        kernel: &Bidirectional<'_, W>,
        turns: &mut AStarTurns<W>,
        allowed: u64,
        best: &Incumbent<Direction>,
    ) {
        let chosen = turns.goals + 1;
        let cost = GoalSubsets::bytes(self.space, chosen).saturating_mul(GOAL_SUBSET);
        if chosen > MAX_GOALS || chosen > 1 && cost > allowed / GOALS_PART {
            return;
        }
        turns.goals = chosen;
        turns.tables += cost;
        let mut meter = Meter::start(&self.left_beside(kernel));
        if let Ok(goals) = GoalSubsets::new(self.space, chosen, &mut meter) {
            best.raise(goals.bound(self.start), "astar");
        }
        kernel.note_peak(meter.counts.peak_bytes);
    }

    /// Runs A* as far as its turn allows. Returns whether the level is decided.
    pub(super) fn look_ahead(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
        spent: &Counts,
        turns: &mut AStarTurns<W>,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> bool {
        let kernel_cost = Self::kernel_cost(spent);
        self.ask_goals(kernel, turns, kernel_cost.min(EARLY), best);
        let nodes = self.budget.after(&kernel.counts().and(&best.counts())).nodes;
        let budget = Budget { nodes, ..self.left_beside(kernel) };
        let mut meter = Meter::start(&budget);
        let is_decided = loop {
            let bound = best.bound().max(kernel.bound());
            if bound >= best.upper() {
                best.raise(best.upper(), "astar");
                break true;
            }
            if turns.is_over || !kernel.has_plain_labels() {
                break false;
            }
            let allowed = turns.allowed(kernel_cost, bound, best.upper(), kernel.bound());
            match self.turn(packed, kernel, bound, allowed, turns, &mut meter) {
                Ok(Level::Plan(states)) => {
                    let moves = packed::moves(self.space, &states);
                    best.raise(bound, "astar");
                    best.offer(self.space, &self.start, moves, "astar");
                }
                Ok(Level::None) => {
                    turns.levels.note(bound + 1, turns.search.cost);
                    best.raise(bound + 1, "astar");
                }
                Ok(Level::AtLeast(bound)) => best.raise(bound, "astar"),
                Ok(Level::Unsolvable) => best.raise(DEAD_END, "astar"),
                Ok(Level::Paused) => break false,
                // Only A* stops; what ends the whole search is seen by the other one too.
                Err(_) => turns.is_over = true,
            }
        };
        best.spend(&Counts { peak_bytes: 0, ..meter.finish() });
        best.tell(adapter);
        // The kernel's clock has never stopped.
        adapter.spent.elapsed = Duration::ZERO;
        is_decided
    }

    fn turn(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
        level: Cost,
        allowed: u64,
        turns: &mut AStarTurns<W>,
        meter: &mut Meter,
    ) -> Result<Level<W>, Stop> {
        let tables = packed.change_tables(|tables| tables.clone());
        turns.largest = tables.iter().map(|table| table.chosen()).max().unwrap_or(0);
        let times = if turns.largest == 2 { TRIPLES_TIMES } else { TABLE_TIMES };
        let spent = turns.search.cost;
        let left = allowed.saturating_sub(turns.cost());
        if let Some(cost) = self.next_table_cost(packed, kernel)
            && (turns.largest == 0 || cost <= ((spent - turns.before) * times).max(MIN_TABLE))
        {
            if cost > left {
                // It saves up for the table.
                return Ok(Level::Paused);
            }
            let (built, _) = self.extend_tables(packed, kernel, left, 1).ok_or(Stop::Memory)?;
            turns.tables += built;
            turns.triples += if turns.largest == 2 { built } else { 0 };
            turns.before = spent;
            let bound = packed.change_tables(|tables| tables.last().map(|t| t.bound(self.start)));
            return bound.filter(|_| built > 0).map(Level::AtLeast).ok_or(Stop::Memory);
        }
        // A level that is begun too soon keeps the other search from its turn.
        if turns.largest == 0 || left < turns.needed(level + 1) / NEEDED_PART {
            return Ok(Level::Paused);
        }
        let beside = Beside { space: self.space, packed, kernel, tables: &tables };
        let most = allowed.saturating_sub(turns.tables);
        turns.search.search(self.start, level, &beside, meter, most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam_turns::tests::UNSOLVABLE;
    use super::super::bidirectional;
    use super::super::domain::BlocksPuzzle;
    use super::super::level::Level;
    use super::super::space::Blocks;
    use super::*;
    use crate::puzzle::{Adapter, Request};
    use fewest::search::Status;
    use fewest::search::layered::End;

    /// Two blocks on an empty board: pairs tell all.
    const SPARSE: &str = "\
        x . . . . . . .\n\
        . . . # . . . .\n\
        . . . . . . . .\n\
        . o . . . x . .\n\
        . . . . . . . .\n\
        . . . . . # . o\n";

    /// Any three of 143 cells may have the other blocks at the end: to store them all takes
    /// longer than the two moves.
    #[test]
    fn a_level_with_many_goals_is_decided_without_them() {
        let mut cells = vec!['.'; 12 * 12];
        (cells[14], cells[16]) = ('o', 'x');
        for cell in [40, 77, 100] {
            cells[cell] = 'o';
        }
        let rows = cells.chunks(12).map(|row| row.iter().collect::<String>() + "\n");
        let level = Level::parse(&rows.collect::<String>()).unwrap();
        let solved = super::super::solve::solve(&level, &Request::default(), &mut ()).unwrap();
        assert_eq!((solved.outcome.cost(), solved.outcome.bound), (Some(2), 2));
        assert!(solved.outcome.counts.stored < 1_000, "{:?}", solved.outcome.counts);
    }

    /// No block is ever behind the wall, but very many states can be reached.
    #[test]
    fn a_goal_that_no_block_reaches_is_a_proof() {
        let level = "\
            o # x . x . x .\n\
            # . . . . . . .\n\
            . . x # . . # .\n\
            x o x o . . o .\n\
            . x . . x o . x\n\
            o . # x . . # .\n\
            x . o . x . o .\n\
            . o . x o . o .\n";
        let level = Level::parse(level).unwrap();
        let request = Request {
            budget: Budget { nodes: Some(200_000), ..Budget::default() },
            ..Request::default()
        };
        let solved = super::super::solve::solve(&level, &request, &mut ()).unwrap();
        assert_eq!(solved.outcome.status, Status::Unsolvable);
    }

    #[test]
    fn it_decides_what_pairs_tell_and_keeps_to_its_turn() {
        for (text, decides) in [(SPARSE, true), (UNSOLVABLE, false)] {
            let level = Level::parse(text).unwrap();
            let (space, start) = Blocks::<u64>::of(&level);
            let (request, budget) = (Request::default(), Budget::default());
            let (space, budget) = (&space, &budget);
            let portfolio =
                Portfolio { space, start, budget, request: &request, is_resumable: false };
            let packed = Packed::new(space, start);
            let mut kernel = Bidirectional::new(&packed, start, budget);
            assert_eq!(kernel.run(20, &mut |_| ()), End::Full);
            let mut watch = ();
            let mut adapter = Adapter::<BlocksPuzzle, _>::new(&level, &mut watch);
            let best = Incumbent::new("", 0, &request);
            let mut turn = |generated, turns: &mut AStarTurns<u64>| {
                let spent = Counts { generated, ..kernel.counts() };
                portfolio.look_ahead(&packed, &kernel, &spent, turns, &best, &mut adapter)
            };
            let mut turns = AStarTurns::new();
            assert!(!turn(10, &mut turns));
            assert_eq!(turns.search.cost, 0);
            assert_eq!(turn(1_000_000, &mut turns), decides);
            assert_eq!(best.is_optimal(), decides);
            let found = bidirectional::search(
                space,
                start,
                &Budget { nodes: Some(10_000), ..budget.clone() },
                &mut (),
            );
            if decides {
                assert_eq!((found.bound, found.cost()), (best.bound(), Some(best.upper())));
            } else {
                let spent = Counts { generated: 1_000_000, ..Counts::default() };
                let most = turns.allowed(Portfolio::<u64>::kernel_cost(&spent), 9, DEAD_END, 0);
                assert!(turns.cost() <= most + most / 10, "{} of {most}", turns.cost());
            }
        }
    }
}
