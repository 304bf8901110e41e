//! Where the two sides meet, and the plans through these meetings.

use super::layers::common;
use super::path::{Reconstruction, through_layers};
use super::search::{Forward, Search};
use super::steps::hops;
use crate::batch::{PairAnswer, Phase, Report};
use crate::rules::Coins;
use fewest::parallel;
use fewest::search::{Event, Plan, Stop};
use fewest::space::Cost;

/// A set that both the start's and the target's search reached.
#[derive(Debug)]
pub(super) struct Meeting {
    pub(super) to: usize,
    /// Its depth in the lists of the target.
    backward_depth: u32,
    /// The path from it back to the start, as far as it is known, and the depth of the
    /// last set of that path.
    path: Vec<u64>,
    depth: u32,
    /// The fewest moves of the pair.
    pub(super) moves: Cost,
}

impl Meeting {
    pub(super) fn new(to: usize, backward_depth: u32, depth: u32, set: u64) -> Meeting {
        let moves = depth + backward_depth + 1;
        Meeting { to, backward_depth, path: vec![set], depth, moves }
    }
}

impl Search<'_> {
    /// The meetings of the reached sets with the last layers of the open targets.
    pub(super) fn meetings(&mut self, forward: &Forward) -> Vec<Meeting> {
        let (dense, targets) = (self.dense.as_ref().filter(|_| forward.is_dense), &self.targets);
        let open =
            self.addresses.iter_mut().enumerate().filter(|(to, _)| forward.open.contains(to));
        let mut meetings: Vec<Option<Meeting>> = forward.open.iter().map(|_| None).collect();
        let work = open.zip(&mut meetings).collect();
        parallel::drain(&mut vec![(); self.threads], work, |((to, addresses), meeting), ()| {
            let Some(lists) = &targets[to] else { return };
            let set = match dense {
                Some(dense) => addresses.meet(lists, dense),
                None => common(forward.lists.last(), lists.last()),
            };
            *meeting = set.map(|set| Meeting::new(to, lists.depth(), forward.depth, set));
        });
        meetings.into_iter().flatten().collect()
    }

    /// Answers the pairs that have met. Where path reconstruction would be slow, the pair
    /// waits for the rerun.
    pub(super) fn answer(
        &mut self,
        forward: &mut Forward,
        mut meetings: Vec<Meeting>,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<(), Stop> {
        forward.open.retain(|open| meetings.iter().all(|meeting| meeting.to != *open));
        let reconstructed = self.reconstruct(forward, &mut meetings);
        let first = forward.lists.depth();
        forward.met.extend(meetings.extract_if(.., |meeting| meeting.depth > first));
        reconstructed?;
        for meeting in meetings {
            let (from, to) = (forward.from, meeting.to);
            let (start, target) = (self.batch.sets[from], self.batch.sets[to]);
            let path = self.whole_path(forward, meeting).ok_or(Stop::Contradiction)?;
            let moves = hops(start, &path, target);
            let plan = Plan::replay(&Coins::new(self.batch.board, target), &start, moves);
            let plan = plan.map_err(|_| Stop::Contradiction)?;
            report(Report::Answer { from, to, answer: PairAnswer::Solved(plan.moves().to_vec()) });
        }
        Ok(())
    }

    /// Reruns the layers of a start until all paths are known. The labels cover few layers
    /// where a path ended.
    pub(super) fn finish_paths(
        &mut self,
        forward: &mut Forward,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<(), Stop> {
        while let Some(last) = forward.met.iter().map(|met| met.depth - 1).max() {
            let first = forward.lists.depth();
            let stop = self.stops();
            if let Some(dense) = &mut self.dense
                && !dense.start(forward.lists.sets(), first, Some(last), self.threads, &stop)
            {
                return Err(self.why_stopped());
            }
            for depth in first + 1..=last {
                self.meter.check()?;
                let states = self.dense_layer()?;
                self.meter.counts.expanded += states;
                let phase = Phase::Again { from: forward.from, waiting: forward.met.len() };
                report(Report::Event(phase, Event::Layer { depth, states }));
            }
            self.meter.check()?;
            let met = std::mem::take(&mut forward.met);
            self.answer(forward, met, report)?;
        }
        Ok(())
    }

    /// Extends the path of each meeting back towards the start, as far as it is fast.
    fn reconstruct(&self, forward: &mut Forward, meetings: &mut [Meeting]) -> Result<(), Stop> {
        let Some(dense) = self.dense.as_ref().filter(|_| forward.is_dense) else { return Ok(()) };
        let stop = self.stops();
        let mut dead_ends = std::mem::take(&mut forward.dead_ends);
        let mut results: Vec<_> = meetings.iter_mut().map(|meeting| (meeting, true)).collect();
        let work = results.iter_mut().collect();
        parallel::drain(&mut dead_ends, work, |(meeting, is_right), dead_ends| {
            let (board, sparse, max_lookups) =
                (&self.batch.board, &forward.lists, self.memory_plan.max_lookups);
            let mut reconstruction =
                Reconstruction { board, dense, sparse, max_lookups, stop: &stop, dead_ends };
            let depth = reconstruction.extend(&mut meeting.path, meeting.depth);
            *is_right = depth.is_some();
            meeting.depth = depth.unwrap_or(meeting.depth);
        });
        let is_right = results.iter().all(|(_, is_right)| *is_right);
        forward.dead_ends = dead_ends;
        if is_right { Ok(()) } else { Err(Stop::Contradiction) }
    }

    /// All sets of a shortest path, from the start to the target.
    fn whole_path(&self, forward: &Forward, meeting: Meeting) -> Option<Vec<u64>> {
        let (board, sparse) = (&self.batch.board, &forward.lists);
        let lists = self.targets[meeting.to].as_ref()?;
        let (met, mut path) = (*meeting.path.first()?, meeting.path);
        path.extend(through_layers(board, sparse, sparse.depth(), *path.last()?, false)?);
        path.reverse();
        path.extend(through_layers(board, lists, meeting.backward_depth, met, true)?);
        Some(path)
    }
}
