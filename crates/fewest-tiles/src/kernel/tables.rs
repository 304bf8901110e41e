//! What the kernel looks up, in arrays of a fixed size: an index below it needs no check.

use crate::pattern::{MAX_GROUPS, PatternSums};
use crate::{Direction, Geometry};

/// The tables for boards of up to `CELLS` cells, a power of two, on which a slide along a
/// column changes the numbers of tiles on up to `PASSED` cells, with databases in up to
/// `VIEWS` views: exactly two, if that is two.
pub(super) struct Tables<'a, const CELLS: usize, const PASSED: usize, const VIEWS: usize> {
    /// By blank and direction: all ones for a slide from beyond the edge, else zero. So one
    /// comparison tells both what the edge and what the pruning automaton forbids.
    pub(super) edges: [[u32; 4]; CELLS],
    /// What leads from the blank to the tile that slides into it, by direction.
    pub(super) offsets: [u16; 4],
    /// By tile and direction.
    pub(super) slides: Box<[[Slide<VIEWS>; 4]; CELLS]>,
    pub(super) views: [View<'a, CELLS, PASSED>; VIEWS],
    /// The number of views that there are, up to `VIEWS`.
    pub(super) count: usize,
    pub(super) sums: &'a PatternSums,
    pub(super) geometry: &'a Geometry,
}

/// What the slide of a tile in a direction does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide<const VIEWS: usize> {
    /// The change of the number of its group's placement, apart from tiles it passes.
    pub(super) steps: [i32; VIEWS],
    /// Its group.
    pub(super) groups: [u8; VIEWS],
    /// A bit for each cell from which it leads farther from the goal.
    pub(super) farther: u32,
}

impl<const VIEWS: usize> Slide<VIEWS> {
    const NONE: Self = Slide { steps: [0; VIEWS], groups: [0; VIEWS], farther: 0 };
}

/// The databases of one view.
pub(super) struct View<'a, const CELLS: usize, const PASSED: usize> {
    /// By tile and the tile it passes.
    pub(super) passes: Box<[[i32; CELLS]; CELLS]>,
    /// Whether a direction is along a column of the image; then 1 to a higher cell, −1
    /// to a lower one.
    pub(super) along_column: [i32; 4],
    /// The cells passed, by blank and direction; then a cell beyond the board, which is
    /// always empty.
    pub(super) passed: Box<[[[u8; PASSED]; 4]; CELLS]>,
    pub(super) surplus: [&'a [u8]; MAX_GROUPS],
}

impl<'a, const CELLS: usize, const PASSED: usize, const VIEWS: usize>
    Tables<'a, CELLS, PASSED, VIEWS>
{
    pub(super) fn new(geometry: &'a Geometry, sums: &'a PatternSums) -> Self {
        let width = geometry.width() as u16;
        let mut edges = [[u32::MAX; 4]; CELLS];
        let mut slides = Box::new(const { [[Slide::NONE; 4]; CELLS] });
        // What is beyond the views that there are is never looked up.
        let from_view = |number: usize| &sums.views[number.min(sums.views() - 1)];
        for (blank, edges) in edges.iter_mut().enumerate().take(geometry.cells()) {
            for direction in Direction::ALL {
                if geometry.source(blank, direction).is_some() {
                    edges[direction as usize] = 0;
                }
            }
        }
        for tile in 1..geometry.cells() {
            for direction in 0..4 {
                let slide = &mut slides[tile][direction];
                slide.farther = farther(geometry, tile, Direction::ALL[direction]);
                for number in 0..VIEWS {
                    slide.steps[number] = from_view(number).steps[tile][direction];
                    slide.groups[number] = from_view(number).group[tile];
                }
            }
        }
        let offsets = [width, width.wrapping_neg(), 1, u16::MAX];
        let views = std::array::from_fn(|number| View::new(from_view(number)));
        let count = sums.views().min(VIEWS);
        Tables { edges, offsets, slides, views, count, sums, geometry }
    }
}

/// A bit for each cell from which a slide of a tile leads farther from its goal.
#[inline(never)]
pub(super) fn farther(geometry: &Geometry, tile: usize, direction: Direction) -> u32 {
    let goal = geometry.goal_cell(tile);
    let mut farther = 0;
    for blank in 0..geometry.cells() {
        if let Some(from) = geometry.source(blank, direction)
            && geometry.distance(blank, goal) > geometry.distance(from, goal)
        {
            farther |= 1 << from;
        }
    }
    farther
}

impl<'a, const CELLS: usize, const PASSED: usize> View<'a, CELLS, PASSED> {
    // One copy for each array that it is part of would take long to compile.
    #[inline(never)]
    fn new(from: &'a crate::pattern::View) -> Self {
        let cells = from.group.len();
        let mut view = View {
            passes: Box::new([[0; CELLS]; CELLS]),
            along_column: from.signs(),
            passed: Box::new([[[CELLS as u8 - 1; PASSED]; 4]; CELLS]),
            surplus: [&[]; MAX_GROUPS],
        };
        for tile in 0..cells {
            let row = &from.passes[tile * cells..][..cells];
            view.passes[tile][..cells].copy_from_slice(row);
        }
        for blank in 0..cells {
            for direction in 0..4 {
                // Of sparse databases, none of them counts.
                let passed = &from.passed[blank][direction];
                let passed = &passed[..passed.len().min(PASSED)];
                view.passed[blank][direction][..passed.len()].copy_from_slice(passed);
            }
        }
        for (number, database) in from.databases.iter().enumerate() {
            view.surplus[number] = database.surplus();
        }
        view
    }
}
