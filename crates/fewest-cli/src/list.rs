//! `fewest list`: the available names.

use std::fmt::Write;
use std::iter;

use clap::Args;
use fewest_puzzles::puzzle::{Choice, Puzzle, Registry};
use serde_json::{Value, json};

use crate::args::program;
use crate::exit::Exit;
use crate::failure::Result;
use crate::json::VERSION;
use crate::output::Output;
use crate::request::{DEFAULT, DEFAULT_SUMMARY};

const EXAMPLES: &str = "\
Examples:
  fewest list
  fewest list {puzzle}
  fewest list --json";

/// List the puzzles with their formats, heuristics and algorithms
///
/// Lists every puzzle, or the one you name, with the names its options accept:
/// formats of positions and plans, goals, heuristics from weak to strong,
/// algorithms, generator settings, and built-in levels. Use a level in place of a
/// file, as PUZZLE:LEVEL.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, visible_alias = "puzzles")]
pub(crate) struct List {
    /// List this puzzle only
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// Print a line of JSON for each puzzle instead of text
    #[arg(long)]
    json: bool,
}

impl List {
    /// Lists.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let puzzles = match &self.puzzle {
            Some(name) => vec![registry.by_name(name)?],
            None => registry.puzzles().to_vec(),
        };
        let text = if self.json {
            puzzles.into_iter().map(|puzzle| format!("{}\n", object(puzzle))).collect()
        } else {
            let all: Vec<String> = puzzles.into_iter().map(paragraph).collect();
            all.join("\n")
        };
        Output::open(None, None)?.write(&text)?;
        Ok(Exit::Done)
    }
}

/// All names that `--algorithm` takes for a puzzle.
fn algorithms(puzzle: &dyn Puzzle) -> Vec<Choice> {
    let engine = puzzle.algorithms().into_iter();
    let engine =
        engine.map(|algorithm| Choice { name: algorithm.name(), summary: algorithm.summary() });
    let default = Choice { name: DEFAULT, summary: DEFAULT_SUMMARY };
    iter::once(default).chain(engine).chain(puzzle.solvers()).collect()
}

fn paragraph(puzzle: &dyn Puzzle) -> String {
    let pairs = |choices: &[Choice]| -> Vec<(String, String)> {
        let pair = |choice: &Choice| (choice.name.to_string(), choice.summary.to_string());
        choices.iter().map(pair).collect()
    };
    let algorithms = pairs(&algorithms(puzzle));
    let settings = puzzle
        .settings()
        .iter()
        .map(|setting| {
            let option = format!("--{} {}", setting.name, setting.value);
            (option, setting.summary.to_string())
        })
        .collect();
    let levels = puzzle
        .levels()
        .iter()
        .map(|level| {
            let name = format!("{}:{}", puzzle.name(), level.name);
            (name, format!("{} moves", level.fewest))
        })
        .collect();
    let sections = [
        ("formats", pairs(&puzzle.formats())),
        ("plan formats", pairs(&puzzle.plan_formats())),
        ("goals", pairs(&puzzle.goals())),
        ("heuristics", pairs(&puzzle.heuristics())),
        ("algorithms", algorithms),
        ("generate", settings),
        ("levels", levels),
        ("commands", commands(puzzle)),
    ];
    let names = sections.iter().flat_map(|(_, entries)| entries);
    let width = names.map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut text = format!("{}: {}\n", puzzle.name(), puzzle.summary());
    for (title, entries) in &sections {
        for (index, (name, summary)) in entries.iter().enumerate() {
            let title = if index == 0 { title } else { "" };
            // Writing to a String can't fail.
            let _ = writeln!(text, "  {title:<12}  {name:<width$}  {summary}");
        }
    }
    text
}

/// The puzzle's own commands, each with what it does.
fn commands(puzzle: &dyn Puzzle) -> Vec<(String, String)> {
    let own = puzzle.commands();
    let solve = own.solve.iter().map(|solve| {
        (format!("{} solve {}", program(), puzzle.name()), solve.command.summary.to_string())
    });
    let show = own.show.iter().map(|show| {
        let name = format!("{} {} {}", program(), puzzle.name(), show.name);
        (name, show.command.summary.to_string())
    });
    solve.chain(show).collect()
}

fn object(puzzle: &dyn Puzzle) -> Value {
    let choices = |choices: &[Choice]| -> Value {
        choices
            .iter()
            .map(|choice| json!({ "name": choice.name, "summary": choice.summary }))
            .collect()
    };
    let settings: Value = puzzle
        .settings()
        .iter()
        .map(|setting| json!({ "name": setting.name, "value": setting.value, "summary": setting.summary }))
        .collect();
    let levels: Value = puzzle
        .levels()
        .iter()
        .map(|level| json!({ "name": level.name, "moves": level.fewest }))
        .collect();
    let own: Value = commands(puzzle)
        .into_iter()
        .map(|(name, summary)| json!({ "name": name, "summary": summary }))
        .collect();
    json!({
        "version": VERSION,
        "puzzle": puzzle.name(),
        "summary": puzzle.summary(),
        "formats": choices(&puzzle.formats()),
        "plan_formats": choices(&puzzle.plan_formats()),
        "goals": choices(&puzzle.goals()),
        "heuristics": choices(&puzzle.heuristics()),
        "algorithms": choices(&algorithms(puzzle)),
        "settings": settings,
        "levels": levels,
        "commands": own,
    })
}
