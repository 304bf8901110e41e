//! Breadth-first search by bit-parallel levels.
//!
//! The sets reached so far are a bit each. A level takes all of them one move
//! further, also those that went before, since a line costs the same however
//! full it is. Two passes make a level: one near the lower half, whose result
//! stays transposed, and one near the upper half, which takes that result in.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::dispatch::Instructions;
use super::epochs::Epochs;
use super::half::Half;
use super::layout::{Layout, Region, STRIP};
use super::memory::Words;
use super::moves::{Sources, lift, near_moves};
use super::split::Split;
use super::threads::{clear, parallel};
use super::transpose::transpose_into;

/// The board in two halves, and the layouts of sets near each of them.
#[derive(Debug)]
pub(super) struct Matrices {
    pub(super) split: Split,
    upper: Layout,
    lower: Layout,
    upper_lifted: Layout,
    lower_lifted: Layout,
    upper_edges: Edges,
    lower_edges: Edges,
}

/// For each strip of a half's patterns, those that have a coin next to the
/// middle row, by column: by number of coins and column, the words.
#[derive(Debug)]
struct Edges(Vec<Vec<Vec<u64>>>);

impl Edges {
    fn new(half: &Half, columns: usize) -> Edges {
        let count = |coins: usize| {
            let mut masks =
                vec![vec![0; half.lines(coins).div_ceil(64).next_multiple_of(STRIP)]; columns];
            for (i, pattern) in half.patterns(coins).enumerate() {
                for (j, mask) in masks.iter_mut().enumerate() {
                    mask[i / 64] |= (pattern >> j & 1) << (i % 64);
                }
            }
            masks
        };
        Edges((0..=half.most()).map(count).collect())
    }

    fn strip<const W: usize>(&self, region: &Region) -> Vec<[u64; W]> {
        let words = |column: &Vec<u64>| {
            let mut line = [0; W];
            line.copy_from_slice(&column[region.strip * STRIP..][..W]);
            line
        };
        self.0[region.far_coins].iter().map(words).collect()
    }
}

/// The sets that were reached, and what a level needs beside them.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) matrices: Arc<Matrices>,
    instructions: Instructions,
    reached: Words,
    /// What the lower half's moves lead to, transposed.
    landed: Words,
    /// The sets with one coin of the upper half or the middle row lifted.
    lifted: Words,
    /// The sets with one coin of the lower half lifted, transposed.
    lifted_below: Words,
    pub(super) epochs: Epochs,
    /// A region's worth of sets for each thread.
    scratch: Vec<Scratch>,
}

impl Matrices {
    pub(super) fn new(split: Split, coins: usize) -> Matrices {
        let columns = split.columns;
        let upper = Arc::new(Half::new(columns, split.upper_rows, coins));
        let lower = if split.upper_rows == split.lower_rows {
            upper.clone()
        } else {
            Arc::new(Half::new(columns, split.lower_rows, coins))
        };
        let layout = |near: &Arc<Half>, far: &Arc<Half>, coins| {
            Layout::new(near.clone(), far.clone(), columns, coins)
        };
        Matrices {
            split,
            upper_edges: Edges::new(&lower, columns),
            lower_edges: Edges::new(&upper, columns),
            upper_lifted: layout(&upper, &lower, coins - 1),
            lower_lifted: layout(&lower, &upper, coins - 1),
            upper: layout(&upper, &lower, coins),
            lower: layout(&lower, &upper, coins),
        }
    }

    /// The number of a set's bit.
    #[inline]
    pub(super) fn address(&self, set: u64) -> u64 {
        let (word, bit) = self.place(set);
        64 * word as u64 + u64::from(bit)
    }

    /// The word and the bit of a set.
    #[inline]
    pub(super) fn place(&self, set: u64) -> (usize, u32) {
        let (upper, middle, lower) = self.split.parts(set);
        self.upper.place(upper, middle, lower)
    }
}

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

impl Dense {
    pub(super) fn new(
        matrices: Arc<Matrices>,
        planes: usize,
        threads: usize,
        instructions: Instructions,
    ) -> std::io::Result<Dense> {
        let zeroed = |words| Words::zeroed(words);
        let most = |a: &Layout, b: &Layout| {
            a.regions.iter().chain(&b.regions).map(Region::words).max().unwrap_or(0)
        };
        let scratch = || {
            let sets = zeroed(most(&matrices.upper, &matrices.lower))?;
            Ok(Scratch {
                sets,
                lifted: zeroed(most(&matrices.upper_lifted, &matrices.lower_lifted))?,
            })
        };
        Ok(Dense {
            instructions,
            reached: zeroed(matrices.upper.words)?,
            landed: zeroed(matrices.lower.words)?,
            lifted: zeroed(matrices.upper_lifted.words)?,
            lifted_below: zeroed(matrices.lower_lifted.words)?,
            epochs: Epochs::new(planes, matrices.upper.words)?,
            scratch: (0..threads).map(|_| scratch()).collect::<std::io::Result<_>>()?,
            matrices,
        })
    }

