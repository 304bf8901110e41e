//! Where the two sides meet, and the plans from there.

use super::layers::common;
use super::search::{Forward, Search};
use super::steps::hops;
use super::walk::{Walk, through_layers};
use crate::coins::rules::Coins;
use crate::coins::survey::{PairAnswer, Phase, Report};
use fewest::parallel;
use fewest::search::{Event, Plan, Stop};
use fewest::space::Cost;

/// Where a start's sets and a target's meet.
#[derive(Debug)]
pub(super) struct Meeting {
    pub(super) to: usize,
    /// The layer of the target.
    depth: u32,
    /// The way back from there, as far as it is known, and the level of its last set.
    way: Vec<u64>,
    level: u32,
    /// The fewest moves of the pair.
    pub(super) moves: Cost,
}

impl Meeting {
    pub(super) fn new(to: usize, depth: u32, level: u32, set: u64) -> Meeting {
        Meeting { to, depth, way: vec![set], level, moves: level + depth + 1 }
    }
}

impl Search<'_> {
    /// Where the sets so far meet the last layers of the open targets.
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
            *meeting = set.map(|set| Meeting::new(to, lists.depth(), forward.level, set));
        });
        meetings.into_iter().flatten().collect()
    }

    /// Answers the pairs whose sets have met, but for those that are a long way from the
    /// start: they wait.
    pub(super) fn answer(
        &mut self,
        forward: &mut Forward,
        mut meetings: Vec<Meeting>,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<(), Stop> {
        forward.open.retain(|open| meetings.iter().all(|meeting| meeting.to != *open));
        let walked = self.walk_back(forward, &mut meetings);
        let first = forward.lists.depth();
        forward.met.extend(meetings.extract_if(.., |meeting| meeting.level > first));
        walked?;
        for meeting in meetings {
            let (from, to) = (forward.from, meeting.to);
            let (start, target) = (self.survey.sets[from], self.survey.sets[to]);
            let way = self.whole_way(forward, meeting).ok_or(Stop::Contradiction)?;
            let moves = hops(start, &way, target);
            let plan = Plan::replay(&Coins::new(self.survey.board, target), &start, moves);
            let plan = plan.map_err(|_| Stop::Contradiction)?;
            report(Report::Answer { from, to, answer: PairAnswer::Solved(plan.moves().to_vec()) });
        }
        Ok(())
    }

    /// Runs the levels of a start again, with epochs that are short where the ways back
    /// ended, until all of them are known.
    pub(super) fn find_ways(
        &mut self,
        forward: &mut Forward,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<(), Stop> {
        while let Some(last) = forward.met.iter().map(|met| met.level - 1).max() {
            let first = forward.lists.depth();
            if let Some(dense) = &mut self.dense {
                dense.start(forward.lists.sets(), first, Some(last), self.threads);
            }
            for level in first + 1..=last {
                self.meter.check()?;
                let states = self.dense_level()?;
                self.meter.counts.expanded += states;
                let phase = Phase::Again { from: forward.from, waiting: forward.met.len() };
                report(Report::Event(phase, Event::Layer { depth: level, states }));
            }
            self.meter.check()?;
            let met = std::mem::take(&mut forward.met);
            self.answer(forward, met, report)?;
        }
        Ok(())
    }

    /// Goes back from each meeting, as far as it can be done soon.
    fn walk_back(&self, forward: &mut Forward, meetings: &mut [Meeting]) -> Result<(), Stop> {
        let Some(dense) = self.dense.as_ref().filter(|_| forward.is_dense) else { return Ok(()) };
        let stop = self.stops();
        let mut dead_ends = std::mem::take(&mut forward.dead_ends);
        let mut walked: Vec<_> = meetings.iter_mut().map(|meeting| (meeting, true)).collect();
        let work = walked.iter_mut().collect();
        parallel::drain(&mut dead_ends, work, |(meeting, is_right), dead_ends| {
            let (board, sparse, most) =
                (&self.survey.board, &forward.lists, self.means.most_looked_up);
            let mut walk = Walk { board, dense, sparse, most, stop: &stop, dead_ends };
            let level = walk.back(&mut meeting.way, meeting.level);
            *is_right = level.is_some();
            meeting.level = level.unwrap_or(meeting.level);
        });
        let is_right = walked.iter().all(|(_, is_right)| *is_right);
        forward.dead_ends = dead_ends;
        if is_right { Ok(()) } else { Err(Stop::Contradiction) }
    }

    /// All sets of a shortest way, from the start to the target.
    fn whole_way(&self, forward: &Forward, meeting: Meeting) -> Option<Vec<u64>> {
        let (board, sparse) = (&self.survey.board, &forward.lists);
        let lists = self.targets[meeting.to].as_ref()?;
        let (met, mut way) = (*meeting.way.first()?, meeting.way);
        way.extend(through_layers(board, sparse, sparse.depth(), *way.last()?, false)?);
        way.reverse();
        way.extend(through_layers(board, lists, meeting.depth, met, true)?);
        Some(way)
    }
}
