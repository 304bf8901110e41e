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
const MAX_TABLE_BYTES: u64 = 1 << 26;

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

    /// What the next missing table costs, if there is one that memory is enough for.
    pub(super) fn next_table_cost(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
    ) -> Option<u64> {
        let free = kernel.free_bytes();
        packed.change_tables(|tables| {
            let chosen = self.missing(tables).find(|&chosen| self.fits(chosen, free))?;
            Some(Self::table_cost(PatternDatabase::bytes(self.space, chosen)))
        })
    }

    /// The blocks of the tables that are not there, few first.
    fn missing(&self, tables: &[Arc<PatternDatabase<W>>]) -> impl Iterator<Item = u32> {
        let blocks = self.space.blocks();
        let known: Vec<u32> = tables.iter().map(|table| table.chosen()).collect();
        FILTERED.into_iter().filter_map(move |chosen| {
            let chosen = if known.is_empty() { chosen.min(blocks) } else { chosen };
            (chosen <= blocks && !known.contains(&chosen)).then_some(chosen)
        })
    }

    /// The bytes of a filter's masks: one for each subset of one block less.
    fn mask_bytes(&self, chosen: u32) -> u64 {
        let masks = PatternDatabase::masks(self.space.rules().free(), chosen);
        masks.saturating_mul(size_of::<W>() as u64)
    }

    /// Whether these bytes are enough for a table.
    fn fits(&self, chosen: u32, free: u64) -> bool {
        let entries = PatternDatabase::bytes(self.space, chosen);
        let bytes = entries.saturating_add(self.mask_bytes(chosen));
        bytes <= (free / 16).min(MAX_TABLE_BYTES)
            && PatternDatabase::scratch_bytes(self.space, chosen) <= free / 4
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
        for _ in 0..most {
            let is_next = |&chosen: &u32| {
                Self::table_cost(PatternDatabase::bytes(self.space, chosen)) <= cost
                    && self.fits(chosen, meter.free_bytes())
            };
            let Some(chosen) = self.missing(tables).find(is_next) else { return };
            let Ok(table) = PatternDatabase::new(self.space, chosen, meter) else { return };
            if meter.take(self.mask_bytes(chosen) as usize).is_err() {
                return;
            }
            tables.push(Arc::new(table));
        }
    }
}
