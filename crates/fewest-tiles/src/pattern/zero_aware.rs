//! Sums of pattern databases that know where the blank is, in two bits for each placement.
//!
//! A database without the blank has the least distance over all of its places. With it, the
//! distances are larger where the tiles of the group shut the blank in, and no move changes
//! one by more than one, so that they can be stored modulo three ([`TwoBits`]). The steps of
//! the blank past other tiles are free: a slide changes only the distance of the slid tile's
//! own group.

use std::sync::Arc;

use fewest::search::pattern::{self, Pattern, TwoBits};
use fewest::search::{Budget, Meter};
use fewest::space::{Cost, Heuristic};

use super::builder::BuildError;
use super::group::{Cells, Group};
use super::partition::Partition;
use super::sums::MAX_GROUPS;
use crate::{Board, Direction, Geometry, Slid, Tiles};

/// The sum of the databases of a partition.
#[derive(Clone, Debug)]
pub struct ZeroAware {
    groups: Arc<[(Group, TwoBits)]>,
    /// The group of each tile, and its place in it.
    group: Vec<u8>,
    place: Vec<u8>,
}

/// The distances of the groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value([u8; MAX_GROUPS]);

impl ZeroAware {
    /// Builds the databases of a partition, within a budget.
    pub fn build(
        geometry: &Geometry,
        partition: &Partition,
        budget: &Budget,
    ) -> Result<Self, BuildError> {
        let mut meter = Meter::start(budget);
        let (mut group, mut place) = (vec![0; geometry.cells()], vec![0; geometry.cells()]);
        let mut groups = Vec::new();
        for (number, tiles) in partition.groups().iter().enumerate() {
            for (at, &tile) in tiles.iter().enumerate() {
                (group[tile as usize], place[tile as usize]) = (number as u8, at as u8);
            }
            let one = Group::new(geometry, tiles)?;
            let distances = pattern::distances(&one, &mut meter)?;
            let table = TwoBits::new(&distances);
            meter.take(table.bytes())?;
            meter.give_back(distances.len());
            groups.push((one, table));
        }
        Ok(ZeroAware { groups: groups.into(), group, place })
    }

    /// The bytes of its databases.
    pub fn bytes(&self) -> usize {
        self.groups.iter().map(|(_, table)| table.bytes()).sum()
    }

    /// The bytes that building the databases of a partition takes for the largest group.
    pub(crate) fn bytes_to_build(geometry: &Geometry, partition: &Partition) -> Option<u64> {
        let (cells, tiles) = (geometry.cells() as u32, partition.largest() as u32 + 1);
        fewest::rank::falling_factorial(cells, tiles)
    }

    /// Where the tiles of a group are, and the blank.
    fn cells<B: Board>(&self, number: usize, space: &Tiles<B>, board: &B) -> Cells {
        let mut cells = Cells::default();
        for cell in 0..space.geometry().cells() {
            let tile = board.tile(cell);
            if tile == 0 {
                cells[self.groups[number].0.tiles()] = cell as u8;
            } else if self.group[tile] as usize == number {
                cells[self.place[tile] as usize] = cell as u8;
            }
        }
        cells
    }
}

impl<B: Board> Heuristic<Tiles<B>> for ZeroAware {
    type Value = Value;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Value {
        let mut value = Value([0; MAX_GROUPS]);
        for (number, (distance, (group, table))) in
            value.0.iter_mut().zip(&*self.groups).enumerate()
        {
            let far = table.distance(group, self.cells(number, space, board));
            // Only an unsolvable board has a placement that was not reached.
            *distance = far.min(Cost::from(u8::MAX)) as u8;
        }
        value
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        value.0.iter().map(|&distance| Cost::from(distance)).sum()
    }

    fn update(
        &self,
        space: &Tiles<B>,
        mut value: Value,
        _: Direction,
        slid: &Slid<B::Saved>,
        board: &B,
    ) -> Value {
        let number = self.group[slid.tile] as usize;
        let (group, table) = &self.groups[number];
        let rank = group.rank(self.cells(number, space, board));
        let distance = &mut value.0[number];
        *distance = table.distance_near(rank, Cost::from(*distance)) as u8;
        value
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
