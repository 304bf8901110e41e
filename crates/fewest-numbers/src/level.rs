//! A grid of numbers and the rules of the moves.
//!
//! ```
//! use fewest_numbers::{Direction, Level, Shift, Sign};
//!
//! let mut level = Level::new(4, 1, vec![1, 3, 0, 2])?;
//! // The 2 moves two cells left onto the 3 and leaves 1; that 1 moves onto the other 1.
//! level.play(Shift { x: 3, y: 0, direction: Direction::L, sign: Sign::Minus })?;
//! assert_eq!(level.cells(), [1, 1, 0, 0]);
//! level.play(Shift { x: 0, y: 0, direction: Direction::R, sign: Sign::Minus })?;
//! assert!(level.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Direction, Shift, Sign};
use crate::text::count;

/// A grid of numbers, 0 for an empty cell. Cell (x, y) is the `y * width + x`-th.
///
/// A move never increases the sum of all numbers: it removes v and replaces t by t + v or
/// by |t − v| ≤ t + v. The sum is checked once, when a level is made, so no number ever
/// overflows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    width: usize,
    height: usize,
    cells: Vec<u32>,
}

impl Level {
    /// The maximum length of a side.
    pub const MAX_SIDE: usize = 1000;

    /// The maximum sum of all numbers.
    pub const MAX_SUM: u32 = i32::MAX as u32;

    /// A grid, row by row.
    pub fn new(width: usize, height: usize, cells: Vec<u32>) -> Result<Self, LevelError> {
        Level::check_sides(width, height)?;
        if cells.len() != width * height {
            return Err(LevelError::Cells { expected: width * height, found: cells.len() });
        }
        let sum = cells.iter().map(|&number| u64::from(number)).sum();
        if sum > u64::from(Level::MAX_SUM) {
            return Err(LevelError::Sum { sum });
        }
        Ok(Level { width, height, cells })
    }

    pub(super) fn check_sides(width: usize, height: usize) -> Result<(), LevelError> {
        let sides = 1..=Level::MAX_SIDE;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(())
        } else {
            Err(LevelError::Size { width, height })
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The number in column x of row y; `None` outside the grid.
    pub fn get(&self, x: usize, y: usize) -> Option<u32> {
        (x < self.width && y < self.height).then(|| self.cells[y * self.width + x])
    }

    /// The number of numbers.
    pub fn numbers(&self) -> usize {
        self.cells.iter().filter(|&&number| number != 0).count()
    }

    /// The sum of all numbers.
    pub fn sum(&self) -> u32 {
        self.cells.iter().sum()
    }

    /// Whether no number is left.
    pub fn is_solved(&self) -> bool {
        self.cells.iter().all(|&number| number == 0)
    }

    /// The legal moves: cell by cell, then in the order of [`Direction::ALL`] and
    /// [`Sign::ALL`].
    pub fn moves(&self) -> impl Iterator<Item = Shift> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] != 0).flat_map(move |cell| {
            let (x, y) = ((cell % self.width) as u16, (cell / self.width) as u16);
            let moves = Direction::ALL
                .into_iter()
                .flat_map(move |direction| Sign::ALL.map(|sign| Shift { x, y, direction, sign }));
            moves.filter(|&shift| self.ends(shift).is_ok())
        })
    }

    /// Plays a move.
    pub fn play(&mut self, shift: Shift) -> Result<(), IllegalShift> {
        let (source, target) = self.ends(shift)?;
        let moved = std::mem::take(&mut self.cells[source]);
        self.cells[target] = shift.sign.apply(self.cells[target], moved);
        Ok(())
    }

    /// The cells that a move leaves and reaches.
    pub(super) fn ends(&self, shift: Shift) -> Result<(usize, usize), IllegalShift> {
        let Shift { x, y, direction, .. } = shift;
        let (column, row) = (usize::from(x), usize::from(y));
        let moved = self.get(column, row).ok_or(IllegalShift::Outside {
            x,
            y,
            width: self.width,
            height: self.height,
        })?;
        if moved == 0 {
            return Err(IllegalShift::Empty { x, y });
        }
        let beyond = IllegalShift::BeyondEdge { number: moved, direction };
        // Numbers are less than 2³¹ and fit a usize of 32 bits too.
        let far = moved as usize;
        let (to_x, to_y) = match direction {
            Direction::U => (column, row.checked_sub(far).ok_or(beyond)?),
            Direction::R => (column + far, row),
            Direction::D => (column, row + far),
            Direction::L => (column.checked_sub(far).ok_or(beyond)?, row),
        };
        match self.get(to_x, to_y) {
            None => Err(beyond),
            Some(0) => Err(IllegalShift::OntoNothing { number: moved, x: to_x, y: to_y }),
            Some(_) => Ok((row * self.width + column, to_y * self.width + to_x)),
        }
    }
}

