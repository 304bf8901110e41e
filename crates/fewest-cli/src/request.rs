//! The options that say how to solve, and which of them contradict each other.

use clap::Args;
use fewest::puzzle::{Choice, Puzzle, Request, RequestError, Wanted};
use fewest::search::{Algorithm, Ties};

use crate::choice;
use crate::failure::{Failure, Result};
use crate::limits::Limits;
use crate::number;

/// How to solve.
#[derive(Args, Clone, Debug)]
pub(crate) struct How {
    /// Search with this algorithm instead of the one the puzzle chooses
    #[arg(short, long, value_name = "NAME", value_parser = choice::algorithm())]
    algorithm: Option<Algorithm>,

    /// Estimate with this heuristic; `fewest list` names each puzzle's
    #[arg(short = 'H', long, value_name = "NAME")]
    heuristic: Option<String>,

    /// Multiply the estimate, for weighted-astar: at least 1, such as 1.5
    #[arg(long, value_name = "W", value_parser = number::weight)]
    #[arg(allow_negative_numbers = true)]
    weight: Option<u32>,

    /// Order games of the same weight in best-first search
    #[arg(long, value_name = "RULE", value_parser = choice::ties())]
    ties: Option<Ties>,

    /// Keep this many positions at each depth, for beam
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    width: Option<usize>,

    /// Give every plan of the fewest moves, one per line
    #[arg(long, conflicts_with = "solutions")]
    all: bool,

    /// Give the first N solutions in the order in which best-first search
    /// comes to them, one per line
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    solutions: Option<usize>,
}

impl How {
    /// The request, if its parts go together and the puzzle knows the names.
    pub(crate) fn request(&self, puzzle: &dyn Puzzle, limits: &Limits) -> Result<Request> {
        self.refuse_contradictions()?;
        if let Some(algorithm) = self.algorithm
            && !puzzle.algorithms().contains(&algorithm)
        {
            let kind = format!("{} algorithm", puzzle.name());
            let known = puzzle.algorithms().iter().map(|known| known.name());
            return Err(RequestError::unknown(&kind, algorithm.name(), known).into());
        }
        if let Some(heuristic) = &self.heuristic {
            let kind = format!("{} heuristic", puzzle.name());
            known(&kind, heuristic, puzzle.heuristics())?;
        }
        Ok(Request {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            weight: self.weight,
            ties: self.ties,
            width: self.width,
            wanted: self.wanted(),
            budget: limits.budget(),
        })
    }

    fn wanted(&self) -> Wanted {
        match self.solutions {
            Some(number) => Wanted::First(number),
            None if self.all => Wanted::AllFewest,
            None => Wanted::One,
        }
    }

    /// An option that the search would not look at is refused rather than
    /// passed over: whoever gave it expects something of it.
    fn refuse_contradictions(&self) -> Result {
        let is = |algorithm| self.algorithm == Some(algorithm);
        if self.weight.is_some() && !is(Algorithm::WeightedAStar) {
            return Err(Failure::usage("--weight goes with --algorithm weighted-astar only"));
        }
        if self.width.is_some() && !is(Algorithm::Beam) {
            return Err(Failure::usage("--width goes with --algorithm beam only"));
        }
        let best_first = self.algorithm.map_or(
            // Several solutions come from best-first search unless told otherwise.
            self.solutions.is_some(),
            Algorithm::is_best_first,
        );
        if self.ties.is_some() && !best_first {
            let names: Vec<&str> = Algorithm::ALL
                .into_iter()
                .filter(|algorithm| algorithm.is_best_first())
                .map(Algorithm::name)
                .collect();
            return Err(Failure::usage(format!(
                "--ties goes with a best-first --algorithm only: {}",
                names.join(", ")
            )));
        }
        match self.algorithm {
            // Breadth-first search is best-first search by g.
            Some(algorithm)
                if self.solutions.is_some()
                    && !best_first
                    && algorithm != Algorithm::BreadthFirst =>
            {
                Err(Failure::usage(format!(
                    "--solutions does not go with --algorithm {}, which is not best-first",
                    algorithm.name()
                )))
            }
            Some(algorithm) if self.heuristic.is_some() && !algorithm.is_informed() => {
                Err(Failure::usage(format!(
                    "--heuristic does not go with --algorithm {}, which looks at none",
                    algorithm.name()
                )))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a name that is none of a puzzle's.
pub(crate) fn known(kind: &str, name: &str, choices: &[Choice]) -> Result {
    if choices.iter().any(|choice| choice.name == name) {
        Ok(())
    } else {
        let names = choices.iter().map(|choice| choice.name);
        Err(RequestError::unknown(kind, name, names).into())
    }
}
