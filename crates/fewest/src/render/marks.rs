//! Moves that are pointed out: where pieces came from, and where they will go.

use super::layout::Layout;
use super::role::{Paint, Role};
use super::scene::{Manner, Motion, Scene, Shape};
use super::svg::{Element, Path};

/// The move that led here: an outline where each piece was, and one around it.
pub(super) fn last(motion: &Motion, scene: &Scene, layout: &Layout, paint: Paint) -> Element {
    let cell = layout.cell;
    let is_round = motion.manner == Manner::Hop;
    let outline = |at: usize, side: f64| {
        let (x, y) = layout.middle(at);
        let half = side * cell / 2.0;
        let outline = if is_round {
            Element::circle(x, y, half)
        } else {
            Element::rect(x - half, y - half, 2.0 * half, 2.0 * half).corners(0.13 * cell)
        };
        outline.fill("none").stroke(paint.of(Role::Mark), 0.05 * cell)
    };
    motion.travels.iter().fold(Element::group(), |group, travel| {
        let group = group.with(outline(travel.from, 0.72).dashes(0.1 * cell, 0.08 * cell));
        match scene.piece(travel.to) {
            Some(piece) => {
                let side = if piece.shape == Shape::Tile { 0.9 } else { 0.84 };
                group.with(outline(travel.to, side))
            }
            // What it came to is gone with it.
            None => group.with(outline(travel.to, 0.72).dashes(0.1 * cell, 0.08 * cell)),
        }
    })
}

/// The move to come: an arrow for each piece.
pub(super) fn next(motion: &Motion, layout: &Layout, paint: Paint) -> Element {
    motion.travels.iter().fold(Element::group(), |group, travel| {
        let (from, to) = (layout.middle(travel.from), layout.middle(travel.to));
        group.with(arrow(motion.manner, from, to, layout.cell, paint))
    })
}

fn arrow(manner: Manner, from: (f64, f64), to: (f64, f64), cell: f64, paint: Paint) -> Element {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    // The arrow leaves what is on the piece free, and what it comes to.
    let (start, end) = match manner {
        Manner::Slide => (0.28 * cell, length),
        Manner::Hop => (0.0, length),
        Manner::Merge => (0.3 * cell, length - 0.3 * cell),
    };
    let along = |distance: f64| (from.0 + dx * distance / length, from.1 + dy * distance / length);
    let (tail, tip) = (along(start), along(end));
    let bend = match manner {
        Manner::Hop => {
            let rise = (0.35 + 0.06 * length / cell).min(0.7) * 2.0 * cell;
            ((tail.0 + tip.0) / 2.0, (tail.1 + tip.1) / 2.0 - rise)
        }
        _ => tail,
    };
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
        let shaft = Element::path(&shaft).fill("none").set("stroke-linecap", "round");
        let tip = Element::path(&tip).set("stroke-linejoin", "round").fill(&colour);
        let shaft = shaft.stroke(&colour, 0.07 * cell + more);
        Element::group().with(shaft).with(tip.stroke(&colour, 0.02 * cell + more))
    };
    // A rim of the page's colour sets it off from whatever is below.
    Element::group().with(draw(Role::Paper, 0.07 * cell)).with(draw(Role::Mark, 0.0))
}
