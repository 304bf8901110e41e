//! Solving a level as a request asks: by a survey of the one pair, or by an
//! algorithm of the library by name.

use super::board::{Board, Hop};
use super::heuristics::{self, Misplaced};
use super::level::Level;
use super::notation::print_hop;
use super::rank::Numbered;
use super::rules::Coins;
use super::survey::{self, PairAnswer, Phase, Report, Survey, SurveyError};
use crate::edge::{self, Watched};
use crate::puzzle::{Answer, Request, RequestError, Wanted, Watch};
use fewest::clock::Instant;
use fewest::search::{Algorithm, Budget, Counts, Engine, Event, Outcome, Progress, table};
use fewest::space::{Blind, DEAD_END, Heuristic};

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let space = Coins::new(*level.board(), level.target());
    let start = level.start();
    match request.algorithm {
        None if request.wanted == Wanted::One => by_survey(level, &request.budget, watch),
        Some(Algorithm::Table) if request.wanted == Wanted::One => {
            let numbered = Numbered::new(space).map_err(|error| {
                RequestError::new(format!("no table holds this level: {error}"))
            })?;
            let board = *level.board();
            let watched = &mut Watched::new(watch, move |hop| print_hop(&board, hop));
            let outcome = table::search(&numbered, &start, &request.budget, watched)?;
            Ok(answer(level.board(), outcome, Algorithm::Table.name()))
        }
        _ => match request.heuristic.as_deref().unwrap_or(heuristics::USUAL) {
            "blind" => by_engine(level, &space, "blind", &Blind, request, watch),
            heuristics::USUAL => {
                by_engine(level, &space, heuristics::USUAL, &Misplaced, request, watch)
            }
            other => Err(heuristics::unknown(other)),
        },
    }
}

fn by_engine<H: Heuristic<Coins>>(
    level: &Level,
    space: &Coins,
    name: &str,
    heuristic: &H,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let algorithm = request.algorithm.unwrap_or(Algorithm::AStar);
    let start = level.start();
    let engine = Engine::new(space, &start, heuristic);
    let board = *level.board();
    let print = move |hop| print_hop(&board, hop);
    let by_name = |name: &str| match name {
        "blind" => Ok(edge::estimator(space, Blind)),
        heuristics::USUAL => Ok(edge::estimator(space, Misplaced)),
        other => Err(heuristics::unknown(other)),
    };
    edge::answer(&engine, request, algorithm, name, print, by_name, watch)
}

/// A survey of one pair.
fn by_survey(
    level: &Level,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let started = Instant::now();
    let sets = [level.start(), level.target()];
    let survey = Survey { board: *level.board(), sets: &sets, pairs: &[(0, 1)] };
    let mut how = String::new();
    let mut answered = None;
    let surveyed = survey::run(&survey, budget, &mut |report| match report {
        Report::Event(_, Event::Method { name, .. }) => how = name.to_string(),
        Report::Event(Phase::Forward { .. }, event @ Event::Layer { depth, .. }) => {
            watch.event(event);
            let counts = Counts { elapsed: started.elapsed(), ..Counts::default() };
            let (bound, depth) = (depth + 1, Some(depth));
            watch.event(Event::Progress(Progress { counts, bound, best: None, depth }));
        }
        Report::Event(..) => {}
        Report::Answer { answer, .. } => answered = Some(answer),
    });
    let surveyed = surveyed.map_err(refused)?;
    let (moves, bound) = match answered {
        Some(PairAnswer::Solved(hops)) => {
            let bound = hops.len() as u32;
            (Some(hops), bound)
        }
        Some(PairAnswer::Unsolvable) => (None, DEAD_END),
        None => (None, surveyed.bounds.first().map_or(0, |&(_, bound)| bound)),
    };
    let space = Coins::new(*level.board(), level.target());
    let outcome =
        Outcome::conclude(&space, &level.start(), moves, bound, surveyed.stop, surveyed.counts);
    Ok(answer(level.board(), outcome, &how))
}

/// A survey that can't be made, at the edge.
fn refused(error: SurveyError) -> RequestError {
    RequestError::new(error.to_string())
}

fn answer(board: &Board, outcome: Outcome<Hop>, algorithm: &str) -> Answer {
    Answer {
        outcome: outcome.map(|hop| print_hop(board, hop)),
        algorithm: algorithm.to_string(),
        heuristic: None,
        partial: None,
        solutions: 0,
    }
}
