//! The depth-first search on boards of 16 cells with databases that have a place for every
//! tile on every cell: the whole node is a few words, which are copied and not undone.
//!
//! The cells of all tiles are the digits of one number for each view, those of a group side by
//! side. So the number of a group's placement is some of its bits, and a slide only adds to it.

use fewest::pruning::Automaton;

use super::descent::{DepthFirst, End, Tally};
use super::iteration::Gate;
use crate::pattern::PatternSums;
use crate::{Direction, Geometry};

const CELLS: usize = 16;

/// Whether these databases can be searched here, on boards of this shape.
pub(super) fn fits(geometry: &Geometry, sums: &PatternSums) -> bool {
    geometry.cells() == CELLS && (1..=4).contains(&sums.views()) && sums.is_sparse()
}

/// What is looked up. With fewer views than `VIEWS`, the last one is looked up again.
pub(super) struct Tables<'a, const VIEWS: usize> {
    /// By blank and direction: all ones for a slide from beyond the edge, else zero.
    edges: [[u32; 4]; CELLS],
    /// What leads from the blank to the tile that slides into it, by direction.
    offsets: [u32; 4],
    /// By tile and direction.
    slides: [[Slide<VIEWS>; 4]; CELLS],
    /// By tile.
    groups: [[Group<'a>; VIEWS]; CELLS],
    sums: &'a PatternSums,
    geometry: &'a Geometry,
}

#[derive(Clone, Copy)]
struct Slide<const VIEWS: usize> {
    /// What it adds to the cells of all tiles.
    added: [u64; VIEWS],
    /// A bit for each cell from which it leads farther from the goal.
    farther: u32,
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
        let width = geometry.width() as u32;
        let none = Group { surplus: &[], shift: 0, half: 0, mask: 0 };
        let mut tables = Tables {
            edges: [[u32::MAX; 4]; CELLS],
            offsets: [width, width.wrapping_neg(), 1, u32::MAX],
            slides: [[Slide { added: [0; VIEWS], farther: 0 }; 4]; CELLS],
            groups: [[none; VIEWS]; CELLS],
            sums,
            geometry,
        };
        for number in 0..VIEWS {
            let view = &sums.views[number.min(sums.views() - 1)];
            for tile in 1..CELLS {
                let group = view.group[tile] as usize;
                let before: usize =
                    view.databases[..group].iter().map(|one| one.tiles().len()).sum();
                let tiles = view.databases[group].tiles().len();
                tables.groups[tile][number] = Group {
                    surplus: view.databases[group].surplus(),
                    shift: 4 * before as u8,
                    half: 8 * group as u8,
                    mask: u32::MAX >> (32 - 4 * tiles),
                };
                for (slide, &step) in tables.slides[tile].iter_mut().zip(&view.steps[tile]) {
                    slide.added[number] = (i64::from(step) as u64) << (4 * before);
                }
            }
        }
        for blank in 0..CELLS {
            for direction in Direction::ALL {
                let Some(from) = geometry.source(blank, direction) else { continue };
                tables.edges[blank][direction as usize] = 0;
                for tile in 1..CELLS {
                    let goal = geometry.goal_cell(tile);
                    let is_farther = geometry.distance(blank, goal) > geometry.distance(from, goal);
                    tables.slides[tile][direction as usize].farther |=
                        u32::from(is_farther) << from;
                }
            }
        }
        tables
    }
}

/// A depth-first search. What changes from node to node is in the nodes.
#[derive(Clone)]
pub(super) struct Packed<'a, const VIEWS: usize> {
    tables: &'a Tables<'a, VIEWS>,
    /// The next state by state and direction.
    automaton: &'a [u32],
    tally: Tally,
}

/// A board with its sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const VIEWS: usize> {
    /// Four bits for each cell.
    board: u64,
    /// The cells of all tiles, in each view.
    cells: [u64; VIEWS],
    /// Half of the surplus of each group, eight bits each.
    halves: [u64; VIEWS],
    /// Their sums.
    sums: [i16; VIEWS],
    /// Half of the moves that are left beyond the Manhattan distance.
    slack: i16,
    blank: u16,
    state: u32,
}

