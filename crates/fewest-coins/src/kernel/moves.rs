//! All moves of one side at once: lines of a region added to others.
//!
//! These loops take most of the time. They are written plainly over lines of `W` words
//! and compiled for several instruction sets (see `dispatch`).

use super::half::Block;
use super::inner::{Gather, Pairs};
use super::layout::Layout;
use super::views::{Field, Landing, Line, Row, View};

#[inline(always)]
fn add<const W: usize>(a: &mut Line<W>, b: &Line<W>) {
    for k in 0..W {
        a[k] |= b[k];
    }
}

#[inline(always)]
fn add_masked<const W: usize>(a: &mut Line<W>, b: &Line<W>, mask: &Line<W>) {
    // Copies: the compiler does not see that three references are disjoint, and would not use wide registers.
    let (b, mask, mut sum) = (*b, *mask, *a);
    for k in 0..W {
        sum[k] |= b[k] & mask[k];
    }
    *a = sum;
}

/// Adds several blocks of as many lines to one.
#[inline(always)]
fn add_blocks<'a, const W: usize>(
    out: &mut Landing<'_, W>,
    mut blocks: impl Iterator<Item = &'a [Line<W>]>,
) {
    // Three at a time, so that the sum is read and written less often.
    loop {
        let (Some(a), second, third) = (blocks.next(), blocks.next(), blocks.next()) else {
            return;
        };
        let out = out.touch();
        let n = out.len();
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

/// The number of coins of the middle row that touch column `j`.
#[inline(always)]
fn beside(middle: u32, j: usize) -> u32 {
    (middle << 1 >> j & 1) + (middle >> 1 >> j & 1)
}

/// The sets that a pass reads: those of a region before the layer, and those with
/// one more coin lifted.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a, const W: usize> {
    /// By column: the far patterns that have a coin next to the middle row.
    pub(super) edge: &'a [Line<W>],
    pub(super) sets: View<'a, W>,
    pub(super) lifted: View<'a, W>,
}

/// Lifts every coin of the near half, and of the middle row if `middle_too`. Adds the
/// sets with one coin less.
#[inline(always)]
pub(super) fn lift<const W: usize>(sets: &View<'_, W>, middle_too: bool, out: &mut Field<'_, W>) {
    let layout = sets.layout;
    let half = &*layout.near;
    let columns = layout.columns;
    for middle in 0..1u32 << columns {
        let Some(near) = out.layout.near_coins(out.far_coins, middle) else { continue };
        let fuller = sets.row(middle);
        for block in half.blocks(near) {
            out.add(
                middle,
                &block,
                #[inline(always)]
                |out: &mut Landing<'_, W>| {
                    if middle_too {
                        let free = (0..columns).filter(|j| middle >> j & 1 == 0);
                        let sources = free.filter_map(|j| sets.row(middle | 1 << j).block(&block));
                        add_blocks(out, sources);
                    }
                    let sources = half.outer.patterns[block.outer].lift.iter();
                    let sources = sources.filter_map(|&outer| {
                        fuller.block(&half.block(outer as usize, block.coins)?)
                    });
                    add_blocks(out, sources);
                    let source = half.block(block.outer, block.coins + 1);
                    if let Some(source) = source.and_then(|source| fuller.block(&source)) {
                        gather(out.touch(), source, &half.inner.counts[block.coins].lift);
                    }
                },
                |_, _| (),
            );
        }
    }
}

/// Adds to `out` the result of every move whose coin lands in the near half or steps
/// between the near half and the middle row. With `middle_too`, also the results of all
/// other moves that land in the middle row. `done` sees each block that may have sets.
#[inline(always)]
pub(super) fn near_moves<const W: usize>(
    from: &Sources<'_, W>,
    middle_too: bool,
    out: &mut Field<'_, W>,
    mut done: impl FnMut(usize, &mut [Line<W>]),
) {
    let layout = out.layout;
    for middle in 0..1u32 << layout.columns {
        let Some(near) = layout.near_coins(out.far_coins, middle) else { continue };
        let (here, fewer) = (from.sets.row(middle), from.lifted.row(middle));
        for block in layout.near.blocks(near) {
            out.add(
                middle,
                &block,
                #[inline(always)]
                |out: &mut Landing<'_, W>| {
                    outer_moves(layout, &block, &here, &fewer, out);
                    inner_moves(layout, &block, middle, &here, &fewer, out);
                    edge_moves(from, &block, middle, out);
                    if middle_too {
                        middle_moves(from, &block, middle, out);
                    }
                },
                &mut done,
            );
        }
    }
}

