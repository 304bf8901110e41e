//! `fewest bench`: a published suite, with the known answers beside those found; or random
//! positions of growing size.

mod large;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fewest::names::UnknownName;
use fewest::search::{Counts, Status};
use fewest_puzzles::command::{Instance, Suite};
use fewest_puzzles::puzzle::{Answer, Puzzle, Registry};

use self::large::Large;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::limits::Limits;
use crate::number;
use crate::output::Output;
use crate::progress::{Line, Looking};
use crate::request::{How, Search};
use crate::words;

const EXAMPLES: &str = "\
Examples:
  fewest bench
  fewest bench SUITE --only 1,5-9
  fewest bench SUITE --time none --threads 1
  fewest bench large --time 5s --boards 1 --sizes 6,10 -o curves.svg";

/// The name of the benchmark that is not a suite.
const LARGE: &str = "large";
const LARGE_SUMMARY: &str = "random positions of growing size: shorter plans over time";

/// The time for each of its positions.
const LARGE_TIME: Duration = Duration::from_secs(10);

/// The largest number of sizes that `--sizes` may name.
const MAX_SIZES: usize = 1000;

/// Solve a published suite and compare with the known answers
///
/// Solves the positions of a suite one after another and prints a line for each: the
/// moves found, the published fewest moves, states expanded and generated, and seconds.
/// The limits hold for each position. Without a suite, lists those available. The exit
/// code is 11 if a position was not solved in the fewest moves within its limits.
///
/// `fewest bench large` solves random positions of growing size, most of them too large
/// for a proof, for 10 s each unless --time says otherwise. It prints when the first plan
/// came, how the plans became shorter over time, and how time and length grow with the
/// size. With -o it draws the curves.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bench {
    /// Solve this suite
    suite: Option<String>,

    /// Solve only these positions: numbers and ranges, e.g. 1,5-9
    #[arg(long, value_name = "NUMBERS", value_parser = numbers)]
    only: Option<Numbers>,

    /// Solve only positions of this puzzle, for large
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    /// Solve positions of these sizes, for large: numbers and ranges, e.g. 6,10-12
    #[arg(long, value_name = "SIZES", value_parser = numbers)]
    sizes: Option<Numbers>,

    /// Solve N positions of each size, for large [default: 2]
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    boards: Option<usize>,

    /// Draw the curves into this file, for large: .svg or .png. With several puzzles,
    /// each has a file with its name in it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    search: Search,

    #[command(flatten)]
    limits: Limits,

    /// Print only the table and errors
    #[arg(short, long)]
    quiet: bool,
}

/// Ranges of numbers.
type Numbers = Vec<(u32, u32)>;

/// Reads numbers and ranges.
fn numbers(text: &str) -> Result<Numbers, String> {
    let number = |text: &str| {
        text.trim()
            .parse()
            .map_err(|_| format!("'{}' is not a number or a range, e.g. 5-9", text.trim()))
    };
    text.split(',')
        .map(|part| match part.split_once('-') {
            Some((from, to)) => Ok((number(from)?, number(to)?)),
            None => number(part).map(|number| (number, number)),
        })
        .collect()
}

/// The numbers in these ranges.
fn sizes(ranges: &Numbers) -> Result<Vec<u32>> {
    let sizes: Vec<u32> =
        ranges.iter().flat_map(|&(from, to)| from..=to).take(MAX_SIZES + 1).collect();
    if sizes.is_empty() || sizes.len() > MAX_SIZES {
        return Err(Failure::usage(format!("--sizes must name 1 to {MAX_SIZES} sizes")));
    }
    Ok(sizes)
}

