//! A level that grows by inverse moves.

use super::super::{Direction, Level, LevelError, Shift, Sign};
use super::sha1prng::Sha1Prng;
use super::{Generated, Seed};
use fewest::search::{Meter, Stop};

/// The order in which the game numbers directions.
const DIRECTIONS: [Direction; 4] = [Direction::D, Direction::R, Direction::U, Direction::L];

/// The grid so far, and the moves that clear it, last one first.
pub(super) struct Growth {
    width: usize,
    height: usize,
    cells: Vec<u32>,
    undone: Vec<Shift>,
    numbers: usize,
    most_numbers: usize,
    draws: u64,
    source: Sha1Prng,
}

/// Why the grid stopped growing.
#[derive(Clone, Copy)]
pub(super) enum NoRoom {
    /// Too many draws in a row did not fit.
    Patience,
    /// A limit was reached.
    Stopped(Stop),
}

/// A candidate for an inverse move, if both of its ends allow it.
struct Drawn {
    x: usize,
    y: usize,
    source: usize,
    target: usize,
    direction: Direction,
    length: u32,
}

impl Growth {
    pub(super) fn new(width: usize, height: usize, seed: Seed) -> Self {
        Growth {
            width,
            height,
            cells: vec![0; width * height],
            undone: Vec::new(),
            numbers: 0,
            most_numbers: 0,
            draws: 0,
            source: Sha1Prng::new(&seed),
        }
    }

    pub(super) fn numbers(&self) -> usize {
        self.numbers
    }

    /// The maximum over all restarts.
    pub(super) fn most_numbers(&self) -> usize {
        self.most_numbers.max(self.numbers)
    }

    pub(super) fn draws(&self) -> u64 {
        self.draws
    }

    /// Clears the grid; the random sequence continues.
    pub(super) fn restart(&mut self) {
        self.most_numbers = self.most_numbers();
        self.cells.fill(0);
        self.undone.clear();
        self.numbers = 0;
    }

    /// Adds a pair or a part to the grid: at most `room` numbers, in at most `patience`
    /// draws.
    pub(super) fn spawn(
        &mut self,
        is_first: bool,
        room: usize,
        patience: u64,
        meter: &mut Meter,
    ) -> Result<(), NoRoom> {
        let is_pair = (is_first || self.source.below(5) == 0) && room >= 2;
        for _ in 0..patience {
            meter.expand().map_err(NoRoom::Stopped)?;
            self.draws += 1;
            let fits = if is_pair { self.pair() } else { self.split() };
            if fits {
                return Ok(());
            }
        }
        Err(NoRoom::Patience)
    }

    /// Adds two equal numbers on two empty cells whose distance is their value.
    fn pair(&mut self) -> bool {
        let Some(drawn) = self.draw() else { return false };
        let fits = self.cells[drawn.target] == 0 && self.cells[drawn.source] == 0;
        if fits {
            self.numbers += 1;
            self.take_back(&drawn, drawn.length, Sign::Minus);
        }
        fits
    }

    /// Splits a part off a number, onto an empty cell at a distance equal to the part.
    fn split(&mut self) -> bool {
        let drawn = self.draw();
        // Drawn even if the ends do not fit, as in the game.
        let is_sum = self.source.coin();
        let Some(drawn) = drawn else { return false };
        let (value, length) = (self.cells[drawn.target], drawn.length);
        let fits = value != 0 && value != length && self.cells[drawn.source] == 0;
        if fits {
            // The value is rest + length, or the difference of both.
            let (rest, sign) = match (is_sum, value.checked_sub(length)) {
                (true, Some(rest)) => (rest, Sign::Plus),
                (true, None) => (length - value, Sign::Minus),
                (false, _) => (value + length, Sign::Minus),
            };
            self.take_back(&drawn, rest, sign);
        }
        fits
    }

    /// Draws a move; `None` if it would start outside the grid.
    fn draw(&mut self) -> Option<Drawn> {
        let longest = self.width.max(self.height) as u32;
        let x = self.source.below(self.width as u32) as usize;
        let y = self.source.below(self.height as u32) as usize;
        let direction = DIRECTIONS[self.source.below(4) as usize];
        let length = 1 + self.source.below(longest);
        let far = length as usize;
        let (from_x, from_y) = match direction {
            Direction::U => (x, y + far),
            Direction::R => (x.checked_sub(far)?, y),
            Direction::D => (x, y.checked_sub(far)?),
            Direction::L => (x + far, y),
        };
        let is_inside = from_x < self.width && from_y < self.height;
        is_inside.then(|| Drawn {
            x: from_x,
            y: from_y,
            source: from_y * self.width + from_x,
            target: y * self.width + x,
            direction,
            length,
        })
    }

    /// Undoes a move that left `rest`: the moved number returns to its cell, and the target
    /// is `rest`.
    fn take_back(&mut self, drawn: &Drawn, rest: u32, sign: Sign) {
        self.cells[drawn.target] = rest;
        self.cells[drawn.source] = drawn.length;
        self.numbers += 1;
        let (x, y, direction) = (drawn.x as u16, drawn.y as u16, drawn.direction);
        self.undone.push(Shift { x, y, direction, sign });
    }

    pub(super) fn finish(self) -> Result<Generated, LevelError> {
        let mut plan = self.undone;
        plan.reverse();
        Ok(Generated { level: Level::new(self.width, self.height, self.cells)?, plan })
    }
}
