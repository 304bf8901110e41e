//! The distances of all sets of k blocks alone on the board, 64 to 256 sets at a time.
//!
//! For each set P of k − 1 cells, a word holds the cells that complete it to a set at some
//! distance. Let P' be what a move makes of P. The move is monotone, so it makes P' and one
//! more cell c' of P and one more cell c. In a line whose run at the wall has m cells of P:
//!
//! - A cell c beyond the gap behind that run steps: c' is the next cell.
//! - The cell c in that gap stays, and so do the r cells of P right behind it. Without c,
//!   these would step. So c' is the cell that the last of them leaves.
//!
//! So the cells c of P come from the word of P' by a shift, and from one bit for each line
//! in which P has cells at the wall or behind the gap. Breadth-first search from the goals
//! takes few instructions for a set, where it would take a hundred one by one.

use super::Direction;
use super::rules::Rules;
use super::space::{Blocks, try_subsets};
use super::subset_rank::{MAX_CHOSEN, SubsetRank};
use super::word::Word;
use fewest::search::pattern::NEVER;
use fewest::search::{Meter, Stop};

/// The limits are checked once in this number of sets of k − 1 cells.
const CHECK_EVERY: usize = 1 << 12;

/// What a move makes of a set of k − 1 cells.
#[derive(Clone, Copy, Default)]
struct Moved {
    /// The rank of what it becomes.
    rank: u32,
    /// The gaps where a cell would hold up others, and the cell that these would not leave.
    held: [(u8, u8); MAX_CHOSEN - 1],
    gaps: u8,
}

/// A set of k − 1 cells: what each move makes of it, and its last cell.
#[derive(Clone, Copy, Default)]
struct Partial {
    moved: [Moved; 4],
    last: u8,
}

/// The bytes that [`distances`] takes beside its result.
pub(super) fn scratch_bytes<W: Word>(free: W, chosen: u32) -> u64 {
    let each = size_of::<Partial>() + 3 * size_of::<W>();
    SubsetRank::len(free, chosen - 1).saturating_mul(each as u64)
}

/// The moves of every set of `chosen` cells to the goals, by rank; [`NEVER`] where they can't
/// be reached. A distance beyond a byte counts as the largest finite one: still a lower
/// bound.
pub(super) fn distances<W: Word>(
    space: &Blocks<W>,
    ranks: &SubsetRank,
    chosen: u32,
    meter: &mut Meter,
) -> Result<Vec<u8>, Stop> {
    let rules = space.rules();
    let free = rules.free();
    let scratch = scratch_bytes(free, chosen) as usize;
    let len = SubsetRank::len(free, chosen) as usize;
    meter.take(len.saturating_add(scratch))?;
    let mut distances = vec![NEVER; len];
    let (partials, mut frontier) = partials(space, ranks, chosen, meter)?;
    // The cells beyond each cell: a set is counted where the cell comes last.
    let beyond: Vec<W> = (0..rules.width() * rules.height())
        .map(|last| free & !W::cell(last).minus(W::cell(0)) & !W::cell(last))
        .collect();
    let beyond =
        |partial: &Partial| if chosen == 1 { free } else { beyond[usize::from(partial.last)] };
    let mut reached = frontier.clone();
    let mut next = vec![W::EMPTY; partials.len()];
    let mut write = |rank: usize, cells: W, distance: u8| {
        for cell in cells.cells() {
            distances[rank + ranks.term(cell, chosen - 1)] = distance;
        }
    };
    for (rank, partial) in partials.iter().enumerate() {
        write(rank, frontier[rank] & beyond(partial), 0);
    }
    let mut distance = 0;
    loop {
        distance = (distance + 1).min(NEVER - 1);
        let mut is_done = true;
        for (rank, partial) in partials.iter().enumerate() {
            if rank.is_multiple_of(CHECK_EVERY) {
                meter.check()?;
            }
            let mut cells = W::EMPTY;
            for (moved, direction) in partial.moved.iter().zip(Direction::ALL) {
                let to = frontier[moved.rank as usize];
                if to.is_empty() {
                    continue;
                }
                cells = cells | rules.origins(to, direction);
                for &(gap, left) in &moved.held[..usize::from(moved.gaps)] {
                    if to.has(usize::from(left)) {
                        cells = cells | W::cell(usize::from(gap));
                    }
                }
            }
            cells = cells & !reached[rank];
            next[rank] = cells;
            if !cells.is_empty() {
                is_done = false;
                reached[rank] = reached[rank] | cells;
                write(rank, cells & beyond(partial), distance);
            }
        }
        if is_done {
            break;
        }
        std::mem::swap(&mut frontier, &mut next);
    }
    meter.give_back(scratch);
    Ok(distances)
}

