//! Numbers for people: `12,345`, `1.5 GiB`, `2 min 5 s`.

use std::time::Duration;

pub(crate) use fewest_puzzles::puzzle::sentences::plural;
pub(crate) use fewest_puzzles::text::{grouped, time};

/// An amount of memory.
pub(crate) fn bytes(number: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let mut value = number as f64;
    if value < 1024.0 {
        return format!("{number} B");
    }
    let mut unit = "B";
    for larger in units {
        // What would be shown as 1024 of a unit is 1 of the next.
        if value < 1023.5 {
            break;
        }
        value /= 1024.0;
        unit = larger;
    }
    if value < 9.95 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// Things that happen in a time, per second: `6.1 M/s`.
pub(crate) fn rate(number: u64, time: Duration) -> String {
    let per_second = number as f64 / time.as_secs_f64().max(0.001);
    match per_second {
        r if r < 1e3 => format!("{r:.0}/s"),
        r if r < 1e6 => format!("{:.1} k/s", r / 1e3),
        r if r < 1e9 => format!("{:.1} M/s", r / 1e6),
        r => format!("{:.1} G/s", r / 1e9),
    }
}

/// How long the rest takes at the same rate, once anything is done.
pub(crate) fn time_left(elapsed: Duration, done: u64, all: u64) -> Option<String> {
    if done == 0 || done >= all {
        return None;
    }
    let factor = (all - done) as f64 / done as f64;
    // A time that is too long to represent is not shown.
    let left = Duration::try_from_secs_f64(elapsed.as_secs_f64() * factor).ok()?;
    Some(if left < Duration::from_secs(1) {
        "under 1 s left".to_string()
    } else {
        format!("about {} left", time(left))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_shown_once_it_is_known() {
        let left = |done| time_left(Duration::from_secs(10), done, 5);
        assert_eq!(left(0), None);
        assert_eq!(left(1).as_deref(), Some("about 40.0 s left"));
        assert_eq!(left(5), None);
        let little = time_left(Duration::from_millis(10), 1, 2);
        assert_eq!(little.as_deref(), Some("under 1 s left"));
        assert_eq!(time_left(Duration::MAX, 1, u64::MAX), None);
    }

    #[test]
    fn one_and_many() {
        assert_eq!(plural(1, "move"), "1 move");
        assert_eq!(plural(0, "move"), "0 moves");
    }

    #[test]
    fn memory() {
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(1536), "1.5 KiB");
        assert_eq!(bytes(410 << 20), "410 MiB");
        assert_eq!(bytes((1 << 30) - 1), "1.0 GiB");
        assert_eq!(bytes(u64::MAX), "16777216 TiB");
    }

    #[test]
    fn times() {
        assert_eq!(time(Duration::ZERO), "under 0.1 ms");
        assert_eq!(time(Duration::from_micros(50)), "0.1 ms");
        assert_eq!(time(Duration::from_micros(1250)), "1.2 ms");
        assert_eq!(time(Duration::from_millis(59_999)), "60.0 s");
        assert_eq!(time(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!(time(Duration::from_secs(7320)), "2 h 2 min");
    }

    #[test]
    fn rates() {
        assert_eq!(rate(6_100_000, Duration::from_secs(1)), "6.1 M/s");
        assert_eq!(rate(0, Duration::ZERO), "0/s");
    }
}
