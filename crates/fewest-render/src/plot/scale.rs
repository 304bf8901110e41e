//! Axes: from numbers to places on a picture.

/// The maximum of any axis.
const MAX: f64 = 1e300;

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) spacing: Spacing,
    /// Whether its numbers are counts, with nothing in between.
    pub(super) is_whole: bool,
    /// The pixels of both ends.
    from: f64,
    to: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spacing {
    Linear,
    Logarithmic,
}

impl Scale {
    /// An axis over these numbers, widened to have some length.
    pub(super) fn linear(low: f64, high: f64) -> Scale {
        let (low, high) =
            if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        // So large that their difference is still a number.
        let (low, high) = (low.clamp(-MAX, MAX), high.clamp(-MAX, MAX));
        // 1 vanishes next to a large number.
        let high = if high > low { high } else { low + low.abs().max(1.0) };
        Scale { low, high, spacing: Spacing::Linear, is_whole: false, from: 0.0, to: 1.0 }
    }

    /// An axis of powers of ten. Nothing up to 0 is on it: such a low end is 1 or, where
    /// all numbers are smaller, a thousandth of the high end.
    pub(super) fn logarithmic(low: f64, high: f64) -> Scale {
        let high = if high.is_finite() && high > 0.0 { high } else { 1.0 };
        let low = match low {
            low if low > 0.0 && low < high => low,
            _ if high > 1.0 => 1.0,
            _ => high / 1000.0,
        };
        Scale { spacing: Spacing::Logarithmic, ..Scale::linear(low, high) }
    }

    /// An axis for counts, which has room for a bar of 1 where it is one of powers.
    pub(super) fn counts(most: f64, is_log: bool) -> Scale {
        let scale = if is_log {
            Scale::logarithmic(0.6, most.max(2.0) * 1.12)
        } else {
            Scale::linear(0.0, most * 1.04)
        };
        scale.whole()
    }

    /// The same, for numbers that are counted.
    pub(super) fn whole(self) -> Scale {
        Scale { is_whole: true, ..self }
    }

    /// The same with powers of ten, if that is wanted.
    pub(super) fn log_if(self, is_log: bool) -> Scale {
        if !is_log || self.spacing == Spacing::Logarithmic {
            return self;
        }
        Scale { is_whole: self.is_whole, ..Scale::logarithmic(self.low, self.high) }
    }

    /// The same from one number to another, if that is wanted.
    pub(super) fn within(self, range: Option<(f64, f64)>) -> Scale {
        match (range, self.spacing) {
            (None, _) => self,
            (Some((low, high)), Spacing::Linear) => Scale { low, high, ..self },
            (Some((low, high)), Spacing::Logarithmic) => {
                let Scale { low, high, .. } = Scale::logarithmic(low, high);
                Scale { low, high, ..self }
            }
        }
    }

    /// Where its ends are on the picture.
    pub(super) fn placed(self, from: f64, to: f64) -> Scale {
        Scale { from, to, ..self }
    }

    /// Its length on the picture.
    pub(super) fn length(&self) -> f64 {
        (self.to - self.from).abs()
    }

    /// Where a number is.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = match self.spacing {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Logarithmic => {
                (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
            }
        };
        self.from + share * (self.to - self.from)
    }

    /// Where a number is, or the end that is nearest to it.
    pub(super) fn clamped(&self, value: f64) -> f64 {
        self.at(value.clamp(self.low, self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_where_they_should_be() {
        let scale = Scale::linear(10.0, 20.0).placed(100.0, 0.0);
        assert_eq!((scale.at(10.0), scale.at(15.0), scale.at(20.0)), (100.0, 50.0, 0.0));
        assert_eq!((scale.clamped(0.0), scale.clamped(99.0)), (100.0, 0.0));
        let scale = Scale::counts(100.0, true).placed(0.0, 100.0);
        assert!(scale.at(0.0).abs() < 1e-9);
        assert!((scale.at(10.0) - scale.at(1.0) - (scale.at(100.0) - scale.at(10.0))).abs() < 1e-9);
    }

    #[test]
    fn every_axis_has_a_length() {
        let scales = [
            Scale::linear(3.0, 3.0),
            Scale::linear(1e300, 1e300),
            Scale::linear(f64::NAN, f64::INFINITY),
            Scale::logarithmic(0.0, 0.0),
            Scale::logarithmic(-5.0, -1.0),
            Scale::logarithmic(7.0, 7.0),
            Scale::counts(0.0, false),
            Scale::counts(0.0, true),
        ];
        for scale in scales {
            assert!(scale.low < scale.high, "{scale:?}");
            assert!(scale.spacing == Spacing::Linear || scale.low > 0.0, "{scale:?}");
        }
    }
}
