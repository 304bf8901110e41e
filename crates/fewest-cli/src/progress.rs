//! A line on the terminal that shows how far a search has come.
//!
//! It is there only when a person looks on (standard error is a terminal) and
//! has had to wait, and it goes away before anything else is said.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use console::Term;
use fewest::search::event::{Event, Progress, Remaining};
use fewest::space::Cost;
use fewest_puzzles::puzzle::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::words;

/// A search that takes less shows nothing.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(120);

const HINT: &str = "Ctrl-C gives the best so far";

/// The line, or nothing where nobody looks on.
#[derive(Debug)]
pub(crate) struct Line(Option<Shown>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    layer: Option<(Cost, u64)>,
    remaining: Option<Remaining>,
    /// Hanging up tells the waiting thread that the search is over.
    over: Option<Sender<()>>,
    reveals: Option<JoinHandle<()>>,
}

impl Line {
    /// Begins to show progress, if it is of use to anybody.
    pub(crate) fn start(quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Line(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} · {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message(HINT);
        let (over, search) = mpsc::channel();
        let revealed = bar.clone();
        // A thread of its own, since a search that prepares its tables may not
        // report for a while, which is just when one wants to see that it lives.
        let reveals = thread::spawn(move || {
            if search.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let terminal = Box::new(Narrowed(Term::buffered_stderr()));
                revealed.set_draw_target(ProgressDrawTarget::term_like_with_hz(terminal, 10));
                revealed.enable_steady_tick(TICK);
            }
        });
        let (over, reveals) = (Some(over), Some(reveals));
        Line(Some(Shown { bar, layer: None, remaining: None, over, reveals }))
    }

    /// Shows how far a search is.
    pub(crate) fn event(&mut self, event: Event<'_>) {
        let Some(shown) = &mut self.0 else { return };
        match event {
            Event::Layer { depth, states } => shown.layer = Some((depth, states)),
            Event::Remaining(remaining) => shown.remaining = Some(remaining),
            Event::Progress(progress) => {
                shown.bar.set_message(describe(&progress, shown.layer, shown.remaining));
            }
            _ => {}
        }
    }

    /// Shows a line of somebody else's.
    pub(crate) fn say(&self, message: impl FnOnce() -> String) {
        if let Some(shown) = &self.0 {
            shown.bar.set_message(message());
        }
    }

    /// Does something that writes to the terminal, without the line in its way.
    pub(crate) fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(shown) => shown.bar.suspend(action),
            None => action(),
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(shown) = &mut self.0 {
            shown.over = None;
            if let Some(reveals) = shown.reveals.take() {
                // It can't have panicked: all it does is wait and show.
                let _ = reveals.join();
            }
            shown.bar.finish_and_clear();
        }
    }
}

/// Shows a search's events on the line, and nothing else.
pub(crate) struct Looking(pub(crate) Line);

impl Watch for Looking {
    fn event(&mut self, event: Event<'_>) {
        self.0.event(event);
    }
}

/// Standard error, a little narrower than it is. Indicatif fills its line to the
/// last column, where the `^C` that a terminal shows would begin a new one, and
/// this one could not be cleared any more.
#[derive(Debug)]
struct Narrowed(Term);

impl TermLike for Narrowed {
    fn width(&self) -> u16 {
        let (_, columns) = self.0.size();
        columns.saturating_sub(4).max(1)
    }
    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }
    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }
    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }
    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }
    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }
    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }
    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }
    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

fn describe(
    progress: &Progress,
    layer: Option<(Cost, u64)>,
    remaining: Option<Remaining>,
) -> String {
    let counts = &progress.counts;
    let mut parts = vec![
        format!("{} expanded", words::grouped(counts.expanded)),
        words::rate(counts.expanded, counts.elapsed),
    ];
    if progress.bound > 0 {
        parts.push(format!("at least {}", progress.bound));
    }
    if let Some(best) = progress.best {
        parts.push(format!("best {best}"));
    }
    if let Some(depth) = progress.depth {
        parts.push(format!("depth {depth}"));
    }
    if let Some((depth, states)) = layer {
        let states = words::grouped(states);
        parts.push(format!("{states} at depth {depth}"));
    }
    if let Some(Remaining { count, what }) = remaining {
        parts.push(format!("{} left", words::plural(count, what)));
    }
    if counts.peak_bytes > 0 {
        parts.push(words::bytes(counts.peak_bytes));
    }
    parts.push(HINT.to_string());
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::Counts;

    #[test]
    fn says_what_is_known_and_no_more() {
        let mut progress = Progress {
            counts: Counts {
                expanded: 12_200_000,
                elapsed: Duration::from_secs(2),
                ..Counts::default()
            },
            bound: 0,
            best: None,
            depth: None,
        };
        let hint = " · Ctrl-C gives the best so far";
        let expected = format!("12,200,000 expanded · 6.1 M/s{hint}");
        assert_eq!(describe(&progress, None, None), expected);
        progress.bound = 48;
        progress.best = Some(52);
        progress.depth = Some(40);
        progress.counts.peak_bytes = 1 << 20;
        let expected = format!(
            "12,200,000 expanded · 6.1 M/s · at least 48 · best 52 · depth 40 · 1.0 MiB{hint}"
        );
        assert_eq!(describe(&progress, None, None), expected);
        let remaining = Some(Remaining { count: 1, what: "number" });
        assert!(describe(&progress, None, remaining).contains(" · depth 40 · 1 number left · "));
    }
}
