//! Up to four blocks alone on a board, as a list of their cells: the states of pattern
//! databases, whose building takes most of its time for the moves back.

use super::Direction;
use super::rules::Rules;
use super::subset_rank::MAX_CHOSEN;
use super::word::Word;

/// Where no cell is next.
const NONE: u16 = u16::MAX;

/// Cells in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Few {
    cells: [u8; MAX_CHOSEN],
    len: u8,
}

impl Few {
    /// The cells of a set of up to four.
    pub(super) fn of<W: Word>(set: W) -> Self {
        let mut few = Few::default();
        set.cells().for_each(|cell| few.insert(cell as u8));
        few
    }

    #[inline]
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells[..usize::from(self.len)]
    }

    /// Adds a cell, unless there is no place for it.
    #[inline]
    fn insert(&mut self, cell: u8) {
        let mut at = usize::from(self.len);
        if at == MAX_CHOSEN {
            return;
        }
        while at > 0 && self.cells[at - 1] > cell {
            self.cells[at] = self.cells[at - 1];
            at -= 1;
        }
        self.cells[at] = cell;
        self.len += 1;
    }
}

/// The moves of few blocks.
pub(super) struct FewRules {
    /// For each direction and cell, the free cell next to it.
    next: [Vec<u16>; 4],
}

impl FewRules {
    pub(super) fn new<W: Word>(rules: &Rules<W>) -> Self {
        let cells = rules.width() * rules.height();
        let next = |to, cell| rules.next(cell, to).map_or(NONE, |next| next as u16);
        FewRules { next: Direction::ALL.map(|to| (0..cells).map(|cell| next(to, cell)).collect()) }
    }

    #[inline]
    fn next(&self, cell: u8, to: Direction) -> Option<u8> {
        let next = self.next[to as usize][usize::from(cell)];
        (next != NONE).then_some(next as u8)
    }

    /// Appends every set from which the move leads to this one, as
    /// [`Rules::predecessors`] does.
    #[inline]
    pub(super) fn predecessors(&self, set: Few, direction: Direction, out: &mut Vec<Few>) {
        let (mut before, mut stuck) = (Few::default(), Few::default());
        let away = direction.opposite();
        let cells = set.cells();
        // Blocks that are nearer to the wall come first.
        let is_ascending = matches!(direction, Direction::U | Direction::L);
        for i in 0..cells.len() {
            let cell = if is_ascending { cells[i] } else { cells[cells.len() - 1 - i] };
            let next = self.next(cell, direction);
            if next.is_none_or(|next| stuck.cells().contains(&next)) {
                stuck.insert(cell);
            } else if let Some(behind) = self.next(cell, away) {
                before.insert(behind);
            } else {
                return;
            }
        }
        // The cell next to each run at the wall; a full line has none, and stays.
        let mut gaps = Few::default();
        for &cell in stuck.cells() {
            match self.next(cell, away) {
                Some(behind) if stuck.cells().contains(&behind) => {}
                Some(behind) => gaps.insert(behind),
                None => self.line(cell, direction).for_each(|cell| before.insert(cell)),
            }
        }
        self.choose(before, gaps.cells(), direction, out);
    }

    /// The cells from one to the wall.
    #[inline]
    fn line(&self, cell: u8, direction: Direction) -> impl Iterator<Item = u8> + Clone {
        std::iter::successors(Some(cell), move |&cell| self.next(cell, direction))
    }

    /// In each line with a gap, any one cell was empty.
    fn choose(&self, set: Few, gaps: &[u8], direction: Direction, out: &mut Vec<Few>) {
        let Some((&gap, others)) = gaps.split_first() else {
            out.push(set);
            return;
        };
        let line = self.line(gap, direction);
        for empty in line.clone() {
            let mut with = set;
            line.clone().filter(|&cell| cell != empty).for_each(|cell| with.insert(cell));
            self.choose(with, others, direction, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::subsets;
    use super::*;

    #[test]
    fn few_blocks_move_back_as_on_bitboards() {
        for (width, height, walls) in [(5, 4, 0x0_2410), (4, 5, 0), (7, 3, 0x1_0204), (1, 6, 2)] {
            let rules = Rules::<u64>::new(width, height, walls);
            let few = FewRules::new(&rules);
            for chosen in 1..=4.min(rules.free().count()) {
                subsets(rules.free(), chosen, &mut |set| {
                    for direction in Direction::ALL {
                        let (mut fast, mut plain) = (Vec::new(), Vec::new());
                        few.predecessors(Few::of(set), direction, &mut fast);
                        rules.predecessors(set, direction, &mut plain);
                        let mut plain: Vec<Few> = plain.into_iter().map(Few::of).collect();
                        fast.sort_unstable();
                        plain.sort_unstable();
                        assert_eq!(fast, plain, "{set:b} {direction}");
                    }
                });
            }
        }
    }
}
