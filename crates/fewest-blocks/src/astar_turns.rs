//! The turns of A* while the search from both ends pauses. Where pattern databases tell much, it
//! is done soon.

use std::time::Duration;

use super::Direction;
use super::astar::{AStar, Beside, Level};
use super::goal_subsets::GoalSubsets;
use super::packed::{self, Packed};
use super::portfolio::Portfolio;
use super::solve::BlocksAdapter;
use super::word::Word;
use crate::puzzle::Incumbent;
use fewest::search::layered::Bidirectional;
use fewest::search::{Budget, Counts, Meter, Stop};
use fewest::space::{Cost, DEAD_END};

/// At first, A* may cost as much as the search from both ends has cost, up to so many nanoseconds
/// in all.
const EARLY: u64 = 40_000_000;

/// Beyond, it may cost a part of what the search from both ends will have cost when it has proved
/// as much: the larger, the more moves it is ahead. But no more than so many times what that has
/// cost so far, since the growth seen so far may not last.
const PARTS: [f64; 5] = [0.05, 0.08, 0.12, 0.16, 0.2];
const MAX_AHEAD: u32 = 8;
const MAX_TIMES: u64 = 4;

/// The next larger table is built when it costs no more than this number of times what the search
/// has cost without, or little: so only a part is wasted, whatever it is worth.
const TABLE_TIMES: u64 = 2;
const MIN_TABLE: u64 = EARLY / 2;

/// The start is asked about subsets of up to so many goals; a distance of those takes so many
/// nanoseconds, and all of them a part of what is allowed.
const MAX_GOALS: u32 = 2;
const GOAL_SUBSET: u64 = 250;
const GOALS_PART: u64 = 8;

/// A level is begun when this part of what it is likely to cost is there: a plan may come sooner.
const NEEDED_PART: u64 = 2;

/// How much more the other search costs for each move more is seen over at least this number
/// of moves; before that, it is a guess. A single layer may be much larger.
const GROWTH_MOVES: u32 = 2;
const FIRST_GROWTH: f64 = 1.5;
const MAX_GROWTH: f64 = 2.5;

/// What A* has done. All costs are in nanoseconds.
pub(super) struct AStarTurns<W> {
    search: AStar<W>,
    /// What its tables have cost.
    tables: u64,
    /// What the nodes had cost when the last table was built.
    before: u64,
    /// What the last two levels have cost that are done, and what all of them have.
    levels: [u64; 2],
    done: u64,
    /// The goals of the subsets that the start was asked about.
    goals: u32,
    /// Whether it has stopped for good.
    is_over: bool,
    /// Each bound that the search from both ends has proved, and its cost at the turn after.
    turns: Vec<(Cost, u64)>,
}

impl<W: Word> AStarTurns<W> {
    pub(super) fn new() -> Self {
        let (search, turns) = (AStar::new(), Vec::new());
        let (levels, is_over) = ([0; 2], false);
        AStarTurns { search, tables: 0, before: 0, levels, done: 0, goals: 0, is_over, turns }
    }

    /// What it may cost in all, where `ahead` moves more are proved than by the search from
    /// both ends, which has cost `spent`.
    fn allowed(&self, spent: u64, ahead: Cost) -> u64 {
        let (_, reached) = self.turns.last().copied().unwrap_or((0, spent));
        let part = PARTS[PARTS.len().min(ahead as usize + 1) - 1];
        let ahead = (ahead + 1).min(MAX_AHEAD);
        let future = (reached as f64 * self.growth().powi(ahead as i32)).max(spent as f64);
        spent.min(EARLY) + ((future * part) as u64).min(MAX_TIMES.saturating_mul(spent))
    }

    /// What it has cost.
    pub(super) fn cost(&self) -> u64 {
        self.search.cost + self.tables
    }

    /// What is likely to be missing for the present level, which grows as the last one did.
    fn needed(&self) -> u64 {
        let [before, last] = self.levels;
        let level = last.saturating_mul(last) / before.max(1);
        level.clamp(last, 3 * last).saturating_sub(self.search.cost - self.done)
    }

    /// The level is done.
    fn finish_level(&mut self) {
        let cost = self.search.cost - self.done;
        (self.levels, self.done) = ([self.levels[1], cost], self.search.cost);
    }

    /// How the cost of the search from both ends grows with each move.
    fn growth(&self) -> f64 {
        let Some(&(bound, cost)) = self.turns.last() else { return 1.0 };
        let is_before = |turn: &&(Cost, u64)| turn.0 + GROWTH_MOVES <= bound;
        let Some(&(earlier, less)) = self.turns.iter().rev().find(is_before) else {
            return FIRST_GROWTH;
        };
        (cost as f64 / less.max(1) as f64).powf(1.0 / f64::from(bound - earlier)).min(MAX_GROWTH)
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
        if turns.turns.last().is_none_or(|turn| turn.0 < kernel.bound()) {
            turns.turns.push((kernel.bound(), kernel_cost));
        }
        let ahead = best.bound().saturating_sub(kernel.bound());
        self.ask_goals(kernel, turns, turns.allowed(kernel_cost, ahead), best);
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
            let allowed = turns.allowed(kernel_cost, bound - kernel.bound());
            match self.turn(packed, kernel, bound, allowed, turns, &mut meter) {
                Ok(Level::Plan(states)) => {
                    let moves = packed::moves(self.space, &states);
                    best.raise(bound, "astar");
                    best.offer(self.space, &self.start, moves, "astar");
                }
                Ok(Level::None) => {
                    turns.finish_level();
                    best.raise(bound + 1, "astar");
                }
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
        let chosen = tables.iter().map(|table| table.chosen()).max().unwrap_or(0);
        let spent = turns.search.cost;
        let left = allowed.saturating_sub(turns.cost());
        if let Some(cost) = self.next_table_cost(packed, kernel)
            && (chosen == 0 || cost <= ((spent - turns.before) * TABLE_TIMES).max(MIN_TABLE))
        {
            if cost > left {
                // It saves up for the table.
                return Ok(Level::Paused);
            }
            let (built, _) = self.extend_tables(packed, kernel, left, 1).ok_or(Stop::Memory)?;
            turns.tables += built;
            turns.before = spent;
            return if built > 0 {
                self.turn(packed, kernel, level, allowed, turns, meter)
            } else {
                Err(Stop::Memory)
            };
        }
        // A level that is begun too soon keeps the other search from its turn.
        if chosen == 0 || left < turns.needed() / NEEDED_PART {
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
                let most = turns.allowed(Portfolio::<u64>::kernel_cost(&spent), 9);
                assert!(turns.cost() <= most + most / 10, "{} of {most}", turns.cost());
            }
        }
    }
}
