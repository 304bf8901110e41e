//! A line of progress on the terminal.
//!
//! It appears only if standard error is a terminal and the search takes a while, and
//! disappears before anything else is printed. It fits the terminal: the hint how to
//! stop is always shown, and the rest as far as there is room.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use console::{Term, measure_text_width};
use fewest::search::event::{Event, Progress, Remaining};
use fewest::space::Cost;
use fewest_puzzles::puzzle::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::words;

/// Shorter searches show nothing.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// How to stop a search for a plan.
pub(crate) const HINT: &str = "Ctrl-C stops and prints the best";

/// The columns of the spinner, the time, and what stands between them and the message.
const BEFORE: usize = 10;
/// What stands between parts of the message.
const GAP: &str = " · ";

/// The line, or nothing if there is no terminal.
#[derive(Debug)]
pub(crate) struct Line(Option<Shown>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    hint: &'static str,
    /// The parts before what the search reports.
    lead: Vec<String>,
    layer: Option<(Cost, u64)>,
    remaining: Option<Remaining>,
    /// Hanging up tells the waiting thread that the search is over.
    over: Option<Sender<()>>,
    reveals: Option<JoinHandle<()>>,
}

impl Line {
    /// Starts to show progress if there is a terminal, with the `hint` how to stop.
    pub(crate) fn start(quiet: bool, hint: &'static str) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Line(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} · {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message(hint);
        let (over, search) = mpsc::channel();
        let revealed = bar.clone();
        // Its own thread, since a search that builds its tables may not report for a
        // while.
        let reveals = thread::spawn(move || {
            if search.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let terminal = Box::new(Narrowed(Term::buffered_stderr()));
                revealed.set_draw_target(ProgressDrawTarget::term_like_with_hz(terminal, 10));
                revealed.enable_steady_tick(TICK);
            }
        });
        let (over, reveals) = (Some(over), Some(reveals));
        let lead = Vec::new();
        Line(Some(Shown { bar, hint, lead, layer: None, remaining: None, over, reveals }))
    }

    /// Shows the progress of a search.
    pub(crate) fn event(&mut self, event: Event<'_>) {
        let Some(shown) = &mut self.0 else { return };
        match event {
            Event::Layer { depth, states } => shown.layer = Some((depth, states)),
            Event::Remaining(remaining) => shown.remaining = Some(remaining),
            Event::Progress(progress) => {
                shown.say(&describe(&progress, shown.layer, shown.remaining));
            }
            _ => {}
        }
    }

    /// Begins the line with these parts from here on, whatever a search then reports.
    pub(crate) fn lead(&mut self, parts: impl FnOnce() -> Vec<String>) {
        if let Some(shown) = &mut self.0 {
            shown.lead = parts();
            (shown.layer, shown.remaining) = (None, None);
            shown.say(&[]);
        }
    }

    /// Shows other parts, the most important first.
    pub(crate) fn say(&self, parts: impl FnOnce() -> Vec<String>) {
        if let Some(shown) = &self.0 {
            shown.say(&parts());
        }
    }

    /// What the line stands on, to write beside it.
    pub(crate) fn screen(&self) -> Screen {
        Screen(self.0.as_ref().map(|shown| shown.bar.clone()))
    }

    /// Does something that writes to the terminal, without the line in its way.
    pub(crate) fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.screen().aside(action)
    }
}

impl Shown {
    fn say(&self, parts: &[String]) {
        let room = usize::from(Narrowed(Term::stderr()).width()).saturating_sub(BEFORE);
        self.bar.set_message(fit(self.lead.iter().chain(parts), self.hint, room));
    }
}

/// A terminal with a line of progress on it, or none.
pub(crate) struct Screen(Option<ProgressBar>);

impl Screen {
    /// Does something that writes to the terminal, without the line in its way.
    pub(crate) fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(action),
            None => action(),
        }
    }
}

/// The parts that fit, the first ones before others, and the hint in any case.
fn fit<'a>(parts: impl Iterator<Item = &'a String>, hint: &str, room: usize) -> String {
    let gap = measure_text_width(GAP);
    let mut text = String::new();
    let mut taken = measure_text_width(hint);
    for part in parts {
        let width = measure_text_width(part) + gap;
        if taken + width <= room {
            taken += width;
            text.extend([part, GAP]);
        }
    }
    text + hint
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
pub(crate) struct Looking<'a>(pub(crate) &'a mut Line);

impl Watch for Looking<'_> {
    fn event(&mut self, event: Event<'_>) {
        self.0.event(event);
    }
}

/// Standard error, a little narrower than it is. Indicatif fills its line to the last
/// column, where the `^C` that a terminal shows would begin a new one, and this one
/// could no longer be cleared.
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
) -> Vec<String> {
    let counts = &progress.counts;
    let mut parts = Vec::new();
    if progress.bound > 0 {
        parts.push(format!("at least {}", progress.bound));
    }
    if let Some(best) = progress.best {
        parts.push(format!("best {best}"));
    }
    if let Some(Remaining { count, what }) = remaining {
        parts.push(format!("{} left", words::plural(count, what)));
    }
    if counts.expanded > 0 {
        parts.push(words::rate(counts.expanded, counts.elapsed));
    }
    match (layer, progress.depth) {
        (Some((depth, states)), _) => {
            parts.push(format!("{} at depth {depth}", words::grouped(states)));
        }
        (None, Some(depth)) => parts.push(format!("depth {depth}")),
        (None, None) => {}
    }
    if counts.peak_bytes > 0 {
        parts.push(words::bytes(counts.peak_bytes));
    }
    if counts.expanded > 0 {
        parts.push(format!("{} expanded", words::grouped(counts.expanded)));
    }
    parts
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
        assert_eq!(describe(&progress, None, None), ["6.1 M/s", "12,200,000 expanded"]);
        progress.bound = 48;
        progress.best = Some(52);
        progress.depth = Some(40);
        progress.counts.peak_bytes = 1 << 20;
        let expected =
            ["at least 48", "best 52", "6.1 M/s", "depth 40", "1.0 MiB", "12,200,000 expanded"];
        assert_eq!(describe(&progress, None, None), expected);
        let remaining = Some(Remaining { count: 1, what: "number" });
        assert_eq!(describe(&progress, None, remaining)[2], "1 number left");
        let layer = Some((12, 3_000));
        assert!(describe(&progress, layer, None).contains(&"3,000 at depth 12".to_string()));
    }

    #[test]
    fn every_line_fits_and_ends_with_the_hint() {
        let parts: Vec<String> =
            ["at least 48", "best 52", "1,200 numbers left", "6.1 M/s", "1.0 GiB"]
                .map(String::from)
                .into();
        for room in HINT.len()..200 {
            let line = fit(parts.iter(), HINT, room);
            assert!(measure_text_width(&line) <= room, "{room}: {line}");
            assert!(line.ends_with(HINT), "{room}: {line}");
        }
        let room = 80 - 4 - BEFORE;
        let expected = format!("at least 48 · best 52 · 6.1 M/s · {HINT}");
        assert_eq!(fit(parts.iter(), HINT, room), expected);
    }
}
