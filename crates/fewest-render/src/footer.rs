//! The footer of an animated board: the moves made, and their total.

use super::layout::Layout;
use super::role::{Paint, Role};
use super::svg::{Anchor, Element};

/// The bar and the count below the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footer {
    left: f64,
    width: f64,
    /// The middle line of the bar.
    bar: f64,
    /// The middle line of the count.
    count: f64,
    size: f64,
    paint: Paint,
}

impl Footer {
    const THICK: f64 = 4.0;

    pub(super) fn new(layout: &Layout, paint: Paint) -> Footer {
        let (left, top, width, height) = layout.board();
        let below = layout.height() - top - height;
        Footer {
            left,
            width,
            bar: top + height + 0.42 * below,
            count: layout.height() - 0.3 * below,
            size: (0.42 * layout.footer).clamp(12.0, 22.0),
            paint,
        }
    }

    /// The upper edge of all that changes.
    #[cfg(feature = "gif")]
    pub(super) fn top(&self) -> f64 {
        self.bar - Self::THICK
    }

    fn piece_of_bar(&self, share: f64, role: Role) -> Element {
        let width = share * self.width;
        let bar = Element::rect(self.left, self.bar - Self::THICK / 2.0, width, Self::THICK);
        bar.corners(Self::THICK / 2.0).fill(self.paint.of(role))
    }

    /// The whole bar, below what is done.
    pub(super) fn track(&self) -> Element {
        self.piece_of_bar(1.0, Role::Grid)
    }

    /// The bar after `made` of `moves` moves.
    pub(super) fn done(&self, made: usize, moves: usize) -> Element {
        self.piece_of_bar(made as f64 / moves.max(1) as f64, Role::Block)
    }

    /// The number of moves made, and their total.
    pub(super) fn count(&self, made: usize, moves: usize) -> Element {
        let middle = self.left + self.width / 2.0;
        let text = Element::text(middle, self.count, self.size, &format!("{made} / {moves}"));
        text.anchor(Anchor::Middle).fill(self.paint.of(Role::PaleInk))
    }
}
