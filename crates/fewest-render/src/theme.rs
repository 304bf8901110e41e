//! The colours of all pictures, for light and for dark pages.
//!
//! No information depends on colour alone, and colours can be distinguished with every
//! kind of colour vision: those of [`Theme::series`] are from Okabe and Ito (2008),
//! those of [`Theme::ramp`] differ in lightness.
//!
//! ```
//! use fewest_render::theme::{Colour, Theme};
//!
//! assert_eq!(Theme::Light.paper().to_string(), "#ffffff");
//! assert_eq!(Colour(0, 0, 0).mix(Colour(255, 255, 255), 0.5), Colour(128, 128, 128));
//! ```

use std::fmt;

use fewest::names::{Name, Names};

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// A colour between this one (at 0) and another (at 1).
    #[must_use]
    pub fn mix(self, other: Colour, share: f64) -> Colour {
        let share = share.clamp(0.0, 1.0);
        let mix =
            |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

pub(super) const fn hex(colour: u32) -> Colour {
    Colour((colour >> 16) as u8, (colour >> 8) as u8, colour as u8)
}

/// The theme of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Both by name.
    pub const NAMES: Names<Theme> = Names::new(&[
        Name::new("light", Theme::Light, "dark on light"),
        Name::new("dark", Theme::Dark, "light on dark"),
    ]);

    /// All of them.
    pub const ALL: [Theme; 2] = Theme::NAMES.values();

    fn pick(self, light: u32, dark: u32) -> Colour {
        match self {
            Theme::Light => hex(light),
            Theme::Dark => hex(dark),
        }
    }

    /// The background.
    pub fn paper(self) -> Colour {
        self.pick(0xff_ffff, 0x16_1b22)
    }

    /// Texts.
    pub fn ink(self) -> Colour {
        self.pick(0x24_2b33, 0xe6_e9ed)
    }

    /// Less important texts.
    pub fn pale_ink(self) -> Colour {
        self.pick(0x6a_7480, 0x97_a1ad)
    }

    /// Guide lines, which should not stand out.
    pub fn grid(self) -> Colour {
        self.pick(0xe3_e7ec, 0x2c_333c)
    }

    /// Colours for several things, in order of use; further things must be
    /// distinguished by dashes.
    pub fn series(self) -> [Colour; 7] {
        match self {
            Theme::Light => {
                [0x00_72b2, 0xd5_5e00, 0x00_9e73, 0xcc_79a7, 0xe6_9f00, 0x56_b4e9, 0x33_3b45]
            }
            Theme::Dark => {
                [0x56_b4e9, 0xf0_8a3c, 0x2f_c79a, 0xe0_9cc3, 0xf0_c04a, 0x9f_d4f5, 0xd5_dae0]
            }
        }
        .map(hex)
    }

    /// A colour for a share from 0 to 1: from near the paper to far from it.
    pub fn ramp(self, share: f64) -> Colour {
        let stops: [u32; 5] = match self {
            Theme::Light => [0xf0_f6fc, 0xbe_d8ee, 0x6b_aad6, 0x2a_71b2, 0x0a_3069],
            Theme::Dark => [0x1d_2733, 0x1c_4a73, 0x2c_7cb6, 0x77_b5de, 0xd8_ebf9],
        };
        let at = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
        let stop = (at as usize).min(stops.len() - 2);
        hex(stops[stop]).mix(hex(stops[stop + 1]), at - stop as f64)
    }
}

/// The luminance of WCAG 2.
fn luminance(Colour(r, g, b): Colour) -> f64 {
    let linear = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// The contrast of WCAG 2, from 1 to 21.
pub(super) fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_can_be_read() {
        for theme in Theme::ALL {
            assert!(contrast(theme.ink(), theme.paper()) > 10.0);
            assert!(contrast(theme.pale_ink(), theme.paper()) > 4.5);
        }
    }

    #[test]
    fn ramps_leave_the_paper() {
        for theme in Theme::ALL {
            let contrasts =
                (0..=20).map(|step| contrast(theme.ramp(f64::from(step) / 20.0), theme.paper()));
            assert!(contrasts.is_sorted());
        }
        assert_eq!(Theme::Light.ramp(0.0).to_string(), "#f0f6fc");
        assert_eq!(Theme::Light.ramp(f64::NAN), Theme::Light.ramp(f64::NAN));
    }
}
