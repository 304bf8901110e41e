//! Breadth-first search by bit-parallel layers.
//!
//! Each reached set is one bit. A layer expands all reached sets, also those of earlier
//! layers, since a line costs the same however full it is. Two passes make a layer: one
//! near the lower half, whose result stays transposed, and one near the upper half, which
//! merges that result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::depth_labels::DepthLabels;
use super::dispatch::Instructions;
use super::layout::{Layout, Region};
use super::matrices::Matrices;
use super::passes::{Pass, Scratch, by_width, lift_region, lower_pass, upper_pass};
use super::sets::{Sets, clear};
use fewest::parallel;

/// The sets that are added between two checks whether to stop: each may be the first on
/// a huge page, and the system takes a good part of a millisecond to clear one.
const SETS_AT_A_TIME: usize = 1 << 6;

/// The reached sets, and the buffers of a layer.
#[derive(Debug)]
pub(super) struct Dense {
    pub(super) matrices: Arc<Matrices>,
    instructions: Instructions,
    reached: Sets,
    /// The results of moves in the lower half, transposed.
    landed: Sets,
    /// The sets with one more coin lifted, from the upper half or the middle row. Each
    /// layer adds those of the lower half.
    lifted: Sets,
    /// The sets with one more coin of the lower half lifted, transposed.
    lifted_below: Sets,
    pub(super) labels: DepthLabels,
    /// Room for one region, per thread.
    scratch: Vec<Scratch>,
}

impl Dense {
    pub(super) fn new(
        matrices: Arc<Matrices>,
        planes: usize,
        threads: usize,
        instructions: Instructions,
    ) -> std::io::Result<Dense> {
        let empty = |layout: &Layout| Sets::empty(layout.words, layout.chunks);
        let largest = |a: &Layout, b: &Layout| {
            let most = |of: fn(&Region) -> usize| {
                a.regions.iter().chain(&b.regions).map(of).max().unwrap_or(0)
            };
            Sets::empty(most(Region::words), most(|region| region.chunks))
        };
        let scratch = || {
            Ok(Scratch {
                sets: largest(&matrices.upper, &matrices.lower)?,
                lifted: largest(&matrices.upper_lifted, &matrices.lower_lifted)?,
            })
        };
        Ok(Dense {
            instructions,
            reached: empty(&matrices.upper)?,
            landed: empty(&matrices.lower)?,
            lifted: empty(&matrices.upper_lifted)?,
            lifted_below: empty(&matrices.lower_lifted)?,
            labels: DepthLabels::new(planes, matrices.upper.words)?,
            scratch: (0..threads).map(|_| scratch()).collect::<std::io::Result<_>>()?,
            matrices,
        })
    }

    /// Clears everything and starts from these sets at this depth. If the last depth is
    /// given, the labels just before it cover few layers. Returns whether it was not told
    /// to stop; the contents are invalid if it was.
    pub(super) fn start(
        &mut self,
        sets: &[u64],
        depth: u32,
        last: Option<u32>,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let matrices = &*self.matrices;
        clear(&matrices.upper, &mut self.reached, self.labels.start(depth, last), threads);
        clear(&matrices.lower, &mut self.landed, &mut [], threads);
        clear(&matrices.upper_lifted, &mut self.lifted, &mut [], threads);
        clear(&matrices.lower_lifted, &mut self.lifted_below, &mut [], threads);
        for sets in sets.chunks(SETS_AT_A_TIME) {
            if stop() {
                return false;
            }
            for &set in sets {
                self.reached.add(matrices.place(set), matrices.chunk(set));
            }
        }
        self.lift_all(threads, stop)
    }

    /// The first of these addresses whose set was reached.
    pub(super) fn find(&self, addresses: &[u64]) -> Option<u64> {
        let reached = self.reached.words();
        addresses.iter().copied().find(|&bit| reached[(bit / 64) as usize] >> (bit % 64) & 1 == 1)
    }

