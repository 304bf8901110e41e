//! Annealing of lists of moves: a plan where many blocks have far to go.
//!
//! Blocks gather at walls, so different states become alike: what the first moves of a long list
//! do matters little in the end, and the last ones decide most. So a list that leaves few blocks
//! amiss has neighbours that leave other blocks amiss, and simulated annealing finds plans where
//! beams, which decide on the first moves first, wander. A list that differs in a move or two
//! often leads to the same state again soon: the rest need not be played.

use super::Direction;
use super::space::{Blocks, Variant};
use super::word::Word;
use fewest::search::local::{Annealing, Draws, Local, Score, Walk};
use fewest::search::{Meter, Stop};
use fewest::space::Space;

/// A move is taken out and another one put in at most this number of places away, or two change
/// places.
const SPAN: usize = 3;

/// The temperatures, in blocks that are amiss.
const HOT: f64 = 0.3;
const COLD: f64 = 0.1;

/// A list of moves, and the states that it leads through.
pub(super) struct MoveList<'a, W> {
    space: &'a Blocks<W>,
    moves: Vec<Direction>,
    states: Vec<W>,
    /// Those of a neighbour, where they are others.
    others: Vec<W>,
    /// The moves that the last change replaced.
    before: [Direction; SPAN + 1],
    amiss: Score,
    /// The moves that were played.
    played: u64,
}

/// The places whose states a neighbour changes.
pub(super) struct Changed {
    from: usize,
    to: usize,
    amiss: Score,
}

impl<'a, W: Word> MoveList<'a, W> {
    /// Some moves from a state.
    pub(super) fn new(space: &'a Blocks<W>, start: W, moves: Vec<Direction>) -> Self {
        let states = vec![start; moves.len() + 1];
        let (others, before) = (states.clone(), [Direction::U; SPAN + 1]);
        let mut list = MoveList { space, moves, states, others, before, amiss: 0, played: 0 };
        list.play();
        list
    }

    fn play(&mut self) {
        for (i, &mv) in self.moves.iter().enumerate() {
            self.states[i + 1] = self.space.rules().step(self.states[i], mv);
        }
        self.amiss = self.amiss_in(self.states[self.moves.len()]);
    }

    /// The goals without a block, or the blocks without a goal if there are more goals.
    fn amiss_in(&self, state: W) -> Score {
        let goals = self.space.goal_cells();
        let amiss = match self.space.variant() {
            Variant::EveryBlock => state & !goals,
            Variant::Exact | Variant::EveryGoal => goals & !state,
        };
        Score::from(amiss.count())
    }

    /// Changes the list in few places in a row: returns the first and the last of them.
    fn change(&mut self, draws: &mut Draws) -> (usize, usize) {
        let at = draws.index(self.moves.len());
        let other = Direction::ALL[draws.index(Direction::ALL.len())];
        let near = (at + draws.index(2 * SPAN + 1)).saturating_sub(SPAN).min(self.moves.len() - 1);
        let (first, last) = (at.min(near), at.max(near));
        self.before[..=last - first].copy_from_slice(&self.moves[first..=last]);
        match draws.index(4) {
            0 => self.moves[at] = other,
            1 => self.moves.swap(at, near),
            _ => {
                let between = &mut self.moves[first..=last];
                if at < near {
                    between.rotate_left(1);
                } else {
                    between.rotate_right(1);
                }
                self.moves[near] = other;
            }
        }
        (first, last)
    }
}

impl<W: Word> Local for MoveList<'_, W> {
    type Move = Changed;
    type Snapshot = Vec<Direction>;

    fn score(&self) -> Score {
        self.amiss
    }
    fn remaining(&self) -> u64 {
        self.amiss as u64
    }

    fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<(Changed, Score)> {
        let (first, last) = self.change(draws);
        let (mut state, mut to) = (self.states[first], self.moves.len());
        for i in first..self.moves.len() {
            state = self.space.rules().step(state, self.moves[i]);
            if i >= last && state == self.states[i + 1] {
                to = i;
                break;
            }
            self.others[i + 1] = state;
        }
        self.played += (to - first) as u64;
        let amiss = if to < self.moves.len() { self.amiss } else { self.amiss_in(state) };
        let change = amiss - self.amiss;
        if change > limit {
            self.moves[first..=last].copy_from_slice(&self.before[..=last - first]);
            return None;
        }
        Some((Changed { from: first + 1, to, amiss }, change))
    }

    fn looked_at(&self) -> Option<u64> {
        Some(self.played)
    }

    fn accept(&mut self, Changed { from, to, amiss }: Changed) {
        if from <= to {
            self.states[from..=to].copy_from_slice(&self.others[from..=to]);
        }
        self.amiss = amiss;
    }

    fn snapshot(&self) -> Vec<Direction> {
        self.moves.clone()
    }

    fn restore(&mut self, moves: &Vec<Direction>) {
        self.moves.clone_from(moves);
        self.play();
    }
}

