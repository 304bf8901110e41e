//! The outlines of shapes, from the points and in the directions that SVG gives
//! them, so that dashes fall as they do there.

use tiny_skia::{Path, PathBuilder, Rect};

use super::svg::{Path as Line, Segment};

/// How far the control points of a quarter of a circle are from its ends, in parts
/// of its radius.
const ARC: f32 = 0.552_284_8;

/// A number as it is written in SVG: to the hundredth.
pub(super) fn hundredth(value: f64) -> f32 {
    if value.is_finite() { ((value * 100.0).round() / 100.0) as f32 } else { 0.0 }
}

/// A rectangle whose corners have a radius.
pub(super) fn rect([x, y, width, height]: [f64; 4], corners: f64) -> Option<Path> {
    let [x, y, width, height] = [x, y, width, height].map(hundredth);
    let rect = Rect::from_xywh(x, y, width, height).filter(|_| width > 0.0 && height > 0.0)?;
    let radius = hundredth(corners);
    // As SVG has it, each half axis is cut by itself.
    let (across, down) = (radius.min(width / 2.0), radius.min(height / 2.0));
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    let (right, bottom) = (x + width, y + height);
    let (near_x, near_y) = (across * (1.0 - ARC), down * (1.0 - ARC));
    let mut path = PathBuilder::new();
    path.move_to(x + across, y);
    path.line_to(right - across, y);
    path.cubic_to(right - near_x, y, right, y + near_y, right, y + down);
    path.line_to(right, bottom - down);
    path.cubic_to(right, bottom - near_y, right - near_x, bottom, right - across, bottom);
    path.line_to(x + across, bottom);
    path.cubic_to(x + near_x, bottom, x, bottom - near_y, x, bottom - down);
    path.line_to(x, y + down);
    path.cubic_to(x, y + near_y, x + near_x, y, x + across, y);
    path.close();
    path.finish()
}

/// A circle, clockwise from its rightmost point.
pub(super) fn circle(x: f64, y: f64, radius: f64) -> Option<Path> {
    let [x, y, radius] = [x, y, radius].map(hundredth);
    if radius <= 0.0 {
        return None;
    }
    let control = radius * ARC;
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    // Each quarter goes from one direction to the next.
    for ((ax, ay), (bx, by)) in
        [((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (-1.0, 0.0)), ((-1.0, 0.0), (0.0, -1.0))]
            .into_iter()
            .chain([((0.0, -1.0), (1.0, 0.0))])
    {
        let at =
            |along: f32, across: f32| (x + ax * along + bx * across, y + ay * along + by * across);
        let ((x1, y1), (x2, y2), (to_x, to_y)) =
            (at(radius, control), at(control, radius), at(0.0, radius));
        path.cubic_to(x1, y1, x2, y2, to_x, to_y);
    }
    path.close();
    path.finish()
}

/// A line through points.
pub(super) fn polyline(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (x, y) in points {
        let (x, y) = (hundredth(x), hundredth(y));
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.finish()
}

/// A path.
pub(super) fn path(line: &Line) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in line.segments() {
        match *segment {
            Segment::To(x, y) => path.move_to(hundredth(x), hundredth(y)),
            Segment::Line(x, y) => path.line_to(hundredth(x), hundredth(y)),
            Segment::Curve((bend_x, bend_y), (x, y)) => {
                path.quad_to(hundredth(bend_x), hundredth(bend_y), hundredth(x), hundredth(y));
            }
            Segment::Close => path.close(),
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_round() {
        let circle = circle(3.0, 4.0, 2.0).unwrap();
        let bounds = circle.compute_tight_bounds().unwrap();
        assert_eq!((bounds.left(), bounds.top()), (1.0, 2.0));
        assert_eq!((bounds.right(), bounds.bottom()), (5.0, 6.0));
    }

    #[test]
    fn corners_are_no_larger_than_their_rectangle() {
        let bar = rect([0.0, 0.0, 10.0, 4.0], 9.0).unwrap();
        let bounds = bar.compute_tight_bounds().unwrap();
        assert_eq!((bounds.width(), bounds.height()), (10.0, 4.0));
        assert!(rect([0.0, 0.0, 0.0, 4.0], 1.0).is_none());
        assert!(rect([0.0, 0.0, f64::NAN, 4.0], 1.0).is_none());
    }
}
