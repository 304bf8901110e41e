//! `open`: a position from a text, a level's name, or the generator.

use std::collections::BTreeMap;

use fewest_puzzles::puzzle::{Generate, Position, Puzzle};
use serde::{Deserialize, Serialize};

use crate::position::{Place, check_cells, lossless};
use crate::view::{self, View};
use crate::{Api, ApiError};

/// What to open: exactly one of `text`, `level` and `generate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    puzzle: Option<String>,
    text: Option<String>,
    level: Option<String>,
    generate: Option<Making>,
    goal: Option<String>,
}

/// What to make.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Making {
    size: Option<String>,
    seed: Option<u64>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

#[derive(Serialize)]
pub(crate) struct Opened {
    position: Place,
    /// The fewest moves, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    view: View,
}

pub(crate) fn open(api: &Api, ask: Ask) -> Result<Opened, ApiError> {
    let named = || -> Result<&'static dyn Puzzle, ApiError> {
        let missing = || ApiError::bad("the request: a level needs the name of its puzzle");
        Ok(api.registry.by_name(ask.puzzle.as_deref().ok_or_else(missing)?)?)
    };
    let (mut position, mut fewest, seed) = match (&ask.text, &ask.level, ask.generate) {
        (Some(text), None, None) => (api.registry.parse(text, ask.puzzle.as_deref())?, None, None),
        (None, Some(level), None) => {
            let puzzle = named()?;
            let known = puzzle.levels().iter().find(|known| known.name == level);
            (puzzle.parse(&puzzle.level(level)?)?, known.map(|known| known.fewest), None)
        }
        (None, None, Some(making)) => {
            let (position, fewest, seed) = make(api, named()?, making)?;
            (position, fewest, Some(seed))
        }
        _ => {
            let message = "the request: exactly one of text, level and generate is needed";
            return Err(ApiError::bad(message));
        }
    };
    if let Some(goal) = &ask.goal {
        (position, fewest) = (position.with_goal(goal)?, None);
    }
    check_cells(api, &*position)?;
    let puzzle = position.puzzle().name().to_string();
    let place = Place { puzzle, text: lossless(&*position)?, moves: Vec::new() };
    let view = view::of(api, &*position, &*position, true)?;
    Ok(Opened { position: place, fewest, seed, view })
}

/// A position, its fewest moves where they are known, and its seed.
type Made = (Box<dyn Position>, Option<u32>, u64);

fn make(api: &Api, puzzle: &dyn Puzzle, making: Making) -> Result<Made, ApiError> {
    let default = || puzzle.default_seed(&making.settings);
    let seed = making.seed.or_else(default).unwrap_or_default();
    let Making { size, settings, .. } = making;
    let request = Generate { size, seed, settings, budget: api.limits.short() };
    let (position, fewest) = puzzle.generate_watched(&request, &mut ())?;
    Ok((position, fewest, seed))
}
