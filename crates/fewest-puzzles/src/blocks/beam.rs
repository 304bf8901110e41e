//! Beam search towards a backward perimeter: a plan where a proof is out of reach.
//!
//! Each layer keeps the states with the smallest sum of pair distances. The largest
//! distance of any subset is a bound, but the sum distinguishes states better. The
//! search ends with the first layer that meets the perimeter.

use super::Direction;
use super::path::Reconstruction;
use super::pattern_database::PatternDatabase;
use super::space::Blocks;
use super::visited::{Label, Visited};
use super::word::Word;
use fewest::search::{Event, Meter, Observer, Progress, Stop};
use fewest::space::{Cost, DEAD_END};

/// A beam search.
pub(super) struct Beam<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) start: W,
    /// States near the goal, labelled as backward.
    pub(super) perimeter: &'a Visited<W>,
    pub(super) score: &'a PatternDatabase<W>,
    pub(super) width: usize,
    /// The search is for plans of fewer moves than this.
    pub(super) upper: Cost,
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
        seen.insert(self.start, Label::new(true, 0), meter)?;
        let mut layer = vec![self.start];
        let mut words = Vec::new();
        let mut scored: Vec<(Cost, W)> = Vec::new();
        for depth in 1..self.upper {
            words.clear();
            for &state in &layer {
                meter.expand()?;
                words.extend(self.space.rules().steps(state));
            }
            meter.counts.generated += words.len() as u64;
            words.sort_unstable();
            words.dedup();
            if let Some((state, distance)) = self.meet(&words)
                && depth + distance < self.upper
            {
                let path = |visited| Reconstruction { space: self.space, visited };
                let mut moves = path(&seen).moves_to(self.start, state, depth);
                moves.extend(path(self.perimeter).moves_on(state, distance));
                return Ok(Some(moves));
            }
            let mut is_old = vec![false; words.len()];
            seen.find_all(&words, |i, _| is_old[i] = true);
            let fresh = words.iter().zip(&is_old).filter(|(_, is_old)| !**is_old);
            scored.clear();
            scored.extend(fresh.map(|(&word, _)| (self.score.sum(word), word)));
            scored.retain(|&(score, _)| score != DEAD_END);
            if scored.len() > self.width {
                // The words break ties, so that the plan is always the same.
                scored.select_nth_unstable_by_key(self.width, |&(score, word)| (score, word.mix()));
                scored.truncate(self.width);
            }
            if scored.is_empty() {
                break;
            }
            layer.clear();
            layer.extend(scored.iter().map(|&(_, word)| word));
            for &word in &layer {
                seen.insert(word, Label::new(true, depth), meter)?;
            }
            meter.counts.stored = meter.counts.stored.max(seen.len() as u64);
            observer.event(Event::Layer { depth, states: layer.len() as u64 });
            observer.event(Event::Progress(Progress {
                counts: meter.finish(),
                bound: self.bound,
                best: (self.upper != DEAD_END).then_some(self.upper),
                depth: Some(depth),
            }));
        }
        Ok(None)
    }

    /// The state of the perimeter that is nearest to the goal.
    fn meet(&self, words: &[W]) -> Option<(W, Cost)> {
        let mut nearest = None;
        self.perimeter.find_all(words, |i, label| {
            if !label.is_forward() && nearest.is_none_or(|(_, known)| label.depth() < known) {
                nearest = Some((words[i], label.depth()));
            }
        });
        nearest
    }
}
