//! Solving a level as a request asks: the word that holds it, the heuristic and the
//! algorithm by name, or the puzzle's own choice.

use super::bidirectional;
use super::direction::Direction;
use super::level::Level;
use super::portfolio::Portfolio;
use super::rules::Rules;
use super::space::Blocks;
use super::wide::Wide;
use super::word::Word;
use crate::edge::{self, Watched};
use crate::puzzle::{Answer, Request, RequestError, Wanted, Watch};
use crate::search::{Algorithm, Engine, Outcome};

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (width, height) = (level.width(), level.height());
    if Rules::<u64>::holds(width, height) {
        solve_as::<u64>(level, request, watch)
    } else if Rules::<u128>::holds(width, height) {
        solve_as::<u128>(level, request, watch)
    } else {
        solve_as::<Wide>(level, request, watch)
    }
}

fn solve_as<W: Word>(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (space, start) = Blocks::<W>::of(level);
    let budget = &request.budget;
    if request.wanted == Wanted::One {
        let mut watched = Watched::new(watch, letter);
        match request.algorithm {
            None => {
                let portfolio = Portfolio { space: &space, start, budget };
                let (outcome, algorithm) = portfolio.solve(&mut watched);
                return Ok(answer(outcome, algorithm));
            }
            Some(Algorithm::Bidirectional) => {
                let outcome = bidirectional::search(&space, start, budget, &mut watched);
                return Ok(answer(outcome, "bidirectional"));
            }
            Some(_) => {}
        }
    }
    let _ = (edge::task, Engine::<Blocks<W>, crate::space::Blind>::new);
    Err(RequestError::new("later"))
}

fn answer(outcome: Outcome<Direction>, algorithm: &str) -> Answer {
    Answer {
        outcome: outcome.map(letter),
        algorithm: algorithm.to_string(),
        heuristic: None,
        solutions: 0,
    }
}

pub(super) fn letter(direction: Direction) -> String {
    direction.to_string()
}

/// For trials.
#[doc(hidden)]
pub fn trial(level: &Level, request: &Request) -> Answer {
    solve(level, request, &mut ()).unwrap()
}
