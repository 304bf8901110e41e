//! What is read, what is rejected and where; everything that is written can be read
//! back.

use proptest::prelude::*;

use super::*;

fn tiles(text: &str) -> Vec<u16> {
    match parse(text) {
        Ok(level) => level.tiles().to_vec(),
        Err(error) => panic!("{text:?}: {error}"),
    }
}

fn error(text: &str) -> String {
    match parse(text) {
        Ok(level) => panic!("{text:?} was read as {level:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn plain_grids() {
    let board = [1, 2, 3, 4, 0, 5];
    for text in [
        "1 2 3\n4 0 5",
        "1 2 3\n4 _ 5\n",
        "1 2 3\n4 . 5\n",
        "1 2 3\n4 __ 5\n",
        "\n# a board\n 1\t2  3\r\n\r\n4 _ 5 # its second row\r\n",
        "\u{feff}1 2 3\n4 _ 5",
        "01 2 3\n4 _ 5",
    ] {
        let level = parse(text).unwrap();
        assert_eq!(level.tiles(), board, "{text:?}");
        assert_eq!((level.geometry().width(), level.geometry().height()), (3, 2));
        assert_eq!(level.geometry().goal(), [1, 2, 3, 4, 5, 0]);
    }
    assert_eq!(tiles("3 . 1\n2 4 5"), [3, 0, 1, 2, 4, 5]);
    assert_eq!(tiles("1 2 .\n3 4 5"), [1, 2, 0, 3, 4, 5]);
    // It can't be solved, but it is a board.
    assert_eq!(tiles("2 1\n3 0"), [2, 1, 3, 0]);
}

#[test]
fn grids_with_a_size() {
    assert_eq!(tiles("2\n1 2\n3 0"), [1, 2, 3, 0]);
    assert_eq!(tiles("3 2\n1 2 3\n4 5 0"), [1, 2, 3, 4, 5, 0]);
    assert_eq!(tiles("2 3\n1 2\n3 4\n5 0"), [1, 2, 3, 4, 5, 0]);
    assert_eq!(tiles("2 3\n0 1"), [2, 3, 0, 1]);
    let goal = parse("2 3\n1 2\n3 4\n5 0\ngoal\n1 3\n5 0\n2 4").unwrap();
    assert_eq!(goal.geometry().goal(), [1, 3, 5, 0, 2, 4]);
}

#[test]
fn dotted_grids() {
    let board = [7, 3, 8, 0, 2, 6, 4, 1, 5];
    assert_eq!(tiles("7 . 3 . 8\n  . 2 . 6\n4 . 1 . 5\n"), board);
    assert_eq!(tiles("7.3.8\n.2.6\n4.1.5"), board);
    assert_eq!(tiles("7 . 3 . 8\n2 .   . 6\n4 . 1 . 5"), [7, 3, 8, 2, 0, 6, 4, 1, 5]);
    assert_eq!(tiles("1 . 2\n3 ."), [1, 2, 3, 0]);
    assert_eq!(tiles("1 . 2\n  . 3"), [1, 2, 0, 3]);
    assert_eq!(tiles("1 . 2 . 3\n4 . 5 . 0"), [1, 2, 3, 4, 5, 0]);
    assert_eq!(
        error("1 . 2 . 3\n4 . 5 .  \n6 7 . 8"),
        "line 3, column 3: there must be a '.' between a tile and the next one"
    );
    assert_eq!(
        error("1 . 2 . 3\n  . 4 .  \n5 . 6 . 7"),
        "line 2, column 8: a second blank; the first is at line 2, column 1, and a board has one"
    );
}

#[test]
fn goals() {
    let goal = |text: &str| parse(text).unwrap().geometry().goal().to_vec();
    assert_eq!(goal("1 2\n3 0\ngoal blank first"), [0, 1, 2, 3]);
    assert_eq!(goal("1 2\n3 0\nGoal Blank-First\n"), [0, 1, 2, 3]);
    assert_eq!(goal("1 2\n3 0\ngoal blank last\n"), [1, 2, 3, 0]);
    assert_eq!(goal("1 2\n3 0\n\ngoal # mine\n3 2\n1 _"), [3, 2, 1, 0]);
    assert_eq!(goal("1 . 2\n3 .  \ngoal\n3 . 2\n  . 1"), [3, 2, 0, 1]);
    for (rest, says) in [
        ("goal blank", "line 3, column 6: 'blank' is not a goal; after 'goal' comes 'blank first'"),
        ("goal blank first\n1 2", "line 4, column 1: nothing may follow a goal that is named"),
        ("goal\n", "line 3, column 5: the goal ends after 0 rows, but the board has 2"),
        ("goal\n1 2", "line 4, column 4: the goal ends after 1 row, but the board has 2"),
        ("goal\n1 2\n3 0\n1", "line 6, column 1: one row too many: the board has 2 rows"),
        ("goal\n1 2 3\n4 0 5", "line 4, column 5: one tile too many in this row: the board has 2"),
        ("goal\n1 2\n4 0", "line 5, column 1: this number is too large: a 2 × 2 board has"),
        ("goal\n1 2\n2 0", "line 5, column 1: tile 2 appears twice"),
        ("goal\n1 2\n3 1", "line 5, column 4: the goal has no blank"),
        ("goal\n1 2\n3 0\ngoal", "line 6, column 5: the goal ends after 0 rows"),
    ] {
        let message = error(&format!("1 2\n3 0\n{rest}"));
        assert!(message.starts_with(says), "{rest:?}: {message}");
    }
}

#[test]
fn json() {
    let level = parse(
        r#" {"puzzle": "tiles", "width": 2, "height": 3, "tiles": [[1, 2], [3, null], [4, 5]],
            "goal": [[0, 1], [2, 3], [4, 5]]}"#,
    )
    .unwrap();
    assert_eq!(level.tiles(), [1, 2, 3, 0, 4, 5]);
    assert_eq!(level.geometry().goal(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(tiles(r#"{"tiles": [[1, 2], [3, 0]]}"#), [1, 2, 3, 0]);
    assert_eq!(tiles(r#"{"tiles": [1, 2, 3, 0]}"#), [1, 2, 3, 0]);
    assert_eq!(tiles(r#"{"tiles": "123/4_5"}"#), [1, 2, 3, 4, 0, 5]);
    let flat = parse(
        r#"{"width": 2, "height": 3, "tiles": [1, 2, 3, 4, 5, null], "goal": "blank-first"}"#,
    );
    let flat = flat.unwrap();
    assert_eq!((flat.geometry().width(), flat.geometry().goal_cell(0)), (2, 0));
    for (text, says) in [
        ("{", "line 1, column 1: this is not JSON: EOF while parsing an object"),
        ("{\n\"tiles\": [[1, 2],\n[é]]}", "line 3, column 2: this is not JSON: expected value"),
        (
            "{\"tiles\": [[1, 2], [3, 0]]} x",
            "line 1, column 29: this is not JSON: trailing characters",
        ),
        ("{}", "line 1, column 2: the key tiles is missing"),
        ("{\"puzzle\": \"coins\"}", "line 1, column 12: this is not a puzzle of tiles"),
        ("{\"tile\": 1}", "line 1, column 2: unknown key 'tile'; available: puzzle, width"),
        ("{\"tiles\": 1, \"tiles\": 2}", "line 1, column 14: duplicate key tiles"),
        ("{\"tiles\": 1}", "line 1, column 11: tiles must be an array of rows"),
        ("{\"tiles\": [1]}", "line 1, column 12: tiles must be an array of rows"),
        (
            "{\"tiles\": []}",
            "line 1, column 12: a board is at least 2 rows high, but this has 0 rows",
        ),
        (
            "{\"tiles\": [[]]}",
            "line 1, column 12: a board is at least 2 tiles wide, but this row has 0 tiles",
        ),
        ("{\"tiles\": [[1,2],\n[3,\"0\"]]}", "line 2, column 4: '\\\"0\\\"' is not a tile"),
        ("{\"tiles\": [[1,2],\n[-3,0]]}", "line 2, column 2: a tile's number cannot be negative"),
        ("{\"tiles\": [[1,2],\n[3.0,0]]}", "line 2, column 2: '3.0' is not a tile"),
        ("{\"tiles\": [[1,2],\n[9,0]]}", "line 2, column 2: this number is too large"),
        (
            "{\"tiles\": [[1,2],\n[1,0]]}",
            "line 2, column 2: tile 1 appears twice; it is already at line 1, column 13",
        ),
        (
            "{\"tiles\": [[1,2],\n[3]]}",
            "line 2, column 4: this row has 1 tile, but the first row has 2",
        ),
        ("{\"tiles\": [[1,2],\n[3,0]], \"width\": 3}", "line 2, column 18: width must be 2"),
        (
            "{\"tiles\": [[1,2],\n[3,0]], \"goal\": [[1,2]]}",
            "line 2, column 23: the goal ends after 1 row",
        ),
    ] {
        assert!(error(text).starts_with(says), "{text:?}: {}", error(text));
    }
}

#[test]
fn a_line_longer_than_any_board_is_not_counted() {
    let text = "1 ".repeat(70_000);
    let says = "line 1, column 140000: a line of more than 65025 tiles; a board has no more";
    assert_eq!(error(&text), says);
}

#[test]
fn mistakes_are_pointed_at() {
    for (text, says) in [
        ("", "line 1, column 1: no board found"),
        (" \n# nothing\n", "line 1, column 1: no board found"),
        ("1 2 3\n4", "line 2, column 2: this row has 1 tile, but the first row has 3"),
        ("1 2 3\n4 0", "line 2, column 4: this row has 2 tiles, but the first row has 3"),
        ("1 2 3\n10 11 12\n4 5", "line 3, column 4: this row has 2 tiles, but the first row has 3"),
        ("1 2\n3 0 4", "line 2, column 5: one tile too many in this row: the first row has 2"),
        ("1 q\n3 0", "line 1, column 3: 'q' is not a tile; a tile is a number, and the blank is"),
        ("1 a\n3 0", "line 1, column 3: this number is too large: a 2 × 2 board has the tiles 1"),
        ("1,2\n3 4,0", "line 2, column 5: one tile too many in this row: the first row has 2"),
        ("12\n33", "line 2, column 3: the board has no blank"),
        ("12\n30\n4", "line 3, column 2: this row has 1 tile, but the first row has 2"),
        ("[[1,2],[3,3]]", "line 1, column 12: the board has no blank"),
        ("3x3: 1 2 3 4 5 6 7 8", "line 1, column 21: 8 tiles in one line, but a 3 × 3 board has 9"),
        ("1 2\n\té 0", "line 2, column 2: 'é' is not a tile"),
        ("1 2\n\u{1b}[2J 0", "line 2, column 1: '\\u{1b}' is not a tile"),
        ("1 2\n-3 0", "line 2, column 1: a tile's number cannot be negative"),
        (
            "1 2\n99999999999999999999 0",
            "line 2, column 1: this number is too large: a 2 × 2 board has the tiles 1 to 3",
        ),
        ("1 2\n2 0", "line 2, column 1: tile 2 appears twice; it is already at line 1, column 3"),
        ("1 0\n2 _", "line 2, column 3: a second blank; the first is at line 1, column 3"),
        ("1 .\n2 3 .", "line 2, column 5: one tile too many"),
        ("1 2 .\n3 . 4", "line 2, column 3: a second blank"),
        ("1 2\n3 4", "line 2, column 4: the board has no blank; one of its cells must be"),
        ("1 2 3 0 4 5 6", "line 1, column 14: a line of 7 tiles makes no square board; put the"),
        ("1\n0", "line 1, column 1: a board is at least 2 tiles wide, but this row has 1 tile"),
        ("3\n1 2\n3 0", "line 2, column 4: this row has 2 tiles, but the size line says 3"),
        (
            "3\n1 2 3\n4 5 6\n7 8 0\n9 9 9",
            "line 5, column 1: one row too many: the size line says 3 rows",
        ),
        (
            "3\n1 2 3\n4 5 0",
            "line 3, column 6: the board ends after 2 rows, but the size line says 3",
        ),
        (
            "1 2\n3 4 5\n6 7 0",
            "line 2, column 5: one tile too many in this row: the first row has 2",
        ),
        (
            "2 3\n4 5 6 1\n7 1 0 2",
            "line 2, column 5: one tile too many in this row: the size line says 2",
        ),
        ("2 3\n4 5 6\n7 1 0", "line 2, column 5: this number is too large: a 3 × 2 board has"),
        ("1\n2 3\n0 1", "line 1, column 1: '1' is not a size; a board's sides are 2 to 255 long"),
        ("256\n1 2\n3 0", "line 1, column 1: '256' is not a size"),
        ("1 2\n3 0\nthe end", "line 3, column 1: 'the' is not a tile"),
        ("goal", "line 1, column 5: a board is at least 2 rows high, but this has 0 rows"),
    ] {
        assert!(error(text).starts_with(says), "{text:?}: {}", error(text));
    }
}

#[test]
fn sides_end_at_255() {
    let wide = |n: usize| (1..=n).map(|tile| format!("{tile} ")).collect::<String>() + "\n";
    let two = wide(256).repeat(2);
    assert!(error(&two).starts_with("line 1, column 913: a board is at most 255 tiles wide"));
    let high: String = (0..256).map(|row| format!("{} {}\n", 2 * row, 2 * row + 1)).collect();
    assert!(error(&high).starts_with("line 256, column 1: a board is at most 255 rows high"));
    let json = |rows: &str| format!("{{\"tiles\": [{rows}]}}");
    assert!(error(&json(&vec!["[0,1]"; 300].join(","))).contains("at most 255 rows high"));
    assert!(error(&json(&format!("[{}1]", "1,".repeat(300)))).contains("at most 255 tiles wide"));
}

#[test]
fn huge_texts_are_refused_soon() {
    // A reader that backtracks would take minutes for this.
    const LENGTH: usize = 100_000;
    for text in [
        "1 ".repeat(LENGTH / 2),
        "1".repeat(LENGTH),
        "1.".repeat(LENGTH / 2),
        "x".repeat(LENGTH),
        "1 2\n".repeat(LENGTH / 4),
        "\n".repeat(LENGTH),
        "[".repeat(LENGTH),
        format!("{{\"tiles\": {}", "[".repeat(LENGTH)),
        format!("{{\"tiles\": [{}1]}}", "1,".repeat(LENGTH / 2)),
        format!("{{\"{}\": 1}}", "a".repeat(LENGTH)),
    ] {
        let error = parse(&text).unwrap_err();
        assert!(error.message.len() < 300, "{}", error.message);
        assert!(recognise(&text) < Likeness::Certain);
    }
}

#[test]
fn likenesses() {
    for (text, likeness) in [
        ("1 2\n3 _", Likeness::Certain),
        ("7 . 3 . 8\n  . 2 . 6\n4 . 1 . 5\n", Likeness::Certain),
        ("{\"puzzle\": \"tiles\", \"tiles\": 3}", Likeness::Certain),
        ("{\"tiles\": 3}", Likeness::Likely),
        ("{\"puzzle\": \"coins\", \"tiles\": 3}", Likeness::None),
        ("1 1\n3 _", Likeness::Likely),
        ("1 2 3\n4 5", Likeness::Certain),
        ("1 2 3\n4", Likeness::Likely),
        ("4 3\n0 0 2 1\n0 0 0 0\n3 1 0 0", Likeness::Possible),
        ("1 2\n3 x", Likeness::Certain),
        ("1 2\n3 q", Likeness::Possible),
        ("....\n....", Likeness::None),
        ("hello", Likeness::None),
        ("", Likeness::None),
    ] {
        assert_eq!(recognise(text), likeness, "{text:?}");
    }
}

#[test]
fn the_formats_as_they_are_written() {
    let level = parse("7 3 8\n_ 2 6\n4 1 5").unwrap();
    assert_eq!(print(&level, Format::Grid), "7 3 8\n_ 2 6\n4 1 5\n");
    assert_eq!(print(&level, Format::Sized), "3\n7 3 8\n0 2 6\n4 1 5\n");
    assert_eq!(print(&level, Format::Dotted), "7 . 3 . 8\n  . 2 . 6\n4 . 1 . 5\n");
    let level = parse("5 1 9 3\n11 _ 6 8\n10 2 4 7\ngoal blank first").unwrap();
    assert_eq!(
        print(&level, Format::Grid),
        " 5  1  9  3\n11  _  6  8\n10  2  4  7\ngoal blank first\n"
    );
    assert_eq!(
        print(&level, Format::Sized),
        "4 3\n5 1 9 3\n11 0 6 8\n10 2 4 7\ngoal blank first\n"
    );
    assert_eq!(
        print(&level, Format::Json),
        "{\n  \"puzzle\": \"tiles\",\n  \"width\": 4,\n  \"height\": 3,\n  \"tiles\": [\n    [5, 1, 9, 3],\n    \
         [11, 0, 6, 8],\n    [10, 2, 4, 7]\n  ],\n  \"goal\": [\n    [0, 1, 2, 3],\n    [4, 5, 6, 7],\n    \
         [8, 9, 10, 11]\n  ]\n}\n"
    );
}

#[test]
fn a_row_that_could_be_the_size_is_a_row() {
    let board = parse("2 3\n1 7\n5 _\n6 4\n").unwrap();
    assert_eq!((board.geometry().width(), board.geometry().height()), (2, 4));
    let sized = parse("2 3\n1 2\n5 _\n3 4\n").unwrap();
    assert_eq!((sized.geometry().width(), sized.geometry().height()), (2, 3));
}

#[test]
fn several_goals() {
    let goals = |text: &str| -> Vec<Vec<u16>> {
        parse(text).unwrap().goals().map(|one| one.goal().to_vec()).collect()
    };
    let both = [vec![0, 1, 2, 3], vec![3, 2, 1, 0]];
    assert_eq!(goals("1 2\n3 0\ngoal blank first\ngoal\n3 2\n1 _\ngoal blank first\n"), both);
    assert_eq!(
        goals(r#"{"tiles": [[1, 2], [3, 0]], "goals": ["blank first", [[3,2],[1,0]]]}"#),
        both
    );
    let level = parse("1 2\n3 0").unwrap();
    assert_eq!(level.with_goal("goal blank first\ngoal 3 2/1 _").unwrap().goals().count(), 2);
    for (goals, says) in [
        (r#""goals": []"#, "goals must be an array of goals"),
        (r#""goals": [7]"#, "each of goals must be an array of rows"),
        (r#""goal": "blank last", "goals": ["blank first"]"#, "goal and goals"),
    ] {
        let message = error(&format!(r#"{{"tiles": [[1, 2], [3, 0]], {goals}}}"#));
        assert!(message.contains(says), "{message}");
    }
}

/// Any board, solvable or not, with any goal, or with two.
pub(super) fn any_level(longest: usize) -> impl Strategy<Value = Level> {
    let permutation = |cells: usize| Just((0..cells as u16).collect::<Vec<_>>()).prop_shuffle();
    (2..=longest, 2..=longest)
        .prop_flat_map(move |(width, height)| {
            let cells = width * height;
            let goal = prop_oneof![
                Just(Geometry::blank_last(width, height)),
                Just(Geometry::blank_first(width, height)),
                permutation(cells)
            ];
            let goals = (goal, proptest::option::of(permutation(cells)));
            (Just((width, height)), permutation(cells), goals)
        })
        .prop_map(|((width, height), tiles, (goal, other))| {
            let goals: Vec<_> = std::iter::once(goal).chain(other).collect();
            level(width, height, tiles, &goals)
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(level in any_level(12)) {
        for format in Format::ALL {
            let text = print(&level, format);
            prop_assert_eq!(&parse(&text).unwrap(), &level, "{}", text);
            prop_assert_eq!(recognise(&text), Likeness::Certain);
        }
    }
}

#[test]
fn the_largest_boards_are_read_back() {
    for (width, height) in [(128, 128), (255, 255), (255, 2), (2, 255)] {
        let goal = Geometry::blank_first(width, height);
        let tiles = goal.iter().rev().copied().collect();
        let level = level(width, height, tiles, &[goal]);
        for format in Format::ALL {
            assert_eq!(parse(&print(&level, format)).unwrap(), level);
        }
    }
}
