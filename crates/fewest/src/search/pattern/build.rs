//! Breadth-first search backward over the projections of one pattern, into a table of
//! distances by rank.

use std::ops::ControlFlow;

use super::Pattern;
use crate::search::{Meter, Stop};

/// The distance of what no goal can be reached from.
pub const NEVER: u8 = u8::MAX;

/// The limits are checked once in this number of projections.
const CHECK_EVERY: usize = 1 << 10;

/// A table is allocated this many bytes at a time: some milliseconds.
const BYTES_AT_A_TIME: usize = 1 << 22;

/// The distances of all projections by rank; [`NEVER`] where no goal can be reached. A
/// distance beyond a byte counts as the largest finite one: still a lower bound.
///
/// Room for more projections than the memory limit allows is never taken.
pub fn distances<P: Pattern>(pattern: &P, meter: &mut Meter) -> Result<Vec<u8>, Stop> {
    let len = usize::try_from(pattern.len()).map_err(|_| Stop::Memory)?;
    let mut distances = unreached(len, meter)?;
    let (mut layer, mut taken) = (Vec::new(), 0);
    let mut stopped = None;
    pattern.goals(&mut |goal| {
        let check = if layer.len() % CHECK_EVERY == 0 { meter.check() } else { Ok(()) };
        match check.and_then(|()| make_room(&mut layer, 1, meter)) {
            Ok(bytes) => taken += bytes,
            Err(stop) => {
                stopped = Some(stop);
                return ControlFlow::Break(());
            }
        }
        distances[pattern.rank(goal) as usize] = 0;
        layer.push(goal);
        ControlFlow::Continue(())
    });
    if let Some(stop) = stopped {
        return Err(stop);
    }
    let (mut next, mut found) = (Vec::new(), Vec::new());
    let mut distance = 0;
    while !layer.is_empty() {
        // Moves that cost nothing make the layer itself longer.
        let mut at = 0;
        while let Some(&state) = layer.get(at) {
            if at % CHECK_EVERY == 0 {
                meter.check()?;
            }
            at += 1;
            pattern.free_sources(state, &mut found);
            taken += make_room(&mut layer, found.len(), meter)?;
            for source in found.drain(..) {
                let known = &mut distances[pattern.rank(source) as usize];
                if *known > distance {
                    *known = distance;
                    layer.push(source);
                }
            }
        }
        let farther = (distance + 1).min(NEVER - 1);
        for (number, &state) in layer.iter().enumerate() {
            if number % CHECK_EVERY == 0 {
                meter.check()?;
            }
            pattern.sources(state, &mut found);
            taken += make_room(&mut next, found.len(), meter)?;
            for source in found.drain(..) {
                let known = &mut distances[pattern.rank(source) as usize];
                if *known == NEVER {
                    *known = farther;
                    next.push(source);
                }
            }
        }
        distance = farther;
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
    }
    meter.give_back(taken);
    Ok(distances)
}

/// A table in which nothing is reached. Its memory is accounted for.
fn unreached(len: usize, meter: &mut Meter) -> Result<Vec<u8>, Stop> {
    meter.take(len)?;
    let mut distances = Vec::new();
    distances.reserve_exact(len);
    while distances.len() < len {
        meter.check()?;
        distances.resize((distances.len() + BYTES_AT_A_TIME).min(len), NEVER);
    }
    Ok(distances)
}

/// Accounts for room for `more` elements before it is taken. Returns its bytes.
fn make_room<T>(elements: &mut Vec<T>, more: usize, meter: &mut Meter) -> Result<usize, Stop> {
    if elements.capacity() - elements.len() >= more {
        return Ok(0);
    }
    let (old, room) = (elements.capacity(), (elements.len() + more).max(2 * elements.capacity()));
    let bytes = (room - old) * size_of::<T>();
    meter.take(bytes)?;
    elements.reserve_exact(room - elements.len());
    Ok(bytes)
}
