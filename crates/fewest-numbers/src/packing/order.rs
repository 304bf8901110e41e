//! The order of moves that clears a few numbers, by depth-first search.

use std::collections::BTreeSet;

use crate::{Direction, Shift, Sign};

/// The states that are tried to find the order of the moves of a small tree.
const MAX_STATES: usize = 1000;

/// Moves that clear the numbers in these cells, if there are any and few states lead to
/// them.
pub(super) fn order(width: usize, cells: Vec<usize>, mut values: Vec<u32>) -> Option<Vec<Shift>> {
    let mut order = Order { width, cells, dead: BTreeSet::new(), moves: Vec::new() };
    order.find(&mut values).then_some(order.moves)
}

struct Order {
    width: usize,
    cells: Vec<usize>,
    /// Values from which it can't be done.
    dead: BTreeSet<Vec<u32>>,
    moves: Vec<Shift>,
}

impl Order {
    fn find(&mut self, values: &mut [u32]) -> bool {
        if values.iter().all(|&value| value == 0) {
            return true;
        }
        if self.dead.len() > MAX_STATES || self.dead.contains(values) {
            return false;
        }
        for from in 0..values.len() {
            for to in 0..values.len() {
                let (moved, target) = (values[from], values[to]);
                let Some(direction) = self.direction(from, to, moved) else { continue };
                if moved == 0 || target == 0 {
                    continue;
                }
                for sign in [Sign::Minus, Sign::Plus] {
                    let cell = self.cells[from];
                    let (x, y) = ((cell % self.width) as u16, (cell / self.width) as u16);
                    self.moves.push(Shift { x, y, direction, sign });
                    (values[from], values[to]) = (0, sign.apply(target, moved));
                    if self.find(values) {
                        return true;
                    }
                    (values[from], values[to]) = (moved, target);
                    self.moves.pop();
                }
            }
        }
        self.dead.insert(values.to_vec());
        false
    }

    /// Where `to` lies from `from`, if it is this far away.
    fn direction(&self, from: usize, to: usize, far: u32) -> Option<Direction> {
        let place =
            |number: usize| (self.cells[number] % self.width, self.cells[number] / self.width);
        let ((a, b), (c, d)) = (place(from), place(to));
        let far = far as usize;
        match () {
            () if b == d && a + far == c => Some(Direction::R),
            () if b == d && c + far == a => Some(Direction::L),
            () if a == c && b + far == d => Some(Direction::D),
            () if a == c && d + far == b => Some(Direction::U),
            () => None,
        }
    }
}
