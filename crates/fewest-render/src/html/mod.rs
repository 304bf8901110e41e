//! An animation as one self-contained HTML page: the board, and controls to play, stop
//! and step.

use rustc_hash::FxHashSet;
use serde_json::json;

use super::animation::{Animation, AnimationOptions};
use super::clock::Clock;
use super::colours;
use super::error::RenderError;
use super::layout::Layout;
use super::look::Look;
use super::picture;
use super::role::Paint;
use super::svg::{Element, Escaped, Svg};
use super::symbols::Symbols;
use super::theme::Theme;
use fewest_puzzle::scene::{Manner, Tint};

const STYLE: &str = include_str!("player.css");
const SCRIPT: &str = include_str!("player.js");

impl Animation {
    /// As a page of HTML.
    pub fn html(&self, options: &AnimationOptions) -> Result<String, RenderError> {
        let layout = Layout::new(&self.start, options.size, false)?;
        let mut symbols = Symbols::new(Look::new(&self.start, &layout, Paint::Page));
        let changing = self.changing_grounds();
        let ground = picture::ground(&self.start, &layout, &mut symbols, &changing);
        let script = self.script(options, &layout, &mut symbols, &changing);
        let mut svg = Svg::new(layout.width(), layout.height());
        svg.add(Element::title(&self.title));
        svg.add(symbols.definitions());
        svg.add(picture::paper(&layout, Paint::Page));
        svg.add(ground);
        svg.add(Element::group().id("grounds"));
        svg.add(Element::group().id("pieces"));

        let title = Escaped(&self.title);
        let theme = match options.theme {
            None => "",
            Some(Theme::Light) => " data-theme=\"light\"",
            Some(Theme::Dark) => " data-theme=\"dark\"",
        };
        let size = options.size.map_or(String::new(), |size| format!(" style=\"--size:{size}px\""));
        let style = colours::css(&self.tints()) + STYLE;
        Ok(format!(
            r#"<!doctype html>
<html lang="en"{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main{size}>
<figure>
{svg}<figcaption>{title}</figcaption>
</figure>
<p id="count" role="status"></p>
<input id="place" type="range" min="0" step="any" value="0" aria-label="move">
<div id="controls">
<button id="first" title="to the start (Home)" aria-label="to the start">⏮</button>
<button id="back" title="previous move (←)" aria-label="previous move">◀</button>
<button id="play" title="play or stop (space)" aria-label="play or stop">▶</button>
<button id="next" title="next move (→)" aria-label="next move">▶</button>
<button id="end" title="to the end (End)" aria-label="to the end">⏭</button>
<label>speed <input id="speed" type="range" min="-2" max="4" step="0.1"></label>
<button id="theme" title="light or dark (t)" aria-label="light or dark">◐</button>
</div>
</main>
<script>
const animation = {script};
{SCRIPT}</script>
</body>
</html>
"#
        ))
    }

    /// The data of the script, as JSON: the numbers of drawings, where they are at the
    /// start, and each move with its name, its manner, what travels where and becomes
    /// what, and which places change to what.
    ///
    /// The places after those of the pieces are those of the grounds that change.
    fn script(
        &self,
        options: &AnimationOptions,
        layout: &Layout,
        symbols: &mut Symbols,
        changing: &FxHashSet<usize>,
    ) -> String {
        let cells = self.start.pieces().len();
        let mut start: Vec<_> = (0..cells)
            .filter_map(|cell| Some(json!([cell, symbols.piece(self.start.piece(cell)?)])))
            .collect();
        start.extend((0..cells).filter(|cell| changing.contains(cell)).filter_map(|cell| {
            Some(json!([cells + cell, symbols.ground(self.start.ground()[cell])?]))
        }));
        let mut moves = Vec::with_capacity(self.moves.len());
        for mv in &self.moves {
            let manner = match mv.motion.manner {
                Manner::Slide => "slide",
                Manner::Hop => "hop",
                Manner::Merge => "merge",
            };
            let mut travels = Vec::with_capacity(mv.motion.travels.len());
            for travel in &mv.motion.travels {
                let becomes = travel.becomes.map(|piece| symbols.piece(piece));
                travels.push(json!([travel.from, travel.to, becomes]));
            }
            let mut changes = Vec::with_capacity(mv.motion.changes.len());
            for change in mv.motion.changes.iter().filter(|change| change.cell < cells) {
                changes.push(json!([change.cell, change.piece.map(|piece| symbols.piece(piece))]));
                if changing.contains(&change.cell) {
                    changes.push(json!([cells + change.cell, symbols.ground(change.ground)]));
                }
            }
            moves.push(json!([mv.name, manner, travels, changes]));
        }
        let script = json!({
            "columns": self.start.width(),
            "cells": self.start.pieces().len(),
            "cell": layout.cell,
            "margin": layout.margin,
            "speed": 1.0 / Clock::new(options, self.moves.len()).step,
            "start": start,
            "moves": moves,
        });
        // It must not contain the end of the script.
        script.to_string().replace('<', "\\u003c")
    }

    /// The tints that are seen.
    fn tints(&self) -> Vec<Tint> {
        let motions = || self.moves.iter().map(|mv| &mv.motion);
        let changes = || motions().flat_map(|motion| &motion.changes);
        let travels = motions().flat_map(|motion| &motion.travels);
        let pieces = self.start.pieces().iter().copied();
        let pieces = pieces.chain(travels.map(|travel| travel.becomes));
        let pieces = pieces.chain(changes().map(|change| change.piece)).flatten();
        let grounds = self.start.ground().iter().chain(changes().map(|change| &change.ground));
        // Labels of some shapes take the ink of another tint.
        let mut tints = vec![Tint::Default, Tint::Bright];
        let mut seen = FxHashSet::default();
        let used = pieces.map(|piece| piece.tint).chain(grounds.map(|ground| ground.tint));
        tints.extend(used.filter(|tint| seen.insert(*tint)));
        tints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::tests::of as animation;
    use fewest_puzzles::puzzle::parse;

    #[test]
    fn pages_need_nothing_else() {
        let position = parse("1 2 3\n4 5 6\n_ 7 8\n", None).unwrap();
        let animation = animation(&*position, &["L", "L"]);
        let options = AnimationOptions { theme: Some(Theme::Dark), ..AnimationOptions::default() };
        let page = animation.html(&options).unwrap();
        assert!(page.contains("<html lang=\"en\" data-theme=\"dark\">"));
        assert!(page.contains(r#""moves":[["L","slide",[[7,6,"#));
        let links = page.matches("http").count();
        assert_eq!(links, page.matches("http://www.w3.org/2000/svg").count());
        assert!(!page.contains(" src=") && !page.contains("@import") && !page.contains("url("));
    }

    #[test]
    fn names_are_no_markup() {
        let text = r#"{"puzzle":"coins","start":["oo-","o--"],"target":["-o-","oo-"],"names":["</script><b>","B"]}"#;
        let position = parse(text, None).unwrap();
        let page = animation(&*position, &["0_0-1_1"]);
        let page = page.html(&AnimationOptions::default()).unwrap();
        assert!(!page.contains("<b>"));
        assert_eq!(page.matches("</script>").count(), 1);
    }
}
