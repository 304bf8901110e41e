//! Priority functions: what best-first search orders nodes by.
//!
//! Every classic best-first search orders by a sum of multiples of g and h
//! ([`Linear`]); any other function of g and h works too.
//!
//! ```
//! use fewest::search::{Linear, Priority};
//!
//! assert_eq!(Linear::A_STAR.priority(10, 7), 17);
//! assert_eq!(Linear::weighted(1500).priority(10, 6), 10_000 + 9_000);
//! assert_eq!(Linear::weighted(1500).in_moves(19_000), 10.0 + 1.5 * 6.0);
//! // Somebody's own: never look deeper than 20 moves.
//! let shallow = |g: u32, h: u32| if g > 20 { i64::MAX } else { i64::from(h) };
//! assert_eq!(shallow.priority(3, 5), 5);
//! ```

use crate::space::Cost;

/// What best-first search orders nodes by, least first.
pub trait Priority {
    /// The priority of a node that cost `g` so far and has `h` estimated to go.
    fn priority(&self, g: Cost, h: Cost) -> i64;

    /// A priority as people compare it with those of other searches: in the units of
    /// g, without the factor that made it a whole number.
    fn in_moves(&self, priority: i64) -> f64 {
        priority as f64
    }

    /// No plan is cheaper than this once no open node has a priority below `priority`,
    /// if h is admissible. 0 where nothing is proved.
    fn bound(&self, _priority: i64) -> Cost {
        0
    }

    /// How many nodes of equal priority may be taken together. Several wait for memory at the
    /// same time; one at a time, what one of them leads to comes before the next. While there
    /// are few states, fewer are taken, and only nodes of equal tie-breaks.
    fn batch(&self) -> usize {
        1
    }

    /// All priorities are multiples of this number. The larger it is, the closer together
    /// they lie, and the faster is the open list.
    fn step(&self) -> i64 {
        1
    }

    /// Whether a state that was expanded is to be expanded again when a cheaper
    /// path to it is found. Where g doesn't count, that would be wasted.
    fn reopens(&self) -> bool {
        true
    }
}

impl<F: Fn(Cost, Cost) -> i64> Priority for F {
    fn priority(&self, g: Cost, h: Cost) -> i64 {
        self(g, h)
    }
}

/// A multiple of g plus a multiple of h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The factor of g.
    pub g: i32,
    /// The factor of h.
    pub h: i32,
}

impl Linear {
    /// g + h (Hart, Nilsson and Raphael 1968): optimal if h is admissible.
    pub const A_STAR: Linear = Linear { g: 1, h: 1 };
    /// h alone: some plan soon, of any length.
    pub const GREEDY: Linear = Linear { g: 0, h: 1 };
    /// g alone: Dijkstra's order.
    pub const UNIFORM_COST: Linear = Linear { g: 1, h: 0 };
    /// The deepest first.
    pub const DEPTH_FIRST: Linear = Linear { g: -1, h: 0 };

    /// g + w·h (Pohl 1970), with w in thousandths: no plan found is more than w
    /// times as long as the shortest.
    pub fn weighted(thousandths: u32) -> Linear {
        Linear { g: 1000, h: thousandths.min(i32::MAX as u32) as i32 }
    }
}

impl Priority for Linear {
    #[inline]
    fn priority(&self, g: Cost, h: Cost) -> i64 {
        i64::from(self.g) * i64::from(g) + i64::from(self.h) * i64::from(h)
    }

    fn in_moves(&self, priority: i64) -> f64 {
        priority as f64 / f64::from(self.g.unsigned_abs().max(1))
    }

    /// Some open node lies on a cheapest plan, with a g that is least for its
    /// state where g counts, so that g + h is at most that plan's cost C and the
    /// priority at most the larger factor times C.
    fn bound(&self, priority: i64) -> Cost {
        if self.g < 0 || self.h < 0 || priority <= 0 {
            return 0;
        }
        let factor = i64::from(self.g.max(self.h));
        ((priority + factor - 1) / factor).min(i64::from(Cost::MAX - 1)) as Cost
    }

    /// Depth-first search looks at what a node leads to before it looks at its siblings. Where h
    /// alone counts, the goal may be near: fewer nodes are taken that turn out not to be needed.
    fn batch(&self) -> usize {
        match self {
            Linear { g: ..0, .. } => 1,
            Linear { g: 0, .. } => 16,
            _ => usize::MAX,
        }
    }

    fn step(&self) -> i64 {
        let (mut a, mut b) = (i64::from(self.g).abs(), i64::from(self.h).abs());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a.max(1)
    }

    fn reopens(&self) -> bool {
        self.g > 0
    }
}
