//! Writes plans as they are found: as text or as one JSON object.

use std::ops::ControlFlow;

use fewest::search::{Cancel, Event};
use fewest::space::Cost;
use fewest_puzzles::puzzle::sentences;
use fewest_puzzles::puzzle::{
    Answer, Moves, PlanCount, Position, Request, Solution, Wanted, Watch,
};
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::input::Label;
use crate::json::{self, Facts, Head, PartialPlan};
use crate::output::Output;
use crate::progress::Line;
use crate::report;
use crate::terminal;
use crate::words;

/// Writes each plan when the search reaches it. A search for all plans may
/// find more than memory holds, so none is kept.
pub(crate) struct Plans<'a> {
    position: &'a dyn Position,
    label: &'a Label,
    output: &'a mut Output,
    form: Form<'a>,
    request: &'a Request,
    quiet: bool,
    cancel: Cancel,
    line: &'a mut Line,
    /// What is to be written before the first plan.
    header: Option<String>,
    /// The bytes that the search reported it needs.
    needed: u64,
    written: u64,
    failure: Option<Failure>,
}

/// The form of the output.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    /// Text in a format of the puzzle's.
    Text(&'a str),
    /// One JSON object.
    Json,
}

impl<'a> Plans<'a> {
    /// Plans from `position`, labelled `label`, into `output`, with a line of progress.
    pub(crate) fn new(
        position: &'a dyn Position,
        label: &'a Label,
        output: &'a mut Output,
        form: Form<'a>,
        request: &'a Request,
        line: &'a mut Line,
        quiet: bool,
    ) -> Self {
        Plans {
            position,
            label,
            output,
            form,
            request,
            quiet,
            cancel: request.budget.cancel.clone(),
            line,
            header: None,
            needed: 0,
            written: 0,
            failure: None,
        }
    }

    /// Writes this line before the first plan, or before the reason why there is none.
    pub(crate) fn head(&mut self, header: &str) {
        self.header = matches!(self.form, Form::Text(_)).then(|| header.to_string() + "\n");
    }

    /// The bytes that the search reported it needs, if any.
    pub(crate) fn needed(&self) -> u64 {
        self.needed
    }

    /// Writes what is left to write when the search is over.
    pub(crate) fn finish(mut self, answer: &Answer) -> Result {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.aside(|plans| plans.write_answer(answer)),
        }
    }

    /// Writes without the line of progress in the way.
    fn aside<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let screen = self.line.screen();
        screen.aside(|| write(self))
    }

    fn write_answer(&mut self, answer: &Answer) -> Result {
        match self.form {
            Form::Text(format) => match (answer.plan(), &answer.partial) {
                _ if self.written > 0 => Ok(()),
                (Some(plan), _) => self.write_text(plan, format),
                // Among others, moves that solve nothing would be taken for a plan.
                (None, _) if self.header.is_some() => {
                    let header = self.header.take().unwrap_or_default();
                    let why = sentences::headline(answer, self.request.wanted);
                    self.output.write(&format!("{header}# {why}\n"))
                }
                (None, Some(partial)) => self.write_text(&partial.moves, format),
                (None, None) => Ok(()),
            },
            Form::Json => {
                if self.written == 0 {
                    self.write_opening()?;
                }
                let several = self.request.wanted != Wanted::One;
                let close = if several { "]," } else { "" };
                let tail = json::text(&Tail::of(answer, self.request, self.position))?;
                let tail = tail.strip_prefix('{').unwrap_or(&tail);
                self.output.write(&format!("{close}{tail}\n"))
            }
        }
    }

    fn write_solution(&mut self, solution: &Solution<'_>) -> Result {
        let &Solution { index, cost, moves } = solution;
        match self.form {
            Form::Text(format) => {
                if !self.quiet && matches!(self.request.wanted, Wanted::First(_)) {
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
                let listed = Listed { node: index, moves: moves.len(), cost, plan: moves };
                let solution = json::text(&listed)?;
                self.output.write(&format!("{separator}{solution}"))
            }
        }
    }

    fn write_text(&mut self, moves: &Moves, format: &str) -> Result {
        let written = self.position.write_plan(moves, format);
        let text = match &written {
            Ok(text) => text.trim_end().to_string(),
            // A plain form is better than none.
            Err(_) => moves.join(" "),
        };
        // Plans of several lines are separated by an empty one.
        let gap = if self.written > 0 && text.contains('\n') { "\n" } else { "" };
        let header = self.header.take().unwrap_or_default();
        self.output.write(&format!("{header}{gap}{text}\n"))?;
        written?;
        Ok(())
    }

    fn write_opening(&mut self) -> Result {
        let head = json::text(&Head::of(self.position, self.label))?;
        let solutions = if self.request.wanted == Wanted::One { "" } else { "\"solutions\":[" };
        let head = head.strip_suffix('}').unwrap_or(&head);
        self.output.write(&format!("{head},{solutions}"))
    }
}

/// One of several solutions.
#[derive(Serialize)]
struct Listed<'a> {
    node: u64,
    moves: usize,
    cost: Cost,
    plan: &'a Moves,
}

/// The part of the JSON object that is known at the end.
#[derive(Serialize)]
struct Tail<'a> {
    #[serde(flatten)]
    facts: Facts<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<PartialPlan<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plans: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plans_exact: Option<bool>,
    plan: Option<&'a Moves>,
}

impl<'a> Tail<'a> {
    fn of(answer: &'a Answer, request: &'a Request, position: &dyn Position) -> Self {
        let (plans, plans_exact) = match answer.plans {
            Some(PlanCount::Exactly(count)) => (Some(count), Some(true)),
            Some(PlanCount::AtLeast(count)) => (Some(count.max(answer.solutions)), Some(false)),
            None => (None, None),
        };
        Tail {
            facts: Facts::of(answer, request, report::advice(answer, position)),
            partial: answer.partial.as_ref().map(PartialPlan::of),
            plans,
            plans_exact,
            plan: answer.plan(),
        }
    }
}

impl Watch for Plans<'_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Method { memory, .. } = event {
            self.needed = memory;
        }
        self.line.event(event);
    }

    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        if self.request.wanted == Wanted::One {
            // The search may still find a better one; it comes with the answer.
            return ControlFlow::Continue(());
        }
        let result = self.aside(|plans| plans.write_solution(solution));
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
