//! `fewest show`: a position, perhaps after some moves.

use std::path::{Path, PathBuf};

use clap::Args;
use console::Term;
use fewest_puzzles::puzzle::{Choice, Moves, Position, Registry};
use fewest_puzzles::scene::{Motion, Scene};
use fewest_puzzles::text::Place;
use fewest_render::theme::Theme;
use fewest_render::{Picture, Terminal};

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::{Label, Source, is_dash};
use crate::instances::{Instance, Instances};
use crate::json::{self, Head};
use crate::many::Many;
use crate::number;
use crate::output::Output;
use crate::picture::{self, Target};
use crate::sections;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  fewest show board.txt
  fewest show board.txt --moves
  fewest show board.txt --after plan.txt
  fewest solve board.txt | fewest show board.txt --after -
  fewest show board.txt -o board.svg
  fewest show board.txt --after plan.txt --first 12 --last --next -o board.png";

/// The value that means the plan's next move.
const PLANNED: &str = "";

/// Show a position in any format, as it is or after a plan
///
/// Writes a position to standard output in the format you name, as it is or
/// after the moves of a plan. Use it also to convert between formats. A
/// description goes to standard error. With -o it draws a picture instead.
///
/// Several files, folders, and files with one puzzle per line are shown one after
/// another. Each position follows a line with its source.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Show {
    /// Show the positions in these files and folders; - or nothing for standard
    /// input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the input as this puzzle [default: detected]
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    /// Write in this format; see `fewest list`
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,

    /// Play the moves of this plan first; - for standard input
    #[arg(long, value_name = "PLAN")]
    after: Option<PathBuf>,

    /// Play only the first N moves of the plan
    #[arg(long, value_name = "N", value_parser = number::count, requires = "after")]
    #[arg(allow_negative_numbers = true)]
    first: Option<u64>,

    /// Mark the last move played
    #[arg(long, requires = "after", conflicts_with = "format")]
    last: bool,

    /// Mark the next move: the plan's, or this one
    #[arg(long, value_name = "MOVE", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = PLANNED, conflicts_with = "format")]
    next: Option<String>,

    /// Also list the legal moves
    #[arg(short, long)]
    moves: bool,

    /// Print a line of JSON for each position
    #[arg(long, conflicts_with_all = ["output", "last", "next"])]
    json: bool,

    /// Draw a picture to this file: .svg or .png
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["format", "moves"])]
    output: Option<PathBuf>,

    /// Limit the longer side of the picture to N pixels
    #[arg(long, value_name = "N", value_parser = number::pixels, requires = "output")]
    #[arg(allow_negative_numbers = true)]
    size: Option<u32>,

    /// Use the colours of this theme
    #[arg(long, value_name = "THEME", value_parser = choice::theme(), requires = "output")]
    theme: Option<Theme>,

    /// Print only the position and errors
    #[arg(short, long)]
    quiet: bool,
}