/// The steps between the near half and the middle row, to one block.
#[inline(always)]
fn edge_moves<const W: usize>(
    from: &Sources<'_, W>,
    block: &Block,
    middle: u32,
    out: &mut Landing<'_, W>,
) {
    let half = &*from.sets.layout.near;
    let count = &half.inner.counts[block.coins];
    for j in 0..from.sets.layout.columns {
        let is_coin = middle >> j & 1 == 1;
        let coins = if is_coin { Some(block.coins + 1) } else { block.coins.checked_sub(1) };
        let source = coins.and_then(|coins| half.block(block.outer, coins));
        let Some(sets) = source.and_then(|source| from.sets.row(middle ^ 1 << j).block(&source))
        else {
            continue;
        };
        let out = out.touch();
        if !is_coin {
            add_pairs(out, sets, &count.middle.enter[j]);
        } else if beside(middle, j) > 0 {
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

/// The moves that land in the outer part, to one block.
#[inline(always)]
fn outer_moves<const W: usize>(
    layout: &Layout,
    block: &Block,
    here: &Row<'_, W>,
    fewer: &Row<'_, W>,
    out: &mut Landing<'_, W>,
) {
    let half = &*layout.near;
    let pattern = &half.outer.patterns[block.outer];
    let count = &half.inner.counts[block.coins];
    let as_many = |outer: u32| half.block(outer as usize, block.coins);
    add_blocks(out, pattern.land.iter().filter_map(|&outer| fewer.block(&as_many(outer)?)));
    add_blocks(out, pattern.step.iter().filter_map(|&outer| here.block(&as_many(outer)?)));
    for (sources, from) in [(&pattern.land_if, fewer), (&pattern.step_if, here)] {
        for &(column, outer) in sources {
            let Some(from) = as_many(outer).and_then(|source| from.block(&source)) else {
                continue;
            };
            let out = out.touch();
            for &line in &count.with_outer_edge[usize::from(column)] {
                add(&mut out[usize::from(line)], &from[usize::from(line)]);
            }
        }
    }
    for &(column, outer) in &pattern.enter {
        let source = half.block(outer as usize, block.coins + 1);
        if let Some(source) = source.and_then(|source| here.block(&source)) {
            add_pairs(out.touch(), source, &count.outer.leave[usize::from(column)]);
        }
    }
}

/// The moves that land in the inner part, but for those from the middle row, to one block.
#[inline(always)]
fn inner_moves<const W: usize>(
    layout: &Layout,
    block: &Block,
    middle: u32,
    here: &Row<'_, W>,
    fewer: &Row<'_, W>,
    out: &mut Landing<'_, W>,
) {
    let half = &*layout.near;
    let pattern = &half.outer.patterns[block.outer];
    let count = &half.inner.counts[block.coins];
    let sides = [(&count.middle, middle), (&count.outer, pattern.edge)];
    let columns = |coins: u32| (0..layout.columns).filter(move |j| coins >> j & 1 == 1);
    if let Some(same) = here.block(block) {
        let out = out.touch();
        gather(out, same, &count.step);
        for (side, coins) in sides {
            for j in columns(coins) {
                add_pairs(out, same, &side.step_if[j]);
            }
        }
    }
    let Some(fewer_coins) = block.coins.checked_sub(1) else { return };
    let source = half.block(block.outer, fewer_coins);
    if let Some(from) = source.and_then(|source| fewer.block(&source)) {
        let out = out.touch();
        gather(out, from, &count.land);
        for (side, coins) in sides {
            for j in columns(coins) {
                add_pairs(out, from, &side.land_if[j]);
            }
        }
    }
    for &(column, outer) in &pattern.leave {
        let source = half.block(outer as usize, fewer_coins);
        if let Some(source) = source.and_then(|source| here.block(&source)) {
            add_pairs(out.touch(), source, &count.outer.enter[usize::from(column)]);
        }
    }
}

/// The moves that land in the middle row, but for the steps from a half, to one block.
#[inline(always)]
fn middle_moves<const W: usize>(
    from: &Sources<'_, W>,
    block: &Block,
    middle: u32,
    out: &mut Landing<'_, W>,
) {
    let layout = from.sets.layout;
    let columns = layout.columns;
    let edges = &layout.near.inner.counts[block.coins].edge;
    for j in (0..columns).filter(|j| middle >> j & 1 == 1) {
        // The bits that count, by the support that is still needed.
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
        let sources = touching.map(|column| (from.sets.row(without | 1 << column), &step));
        for (source, masks) in std::iter::once((from.lifted.row(without), &land)).chain(sources) {
            let Some(source) = source.block(block) else { continue };
            for ((line, source), coins) in out.touch().iter_mut().zip(source).zip(edges) {
                add_masked(line, source, &masks[usize::from(coins >> j & 1)]);
            }
        }
    }
}
