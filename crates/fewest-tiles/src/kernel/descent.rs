//! The depth-first search of one iteration, on one thread.

use fewest::pruning::Automaton;

use super::iteration::Gate;
use super::tables::Tables;
use crate::pattern::MAX_GROUPS;
use crate::{Direction, Geometry};

/// A depth-first search within a bound, on one thread.
pub(super) trait DepthFirst: Copy + Send + Sync {
    /// What depends on the whole board.
    type Node: Copy + Send + Sync;

    fn geometry(&self) -> &Geometry;
    /// The bytes of all databases.
    fn bytes(&self) -> u64;
    /// The board at a node.
    fn key(&self, node: &Self::Node) -> Key;
    /// Half of the surplus of a node over its Manhattan distance.
    fn half(node: &Self::Node) -> i16;
    /// Sets half of the moves that are left beyond the Manhattan distance.
    fn set_slack(node: &mut Self::Node, slack: i16);
    fn tally(&mut self) -> &mut Tally;
    /// Looks for a plan from a node in `left` more moves, when none is shorter. The moves
    /// of a plan are appended to that of the gate, the last one first.
    fn descend(&mut self, node: Self::Node, left: u32, gate: &mut Gate<'_>) -> End;
    /// Plays a move, if the node after it can be solved within the bound.
    fn advance(&mut self, node: &Self::Node, direction: u8) -> Option<Self::Node>;
}

/// A board in a few words.
pub(super) type Key = [u64; 3];

/// The key of the tiles of a board, row by row.
pub(super) fn key(tiles: impl IntoIterator<Item = u8>) -> Key {
    let mut key = [0; 3];
    for (cell, tile) in tiles.into_iter().enumerate() {
        key[cell / 12] |= u64::from(tile) << (cell % 12 * 5);
    }
    key
}

/// What a depth-first search has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// At this many expansions a [`Gate`] must be asked for more.
    pub(super) allowed: u64,
}

impl Tally {
    /// Counts an expansion, if there may be one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a few instructions")]
    pub(super) fn expand(&mut self, gate: &mut Gate<'_>) -> bool {
        if self.expanded >= self.allowed {
            match gate.ask(self.expanded, self.generated) {
                Some(more) => self.allowed += more,
                None => return false,
            }
        }
        self.expanded += 1;
        true
    }
}

/// A depth-first search that is changed in place.
#[derive(Clone, Copy)]
pub(super) struct Descent<'a, const CELLS: usize, const PASSED: usize, const VIEWS: usize> {
    tables: &'a Tables<'a, CELLS, PASSED, VIEWS>,
    /// The next state by state and direction.
    automaton: &'a [u32],
    board: [u8; CELLS],
    /// The number of each group's placement, and half of its surplus.
    groups: [[Group; MAX_GROUPS]; VIEWS],
    tally: Tally,
}

/// The placement of a group of tiles.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    index: u32,
    half: u32,
}

/// A node: what depends on the whole board. It is so small that it is handed on in
/// registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const VIEWS: usize> {
    pub(super) state: u32,
    pub(super) blank: u16,
    /// Half of the moves that are left beyond the Manhattan distance.
    pub(super) slack: i16,
    /// The sums of the views, in halves of the surplus.
    pub(super) halves: [i16; VIEWS],
}

/// A successor that is within the bound.
#[derive(Clone, Copy)]
struct Successor<const VIEWS: usize> {
    node: Node<VIEWS>,
    tile: u8,
    places: [u8; VIEWS],
    groups: [Group; VIEWS],
}

/// How a depth-first search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There is no plan within the bound.
    Exhausted,
    /// There is one.
    Solved,
    /// The search may not go on.
    Stopped,
}

