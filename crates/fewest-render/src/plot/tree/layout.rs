//! The places of a search's nodes on the picture.
//!
//! A tree that is about as wide as it is deep stands around its start: each state is as
//! far from the middle as it is from the start. One that is much deeper than wide, as of
//! greedy and depth-first search, grows from left to right; and the two trees of a search
//! from both ends grow towards each other.

use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use super::nodes::Node;
use super::tidy::Tidy;

/// A tree stands around its start if it is this many times as wide as it is deep.
const ROUND: f64 = 1.5;
/// The maximum distance between neighbours, and from a parent to its child.
const MAX_BESIDE: f64 = 56.0;
const MAX_STEP: f64 = 96.0;

/// A node on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) parent: Option<usize>,
    pub(super) priority: Option<f64>,
    pub(super) is_backward: bool,
    depth: i64,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// How depths lie on the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// Around a middle.
    Rings { middle: (f64, f64) },
    /// Between a top and a bottom, from `from` on.
    Lines { from: f64, top: f64, bottom: f64 },
    /// The same from both ends.
    TwoSided { from: f64, back: f64, top: f64, bottom: f64 },
}

/// All nodes on the picture.
pub(super) struct Layout {
    pub(super) spots: Vec<Spot>,
    /// Which spot has which node.
    pub(super) places: FxHashMap<i64, usize>,
    pub(super) shape: Shape,
    /// The largest depths of both sides.
    pub(super) deepest: [i64; 2],
    /// The distance from one depth to the next.
    pub(super) step: f64,
    /// The room of a node.
    pub(super) room: f64,
}

/// The trees of a search, before it is known how large the picture is.
pub(super) struct Trees {
    spots: Vec<Spot>,
    places: FxHashMap<i64, usize>,
    tidy: [Tidy; 2],
    /// The place of each node in the tree of its side.
    members: Vec<usize>,
    deepest: [i64; 2],
}

impl Trees {
    pub(super) fn new(nodes: &[Node]) -> Trees {
        let mut places: FxHashMap<i64, usize> = FxHashMap::default();
        let mut spots: Vec<Spot> = Vec::with_capacity(nodes.len());
        let mut parents: [Vec<Option<usize>>; 2] = [Vec::new(), Vec::new()];
        let mut members: Vec<usize> = Vec::with_capacity(nodes.len());
        let mut deepest = [0; 2];
        for node in nodes {
            let Node { parent, depth, priority, is_backward, .. } = *node;
            let side = usize::from(is_backward);
            let parent = parent.and_then(|parent| places.get(&parent).copied());
            // A damaged trace may have a parent on the other side.
            let parent = parent.filter(|&parent| spots[parent].is_backward == is_backward);
            // A node that was expanded twice is drawn where it was first.
            places.entry(node.number).or_insert(spots.len());
            members.push(parents[side].len());
            parents[side].push(parent.map(|parent| members[parent]));
            deepest[side] = deepest[side].max(depth);
            spots.push(Spot { parent, priority, is_backward, depth, x: 0.0, y: 0.0 });
        }
        let tidy = [Tidy::new(&parents[0]), Tidy::new(&parents[1])];
        Trees { spots, places, tidy, members, deepest }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.spots.len()
    }

    pub(super) fn is_two_sided(&self) -> bool {
        !self.tidy[1].x.is_empty()
    }

    pub(super) fn is_round(&self) -> bool {
        let width = self.tidy[0].high - self.tidy[0].low + 1.0;
        !self.is_two_sided() && width >= ROUND * self.deepest[0].max(3) as f64
    }

    /// The height available for lines.
    pub(super) fn height(&self) -> f64 {
        let heights = self.tidy.iter().map(|tidy| MAX_BESIDE * (tidy.high - tidy.low));
        heights.fold(0.0, f64::max)
    }

    /// Places all nodes between the left upper and the right lower corner of an area.
    pub(super) fn layout(self, (low, high): ((f64, f64), (f64, f64)), path: &[i64]) -> Layout {
        if self.is_round() { self.round(low, high) } else { self.lines(low, high, path) }
    }

