//! Nodes in a row for each priority, in a table by priority.

mod row;

use super::{Key, Most, Taken};
use crate::search::algorithm::Ties;
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::search::store::NodeId;

use row::Row;

/// More rows than this are a table that would mostly be empty.
const MAX_ROWS: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Rows {
    ties: Ties,
    /// All priorities are multiples of this.
    step: i64,
    /// The priority of the first row, in steps.
    first: i64,
    table: Vec<Option<Box<Row>>>,
    /// No row before this one has nodes.
    least: usize,
    nodes: usize,
}

/// The rows would be too many.
pub(super) struct TooMany;

impl Rows {
    pub(super) fn new(ties: Ties, step: i64) -> Self {
        Rows { ties, step: step.max(1), first: 0, table: Vec::new(), least: 0, nodes: 0 }
    }

    /// Adds a node if its row has a stack for it, with room.
    #[inline]
    pub(super) fn push_to_stack(&mut self, (priority, tie): Key, id: NodeId) -> bool {
        let at = self.steps(priority).wrapping_sub(self.first) as usize;
        let Some(Some(row)) = self.table.get_mut(at) else { return false };
        let is_added = row.push_to_stack(tie, id);
        if is_added {
            self.least = self.least.min(at);
            self.nodes += 1;
        }
        is_added
    }

    /// Adds a node, unless it needs more rows than there may be.
    pub(super) fn push(
        &mut self,
        (priority, tie): Key,
        id: NodeId,
        meter: &mut Meter,
    ) -> Result<Result<(), TooMany>, Stop> {
        let at = self.steps(priority).wrapping_sub(self.first) as usize;
        if let Some(Some(row)) = self.table.get_mut(at) {
            row.push(tie, id, meter)?;
            self.least = self.least.min(at);
            self.nodes += 1;
            return Ok(Ok(()));
        }
        self.push_to_new_row((priority, tie), id, meter)
    }

    #[cold]
    #[inline(never)]
    fn push_to_new_row(
        &mut self,
        (priority, tie): Key,
        id: NodeId,
        meter: &mut Meter,
    ) -> Result<Result<(), TooMany>, Stop> {
        let Some(at) = self.place(priority, meter)? else { return Ok(Err(TooMany)) };
        if self.table[at].is_none() {
            meter.take(size_of::<Row>())?;
            self.table[at] = Some(Box::new(Row::new(self.ties)));
        }
        self.push((priority, tie), id, meter)
    }

    #[inline]
    fn steps(&self, priority: i64) -> i64 {
        if self.step == 1 { priority } else { priority.div_euclid(self.step) }
    }

    /// Where the row of a priority is.
    fn place(&mut self, priority: i64, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        let steps = self.steps(priority);
        let at = steps.wrapping_sub(self.first) as usize;
        if at < self.table.len() { Ok(Some(at)) } else { self.add_rows(steps, meter) }
    }

    fn add_rows(&mut self, steps: i64, meter: &mut Meter) -> Result<Option<usize>, Stop> {
        if self.table.is_empty() {
            self.first = steps;
        }
        let before = self.first.saturating_sub(steps);
        let after = steps.saturating_sub(self.first).saturating_add(1) - self.table.len() as i64;
        let more = before.max(after) as usize;
        if more > MAX_ROWS || self.table.len() + more > MAX_ROWS {
            return Ok(None);
        }
        // As many again as there are, so that it is done seldom.
        let more = more.max(self.table.len()).max(16);
        meter.take(more * size_of::<Option<Box<Row>>>())?;
        if before > 0 {
            self.table.splice(0..0, std::iter::repeat_with(|| None).take(more));
            self.first = self.first.saturating_sub(more as i64);
            self.least += more;
        } else {
            self.table.resize_with(self.table.len() + more, || None);
        }
        Ok(Some(steps.wrapping_sub(self.first) as usize))
    }

    /// Takes out nodes of the least priority.
    pub(super) fn pop(
        &mut self,
        most: Most,
        out: &mut Vec<Taken>,
        meter: &mut Meter,
    ) -> Option<i64> {
        if self.nodes == 0 {
            return None;
        }
        loop {
            let row = &mut self.table[self.least];
            match row {
                Some(row) if row.len() > 0 => {
                    self.nodes -= row.pop(most, out);
                    return Some(self.priority(self.least));
                }
                _ => {
                    // Seldom needed again: nodes of this priority lead to others of it.
                    if let Some(row) = row.take() {
                        meter.give_back(row.bytes() + size_of::<Row>());
                    }
                    self.least += 1;
                }
            }
        }
    }

    fn priority(&self, at: usize) -> i64 {
        (self.first + at as i64) * self.step
    }

    pub(super) fn least(&self) -> Option<i64> {
        let has_nodes = |row: &Option<Box<Row>>| row.as_ref().is_some_and(|row| row.len() > 0);
        let at = self.table[self.least.min(self.table.len())..].iter().position(has_nodes)?;
        Some(self.priority(self.least + at))
    }

    /// Puts nodes back that were taken out together, in their order.
    pub(super) fn put_back(
        &mut self,
        priority: i64,
        nodes: &[Taken],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        // The row they came from is still there.
        if let Some(at) = self.place(priority, meter)?
            && let Some(row) = &mut self.table[at]
        {
            row.put_back(nodes, meter)?;
            self.nodes += nodes.len();
        }
        Ok(())
    }

    /// Hands all nodes over, those of a key in the order in which they came.
    pub(super) fn drain(
        &mut self,
        meter: &mut Meter,
        mut each: impl FnMut(Key, NodeId, &mut Meter) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for at in 0..self.table.len() {
            if let Some(row) = self.table[at].take() {
                let (priority, bytes) = (self.priority(at), row.bytes() + size_of::<Row>());
                row.drain(|tie, id| each((priority, tie), id, meter))?;
                meter.give_back(bytes);
            }
        }
        meter.give_back(self.table.len() * size_of::<Option<Box<Row>>>());
        self.table = Vec::new();
        self.nodes = 0;
        Ok(())
    }
}
