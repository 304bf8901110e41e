//! The state space of a level: the value of each number, and the moves.
//!
//! ```
//! use fewest_numbers::{Bound, Level, Numbers};
//! use fewest::search::ida_star;
//!
//! let level = Level::new(4, 1, vec![1, 3, 0, 2])?;
//! let (space, start) = Numbers::<[u8; 16]>::of(&level);
//! let outcome = ida_star::search(&space, &start, &Bound::Trees, &Default::default(), &mut ());
//! assert_eq!(outcome.cost(), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::marker::PhantomData;

use super::values::Values;
use super::{Direction, Level, Shift, Sign};
use fewest::space::{Reverse, Space};

/// A cell that is empty at the start.
const NOTHING: u32 = u32::MAX;

/// A level without the values of its numbers: their places.
///
/// Its states are all values whose sum is at most that of the level: moves never increase
/// the sum, so no others are reached.
#[derive(Clone, Debug)]
pub struct Numbers<V> {
    width: usize,
    height: usize,
    sum: u32,
    /// Column and row of each number.
    places: Vec<(u16, u16)>,
    /// The number in each cell.
    cells: Vec<u32>,
    /// The numbers of each row, from left to right, and of each column.
    rows: Vec<Vec<u32>>,
    columns: Vec<Vec<u32>>,
    values: PhantomData<V>,
}

/// The undo record of a move: two numbers and their values before it.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    source: u32,
    moved: u32,
    target: u32,
    met: u32,
}

impl<V: Values> Numbers<V> {
    /// The space of a level, and its start. `V` must hold the level.
    pub fn of(level: &Level) -> (Self, V) {
        let (width, height) = (level.width(), level.height());
        let mut space = Numbers {
            width,
            height,
            sum: level.sum(),
            places: Vec::new(),
            cells: vec![NOTHING; width * height],
            rows: vec![Vec::new(); height],
            columns: vec![Vec::new(); width],
            values: PhantomData,
        };
        let mut values = Vec::new();
        for (cell, &value) in level.cells().iter().enumerate() {
            if value != 0 {
                let (number, x, y) = (values.len() as u32, cell % width, cell / width);
                values.push(value);
                space.places.push((x as u16, y as u16));
                space.cells[cell] = number;
                space.rows[y].push(number);
                space.columns[x].push(number);
            }
        }
        (space, V::new(&values))
    }

    /// The number of numbers at the start.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the level has no numbers.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Column and row of a number.
    pub fn place(&self, number: usize) -> (usize, usize) {
        let (x, y) = self.places[number];
        (usize::from(x), usize::from(y))
    }

    /// A state as a level.
    ///
    /// # Panics
    ///
    /// If the state is of another space.
    pub fn level(&self, state: &V) -> Level {
        let value = |&number: &u32| match number {
            NOTHING => 0,
            number => state.get(number as usize),
        };
        let cells = self.cells.iter().map(value).collect();
        // The sides are those of a level, and no state has a larger sum.
        Level::new(self.width, self.height, cells).expect("a state is a level")
    }

    /// The number at this distance from another one, at the start.
    #[inline]
    pub(super) fn target(&self, number: usize, far: u32, direction: Direction) -> Option<usize> {
        let ((x, y), far) = (self.place(number), far as usize);
        let (x, y) = match direction {
            Direction::U => (x, y.checked_sub(far)?),
            Direction::R => (x + far, y),
            Direction::D => (x, y + far),
            Direction::L => (x.checked_sub(far)?, y),
        };
        if x >= self.width || y >= self.height {
            return None;
        }
        let target = self.cells[y * self.width + x];
        (target != NOTHING).then_some(target as usize)
    }

    /// The other numbers in the row and the column of a number at the start, each with its
    /// direction and distance.
    pub(super) fn in_line(&self, number: usize) -> impl Iterator<Item = (usize, Direction, u32)> {
        let (x, y) = self.place(number);
        let row = self.rows[y].iter().map(move |&other| {
            let (to, _) = self.place(other as usize);
            (other, if to < x { Direction::L } else { Direction::R }, to.abs_diff(x))
        });
        let column = self.columns[x].iter().map(move |&other| {
            let (_, to) = self.place(other as usize);
            (other, if to < y { Direction::U } else { Direction::D }, to.abs_diff(y))
        });
        let others = row.chain(column).filter(|&(_, _, far)| far > 0);
        others.map(|(other, direction, far)| (other as usize, direction, far as u32))
    }

