//! `fewest check`: replays a plan.

use std::path::PathBuf;

use clap::Args;
use fewest_puzzles::puzzle::{Registry, Remaining};
use fewest_puzzles::text::Place;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::{Source, is_dash};
use crate::output::Output;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  fewest check board.txt plan.txt
  fewest solve board.txt | fewest check board.txt -
  fewest check board.txt plan.txt --quiet && echo solved";

/// Replay a plan and say whether it solves the puzzle
///
/// Plays the moves of a plan one by one, says whether they solve the puzzle and
/// in how many moves, and shows the first one that is not legal where it
/// stands. The exit code is 0 if the plan solves the puzzle and 1 if not.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    /// Read the puzzle from this file; - for standard input
    #[arg(value_name = "PUZZLE")]
    file: PathBuf,

    /// Read the plan from this file, in any format of the puzzle's; - for
    /// standard input
    plan: PathBuf,

    /// Read it as this puzzle instead of the one it looks like
    #[arg(short, long = "puzzle", value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    /// Give one JSON object instead of a sentence
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    /// Say nothing; the exit code tells
    #[arg(short, long)]
    quiet: bool,
}

/// What came of the replay.
#[derive(Serialize)]
struct Verdict {
    solves: bool,
    /// How many moves could be played.
    moves: u64,
    /// What they leave of the puzzle.
    #[serde(flatten)]
    remaining: Option<Remaining>,
    /// The first move that could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Illegal>,
}

#[derive(Serialize)]
struct Illegal {
    r#move: String,
    line: usize,
    column: usize,
    why: String,
}

impl Check {
    /// Checks.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        if is_dash(&self.file) && is_dash(&self.plan) {
            return Err(Failure::usage("PUZZLE and PLAN can't both be standard input"));
        }
        let source = Source::puzzle(registry, &self.file)?;
        let mut position = self.goal.of(source.position(registry, self.puzzle.as_deref())?)?;
        let plan = Source::read(&self.plan)?;
        let steps =
            position.read_plan(&plan.text).map_err(|error| Failure::parse(&plan, &error))?;

        let mut moves = 0;
        let mut stuck: Option<(String, Place, String)> = None;
        for (index, mv) in steps.moves.iter().enumerate() {
            if let Err(error) = position.play_move(mv) {
                let place = steps.places.get(index).unwrap_or(Place::START);
                stuck = Some((mv.to_string(), place, error.to_string()));
                break;
            }
            moves += 1;
        }
        let solves = stuck.is_none() && position.is_solved();
        let exit = if solves { Exit::Done } else { Exit::NotSolved };
        if self.json {
            let illegal = stuck.map(|(mv, place, why)| Illegal {
                r#move: mv,
                line: place.line,
                column: place.column,
                why,
            });
            let remaining = position.remaining();
            print(&json(&Verdict { solves, moves, remaining, illegal })?)?;
        } else if !self.quiet {
            if let Some((mv, place, why)) = stuck {
                let number = words::grouped(moves + 1);
                let message = format!("move {number} ({mv}) is not legal: {why}");
                return Err(Failure::at(exit, &plan, place, mv.chars().count(), message));
            }
            let length = words::plural(moves, "move");
            print(&if solves {
                format!("the plan solves the puzzle in {length}")
            } else {
                let (are, s) = if moves == 1 { ("is", "s") } else { ("are", "") };
                let end = match position.remaining() {
                    Some(left) => format!("leave{s} {}", words::plural(left.count, left.what)),
                    None => format!("end{s} elsewhere"),
                };
                format!("the plan does not solve the puzzle: its {length} {are} legal but {end}")
            })?;
        }
        Ok(exit)
    }
}

fn json(verdict: &Verdict) -> Result<String> {
    serde_json::to_string(verdict)
        .map_err(|error| Failure::file(format!("the verdict can't be written as JSON: {error}")))
}

fn print(line: &str) -> Result {
    Output::open(None, None)?.write(&format!("{line}\n"))
}
