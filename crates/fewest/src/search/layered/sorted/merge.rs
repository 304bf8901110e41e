//! Merges of sorted sets.

use crate::search::Stop;

use super::super::packed::PackedState;
use super::run::{Reader, Writer};

/// The sorted words that are given one by one, without those of the known sets.
pub(super) struct Unknown<'a, W> {
    known: Vec<Reader<'a, W>>,
    heads: Vec<W>,
}

impl<'a, W: PackedState> Unknown<'a, W> {
    pub(super) fn new(known: Vec<Reader<'a, W>>) -> Self {
        let mut known = known;
        known.retain(|reader| reader.head().is_some());
        let heads = known.iter().filter_map(Reader::head).collect();
        Unknown { known, heads }
    }

    /// Whether a word is in none of the sets. Words must come in order.
    #[inline]
    pub(super) fn is_new(&mut self, word: W) -> Result<bool, Stop> {
        let mut is_new = true;
        let mut i = 0;
        while i < self.heads.len() {
            if self.heads[i] < word {
                self.known[i].seek(word)?;
                let Some(head) = self.known[i].head() else {
                    self.known.swap_remove(i);
                    self.heads.swap_remove(i);
                    continue;
                };
                self.heads[i] = head;
            }
            is_new &= self.heads[i] != word;
            i += 1;
        }
        Ok(is_new)
    }
}

/// Writes the words of several sets that are not known, each once.
pub(super) fn merge<W: PackedState>(
    mut new: Vec<Reader<'_, W>>,
    mut known: Unknown<'_, W>,
    out: &mut Writer<'_, W>,
) -> Result<(), Stop> {
    new.retain(|reader| reader.head().is_some());
    loop {
        let Some(word) = new.iter().filter_map(Reader::head).min() else { return Ok(()) };
        let mut i = 0;
        while i < new.len() {
            if new[i].head() == Some(word) {
                new[i].advance()?;
                if new[i].head().is_none() {
                    new.swap_remove(i);
                    continue;
                }
            }
            i += 1;
        }
        if known.is_new(word)? {
            out.push(word)?;
        }
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
