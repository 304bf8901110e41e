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
    let before = &mut scratch.sets.get_mut()[..reached.len()];
    before.copy_from_slice(reached);
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
    take_transposed(
        instructions,
        &matrices.upper,
        region,
        &matrices.lower,
        pass.sets,
        reached,
        true,
    );
    let edge = matrices.upper_edges.strip::<W>(region);
    let before = lines::<W>(before);
    let from = Sources {
        layout: &matrices.upper,
        lifted_layout: &matrices.upper_lifted,
        far_coins: region.far_coins,
        edge: &edge,
        sets: before,
        lifted: lines(lifted),
    };
    let mut count = 0u64;
    instructions.run(
        #[inline(always)]
        || {
            near_moves(
                &from,
                false,
                true,
                lines_mut(reached),
                #[inline(always)]
                |first, block| {
                    let before = &before[first..][..block.len()];
                    for (now, before) in block.iter().zip(before) {
                        for k in 0..W {
                            count += u64::from((now[k] ^ before[k]).count_ones());
                        }
                    }
                    for plane in &mut planes {
                        for ((line, now), before) in
                            lines_mut::<W>(plane)[first..].iter_mut().zip(block).zip(before)
                        {
                            for k in 0..W {
                                line[k] |= now[k] ^ before[k];
                            }
                        }
                    }
                },
            );
        },
    );
    if !lifted.is_empty() {
        lift_region::<W>(
            instructions,
            &matrices.upper,
            &matrices.upper_lifted,
            region,
            reached,
            lifted,
        );
    }
    count
}
