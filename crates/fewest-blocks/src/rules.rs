//! How the blocks move: all of them at once, one cell, on bitboards.
//!
//! In a line of free cells between walls, with cell 0 nearest the wall that the
//! blocks move towards, `new[i] = old[i + 1] or (old[0] and … and old[i])`: the
//! run of blocks that touches the wall stays, every other block steps. A move takes a
//! few instructions: it fills in the runs at the wall, all lines at once, and shifts the
//! rest.
//!
//! ```
//! use fewest_blocks::{Direction, Rules};
//!
//! // A board of 5 × 1 without walls, cell 0 at the left.
//! let rules = Rules::<u64>::new(5, 1, 0);
//! assert_eq!(rules.step(0b10101, Direction::L), 0b01011);
//! let mut before = Vec::new();
//! rules.predecessors(0b01011, Direction::L, &mut before);
//! before.sort();
//! assert_eq!(before, [0b10011, 0b10101, 0b10110]);
//! ```

use super::Direction;
use super::word::Word;

/// A board: its size and its walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules<W> {
    width: usize,
    height: usize,
    free: W,
    /// For each direction, the free cells whose next cell that way is a wall.
    near: [W; 4],
    /// For each direction and cell, the cells from there to the wall that way.
    toward: [Vec<W>; 4],
}

impl<W: Word> Rules<W> {
    /// Whether the word holds a board of this size.
    pub fn holds(width: usize, height: usize) -> bool {
        width.max(height) <= W::SIDE && width * height <= W::CELLS
    }

    /// A board with these walls.
    ///
    /// # Panics
    /// If the word is too narrow; see [`Rules::holds`].
    pub fn new(width: usize, height: usize, walls: W) -> Self {
        assert!(Self::holds(width, height), "{width} × {height} is too large");
        let cells = width * height;
        let free = W::from_cells((0..cells).filter(|&cell| !walls.has(cell)));
        let mut rules = Rules {
            width,
            height,
            free,
            near: [W::EMPTY; 4],
            toward: std::array::from_fn(|_| vec![W::EMPTY; cells]),
        };
        for direction in Direction::ALL {
            let beyond = |&cell: &usize| rules.next(cell, direction).is_none();
            rules.near[direction as usize] = W::from_cells(free.cells().filter(beyond));
            for cell in free.cells() {
                let line = std::iter::successors(Some(cell), |&cell| rules.next(cell, direction));
                let line = W::from_cells(line);
                rules.toward[direction as usize][cell] = line;
            }
        }
        rules
    }

    /// The width.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The height.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The cells without a wall.
    pub fn free(&self) -> W {
        self.free
    }

