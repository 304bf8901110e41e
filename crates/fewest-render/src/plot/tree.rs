//! The search graph: every expanded state as a tree around the start, with the
//! solution marked.
//!
//! Each state is as far from the middle as it is from the start, and has as much of
//! the circle as there are leaves below it (Wills 1997 calls it a radial layout). Of
//! lines that would lie on each other only one is drawn, so that the picture of a
//! hundred thousand states is no larger than its pixels make it.

use std::f64::consts::TAU;

use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::Digest;
use super::figure::title;
use super::kind::{Kind, PlotError};
use crate::page;
use crate::svg::{Anchor, Brush, Element, Path, Svg};
use crate::theme::Theme;
use fewest_trace::{Event, Row};

/// The most nodes that are kept, some hundred megabytes of them.
const MAX: usize = 2_000_000;
/// The size of the picture.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 920.0;
const MIDDLE: (f64, f64) = (WIDTH / 2.0, 76.0 + (HEIGHT - 76.0) / 2.0);
const RADIUS: f64 = 400.0;
/// The shades of lines, from the first expansions to the last.
const SHADES: usize = 10;
/// Up to `FEW` nodes are drawn as discs, and up to `VERY_FEW` with their priority.
const FEW: usize = 600;
const VERY_FEW: usize = 60;
/// The radius of a disc with a priority in it.
const DISC: f64 = 11.0;

/// The nodes of a tree, in the order in which they were expanded.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// Number, parent, depth and priority.
    nodes: Vec<(i64, Option<i64>, i64, Option<f64>)>,
    path: Vec<i64>,
}

impl Nodes {
    pub(super) fn add(&mut self, row: &Row, trace: &str) -> Result<(), PlotError> {
        let Some(node) = row.node else { return Ok(()) };
        if row.event == Event::Path {
            self.path.push(node);
            return Ok(());
        }
        if self.nodes.len() == MAX {
            return Err(PlotError::TooManyNodes { trace: trace.to_string(), most: MAX });
        }
        self.nodes.push((node, row.parent, row.moves.unwrap_or(0), row.priority));
        Ok(())
    }

    /// The nodes of the tree to draw. An algorithm that begins again and again has a
    /// tree for each time, of which the last one found the solution; one that searches
    /// from both ends has two.
    fn last_tree(&self, is_iterative: bool) -> &[(i64, Option<i64>, i64, Option<f64>)] {
        if !is_iterative {
            return &self.nodes;
        }
        let root = self.nodes.iter().rposition(|&(_, parent, ..)| parent.is_none());
        &self.nodes[root.unwrap_or(0)..]
    }
}

/// A laid out node.
#[derive(Clone, Copy)]
struct Spot {
    parent: Option<usize>,
    depth: i64,
    priority: Option<f64>,
    /// How much of the circle it has, in leaves.
    leaves: u64,
    /// Where its part of the circle begins.
    begins: f64,
    x: f64,
    y: f64,
}

pub(super) fn graph(digests: &[Digest], theme: Theme) -> Result<Svg, PlotError> {
    let [digest] = digests else {
        return Err(PlotError::OneTrace { kind: Kind::Graph, count: digests.len() });
    };
    if digest.every > 1 {
        return Err(PlotError::Sampled { trace: digest.name.clone(), every: digest.every });
    }
    let nodes = digest.nodes.last_tree(!digest.iterations.is_empty());
    let (spots, places) = layout(nodes);
    let mut svg = page(WIDTH, HEIGHT, theme);
    title(&mut svg, digests, theme);
    rings(&mut svg, &spots, theme);
    edges(&mut svg, &spots, theme);
    let path: Vec<usize> =
        digest.nodes.path.iter().filter_map(|node| places.get(node).copied()).collect();
    let points: Vec<(f64, f64)> =
        path.iter().map(|&place| (spots[place].x, spots[place].y)).collect();
    solution(&mut svg, &points, spots.len(), theme);
    discs(&mut svg, &spots, &path, theme);
    ends(&mut svg, &points, spots.len(), theme);
    Ok(svg)
}

/// Where each node is, and which spot has which node.
fn layout(nodes: &[(i64, Option<i64>, i64, Option<f64>)]) -> (Vec<Spot>, FxHashMap<i64, usize>) {
    let mut places: FxHashMap<i64, usize> = FxHashMap::default();
    let mut spots: Vec<Spot> = Vec::with_capacity(nodes.len());
    for &(node, parent, depth, priority) in nodes {
        let parent = parent.and_then(|parent| places.get(&parent).copied());
        // A node that was expanded twice is drawn where it was first.
        places.entry(node).or_insert(spots.len());
        spots.push(Spot { parent, depth, priority, leaves: 0, begins: 0.0, x: 0.0, y: 0.0 });
    }
    // Children come after their parents, so that one pass back gathers the leaves, and
    // one pass forward deals out the circle.
    for place in (0..spots.len()).rev() {
        let leaves = spots[place].leaves.max(1);
        spots[place].leaves = leaves;
        if let Some(parent) = spots[place].parent {
            spots[parent].leaves += leaves;
        }
    }
    let roots: u64 = spots.iter().filter(|spot| spot.parent.is_none()).map(|s| s.leaves).sum();
    let deepest = spots.iter().map(|spot| spot.depth).max().unwrap_or(0).max(1) as f64;
    let several = spots.iter().filter(|spot| spot.parent.is_none()).count() > 1;
    let leaf = TAU / roots.max(1) as f64;
    let mut dealt = vec![0.0; spots.len()];
    let mut first = 0.0;
    for place in 0..spots.len() {
        let Spot { parent, depth, leaves, .. } = spots[place];
        let share = leaves as f64 * leaf;
        let dealt = parent.map_or(&mut first, |parent| &mut dealt[parent]);
        let begins = parent.map_or(0.0, |parent| spots[parent].begins) + *dealt;
        *dealt += share;
        // Several roots can't all be in the middle.
        let hub = if several { 0.12 } else { 0.0 };
        let radius = RADIUS * (hub + (1.0 - hub) * depth as f64 / deepest);
        let angle = begins + share / 2.0 - TAU / 4.0;
        let spot = &mut spots[place];
        spot.begins = begins;
        (spot.x, spot.y) = (MIDDLE.0 + radius * angle.cos(), MIDDLE.1 + radius * angle.sin());
    }
    (spots, places)
}

