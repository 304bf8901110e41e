//! All moves of one side at once: lines of a region added to others.
//!
//! These loops are where the time goes. They are written plainly over lines of
//! `W` words and compiled for several instruction sets (see `dispatch`).

use super::half::Block;
use super::inner::{Gather, Pairs};
use super::layout::Layout;

type Line<const W: usize> = [u64; W];

#[inline(always)]
fn add<const W: usize>(a: &mut Line<W>, b: &Line<W>) {
    for k in 0..W {
        a[k] |= b[k];
    }
}

#[inline(always)]
fn add_masked<const W: usize>(a: &mut Line<W>, b: &Line<W>, mask: &Line<W>) {
    // Copies: references to three lines are not seen to be apart, and not taken as wide words.
    let (b, mask, mut sum) = (*b, *mask, *a);
    for k in 0..W {
        sum[k] |= b[k] & mask[k];
    }
    *a = sum;
}

/// Adds several blocks of as many lines to one.
#[inline(always)]
fn add_blocks<'a, const W: usize>(
    out: &mut [Line<W>],
    mut blocks: impl Iterator<Item = &'a [Line<W>]>,
) {
    let n = out.len();
    // Three at a time, so that the sum is read and written less often.
    loop {
        let (Some(a), second, third) = (blocks.next(), blocks.next(), blocks.next()) else {
            return;
        };
        let a = &a[..n];
        match (second, third) {
            (Some(b), Some(c)) => {
                let (b, c) = (&b[..n], &c[..n]);
                for i in 0..n {
                    for k in 0..W {
                        out[i][k] |= a[i][k] | b[i][k] | c[i][k];
                    }
                }
            }
            (Some(b), None) => {
                let b = &b[..n];
                for i in 0..n {
                    for k in 0..W {
                        out[i][k] |= a[i][k] | b[i][k];
                    }
                }
                return;
            }
            _ => {
                for i in 0..n {
                    add(&mut out[i], &a[i]);
                }
                return;
            }
        }
    }
}

/// Adds to each line the lines that it is gathered from.
#[inline(always)]
fn gather<const W: usize>(out: &mut [Line<W>], from: &[Line<W>], lists: &Gather) {
    lists.for_each(
        #[inline(always)]
        |target, sources| {
            let mut sum = out[target];
            for &source in sources {
                add(&mut sum, &from[usize::from(source)]);
            }
            out[target] = sum;
        },
    );
}

#[inline(always)]
fn add_pairs<const W: usize>(out: &mut [Line<W>], from: &[Line<W>], pairs: &Pairs) {
    for &(target, source) in pairs {
        add(&mut out[usize::from(target)], &from[usize::from(source)]);
    }
}

/// How many coins of the middle row touch column `j`.
#[inline(always)]
fn beside(middle: u32, j: usize) -> u32 {
    (middle << 1 >> j & 1) + (middle >> 1 >> j & 1)
}

#[inline(always)]
fn of<'a, const W: usize>(sets: &'a [Line<W>], block: &Block) -> &'a [Line<W>] {
    &sets[block.first..][..block.lines]
}

/// The sets that a pass works on: a region's, before the level, and those with
/// one coin lifted.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a, const W: usize> {
    pub(super) layout: &'a Layout,
    pub(super) lifted_layout: &'a Layout,
    pub(super) far_coins: usize,
    /// By column: the far patterns that have a coin next to the middle row.
    pub(super) edge: &'a [Line<W>],
    pub(super) sets: &'a [Line<W>],
    pub(super) lifted: &'a [Line<W>],
}

impl<'a, const W: usize> Sources<'a, W> {
    #[inline(always)]
    fn sets(&self, middle: u32) -> &'a [Line<W>] {
        &self.sets[self.layout.lines(self.far_coins, middle)]
    }

    #[inline(always)]
    fn lifted(&self, middle: u32) -> &'a [Line<W>] {
        &self.lifted[self.lifted_layout.lines(self.far_coins, middle)]
    }
}

