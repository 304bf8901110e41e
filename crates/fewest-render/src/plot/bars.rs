//! Counts as bars; where there are several traces, as steps one over another.

use std::collections::BTreeMap;

use super::View;
use super::digest::Digest;
use super::figure::{Figure, Frame, colour};
use super::legend::{Entry, Mark};
use super::scale::{Scale, Spacing};
use super::ticks::number;
use crate::svg::{Element, Path, Svg};
use crate::theme::Colour;

/// Beyond this number, bars are merged to a round width.
const MAX_BARS: i64 = 150;

/// Counts by number, each of which is this many units.
type Counts = BTreeMap<i64, u64>;

pub(super) fn histogram(digests: &[Digest], view: &View) -> Svg {
    let counts = digests.iter().map(|digest| &digest.histogram).collect();
    // Priorities are counted in thousandths.
    let bars = Bars { counts, unit: 0.001, names: ("priority (moves)", "expansions"), log: false };
    bars.draw(digests, view)
}

pub(super) fn iterations(digests: &[Digest], view: &View) -> Svg {
    let counts = digests.iter().map(|digest| &digest.iterations).collect();
    let names = ("bound of the iteration (moves)", "expansions");
    Bars { counts, unit: 1.0, names, log: true }.draw(digests, view)
}

pub(super) fn layers(digests: &[Digest], view: &View) -> Svg {
    let counts = digests.iter().map(|digest| &digest.layers).collect();
    Bars { counts, unit: 1.0, names: ("depth (moves)", "states"), log: true }.draw(digests, view)
}

struct Bars<'a> {
    counts: Vec<&'a Counts>,
    unit: f64,
    names: (&'a str, &'a str),
    /// Whether counts are shown in powers of ten, even without a request.
    log: bool,
}

impl Bars<'_> {
    fn draw(&self, digests: &[Digest], view: &View) -> Svg {
        let keys = || self.counts.iter().flat_map(|counts| counts.keys());
        let (low, high) = (keys().min().copied().unwrap_or(0), keys().max().copied().unwrap_or(0));
        // Priorities of one parity only leave room for wider bars.
        let step = keys().map(|key| key.saturating_sub(low)).fold(0, gcd).max(1);
        let span = high.saturating_sub(low);
        let is_gathered = span / step > MAX_BARS;
        let (step, low) = if is_gathered {
            let width = round_above(span / MAX_BARS);
            (width, low.div_euclid(width).saturating_mul(width))
        } else {
            (step, low)
        };
        let counts: Vec<Counts> =
            self.counts.iter().map(|counts| gathered(counts, low, step)).collect();
        let most = counts.iter().flat_map(|counts| counts.values()).max().copied().unwrap_or(1);
        let gap = step as f64 * self.unit;
        let (left, right) = (low as f64 * self.unit, high as f64 * self.unit);
        // A bar is centred on its number; a merged one begins at the first.
        let shift = if is_gathered { 0.0 } else { 0.5 };
        let x = Scale::linear(left - (shift + 0.1) * gap, right + (1.1 - shift) * gap);
        let log = self.log || view.log.1;
        let (y, is_alone) = (Scale::counts(most as f64, log), counts.len() == 1);
        let first = colour(view.theme, 0);
        let what = self.names.1;
        let mark = if is_alone { Mark::Square(first) } else { Mark::Line(view.theme.pale_ink()) };
        let what = if log { format!("{what}, in powers of ten") } else { what.to_string() };
        let legend = vec![Entry::new(mark, &what)];
        // A number under each bar, if there is room.
        let places = if is_gathered { 0..0 } else { 0..span / step + 1 };
        let wanted = places.map(|place| (low + place * step) as f64 * self.unit).collect();
        let frame = Frame { x, y, names: self.names, legend, wanted };
        let mut figure = Figure::new(digests, view, &frame);
        for (number, counts) in counts.iter().enumerate() {
            let colour = figure.colour(number);
            let bars = counts.iter().map(|(&key, &count)| {
                let left = key as f64 * self.unit - shift * gap;
                (left, left + gap, count)
            });
            if is_alone {
                single(&mut figure, bars, colour);
            } else {
                outline(&mut figure, bars, colour);
            }
        }
        figure.svg
    }
}

/// A bar for each count.
fn single(figure: &mut Figure, bars: impl Iterator<Item = (f64, f64, u64)>, colour: Colour) {
    let (from, to) = figure.across();
    for (left, right, count) in bars {
        let (air, middle) = ((right - left) * 0.1, f64::midpoint(left, right));
        let (left, right) = (figure.x.at(left + air), figure.x.at(right - air));
        if right < from || left > to {
            continue;
        }
        let (left, right) = (left.max(from), right.min(to).max(left.max(from) + 0.5));
        let top = figure.y.clamped(count as f64);
        let bar = Element::rect(left, top, right - left, (figure.floor() - top).max(0.0));
        let title = Element::title(&format!("{}: {}", number(middle), number(count as f64)));
        figure.add(bar.fill(colour).corners(((right - left) / 6.0).min(2.5)).with(title));
    }
}

/// All counts of a trace as one line of steps, a little filled.
fn outline(figure: &mut Figure, bars: impl Iterator<Item = (f64, f64, u64)>, colour: Colour) {
    let nothing = match figure.y.spacing {
        Spacing::Linear => figure.y.low.min(0.0),
        Spacing::Logarithmic => figure.y.low,
    };
    let floor = figure.y.at(nothing);
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (left, right, count) in bars {
        let (left, right) = (figure.x.at(left), figure.x.at(right));
        let top = figure.y.at(count as f64);
        match corners.last() {
            // A hair of a gap is from rounding.
            Some(&(end, _)) if left - end < 0.01 => {
                corners.pop();
            }
            _ => corners.push((left, floor)),
        }
        corners.extend([(left, top), (right, top), (right, floor)]);
    }
    let (from, to) = figure.across();
    let (low, high) = (figure.floor(), figure.y.clamped(f64::MAX));
    let mut area = Path::new();
    for (number, &(x, y)) in corners.iter().enumerate() {
        let (x, y) = (x.clamp(from, to), y.clamp(high, low));
        area = if number == 0 { area.to(x, y) } else { area.line(x, y) };
    }
    if !corners.is_empty() {
        figure.add(Element::path(area.close()).fill(colour).opacity(0.13));
    }
    figure.line(corners, |line| line.stroke(colour, 2.0));
}

/// Counts of a range of numbers at the first of them.
fn gathered(counts: &Counts, low: i64, step: i64) -> Counts {
    let mut gathered = Counts::new();
    for (&key, &count) in counts {
        let place = key.saturating_sub(low) / step;
        let sum = gathered.entry(low + place * step).or_default();
        *sum = u64::saturating_add(*sum, count);
    }
    gathered
}

/// 1, 2 or 5 times a power of ten that is more.
fn round_above(value: i64) -> i64 {
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    steps.into_iter().find(|&step| step > value).unwrap_or(i64::MAX)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_numbers_share_a_bar() {
        let counts: Counts = [(7, 1), (9, 2), (10, 4), (25, 8)].into();
        assert_eq!(gathered(&counts, 0, 10), [(0, 3), (10, 4), (20, 8)].into());
        assert_eq!([0, 1, 7, 99].map(round_above), [1, 2, 10, 100]);
    }
}
