//! The positions reachable from a start, by distance.

use std::ops::RangeInclusive;

use rustc_hash::FxHashSet;

use super::super::{Rules, Word};
use fewest::search::{Meter, Stop};
use fewest::space::Cost;

/// The maximum number of positions. Those of finished layers have their exact
/// distance.
const MAX_POSITIONS: usize = 1_000_000;

/// The positions that can be reached, layer by layer.
pub(super) struct Reach<W> {
    /// In the order of discovery, which does not depend on any hash.
    positions: Vec<W>,
    /// Where each finished layer begins, and where the last one ends.
    layers: Vec<usize>,
}

impl<W: Word> Reach<W> {
    /// Searches from `start` up to `farthest` moves.
    pub(super) fn from(
        rules: &Rules<W>,
        start: W,
        farthest: Cost,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut account = Account { meter, room: 0, bytes: 0 };
        let result = Reach::search(rules, start, farthest, &mut account);
        let bytes = account.bytes;
        meter.give_back(bytes);
        result
    }

    fn search(
        rules: &Rules<W>,
        start: W,
        farthest: Cost,
        account: &mut Account<'_>,
    ) -> Result<Self, Stop> {
        account.make_room::<W>(1)?;
        let mut seen: FxHashSet<W> = FxHashSet::default();
        seen.insert(start);
        let mut reach = Reach { positions: vec![start], layers: vec![0, 1] };
        while reach.farthest() < farthest {
            let end = reach.positions.len();
            for at in reach.layers[reach.layers.len() - 2]..end {
                account.meter.expand()?;
                for next in rules.steps(reach.positions[at]) {
                    if seen.insert(next) {
                        reach.positions.push(next);
                        account.make_room::<W>(reach.positions.len())?;
                    }
                }
                if reach.positions.len() > MAX_POSITIONS {
                    reach.positions.truncate(end);
                    return Ok(reach);
                }
            }
            if reach.positions.len() == end {
                break;
            }
            reach.layers.push(reach.positions.len());
        }
        Ok(reach)
    }

    /// The largest distance.
    pub(super) fn farthest(&self) -> Cost {
        self.layers.len() as Cost - 2
    }

    /// The positions at these distances, each with its own.
    pub(super) fn between(
        &self,
        distances: &RangeInclusive<Cost>,
    ) -> impl Iterator<Item = (W, Cost)> {
        let layer = |distance: Cost| {
            let at = distance as usize;
            let positions = &self.positions[self.layers[at]..self.layers[at + 1]];
            positions.iter().map(move |&position| (position, distance))
        };
        (*distances.start()..=self.farthest().min(*distances.end())).flat_map(layer)
    }
}

/// The memory of the positions, which grows as they double.
struct Account<'a> {
    meter: &'a mut Meter,
    room: usize,
    bytes: usize,
}

impl Account<'_> {
    fn make_room<W>(&mut self, positions: usize) -> Result<(), Stop> {
        while positions > self.room {
            // A list and a set that are both half empty when they have just grown.
            let more = self.room.max(1024) * (4 * size_of::<W>() + 2);
            self.meter.take(more)?;
            self.bytes += more;
            self.room += self.room.max(1024);
        }
        Ok(())
    }
}
