//! The options that say how to solve, and which of them contradict each other.

use clap::Args;
use fewest::names::UnknownName;
use fewest::search::{Algorithm, Budget, Gap, StopRule, Ties};
use fewest_campaign::Options;
use fewest_puzzles::puzzle::{Choice, Method, Puzzle, Request, Wanted};

use crate::choice;
use crate::failure::{Failure, Result};
use crate::limits::Limits;
use crate::number;

/// The name of the algorithm that the puzzle chooses.
pub(crate) const DEFAULT: &str = "default";
/// Its summary.
pub(crate) const DEFAULT_SUMMARY: &str = "the puzzle's own choice";

/// How to solve.
#[derive(Args, Clone, Debug)]
pub(crate) struct How {
    #[command(flatten)]
    search: Search,

    /// List every plan of the fewest moves, one per line
    #[arg(long, conflicts_with = "solutions")]
    all: bool,

    /// List the first N solutions in the order that best-first search finds
    /// them, one per line
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    solutions: Option<usize>,
}

/// The search and its parameters.
#[derive(Args, Clone, Debug)]
pub(crate) struct Search {
    /// Search with this algorithm [default: the puzzle's own choice]
    #[arg(short, long, value_name = "NAME")]
    algorithm: Option<String>,

    /// Use this seed, for randomized searches
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Use this heuristic; see `fewest list`
    #[arg(short = 'H', long, value_name = "NAME")]
    heuristic: Option<String>,

    /// Multiply the estimate by W, for weighted-astar: 1 to 1000, e.g. 1.5
    #[arg(long, value_name = "W", value_parser = number::weight)]
    #[arg(allow_negative_numbers = true)]
    weight: Option<u32>,

    /// Break ties between nodes of the same priority, in best-first search
    #[arg(long, value_name = "RULE", value_parser = choice::ties())]
    ties: Option<Ties>,

    /// Keep N positions per depth, for beam
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    width: Option<usize>,

    /// Stop at the first plan
    #[arg(long, conflicts_with = "gap")]
    first: bool,

    /// Stop when the plan is proved to be at most this much longer than the fewest moves:
    /// 5%
    #[arg(long, value_name = "PERCENT", value_parser = number::gap)]
    #[arg(allow_hyphen_values = true)]
    gap: Option<Gap>,
}

impl Search {
    /// Whether no option was given, so that the puzzle chooses.
    pub(crate) fn is_open(&self) -> bool {
        let Search { algorithm: _, seed, heuristic, weight, ties, width, first, gap } = self;
        self.named().is_none()
            && seed.is_none()
            && heuristic.is_none()
            && weight.is_none()
            && ties.is_none()
            && width.is_none()
            && !first
            && gap.is_none()
    }

    /// The same for a campaign, and a name for it: the options that were given.
    pub(crate) fn options(&self) -> (String, Options) {
        let Search { algorithm: _, seed, heuristic, weight, ties, width, first, gap } =
            self.clone();
        let algorithm = self.named().map(str::to_string);
        let mut name = algorithm.clone().unwrap_or(DEFAULT.into());
        let given = [
            heuristic.clone(),
            weight.map(|weight| format!("weight={}", f64::from(weight) / 1000.0)),
            ties.map(|ties| format!("ties={}", ties.name())),
            width.map(|width| format!("width={width}")),
            seed.map(|seed| format!("seed={seed}")),
            first.then(|| "first".into()),
            gap.map(|gap| format!("gap={gap}")),
        ];
        for part in given.into_iter().flatten() {
            name = name + "/" + &part;
        }
        let ties = ties.map(|ties| ties.name().to_string());
        let limits = fewest_campaign::Limits::default();
        let gap = gap.map(Gap::to_percent);
        let options = Options {
            algorithm,
            heuristic,
            seed,
            weight,
            ties,
            width,
            first,
            gap,
            limits,
            ..Options::default()
        };
        (name, options)
    }

    /// The name of the algorithm, unless the puzzle chooses.
    fn named(&self) -> Option<&str> {
        self.algorithm.as_deref().filter(|&name| name != DEFAULT)
    }

    /// The engine's algorithm, if it is one that was named.
    fn algorithm(&self) -> Option<Algorithm> {
        Algorithm::NAMES.find(self.named()?).map(|row| row.value)
    }

    /// What solves the puzzle.
    fn method(&self) -> Method {
        match (self.algorithm(), self.solver()) {
            (Some(algorithm), _) => Method::Algorithm(algorithm),
            (None, Some(solver)) => Method::Solver(solver.to_string()),
            (None, None) => Method::Automatic,
        }
    }

    /// The puzzle's own solver, if it is one that was named.
    fn solver(&self) -> Option<&str> {
        self.named().filter(|_| self.algorithm().is_none())
    }
}

impl How {
    /// A search for one plan with these parameters.
    pub(crate) fn of(
        algorithm: Option<String>,
        heuristic: Option<String>,
        weight: Option<u32>,
        width: Option<usize>,
    ) -> Self {
        let (seed, ties, first, gap) = (None, None, false, None);
        How::one(Search { algorithm, seed, heuristic, weight, ties, width, first, gap })
    }

    /// The search.
    pub(crate) fn search(&self) -> &Search {
        &self.search
    }

    /// A search for one plan.
    pub(crate) fn one(search: Search) -> Self {
        How { search, all: false, solutions: None }
    }