impl Bench {
    /// Solves the suite.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let suites: Vec<(&dyn Puzzle, &Suite)> = (registry.puzzles().iter())
            .flat_map(|puzzle| puzzle.commands().suites.iter().map(|suite| (*puzzle, suite)))
            .collect();
        let mut output = Output::open(None, None)?;
        let Some(name) = &self.suite else {
            let line = |(_, suite): &(_, &Suite)| format!("{}  {}\n", suite.name, suite.summary);
            output.write(&suites.iter().map(line).collect::<String>())?;
            output.write(&format!("{LARGE}  {LARGE_SUMMARY}\n"))?;
            return Ok(Exit::Done);
        };
        if name == LARGE {
            return self.large(registry);
        }
        self.refuse_options_of_large()?;
        let found = suites.iter().find(|(_, suite)| suite.name == name);
        let Some((puzzle, suite)) = found else {
            let names = suites.iter().map(|(_, suite)| suite.name).chain([LARGE]);
            return Err(UnknownName::new("suite", name, names).into());
        };
        let instances = self.chosen(suite)?;
        let request = How::one(self.search.clone()).request(*puzzle, &self.limits)?;
        interrupt::stops(&request.budget.cancel);
        output.write(&row(
            ["board", "moves", "known", "expanded", "generated", "seconds"].map(String::from)
        ))?;
        let mut sum = Sum::default();
        for instance in &instances {
            let position = puzzle.parse(&instance.text);
            let position = position.map_err(|error| Failure::input(error.to_string()))?;
            let mut line = Line::start(self.quiet, "Ctrl-C stops the suite");
            line.lead(|| vec![format!("board {}", instance.number)]);
            let answer = position.solve(&request, &mut Looking(&mut line))?;
            drop(line);
            output.write(&row(cells(instance, &answer)))?;
            sum.add(instance, &answer);
            if request.budget.cancel.is_cancelled() {
                return Ok(Exit::Interrupted);
            }
        }
        output.write(&row(sum.cells(instances.len())))?;
        Ok(if sum.solved == instances.len() { Exit::Done } else { Exit::Limit })
    }

    fn large(&self, registry: &Registry) -> Result<Exit> {
        if self.only.is_some() {
            return Err(Failure::usage("--only cannot be used with large; use --sizes"));
        }
        let sizes = match &self.sizes {
            Some(ranges) => Some(sizes(ranges)?),
            None => None,
        };
        let (boards, output) = (self.boards.unwrap_or(2) as u64, self.output.as_deref());
        let (puzzle, quiet) = (self.puzzle.as_deref(), self.quiet);
        Large { puzzle, sizes, boards, output, quiet }.run(registry, |puzzle| {
            let mut request = How::one(self.search.clone()).request(puzzle, &self.limits)?;
            // All of the time is used, so that the curves have the same length.
            request.stop_rule.dry = false;
            if !self.limits.has_time() {
                request.budget.time = Some(LARGE_TIME);
            }
            match request.budget.time {
                Some(time) if !time.is_zero() => Ok(request),
                _ => Err(Failure::usage("large requires a time above 0, e.g. --time 10s")),
            }
        })
    }

    /// An option that would be ignored is an error.
    fn refuse_options_of_large(&self) -> Result {
        let given = [
            ("--puzzle", self.puzzle.is_some()),
            ("--sizes", self.sizes.is_some()),
            ("--boards", self.boards.is_some()),
            ("--output", self.output.is_some()),
        ];
        match given.into_iter().find(|&(_, given)| given) {
            Some((option, _)) => {
                Err(Failure::usage(format!("{option} requires the benchmark {LARGE}")))
            }
            None => Ok(()),
        }
    }

    /// The positions to be solved.
    fn chosen(&self, suite: &Suite) -> Result<Vec<Instance>> {
        let mut instances = (suite.instances)();
        let Some(only) = &self.only else { return Ok(instances) };
        let last = instances.len();
        instances.retain(|instance| {
            only.iter().any(|&(from, to)| (from..=to).contains(&instance.number))
        });
        if instances.is_empty() {
            let message =
                format!("--only names no position of {}: they are 1 to {last}", suite.name);
            return Err(Failure::usage(message));
        }
        Ok(instances)
    }
}

/// What the positions took together.
#[derive(Default)]
struct Sum {
    solved: usize,
    counts: Counts,
    moves: u32,
    known: u32,
}

impl Sum {
    fn add(&mut self, instance: &Instance, answer: &Answer) {
        let is_optimal = answer.status == Status::Optimal && answer.cost() == Some(instance.fewest);
        self.solved += usize::from(is_optimal);
        self.counts = self.counts.and(&answer.counts);
        self.moves += answer.cost().unwrap_or(0);
        self.known += instance.fewest;
    }

    fn cells(&self, positions: usize) -> [String; 6] {
        [
            format!("{}/{positions}", self.solved),
            self.moves.to_string(),
            self.known.to_string(),
            words::grouped(self.counts.expanded),
            words::grouped(self.counts.generated),
            seconds(self.counts.elapsed),
        ]
    }
}

fn cells(instance: &Instance, answer: &Answer) -> [String; 6] {
    let moves = match (answer.cost(), answer.status) {
        (Some(moves), Status::Optimal) => moves.to_string(),
        (Some(moves), _) => format!("{}-{moves}", answer.bound),
        (None, _) => format!("{}-", answer.bound),
    };
    [
        instance.number.to_string(),
        moves,
        instance.fewest.to_string(),
        words::grouped(answer.counts.expanded),
        words::grouped(answer.counts.generated),
        seconds(answer.counts.elapsed),
    ]
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.3}", elapsed.as_secs_f64())
}

fn row([board, moves, known, expanded, generated, seconds]: [String; 6]) -> String {
    format!("{board:>7}  {moves:>7}  {known:>5}  {expanded:>15}  {generated:>15}  {seconds:>8}\n")
}
