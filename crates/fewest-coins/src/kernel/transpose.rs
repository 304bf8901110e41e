//! Bit matrices transposed by blocks of 64 × 64.
//!
//! Eight blocks side by side go through the exchange of ever smaller corners
//! (Knuth, The Art of Computer Programming 4A, 7.1.3) together, one in each
//! word of a line, so that wide registers work on all of them at once.

/// Blocks of 64 × 64 bits side by side, where lines of the cache begin.
#[repr(align(64))]
struct Blocks<const W: usize>([[u64; W]; 64]);

/// Transposes each of the blocks that lie side by side in `rows`, at most 64 of them:
/// bit `c` of word `k` in line `r` goes to bit `r` of word `k` in line `c`.
#[inline(always)]
fn transpose_blocks<const W: usize>(rows: &[[u64; W]], blocks: &mut Blocks<W>) {
    let lines = &mut blocks.0;
    let mut padded;
    let rows = if let Some(rows) = rows.first_chunk::<64>() {
        rows
    } else {
        padded = [[0; W]; 64];
        padded[..rows.len()].copy_from_slice(rows);
        &padded
    };
    for first in 0..8 {
        exchange_corners(lines, first, 8, |i| rows[i]);
    }
    for first in 0..8 {
        let eight: [[u64; W]; 8] = std::array::from_fn(|i| lines[8 * first + i]);
        exchange_corners(lines, 8 * first, 1, |i| eight[i - 8 * first]);
    }
}

/// Exchanges corners of 4, 2 and 1 times `step` lines among eight lines at that
/// distance: all three while they are in registers.
#[inline(always)]
fn exchange_corners<const W: usize>(
    lines: &mut [[u64; W]; 64],
    first: usize,
    step: usize,
    source: impl Fn(usize) -> [u64; W],
) {
    let line = |i: usize| source(first + step * i);
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

/// Adds the transpose of `source`, lines of `W` words, to `target`, lines of `width`
/// words: line `r` of the source becomes bit `r` of the target's lines. Chunks of 64
/// lines that are not occupied are zero. Returns for each word of the source whether it
/// is not zero: whether these 64 lines of the target are occupied.
#[inline(always)]
pub(super) fn transpose_into<const W: usize>(
    source: &[[u64; W]],
    occupied: &[bool],
    target: &mut [u64],
    width: usize,
) -> [bool; W] {
    let columns = target.len() / width;
    let mut found = [0; W];
    let mut blocks = Blocks([[0; W]; 64]);
    for ((group, rows), _) in source.chunks(64).enumerate().zip(occupied).filter(|(_, is)| **is) {
        let mut any = [0; W];
        for line in rows {
            for k in 0..W {
                any[k] |= line[k];
            }
        }
        for k in 0..W {
            found[k] |= any[k];
        }
        transpose_blocks(rows, &mut blocks);
        for k in (0..W.min(columns.div_ceil(64))).filter(|&k| any[k] != 0) {
            let block = &mut target[64 * k * width..];
            for (line, words) in blocks.0.iter().zip(block.chunks_exact_mut(width)) {
                words[group] |= line[k];
            }
        }
    }
    found.map(|found| found != 0)
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
        let occupied: Vec<bool> =
            source.chunks(64).map(|lines| lines.iter().flatten().any(|&word| word != 0)).collect();
        let found = transpose_into(&source, &occupied, &mut target, width);
        let has_any = |k: usize| source.iter().any(|line| line[k] != 0);
        assert!((0..W).all(|k| found[k] == has_any(k)));
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
