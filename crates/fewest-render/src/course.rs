//! Where a piece is on its path from cell to cell.

use fewest_puzzle::scene::Manner;

/// Column and row of a piece that goes from one place to another, at a share of its
/// time. It accelerates and slows down smoothly.
pub(super) fn at(
    manner: Manner,
    (from_x, from_y): (f64, f64),
    (to_x, to_y): (f64, f64),
    share: f64,
) -> (f64, f64) {
    let eased = eased(share);
    let (dx, dy) = (to_x - from_x, to_y - from_y);
    let rise = match manner {
        Manner::Slide | Manner::Merge => 0.0,
        // No higher than the margin and what is free of a cell, see `Layout`.
        Manner::Hop => (0.3 + 0.06 * dx.hypot(dy)).min(0.6) * 4.0 * eased * (1.0 - eased),
    };
    (from_x + dx * eased, from_y + dy * eased - rise)
}

/// The progress at a fraction of the time, with a smooth beginning and end.
pub(super) fn eased(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_and_end_where_they_should() {
        for manner in [Manner::Slide, Manner::Hop, Manner::Merge] {
            assert_eq!(at(manner, (1.0, 2.0), (4.0, 0.0), 0.0), (1.0, 2.0));
            assert_eq!(at(manner, (1.0, 2.0), (4.0, 0.0), 1.0), (4.0, 0.0));
        }
        assert_eq!(at(Manner::Slide, (0.0, 0.0), (2.0, 0.0), 0.5), (1.0, 0.0));
        let (_, y) = at(Manner::Hop, (0.0, 0.0), (9.0, 0.0), 0.5);
        assert!((-0.6..-0.5).contains(&y), "{y}");
    }
}
