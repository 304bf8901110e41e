//! `fewest generate`: a new position. One subcommand for each puzzle, with a
//! flag for each of its settings, made from the registry.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use fewest_puzzles::puzzle::{Generate as Request, Puzzle, Registry};

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::limits::Limits;
use crate::number;
use crate::output::Output;
use crate::progress::{Line, Looking};
use crate::series::{self, Series};
use crate::show::board;
use crate::terminal;
use crate::words;

/// How to stop the search for a position.
const HINT: &str = "Ctrl-C stops";

const EXAMPLES: &str = "\
Examples:
  fewest generate {puzzle}
  fewest generate {puzzle} --seed 7 > board.txt
  fewest generate {puzzle} --seed 7 | fewest solve
  fewest generate {puzzle} --count 100 --seed 1 > boards.txt
  fewest generate {puzzle} --count 100 -o boards/";

const ABOUT: &str = "Make a new position";

const LONG_ABOUT: &str = "\
Make a new position

Makes a new position of a puzzle and writes it to standard output. The same \
puzzle, size, settings and seed always give the same position. The seed is \
printed on standard error, even if it was chosen at random.

With --count, the seeds are consecutive, and limits apply to each position. Each \
position is written on one line, or with --format on several lines followed by \
an empty one; `fewest solve` reads both. If -o names a folder, each position is \
written to a file there.";

/// The puzzle, and the values of its options, which only the puzzle knows.
#[derive(Clone, Debug)]
pub(crate) struct Generate {
    puzzle: String,
    matches: ArgMatches,
}

impl Generate {
    /// Generates.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let puzzle = registry.by_name(&self.puzzle)?;
        let text = |name: &str| self.matches.get_one::<String>(name).cloned();
        let given = |name: &'static str| Some((name.to_string(), text(name)?));
        let settings: BTreeMap<String, String> =
            puzzle.settings().iter().filter_map(|setting| given(setting.name)).collect();
        let seed = self.matches.get_one("seed").copied();
        let seed = seed.or_else(|| puzzle.default_seed(&settings)).unwrap_or_else(random_seed);
        let path = self.matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
        let (json, quiet) = (self.matches.get_flag("json"), self.matches.get_flag("quiet"));
        let limits = Limits::from_arg_matches(&self.matches)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let request = Request { size: text("size"), seed, settings, budget: limits.budget() };
        if let Some(&count) = self.matches.get_one::<usize>("count") {
            let format = text("format");
            let series = Series { registry, puzzle, request, count, format, json, quiet };
            return series.run(path);
        }
        let mut output = Output::open(path, None)?;
        interrupt::stops(&request.budget.cancel);
        let quiet = self.matches.get_flag("quiet");
        let generated =
            puzzle.generate_watched(&request, &mut Looking(&mut Line::start(quiet, HINT)));
        if request.budget.cancel.is_cancelled() && generated.is_err() {
            return Ok(Exit::Interrupted);
        }
        let (position, fewest) = generated?;
        if !quiet && !json {
            let fewest = fewest.map_or(String::new(), |fewest| {
                format!(", fewest moves: {}", words::grouped(u64::from(fewest)))
            });
            terminal::note(format_args!("{}, seed {seed}{fewest}", position.describe()));
        }
        let board = board(&*position, text("format").as_deref())?;
        output.write(&if json { series::json(&*position, seed, board, fewest)? } else { board })?;
        Ok(Exit::Done)
    }
}

/// Short enough to type again.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

/// The subcommand of a puzzle.
pub(crate) fn command(puzzle: &'static dyn Puzzle) -> Command {
    let formats: Vec<&str> = puzzle.formats().iter().map(|format| format.name).collect();
    let command = Command::new(puzzle.name())
        .arg(Arg::new("size").value_name("SIZE").help("Make a position of this size"))
        .arg(
            Arg::new("seed")
                .short('s')
                .long("seed")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help("Use this seed instead of a random one"),
        )
        .arg(
            Arg::new("format")
                .short('f')
                .long("format")
                .value_name("NAME")
                .value_parser(formats)
                .help("Write in this format [default: the first]"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Write to this file instead of standard output; with --count, a file or a folder"),
        )
        .arg(
            Arg::new("count")
                .short('n')
                .long("count")
                .value_name("N")
                .value_parser(number::positive)
                .help("Make N positions, with consecutive seeds"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .action(clap::ArgAction::SetTrue)
                .help("Print a line of JSON for each position, with its seed"),
        )
        .arg(
            Arg::new("quiet")
                .short('q')
                .long("quiet")
                .action(clap::ArgAction::SetTrue)
                .help("Do not print the seed"),
        );
    let settings = puzzle.settings().iter().map(|setting| {
        Arg::new(setting.name)
            .long(setting.name)
            .value_name(setting.value)
            .help(setting.summary)
            .help_heading("Settings")
    });
    // The name comes last: the limits' own description would take its place.
    Limits::augment_args(command.args(settings)).about(puzzle.summary())
}

impl Args for Generate {
    fn augment_args(command: Command) -> Command {
        command
            .about(ABOUT)
            .long_about(LONG_ABOUT)
            .after_help(EXAMPLES)
            .subcommand_value_name("PUZZLE")
            .subcommand_help_heading("Puzzles")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Generate {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (puzzle, matches) = matches
            .subcommand()
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        Ok(Generate { puzzle: puzzle.to_string(), matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
