//! What is read, and the errors for everything else.

use proptest::prelude::*;

use crate::puzzle::Likeness;
use crate::{Font, Format, Level, generator, plan};

fn error(text: &str) -> String {
    Level::parse(text).unwrap_err().to_string()
}

fn font_error(text: &str) -> String {
    Font::parse(text).unwrap_err().to_string()
}

#[test]
fn levels_have_names_or_none() {
    let named =
        Level::parse("\u{feff}A\r\noo\r\no-\r\n\r\n\r\n# the target\nB\r\n-o\r\noo\r\n").unwrap();
    assert_eq!(named.names().unwrap(), &["A".to_string(), "B".to_string()]);
    let plain = Level::parse("oo\no-\n\n-o\noo").unwrap();
    assert_eq!((plain.start(), plain.target()), (named.start(), named.target()));
    assert_eq!(plain.names(), None);
    // A name that looks like a row is not written.
    let font = Font::parse("o\noo\no-\n\n-\n-o\noo\n").unwrap();
    let level = Level::between(&font, 0, 1);
    assert_eq!(level.print(Format::Pictures), "oo\no-\n\n-o\noo\n");
    assert_eq!(Level::parse(&level.print(Format::Json)), Ok(level));
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    assert_eq!(
        error("oo\no-\n\n-o\n-o\n"),
        "line 4, column 1: this has 2 coins, but the start has 3"
    );
    assert_eq!(error("oo\no-\n\n-o\n"), "line 4, column 3: this has 1 row, but the start has 2");
    assert_eq!(
        error("oo\no-\n\n-oo\n"),
        "line 4, column 3: one cell too many in this row: the start has 2"
    );
    assert_eq!(error("oo\no\n"), "line 2, column 2: this row has 1 cell, but the first row has 2");
    assert!(
        error("oo\nox\n")
            .starts_with("line 2, column 2: 'x' is not a cell; a cell is o (a coin) or -")
    );
    assert!(error("oo\no-\n").starts_with("line 2, column 3: the target is missing"));
    assert!(error("oo\n\noo\n\noo\n").starts_with("line 5, column 1: the level ends"));
    assert!(error("").contains("no level found"));
    assert!(error("a b\noo\n\noo\n").starts_with("line 1, column 1: 'a b' is not a name"));
    let large = format!("{0}\n\n{0}", "o--------\n".repeat(8));
    assert!(error(&large).contains("too large"), "{}", error(&large));
    let font = "A\noo\no-\n\nB\n-o\noo\n\nC\no-\noo\n";
    assert!(error(font).contains("this is a font"));
}

#[test]
fn fonts_are_read_or_refused() {
    assert!(font_error("").contains("no glyph found"));
    assert_eq!(
        font_error("A\noo\no-\n\nA\n-o\noo\n"),
        "line 5, column 1: the name 'A' appears twice"
    );
    assert_eq!(
        font_error("A\noo\no-\n\nB\n-o\n-o\n"),
        "line 6, column 1: this has 2 coins, but the first glyph has 3"
    );
    assert_eq!(
        font_error("A\noo\no-\n\nB\n-o\noo\noo\n"),
        "line 8, column 1: one row too many: the first glyph has 2 rows"
    );
    assert_eq!(
        font_error("A\noo\no-\n\nB\n\n-o\n"),
        "line 5, column 2: the glyph 'B' has no rows; they follow its name"
    );
    assert!(font_error("A b\noo\n").contains("is not a name"));
    assert!(font_error(&format!("A\n{}", "oooooooo\n".repeat(9))).contains("too large"));
    let many: String = (0..257).map(|i| format!("{i}\noo\n\n")).collect();
    assert!(font_error(&many).contains("at most 256 glyphs"));
    let font = Font::parse("#\noo-\n\n/\n-oo").unwrap();
    assert_eq!(font.place_of("A").unwrap_err().to_string(), "unknown glyph 'A'; available: #, /");
}

#[test]
fn json_is_read_and_checked() {
    let text = r#"{"start": ["oo", "o-"], "target": ["-o", "oo"], "names": ["A", "B"]}"#;
    let level = Level::parse(text).unwrap();
    assert_eq!(Level::parse(&level.print(Format::Json)), Ok(level.clone()));
    assert_eq!(Level::parse(&level.print(Format::Pictures)), Ok(level));
    assert!(error(r#"{"start": ["oo"]}"#).contains("the key target is missing"));
    assert!(error(r#"{"start": ["oo"], "target": ["o-"]}"#).contains("this has 1 coin"));
    assert!(error(r#"{"start": [], "target": []}"#).contains("must be an array of strings"));
    assert!(
        error(r#"{"start": ["oo"], "target": ["oo"], "width": 3}"#).contains("width must be 2")
    );
    assert!(error(r#"{"start": ["oo"], "target": ["oo"], "names": ["A"]}"#).contains("two words"));
    assert!(error(r#"{"puzzle": "tiles"}"#).contains("puzzle must be"));
}

#[test]
fn what_is_no_level_is_not_taken_for_one() {
    assert_eq!(Level::recognise(""), Likeness::None);
    assert_eq!(Level::recognise("hello"), Likeness::None);
}

#[test]
fn plans_are_read_with_their_places_or_refused() {
    let level = Level::parse("oo-\no--\n\n-o-\noo-\n").unwrap();
    let read = |text: &str| plan::read(&level, text).map_err(|error| error.to_string());
    let steps = read("  0_0-1_1\n1_1-0_0").unwrap();
    assert_eq!((steps[1].1.line, steps[1].1.column), (2, 1));
    assert_eq!(read("").unwrap(), []);
    assert_eq!(
        read("0_0-1_1\n0_0").unwrap_err(),
        "line 2, column 1: '0_0' is not a move; a move is x_y-x_y, e.g. 1_2-3_4"
    );
    assert_eq!(
        read("0_0-3_1").unwrap_err(),
        "line 1, column 1: 3_1 is not on the board; x is 0 to 2, y is 0 to 1"
    );
    assert_eq!(read("oo-\no--\n0_0-1_1\n-o-\noo-\n").unwrap().len(), 1);
    assert_eq!(
        read("oo-\no--\n0_0-1_1\no--\noo-\n").unwrap_err(),
        "line 4, column 1: after move 1 this cell is empty"
    );
    assert!(read("oo-\n-o-\n").unwrap_err().contains("the first picture must be the start"));
    let illegal = read("oo-\no--\n0_0-2_1\n-o-\no-o\n").unwrap_err();
    assert_eq!(
        illegal,
        "line 3, column 1: this move is not legal: its last cell touches no other coin; it must touch two"
    );
}

proptest! {
    #[test]
    fn levels_are_read_as_written(width in 2..=8_usize, height in 2..=8_usize, seed: u64) {
        let level = generator::walk(width, height, width * height / 2 + 1, 10, seed);
        prop_assume!(level.is_ok());
        let level = level.unwrap();
        for format in Format::ALL {
            let text = level.print(format);
            prop_assert_eq!(Level::parse(&text), Ok(level.clone()));
            prop_assert_eq!(Level::recognise(&text), Likeness::Certain);
        }
    }
}