    fn sum_of(&self, state: &V) -> u32 {
        (0..self.len()).map(|number| state.get(number)).sum()
    }
}

impl<V: Values> Space for Numbers<V> {
    type State = V;
    type Move = Shift;
    type Undo = Undo;

    fn is_goal(&self, state: &V) -> bool {
        (0..self.len()).all(|number| state.get(number) == 0)
    }

    fn moves(&self, state: &V, out: &mut Vec<Shift>) {
        for number in 0..self.len() {
            let value = state.get(number);
            if value == 0 {
                continue;
            }
            let (x, y) = self.places[number];
            for direction in Direction::ALL {
                let target = self.target(number, value, direction);
                if target.is_some_and(|target| state.get(target) != 0) {
                    out.extend(Sign::ALL.map(|sign| Shift { x, y, direction, sign }));
                }
            }
        }
    }

    fn is_legal(&self, state: &V, mv: Shift) -> bool {
        let (x, y) = (usize::from(mv.x), usize::from(mv.y));
        let inside = x < self.width && y < self.height;
        let number = if inside { self.cells[y * self.width + x] } else { NOTHING };
        if number == NOTHING || state.get(number as usize) == 0 {
            return false;
        }
        let target = self.target(number as usize, state.get(number as usize), mv.direction);
        target.is_some_and(|target| state.get(target) != 0)
    }

    fn apply(&self, state: &mut V, mv: Shift) -> Undo {
        let source = self.cells[usize::from(mv.y) * self.width + usize::from(mv.x)] as usize;
        let moved = state.get(source);
        // A legal move lands on a number.
        let target = self.target(source, moved, mv.direction).unwrap_or(source);
        let met = state.get(target);
        state.set(source, 0);
        state.set(target, mv.sign.apply(met, moved));
        Undo { source: source as u32, moved, target: target as u32, met }
    }

    fn undo(&self, state: &mut V, _: Shift, undo: Undo) {
        state.set(undo.target as usize, undo.met);
        state.set(undo.source as usize, undo.moved);
    }

    fn heap_bytes(&self) -> usize {
        V::heap_bytes(self.len())
    }

    fn reverse(&self) -> Option<&dyn Reverse<Self>> {
        (self.len() <= MAX_REVERSED).then_some(self as &dyn Reverse<Self>)
    }
}

/// A state has predecessors for each pair of numbers in line. With more numbers than this,
/// those of a few states fill the memory, and no search backward gets anywhere.
const MAX_REVERSED: usize = 64;

/// The value of the number that moved last is the distance it moved. So predecessors go
/// from each cell that is empty now to each cell in its row and column.
impl<V: Values> Reverse<Numbers<V>> for Numbers<V> {
    fn goals(&self, out: &mut Vec<V>) {
        out.push(V::new(&vec![0; self.len()]));
    }

    fn predecessors(&self, state: &V, out: &mut Vec<(V, Shift)>) {
        let sum = self.sum_of(state);
        for source in (0..self.len()).filter(|&number| state.get(number) == 0) {
            let (x, y) = self.places[source];
            for (target, direction, moved) in self.in_line(source) {
                let is = state.get(target);
                // is = met + moved, is = met − moved, is = moved − met; the last two
                // coincide if the result is 0.
                let met = [
                    (is.checked_sub(moved), Sign::Plus),
                    (Some(is + moved), Sign::Minus),
                    (moved.checked_sub(is).filter(|_| is > 0), Sign::Minus),
                ];
                for (met, sign) in met {
                    let Some(met) = met.filter(|&met| met > 0) else { continue };
                    if sum - is + met + moved <= self.sum {
                        let mut before = state.clone();
                        before.set(source, moved);
                        before.set(target, met);
                        out.push((before, Shift { x, y, direction, sign }));
                    }
                }
            }
        }
    }
}
