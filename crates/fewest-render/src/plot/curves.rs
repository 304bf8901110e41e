//! Numbers over time: as a line, and where there are more of them than pixels, as the
//! band between the least and the largest with the mean in it.

use super::View;
use super::digest::Digest;
use super::figure::{Figure, Frame, colour};
use super::kind::PlotError;
use super::legend::{Entry, Mark};
use super::points::Points;
use super::scale::Scale;
use crate::svg::{Element, Path, Svg};
use crate::theme::Colour;
use fewest_trace::Column;

/// The least width of a column of pixels that is drawn as one, and how many points
/// there should be in it.
const COLUMN: f64 = 2.0;
const IN_COLUMN: f64 = 8.0;
/// Further walks are not named.
const MAX_NAMES: usize = 7;
/// Up to this number, points are drawn as they are.
const FEW: usize = 400;

/// How a line connects points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Straight.
    Straight,
    /// A value holds until the next one.
    Steps,
}

pub(super) fn priority(digests: &[Digest], view: &View) -> Svg {
    let all = || digests.iter().map(|digest| &digest.priorities);
    // A search that proves nothing has a bound of 0 throughout.
    let bounds = match digests {
        [only] => Some(&only.bounds).filter(|bounds| bounds.get().iter().any(|at| at.1 > 0.0)),
        _ => None,
    };
    let mut legend = legend_of(all(), colour_if_alone(digests, view), "priority");
    if bounds.is_some() {
        legend.push(Entry::new(Mark::Dashed(view.theme.series()[1]), "bound"));
    }
    let (low, high) = ranges(all().chain(bounds));
    let names = ("expansions", "priority (moves)");
    let mut figure = framed(digests, low, high, names, legend, view);
    for (number, points) in all().enumerate() {
        let colour = figure.colour(number);
        curve(&mut figure, points, colour, Shape::Straight);
    }
    if let Some(bounds) = bounds {
        let colour = figure.colour(1);
        dashed_steps(&mut figure, bounds, colour);
    }
    figure.svg
}

pub(super) fn score(digests: &[Digest], view: &View) -> Svg {
    let all = || digests.iter().flat_map(|digest| digest.walks.values());
    let mut legend = Vec::new();
    let alone = digests.len() == 1;
    if let [Digest { walks, .. }] = digests {
        for (number, walk) in walks.keys().enumerate().take(MAX_NAMES) {
            let line = Mark::Line(colour(view.theme, number));
            legend.push(Entry::new(line, &format!("walk {walk}")));
        }
        if walks.len() > MAX_NAMES {
            let more = format!("and {} more, in the same colours", walks.len() - MAX_NAMES);
            legend.push(Entry::new(Mark::Line(view.theme.pale_ink()), &more));
        }
    }
    legend.extend(banded(all(), view.theme.pale_ink()));
    let (low, high) = ranges(all());
    let names = ("steps", "score (lower is better)");
    let mut figure = framed(digests, low, high, names, legend, view);
    for (number, digest) in digests.iter().enumerate() {
        // If there is only one search, colours distinguish its walks.
        for (walk, points) in digest.walks.values().enumerate() {
            let colour = figure.colour(if alone { walk } else { number });
            curve(&mut figure, points, colour, Shape::Straight);
        }
    }
    figure.svg
}

pub(super) fn of_columns(
    digests: &[Digest],
    x: &Column,
    y: &Column,
    view: &View,
) -> Result<Svg, PlotError> {
    if let Some(empty) = digests.iter().find(|digest| digest.picked.is_empty()) {
        let (x, y) = (x.name().to_string(), y.name().to_string());
        return Err(PlotError::NoPoints { trace: empty.name.clone(), x, y });
    }
    let all = || digests.iter().map(|digest| &digest.picked);
    let ((left, low), (right, high)) = ranges(all());
    // A bound and a best plan hold until there is a better one.
    let shape = match y.name() {
        "bound" | "best" => Shape::Steps,
        _ => Shape::Straight,
    };
    let sample = colour_if_alone(digests, view);
    let legend = match shape {
        Shape::Steps => vec![Entry::new(Mark::Line(sample), y.name())],
        Shape::Straight => legend_of(all(), sample, y.name()),
    };
    let (mut across, mut up) = (Scale::linear(left, right), Scale::linear(low, high));
    (across.is_whole, up.is_whole) = (x.is_whole(), y.is_whole());
    let names = (x.name(), y.name());
    let frame = Frame { x: across, y: up, names, legend, wanted: Vec::new() };
    let mut figure = Figure::new(digests, view, &frame);
    for (number, points) in all().enumerate() {
        let colour = figure.colour(number);
        curve(&mut figure, points, colour, shape);
    }
    Ok(figure.svg)
}

