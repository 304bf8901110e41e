//! Weights that learn: the breakout method (Morris 1993).

use super::{Acceptance, Advice, Draws, Score, Standing};

/// Accepts what is no worse. In a local minimum it raises the weight of what is wrong,
/// until it is no longer a minimum.
#[derive(Clone, Debug)]
pub struct Breakout {
    patience: u64,
    raised: u64,
}

impl Breakout {
    /// Weights are raised after `patience` steps without a new best, and again after as
    /// many.
    pub fn new(patience: u64) -> Self {
        Breakout { patience: patience.max(1), raised: 0 }
    }
}

impl Acceptance for Breakout {
    #[inline]
    fn limit(&mut self, _score: Score, _draws: &mut Draws) -> Score {
        0
    }

    fn check(&mut self, standing: &Standing) -> Advice {
        let times = standing.idle / self.patience;
        let raise = times > self.raised;
        self.raised = times;
        if raise { Advice::Reweight } else { Advice::Go }
    }

    fn parameter(&self) -> f64 {
        self.raised as f64
    }
}
