//! The places of the numbers of a level: constant during the search.

use super::NONE;
use crate::{Direction, Level, Shift, Sign};
use fewest::draws::Draws;

/// The mean of the numbers up to which values cost as they are: about that of the game's
/// largest level. Where numbers are larger, what they leave is larger too, and would outweigh
/// how many remain.
const MEAN: f64 = 20.0;

/// A unit of a value costs at most this.
pub(super) const WHOLE: u32 = 256;

/// The numbers of a level, numbered row by row.
pub(super) struct Grid {
    width: usize,
    height: usize,
    /// The numbers' values.
    pub(super) values: Vec<u32>,
    /// Their columns and rows.
    places: Vec<(u16, u16)>,
    /// The number in each cell.
    at: Vec<u32>,
    /// What a unit of a remaining value costs, in parts of [`WHOLE`].
    pub(super) scale: u32,
}

impl Grid {
    pub(super) fn of(level: &Level) -> Self {
        let (width, height) = (level.width(), level.height());
        let mut at = vec![NONE; level.cells().len()];
        let (mut values, mut places) = (Vec::new(), Vec::new());
        for (cell, &value) in level.cells().iter().enumerate().filter(|(_, value)| **value != 0) {
            at[cell] = values.len() as u32;
            values.push(value);
            places.push(((cell % width) as u16, (cell / width) as u16));
        }
        let sum: u64 = values.iter().map(|&value| u64::from(value)).sum();
        let mean = sum as f64 / values.len().max(1) as f64;
        let scale = (f64::from(WHOLE) * (MEAN / mean).min(1.0)) as u32;
        Grid { width, height, values, places, at, scale }
    }

    /// The bytes of the grid of a level.
    pub(super) fn bytes(level: &Level) -> usize {
        4 * level.cells().len() + 8 * level.numbers()
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The numbers at this distance from one: up, right, down and left.
    #[inline]
    pub(super) fn targets(&self, from: usize, far: u32) -> [u32; 4] {
        let (x, y) = self.places[from];
        let (x, y, far) = (usize::from(x), usize::from(y), far as usize);
        let at = |x: usize, y: usize| {
            if x < self.width && y < self.height { self.at[y * self.width + x] } else { NONE }
        };
        // Beyond the left or upper edge the place wraps around to a huge one, which is
        // outside as well.
        [at(x, y.wrapping_sub(far)), at(x + far, y), at(x, y + far), at(x.wrapping_sub(far), y)]
    }

    /// The number of cells from a number to the edge: up, right, down and left.
    fn ahead(&self, from: usize) -> [usize; 4] {
        let (x, y) = self.places[from];
        let (x, y) = (usize::from(x), usize::from(y));
        [y, self.width - 1 - x, self.height - 1 - y, x]
    }

    /// The numbers in one direction from another one, with their distances, from a random
    /// first one on.
    pub(super) fn line<'g>(
        &'g self,
        from: usize,
        direction: usize,
        draws: &mut Draws,
    ) -> impl Iterator<Item = (usize, u32)> + use<'g> {
        let ahead = self.ahead(from)[direction];
        let first = draws.index(ahead);
        let fars = (first..ahead).chain(0..first).map(|far| far as u32 + 1);
        fars.map(move |far| (self.targets(from, far)[direction] as usize, far))
            .filter(|&(number, _)| number != NONE as usize)
    }

    /// The distance of two numbers in one line.
    pub(super) fn distance(&self, a: usize, b: usize) -> Option<u32> {
        let ((ax, ay), (bx, by)) = (self.places[a], self.places[b]);
        match (ax.abs_diff(bx), ay.abs_diff(by)) {
            (far, 0) | (0, far) => Some(far.into()),
            _ => None,
        }
    }

    /// The move of one number onto another in its line.
    pub(super) fn shift(&self, from: usize, to: usize, sign: Sign) -> Shift {
        let ((x, y), (to_x, to_y)) = (self.places[from], self.places[to]);
        let direction = match (x.cmp(&to_x), y.cmp(&to_y)) {
            (std::cmp::Ordering::Less, _) => Direction::R,
            (std::cmp::Ordering::Greater, _) => Direction::L,
            (_, std::cmp::Ordering::Less) => Direction::D,
            _ => Direction::U,
        };
        Shift { x, y, direction, sign }
    }
}