impl<'a, const VIEWS: usize> Packed<'a, VIEWS> {
    /// At a board; its node has no slack yet.
    pub(super) fn new(
        tables: &'a Tables<'a, VIEWS>,
        automaton: &'a [u32],
        tiles: &[u16],
    ) -> (Self, Node<VIEWS>) {
        let mut node = Node {
            board: 0,
            cells: [0; VIEWS],
            halves: [0; VIEWS],
            sums: [0; VIEWS],
            slack: 0,
            blank: 0,
            state: Automaton::START,
        };
        for (cell, &tile) in tiles.iter().enumerate() {
            node.board |= u64::from(tile) << (4 * cell);
            if tile == 0 {
                node.blank = cell as u16;
            }
        }
        let sums = tables.sums;
        for number in 0..VIEWS {
            let view = &sums.views[number.min(sums.views() - 1)];
            let indices = sums.indices(view, |cell| tiles[cell] as usize);
            let mut shift = 0;
            for ((group, database), index) in (0..).zip(&view.databases).zip(indices) {
                node.cells[number] |= u64::from(index) << shift;
                shift += 4 * database.tiles().len();
                let half = database.half_surplus(index);
                node.halves[number] |= u64::from(half) << (8 * group);
                node.sums[number] += i16::from(half);
            }
        }
        (Packed { tables, automaton, tally: Tally::default() }, node)
    }

    /// The successor in a direction, if there is one that can be solved within the bound.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of the kernel's time")]
    fn successor<const DIRECTION: usize>(&mut self, node: &Node<VIEWS>) -> Option<Node<VIEWS>> {
        let tables = self.tables;
        let blank = u32::from(node.blank) % CELLS as u32;
        let next = self.automaton[node.state as usize + DIRECTION];
        let state = next | tables.edges[blank as usize][DIRECTION];
        if state == u32::MAX {
            return None;
        }
        self.tally.generated += 1;
        let from = blank.wrapping_add(tables.offsets[DIRECTION]) % CELLS as u32;
        let tile = node.board >> (4 * from) & 15;
        let slide = &tables.slides[tile as usize][DIRECTION];
        let groups = &tables.groups[tile as usize];
        let mut successor = *node;
        successor.slack -= (slide.farther >> from & 1) as i16;
        for (number, group) in groups.iter().enumerate() {
            let cells = node.cells[number].wrapping_add(slide.added[number]);
            let index = (cells >> group.shift) as u32 & group.mask;
            let half = group.surplus[index as usize / 2] >> (index % 2 * 4) & 15;
            let before = (node.halves[number] >> group.half) as u8;
            let sum = node.sums[number] + i16::from(half) - i16::from(before);
            if sum > successor.slack {
                return None;
            }
            successor.cells[number] = cells;
            successor.halves[number] ^= u64::from(before ^ half) << group.half;
            successor.sums[number] = sum;
        }
        successor.board ^= tile << (4 * from) | tile << (4 * blank);
        (successor.blank, successor.state) = (from as u16, state);
        Some(successor)
    }

    fn search(&mut self, node: &Node<VIEWS>, left: u32, gate: &mut Gate<'_>) -> End {
        if self.tally.expanded >= self.tally.allowed {
            match gate.ask(self.tally.expanded, self.tally.generated) {
                Some(more) => self.tally.allowed += more,
                None => return End::Stopped,
            }
        }
        self.tally.expanded += 1;
        macro_rules! branch {
            ($direction:literal) => {
                if let Some(successor) = self.successor::<$direction>(node) {
                    // What is left is the Manhattan distance and the slack.
                    let end = match left {
                        1 => End::Solved,
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
}

impl<const VIEWS: usize> DepthFirst for Packed<'_, VIEWS> {
    type Node = Node<VIEWS>;
    type Key = u64;

    const KEY_BYTES: usize = size_of::<u64>();

    fn geometry(&self) -> &Geometry {
        self.tables.geometry
    }
    fn bytes(&self) -> u64 {
        self.tables.sums.bytes()
    }
    fn key(&self, node: &Node<VIEWS>) -> u64 {
        node.board
    }
    fn half(node: &Node<VIEWS>) -> i16 {
        node.sums.iter().max().copied().unwrap_or(0)
    }
    fn set_slack(node: &mut Node<VIEWS>, slack: i16) {
        node.slack = slack;
    }
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
    fn descend(&mut self, node: Node<VIEWS>, left: u32, gate: &mut Gate<'_>) -> End {
        self.search(&node, left, gate)
    }
    fn advance(&mut self, node: &Node<VIEWS>, direction: u8) -> Option<Node<VIEWS>> {
        match direction {
            0 => self.successor::<0>(node),
            1 => self.successor::<1>(node),
            2 => self.successor::<2>(node),
            _ => self.successor::<3>(node),
        }
    }
}
