//! Which scores have room in the next layer.

/// The last entry of a layer is mostly better than the last one of the layer before. Boards
/// that are worse than that one by more than this are left out at once.
const SLACK: i32 = 16;

/// Higher scores than that of the first board by more than this count as equal.
const HIGHEST: i32 = 4096;

/// Counts the scores of a layer's candidates. As soon as there are as many as the layer has
/// room for, worse ones are left out.
pub(super) struct Cut {
    width: usize,
    /// How many candidates have each score, and how many there are up to the limit.
    counts: Vec<u32>,
    count: usize,
    /// The highest score with room, as far as is known, and at the beginning of the layer.
    limit: i32,
    first_limit: i32,
    /// For how many candidates with just that score there is room.
    room: usize,
}

impl Cut {
    pub(super) fn new(width: usize, score: i32) -> Self {
        let highest = score + HIGHEST;
        let counts = vec![0; highest as usize + 1];
        Cut { width, counts, count: 0, limit: highest, first_limit: highest, room: 0 }
    }

    /// Begins with another layer.
    pub(super) fn clear(&mut self) {
        self.counts[..=self.first_limit as usize].fill(0);
        // A layer that is not full says nothing about the next one.
        let is_full = self.count >= self.width;
        self.limit = if is_full { self.highest().min(self.limit + SLACK) } else { self.highest() };
        (self.first_limit, self.count) = (self.limit, 0);
    }

    fn highest(&self) -> i32 {
        self.counts.len() as i32 - 1
    }

    /// Whether a candidate has room, as far as is known. Counts it.
    #[inline]
    pub(super) fn takes(&mut self, score: i32) -> bool {
        let score = score.min(self.highest());
        // Without a branch, which would often be predicted wrong.
        let is_taken = score <= self.limit;
        self.count += usize::from(is_taken);
        // Scores are never negative.
        self.counts[score as usize] += u32::from(is_taken);
        while self.count - self.at_limit() >= self.width {
            self.count -= self.at_limit();
            self.limit -= 1;
        }
        is_taken
    }

    #[inline]
    fn at_limit(&self) -> usize {
        self.counts[self.limit as usize] as usize
    }

    /// Ends a layer: all its candidates are known.
    pub(super) fn finish(&mut self) {
        self.room = self.width.saturating_sub(self.count - self.at_limit());
    }

    /// Whether a candidate has room in the end.
    #[inline]
    pub(super) fn admits(&mut self, score: i32) -> bool {
        let score = score.min(self.highest());
        let is_last = score == self.limit && self.room > 0;
        self.room -= usize::from(is_last);
        score < self.limit || is_last
    }
}
