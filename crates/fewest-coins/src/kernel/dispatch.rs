//! The instruction set, chosen when the search starts: the widest that the processor
//! has. All of them run the same code and give the same answers.
//!
//! AVX-512 is not among them: the kernel waits for memory, and with AVX-512 a font took
//! 1.03 times as long as with AVX2, for a quarter more code to compile.

/// An instruction set that the passes are compiled for and that this processor has.
/// Only this module constructs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// The baseline of the target.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl std::fmt::Display for Instructions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "AVX2",
        })
    }
}

impl Instructions {
    /// All that this processor has, from narrow to wide.
    pub fn available() -> Vec<Instructions> {
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut, reason = "there is one set"))]
        let mut available = vec![Instructions(Set::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            if has_avx2 {
                available.push(Instructions(Set::Avx2));
            }
        }
        available
    }

    /// The widest that this processor has.
    pub fn widest() -> Instructions {
        Instructions::available().pop().unwrap_or(Instructions(Set::Portable))
    }

    /// Runs `work`, compiled for these instructions if it is inlined.
    #[allow(unsafe_code, reason = "a function for instructions that were found can be called")]
    #[inline(always)]
    pub(super) fn run<T>(self, work: impl FnOnce() -> T) -> T {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` gives this only where the processor has them, and
            // nothing else makes one.
            Set::Avx2 => unsafe { avx2(work) },
            Set::Portable => work(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn avx2<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_instructions_give_the_same_answer() {
        let words = [u64::MAX, 0, 1, 3];
        for instructions in Instructions::available() {
            let ones = instructions.run(|| words.iter().map(|word| word.count_ones()).sum::<u32>());
            assert_eq!(ones, 67, "{instructions}");
        }
    }
}
