//! The colours of pages, as variables of CSS.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::role::{Part, Role};
use super::theme::Theme;
use fewest_puzzle::scene::Tint;

/// The colours of both themes, with those of some tints: the reader's preference, unless
/// the page has a theme.
pub(super) fn css(tints: &[Tint]) -> String {
    let list = |theme: Theme| -> String {
        let tinted = tints.iter().flat_map(|tint| Part::ALL.map(|part| Role::tinted(part, *tint)));
        let mut written = FxHashSet::default();
        let colours = Role::untinted().chain(tinted);
        let colours = colours.map(|role| (role.to_string(), role.colour(theme)));
        // Tints may be the same.
        let colours = colours.filter(|(name, _)| written.insert(name.clone()));
        colours.map(|(name, colour)| format!("{name}:{colour};")).collect()
    };
    let (light, dark) = (list(Theme::Light), list(Theme::Dark));
    let mut css = String::new();
    // Writing to a String can't fail.
    let _ = writeln!(css, ":root{{color-scheme:light dark;{light}}}");
    let _ = writeln!(css, "@media (prefers-color-scheme:dark){{:root{{{dark}}}}}");
    let _ = writeln!(css, ":root[data-theme=light]{{color-scheme:light;{light}}}");
    let _ = writeln!(css, ":root[data-theme=dark]{{color-scheme:dark;{dark}}}");
    css
}
