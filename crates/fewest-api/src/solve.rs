//! `solve`: a search that reports while it runs.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use fewest::clock::Instant;
use fewest::search::{Cancel, Event, Status, Stop};
use fewest::space::DEAD_END;
use fewest_puzzles::puzzle::{
    Answer, Moves, PlanCount, Position, Remaining, Request, Solution, Wanted, Watch, sentences,
};
use fewest_trace::Tracer;
use serde::Serialize;
use serde_json::{Value, json};

use crate::plots::{Record, Recorder};
use crate::search::Ask;
use crate::{Api, ApiError, read, text};

/// The name of an event: `progress`, `layer`, `iteration`, `method`, `remaining`,
/// `improved`, `partial`, `plan`, `plot`, `plots`, `tree`, `table` or `answer`, which is the last.
pub type EventName = &'static str;

/// Progress is reported this often, and no more.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// A plot is drawn again this often, and no more.
const PLOT_EVERY: Duration = Duration::from_millis(700);

/// The most layers and iterations that are reported.
const MAX_LAYERS: u32 = 2000;

impl Api {
    /// Solves a position, and gives each event by its name and as JSON. The last one is
    /// `answer`, unless the request can't be fulfilled.
    pub fn solve(
        &self,
        body: &[u8],
        cancel: &Cancel,
        emit: &mut dyn FnMut(EventName, String),
    ) -> Result<(), ApiError> {
        let ask: Ask = read(body)?;
        let [_, position] = ask.position.read(self)?;
        let request = ask.request(position.puzzle(), &self.limits, cancel)?;
        let record = ask.plots.as_ref().map(|plots| RefCell::new(Record::new(plots)));
        let has_states = request.expansions && ask.plots.as_ref().is_some_and(|plots| plots.tree);
        let plans_left = ask.plans(&self.limits);
        let mut reporter = Reporter::new(emit, record.as_ref(), plans_left);
        let answer = match &record {
            None => position.solve(&request, &mut reporter)?,
            Some(record) => {
                let sink = Recorder(record);
                let mut tracer = Tracer::new(&mut reporter, sink).states(has_states);
                tracer.start(&position.describe());
                let answer = position.solve(&request, &mut tracer)?;
                // The rows are kept in memory, which can't fail.
                let _ = tracer.finish(&answer);
                answer
            }
        };
        if let Some(record) = &record {
            let record = record.borrow();
            reporter.tell("plots", json!({ "plots": record.all() }));
            if let Some(nodes) = record.tree() {
                reporter.tell("tree", json!({ "nodes": nodes }));
            }
            if ask.plots.as_ref().is_some_and(|plots| plots.table) {
                reporter.tell("table", json!({ "csv": record.table()? }));
            }
        }
        let told = text(&Told::of(&answer, &*position, &request))?;
        (reporter.emit)("answer", told);
        Ok(())
    }
}

/// An answer.
#[derive(Serialize)]
struct Told<'a> {
    status: Status,
    stop: Stop,
    /// The moves of the best plan.
    plan: Option<Vec<String>>,
    cost: Option<u32>,
    bound: Option<u32>,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    /// The number of plans of the fewest moves, and whether it is exact.
    plans: Option<(u64, bool)>,
    /// Moves that leave the least, where there is no plan.
    partial: Option<Vec<String>>,
    headline: String,
    proved: Option<String>,
    /// Why it stopped before it was done.
    stopped: Option<String>,
    /// The name of a goal that can be reached, where this one can't.
    solvable_goal: Option<&'static str>,
    #[serde(flatten)]
    counts: fewest::search::Counts,
}

impl<'a> Told<'a> {
    fn of(answer: &'a Answer, position: &dyn Position, request: &Request) -> Self {
        let list =
            |moves: &Moves| -> Vec<String> { moves.iter().map(|mv| mv.to_string()).collect() };
        // Plans are listed up to a number, which the headline should not complain of.
        let wanted = if request.wanted == Wanted::One { Wanted::One } else { Wanted::AllFewest };
        let is_unsolvable = answer.status == Status::Unsolvable;
        Told {
            status: answer.status,
            stop: answer.stop,
            plan: answer.plan().map(list),
            cost: answer.cost(),
            bound: Some(answer.bound).filter(|&bound| bound != DEAD_END),
            algorithm: &answer.algorithm,
            heuristic: answer.heuristic.as_deref(),
            plans: answer.plans.map(|plans| match plans {
                PlanCount::Exactly(count) => (count, true),
                PlanCount::AtLeast(count) => (count, false),
            }),
            partial: answer.partial.as_ref().map(|partial| list(&partial.moves)),
            headline: sentences::headline(answer, wanted),
            proved: sentences::proved(answer),
            stopped: stopped(answer),
            solvable_goal: position.solvable_goal().filter(|_| is_unsolvable),
            counts: answer.counts,
        }
    }
}