    /// The free cell next to a cell.
    pub fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        let next = match direction {
            Direction::U => cell.checked_sub(self.width)?,
            Direction::R => (x + 1 < self.width).then_some(cell + 1)?,
            Direction::D => (y + 1 < self.height).then_some(cell + self.width)?,
            Direction::L => (x > 0).then_some(cell.wrapping_sub(1))?,
        };
        self.free.has(next).then_some(next)
    }

    /// The cells from a free cell to the wall that way, itself among them.
    #[inline]
    pub fn to_wall(&self, cell: usize, direction: Direction) -> W {
        self.toward[direction as usize][cell]
    }

    /// The cell at the wall in the line of a free cell.
    #[inline]
    pub(super) fn wall_end(&self, cell: usize, direction: Direction) -> usize {
        (self.to_wall(cell, direction) & self.near[direction as usize]).first()
    }

    /// The cells from which a block alone on the board moves to one of these.
    #[inline]
    pub(super) fn origins(&self, cells: W, direction: Direction) -> W {
        let away = direction.opposite();
        let stepped = cells & !self.near[away as usize];
        self.shift(stepped, away) | (cells & self.near[direction as usize])
    }

    /// Every block tries to step one cell.
    #[inline]
    #[must_use]
    pub fn step(&self, blocks: W, direction: Direction) -> W {
        let stuck = self.stuck(blocks, direction);
        stuck | self.shift(blocks ^ stuck, direction)
    }

    /// The blocks after each of the four moves, in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub fn steps(&self, blocks: W) -> [W; 4] {
        // One by one, so that each is compiled for its direction.
        let [up, right, down, left] = Direction::ALL;
        [
            self.step(blocks, up),
            self.step(blocks, right),
            self.step(blocks, down),
            self.step(blocks, left),
        ]
    }

    /// Appends every set of blocks from which the move leads to `blocks`.
    ///
    /// In a line whose run at the wall has m blocks, the cells 0 to m held m
    /// blocks and one gap before the move, and the gap could be any of these
    /// m + 1 cells; all other blocks came from one cell farther away. A full line
    /// was full. A block in the far cell of a line that is not full came from
    /// nowhere, so there is no such set then.
    pub fn predecessors(&self, blocks: W, direction: Direction, out: &mut Vec<W>) {
        let Some((full, gaps)) = self.before(blocks, direction) else { return };
        let first = out.len();
        out.push(full);
        for gap in gaps.cells() {
            let line = self.toward[direction as usize][gap];
            let known = out.len();
            for cell in line.without_first().cells() {
                for i in first..known {
                    out.push(out[i] & !W::cell(cell));
                }
            }
            for set in &mut out[first..known] {
                *set = *set & !W::cell(line.first());
            }
        }
    }

    /// How many sets [`Rules::predecessors`] appends, in all directions. A board with
    /// many lines can have more than any memory holds.
    pub fn count_predecessors(&self, blocks: W) -> u64 {
        let count = |direction| {
            let Some((_, gaps)) = self.before(blocks, direction) else { return 0 };
            let lines = gaps.cells().map(|gap| self.to_wall(gap, direction).count());
            lines.fold(1, |product: u64, cells| product.saturating_mul(u64::from(cells)))
        };
        Direction::ALL.into_iter().map(count).fold(0, u64::saturating_add)
    }

    /// At least as many, quickly: a run of m blocks and a gap make m + 1 choices, which
    /// are no more than 2 to the power of m.
    #[inline]
    pub fn most_predecessors(&self, blocks: W) -> u64 {
        let most = |direction| {
            1_u64.checked_shl(self.stuck(blocks, direction).count()).unwrap_or(u64::MAX)
        };
        Direction::ALL.into_iter().map(most).fold(0, u64::saturating_add)
    }

    /// The blocks before a move, and in each line the cell next to the run at the wall:
    /// one cell of that run or this one was empty, but is filled in. `None` if the move
    /// can't lead to `blocks`.
    #[inline]
    fn before(&self, blocks: W, direction: Direction) -> Option<(W, W)> {
        let stuck = self.stuck(blocks, direction);
        let (moved, away) = (blocks ^ stuck, direction.opposite());
        let far = self.near[away as usize];
        if !(moved & far).is_empty() {
            return None;
        }
        let gaps = self.shift(stuck & !far, away) & !stuck;
        Some((stuck | gaps | self.shift(moved, away), gaps))
    }

    /// Whether these blocks have a predecessor.
    #[inline]
    pub fn has_predecessors(&self, blocks: W) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let moved = blocks ^ self.stuck(blocks, direction);
            (moved & self.near[direction.opposite() as usize]).is_empty()
        })
    }

    /// The blocks of runs that touch the wall they move towards.
    #[expect(clippy::inline_always, reason = "it is compiled for a direction")]
    #[inline(always)]
    fn stuck(&self, blocks: W, direction: Direction) -> W {
        let near = self.near[direction as usize];
        let mut run = blocks & near;
        if direction == Direction::L {
            // A carry into the lowest block of a run turns all of it over. What a
            // line carries out falls into a wall, a gap or the next line's first
            // cell, which is at its wall and so in the run anyway.
            return blocks & (!blocks.plus(run) | run);
        }
        // Parallel prefix (Kogge and Stone 1973): `open` cells take the run over
        // from the cell 1, 2, 4, … nearer to the wall.
        let mut open = blocks & !near;
        for doubling in 0..W::DOUBLINGS {
            // Shifts of a wide word take longer than a branch that is mostly foreseen.
            if W::CELLS > 64 && open.is_empty() {
                break;
            }
            run = run | (open & self.shift_by(run, direction.opposite(), 1 << doubling));
            open = open & self.shift_by(open, direction.opposite(), 1 << doubling);
        }
        run
    }

    /// Moves cells that all have a free cell next to them.
    #[inline]
    fn shift(&self, cells: W, direction: Direction) -> W {
        self.shift_by(cells, direction, 1)
    }

    #[expect(clippy::inline_always, reason = "it is compiled for a direction")]
    #[inline(always)]
    fn shift_by(&self, cells: W, direction: Direction, by: u32) -> W {
        match direction {
            Direction::U => cells.down(by * self.width as u32),
            Direction::R => cells.up(by),
            Direction::D => cells.up(by * self.width as u32),
            Direction::L => cells.down(by),
        }
    }
}
