//! A sequence of points, in bounded memory.

/// The maximum number of points: many times what a picture can show.
const MAX: usize = 1 << 19;

/// Points in the order in which they came. When there are too many, every other one is
/// dropped, and from then on only one in `stride` is kept.
#[derive(Clone, Debug)]
pub(super) struct Points {
    kept: Vec<(f64, f64)>,
    seen: u64,
    stride: u64,
}

impl Default for Points {
    fn default() -> Self {
        Points { kept: Vec::new(), seen: 0, stride: 1 }
    }
}

impl Points {
    pub(super) fn push(&mut self, x: f64, y: f64) {
        if self.seen.is_multiple_of(self.stride) {
            if self.kept.len() == MAX {
                let mut number = 0;
                self.kept.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
                self.stride *= 2;
            }
            if self.seen.is_multiple_of(self.stride) {
                self.kept.push((x, y));
            }
        }
        self.seen += 1;
    }

    pub(super) fn get(&self) -> &[(f64, f64)] {
        &self.kept
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stay_evenly_spaced() {
        let mut points = Points::default();
        for x in 0..3 * MAX as u32 {
            points.push(f64::from(x), 0.0);
        }
        assert!(points.get().len() <= MAX);
        let places: Vec<u32> = points.get().iter().map(|point| point.0 as u32).collect();
        assert_eq!(places[0], 0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] == 4));
    }
}
