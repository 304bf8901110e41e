//! The ticks of an axis: round ones, as many as there is room for, all written in one
//! way, so that no two look the same or touch.

use super::scale::{Scale, Spacing};
use crate::measure::text_width;
use fewest_puzzle::text::grouped;

/// The size of labels, and the least gap between two.
pub(super) const SIZE: f64 = 13.0;
const GAP: f64 = 10.0;
/// The least distance of labels above each other.
const ABOVE: f64 = 30.0;
/// The distance of labels side by side that looks best.
const BESIDE: f64 = 78.0;

/// A number at an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    pub(super) label: String,
}

/// How the labels of an axis lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    /// Side by side, below the axis.
    Beside,
    /// Above each other, left of the axis.
    Above,
}

/// The ticks of an axis that is placed on its picture.
pub(super) fn ticks(scale: &Scale, lie: Lie) -> Vec<Tick> {
    let finest = match lie {
        Lie::Beside => BESIDE,
        Lie::Above => ABOVE + 14.0,
    };
    let wanted = (scale.length() / finest).max(1.0);
    let mut last = Vec::new();
    for values in candidates(scale, wanted) {
        last = labelled(&values);
        if is_by_powers(scale) {
            shorten(&mut last);
        }
        if fit(scale, &last, lie) {
            return last;
        }
    }
    last.truncate(1);
    last
}

/// These numbers as ticks, if their labels have room side by side.
pub(super) fn all_of(scale: &Scale, values: &[f64]) -> Option<Vec<Tick>> {
    let ticks = labelled(values);
    fit(scale, &ticks, Lie::Beside).then_some(ticks)
}

/// Round numbers on the axis, from many to few.
fn candidates(scale: &Scale, wanted: f64) -> Box<dyn Iterator<Item = Vec<f64>>> {
    let (low, high) = (scale.low, scale.high);
    let least = if scale.is_whole { 1.0 } else { 0.0 };
    let linear = move || {
        let step = round_step(((high - low) / wanted).max(least));
        let steps = std::iter::successors(Some(step), |&step| Some(round_step(step * 1.5)));
        steps.take(12).map(move |step| multiples(low, high, step))
    };
    match scale.spacing {
        Spacing::Linear => Box::new(linear()),
        // Less than a power of ten from end to end is nearly even.
        Spacing::Logarithmic if !is_by_powers(scale) => Box::new(linear()),
        Spacing::Logarithmic => {
            let powers = move |factors: &'static [f64], stride: i32| {
                let (first, last) = (low.log10().floor() as i32, high.log10().floor() as i32);
                let first = first.div_euclid(stride) * stride;
                let powers = (first..=last).step_by(stride as usize);
                let all = powers.flat_map(move |power| {
                    factors.iter().map(move |factor| factor * 10_f64.powi(power))
                });
                let is_on = |value: &f64| *value >= low.max(least) && *value <= high;
                all.filter(is_on).collect::<Vec<f64>>()
            };
            let fine = (high / low < 1000.0).then(|| powers(&[1.0, 2.0, 5.0], 1));
            let strides = [1, 2, 3, 5, 10, 20, 50, 100].map(|stride| powers(&[1.0], stride));
            Box::new(fine.into_iter().chain(strides))
        }
    }
}

/// Whether an axis has powers of ten from end to end.
fn is_by_powers(scale: &Scale) -> bool {
    scale.spacing == Spacing::Logarithmic && scale.high / scale.low >= 10.0
}

/// Powers of ten are easier to tell apart without the decimals of the smallest.
fn shorten(ticks: &mut [Tick]) {
    for tick in
        ticks.iter_mut().filter(|tick| tick.label.contains('.') && !tick.label.contains('e'))
    {
        let short = tick.label.trim_end_matches('0').trim_end_matches('.');
        tick.label.truncate(short.len());
    }
}

fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    // Where steps are too small to distinguish, there are none.
    if !(first.abs() < 1e15 && last.abs() < 1e15) {
        return vec![low];
    }
    (first as i64..=last as i64).take(1000).map(|tick| tick as f64 * step).collect()
}

