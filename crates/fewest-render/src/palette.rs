//! The few colours of a GIF: at most 255 and one that is transparent, the same for all
//! its frames.
//!
//! Pictures of boards have a few plain areas and the shades at their edges. So similar
//! colours are counted together as a group, and the most frequent one of each group is
//! used: plain areas keep their colours exactly, and nothing has to be dithered, which
//! would flicker and compress badly.

use rustc_hash::FxHashMap;

use super::raster::Pixel;

/// The transparent colour: what was there before stays.
pub(super) const CLEAR: u8 = 0;

/// The colours.
#[derive(Debug)]
pub(super) struct Palette {
    /// Red, green and blue of each, from [`CLEAR`] on.
    pub(super) colours: Vec<[u8; 3]>,
    /// The colour of each group; [`CLEAR`] if not computed yet.
    nearest: Vec<u8>,
}

/// Six bits of each channel.
fn heap([r, g, b, _]: Pixel) -> usize {
    let bits = |channel: u8| usize::from(channel >> 2);
    bits(r) << 12 | bits(g) << 6 | bits(b)
}

impl Palette {
    /// The colours for pixels of which these are typical.
    pub(super) fn new(pixels: impl IntoIterator<Item = Pixel>) -> Palette {
        let mut counts: FxHashMap<Pixel, u64> = FxHashMap::default();
        for pixel in pixels {
            *counts.entry(pixel).or_default() += 1;
        }
        let mut heaps: FxHashMap<usize, (u64, u64, Pixel)> = FxHashMap::default();
        for (pixel, count) in counts {
            let (sum, most, colour) = heaps.entry(heap(pixel)).or_insert((0, 0, pixel));
            *sum += count;
            // Of equally many the smaller one, for the same file on every run.
            if (count, std::cmp::Reverse(pixel)) > (*most, std::cmp::Reverse(*colour)) {
                (*most, *colour) = (count, pixel);
            }
        }
        let mut heaps: Vec<(u64, Pixel)> =
            heaps.into_values().map(|(sum, _, colour)| (sum, colour)).collect();
        heaps.sort_by_key(|&(sum, colour)| (std::cmp::Reverse(sum), colour));
        let colours = heaps.into_iter().take(255).map(|(_, [r, g, b, _])| [r, g, b]);
        Palette {
            colours: std::iter::once([0; 3]).chain(colours).collect(),
            nearest: vec![CLEAR; 1 << 18],
        }
    }

    /// The number of the colour that is nearest to a pixel.
    pub(super) fn index(&mut self, pixel: Pixel) -> u8 {
        let heap = heap(pixel);
        if self.nearest[heap] == CLEAR {
            let distance = |colour: &[u8; 3]| -> u32 {
                let parts = colour.iter().zip(pixel).zip([3, 4, 2]);
                parts.map(|((&a, b), weight)| u32::from(a.abs_diff(b)).pow(2) * weight).sum()
            };
            let seen = self.colours.iter().zip(0..=u8::MAX).skip(1);
            let nearest = seen.min_by_key(|(colour, _)| distance(colour));
            self.nearest[heap] = nearest.map_or(CLEAR, |(_, index)| index);
        }
        self.nearest[heap]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colours_are_kept_exactly() {
        let shades = (0..=255).map(|shade| [shade, 255 - shade, shade / 2, 255]);
        let plain = std::iter::repeat_n([14, 99, 200, 255], 1000);
        let mut palette = Palette::new(shades.chain(plain));
        assert!(palette.colours.len() <= 256);
        assert_eq!(palette.colours[1], [14, 99, 200]);
        assert_eq!(palette.index([14, 99, 200, 255]), 1);
        let near = palette.index([130, 125, 66, 255]);
        let [r, g, b] = palette.colours[usize::from(near)];
        assert!(r.abs_diff(130) < 5 && g.abs_diff(125) < 5 && b.abs_diff(66) < 5);
    }

    #[test]
    fn nothing_is_nothing() {
        assert_eq!(Palette::new([]).index([1, 2, 3, 255]), CLEAR);
    }
}
