//! The next layer: threads generate sorted parts of it, which are merged.

use std::ops::Range;

use crate::parallel;
use crate::search::Stop;

use super::super::expansion::{Expansion, Scratch};
use super::super::packed::{Filter, PackedState};
use super::disk::Directory;
use super::merge::{self, Known, Source};
use super::run::{Reader, Run, Writer};

/// Runs in memory are merged in this number of steps. After each, what it has merged is freed, so
/// that the layer is not there twice.
const STEPS: usize = 16;

/// The constants of a layer.
pub(super) struct Growing<'a, W> {
    pub(super) expansion: Expansion<'a, W>,
    pub(super) filter: Option<&'a dyn Filter<W>>,
    pub(super) layers: &'a [Run<W>],
    pub(super) directory: Option<&'a Directory>,
    /// The words of each thread's buffer.
    pub(super) room: usize,
}

/// What a thread has generated, sorted: what its buffer could not hold, and the buffer.
#[derive(Debug, Default)]
pub(super) struct Part<W> {
    pub(super) runs: Vec<Run<W>>,
    pub(super) buffer: Vec<W>,
}

impl<W: PackedState> Growing<'_, W> {
    /// Expands some chunks of a layer.
    pub(super) fn expand(
        &self,
        frontier: &Run<W>,
        chunks: Range<usize>,
        tell: &mut dyn FnMut(),
    ) -> Result<Part<W>, Stop> {
        let mut part = Part { runs: Vec::new(), buffer: Vec::with_capacity(self.room) };
        // When less is left, runs are merged.
        let mut scarce = self.expansion.meter.free_bytes() / 2;
        let mut scratch = Scratch::new();
        let mut reader = Reader::new(frontier, self.directory, W::EMPTY, None)?;
        for chunk in chunks {
            let states = reader.chunk(chunk)?;
            self.expansion.expand(states, &mut scratch, &mut |words| {
                if let Some(filter) = self.filter {
                    words.retain(|&word| filter.admits(word));
                }
                let mut rest = &words[..];
                while !rest.is_empty() {
                    let room = self.room - part.buffer.len();
                    let (now, later) = rest.split_at(rest.len().min(room));
                    part.buffer.extend_from_slice(now);
                    rest = later;
                    if part.buffer.len() == self.room {
                        self.flush(&mut part, &mut scarce)?;
                    }
                }
                Ok(())
            })?;
            tell();
        }
        self.sort(&mut part.buffer)?;
        Ok(part)
    }

    fn sort(&self, buffer: &mut Vec<W>) -> Result<(), Stop> {
        self.expansion.meter.check_stop()?;
        buffer.sort_unstable();
        buffer.dedup();
        Ok(())
    }

    /// Makes room in a full buffer, unless half of it was there twice: writes it as a run. Where
    /// memory is scarce, the buffer and earlier runs become one run without what is known.
    fn flush(&self, part: &mut Part<W>, scarce: &mut u64) -> Result<(), Stop> {
        self.sort(&mut part.buffer)?;
        if part.buffer.len() <= self.room / 2 {
            return Ok(());
        }
        let meter = self.expansion.meter;
        let run = (part.buffer.len() * size_of::<W>() / 2) as u64;
        if self.directory.is_none() && meter.free_bytes().saturating_sub(run) < *scarce {
            let merged = self.merge(std::slice::from_mut(part), 1)?;
            part.runs.drain(..).for_each(|run| run.delete(meter, None));
            part.runs.push(merged);
            *scarce = meter.free_bytes() / 2;
        } else {
            let mut writer = Writer::new(meter, self.directory);
            part.buffer.iter().try_for_each(|&word| writer.push(word))?;
            part.runs.push(writer.finish()?);
        }
        part.buffer.clear();
        Ok(())
    }

    /// The union of parts without what is known: each thread merges the words of a range. Runs
    /// are left without what is merged, if they are in memory.
    pub(super) fn merge(&self, parts: &mut [Part<W>], threads: usize) -> Result<Run<W>, Stop> {
        let in_memory = self.directory.is_none() && parts.iter().any(|part| !part.runs.is_empty());
        let steps = if in_memory { STEPS } else { 1 };
        let borders = borders(parts, threads, steps);
        let merge = |nth: usize, parts: &[Part<W>]| {
            let from = if nth == 0 { W::EMPTY } else { borders[nth - 1] };
            let end = borders.get(nth).copied();
            let mut new = Vec::new();
            for part in parts {
                new.push(Source::list(&part.buffer, from, end));
                for run in &part.runs {
                    new.push(Source::Run(Reader::new(run, self.directory, from, end)?));
                }
            }
            let known = self.layers.iter();
            let known = known.map(|layer| Reader::new(layer, self.directory, from, end));
            let known = Known::new(known.collect::<Result<_, _>>()?);
            let meter = self.expansion.meter;
            let mut writer = Writer::new(meter, self.directory);
            merge::merge(new, known, &mut writer, meter)?;
            writer.finish()
        };
        let mut all = Run::new();
        for first in (0..=borders.len()).step_by(threads) {
            let shared = &*parts;
            let last = (first + threads).min(borders.len() + 1);
            for run in parallel::map(first..last, |nth| merge(nth, shared)) {
                all.append(run?);
            }
            if let Some(&end) = borders.get(last - 1) {
                for run in parts.iter_mut().flat_map(|part| &mut part.runs) {
                    run.free_below(end, self.expansion.meter);
                }
            }
        }
        Ok(all)
    }
}

/// Words between which there are about as many words of all parts: one range for each step of
/// each thread.
fn borders<W: PackedState>(parts: &[Part<W>], threads: usize, steps: usize) -> Vec<W> {
    let run = parts.iter().flat_map(|part| &part.runs).max_by_key(|run| run.chunks());
    let list = parts.iter().map(|part| &part.buffer).max_by_key(|list| list.len());
    let split = |number: usize, first_of: &dyn Fn(usize) -> W| {
        let threads = threads.min(number).max(1);
        let pieces = threads * steps.min(number / threads).max(1);
        (1..pieces).map(|nth| first_of(number * nth / pieces)).collect()
    };
    match (run, list) {
        (Some(run), _) => split(run.chunks(), &|chunk| run.first_of(chunk)),
        (None, Some(list)) => split(list.len() / LEAST, &|nth| list[nth * LEAST]),
        (None, None) => Vec::new(),
    }
}

/// Fewer words of a list are not worth a thread.
const LEAST: usize = 1 << 12;