    /// Forgets everything and starts from these sets.
    pub(super) fn start(&mut self, sets: &[u64], level: u32, threads: usize) {
        clear(self.reached.get_mut(), threads);
        self.epochs.start(level, threads);
        let reached = self.reached.get_mut();
        for &set in sets {
            let (word, bit) = self.matrices.place(set);
            reached[word] |= 1 << bit;
        }
        self.lift_all(threads);
    }

    /// The first of these bits that was reached.
    pub(super) fn find(&self, addresses: &[u64]) -> Option<u64> {
        let reached = self.reached.get();
        addresses.iter().copied().find(|&bit| reached[(bit / 64) as usize] >> (bit % 64) & 1 == 1)
    }

    /// The epoch of a set that was reached.
    pub(super) fn epoch(&self, set: u64) -> Option<u32> {
        let (word, bit) = self.matrices.place(set);
        (self.reached.get()[word] >> bit & 1 == 1).then(|| self.epochs.epoch(word, bit))
    }

    fn lift_all(&mut self, threads: usize) {
        let Matrices { upper, upper_lifted, .. } = &*self.matrices;
        let reached = self.reached.get();
        let mut lifted = slices(upper_lifted, self.lifted.get_mut());
        let regions = upper.regions.iter().filter_map(|region| {
            let number = upper_lifted.region(region.far_coins, region.strip)?;
            Some((region, lifted[number].take()?))
        });
        let instructions = self.instructions;
        parallel(&mut vec![(); threads], regions.collect(), |(region, out), _: &mut ()| {
            let sets = &reached[region.offset..][..region.words()];
            by_width!(
                region.width,
                lift_region(instructions, upper, upper_lifted, region, sets, out)
            );
        });
    }

    /// Takes all sets one move further. Returns how many are new, or nothing if
    /// it was told to stop, and then nothing here is right any more.
    pub(super) fn level(
        &mut self,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<u64> {
        let matrices = self.matrices.clone();
        let Matrices { upper, lower, upper_lifted, lower_lifted, upper_edges, lower_edges, .. } =
            &*matrices;
        let instructions = self.instructions;
        let stopped = AtomicBool::new(false);
        let go_on = || {
            let stop = stop();
            stopped.fetch_or(stop, Ordering::Relaxed);
            !stop
        };
        {
            let (reached, lifted) = (self.reached.get(), self.lifted.get());
            let mut lifted_below = slices(lower_lifted, self.lifted_below.get_mut());
            let regions = slices(lower, self.landed.get_mut()).into_iter().zip(&lower.regions).map(
                |(landed, region)| {
                    let below = lower_lifted
                        .region(region.far_coins, region.strip)
                        .and_then(|number| lifted_below[number].take());
                    (region, landed.unwrap_or_default(), below.unwrap_or_default())
                },
            );
            parallel(
                &mut self.scratch,
                regions.collect(),
                |(region, landed, below), scratch: &mut Scratch| {
                    if !go_on() {
                        return;
                    }
                    let pass = LowerPass {
                        instructions,
                        upper,
                        lower,
                        upper_lifted,
                        lower_lifted,
                        edges: lower_edges,
                        region,
                        reached,
                        lifted,
                    };
                    by_width!(region.width, lower_pass(&pass, scratch, landed, below));
                },
            );
        }
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        let new = AtomicU64::new(0);
        {
            let (landed, below) = (self.landed.get(), self.lifted_below.get());
            let mut lifted = slices(upper_lifted, self.lifted.get_mut());
            let mut planes = self
                .epochs
                .next_level(threads)
                .into_iter()
                .map(|plane| slices(upper, plane))
                .collect::<Vec<_>>();
            let regions = slices(upper, self.reached.get_mut())
                .into_iter()
                .zip(&upper.regions)
                .enumerate()
                .map(|(number, (reached, region))| {
                    let lifted = upper_lifted
                        .region(region.far_coins, region.strip)
                        .and_then(|number| lifted[number].take());
                    let planes: Vec<&mut [u64]> =
                        planes.iter_mut().filter_map(|plane| plane[number].take()).collect();
                    (region, reached.unwrap_or_default(), lifted.unwrap_or_default(), planes)
                });
            parallel(
                &mut self.scratch,
                regions.collect(),
                |(region, reached, lifted, planes), scratch: &mut Scratch| {
                    if !go_on() {
                        return;
                    }
                    let pass = UpperPass {
                        instructions,
                        upper,
                        lower,
                        upper_lifted,
                        lower_lifted,
                        edges: upper_edges,
                        region,
                        landed,
                        below,
                    };
                    let count = by_width!(
                        region.width,
                        upper_pass(&pass, scratch, reached, lifted, planes)
                    );
                    new.fetch_add(count, Ordering::Relaxed);
                },
            );
        }
        (!stopped.load(Ordering::Relaxed)).then(|| new.into_inner())
    }
}

#[derive(Debug)]
struct Scratch {
    sets: Words,
    lifted: Words,
}

struct LowerPass<'a> {
    instructions: Instructions,
    upper: &'a Layout,
    lower: &'a Layout,
    upper_lifted: &'a Layout,
    lower_lifted: &'a Layout,
    edges: &'a Edges,
    region: &'a Region,
    reached: &'a [u64],
    lifted: &'a [u64],
}

