//! The order in which the lines of a board are solved, and how far the next tiles are from
//! their places.
//!
//! Lines are taken from the sides, away from where the blank belongs, always along the
//! shorter side of the rest. Each begins near to where the one before ends, so that the
//! blank travels little. A line is solved tile by tile; its last two tiles go to their
//! places together, because either alone would lock the other out.

use std::collections::VecDeque;

use super::super::Geometry;
use super::map::{Map, OFF, Sliding};

/// The rest that is solved as a whole has at most this many columns and rows.
const REST: usize = 4;

/// One tile, or the last two of a line, that are put in their places together.
#[derive(Debug)]
pub(super) struct Group {
    /// The places: of the tile before the last one and of the last, or of one tile.
    cells: [u16; 2],
    /// From the last place to the one before, and from the line to the rest.
    along: (i16, i16),
    inwards: (i16, i16),
    /// The width of the corner's table.
    width: usize,
}

/// All groups in order.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) groups: Vec<Group>,
    /// The group of each cell; the number of groups for those of the rest.
    group_of: Vec<u32>,
    /// The tiles in the order in which they are solved, those of the rest last, and where
    /// those of each group begin.
    order: Vec<u16>,
    begin: Vec<u32>,
    goal: Vec<u16>,
    corners: Vec<Corner>,
}

impl Lines {
    /// `is_flipped` chooses where the first line begins, and between rows and columns in a
    /// square.
    pub(super) fn new(geometry: &Geometry, mut is_flipped: bool) -> Self {
        let (width, height) = (geometry.width(), geometry.height());
        let (blank_x, blank_y) = geometry.place(geometry.goal_cell(0));
        let (mut left, mut right, mut top, mut bottom) = (0, width, 0, height);
        let mut groups = Vec::new();
        let mut end = None;
        while right - left > REST || bottom - top > REST {
            let (columns, rows) = (right - left, bottom - top);
            let is_row = rows > columns || rows == columns && !is_flipped;
            let (mut line, inwards): (Vec<usize>, _) = if is_row {
                let (y, inwards) = if blank_y - top >= bottom - 1 - blank_y {
                    top += 1;
                    (top - 1, (0, 1))
                } else {
                    bottom -= 1;
                    (bottom, (0, -1))
                };
                ((left..right).map(|x| y * width + x).collect(), inwards)
            } else {
                let (x, inwards) = if blank_x - left >= right - 1 - blank_x {
                    left += 1;
                    (left - 1, (1, 0))
                } else {
                    right -= 1;
                    (right, (-1, 0))
                };
                ((top..bottom).map(|y| y * width + x).collect(), inwards)
            };
            // A row ends where the next column begins, and that column where the next
            // column does.
            if rows == columns {
                is_flipped = !is_flipped;
            }
            let is_reversed = match end {
                Some(end) => {
                    let far =
                        |cell: Option<&usize>| cell.map_or(0, |&cell| geometry.distance(end, cell));
                    far(line.last()) < far(line.first())
                }
                None => is_row == is_flipped,
            };
            if is_reversed {
                line.reverse();
            }
            end = line.last().copied();
            let place = |cell: usize| (cell % width, cell / width);
            let (before, last) = (line[line.len() - 2], line[line.len() - 1]);
            let ((ax, ay), (bx, by)) = (place(before), place(last));
            let along = (ax as i16 - bx as i16, ay as i16 - by as i16);
            let corner = Corner::WIDTH.min(line.len());
            let group = |cells| Group { cells, along, inwards, width: corner };
            let singles = line[..line.len() - 2].iter();
            groups.extend(singles.map(|&cell| group([cell as u16, OFF])));
            groups.push(group([before as u16, last as u16]));
        }
        let mut group_of = vec![groups.len() as u32; geometry.cells()];
        for (number, group) in groups.iter().enumerate() {
            for &cell in group.cells.iter().filter(|&&cell| cell != OFF) {
                group_of[cell as usize] = number as u32;
            }
        }
        let goal = geometry.goal().to_vec();
        let (mut order, mut begin) = (Vec::new(), Vec::new());
        for group in &groups {
            begin.push(order.len() as u32);
            let cells = group.cells.iter().filter(|&&cell| cell != OFF);
            order.extend(cells.map(|&cell| goal[cell as usize]));
        }
        begin.push(order.len() as u32);
        let rest = goal.iter().zip(&group_of).filter(|&(_, &group)| group == groups.len() as u32);
        order.extend(rest.map(|(&tile, _)| tile).filter(|&tile| tile != 0));
        let corners = (0..=Corner::WIDTH).map(Corner::new).collect();
        Lines { groups, group_of, order, begin, goal, corners }
    }

