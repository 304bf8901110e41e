//! Which pattern databases a search of blocks may build: what they cost is bounded by what has
//! been spent.

use std::sync::Arc;

use super::pattern_database::PatternDatabase;
use super::portfolio::Portfolio;
use super::word::Word;
use fewest::search::layered::Bidirectional;
use fewest::search::{Budget, Meter};

/// The pattern databases of deepening, and of the filter that thins out the forward layers.
pub(super) const FILTERED: [u32; 3] = [2, 3, 4];

/// Larger tables take longer to build than they save.
const MAX_TABLE_BYTES: u64 = 1 << 24;

/// An entry of a table takes about as long as generating this number of states of a byte.
const ENTRY_COST: u64 = 6;

impl<W: Word> Portfolio<'_, W> {
    /// What the search from both ends leaves to others while it pauses.
    pub(super) fn left_beside(&self, kernel: &Bidirectional<'_, W>) -> Budget {
        let (memory, time) = (Some(kernel.free_bytes()), kernel.time_left());
        Budget { memory, time, ..self.budget.clone() }
    }

    /// The states that the kernel generates in the time of building a table.
    pub(super) fn table_cost(entries: u64) -> u64 {
        entries.saturating_mul(ENTRY_COST) / size_of::<W>() as u64
    }

    /// Adds up to `most` missing tables, small ones first, as far as memory goes, if they take
    /// no longer than generating `work` states.
    pub(super) fn add_tables(
        &self,
        tables: &mut Vec<Arc<PatternDatabase<W>>>,
        work: u64,
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
            let bytes = entries.saturating_add(masks);
            if tables.len() < most
                && chosen <= self.space.blocks()
                && tables.iter().all(|table| table.chosen() != chosen)
                && Self::table_cost(entries) <= work
                && bytes <= (meter.free_bytes() / 16).min(MAX_TABLE_BYTES)
                && let Ok(table) = PatternDatabase::new(self.space, chosen, meter)
                && meter.take(masks as usize).is_ok()
            {
                tables.push(Arc::new(table));
            }
        }
    }
}
