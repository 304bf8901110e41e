//! Traces and plots as files.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const NEAR: &str = "tests/boards/near.txt";

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

fn done(args: &[&str]) -> String {
    let output = run(args);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// A file for this test alone.
fn file(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().to_string()
}

#[test]
fn a_trace_is_plotted_whatever_its_format() {
    let mut plots = Vec::new();
    let parquet = cfg!(feature = "parquet").then_some("t.parquet");
    for name in ["t.csv", "t.jsonl"].into_iter().chain(parquet) {
        let trace = file(name);
        let options = [
            "--algorithm",
            "astar",
            "--heuristic",
            "manhattan",
            "--trace-heuristic",
            "misplaced",
            "--quiet",
        ];
        let plan = done(&[&["solve", NEAR, "--trace", &trace][..], &options].concat());
        assert_eq!(plan.trim(), "L L");
        plots.push(done(&["plot", &trace, "--kind", "histogram"]));
        for kind in ["priority", "moves", "graph"] {
            let picture = file(&format!("{name}.{kind}.png"));
            done(&["plot", &trace, "--kind", kind, "-o", &picture]);
            assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"), "{kind}");
        }
    }
    assert!(plots[0].contains("near.txt: 3 × 3 sliding tiles"));
    assert!(plots[0].contains("astar with manhattan: optimal, 2 moves, 2 expanded"));
    assert!(plots.iter().all(|plot| *plot == plots[0]));
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_format_that_is_off_is_reported_in_a_sentence() {
    let expected = "error: Parquet is not supported by this build; \
                    rebuild with --features parquet, or use .csv or .jsonl\n";
    let trace = file("off.parquet");
    for args in [
        &["solve", NEAR, "--algorithm", "astar", "--trace", &trace][..],
        &["plot", "no/such/history.parquet"],
    ] {
        let told = run(args);
        assert_eq!(told.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&told.stderr), expected);
    }
    assert!(!PathBuf::from(trace).exists());
}

#[test]
fn a_trace_that_can_not_be_made_is_reported_and_never_replaces_the_puzzle() {
    let nowhere = file("no-such-folder/t.csv");
    let told = run(&["solve", NEAR, "--algorithm", "astar", "--trace", &nowhere]);
    assert_eq!(told.status.code(), Some(4));
    let puzzle = file("puzzle.csv");
    fs::copy(NEAR, &puzzle).unwrap();
    let same = run(&["solve", &puzzle, "--algorithm", "astar", "--trace", &puzzle]);
    assert_eq!(same.status.code(), Some(2));
    assert_eq!(fs::read(&puzzle).unwrap(), fs::read(NEAR).unwrap());
}

#[test]
fn comparing_draws_what_the_searches_have_in_common() {
    let folder = file("plots");
    // A folder that is missing is made.
    let _ = fs::remove_dir_all(&folder);
    let table = done(&[
        "compare",
        NEAR,
        "--with",
        "astar/manhattan",
        "--with",
        "greedy/manhattan",
        "--plots",
        &folder,
        "--quiet",
    ]);
    assert_eq!(table.lines().count(), 3);
    let mut names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["histogram.svg", "moves.svg", "priority.svg"]);
    let json = done(&["compare", NEAR, "--with", "default", "--json", "--quiet"]);
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&found["search"], &found["moves"]), (&"default".into(), &2.into()), "{json}");
}

#[test]
fn a_trace_says_what_it_is_of_and_holds_states() {
    let trace = file("states.csv");
    done(&["solve", NEAR, "-a", "astar", "--trace", &trace, "--trace-states", "--quiet"]);
    let text = fs::read_to_string(&trace).unwrap();
    let version =
        concat!("# version: fewest ", env!("CARGO_PKG_VERSION"), "\n# command: fewest solve ");
    assert!(text.starts_with(version), "{text}");
    assert!(text.contains("\n# puzzle: tiles: near.txt: 3 × 3 sliding tiles\nevent,"), "{text}");
    assert!(text.contains(",\"1 2 3\n4 5 6\n7 8 _\n\""), "{text}");
    done(&["plot", &trace, "--kind", "histogram"]);
}

#[test]
fn a_picture_is_as_large_as_it_should_be_and_has_its_title() {
    let (trace, picture) = (file("size.csv"), file("size.png"));
    done(&["solve", NEAR, "-a", "astar", "--trace", &trace, "--quiet"]);
    let options = ["--kind", "moves", "--title", "Two moves", "--size", "601x400", "--log", "both"];
    let svg = done(&[&["plot", &trace], &options[..]].concat());
    assert!(svg.contains("width=\"601\" height=\"400\"") && svg.contains(">Two moves<"), "{svg}");
    done(&[&["plot", &trace, "-o", &picture], &options[..]].concat());
    let png = fs::read(&picture).unwrap();
    // The header says how large it is.
    assert_eq!(
        (&png[16..20], &png[20..24]),
        (&601_u32.to_be_bytes()[..], &400_u32.to_be_bytes()[..])
    );
}

#[test]
fn a_search_from_both_ends_is_drawn_with_both_ends() {
    let trace = file("both.csv");
    let level = file("both.txt");
    fs::write(&level, "o..#x\n.o...\n..#..\nx....\n").unwrap();
    for board in ["../../boards/8-puzzle.txt", &level] {
        done(&["solve", board, "-a", "bidirectional", "--trace", &trace, "--quiet"]);
        let svg = done(&["plot", &trace, "--kind", "graph"]);
        for word in
            ["start", "goal", "meeting", "where both sides met", "from the goal, early to late"]
        {
            assert!(svg.contains(&format!(">{word}<")), "{board}: {word}");
        }
        let both = done(&["plot", &trace, &trace, "--kind", "graph"]);
        assert_eq!(both.matches(">meeting<").count(), 2 * svg.matches(">meeting<").count());
    }
}
