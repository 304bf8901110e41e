//! The width of texts. Every build has it, also those that draw no pixels, so drawings
//! are the same in all of them.

/// The units of the font in which its advances are measured, for the size of a text.
const EM: f64 = 2048.0;

/// The advances of `DejaVu Sans` from the space to the tilde.
const ADVANCES: [u16; 95] = [
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048,
    1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235,
    1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024, 1024,
    1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300,
    1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
];

/// The advance of any other letter: that of a wide one.
const OTHER: u16 = 1716;

/// The width of a text of this size, without kerning.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let advance = |letter: char| {
        let place = (letter as usize).wrapping_sub(' ' as usize);
        f64::from(ADVANCES.get(place).copied().unwrap_or(OTHER))
    };
    text.chars().map(advance).sum::<f64>() * size / EM
}

/// A text that is not too long for its line.
pub(crate) fn shortened(text: &str, size: f64, most: f64) -> String {
    if text_width(text, size) <= most {
        return text.to_string();
    }
    let mut short = String::new();
    for letter in text.chars() {
        short.push(letter);
        if text_width(&short, size) + text_width("…", size) > most {
            short.pop();
            break;
        }
    }
    short + "…"
}

#[cfg(all(test, feature = "raster"))]
mod tests {
    use super::*;
    use crate::font;
    use crate::svg::Anchor;

    #[test]
    fn texts_are_as_wide_as_they_are_drawn() {
        // Without the space beside the outermost letters, and with kerning.
        for text in ["0123456789", "115,223 expanded", "Moves So Far", "0.0015"] {
            let drawn = font::outline(text, 100.0, false, Anchor::Start).unwrap().bounds();
            let (drawn, told) = (f64::from(drawn.right()), text_width(text, 100.0));
            assert!(drawn <= told && told < drawn * 1.06 + 12.0, "{text}: {drawn} {told}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("short", 10.0, 100.0), "short");
        let cut = shortened(&"long ".repeat(20), 10.0, 100.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) <= 100.0, "{cut}");
    }
}
