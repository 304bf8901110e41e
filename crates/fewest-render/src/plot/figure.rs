//! The frame of a plot: title, axes with their names, and a legend.

use super::digest::Digest;
use super::scale::{Scale, short};
use crate::page;
use crate::svg::{Anchor, Element, Svg};
use crate::theme::{Colour, Theme};

/// The size of a plot. Its texts are made for it.
pub(super) const WIDTH: f64 = 860.0;
pub(super) const HEIGHT: f64 = 520.0;

/// The area of the axes.
const LEFT: f64 = 84.0;
const RIGHT: f64 = WIDTH - 28.0;
const TOP: f64 = 78.0;
const BOTTOM: f64 = HEIGHT - 62.0;
/// The height of a line of the legend.
const LINE: f64 = 20.0;

/// A plot while it is drawn.
pub(super) struct Figure {
    pub(super) svg: Svg,
    pub(super) theme: Theme,
    pub(super) x: Scale,
    pub(super) y: Scale,
    /// Where the area of the axes begins.
    top: f64,
}

/// What stands at the axes.
pub(super) struct Names<'a> {
    pub(super) x: &'a str,
    pub(super) y: &'a str,
}

impl Figure {
    /// A plot of these traces with nothing in it yet.
    pub(super) fn new(
        digests: &[Digest],
        theme: Theme,
        x: Scale,
        y: Scale,
        names: &Names<'_>,
    ) -> Self {
        let ticks = x.ticks(8);
        Figure::with_ticks(digests, theme, x, y, names, &ticks)
    }

    /// The same, with these numbers at the horizontal axis.
    pub(super) fn with_ticks(
        digests: &[Digest],
        theme: Theme,
        x: Scale,
        y: Scale,
        names: &Names<'_>,
        ticks: &[f64],
    ) -> Self {
        let mut svg = page(WIDTH, HEIGHT, theme);
        let top = TOP + LINE * digests.len().saturating_sub(1) as f64;
        title(&mut svg, digests, theme);
        let (x, y) = (x.placed(LEFT, RIGHT), y.placed(BOTTOM, top));
        let mut figure = Figure { svg, theme, x, y, top };
        figure.axes(ticks);
        figure.names(names);
        figure
    }

    fn axes(&mut self, ticks: &[f64]) {
        let (theme, x, y, top) = (self.theme, self.x, self.y, self.top);
        for tick in y.ticks(6) {
            let at = y.at(tick);
            self.svg.add(Element::line((LEFT, at), (RIGHT, at)).stroke(theme.grid(), 1.0));
            let label = Element::text(LEFT - 10.0, at, 13.0, &short(tick));
            self.svg.add(label.fill(theme.pale_ink()).anchor(Anchor::End));
        }
        for &tick in ticks {
            let at = x.at(tick);
            self.svg.add(Element::line((at, top), (at, BOTTOM)).stroke(theme.grid(), 1.0));
            let label = Element::text(at, BOTTOM + 17.0, 13.0, &short(tick));
            self.svg.add(label.fill(theme.pale_ink()).anchor(Anchor::Middle));
        }
        let axis = Element::line((LEFT, BOTTOM), (RIGHT, BOTTOM));
        self.svg.add(axis.stroke(theme.pale_ink(), 1.0));
    }

    fn names(&mut self, &Names { x, y }: &Names<'_>) {
        let ink = self.theme.ink();
        let middle = f64::midpoint(LEFT, RIGHT);
        let name = Element::text(middle, BOTTOM + 42.0, 14.0, x);
        self.svg.add(name.fill(ink).anchor(Anchor::Middle));
        let middle = f64::midpoint(self.top, BOTTOM);
        let name = Element::text(22.0, middle, 14.0, y).fill(ink).anchor(Anchor::Middle);
        // The text hangs a little below its place, which is turned along with it.
        self.svg.add(name.rotate(-90.0, 22.0, middle));
    }

    /// The colour of the trace with this number.
    pub(super) fn colour(&self, number: usize) -> Colour {
        let series = self.theme.series();
        series[number % series.len()]
    }

    /// Says in a corner which colour is whose, where that is not in the title.
    pub(super) fn legend(&mut self, names: &[String]) {
        for (number, name) in names.iter().enumerate() {
            let y = self.top + 16.0 + LINE * number as f64;
            let colour = self.colour(number);
            self.svg
                .add(Element::rect(RIGHT - 96.0, y - 6.0, 12.0, 12.0).fill(colour).corners(2.5));
            let name = Element::text(RIGHT - 76.0, y, 13.0, name);
            self.svg.add(name.fill(self.theme.ink()));
        }
    }

    /// Draws a mark over all that there is.
    pub(super) fn add(&mut self, element: Element) {
        self.svg.add(element);
    }
}

/// What was solved, and how; with several traces, which colour is whose.
pub(super) fn title(svg: &mut Svg, digests: &[Digest], theme: Theme) {
    let Some(first) = digests.first() else { return };
    let title = first.title.as_deref().unwrap_or(&first.name);
    let same = digests.iter().all(|digest| digest.title == first.title);
    let title = if same { shortened(title, 80) } else { format!("{} traces", digests.len()) };
    svg.add(Element::text(24.0, 26.0, 17.0, &title).fill(theme.ink()).bold());
    let series = theme.series();
    for (number, digest) in digests.iter().enumerate() {
        let y = 52.0 + LINE * number as f64;
        if digests.len() == 1 {
            let summary = shortened(&digest.summary(), 105);
            svg.add(Element::text(24.0, y, 13.5, &summary).fill(theme.pale_ink()));
        } else {
            let colour = series[number % series.len()];
            svg.add(Element::rect(24.0, y - 6.0, 12.0, 12.0).fill(colour).corners(2.5));
            let what = if same { String::new() } else { titled(digest) };
            let text = shortened(&format!("{what}{}", digest.summary()), 100);
            svg.add(Element::text(44.0, y, 13.5, &text).fill(theme.ink()));
        }
    }
}

fn titled(digest: &Digest) -> String {
    digest.title.as_ref().map_or(String::new(), |title| format!("{title}: "))
}

/// A text that is not too long for its line.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let mut short: String = text.chars().take(most - 1).collect();
    short.push('…');
    short
}
