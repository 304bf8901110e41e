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

/// The sets at the current distance.
struct Frontier<'a, W> {
    rules: &'a Rules<W>,
    /// For each set of k − 1 cells, those that complete it; not cleared where none do.
    cells: &'a [W],
    /// One bit for each set of k − 1 cells: whether any cells complete it.
    active: &'a [u64],
}

impl<W: Word> Frontier<'_, W> {
    /// The cells that complete a set to one that a move brings here.
    #[expect(clippy::inline_always, reason = "it is compiled for a direction")]
    #[inline(always)]
    fn origins(&self, partial: &Partial, direction: Direction) -> W {
        let moved = &partial.moved[direction as usize];
        let rank = moved.rank as usize;
        if self.active[rank / 64] >> (rank % 64) & 1 == 0 {
            return W::EMPTY;
        }
        let to = self.cells[rank];
        let mut cells = self.rules.origins(to, direction);
        for &(gap, left) in &moved.held[..usize::from(moved.gaps)] {
            if to.has(usize::from(left)) {
                cells = cells | W::cell(usize::from(gap));
            }
        }
        cells
    }
}

/// The bytes that [`distances`] takes beside its result.
pub(super) fn scratch_bytes<W: Word>(free: W, chosen: u32) -> u64 {
    let each = size_of::<Partial>() + 3 * size_of::<W>();
    let partials = SubsetRank::len(free, chosen - 1);
    partials.saturating_mul(each as u64).saturating_add(partials.div_ceil(64) * 3 * 8)
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
    // Which sets are in the frontier, and which some cells have not completed yet: a bit each.
    let words = partials.len().div_ceil(64);
    let (mut active, mut next_active) = (vec![0_u64; words], vec![0_u64; words]);
    let mut open = vec![0_u64; words];
    for (rank, partial) in partials.iter().enumerate() {
        write(rank, frontier[rank] & beyond(partial), 0);
        active[rank / 64] |= u64::from(!frontier[rank].is_empty()) << (rank % 64);
        open[rank / 64] |= 1 << (rank % 64);
    }
    let mut distance = 0;
    loop {
        distance = (distance + 1).min(NEVER - 1);
        let mut is_done = true;
        let layer = Frontier { rules, cells: &frontier, active: &active };
        for (word, open) in open.iter_mut().enumerate() {
            if word.is_multiple_of(CHECK_EVERY / 64) {
                meter.check()?;
            }
            let mut fresh = 0;
            for bit in open.cells() {
                let rank = 64 * word + bit;
                let partial = &partials[rank];
                // One by one, so that each is compiled for its direction.
                let [up, right, down, left] = Direction::ALL;
                let cells = layer.origins(partial, up)
                    | layer.origins(partial, right)
                    | layer.origins(partial, down)
                    | layer.origins(partial, left);
                let cells = cells & !reached[rank];
                if !cells.is_empty() {
                    next[rank] = cells;
                    fresh |= 1 << bit;
                    reached[rank] = reached[rank] | cells;
                    if reached[rank].count() + chosen > free.count() {
                        *open &= !(1 << bit);
                    }
                    write(rank, cells & beyond(partial), distance);
                }
            }
            is_done &= fresh == 0;
            next_active[word] = fresh;
        }
        if is_done {
            break;
        }
        std::mem::swap(&mut frontier, &mut next);
        std::mem::swap(&mut active, &mut next_active);
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
    let lines = Direction::ALL.map(|to| Lines::new(rules, to));
    let len = SubsetRank::len(free, chosen - 1) as usize;
    let (mut partials, mut completing) = (vec![Partial::default(); len], vec![W::EMPTY; len]);
    let mut done = 0_usize;
    try_subsets(free, chosen - 1, &mut |set| {
        if done.is_multiple_of(CHECK_EVERY) {
            meter.check()?;
        }
        done += 1;
        let mut cells = [0; MAX_CHOSEN - 1];
        for (place, cell) in cells.iter_mut().zip(set.cells()) {
            *place = cell as u8;
        }
        let cells = &cells[..chosen as usize - 1];
        let moved = lines.each_ref().map(|lines| lines.moved(ranks, cells));
        let last = cells.last().copied().unwrap_or(0);
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

/// For each cell, the cell at the wall of its line in some direction, and the free cells before
/// and behind it.
struct Lines {
    ends: Vec<u8>,
    before: Vec<Option<u8>>,
    behind: Vec<Option<u8>>,
}

impl Lines {
    fn new<W: Word>(rules: &Rules<W>, to: Direction) -> Self {
        let cells = 0..rules.width() * rules.height();
        let next = |cell, to| rules.next(cell, to).map(|next| next as u8);
        let end = |cell| if rules.free().has(cell) { rules.wall_end(cell, to) as u8 } else { 0 };
        Lines {
            ends: cells.clone().map(end).collect(),
            before: cells.clone().map(|cell| next(cell, to)).collect(),
            behind: cells.map(|cell| next(cell, to.opposite())).collect(),
        }
    }

    /// What a move makes of a set.
    fn moved(&self, ranks: &SubsetRank, set: &[u8]) -> Moved {
        let mut moved = Moved::default();
        let mut after = [0; MAX_CHOSEN - 1];
        for (after, &cell) in after.iter_mut().zip(set) {
            // From the wall to the first gap of the line, and through the cells behind it.
            let end = self.ends[usize::from(cell)];
            let (mut gap, mut is_stuck) = (Some(end), false);
            while let Some(cell_at_wall) = gap
                && set.contains(&cell_at_wall)
            {
                is_stuck |= cell_at_wall == cell;
                gap = self.behind[usize::from(cell_at_wall)];
            }
            let before = self.before[usize::from(cell)].filter(|_| !is_stuck);
            *after = before.unwrap_or(cell);
            let Some(gap) = gap else { continue };
            let mut left = gap;
            while let Some(cell) = self.behind[usize::from(left)]
                && set.contains(&cell)
            {
                left = cell;
            }
            if gap != end || left != gap {
                moved.held[usize::from(moved.gaps)] = (gap, left);
                moved.gaps += 1;
            }
        }
        let after = &mut after[..set.len()];
        after.sort_unstable();
        let terms = after.iter().zip(0..).map(|(&cell, nth)| ranks.term(cell.into(), nth));
        moved.rank = terms.sum::<usize>() as u32;
        moved
    }
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
