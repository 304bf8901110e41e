//! `fewest campaign new` and `add`: tasks from sources.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use fewest_campaign::{Options, Question, Store, Task};
use fewest_puzzles::puzzle::Registry;

use super::sources::{Sources, seeds};
use super::{failed, open};
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::limits::Limits;
use crate::request::{How, Search};
use crate::spec::Spec;
use crate::terminal;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  fewest campaign new c.db boards/ list.txt
  fewest campaign new c.db {level} --time 10s
  fewest campaign new c.db {puzzle}:4x4 --seeds 1..500 --with astar --with idastar
  fewest generate {puzzle} --count 100 | fewest campaign new c.db -";

/// Make a campaign: a file with puzzles to solve
///
/// Makes a new file with a task for each puzzle of the sources. A source is a file, a
/// folder, a list, or - for standard input; PUZZLE:LEVEL, PUZZLE:1..1000 for numbered
/// levels, PUZZLE:* for all levels of a puzzle; PUZZLE:SUITE for a published suite, which
/// `fewest bench` lists; PUZZLE:SIZE with --seeds for generated
/// positions; and for puzzles that have batches, PUZZLE:BATCH, e.g. the pairs of a font.
///
/// The limits apply to each task. Without --memory, a task has its share of the memory
/// of the run. A batch has no default time limit.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct New {
    #[command(flatten)]
    tasks: Tasks,
}

/// Add puzzles to a campaign
///
/// Adds a task for each puzzle of the sources, which are those of `campaign new`. What
/// the campaign already has is not added again.
#[derive(Args, Clone, Debug)]
pub(super) struct Add {
    #[command(flatten)]
    tasks: Tasks,
}

#[derive(Args, Clone, Debug)]
struct Tasks {
    /// Keep the campaign in this file
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,

    /// Solve the puzzles of these sources
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,

    /// Read files as this puzzle [default: detected]
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    /// Generate a position for each of these seeds, for PUZZLE:SIZE: the first and the
    /// last, e.g. 1..500
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Option<RangeInclusive<u64>>,

    #[command(flatten)]
    search: Search,

    /// Solve every puzzle by this search, as `fewest compare` takes it; can be repeated
    #[arg(short, long = "with", value_name = "SEARCH")]
    #[arg(conflicts_with_all = ["algorithm", "heuristic", "weight", "ties", "width", "seed", "first", "gap"])]
    with: Vec<Spec>,

    #[command(flatten)]
    limits: Limits,

    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

impl New {
    /// Makes it.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let Tasks { file, .. } = &self.tasks;
        if file.exists() {
            return Err(failed(file, &fewest_campaign::StoreError::Exists));
        }
        // Before the file is made: what can't be read leaves nothing behind.
        let tasks = self.tasks.read(registry)?;
        let mut store = Store::create(file).map_err(|error| failed(file, &error))?;
        let stored = self.tasks.store(&mut store, &tasks);
        if stored.is_err() {
            store.discard();
        }
        stored
    }
}

impl Add {
    /// Adds them.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let mut store = open(&self.tasks.file)?;
        self.tasks.store(&mut store, &self.tasks.read(registry)?)
    }
}

impl Tasks {
    fn read(&self, registry: &Registry) -> Result<Vec<Task>> {
        let (puzzle, goal, seeds) = (self.puzzle.as_deref(), &self.goal, self.seeds.clone());
        let sources = Sources { registry, puzzle, goal, seeds };
        let mut tasks: Vec<Task> = Vec::new();
        let mut checked: Vec<String> = Vec::new();
        for source in &self.sources {
            let before = tasks.len();
            sources.each(source, &mut |task| {
                if !checked.contains(&task.puzzle) {
                    self.refuse_options(registry, &task)?;
                    checked.push(task.puzzle.clone());
                }
                tasks.push(task);
                Ok(())
            })?;
            if tasks.len() == before {
                let name = source.display();
                return Err(Failure::input(format!("no puzzles in {name}")));
            }
        }
        Ok(tasks)
    }

    /// Options that are wrong for a puzzle are refused before anything is searched.
    fn refuse_options(&self, registry: &Registry, task: &Task) -> Result {
        let puzzle = registry.by_name(&task.puzzle)?;
        if task.parts > 1 && !(self.search.is_open() && self.with.is_empty()) {
            let name = &task.source;
            return Err(Failure::usage(format!("{name} is a batch: it takes no search")));
        }
        for how in self.searches() {
            how.request(puzzle, &self.limits)?;
        }
        Ok(())
    }

    fn searches(&self) -> Vec<How> {
        if self.with.is_empty() {
            return vec![How::one(self.search.clone())];
        }
        self.with.iter().map(Spec::how).collect()
    }

    fn store(&self, store: &mut Store, tasks: &[Task]) -> Result<Exit> {
        let (batches, positions): (Vec<&Task>, Vec<&Task>) =
            tasks.iter().partition(|task| matches!(task.question, Question::Batch { .. }));
        let mut settings: Vec<(String, Options, &Vec<&Task>)> = Vec::new();
        if !positions.is_empty() {
            settings.extend(self.searches().iter().map(|how| {
                let (name, options) = how.search().options();
                let (limits, dry) = (self.limits.of_tasks(false), !self.limits.has_time());
                (name, Options { limits, dry, ..options }, &positions)
            }));
        }
        if !batches.is_empty() {
            let limits = self.limits.of_tasks(true);
            settings.push(("batch".into(), Options { limits, ..Options::default() }, &batches));
        }
        let (mut added, mut all) = (0, 0);
        for (name, options, tasks) in settings {
            let new = store.add(&name, &options, tasks.iter().copied());
            added += new.map_err(|error| failed(&self.file, &error))?;
            all += tasks.len() as u64;
        }
        if !self.quiet {
            let name = self.file.display();
            let known = match all - added {
                0 => String::new(),
                known => format!(", {} already there", words::grouped(known)),
            };
            terminal::note(format_args!("{name}: {} added{known}", words::plural(added, "task")));
        }
        Ok(Exit::Done)
    }
}
