//! Solves and explores by the searches that every puzzle has.

use super::{Blocks, Direction, Format, Level, Rules, Wide, Word};
use crate::edge::{self, Watched};
use crate::puzzle::{Answer, Exploration, Explore, From, Request, RequestError, Watch};
use crate::search::{Algorithm, Engine, Stop, breadth_first};
use crate::space::Blind;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (width, height) = (level.width(), level.height());
    if Rules::<u64>::holds(width, height) {
        solve_in::<u64>(level, request, watch)
    } else if Rules::<u128>::holds(width, height) {
        solve_in::<u128>(level, request, watch)
    } else {
        solve_in::<Wide>(level, request, watch)
    }
}

pub(super) fn explore(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    let (width, height) = (level.width(), level.height());
    if Rules::<u64>::holds(width, height) {
        explore_in::<u64>(level, request, watch)
    } else if Rules::<u128>::holds(width, height) {
        explore_in::<u128>(level, request, watch)
    } else {
        explore_in::<Wide>(level, request, watch)
    }
}

fn space<W: Word>(level: &Level) -> (Blocks<W>, W) {
    let rules = Rules::new(level.width(), level.height(), W::from_cells(level.walls()));
    let start = W::from_cells(level.blocks());
    (Blocks::new(rules, W::from_cells(level.goals()), start.count()), start)
}

fn letter(direction: Direction) -> String {
    direction.to_string()
}

fn solve_in<W: Word>(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (space, start) = space::<W>(level);
    let engine = Engine::new(&space, &start, &Blind).with_reverse();
    let task = edge::task(request, request.algorithm.unwrap_or(Algorithm::Bidirectional));
    edge::answer(&engine, &task, "blind", request.wanted, letter, watch)
}

fn explore_in<W: Word>(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    if request.from == Some(From::Goal) {
        return Err(RequestError::new("blocks can be explored from the start only"));
    }
    let (space, start) = space::<W>(level);
    let mut watched = Watched::new(watch, letter);
    let found =
        breadth_first::explore(&space, &[start], request.farthest, &request.budget, &mut watched);
    // A move keeps the blocks out of the walls.
    let print = |blocks: &W| level.with_blocks(blocks.cells()).map(|l| l.print(Format::Picture));
    Ok(Exploration {
        from: From::Start,
        farthest: found.farthest.iter().filter_map(|blocks| print(blocks).ok()).collect(),
        levels: found.levels,
        means: Vec::new(),
        complete: found.stop == Stop::Done,
        stop: found.stop,
        method: "a hash set".to_string(),
        counts: found.counts,
    })
}
