//! The moves to each expanded state over time: the more states, the darker; with their
//! mean as a line.

use super::digest::Digest;
use super::figure::{Figure, Names};
use super::kind::{Kind, PlotError};
use super::scale::Scale;
use crate::svg::{Element, Path, Svg};
use crate::theme::Theme;

/// How many columns there are, and at most how many rows.
const COLUMNS: usize = 120;
const ROWS: f64 = 90.0;
/// How many columns to each side the mean is taken over.
const AROUND: usize = 2;
/// How many shades there are: one element each.
const SHADES: usize = 12;

pub(super) fn moves(digests: &[Digest], theme: Theme) -> Result<Svg, PlotError> {
    let [digest] = digests else {
        return Err(PlotError::OneTrace { kind: Kind::Moves, count: digests.len() });
    };
    let points = digest.moves.get();
    let last = points.iter().map(|point| point.0).fold(0.0, f64::max) + 1.0;
    let most = points.iter().map(|point| point.1).fold(0.0, f64::max) + 1.0;
    let names = Names { x: "expansions", y: "moves so far" };
    let (x, y) = (Scale::linear(0.0, last), Scale::linear(-0.5, most - 0.5));
    let mut figure = Figure::new(digests, theme, x, y, &names);

    let columns = COLUMNS.min(last as usize).max(1);
    let row = (most / ROWS).ceil().max(1.0);
    let rows = (most / row).ceil() as usize;
    let mut counts = vec![0_u32; columns * rows];
    for &(x, y) in points {
        let column = (x / last * columns as f64) as usize;
        counts[(y / row) as usize * columns + column.min(columns - 1)] += 1;
    }
    let largest = counts.iter().copied().max().unwrap_or(1).max(1);
    // By the square root, so that few states are seen beside many.
    let shade = |count: u32| {
        let share = (f64::from(count) / f64::from(largest)).sqrt();
        ((share * SHADES as f64).ceil() as usize).clamp(1, SHADES)
    };
    let width = last / columns as f64;
    for level in 1..=SHADES {
        let mut cells = Path::new();
        for (place, _) in
            counts.iter().enumerate().filter(|(_, count)| **count > 0 && shade(**count) == level)
        {
            let (column, height) = ((place % columns) as f64, (place / columns) as f64);
            let (left, right) = (figure.x.at(column * width), figure.x.at((column + 1.0) * width));
            // A cell is around its number.
            let (low, high) =
                (figure.y.at(height * row - 0.5), figure.y.at((height + 1.0) * row - 0.5));
            cells = cells.to(left, low).line(right, low).line(right, high).line(left, high).close();
        }
        let share = 0.18 + 0.82 * level as f64 / SHADES as f64;
        figure.add(Element::path(cells).fill(theme.ramp(share)));
    }
    let mean = means(points, last, columns);
    let mean = mean.into_iter().map(|(x, y)| (figure.x.at(x), figure.y.at(y)));
    let colour = figure.theme.series()[1];
    let line = Element::polyline(mean.collect::<Vec<_>>()).round_joins();
    figure.add(line.stroke(colour, 2.2));
    Ok(figure.svg)
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
        .map(|column| ((column as f64 + 0.5) / columns as f64 * last, around(column)))
        .filter(|&(_, (_, count))| count > 0.0)
        .map(|(x, (sum, count))| (x, sum / count))
        .collect()
}
