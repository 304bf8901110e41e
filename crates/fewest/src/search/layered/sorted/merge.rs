//! Merges of sorted sets, some thousand words at a time.

use crate::search::Stop;

use super::super::packed::PackedState;
use super::run::{Reader, Writer};

/// Words are looked up one by one in a list that is longer by this factor.
const SPARSE: usize = 16;

/// Sorted sets whose words are known.
pub(super) struct Known<'a, W> {
    readers: Vec<Reader<'a, W>>,
    is_known: Vec<bool>,
}

impl<'a, W: PackedState> Known<'a, W> {
    pub(super) fn new(readers: Vec<Reader<'a, W>>) -> Self {
        Known { readers, is_known: Vec::new() }
    }

    /// Removes the words that are known. They are sorted, and greater than all that came
    /// before.
    pub(super) fn remove_from(&mut self, words: &mut Vec<W>) -> Result<(), Stop> {
        let Some(&last) = words.last() else { return Ok(()) };
        self.is_known.clear();
        self.is_known.resize(words.len(), false);
        for reader in &mut self.readers {
            let mut at = 0;
            loop {
                let rest = reader.rest();
                let end = rest.partition_point(|&word| word <= last);
                at += mark(&words[at..], &rest[..end], &mut self.is_known[at..]);
                let is_more = end == rest.len() && end > 0;
                reader.skip(end)?;
                if !is_more {
                    break;
                }
            }
        }
        let mut is_known = self.is_known.iter();
        words.retain(|_| is_known.next() == Some(&false));
        Ok(())
    }
}

/// Sets the flags of the words that are in the other list. Returns how many words no later
/// list can have.
fn mark<W: PackedState>(words: &[W], known: &[W], is_known: &mut [bool]) -> usize {
    let Some(&last) = known.last() else { return 0 };
    if known.len() * SPARSE < words.len() {
        let mut at = 0;
        for &word in known {
            at += words[at..].partition_point(|&other| other < word);
            if words.get(at) == Some(&word) {
                is_known[at] = true;
            }
        }
        return at;
    }
    if words.len() * SPARSE < known.len() {
        let mut at = 0;
        for (word, is_known) in words.iter().zip(is_known) {
            at += known[at..].partition_point(|other| other < word);
            *is_known |= known.get(at) == Some(word);
        }
        return words.partition_point(|&word| word <= last);
    }
    // Both steps are taken without a branch: which list is ahead can't be predicted.
    let (mut i, mut j) = (0, 0);
    while i < words.len() && j < known.len() {
        let (word, other) = (words[i], known[j]);
        is_known[i] |= word == other;
        i += usize::from(word <= other);
        j += usize::from(other <= word);
    }
    i
}

/// Writes the words of several sets that are not known, each once.
pub(super) fn merge<W: PackedState>(
    mut new: Vec<Reader<'_, W>>,
    mut known: Known<'_, W>,
    out: &mut Writer<'_, W>,
) -> Result<(), Stop> {
    let mut words = Vec::new();
    loop {
        // Up to this word, every set is in memory.
        new.retain(|reader| !reader.rest().is_empty());
        let ends = new.iter().filter_map(|reader| reader.rest().last());
        let Some(&end) = ends.min() else { return Ok(()) };
        words.clear();
        for reader in &mut new {
            let rest = reader.rest();
            let number = rest.partition_point(|&word| word <= end);
            words.extend_from_slice(&rest[..number]);
            reader.skip(number)?;
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
) -> Result<Option<W>, Stop> {
    while let (Some(x), Some(y)) = (a.head(), b.head()) {
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
            let at = mark(&words, &known, &mut is_known);
            for (i, word) in words.iter().enumerate() {
                prop_assert_eq!(is_known[i], known.contains(word));
                // A later list has greater words only.
                prop_assert!(i >= at || known.iter().any(|known| known >= word));
            }
        }
    }
}
