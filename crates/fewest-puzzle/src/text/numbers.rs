//! Numbers and times for people.

use std::time::Duration;

/// With a comma after every three digits.
///
/// ```
/// assert_eq!(fewest_puzzle::text::grouped(1_234_567_u64), "1,234,567");
/// ```
pub fn grouped(number: impl Into<i128>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut grouped = String::from(if number < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(fewest_puzzle::text::time(Duration::from_secs(90)), "1 min 30 s");
/// ```
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    if time < Duration::from_micros(50) {
        "under 0.1 ms".to_string()
    } else if time < Duration::from_millis(10) {
        format!("{:.1} ms", time.as_secs_f64() * 1000.0)
    } else if seconds < 1 {
        format!("{} ms", time.as_millis())
    } else if seconds < 60 {
        format!("{:.1} s", time.as_millis() as f64 / 1000.0)
    } else if seconds < 3600 {
        format!("{} min {} s", seconds / 60, seconds % 60)
    } else {
        format!("{} h {} min", grouped(seconds / 3600), seconds / 60 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        assert_eq!(grouped(0_u64), "0");
        assert_eq!(grouped(999_u64), "999");
        assert_eq!(grouped(1000_u64), "1,000");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn thousands_are_distinguished() {
        let numbers = [0, 999, 1000, -1_234_567].map(|number: i64| grouped(number));
        assert_eq!(numbers, ["0", "999", "1,000", "-1,234,567"]);
    }
}