    fn round(mut self, low: (f64, f64), high: (f64, f64)) -> Layout {
        let middle = (f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1));
        let radius = ((high.0 - low.0).min(high.1 - low.1) / 2.0).max(1.0);
        let step = radius / self.deepest[0].max(1) as f64;
        let tidy = &self.tidy[0];
        let unit = TAU / (tidy.high - tidy.low + 1.0);
        for (spot, x) in self.spots.iter_mut().zip(&tidy.x) {
            // Both ends meet at the top, where the numbers of rings find a gap.
            let angle = (x - tidy.low + 0.5) * unit - TAU / 4.0;
            let radius = step * spot.depth as f64;
            (spot.x, spot.y) = (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin());
        }
        let room = step.min(radius * unit);
        self.done(Shape::Rings { middle }, step, room)
    }

    fn lines(mut self, low: (f64, f64), high: (f64, f64), path: &[i64]) -> Layout {
        let is_two_sided = self.is_two_sided();
        let [forward, backward] = self.deepest;
        let beyond = if is_two_sided { backward.saturating_add(1) } else { 0 };
        let columns = forward.saturating_add(beyond);
        let step = ((high.0 - low.0) / columns.max(1) as f64).min(MAX_STEP);
        let used = step * columns as f64;
        let from = f64::midpoint(low.0, high.0) - used / 2.0;
        let back = from + used;
        let (middle, height) = (f64::midpoint(low.1, high.1), high.1 - low.1);
        let mut room = step;
        let units = [0, 1].map(|side| {
            let tidy = &self.tidy[side];
            let wide =
                if step < 1.0 { 2.0 * tidy.high.max(-tidy.low) } else { tidy.high - tidy.low };
            let unit = (height / wide.max(1.0)).min(MAX_BESIDE);
            if !tidy.x.is_empty() {
                room = room.min(unit);
            }
            let centre = if step < 1.0 { 0.0 } else { f64::midpoint(tidy.low, tidy.high) };
            (unit, centre)
        });
        // Where there are more depths than places for them, one dense part would flatten all
        // the others: what is far from the middle is brought nearer.
        let is_dense = step < 1.0;
        for (spot, &member) in self.spots.iter_mut().zip(&self.members) {
            let side = usize::from(spot.is_backward);
            let ((unit, centre), along) = (units[side], step * spot.depth as f64);
            spot.x = if spot.is_backward { back - along } else { from + along };
            let away = (self.tidy[side].x[member] - centre) * unit;
            let near = |away: f64| away.signum() * (away.abs() * height / 2.0).sqrt();
            spot.y = middle + if is_dense { near(away) } else { away };
        }
        if is_two_sided {
            self.turn_towards(path, middle);
        }
        let top = low.1;
        let bottom = high.1;
        let shape = if is_two_sided {
            Shape::TwoSided { from, back, top, bottom }
        } else {
            Shape::Lines { from, top, bottom }
        };
        self.done(shape, step, room)
    }

    /// Turns the backward tree upside down if the path is shorter then.
    fn turn_towards(&mut self, path: &[i64], middle: f64) {
        let on_path: Vec<usize> =
            path.iter().filter_map(|node| self.places.get(node).copied()).collect();
        let crossing = on_path
            .windows(2)
            .find(|pair| !self.spots[pair[0]].is_backward && self.spots[pair[1]].is_backward);
        let Some(&[last, next]) = crossing else { return };
        let (here, there) = (self.spots[last].y, self.spots[next].y);
        if (here - (2.0 * middle - there)).abs() < (here - there).abs() {
            for spot in self.spots.iter_mut().filter(|spot| spot.is_backward) {
                spot.y = 2.0 * middle - spot.y;
            }
        }
    }

    fn done(self, shape: Shape, step: f64, room: f64) -> Layout {
        let Trees { spots, places, deepest, .. } = self;
        Layout { spots, places, shape, deepest, step, room }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(number: i64, parent: Option<i64>, depth: i64, is_backward: bool) -> Node {
        Node { number, parent, depth, priority: None, bound: None, is_backward }
    }

    const AREA: ((f64, f64), (f64, f64)) = ((0.0, 0.0), (800.0, 600.0));

    #[test]
    fn chains_grow_from_left_to_right_and_bushes_around_their_start() {
        let chain: Vec<Node> = (0..50).map(|n| node(n, n.checked_sub(1), n, false)).collect();
        let layout = Trees::new(&chain).layout(AREA, &[]);
        assert!(layout.spots.windows(2).all(|pair| pair[0].x < pair[1].x));
        assert!(layout.spots.iter().all(|spot| (spot.y - 300.0).abs() < 1e-9));
        let mut bush = vec![node(0, None, 0, false)];
        bush.extend((1..40).map(|n| node(n, Some(0), 1, false)));
        let layout = Trees::new(&bush).layout(AREA, &[]);
        assert_eq!(layout.shape, Shape::Rings { middle: (400.0, 300.0) });
        let away = |spot: &Spot| (spot.x - 400.0).hypot(spot.y - 300.0);
        assert!(layout.spots[1..].iter().all(|spot| (away(spot) - 300.0).abs() < 1e-6));
    }

    #[test]
    fn two_sides_grow_towards_each_other() {
        let nodes = [
            node(0, None, 0, false),
            node(1, None, 0, true),
            node(2, Some(0), 1, false),
            node(3, Some(1), 1, true),
        ];
        let layout = Trees::new(&nodes).layout(AREA, &[0, 2, 3, 1]);
        let places: Vec<f64> = [0, 2, 3, 1].map(|n| layout.spots[layout.places[&n]].x).into();
        assert!(places.is_sorted(), "{places:?}");
    }
}
