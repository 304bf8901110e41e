//! The letters of texts that are drawn in pixels: outlines of the one font that
//! comes with the library, in its regular and its bold face.
//!
//! A text is set from left to right, one glyph for each character, with the
//! font's kerning. A character that the font lacks is seen as an empty box.

use std::sync::OnceLock;

use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::svg::Anchor;

fn face(is_bold: bool) -> Option<&'static Face<'static>> {
    static FACES: OnceLock<[Option<Face<'static>>; 2]> = OnceLock::new();
    let faces = FACES.get_or_init(|| {
        [dejavu::sans::regular(), dejavu::sans::bold()].map(|font| Face::parse(font, 0).ok())
    });
    faces[usize::from(is_bold)].as_ref()
}

/// The outline of a text whose baseline is the x axis; none where nothing of it is
/// seen.
pub(super) fn outline(text: &str, size: f32, is_bold: bool, anchor: Anchor) -> Option<Path> {
    let face = face(is_bold)?;
    let mut pen = Pen { builder: PathBuilder::new(), x: 0.0 };
    let mut before = None;
    // As SVG has it: spaces at the ends are not seen, and several are one.
    for (number, word) in text.split_whitespace().enumerate() {
        for letter in (number > 0).then_some(' ').into_iter().chain(word.chars()) {
            let glyph = face.glyph_index(letter).unwrap_or_default();
            pen.x += before.map_or(0.0, |before| kerning(face, before, glyph));
            face.outline_glyph(glyph, &mut pen);
            pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
            before = Some(glyph);
        }
    }
    let start = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -pen.x / 2.0,
        Anchor::End => -pen.x,
    };
    let scale = size / f32::from(face.units_per_em());
    // Letters stand upwards, and pictures count downwards.
    pen.builder.finish()?.transform(Transform::from_translate(start, 0.0).post_scale(scale, -scale))
}

fn kerning(face: &Face<'_>, left: GlyphId, right: GlyphId) -> f32 {
    let tables = face.tables().kern.into_iter().flat_map(|kern| kern.subtables);
    let plain = tables.filter(|table| table.horizontal && !table.has_state_machine);
    let mut values = plain.filter_map(|table| table.glyphs_kerning(left, right));
    values.next().map_or(0.0, f32::from)
}

/// Draws the outlines of glyphs side by side, in units of the font.
struct Pen {
    builder: PathBuilder,
    x: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.x + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.x + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.builder.quad_to(self.x + x1, y1, self.x + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.builder.cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_are_there() {
        for is_bold in [false, true] {
            assert!(face(is_bold).is_some());
        }
    }

    #[test]
    fn texts_stand_where_they_are_anchored() {
        let bounds = |anchor| outline("8 / 88", 20.0, false, anchor).unwrap().bounds();
        let (start, middle, end) =
            (bounds(Anchor::Start), bounds(Anchor::Middle), bounds(Anchor::End));
        assert!(start.left() > 0.0 && end.right() < 0.0);
        assert!((middle.left() + middle.right()).abs() < 0.5);
        assert!(start.top() < -10.0 && start.bottom() < 3.0, "{start:?}");
    }

    #[test]
    fn letters_are_kerned_and_spaces_are_one() {
        let width = |text| outline(text, 100.0, false, Anchor::Start).unwrap().bounds().width();
        assert!(width("AV") < width("AH"));
        assert!((width(" a  b ") - width("a b")).abs() < 0.01);
        assert!(outline("  ", 10.0, true, Anchor::Middle).is_none());
    }

    #[test]
    fn what_the_font_lacks_is_a_box() {
        assert!(outline("\u{10ffff}", 10.0, false, Anchor::Start).is_some());
    }
}
