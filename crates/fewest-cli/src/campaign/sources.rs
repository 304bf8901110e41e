//! Where the tasks of a campaign come from: files, folders and lists; levels by name,
//! by number, or all of a puzzle's; generated positions; and batches.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use fewest::search::Budget;
use fewest_campaign::{Question, Task};
use fewest_puzzles::command::{Args, Batch, Host, Source as Text, Suite, Unread, Work};
use fewest_puzzles::puzzle::{Generate, Puzzle, Registry, parse_size};

use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::{Label, Source};
use crate::instances::{Instance, Instances};

/// What all sources are read with.
pub(super) struct Sources<'a> {
    pub(super) registry: &'a Registry,
    pub(super) puzzle: Option<&'a str>,
    pub(super) goal: &'a Goal,
    pub(super) seeds: Option<RangeInclusive<u64>>,
}

impl Sources<'_> {
    /// The tasks of a source, each given to `add`.
    pub(super) fn each(&self, source: &Path, add: &mut dyn FnMut(Task) -> Result) -> Result {
        match self.named(source) {
            Some((puzzle, "*")) => self.levels(puzzle, add),
            Some((puzzle, name)) if numbers(name).is_some() => {
                for number in numbers(name).into_iter().flatten() {
                    self.files(&[format!("{}:{number}", puzzle.name()).into()], add)?;
                }
                Ok(())
            }
            Some((puzzle, name)) if is_like_a_range(name) && puzzle.level(name).is_err() => {
                let source = source.display();
                Err(Failure::usage(format!("{source}: expected {RANGE}")))
            }
            Some((puzzle, name)) if suite(puzzle, name).is_some() => {
                suite(puzzle, name).map_or(Ok(()), |suite| self.suite(puzzle, suite, add))
            }
            Some((puzzle, size))
                if self.seeds.is_some() && parse_size(size, 1..=usize::MAX).is_ok() =>
            {
                self.generated(puzzle, size, add)
            }
            Some((puzzle, name)) if puzzle.level(name).is_err() => {
                match puzzle.commands().solve.and_then(|solve| solve.batch) {
                    Some(batch) => Self::batch(puzzle, name, &batch(name), add),
                    None if parse_size(name, 1..=usize::MAX).is_ok() => {
                        Err(Failure::usage(format!("{} needs --seeds", source.display()))
                            .with_help("to generate a position for each seed, add --seeds 1..100"))
                    }
                    None => self.files(&[source.to_path_buf()], add),
                }
            }
            _ => self.files(&[source.to_path_buf()], add),
        }
    }

    /// The puzzle and the rest of `PUZZLE:REST`, unless it is a file.
    fn named<'a>(&self, source: &'a Path) -> Option<(&'static dyn Puzzle, &'a str)> {
        let (puzzle, rest) = source.to_str()?.split_once(':')?;
        let puzzle = self.registry.by_name(puzzle).ok()?;
        (!source.exists()).then_some((puzzle, rest))
    }

    /// The puzzles of files, folders and lists, and single levels.
    fn files(&self, paths: &[PathBuf], add: &mut dyn FnMut(Task) -> Result) -> Result {
        let instances = Instances::new(self.registry, paths, self.puzzle, self.goal)?;
        for Instance { label, position } in instances {
            let Some(position) = position.transpose().map_err(|error| error.about(&label))? else {
                continue;
            };
            let goal = self.goal.text(position.puzzle())?;
            let task = Task::of(label.to_string(), &*position, goal.as_deref());
            add(task.map_err(|error| Failure::from(error).about(&label))?)?;
        }
        Ok(())
    }

    /// All levels of a puzzle.
    fn levels(&self, puzzle: &dyn Puzzle, add: &mut dyn FnMut(Task) -> Result) -> Result {
        if puzzle.levels().is_empty() {
            let name = puzzle.name();
            return Err(Failure::usage(format!("{name} has no list of levels")));
        }
        for level in puzzle.levels() {
            self.files(&[format!("{}:{}", puzzle.name(), level.name).into()], add)?;
        }
        Ok(())
    }

    /// The positions of a published suite.
    fn suite(
        &self,
        puzzle: &dyn Puzzle,
        suite: &Suite,
        add: &mut dyn FnMut(Task) -> Result,
    ) -> Result {
        for instance in (suite.instances)() {
            let label = format!("{}:{}:{}", puzzle.name(), suite.name, instance.number);
            let position = puzzle.parse(&instance.text).map_err(|error| {
                Failure::input(error.to_string()).about(&Label::of(Some(Path::new(&label))))
            })?;
            let position = self.goal.of(position)?;
            add(Task::of(label, &*position, self.goal.text(puzzle)?.as_deref())?)?;
        }
        Ok(())
    }

    /// A position for each seed.
    fn generated(
        &self,
        puzzle: &dyn Puzzle,
        size: &str,
        add: &mut dyn FnMut(Task) -> Result,
    ) -> Result {
        for seed in self.seeds.clone().into_iter().flatten() {
            let (settings, budget) = (BTreeMap::new(), Budget::default());
            let size = Some(size.to_string());
            let label = format!("{}:{}:{seed}", puzzle.name(), size.as_deref().unwrap_or_default());
            let made = puzzle.generate(&Generate { size, seed, settings, budget })?;
            let position = self.goal.of(made)?;
            add(Task::of(label, &*position, self.goal.text(puzzle)?.as_deref())?)?;
        }
        Ok(())
    }

    /// Everything that one search answers together.
    fn batch(
        puzzle: &dyn Puzzle,
        name: &str,
        args: &Args,
        add: &mut dyn FnMut(Task) -> Result,
    ) -> Result {
        // It has a command: that is where the arguments are from.
        let Some(solve) = puzzle.commands().solve else { return Ok(()) };
        let files = RefCell::default();
        let made = (solve.command.run)(args, &mut Recording(&files));
        let label = format!("{}:{name}", puzzle.name());
        let Work::Batch(batch) = made.map_err(|error| {
            Failure::usage(error.to_string()).about(&Label::of(Some(Path::new(&label))))
        })?
        else {
            return Err(Failure::usage(format!("{label} is not a batch")));
        };
        let batch: Box<dyn Batch> = batch;
        let given = solve.command.args.iter();
        let given =
            given.filter_map(|arg| Some((arg.name.to_string(), args.get(arg.name)?.to_string())));
        add(Task {
            source: label,
            puzzle: puzzle.name().to_string(),
            description: batch.describe(),
            size: batch.len() as u64,
            parts: batch.len() as u64,
            question: Question::Batch { args: given.collect(), files: files.into_inner() },
        })
    }
}