/// Lifts a coin of the near half in every way, and of the middle row if that
/// is asked for: sets with a coin less. `done` sees each block.
#[inline(always)]
pub(super) fn lift<const W: usize>(
    layout: &Layout,
    lifted: &Layout,
    far_coins: usize,
    middle_too: bool,
    sets: &[Line<W>],
    out: &mut [Line<W>],
    mut done: impl FnMut(usize, &[Line<W>]),
) {
    let half = &*layout.near;
    let columns = layout.columns;
    for middle in 0..1u32 << columns {
        let Some(near) = lifted.near_coins(far_coins, middle) else { continue };
        let lines = lifted.lines(far_coins, middle);
        let fuller = &sets[layout.lines(far_coins, middle)];
        for block in half.blocks(near) {
            let first = lines.start + block.first;
            let out = &mut out[first..][..block.lines];
            out.fill([0; W]);
            if middle_too {
                let free = (0..columns).filter(|j| middle >> j & 1 == 0);
                add_blocks(
                    out,
                    free.map(|j| of(&sets[layout.lines(far_coins, middle | 1 << j)], &block)),
                );
            }
            if !fuller.is_empty() {
                let sources = &half.outer.patterns[block.outer].lift;
                add_blocks(
                    out,
                    sources.iter().filter_map(|&outer| {
                        Some(of(fuller, &half.block(outer as usize, block.coins)?))
                    }),
                );
                if let Some(source) = half.block(block.outer, block.coins + 1) {
                    gather(out, of(fuller, &source), &half.inner.counts[block.coins].lift);
                }
            }
            done(first, out);
        }
    }
}

/// Adds to `out` every set that one move leads to, where the coin lands in the
/// near half or steps between the near half and the middle row; also those where
/// it lands in the middle row in another way, if that is asked for. `done` sees
/// each block; `fresh` is whether there is nothing in `out` yet.
#[inline(always)]
pub(super) fn near_moves<const W: usize>(
    from: &Sources<'_, W>,
    fresh: bool,
    middle_too: bool,
    out: &mut [Line<W>],
    mut done: impl FnMut(usize, &mut [Line<W>]),
) {
    let half = &*from.layout.near;
    for middle in 0..1u32 << from.layout.columns {
        let Some(near) = from.layout.near_coins(from.far_coins, middle) else { continue };
        let lines = from.layout.lines(from.far_coins, middle);
        let here = from.sets(middle);
        let fewer: &[Line<W>] = if near > 0 { from.lifted(middle) } else { &[] };
        for block in half.blocks(near) {
            let first = lines.start + block.first;
            let out = &mut out[first..][..block.lines];
            if fresh {
                out.fill([0; W]);
            }
            outer_moves(from.layout, &block, here, fewer, out);
            inner_moves(from.layout, &block, middle, here, fewer, out);
            edge_moves(from, &block, near, middle, out);
            if middle_too {
                middle_moves(from, &block, middle, out);
            }
            done(first, out);
        }
    }
}

/// The steps between the near half and the middle row, to one block.
#[inline(always)]
fn edge_moves<const W: usize>(
    from: &Sources<'_, W>,
    block: &Block,
    near: usize,
    middle: u32,
    out: &mut [Line<W>],
) {
    let half = &*from.layout.near;
    let count = &half.inner.counts[block.coins];
    for j in 0..from.layout.columns {
        if middle >> j & 1 == 0 {
            if let Some(source) =
                block.coins.checked_sub(1).and_then(|coins| half.block(block.outer, coins))
            {
                add_pairs(out, of(from.sets(middle | 1 << j), &source), &count.middle.enter[j]);
            }
        } else if let Some(source) = half.block(block.outer, block.coins + 1)
            && near < half.most()
        {
            let sets = of(from.sets(middle & !(1 << j)), &source);
            if beside(middle, j) > 0 {
                add_pairs(out, sets, &count.middle.leave[j]);
            } else {
                for &(target, source) in &count.middle.leave[j] {
                    add_masked(
                        &mut out[usize::from(target)],
                        &sets[usize::from(source)],
                        &from.edge[j],
                    );
                }
            }
        }
    }
}

