//! `fewest bench large`: how plans of random positions become shorter over time, and how
//! time and length grow with the size.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fewest::search::Event;
use fewest::space::Cost;
use fewest_puzzles::command::Growth;
use fewest_puzzles::puzzle::{Puzzle, Registry, Request, Solution, Watch};
use fewest_render::plot::{Chart, Series, Shape};

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::output::Output;
use crate::plot::Drawing;
use crate::progress::Line;
use crate::words;

/// What is asked for.
pub(super) struct Large<'a> {
    /// Only this puzzle.
    pub(super) puzzle: Option<&'a str>,
    /// These sizes, or each puzzle's own.
    pub(super) sizes: Option<Vec<u32>>,
    /// The number of positions of each size. Their seeds are 1, 2, 3 and so on.
    pub(super) boards: u64,
    /// Where the curves go, if anywhere.
    pub(super) output: Option<&'a Path>,
    pub(super) quiet: bool,
}

impl Large<'_> {
    /// Solves the positions and prints a table for each puzzle. `request` is the search
    /// for a puzzle; it has a time limit.
    pub(super) fn run(
        &self,
        registry: &Registry,
        request: impl Fn(&'static dyn Puzzle) -> Result<Request>,
    ) -> Result<Exit> {
        let all = registry.puzzles().iter().copied();
        let named = match self.puzzle {
            Some(name) => vec![registry.by_name(name)?],
            None => all.collect(),
        };
        let growths: Vec<(&'static dyn Puzzle, Growth)> = (named.into_iter())
            .filter_map(|puzzle| Some((puzzle, puzzle.commands().growth?)))
            .collect();
        if growths.is_empty() {
            let name = self.puzzle.unwrap_or("this program");
            return Err(Failure::usage(format!("{name} has no positions of growing size")));
        }
        let mut drawings = Vec::new();
        for (puzzle, _) in &growths {
            let path = self.output.map(|path| match growths.len() {
                1 => path.to_path_buf(),
                _ => with_name(path, puzzle.name()),
            });
            drawings.push(path.map(|path| Drawing::new(Some(&path), &[])).transpose()?);
        }
        let mut output = Output::open(None, None)?;
        let mut is_solved = true;
        for ((puzzle, growth), drawing) in growths.into_iter().zip(drawings) {
            let request = request(puzzle)?;
            interrupt::stops(&request.budget.cancel);
            let limit = request.budget.time.unwrap_or_default();
            let times = [limit / 16, limit / 4, limit];
            output.write(&heading(puzzle, &growth, self.boards, &request, times))?;
            let mut sizes = Vec::new();
            for &size in self.sizes.as_deref().unwrap_or(growth.sizes) {
                let measured = self.measure(&growth, size, &request)?;
                is_solved &= measured.solved() == measured.runs.len();
                if !measured.runs.is_empty() {
                    output.write(&measured.row(times))?;
                    sizes.push(measured);
                }
                if request.budget.cancel.is_cancelled() {
                    return Ok(Exit::Interrupted);
                }
            }
            output.write(&exponents(&sizes))?;
            if let Some(drawing) = drawing {
                drawing.write(&chart(puzzle, &growth, &sizes, self.boards, limit).svg())?;
            }
        }
        Ok(if is_solved { Exit::Done } else { Exit::Limit })
    }

    fn measure(&self, growth: &Growth, size: u32, request: &Request) -> Result<Measured> {
        let mut runs = Vec::new();
        for seed in 1..=self.boards {
            let (position, yardstick) = (growth.make)(size, seed)?;
            let mut line = Line::start(self.quiet, "Ctrl-C stops the benchmark");
            line.lead(|| vec![format!("size {size}, seed {seed}")]);
            let mut recorder =
                Recorder { line: &mut line, started: Instant::now(), plans: Vec::new() };
            let answer = position.solve(request, &mut recorder)?;
            let elapsed = recorder.started.elapsed();
            let mut plans = recorder.plans;
            drop(line);
            // A board on which it was interrupted would spoil the means.
            if request.budget.cancel.is_cancelled() {
                break;
            }
            if let Some(cost) = answer.cost()
                && plans.last().is_none_or(|&(_, best)| cost < best)
            {
                plans.push((elapsed, cost));
            }
            let bound = answer.bound;
            let yardstick = f64::from(yardstick.unwrap_or(bound).max(1));
            runs.push(Run { plans, yardstick, bound, bytes: answer.counts.peak_bytes });
        }
        Ok(Measured { size, runs })
    }
}

/// `curves.svg` as `curves-tiles.svg`.
fn with_name(path: &Path, name: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{name}.{ending}"))
}

/// Notes when each better plan came.
struct Recorder<'a> {
    line: &'a mut Line,
    started: Instant,
    plans: Vec<(Duration, Cost)>,
}

