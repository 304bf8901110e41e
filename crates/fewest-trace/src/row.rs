//! One event of a search.

use fewest::names::{Name, Names};
use fewest::search::event::Side;

/// The event of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Event {
    /// The search begins; the text names the puzzle.
    #[default]
    Start,
    /// A state was expanded, or was found to be the goal.
    Expansion,
    /// IDA* finished an iteration up to a bound, with the states expanded in it.
    Iteration,
    /// A search by layers finished a layer, with the states in it.
    Layer,
    /// A sample of a walk of a local search.
    Walk,
    /// The bound rose or a better plan was found.
    Bound,
    /// A solution was found.
    Solution,
    /// A state of the plan, when the search was over.
    Path,
    /// The search is over; the text has the algorithm and how it ended.
    End,
}

impl Event {
    /// All events, by their names in files.
    pub const NAMES: Names<Event> = Names::new(&[
        Name::new("start", Event::Start, "the search begins"),
        Name::new("expansion", Event::Expansion, "a state was expanded"),
        Name::new("iteration", Event::Iteration, "IDA* finished an iteration"),
        Name::new("layer", Event::Layer, "a search by layers finished a layer"),
        Name::new("walk", Event::Walk, "a sample of a walk of a local search"),
        Name::new("bound", Event::Bound, "the bound rose or a better plan was found"),
        Name::new("solution", Event::Solution, "a solution was found"),
        Name::new("path", Event::Path, "a state of the plan"),
        Name::new("end", Event::End, "the search is over"),
    ]);

    /// All of them.
    pub const ALL: [Event; 9] = Event::NAMES.values();

    /// Its name in files.
    pub fn name(self) -> &'static str {
        Event::NAMES.name_of(&self)
    }
}

/// A row of a trace. What does not apply to its event is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The event.
    pub event: Event,
    /// The seconds since the search began.
    pub seconds: f64,
    /// The place in the order of expansion, from 0; of iterations, in their order; of a
    /// walk, its step; of a solution, the node. At the start, the N of one expansion
    /// recorded in N.
    pub index: Option<i64>,
    /// The number of the node.
    pub node: Option<i64>,
    /// The number of the node that it was generated from.
    pub parent: Option<i64>,
    /// The side of a search from both ends that the node belongs to.
    pub side: Option<Side>,
    /// The cost so far, in moves; on the backward side, the moves to the goal; of a
    /// layer, its depth; of a path, the moves from the start.
    pub moves: Option<i64>,
    /// The search's estimate of the moves to come.
    pub h: Option<i64>,
    /// The priority, in moves.
    pub priority: Option<f64>,
    /// The proven lower bound on the moves of every plan; in IDA*, the bound of the
    /// iteration.
    pub bound: Option<i64>,
    /// The states of a layer, or expanded in an iteration, or in all.
    pub states: Option<i64>,
    /// Which walk, from 0.
    pub walk: Option<i64>,
    /// The score of a walk.
    pub score: Option<i64>,
    /// What is wrong with a walk's attempt.
    pub remaining: Option<i64>,
    /// The moves of the best plan so far; of a walk, what was wrong with its best
    /// attempt.
    pub best: Option<i64>,
    /// The temperature of a walk, or the length of its list.
    pub temperature: Option<f64>,
    /// Text.
    pub text: Option<String>,
    /// The state as its puzzle writes it, if requested.
    pub state: Option<String>,
    /// The estimates of the additional heuristics, in the order in which they were
    /// named.
    pub estimates: Vec<Option<i64>>,
}
