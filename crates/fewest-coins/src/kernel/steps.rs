//! Moves of sets with one coin lifted.
//!
//! A move lifts a coin and drops it. The search looks at the moment when the coin
//! is in the hand: a step drops it and lifts the next one. All sets of `k` coins
//! that contain the same `k − 1` share their successors, and there are fewer sets
//! of `k − 1`. A plan of `n` moves is a path of `n − 1` steps between such sets.
//! It begins with the start less one coin, and ends one drop before the target.

use crate::board::{Board, Hop, cells_of};

/// The sets that remain when one coin of `coins` is lifted.
pub(super) fn lifted(coins: u64) -> impl Iterator<Item = u64> {
    cells_of(coins).map(move |cell| coins & !(1 << cell))
}

/// The sets from which dropping a coin makes `coins`.
pub(super) fn before_drop(board: &Board, coins: u64) -> impl Iterator<Item = u64> {
    cells_of(board.supported(coins) & coins).map(move |cell| coins & !(1 << cell))
}

/// The sets of all coins after the lifted coin is dropped on `set`.
pub(super) fn drops(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    cells_of(board.supported(set) & !set).map(move |cell| set | 1 << cell)
}

/// The sets one step after `set`.
pub(super) fn successors(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    drops(board, set).flat_map(move |coins| cells_of(set).map(move |cell| coins & !(1 << cell)))
}

/// The sets one step before `set`. The dropped coin, at a cell that touched two, is in
/// the hand again, and another coin is back in its place. That coin may be one of the
/// two.
pub(super) fn predecessors(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    cells_of(set & board.touched(set)).flat_map(move |cell| {
        let without = set & !(1 << cell);
        let touching = board.touched(1 << cell);
        let supported = (touching & without).count_ones() >= 2;
        let from = if supported { board.cells() } else { touching };
        cells_of(from & !set).map(move |back| without | 1 << back)
    })
}

/// The moves along a path of steps, from a start to a target.
pub(super) fn hops(start: u64, path: &[u64], target: u64) -> Vec<Hop> {
    let mut coins = start;
    let after = path.windows(2).map(|step| step[0] | step[1]).chain([target]);
    let hop = |(set, next): (&u64, u64)| {
        let from = (coins & !set).trailing_zeros() as u8;
        let to = (next & !set).trailing_zeros() as u8;
        coins = next;
        Hop { from, to }
    };
    path.iter().zip(after).map(hop).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predecessors_are_successors_turned_round() {
        for (width, height, coins) in [(3, 3, 3), (4, 3, 4), (5, 2, 5), (2, 6, 4)] {
            let board = Board::new(width, height).unwrap();
            let sets = || (0..1u64 << (width * height)).filter(|set| set.count_ones() == coins);
            let forward =
                sets().flat_map(|set| successors(&board, set).map(move |next| (set, next)));
            let backward =
                sets().flat_map(|set| predecessors(&board, set).map(move |before| (before, set)));
            let sorted = |steps: &mut Vec<(u64, u64)>| {
                steps.retain(|(before, after)| before != after);
                steps.sort_unstable();
                steps.dedup();
            };
            let (mut forward, mut backward): (Vec<_>, Vec<_>) =
                (forward.collect(), backward.collect());
            sorted(&mut forward);
            sorted(&mut backward);
            assert_eq!(forward, backward, "{width} × {height}");
        }
    }
}
