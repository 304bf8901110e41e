//! What is read, what is rejected and where; everything that is written can be read
//! back.

use proptest::prelude::*;

use super::*;

fn level(text: &str) -> Level {
    match Level::parse(text) {
        Ok(level) => level,
        Err(error) => panic!("{text:?}: {error}"),
    }
}

fn check_errors(cases: &[(&str, &str)]) {
    for (text, says) in cases {
        match Level::parse(text) {
            Ok(level) => panic!("{text:?} was read as {level:?}"),
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with(says), "{text:?}: {error}");
            }
        }
    }
}

#[test]
fn lines() {
    let expected = Level::new(3, 2, vec![0, 0, 12, 7, 0, 1]).unwrap();
    for text in [
        "3 2\n0 0 12\n7 0 1\n",
        "3 2\n . . 12\n 7 _ 1",
        "\u{feff}\n# a level\r\n3\t2 # wide and high\r\n\r\n00 0 012\r\n# and\n7 0 1\n\n",
    ] {
        assert_eq!(level(text), expected, "{text:?}");
    }
    assert_eq!(expected.print(Format::Sized), "3 2\n0 0 12\n7 0 1\n");
    assert_eq!(expected.print(Format::Picture), "3 2\n .  . 12\n 7  .  1\n");
    assert!(level("1 1\n0").is_solved());
}

#[test]
fn mistakes_in_lines() {
    check_errors(&[
        ("", "line 1, column 1: no level found; a level is a line with width and height"),
        (" \n# nothing\n", "line 1, column 1: no level found"),
        ("3\n1 2 3", "line 1, column 1: the first line must be the width and the height, e.g. 8 5"),
        ("1 2 3\n4 5 6", "line 1, column 1: the first line must be"),
        ("0 3\n", "line 1, column 1: '0' is not a size; a level's sides are 1 to 1000 long"),
        ("3 1001\n", "line 1, column 3: '1001' is not a size"),
        ("3 -1\n", "line 1, column 3: '-1' is not a size"),
        ("3 +1\n", "line 1, column 3: '+1' is not a size"),
        ("99999999999999999999 3\n", "line 1, column 1: '99999999999999999999' is not a size"),
        ("2 2\n1 2\n0", "line 3, column 2: this row has 1 number, but the size line says 2"),
        (
            "2 2\n1 2 0\n0",
            "line 2, column 5: one number too many in this row: the size line says 2",
        ),
        ("2 2\n1 2", "line 2, column 4: the board ends after 1 row, but the size line says 2"),
        ("1 1\n1\n0", "line 3, column 1: one row too many: the size line says 1 row"),
        ("2 1\n1 x", "line 2, column 3: 'x' is not a number; numbers are whole and not negative"),
        ("2 1\n1 -2", "line 2, column 3: '-2' is not a number"),
        ("2 1\n1 1.5", "line 2, column 3: '1.5' is not a number"),
        ("2 1\n2147483647 1", "line 2, column 12: this number is too large; the sum of a level"),
        ("1 1\n99999999999", "line 2, column 1: this number is too large"),
    ]);
    assert_eq!(level("2 1\n2147483646 1").sum(), Level::MAX_SUM);
}

