//! What a move does to a scene.

use super::{Ground, Piece, Scene};

/// What a move does: pieces travel, and cells change in place.
///
/// A puzzle without its own motions uses [`Motion::between`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// How pieces travel.
    pub manner: Manner,
    /// Which travel: each leaves another cell and reaches another cell.
    pub travels: Vec<Travel>,
    /// Which cells change without a travel, after all travels.
    pub changes: Vec<Change>,
}

/// How pieces travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Along the board.
    Slide,
    /// In an arc, over whatever lies between.
    Hop,
    /// Straight over whatever lies between, onto another piece.
    Merge,
}

/// The path of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The cell that it leaves.
    pub from: usize,
    /// The cell that it reaches.
    pub to: usize,
    /// What is there then.
    pub becomes: Option<Piece>,
}

/// A cell that changes in place: its piece appears, vanishes or becomes another, or its
/// ground does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub cell: usize,
    /// Its ground afterwards.
    pub ground: Ground,
    /// Its piece afterwards.
    pub piece: Option<Piece>,
}

impl Motion {
    /// Pieces that travel, and nothing else.
    pub fn of_travels(manner: Manner, travels: impl IntoIterator<Item = Travel>) -> Motion {
        Motion { manner, travels: travels.into_iter().collect(), changes: Vec::new() }
    }

    /// What leads from one scene to another of the same size.
    ///
    /// Where one piece is gone and one that looks the same is new, it slides; every
    /// other difference is a change in place.
    ///
    /// ```
    /// use fewest_puzzle::scene::{Ground, Motion, Piece, Scene, Shape};
    ///
    /// let disc = Some(Piece::new(Shape::Disc));
    /// let scene = |pieces: [Option<Piece>; 3]| Scene::new(3, pieces.map(|p| (Ground::DOT, p)));
    /// let motion = Motion::between(&scene([disc, disc, None]), &scene([disc, None, disc]));
    /// assert_eq!((motion.travels[0].from, motion.travels[0].to), (1, 2));
    /// let motion = Motion::between(&scene([disc, disc, None]), &scene([disc, None, None]));
    /// assert_eq!((motion.changes[0].cell, motion.changes[0].piece), (1, None));
    /// ```
    pub fn between(before: &Scene, after: &Scene) -> Motion {
        let cells = before.pieces().len().min(after.pieces().len());
        let is_gone = |&cell: &usize| before.piece(cell).is_some() && after.piece(cell).is_none();
        let is_new = |&cell: &usize| before.piece(cell).is_none() && after.piece(cell).is_some();
        let travel = match (only((0..cells).filter(is_gone)), only((0..cells).filter(is_new))) {
            (Some(from), Some(to)) => before
                .piece(from)
                .zip(after.piece(to))
                // A piece may be home at one end only.
                .filter(|(left, reached)| left.home(false) == reached.home(false))
                .map(|(_, reached)| Travel { from, to, becomes: Some(reached) }),
            _ => None,
        };
        let mut motion = Motion::of_travels(Manner::Slide, travel);
        let is_told = |cell: usize| travel.is_some_and(|t| cell == t.from || cell == t.to);
        motion.changes = (0..cells)
            .map(|cell| Change { cell, ground: after.ground()[cell], piece: after.piece(cell) })
            .filter(|change| {
                let same_ground = before.ground()[change.cell] == change.ground;
                let same_piece = before.piece(change.cell) == change.piece || is_told(change.cell);
                !(same_ground && same_piece)
            })
            .collect();
        motion
    }
}

/// The only item, if there is one and no other.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scene::{Shape, Tint};

    fn cell() -> impl Strategy<Value = (Ground, Option<Piece>)> {
        let grounds = [Ground::OPEN, Ground::SQUARE, Ground::SQUARE.goal(), Ground::WALL];
        let piece = (0..3_u8, any::<bool>())
            .prop_map(|(hue, home)| Piece::new(Shape::Disc).tint(Tint::Hue(hue)).home(home));
        (prop::sample::select(grounds.to_vec()), prop::option::of(piece))
    }

    proptest! {
        /// The motion between two scenes leads from one to the other, and leaves out
        /// what stays.
        #[test]
        fn motions_between_scenes_lead_there(
            before in prop::collection::vec(cell(), 6),
            after in prop::collection::vec(cell(), 6),
        ) {
            let (before, after) = (Scene::new(3, before), Scene::new(3, after));
            let motion = Motion::between(&before, &after);
            let mut played = before.clone();
            played.play(&motion);
            prop_assert_eq!(&played, &after);
            let same = Motion::between(&after, &after);
            prop_assert!(same.travels.is_empty() && same.changes.is_empty());
            for travel in &motion.travels {
                prop_assert!(before.piece(travel.from).is_some() && travel.from != travel.to);
            }
        }
    }
}
