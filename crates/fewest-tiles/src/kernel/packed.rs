//! The depth-first search on boards of 16 cells with databases that have a place for every
//! tile on every cell: the whole node is a few words, which are copied and not undone.
//!
//! The cells of all tiles are the digits of one number for each view, those of a group side by
//! side. So the number of a group's placement is some of its bits, and a slide only adds to it.
//! A successor is looked up in two views before anything is decided: processors guess wrong
//! which of them is within the bound, and one wrong guess costs more than a look-up.

use super::descent::{DepthFirst, End, Key, Tally, key};
use super::iteration::Gate;
use super::tables::farther;
use crate::pattern::PatternSums;
use crate::pruning::{self, Marked};
use crate::{Direction, Geometry};

const CELLS: usize = 16;

/// The groups of a partition, at most: their surpluses are the bits of a lane.
const GROUPS: usize = 4;
/// The bits of a view in words that have a number for each.
const LANE: usize = 16;
/// A one in each lane.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The sign of the number in the first lane.
const SIGN: u64 = 0x8000;

/// Whether these databases can be searched here, on boards of this shape.
pub(super) fn fits(geometry: &Geometry, sums: &PatternSums) -> bool {
    geometry.cells() == CELLS
        && (1..=4).contains(&sums.views())
        && sums.is_sparse()
        && sums.views.iter().all(|view| view.databases.len() <= GROUPS)
}

/// What is looked up. With fewer views than `VIEWS`, the last one is looked up again.
pub(super) struct Tables<'a, const VIEWS: usize> {
    /// By blank: a bit for each direction that is not from beyond the edge.
    edges: [u32; CELLS],
    /// What leads from the blank to the tile that slides into it, by direction.
    offsets: [u32; 4],
    tiles: [Tile<'a, VIEWS>; CELLS],
    /// Where the cells of each group are in those of all tiles.
    shifts: [[usize; GROUPS]; VIEWS],
    sums: &'a PatternSums,
    geometry: &'a Geometry,
}

/// What a tile does.
#[derive(Clone, Copy)]
struct Tile<'a, const VIEWS: usize> {
    groups: [Group<'a>; VIEWS],
    /// What a slide adds to the cells of all tiles, by direction.
    added: [[u64; VIEWS]; 4],
    /// By direction, a bit for each place from which a slide leads farther from the goal.
    farther: [u64; 4],
}

impl<const VIEWS: usize> Tile<'_, VIEWS> {
    const NONE: Self = Tile {
        groups: [Group { surplus: &[], shift: 0, half: 0, mask: 0 }; VIEWS],
        added: [[0; VIEWS]; 4],
        farther: [0; 4],
    };
}

/// The group of a tile.
#[derive(Clone, Copy)]
struct Group<'a> {
    surplus: &'a [u8],
    /// Where its cells are in those of all tiles.
    shift: u8,
    /// Where half of its surplus is in those of all groups.
    half: u8,
    mask: u32,
}

