//! The orders in which the tiles of a group can stand on the cells that they occupy, and
//! what a slide along a column does to them.
//!
//! Cells are read row by row. A slide along a row keeps the order of the tiles. A slide
//! along a column takes a tile past those on the cells between, fewer than the board is
//! wide: the tile's position in the order changes, and the positions of those it passes
//! change by one. That is a fixed permutation of all orders.

use fewest::rank::Permutations;
use fewest::search::Meter;

use super::builder::BuildError;

/// The orders of `tiles` tiles, by number.
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    tiles: usize,
    count: usize,
    /// For each rotation, the number that each arrangement gets.
    rotated: Vec<u16>,
    /// The number of a rotation, by the positions from and to which a tile goes.
    rotations: Vec<u8>,
}

/// A slide that changes no order.
pub(super) const SAME: u8 = u8::MAX;

impl Arrangements {
    /// The maximum number of tiles: their orders have 16-bit numbers.
    pub(super) const MAX_TILES: usize = 8;

    /// For slides past fewer than `width` tiles.
    pub(super) fn new(tiles: usize, width: usize, meter: &mut Meter) -> Result<Self, BuildError> {
        let numbers = Permutations::new(tiles as u32)?;
        let count = numbers.len() as usize;
        let mut rotations = vec![SAME; tiles * tiles];
        let mut rotated = Vec::new();
        let mut order = vec![0; tiles];
        let mut moved = vec![0; tiles];
        let mut next = 0;
        for from in 0..tiles {
            for to in 0..tiles {
                if from == to || from.abs_diff(to) >= width {
                    continue;
                }
                rotations[from * tiles + to] = next;
                next += 1;
                meter.check()?;
                for number in 0..count {
                    numbers.unrank(number as u64, &mut order);
                    for (moved, &position) in moved.iter_mut().zip(&order) {
                        *moved = rotate(position, from as u8, to as u8);
                    }
                    rotated.push(numbers.rank(&moved) as u16);
                }
            }
        }
        Ok(Arrangements { tiles, count, rotated, rotations })
    }

    /// The number of arrangements.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The rotation that takes the tile at one position to another, or [`SAME`].
    pub(super) fn rotation(&self, from: usize, to: usize) -> u8 {
        self.rotations[from * self.tiles + to]
    }

    /// The new numbers of all arrangements by a rotation.
    pub(super) fn rotated(&self, rotation: u8) -> &[u16] {
        &self.rotated[rotation as usize * self.count..][..self.count]
    }
}

/// The new position of the tile at `position` when one goes between two others.
fn rotate(position: u8, from: u8, to: u8) -> u8 {
    if position == from {
        to
    } else if from < position && position <= to {
        position - 1
    } else if to <= position && position < from {
        position + 1
    } else {
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::Budget;

    #[test]
    fn a_rotation_and_its_inverse_cancel() {
        let all = Arrangements::new(5, 4, &mut Meter::start(&Budget::default())).unwrap();
        for (from, to) in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
            let (there, back) = (all.rotation(from, to), all.rotation(to, from));
            if from == to || from.abs_diff(to) > 3 {
                assert_eq!(there, SAME);
                continue;
            }
            for number in 0..all.len() {
                let moved = all.rotated(there)[number] as usize;
                assert_eq!(all.rotated(back)[moved] as usize, number);
            }
        }
    }
}