/// All sets of one cell less by rank, and the cells that complete each to a goal: at most as
/// many cells outside the goals as the level has more blocks than goals.
fn partials<W: Word>(
    space: &Blocks<W>,
    ranks: &SubsetRank,
    chosen: u32,
    meter: &mut Meter,
) -> Result<(Vec<Partial>, Vec<W>), Stop> {
    let (rules, goals) = (space.rules(), space.goal_cells());
    let free = rules.free();
    let behind = behind(rules);
    let len = SubsetRank::len(free, chosen - 1) as usize;
    let (mut partials, mut completing) = (vec![Partial::default(); len], vec![W::EMPTY; len]);
    let mut done = 0_usize;
    try_subsets(free, chosen - 1, &mut |set| {
        if done.is_multiple_of(CHECK_EVERY) {
            meter.check()?;
        }
        done += 1;
        let moved = Direction::ALL.map(|to| moved(rules, ranks, &behind[to as usize], set, to));
        let last = set.cells().last().unwrap_or(0) as u8;
        let outside = (set & !goals).count();
        let cells = match outside.cmp(&space.spare_blocks()) {
            std::cmp::Ordering::Less => free,
            std::cmp::Ordering::Equal => goals,
            std::cmp::Ordering::Greater => W::EMPTY,
        };
        let rank = ranks.rank(set);
        partials[rank] = Partial { moved, last };
        completing[rank] = cells & !set;
        Ok(())
    })?;
    Ok((partials, completing))
}

/// For each direction and cell, the free cell behind it.
fn behind<W: Word>(rules: &Rules<W>) -> [Vec<Option<usize>>; 4] {
    let cells = rules.width() * rules.height();
    Direction::ALL.map(|to| (0..cells).map(|cell| rules.next(cell, to.opposite())).collect())
}

fn moved<W: Word>(
    rules: &Rules<W>,
    ranks: &SubsetRank,
    behind: &[Option<usize>],
    set: W,
    to: Direction,
) -> Moved {
    let mut moved = Moved { rank: ranks.rank(rules.step(set, to)) as u32, ..Moved::default() };
    for cell in set.cells() {
        // From the wall to the first gap of the line, and through the cells behind it.
        let mut gap = Some(rules.wall_end(cell, to));
        let is_at_wall = gap.is_some_and(|gap| set.has(gap));
        while let Some(cell) = gap
            && set.has(cell)
        {
            gap = behind[cell];
        }
        let Some(gap) = gap else { continue };
        let mut left = gap;
        while let Some(cell) = behind[left]
            && set.has(cell)
        {
            left = cell;
        }
        if is_at_wall || left != gap {
            moved.held[usize::from(moved.gaps)] = (gap as u8, left as u8);
            moved.gaps += 1;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use fewest::search::Budget;
    use fewest::search::pattern::{self, Pattern};

    use super::super::space::subsets;
    use super::super::wide::Wide;
    use super::*;

    /// The same sets one by one, by the moves back.
    struct Plain<'a, W>(&'a Blocks<W>, &'a SubsetRank, u32);

    impl<W: Word> Pattern for Plain<'_, W> {
        type State = W;

        fn len(&self) -> u64 {
            SubsetRank::len(self.0.rules().free(), self.2)
        }
        fn rank(&self, set: W) -> u64 {
            self.1.rank(set) as u64
        }
        fn goals(&self, show: &mut dyn FnMut(W) -> ControlFlow<()>) {
            let goals = self.0.goal_cells();
            subsets(self.0.rules().free(), self.2, &mut |set| {
                if (set & !goals).count() <= self.0.spare_blocks() {
                    let _ = show(set);
                }
            });
        }
        fn sources(&self, set: W, out: &mut Vec<W>) {
            for direction in Direction::ALL {
                self.0.rules().predecessors(set, direction, out);
            }
        }
    }

    fn check<W: Word>(width: usize, height: usize, walls: u64, goals: u64, blocks: u32) {
        let set = |bits: u64| W::from_cells(bits.cells().filter(|&cell| cell < width * height));
        let rules = Rules::new(width, height, set(walls));
        let goals = set(goals) & rules.free();
        let space = Blocks::new(rules, goals, blocks);
        for chosen in 1..=blocks.min(4) {
            let ranks = SubsetRank::new(width * height, space.rules().free(), chosen);
            let meter = &mut Meter::start(&Budget::default());
            let fast = distances(&space, &ranks, chosen, meter).unwrap();
            let plain = pattern::distances(&Plain(&space, &ranks, chosen), meter).unwrap();
            assert_eq!(fast, plain, "{width} × {height}, {chosen} of {blocks}");
        }
    }

    #[test]
    fn many_sets_at_a_time_have_the_distances_of_one_by_one() {
        for (width, height, walls) in [(5, 4, 0x0_2410), (4, 5, 0), (7, 3, 0x1_0204), (1, 6, 2)] {
            for (goals, blocks) in [(0x0_1861, 5), (0x4_2007, 4), (0x1, 3), (0x5, 2)] {
                check::<u64>(width, height, walls, goals, blocks);
                check::<Wide>(width, height, walls, goals, blocks);
            }
        }
        check::<u128>(9, 3, 0x40_2081, 0x70_0000, 3);
        check::<Wide>(16, 2, 0x4_0208, 0x8001_0000, 3);
    }
}
