//! Merges of sorted sets, some thousand words at a time.

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::super::packed::PackedState;
use super::run::{Reader, Writer};

/// Words are looked up one by one in a list that is longer by this factor.
const SPARSE: usize = 16;

/// About this number of words is compared with the known ones at a time, and at least this number
/// of each source.
const AT_A_TIME: usize = 1 << 13;
const MIN_AT_A_TIME: usize = 1 << 9;

/// The limits are checked once in this number of compared words.
const CHECK_EVERY: u64 = 1 << 16;

/// The bits of a filter for each word that it has.
const FILTER_BITS: usize = 32;

/// Sorted sets whose words are known.
pub(super) struct Known<'a, W> {
    readers: Vec<Reader<'a, W>>,
    filter: WordFilter,
    /// Whether a word is known.
    flags: Vec<bool>,
}

impl<'a, W: PackedState> Known<'a, W> {
    pub(super) fn new(readers: Vec<Reader<'a, W>>) -> Self {
        Known { readers, filter: WordFilter::default(), flags: Vec::new() }
    }

    /// Removes the words that are known. They are sorted, and greater than all that came
    /// before.
    pub(super) fn remove_from(&mut self, words: &mut Vec<W>) -> Result<(), Stop> {
        let Some(&last) = words.last() else { return Ok(()) };
        self.filter.fill(words);
        self.flags.clear();
        self.flags.resize(words.len(), false);
        for reader in &mut self.readers {
            let mut at = 0;
            loop {
                let rest = reader.rest();
                let end = rest.partition_point(|&word| word <= last);
                at += mark(&words[at..], &rest[..end], &self.filter, &mut self.flags[at..]);
                let is_more = end == rest.len() && end > 0;
                reader.skip(end)?;
                if !is_more {
                    break;
                }
            }
        }
        let mut is_known = self.flags.iter();
        words.retain(|_| is_known.next() == Some(&false));
        Ok(())
    }
}

/// Bits that tell of most words at once that a set does not have them (Bloom 1970, with one
/// hash): there are many known lists, and next to none of their words is among those that are
/// looked for.
#[derive(Default)]
struct WordFilter {
    bits: Vec<u64>,
    shift: u32,
}

impl WordFilter {
    fn fill<W: PackedState>(&mut self, words: &[W]) {
        let bits = (words.len() * FILTER_BITS).next_power_of_two().max(64);
        self.shift = 64 - bits.ilog2();
        self.bits.clear();
        self.bits.resize(bits / 64, 0);
        for &word in words {
            let at = self.at(word);
            self.bits[at / 64] |= 1 << (at % 64);
        }
    }