struct UpperPass<'a> {
    instructions: Instructions,
    upper: &'a Layout,
    lower: &'a Layout,
    upper_lifted: &'a Layout,
    lower_lifted: &'a Layout,
    edges: &'a Edges,
    region: &'a Region,
    landed: &'a [u64],
    below: &'a [u64],
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
fn lift_region<const W: usize>(
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
            )
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

fn lower_pass<const W: usize>(
    pass: &LowerPass<'_>,
    scratch: &mut Scratch,
    landed: &mut [u64],
    below: &mut [u64],
) {
    let &LowerPass { region, .. } = pass;
    let sets = &mut scratch.sets.get_mut()[..landed.len()];
    take_transposed(pass.instructions, pass.lower, region, pass.upper, pass.reached, sets, false);
    let lifted = &mut scratch.lifted.get_mut()[..below.len()];
    if !below.is_empty() {
        take_transposed(
            pass.instructions,
            pass.lower_lifted,
            region,
            pass.upper_lifted,
            pass.lifted,
            lifted,
            false,
        );
        let lifted = lines_mut::<W>(lifted);
        pass.instructions.run(
            #[inline(always)]
            || {
                lift::<W>(
                    pass.lower,
                    pass.lower_lifted,
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
    let edge = pass.edges.strip::<W>(region);
    let from = Sources {
        layout: pass.lower,
        lifted_layout: pass.lower_lifted,
        far_coins: region.far_coins,
        edge: &edge,
        sets: lines(sets),
        lifted: lines(lifted),
    };
    pass.instructions.run(
        #[inline(always)]
        || near_moves(&from, true, false, lines_mut(landed), |_, _| ()),
    );
}

fn upper_pass<const W: usize>(
    pass: &UpperPass<'_>,
    scratch: &mut Scratch,
    reached: &mut [u64],
    lifted: &mut [u64],
    mut planes: Vec<&mut [u64]>,
) -> u64 {
    let &UpperPass { region, .. } = pass;
    let before = &mut scratch.sets.get_mut()[..reached.len()];
    before.copy_from_slice(reached);
    if !lifted.is_empty() {
        take_transposed(
            pass.instructions,
            pass.upper_lifted,
            region,
            pass.lower_lifted,
            pass.below,
            lifted,
            true,
        );
    }
    take_transposed(pass.instructions, pass.upper, region, pass.lower, pass.landed, reached, true);
    let edge = pass.edges.strip::<W>(region);
    let before = lines::<W>(before);
    let from = Sources {
        layout: pass.upper,
        lifted_layout: pass.upper_lifted,
        far_coins: region.far_coins,
        edge: &edge,
        sets: before,
        lifted: lines(lifted),
    };
    let mut count = 0u64;
    pass.instructions.run(
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
            )
        },
    );
    if !lifted.is_empty() {
        lift_region::<W>(pass.instructions, pass.upper, pass.upper_lifted, region, reached, lifted);
    }
    count
}

/// The words of each region.
fn slices<'a>(layout: &Layout, mut words: &'a mut [u64]) -> Vec<Option<&'a mut [u64]>> {
    let mut slices = Vec::with_capacity(layout.regions.len());
    for region in &layout.regions {
        let (slice, rest) = words.split_at_mut(region.words().next_multiple_of(STRIP));
        slices.push(Some(&mut slice[..region.words()]));
        words = rest;
    }
    slices
}
