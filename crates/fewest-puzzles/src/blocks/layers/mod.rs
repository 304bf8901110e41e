//! Bidirectional breadth-first search with sorted, delta-coded layers.
//!
//! Slower than the hash set of [`super::bidirectional`], but a state takes two or three
//! bytes: when the set outgrows the memory, the proof continues here. The search fills
//! a buffer with successors of a layer, sorts it, and removes known states by merging,
//! as in search on disk (Korf 2004). All access is sequential.

mod coded;
mod merge;

use std::time::Duration;

use super::Direction;
use super::bidirectional::{self, MAX_GOAL_STATES};
use super::bound_filter::BoundFilter;
use super::expand::MAX_PREDECESSORS;
use super::pattern_database::PatternDatabase;
use super::space::Blocks;
use super::word::Word;
use fewest::clock::Instant;
use fewest::search::{Budget, Counts, Event, Meter, Observer, Progress, Stop};
use fewest::space::{Cost, DEAD_END, Reverse, Space};

use coded::Coded;

/// The buffer takes at most this part of the free memory, and at most this number of
/// words.
const BUFFER_PART: u64 = 4;
const MAX_BUFFERED: usize = 1 << 27;

/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The result.
pub(super) struct Found {
    /// A shortest plan, if it is shorter than the upper bound.
    pub(super) moves: Option<Vec<Direction>>,
    /// No plan has fewer moves.
    pub(super) bound: Cost,
    pub(super) stop: Stop,
    pub(super) counts: Counts,
}

struct Side<W> {
    known: Coded<W>,
    frontier: Coded<W>,
    depth: Cost,
}

pub(super) struct Layers<'a, W> {
    space: &'a Blocks<W>,
    start: W,
    /// The backward side, then the forward one.
    sides: [Side<W>; 2],
    upper: Cost,
    tables: &'a [PatternDatabase<W>],
    budget: &'a Budget,
    meter: Meter,
    next_report: Instant,
}

impl<'a, W: Word> Layers<'a, W> {
    /// A search for plans of fewer than `upper` moves.
    pub(super) fn new(
        space: &'a Blocks<W>,
        start: W,
        upper: Cost,
        tables: &'a [PatternDatabase<W>],
        budget: &'a Budget,
    ) -> Self {
        let side = || Side { known: Coded::new(), frontier: Coded::new(), depth: 0 };
        Layers {
            space,
            start,
            sides: [side(), side()],
            upper,
            tables,
            budget,
            meter: Meter::start(budget),
            next_report: Instant::now(),
        }
    }

    pub(super) fn run<O: Observer<Blocks<W>>>(mut self, observer: &mut O) -> Found {
        let result = self.meet(observer);
        let (bound, mut stop) = match result {
            Ok(None) => (self.upper, Stop::Done),
            // Both sides meet on a shortest plan, also if the time is up before the
            // plan is known.
            Ok(Some(_)) => (self.bound(), Stop::Done),
            Err(stop) => (self.bound(), stop),
        };
        let mut moves = None;
        if let Ok(Some(meeting)) = result {
            let counts = self.meter.finish();
            let budget = self.budget.after(&counts);
            for side in std::mem::replace(&mut self.sides, [Side::none(), Side::none()]) {
                side.known.free(&mut self.meter);
                side.frontier.free(&mut self.meter);
            }
            match self.plan(meeting, &budget) {
                Ok(plan) => moves = Some(plan),
                Err(stopped) => stop = stopped,
            }
        }
        let bound = moves.as_ref().map_or(bound, |moves| moves.len() as Cost);
        Found { moves, bound, stop, counts: self.meter.finish() }
    }

    fn bound(&self) -> Cost {
        (self.sides[0].depth + self.sides[1].depth + 1).min(self.upper)
    }

    /// A plan through the state where both sides meet. Layers store no depths, so each
    /// half of the plan is a small puzzle of its own.
    fn plan(&self, meeting: W, budget: &Budget) -> Result<Vec<Direction>, Stop> {
        let half = Blocks::new(self.space.rules().clone(), meeting, meeting.count());
        let first = bidirectional::search(&half, self.start, budget, &mut ());
        let budget = budget.after(&first.counts);
        let second = bidirectional::search(self.space, meeting, &budget, &mut ());
        match (first.plan, second.plan) {
            (Some(first), Some(second)) => Ok([first.moves(), second.moves()].concat()),
            (None, _) => Err(first.stop),
            (_, None) => Err(second.stop),
        }
    }

