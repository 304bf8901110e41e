//! Merges of sorted streams.

use super::super::word::Word;
use super::coded::Coded;
use fewest::search::{Meter, Stop};

/// The sorted `words` that are not in `known`.
pub(super) fn without<W: Word>(
    words: &[W],
    known: &Coded<W>,
    meter: &mut Meter,
) -> Result<Coded<W>, Stop> {
    let mut kept = Coded::new();
    let mut known = known.iter().peekable();
    for &word in words {
        while known.next_if(|&other| other < word).is_some() {}
        if known.peek() != Some(&word) {
            kept.push(word, meter)?;
        }
    }
    Ok(kept)
}

/// The union of two sets, which are freed while they are read.
pub(super) fn union<W: Word>(
    a: Coded<W>,
    b: Coded<W>,
    meter: &mut Meter,
) -> Result<Coded<W>, Stop> {
    let (mut a, mut b) = (Drain::new(a), Drain::new(b));
    let mut both = Coded::new();
    let (mut x, mut y) = (a.next(meter), b.next(meter));
    loop {
        let word = match (x, y) {
            (None, None) => return Ok(both),
            (Some(word), None) | (None, Some(word)) => word,
            (Some(x), Some(y)) => x.min(y),
        };
        both.push(word, meter)?;
        if x == Some(word) {
            x = a.next(meter);
        }
        if y == Some(word) {
            y = b.next(meter);
        }
    }
}

/// The least word that is in both.
pub(super) fn meeting<W: Word>(a: &Coded<W>, b: &Coded<W>) -> Option<W> {
    let mut b = b.iter().peekable();
    a.iter().find(|&word| {
        while b.next_if(|&other| other < word).is_some() {}
        b.peek() == Some(&word)
    })
}

/// A set that is freed while it is read.
struct Drain<W> {
    set: Coded<W>,
    words: Vec<W>,
    at: usize,
    last: W,
}

impl<W: Word> Drain<W> {
    fn new(set: Coded<W>) -> Self {
        Drain { set, words: Vec::new(), at: 0, last: W::EMPTY }
    }

    #[inline]
    fn next(&mut self, meter: &mut Meter) -> Option<W> {
        if self.at == self.words.len() {
            self.words.clear();
            self.at = 0;
            if !self.set.pop_chunk(self.last, &mut self.words, meter) {
                return None;
            }
        }
        self.last = self.words[self.at];
        self.at += 1;
        Some(self.last)
    }
}