impl<'a, const VIEWS: usize> Tables<'a, VIEWS> {
    pub(super) fn new(geometry: &'a Geometry, sums: &'a PatternSums) -> Self {
        let width = place(geometry.width());
        let mut tables = Tables {
            edges: [0; CELLS],
            offsets: [width, width.wrapping_neg(), place(1), place(1).wrapping_neg()],
            tiles: const { [Tile::NONE; CELLS] },
            shifts: [[0; GROUPS]; VIEWS],
            sums,
            geometry,
        };
        for number in 0..VIEWS {
            let view = &sums.views[number.min(sums.views() - 1)];
            for group in 1..view.databases.len() {
                let before = view.databases[group - 1].tiles().len();
                tables.shifts[number][group] = tables.shifts[number][group - 1] + 4 * before;
            }
            for tile in 1..CELLS {
                let group = view.group[tile] as usize;
                let shift = tables.shifts[number][group];
                let tiles = view.databases[group].tiles().len();
                tables.tiles[tile].groups[number] = Group {
                    surplus: view.databases[group].surplus(),
                    shift: shift as u8,
                    half: (LANE * number + 4 * group) as u8,
                    mask: u32::MAX >> (32 - 4 * tiles),
                };
                for (added, &step) in tables.tiles[tile].added.iter_mut().zip(&view.steps[tile]) {
                    added[number] = (i64::from(step) as u64) << shift;
                }
            }
        }
        for blank in 0..CELLS {
            for direction in Direction::ALL {
                if geometry.source(blank, direction).is_some() {
                    tables.edges[blank] |= 1 << direction as u32;
                }
            }
        }
        for tile in 1..CELLS {
            for direction in Direction::ALL {
                let farther = farther(geometry, tile, direction);
                for cell in 0..CELLS {
                    let bit = u64::from(farther >> cell & 1);
                    tables.tiles[tile].farther[direction as usize] |= bit << place(cell);
                }
            }
        }
        tables
    }
}

/// Where the tile of a cell is in a board.
fn place(cell: usize) -> u32 {
    4 * cell as u32
}

/// A depth-first search. What changes from node to node is in the nodes.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a, const VIEWS: usize> {
    tables: &'a Tables<'a, VIEWS>,
    automaton: &'a Marked,
    tally: Tally,
}

/// A board with its sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const VIEWS: usize> {
    /// Four bits for each cell.
    board: u64,
    /// The cells of all tiles, in each view.
    cells: [u64; VIEWS],
    /// Half of the surplus of each group, four bits each, in a lane for each view.
    halves: u64,
    /// Half of the moves that are left beyond the Manhattan distance and the sum of the
    /// surpluses, in a lane for each view.
    room: u64,
    /// Where the blank is in the board.
    blank: u32,
    state: u32,
}

impl<'a, const VIEWS: usize> Packed<'a, VIEWS> {
    /// At a board; its node has no slack yet.
    pub(super) fn new(tables: &'a Tables<'a, VIEWS>, tiles: &[u16]) -> (Self, Node<VIEWS>) {
        let mut node = Node {
            board: 0,
            cells: [0; VIEWS],
            halves: 0,
            room: 0,
            blank: 0,
            state: Marked::START,
        };
        for (cell, &tile) in tiles.iter().enumerate() {
            node.board |= u64::from(tile) << place(cell);
            if tile == 0 {
                node.blank = place(cell);
            }
        }
        for number in 0..VIEWS {
            let placements = tables.sums.placements(number, tiles);
            for (group, (index, half)) in placements.into_iter().enumerate() {
                node.cells[number] |= u64::from(index) << tables.shifts[number][group];
                node.halves |= u64::from(half) << (LANE * number + 4 * group);
            }
        }
        (Packed { tables, automaton: pruning::marked(), tally: Tally::default() }, node)
    }

    /// The successor in a direction that is allowed, if it can be solved within the bound.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of the kernel's time")]
    fn successor(&mut self, node: &Node<VIEWS>, direction: usize) -> Option<Node<VIEWS>> {
        self.tally.generated += 1;
        let from = node.blank.wrapping_add(self.tables.offsets[direction]) % u64::BITS;
        let slid = node.board >> from & 15;
        let tile = &self.tables.tiles[slid as usize];
        let mut successor = *node;
        let farther = tile.farther[direction] >> from & 1;
        let lanes = ONES >> (u64::BITS as usize - LANE * VIEWS);
        // A lane below zero borrows from the next one, until it is found out.
        successor.room = successor.room.wrapping_sub(farther * lanes);
        for number in 0..VIEWS {
            let group = &tile.groups[number];
            let cells = node.cells[number].wrapping_add(tile.added[direction][number]);
            let index = (cells >> (group.shift % 64)) as u32 & group.mask;
            let half = u64::from(group.surplus[index as usize / 2] >> (index % 2 * 4) & 15);
            let before = node.halves >> (group.half % 64) & 15;
            let more = half.wrapping_sub(before) << (LANE * number);
            successor.room = successor.room.wrapping_sub(more);
            if number % 2 == 1
                && successor.room & (SIGN | SIGN << LANE) << (LANE * (number - 1)) != 0
            {
                return None;
            }
            successor.cells[number] = cells;
            successor.halves ^= (before ^ half) << (group.half % 64);
        }
        successor.board ^= slid << from | slid << (node.blank % 64);
        successor.blank = from;
        successor.state = self.automaton.next(node.state, direction);
        Some(successor)
    }

