//! A board with walls, blocks and goals.
//!
//! ```
//! use fewest::puzzles::blocks::{Cell, Level};
//!
//! let level = Level::new(3, 1, vec![Cell::Block, Cell::Free, Cell::Goal])?;
//! assert!(!level.is_solved());
//! assert_eq!(level.blocks().collect::<Vec<_>>(), [0]);
//! # Ok::<(), fewest::puzzles::blocks::LevelError>(())
//! ```

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
    /// No side is longer than this.
    pub const MAX_SIDE: usize = 16;

    /// A board, row by row.
    pub fn new(width: usize, height: usize, cells: Vec<Cell>) -> Result<Self, LevelError> {
        let sides = 1..=Level::MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(LevelError::Size { width, height });
        }
        if cells.len() != width * height {
            return Err(LevelError::Cells {
                expected: width * height,
                found: cells.len(),
            });
        }
        if !cells.iter().any(|cell| cell.has_block()) {
            return Err(LevelError::NoBlock);
        }
        if !cells.iter().any(|cell| cell.is_goal()) {
            return Err(LevelError::NoGoal);
        }
        Ok(Level { width, cells })
    }

    /// How many cells a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
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

    /// Whether every goal is covered, or, with more goals than blocks, every
    /// block is on a goal.
    pub fn is_solved(&self) -> bool {
        let count = |cell| self.cells.iter().filter(|&&other| other == cell).count();
        count(Cell::Block) == 0 || count(Cell::Goal) == 0
    }
}

/// Why some cells are no level.
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
    /// No cell has a block.
    #[error("the board has no block, and needs at least one")]
    NoBlock,
    /// No cell is a goal.
    #[error("the board has no goal, and needs at least one")]
    NoGoal,
}

#[cfg(test)]
mod tests {
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
        assert_eq!(
            Level::new(2, 2, vec![Block]),
            Err(LevelError::Cells {
                expected: 4,
                found: 1
            })
        );
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