impl Show {
    /// Shows.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let from_stdin = self.files.is_empty() || self.files.iter().any(|file| is_dash(file));
        if from_stdin && self.after.as_deref().is_some_and(is_dash) {
            return Err(Failure::usage("FILE and --after cannot both be standard input"));
        }
        let target = self.output.as_deref().map(|output| self.target(output)).transpose()?;
        let mut instances =
            Instances::new(registry, &self.files, self.puzzle.as_deref(), &self.goal)?;
        let Some(first) = instances.next() else {
            return Err(Failure::usage("nothing to show"));
        };
        if instances.is_several() {
            return self.run_many(first, instances);
        }
        let Instance { label, position } = first;
        let Some(mut position) = position.transpose()? else { return Ok(Exit::Interrupted) };
        let marks = self.play(&mut *position)?;
        match target {
            Some((target, ending)) => self.draw(&*position, marks, &target, ending)?,
            None if self.json => {
                Output::open(None, None)?.write(&self.json(&*position, &label)?)?;
            }
            None => Output::open(None, None)?.write(&self.text(&*position, marks)?)?,
        }
        if !self.quiet && !self.json {
            terminal::note(described(&*position));
        }
        Ok(Exit::Done)
    }

    fn target(&self, output: &Path) -> Result<(Target, &'static str)> {
        let ending = picture::ending(output, &["svg", "png"])?;
        let inputs: Vec<&Path> =
            self.files.iter().chain(&self.after).map(PathBuf::as_path).collect();
        Ok((Target::new(output, &inputs)?, ending))
    }

    /// Plays the requested part of the plan, and returns the moves to mark.
    fn play(&self, position: &mut dyn Position) -> Result<Marks> {
        let plan = self.after.as_deref().map(Source::read).transpose()?;
        let steps = match &plan {
            Some(plan) => plan.plan(position)?,
            None => position.read_plan("").map_err(|error| Failure::input(error.to_string()))?,
        };
        let len = steps.moves.len();
        let first = self.first.map_or(len, |first| first.min(len as u64) as usize);
        let mut marks = Marks { last: None, next: None };
        for (index, mv) in steps.moves.iter().take(first).enumerate() {
            if self.last && index + 1 == first {
                // If there is none, the move is illegal.
                marks.last = position.motion_of(mv).ok();
            }
            position.play_move(mv).map_err(|error| {
                let message = format!("move {} ({mv}) is not legal: {error}", index + 1);
                let place = steps.places.get(index).unwrap_or(Place::START);
                let (exit, length) = (Exit::Input, mv.to_string().chars().count());
                match &plan {
                    Some(plan) => Failure::at(exit, plan, place, length, message),
                    None => Failure::input(message),
                }
            })?;
        }
        marks.next = match (self.next.as_deref(), steps.moves.get(first)) {
            (None, _) => None,
            (Some(PLANNED), Some(mv)) => Some(position.motion_of(mv)?),
            (Some(PLANNED), None) => {
                return Err(Failure::usage(
                    "no next move to mark; use --next=MOVE, or play a part of a plan with --after and --first",
                ));
            }
            (Some(named), _) => Some(position.motion(named)?),
        };
        Ok(marks)
    }

    fn draw(&self, position: &dyn Position, marks: Marks, target: &Target, ending: &str) -> Result {
        let Marks { last, next } = marks;
        let theme = self.theme.unwrap_or_default();
        let svg = Picture { theme, size: self.size, last, next }.svg(&position.scene())?;
        match ending {
            "svg" => target.write(svg.to_string().as_bytes()),
            // Twice as fine as it is shown by default, which most screens can do.
            _ => target.write(&picture::png(&svg, if self.size.is_some() { 1.0 } else { 2.0 })?),
        }
    }

    /// Shows one position after another, as they are.
    fn run_many(&self, first: Instance, instances: Instances<'_>) -> Result<Exit> {
        let single = [
            ("--output", self.output.is_some()),
            ("--after", self.after.is_some()),
            ("--next", self.next.is_some()),
        ];
        if let Some((option, _)) = single.into_iter().find(|&(_, is_given)| is_given) {
            let message = format!("{option} cannot be used with several puzzles");
            return Err(Failure::usage(message));
        }
        let many = Many::new(Output::open(None, None)?, self.json, self.quiet);
        many.run(first, instances, |position, label, many| {
            let text = if self.json {
                self.json(position, label)?
            } else {
                let marks = Marks { last: None, next: None };
                format!("{}\n{}", sections::header(label), self.text(position, marks)?)
            };
            many.write(&text)?;
            many.say(label, &described(position));
            many.count_done(Exit::Done);
            Ok(())
        })
    }

    fn json(&self, position: &dyn Position, label: &Label) -> Result<String> {
        json::line(&json::Shown {
            head: Head::of(position, label),
            seed: None,
            solved: position.is_solved(),
            board: board(position, self.format.as_deref())?,
            moves: None,
            legal: self.moves.then(|| position.moves()),
        })
    }

    /// The position in its format, or drawn for people.
    fn text(&self, position: &dyn Position, marks: Marks) -> Result<String> {
        let Marks { last, next } = marks;
        let has_colours = console::colors_enabled();
        let scene = position.scene();
        let is_marked = last.is_some() || next.is_some();
        let terminal = Terminal { has_colours, last, next };
        let mut text =
            if is_marked || self.format.is_none() && has_colours && fits(&terminal, &scene) {
                terminal.text(&scene)
            } else {
                board(position, self.format.as_deref())?
            };
        if self.moves {
            text.extend(["moves: ", &listed(&position.moves()), "\n"]);
        }
        Ok(text)
    }
}

/// What a position is, in a line.
fn described(position: &dyn Position) -> String {
    let solved = if position.is_solved() { ", solved" } else { "" };
    format!("{}{solved}", position.describe())
}

/// The moves that are marked.
struct Marks {
    last: Option<Motion>,
    next: Option<Motion>,
}

/// Whether standard output is wide enough; anything but a terminal has any width.
fn fits(terminal: &Terminal, scene: &Scene) -> bool {
    let term = Term::stdout();
    let (_, columns) = term.size();
    !term.is_term() || terminal.width(scene) <= usize::from(columns)
}

/// Moves side by side, with commas where a move is several words.
fn listed(moves: &Moves) -> String {
    let several = moves.iter().any(|mv| mv.to_string().contains(' '));
    moves.join(if several { ", " } else { " " })
}

/// A position in a format of its puzzle's, by default the first.
pub(crate) fn board(position: &dyn Position, format: Option<&str>) -> Result<String> {
    let formats = position.puzzle().formats();
    if let Some(format) = format {
        Choice::find("format", format, &formats)?;
    }
    let format = format.unwrap_or_else(|| formats.first().map_or("", |first| first.name));
    let mut text = position.print(format)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}
