//! The search graph: every expanded state as a tree, with the solution marked.
//!
//! Of lines that would lie on each other only one is drawn, so that the picture of a
//! hundred thousand states is no larger than its pixels make it.

mod layout;
mod nodes;
mod tidy;

use rustc_hash::FxHashSet;

pub(super) use nodes::Nodes;

use self::layout::{Layout, Shape, Trees};
use super::View;
use super::digest::Digest;
use super::figure::{WIDTH, head};
use super::kind::{Kind, PlotError};
use super::legend::{Entry, Mark};
use super::panels;
use super::ticks::number;
use crate::measure::text_width;
use crate::page;
use crate::svg::{Anchor, Brush, Element, Path, Svg};
use crate::theme::{Colour, Theme};
use fewest_puzzle::text::grouped;

/// The height of the picture: of rings, and of lines.
const ROUND: f64 = 950.0;
const FLAT: f64 = 640.0;
/// Between the picture's edge and the tree, so that labels have room.
const EDGE: f64 = 44.0;
/// The shades of lines, from the first expansions to the last.
const SHADES: usize = 10;
/// Up to `FEW` nodes are drawn as discs, and up to `VERY_FEW` with their priority.
const FEW: usize = 600;
const VERY_FEW: usize = 60;
/// The radius of a disc with a priority in it, and the least.
const DISC: f64 = 12.0;
const LEAST_DISC: f64 = 8.0;
/// Up to this many, the states of a path are dots.
const MAX_DOTS: usize = 200;
/// The maximum number of rings or lines of depths.
const MAX_GUIDES: i64 = 8;

pub(super) fn graph(digests: &[Digest], view: &View) -> Result<Svg, PlotError> {
    if view.log != (false, false) || view.x_range.is_some() || view.y_range.is_some() {
        return Err(PlotError::NoAxes);
    }
    if let Some(sampled) = digests.iter().find(|digest| digest.every > 1) {
        let (trace, every) = (sampled.name.clone(), sampled.every);
        return Err(PlotError::Sampled { trace, every });
    }
    panels::beside(digests, view, Kind::Graph, (WIDTH, ROUND), |digest, view| Ok(one(digest, view)))
}

fn one(digest: &Digest, view: &View) -> Svg {
    let is_iterative = !digest.iterations.is_empty();
    let trees = Trees::new(&digest.nodes.last_tree(is_iterative));
    let height = if trees.is_round() { ROUND } else { FLAT.min(240.0 + trees.height()) };
    let (width, height) = view.size.unwrap_or((WIDTH, height));
    let theme = view.theme;
    let mut svg = page(width, height, theme);
    let legend = legend(digest, &trees, is_iterative, theme);
    let top = head(&mut svg, std::slice::from_ref(digest), &legend, view);
    let (top, bottom) = (top + 22.0, (height - EDGE).max(top + 62.0));
    let area = ((EDGE, top), ((width - EDGE).max(EDGE + 40.0), bottom));
    let layout = trees.layout(area, &digest.nodes.path);
    let path: Vec<usize> =
        digest.nodes.path.iter().filter_map(|node| layout.places.get(node).copied()).collect();
    guides(&mut svg, &layout, theme);
    edges(&mut svg, &layout, theme);
    solution(&mut svg, &layout, &path, theme);
    discs(&mut svg, &layout, &path, theme);
    ends(&mut svg, &layout, &path, width, theme);
    svg
}

/// Whether nodes have room for a number.
fn disc(nodes: usize, room: f64) -> f64 {
    if nodes > VERY_FEW { 0.0 } else { DISC.min(0.44 * room) }
}

/// The colour of lines by when they were drawn, from 0 to 1.
fn shade(theme: Theme, is_backward: bool, share: f64) -> Colour {
    if !is_backward {
        return theme.ramp(0.35 + 0.6 * share);
    }
    let green = theme.series()[2];
    let end = green.mix(theme.ink(), 0.45);
    theme.paper().mix(green, 0.45 + share).mix(end, (2.0 * share - 1.0).max(0.0))
}

