//! Iterative deepening by layers, towards the backward side of the search from both ends:
//! breadth-first heuristic search (Zhou and Hansen 2006).
//!
//! An iteration asks whether there is a plan of U moves, where fewer are known not to be
//! enough. Its layers begin at the start, and the bound filter keeps only states that may be
//! solved in time. If b layers back from the goal are finished, a plan of U moves exists just
//! where the layer at depth U − b has a state of the last of them. So an iteration ends
//! b layers before the goal. Where the pattern databases tell much, it is as quick as A*
//! with few nodes, at many times the speed for each.

use std::time::Duration;

use super::Direction;
use super::packed::{self, Packed};
use super::portfolio::Portfolio;
use super::solve::BlocksAdapter;
use super::word::Word;
use crate::puzzle::Incumbent;
use fewest::search::layered::{Bidirectional, Label, Layers, PackedSpace};
use fewest::search::{Budget, Counts, Meter, Stop};
use fewest::space::Cost;

/// The states that are looked up at a time.
const BATCH: usize = 1 << 10;

/// Deepening costs at most as much as the search from both ends, until this number of
/// generated states: some twenty milliseconds.
const FREE: u64 = 1 << 18;

/// Beyond, it costs at most one part in this number of the other; twice as much for each
/// move that it has proved more than the other, up to a number of moves.
const DEEPENING_PART: u64 = 4;
const MAX_AHEAD: u32 = 2;

/// The least that an iteration costs, however few states it has.
const MIN_ITERATION: u64 = 1 << 13;

/// What iterative deepening has done.
#[derive(Default)]
pub(super) struct Deepening {
    /// Its work, in states that the kernel generates in the same time.
    work: u64,
    /// The work of the last iteration.
    last: u64,
    /// What the next one is likely to cost.
    needed: u64,
}

/// What an iteration has shown.
enum Iteration<W> {
    /// The states of a plan.
    Plan(Vec<W>),
    /// There is no such plan.
    None,
    /// It was stopped.
    Stopped,
}

/// Looks for a plan of `moves` moves. The backward side of `kernel` must be less deep, and no
/// plan may have fewer moves. Returns also what it spent.
fn iterate<W: Word>(
    packed: &Packed<'_, W>,
    start: W,
    kernel: &Bidirectional<'_, W>,
    moves: Cost,
    budget: &Budget,
) -> (Iteration<W>, Counts) {
    match Layers::forward(packed, &[start], budget) {
        Ok(mut layers) => {
            let found = find(packed, &mut layers, kernel, moves);
            (found.unwrap_or(Iteration::Stopped), layers.counts())
        }
        Err(_) => (Iteration::Stopped, Counts::default()),
    }
}

fn find<W: Word>(
    packed: &Packed<'_, W>,
    layers: &mut Layers<'_, W>,
    kernel: &Bidirectional<'_, W>,
    moves: Cost,
) -> Result<Iteration<W>, Stop> {
    let (visited, backward) = kernel.visited();
    layers.restrict(moves + 1);
    let depth = moves.saturating_sub(backward);
    loop {
        let Some(layer) = layers.advance(&mut |_| ())? else { return Ok(Iteration::None) };
        if layer.depth == depth {
            break;
        }
    }
    let goal_side = Label::new(false, backward);
    let mut states = layers.states();
    let mut batch: Vec<W> = Vec::with_capacity(BATCH);
    let mut meeting: Option<W> = None;
    while meeting.is_none() {
        layers.check()?;
        batch.clear();
        batch.extend(states.by_ref().take(BATCH));
        if batch.is_empty() {
            return Ok(Iteration::None);
        }
        let mut take = |state: W| meeting = meeting.into_iter().chain([state]).min();
        if backward == 0 {
            // There may be too many goals to be stored.
            batch.iter().filter(|&&state| packed.is_goal(state)).for_each(|&state| take(state));
        } else {
            visited.find_all(&batch, |i, label| {
                if label == goal_side {
                    take(batch[i]);
                }
            });
        }
    }
    let Some(meeting) = meeting else { return Ok(Iteration::None) };
    let mut path = layers.paths().from_start(meeting, depth)?;
    path.extend(kernel.paths().to_goal(meeting, backward)?.into_iter().skip(1));
    Ok(Iteration::Plan(path))
}