/// The moves that land in the outer part, to one block.
#[inline(always)]
fn outer_moves<const W: usize>(
    layout: &Layout,
    block: &Block,
    here: &[Line<W>],
    fewer: &[Line<W>],
    out: &mut [Line<W>],
) {
    let half = &*layout.near;
    let pattern = &half.outer.patterns[block.outer];
    let count = &half.inner.counts[block.coins];
    let as_many = |outer: u32| half.block(outer as usize, block.coins);
    add_blocks(out, pattern.land.iter().filter_map(|&outer| Some(of(fewer, &as_many(outer)?))));
    add_blocks(out, pattern.step.iter().filter_map(|&outer| Some(of(here, &as_many(outer)?))));
    for (sources, from) in [(&pattern.land_if, fewer), (&pattern.step_if, here)] {
        for &(column, outer) in sources {
            let Some(source) = as_many(outer) else { continue };
            let from = of(from, &source);
            for &line in &count.with_outer_edge[usize::from(column)] {
                add(&mut out[usize::from(line)], &from[usize::from(line)]);
            }
        }
    }
    for &(column, outer) in &pattern.enter {
        if let Some(source) = half.block(outer as usize, block.coins + 1) {
            add_pairs(out, of(here, &source), &count.outer.leave[usize::from(column)]);
        }
    }
}

/// The moves that land in the inner part, but for those from the middle row, to one block.
#[inline(always)]
fn inner_moves<const W: usize>(
    layout: &Layout,
    block: &Block,
    middle: u32,
    here: &[Line<W>],
    fewer: &[Line<W>],
    out: &mut [Line<W>],
) {
    let half = &*layout.near;
    let pattern = &half.outer.patterns[block.outer];
    let count = &half.inner.counts[block.coins];
    let same = of(here, block);
    gather(out, same, &count.step);
    for (side, coins) in [(&count.middle, middle), (&count.outer, pattern.edge)] {
        for j in (0..layout.columns).filter(|j| coins >> j & 1 == 1) {
            add_pairs(out, same, &side.step_if[j]);
        }
    }
    let Some(fewer_coins) = block.coins.checked_sub(1) else { return };
    if let Some(source) = half.block(block.outer, fewer_coins) {
        let from = of(fewer, &source);
        gather(out, from, &count.land);
        for (side, coins) in [(&count.middle, middle), (&count.outer, pattern.edge)] {
            for j in (0..layout.columns).filter(|j| coins >> j & 1 == 1) {
                add_pairs(out, from, &side.land_if[j]);
            }
        }
    }
    for &(column, outer) in &pattern.leave {
        if let Some(source) = half.block(outer as usize, fewer_coins) {
            add_pairs(out, of(here, &source), &count.outer.enter[usize::from(column)]);
        }
    }
}

/// The moves that land in the middle row, but for the steps from a half, to one block.
#[inline(always)]
fn middle_moves<const W: usize>(
    from: &Sources<'_, W>,
    block: &Block,
    middle: u32,
    out: &mut [Line<W>],
) {
    let columns = from.layout.columns;
    let edges = &from.layout.near.inner.counts[block.coins].edge;
    for j in (0..columns).filter(|j| middle >> j & 1 == 1) {
        // Which bits count, where so much support is still needed.
        let mask = |needed: u32| match needed {
            0 => [u64::MAX; W],
            1 => from.edge[j],
            _ => [0; W],
        };
        let support = beside(middle, j);
        let without = middle & !(1 << j);
        let touching = [j.checked_sub(1), (j + 1 < columns).then_some(j + 1)];
        let touching = touching.into_iter().flatten().filter(|from| middle >> from & 1 == 0);
        // For a line without and with a near coin beside.
        let land = [0, 1].map(|near| mask(2u32.saturating_sub(support + near)));
        let step = [0, 1].map(|near| mask(1u32.saturating_sub(support + near)));
        let sources = touching.map(|column| (from.sets(without | 1 << column), &step));
        for (source, masks) in std::iter::once((from.lifted(without), &land)).chain(sources) {
            for ((line, source), coins) in out.iter_mut().zip(of(source, block)).zip(edges) {
                add_masked(line, source, &masks[usize::from(coins >> j & 1)]);
            }
        }
    }
}
