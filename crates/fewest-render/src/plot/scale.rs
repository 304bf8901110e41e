//! From numbers to places on a picture: axes with round numbers at their ticks.

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    kind: Spacing,
    /// The pixels of both ends.
    from: f64,
    to: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Spacing {
    Linear,
    Logarithmic,
}

impl Scale {
    /// An axis over these numbers, widened to have some length.
    pub(super) fn linear(low: f64, high: f64) -> Scale {
        let (low, high) =
            if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        let high = if high > low { high } else { low + 1.0 };
        Scale { low, high, kind: Spacing::Linear, from: 0.0, to: 1.0 }
    }

    /// An axis of powers of ten, from below 1 to the power above `high`.
    pub(super) fn logarithmic(high: f64) -> Scale {
        let high = 10_f64.powf(high.max(2.0).log10() + 0.05);
        Scale { low: 0.6, high, kind: Spacing::Logarithmic, from: 0.0, to: 1.0 }
    }

    /// Where its ends are on the picture.
    pub(super) fn placed(self, from: f64, to: f64) -> Scale {
        Scale { from, to, ..self }
    }

    /// Where a number is.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = match self.kind {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Logarithmic => {
                (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
            }
        };
        self.from + share * (self.to - self.from)
    }

    /// The numbers to write at it, about as many as wanted.
    pub(super) fn ticks(&self, wanted: usize) -> Vec<f64> {
        match self.kind {
            Spacing::Linear => {
                let step = round_step((self.high - self.low) / wanted.max(1) as f64);
                let first = (self.low / step).ceil() as i64;
                let last = (self.high / step + 1e-9).floor() as i64;
                (first..=last).map(|tick| tick as f64 * step).collect()
            }
            Spacing::Logarithmic => {
                let last = self.high.log10().floor() as i32;
                let stride = (last / wanted.max(1) as i32).max(0) + 1;
                (0..=last).step_by(stride as usize).map(|power| 10_f64.powi(power)).collect()
            }
        }
    }
}

/// 1, 2 or 5 times a power of ten, at least so large; whole numbers are counted, so
/// that less than 1 is of use to shares and seconds only.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-12).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// A number at a tick, short.
pub(super) fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        v if v >= 1e9 => (value / 1e9, " G"),
        v if v >= 1e6 => (value / 1e6, " M"),
        v if v >= 1e4 => (value / 1e3, " k"),
        _ => (value, ""),
    };
    let text = format!("{scaled:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{}{unit}", if text == "-0" { "0" } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        assert_eq!(Scale::linear(0.0, 25.0).ticks(5), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0]);
        assert_eq!(Scale::linear(13.0, 27.0).ticks(5), [15.0, 20.0, 25.0]);
        assert_eq!(Scale::linear(0.0, 2257.0).ticks(6), [0.0, 500.0, 1000.0, 1500.0, 2000.0]);
        assert_eq!(Scale::logarithmic(1500.0).ticks(6), [1.0, 10.0, 100.0, 1000.0]);
        assert!(Scale::logarithmic(1e30).ticks(6).len() <= 7);
        assert_eq!(Scale::linear(3.0, 3.0).ticks(1), [3.0, 4.0]);
    }

    #[test]
    fn numbers_are_short() {
        let values = [0.0, 0.25, 1500.0, 20_000.0, 2_500_000.0, 3e9, -12_000.0];
        assert_eq!(values.map(short), ["0", "0.25", "1500", "20 k", "2.5 M", "3 G", "-12 k"]);
    }

    #[test]
    fn both_ends_are_where_they_should_be() {
        let scale = Scale::linear(10.0, 20.0).placed(100.0, 0.0);
        assert_eq!((scale.at(10.0), scale.at(15.0), scale.at(20.0)), (100.0, 50.0, 0.0));
        let scale = Scale::logarithmic(100.0).placed(0.0, 100.0);
        assert!(scale.at(0.0).abs() < 1e-9);
        assert!((scale.at(10.0) - scale.at(1.0) - (scale.at(100.0) - scale.at(10.0))).abs() < 1e-9);
    }
}
