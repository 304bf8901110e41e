//! Many new positions with consecutive seeds: on lines that can be read back, or each in
//! its own file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fewest::space::Cost;
use fewest_puzzles::puzzle::{Choice, Generate, Position, Puzzle, Registry};
use serde_json::Value;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::Label;
use crate::interrupt;
use crate::json::{self, Head};
use crate::output::Output;
use crate::pieces::{Unit, pieces};
use crate::progress::{Line, Looking};
use crate::show::board;
use crate::terminal;
use crate::words;

/// What is made.
pub(crate) struct Series<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) puzzle: &'static dyn Puzzle,
    /// How to make the first.
    pub(crate) request: Generate,
    pub(crate) count: usize,
    pub(crate) format: Option<String>,
    pub(crate) json: bool,
    pub(crate) quiet: bool,
}

/// Where positions go.
enum Target {
    Lines(Output),
    Folder(PathBuf),
}

impl Series<'_> {
    /// Makes them, and writes each when it is made.
    pub(crate) fn run(&self, path: Option<&Path>) -> Result<Exit> {
        let mut target = target(path)?;
        let cancel = &self.request.budget.cancel;
        interrupt::stops(cancel);
        let mut line = Line::start(self.quiet, "Ctrl-C stops and keeps the positions");
        let (started, all) = (Instant::now(), self.count as u64);
        let mut count = 0;
        let mut exit = Exit::Done;
        for index in 0..all {
            let seed = self.request.seed.wrapping_add(index);
            line.lead(|| {
                let mut parts =
                    vec![format!("{} of {}", words::grouped(index + 1), words::grouped(all))];
                parts.extend(words::time_left(started.elapsed(), index, all));
                parts
            });
            let request = Generate { seed, ..self.request.clone() };
            let made = self.puzzle.generate_watched(&request, &mut Looking(&mut line));
            if cancel.is_cancelled() {
                exit = exit.or_worse(Exit::Interrupted);
                break;
            }
            match made {
                Ok((position, fewest)) => {
                    let write = || self.write(&*position, seed, fewest, &mut target);
                    line.screen().aside(write)?;
                    count += 1;
                }
                // What is wrong for the first is usually wrong for all.
                Err(error) if index == 0 => return Err(error.into()),
                Err(error) => {
                    let failure = Failure::from(error).of_seed(seed);
                    exit = exit.or_worse(line.aside(|| failure.report()));
                }
            }
        }
        drop(line);
        if !self.quiet {
            let (first, last) = (self.request.seed, self.request.seed.wrapping_add(all - 1));
            let made = words::plural(count, "position");
            let of = if exit == Exit::Done { "" } else { &format!(" of {}", words::grouped(all)) };
            terminal::note(format_args!("{made}{of}, seeds {first} to {last}"));
        }
        Ok(exit)
    }

    fn write(
        &self,
        position: &dyn Position,
        seed: u64,
        fewest: Option<Cost>,
        target: &mut Target,
    ) -> Result {
        let format = self.format.as_deref();
        match target {
            Target::Folder(folder) => {
                let text = board(position, format)?;
                let is_json = self.json || text.starts_with('{');
                let text = if self.json { json(position, seed, text, fewest)? } else { text };
                let ending = if is_json { "json" } else { "txt" };
                let path = folder.join(format!("{}-{seed}.{ending}", self.puzzle.name()));
                Output::open(Some(&path), None)?.write(&text)
            }
            Target::Lines(output) if self.json => {
                output.write(&json(position, seed, board(position, format)?, fewest)?)
            }
            Target::Lines(output) => output.write(&self.line(position, seed)?),
        }
    }

    /// A position on a line, or a paragraph, that reads back as this position.
    fn line(&self, position: &dyn Position, seed: u64) -> Result<String> {
        let formats = self.puzzle.formats();
        let formats = match &self.format {
            Some(format) => vec![Choice::find("format", format, &formats)?],
            None => formats,
        };
        let printed = board(position, None)?;
        let is_same = |text: &str| {
            self.registry.parse(text, None).is_ok_and(|read| {
                read.puzzle().name() == self.puzzle.name()
                    && board(&*read, None).is_ok_and(|text| text == printed)
            })
        };
        for format in &formats {
            let text = board(position, Some(format.name))?;
            if let Some(line) = on_a_line(&text).filter(|line| is_same(line)) {
                return Ok(line + "\n");
            }
            // A named format is used as it is, with an empty line between positions.
            let is_paragraph = pieces(Unit::Paragraph, &text).count() == 1;
            if self.format.is_some() && is_paragraph && is_same(&text) {
                return Ok(text + "\n");
            }
        }
        match &self.format {
            Some(format) => Err(Failure::usage(format!(
                "several positions in format '{format}' cannot be read back from one file"
            ))
            .with_help("omit --format, or write to a folder: -o DIR/")),
            None => json(position, seed, printed, None),
        }
    }
}

/// A text without line breaks that says the same, if there is one.
fn on_a_line(text: &str) -> Option<String> {
    let text = text.trim_end();
    if !text.contains('\n') {
        return Some(text.to_string());
    }
    let value: Value = serde_json::from_str(text).ok()?;
    Some(value.to_string())
}

/// A new position as a line of JSON.
pub(crate) fn json(
    position: &dyn Position,
    seed: u64,
    board: String,
    moves: Option<Cost>,
) -> Result<String> {
    json::line(&json::Shown {
        head: Head::of(position, &Label::default()),
        seed: Some(seed),
        solved: position.is_solved(),
        board,
        moves,
        legal: None,
    })
}

/// A folder, if the path is one or ends like one, and otherwise a file.
fn target(path: Option<&Path>) -> Result<Target> {
    let Some(folder) = path
        .filter(|path| path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator))
    else {
        return Ok(Target::Lines(Output::open(path, None)?));
    };
    fs::create_dir_all(folder).map_err(|error| {
        Failure::file(format!("cannot create folder {}: {error}", folder.display()))
    })?;
    Ok(Target::Folder(folder.to_path_buf()))
}
