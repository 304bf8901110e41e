//! The horizontal places of a tree's nodes: children near their parent, and subtrees as
//! near to each other as their outlines let them (after Reingold and Tilford, "Tidier
//! drawings of trees", 1981).
//!
//! A child that has most of the tree below it stands straight below its parent, so that
//! long chains are straight lines, whatever hangs on them. Two outlines are compared
//! only as far as the shorter one goes; so all of it takes linear time.

use std::cmp::Ordering;

/// A tree: the parent of each node, which comes before it. All nodes without a parent
/// are below one point.
pub(super) struct Tidy {
    /// The place of each node, beside the point that is above all.
    pub(super) x: Vec<f64>,
    /// From the leftmost to the rightmost one.
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A child with more than this share of what is below its parent is straight below it.
const MAIN: f64 = 0.6;

/// The outline of a subtree: leftmost and rightmost places by level, the deepest first,
/// all of them shifted.
struct Outline {
    levels: Vec<(f64, f64)>,
    shift: f64,
}

impl Outline {
    fn leaf() -> Outline {
        Outline { levels: vec![(0.0, 0.0)], shift: 0.0 }
    }

    /// From the top: the first is the root's.
    fn levels_down(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.levels.iter().rev().map(|(low, high)| (low + self.shift, high + self.shift))
    }

    /// The shift that puts another one to the right of this one.
    fn distance(&self, right: &Outline) -> f64 {
        let gaps = self.levels_down().zip(right.levels_down());
        gaps.map(|((_, high), (low, _))| high - low + 1.0).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Both as one.
    fn joined(self, right: Outline) -> Outline {
        let common = self.levels.len().min(right.levels.len());
        let (mut long, short, is_left_long) = if self.levels.len() >= right.levels.len() {
            (self, right, true)
        } else {
            (right, self, false)
        };
        for level in 1..=common {
            let shift = short.shift - long.shift;
            let (low, high) = short.levels[short.levels.len() - level];
            let place = long.levels.len() - level;
            if is_left_long {
                long.levels[place].1 = high + shift;
            } else {
                long.levels[place].0 = low + shift;
            }
        }
        long
    }
}

impl Tidy {
    pub(super) fn new(parents: &[Option<usize>]) -> Tidy {
        let count = parents.len();
        // The point above all has the number after the last.
        let parent = |node: usize| parents[node].unwrap_or(count);
        let mut sizes = vec![1_u32; count + 1];
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
        for node in (0..count).rev() {
            sizes[parent(node)] = sizes[parent(node)].saturating_add(sizes[node]);
            children[parent(node)].push(node);
        }
        let mut outlines: Vec<Option<Outline>> = (0..=count).map(|_| None).collect();
        // The place of each node beside its parent.
        let mut beside = vec![0.0; count];
        for node in (0..count).rev().chain([count]) {
            let mut own = std::mem::take(&mut children[node]);
            own.reverse();
            outlines[node] = Some(place(&own, &sizes, &mut outlines, &mut beside));
        }
        let mut x = vec![0.0; count];
        for node in 0..count {
            x[node] = beside[node] + parents[node].map_or(0.0, |parent| x[parent]);
        }
        let low = x.iter().copied().fold(0.0, f64::min);
        let high = x.iter().copied().fold(0.0, f64::max);
        Tidy { x, low, high }
    }
}

/// Places the children of a node beside each other, and returns the outline of all.
fn place(
    children: &[usize],
    sizes: &[u32],
    outlines: &mut [Option<Outline>],
    beside: &mut [f64],
) -> Outline {
    let mut take = |child: usize| outlines[child].take().unwrap_or_else(Outline::leaf);
    let below: f64 = children.iter().map(|&child| f64::from(sizes[child])).sum();
    let main = children.iter().copied().find(|&child| f64::from(sizes[child]) > MAIN * below);
    let mut joined: Option<Outline> = None;
    if let Some(main) = main {
        // The others stand on the side where they are nearer.
        let mut both = take(main);
        for &child in children.iter().filter(|&&child| child != main) {
            let mut other = take(child);
            let (right, left) = (both.distance(&other), other.distance(&both));
            // Of equals, about as many on either side.
            let is_right = match right.total_cmp(&left) {
                Ordering::Equal => child % 2 == 0,
                order => order == Ordering::Less,
            };
            let shift = if is_right { right } else { -left };
            other.shift += shift;
            beside[child] = shift;
            both = if is_right { both.joined(other) } else { other.joined(both) };
        }
        joined = Some(both);
    } else {
        for &child in children {
            let mut other = take(child);
            joined = Some(match joined {
                None => other,
                Some(before) => {
                    let shift = before.distance(&other);
                    other.shift += shift;
                    beside[child] = shift;
                    before.joined(other)
                }
            });
        }
        if let (Some(joined), Some(&last)) = (&mut joined, children.last()) {
            let middle = beside[last] / 2.0;
            for &child in children {
                beside[child] -= middle;
            }
            joined.shift -= middle;
        }
    }
    let mut outline = joined.unwrap_or(Outline { levels: Vec::new(), shift: 0.0 });
    let root = -outline.shift;
    outline.levels.push((root, root));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_chain_is_straight_whatever_hangs_on_it() {
        // 0 - 1 - 3 - 5 - 7, with a leaf beside each of 3, 5 and 7.
        let parents =
            [None, Some(0), Some(1), Some(1), Some(3), Some(3), Some(5), Some(5), Some(7)];
        let tidy = Tidy::new(&parents);
        assert!([0, 1, 3, 5].iter().all(|&node| tidy.x[node] == 0.0), "{:?}", tidy.x);
        assert!([2, 4].iter().all(|&node| (tidy.x[node].abs() - 1.0).abs() < 1e-9), "{:?}", tidy.x);
        let two = Tidy::new(&[None, Some(0), Some(0)]);
        assert_eq!(two.x, [0.0, -0.5, 0.5]);
        assert_eq!(Tidy::new(&[]).x, [0.0; 0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        /// On each level there is room between any two nodes.
        #[test]
        fn no_two_nodes_touch(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
            let mut parents: Vec<Option<usize>> = vec![None];
            for choice in choices {
                let place = choice.index(parents.len() + 1);
                parents.push(place.checked_sub(1));
            }
            let tidy = Tidy::new(&parents);
            let mut levels: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
            let mut depths: Vec<usize> = Vec::new();
            for (node, parent) in parents.iter().enumerate() {
                depths.push(parent.map_or(0, |parent| depths[parent] + 1));
                levels.entry(depths[node]).or_default().push(tidy.x[node]);
            }
            for level in levels.values_mut() {
                level.sort_by(f64::total_cmp);
                prop_assert!(level.windows(2).all(|pair| pair[1] - pair[0] > 0.999), "{:?}", level);
            }
        }
    }
}