    /// Whether a cell belongs to a group before `solved`.
    #[inline]
    pub(super) fn is_locked(&self, cell: u16, solved: u32) -> bool {
        self.group_of[cell as usize] < solved
    }

    /// The number of the first group that is not in its place, after `solved` that are.
    /// `at` is the cell of a tile.
    #[inline]
    pub(super) fn solved(&self, mut solved: u32, at: impl Fn(u16) -> u16) -> u32 {
        while let Some(group) = self.groups.get(solved as usize) {
            let is_home = |&cell: &u16| cell == OFF || at(self.goal[cell as usize]) == cell;
            if !group.cells.iter().all(is_home) {
                break;
            }
            solved += 1;
        }
        solved
    }

    /// The next tiles: at least `count` of them, and with any of the rest all of it.
    #[inline]
    pub(super) fn next(&self, solved: u32, count: usize) -> &[u16] {
        let lines = self.begin[self.groups.len()] as usize;
        let begin = self.begin[solved as usize] as usize;
        let end = begin + count;
        &self.order[begin..if end > lines { self.order.len() } else { end }]
    }

    /// About how many moves put the next group in its place, with the blank on `blank`.
    #[inline]
    pub(super) fn estimate(
        &self,
        map: &Map,
        solved: u32,
        blank: u16,
        at: impl Fn(u16) -> u16,
    ) -> i64 {
        let Some(group) = self.groups.get(solved as usize) else { return 0 };
        let place = |cell: u16| map.places[cell as usize];
        let tile = |index: usize| place(at(self.goal[group.cells[index] as usize]));
        if group.cells[1] == OFF {
            return carry(tile(0), place(group.cells[0]), place(blank));
        }
        let corner = &self.corners[group.width];
        let origin = place(group.cells[1]);
        // Coordinates in the corner: along the line, and away from it.
        let local = |(x, y): (i16, i16)| {
            let (x, y) = (x - origin.0, y - origin.1);
            let dot = |(a, b): (i16, i16)| x * a + y * b;
            (dot(group.along), dot(group.inwards))
        };
        let (first, last, blank) = (tile(0), tile(1), place(blank));
        let (a, b) = (corner.cell(local(first)), corner.cell(local(last)));
        let (along, inwards) = (group.along, group.inwards);
        // In the middle of the corner's table.
        let step = 2.min(group.width as i16 - 1);
        let aim =
            (origin.0 + step * along.0 + 2 * inwards.0, origin.1 + step * along.1 + 2 * inwards.1);
        match (a, b) {
            (Some(a), Some(b)) => corner.moves(local(blank), a, b),
            (None, Some(_)) => carry(first, aim, blank) + Corner::TYPICAL,
            (Some(_), None) => carry(last, aim, blank) + Corner::TYPICAL,
            (None, None) => {
                let far = (last.0 - aim.0).abs() + (last.1 - aim.1).abs();
                carry(first, aim, blank) + 4 * i64::from(far) + Corner::TYPICAL
            }
        }
    }

    /// The groups that are in their places on a board.
    pub(super) fn solved_on(&self, board: &Sliding) -> u32 {
        self.solved(0, |tile| board.cells[tile as usize])
    }
}

