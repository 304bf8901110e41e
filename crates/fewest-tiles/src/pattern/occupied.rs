//! The cells that a group of tiles occupies and the region of the blank, and the slides
//! between them: what is left of a board when nothing is known of the tiles but where
//! some of them stand.
//!
//! The blank walks freely through the cells that the group does not occupy, so only the
//! connected region matters that it is in.
//!
//! The cells have two colours, as those of a chessboard. A slide takes a tile to a cell of the
//! other colour, so it leads from sets with an even number of dark cells to odd ones and back:
//! the nodes have two classes, and every layer of a search is in one of them.

use std::ops::Range;

use fewest::rank::Combinations;
use fewest::search::{Meter, Stop};

use super::arrangements::{Arrangements, SAME};
use crate::Geometry;

/// A slide of a tile of the group, seen from the node that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// The place of the node that it comes from, in the other class.
    pub(super) from: u32,
    /// What it does to the arrangement on the way here.
    pub(super) rotation: u8,
    /// What the slide back does to it.
    pub(super) inverse: u8,
}

/// The nodes: sets of occupied cells, each with every region that the blank can be in.
#[derive(Clone, Debug)]
pub(super) struct Occupied {
    sets: Combinations,
    /// The first node of each set, and the number of nodes at the end.
    first_node: Vec<u32>,
    /// The number of nodes before each set, and of all nodes at the end, by class.
    places: Vec<[u32; 2]>,
    /// The cells of each node's region.
    regions: Vec<u64>,
    /// The first slide of each node, and the number of slides at the end.
    first_slide: Vec<u32>,
    slides: Vec<Slide>,
}

impl Occupied {
    /// The bytes of one node with its slides, at most.
    const NODE_BYTES: usize = size_of::<u64>() + 4 * size_of::<u32>() + 12 * size_of::<Slide>();

    /// All nodes for a group on a board.
    pub(super) fn new(
        geometry: &Geometry,
        sets: Combinations,
        arrangements: &Arrangements,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let neighbours: Vec<u64> = (0..geometry.cells())
            .map(|cell| geometry.neighbours(cell).fold(0, |set, cell| set | 1 << cell))
            .collect();
        let is_dark = |cell: &usize| geometry.distance(0, *cell) % 2 == 1;
        let dark = (0..geometry.cells()).filter(is_dark).fold(0, |set, cell| set | 1 << cell);
        let all = u64::MAX >> (64 - geometry.cells());
        meter.take(sets.len() as usize * Self::NODE_BYTES)?;
        let mut occupied = Occupied {
            first_node: Vec::with_capacity(sets.len() as usize + 1),
            places: Vec::with_capacity(sets.len() as usize + 1),
            regions: Vec::with_capacity(sets.len() as usize),
            first_slide: Vec::new(),
            slides: Vec::new(),
            sets,
        };
        let mut places = [0; 2];
        for number in 0..occupied.sets.len() {
            if number % CHECK_EVERY == 0 {
                meter.check()?;
            }
            occupied.first_node.push(occupied.regions.len() as u32);
            occupied.places.push(places);
            let set = occupied.sets.unrank(number);
            let mut free = all & !set;
            while free != 0 {
                places[class(set, dark)] += 1;
                let region = flood(free & free.wrapping_neg(), free, &neighbours);
                occupied.regions.push(region);
                free &= !region;
            }
        }
        occupied.first_node.push(occupied.regions.len() as u32);
        occupied.places.push(places);
        meter.take((occupied.regions.len() - occupied.sets.len() as usize) * Self::NODE_BYTES)?;
        occupied.link(&neighbours, arrangements, meter)?;
        Ok(occupied)
    }

    /// Adds the slides of every node.
    fn link(
        &mut self,
        neighbours: &[u64],
        arrangements: &Arrangements,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for number in 0..self.sets.len() {
            if number % CHECK_EVERY == 0 {
                meter.check()?;
            }
            let set = self.sets.unrank(number);
            for node in self.nodes(number as usize) {
                self.first_slide.push(self.slides.len() as u32);
                let region = self.regions[node];
                for from in cells(set) {
                    for to in cells(neighbours[from] & region) {
                        let after = set ^ 1 << from ^ 1 << to;
                        let is_along_row = from.abs_diff(to) == 1;
                        let position = |set: u64, cell| below(set, cell);
                        let (here, there) = (position(set, from), position(after, to));
                        let (rotation, inverse) = if is_along_row {
                            (SAME, SAME)
                        } else {
                            (arrangements.rotation(there, here), arrangements.rotation(here, there))
                        };
                        let (from, _) = self.place(after, from);
                        self.slides.push(Slide { from: from as u32, rotation, inverse });
                    }
                }
            }
        }
        self.first_slide.push(self.slides.len() as u32);
        Ok(())
    }

    /// The place of a set with the blank on a cell, and its class.
    pub(super) fn place(&self, set: u64, blank: usize) -> (usize, usize) {
        let number = self.sets.rank(set) as usize;
        // Every cell that is not occupied is in a region.
        let of_blank = |region: &u64| region >> blank & 1 == 1;
        let region = self.regions[self.nodes(number)].iter().position(of_blank).unwrap_or(0);
        let class = usize::from(self.places(number..number + 1, 0).is_empty());
        (self.places[number][class] as usize + region, class)
    }

    /// The number of nodes of a class.
    pub(super) fn class_len(&self, class: usize) -> usize {
        self.places.last().map_or(0, |places| places[class] as usize)
    }

    /// The places of those nodes of some sets that are in a class.
    pub(super) fn places(&self, sets: Range<usize>, class: usize) -> Range<usize> {
        self.places[sets.start][class] as usize..self.places[sets.end][class] as usize
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.regions.len()
    }

    /// The sets of occupied cells.
    pub(super) fn sets(&self) -> &Combinations {
        &self.sets
    }

    /// The nodes of a set.
    pub(super) fn nodes(&self, set: usize) -> Range<usize> {
        self.first_node[set] as usize..self.first_node[set + 1] as usize
    }

    /// The slides that lead to a node. They are reversible: the same lead from it.
    pub(super) fn slides(&self, node: usize) -> &[Slide] {
        &self.slides[self.first_slide[node] as usize..self.first_slide[node + 1] as usize]
    }
}

/// The limits are checked once in this number of sets.
const CHECK_EVERY: u64 = 1 << 10;

/// The cells of a set, in order.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The class of a set.
fn class(set: u64, dark: u64) -> usize {
    (set & dark).count_ones() as usize % 2
}

/// The number of cells of a set before a cell.
pub(super) fn below(set: u64, cell: usize) -> usize {
    (set & ((1 << cell) - 1)).count_ones() as usize
}

/// The cells of `free` that are connected with `start`.
fn flood(start: u64, free: u64, neighbours: &[u64]) -> u64 {
    let (mut region, mut fresh) = (start, start);
    while fresh != 0 {
        let reached = cells(fresh).fold(0, |reached, cell| reached | neighbours[cell]);
        fresh = reached & free & !region;
        region |= fresh;
    }
    region
}