/// Why a search stopped before all was proved, in words.
fn stopped(answer: &Answer) -> Option<String> {
    let why = || (answer.stop != Stop::Done).then(|| answer.stop.words().to_string());
    answer.reason.clone().or_else(why)
}

/// Makes events of what a search reports, not too many of them.
struct Reporter<'a> {
    emit: &'a mut dyn FnMut(EventName, String),
    record: Option<&'a RefCell<Record>>,
    progress: Option<Instant>,
    plotted: Option<Instant>,
    layers: u32,
    plans_left: usize,
}

impl<'a> Reporter<'a> {
    fn new(
        emit: &'a mut dyn FnMut(EventName, String),
        record: Option<&'a RefCell<Record>>,
        plans_left: usize,
    ) -> Self {
        Reporter { emit, record, progress: None, plotted: None, layers: 0, plans_left }
    }

    #[allow(clippy::needless_pass_by_value, reason = "an event is made to be told")]
    fn tell(&mut self, name: EventName, event: Value) {
        (self.emit)(name, event.to_string());
    }

    /// Draws, if the last time is long enough ago.
    fn draw(&mut self) {
        let Some(record) = self.record else { return };
        let due = self.plotted.is_none_or(|last| last.elapsed() >= PLOT_EVERY);
        if due {
            // The tracer may be writing.
            let plot = record.try_borrow().ok().and_then(|record| record.running());
            self.plotted = Some(Instant::now());
            if let Some(plot) = plot {
                self.tell("plot", json!(plot));
            }
        }
    }
}

impl Watch for Reporter<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Progress(progress) => {
                if self.progress.is_some_and(|last| last.elapsed() < PROGRESS_EVERY) {
                    return;
                }
                self.progress = Some(Instant::now());
                let counts = progress.counts;
                let seconds = counts.elapsed.as_secs_f64();
                let told = json!({
                    "seconds": seconds,
                    "expanded": counts.expanded,
                    "generated": counts.generated,
                    "stored": counts.stored,
                    "bytes": counts.peak_bytes,
                    "rate": counts.expanded.max(counts.generated) as f64 / seconds.max(1e-3),
                    "bound": Some(progress.bound).filter(|&bound| bound != DEAD_END),
                    "best": progress.best,
                    "depth": progress.depth,
                });
                self.tell("progress", told);
                self.draw();
            }
            Event::Layer { depth, states } if self.layers < MAX_LAYERS => {
                self.layers += 1;
                self.tell("layer", json!({ "depth": depth, "states": states }));
            }
            Event::Iteration { bound, counts } if self.layers < MAX_LAYERS => {
                self.layers += 1;
                self.tell("iteration", json!({ "bound": bound, "expanded": counts.expanded }));
            }
            Event::Method { name, memory } => {
                self.tell("method", json!({ "name": name, "memory": memory }));
            }
            Event::Remaining(left) => {
                self.tell("remaining", json!({ "count": left.count, "what": left.what }));
            }
            _ => {}
        }
    }

    fn improved(&mut self, best: &Solution<'_>) {
        self.tell("improved", json!({ "cost": best.cost, "plan": best.moves }));
    }

    fn partial(&mut self, remaining: Remaining, moves: &Moves) {
        self.tell(
            "partial",
            json!({ "count": remaining.count, "what": remaining.what, "plan": moves }),
        );
    }

    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        if self.plans_left == 0 {
            return ControlFlow::Break(());
        }
        self.plans_left -= 1;
        self.tell("plan", json!({ "cost": solution.cost, "plan": solution.moves }));
        ControlFlow::Continue(())
    }
}