/// Why cells do not form a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LevelError {
    /// A side is too short or too long.
    #[error("a level's sides are 1 to {max} long, not {width} × {height}", max = Level::MAX_SIDE)]
    Size {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
    /// There are not as many cells as the sides say.
    #[error("the level has {found} cells, but its sides make {expected}")]
    Cells {
        /// Width times height.
        expected: usize,
        /// The cells that were given.
        found: usize,
    },
    /// The numbers are too large.
    #[error("the sum of a level's numbers is at most {max}, not {sum}", max = Level::MAX_SUM)]
    Sum {
        /// Their sum.
        sum: u64,
    },
}

/// Why a move can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalShift {
    /// It starts beyond the edge.
    #[error(
        "column {x}, row {y} is beyond the edge; columns are 0 to {} and rows 0 to {}",
        width - 1,
        height - 1
    )]
    Outside {
        /// The column.
        x: u16,
        /// The row.
        y: u16,
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// The cell has no number to move.
    #[error("column {x}, row {y} has no number")]
    Empty {
        /// The column.
        x: u16,
        /// The row.
        y: u16,
    },
    /// The number would leave the grid.
    #[error("{} {} is beyond the edge", count(*number as usize, "cell"), towards(*direction))]
    BeyondEdge {
        /// The number that would move.
        number: u32,
        /// The direction of the move.
        direction: Direction,
    },
    /// The number would land on an empty cell.
    #[error("the {number} would land on column {x}, row {y}, which has no number")]
    OntoNothing {
        /// The number that would move.
        number: u32,
        /// The column it would land on.
        x: usize,
        /// The row it would land on.
        y: usize,
    },
}

