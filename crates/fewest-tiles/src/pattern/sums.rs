//! Sums of pattern databases: the databases of disjoint groups add up, and the largest
//! sum over several partitions and over the images of a board is a lower bound.
//!
//! The sum of a view is kept as the Manhattan distance, which is the same for all of
//! them, and half of the surplus over it. A slide changes one group of each view.

use fewest::space::{Cost, Heuristic};

use super::database::{PatternDatabase, half_surplus};
use super::symmetry::Symmetry;
use crate::few;
use crate::heuristics::Manhattan;
use crate::{Board, Direction, Geometry, Slid, Tiles};

/// The maximum number of views.
pub(crate) const MAX_VIEWS: usize = 8;
/// The maximum number of groups in a partition.
pub(crate) const MAX_GROUPS: usize = 8;

/// The largest sum of the databases of several partitions.
#[derive(Clone, Debug)]
pub struct PatternSums {
    manhattan: Manhattan,
    pub(crate) views: Vec<View>,
    cells: usize,
}

/// A partition's databases, looked up for a board or for one of its images.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) databases: Vec<PatternDatabase>,
    /// The group of each tile, and its place in it.
    pub(crate) group: Vec<u8>,
    place: Vec<u8>,
    /// Where a cell of the board is in the image.
    image: Vec<u8>,
    /// What a slide adds to the number of the placement, by tile and direction.
    pub(crate) steps: Vec<[i32; 4]>,
    /// What a tile that slides along a column to a higher cell adds for each other tile
    /// that it passes, by tile and other tile.
    pub(crate) passes: Vec<i32>,
    /// For each direction, whether it is along a column of the image, and then whether
    /// it is to a higher cell.
    pub(crate) along_column: [Option<bool>; 4],
    /// The cells that a tile passes on its way into a blank, by blank and direction.
    pub(crate) passed: Vec<[Vec<u8>; 4]>,
}

/// What a board hands to the next one: small, because searches copy it. The numbers of the
/// placements are found again on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    manhattan: Cost,
    /// Half of the surplus of each view.
    halves: [u8; MAX_VIEWS],
}

impl PatternSums {
    /// The databases of several partitions, each looked up for the board and for its
    /// images, at most [`MAX_VIEWS`] in all. Every partition holds each tile once.
    pub(crate) fn new(geometry: &Geometry, partitions: &[Vec<PatternDatabase>]) -> Self {
        let symmetries = Symmetry::all(geometry);
        let views = partitions.iter().flat_map(|databases| {
            symmetries.iter().map(|symmetry| View::new(geometry, databases, symmetry))
        });
        PatternSums {
            manhattan: Manhattan::new(geometry),
            views: views.take(MAX_VIEWS).collect(),
            cells: geometry.cells(),
        }
    }

    /// The bytes of its databases.
    pub fn bytes(&self) -> u64 {
        let mut parts: Vec<(*const u8, usize)> = (self.views.iter())
            .flat_map(|view| view.databases.iter().map(PatternDatabase::surplus))
            .map(|bytes| (bytes.as_ptr(), bytes.len()))
            .collect();
        few::sort(&mut parts, |a, b| a < b);
        parts.dedup();
        parts.into_iter().map(|(_, bytes)| bytes as u64).sum()
    }

    /// Whether there are two views, and the second one is the first one's mirror image
    /// with rows for columns.
    pub(crate) fn is_mirrored(&self) -> bool {
        let columns =
            [[Some(false), Some(true), None, None], [None, None, Some(false), Some(true)]];
        self.views.iter().map(|view| view.along_column).eq(columns)
    }

    /// Whether a slide only adds to the numbers of placements, whatever it passes.
    pub(crate) fn is_sparse(&self) -> bool {
        self.views.iter().flat_map(|view| &view.databases).all(PatternDatabase::is_sparse)
    }

    /// The number of views.
    pub(crate) fn views(&self) -> usize {
        self.views.len()
    }

    /// In the view with this number, or the last one, the indices of the groups of a board and
    /// half of each surplus.
    #[inline(never)]
    pub(crate) fn placements(&self, number: usize, tiles: &[u16]) -> Vec<(u32, u8)> {
        let view = &self.views[number.min(self.views() - 1)];
        let indices = self.indices(view, |cell| tiles[cell] as usize);
        let mut placements = Vec::new();
        for (database, index) in view.databases.iter().zip(indices) {
            placements.push((index, database.half_surplus(index)));
        }
        placements
    }

    /// The indices of a board's groups in one view.
    fn indices(&self, view: &View, tile: impl Fn(usize) -> usize) -> [u32; MAX_GROUPS] {
        let mut cells = [[0; 32]; MAX_GROUPS];
        for cell in 0..self.cells {
            let tile = tile(cell);
            if tile != 0 {
                cells[view.group[tile] as usize][view.place[tile] as usize] = view.image[cell];
            }
        }
        let mut indices = [0; MAX_GROUPS];
        for ((index, cells), database) in indices.iter_mut().zip(&cells).zip(&view.databases) {
            *index = database.index(&cells[..database.tiles().len()]);
        }
        indices
    }
}

