//! Eight numbers compared at once.

/// The places of a value among eight, a bit each.
#[inline]
pub(super) fn equal(numbers: &[u32; 8], value: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[expect(unsafe_code, reason = "instructions that have no safe functions")]
    {
        use std::arch::x86_64::{
            _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32,
            _mm_set1_epi32,
        };
        let (first, last) = numbers.split_at(4);
        // SAFETY: each is four numbers, which may begin anywhere, and every x86-64 processor
        // has these instructions.
        unsafe {
            let first = _mm_loadu_si128(first.as_ptr().cast());
            let last = _mm_loadu_si128(last.as_ptr().cast());
            let values = _mm_set1_epi32(value as i32);
            let (first, last) = (_mm_cmpeq_epi32(first, values), _mm_cmpeq_epi32(last, values));
            // A word for each of the eight, then a byte, then a bit.
            let words = _mm_packs_epi32(first, last);
            _mm_movemask_epi8(_mm_packs_epi16(words, words)) as u32 & 0xff
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    (0..8).fold(0, |bits, place| bits | u32::from(numbers[place] == value) << place)
}

/// The places of a value among eight numbers, and eight bits higher those of zero.
#[inline]
pub(super) fn equal_and_zero(numbers: &[u32; 8], value: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[expect(unsafe_code, reason = "instructions that have no safe functions")]
    {
        use std::arch::x86_64::{
            _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32,
            _mm_set1_epi32, _mm_setzero_si128,
        };
        let (first, last) = numbers.split_at(4);
        // SAFETY: each is four numbers, which may begin anywhere, and every x86-64 processor
        // has these instructions.
        unsafe {
            let first = _mm_loadu_si128(first.as_ptr().cast());
            let last = _mm_loadu_si128(last.as_ptr().cast());
            let words = |value| {
                _mm_packs_epi32(_mm_cmpeq_epi32(first, value), _mm_cmpeq_epi32(last, value))
            };
            let (equal, zero) = (words(_mm_set1_epi32(value as i32)), words(_mm_setzero_si128()));
            _mm_movemask_epi8(_mm_packs_epi16(equal, zero)) as u32
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    (equal(numbers, value) | equal(numbers, 0) << 8)
}

#[cfg(test)]
mod tests {
    use super::{equal, equal_and_zero};

    #[test]
    fn agrees_with_one_at_a_time() {
        for bits in 0..=255_u32 {
            let numbers =
                std::array::from_fn(|place| if bits >> place & 1 == 1 { 7 } else { 1 << 31 });
            assert_eq!(equal(&numbers, 7), bits);
            assert_eq!(equal(&numbers, 1 << 31), bits ^ 255);
            let free = bits.reverse_bits() >> 24;
            let numbers =
                std::array::from_fn(
                    |place| {
                        if free >> place & 1 == 1 { 0 } else { numbers[place] }
                    },
                );
            assert_eq!(equal_and_zero(&numbers, 7), bits & !free | free << 8);
        }
    }
}
