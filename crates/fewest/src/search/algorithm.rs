//! The algorithms by name, and what each needs.

use crate::names::{Name, Names};

/// An algorithm of this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// Best-first search by g + h.
    AStar,
    /// Best-first search by g + w·h.
    WeightedAStar,
    /// Best-first search by h.
    Greedy,
    /// Best-first search by g.
    UniformCost,
    /// Best-first search by depth, deepest first.
    DepthFirst,
    /// Breadth-first search over a hash set.
    BreadthFirst,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// Iterative-deepening A*.
    IdaStar,
    /// Depth-first branch and bound.
    BranchAndBound,
    /// Beam search.
    Beam,
    /// Breadth-first search over a table of all states.
    Table,
}

impl Algorithm {
    /// All algorithms by name, with what each guarantees. The aliases are the short
    /// names used in papers.
    pub const NAMES: Names<Algorithm> = Names::new(&[
        Name::new(
            "astar",
            Algorithm::AStar,
            "fewest moves, few expansions; keeps every state it meets",
        )
        .or(&["a*"]),
        Name::new(
            "weighted-astar",
            Algorithm::WeightedAStar,
            "at most --weight times the fewest moves, much faster",
        )
        .or(&["wa*"]),
        Name::new("greedy", Algorithm::Greedy, "some plan, soon; may be far from the fewest moves"),
        Name::new(
            "uniform-cost",
            Algorithm::UniformCost,
            "fewest moves without a heuristic, cheapest first",
        )
        .or(&["ucs"]),
        Name::new("depth-first", Algorithm::DepthFirst, "some plan, deepest first; for teaching")
            .or(&["dfs"]),
        Name::new(
            "breadth-first",
            Algorithm::BreadthFirst,
            "fewest moves without a heuristic, by layers",
        )
        .or(&["bfs"]),
        Name::new(
            "bidirectional",
            Algorithm::Bidirectional,
            "fewest moves from both ends; needs predecessors",
        ),
        Name::new("idastar", Algorithm::IdaStar, "fewest moves in almost no memory")
            .or(&["ida", "ida*"]),
        Name::new(
            "branch-and-bound",
            Algorithm::BranchAndBound,
            "improves a first plan until it is proved the best",
        ),
        Name::new("beam", Algorithm::Beam, "a good plan in bounded memory; no guarantee"),
        Name::new("table", Algorithm::Table, "fewest moves by a table of all states; small spaces"),
    ]);

    /// All of them.
    pub const ALL: [Algorithm; 11] = Algorithm::NAMES.values();

    /// Its name, as users type it.
    pub fn name(self) -> &'static str {
        Algorithm::NAMES.name_of(&self)
    }

    /// What it guarantees, in a line.
    pub fn summary(self) -> &'static str {
        Algorithm::NAMES.row_of(&self).map_or("", |row| row.summary)
    }

    /// Whether it is best-first search with an open list, where ties are broken.
    pub fn is_best_first(self) -> bool {
        matches!(
            self,
            Algorithm::AStar
                | Algorithm::WeightedAStar
                | Algorithm::Greedy
                | Algorithm::UniformCost
                | Algorithm::DepthFirst
        )
    }

    /// Whether it uses a heuristic.
    pub fn is_informed(self) -> bool {
        !matches!(
            self,
            Algorithm::UniformCost
                | Algorithm::DepthFirst
                | Algorithm::BreadthFirst
                | Algorithm::Bidirectional
                | Algorithm::Table
        )
    }
}

/// How best-first search orders nodes of the same priority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ties {
    /// First in, first out.
    Fifo,
    /// Last in, first out: deeper nodes first, so that the goal comes sooner.
    Lifo,
    /// Nearest to the goal by the heuristic first; last in, first out among those.
    #[default]
    LowH,
}

impl Ties {
    /// All of them by name.
    pub const NAMES: Names<Ties> = Names::new(&[
        Name::new("first-in", Ties::Fifo, "first in, first out"),
        Name::new("last-in", Ties::Lifo, "last in, first out: the goal comes sooner"),
        Name::new("low-h", Ties::LowH, "nearest to the goal first, then last in, first out"),
    ]);

    /// Its name, as users type it.
    pub fn name(self) -> &'static str {
        Ties::NAMES.name_of(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every variant has a row: the compiler asks for those that are missing here.
    #[test]
    fn every_value_has_a_name() {
        for algorithm in Algorithm::ALL {
            let name = match algorithm {
                Algorithm::AStar => "astar",
                Algorithm::WeightedAStar => "weighted-astar",
                Algorithm::Greedy => "greedy",
                Algorithm::UniformCost => "uniform-cost",
                Algorithm::DepthFirst => "depth-first",
                Algorithm::BreadthFirst => "breadth-first",
                Algorithm::Bidirectional => "bidirectional",
                Algorithm::IdaStar => "idastar",
                Algorithm::BranchAndBound => "branch-and-bound",
                Algorithm::Beam => "beam",
                Algorithm::Table => "table",
            };
            assert_eq!(algorithm.name(), name);
            assert_eq!(Algorithm::NAMES.by_name("algorithm", name), Ok(algorithm));
            assert!(!algorithm.summary().is_empty());
        }
        for ties in [Ties::Fifo, Ties::Lifo, Ties::LowH] {
            assert_eq!(Ties::NAMES.by_name("ties", ties.name()), Ok(ties));
        }
    }
}
