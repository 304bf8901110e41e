//! The two passes of a layer, each over one region at a time.
//!
//! Everything that is inlined into [`Instructions::run`] is compiled for each
//! instruction set.

use super::dispatch::Instructions;
use super::layout::{CHUNK, Layout, Region, STRIP};
use super::matrices::Matrices;
use super::moves::{Sources, lift, near_moves};
use super::sets::{Part, Sets};
use super::transpose::transpose_into;
use super::views::{Field, View, any};

/// Calls a function for lines of `width` words.
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

/// Room for a region's sets, and for those with one coin lifted: empty between passes.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) sets: Sets,
    pub(super) lifted: Sets,
}

/// A pass over a region, and what it reads beside it.
pub(super) struct Pass<'a> {
    pub(super) instructions: Instructions,
    pub(super) matrices: &'a Matrices,
    pub(super) region: &'a Region,
    /// In the layout near the other half: the reached sets in the lower pass, the
    /// results of the lower pass in the upper pass.
    pub(super) sets: &'a Sets,
    /// Likewise, the sets with one coin of the other half lifted, and maybe others with a
    /// coin lifted that were there before.
    pub(super) lifted: &'a Sets,
}

#[inline(always)]
fn lines<const W: usize>(words: &[u64]) -> &[[u64; W]] {
    words.as_chunks().0
}

#[inline(always)]
fn lines_mut<const W: usize>(words: &mut [u64]) -> &mut [[u64; W]] {
    words.as_chunks_mut().0
}

/// The sets of a region's part, to be read.
#[inline(always)]
fn view<'a, const W: usize>(
    layout: &'a Layout,
    region: &Region,
    part: &'a Part<'_>,
) -> View<'a, W> {
    View { layout, far_coins: region.far_coins, lines: lines(part.words), occupied: part.occupied }
}

/// A region's part, to be added to.
#[inline(always)]
fn field<'a, const W: usize>(
    layout: &'a Layout,
    region: &Region,
    part: &'a mut Part<'_>,
) -> Field<'a, W> {
    Field {
        layout,
        far_coins: region.far_coins,
        lines: lines_mut(part.words),
        occupied: part.occupied,
    }
}

/// Lifts the coins of the near half and the middle row.
pub(super) fn lift_region<const W: usize>(
    instructions: Instructions,
    layout: &Layout,
    lifted: &Layout,
    region: &Region,
    sets: &Part<'_>,
    out: &mut Part<'_>,
) {
    instructions.run(
        #[inline(always)]
        || lift::<W>(&view(layout, region, sets), true, &mut field(lifted, region, out)),
    );
}

/// Adds to the region of `layout` what `source`, laid out near the other half, has.
fn take_transposed(
    instructions: Instructions,
    layout: &Layout,
    region: &Region,
    other: &Layout,
    source: &Sets,
    out: &mut Part<'_>,
) {
    for middle in 0..1u32 << layout.columns {
        let Some(near) = layout.near_coins(region.far_coins, middle) else { continue };
        let target = layout.lines(region.far_coins, middle);
        let target_chunks = layout.chunks(region.far_coins, middle);
        let first_row = other.lines(near, middle).start + 64 * STRIP * region.strip;
        let first_chunk = other.chunks(near, middle).start + STRIP * region.strip;
        for there in other.regions_of(near) {
            let chunks = there.first_chunk + first_chunk;
            let occupied = &source.occupied()[chunks..][..region.bits.div_ceil(CHUNK)];
            if !occupied.contains(&true) {
                continue;
            }
            let from = there.offset + first_row * there.width;
            let source = &source.words()[from..][..region.bits * there.width];
            let at = target.start + 64 * STRIP * there.strip;
            let words = &mut out.words[at * region.width..][..there.bits * region.width];
            let chunks = target_chunks.start + STRIP * there.strip;
            let found = &mut out.occupied[chunks..][..there.bits.div_ceil(CHUNK)];
            instructions.run(
                #[inline(always)]
                || {
                    by_width!(
                        there.width,
                        transpose_words(source, occupied, words, region.width, found)
                    );
                },
            );
        }
    }
}

#[inline(always)]
fn transpose_words<const W: usize>(
    source: &[u64],
    occupied: &[bool],
    out: &mut [u64],
    width: usize,
    found: &mut [bool],
) {
    let any = transpose_into::<W>(lines(source), occupied, out, width);
    for (found, any) in found.iter_mut().zip(any) {
        *found |= any;
    }
}