/// Anneals a list of `length` moves once, in `steps` steps. Returns the moves of a plan, if it
/// finds one. The meter's generated states are the moves that were played.
pub(super) fn search<W: Word>(
    space: &Blocks<W>,
    start: W,
    length: usize,
    steps: u64,
    seed: u64,
    meter: &mut Meter,
) -> Result<Option<Vec<Direction>>, Stop> {
    meter.take(2 * (length + 1) * size_of::<W>())?;
    let mut draws = Draws::new(seed);
    let any = || Direction::ALL[draws.index(Direction::ALL.len())];
    let list =
        MoveList::new(space, start, std::iter::repeat_with(any).take(length.max(1)).collect());
    let mut walk = Walk::new(list, Annealing::new(HOT, COLD, steps), seed);
    let generated = meter.counts.generated;
    while walk.best().1 > 0 && walk.steps() < steps {
        meter.check()?;
        walk.run();
        meter.counts.generated = generated + walk.looked_at();
    }
    let (moves, amiss) = walk.best();
    if amiss > 0 {
        return Ok(None);
    }
    Ok(Some(without_detours(space, start, moves)))
}

/// The moves up to the first goal, without those between two equal states.
fn without_detours<W: Word>(space: &Blocks<W>, start: W, moves: &[Direction]) -> Vec<Direction> {
    let (mut states, mut kept) = (vec![start], Vec::new());
    for &mv in moves {
        let state = states[states.len() - 1];
        if space.is_goal(&state) {
            break;
        }
        states.push(space.rules().step(state, mv));
        kept.push(mv);
        let last = states[states.len() - 1];
        if let Some(first) = states.iter().position(|&state| state == last) {
            states.truncate(first + 1);
            kept.truncate(first);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::super::rules::Rules;
    use super::super::wide::Wide;
    use super::*;
    use fewest::search::{Budget, Plan};

    /// 16 × 16 with walls and blocks at random, and goals where random moves lead.
    fn far(blocks: usize, walls: usize, moves: usize, seed: u64) -> (Blocks<Wide>, Wide) {
        let mut draws = Draws::new(seed);
        let mut order: Vec<usize> = (0..256).collect();
        draws.shuffle(&mut order);
        let set = |cells: &[usize]| Wide::from_cells(cells.iter().copied());
        let rules = Rules::new(16, 16, set(&order[..walls]));
        let start = set(&order[walls..walls + blocks]);
        let goals =
            (0..moves).fold(start, |state, _| rules.step(state, Direction::ALL[draws.index(4)]));
        (Blocks::new(rules, goals, blocks as u32), start)
    }

    #[test]
    fn states_are_those_that_the_moves_lead_through() {
        for (seed, length) in [(1, 1), (2, 2), (3, 5), (4, 40)] {
            let (space, start) = far(25, 40, 60, seed);
            let mut draws = Draws::new(seed);
            let moves = (0..length).map(|_| Direction::ALL[draws.index(4)]).collect();
            let mut list = MoveList::new(&space, start, moves);
            for _ in 0..3_000 {
                let limit = if draws.index(2) == 0 { 0 } else { 99 };
                let before = list.moves.clone();
                match list.propose(limit, &mut draws) {
                    Some((changed, _)) => list.accept(changed),
                    None => assert_eq!(list.moves, before),
                }
                let slow = MoveList::new(&space, start, list.moves.clone());
                assert_eq!((list.amiss, &list.states), (slow.amiss, &slow.states));
            }
        }
    }

    /// No beam found a plan for such levels.
    #[test]
    fn many_blocks_with_far_to_go_have_plans() {
        let mut solved = 0;
        for seed in 0..3 {
            let (space, start) = far(22, 30, 60, seed);
            let meter = &mut Meter::start(&Budget::default());
            let mut attempt = |nth| search(&space, start, 96, 1 << 18, nth, meter).unwrap();
            let Some(moves) = (0..6).find_map(&mut attempt) else { continue };
            assert!(moves.len() <= 96);
            assert!(Plan::replay(&space, &start, moves).is_ok());
            solved += 1;
        }
        assert!(solved >= 1, "{solved}");
    }

    #[test]
    fn detours_are_left_out() {
        use Direction::{D, L, R, U};
        let (space, start) = Blocks::<u64>::of(&Level::parse("o..x\n....\n").unwrap());
        let moves = [U, R, D, U, L, R, R, L, R, R, R];
        assert_eq!(without_detours(&space, start, &moves), [R, R, R]);
    }

    #[test]
    fn a_small_level_has_a_plan_and_memory_is_asked_for() {
        let (space, start) = Blocks::<u64>::of(&Level::parse("o.x\n...\n").unwrap());
        let meter = &mut Meter::start(&Budget::default());
        let moves = search(&space, start, 4, 1 << 12, 1, meter).unwrap().unwrap();
        assert!(Plan::replay(&space, &start, moves).is_ok());
        let stopped = &mut Meter::start(&Budget { memory: Some(10), ..Budget::default() });
        assert_eq!(search(&space, start, 4, 1 << 12, 1, stopped), Err(Stop::Memory));
    }
}
