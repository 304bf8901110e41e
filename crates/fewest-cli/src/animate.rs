//! `fewest animate`: a plan as an animation.

use std::path::PathBuf;

use clap::Args;
use fewest_puzzles::puzzle::Registry;
use fewest_puzzles::text::Place;
use fewest_render::theme::Theme;
use fewest_render::{Animation, AnimationOptions, RenderError};

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::{Source, is_dash};
use crate::number;
use crate::picture::{self, Target};
use crate::terminal;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  fewest animate board.txt plan.txt -o plan.gif
  fewest solve board.txt | fewest animate board.txt - -o plan.html
  fewest animate {level} plan.txt -o plan.svg --speed 4 --theme dark
  fewest animate large.txt plan.txt -o plan.gif --every 1000 --size 720";

/// Animate a plan as GIF, SVG, or an interactive page
///
/// Writes one self-contained file: a GIF or SVG that loops, or an interactive HTML
/// page with buttons to play, stop and step.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Animate {
    /// Read the puzzle from this file; - for standard input
    #[arg(value_name = "PUZZLE")]
    file: PathBuf,

    /// Read the plan from this file, in any of the puzzle's plan formats; - for
    /// standard input
    plan: PathBuf,

    /// Write to this file: .gif, .svg or .html
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Read the input as this puzzle [default: detected]
    #[arg(short, long = "puzzle", value_name = "NAME")]
    puzzle: Option<String>,

    /// Show only every Nth move and the last, as a GIF: for long plans of large boards
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    every: Option<usize>,

    /// Show N moves per second; with --every, N frames
    #[arg(long, value_name = "N", value_parser = number::speed)]
    #[arg(allow_negative_numbers = true, default_value_t = AnimationOptions::default().speed)]
    speed: f64,

    /// Pause for N seconds at the end before starting again
    #[arg(long, value_name = "N", value_parser = number::pause)]
    #[arg(allow_negative_numbers = true, default_value_t = AnimationOptions::default().pause)]
    pause: f64,

    /// Limit the longer side to N pixels
    #[arg(long, value_name = "N", value_parser = number::pixels)]
    #[arg(allow_negative_numbers = true)]
    size: Option<u32>,

    /// Use the colours of this theme [default: light; on an interactive page, the
    /// reader's choice]
    #[arg(long, value_name = "THEME", value_parser = choice::theme())]
    theme: Option<Theme>,

    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

impl Animate {
    /// Makes the animation.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        if is_dash(&self.file) && is_dash(&self.plan) {
            return Err(Failure::usage("PUZZLE and PLAN cannot both be standard input"));
        }
        let ending = picture::ending(&self.output, &["gif", "svg", "html"])?;
        if self.every.is_some() && ending != "gif" {
            return Err(Failure::usage("--every requires a .gif file"));
        }
        let target = Target::new(&self.output, &[&self.file, &self.plan])?;
        let position =
            Source::puzzle(registry, &self.file)?.position(registry, self.puzzle.as_deref())?;
        let plan = Source::read(&self.plan)?;
        let steps = plan.plan(&*position)?;
        let failure = |error: RenderError| match error {
            RenderError::Move { number, ref mv, .. } => {
                let place = steps.places.get(number - 1).unwrap_or(Place::START);
                let length = mv.chars().count();
                Failure::at(Exit::Input, &plan, place, length, error.to_string())
            }
            error => error.into(),
        };
        let options = AnimationOptions {
            theme: self.theme,
            size: self.size,
            speed: self.speed,
            pause: self.pause,
        };
        let bytes = if let Some(every) = self.every {
            picture::time_lapse(&*position, &steps.moves, every, &options, failure)?
        } else {
            let animation = Animation::new(&*position, &steps.moves).map_err(failure)?;
            match ending {
                "gif" => picture::gif(&animation, &options)?,
                "svg" => animation.svg(&options)?.to_string().into_bytes(),
                _ => animation.html(&options)?.into_bytes(),
            }
        };
        target.write(&bytes)?;
        if !self.quiet {
            let (moves, size) = (steps.moves.len() as u64, bytes.len() as u64);
            terminal::note(format_args!(
                "{}: {}, {}",
                self.output.display(),
                words::plural(moves, "move"),
                words::bytes(size)
            ));
        }
        Ok(Exit::Done)
    }
}