#[test]
fn json() {
    let text = r#"{"puzzle": "numbers", "width": 2, "height": 1, "numbers": [[1, null]]}"#;
    assert_eq!(level(text), level("2 1\n1 0"));
    assert_eq!(level(r#"{"numbers": [[3]]}"#), level("1 1\n3"));
    check_errors(&[
        ("{", "line 1, column 1: this is not JSON"),
        ("{}", "line 1, column 2: the key numbers is missing"),
        ("{\"puzzle\": \"tiles\"}", "line 1, column 12: this is not a puzzle of numbers"),
        ("{\"rows\": 1}", "line 1, column 2: unknown key 'rows'; available: puzzle, width"),
        ("{\"numbers\": 1}", "line 1, column 13: numbers must be an array of rows"),
        ("{\"numbers\": [1]}", "line 1, column 14: numbers must be an array of rows"),
        ("{\"numbers\": []}", "line 1, column 14: a board is at least 1 row high"),
        ("{\"numbers\": [[]]}", "line 1, column 14: a board is at least 1 number wide"),
        ("{\"numbers\": [[1, 2], [3]]}", "line 1, column 25: this row has 1 number"),
        ("{\"numbers\": [[-1]]}", "line 1, column 15: '-1' is not a number; numbers are whole and"),
        ("{\"numbers\": [[\"1\"]]}", "line 1, column 15: '\\\"1\\\"' is not a number"),
        ("{\"numbers\": [[1e3]]}", "line 1, column 15: '1e3' is not a number"),
        ("{\"numbers\": [[9999999999]]}", "line 1, column 15: this number is too large"),
        ("{\"numbers\": [[1]], \"width\": 2}", "line 1, column 29: width must be 1"),
    ]);
    let wide = format!("{{\"numbers\": [[{}0]]}}", "0, ".repeat(1000));
    check_errors(&[(&wide, "line 1, column 3015: a board is at most 1000 numbers wide")]);
}

#[test]
fn texts_are_distinguished() {
    use Likeness::{Certain, Likely, None, Possible};
    for (text, likeness) in [
        ("8 2\n0 0 3 0 0 0 0 0\n0 0 2 0 0 0 1 6", Certain),
        ("4 2\n. . 3 .\n. 2 1 .", Certain),
        ("2 1\n1 1", Certain),
        ("1 1\n0", Certain),
        ("3 2\n1 0 0\n0 2 0", Certain),
        // A level of blocks as well, and tiles.
        ("2 2\n1 2\n0 0", Likely),
        ("2 2\n1 2\n3 0", Likely),
        ("3 3\n1 2 3\n4 5 6\n7 8 8", Likely),
        // With mistakes.
        ("8 2\n0 0 3 0 0 0 0\n0 0 2 0 0 0 1 6", Likely),
        ("3 2\n5 0 x\n0 0 5", Likely),
        ("3 2\n1 2 3\n4 5", Possible),
        ("", None),
        ("# only this", None),
        ("1 2 3\n4 5 6\n7 8 0", None),
        ("3\n1 2 3\n4 5 6\n7 8 0", None),
        ("o . x", None),
        ("7 . 3 . 8\n  . 2 . 6\n4 . 1 . 5\n", None),
        ("-1 0\n0 0", None),
        ("{\"puzzle\": \"numbers\"}", Certain),
        ("{\"puzzle\": \"tiles\"}", None),
        ("{\"numbers\": 1}", Likely),
        ("{\"puzzle\": \"numbers\", ", Likely),
        ("{\"rows\": [\"ox\"]}", None),
    ] {
        assert_eq!(Level::recognise(text), likeness, "{text:?}");
    }
}

#[test]
fn huge_texts_are_refused_at_once() {
    // A reader that backtracks would take minutes for this.
    let bytes = 1 << 18;
    for piece in ["0 ", "0\n", "1 1\n", ".", ". ", "{", "[", "\"", "#", "\n", " ", "é", "9"] {
        let text = piece.repeat(bytes / piece.len());
        assert!(Level::parse(&text).is_err());
        Level::recognise(&text);
        let text = format!("1000 1000\n{text}");
        assert!(Level::parse(&text).is_err());
        Level::recognise(&text);
    }
    let rows = format!("{{\"numbers\": [{}[1]]}}", "[1],".repeat(bytes / 4));
    let error = Level::parse(&rows).unwrap_err().to_string();
    assert!(error.ends_with("at most 1000 rows high"), "{error}");
}

prop_compose! {
    fn any_level()(width in 1..20_usize, height in 1..20_usize)(
        width in Just(width),
        height in Just(height),
        cells in prop::collection::vec(
            prop_oneof![3 => Just(0), 2 => 1..9_u32, 1 => 1..5_000_000_u32],
            width * height,
        ),
    ) -> Level {
        Level::new(width, height, cells).unwrap()
    }
}

proptest! {
    #[test]
    fn levels_are_read_back(level in any_level()) {
        for format in Format::ALL {
            let text = level.print(format);
            prop_assert_eq!(Level::parse(&text).unwrap(), level.clone());
            prop_assert!(Level::recognise(&text) >= Likeness::Likely);
        }
    }
}