fn towards(direction: Direction) -> &'static str {
    match direction {
        Direction::U => "up",
        Direction::R => "to the right",
        Direction::D => "down",
        Direction::L => "to the left",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shift(text: &str) -> Shift {
        text.parse().unwrap()
    }

    #[test]
    fn only_grids_within_the_limits_are_levels() {
        assert!(Level::new(1, 1, vec![0]).unwrap().is_solved());
        assert!(Level::new(1000, 1, vec![1; 1000]).is_ok());
        for (width, height) in [(0, 1), (1, 0), (1001, 1), (1, 1001), (usize::MAX, 2)] {
            let size = LevelError::Size { width, height };
            assert_eq!(Level::new(width, height, Vec::new()), Err(size));
        }
        let cells = LevelError::Cells { expected: 2, found: 1 };
        assert_eq!(Level::new(2, 1, vec![1]), Err(cells));
        assert!(Level::new(2, 1, vec![Level::MAX_SUM, 0]).is_ok());
        let sum = LevelError::Sum { sum: u64::from(Level::MAX_SUM) + 1 };
        assert_eq!(Level::new(2, 1, vec![Level::MAX_SUM, 1]), Err(sum));
        assert!(Level::new(2, 1, vec![u32::MAX; 2]).is_err());
    }

    #[test]
    fn what_is_wrong_with_a_move_is_said() {
        let level = Level::new(3, 2, vec![1, 2, 0, 9, 0, 2]).unwrap();
        for (text, says) in [
            ("3 0 L +", "column 3, row 0 is beyond the edge; columns are 0 to 2 and rows 0 to 1"),
            ("0 2 L +", "column 0, row 2 is beyond the edge"),
            ("2 0 L +", "column 2, row 0 has no number"),
            ("0 1 R -", "9 cells to the right is beyond the edge"),
            ("0 1 L -", "9 cells to the left is beyond the edge"),
            ("0 0 U -", "1 cell up is beyond the edge"),
            ("1 0 D -", "2 cells down is beyond the edge"),
        ] {
            let error = level.clone().play(shift(text)).unwrap_err().to_string();
            assert!(error.starts_with(says), "{text}: {error}");
        }
        let mut level = Level::new(3, 1, vec![1, 0, 2]).unwrap();
        let error = level.play(shift("0 0 R +")).unwrap_err().to_string();
        assert_eq!(error, "the 1 would land on column 1, row 0, which has no number");
        assert_eq!(level.cells(), [1, 0, 2]);
    }

    #[test]
    fn numbers_too_large_to_move_can_still_be_moved_upon() {
        let mut level = Level::new(2, 1, vec![1, Level::MAX_SUM - 1]).unwrap();
        level.play(shift("0 0 R +")).unwrap();
        assert_eq!(level.cells(), [0, Level::MAX_SUM]);
        assert_eq!(level.moves().count(), 0);
    }

    /// The rules as people describe them: for every pair of cells, whether the first
    /// lies as far from the second as it says.
    fn told(level: &Level) -> Vec<(Shift, Vec<u32>)> {
        let place = |cell: usize| ((cell % level.width()) as i64, (cell / level.width()) as i64);
        let mut games = Vec::new();
        for (source, &moved) in level.cells().iter().enumerate() {
            for (target, &met) in level.cells().iter().enumerate() {
                let ((x, y), (to_x, to_y)) = (place(source), place(target));
                let far = i64::from(moved);
                let direction = match (to_x - x, to_y - y) {
                    (0, dy) if dy == -far => Direction::U,
                    (dx, 0) if dx == far => Direction::R,
                    (0, dy) if dy == far => Direction::D,
                    (dx, 0) if dx == -far => Direction::L,
                    _ => continue,
                };
                if moved == 0 || met == 0 {
                    continue;
                }
                for (sign, becomes) in [
                    (Sign::Plus, i64::from(met) + far),
                    (Sign::Minus, (i64::from(met) - far).abs()),
                ] {
                    let mut cells = level.cells().to_vec();
                    (cells[source], cells[target]) = (0, becomes as u32);
                    games.push((Shift { x: x as u16, y: y as u16, direction, sign }, cells));
                }
            }
        }
        games
    }

    prop_compose! {
        fn any_level()(width in 1..8_usize, height in 1..8_usize)(
            width in Just(width),
            height in Just(height),
            cells in prop::collection::vec(prop_oneof![2 => Just(0), 3 => 1..9_u32], width * height),
        ) -> Level {
            Level::new(width, height, cells).unwrap()
        }
    }

    proptest! {
        #[test]
        fn moves_are_those_of_the_rules_as_described(level in any_level()) {
            let mut told = told(&level);
            told.sort();
            let mut played: Vec<(Shift, Vec<u32>)> = level
                .moves()
                .map(|shift| {
                    let mut after = level.clone();
                    after.play(shift).unwrap();
                    (shift, after.cells().to_vec())
                })
                .collect();
            played.sort();
            prop_assert_eq!(played, told);
        }

        #[test]
        fn the_sum_never_grows_and_keeps_its_parity(level in any_level()) {
            for shift in level.moves() {
                let mut after = level.clone();
                after.play(shift).unwrap();
                prop_assert!(after.sum() <= level.sum());
                prop_assert_eq!(after.sum() % 2, level.sum() % 2);
                prop_assert!((1..=2).contains(&(level.numbers() - after.numbers())));
            }
        }
    }
}