/// What colours, rings and marks mean.
fn legend(digest: &Digest, trees: &Trees, is_iterative: bool, theme: Theme) -> Vec<Entry> {
    let ramp = |is_backward| {
        let shades = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| shade(theme, is_backward, share));
        Mark::Ramp(shades.to_vec())
    };
    let mut entries = Vec::new();
    if trees.is_two_sided() {
        entries.push(Entry::new(ramp(false), "from the start, early to late"));
        entries.push(Entry::new(ramp(true), "from the goal, early to late"));
    } else {
        let which = if is_iterative { "last iteration, " } else { "" };
        entries.push(Entry::new(ramp(false), &format!("{which}expanded early to late")));
    }
    if digest.nodes.path.len() > 1 {
        let moves = grouped(digest.nodes.path.len() as u64 - 1);
        entries.push(Entry::new(Mark::Line(theme.series()[1]), &format!("path, {moves} moves")));
        if trees.is_two_sided() {
            entries.push(Entry::new(Mark::Disc(theme.series()[4]), "where both sides met"));
        }
    }
    let guide = match (trees.is_round(), trees.is_two_sided()) {
        (true, _) => "rings: moves from the start",
        (_, true) => "lines: moves from the start and to the goal",
        (_, false) => "lines: moves from the start",
    };
    entries.push(Entry::new(Mark::Guide(theme.pale_ink()), guide));
    if trees.len() <= VERY_FEW {
        entries.push(Entry::new(Mark::Circle(theme.ramp(0.75)), "state, with its priority"));
    }
    entries
}

/// Rings or lines for round depths, to see how deep nodes are.
fn guides(svg: &mut Svg, layout: &Layout, theme: Theme) {
    let deepest = layout.deepest.into_iter().max().unwrap_or(0).max(1);
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let every = steps.find(|step| deepest / step <= MAX_GUIDES).unwrap_or(deepest);
    let depths = |side: usize, first: i64| {
        (first..=layout.deepest[side]).step_by(usize::try_from(every).unwrap_or(usize::MAX))
    };
    let write = |svg: &mut Svg, x: f64, y: f64, depth: i64, anchor| {
        let label = Element::text(x, y, 10.5, &grouped(depth)).anchor(anchor);
        svg.add(label.clone().fill(theme.paper()).stroke(theme.paper(), 3.0).round_joins());
        svg.add(label.fill(theme.pale_ink()));
    };
    match layout.shape {
        Shape::Rings { middle: (x, y) } => {
            for depth in depths(0, every) {
                let radius = layout.step * depth as f64;
                let ring = Element::circle(x, y, radius);
                svg.add(ring.fill(Brush::None).stroke(theme.grid(), 1.0));
                write(svg, x + 3.0, y - radius - 8.0, depth, Anchor::Start);
            }
        }
        Shape::Lines { from, top, bottom } | Shape::TwoSided { from, top, bottom, .. } => {
            let mut guide = |x: f64, depth: i64| {
                let line = Element::line((x, top - 10.0), (x, bottom + 6.0));
                svg.add(line.stroke(theme.grid(), 1.0));
                write(svg, x, bottom + 18.0, depth, Anchor::Middle);
            };
            for depth in depths(0, 0) {
                guide(from + layout.step * depth as f64, depth);
            }
            if let Shape::TwoSided { back, .. } = layout.shape {
                for depth in depths(1, 0) {
                    guide(back - layout.step * depth as f64, depth);
                }
            }
        }
    }
}

fn edges(svg: &mut Svg, layout: &Layout, theme: Theme) {
    let spots = &layout.spots;
    let width = (40.0 / (spots.len() as f64).sqrt()).clamp(0.35, 1.6);
    let mut drawn: FxHashSet<[i32; 4]> = FxHashSet::default();
    for level in 0..SHADES {
        let places = spots.len() * level / SHADES..spots.len() * (level + 1) / SHADES;
        let mut lines = [Path::new(), Path::new()];
        for spot in &spots[places] {
            let Some(parent) = spot.parent else { continue };
            let parent = &spots[parent];
            let ends = [parent.x, parent.y, spot.x, spot.y];
            if drawn.insert(ends.map(|end| (end * 2.0).round() as i32)) {
                let path = &mut lines[usize::from(spot.is_backward)];
                *path = std::mem::take(path).to(parent.x, parent.y).line(spot.x, spot.y);
            }
        }
        let share = level as f64 / (SHADES - 1) as f64;
        for (path, is_backward) in lines.into_iter().zip([false, true]) {
            if !path.is_empty() {
                let colour = shade(theme, is_backward, share);
                let lines = Element::path(path).fill(Brush::None).stroke(colour, width);
                svg.add(lines.round_caps());
            }
        }
    }
}