    fn meet<O: Observer<Blocks<W>>>(&mut self, observer: &mut O) -> Result<Option<W>, Stop> {
        if self.space.is_goal(&self.start) {
            return Ok(Some(self.start));
        }
        let has_backward = self.begin()?;
        while self.bound() < self.upper {
            let [backward, forward] = [&self.sides[0], &self.sides[1]];
            if forward.frontier.len() == 0 || has_backward && backward.frontier.len() == 0 {
                return Ok(None);
            }
            let is_forward = !has_backward || forward.frontier.len() <= 2 * backward.frontier.len();
            let next = self.next_layer(is_forward, observer)?;
            let depth = self.sides[0].depth + self.sides[1].depth + 1;
            observer.event(Event::Layer { depth, states: next.len() });
            let meeting = if has_backward {
                merge::meeting(&next, &self.sides[usize::from(!is_forward)].frontier)
            } else {
                next.iter().find(|state| self.space.is_goal(state))
            };
            if meeting.is_some() {
                return Ok(meeting);
            }
            self.finish_layer(is_forward, next)?;
        }
        Ok(None)
    }

    fn begin(&mut self) -> Result<bool, Stop> {
        let has_backward = self.space.goal_states().is_some_and(|states| states <= MAX_GOAL_STATES);
        let mut goals = Vec::new();
        if has_backward {
            self.space.goals(&mut goals);
            goals.sort_unstable();
        }
        for (side, words) in self.sides.iter_mut().zip([&goals[..], &[self.start]]) {
            for &word in words {
                side.known.push(word, &mut self.meter)?;
                side.frontier.push(word, &mut self.meter)?;
            }
        }
        self.meter.counts.stored = goals.len() as u64 + 1;
        Ok(has_backward)
    }

    fn next_layer<O: Observer<Blocks<W>>>(
        &mut self,
        is_forward: bool,
        observer: &mut O,
    ) -> Result<Coded<W>, Stop> {
        let bytes = self.meter.free_bytes() / BUFFER_PART;
        let most = (bytes as usize / size_of::<W>()).min(MAX_BUFFERED);
        let side = &self.sides[usize::from(is_forward)];
        let bound = self.bound();
        let filter = if is_forward && self.upper != DEAD_END {
            BoundFilter::new(self.tables, (self.upper - 1).saturating_sub(side.depth + 1))
        } else {
            BoundFilter::open()
        };
        let mut next = Coded::new();
        let mut buffer: Vec<W> = Vec::new();
        let mut taken = 0;
        for state in side.frontier.iter() {
            if self.meter.is_due() && Instant::now() >= self.next_report {
                self.next_report = Instant::now() + REPORT_EVERY;
                observer.event(Event::Progress(Progress {
                    counts: self.meter.finish(),
                    bound,
                    best: (self.upper != DEAD_END).then_some(self.upper),
                    depth: Some(bound - 1),
                }));
            }
            self.meter.expand()?;
            if buffer.len() >= most {
                next = self::flush(&mut buffer, next, &side.known, &mut self.meter)?;
            }
            let before = buffer.len();
            generate(self.space, self.start, state, is_forward, &mut buffer)?;
            self.meter.counts.generated += (buffer.len() - before) as u64;
            keep_last(&mut buffer, before, |&word| filter.admits(word));
            if buffer.capacity() > taken {
                self.meter.take((buffer.capacity() - taken) * size_of::<W>())?;
                taken = buffer.capacity();
            }
        }
        next = self::flush(&mut buffer, next, &side.known, &mut self.meter)?;
        self.meter.give_back(taken * size_of::<W>());
        Ok(next)
    }

