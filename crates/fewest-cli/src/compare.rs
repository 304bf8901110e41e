//! `fewest compare`: one board, several searches, one budget.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest_puzzles::puzzle::{Answer, Position, Registry, Request};
use fewest_render::plot::{self, Digest, Kind, PlotError, View};
use fewest_render::theme::Theme;
use fewest_trace::Tracer;
use serde::Serialize;

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::{Label, Source};
use crate::interrupt;
use crate::json::{self, Facts, Head};
use crate::limits::Limits;
use crate::output::Output;
use crate::plot::Drawing;
use crate::progress::Line;
use crate::spec::Spec;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  fewest compare board.txt --with astar/manhattan --with astar/linear-conflict
  fewest compare board.txt --with default --with idastar --with beam/width=100
  fewest compare board.txt --with astar/manhattan --with greedy/manhattan --plots pictures";

/// Solve a puzzle by several searches and compare them
///
/// Solves the same puzzle by each search in turn, within the same limits. Prints a
/// table of moves, expanded and stored states, time, memory and bound. A search is an
/// algorithm, optionally followed by a heuristic and parameters after slashes:
/// astar/manhattan, weighted-astar/manhattan/weight=1.5, beam/width=500. The search
/// `default` is the puzzle's own choice.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Compare {
    /// Solve the puzzle in this file; - or nothing for standard input
    file: Option<PathBuf>,

    /// Compare this search; can be repeated
    #[arg(short, long = "with", value_name = "SEARCH", required = true)]
    with: Vec<Spec>,

    /// Read the input as this puzzle [default: detected]
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    limits: Limits,

    /// Print a line of JSON for each search instead of a table
    #[arg(long)]
    json: bool,

    /// Also draw the searches into this folder, created if missing: a picture for each
    /// kind of plot they have in common. Runs each search once more
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,

    /// Use the colours of this theme
    #[arg(long, value_name = "THEME", value_parser = choice::theme(), requires = "plots")]
    theme: Option<Theme>,

    /// Print only the table and errors
    #[arg(short, long)]
    quiet: bool,
}

/// The result of a search.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    head: &'a Head<'a>,
    search: &'a str,
    #[serde(flatten)]
    facts: Facts<'a>,
}

impl Compare {
    /// Compares.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let source = Source::puzzle_or_stdin(registry, self.file.as_deref())?;
        let position = source.position(registry, self.puzzle.as_deref())?;
        let budget = self.limits.budget();
        let request = |spec: &Spec| spec.request(position.puzzle(), &self.limits, &budget);
        let requests = self.with.iter().map(request);
        let requests = requests.collect::<Result<Vec<Request>>>()?;
        if let Some(folder) = &self.plots {
            std::fs::create_dir_all(folder).map_err(|error| {
                Failure::file(format!("cannot create folder {}: {error}", folder.display()))
            })?;
        }
        interrupt::stops(&budget.cancel);
        let mut answers: Vec<Answer> = Vec::new();
        for (spec, request) in self.with.iter().zip(&requests) {
            let line = Line::start(self.quiet, "Ctrl-C stops the comparison");
            line.say(|| vec![spec.text.clone()]);
            let answer = position.solve(request, &mut ())?;
            drop(line);
            answers.push(answer);
            if budget.cancel.is_cancelled() {
                break;
            }
        }
        let label = Label::of(self.file.as_deref());
        let head = Head::of(&*position, &label);
        let searches = self.with.iter().zip(&requests).zip(&answers);
        let found: Vec<Found<'_>> = searches
            .map(|((spec, request), answer)| Found {
                head: &head,
                search: &spec.text,
                facts: Facts::of(answer, request, None),
            })
            .collect();
        let text = if self.json {
            found.iter().map(json::line).collect::<Result<String>>()?
        } else {
            table(&found)
        };
        Output::open(None, None)?.write(&text)?;
        if let Some(folder) = &self.plots {
            self.draw(&*position, &requests, folder)?;
        }
        Ok(if budget.cancel.is_cancelled() { Exit::Interrupted } else { Exit::Done })
    }

    /// Runs each search again, and draws what they did.
    fn draw(&self, position: &dyn Position, requests: &[Request], folder: &Path) -> Result {
        let mut digests = Vec::new();
        for (spec, request) in self.with.iter().zip(requests) {
            let expansions = request.method.algorithm().is_some();
            let request = Request { expansions, ..request.clone() };
            let mut digest = Digest::new(&spec.text);
            let mut tracer = Tracer::new((), &mut digest);
            tracer.start(&position.describe());
            let answer = position.solve(&request, &mut tracer)?;
            tracer.finish(&answer).map_err(|error| Failure::file(error.to_string()))?;
            digests.push(digest);
        }
        let theme = self.theme.unwrap_or_default();
        let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Graph);
        for kind in kinds.filter(|&kind| digests.iter().all(|digest| digest.has(kind).is_ok())) {
            let view = View { kind: Some(kind), theme, ..View::default() };
            let svg = match plot::draw(&digests, &view) {
                Err(PlotError::TooManyTraces { .. }) => continue,
                svg => svg.map_err(|error| Failure::input(error.to_string()))?,
            };
            let path = folder.join(format!("{}.svg", kind.name()));
            Drawing::new(Some(&path), &[])?.write(&svg)?;
        }
        Ok(())
    }
}

impl Found<'_> {
    fn cells(&self) -> [String; 8] {
        let Facts { status, moves, bound, counts, .. } = &self.facts;
        let number = |value: Option<u64>| value.map_or("–".into(), |value| value.to_string());
        [
            self.search.to_string(),
            status.name().to_string(),
            number(moves.map(|moves| moves as u64)),
            number(bound.map(u64::from)),
            words::grouped(counts.expanded),
            words::grouped(counts.stored),
            format!("{:.3}", counts.elapsed.as_secs_f64()),
            words::bytes(counts.peak_bytes),
        ]
    }
}

/// The table: words to the left, numbers to the right.
fn table(found: &[Found<'_>]) -> String {
    let head = ["search", "status", "moves", "bound", "expanded", "stored", "seconds", "memory"]
        .map(str::to_string);
    let rows: Vec<[String; 8]> =
        std::iter::once(head).chain(found.iter().map(Found::cells)).collect();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let mut text = String::new();
    for row in &rows {
        for (column, cell) in row.iter().enumerate() {
            let fill = " ".repeat(width(column) - cell.chars().count());
            let gap = if column == 0 { "" } else { "  " };
            let (before, after) = if column < 2 { ("", &*fill) } else { (&*fill, "") };
            text.extend([gap, before, cell, after]);
        }
        text.push('\n');
    }
    text
}