    /// The label of each set; `None` where a set was not reached.
    pub(super) fn labels_of(&self, sets: &[u64]) -> Vec<Option<u32>> {
        let places: Vec<_> = sets.iter().map(|&set| self.matrices.place(set)).collect();
        let reached = self.reached.words();
        let is_reached = |&(word, bit): &(usize, u32)| reached[word] >> bit & 1 == 1;
        let is_reached: Vec<bool> = places.iter().map(is_reached).collect();
        let labels = self.labels.of_places(&places);
        is_reached.into_iter().zip(labels).map(|(is, label)| is.then_some(label)).collect()
    }

    /// Lifts the coins of all reached sets. Returns whether it was not told to stop.
    fn lift_all(&mut self, threads: usize, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        let stopped = AtomicBool::new(false);
        let Matrices { upper, upper_lifted, .. } = &*self.matrices;
        let mut lifted = self.lifted.parts(upper_lifted);
        let regions = upper.regions.iter().zip(self.reached.parts(upper));
        let regions = regions.filter_map(|(region, reached)| {
            let number = upper_lifted.region(region.far_coins, region.strip)?;
            Some((region, reached, std::mem::take(&mut lifted[number])))
        });
        let instructions = self.instructions;
        parallel::drain(
            &mut vec![(); threads],
            regions.collect(),
            |(region, sets, mut out), ()| {
                let stop = stop();
                if stopped.fetch_or(stop, Ordering::Relaxed) || stop {
                    return;
                }
                by_width!(
                    region.width,
                    lift_region(instructions, upper, upper_lifted, region, &sets, &mut out)
                );
            },
        );
        !stopped.into_inner()
    }

    /// Expands all sets by one move. Returns the number of new sets, or `None` if it was
    /// told to stop; the contents are invalid then.
    pub(super) fn layer(
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
        let (sets, lifted) = (&self.reached, &self.lifted);
        let (layout, lifted_layout) = (&matrices.lower, &matrices.lower_lifted);
        let mut lifted_below = self.lifted_below.parts(lifted_layout);
        let landed = self.landed.parts(layout);
        let regions = layout.regions.iter().zip(landed).map(|(region, landed)| {
            let below = lifted_layout.region(region.far_coins, region.strip);
            let below = below.map(|number| std::mem::take(&mut lifted_below[number]));
            (region, landed, below.unwrap_or_default())
        });
        parallel::drain(
            &mut self.scratch,
            regions.collect(),
            |(region, mut landed, mut below), scratch| {
                if go_on() {
                    let pass = Pass { instructions, matrices, region, sets, lifted };
                    by_width!(region.width, lower_pass(&pass, scratch, &mut landed, &mut below));
                }
            },
        );
    }

    /// Lands the coins of the upper half and the middle row, and merges the result of
    /// the lower half. Returns the number of new sets.
    fn upper_passes(&mut self, threads: usize, go_on: &(dyn Fn() -> bool + Sync)) -> u64 {
        let (instructions, matrices) = (self.instructions, &*self.matrices);
        let (sets, lifted) = (&self.landed, &self.lifted_below);
        let (layout, lifted_layout) = (&matrices.upper, &matrices.upper_lifted);
        let planes = self.labels.next_layer(layout, &self.reached, threads).into_iter();
        let planes = layout.by_region(planes);
        let mut lifted_here = self.lifted.parts(lifted_layout);
        let reached = self.reached.parts(layout);
        let regions = layout.regions.iter().zip(reached).zip(planes);
        let regions = regions.map(|((region, reached), planes)| {
            let here = lifted_layout.region(region.far_coins, region.strip);
            let here = here.map(|number| std::mem::take(&mut lifted_here[number]));
            (region, reached, here.unwrap_or_default(), planes)
        });
        let new = AtomicU64::new(0);
        parallel::drain(
            &mut self.scratch,
            regions.collect(),
            |(region, mut reached, mut here, planes), scratch| {
                if go_on() {
                    let pass = Pass { instructions, matrices, region, sets, lifted };
                    let count = by_width!(
                        region.width,
                        upper_pass(&pass, scratch, &mut reached, &mut here, planes)
                    );
                    new.fetch_add(count, Ordering::Relaxed);
                }
            },
        );
        new.into_inner()
    }
}