/// Lands the coins of the lower half in a region, and lifts them (`below`).
pub(super) fn lower_pass<const W: usize>(
    pass: &Pass<'_>,
    scratch: &mut Scratch,
    landed: &mut Part<'_>,
    below: &mut Part<'_>,
) {
    let &Pass { instructions, matrices, region, .. } = pass;
    let Matrices { lower, lower_lifted, upper, upper_lifted, .. } = matrices;
    let mut sets = scratch.sets.room(landed.words.len(), landed.occupied.len());
    take_transposed(instructions, lower, region, upper, pass.sets, &mut sets);
    let mut lifted = scratch.lifted.room(below.words.len(), below.occupied.len());
    if !below.words.is_empty() {
        take_transposed(instructions, lower_lifted, region, upper_lifted, pass.lifted, &mut lifted);
        instructions.run(
            #[inline(always)]
            || {
                let out = &mut field(lower_lifted, region, below);
                lift::<W>(&view(lower, region, &sets), false, out);
                merge::<W>(lower_lifted, region, below, &mut lifted);
            },
        );
    }
    let edge = matrices.lower_edges.strip::<W>(region);
    let from = Sources {
        edge: &edge,
        sets: view(lower, region, &sets),
        lifted: view(lower_lifted, region, &lifted),
    };
    instructions.run(
        #[inline(always)]
        || near_moves(&from, false, &mut field(lower, region, landed), |_, _| ()),
    );
    sets.clear(lower, region, &mut []);
    lifted.clear(lower_lifted, region, &mut []);
}

/// Lands the coins of the upper half and the middle row in a region, merges
/// the result of the lower pass, and lifts coins for the next layer. Returns the
/// number of new sets; they are added to the bit-planes.
pub(super) fn upper_pass<const W: usize>(
    pass: &Pass<'_>,
    scratch: &mut Scratch,
    reached: &mut Part<'_>,
    lifted: &mut Part<'_>,
    mut planes: Vec<&mut [u64]>,
) -> u64 {
    let &Pass { instructions, matrices, region, .. } = pass;
    let Matrices { upper, upper_lifted, lower, lower_lifted, .. } = matrices;
    // The moves are read from the sets that were reached, so these must not change yet.
    let mut now = scratch.sets.room(reached.words.len(), reached.occupied.len());
    take_transposed(instructions, upper, region, lower, pass.sets, &mut now);
    if !lifted.words.is_empty() {
        take_transposed(instructions, upper_lifted, region, lower_lifted, pass.lifted, lifted);
    }
    let edge = matrices.upper_edges.strip::<W>(region);
    let from = Sources {
        edge: &edge,
        sets: view(upper, region, reached),
        lifted: view(upper_lifted, region, lifted),
    };
    let mut count = 0;
    instructions.run(
        #[inline(always)]
        || {
            near_moves(
                &from,
                true,
                &mut field(upper, region, &mut now),
                #[inline(always)]
                |first, block| count += take_in(first, block, from.sets.lines, &mut planes),
            );
        },
    );
    if !lifted.words.is_empty() {
        lift_region::<W>(instructions, upper, upper_lifted, region, &now, lifted);
    }
    instructions.run(
        #[inline(always)]
        || merge::<W>(upper, region, &now, reached),
    );
    now.clear(upper, region, &mut []);
    count
}

/// Adds the old sets to a block, and the new ones to the bit-planes. Returns the
/// number of new sets.
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
        // Where nothing is new, the bit-planes are not even read.
        if !planes.is_empty() && any(&new) {
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

/// Adds the sets of one part to another; lines that have them already are not written.
#[inline(always)]
fn merge<const W: usize>(layout: &Layout, region: &Region, from: &Part<'_>, to: &mut Part<'_>) {
    let (sets, others) = (lines_mut::<W>(to.words), lines::<W>(from.words));
    for middle in 0..1 << layout.columns {
        let rows = layout.lines(region.far_coins, middle);
        let chunks = layout.chunks(region.far_coins, middle);
        let pairs = sets[rows.clone()].chunks_mut(CHUNK).zip(others[rows].chunks(CHUNK));
        for ((sets, others), chunk) in pairs.zip(chunks).filter(|(_, chunk)| from.occupied[*chunk])
        {
            to.occupied[chunk] = true;
            for (line, other) in sets.iter_mut().zip(others) {
                let mut more = *other;
                for k in 0..W {
                    more[k] &= !line[k];
                }
                if any(&more) {
                    for k in 0..W {
                        line[k] |= more[k];
                    }
                }
            }
        }
    }
}