    /// A bit for each direction that neither the edge nor the automaton forbids.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a few instructions")]
    fn allowed(&self, node: &Node<VIEWS>) -> u32 {
        node.state & self.tables.edges[node.blank as usize / 4 % CELLS]
    }

    // Its callers would be as large as itself.
    #[inline(never)]
    fn search(&mut self, node: &Node<VIEWS>, left: u32, gate: &mut Gate<'_>) -> End {
        self.expand::<4, true>(node, left, gate)
    }

    /// Searches below a node. Its successors' successors are part of the same function, where
    /// the slide `BACK` is known to be forbidden: that saves half of the calls.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of the kernel's time")]
    fn expand<const BACK: usize, const IS_OUTER: bool>(
        &mut self,
        node: &Node<VIEWS>,
        left: u32,
        gate: &mut Gate<'_>,
    ) -> End {
        if !self.tally.expand(gate) {
            return End::Stopped;
        }
        let allowed = self.allowed(node);
        macro_rules! branch {
            ($direction:literal) => {
                if $direction != BACK
                    && allowed & 1 << $direction != 0
                    && let Some(successor) = self.successor(node, $direction)
                {
                    // What is left is the Manhattan distance and the slack.
                    let end = match left {
                        1 => End::Solved,
                        _ if IS_OUTER => {
                            self.expand::<{ $direction ^ 1 }, false>(&successor, left - 1, gate)
                        }
                        _ => self.search(&successor, left - 1, gate),
                    };
                    if end != End::Exhausted {
                        gate.plan.push(Direction::ALL[$direction]);
                        return end;
                    }
                }
            };
        }
        branch!(0);
        branch!(1);
        branch!(2);
        branch!(3);
        End::Exhausted
    }

    /// The sum of the halves of a view.
    fn sum(node: &Node<VIEWS>, view: usize) -> u64 {
        let lane = node.halves >> (LANE * view);
        (0..GROUPS).map(|group| lane >> (4 * group) & 15).sum()
    }
}

impl<const VIEWS: usize> DepthFirst for Packed<'_, VIEWS> {
    type Node = Node<VIEWS>;

    fn geometry(&self) -> &Geometry {
        self.tables.geometry
    }
    fn bytes(&self) -> u64 {
        self.tables.sums.bytes()
    }
    fn key(&self, node: &Node<VIEWS>) -> Key {
        key((0..CELLS).map(|cell| (node.board >> place(cell) & 15) as u8))
    }
    fn half(node: &Node<VIEWS>) -> i16 {
        (0..VIEWS).map(|view| Self::sum(node, view)).max().unwrap_or(0) as i16
    }
    fn set_slack(node: &mut Node<VIEWS>, slack: i16) {
        let room = |view| (slack as u64 - Self::sum(node, view)) << (LANE * view);
        node.room = (0..VIEWS).map(room).sum();
    }
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
    fn descend(&mut self, node: Node<VIEWS>, left: u32, gate: &mut Gate<'_>) -> End {
        self.search(&node, left, gate)
    }
    fn advance(&mut self, node: &Node<VIEWS>, direction: u8) -> Option<Node<VIEWS>> {
        if self.allowed(node) >> direction & 1 == 0 {
            return None;
        }
        self.successor(node, direction as usize % 4)
    }
}