impl Watch for Recorder<'_> {
    fn event(&mut self, event: Event<'_>) {
        self.line.event(event);
    }

    fn improved(&mut self, best: &Solution<'_>) {
        self.plans.push((self.started.elapsed(), best.cost));
    }
}

/// What came of one position.
struct Run {
    /// The plans, each better than the one before, and when they came.
    plans: Vec<(Duration, Cost)>,
    yardstick: f64,
    bound: Cost,
    bytes: u64,
}

impl Run {
    /// The length of the best plan at a time, as a multiple of the yardstick.
    fn ratio(&self, time: Duration) -> Option<f64> {
        let (_, cost) = self.plans.iter().rfind(|&&(at, _)| at <= time)?;
        Some(f64::from(*cost) / self.yardstick)
    }

    fn moves(&self) -> Option<f64> {
        self.plans.last().map(|&(_, cost)| f64::from(cost))
    }

    fn first(&self) -> Option<f64> {
        self.plans.first().map(|(time, _)| time.as_secs_f64())
    }
}

/// What came of the positions of one size.
struct Measured {
    size: u32,
    runs: Vec<Run>,
}

impl Measured {
    fn solved(&self) -> usize {
        self.runs.iter().filter(|run| !run.plans.is_empty()).count()
    }

    /// The mean over all positions, if all have a value.
    fn mean(&self, value: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
        let values: Vec<f64> = self.runs.iter().map(value).collect::<Option<_>>()?;
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The mean multiple over time, from when every position has a plan.
    fn curve(&self, end: Duration) -> Vec<(f64, f64)> {
        let plans = self.runs.iter().flat_map(|run| &run.plans);
        let mut times: Vec<Duration> = plans.map(|&(time, _)| time).chain([end]).collect();
        times.sort_unstable();
        times.dedup();
        let point =
            |time: &Duration| Some((time.as_secs_f64(), self.mean(|run| run.ratio(*time))?));
        times.iter().filter_map(point).collect()
    }

    fn row(&self, times: [Duration; 3]) -> String {
        let cell = |value: Option<f64>, digits: usize| {
            value.map_or("-".to_string(), |value| format!("{value:.digits$}"))
        };
        let first =
            self.mean(|run| run.plans.first().map(|&(_, cost)| f64::from(cost) / run.yardstick));
        // The last plan may be taken a moment after the time is up.
        let last = |time| if time == times[2] { Duration::MAX } else { time };
        let ratios = times.map(|time| cell(self.mean(|run| run.ratio(last(time))), 3));
        let bytes = self.runs.iter().map(|run| run.bytes).max().unwrap_or(0);
        row([
            &self.size.to_string(),
            &format!("{}/{}", self.solved(), self.runs.len()),
            &cell(self.mean(Run::first), 3),
            &cell(first, 3),
            &ratios[0],
            &ratios[1],
            &ratios[2],
            &cell(self.mean(Run::moves), 0),
            &cell(self.mean(|run| Some(f64::from(run.bound))), 0),
            &words::bytes(bytes),
        ])
    }
}

fn row(cells: [&str; 10]) -> String {
    let widths = [5, 7, 8, 6, 8, 8, 8, 9, 9, 10];
    let mut text = String::new();
    for (cell, width) in cells.into_iter().zip(widths) {
        // Writing to a String can't fail.
        let _ = write!(text, "{cell:>width$}  ");
    }
    format!("{}\n", text.trim_end())
}

fn heading(
    puzzle: &dyn Puzzle,
    growth: &Growth,
    boards: u64,
    request: &Request,
    times: [Duration; 3],
) -> String {
    let [early, later, end] = times.map(words::time);
    let names =
        ["size", "solved", "first s", "first", &early, &later, &end, "moves", "bound", "memory"];
    format!(
        "{}, size: {}; moves / {}; {} each, {}\n{}",
        puzzle.name(),
        growth.unit,
        growth.yardstick,
        words::plural(boards, "position"),
        words::plural(request.budget.threads as u64, "thread"),
        row(names)
    )
}

/// How the time to the first plan and the length of the last one grow with the size.
fn exponents(sizes: &[Measured]) -> String {
    let exponent = |value: &dyn Fn(&Run) -> Option<f64>| {
        let point = |measured: &Measured| Some((f64::from(measured.size), measured.mean(value)?));
        power(&sizes.iter().filter_map(point).collect::<Vec<_>>())
    };
    let parts = [
        ("moves grow as", exponent(&Run::moves)),
        ("the time to the first plan grows as", exponent(&Run::first)),
    ];
    let parts: Vec<String> = (parts.into_iter())
        .filter_map(|(what, power)| Some(format!("{what} size^{:.1}\n", power?)))
        .collect();
    format!("{}\n", parts.concat())
}

/// The exponent of the power law nearest to these points, by least squares over their
/// logarithms.
fn power(points: &[(f64, f64)]) -> Option<f64> {
    let logs = points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln()));
    let logs: Vec<(f64, f64)> = logs.collect();
    let count = logs.len() as f64;
    let (mean_x, mean_y) = (
        logs.iter().map(|log| log.0).sum::<f64>() / count,
        logs.iter().map(|log| log.1).sum::<f64>() / count,
    );
    let spread: f64 = logs.iter().map(|log| (log.0 - mean_x).powi(2)).sum();
    let slope: f64 = logs.iter().map(|log| (log.0 - mean_x) * (log.1 - mean_y)).sum();
    (spread > 0.0).then(|| slope / spread)
}

