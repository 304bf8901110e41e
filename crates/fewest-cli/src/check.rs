//! `fewest check`: replays a plan.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest_puzzles::puzzle::{Position, Registry, Remaining};
use fewest_puzzles::text::Place;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::{Label, Source, is_dash};
use crate::instances::{Instance, Instances};
use crate::json::{self, Head};
use crate::many::Many;
use crate::output::Output;
use crate::sections::Sections;
use crate::words;

/// What follows the program's name in its usage.
pub(crate) const USAGE: &str = "check [OPTIONS] <PUZZLE>... <PLAN>";

const EXAMPLES: &str = "\
Examples:
  fewest check board.txt plan.txt
  fewest solve board.txt | fewest check board.txt -
  fewest check board.txt plan.txt --quiet && echo solved
  fewest solve boards/ > plans.txt; fewest check boards/ plans.txt";

/// Replay a plan and say whether it solves the puzzle
///
/// Plays the moves of a plan one by one and says whether they solve the puzzle.
/// If a move is not legal, shows where it is in the plan. The exit code is 0 if
/// the plan solves the puzzle and 1 if not.
///
/// With several puzzles (files, folders, or files with one puzzle per line), PLAN
/// is the output of `fewest solve` for them: each plan follows a line with its
/// source (# boards.txt:3).
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    // One argument, not two: options may come between its values.
    /// Read the puzzles from these files and folders, and the plan from the last file, in
    /// any of the puzzle's plan formats; - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Read the input as this puzzle [default: detected]
    #[arg(short, long = "puzzle", value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    /// Print a line of JSON for each puzzle instead of text
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    /// Print nothing; set only the exit code
    #[arg(short, long)]
    quiet: bool,
}

/// The result of the replay.
#[derive(Serialize)]
struct Verdict<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    status: &'static str,
    solves: bool,
    /// The number of moves played.
    moves: u64,
    /// What they leave of the puzzle.
    #[serde(flatten)]
    remaining: Option<Remaining>,
    /// The first illegal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Illegal>,
}

#[derive(Serialize)]
struct Illegal {
    r#move: String,
    line: usize,
    column: usize,
    details: String,
}

impl Check {
    /// Checks.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let Some((plan, files @ [_, ..])) = self.files.split_last() else {
            return Err(Failure::usage("PLAN is missing: a file with the moves, or -"));
        };
        if files.iter().any(|file| is_dash(file)) && is_dash(plan) {
            return Err(Failure::usage("PUZZLE and PLAN cannot both be standard input"));
        }
        let mut instances = Instances::new(registry, files, self.puzzle.as_deref(), &self.goal)?;
        let Some(first) = instances.next() else {
            return Err(Failure::usage("nothing to check"));
        };
        if instances.is_several() {
            return self.run_many(first, instances, plan);
        }
        let Instance { label, position } = first;
        let Some(mut position) = position.transpose()? else { return Ok(Exit::Interrupted) };
        let plan = Source::read(plan)?;
        let replay = Replay::of(&mut *position, &label, &plan)?;
        let exit = replay.exit();
        if self.json {
            print(&replay.json(&plan)?)?;
        } else if !self.quiet {
            print(&format!("{}\n", replay.sentence(&plan)?))?;
        }
        Ok(exit)
    }

    /// Checks the plan of each puzzle.
    fn run_many(&self, first: Instance, mut instances: Instances<'_>, plan: &Path) -> Result<Exit> {
        let plans = Source::read(plan)?;
        let mut sections = Sections::new(&plans);
        let mut many = Many::new(Output::open(None, None)?, self.json, self.quiet);
        let mut next = Some(first);
        while let Some(Instance { label, position }) = next {
            next = instances.next();
            let plan = sections.take(&label, next.as_ref().map(|next| &next.label));
            let checked = match (position, plan) {
                (None, _) => continue,
                (Some(Err(failure)), _) => Err(failure),
                (Some(Ok(_)), None) => {
                    let plans = &plans.name;
                    Err(Failure::not_solved(format!("no plan for {label} in {plans}")))
                }
                (Some(Ok(mut position)), Some(plan)) => {
                    self.check_one_of(&mut *position, &label, &plan, &mut many)
                }
            };
            match checked {
                Ok(exit) => many.count_checked(exit),
                Err(failure) => many.fail(&label, failure)?,
            }
        }
        Ok(many.finish())
    }

    fn check_one_of(
        &self,
        position: &mut dyn Position,
        label: &Label,
        plan: &Source,
        many: &mut Many,
    ) -> Result<Exit> {
        let replay = Replay::of(position, label, plan)?;
        let exit = replay.exit();
        if self.json {
            many.write(&replay.json(plan)?)?;
        } else if !self.quiet {
            match replay.sentence(plan) {
                Ok(sentence) => many.write(&format!("{label}: {sentence}\n"))?,
                Err(failure) => many.report(failure.about(label)),
            }
        }
        Ok(exit)
    }
}

/// A plan that was played.
struct Replay<'a> {
    head: Head<'a>,
    moves: u64,
    solves: bool,
    remaining: Option<Remaining>,
    /// The first illegal move, its place, and the reason.
    stuck: Option<(String, Place, String)>,
}

impl<'a> Replay<'a> {
    fn of(position: &mut dyn Position, label: &'a Label, plan: &Source) -> Result<Self> {
        // Of the puzzle as it was, not of what the moves make of it.
        let head = Head::of(position, label);
        let steps = plan.plan(position)?;
        let mut moves = 0;
        let mut stuck = None;
        for (index, mv) in steps.moves.iter().enumerate() {
            if let Err(error) = position.play_move(mv) {
                let place = steps.places.get(index).unwrap_or(Place::START);
                stuck = Some((mv.to_string(), place, error.to_string()));
                break;
            }
            moves += 1;
        }
        let solves = stuck.is_none() && position.is_solved();
        Ok(Replay { head, moves, solves, remaining: position.remaining(), stuck })
    }

    fn exit(&self) -> Exit {
        if self.solves { Exit::Done } else { Exit::NotSolved }
    }

    fn json(self, plan: &Source) -> Result<String> {
        let Replay { head, moves, solves, remaining, stuck } = self;
        let illegal = stuck.map(|(mv, place, details)| Illegal {
            r#move: mv,
            line: place.line + plan.first - 1,
            column: place.column,
            details,
        });
        let status = match &illegal {
            _ if solves => "solved",
            Some(_) => "illegal",
            None => "unsolved",
        };
        json::line(&Verdict { head, status, solves, moves, remaining, illegal })
    }

    /// The report; an illegal move is a failure at its place.
    fn sentence(&self, plan: &Source) -> Result<String> {
        if let Some((mv, place, why)) = &self.stuck {
            let number = words::grouped(self.moves + 1);
            let message = format!("move {number} ({mv}) is not legal: {why}");
            return Err(Failure::at(self.exit(), plan, *place, mv.chars().count(), message));
        }
        let length = words::plural(self.moves, "move");
        if self.solves {
            return Ok(format!("the plan solves the puzzle in {length}"));
        }
        let (are, s) = if self.moves == 1 { ("is", "s") } else { ("are", "") };
        let end = match self.remaining {
            Some(left) => format!("leave{s} {}", words::plural(left.count, left.what)),
            None => format!("{} not reach the goal", if self.moves == 1 { "does" } else { "do" }),
        };
        Ok(format!("the plan does not solve the puzzle: its {length} {are} legal but {end}"))
    }
}

fn print(text: &str) -> Result {
    Output::open(None, None)?.write(text)
}
