//! Breadth-first search backward over the subsets of one size, into a table of distances
//! by rank.

use super::subset_rank::SubsetRank;
use super::word::Word;
use fewest::search::{Meter, Stop};

/// The distance of a subset that was not reached.
pub(super) const NEVER: u8 = u8::MAX;

/// The limits are checked once in this number of sets.
const CHECK_EVERY: usize = 1 << 10;

/// A table is allocated this many bytes at a time: some milliseconds.
const BYTES_AT_A_TIME: usize = 1 << 22;

/// A table in which no subset is reached. Its memory is accounted for.
pub(super) fn unreached(len: usize, meter: &mut Meter) -> Result<Vec<u8>, Stop> {
    meter.take(len)?;
    let mut distances = Vec::new();
    distances.reserve_exact(len);
    while distances.len() < len {
        meter.check()?;
        distances.resize((distances.len() + BYTES_AT_A_TIME).min(len), NEVER);
    }
    Ok(distances)
}

/// Sets the distances of all subsets from which those at distance 0 can be reached, which
/// `layer` lists. `sources` appends where a subset can have come from. A distance beyond
/// a byte counts as the largest finite one: still a lower bound.
pub(super) fn search<W: Word>(
    ranks: &SubsetRank,
    distances: &mut [u8],
    mut layer: Vec<W>,
    meter: &mut Meter,
    mut sources: impl FnMut(W, &mut Vec<W>),
) -> Result<(), Stop> {
    let (mut next, mut found) = (Vec::new(), Vec::new());
    let (mut distance, mut taken) = (0, 0);
    while !layer.is_empty() {
        distance = (distance + 1).min(NEVER - 1);
        for (i, &set) in layer.iter().enumerate() {
            if i % CHECK_EVERY == 0 {
                meter.check()?;
            }
            found.clear();
            sources(set, &mut found);
            taken += make_room(&mut next, found.len(), meter)?;
            for &source in &found {
                let known = &mut distances[ranks.rank(source)];
                if *known == NEVER {
                    *known = distance;
                    next.push(source);
                }
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
    meter.give_back(taken);
    Ok(())
}

/// Accounts for room for `more` words before it is taken. Returns its bytes.
pub(super) fn make_room<W>(
    words: &mut Vec<W>,
    more: usize,
    meter: &mut Meter,
) -> Result<usize, Stop> {
    if words.capacity() - words.len() >= more {
        return Ok(0);
    }
    let (old, room) = (words.capacity(), (words.len() + more).max(2 * words.capacity()));
    let bytes = (room - old) * size_of::<W>();
    meter.take(bytes)?;
    words.reserve_exact(room - words.len());
    Ok(bytes)
}
