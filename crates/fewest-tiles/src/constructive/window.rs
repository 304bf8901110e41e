//! The ends of lines: the last two tiles of a line, and the last four cells.

use std::collections::VecDeque;

use super::Work;

/// A window has two cells along the line and three across.
const CELLS: usize = 6;

/// Where in the window the blank and the two tiles are.
type State = [usize; 3];

impl Work<'_> {
    /// Puts the last two tiles of a line on its last two cells `ends`.
    /// `across` leads from a cell of the line to the one beside it in the next
    /// line.
    pub(super) fn place_pair(&mut self, ends: [usize; 2], across: usize, tiles: [u16; 2]) {
        if (0..2).all(|i| self.cell_of(tiles[i]) == ends[i]) {
            for cell in ends {
                self.fix(cell);
            }
            return;
        }
        let window: [usize; CELLS] = std::array::from_fn(|i| ends[i % 2] + i / 2 * across);
        let is_inside = |cell: usize| window.contains(&cell);
        let [a, b] = tiles;
        let all_inside = |work: &Self| [0, a, b].iter().all(|&tile| is_inside(work.cell_of(tile)));
        if !all_inside(self) {
            // On the line itself the first tile blocks nothing: the cells beyond are a
            // rectangle, in which the blank can go around the other.
            let nearest = |cell: &usize| self.geometry.distance(self.cell_of(a), *cell);
            let end = ends.into_iter().min_by_key(nearest).unwrap_or(ends[0]);
            self.bring(a, end);
            self.fix(end);
            self.bring_until(b, ends[1] + across, is_inside);
            self.bring_blank(is_inside, self.cell_of(b));
            self.fixed[end] = false;
        }
        for next in self.solve_window(window, tiles) {
            self.slide(next);
        }
        for cell in ends {
            self.fix(cell);
        }
    }

    /// The shortest path of the blank in the window that puts the two tiles on its first two
    /// cells, by breadth-first search. There are 120 states, all connected, since the other
    /// tiles are indistinguishable.
    fn solve_window(&self, window: [usize; CELLS], [a, b]: [u16; 2]) -> Vec<usize> {
        let position = |tile: u16| {
            let cell = self.cell_of(tile);
            window.iter().position(|&other| other == cell).unwrap_or(0)
        };
        let index = |[blank, a, b]: State| (blank * CELLS + a) * CELLS + b;
        let start = [position(0), position(a), position(b)];
        let mut before: [Option<State>; CELLS * CELLS * CELLS] = [None; CELLS * CELLS * CELLS];
        before[index(start)] = Some(start);
        let mut queue = VecDeque::from([start]);
        while let Some(state @ [blank, a, b]) = queue.pop_front() {
            if (a, b) == (0, 1) {
                let path = std::iter::successors(Some(state), |&state| before[index(state)]);
                let mut path: Vec<usize> = path
                    .take_while(|&state| state != start)
                    .map(|[blank, ..]| window[blank])
                    .collect();
                path.reverse();
                return path;
            }
            let beside = Some(blank ^ 1);
            let next_line = (blank + 2 < CELLS).then_some(blank + 2);
            let line_before = blank.checked_sub(2);
            for next in [beside, next_line, line_before].into_iter().flatten() {
                let moved = |tile| if tile == next { blank } else { tile };
                let state_after = [next, moved(a), moved(b)];
                if before[index(state_after)].is_none() {
                    before[index(state_after)] = Some(state);
                    queue.push_back(state_after);
                }
            }
        }
        Vec::new()
    }

    /// Rotates the last two by two cells until they are solved. Every solvable board appears
    /// within twelve moves in either direction.
    pub(super) fn turn_last_cells(&mut self, goal: &[u16]) {
        let (width, cells) = (self.geometry.width(), goal.len());
        let ring = [cells - 1, cells - 2, cells - 2 - width, cells - 1 - width];
        let position = ring.iter().position(|&cell| cell == self.blank());
        let mut at = position.unwrap_or(0);
        let mut tiles = self.tiles.clone();
        let mut turns = 0;
        while tiles != goal && turns < 12 {
            let next = (at + 1) % 4;
            tiles.swap(ring[at], ring[next]);
            at = next;
            turns += 1;
        }
        let (turns, step) = if turns <= 6 { (turns, 1) } else { (12 - turns, 3) };
        let mut at = position.unwrap_or(0);
        for _ in 0..turns {
            at = (at + step) % 4;
            self.slide(ring[at]);
        }
    }
}
