//! Hashes of states.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// A state's place in an index, as a fraction of it.
///
/// All bits must depend on all of the state, also where states are numbers one after another
/// or differ in few bits. The product that the hasher ends with is not enough for that: hence
/// the first step of the finisher of `MurmurHash3`, whose high bits are the best. It is never
/// 0, which is a slot without a state.
#[inline]
pub(crate) fn hash<T: Hash>(state: &T) -> u32 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    let hash = hasher.finish();
    ((hash ^ (hash >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd) >> 32) as u32 | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Buckets of eight that are three quarters full overflow at most three times as often as
    /// with draws, which is once in 14 states.
    fn check<T: Hash>(name: &str, state: impl Fn(u64) -> T) {
        let mut most = 0.0_f64;
        for states in [500, 6_000, 40_000] {
            let buckets = states / 6;
            let mut used = vec![0_u64; buckets as usize];
            for number in 0..states {
                used[((u64::from(hash(&state(number))) * buckets) >> 32) as usize] += 1;
            }
            let over: u64 = used.iter().map(|used| used.saturating_sub(8)).sum();
            most = most.max(over as f64 / states as f64);
        }
        assert!(most < 0.2, "{name}: {most}");
    }

    #[test]
    fn states_are_spread_as_if_drawn() {
        check("numbers", |n| n);
        check("small numbers", |n| n as u32);
        check("characters", |n| n.to_string());
        for bits in 1..24 {
            check(&format!("numbers of {bits} zeros"), |n| n << bits);
        }
        for step in [3, 10, 225, 1000, 2000, 10_946, 65_535, 65_537, 1 << 32 | 1] {
            check(&format!("steps of {step}"), |n| n * step);
        }
        check("places", |n| ((n % 200) as u16, (n / 200) as u16));
        check("places of 64 bits", |n| (n % 200, n / 200));
        check("signed places", |n| ((n % 200) as i32 - 100, (n / 200) as i32 - 100));
        check("the same twice", |n| (n, n));
        check("opposites", |n| (n, !n));
        check("both halves", |n| n << 32 | n);
        check("bytes", |n| [n as u8, (n >> 8) as u8, 0, 0, 0, 0, 0]);
        check("bytes at both ends", |n| {
            let mut bytes = [0; 20];
            (bytes[0], bytes[19]) = (n as u8, (n >> 8) as u8);
            bytes
        });
        check("bits far apart", |n| {
            (0..16).fold(0, |word, bit| word | (n >> bit & 1) << (4 * bit))
        });
        check("a word and a byte", |n| (n >> 4, (n & 15) as u8));
    }
}
