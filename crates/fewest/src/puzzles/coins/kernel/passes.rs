//! The two passes of a level, each over one region at a time.
//!
//! Everything that is inlined into [`Instructions::run`] is compiled for each
//! instruction set.

use super::dispatch::Instructions;
use super::layout::{Layout, Region, STRIP};
use super::matrices::Matrices;
use super::memory::Words;
use super::moves::{Sources, lift, near_moves};
use super::transpose::transpose_into;

/// Calls a function for lines of so many words.
macro_rules! by_width {
    ($width:expr, $function:ident ( $($argument:expr),* $(,)? )) => {
        match $width {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            4 => $function::<4>($($argument),*),
            _ => $function::<8>($($argument),*),
        }
    };
}
pub(super) use by_width;

/// Room for a region's sets, and for those with one coin lifted.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) sets: Words,
    pub(super) lifted: Words,
}

/// A pass over a region, and what it reads beside it.
pub(super) struct Pass<'a> {
    pub(super) instructions: Instructions,
    pub(super) matrices: &'a Matrices,
    pub(super) region: &'a Region,
    /// Laid out near the other half: in the lower pass the sets that were
    /// reached, in the upper one those that the lower pass landed on.
    pub(super) sets: &'a [u64],
    /// Likewise, the sets with one coin of the other half lifted.
    pub(super) lifted: &'a [u64],
}

#[inline(always)]
fn lines<const W: usize>(words: &[u64]) -> &[[u64; W]] {
    words.as_chunks().0
}

#[inline(always)]
fn lines_mut<const W: usize>(words: &mut [u64]) -> &mut [[u64; W]] {
    words.as_chunks_mut().0
}

/// Lifts the coins of the near half and the middle row.
pub(super) fn lift_region<const W: usize>(
    instructions: Instructions,
    layout: &Layout,
    lifted: &Layout,
    region: &Region,
    sets: &[u64],
    out: &mut [u64],
) {
    instructions.run(
        #[inline(always)]
        || {
            lift::<W>(
                layout,
                lifted,
                region.far_coins,
                true,
                lines(sets),
                lines_mut(out),
                |_, _| (),
            );
        },
    );
}

/// Adds to the region of `layout` what `source`, laid out near the other half, has.
fn take_transposed(
    instructions: Instructions,
    layout: &Layout,
    region: &Region,
    other: &Layout,
    source: &[u64],
    out: &mut [u64],
    keep: bool,
) {
    let first = 64 * STRIP * region.strip;
    for middle in 0..1u32 << layout.columns {
        let Some(near) = layout.near_coins(region.far_coins, middle) else { continue };
        let target = layout.lines(region.far_coins, middle);
        let rows = other.lines(near, middle);
        for there in other.regions_of(near) {
            let from = there.offset + (rows.start + first) * there.width;
            let source = &source[from..][..region.bits * there.width];
            let at = target.start + 64 * STRIP * there.strip;
            let out = &mut out[at * region.width..][..there.bits * region.width];
            instructions.run(
                #[inline(always)]
                || by_width!(there.width, transpose_words(source, out, region.width, keep)),
            );
        }
    }
}

#[inline(always)]
fn transpose_words<const W: usize>(source: &[u64], out: &mut [u64], width: usize, keep: bool) {
    transpose_into::<W>(lines(source), out, width, keep);
}