/// Reads files for a puzzle's command, and keeps them for the store.
struct Recording<'a>(&'a RefCell<BTreeMap<String, String>>);

impl Host for Recording<'_> {
    fn read(&mut self, name: &str) -> std::result::Result<Text, Unread> {
        let source = Source::read(Path::new(name)).map_err(|_| Unread)?;
        self.0.borrow_mut().insert(name.to_string(), source.text.clone());
        Ok(Text { name: source.name, text: source.text })
    }

    fn has(&self, name: &str) -> bool {
        Path::new(name).is_file()
    }
}

/// The suite of a puzzle with this name.
fn suite(puzzle: &dyn Puzzle, name: &str) -> Option<&'static Suite> {
    puzzle.commands().suites.iter().find(|suite| suite.name == name)
}

/// The numbers of `3..17`, both included.
pub(super) fn numbers(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once("..")?;
    let (first, last) = (first.parse().ok()?, last.trim_start_matches('=').parse().ok()?);
    (first <= last && last - first < MAX_RANGE).then_some(first..=last)
}

/// Whether a range was meant: neither a file nor a path to one, e.g. `../font.txt`.
fn is_like_a_range(text: &str) -> bool {
    text.contains("..") && !text.contains(['/', '\\']) && !Path::new(text).is_file()
}

/// The maximum length of a range: all of it is read before anything is stored.
const MAX_RANGE: u64 = 10_000_000;

const RANGE: &str = "the first and the last, e.g. 1..500, and at most 10,000,000 in all";

/// The same, as an option takes it.
pub(super) fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    numbers(text).ok_or_else(|| format!("expected {RANGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(numbers("1..500"), Some(1..=500));
        assert_eq!(numbers("7..=7"), Some(7..=7));
        for wrong in ["", "1", "..", "2..1", "a..b", "1..b", "-1..3", "0..10000000"] {
            assert_eq!(numbers(wrong), None, "{wrong}");
        }
        for meant in ["..", "2..1", "1..b"] {
            assert!(is_like_a_range(meant), "{meant}");
        }
        for path in ["../font.txt", "fonts/../font.txt", "font.txt"] {
            assert!(!is_like_a_range(path), "{path}");
        }
    }
}
