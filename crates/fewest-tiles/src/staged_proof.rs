//! Proving a board of up to 31 cells in stages.
//!
//! The first stage needs no tables and solves easy boards at once. Each later one builds larger
//! pattern databases, but only when the searches of such boards have taken as long as building
//! them will: so no board takes much longer than with the databases that suit it best.
//! Databases at hand are used from the start.
//! Stages are counted in expansions, not in seconds, so that the answer is always the same.

use fewest::search::{Event, Observer, Stop};

use super::board::Grid;
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::pattern::{BuildError, library};
use super::portfolio::{FIRST_WIDTHS, Portfolio};
use super::rules::Tiles;
use super::solve::TilesAdapter;
use super::stages::{self, Stage};
use crate::puzzle::{Incumbent, Solved};

/// The expansions of the last stage before the wide beams: about a minute.
const LAST_BEAMS: u64 = 1 << 30;

impl Portfolio<'_> {
    /// In stages, from the given heuristic to larger and larger pattern databases.
    /// Returns also what the last one used.
    pub(super) fn solve_in_stages(
        &self,
        adapter: &mut TilesAdapter<'_>,
    ) -> (Solved<Direction>, Option<String>) {
        let geometry = self.level.geometry();
        let is_small = self.is_small();
        let best = self.construct();
        let (mut widths, later) = self.widths().split_at(FIRST_WIDTHS);
        if !is_small {
            self.beams(&best, widths, adapter);
            widths = later;
        }
        let mut stages = stages::of(geometry, self.budget.memory).into_iter().peekable();
        // What is at hand needs no building.
        let mut stage = None;
        let at_hand = stages.clone().rfind(|stage| stage.is_at_hand(geometry));
        if let Some(at_hand) = at_hand {
            while let Some(next) = stages.next_if(|next| next.bytes <= at_hand.bytes) {
                stage = Some(next);
            }
        }
        let mut heuristic = None;
        let stop = loop {
            if let Some(stage) = stage.take() {
                match self.build(&stage, &best, adapter) {
                    Ok((sums, None)) => heuristic = Some((sums, stage.name())),
                    Ok((sums, Some(fault))) => {
                        let name = format!("{}, not stored: {fault}", stage.name());
                        heuristic = Some((sums, name));
                    }
                    Err(BuildError::Stopped(stop)) if stop != Stop::Memory => break stop,
                    // The next board has no more memory. Not even a quick attempt is worth
                    // its time for each of thousands.
                    Err(_) => library::forget_spent(geometry),
                }
            }
            // A small board's plan is always the first in the order of the moves: that
            // of IDA*, even if a beam has found one as short.
            let end = best.upper().saturating_add(is_small.into());
            let range = best.bound()..end;
            let next = stages.next_if(|next| self.is_worth_building(next, &best));
            let cap = match &next {
                Some(next) => {
                    let all = next.expansions(heuristic.is_none());
                    Some(all.saturating_sub(library::spent(geometry)))
                }
                None => (!widths.is_empty()).then_some(LAST_BEAMS),
            };
            best.tell(adapter);
            let strongest = heuristic.as_ref().map_or(self.heuristic, |(sums, _)| sums);
            let before = best.counts().expanded;
            let stop = self.ida_star(&best, range, cap, strongest, adapter);
            library::spend(geometry, best.counts().expanded - before);
            if !best.is_capped(stop, self.budget) {
                break stop;
            }
            if next.is_none() || is_small && heuristic.is_some() {
                self.beams(&best, std::mem::take(&mut widths), adapter);
            }
            if best.is_optimal() && !is_small {
                break Stop::Done;
            }
            stage = next;
        };
        let solved = best.conclude(self.space, self.start, stop, self.budget);
        (solved, heuristic.map(|(_, name)| name))
    }

    /// Makes the databases of a stage, or says why not.
    fn build(
        &self,
        stage: &Stage,
        best: &Incumbent<Direction>,
        adapter: &mut TilesAdapter<'_>,
    ) -> Result<(AnyHeuristic, Option<std::io::Error>), BuildError> {
        let name = format!("building pattern databases {}", stage.sizes());
        let method = Event::Method { name: &name, memory: stage.bytes };
        Observer::<Tiles<Grid>>::event(adapter, method);
        let sums = stage.build(self.level.geometry(), &best.left(self.budget));
        if sums.is_ok() {
            let name = format!("IDA* with pattern databases {}", stage.sizes());
            let method = Event::Method { name: &name, memory: stage.bytes };
            Observer::<Tiles<Grid>>::event(adapter, method);
        }
        sums.map(|(sums, fault)| (AnyHeuristic::Patterns(sums), fault))
    }

    /// Whether building would leave at least as much time for the search.
    fn is_worth_building(&self, stage: &Stage, best: &Incumbent<Direction>) -> bool {
        let left = best.left(self.budget);
        let seconds = stage.seconds() / left.threads.max(1) as f64;
        left.time.is_none_or(|time| time.as_secs_f64() > 3.0 * seconds)
    }
}
