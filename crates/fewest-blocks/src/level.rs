//! A board with walls, blocks and goals.
//!
//! ```
//! use fewest_blocks::{Direction, Format, Level};
//!
//! let mut level = Level::parse("o . # x\n. . . .\n")?;
//! for direction in [Direction::D, Direction::R, Direction::R, Direction::R, Direction::U] {
//!     level.slide(direction);
//! }
//! assert!(level.is_solved());
//! assert_eq!(level.print(Format::Picture), ". . # @\n. . . .\n");
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use super::Direction;
use super::format::{self, Format};
use crate::puzzle::Likeness;
use crate::text::ParseError;

/// What a cell holds. A wall holds nothing else, so that no block and no goal
/// is ever in one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Nothing can enter it.
    Wall,
    /// It is empty.
    Free,
    /// A block.
    Block,
    /// A goal that no block is on.
    Goal,
    /// A block on a goal.
    BlockOnGoal,
}

impl Cell {
    /// A cell that is no wall.
    pub fn open(has_block: bool, is_goal: bool) -> Self {
        match (has_block, is_goal) {
            (false, false) => Cell::Free,
            (true, false) => Cell::Block,
            (false, true) => Cell::Goal,
            (true, true) => Cell::BlockOnGoal,
        }
    }

    /// Whether it is a wall.
    pub fn is_wall(self) -> bool {
        self == Cell::Wall
    }

    /// Whether there is a block in it.
    pub fn has_block(self) -> bool {
        matches!(self, Cell::Block | Cell::BlockOnGoal)
    }

    /// Whether it is a goal.
    pub fn is_goal(self) -> bool {
        matches!(self, Cell::Goal | Cell::BlockOnGoal)
    }
}

/// A board. Cell (x, y) has the number `y * width + x`.
///
/// There is always a block and a goal, but not always as many of both: with
/// more blocks than goals it is solved when every goal is covered, with more
/// goals than blocks when every block is on a goal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    width: usize,
    cells: Vec<Cell>,
}

impl Level {
    /// The maximum length of a side.
    pub const MAX_SIDE: usize = 16;

    /// A board, row by row.
    pub fn new(width: usize, height: usize, cells: Vec<Cell>) -> Result<Self, LevelError> {
        Level::check_sides(width, height)?;
        if cells.len() != width * height {
            return Err(LevelError::Cells { expected: width * height, found: cells.len() });
        }
        if !cells.iter().any(|cell| cell.has_block()) {
            return Err(LevelError::NoBlock);
        }
        if !cells.iter().any(|cell| cell.is_goal()) {
            return Err(LevelError::NoGoal);
        }
        Ok(Level { width, cells })
    }

    pub(super) fn check_sides(width: usize, height: usize) -> Result<(), LevelError> {
        let sides = 1..=Level::MAX_SIDE;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(())
        } else {
            Err(LevelError::Size { width, height })
        }
    }

    /// Reads a level in any format; see `docs/formats.md`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        format::parse(text)
    }

    /// How much a text looks like a level.
    pub fn recognise(text: &str) -> Likeness {
        format::recognise(text)
    }

    /// Writes the level.
    pub fn print(&self, format: Format) -> String {
        format::print(self, format)
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The numbers of the cells that are walls, in order.
    pub fn walls(&self) -> impl Iterator<Item = usize> {
        self.numbers(Cell::is_wall)
    }

    /// The numbers of the cells with a block, in order.
    pub fn blocks(&self) -> impl Iterator<Item = usize> {
        self.numbers(Cell::has_block)
    }

    /// The numbers of the cells that are goals, in order.
    pub fn goals(&self) -> impl Iterator<Item = usize> {
        self.numbers(Cell::is_goal)
    }

    fn numbers(&self, is_one: fn(Cell) -> bool) -> impl Iterator<Item = usize> {
        let numbered = self.cells.iter().enumerate();
        numbered.filter_map(move |(number, &cell)| is_one(cell).then_some(number))
    }

    /// Moves every block that can step that way. Returns whether any could.
    ///
    /// The rule, cell by cell: a cell has a block afterwards if one comes from the cell
    /// behind, or if a run of blocks reaches from here to the wall ahead.
    /// [`super::Rules::step`] is the fast version.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let old: Vec<bool> = self.cells.iter().map(|cell| cell.has_block()).collect();
        let new = |cell| {
            let behind = self.next(cell, direction.opposite());
            let mut ahead = std::iter::successors(Some(cell), |&cell| self.next(cell, direction));
            behind.is_some_and(|behind| old[behind]) || ahead.all(|cell| old[cell])
        };
        let new: Vec<bool> = (0..old.len()).map(new).collect();
        for (cell, &has_block) in self.cells.iter_mut().zip(&new) {
            if !cell.is_wall() {
                *cell = Cell::open(has_block, cell.is_goal());
            }
        }
        // Every line keeps its number of blocks, so a new block is one that moved.
        self.cells.iter().zip(old).any(|(cell, old)| cell.has_block() != old)
    }

    /// The next cell, unless there is a wall or the edge.
    pub(super) fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        let (x, y) = match direction {
            Direction::U => (x, y.checked_sub(1)?),
            Direction::R => (x + 1, y),
            Direction::D => (x, y + 1),
            Direction::L => (x.checked_sub(1)?, y),
        };
        let next = y * self.width + x;
        (x < self.width && y < self.height() && !self.cells[next].is_wall()).then_some(next)
    }

    /// The directions in which a block can step.
    pub fn moves(&self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(|&direction| self.clone().slide(direction))
    }

    /// The same board with its blocks in these cells.
    pub fn with_blocks(&self, blocks: impl IntoIterator<Item = usize>) -> Result<Self, LevelError> {
        let without = |&cell: &Cell| match cell {
            Cell::Wall => cell,
            _ => Cell::open(false, cell.is_goal()),
        };
        let mut cells: Vec<Cell> = self.cells.iter().map(without).collect();
        for block in blocks {
            match cells.get_mut(block) {
                None | Some(Cell::Wall) => return Err(LevelError::InWall { cell: block }),
                Some(cell) => *cell = Cell::open(true, cell.is_goal()),
            }
        }
        Level::new(self.width, self.height(), cells)
    }

    /// Whether every goal is covered, or, with more goals than blocks, every
    /// block is on a goal.
    pub fn is_solved(&self) -> bool {
        let count = |cell| self.cells.iter().filter(|&&other| other == cell).count();
        count(Cell::Block) == 0 || count(Cell::Goal) == 0
    }
}

