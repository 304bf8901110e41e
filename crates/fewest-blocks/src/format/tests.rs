//! What is read, what is rejected and where; everything that is written can be read
//! back.

use proptest::prelude::*;

use super::*;

fn level(text: &str) -> Level {
    match parse(text) {
        Ok(level) => level,
        Err(error) => panic!("{text:?}: {error}"),
    }
}

fn check_errors(cases: &[(&str, &str)]) {
    for (text, says) in cases {
        match parse(text) {
            Ok(level) => panic!("{text:?} was read as {level:?}"),
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with(says), "{text:?}: {error}");
            }
        }
    }
}

#[test]
fn pictures() {
    let expected = Level::new(
        3,
        2,
        vec![Cell::Wall, Cell::Free, Cell::Block, Cell::Goal, Cell::BlockOnGoal, Cell::Free],
    )
    .unwrap();
    for text in [
        "#.o\nx@.",
        "# . o\nx @ .\n",
        "\n; a level\n  #.O ; its first row\r\n; and its second\r\nX@.\r\n\r\n; the end\n",
        "\u{feff}#\t.\to\nx@.\n\n\n",
    ] {
        assert_eq!(level(text), expected, "{text:?}");
    }
    assert_eq!(level("@").cells(), [Cell::BlockOnGoal]);
    assert_eq!(level("oox").cells().len(), 3);
    assert_eq!(level("oxx").cells().len(), 3);
}

#[test]
fn mistakes_in_pictures() {
    let wide = ".".repeat(17);
    let high = ".\n".repeat(17);
    check_errors(&[
        ("", "line 1, column 1: no board found; a board is rows"),
        (" \n; nothing\n", "line 1, column 1: no board found"),
        ("o.x\n.?.", "line 2, column 2: '?' is not a cell; a cell is # (wall)"),
        ("o.x\n. é .", "line 2, column 3: 'é' is not a cell"),
        ("o.x\n..", "line 2, column 3: this row has 2 cells, but the first row has 3"),
        ("o.x\n....", "line 2, column 4: one cell too many in this row: the first row has 3"),
        ("..x\n...", "line 2, column 4: the board has no block; at least one cell must be o or @"),
        ("o..\n...", "line 2, column 4: the board has no goal; at least one cell must be x or @"),
        (&wide, "line 1, column 17: a board is at most 16 cells wide"),
        (&high, "line 17, column 1: a board is at most 16 rows high"),
        ("o.x\n\no.x", "line 3, column 1: the board ended at the empty line above"),
    ]);
}

#[test]
fn numbers() {
    let text = "2 3\n-1 0 1\n 2 3 0\n";
    assert_eq!(level(text), level("#.o\nx@."));
    assert_eq!(level(text).print(Format::Numbers), "2 3\n-1  0  1\n 2  3  0\n");
    assert_eq!(level("; no walls\n1 2 ; rows columns\r\n\r\n1 2").width(), 2);
    check_errors(&[
        ("3\n1 2 0", "line 1, column 1: the first line must be the numbers of rows and of columns"),
        ("-1 0 1\n2 0 0", "line 1, column 1: the first line must be"),
        ("1 17\n1 2", "line 1, column 3: '17' is not a size; a board has 1 to 16 rows"),
        ("0 3\n", "line 1, column 1: '0' is not a size"),
        ("-3 3\n", "line 1, column 1: '-3' is not a size"),
        ("99999999999999999999 3\n", "line 1, column 1: '99999999999999999999' is not a size"),
        ("2 2\n1 2\n0", "line 3, column 2: this row has 1 cell, but the size line says 2"),
        ("2 2\n1 2 0\n0", "line 2, column 5: one cell too many in this row: the size line says 2"),
        ("2 2\n1 2", "line 2, column 4: the board ends after 1 row, but the size line says 2"),
        ("1 2\n1 2\n0 0", "line 3, column 1: one row too many: the size line says 1 row"),
        ("1 2\n1 4", "line 2, column 3: '4' is not a cell; a cell is -1 (wall), 0 (free)"),
        ("1 2\n1 -2", "line 2, column 3: '-2' is not a cell"),
        ("1 2\n1 x", "line 2, column 3: 'x' is not a cell"),
        ("1 2\n2 0", "line 2, column 4: the board has no block; at least one cell must be 1 or 3"),
        ("1 2\n1 -1", "line 2, column 5: the board has no goal; at least one cell must be 2 or 3"),
    ]);
}

