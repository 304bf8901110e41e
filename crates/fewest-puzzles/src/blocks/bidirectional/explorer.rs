//! The kernel as an explorer: one side, until no state is new.

use super::super::space::Blocks;
use super::super::visited::{Label, Visited};
use super::super::word::Word;
use super::Bidirectional;
use fewest::search::{Budget, Meter, Observer, Stop};
use fewest::space::{Reverse, Space};

impl<'a, W: Word> Bidirectional<'a, W> {
    /// A search of everything reachable from the start, or from the goals if they are
    /// not too many.
    pub(in super::super) fn explorer(
        space: &'a Blocks<W>,
        start: W,
        is_forward: bool,
        budget: &Budget,
    ) -> Option<Self> {
        let mut search = Bidirectional::new(space, start, budget);
        if !is_forward && !search.has_backward {
            return None;
        }
        (search.has_backward, search.is_solving) = (false, false);
        let mut starts = vec![start];
        if !is_forward {
            starts.clear();
            space.goals(&mut starts);
        }
        let (visited, meter) = (&mut search.visited, &mut search.meter);
        for &state in &starts {
            visited.insert(state, Label::new(is_forward, 0), meter).ok()?;
        }
        let frontier = &mut search.sides[usize::from(is_forward)].frontier;
        frontier.extend(&starts, meter).ok()?;
        meter.counts.stored = visited.len() as u64;
        Some(search)
    }

    /// The number of states in the last layer, and some of them.
    pub(in super::super) fn layer_to_explore(&self) -> (u64, &[W]) {
        let [backward, forward] = [&self.sides[0].frontier, &self.sides[1].frontier];
        let frontier = if forward.is_empty() { backward } else { forward };
        (frontier.len() as u64, frontier.sample())
    }

    /// The solved states of the last layer.
    pub(in super::super) fn solved(&self) -> Vec<W> {
        let states = self.sides[1].frontier.iter();
        states.filter(|state| self.space.is_goal(state)).collect()
    }

    /// The set, and the meter to search it by.
    pub(in super::super) fn parts(&mut self) -> (&Visited<W>, &mut Meter) {
        (&self.visited, &mut self.meter)
    }

    /// Searches the next layer.
    pub(in super::super) fn advance<O: Observer<Blocks<W>>>(
        &mut self,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let is_forward = !self.sides[1].frontier.is_empty();
        self.layer(is_forward, u64::MAX, observer).map(|_| ())
    }
}