fn framed(
    digests: &[Digest],
    low: (f64, f64),
    high: (f64, f64),
    names: (&str, &str),
    legend: Vec<Entry>,
    view: &View,
) -> Figure {
    // A little margin, so that no curve lies on the frame.
    let air = ((high.1 - low.1) * 0.06).max(0.5);
    let y = Scale::linear((low.1 - air).max(0.0_f64.min(low.1)), high.1 + air).whole();
    let x = Scale::linear(0.0, high.0).whole();
    Figure::new(digests, view, &Frame { x, y, names, legend, wanted: Vec::new() })
}

/// A colour for samples: that of the only trace, or a neutral one.
fn colour_if_alone(digests: &[Digest], view: &View) -> Colour {
    if digests.len() == 1 { colour(view.theme, 0) } else { view.theme.pale_ink() }
}

/// What the line means, and the band around it if there is one.
fn legend_of<'a>(
    all: impl Iterator<Item = &'a Points> + Clone,
    colour: Colour,
    name: &str,
) -> Vec<Entry> {
    let band = banded(all, colour);
    let line = if band.is_empty() { name.to_string() } else { format!("{name}, mean") };
    std::iter::once(Entry::new(Mark::Line(colour), &line)).chain(band).collect()
}

/// What a band means, if there is one.
fn banded<'a>(mut all: impl Iterator<Item = &'a Points>, colour: Colour) -> Vec<Entry> {
    let has_band = all.any(|points| points.get().len() > FEW);
    let band = Entry::new(Mark::Band(colour), "from the least to the largest");
    has_band.then_some(band).into_iter().collect()
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

/// The points on the picture, from left to right.
fn placed(figure: &Figure, points: &Points) -> Vec<(f64, f64)> {
    let place = |&(x, y): &(f64, f64)| (figure.x.at(x), figure.y.at(y));
    let mut placed: Vec<(f64, f64)> = points.get().iter().map(place).collect();
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    placed
}

fn curve(figure: &mut Figure, points: &Points, colour: Colour, shape: Shape) {
    let stroke = |line: Element| line.stroke(colour, 1.8);
    let placed = placed(figure, points);
    if shape == Shape::Steps {
        figure.line(steps(&placed), stroke);
        return;
    }
    let (left, right) = figure.across();
    if placed.len() <= FEW {
        if placed.len() <= FEW / 4 {
            let (low, high) = (figure.y.clamped(f64::MIN), figure.y.clamped(f64::MAX));
            let is_inside =
                |&&(x, y): &&(f64, f64)| (left..=right).contains(&x) && (high..=low).contains(&y);
            for &(x, y) in placed.iter().filter(is_inside) {
                figure.add(Element::circle(x, y, 2.2).fill(colour));
            }
        }
        figure.line(placed, stroke);
        return;
    }
    let across = (placed[placed.len() - 1].0 - placed[0].0).min(right - left);
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
    let (bottom, top) = (figure.y.clamped(f64::MIN), figure.y.clamped(f64::MAX));
    let mut band = Path::new();
    let mut is_first = true;
    for bin in bins.iter().filter(|bin| (left..=right).contains(&bin.x)) {
        let y = bin.low.clamp(top, bottom);
        band = if is_first { band.to(bin.x, y) } else { band.line(bin.x, y) };
        is_first = false;
    }
    for bin in bins.iter().rev().filter(|bin| (left..=right).contains(&bin.x)) {
        band = band.line(bin.x, bin.high.clamp(top, bottom));
    }
    if !is_first {
        figure.add(Element::path(band.close()).fill(colour).opacity(0.22));
    }
    figure.line(bins.iter().map(|bin| (bin.x, bin.sum / f64::from(bin.count))), stroke);
}

/// The corners of a line on which a value holds until the next one.
pub(super) fn steps(placed: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in placed {
        match corners.last() {
            // Places of one value are the same to the last bit.
            Some(&(_, before)) if before.total_cmp(&y).is_eq() => continue,
            Some(&(_, before)) => corners.push((x, before)),
            None => {}
        }
        corners.push((x, y));
    }
    if let (Some(&(end, _)), Some(&(_, last))) = (placed.last(), corners.last()) {
        corners.push((end, last));
    }
    corners
}

fn dashed_steps(figure: &mut Figure, points: &Points, colour: Colour) {
    let corners = steps(&placed(figure, points));
    figure.line(corners, |line| line.stroke(colour, 1.6).dashes(5.0, 3.5));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_holds_until_the_next() {
        let corners = steps(&[(0.0, 1.0), (1.0, 1.0), (2.0, 5.0), (4.0, 5.0)]);
        assert_eq!(corners, [(0.0, 1.0), (2.0, 1.0), (2.0, 5.0), (4.0, 5.0)]);
        assert!(steps(&[]).is_empty());
    }
}
