//! Bit matrices transposed by blocks of 64 × 64.
//!
//! Eight blocks side by side go through the exchange of ever smaller corners
//! (Knuth, The Art of Computer Programming 4A, 7.1.3) together, one in each
//! word of a line, so that wide registers work on all of them at once.

/// Transposes the 64 × 64 blocks that stand side by side in `lines`: bit `c` of
/// word `k` in line `r` goes to bit `r` of word `k` in line `c`.
#[inline(always)]
pub(super) fn transpose_blocks<const W: usize>(lines: &mut [[u64; W]; 64]) {
    let mut size = 32;
    let mut low = u64::MAX >> 32;
    while size > 0 {
        let mut first = 0;
        while first < 64 {
            for r in first..first + size {
                let (upper, lower) = lines.split_at_mut(r + size);
                for (a, b) in upper[r].iter_mut().zip(&mut lower[0]) {
                    let exchange = (*a >> size ^ *b) & low;
                    *a ^= exchange << size;
                    *b ^= exchange;
                }
            }
            first += 2 * size;
        }
        size /= 2;
        low ^= low << size;
    }
}

/// Adds the transpose of `source`, lines of `W` words, to `target`, lines of
/// `width` words: line `r` of the source becomes bit `r` of the target's lines.
/// What was in the target stays if it is to be kept.
#[inline(always)]
pub(super) fn transpose_into<const W: usize>(
    source: &[[u64; W]],
    target: &mut [u64],
    width: usize,
    keep: bool,
) {
    let columns = target.len() / width;
    for group in 0..width {
        let rows = source.get(64 * group..).unwrap_or_default();
        let mut lines = [[0; W]; 64];
        if let Some(rows) = rows.first_chunk::<64>() {
            lines = *rows;
        } else {
            lines[..rows.len()].copy_from_slice(rows);
        }
        let any = lines.iter().fold(0, |any, line| line.iter().fold(any, |any, word| any | word));
        if any == 0 {
            if !keep {
                target.iter_mut().skip(group).step_by(width).for_each(|word| *word = 0);
            }
            continue;
        }
        transpose_blocks(&mut lines);
        for k in 0..W.min(columns.div_ceil(64)) {
            let block = &mut target[64 * k * width..];
            for (line, words) in lines.iter().zip(block.chunks_exact_mut(width)) {
                words[group] = if keep { words[group] | line[k] } else { line[k] };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>(rows: usize, columns: usize) {
        let width = rows.div_ceil(64).next_power_of_two();
        let bit = |r: usize, c: usize| (r * 7919 + c * 104_729 + r * c) % 5 < 2;
        let mut source = vec![[0u64; W]; rows];
        for (r, line) in source.iter_mut().enumerate() {
            for c in (0..columns).filter(|&c| bit(r, c)) {
                line[c / 64] |= 1 << (c % 64);
            }
        }
        let mut target = vec![0u64; columns * width];
        transpose_into(&source, &mut target, width, false);
        for r in 0..64 * width {
            for c in 0..columns {
                let found = target[c * width + r / 64] >> (r % 64) & 1 == 1;
                assert_eq!(found, r < rows && bit(r, c), "{rows} × {columns}: {r}, {c}");
            }
        }
    }

    #[test]
    fn rows_become_columns() {
        for rows in [1, 63, 64, 65, 200, 512] {
            check::<1>(rows, 20);
            check::<1>(rows, 64);
            check::<2>(rows, 100);
            check::<4>(rows, 190);
            check::<8>(rows, 500);
            check::<8>(rows, 512);
        }
    }
}