impl<W: Word> Portfolio<'_, W> {
    /// Deepens as far as its turn allows. Returns whether the level is decided.
    pub(super) fn deepen(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
        spent: &Counts,
        deepening: &mut Deepening,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> bool {
        let is_decided = loop {
            let bound = best.bound().max(kernel.bound());
            if bound >= best.upper() {
                best.raise(best.upper(), "deepening");
                break true;
            }
            // To prove as much, the kernel would need to double its work for each move or so.
            let ahead = (bound - kernel.bound()).min(MAX_AHEAD);
            let allowed = spent.generated.min(FREE) + ((spent.generated / DEEPENING_PART) << ahead);
            let allowed = allowed.saturating_sub(deepening.work);
            if !kernel.has_plain_labels() || allowed < deepening.needed.max(MIN_ITERATION) {
                break false;
            }
            let Some(built) = self.extend_tables(packed, kernel, allowed) else {
                break false;
            };
            deepening.work += built;
            let nodes = (allowed - built) / self.deepening_cost();
            let left = self.budget.after(&kernel.counts().and(&best.counts())).nodes;
            let budget = Budget { nodes: left, ..self.left_beside(kernel) }.at_most(nodes);
            let (found, counts) = iterate(packed, self.start, kernel, bound, &budget);
            kernel.note_peak(counts.peak_bytes);
            best.spend(&Counts { peak_bytes: 0, ..counts });
            let work = (counts.expanded * self.deepening_cost()).max(MIN_ITERATION);
            deepening.work += work;
            match found {
                Iteration::Plan(states) => {
                    let moves = packed::moves(self.space, &states);
                    best.raise(bound, "deepening");
                    best.offer(self.space, &self.start, moves, "deepening");
                }
                Iteration::None => {
                    best.raise(bound + 1, "deepening");
                    deepening.needed = work.saturating_mul(work) / deepening.last.max(1);
                    deepening.needed = deepening.needed.clamp(work, 4 * work);
                    deepening.last = work;
                }
                Iteration::Stopped => {
                    deepening.needed = 2 * work;
                    break false;
                }
            }
        };
        best.tell(adapter);
        // The kernel's clock has never stopped.
        adapter.spent.elapsed = Duration::ZERO;
        is_decided
    }

    /// The states that the kernel generates in the time of an expansion of deepening.
    fn deepening_cost(&self) -> u64 {
        let blocks = u64::from(self.space.blocks());
        6 + blocks * blocks / 16
    }

    /// Adds the next larger table, if it costs no more than most of what is allowed. Returns
    /// its cost; none without any table.
    fn extend_tables(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
        allowed: u64,
    ) -> Option<u64> {
        let mut meter = Meter::start(&self.left_beside(kernel));
        packed.change_tables(|tables| {
            let before = tables.len();
            self.add_tables(tables, allowed / 4 * 3, 1, &mut meter);
            kernel.reserve(meter.counts.peak_bytes).ok()?;
            let built = tables[before..].iter().map(|table| Self::table_cost(table.len() as u64));
            (!tables.is_empty()).then(|| built.sum())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam_turns::tests::UNSOLVABLE;
    use super::super::bidirectional;
    use super::super::domain::BlocksPuzzle;
    use super::super::level::Level;
    use super::super::space::Blocks;
    use super::*;
    use crate::puzzle::{Adapter, Request};
    use fewest::search::layered::End;

    /// Two blocks on an empty board: pairs tell all.
    const SPARSE: &str = "\
        x . . . . . . .\n\
        . . . # . . . .\n\
        . . . . . . . .\n\
        . o . . . x . .\n\
        . . . . . . . .\n\
        . . . . . # . o\n";

    #[test]
    fn deepening_decides_what_pairs_tell_and_keeps_to_its_turn() {
        for (text, decides) in [(SPARSE, true), (UNSOLVABLE, false)] {
            let level = Level::parse(text).unwrap();
            let (space, start) = Blocks::<u64>::of(&level);
            let (request, budget) = (Request::default(), Budget::default());
            let (space, budget) = (&space, &budget);
            let portfolio =
                Portfolio { space, start, budget, request: &request, is_resumable: false };
            let packed = Packed::new(space, start);
            let mut kernel = Bidirectional::new(&packed, start, budget);
            assert_eq!(kernel.run(20, &mut |_| ()), End::Full);
            let mut watch = ();
            let mut adapter = Adapter::<BlocksPuzzle, _>::new(&level, &mut watch);
            let best = Incumbent::new("", 0, &request);
            let mut turn = |generated, deepening: &mut Deepening| {
                let spent = Counts { generated, ..kernel.counts() };
                portfolio.deepen(&packed, &kernel, &spent, deepening, &best, &mut adapter)
            };
            let mut deepening = Deepening::default();
            assert!(!turn(1_000, &mut deepening));
            assert_eq!(deepening.work, 0);
            assert_eq!(turn(100_000, &mut deepening), decides);
            assert_eq!(best.is_optimal(), decides);
            let found = bidirectional::search(
                space,
                start,
                &Budget { nodes: Some(10_000), ..budget.clone() },
                &mut (),
            );
            if decides {
                assert_eq!((found.bound, found.cost()), (best.bound(), Some(best.upper())));
            } else {
                let most = 100_000 + ((100_000 / DEEPENING_PART) << MAX_AHEAD);
                assert!(deepening.work <= most + MIN_ITERATION, "{}", deepening.work);
            }
        }
    }
}
