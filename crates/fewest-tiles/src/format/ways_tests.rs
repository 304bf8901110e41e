//! The ways of typing a board: those of the table in `docs/formats.md`, and random boards
//! typed in each way.

use std::path::Path;

use proptest::prelude::*;

use super::tests::any_level;
use super::*;

/// A board with a slash between rows, and its goal if it is not the default.
fn shown(level: &Level) -> String {
    let text = print(level, Format::Grid).trim_end().to_string();
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<String> = lines.collect();
    let goal = lines.iter().position(|line| line.starts_with("goal")).unwrap_or(lines.len());
    let board = format!("`{}`", lines[..goal].join("/"));
    lines[goal..].iter().fold(board, |shown, goal| format!("{shown}, {goal}"))
}

#[test]
fn the_table_in_the_docs_is_what_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let docs = std::fs::read_to_string(path).unwrap();
    let (_, table) = docs.split_once("| typed | read as |\n|---|---|\n").unwrap();
    let mut ways = 0;
    for line in table.lines().take_while(|line| line.starts_with('|')) {
        let (typed, read) = line[2..line.len() - 2].rsplit_once("` | ").unwrap();
        let typed = typed[1..].replace("\\|", "|").replace('↵', "\n").replace('→', "\t");
        for text in [
            typed.clone(),
            format!("{typed}\n"),
            format!("\u{feff}\n{}\n\n", typed.replace('\n', "\r\n")),
            format!("# a board\n{typed} # its end\n"),
        ] {
            // JSON has no comments.
            if text.contains('#') && is_object(source(&typed)) {
                continue;
            }
            match parse(&text) {
                Ok(level) => assert_eq!(shown(&level), read, "{text:?}"),
                Err(error) => panic!("{text:?}: {error}"),
            }
            assert!(recognise(&text) >= Likeness::Likely, "{text:?}");
        }
        ways += 1;
    }
    assert!(ways >= 33, "{ways} ways");
}

/// The cells of a board joined by what stands between cells and between rows.
fn joined(level: &Level, blank: &str, cells: &str, rows: &str) -> String {
    let width = level.geometry().width();
    let word = |&tile: &u16| if tile == 0 { blank.to_string() } else { tile.to_string() };
    let row = |row: &[u16]| row.iter().map(word).collect::<Vec<_>>().join(cells);
    level.tiles().chunks(width).map(row).collect::<Vec<_>>().join(rows)
}

/// A board in each way of typing it that it allows.
fn typed(level: &Level) -> Vec<String> {
    let (width, height) = (level.geometry().width(), level.geometry().height());
    let mut ways = Vec::new();
    for blank in ["0", "_", ".", "x", "X", "*", "-", "--"] {
        for cells in [" ", ",", ", ", ";", "\t", "|", " | "] {
            ways.push(joined(level, blank, cells, "\n"));
            ways.push(joined(level, blank, cells, " / "));
            ways.push(format!("{width}x{height}\n{}", joined(level, blank, cells, "\n")));
            if cells != "|" && cells != " | " {
                ways.push(format!("{width}x{height}: {}", joined(level, blank, cells, cells)));
            }
        }
        ways.push(joined(level, blank, ",", ";"));
        ways.push(joined(level, blank, " ", "; "));
    }
    for cells in [",", ", ", ";", "\t", "|"] {
        ways.push(joined(level, "", cells, "\n"));
    }
    for blank in ["0", "null", "None"] {
        ways.push(format!("[[{}]]", joined(level, blank, ", ", "],\n [")));
        ways.push(format!("[[{}]]", joined(level, blank, ",", "],[")));
    }
    ways.push(format!("[[{}]]", joined(level, "0", " ", "]\n [")));
    ways.push(format!("| {} |\n", joined(level, "", " | ", " |\n| ")));
    ways.push(format!("+--+\n| {} |\n+--+", joined(level, "", " | ", " |\n+--+--+\n| ")));
    // A gap in aligned columns is the blank.
    ways.push(print(level, Format::Grid).replace('_', " "));
    if width == height {
        ways.push(joined(level, "_", " ", " "));
        ways.push(format!("[{}]", joined(level, "0", ",", ",")));
        ways.push(joined(level, "_", "\n", "\n"));
    }
    if width * height <= 25 {
        let character = |&tile: &u16| match tile {
            0 => '_',
            tile => char::from_digit(tile.into(), 36).unwrap(),
        };
        let rows = level.tiles().chunks(width);
        let rows: Vec<String> = rows.map(|row| row.iter().map(character).collect()).collect();
        for between in ["\n", "/", " ", ","] {
            ways.push(rows.join(between));
            ways.push(rows.join(between).to_uppercase());
        }
        ways.push(rows.join("\n").replace('_', " "));
        ways.push(format!("{width}x{height} {}", rows.concat()));
        if width == height {
            ways.push(rows.concat());
        }
    }
    ways
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_way_of_typing_a_board_is_read(level in any_level(6)) {
        let goal = Geometry::blank_last(level.geometry().width(), level.geometry().height());
        let geometry = Geometry::new(level.geometry().width(), level.geometry().height(), &goal);
        let level = Level::new(Arc::new(geometry), level.tiles().to_vec()).unwrap();
        for text in typed(&level) {
            let read = parse(&text);
            let tiles = read.map(|level| level.tiles().to_vec()).map_err(|error| error.to_string());
            prop_assert_eq!(tiles, Ok(level.tiles().to_vec()), "{:?}", text);
        }
    }
}

proptest! {
    /// Whatever is typed is a board or a sentence that says where, and a board is read back.
    #[test]
    fn any_text_is_read_or_refused(text in "[0-5 ab x_.,;|/\\[\\](){}\"#é×:goal\t\n-]{0,40}") {
        match parse(&text) {
            Ok(level) => prop_assert_eq!(parse(&print(&level, Format::Grid)), Ok(level)),
            Err(error) => {
                let lines = text.lines().count().max(1);
                prop_assert!((1..=lines + 1).contains(&error.place.line), "{text:?}: {error}");
            }
        }
        let _ = recognise(&text);
    }
}

#[test]
fn the_largest_boards_are_read_in_every_way() {
    let goal = Geometry::blank_last(255, 255);
    let level = Level::solved(Arc::new(Geometry::new(255, 255, &goal)));
    for text in [
        joined(&level, "", ",", "\n"),
        joined(&level, "x", " ", " "),
        joined(&level, "0", "\n", "\n"),
        print(&level, Format::Grid).replace('_', " "),
    ] {
        assert_eq!(parse(&text), Ok(level.clone()));
    }
}
