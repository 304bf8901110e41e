//! Which pattern databases a search of blocks may build: what they cost is bounded by what has
//! been spent.

use std::sync::Arc;

use super::packed::Packed;
use super::pattern_database::PatternDatabase;
use super::portfolio::Portfolio;
use super::word::Word;
use fewest::search::layered::Bidirectional;
use fewest::search::{Budget, Meter};

/// The pattern databases of deepening, and of the filter that thins out the forward layers.
pub(super) const FILTERED: [u32; 3] = [2, 3, 4];

/// Larger tables take longer to build than they save.
const MAX_TABLE_BYTES: u64 = 1 << 24;

impl<W: Word> Portfolio<'_, W> {
    /// What the search from both ends leaves to others while it pauses.
    pub(super) fn left_beside(&self, kernel: &Bidirectional<'_, W>) -> Budget {
        let (memory, time) = (Some(kernel.free_bytes()), kernel.time_left());
        Budget { memory, time, ..self.budget.clone() }
    }

    /// Adds tables beside the search from both ends. Returns what they have cost, and the blocks
    /// of the largest one of all; none without any, or without the memory for them.
    pub(super) fn extend_tables(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
        cost: u64,
        most: usize,
    ) -> Option<(u64, u32)> {
        let mut meter = Meter::start(&self.left_beside(kernel));
        let free = meter.free_bytes();
        packed.change_tables(|tables| {
            let before = tables.len();
            self.add_tables(tables, cost, most, &mut meter);
            kernel.note_peak(meter.counts.peak_bytes);
            kernel.reserve(free - meter.free_bytes()).ok()?;
            let built = tables[before..].iter().map(|table| Self::table_cost(table.len() as u64));
            let largest = tables.iter().map(|table| table.chosen()).max()?;
            Some((built.sum(), largest))
        })
    }

    /// Adds up to `most` missing tables, small ones first, as far as memory goes, if each costs
    /// at most `cost`.
    pub(super) fn add_tables(
        &self,
        tables: &mut Vec<Arc<PatternDatabase<W>>>,
        cost: u64,
        most: usize,
        meter: &mut Meter,
    ) {
        let most = tables.len() + most;
        for chosen in FILTERED {
            let chosen = if tables.is_empty() { chosen.min(self.space.blocks()) } else { chosen };
            // A filter has a mask for each subset of one block less.
            let cells = (self.space.rules().width() * self.space.rules().height()) as u64;
            let masks = cells.pow(chosen - 1) * size_of::<W>() as u64;
            let entries = PatternDatabase::bytes(self.space, chosen);
            let scratch = PatternDatabase::scratch_bytes(self.space, chosen);
            let bytes = entries.saturating_add(masks);
            if tables.len() < most
                && chosen <= self.space.blocks()
                && tables.iter().all(|table| table.chosen() != chosen)
                && Self::table_cost(entries) <= cost
                && bytes <= (meter.free_bytes() / 16).min(MAX_TABLE_BYTES)
                && scratch <= meter.free_bytes() / 4
                && let Ok(table) = PatternDatabase::new(self.space, chosen, meter)
                && meter.take(masks as usize).is_ok()
            {
                tables.push(Arc::new(table));
            }
        }
    }
}