/// Circles for every fifth or tenth move, to see how deep nodes are.
fn rings(svg: &mut Svg, spots: &[Spot], theme: Theme) {
    let deepest = spots.iter().map(|spot| spot.depth).max().unwrap_or(0).max(1);
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|step| deepest / step <= 6)
        .unwrap_or(deepest);
    for depth in (step..=deepest).step_by(step as usize) {
        let radius = RADIUS * depth as f64 / deepest as f64;
        let ring = Element::circle(MIDDLE.0, MIDDLE.1, radius);
        svg.add(ring.fill(Brush::None).stroke(theme.grid(), 1.0));
        let label =
            Element::text(MIDDLE.0 + 3.0, MIDDLE.1 - radius - 7.0, 10.0, &depth.to_string());
        svg.add(label.fill(theme.pale_ink()));
    }
}

fn edges(svg: &mut Svg, spots: &[Spot], theme: Theme) {
    let width = (40.0 / (spots.len() as f64).sqrt()).clamp(0.35, 1.6);
    let mut drawn: FxHashSet<[i32; 4]> = FxHashSet::default();
    for shade in 0..SHADES {
        let places = spots.len() * shade / SHADES..spots.len() * (shade + 1) / SHADES;
        let mut lines = Path::new();
        for spot in &spots[places] {
            let Some(parent) = spot.parent else { continue };
            let parent = &spots[parent];
            let ends = [parent.x, parent.y, spot.x, spot.y];
            if drawn.insert(ends.map(|end| (end * 2.0).round() as i32)) {
                lines = lines.to(parent.x, parent.y).line(spot.x, spot.y);
            }
        }
        let share = 0.35 + 0.6 * shade as f64 / (SHADES - 1) as f64;
        let lines = Element::path(lines).fill(Brush::None).stroke(theme.ramp(share), width);
        svg.add(lines.round_caps());
    }
}

/// Discs with their priority where there are few nodes, without where there are more.
fn discs(svg: &mut Svg, spots: &[Spot], path: &[usize], theme: Theme) {
    if spots.len() > FEW {
        return;
    }
    let labelled = spots.len() <= VERY_FEW;
    for (place, spot) in spots.iter().enumerate() {
        let is_on_path = path.contains(&place);
        if is_on_path && !labelled {
            continue;
        }
        let radius = if labelled { DISC } else { 2.6 };
        let colour = if is_on_path { theme.series()[1] } else { theme.ramp(0.75) };
        let disc = Element::circle(spot.x, spot.y, radius).fill(theme.paper());
        svg.add(disc.stroke(colour, if is_on_path { 2.4 } else { 1.2 }));
        if let (true, Some(priority)) = (labelled, spot.priority) {
            let label = Element::text(spot.x, spot.y, 11.0, &priority.to_string());
            svg.add(label.fill(theme.ink()).anchor(Anchor::Middle));
        }
    }
}

/// The path to the goal, over all lines.
fn solution(svg: &mut Svg, points: &[(f64, f64)], nodes: usize, theme: Theme) {
    let colour = theme.series()[1];
    let line = Element::polyline(points.iter().copied()).round_joins();
    svg.add(line.stroke(colour, 2.6).round_caps());
    if nodes <= VERY_FEW {
        return;
    }
    for (number, &(x, y)) in points.iter().enumerate() {
        let is_end = number == 0 || number + 1 == points.len();
        svg.add(Element::circle(x, y, if is_end { 5.5 } else { 2.4 }).fill(colour));
    }
}

/// Which end is which.
fn ends(svg: &mut Svg, points: &[(f64, f64)], nodes: usize, theme: Theme) {
    for (point, name) in [(points.first(), "start"), (points.last(), "goal")] {
        let Some(&(x, y)) = point else { continue };
        // Away from the tree, so that the label covers none of it.
        let (dx, dy, anchor) = match x - MIDDLE.0 {
            _ if nodes <= VERY_FEW => (0.0, -1.8 * DISC, Anchor::Middle),
            _ if !(70.0..WIDTH - 70.0).contains(&x) => (0.0, -16.0, Anchor::Middle),
            ..-1.0 => (-10.0, 0.0, Anchor::End),
            _ => (10.0, 0.0, Anchor::Start),
        };
        let label = Element::text(x + dx, y + dy, 13.0, name).bold().anchor(anchor);
        let halo = label.clone().stroke(theme.paper(), 4.0).round_joins();
        svg.add(halo.fill(theme.paper()));
        svg.add(label.fill(theme.ink()));
    }
}
