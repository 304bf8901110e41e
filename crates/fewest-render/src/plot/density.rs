//! The moves to each expanded state over time: the more states, the darker; with their
//! mean as a line.

use super::View;
use super::digest::Digest;
use super::figure::{Figure, Frame, HEIGHT, WIDTH};
use super::kind::{Kind, PlotError};
use super::legend::{Entry, Mark};
use super::panels;
use super::scale::Scale;
use crate::svg::{Element, Path, Svg};

/// The number of columns, and the maximum number of rows.
const COLUMNS: usize = 120;
const ROWS: f64 = 90.0;
/// The number of columns on each side for the mean.
const AROUND: usize = 2;
/// The number of shades: one element each.
const SHADES: usize = 12;

pub(super) fn moves(digests: &[Digest], view: &View) -> Result<Svg, PlotError> {
    let points = || digests.iter().flat_map(|digest| digest.moves.get());
    // The same axes for all, so that they can be compared.
    let last = points().map(|point| point.0).fold(0.0, f64::max) + 1.0;
    let most = points().map(|point| point.1).fold(0.0, f64::max) + 1.0;
    panels::beside(digests, view, Kind::Moves, (WIDTH, HEIGHT), |digest, view| {
        Ok(one(digest, view, last, most))
    })
}

fn shade(view: &View, level: usize) -> crate::theme::Colour {
    view.theme.ramp(0.18 + 0.82 * level as f64 / SHADES as f64)
}

fn one(digest: &Digest, view: &View, last: f64, most: f64) -> Svg {
    let points = digest.moves.get();
    let mean_colour = view.theme.series()[1];
    let shades = [1, 4, 7, 10, SHADES].map(|level| shade(view, level));
    let legend = vec![
        Entry::new(Mark::Ramp(shades.to_vec()), "few to many expansions"),
        Entry::new(Mark::Line(mean_colour), "mean"),
    ];
    let x = Scale::linear(0.0, last).whole();
    let y = Scale::linear(-0.5, most - 0.5).whole();
    let frame = Frame { x, y, names: ("expansions", "moves so far"), legend, wanted: Vec::new() };
    let mut figure = Figure::new(std::slice::from_ref(digest), view, &frame);

    let columns = COLUMNS.min(last as usize).max(1);
    let row = (most / ROWS).ceil().max(1.0);
    let rows = (most / row).ceil() as usize;
    let mut counts = vec![0_u32; columns * rows];
    for &(x, y) in points {
        let column = (x / last * columns as f64) as usize;
        let place = ((y.max(0.0) / row) as usize).min(rows - 1);
        counts[place * columns + column.min(columns - 1)] += 1;
    }
    let largest = counts.iter().copied().max().unwrap_or(1).max(1);
    // By the square root, so that few states are visible next to many.
    let level_of = |count: u32| {
        let share = (f64::from(count) / f64::from(largest)).sqrt();
        ((share * SHADES as f64).ceil() as usize).clamp(1, SHADES)
    };
    let width = last / columns as f64;
    for level in 1..=SHADES {
        let mut cells = Path::new();
        for (place, _) in
            counts.iter().enumerate().filter(|(_, count)| **count > 0 && level_of(**count) == level)
        {
            let (column, height) = ((place % columns) as f64, (place / columns) as f64);
            let (left, right) =
                (figure.x.clamped(column * width), figure.x.clamped((column + 1.0) * width));
            // A cell is around its number.
            let (low, high) = (
                figure.y.clamped(height * row - 0.5),
                figure.y.clamped((height + 1.0) * row - 0.5),
            );
            if left < right && high < low {
                let upper = cells.to(left, low).line(right, low).line(right, high);
                cells = upper.line(left, high).close();
            }
        }
        figure.add(Element::path(cells).fill(shade(view, level)));
    }
    let mean = means(points, last, columns);
    let mean: Vec<_> = mean.into_iter().map(|(x, y)| (figure.x.at(x), figure.y.at(y))).collect();
    figure.line(mean, |line| line.stroke(mean_colour, 2.2));
    figure.svg
}

/// The mean of the moves around each column.
fn means(points: &[(f64, f64)], last: f64, columns: usize) -> Vec<(f64, f64)> {
    let mut sums = vec![(0.0, 0.0); columns];
    for &(x, y) in points {
        let (sum, count) = &mut sums[((x / last * columns as f64) as usize).min(columns - 1)];
        (*sum, *count) = (*sum + y, *count + 1.0);
    }
    let around = |column: usize| {
        let near = &sums[column.saturating_sub(AROUND)..columns.min(column + AROUND + 1)];
        near.iter().fold((0.0, 0.0), |total, part| (total.0 + part.0, total.1 + part.1))
    };
    (0..columns)
        .filter(|&column| sums[column].1 > 0.0)
        .map(|column| ((column as f64 + 0.5) / columns as f64 * last, around(column)))
        .map(|(x, (sum, count))| (x, sum / count))
        .collect()
}
