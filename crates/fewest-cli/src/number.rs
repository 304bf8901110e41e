//! Numbers with units, as users type them: `10s`, `2G`, `1.5`, `1e6`.

use std::ops::RangeInclusive;
use std::time::Duration;

use fewest::search::Gap;
use fewest_render::AnimationOptions;

/// A limit that can be switched off with `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit<T> {
    /// No limit.
    Off,
    /// This one.
    At(T),
}

impl<T> Limit<T> {
    /// The limit, if there is one.
    pub(crate) fn get(self) -> Option<T> {
        match self {
            Limit::Off => None,
            Limit::At(limit) => Some(limit),
        }
    }
}

/// Splits `1.5GiB` into 1.5 and `GiB`.
fn split(text: &str) -> Option<(f64, &str)> {
    let end =
        text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = number.replace('_', "").parse().ok()?;
    Some((number, unit.trim()))
}

/// A time: seconds, or with a unit.
pub(crate) fn time(text: &str) -> Result<Limit<Duration>, String> {
    if text == "none" {
        return Ok(Limit::Off);
    }
    let (number, unit) =
        split(text).ok_or("expected a number with a unit, e.g. 10s, 500ms or 2m, or none")?;
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit '{unit}'; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * seconds)
        .map(Limit::At)
        .map_err(|_| "too long; use none for no limit".to_string())
}

/// An amount of memory: bytes, or with a unit that is a power of 1024.
pub(crate) fn memory(text: &str) -> Result<Limit<u64>, String> {
    if text == "none" {
        return Ok(Limit::Off);
    }
    let (number, unit) =
        split(text).ok_or("expected a number with a unit, e.g. 100M or 2G, or none")?;
    let letter = unit.strip_suffix("iB").or_else(|| unit.strip_suffix('B')).unwrap_or(unit);
    let power = match letter {
        "" => 0,
        "k" | "K" => 10,
        "m" | "M" => 20,
        "g" | "G" => 30,
        "t" | "T" => 40,
        _ => return Err(format!("unknown unit '{unit}'; use K, M, G or T")),
    };
    let bytes = number * (1u64 << power) as f64;
    if bytes < u64::MAX as f64 {
        Ok(Limit::At(bytes as u64))
    } else {
        Err("too large; use none for no limit".into())
    }
}

/// A whole number, perhaps long: `1000000`, `1_000_000`, `1e6`, `1M`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let wrong = || "expected a whole number, e.g. 500, 20k, 3M or 1e6".to_string();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let digits = digits.replace('_', "");
    if digits.is_empty() {
        return Err(wrong());
    }
    let power = match unit {
        "" => 0,
        "k" | "K" => 3,
        "M" => 6,
        "G" => 9,
        _ => unit
            .strip_prefix(['e', 'E'])
            .and_then(|exponent| exponent.parse().ok())
            .ok_or_else(wrong)?,
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(10u64.checked_pow(power)?))
        .ok_or_else(|| format!("too large; the maximum is {}", u64::MAX))
}

/// A count of at least one.
pub(crate) fn positive(text: &str) -> Result<usize, String> {
    match count(text)? {
        0 => Err("must be at least 1".into()),
        number => {
            usize::try_from(number).map_err(|_| format!("too large; the maximum is {}", usize::MAX))
        }
    }
}

/// The maximum number of threads. Systems start no more than some tens of thousands, and a
/// search has room for each of them before it begins.
const MAX_THREADS: usize = 1024;

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match positive(text)? {
        threads if threads > MAX_THREADS => Err(format!("too many; the maximum is {MAX_THREADS}")),
        threads => Ok(threads),
    }
}

/// The weight of weighted A*, into thousandths.
pub(crate) fn weight(text: &str) -> Result<u32, String> {
    match split(text) {
        Some((number, "")) if (1.0..=1000.0).contains(&number) => {
            Ok((number * 1000.0).round() as u32)
        }
        _ => Err("expected a number from 1 to 1000, e.g. 1.5".into()),
    }
}

/// How much longer than the fewest moves a plan may be, in percent.
pub(crate) fn gap(text: &str) -> Result<Gap, String> {
    match split(text) {
        Some((percent, "%")) => Gap::percent(percent),
        _ => None,
    }
    .ok_or_else(|| format!("expected a percentage from 0% to {}%, e.g. 5%", Gap::MAX_PERCENT))
}

/// The moves per second of an animation.
pub(crate) fn speed(text: &str) -> Result<f64, String> {
    within(text, AnimationOptions::SPEEDS, "expected moves per second")
}

/// The seconds for which the end of an animation is shown.
pub(crate) fn pause(text: &str) -> Result<f64, String> {
    within(text, AnimationOptions::PAUSES, "expected seconds")
}

/// The longer side of a picture.
pub(crate) fn pixels(text: &str) -> Result<u32, String> {
    within(text, 32.0..=8000.0, "expected pixels").map(|pixels| pixels as u32)
}

fn within(text: &str, range: RangeInclusive<f64>, what: &str) -> Result<f64, String> {
    match split(text) {
        Some((number, "")) if range.contains(&number) => Ok(number),
        _ => Err(format!("{what}, {} to {}", range.start(), range.end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let ms = |n| Ok(Limit::At(Duration::from_millis(n)));
        assert_eq!(time("10s"), ms(10_000));
        assert_eq!(time("500ms"), ms(500));
        assert_eq!(time("1.5m"), ms(90_000));
        assert_eq!(time("7"), ms(7_000));
        assert_eq!(time("0s"), ms(0));
        assert_eq!(time("none"), Ok(Limit::Off));
        for wrong in ["", "-5", "s", "5 parsecs", "1e3", "1.2.3s", "inf", "99999999999999999999h"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(memory("100M"), Ok(Limit::At(100 << 20)));
        assert_eq!(memory("1.5GiB"), Ok(Limit::At(3 << 29)));
        assert_eq!(memory("2 kB"), Ok(Limit::At(2048)));
        assert_eq!(memory("4096"), Ok(Limit::At(4096)));
        assert_eq!(memory("none"), Ok(Limit::Off));
        for wrong in ["", "10Q", "-1G", "nan", "99999999999T", "1e9"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("20k"), Ok(20_000));
        assert_eq!(count("0"), Ok(0));
        for wrong in ["", "-1", "1.5", "e3", "1e99", "3x", "99999999999999999999", "_"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert!(positive("0").is_err());
    }

    #[test]
    fn a_number_of_threads_has_a_maximum() {
        assert_eq!(threads("1024"), Ok(1024));
        assert_eq!(threads("1025"), Err("too many; the maximum is 1024".to_string()));
        assert!(threads("0").is_err());
    }

    #[test]
    fn gaps() {
        assert_eq!(gap("5%").map(Gap::to_percent), Ok(5.0));
        assert_eq!(gap("0.5 %").map(Gap::to_percent), Ok(0.5));
        assert_eq!(gap("0%").map(Gap::to_percent), Ok(0.0));
        for wrong in ["", "5", "-5%", "%", "1001%", "nan%", "five%", "5%%"] {
            assert!(gap(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn weights() {
        assert_eq!(weight("1"), Ok(1000));
        assert_eq!(weight("1.5"), Ok(1500));
        assert_eq!(weight("2.0005"), Ok(2001));
        for wrong in ["0.5", "-2", "nan", "2x", "", "1001"] {
            assert!(weight(wrong).is_err(), "{wrong}");
        }
    }
}
