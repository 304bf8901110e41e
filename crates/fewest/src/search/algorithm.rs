//! The algorithms by name, and what each needs.

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
    /// All of them.
    pub const ALL: [Algorithm; 11] = [
        Algorithm::AStar,
        Algorithm::WeightedAStar,
        Algorithm::Greedy,
        Algorithm::UniformCost,
        Algorithm::DepthFirst,
        Algorithm::BreadthFirst,
        Algorithm::Bidirectional,
        Algorithm::IdaStar,
        Algorithm::BranchAndBound,
        Algorithm::Beam,
        Algorithm::Table,
    ];

    /// Its name, as one types it.
    pub fn name(self) -> &'static str {
        match self {
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
        }
    }

    /// What it promises, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Algorithm::AStar => "fewest moves, few expansions; keeps every state it meets",
            Algorithm::WeightedAStar => "at most --weight times the fewest moves, much sooner",
            Algorithm::Greedy => "some plan, soon; no promise of its length",
            Algorithm::UniformCost => "fewest moves without a heuristic, cheapest first",
            Algorithm::DepthFirst => "some plan, deepest first; for teaching",
            Algorithm::BreadthFirst => "fewest moves without a heuristic, by layers",
            Algorithm::Bidirectional => "fewest moves from both ends; needs a backward relation",
            Algorithm::IdaStar => "fewest moves in almost no memory",
            Algorithm::BranchAndBound => "improves a first plan until it is proved the best",
            Algorithm::Beam => "a good plan in bounded memory; no promise",
            Algorithm::Table => "fewest moves by a table of all states; small spaces",
        }
    }

    /// The algorithm with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
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

    /// Whether it looks at a heuristic.
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

/// How best-first search orders games of the same weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ties {
    /// First in, first out.
    Fifo,
    /// Last in, first out: deeper games first, so that the goal comes sooner.
    #[default]
    Lifo,
    /// Nearest to the goal by the heuristic first; last in, first out among those.
    LowH,
}

impl Ties {
    /// All of them with their names.
    pub const ALL: [(Ties, &'static str); 3] =
        [(Ties::Fifo, "first-in"), (Ties::Lifo, "last-in"), (Ties::LowH, "low-h")];

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Ties::ALL.into_iter().find(|(_, known)| *known == name).map(|(ties, _)| ties)
    }
}
