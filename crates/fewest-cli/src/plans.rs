//! Plans on their way out, as they are found: as text or as one JSON object.

use std::ops::ControlFlow;

use fewest::search::{Cancel, Counts, Event, Status, Stop};
use fewest::space::{Cost, DEAD_END};
use fewest_puzzles::puzzle::{Answer, Moves, Partial, Position, Request, Solution, Wanted, Watch};
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::progress::Line;
use crate::report;
use crate::terminal;
use crate::words;

/// Writes each plan when the search reaches it. A search for all plans may
/// find more than memory holds, so none is kept.
pub(crate) struct Plans<'a> {
    position: &'a dyn Position,
    output: Output,
    form: Form<'a>,
    wanted: Wanted,
    quiet: bool,
    cancel: Cancel,
    line: Option<Line>,
    written: u64,
    failure: Option<Failure>,
}

/// What plans are written as.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    /// Text in a format of the puzzle's.
    Text(&'a str),
    /// One JSON object.
    Json,
}

impl<'a> Plans<'a> {
    /// Plans from `position` into `output`, with a line of progress meanwhile.
    pub(crate) fn new(
        position: &'a dyn Position,
        output: Output,
        form: Form<'a>,
        request: &Request,
        quiet: bool,
    ) -> Self {
        Plans {
            position,
            output,
            form,
            wanted: request.wanted,
            quiet,
            cancel: request.budget.cancel.clone(),
            line: Some(Line::start(quiet)),
            written: 0,
            failure: None,
        }
    }

    /// Writes what is left to write when the search is over.
    pub(crate) fn finish(mut self, answer: &Answer) -> Result {
        self.line = None;
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        match self.form {
            Form::Text(format) => match (answer.plan(), &answer.partial) {
                _ if self.written > 0 => Ok(()),
                (Some(plan), _) => self.write_text(plan, format),
                (None, Some(partial)) => self.write_text(&partial.moves, format),
                (None, None) => Ok(()),
            },
            Form::Json => {
                if self.written == 0 {
                    self.write_opening()?;
                }
                let several = self.wanted != Wanted::One;
                let close = if several { "\n]," } else { "" };
                let tail = json(&Tail::of(answer, self.position))?;
                let tail = tail.strip_prefix('{').unwrap_or(&tail);
                self.output.write(&format!("{close}{tail}\n"))
            }
        }
    }

    fn write_solution(&mut self, solution: &Solution<'_>) -> Result {
        let &Solution { index, cost, moves } = solution;
        match self.form {
            Form::Text(format) => {
                if !self.quiet && matches!(self.wanted, Wanted::First(_)) {
                    let number = words::grouped(self.written + 1);
                    let length = words::plural(moves.len() as u64, "move");
                    let node = words::grouped(index);
                    terminal::note(format_args!("solution {number}: {length}, node {node}"));
                }
                self.write_text(moves, format)
            }
            Form::Json => {
                let separator = if self.written == 0 {
                    self.write_opening()?;
                    ""
                } else {
                    ","
                };
                let solution = json(&Listed { index, cost, moves })?;
                self.output.write(&format!("{separator}\n{solution}"))
            }
        }
    }

    fn write_text(&mut self, moves: &Moves, format: &str) -> Result {
        let written = self.position.write_plan(moves, format);
        let text = match &written {
            Ok(text) => text.trim_end().to_string(),
            // In a plain form rather than not at all.
            Err(_) => moves.join(" "),
        };
        // Plans of several lines are told apart by an empty one.
        let gap = if self.written > 0 && text.contains('\n') { "\n" } else { "" };
        self.output.write(&format!("{gap}{text}\n"))?;
        written?;
        Ok(())
    }

    fn write_opening(&mut self) -> Result {
        let head = json(&Head {
            puzzle: self.position.puzzle().name(),
            description: &self.position.describe(),
        })?;
        let solutions = if self.wanted == Wanted::One { "" } else { "\"solutions\":[" };
        let head = head.strip_suffix('}').unwrap_or(&head);
        self.output.write(&format!("{head},{solutions}"))
    }
}

/// The part of the JSON object that is known at the start.
#[derive(Serialize)]
struct Head<'a> {
    puzzle: &'a str,
    description: &'a str,
}

/// One of several solutions.
#[derive(Serialize)]
struct Listed<'a> {
    index: u64,
    cost: Cost,
    moves: &'a Moves,
}

/// The part of the JSON object that is known at the end.
#[derive(Serialize)]
struct Tail<'a> {
    status: Status,
    stop: Stop,
    moves: Option<&'a Moves>,
    cost: Option<Cost>,
    bound: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<&'a Partial>,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    counts: Counts,
    /// What helps a person, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<String>,
}

impl<'a> Tail<'a> {
    fn of(answer: &'a Answer, position: &dyn Position) -> Self {
        let outcome = answer;
        Tail {
            status: outcome.status,
            stop: outcome.stop,
            moves: outcome.plan(),
            cost: outcome.cost(),
            // There is no number for "no plan at all".
            bound: Some(outcome.bound).filter(|&bound| bound != DEAD_END),
            partial: answer.partial.as_ref(),
            algorithm: &answer.algorithm,
            heuristic: answer.heuristic.as_deref(),
            counts: outcome.counts,
            details: report::advice(answer, position),
        }
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Failure::file(format!("the answer can't be written as JSON: {error}")))
}

impl Watch for Plans<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Some(line) = &mut self.line {
            line.event(event);
        }
    }

    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        if self.wanted == Wanted::One {
            // The search may still find a better one; it comes with the answer.
            return ControlFlow::Continue(());
        }
        let line = self.line.take();
        let result = match &line {
            Some(line) => line.aside(|| self.write_solution(solution)),
            None => self.write_solution(solution),
        };
        self.line = line;
        self.written += 1;
        match result {
            // Listing plans that are known is no search that looks at the flag.
            Ok(()) if self.cancel.is_cancelled() => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