/// Why cells do not form a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// A side is too short or too long.
    #[error("a board's sides are 1 to {max} long, not {width} × {height}", max = Level::MAX_SIDE)]
    Size {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
    /// There are not as many cells as the sides say.
    #[error("the board has {found} cells, but its sides make {expected}")]
    Cells {
        /// Width times height.
        expected: usize,
        /// The cells that were given.
        found: usize,
    },
    /// A block would be in a wall or beyond the edge.
    #[error("cell {cell} is a wall or beyond the edge, where no block can be")]
    InWall {
        /// The cell's number.
        cell: usize,
    },
    /// No cell has a block.
    #[error("the board has no block; it needs at least one")]
    NoBlock,
    /// No cell is a goal.
    #[error("the board has no goal; it needs at least one")]
    NoGoal,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Rules, Wide, Word};
    use super::Cell::{Block, BlockOnGoal, Free, Goal, Wall};
    use super::*;

    fn row(cells: &[Cell]) -> Result<Level, LevelError> {
        Level::new(cells.len(), 1, cells.to_vec())
    }

    #[test]
    fn only_boards_with_blocks_and_goals_are_levels() {
        assert!(row(&[BlockOnGoal]).is_ok());
        assert_eq!(row(&[Free, Goal]), Err(LevelError::NoBlock));
        assert_eq!(row(&[Wall, Block]), Err(LevelError::NoGoal));
        assert!(matches!(row(&[]), Err(LevelError::Size { .. })));
        assert!(matches!(row(&[Block; 17]), Err(LevelError::Size { .. })));
        assert_eq!(Level::new(2, 2, vec![Block]), Err(LevelError::Cells { expected: 4, found: 1 }));
    }

    #[test]
    fn blocks_never_get_into_walls() {
        let level = row(&[Block, Wall, Goal]).unwrap();
        let moved = level.with_blocks([2]).unwrap();
        assert_eq!(moved.cells(), [Free, Wall, BlockOnGoal]);
        for cell in [1, 3] {
            assert_eq!(level.with_blocks([cell]), Err(LevelError::InWall { cell }));
        }
        assert_eq!(level.with_blocks([]), Err(LevelError::NoBlock));
    }

    #[test]
    fn runs_at_the_wall_stay_and_gaps_close_by_one() {
        let mut level = row(&[Goal, Block, Free, Block, Block, Wall, Block]).unwrap();
        assert_eq!(level.moves().collect::<Vec<_>>(), [Direction::R, Direction::L]);
        assert!(level.slide(Direction::L));
        assert_eq!(level.blocks().collect::<Vec<_>>(), [0, 2, 3, 6]);
        assert!(level.slide(Direction::L));
        assert_eq!(level.blocks().collect::<Vec<_>>(), [0, 1, 2, 6]);
        assert!(!level.slide(Direction::L));
    }

    fn agrees<W: Word>(level: &Level) {
        if Rules::<W>::holds(level.width(), level.height()) {
            let walls = W::from_cells(level.walls());
            let rules = Rules::new(level.width(), level.height(), walls);
            for direction in Direction::ALL {
                let mut slid = level.clone();
                slid.slide(direction);
                let stepped = rules.step(W::from_cells(level.blocks()), direction);
                assert!(stepped.cells().eq(slid.blocks()), "{direction} {level:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn slides_are_steps_on_bitboards(
            width in 1..=Level::MAX_SIDE,
            height in 1..=Level::MAX_SIDE,
            kinds in prop::collection::vec(0..5_usize, 256),
        ) {
            let cell = |&kind: &usize| [Wall, Free, Block, Goal, BlockOnGoal][kind];
            let cells = kinds[..width * height].iter().map(cell).collect();
            if let Ok(level) = Level::new(width, height, cells) {
                agrees::<u64>(&level);
                agrees::<u128>(&level);
                agrees::<Wide>(&level);
            }
        }
    }

    #[test]
    fn solved_when_the_fewer_are_covered() {
        for (cells, is_solved) in [
            (&[BlockOnGoal, Free][..], true),
            (&[Block, Goal], false),
            (&[BlockOnGoal, Block], true),
            (&[BlockOnGoal, Goal], true),
            (&[BlockOnGoal, Block, Goal], false),
            (&[Block, Block, Goal], false),
            (&[Block, Goal, Goal], false),
        ] {
            assert_eq!(row(cells).unwrap().is_solved(), is_solved, "{cells:?}");
        }
    }
}
