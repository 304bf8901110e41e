//! Lines cut at the edges of the area that they are drawn in.

/// The parts of a line through points that are inside an area, given by its left upper
/// and its right lower corner (Liang and Barsky 1984).
pub(super) fn line(
    points: impl IntoIterator<Item = (f64, f64)>,
    (low, high): ((f64, f64), (f64, f64)),
) -> Vec<Vec<(f64, f64)>> {
    let mut parts: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut before = None;
    for to in points {
        let from = before.replace(to).unwrap_or(to);
        let along = (to.0 - from.0, to.1 - from.1);
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in
            [(from.0, along.0, low.0, high.0), (from.1, along.1, low.1, high.1)]
        {
            if step == 0.0 {
                if !(low..=high).contains(&start) {
                    leaves = -1.0;
                }
                continue;
            }
            let (first, last) = ((low - start) / step, (high - start) / step);
            enters = enters.max(first.min(last));
            leaves = leaves.min(first.max(last));
        }
        if enters > leaves {
            continue;
        }
        let at = |share: f64| (from.0 + share * along.0, from.1 + share * along.1);
        match parts.last_mut() {
            Some(part) if enters == 0.0 && part.last() == Some(&from) => part.push(at(leaves)),
            _ => parts.push(vec![at(enters), at(leaves)]),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: ((f64, f64), (f64, f64)) = ((0.0, 0.0), (10.0, 10.0));

    #[test]
    fn what_is_outside_is_cut_off() {
        let whole = line([(1.0, 1.0), (2.0, 5.0), (9.0, 5.0)], AREA);
        assert_eq!(whole, [vec![(1.0, 1.0), (1.0, 1.0), (2.0, 5.0), (9.0, 5.0)]]);
        let through = line([(5.0, 5.0), (5.0, 15.0), (8.0, 15.0), (8.0, 5.0)], AREA);
        assert_eq!(through.len(), 2);
        assert_eq!(through[0], [(5.0, 5.0), (5.0, 5.0), (5.0, 10.0)]);
        assert_eq!(through[1], [(8.0, 10.0), (8.0, 5.0)]);
        assert!(line([(20.0, 1.0), (30.0, 9.0)], AREA).is_empty());
        assert!(line([], AREA).is_empty());
    }
}
