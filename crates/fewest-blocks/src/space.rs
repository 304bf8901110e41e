//! The state space of a level: sets of blocks, four moves, and the goal condition.

use std::convert::Infallible;

use super::Direction;
use super::level::Level;
use super::rank::Numbered;
use super::rules::Rules;
use super::word::Word;
use fewest::rank::binomial;
use fewest::space::{Ranking, Reverse, Space, Unranked};

/// When a level is solved. It follows from the numbers of blocks and goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// As many blocks as goals: the blocks are on the goals.
    Exact,
    /// More blocks than goals: every goal is covered.
    EveryGoal,
    /// More goals than blocks: every block is on a goal.
    EveryBlock,
}

/// A level without its start: board, goals, and the number of blocks.
#[derive(Clone, Debug)]
pub struct Blocks<W> {
    rules: Rules<W>,
    goals: W,
    count: u32,
}

impl<W: Word> Blocks<W> {
    /// A level for `blocks` blocks.
    pub fn new(rules: Rules<W>, goals: W, blocks: u32) -> Self {
        Blocks { rules, goals, count: blocks }
    }

    /// The space of a level, and its start. The word must hold the board.
    pub fn of(level: &Level) -> (Self, W) {
        let walls = W::from_cells(level.walls());
        let (goals, start) = (W::from_cells(level.goals()), W::from_cells(level.blocks()));
        let rules = Rules::new(level.width(), level.height(), walls);
        (Blocks::new(rules, goals, start.count()), start)
    }

    /// The board.
    pub fn rules(&self) -> &Rules<W> {
        &self.rules
    }

    /// The cells to be covered.
    pub fn goal_cells(&self) -> W {
        self.goals
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u32 {
        self.count
    }

    /// When it is solved.
    pub fn variant(&self) -> Variant {
        match self.count.cmp(&self.goals.count()) {
            std::cmp::Ordering::Equal => Variant::Exact,
            std::cmp::Ordering::Greater => Variant::EveryGoal,
            std::cmp::Ordering::Less => Variant::EveryBlock,
        }
    }

    /// The number of blocks that may be outside the goals at the end.
    pub fn spare_blocks(&self) -> u32 {
        self.count.saturating_sub(self.goals.count())
    }

    /// The number of goal states; `None` on overflow.
    pub fn goal_states(&self) -> Option<u64> {
        let (goals, free) = (self.goals.count(), self.rules.free().count());
        match self.variant() {
            Variant::Exact => Some(1),
            Variant::EveryGoal => binomial(free - goals, self.count - goals),
            Variant::EveryBlock => binomial(goals, self.count),
        }
    }
}

impl<W: Word> Space for Blocks<W> {
    type State = W;
    type Move = Direction;
    type Undo = W;

    #[inline]
    fn is_goal(&self, state: &W) -> bool {
        match self.variant() {
            Variant::Exact => *state == self.goals,
            Variant::EveryGoal => self.goals.is_within(*state),
            Variant::EveryBlock => state.is_within(self.goals),
        }
    }
    /// The moves that change the state.
    fn moves(&self, state: &W, out: &mut Vec<Direction>) {
        let moves = |&direction: &Direction| self.rules.step(*state, direction) != *state;
        out.extend(Direction::ALL.into_iter().filter(moves));
    }
    #[inline]
    fn apply(&self, state: &mut W, mv: Direction) -> W {
        std::mem::replace(state, self.rules.step(*state, mv))
    }
    #[inline]
    fn undo(&self, state: &mut W, _: Direction, before: W) {
        *state = before;
    }
    fn reverse(&self) -> Option<&dyn Reverse<Self>> {
        Some(self)
    }
    fn ranking<'a>(&'a self, _: &W) -> Result<Box<dyn Ranking<Self> + 'a>, Unranked> {
        Ok(Box::new(Numbered::new(self.clone())?))
    }
}

impl<W: Word> Reverse<Blocks<W>> for Blocks<W> {
    fn goals(&self, out: &mut Vec<W>) {
        let (sure, choice, chosen) = match self.variant() {
            Variant::Exact => (self.goals, W::EMPTY, 0),
            Variant::EveryGoal => {
                let others = self.rules.free() & !self.goals;
                (self.goals, others, self.spare_blocks())
            }
            Variant::EveryBlock => (W::EMPTY, self.goals, self.count),
        };
        subsets(choice, chosen, &mut |set| out.push(sure | set));
    }
    fn predecessors(&self, state: &W, out: &mut Vec<(W, Direction)>) {
        let mut before = Vec::new();
        for direction in Direction::ALL {
            before.clear();
            self.rules.predecessors(*state, direction, &mut before);
            let moved = before.iter().filter(|set| *set != state);
            out.extend(moved.map(|&set| (set, direction)));
        }
    }
}

/// Calls `show` with every set of `chosen` of these cells.
pub(super) fn subsets<W: Word>(of: W, chosen: u32, show: &mut impl FnMut(W)) {
    let Ok(()) = try_subsets(of, chosen, &mut |set| {
        show(set);
        Ok::<(), Infallible>(())
    });
}

/// Likewise, until it returns an error.
pub(super) fn try_subsets<W: Word, E>(
    of: W,
    chosen: u32,
    show: &mut impl FnMut(W) -> Result<(), E>,
) -> Result<(), E> {
    fn choose<W: Word, E>(
        rest: W,
        chosen: u32,
        set: W,
        show: &mut impl FnMut(W) -> Result<(), E>,
    ) -> Result<(), E> {
        if chosen == 0 {
            return show(set);
        }
        let mut rest = rest;
        while rest.count() >= chosen {
            let with = set | W::cell(rest.first());
            rest = rest.without_first();
            choose(rest, chosen - 1, with, show)?;
        }
        Ok(())
    }
    choose(of, chosen, W::EMPTY, show)
}
