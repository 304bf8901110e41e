//! Layer after layer over a table, until there are no more, a target is
//! reached, or a limit is.
//!
//! A layer is kept as a list of ranks while it is short, so that a long thin
//! space costs what its states cost, and is found by a scan of the table where
//! it is broad, so that a broad one needs no memory but the table.

use super::Width;
use super::cells::{Cells, Marks, Unmade};
use super::layer::Layer;
use super::ranks::Ranks;
use super::relation::Relation;
use crate::search::shared_meter::{Halt, SharedMeter};
use crate::search::{Event, Progress, Stop};
use crate::space::Cost;

/// A scan looks at a word in about the time that a hundredth of an expansion
/// takes, and a word has tens of cells: lists would pay up to about a thousandth
/// of the table. Up to this part they take a hundredth of a bit for each state.
const LIST_PART: u64 = 1 << 14;
const SHORTEST_LIST: u64 = 1 << 12;

pub(super) struct Sweep<'a> {
    pub(super) relation: &'a dyn Relation,
    /// The number of ranks.
    pub(super) len: u64,
    pub(super) meter: &'a SharedMeter,
    pub(super) threads: usize,
    /// States that end the sweep when one of them is reached.
    pub(super) targets: &'a [u64],
    /// The number of farthest states to keep.
    pub(super) keep: usize,
}

/// Where a sweep is.
#[derive(Default)]
pub(super) struct Frontier {
    /// The depth of the deepest complete layer.
    pub(super) depth: Cost,
    /// The number of states in that layer.
    states: u64,
    list: Option<Ranks>,
    /// The lowest ranks of that layer, if it turned out to be the last.
    pub(super) farthest: Vec<u64>,
}

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Every state that can be reached was reached.
    Exhausted,
    /// A target was reached at this depth.
    Found(Cost),
    /// A limit was reached.
    Stopped(Stop),
    /// The cells are too narrow for the next depth.
    Saturated,
}

/// A finished sweep.
pub(super) struct Swept {
    pub(super) end: End,
    pub(super) frontier: Frontier,
    /// The table, unless there was no memory for it.
    pub(super) marks: Option<Box<dyn Marks>>,
}