    /// The request, if its parts are compatible and the puzzle knows the names.
    pub(crate) fn request(&self, puzzle: &dyn Puzzle, limits: &Limits) -> Result<Request> {
        self.request_within(puzzle, limits, limits.budget())
    }

    /// The same, with a budget that others share.
    pub(crate) fn request_within(
        &self,
        puzzle: &dyn Puzzle,
        limits: &Limits,
        budget: Budget,
    ) -> Result<Request> {
        self.refuse_unknown(puzzle)?;
        self.refuse_contradictions()?;
        self.refuse_idle_seed(puzzle)?;
        if let Some(heuristic) = &self.search.heuristic {
            let kind = format!("{} heuristic", puzzle.name());
            Choice::find(&kind, heuristic, &puzzle.heuristics())?;
        }
        Ok(Request {
            method: self.search.method(),
            seed: self.search.seed,
            heuristic: self.search.heuristic.clone(),
            weight: self.search.weight,
            ties: self.search.ties,
            width: self.search.width,
            wanted: self.wanted(),
            stop_rule: StopRule {
                first: self.search.first,
                gap: self.search.gap,
                // A time that is given is used.
                dry: !limits.has_time(),
            },
            budget,
            ..Request::default()
        })
    }

    fn refuse_unknown(&self, puzzle: &dyn Puzzle) -> Result {
        let Some(name) = self.search.named() else { return Ok(()) };
        let (algorithms, solvers) = (puzzle.algorithms(), puzzle.solvers());
        let known = match self.search.algorithm() {
            Some(algorithm) => algorithms.contains(&algorithm),
            None => solvers.iter().any(|solver| solver.name == name),
        };
        if known {
            return Ok(());
        }
        let solvers = solvers.iter().map(|solver| solver.name);
        let names = algorithms.into_iter().map(Algorithm::name).chain(solvers);
        Err(UnknownName::new(&format!("{} algorithm", puzzle.name()), name, names).into())
    }

    fn refuse_idle_seed(&self, puzzle: &dyn Puzzle) -> Result {
        let chooses = self.search.named().is_none() && self.wanted() == Wanted::One;
        let draws = self.search.solver().is_some() || chooses && !puzzle.solvers().is_empty();
        if self.search.seed.is_none() || draws {
            return Ok(());
        }
        let names: Vec<&str> = puzzle.solvers().iter().map(|solver| solver.name).collect();
        Err(Failure::usage(if names.is_empty() {
            format!("--seed cannot be used with {}: it has no randomized algorithm", puzzle.name())
        } else {
            let names = names.join(", ");
            format!("--seed requires a randomized --algorithm: {names}")
        }))
    }

    fn wanted(&self) -> Wanted {
        match self.solutions {
            Some(number) => Wanted::First(number),
            None if self.all => Wanted::AllFewest,
            None => Wanted::One,
        }
    }

    /// An option that the search would ignore is an error: whoever gave it expects an
    /// effect.
    fn refuse_contradictions(&self) -> Result {
        let is = |algorithm| self.search.algorithm() == Some(algorithm);
        if self.search.weight.is_some() && !is(Algorithm::WeightedAStar) {
            return Err(Failure::usage("--weight requires --algorithm weighted-astar"));
        }
        if self.search.width.is_some() && !is(Algorithm::Beam) {
            return Err(Failure::usage("--width requires --algorithm beam"));
        }
        let best_first = self.search.algorithm().map_or(
            // Several solutions come from best-first search by default.
            self.solutions.is_some(),
            Algorithm::is_best_first,
        );
        if self.search.ties.is_some() && !best_first {
            let names: Vec<&str> = Algorithm::ALL
                .into_iter()
                .filter(|algorithm| algorithm.is_best_first())
                .map(Algorithm::name)
                .collect();
            return Err(Failure::usage(format!(
                "--ties requires a best-first --algorithm: {}",
                names.join(", ")
            )));
        }
        let rule = [("--first", self.search.first), ("--gap", self.search.gap.is_some())];
        if let Some((option, _)) = rule.into_iter().find(|&(_, given)| given)
            && (self.search.named().is_some() || self.wanted() != Wanted::One)
        {
            return Err(Failure::usage(format!(
                "{option} requires the default algorithm and a search for one plan"
            )));
        }
        if let Some(solver) = self.search.solver() {
            let idle = [
                ("--heuristic", self.search.heuristic.is_some()),
                ("--solutions", self.solutions.is_some()),
                ("--all", self.all),
            ];
            if let Some((option, _)) = idle.into_iter().find(|&(_, given)| given) {
                return Err(Failure::usage(format!(
                    "{option} cannot be used with --algorithm {solver}: it finds one plan and uses no heuristic"
                )));
            }
        }
        match self.search.algorithm() {
            // Breadth-first search is best-first search by g.
            Some(algorithm)
                if self.solutions.is_some()
                    && !best_first
                    && algorithm != Algorithm::BreadthFirst =>
            {
                Err(Failure::usage(format!(
                    "--solutions cannot be used with --algorithm {}: it is not best-first",
                    algorithm.name()
                )))
            }
            Some(algorithm) if self.search.heuristic.is_some() && !algorithm.is_informed() => {
                Err(Failure::usage(format!(
                    "--heuristic cannot be used with --algorithm {}: it uses none",
                    algorithm.name()
                )))
            }
            _ => Ok(()),
        }
    }
}
