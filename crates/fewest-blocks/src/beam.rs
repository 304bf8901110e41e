//! Beam search towards a backward perimeter: a plan where a proof is out of reach.
//!
//! Each layer keeps the states with the smallest score, the sum of the distances of all pairs of
//! blocks. The largest distance is a bound, but the sum tells states apart better. The search ends with the first
//! layer that meets the perimeter. A beam that misses the goal wanders until no state is new:
//! the budget must end it.

use super::Direction;
use super::packed;
use super::pattern_database::PatternDatabase;
use super::perimeter::Perimeter;
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::word::Word;
use fewest::search::layered::{Label, Visited};
use fewest::search::{Budget, Event, Meter, Observer, Outcome, Progress, Stop};
use fewest::space::{Cost, DEAD_END, Space};

/// The states that are scored between two looks at the limits.
const SCORED: usize = 1 << 8;

/// A beam search.
pub(super) struct Beam<'a, W: Word> {
    pub(super) space: &'a Blocks<W>,
    pub(super) start: W,
    /// States near the goal, labelled as backward.
    pub(super) perimeter: &'a Visited<W>,
    pub(super) score: &'a PatternDatabase<W>,
    pub(super) width: usize,
    /// The search is for plans of fewer moves than this.
    pub(super) upper: Cost,
    /// It is given up after this number of layers.
    pub(super) layers: Cost,
    /// The proved lower bound, for progress reports.
    pub(super) bound: Cost,
}

impl<W: Word> Beam<'_, W> {
    pub(super) fn run<O: Observer<Blocks<W>>>(
        &self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<Vec<Direction>>, Stop> {
        // Candidates with their scores, the layer, and the stored states.
        let bytes = self.width * (4 * size_of::<(Cost, W)>() + 8 * size_of::<W>());
        meter.take(bytes)?;
        let mut seen = Visited::new();
        seen.insert(self.start, Label::new(true, 0), &mut |bytes| meter.take(bytes))?;
        let mut layers = vec![vec![self.start]];
        let mut words = Vec::new();
        let mut scored: Vec<(Cost, W)> = Vec::new();
        for depth in 1..self.upper.min(self.layers.saturating_add(1)) {
            words.clear();
            for &state in layers.last().into_iter().flatten() {
                meter.expand()?;
                words.extend(self.space.rules().steps(state));
            }
            meter.counts.generated += words.len() as u64;
            let states = layers.last().map_or(0, Vec::len) as u64;
            observer.event(Event::Layer { depth: depth - 1, states });
            words.sort_unstable();
            words.dedup();
            if let Some((state, distance)) = self.meet(&words)
                && depth + distance < self.upper
            {
                let mut moves = self.moves_to(state, &layers);
                moves.extend(packed::moves(self.space, &self.to_goal(state, distance)));
                return Ok(Some(moves));
            }
            let mut is_old = vec![false; words.len()];
            seen.find_all(&words, |i, _| is_old[i] = true);
            let left = self.upper - 1 - depth;
            scored.clear();
            for (words, is_old) in words.chunks(SCORED).zip(is_old.chunks(SCORED)) {
                // With many blocks, a score takes ten microseconds.
                meter.check()?;
                let fresh = words.iter().zip(is_old).filter(|(_, is_old)| !**is_old);
                scored.extend(fresh.map(|(&word, _)| (self.score.sum_within(word, left), word)));
            }
            scored.retain(|&(score, _)| score != DEAD_END);
            if scored.len() > self.width {
                // The words break ties, so that the plan is always the same.
                scored.select_nth_unstable_by_key(self.width, |&(score, word)| (score, word.mix()));
                scored.truncate(self.width);
            }
            if scored.is_empty() {
                break;
            }
            meter.take(scored.len() * size_of::<W>())?;
            let layer: Vec<W> = scored.iter().map(|&(_, word)| word).collect();
            for &word in &layer {
                seen.insert(word, Label::new(true, depth), &mut |bytes| meter.take(bytes))?;
            }
            meter.counts.stored = meter.counts.stored.max(seen.len() as u64);
            layers.push(layer);
            observer.event(Event::Progress(Progress {
                counts: meter.finish(),
                bound: self.bound,
                best: (self.upper != DEAD_END).then_some(self.upper),
                depth: Some(depth),
            }));
        }
        Ok(None)
    }

    /// The moves to a successor of the last layer. Labels wrap around at some depth, so
    /// it looks through the layers: each holds the state that led on from it.
    fn moves_to(&self, mut state: W, layers: &[Vec<W>]) -> Vec<Direction> {
        let rules = self.space.rules();
        let mut moves = Vec::new();
        for layer in layers.iter().rev() {
            let by = |word| Direction::ALL.into_iter().find(|&by| rules.step(word, by) == state);
            let before = layer.iter().find_map(|&word| Some((word, by(word)?)));
            let Some((word, direction)) = before else { break };
            moves.push(direction);
            state = word;
        }
        moves.reverse();
        moves
    }

    /// The states from one of the perimeter to a goal. Its labels are plain.
    fn to_goal(&self, state: W, distance: Cost) -> Vec<W> {
        let mut states = vec![state];
        for left in (0..distance).rev() {
            let label = Some(Label::new(false, left));
            let next = self.space.rules().steps(states[states.len() - 1]);
            states.extend(next.into_iter().find(|&next| self.perimeter.find(next) == label));
        }
        states
    }

    /// The state of the perimeter that is nearest to the goal. Goals may be too many to be in it.
    fn meet(&self, words: &[W]) -> Option<(W, Cost)> {
        let goal = words.iter().find(|&word| self.space.is_goal(word));
        let mut nearest = goal.map(|&goal| (goal, 0));
        self.perimeter.find_all(words, |i, label| {
            if !label.is_forward() && nearest.is_none_or(|(_, known)| label.depth() < known) {
                nearest = Some((words[i], label.depth()));
            }
        });
        nearest
    }
}

