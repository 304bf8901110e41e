//! Numbers over time: as a line, and where there are more of them than pixels, as the
//! band between the least and the largest with the mean in it.

use super::digest::Digest;
use super::figure::{Figure, Names};
use super::kind::PlotError;
use super::points::Points;
use super::scale::Scale;
use crate::svg::{Element, Path, Svg};
use crate::theme::{Colour, Theme};
use fewest_trace::Column;

/// The least width of a column of pixels that is drawn as one, and how many points
/// there should be in it.
const COLUMN: f64 = 2.0;
const IN_COLUMN: f64 = 8.0;
/// More walks than these are not named.
const MAX_NAMES: usize = 7;
/// Up to this number, points are drawn as they are.
const FEW: usize = 400;

pub(super) fn priority(digests: &[Digest], theme: Theme) -> Svg {
    let names = Names { x: "expansions", y: "priority (moves)" };
    let all = digests.iter().map(|digest| &digest.priorities);
    let mut figure = framed(digests, all.clone(), theme, &names);
    for (number, points) in all.enumerate() {
        let colour = figure.colour(number);
        curve(&mut figure, points, colour);
    }
    figure.svg
}

pub(super) fn score(digests: &[Digest], theme: Theme) -> Svg {
    let names = Names { x: "steps", y: "score (lower is better)" };
    let all = digests.iter().flat_map(|digest| digest.walks.values());
    let mut figure = framed(digests, all, theme, &names);
    let alone = digests.len() == 1;
    if let [Digest { walks, .. }] = digests {
        let names: Vec<String> = walks.keys().map(|walk| format!("walk {walk}")).collect();
        figure.legend(&names[..names.len().min(MAX_NAMES)]);
    }
    for (number, digest) in digests.iter().enumerate() {
        // The walks of one search are told apart by colour if there is no other.
        for (walk, points) in digest.walks.values().enumerate() {
            let colour = figure.colour(if alone { walk } else { number });
            curve(&mut figure, points, colour);
        }
    }
    figure.svg
}

pub(super) fn of_columns(
    digests: &[Digest],
    x: &Column,
    y: &Column,
    theme: Theme,
) -> Result<Svg, PlotError> {
    if let Some(empty) = digests.iter().find(|digest| digest.picked.is_empty()) {
        let (x, y) = (x.name().to_string(), y.name().to_string());
        return Err(PlotError::NoPoints { trace: empty.name.clone(), x, y });
    }
    let all = digests.iter().map(|digest| &digest.picked);
    let (low, high) = ranges(all.clone());
    let (across, up) = (Scale::linear(low.0, high.0), Scale::linear(low.1, high.1));
    let names = Names { x: x.name(), y: y.name() };
    let mut figure = Figure::new(digests, theme, across, up, &names);
    for (number, points) in all.enumerate() {
        let colour = figure.colour(number);
        curve(&mut figure, points, colour);
    }
    Ok(figure.svg)
}

fn framed<'a>(
    digests: &[Digest],
    all: impl Iterator<Item = &'a Points>,
    theme: Theme,
    names: &Names<'_>,
) -> Figure {
    let (low, high) = ranges(all);
    // A little air, so that no curve lies on the frame.
    let air = ((high.1 - low.1) * 0.06).max(0.5);
    let up = Scale::linear((low.1 - air).max(0.0_f64.min(low.1)), high.1 + air);
    Figure::new(digests, theme, Scale::linear(0.0, high.0), up, names)
}

/// The least and the largest numbers of both axes.
fn ranges<'a>(all: impl Iterator<Item = &'a Points>) -> ((f64, f64), (f64, f64)) {
    let mut low = (f64::INFINITY, f64::INFINITY);
    let mut high = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for &(x, y) in all.flat_map(Points::get) {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    (low, high)
}

/// What lies in one column of pixels.
struct Bin {
    x: f64,
    low: f64,
    high: f64,
    sum: f64,
    count: u32,
}

fn curve(figure: &mut Figure, points: &Points, colour: Colour) {
    let placed = |&(x, y): &(f64, f64)| (figure.x.at(x), figure.y.at(y));
    if points.get().len() <= FEW {
        let mut sorted: Vec<(f64, f64)> = points.get().iter().map(placed).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        if sorted.len() <= FEW / 4 {
            for &(x, y) in &sorted {
                figure.add(Element::circle(x, y, 2.2).fill(colour));
            }
        }
        figure.add(line(sorted, colour));
        return;
    }
    let mut placed: Vec<(f64, f64)> = points.get().iter().map(placed).collect();
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let across = placed[placed.len() - 1].0 - placed[0].0;
    let column = (across * IN_COLUMN / placed.len() as f64).max(COLUMN);
    let mut bins: Vec<Bin> = Vec::new();
    for (x, y) in placed {
        match bins.last_mut() {
            Some(bin) if x < bin.x + column => {
                (bin.low, bin.high) = (bin.low.min(y), bin.high.max(y));
                bin.sum += y;
                bin.count += 1;
            }
            _ => bins.push(Bin { x, low: y, high: y, sum: y, count: 1 }),
        }
    }
    let mut band = Path::new();
    for (number, bin) in bins.iter().enumerate() {
        band = if number == 0 { band.to(bin.x, bin.low) } else { band.line(bin.x, bin.low) };
    }
    for bin in bins.iter().rev() {
        band = band.line(bin.x, bin.high);
    }
    figure.add(Element::path(band.close()).fill(colour).opacity(0.22));
    figure.add(line(bins.iter().map(|bin| (bin.x, bin.sum / f64::from(bin.count))), colour));
}

fn line(points: impl IntoIterator<Item = (f64, f64)>, colour: Colour) -> Element {
    Element::polyline(points).stroke(colour, 1.8).round_joins()
}
