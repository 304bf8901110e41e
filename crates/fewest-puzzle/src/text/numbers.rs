//! Numbers for people.

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
