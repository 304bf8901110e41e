//! The look of cells and pieces, in terms that every renderer knows.

use std::fmt;

/// What a cell is, whatever lies on it.
///
/// ```
/// use fewest_puzzle::scene::{Ground, Tint};
///
/// let door = Ground::SQUARE.tint(Tint::Hue(2));
/// let exit = Ground::SQUARE.goal();
/// assert!(exit.is_goal && !door.is_goal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// What is seen of it.
    pub floor: Floor,
    /// Its colour.
    pub tint: Tint,
    /// Whether a piece belongs there: it has an outline and a dot.
    pub is_goal: bool,
}

/// What is seen of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Nothing but the board.
    Open,
    /// A square.
    Square,
    /// A small dot in the middle.
    Dot,
    /// A dashed ring around the place of a piece, which is also seen around a disc.
    Ring,
    /// A solid square that nothing enters.
    Wall,
}

/// Something on a cell.
///
/// ```
/// use fewest_puzzle::scene::{Piece, Shape, Tint};
///
/// let queen = Piece::new(Shape::Disc).tint(Tint::Hue(0)).label("Q");
/// assert_eq!(queen.label.as_str(), "Q");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its outline.
    pub shape: Shape,
    /// Its colour.
    pub tint: Tint,
    /// What stands on it.
    pub label: Label,
    /// Whether it is where it belongs. Tiles without a tint change their colour, discs
    /// without one are left to the ring below them, all others get a dot.
    pub is_home: bool,
}

/// The outline of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A thick tile that fills its cell; the labels of all tiles have one size.
    Tile,
    /// A thick block, smaller than a tile.
    Block,
    /// A disc.
    Disc,
    /// A flat square with round corners.
    Card,
    /// Nothing but the label.
    Text,
}

/// A colour by its meaning; the theme chooses the colour.
///
/// Not everyone can distinguish all tints, and without colours nobody can: where a tint
/// alone makes the difference, a label helps. [`Tint::Dim`] pieces are drawn as outlines
/// in a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tint {
    /// What the shape or floor has by default.
    #[default]
    Default,
    /// A grey that stands out from the board.
    Neutral,
    /// Lit, on, chosen: a warm yellow.
    Bright,
    /// Unlit, off: hardly stands out.
    Dim,
    /// Right: green.
    Good,
    /// Wrong: red.
    Bad,
    /// One of [`Tint::HUES`] colours that are easy to distinguish; further ones repeat.
    Hue(u8),
    /// One of [`Tint::STEPS`] steps from pale to strong, for values; larger ones are the
    /// strongest.
    Ramp(u8),
}

/// A short text on a piece, at most [`Label::MAX_BYTES`] long: a number, a letter, a
/// word. Longer text is truncated and ends in "…".
///
/// ```
/// use fewest_puzzle::scene::Label;
///
/// assert_eq!(Label::from(15).as_str(), "15");
/// assert_eq!(Label::from("a long description").as_str(), "a long desc…");
/// assert!(Label::default().is_empty());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Label {
    // Zeros follow the text, so that equal labels are equal bytes.
    bytes: [u8; Label::MAX_BYTES],
    length: u8,
}

impl Ground {
    /// Nothing but the board, such as a part of a tray that tiles slide in.
    pub const OPEN: Ground = Ground::new(Floor::Open);
    /// A square.
    pub const SQUARE: Ground = Ground::new(Floor::Square);
    /// A small dot.
    pub const DOT: Ground = Ground::new(Floor::Dot);
    /// A dashed ring.
    pub const RING: Ground = Ground::new(Floor::Ring);
    /// A square that nothing enters.
    pub const WALL: Ground = Ground::new(Floor::Wall);

    /// A ground in the colour that it has by default.
    pub const fn new(floor: Floor) -> Ground {
        Ground { floor, tint: Tint::Default, is_goal: false }
    }

    /// The same in another colour.
    #[must_use]
    pub const fn tint(self, tint: Tint) -> Ground {
        Ground { tint, ..self }
    }

    /// The same, marked as a place where a piece belongs.
    #[must_use]
    pub const fn goal(self) -> Ground {
        Ground { is_goal: true, ..self }
    }
}

impl Piece {
    /// A piece in the colour that it has by default, without a label.
    pub fn new(shape: Shape) -> Piece {
        Piece { shape, tint: Tint::Default, label: Label::default(), is_home: false }
    }

    /// The same in another colour.
    #[must_use]
    pub fn tint(self, tint: Tint) -> Piece {
        Piece { tint, ..self }
    }

    /// The same with a label.
    #[must_use]
    pub fn label(self, label: impl Into<Label>) -> Piece {
        Piece { label: label.into(), ..self }
    }

    /// The same, where it belongs or not.
    #[must_use]
    pub fn home(self, is_home: bool) -> Piece {
        Piece { is_home, ..self }
    }
}

impl Tint {
    /// The number of hues.
    pub const HUES: u8 = 7;

    /// The number of steps of a ramp.
    pub const STEPS: u8 = 6;
}

impl Label {
    /// The maximum length of a label, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 14;

    /// The text.
    pub fn as_str(&self) -> &str {
        // A label is made of whole characters, so that this can't fail.
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        const CUT: &str = "…";
        let mut label = Label::default();
        let mut push = |part: &str| {
            let from = usize::from(label.length);
            label.bytes[from..from + part.len()].copy_from_slice(part.as_bytes());
            label.length += part.len() as u8;
        };
        if text.len() <= Label::MAX_BYTES {
            push(text);
        } else {
            let room = (0..=Label::MAX_BYTES - CUT.len()).rev();
            let end = room.into_iter().find(|&at| text.is_char_boundary(at));
            push(&text[..end.unwrap_or(0)]);
            push(CUT);
        }
        label
    }
}

impl From<u32> for Label {
    fn from(number: u32) -> Self {
        Label::from(number.to_string().as_str())
    }
}

impl From<char> for Label {
    fn from(letter: char) -> Self {
        Label::from(&*letter.encode_utf8(&mut [0; 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_cut_between_characters() {
        for (text, label) in [
            ("", ""),
            ("Ω", "Ω"),
            ("12345678901234", "12345678901234"),
            ("123456789012345", "12345678901…"),
            ("ΩΩΩΩΩΩΩΩ", "ΩΩΩΩΩ…"),
        ] {
            assert_eq!(Label::from(text).as_str(), label);
        }
        assert_eq!(Label::from(u32::MAX).as_str(), "4294967295");
        assert_eq!(Label::from('x'), Label::from("x"));
    }
}
