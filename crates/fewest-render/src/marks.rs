//! Marks for moves: where pieces came from, and where they will go.

use super::layout::Layout;
use super::role::{Paint, Role};
use super::svg::{Brush, Element, Path};
use fewest_puzzle::scene::{Manner, Motion, Scene};

/// The move that led here: an outline where each piece was, unless another has
/// come there, and a dotted line to where it is; a dashed frame around each cell that
/// changed in place.
pub(super) fn last(motion: &Motion, scene: &Scene, layout: &Layout, paint: Paint) -> Element {
    let cell = layout.cell;
    let outline = |at: usize| {
        let (x, y) = layout.middle(at);
        let half = 0.37 * cell;
        let outline = if motion.manner == Manner::Hop {
            Element::circle(x, y, 0.35 * cell)
        } else {
            Element::rect(x - half, y - half, 2.0 * half, 2.0 * half).corners(0.13 * cell)
        };
        let dashed = outline.dashes(0.07 * cell, 0.07 * cell).fill(Brush::None);
        dashed.stroke(paint.of(Role::Mark), 0.03 * cell)
    };
    let changes = motion.changes.iter().map(|change| {
        let dashed = frame(change.cell, layout).dashes(0.1 * cell, 0.07 * cell);
        dashed.stroke(paint.of(Role::Mark), 0.04 * cell)
    });
    motion.travels.iter().fold(changes.fold(Element::group(), Element::with), |group, travel| {
        let start = if scene.piece(travel.from).is_some() { 0.4 * cell } else { 0.0 };
        let (from, to) = (layout.middle(travel.from), layout.middle(travel.to));
        let curve = curve(motion.manner, from, to, cell, (start, 0.36 * cell));
        let path = Path::new().to(curve.tail.0, curve.tail.1).curve(curve.bend, curve.tip);
        let line = Element::path(path).fill(Brush::None).round_caps();
        let dots = line.stroke(paint.of(Role::Mark), 0.055 * cell).dashes(0.0, 0.13 * cell);
        let group = if start == 0.0 { group.with(outline(travel.from)) } else { group };
        // The piece it landed on may be gone too.
        let is_gone = scene.piece(travel.to).is_none();
        let group = if is_gone { group.with(outline(travel.to)) } else { group };
        group.with(dots)
    })
}

/// The path of a piece as it is drawn: from the tail to the tip, towards a bend.
struct Curve {
    tail: (f64, f64),
    bend: (f64, f64),
    tip: (f64, f64),
}

/// A path between the middles of cells, cut at both ends.
fn curve(
    manner: Manner,
    from: (f64, f64),
    to: (f64, f64),
    cell: f64,
    (start, end): (f64, f64),
) -> Curve {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let along = |distance: f64| (from.0 + dx * distance / length, from.1 + dy * distance / length);
    let (tail, tip) = (along(start), along(length - end));
    let rise = match manner {
        Manner::Hop => (0.7 + 0.12 * length / cell).min(1.4) * cell,
        Manner::Slide | Manner::Merge => 0.0,
    };
    // It bends to its side: upwards, and where it goes up or down, to the right.
    let across = if dx == 0.0 { dy.abs() } else { dy * dx.signum() } / length;
    let up = dx.abs() / length;
    let bend =
        (f64::midpoint(tail.0, tip.0) + across * rise, f64::midpoint(tail.1, tip.1) - up * rise);
    Curve { tail, bend, tip }
}

/// The edge of a cell that changes in place.
fn frame(cell: usize, layout: &Layout) -> Element {
    let ((x, y), half) = (layout.middle(cell), 0.46 * layout.cell);
    let frame = Element::rect(x - half, y - half, 2.0 * half, 2.0 * half);
    frame.corners(0.12 * layout.cell).fill(Brush::None)
}

/// The move to come: an arrow for each piece, and a frame around each cell that
/// changes in place.
pub(super) fn next(motion: &Motion, layout: &Layout, paint: Paint) -> Element {
    let frames = motion.changes.iter().map(|change| {
        let line = |role: Role, width: f64| {
            frame(change.cell, layout).stroke(paint.of(role), width * layout.cell)
        };
        Element::group().with(line(Role::Paper, 0.1)).with(line(Role::Mark, 0.05))
    });
    motion.travels.iter().fold(frames.fold(Element::group(), Element::with), |group, travel| {
        let (from, to) = (layout.middle(travel.from), layout.middle(travel.to));
        group.with(arrow(motion.manner, from, to, layout.cell, paint))
    })
}

fn arrow(manner: Manner, from: (f64, f64), to: (f64, f64), cell: f64, paint: Paint) -> Element {
    // The arrow does not cover the labels of the piece and of its target.
    let ends = match manner {
        Manner::Slide => (0.28 * cell, 0.0),
        Manner::Hop => (0.0, 0.0),
        Manner::Merge => (0.3 * cell, 0.3 * cell),
    };
    let Curve { tail, bend, tip } = curve(manner, from, to, cell, ends);
    let (hx, hy) = (tip.0 - bend.0, tip.1 - bend.1);
    let scale = hx.hypot(hy).max(1.0);
    let (hx, hy) = (hx / scale, hy / scale);
    let head = 0.2 * cell;
    let neck = (tip.0 - hx * head, tip.1 - hy * head);
    let side = |sign: f64| (neck.0 - sign * hy * head * 0.6, neck.1 + sign * hx * head * 0.6);
    let ((ax, ay), (bx, by)) = (side(1.0), side(-1.0));
    let shaft = Path::new().to(tail.0, tail.1).curve(bend, neck);
    let tip = Path::new().to(tip.0, tip.1).line(ax, ay).line(bx, by).close();
    let draw = |role: Role, more: f64| {
        let colour = paint.of(role);
        let shaft = Element::path(shaft.clone()).fill(Brush::None).round_caps();
        let tip = Element::path(tip.clone()).round_joins().fill(colour.clone());
        let shaft = shaft.stroke(colour.clone(), 0.07 * cell + more);
        Element::group().with(shaft).with(tip.stroke(colour, 0.02 * cell + more))
    };
    // A rim of the page's colour sets it off from whatever is below.
    Element::group().with(draw(Role::Paper, 0.07 * cell)).with(draw(Role::Mark, 0.0))
}
