//! Moves one tile to a cell: the blank goes around to the side where the tile should go,
//! and swaps with it, again and again.
//!
//! Of two paths of equal length, the blank takes the one that brings more of the other
//! tiles nearer to their places.

use std::collections::VecDeque;

use super::Work;

/// The number of moves that bringing a tile nearer by a cell is worth. The best value on
/// random boards from 4 × 4 to 128 × 128: without it, plans are a tenth longer; with 1 or
/// more, a fiftieth.
const WORTH: f32 = 0.75;

/// The gain of an impossible path; some gains can still be added to it.
const BLOCKED: i32 = i32::MIN / 2;

/// A path of the blank: its cells in order, and by how much it brings the tiles that it
/// moves nearer to their places.
struct Path {
    cells: Vec<usize>,
    gain: i32,
}

impl Path {
    fn price(&self) -> f32 {
        self.cells.len() as f32 - WORTH * self.gain as f32
    }
}

impl Work<'_> {
    /// Moves a tile to `target`. The free cells must leave the blank a path around the tile.
    pub(super) fn bring(&mut self, tile: u16, target: usize) {
        self.bring_until(tile, target, |cell| cell == target);
    }

    /// Moves a tile towards `target` until it is near enough.
    pub(super) fn bring_until(
        &mut self,
        tile: u16,
        target: usize,
        is_near: impl Fn(usize) -> bool,
    ) {
        while !is_near(self.cell_of(tile)) {
            let cell = self.cell_of(tile);
            let distance = self.geometry.distance(cell, target);
            let paths = self
                .geometry
                .neighbours(cell)
                .filter(|&next| {
                    !self.fixed[next] && self.geometry.distance(next, target) < distance
                })
                .flat_map(|next| self.paths(next, cell));
            let best = paths.min_by(|a, b| a.price().total_cmp(&b.price()));
            let Some(path) = best else {
                unreachable!("a tile can always come nearer: cell {cell} to {target}");
            };
            for next in path.cells {
                self.slide(next);
            }
            self.slide(cell);
        }
    }

    /// Paths of the blank to `to` that don't move the tile on `tile`.
    fn paths(&self, to: usize, tile: usize) -> Vec<Path> {
        let mut paths = self.paths_around(to, tile);
        if paths.is_empty() {
            paths.extend(self.straight_path(to, tile));
        }
        if paths.is_empty() {
            paths.extend(self.any_path(|cell| cell == to, tile));
        }
        paths
    }

    /// The two paths along the eight cells around a tile, if the blank is on one of them.
    fn paths_around(&self, to: usize, tile: usize) -> Vec<Path> {
        const RING: [(isize, isize); 8] =
            [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let (x, y) = self.geometry.place(tile);
        let ring = RING.map(|(dx, dy)| {
            let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let cell = y.wrapping_mul(self.geometry.width()).wrapping_add(x);
            let is_inside = x < self.geometry.width() && y < self.geometry.height();
            (is_inside && !self.fixed[cell]).then_some(cell)
        });
        let position = |cell| ring.iter().position(|&other| other == Some(cell));
        let (Some(start), Some(end)) = (position(self.blank()), position(to)) else {
            return Vec::new();
        };
        let path = |turn: usize| {
            let mut cells = Vec::with_capacity(8);
            let mut gain = 0;
            let (mut at, mut blank) = (start, self.blank());
            while at != end {
                at = (at + turn) % 8;
                let next = ring[at]?;
                gain += self.gain(next, blank);
                cells.push(next);
                blank = next;
            }
            Some(Path { cells, gain })
        };
        [path(1), path(7)].into_iter().flatten().collect()
    }

    /// The best of the shortest paths from the blank to `to` that avoid fixed cells and the
    /// tile, if there is one. Such a path enters each cell once, so its tile is known
    /// beforehand, and the best path to each cell of the rectangle follows from the two cells
    /// before it.
    fn straight_path(&self, to: usize, tile: usize) -> Option<Path> {
        let ((x0, y0), (x1, y1)) = (self.geometry.place(self.blank()), self.geometry.place(to));
        let (width, height) = (x0.abs_diff(x1) + 1, y0.abs_diff(y1) + 1);
        let cell = |x: usize, y: usize| {
            let x = if x1 >= x0 { x0 + x } else { x0 - x };
            let y = if y1 >= y0 { y0 + y } else { y0 - y };
            y * self.geometry.width() + x
        };
        let mut gains = vec![BLOCKED; width * height];
        gains[0] = 0;
        let from_left = |gains: &[i32], x: usize, y: usize| match x {
            0 => BLOCKED,
            _ => gains[y * width + x - 1] + self.gain(cell(x, y), cell(x - 1, y)),
        };
        let from_above = |gains: &[i32], x: usize, y: usize| match y {
            0 => BLOCKED,
            _ => gains[(y - 1) * width + x] + self.gain(cell(x, y), cell(x, y - 1)),
        };
        for y in 0..height {
            for x in usize::from(y == 0)..width {
                let next = cell(x, y);
                if !self.fixed[next] && next != tile {
                    gains[y * width + x] = from_left(&gains, x, y).max(from_above(&gains, x, y));
                }
            }
        }
        let gain = *gains.last()?;
        if gain < BLOCKED / 2 {
            return None;
        }
        let (mut x, mut y) = (width - 1, height - 1);
        let mut cells = Vec::with_capacity(width + height - 2);
        while (x, y) != (0, 0) {
            cells.push(cell(x, y));
            if from_left(&gains, x, y) >= from_above(&gains, x, y) {
                x -= 1;
            } else {
                y -= 1;
            }
        }
        cells.reverse();
        Some(Path { cells, gain })
    }

    /// A shortest path of the blank to a cell, whatever is between.
    fn any_path(&self, is_end: impl Fn(usize) -> bool, tile: usize) -> Option<Path> {
        let mut before = vec![usize::MAX; self.tiles.len()];
        let mut queue = VecDeque::from([self.blank()]);
        before[self.blank()] = self.blank();
        while let Some(cell) = queue.pop_front() {
            if is_end(cell) {
                let path = std::iter::successors(Some(cell), |&cell| Some(before[cell]));
                let mut cells: Vec<usize> = path.take_while(|&cell| cell != self.blank()).collect();
                cells.reverse();
                return Some(Path { cells, gain: 0 });
            }
            for next in self.geometry.neighbours(cell) {
                if next != tile && !self.fixed[next] && before[next] == usize::MAX {
                    before[next] = cell;
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Moves the blank to the nearest suitable cell, without moving a tile.
    pub(super) fn bring_blank(&mut self, is_end: impl Fn(usize) -> bool, tile: usize) {
        if let Some(path) = self.any_path(is_end, tile) {
            for next in path.cells {
                self.slide(next);
            }
        }
    }
}
