//! The parts of a picture of a board, and their colours.
//!
//! Drawings name the part of each area; the theme, or the page they are shown on,
//! chooses its colour.

use std::fmt;

use super::svg::Brush;
use super::theme::{Colour, Theme, contrast, hex};
use fewest_puzzle::scene::Tint;

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
    /// Marked moves.
    Mark,
    /// A part of a piece or a ground that has a tint.
    Tinted(Part, Tint),
}

/// What is tinted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Face,
    Edge,
    /// What stands on the face.
    Ink,
    /// The ground below pieces.
    Floor,
    /// Letters without a face below them.
    Letter,
}

impl Part {
    pub(super) const ALL: [Part; 5] =
        [Part::Face, Part::Edge, Part::Ink, Part::Floor, Part::Letter];

    /// Its colour.
    fn colour(self, tint: Tint, theme: Theme) -> Colour {
        const BLACK: Colour = Colour(0, 0, 0);
        const WHITE: Colour = Colour(255, 255, 255);
        let pick = |light: u32, dark: u32| match theme {
            Theme::Light => hex(light),
            Theme::Dark => hex(dark),
        };
        let face = match tint {
            Tint::Default | Tint::Neutral => pick(0x93_9eab, 0x78_8492),
            Tint::Bright => Role::Coin.colour(theme),
            Tint::Dim => pick(0xdd_e2e8, 0x2b_343f),
            Tint::Good => pick(0x2f_a884, 0x57_c785),
            Tint::Bad => pick(0xc9_3f42, 0xe8_6a63),
            Tint::Hue(hue) => {
                let series = theme.series();
                series[usize::from(hue) % series.len()]
            }
            Tint::Ramp(step) => {
                // Not the middle of the ramp, which neither ink can be read on.
                let shares = [0.1, 0.22, 0.36, 0.76, 0.88, 1.0];
                theme.ramp(shares[usize::from(step).min(shares.len() - 1)])
            }
        };
        match (self, tint) {
            (Part::Face, _) => face,
            (Part::Edge, Tint::Bright) => Role::CoinEdge.colour(theme),
            (Part::Edge, Tint::Dim) => pick(0xb4_bdc8, 0x4a_5563),
            (Part::Edge, _) => face.mix(BLACK, 0.35),
            (Part::Ink | Part::Letter, Tint::Dim) => theme.pale_ink(),
            (Part::Ink, Tint::Ramp(step)) if step < Tint::STEPS / 2 => pick(0x14_3a5c, 0xe6_e9ed),
            (Part::Ink, Tint::Ramp(_)) => pick(0xff_ffff, 0x0d_1b29),
            (Part::Ink, _) if contrast(face, WHITE) >= 4.5 => WHITE,
            (Part::Ink, _) => hex(0x0b_1016),
            (Part::Floor, _) => face.mix(Role::Square.colour(theme), 0.6),
            (Part::Letter, Tint::Default) => Role::TileInk.colour(theme),
            (Part::Letter, _) if theme == Theme::Light => face.mix(BLACK, 0.35),
            (Part::Letter, _) => face.mix(WHITE, 0.2),
        }
    }
}

impl Role {
    /// A part with a tint.
    pub(super) fn tinted(part: Part, tint: Tint) -> Role {
        // Tints that look the same are the same.
        Role::Tinted(
            part,
            match tint {
                Tint::Hue(hue) => Tint::Hue(hue % Tint::HUES),
                Tint::Ramp(step) => Tint::Ramp(step.min(Tint::STEPS - 1)),
                tint => tint,
            },
        )
    }

    /// All that have no tint.
    pub(super) fn untinted() -> impl Iterator<Item = Role> {
        [
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
        ]
        .into_iter()
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
            Role::Tinted(part, tint) => return part.colour(tint, theme),
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
            Role::Tinted(part, tint) => {
                let name = format!("{part:?}-{tint:?}").to_lowercase();
                write!(f, "--{}", name.replace('(', "-").trim_end_matches(')'))
            }
            role => write!(f, "--{}", format!("{role:?}").to_lowercase()),
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

    /// Every tint.
    fn tints() -> impl Iterator<Item = Tint> {
        [Tint::Default, Tint::Neutral, Tint::Bright, Tint::Dim, Tint::Good, Tint::Bad]
            .into_iter()
            .chain((0..Tint::HUES).map(Tint::Hue))
            .chain((0..Tint::STEPS).map(Tint::Ramp))
    }

    #[test]
    fn what_stands_on_pieces_can_be_read() {
        for theme in Theme::ALL {
            let pairs = [(Role::TileInk, Role::Tile), (Role::HomeInk, Role::Home)].into_iter();
            let tinted =
                tints().map(|tint| (Role::tinted(Part::Ink, tint), Role::tinted(Part::Face, tint)));
            for (ink, below) in pairs.chain(tinted) {
                // Dim labels may have less contrast.
                let least = if below == Role::tinted(Part::Face, Tint::Dim) { 3.5 } else { 4.5 };
                let contrast = contrast(ink.colour(theme), below.colour(theme));
                assert!(contrast >= least, "{ink} on {below}, {theme:?}: {contrast:.1}");
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
        let tinted = Part::ALL
            .into_iter()
            .flat_map(|part| tints().map(move |tint| Role::tinted(part, tint)));
        let mut names: Vec<String> =
            Role::untinted().chain(tinted).map(|role| role.to_string()).collect();
        assert!(names.contains(&"--paleink".to_string()));
        assert!(names.contains(&"--face-ramp-0".to_string()));
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(Role::tinted(Part::Edge, Tint::Hue(8)).to_string(), "--edge-hue-1");
        assert_eq!(Paint::Page.of(Role::Home).to_string(), "var(--home)");
    }
}
