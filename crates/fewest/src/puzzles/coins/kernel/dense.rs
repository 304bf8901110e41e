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
use super::layout::{Layout, Region, STRIP};
use super::matrices::Matrices;
use super::memory::Words;
use super::passes::{Pass, Scratch, by_width, lift_region, lower_pass, upper_pass};
use super::threads::{clear, parallel};

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
        parallel(&mut vec![(); threads], regions.collect(), |(region, out), ()| {
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
        let stopped = AtomicBool::new(false);
        let go_on = || {
            let stop = stop();
            stopped.fetch_or(stop, Ordering::Relaxed);
            !stop
        };
        self.lower_passes(&go_on);
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        let new = self.upper_passes(threads, &go_on);
        (!stopped.load(Ordering::Relaxed)).then_some(new)
    }

    /// Lands the coins of the lower half.
    fn lower_passes(&mut self, go_on: &(dyn Fn() -> bool + Sync)) {
        let (instructions, matrices) = (self.instructions, &*self.matrices);
        let (sets, lifted) = (self.reached.get(), self.lifted.get());
        let lifted_layout = &matrices.lower_lifted;
        let mut lifted_below = slices(lifted_layout, self.lifted_below.get_mut());
        let landed = slices(&matrices.lower, self.landed.get_mut());
        let regions = matrices.lower.regions.iter().zip(landed).map(|(region, landed)| {
            let below = lifted_layout.region(region.far_coins, region.strip);
            let below = below.and_then(|number| lifted_below[number].take());
            (region, landed.unwrap_or_default(), below.unwrap_or_default())
        });
        parallel(&mut self.scratch, regions.collect(), |(region, landed, below), scratch| {
            if go_on() {
                let pass = Pass { instructions, matrices, region, sets, lifted };
                by_width!(region.width, lower_pass(&pass, scratch, landed, below));
            }
        });
    }

    /// Lands the coins of the upper half and the middle row, and takes in what
    /// the lower half did. Returns how many sets are new.
    fn upper_passes(&mut self, threads: usize, go_on: &(dyn Fn() -> bool + Sync)) -> u64 {
        let (instructions, matrices) = (self.instructions, &*self.matrices);
        let (sets, lifted) = (self.landed.get(), self.lifted_below.get());
        let (layout, lifted_layout) = (&matrices.upper, &matrices.upper_lifted);
        let planes = self.epochs.next_level(threads).into_iter();
        let mut planes: Vec<_> = planes.map(|plane| slices(layout, plane)).collect();
        let mut lifted_here = slices(lifted_layout, self.lifted.get_mut());
        let reached = slices(layout, self.reached.get_mut());
        let regions =
            layout.regions.iter().zip(reached).enumerate().map(|(number, (region, reached))| {
                let here = lifted_layout.region(region.far_coins, region.strip);
                let here = here.and_then(|number| lifted_here[number].take());
                let planes = planes.iter_mut().filter_map(|plane| plane[number].take()).collect();
                (region, reached.unwrap_or_default(), here.unwrap_or_default(), planes)
            });
        let new = AtomicU64::new(0);
        parallel(
            &mut self.scratch,
            regions.collect(),
            |(region, reached, here, planes), scratch| {
                if go_on() {
                    let pass = Pass { instructions, matrices, region, sets, lifted };
                    let count =
                        by_width!(region.width, upper_pass(&pass, scratch, reached, here, planes));
                    new.fetch_add(count, Ordering::Relaxed);
                }
            },
        );
        new.into_inner()
    }
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