/// Discs with their priority where there are few nodes, without where there are more.
fn discs(svg: &mut Svg, layout: &Layout, path: &[usize], theme: Theme) {
    let count = layout.spots.len();
    if count > FEW {
        return;
    }
    let large = disc(count, layout.room);
    for (place, spot) in layout.spots.iter().enumerate() {
        let is_on_path = path.contains(&place);
        if is_on_path && large < LEAST_DISC {
            continue;
        }
        let radius = if large >= LEAST_DISC { large } else { 2.6 };
        let colour =
            if is_on_path { theme.series()[1] } else { shade(theme, spot.is_backward, 0.7) };
        let disc = Element::circle(spot.x, spot.y, radius).fill(theme.paper());
        svg.add(disc.stroke(colour, if is_on_path { 2.4 } else { 1.2 }));
        if let (true, Some(priority)) = (large >= LEAST_DISC, spot.priority) {
            let text = number(priority);
            let size = (1.7 * radius / text_width(&text, 1.0)).min(11.0);
            let label = Element::text(spot.x, spot.y, size, &text);
            svg.add(label.fill(theme.ink()).anchor(Anchor::Middle));
        }
    }
}

/// The path to the goal, over all lines.
fn solution(svg: &mut Svg, layout: &Layout, path: &[usize], theme: Theme) {
    let (colour, place) = (theme.series()[1], |&spot: &usize| {
        let spot = &layout.spots[spot];
        (spot.x, spot.y)
    });
    // A path of thousands of states has only as many points as are visible.
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (number, (x, y)) in path.iter().map(place).enumerate() {
        let is_far = points.last().is_none_or(|last| (last.0 - x).abs() + (last.1 - y).abs() > 0.7);
        if is_far || number + 1 == path.len() {
            points.push((x, y));
        }
    }
    let line = Element::polyline(points).round_joins();
    // Beside lines as thin as a hair a thick one hides too much.
    let width = if layout.step < 1.0 { 1.4 } else { 2.6 };
    svg.add(line.stroke(colour, width).round_caps());
    if disc(layout.spots.len(), layout.room) >= LEAST_DISC {
        return;
    }
    for (number, (x, y)) in path.iter().map(place).enumerate() {
        let is_end = number == 0 || number + 1 == path.len();
        if is_end || path.len() <= MAX_DOTS {
            svg.add(Element::circle(x, y, if is_end { 5.5 } else { 2.4 }).fill(colour));
        }
    }
}

/// Marks start and goal, and where two sides met.
fn ends(svg: &mut Svg, layout: &Layout, path: &[usize], width: f64, theme: Theme) {
    let large = disc(layout.spots.len(), layout.room);
    let lift = if large >= LEAST_DISC { large + 10.0 } else { 15.0 };
    let mut write = |spot: usize, name: &str| {
        let (x, y) = (layout.spots[spot].x, layout.spots[spot].y);
        let half = text_width(name, 13.0) * 0.55;
        let x = x.clamp(half + 4.0, (width - half - 4.0).max(half + 4.0));
        let label = Element::text(x, y - lift, 13.0, name).bold().anchor(Anchor::Middle);
        let halo = label.clone().stroke(theme.paper(), 4.0).round_joins();
        svg.add(halo.fill(theme.paper()));
        svg.add(label.fill(theme.ink()));
    };
    if let (Some(&first), Some(&last)) = (path.first(), path.last()) {
        write(first, "start");
        if first != last {
            write(last, "goal");
        }
    } else if let Some(root) = layout.spots.iter().position(|spot| !spot.is_backward) {
        write(root, "start");
    }
    let is_last_forward =
        |pair: &&[usize]| !layout.spots[pair[0]].is_backward && layout.spots[pair[1]].is_backward;
    if let Some(&[met, _]) = path.windows(2).find(is_last_forward) {
        write(met, "meeting");
        let spot = &layout.spots[met];
        let disc = Element::circle(spot.x, spot.y, 5.0).fill(theme.series()[4]);
        svg.add(disc.stroke(theme.ink(), 1.2));
    }
}