impl Sweep<'_> {
    /// Sweeps from the states with the ranks `starts`, with cells of this
    /// width, or wider ones where the depth outgrows them.
    pub(super) fn run(
        &self,
        width: Width,
        starts: &[u64],
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Swept {
        match width {
            Width::One => self.run_cells(self.table::<1>(), starts, tell),
            Width::Two => self.run_cells(self.table::<2>(), starts, tell),
            Width::Three => self.run_cells(self.table::<3>(), starts, tell),
            Width::Eight => {
                let mut frontier = Frontier::default();
                let cells = match self.table::<8>() {
                    Ok(cells) => cells,
                    Err(stop) => return Swept::without_table(stop, frontier),
                };
                let mut end = self.start(&cells, starts, &mut frontier, tell);
                if end != End::Saturated {
                    return Swept { end, frontier, marks: Some(Box::new(cells)) };
                }
                let cells = match self.widen::<8, 16>(cells) {
                    Ok(cells) => cells,
                    Err(stop) => return Swept::without_table(stop, frontier),
                };
                end = self.layers(&cells, &mut frontier, tell);
                if end != End::Saturated {
                    return Swept { end, frontier, marks: Some(Box::new(cells)) };
                }
                let cells = match self.widen::<16, 32>(cells) {
                    Ok(cells) => cells,
                    Err(stop) => return Swept::without_table(stop, frontier),
                };
                end = self.layers(&cells, &mut frontier, tell);
                Swept { end, frontier, marks: Some(Box::new(cells)) }
            }
        }
    }

    fn run_cells<const BITS: u32>(
        &self,
        cells: Result<Cells<BITS>, Stop>,
        starts: &[u64],
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Swept {
        let mut frontier = Frontier::default();
        let cells = match cells {
            Ok(cells) => cells,
            Err(stop) => return Swept::without_table(stop, frontier),
        };
        let end = self.start(&cells, starts, &mut frontier, tell);
        Swept { end, frontier, marks: Some(Box::new(cells)) }
    }

    fn table<const BITS: u32>(&self) -> Result<Cells<BITS>, Stop> {
        if !self.meter.take(Cells::<BITS>::bytes(self.len)) {
            return Err(Stop::Memory);
        }
        Cells::new(self.len, &|| self.meter.check()).map_err(|why| self.unmade(why))
    }

    fn widen<const FROM: u32, const TO: u32>(&self, cells: Cells<FROM>) -> Result<Cells<TO>, Stop> {
        if !self.meter.take(Cells::<TO>::bytes(self.len)) {
            return Err(Stop::Memory);
        }
        let wider = cells.widen(self.len, &|| self.meter.check());
        drop(cells);
        self.meter.give_back(Cells::<FROM>::bytes(self.len));
        wider.map_err(|why| self.unmade(why))
    }

    fn unmade(&self, why: Unmade) -> Stop {
        match (why, self.meter.halted()) {
            (Unmade::Stopped, Some(Halt::Stop(stop))) => stop,
            _ => Stop::Memory,
        }
    }

    /// Marks the starts, then does all layers.
    fn start<const BITS: u32>(
        &self,
        cells: &Cells<BITS>,
        starts: &[u64],
        frontier: &mut Frontier,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> End {
        let mut list = Some(Ranks::default());
        for &rank in starts {
            if cells.mark::<false>(rank, Cells::<BITS>::code(0)) {
                frontier.states += 1;
                list = list.and_then(|mut list| list.push(rank, self.meter).then_some(list));
            }
        }
        self.meter.stored(frontier.states);
        if list.is_none() && !Cells::<BITS>::TELLS_OPEN {
            return End::Stopped(Stop::Memory);
        }
        frontier.list = list;
        tell(Event::Layer { depth: 0, states: frontier.states });
        if self.targets.iter().any(|&rank| cells.is_marked(rank)) {
            return End::Found(0);
        }
        self.layers(cells, frontier, tell)
    }

    fn layers<const BITS: u32>(
        &self,
        cells: &Cells<BITS>,
        frontier: &mut Frontier,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> End {
        let is_found = || self.targets.iter().any(|&rank| cells.is_marked(rank));
        while frontier.states > 0 {
            let depth = frontier.depth;
            if !Cells::<BITS>::has_code(depth + 1) {
                return End::Saturated;
            }
            let layer = Layer {
                relation: self.relation,
                cells,
                meter: self.meter,
                depth,
                states: frontier.states,
                list: frontier.list.as_ref(),
                list_room: match BITS {
                    1 => usize::MAX,
                    _ => (self.len / LIST_PART).max(SHORTEST_LIST) as usize,
                },
                keep: self.keep,
                // With several targets the layer is completed, so that the
                // first of those it reaches does not depend on the threads.
                target: self.targets.first().copied().filter(|_| self.targets.len() == 1),
                threads: self.threads,
            };
            let reached = layer.expand(&mut || {
                tell(Event::Progress(Progress {
                    counts: self.meter.counts(),
                    bound: depth + 1,
                    best: None,
                    depth: Some(depth),
                }));
            });
            self.meter.stored(reached.states);
            match self.meter.halted() {
                Some(_) if is_found() => return End::Found(depth + 1),
                Some(Halt::Stop(stop)) => return End::Stopped(stop),
                Some(Halt::Found) | None => {}
            }
            let list = std::mem::replace(&mut frontier.list, reached.list);
            if reached.states == 0 {
                frontier.farthest =
                    list.as_ref().map_or(reached.lowest, |list| list.lowest(self.keep));
            }
            if let Some(list) = list {
                list.release(self.meter);
            }
            frontier.states = reached.states;
            if reached.states > 0 {
                frontier.depth += 1;
                tell(Event::Layer { depth: frontier.depth, states: frontier.states });
                if is_found() {
                    return End::Found(frontier.depth);
                }
            }
        }
        End::Exhausted
    }
}

impl Swept {
    fn without_table(stop: Stop, frontier: Frontier) -> Self {
        Swept { end: End::Stopped(stop), frontier, marks: None }
    }
}
