//! `about`: what the engine is, and what its puzzles have.

use fewest_puzzles::draft::{LevelForm, LevelValues};
use fewest_puzzles::puzzle::{Choice, Puzzle};
use fewest_render::plot;
use serde::Serialize;

use crate::Api;

/// The engine and its puzzles.
#[derive(Serialize)]
pub(crate) struct About {
    version: &'static str,
    engine: &'static str,
    threads: usize,
    memory: u64,
    max_seconds: f64,
    default_seconds: f64,
    plots: Vec<Named>,
    puzzles: Vec<OnePuzzle>,
}

#[derive(Serialize)]
struct OnePuzzle {
    name: &'static str,
    summary: &'static str,
    example: &'static str,
    formats: Vec<Named>,
    plan_formats: Vec<Named>,
    heuristics: Vec<Named>,
    algorithms: Vec<Algorithm>,
    solvers: Vec<Named>,
    goals: Vec<Named>,
    settings: Vec<OneSetting>,
    levels: Vec<Level>,
    level_form: Option<Form>,
    /// Whether it reads files of results.
    reads_results: bool,
    /// Whether the engine was given one of them.
    has_results: bool,
}

#[derive(Serialize)]
struct Form {
    pattern: &'static str,
    fields: Vec<Field>,
}

/// A part of a level's name: one of some choices, or else a number.
#[derive(Serialize)]
struct Field {
    name: &'static str,
    choices: Vec<String>,
    least: u64,
    most: u64,
}

impl From<LevelForm> for Form {
    fn from(form: LevelForm) -> Self {
        let fields = form.fields.into_iter().map(|field| {
            let (choices, least, most) = match field.values {
                LevelValues::Choices(choices) => (choices, 0, 0),
                LevelValues::Numbers(least, most) => (Vec::new(), least, most),
            };
            Field { name: field.name, choices, least, most }
        });
        Form { pattern: form.pattern, fields: fields.collect() }
    }
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct Algorithm {
    name: &'static str,
    summary: String,
    is_informed: bool,
}

#[derive(Serialize)]
struct OneSetting {
    name: &'static str,
    value: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct Level {
    name: &'static str,
    fewest: u32,
}

impl From<Choice> for Named {
    fn from(choice: Choice) -> Self {
        Named { name: choice.name, summary: choice.summary }
    }
}

fn all(choices: Vec<Choice>) -> Vec<Named> {
    choices.into_iter().map(Named::from).collect()
}

pub(crate) fn about(api: &Api) -> About {
    About {
        version: env!("CARGO_PKG_VERSION"),
        engine: api.engine,
        threads: api.limits.threads,
        memory: api.limits.memory,
        max_seconds: api.limits.max_time.as_secs_f64(),
        default_seconds: api.limits.default_time.as_secs_f64(),
        plots: all(plot::Kind::NAMES.choices()),
        puzzles: api.registry.puzzles().iter().map(|&puzzle| one(api, puzzle)).collect(),
    }
}

fn one(api: &Api, puzzle: &dyn Puzzle) -> OnePuzzle {
    let algorithms = puzzle.algorithms().into_iter().map(|algorithm| Algorithm {
        name: algorithm.name(),
        // It is written for the command: here, an option is a field.
        summary: algorithm.summary().replace("--", ""),
        is_informed: algorithm.is_informed(),
    });
    let settings = puzzle.settings().iter().map(|setting| OneSetting {
        name: setting.name,
        value: setting.value,
        summary: setting.summary,
    });
    let levels = puzzle.levels().iter();
    OnePuzzle {
        name: puzzle.name(),
        summary: puzzle.summary(),
        example: puzzle.example(),
        formats: all(puzzle.formats()),
        plan_formats: all(puzzle.plan_formats()),
        heuristics: all(puzzle.heuristics()),
        algorithms: algorithms.collect(),
        solvers: all(puzzle.solvers()),
        goals: all(puzzle.goals()),
        settings: settings.collect(),
        levels: levels.map(|level| Level { name: level.name, fewest: level.fewest }).collect(),
        level_form: puzzle.level_form().map(Form::from),
        reads_results: puzzle.results().is_some(),
        has_results: api.results.as_ref().is_some_and(|given| given.puzzle == puzzle.name()),
    }
}