/// Lands the coins of the lower half in a region, and lifts them (`below`).
pub(super) fn lower_pass<const W: usize>(
    pass: &Pass<'_>,
    scratch: &mut Scratch,
    landed: &mut [u64],
    below: &mut [u64],
) {
    let &Pass { instructions, matrices, region, .. } = pass;
    let sets = &mut scratch.sets.get_mut()[..landed.len()];
    take_transposed(instructions, &matrices.lower, region, &matrices.upper, pass.sets, sets, false);
    let lifted = &mut scratch.lifted.get_mut()[..below.len()];
    if !below.is_empty() {
        take_transposed(
            instructions,
            &matrices.lower_lifted,
            region,
            &matrices.upper_lifted,
            pass.lifted,
            lifted,
            false,
        );
        let lifted = lines_mut::<W>(lifted);
        instructions.run(
            #[inline(always)]
            || {
                lift::<W>(
                    &matrices.lower,
                    &matrices.lower_lifted,
                    region.far_coins,
                    false,
                    lines(sets),
                    lines_mut(below),
                    #[inline(always)]
                    |first, block| {
                        for (line, more) in lifted[first..].iter_mut().zip(block) {
                            for k in 0..W {
                                line[k] |= more[k];
                            }
                        }
                    },
                );
            },
        );
    }
    let edge = matrices.lower_edges.strip::<W>(region);
    let from = Sources {
        layout: &matrices.lower,
        lifted_layout: &matrices.lower_lifted,
        far_coins: region.far_coins,
        edge: &edge,
        sets: lines(sets),
        lifted: lines(lifted),
    };
    instructions.run(
        #[inline(always)]
        || near_moves(&from, true, false, lines_mut(landed), |_, _| ()),
    );
}

/// Lands the coins of the upper half and the middle row in a region, takes in
/// what the lower pass did, and lifts coins for the next level. Returns how many
/// sets are new; they are added to the planes.
pub(super) fn upper_pass<const W: usize>(
    pass: &Pass<'_>,
    scratch: &mut Scratch,
    reached: &mut [u64],
    lifted: &mut [u64],
    mut planes: Vec<&mut [u64]>,
) -> u64 {
    let &Pass { instructions, matrices, region, .. } = pass;
    // The moves are read from the sets that were reached, so these must not change yet.
    let now = &mut scratch.sets.get_mut()[..reached.len()];
    take_transposed(instructions, &matrices.upper, region, &matrices.lower, pass.sets, now, false);
    if !lifted.is_empty() {
        take_transposed(
            instructions,
            &matrices.upper_lifted,
            region,
            &matrices.lower_lifted,
            pass.lifted,
            lifted,
            true,
        );
    }
    let edge = matrices.upper_edges.strip::<W>(region);
    let before = lines::<W>(reached);
    let from = Sources {
        layout: &matrices.upper,
        lifted_layout: &matrices.upper_lifted,
        far_coins: region.far_coins,
        edge: &edge,
        sets: before,
        lifted: lines(lifted),
    };
    let mut count = 0;
    instructions.run(
        #[inline(always)]
        || {
            near_moves(
                &from,
                false,
                true,
                lines_mut(now),
                #[inline(always)]
                |first, block| count += take_in(first, block, before, &mut planes),
            );
        },
    );
    if !lifted.is_empty() {
        lift_region::<W>(
            instructions,
            &matrices.upper,
            &matrices.upper_lifted,
            region,
            now,
            lifted,
        );
    }
    instructions.run(
        #[inline(always)]
        || replace(lines_mut::<W>(reached), lines(now)),
    );
    count
}

/// Adds the sets that were there before to a block, and those that are new to
/// the planes. Returns how many these are.
#[inline(always)]
fn take_in<const W: usize>(
    first: usize,
    block: &mut [[u64; W]],
    before: &[[u64; W]],
    planes: &mut [&mut [u64]],
) -> u64 {
    // A count for each word: these are added in one register.
    let mut counts = [0; W];
    for (i, (line, before)) in block.iter_mut().zip(&before[first..]).enumerate() {
        let mut new = [0; W];
        for k in 0..W {
            new[k] = line[k] & !before[k];
            line[k] |= before[k];
            counts[k] += u64::from(new[k].count_ones());
        }
        // Where nothing is new, the planes are not even read.
        if !planes.is_empty() && new != [0; W] {
            for plane in &mut *planes {
                let plane = &mut lines_mut::<W>(plane)[first + i];
                for k in 0..W {
                    plane[k] |= new[k];
                }
            }
        }
    }
    counts.iter().sum()
}

/// Makes lines like others; those that are so already are not written.
#[inline(always)]
fn replace<const W: usize>(lines: &mut [[u64; W]], others: &[[u64; W]]) {
    for (line, other) in lines.iter_mut().zip(others) {
        if line != other {
            *line = *other;
        }
    }
}