#[test]
fn json() {
    let text = r##"{"puzzle": "blocks", "width": 3, "height": 2, "rows": ["#.o", "x @ ."]}"##;
    assert_eq!(level(text), level("#.o\nx@."));
    assert_eq!(level(r#"{"rows": ["@"]}"#), level("@"));
    check_errors(&[
        ("{", "line 1, column 1: this is not JSON"),
        ("{\"rows\": [\"ox\"]} x", "line 1, column 18: this is not JSON: trailing characters"),
        ("{}", "line 1, column 2: the key rows is missing"),
        ("{\"puzzle\": \"tiles\"}", "line 1, column 12: this is not a puzzle of blocks"),
        (
            "{\"row\": 1}",
            "line 1, column 2: unknown key 'row'; available: puzzle, width, height, rows",
        ),
        ("{\"rows\": 1, \"rows\": 2}", "line 1, column 13: duplicate key rows"),
        ("{\"rows\": \"ox\"}", "line 1, column 10: rows must be an array of strings"),
        ("{\"rows\": [12]}", "line 1, column 11: rows must be an array of strings"),
        (
            "{\"rows\": []}",
            "line 1, column 11: a board is at least 1 row high, but this has 0 rows",
        ),
        ("{\"rows\": [\"\"]}", "line 1, column 11: a board is at least 1 cell wide"),
        ("{\"rows\": [\"ox\",\n\"o\"]}", "line 2, column 4: this row has 1 cell"),
        ("{\"rows\": [\"ox\",\n\"o\\n\"]}", "line 2, column 3: '\\\\' is not a cell"),
        ("{\"rows\": [\"o\"]}", "line 1, column 14: the board has no goal"),
        ("{\"rows\": [\"ox\"], \"width\": 3}", "line 1, column 27: width must be 2"),
        ("{\"rows\": [\"ox\"], \"height\": \"1\"}", "line 1, column 28: height must be 1"),
    ]);
}

#[test]
fn texts_are_distinguished() {
    use Likeness::{Certain, Likely, None, Possible};
    for (text, likeness) in [
        ("o . x", Certain),
        ("#####\n#o.x#", Certain),
        ("o . .", Likely),
        (". . .", Possible),
        ("o . x\n. ? .", Possible),
        ("", None),
        ("; only this", None),
        // A font of coins.
        ("--o--\n-o-o-\n", None),
        ("2 2\n1 -1\n0 2", Certain),
        // Certain though with a mistake: nothing else has walls of −1.
        ("2 2\n1 -1 7\n0 2", Certain),
        ("-1 0 1\n0 0 2", Possible),
        ("2 3\n1 0 0\n0 2 0", Likely),
        // Sliding tiles, for which that puzzle is certain.
        ("2 2\n1 2\n3 0", Likely),
        ("1 2 3\n4 5 6\n7 8 0", None),
        ("3\n1 2 3\n4 5 6\n7 8 0", None),
        ("3 3\n1 2 3\n4 5 6\n7 8 0", None),
        ("7 . 3 . 8\n  . 2 . 6\n4 . 1 . 5\n", None),
        ("{\"puzzle\": \"blocks\"}", Certain),
        ("{\"puzzle\": \"tiles\"}", None),
        ("{\"rows\": [\"ox\"]}", Likely),
        ("{\"rows\": [1]}", Possible),
        ("{\"tiles\": [[1, 2], [3, 0]]}", None),
        ("{\"puzzle\": \"blocks\", ", Likely),
    ] {
        assert_eq!(recognise(text), likeness, "{text:?}");
    }
}

#[test]
fn huge_texts_are_refused_at_once() {
    // A reader that backtracks would take minutes for this.
    let bytes = 1 << 18;
    for piece in [".", ".\n", "o x\n", "1 ", "1 1\n", "-1\n", "{", "[", "\"", ";", "\n", " ", "é"]
    {
        let text = piece.repeat(bytes / piece.len());
        assert!(parse(&text).is_err());
        recognise(&text);
    }
    let deep = format!("{{\"rows\": {}}}", "[".repeat(bytes));
    assert!(parse(&deep).is_err());
    let rows = format!("{{\"rows\": [{}\"ox\"]}}", "\"ox\",".repeat(bytes / 5));
    assert!(parse(&rows).unwrap_err().to_string().ends_with("at most 16 rows high"));
}

prop_compose! {
    pub(crate) fn any_level()(width in 1..=Level::MAX_SIDE, height in 1..=Level::MAX_SIDE)(
        width in Just(width),
        height in Just(height),
        kinds in prop::collection::vec(0..5_usize, width * height),
        both in 0..width * height,
    ) -> Level {
        let kind = |kind: usize| {
            [Cell::Wall, Cell::Free, Cell::Block, Cell::Goal, Cell::BlockOnGoal][kind]
        };
        let mut cells: Vec<Cell> = kinds.into_iter().map(kind).collect();
        cells[both] = Cell::BlockOnGoal;
        Level::new(width, height, cells).unwrap()
    }
}

proptest! {
    #[test]
    fn levels_are_read_back(level in any_level()) {
        for format in Format::ALL {
            let text = level.print(format);
            prop_assert_eq!(parse(&text).unwrap(), level.clone());
            prop_assert!(recognise(&text) >= Likeness::Likely);
        }
    }
}

#[test]
fn spaces_are_free_cells_where_rows_are_uneven_without_them() {
    let dotted = Level::parse("######\n#o..x#\n#..#..\n######").unwrap();
    for text in [
        "######\n#o  x#\n#  #\n######",
        "# # # # # #\n# o     x #\n#     #\n# # # # # #\n",
        "######\r\n#o  x# ; a row\r\n#  #\r\n######\r\n",
    ] {
        assert_eq!(Level::parse(text), Ok(dotted.clone()), "{text:?}");
        assert_eq!(Level::recognise(text), Likeness::Certain);
    }
    // White space means nothing where that makes a rectangle.
    let plain = Level::parse("o x\n# #").unwrap();
    assert_eq!(plain.width(), 2);
    let error = Level::parse("####\n#o x q\n").unwrap_err().to_string();
    assert_eq!(error.split(';').next(), Some("line 2, column 6: 'q' is not a cell"));
    let error = Level::parse("- o x\n").unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 1: '-' is not a cell"), "{error}");
}
