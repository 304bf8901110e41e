//! Distances in two bits each (Breyer and Korf 2010): their remainder by three.
//!
//! Where a move changes the distance by at most one, and every move can be taken back, the
//! remainder says which of the three it is. So a search that knows one distance knows the
//! next; the first one is found by moves that lead to smaller distances, down to a goal.

use super::{NEVER, Pattern};
use crate::space::{Cost, DEAD_END};

/// The remainder of what was never reached.
const UNKNOWN: u8 = 3;

/// A table of distances, modulo three.
#[derive(Clone, Debug)]
pub struct TwoBits {
    bytes: Vec<u8>,
}

impl TwoBits {
    /// The remainders of these distances.
    pub fn new(distances: &[u8]) -> TwoBits {
        let pack = |four: &[u8]| {
            let bits = four.iter().zip([0, 2, 4, 6]);
            bits.fold(0, |byte, (&distance, shift)| byte | remainder(distance) << shift)
        };
        TwoBits { bytes: distances.chunks(4).map(pack).collect() }
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The distance at a rank, one move or none away from a rank whose distance is `near`.
    #[inline]
    pub fn distance_near(&self, rank: u64, near: Cost) -> Cost {
        // Of three distances in a row, one has the remainder.
        let change = (u32::from(self.remainder(rank)) + 3 - near % 3) % 3;
        if change == 2 { near.wrapping_sub(1) } else { near + change }
    }

    /// The distance of a projection whose moves can all be taken back, found without another
    /// one; [`DEAD_END`] if no goal can be reached.
    pub fn distance<P: Pattern>(&self, pattern: &P, state: P::State) -> Cost {
        if self.remainder(pattern.rank(state)) == UNKNOWN {
            return DEAD_END;
        }
        let (mut distance, mut state) = (0, state);
        while let Some(nearer) = self.nearer(pattern, state) {
            (distance, state) = (distance + 1, nearer);
        }
        distance
    }

    /// A projection that is one move nearer to a goal; `None` at a goal.
    fn nearer<P: Pattern>(&self, pattern: &P, state: P::State) -> Option<P::State> {
        let wanted = (self.remainder(pattern.rank(state)) + 2) % 3;
        let (mut same, mut ranks) = (vec![state], vec![pattern.rank(state)]);
        let (mut at, mut found) = (0, Vec::new());
        while let Some(&state) = same.get(at) {
            at += 1;
            // Moves can be taken back: where it can come from, it can go.
            pattern.sources(state, &mut found);
            let nearer = found.drain(..).find(|&next| self.remainder(pattern.rank(next)) == wanted);
            if nearer.is_some() {
                return nearer;
            }
            pattern.free_sources(state, &mut found);
            for next in found.drain(..) {
                let rank = pattern.rank(next);
                if !ranks.contains(&rank) {
                    ranks.push(rank);
                    same.push(next);
                }
            }
        }
        None
    }

    fn remainder(&self, rank: u64) -> u8 {
        self.bytes[rank as usize / 4] >> (rank % 4 * 2) & 3
    }
}

fn remainder(distance: u8) -> u8 {
    if distance == NEVER { UNKNOWN } else { distance % 3 }
}
