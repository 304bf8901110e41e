//! Partitions: which tiles go together into one pattern database.

use super::collections;
use super::sums::MAX_GROUPS;
use crate::{Geometry, few};

/// A partition of a board's tiles into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    pub(super) groups: Vec<Vec<u16>>,
}

impl Partition {
    /// The partitions for a shape and goal whose largest group has `size` tiles. They are
    /// looked up together, and the largest sum counts. Those of the user come first, then
    /// those that come with the program; other shapes get one that is made for them.
    pub fn of_size(geometry: &Geometry, size: usize) -> Vec<Partition> {
        let fits = |partitions: &Vec<Partition>| {
            partitions.iter().map(Partition::largest).max() == Some(size)
        };
        let known = collections::all().iter().filter_map(|collection| collection.on(geometry));
        known.into_iter().find(fits).unwrap_or_else(|| vec![Partition::made(geometry, size)])
    }

    /// Groups of at most `size` neighbouring cells, beginning far from the blank. They are
    /// larger where there would be too many.
    fn made(geometry: &Geometry, size: usize) -> Partition {
        let blank = geometry.goal_cell(0);
        let size = size.max((geometry.cells() - 1).div_ceil(MAX_GROUPS));
        let count = (geometry.cells() - 1).div_ceil(size);
        let mut free: Vec<usize> = (0..geometry.cells()).filter(|&cell| cell != blank).collect();
        let mut groups = Vec::new();
        for number in 0..count {
            let wanted = free.len().div_ceil(count - number);
            let mut group: Vec<usize> = Vec::new();
            while group.len() < wanted {
                // The nearest cell to those of the group; of the first, the farthest from
                // the blank. A cell with few free neighbours would be left alone.
                let cost = |cell: usize| {
                    let near: usize =
                        group.iter().map(|&other| geometry.distance(cell, other)).sum();
                    let free_around =
                        geometry.neighbours(cell).filter(|next| free.contains(next)).count();
                    (near, free_around, usize::MAX - geometry.distance(cell, blank), cell)
                };
                let Some(&next) = free.iter().min_by_key(|&&cell| cost(cell)) else { break };
                free.retain(|&cell| cell != next);
                group.push(next);
            }
            let mut tiles: Vec<u16> = group.into_iter().map(|cell| geometry.goal()[cell]).collect();
            few::sort(&mut tiles, |a, b| a < b);
            groups.push(tiles);
        }
        Partition { groups }
    }

    /// The groups of tiles.
    pub fn groups(&self) -> &[Vec<u16>] {
        &self.groups
    }

    /// The number of tiles in the largest group.
    pub fn largest(&self) -> usize {
        self.groups.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The sizes of its groups: "6-6-3".
    pub fn name(&self) -> String {
        let mut sizes: Vec<usize> = self.groups.iter().map(Vec::len).collect();
        few::sort(&mut sizes, |a, b| a > b);
        sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_one_group() {
        for (width, height) in [(4, 4), (5, 5), (5, 4), (3, 6), (7, 3)] {
            let geometry = Geometry::new(width, height, &Geometry::blank_first(width, height));
            for size in 1..=8 {
                for partition in Partition::of_size(&geometry, size) {
                    let mut tiles: Vec<u16> = partition.groups().concat();
                    tiles.sort_unstable();
                    let all: Vec<u16> = (1..(width * height) as u16).collect();
                    assert_eq!(tiles, all, "{width} × {height}, {size}");
                    assert!(partition.groups().len() <= MAX_GROUPS);
                }
            }
        }
    }
}