impl<'a, const CELLS: usize, const PASSED: usize, const VIEWS: usize>
    Descent<'a, CELLS, PASSED, VIEWS>
{
    /// At a board; its node has no slack yet.
    pub(super) fn new(
        tables: &'a Tables<'a, CELLS, PASSED, VIEWS>,
        automaton: &'a [u32],
        tiles: &[u16],
    ) -> (Self, Node<VIEWS>) {
        let mut board = [0; CELLS];
        for (cell, &tile) in board.iter_mut().zip(tiles) {
            *cell = tile as u8;
        }
        let mut groups = [[Group::default(); MAX_GROUPS]; VIEWS];
        let mut halves = [0; VIEWS];
        for number in 0..VIEWS {
            let placements = tables.sums.placements(number, tiles);
            for (group, (index, half)) in groups[number].iter_mut().zip(placements) {
                *group = Group { index, half: u32::from(half) };
                halves[number] += i16::from(half);
            }
        }
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0) as u16;
        let node = Node { blank, state: Automaton::START, slack: 0, halves };
        (Descent { tables, automaton, board, groups, tally: Tally::default() }, node)
    }

    // Its callers would be as large as itself.
    #[inline(never)]
    fn search(&mut self, node: Node<VIEWS>, left: u32, gate: &mut Gate<'_>) -> End {
        if !self.tally.expand(gate) {
            return End::Stopped;
        }
        macro_rules! branch {
            ($direction:literal) => {
                if let Some(successor) = self.successor(&node, $direction) {
                    // What is left is the Manhattan distance and the slack.
                    if left == 1 {
                        gate.plan.push(Direction::ALL[$direction]);
                        return End::Solved;
                    }
                    let undo = self.slide(node.blank, &successor);
                    let end = self.search(successor.node, left - 1, gate);
                    if end != End::Exhausted {
                        gate.plan.push(Direction::ALL[$direction]);
                        return end;
                    }
                    self.unslide(&successor, &undo);
                }
            };
        }
        branch!(0);
        branch!(1);
        branch!(2);
        branch!(3);
        End::Exhausted
    }

    /// The successor in a direction, if there is one that can be solved within the bound.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of the kernel's time")]
    fn successor(&mut self, node: &Node<VIEWS>, direction: usize) -> Option<Successor<VIEWS>> {
        let tables = self.tables;
        let blank = node.blank as usize % CELLS;
        let next = self.automaton[node.state as usize + direction];
        let state = next | tables.edges[blank][direction];
        if state == u32::MAX {
            return None;
        }
        self.tally.generated += 1;
        let from = node.blank.wrapping_add(tables.offsets[direction]) as usize % CELLS;
        let tile = self.board[from];
        let tile_at = tile as usize % CELLS;
        let step = &tables.slides[tile_at][direction];
        let slack = node.slack - (step.farther >> from & 1) as i16;
        if VIEWS == 0 && slack < 0 {
            return None;
        }
        let mut successor = Successor {
            node: Node { blank: from as u16, state, slack, halves: node.halves },
            tile,
            places: step.groups,
            groups: [Group::default(); VIEWS],
        };
        for number in 0..VIEWS {
            if VIEWS > 2 && number >= tables.count {
                break;
            }
            // Of two mirror images, a slide is along a row of one, which costs less, and
            // along a column of the other.
            let (number, along_column) = if VIEWS == 2 {
                let column = direction / 2;
                let sign = if direction.is_multiple_of(2) { -1 } else { 1 };
                if number == 0 { (1 - column, 0) } else { (column, sign) }
            } else {
                (number, tables.views[number].along_column[direction])
            };
            let view = &tables.views[number];
            let place = step.groups[number] as usize % MAX_GROUPS;
            let group = self.groups[number][place];
            let mut index = group.index.wrapping_add_signed(step.steps[number]);
            if PASSED > 0 && along_column != 0 {
                let passes = &view.passes[tile_at];
                let mut sum = 0;
                for &cell in &view.passed[blank][direction] {
                    sum += passes[self.board[cell as usize % CELLS] as usize % CELLS];
                }
                index = index.wrapping_add_signed(if along_column > 0 { sum } else { -sum });
            }
            let half = u32::from(view.surplus[place][index as usize / 2] >> (index % 2 * 4)) & 15;
            let sum = node.halves[number] + half as i16 - group.half as i16;
            if sum > slack {
                return None;
            }
            successor.groups[number] = Group { index, half };
            successor.node.halves[number] = sum;
        }
        Some(successor)
    }

    /// Slides the tile of a successor; returns what its groups had before.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a few instructions")]
    fn slide(&mut self, blank: u16, successor: &Successor<VIEWS>) -> [Group; VIEWS] {
        // The blank's own cell may hold anything.
        self.board[blank as usize % CELLS] = successor.tile;
        let mut before = [Group::default(); VIEWS];
        for (number, before) in before.iter_mut().enumerate() {
            let group = &mut self.groups[number][successor.places[number] as usize % MAX_GROUPS];
            *before = *group;
            *group = successor.groups[number];
        }
        before
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a few instructions")]
    fn unslide(&mut self, successor: &Successor<VIEWS>, undo: &[Group; VIEWS]) {
        self.board[successor.node.blank as usize % CELLS] = successor.tile;
        for (number, &before) in undo.iter().enumerate() {
            let place = successor.places[number] as usize % MAX_GROUPS;
            self.groups[number][place] = before;
        }
    }
}

impl<const CELLS: usize, const PASSED: usize, const VIEWS: usize> DepthFirst
    for Descent<'_, CELLS, PASSED, VIEWS>
{
    type Node = Node<VIEWS>;

    fn geometry(&self) -> &Geometry {
        self.tables.geometry
    }
    fn bytes(&self) -> u64 {
        self.tables.sums.bytes()
    }
    fn key(&self, node: &Node<VIEWS>) -> Key {
        let mut board = self.board;
        board[node.blank as usize % CELLS] = 0;
        key(board)
    }
    fn half(node: &Node<VIEWS>) -> i16 {
        node.halves.iter().max().copied().unwrap_or(0)
    }
    fn set_slack(node: &mut Node<VIEWS>, slack: i16) {
        node.slack = slack;
    }
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }
    fn descend(&mut self, node: Node<VIEWS>, left: u32, gate: &mut Gate<'_>) -> End {
        self.search(node, left, gate)
    }
    fn advance(&mut self, node: &Node<VIEWS>, direction: u8) -> Option<Node<VIEWS>> {
        let successor = self.successor(node, direction as usize % 4)?;
        self.slide(node.blank, &successor);
        Some(successor.node)
    }
}