    fn finish_layer(&mut self, is_forward: bool, next: Coded<W>) -> Result<(), Stop> {
        let side = &mut self.sides[usize::from(is_forward)];
        let mut copy = Coded::new();
        for word in next.iter() {
            copy.push(word, &mut self.meter)?;
        }
        self.meter.counts.stored += next.len();
        let known = std::mem::replace(&mut side.known, Coded::new());
        side.known = merge::union(known, copy, &mut self.meter)?;
        std::mem::replace(&mut side.frontier, next).free(&mut self.meter);
        side.depth += 1;
        Ok(())
    }
}

impl<W: Word> Side<W> {
    fn none() -> Self {
        Side { known: Coded::new(), frontier: Coded::new(), depth: 0 }
    }
}

/// Sorts the buffer and adds its new states to the layer.
fn flush<W: Word>(
    buffer: &mut Vec<W>,
    layer: Coded<W>,
    known: &Coded<W>,
    meter: &mut Meter,
) -> Result<Coded<W>, Stop> {
    meter.check()?;
    buffer.sort_unstable();
    buffer.dedup();
    let fresh = merge::without(buffer, known, meter)?;
    buffer.clear();
    merge::union(layer, fresh, meter)
}

/// Keeps those of the words from `first` on.
fn keep_last<W: Copy>(words: &mut Vec<W>, first: usize, keep: impl Fn(&W) -> bool) {
    let mut kept = first;
    for i in first..words.len() {
        if keep(&words[i]) {
            words[kept] = words[i];
            kept += 1;
        }
    }
    words.truncate(kept);
}

fn generate<W: Word>(
    space: &Blocks<W>,
    start: W,
    state: W,
    is_forward: bool,
    out: &mut Vec<W>,
) -> Result<(), Stop> {
    let rules = space.rules();
    if is_forward {
        out.extend(rules.steps(state).into_iter().filter(|&next| next != state));
    } else if rules.count_predecessors(state) > MAX_PREDECESSORS {
        return Err(Stop::Memory);
    } else {
        let first = out.len();
        for direction in Direction::ALL {
            rules.predecessors(state, direction, out);
        }
        keep_last(out, first, |&word| {
            word != state && (rules.has_predecessors(word) || word == start)
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::*;

    #[test]
    fn finds_what_the_kernel_finds() {
        for text in [
            "o . # x\n. . . .\n",
            "o o . .\n. # . .\n. . . x\n. . x .\n",
            "o . o . . .\n. # . . . .\n. . . # . .\nx . x . o x\n",
            "o # x\n# . .\n",
            "o o x\n. . .\n",
            "o . x\n. . x\n",
        ] {
            let level = Level::parse(text).unwrap();
            let (space, start) = Blocks::<u64>::of(&level);
            let budget = Budget::default();
            let kernel = bidirectional::search(&space, start, &budget, &mut ());
            let found = Layers::new(&space, start, DEAD_END, &[], &budget).run(&mut ());
            let cost = found.moves.as_ref().map(|moves| moves.len() as Cost);
            assert_eq!((cost, found.bound), (kernel.cost(), kernel.bound), "{text}");
            let Some(cost) = cost else { continue };
            // With an upper bound, there is nothing shorter to find.
            let mut meter = Meter::start(&budget);
            let tables = [PatternDatabase::new(&space, 1, &mut meter).unwrap()];
            let found = Layers::new(&space, start, cost, &tables, &budget).run(&mut ());
            assert_eq!((found.moves, found.bound), (None, cost));
        }
    }

    #[test]
    fn stays_within_its_memory_and_reports_what_it_has_proved() {
        let level = Level::parse("o . o . o .\n. # . . o .\n. . . # . .\nx x x . . x\n").unwrap();
        let (space, start) = Blocks::<u64>::of(&level);
        let fewest = bidirectional::search(&space, start, &Budget::default(), &mut ()).bound;
        for memory in [100_000, 300_000, 400_000, 1_000_000] {
            let budget = Budget { memory: Some(memory), ..Budget::default() };
            let found = Layers::new(&space, start, DEAD_END, &[], &budget).run(&mut ());
            assert!(found.counts.peak_bytes <= memory);
            assert!(found.bound <= fewest);
            assert_eq!(found.moves.is_some(), found.stop == Stop::Done);
        }
    }
}
