//! Several traces side by side, each in its own picture.

use super::View;
use super::digest::Digest;
use super::kind::{Kind, PlotError};
use crate::page;
use crate::svg::{Element, Svg};

/// The maximum number side by side.
const MAX: usize = 4;
/// How much narrower a picture among others is.
const NARROWER: f64 = 0.78;
/// The height of a title over all of them.
const TITLE: f64 = 34.0;

/// Draws each trace in its own view; `size` is that of a single picture.
pub(super) fn beside(
    digests: &[Digest],
    view: &View,
    kind: Kind,
    size: (f64, f64),
    draw: impl Fn(&Digest, &View) -> Result<Svg, PlotError>,
) -> Result<Svg, PlotError> {
    if let [only] = digests {
        return draw(only, view);
    }
    let count = digests.len();
    if count > MAX {
        return Err(PlotError::TooManyTraces { kind, count, most: MAX });
    }
    let top = if view.title.is_some() { TITLE } else { 0.0 };
    let (width, height) =
        view.size.unwrap_or((size.0 * NARROWER * count as f64, size.1 * NARROWER + 60.0 + top));
    let own =
        View { title: None, size: Some((width / count as f64, height - top)), ..view.clone() };
    let mut svg = page(width, height, view.theme);
    if let Some(title) = &view.title {
        svg.add(Element::text(24.0, 26.0, 19.0, title).fill(view.theme.ink()).bold());
    }
    for (number, digest) in digests.iter().enumerate() {
        let left = width / count as f64 * number as f64;
        let mut panel = Element::group().translate(left, top);
        for element in draw(digest, &own)?.elements() {
            panel.add(element.clone());
        }
        svg.add(panel);
    }
    Ok(svg)
}