impl View {
    fn new(geometry: &Geometry, databases: &[PatternDatabase], symmetry: &Symmetry) -> Self {
        let cells = geometry.cells();
        let (mut group, mut place) = (vec![0; cells], vec![0; cells]);
        let mut radix = vec![0; cells];
        for tile in 1..cells {
            let stands_for = u16::from(symmetry.tiles[tile]);
            for (number, database) in databases.iter().enumerate() {
                let found = database.tiles().iter().position(|&other| other == stands_for);
                if let Some(found) = found {
                    (group[tile], place[tile]) = (number as u8, found as u8);
                    radix[tile] = database.radices()[found] as i32;
                }
            }
        }
        let image = |cell: usize| symmetry.cells[cell] as usize;
        let mut steps = vec![[0; 4]; cells];
        let mut along_column = [None; 4];
        let mut passed = vec![[(); 4].map(|()| Vec::new()); cells];
        for (blank, passed) in passed.iter_mut().enumerate() {
            for direction in Direction::ALL {
                let Some(from) = geometry.source(blank, direction) else { continue };
                let (from, to) = (image(from), image(blank));
                let cells_on = to as i32 - from as i32;
                for (steps, radix) in steps.iter_mut().zip(&radix) {
                    steps[direction as usize] = cells_on * radix;
                }
                if cells_on.abs() > 1 {
                    along_column[direction as usize] = Some(to > from);
                    let between = from.min(to) + 1..from.max(to);
                    let on_board = |image: usize| {
                        symmetry.cells.iter().position(|&cell| cell as usize == image)
                    };
                    passed[direction as usize] =
                        between.filter_map(on_board).map(|cell| cell as u8).collect();
                }
            }
        }
        let mut passes = vec![0; cells * cells];
        for (tile, other) in (1..cells).flat_map(|tile| (1..cells).map(move |other| (tile, other)))
        {
            let is_sparse =
                databases.get(group[tile] as usize).is_some_and(PatternDatabase::is_sparse);
            if !is_sparse && tile != other && group[tile] == group[other] {
                // The later one of the two counts whether the earlier is before it.
                let is_later = place[tile] > place[other];
                passes[tile * cells + other] = if is_later { -radix[tile] } else { radix[other] };
            }
        }
        View {
            databases: databases.to_vec(),
            group,
            place,
            image: symmetry.cells.clone(),
            steps,
            passes,
            along_column,
            passed,
        }
    }

    /// By direction: 0 along a row of the image; along a column 1 to a higher cell, −1 to a
    /// lower one.
    pub(crate) fn signs(&self) -> [i32; 4] {
        self.along_column.map(|way| match way {
            None => 0,
            Some(true) => 1,
            Some(false) => -1,
        })
    }

    /// The change of the index of a tile's group when it slides into `blank`.
    fn change(
        &self,
        tile: usize,
        blank: usize,
        direction: Direction,
        at: impl Fn(usize) -> usize,
    ) -> i32 {
        let step = self.steps[tile][direction as usize];
        let Some(is_higher) = self.along_column[direction as usize] else { return step };
        let cells = self.image.len();
        let passed = self.passed[blank][direction as usize].iter();
        let passes: i32 = passed.map(|&cell| self.passes[tile * cells + at(cell as usize)]).sum();
        if is_higher { step + passes } else { step - passes }
    }
}

impl<B: Board> Heuristic<Tiles<B>> for PatternSums {
    type Value = Value;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Value {
        let manhattan = self.manhattan.evaluate(space, board);
        let mut value = Value { manhattan, halves: [0; MAX_VIEWS] };
        for (half, view) in value.halves.iter_mut().zip(&self.views) {
            let indices = self.indices(view, |cell| board.tile(cell));
            let groups = view.databases.iter().zip(indices);
            *half = groups.map(|(group, index)| group.half_surplus(index)).sum();
        }
        value
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        let half = value.halves[..self.views.len()].iter().max();
        value.manhattan + 2 * half.map_or(0, |&half| Cost::from(half))
    }

    fn update(
        &self,
        space: &Tiles<B>,
        mut value: Value,
        direction: Direction,
        slid: &Slid<B::Saved>,
        board: &B,
    ) -> Value {
        value.manhattan = self.manhattan.update(space, value.manhattan, direction, slid, board);
        for (half, view) in value.halves.iter_mut().zip(&self.views) {
            let group = view.group[slid.tile] as usize;
            let change = view.change(slid.tile, slid.to, direction, |cell| board.tile(cell));
            let surplus = view.databases[group].surplus();
            let index = self.indices(view, |cell| board.tile(cell))[group];
            *half += half_surplus(surplus, index);
            *half -= half_surplus(surplus, index.wrapping_add_signed(-change));
        }
        value
    }

    fn is_admissible(&self) -> bool {
        true
    }

    /// Each group's distance changes by at most the one move of its tile; so do sums and
    /// the largest of them. A surplus that is cut off at what four bits hold could fall
    /// by two with one move towards the goal only if it was above that.
    fn is_consistent(&self) -> bool {
        false
    }
}