/// How many moves carry a tile from one place to another on an empty board. The blank goes
/// in front of the tile; then every step takes three moves after a turn and five straight
/// on.
fn carry(from: (i16, i16), to: (i16, i16), blank: (i16, i16)) -> i64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (across, down) = (dx.abs(), dy.abs());
    let mut best = i16::MAX;
    if across > 0 {
        let front = (from.0 + dx.signum(), from.1);
        let behind = blank.1 == from.1 && (blank.0 - from.0).signum() != dx.signum();
        let trip = (blank.0 - front.0).abs() + (blank.1 - front.1).abs() + 2 * i16::from(behind);
        let turns = if across > down { 2 * down } else { 2 * across - 1 };
        best = best.min(trip + 1 + 5 * (across + down - 1) - 2 * turns);
    }
    if down > 0 {
        let front = (from.0, from.1 + dy.signum());
        let behind = blank.0 == from.0 && (blank.1 - from.1).signum() != dy.signum();
        let trip = (blank.0 - front.0).abs() + (blank.1 - front.1).abs() + 2 * i16::from(behind);
        let turns = if down > across { 2 * across } else { 2 * down - 1 };
        best = best.min(trip + 1 + 5 * (across + down - 1) - 2 * turns);
    }
    if across + down == 0 { 0 } else { i64::from(best) }
}

/// The end of a line and the cells next to it: two cells of the line, and up to four by
/// three of the rest. For every place of the last two tiles and the blank, the fewest moves
/// that bring the tiles home.
#[derive(Debug)]
struct Corner {
    width: usize,
    moves: Vec<u8>,
}

impl Corner {
    const WIDTH: usize = 4;
    const DEPTH: usize = 3;
    /// About how many moves the last two tiles take once they are near.
    const TYPICAL: i64 = 16;

    fn new(width: usize) -> Self {
        let cells = 2 + width * Self::DEPTH;
        let mut corner = Corner { width, moves: vec![u8::MAX; cells * cells * cells] };
        let mut queue: VecDeque<[usize; 3]> = (2..cells).map(|blank| [blank, 1, 0]).collect();
        for &[blank, a, b] in &queue {
            let index = corner.index(blank, a, b);
            corner.moves[index] = 0;
        }
        while let Some([blank, a, b]) = queue.pop_front() {
            let moves = corner.moves[corner.index(blank, a, b)] + 1;
            let (along, inwards) = corner.place(blank);
            for (x, y) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let Some(next) = corner.cell((along + x, inwards + y)) else { continue };
                let moved = |tile| if tile == next { blank } else { tile };
                let index = corner.index(next, moved(a), moved(b));
                if corner.moves[index] == u8::MAX {
                    corner.moves[index] = moves;
                    queue.push_back([next, moved(a), moved(b)]);
                }
            }
        }
        corner
    }

    fn index(&self, blank: usize, a: usize, b: usize) -> usize {
        let cells = 2 + self.width * Self::DEPTH;
        (blank * cells + a) * cells + b
    }

    #[inline]
    fn cell(&self, (along, inwards): (i16, i16)) -> Option<usize> {
        let is_inside = match inwards {
            0 => (0..2).contains(&along),
            1..=3 => (0..self.width as i16).contains(&along),
            _ => false,
        };
        is_inside.then(|| match inwards {
            0 => along as usize,
            _ => 2 + (inwards as usize - 1) * self.width + along as usize,
        })
    }

    fn place(&self, cell: usize) -> (i16, i16) {
        match cell {
            0 | 1 => (cell as i16, 0),
            _ => (((cell - 2) % self.width) as i16, ((cell - 2) / self.width) as i16 + 1),
        }
    }

    /// From a blank that may still be outside.
    fn moves(&self, blank: (i16, i16), a: usize, b: usize) -> i64 {
        let look_up = |blank| i64::from(self.moves[self.index(blank, a, b)]);
        if let Some(blank) = self.cell(blank) {
            return look_up(blank);
        }
        let along = blank.0.clamp(0, self.width as i16 - 1);
        let inwards = blank.1.clamp(1, Self::DEPTH as i16);
        let trip = i64::from((blank.0 - along).abs() + (blank.1 - inwards).abs());
        let entry = self.cell((along, inwards)).filter(|&entry| entry != a && entry != b);
        trip + entry.map_or(Self::TYPICAL + 4, look_up)
    }
}
