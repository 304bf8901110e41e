//! Pixels: rectangles of them that are copied and put over each other.

use tiny_skia::Pixmap;

/// Red, green, blue, and how much covers what is below; the colours are
/// multiplied with that (Porter and Duff 1984).
pub(super) type Pixel = [u8; 4];

/// A picture in pixels.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Pixel>,
}

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: usize,
    pub(super) top: usize,
    /// The first column and row that are no longer in it.
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Area {
    /// All of it and of another.
    pub(super) fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn pixels(self) -> u64 {
        (self.right.saturating_sub(self.left) * self.bottom.saturating_sub(self.top)) as u64
    }
}

impl From<&Pixmap> for Raster {
    fn from(pixmap: &Pixmap) -> Raster {
        let pixels = pixmap.pixels().iter();
        Raster {
            width: pixmap.width() as usize,
            height: pixmap.height() as usize,
            pixels: pixels.map(|p| [p.red(), p.green(), p.blue(), p.alpha()]).collect(),
        }
    }
}

impl Raster {
    /// The whole raster.
    pub(super) fn area(&self) -> Area {
        Area { left: 0, top: 0, right: self.width, bottom: self.height }
    }

    /// What another raster covers whose left upper corner is at a place, as far as
    /// it is here.
    pub(super) fn covered(&self, other: &Raster, (x, y): (i32, i32)) -> Area {
        let clip = |at: i32, most: usize| (at.max(0) as usize).min(most);
        Area {
            left: clip(x, self.width),
            top: clip(y, self.height),
            right: clip(x + other.width as i32, self.width),
            bottom: clip(y + other.height as i32, self.height),
        }
    }

    /// Takes an area from another raster of the same size.
    pub(super) fn copy(&mut self, from: &Raster, area: Area) {
        for row in area.top..area.bottom {
            let row = row * self.width;
            let row = row + area.left..row + area.right;
            self.pixels[row.clone()].copy_from_slice(&from.pixels[row]);
        }
    }

    /// A part of it.
    pub(super) fn part(&self, area: Area) -> Raster {
        let rows = (area.top..area.bottom).map(|row| &self.pixels[row * self.width..]);
        Raster {
            width: area.right - area.left,
            height: area.bottom - area.top,
            pixels: rows.flat_map(|row| &row[area.left..area.right]).copied().collect(),
        }
    }

    /// Puts another raster into an area of its size, and keeps a share of what is there.
    pub(super) fn blend(&mut self, other: &Raster, area: Area, kept: f64) {
        let kept = (kept.clamp(0.0, 1.0) * 256.0) as u32;
        let rows = other.pixels.chunks_exact(other.width.max(1));
        for (row, above) in (area.top..area.bottom).zip(rows) {
            let below = &mut self.pixels[row * self.width..][area.left..area.right];
            for (below, above) in below.iter_mut().zip(above) {
                for (below, above) in below.iter_mut().zip(above) {
                    let sum = u32::from(*below) * kept + u32::from(*above) * (256 - kept);
                    *below = ((sum + 128) / 256) as u8;
                }
            }
        }
    }

    /// Puts another raster over this one, and returns what it covers.
    pub(super) fn put(&mut self, other: &Raster, (x, y): (i32, i32)) -> Area {
        let area = self.covered(other, (x, y));
        if area.pixels() == 0 {
            return area;
        }
        for row in area.top..area.bottom {
            let below = &mut self.pixels[row * self.width..][area.left..area.right];
            let above = &other.pixels[(row as i32 - y) as usize * other.width..];
            let above = &above[(area.left as i32 - x) as usize..];
            for (below, above) in below.iter_mut().zip(above) {
                match above[3] {
                    0 => {}
                    255 => *below = *above,
                    cover => {
                        let left = 255 - u32::from(cover);
                        for (below, above) in below.iter_mut().zip(above) {
                            let seen = (u32::from(*below) * left + 127) / 255;
                            // Colours are at most what they cover.
                            *below = (u32::from(*above) + seen).min(255) as u8;
                        }
                    }
                }
            }
        }
        area
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: usize, height: usize, pixel: Pixel) -> Raster {
        Raster { width, height, pixels: vec![pixel; width * height] }
    }

    #[test]
    fn what_is_put_beyond_the_edge_is_cut() {
        let mut raster = plain(4, 3, [0, 0, 0, 255]);
        let white = plain(2, 2, [255; 4]);
        for (place, seen) in [((-1, -1), 1), ((3, 1), 2), ((1, 1), 4), ((9, 9), 0), ((-5, 0), 0)] {
            let mut raster = raster.clone();
            let area = raster.put(&white, place);
            assert_eq!(area.pixels(), seen);
            assert_eq!(raster.pixels.iter().filter(|&&p| p == [255; 4]).count() as u64, seen);
        }
        raster.put(&plain(4, 3, [64, 0, 0, 128]), (0, 0));
        assert_eq!(raster.pixels[0], [64, 0, 0, 255]);
        let mut blended = plain(4, 3, [200, 0, 0, 255]);
        let area = Area { left: 1, top: 0, right: 3, bottom: 2 };
        assert_eq!(blended.part(area).pixels, [[200, 0, 0, 255]; 4]);
        blended.blend(&plain(2, 2, [0, 100, 0, 255]), area, 0.5);
        assert_eq!((blended.pixels[0], blended.pixels[1]), ([200, 0, 0, 255], [100, 50, 0, 255]));
        let clean = plain(4, 3, [1, 2, 3, 255]);
        raster.copy(&clean, raster.area());
        assert_eq!(raster.pixels, clean.pixels);
    }
}
