//! Short lists in order. The sort of the standard library is made for long ones, and compiled
//! for each type: some thousand instructions for a handful of numbers.

/// Sorts a short list by insertion; what is equal stays in order.
pub(crate) fn sort<T>(items: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut place = end;
        while place > 0 && is_before(&items[place], &items[place - 1]) {
            items.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lists_are_sorted_as_by_the_standard_library() {
        for code in 0..4_u32.pow(6) {
            let list: Vec<(u32, u32)> = (0..6).map(|at| (code >> (2 * at) & 3, at)).collect();
            for length in 0..=6 {
                let (mut sorted, mut standard) = (list[..length].to_vec(), list[..length].to_vec());
                sort(&mut sorted, |a, b| a.0 < b.0);
                standard.sort_by_key(|item| item.0);
                assert_eq!(sorted, standard);
            }
        }
    }
}