fn chart(
    puzzle: &dyn Puzzle,
    growth: &Growth,
    sizes: &[Measured],
    boards: u64,
    limit: Duration,
) -> Chart {
    let series = sizes.iter().map(|measured| {
        let above = |(time, ratio): (f64, f64)| (time, 100.0 * (ratio - 1.0));
        let points = measured.curve(limit).into_iter().map(above).collect();
        Series { name: measured.size.to_string(), points, shape: Shape::Steps }
    });
    Chart {
        title: format!("{}: plans over time", puzzle.name()),
        summary: match boards {
            1 => format!("by size ({}); one random position each", growth.unit),
            _ => format!("by size ({}); the mean of {boards} random positions each", growth.unit),
        },
        names: ("seconds".into(), format!("moves above {}, in %", growth.yardstick)),
        series: series.collect(),
        log: (true, true),
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_power_law_is_found() {
        let cubes: Vec<(f64, f64)> = (2..9).map(f64::from).map(|x| (x, 5.0 * x.powi(3))).collect();
        assert!((power(&cubes).unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(power(&cubes[..1]), None);
        assert_eq!(power(&[]), None);
    }

    #[test]
    fn a_mean_begins_when_every_position_has_a_plan() {
        let run = |plans: &[(u64, Cost)]| Run {
            plans: plans.iter().map(|&(time, cost)| (Duration::from_secs(time), cost)).collect(),
            yardstick: 10.0,
            bound: 8,
            bytes: 0,
        };
        let runs = vec![run(&[(1, 30), (4, 20)]), run(&[(2, 40)])];
        let measured = Measured { size: 6, runs };
        let end = Duration::from_secs(8);
        assert_eq!(measured.curve(end), [(2.0, 3.5), (4.0, 3.0), (8.0, 3.0)]);
        let unsolved = Measured { size: 6, runs: vec![run(&[(1, 30)]), run(&[])] };
        assert_eq!((unsolved.solved(), unsolved.curve(end)), (1, Vec::new()));
    }
}
