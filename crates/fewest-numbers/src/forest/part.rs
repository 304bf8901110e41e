//! A part of a forest: some of its vertices get other edges, all others keep theirs.
//!
//! An edge that is kept is one more length at its end in the part, with either sign, and the
//! vertices that kept edges connect outside may not be connected again. So the part is a
//! forest of its own: with more sums at some vertices, and with one more vertex for
//! everything outside that connects some of them.

use super::lines::Lines;
use super::schedule::cooling;
use super::state::Forest;
use super::{Edges, UNIT};
use crate::Level;
use crate::sums::{Word, with_word};
use fewest::search::local::{Acceptance, CHECK_INTERVAL, Draws, Local, Score, Standing};
use fewest::search::{Budget, Meter};

/// Some vertices of a forest.
pub(crate) struct Part {
    /// The level with their numbers only.
    pub(crate) level: Level,
    /// The lengths of the edges that each of them keeps.
    pub(crate) kept: Vec<Vec<u32>>,
    /// Those that kept edges connect.
    pub(crate) joined: Vec<Vec<u32>>,
    /// What each of them costs besides if it is unbalanced, in parts of what all cost.
    pub(crate) extra: Vec<f64>,
    /// The edges between them.
    pub(crate) edges: Edges,
}

/// What a search pays for an edge, from and to which temperature, and for how many steps; in
/// parts of what an unbalanced vertex costs. When attempts are compared, such a vertex costs
/// `more` besides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cooling {
    pub(crate) price: f64,
    pub(crate) more: f64,
    pub(crate) hot: f64,
    pub(crate) cold: f64,
    pub(crate) steps: u64,
}

/// Of two attempts that cost the same, the later one is taken, but not all of them: to copy
/// one takes as long as many steps.
const APART: u64 = 2000;

impl Part {
    /// Looks for edges that cost less, with at most this number of unbalanced vertices;
    /// `None` if there are no others. Asks now and then whether it may continue.
    pub(crate) fn rework(
        &self,
        rule: &Cooling,
        most: usize,
        draws: &mut Draws,
        budget: &Budget,
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Option<Edges> {
        let meter = &mut Meter::start(budget);
        with_word!(&self.level, W => self.rework_as::<W>(rule, most, draws, meter, may_continue))
    }

    fn rework_as<W: Word>(
        &self,
        rule: &Cooling,
        most: usize,
        draws: &mut Draws,
        meter: &mut Meter,
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Option<Edges> {
        let bytes = Lines::<W>::bytes(&self.level) + Forest::<W>::bytes(self.level.numbers());
        meter.take(bytes).ok()?;
        let lines = Lines::<W>::of(&self.level, meter).ok()?;
        let mut forest = Forest::new(&lines, &|| true);
        forest.price = (rule.price * f64::from(UNIT)) as i32;
        let extra = self.extra.iter().map(|extra| (extra * f64::from(UNIT)) as i32);
        forest.embed(&self.kept, &self.joined, extra);
        forest.set_edges(&self.edges);
        if forest.edges().0.len() < self.edges.0.len() {
            // More of them at one vertex than it has room for.
            return None;
        }
        let mut annealing = cooling(rule);
        let more = (rule.more * f64::from(UNIT)) as Score;
        let first = forest.score() + more * forest.remaining() as Score;
        let (mut least, mut best, mut taken_at): (Score, Option<Edges>, u64) = (first, None, 0);
        for step in 0..rule.steps {
            if step % CHECK_INTERVAL == 0 {
                if !may_continue() {
                    break;
                }
                annealing.check(&Standing { step, idle: 0, remaining: 0, size: 0 });
            }
            let limit = annealing.limit(0, draws);
            let Some((change, _)) = forest.propose(limit, draws) else { continue };
            forest.accept(change);
            let score = forest.score() + more * forest.remaining() as Score;
            let is_other = score == least && (least < first || step > taken_at + APART);
            if (score < least || is_other) && forest.remaining() <= most as u64 {
                (least, best, taken_at) = (score, Some(forest.edges()), step);
            }
        }
        best
    }
}
