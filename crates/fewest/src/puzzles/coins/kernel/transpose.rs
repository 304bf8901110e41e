//! Bit matrices transposed by blocks of 64 × 64.
//!
//! Eight blocks side by side go through the exchange of ever smaller corners
//! (Knuth, The Art of Computer Programming 4A, 7.1.3) together, one in each
//! word of a line, so that wide registers work on all of them at once.

/// Blocks of 64 × 64 bits side by side, where lines of the cache begin.
#[repr(align(64))]
struct Blocks<const W: usize>([[u64; W]; 64]);

/// Transposes each of the blocks: bit `c` of word `k` in line `r` goes to bit `r`
/// of word `k` in line `c`.
#[inline(always)]
fn transpose_blocks<const W: usize>(blocks: &mut Blocks<W>) {
    for first in 0..8 {
        exchange_corners(blocks, first, 8);
    }
    for first in 0..8 {
        exchange_corners(blocks, 8 * first, 1);
    }
}

/// Exchanges corners of 4, 2 and 1 times `step` lines among eight lines that are so
/// far apart: all three while they are in registers.
#[inline(always)]
fn exchange_corners<const W: usize>(Blocks(lines): &mut Blocks<W>, first: usize, step: usize) {
    let line = |i: usize| lines[first + step * i];
    let (a, e) = exchange(line(0), line(4), 4 * step);
    let (b, f) = exchange(line(1), line(5), 4 * step);
    let (c, g) = exchange(line(2), line(6), 4 * step);
    let (d, h) = exchange(line(3), line(7), 4 * step);
    let (a, c) = exchange(a, c, 2 * step);
    let (b, d) = exchange(b, d, 2 * step);
    let (e, g) = exchange(e, g, 2 * step);
    let (f, h) = exchange(f, h, 2 * step);
    let (a, b) = exchange(a, b, step);
    let (c, d) = exchange(c, d, step);
    let (e, f) = exchange(e, f, step);
    let (g, h) = exchange(g, h, step);
    for (i, line) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
        lines[first + step * i] = line;
    }
}

/// Exchanges the upper bits of each `2 * size` in the first line with the lower ones in the
/// second.
#[inline(always)]
fn exchange<const W: usize>(mut a: [u64; W], mut b: [u64; W], size: usize) -> ([u64; W], [u64; W]) {
    let low = u64::MAX / ((1 << size) + 1);
    for k in 0..W {
        let exchange = (a[k] >> size ^ b[k]) & low;
        a[k] ^= exchange << size;
        b[k] ^= exchange;
    }
    (a, b)
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
        let mut blocks = Blocks([[0; W]; 64]);
        let lines = &mut blocks.0;
        if let Some(rows) = rows.first_chunk::<64>() {
            *lines = *rows;
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
        transpose_blocks(&mut blocks);
        for k in 0..W.min(columns.div_ceil(64)) {
            let block = &mut target[64 * k * width..];
            for (line, words) in blocks.0.iter().zip(block.chunks_exact_mut(width)) {
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