    #[inline]
    fn at<W: PackedState>(&self, word: W) -> usize {
        (word.low().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Whether the set may have a word.
    #[inline]
    fn may_have<W: PackedState>(&self, word: W) -> bool {
        let at = self.at(word);
        self.bits[at / 64] >> (at % 64) & 1 == 1
    }
}

/// Sets the flags of the words that are in the other list. Returns how many words no later
/// list can have.
fn mark<W: PackedState>(
    words: &[W],
    known: &[W],
    filter: &WordFilter,
    is_known: &mut [bool],
) -> usize {
    let mut at = 0;
    if words.len() * SPARSE < known.len() {
        for (word, is_known) in words.iter().zip(is_known) {
            at += known[at..].partition_point(|other| other < word);
            *is_known |= known.get(at) == Some(word);
        }
        return known.last().map_or(0, |last| words.partition_point(|word| word <= last));
    }
    for &word in known {
        if filter.may_have(word) {
            at += words[at..].partition_point(|&other| other < word);
            if words.get(at) == Some(&word) {
                is_known[at] = true;
            }
        }
    }
    at
}

/// Some words in order.
pub(super) enum Source<'a, W> {
    Run(Reader<'a, W>),
    List(&'a [W]),
}

impl<'a, W: PackedState> Source<'a, W> {
    /// The words of a list from `from` on and below `end`.
    pub(super) fn list(words: &'a [W], from: W, end: Option<W>) -> Self {
        let first = words.partition_point(|&word| word < from);
        let last = end.map_or(words.len(), |end| words.partition_point(|&word| word < end));
        Source::List(&words[first..last])
    }

    /// The next words.
    fn rest(&self) -> &[W] {
        match self {
            Source::Run(reader) => reader.rest(),
            Source::List(words) => words,
        }
    }

    fn skip(&mut self, number: usize) -> Result<(), Stop> {
        match self {
            Source::Run(reader) => reader.skip(number),
            Source::List(words) => {
                *words = &words[number..];
                Ok(())
            }
        }
    }
}

/// Writes the words of several sources that are not known, each once.
pub(super) fn merge<W: PackedState>(
    mut new: Vec<Source<'_, W>>,
    mut known: Known<'_, W>,
    out: &mut Writer<'_, W>,
    meter: &SharedMeter,
) -> Result<(), Stop> {
    let mut words = Vec::new();
    loop {
        meter.check_stop()?;
        // Up to this word, all are in memory, and they are not too many.
        new.retain(|source| !source.rest().is_empty());
        let most = (AT_A_TIME / new.len().max(1)).max(MIN_AT_A_TIME);
        let ends = new.iter().filter_map(|source| source.rest().iter().take(most).next_back());
        let Some(&end) = ends.min() else { return Ok(()) };
        words.clear();
        for source in &mut new {
            let rest = source.rest();
            let rest = &rest[..most.min(rest.len())];
            let number = rest.partition_point(|&word| word <= end);
            words.extend_from_slice(&rest[..number]);
            source.skip(number)?;
        }
        // The stable sort merges the parts, which are sorted.
        words.sort();
        words.dedup();
        known.remove_from(&mut words)?;
        words.iter().try_for_each(|&word| out.push(word))?;
    }
}

/// The least word that is in both.
pub(super) fn meeting<W: PackedState>(
    mut a: Reader<'_, W>,
    mut b: Reader<'_, W>,
    meter: &SharedMeter,
) -> Result<Option<W>, Stop> {
    let mut unchecked = 0;
    while let (Some(x), Some(y)) = (a.head(), b.head()) {
        unchecked += 1;
        if unchecked % CHECK_EVERY == 0 {
            meter.check_stop()?;
        }
        match x.cmp(&y) {
            std::cmp::Ordering::Less => a.advance()?,
            std::cmp::Ordering::Greater => b.advance()?,
            std::cmp::Ordering::Equal => return Ok(Some(x)),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;
    use proptest::prelude::*;

    fn list(len: usize) -> impl Strategy<Value = Vec<u64>> {
        prop::collection::btree_set(0..400_u64, 0..len).prop_map(|set| set.into_iter().collect())
    }

    proptest! {
        /// Lists of similar and of very different lengths.
        #[test]
        fn marks_what_both_lists_have((words, known) in prop_oneof![
            (list(200), list(200)), (list(200), list(8)), (list(8), list(200)),
        ]) {
            let mut is_known = vec![false; words.len()];
            let mut filter = WordFilter::default();
            filter.fill(&words);
            let at = mark(&words, &known, &filter, &mut is_known);
            for (i, word) in words.iter().enumerate() {
                prop_assert_eq!(is_known[i], known.contains(word));
                // A later list has greater words only.
                prop_assert!(i >= at || known.iter().any(|known| known >= word));
            }
        }
    }

    #[test]
    fn a_merge_that_writes_nothing_is_stopped() {
        let budget = Budget::default();
        budget.cancel.cancel();
        let meter = SharedMeter::start(&budget);
        let mut writer = Writer::new(&meter, None);
        let stopped = merge(vec![Source::List(&[7_u64])], Known::new(vec![]), &mut writer, &meter);
        assert_eq!(stopped, Err(Stop::Cancelled));
    }
}