/// The states of a beam's perimeter, unless memory is short.
const PERIMETER: u64 = 1 << 22;

/// One beam, towards a perimeter of its own.
pub(super) fn search<W: Word>(
    space: &Blocks<W>,
    start: W,
    width: usize,
    budget: &Budget,
    adapter: &mut BlocksAdapter<'_, W>,
) -> Outcome<Direction> {
    let mut meter = Meter::start(budget);
    let mut run = || {
        if space.is_goal(&start) {
            return Ok(Some(Vec::new()));
        }
        let score = PatternDatabase::new(space, 2.min(space.blocks()), &mut meter)?;
        let bytes = meter.free_bytes() / 2;
        let states = PERIMETER.min(bytes / (8 * size_of::<W>() as u64));
        let limits = Budget { memory: Some(bytes), time: meter.time_left(), ..budget.clone() };
        let perimeter = Perimeter::new(space, start, states, &limits)?;
        meter.take(perimeter.counts.peak_bytes as usize)?;
        let upper = DEAD_END;
        let perimeter = perimeter.visited();
        let (score, layers) = (&score, DEAD_END);
        let beam = Beam { space, start, perimeter, score, width, upper, layers, bound: 0 };
        beam.run(&mut meter, adapter)
    };
    let (moves, stop) = match run() {
        Ok(moves) => (moves, Stop::Done),
        Err(stop) => (None, stop),
    };
    Outcome::conclude(space, &start, moves, 0, stop, meter.finish())
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::super::perimeter::Perimeter;
    use super::super::wide::Wide;
    use super::*;
    use fewest::search::{Budget, Cancel, Plan};

    /// Cancels when it has seen a number of layers, and counts the progress reports after that.
    struct Canceller {
        cancel: Cancel,
        layers: u32,
        reports: u32,
    }

    impl Observer<Blocks<u64>> for Canceller {
        fn event(&mut self, event: Event<'_>) {
            match event {
                Event::Layer { .. } if self.layers > 0 => {
                    self.layers -= 1;
                    if self.layers == 0 {
                        self.cancel.cancel();
                    }
                }
                Event::Progress(_) if self.layers == 0 => self.reports += 1,
                _ => {}
            }
        }
    }

    /// The scores of a layer may take seconds.
    #[test]
    fn a_beam_is_stopped_before_a_layer_is_scored() {
        let level = Level::parse(super::super::beam_turns::tests::UNSOLVABLE).unwrap();
        let (space, start) = Blocks::<u64>::of(&level);
        let budget = Budget::default();
        let perimeter = Perimeter::new(&space, start, 1, &budget).unwrap();
        let meter = &mut Meter::start(&budget);
        let beam = Beam {
            space: &space,
            start,
            perimeter: perimeter.visited(),
            score: &PatternDatabase::new(&space, 2, &mut Meter::start(&budget)).unwrap(),
            width: 100,
            upper: DEAD_END,
            layers: DEAD_END,
            bound: 0,
        };
        let mut canceller = Canceller { cancel: budget.cancel.clone(), layers: 3, reports: 0 };
        assert_eq!(beam.run(meter, &mut canceller), Err(Stop::Cancelled));
        assert_eq!((canceller.layers, canceller.reports), (0, 0));
    }

    /// The moves of a narrow beam that meets the goal or the states one move away from it.
    fn by_pairs(space: &Blocks<Wide>, start: Wide, upper: Cost) -> Vec<Direction> {
        let meter = &mut Meter::start(&Budget::default());
        let perimeter = Perimeter::new(space, start, 1, &Budget::default()).unwrap();
        let beam = Beam {
            space,
            start,
            perimeter: perimeter.visited(),
            score: &PatternDatabase::new(space, 1, meter).unwrap(),
            width: 10,
            upper,
            layers: DEAD_END,
            bound: 0,
        };
        beam.run(meter, &mut ()).unwrap().unwrap()
    }

    /// Any four of 143 cells may have the other blocks at the end: the perimeter has none of
    /// these states.
    #[test]
    fn a_beam_meets_goals_that_are_too_many_to_be_stored() {
        let mut cells = vec!['.'; 12 * 12];
        cells[14] = 'o';
        for cell in [17, 40, 77, 100, 120] {
            cells[cell] = 'x';
        }
        let rows = cells.chunks(12).map(|row| row.iter().collect::<String>() + "\n");
        let level = Level::parse(&rows.collect::<String>()).unwrap();
        let (space, start) = Blocks::<Wide>::of(&level);
        let moves = by_pairs(&space, start, 20);
        assert!(Plan::replay(&space, &start, moves).is_ok());
    }

    /// One block in a corridor that winds through 16 × 16 cells: depths beyond what a
    /// label can tell.
    #[test]
    fn a_long_plan_is_found_back_through_the_layers() {
        let row = |y: usize| match y {
            0 => "o...............",
            15 => "x###############",
            _ if y.is_multiple_of(2) => "................",
            _ if y % 4 == 1 => "###############.",
            _ => ".###############",
        };
        let text: String = (0..16).map(|y| row(y).to_string() + "\n").collect();
        let level = Level::parse(&text).unwrap();
        let (space, start) = Blocks::<Wide>::of(&level);
        let moves = by_pairs(&space, start, DEAD_END);
        let plan = Plan::replay(&space, &start, moves).unwrap();
        assert_eq!(plan.cost(), 8 * 15 + 15);
        assert!(plan.cost() > Label::DEPTHS);
    }
}
