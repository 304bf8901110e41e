//! The parts of a picture of a board, and their colours.
//!
//! Drawings say which part an area is; what colour that is, is the theme's
//! matter, or that of the page that they are shown on.

use std::fmt;

use super::svg::Brush;
use super::theme::{Colour, Theme, hex};

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Paper,
    Ink,
    PaleInk,
    Grid,
    /// The board, below its cells.
    Board,
    Square,
    Wall,
    Point,
    /// Where pieces belong.
    Goal,
    Tile,
    TileEdge,
    TileInk,
    /// Pieces that are where they belong.
    Home,
    HomeEdge,
    HomeInk,
    Coin,
    CoinEdge,
    Block,
    BlockEdge,
    BlockInk,
    /// Moves that are pointed out.
    Mark,
    /// Numbers, from small to large.
    Number(u8),
    NumberInk(u8),
}

/// How many weights of numbers there are.
pub(super) const WEIGHTS: u8 = 6;

impl Role {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Role> {
        let single = [
            Role::Paper,
            Role::Ink,
            Role::PaleInk,
            Role::Grid,
            Role::Board,
            Role::Square,
            Role::Wall,
            Role::Point,
            Role::Goal,
            Role::Tile,
            Role::TileEdge,
            Role::TileInk,
            Role::Home,
            Role::HomeEdge,
            Role::HomeInk,
            Role::Coin,
            Role::CoinEdge,
            Role::Block,
            Role::BlockEdge,
            Role::BlockInk,
            Role::Mark,
        ];
        let numbers =
            (0..WEIGHTS).flat_map(|weight| [Role::Number(weight), Role::NumberInk(weight)]);
        single.into_iter().chain(numbers)
    }

    /// Its colour in a theme.
    pub(super) fn colour(self, theme: Theme) -> Colour {
        let (light, dark) = match self {
            Role::Paper => return theme.paper(),
            Role::Ink => return theme.ink(),
            Role::PaleInk => return theme.pale_ink(),
            Role::Grid => return theme.grid(),
            Role::Board => (0xe4_e9ef, 0x0d_1117),
            Role::Square => (0xf4_f6f9, 0x1d_242d),
            Role::Wall => (0x5a_6673, 0x5a_6573),
            Role::Point => (0xb4_bdc8, 0x4a_5563),
            Role::Goal => (0x0f_8f6f, 0x2f_c79a),
            Role::Tile => (0xff_ffff, 0x39_4350),
            Role::TileEdge => (0xc3_ccd6, 0x22_2932),
            Role::TileInk => (0x2c_343d, 0xe6_e9ed),
            Role::Home => (0xcf_e3f4, 0x1f_4e79),
            Role::HomeEdge => (0x9f_c2e0, 0x14_3a5c),
            Role::HomeInk => (0x0c_3f6b, 0xdc_edfa),
            Role::Coin => (0xf0_c350, 0xe3_b341),
            Role::CoinEdge => (0xa8_791b, 0x8a_5f10),
            Role::Block => (0x2f_78b7, 0x3f_8fd0),
            Role::BlockEdge => (0x1d_5484, 0x26_5f8f),
            Role::BlockInk => (0xff_ffff, 0xff_ffff),
            Role::Mark => (0xc2_410c, 0xff_9d5c),
            Role::Number(weight) => {
                // Not the middle of the ramp, which neither ink can be read on.
                let shares = [0.1, 0.22, 0.36, 0.76, 0.88, 1.0];
                return theme.ramp(shares[usize::from(weight.min(WEIGHTS - 1))]);
            }
            Role::NumberInk(weight) if weight < WEIGHTS / 2 => (0x14_3a5c, 0xe6_e9ed),
            Role::NumberInk(_) => (0xff_ffff, 0x0d_1b29),
        };
        match theme {
            Theme::Light => hex(light),
            Theme::Dark => hex(dark),
        }
    }
}

/// Its name on a page, as the name of a variable of CSS.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Role::Number(weight) => write!(f, "--number-{weight}"),
            Role::NumberInk(weight) => write!(f, "--number-ink-{weight}"),
            single => write!(f, "--{}", format!("{single:?}").to_lowercase()),
        }
    }
}

/// How parts are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// As in a theme.
    Theme(Theme),
    /// As the page says that the drawing is part of.
    Page,
}

impl Paint {
    /// What a part is drawn with.
    pub(super) fn of(self, role: Role) -> Brush {
        match self {
            Paint::Theme(theme) => role.colour(theme).into(),
            Paint::Page => Brush::Variable(role.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::tests::contrast;

    #[test]
    fn what_stands_on_pieces_can_be_read() {
        for theme in Theme::ALL {
            let pairs = [(Role::TileInk, Role::Tile), (Role::HomeInk, Role::Home)].into_iter();
            let numbers =
                (0..WEIGHTS).map(|weight| (Role::NumberInk(weight), Role::Number(weight)));
            for (ink, below) in pairs.chain(numbers) {
                let contrast = contrast(ink.colour(theme), below.colour(theme));
                assert!(contrast >= 4.5, "{ink} on {below}, {theme:?}: {contrast:.1}");
            }
        }
    }

    #[test]
    fn pieces_stand_out_from_the_board() {
        for theme in Theme::ALL {
            for (piece, below) in [
                (Role::Block, Role::Square),
                (Role::Wall, Role::Square),
                (Role::Goal, Role::Square),
                (Role::CoinEdge, Role::Board),
                (Role::Mark, Role::Square),
            ] {
                let contrast = contrast(piece.colour(theme), below.colour(theme));
                assert!(contrast >= 2.5, "{piece} on {below}, {theme:?}: {contrast:.1}");
            }
        }
    }

    #[test]
    fn names_are_names() {
        let mut names: Vec<String> = Role::all().map(|role| role.to_string()).collect();
        assert!(names.contains(&"--paleink".to_string()));
        assert!(names.contains(&"--number-0".to_string()));
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Role::all().count());
        assert_eq!(Paint::Page.of(Role::Home).to_string(), "var(--home)");
    }
}
