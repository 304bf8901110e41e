//! Counts as bars, side by side where there are several traces.

use std::collections::BTreeMap;

use super::digest::Digest;
use super::figure::{Figure, Names};
use super::scale::Scale;
use crate::svg::{Element, Svg};
use crate::theme::Theme;

/// The most numbers under bars.
const MAX_TICKS: i64 = 24;

pub(super) fn histogram(digests: &[Digest], theme: Theme) -> Svg {
    let counts: Vec<_> = digests.iter().map(|digest| &digest.histogram).collect();
    let names = Names { x: "priority (moves)", y: "expansions" };
    bars(digests, &counts, 0.001, theme, Scale::linear(0.0, most(&counts) * 1.04), &names)
}

pub(super) fn iterations(digests: &[Digest], theme: Theme) -> Svg {
    let counts: Vec<_> = digests.iter().map(|digest| &digest.iterations).collect();
    let names = Names { x: "bound of the iteration (moves)", y: "expansions" };
    bars(digests, &counts, 1.0, theme, Scale::logarithmic(most(&counts)), &names)
}

pub(super) fn layers(digests: &[Digest], theme: Theme) -> Svg {
    let counts: Vec<_> = digests.iter().map(|digest| &digest.layers).collect();
    let names = Names { x: "depth (moves)", y: "states" };
    bars(digests, &counts, 1.0, theme, Scale::logarithmic(most(&counts)), &names)
}

fn most(counts: &[&BTreeMap<i64, u64>]) -> f64 {
    counts.iter().flat_map(|counts| counts.values()).copied().max().unwrap_or(1) as f64
}

fn bars(
    digests: &[Digest],
    counts: &[&BTreeMap<i64, u64>],
    unit: f64,
    theme: Theme,
    y: Scale,
    names: &Names<'_>,
) -> Svg {
    let keys = || counts.iter().flat_map(|counts| counts.keys());
    let (low, high) = (keys().min().copied().unwrap_or(0), keys().max().copied().unwrap_or(0));
    // Weights of one parity only leave room for wider bars.
    let step = keys().map(|key| key - low).fold(0, gcd).max(1);
    let gap = step as f64 * unit;
    let x = Scale::linear(low as f64 * unit - 0.6 * gap, high as f64 * unit + 0.6 * gap);
    // A number under each bar, or as many of them as there is room for.
    let every = ((high - low) / step / MAX_TICKS + 1) * step;
    let ticks: Vec<f64> =
        (low..=high).step_by(every as usize).map(|key| key as f64 * unit).collect();
    let mut figure = Figure::with_ticks(digests, theme, x, y, names, &ticks);
    let width = 0.8 * gap / counts.len() as f64;
    let floor = figure.y.at(0.0);
    for (number, counts) in counts.iter().enumerate() {
        let colour = figure.colour(number);
        for (&key, &count) in *counts {
            let left = key as f64 * unit - 0.4 * gap + width * number as f64;
            let (left, right) = (figure.x.at(left), figure.x.at(left + width));
            let top = figure.y.at(count as f64);
            let bar = Element::rect(left, top, (right - left).max(0.5), (floor - top).max(0.0));
            let title = Element::title(&format!("{}: {count}", key as f64 * unit));
            figure.add(bar.fill(colour).corners(((right - left) / 6.0).min(2.5)).with(title));
        }
    }
    figure.svg
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