/// 1, 2 or 5 times a power of ten, at least this large.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-300).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// Numbers with their labels, all with as many decimals as the finest needs.
fn labelled(values: &[f64]) -> Vec<Tick> {
    let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let positive = values.iter().map(|value| value.abs()).filter(|&value| value > largest * 1e-9);
    let smallest = positive.fold(f64::INFINITY, f64::min);
    let is_plain = largest < 1e15 && (smallest >= 1e-6 || largest == 0.0);
    let is_short = |digits: &usize| {
        let unit = 10_f64.powi(*digits as i32);
        values.iter().all(|value| {
            let scaled = value * unit;
            (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1e-3)
        })
    };
    let digits = (0..=9).find(is_short).filter(|_| is_plain);
    let label = |value: f64| match digits {
        Some(digits) => plain(value, digits),
        // Twelve digits hide the errors of binary fractions.
        None => format!("{:e}", format!("{value:.11e}").parse().unwrap_or(value)),
    };
    values.iter().map(|&value| Tick { value, label: label(value) }).collect()
}

/// A number with these decimals, and commas between its thousands.
fn plain(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse::<i64>().map_or(whole.to_string(), grouped);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let point = if digits > 0 { "." } else { "" };
    format!("{sign}{whole}{point}{decimals}")
}

/// A number for people, as short as it can be, in the style of labels.
pub(super) fn number(value: f64) -> String {
    labelled(&[value]).pop().map_or(String::new(), |tick| tick.label)
}

fn fit(scale: &Scale, ticks: &[Tick], lie: Lie) -> bool {
    let mut places: Vec<(f64, f64)> = ticks
        .iter()
        .map(|tick| {
            let half = match lie {
                Lie::Beside => text_width(&tick.label, SIZE) / 2.0 + GAP / 2.0,
                Lie::Above => ABOVE / 2.0,
            };
            (scale.at(tick.value), half)
        })
        .collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0 - pair[1].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, lie: Lie, length: f64) -> Vec<String> {
        let scale = scale.placed(0.0, length);
        let ticks = ticks(&scale, lie);
        assert!(fit(&scale, &ticks, lie), "{ticks:?}");
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let across = |low, high| labels(Scale::linear(low, high), Lie::Beside, 500.0);
        assert_eq!(across(0.0, 25.0), ["0", "5", "10", "15", "20", "25"]);
        assert_eq!(across(0.0, 2257.0), ["0", "500", "1,000", "1,500", "2,000"]);
        assert_eq!(across(0.0, 0.0043), ["0.000", "0.001", "0.002", "0.003", "0.004"]);
        assert_eq!(across(-1.0, 1.0), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(across(0.0, 3e7), ["0", "10,000,000", "20,000,000", "30,000,000"]);
        let whole = Scale::linear(0.0, 2.0).whole();
        assert_eq!(labels(whole, Lie::Above, 400.0), ["0", "1", "2"]);
    }

    #[test]
    fn powers_of_ten_are_thinned() {
        let up = |most| labels(Scale::counts(most, true), Lie::Above, 380.0);
        assert_eq!(up(1500.0), ["1", "10", "100", "1,000"]);
        assert_eq!(up(20.0), ["1", "2", "5", "10", "20"]);
        assert!((4..14).contains(&up(1e30).len()));
        let wide = labels(Scale::logarithmic(0.0008, 200.0), Lie::Above, 380.0);
        assert_eq!(wide, ["0.001", "0.01", "0.1", "1", "10", "100"]);
        let few = labels(Scale::logarithmic(2.0, 9.0), Lie::Beside, 500.0);
        assert_eq!(few, ["2", "4", "6", "8"]);
    }

    /// On any axis, labels differ, have room, and there are some.
    #[test]
    fn labels_never_repeat_nor_touch() {
        let mut seen = 0;
        for power in -12..18 {
            for (low, high) in [(0.0, 1.0), (0.0, 3.7), (0.9, 1.0), (-2.0, 0.001), (1.0, 1.001)] {
                for length in [40.0, 150.0, 700.0] {
                    for lie in [Lie::Beside, Lie::Above] {
                        let unit = 10_f64.powi(power);
                        let scale = Scale::linear(low * unit, high * unit);
                        for scale in [scale, scale.log_if(true)] {
                            let mut labels = labels(scale, lie, length);
                            assert!(!labels.is_empty() || length < 100.0, "{scale:?}");
                            let count = labels.len();
                            labels.sort();
                            labels.dedup();
                            assert_eq!(labels.len(), count, "{scale:?}: {labels:?}");
                            seen += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(seen, 30 * 5 * 3 * 2 * 2);
    }

    #[test]
    fn numbers_are_short() {
        let values = [0.0, 0.25, 25.5, 1500.0, 2_500_000.0, -12_000.0, 3e18, 1e-9];
        let written = ["0", "0.25", "25.5", "1,500", "2,500,000", "−12,000", "3e18", "1e-9"];
        assert_eq!(values.map(number), written);
    }
}
