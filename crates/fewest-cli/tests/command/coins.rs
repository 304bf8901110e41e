//! Batches of coin fonts that are killed, resumed, and rejected.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const FONT: &str = "tests/fonts/small.txt";

fn fewest(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> Output {
    fewest(args).output().unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Each pair's length in a text of results. The moves may differ from run to run.
fn lengths(text: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for line in text.lines().skip(2) {
        let mut words = line.split(' ').map(str::to_string);
        let mut word = || words.next().unwrap();
        let (pair, length) = ((word(), word()), word());
        assert_eq!(found.insert(pair, length), None, "a pair was answered twice: {line}");
    }
    found
}

fn uninterrupted() -> (String, Output) {
    let output = run(&["solve", "coins", "--font", FONT, "--all"]);
    (String::from_utf8(output.stdout.clone()).unwrap(), output)
}

#[test]
fn a_run_that_is_killed_is_resumed() {
    let (whole, output) = uninterrupted();
    // Two of the glyphs can't be made.
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let expected = lengths(&whole);
    assert_eq!(expected.len(), 90);
    assert_eq!(expected.values().filter(|length| *length == "unsolvable").count(), 18);

    let results = scratch("killed.txt");
    let args = [
        "solve",
        "coins",
        "--font",
        FONT,
        "--all",
        "--quiet",
        "--results",
        results.to_str().unwrap(),
    ];
    // A third of the way, two thirds, nearly done: wherever the lines are then.
    for share in [3_u64, 6, 9] {
        let enough = whole.len() as u64 * share / 10;
        let mut child = fewest(&args).spawn().unwrap();
        while fs::metadata(&results).map_or(0, |metadata| metadata.len()) < enough
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_micros(200));
        }
        // SIGKILL; it may have reached its end already.
        let _ = child.kill();
        child.wait().unwrap();
        let written = fs::read_to_string(&results).unwrap();
        let whole_lines = &written[..written.rfind('\n').map_or(0, |at| at + 1)];
        for (pair, length) in lengths(whole_lines) {
            assert_eq!(expected.get(&pair), Some(&length));
        }
    }
    let output = run(&args);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert_eq!(lengths(&fs::read_to_string(&results).unwrap()), expected);
    // Everything is there: nothing is done again.
    let before = fs::read(&results).unwrap();
    assert_eq!(run(&args).status.code(), Some(10));
    assert_eq!(fs::read(&results).unwrap(), before);
}

#[test]
fn a_torn_line_is_cut_off_wherever_it_was_torn() {
    let font = "tests/fonts/tiny.txt";
    let results = scratch("torn.txt");
    let path = results.to_str().unwrap();
    let args = ["solve", "coins", "--font", font, "--all", "--quiet", "--results", path];
    assert_eq!(run(&args).status.code(), Some(0));
    let whole = fs::read_to_string(&results).unwrap();
    for cut in (0..whole.len()).step_by(7) {
        fs::write(&results, &whole[..cut]).unwrap();
        let output = run(&args);
        assert_eq!(output.status.code(), Some(0), "cut at {cut}: {}", stderr(&output));
        assert_eq!(lengths(&fs::read_to_string(&results).unwrap()), lengths(&whole));
    }
}

#[test]
fn results_of_another_font_and_false_lines_are_refused_and_kept() {
    let results = scratch("other.txt");
    let path = results.to_str().unwrap();
    let tiny = ["solve", "coins", "--font", "tests/fonts/tiny.txt", "--all", "--results", path];
    assert_eq!(run(&tiny).status.code(), Some(0));
    let before = fs::read_to_string(&results).unwrap();
    let output = run(&["solve", "coins", "--all", "--results", path]);
    assert_eq!(output.status.code(), Some(3));
    let told = stderr(&output);
    assert!(
        told.contains("these are results of another font: its board is 2 × 2, not 5 × 7"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&results).unwrap(), before);

    fs::write(&results, before.replace("0_1-1_0", "0_1-0_0")).unwrap();
    let output = run(&tiny);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("this move is not legal"), "{}", stderr(&output));
}

#[test]
fn a_limit_ends_a_batch_with_what_was_found() {
    let results = scratch("limited.txt");
    let path = results.to_str().unwrap();
    let output =
        run(&["solve", "coins", "--font", FONT, "--all", "--results", path, "--nodes", "20k"]);
    assert_eq!(output.status.code(), Some(11), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("open; each needs at least"), "{told}");
    assert!(told.contains("stopped: limit of 20,000 nodes reached"), "{told}");
    let output = run(&["solve", "coins", "--font", FONT, "--from", "a", "--results", path]);
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let from_a = lengths(&fs::read_to_string(&results).unwrap());
    assert!(from_a.keys().filter(|(from, _)| from == "a").count() == 9);
}

#[test]
fn tables_come_as_text_json_and_heat_map() {
    let results = scratch("table.txt");
    let path = results.to_str().unwrap();
    let args = ["solve", "coins", "--font", "tests/fonts/tiny.txt", "--all", "--results", path];
    assert_eq!(run(&args).status.code(), Some(0));
    let output = run(&["coins", "table", path]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("2 of 2 pairs solved, each in 1 move"), "{text}");
    let output = run(&["coins", "table", path, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["lengths"][0], serde_json::json!([0, 1]));
    let drawing = scratch("table.svg");
    let output = run(&["coins", "table", path, "-o", drawing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
    let picture = scratch("table.png");
    let output = run(&["coins", "table", path, "-o", picture.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(run(&["coins", "table", FONT]).status.code(), Some(3));
}

#[test]
fn a_plan_of_two_glyphs_checks() {
    let plan = run(&["solve", "coins", "--quiet", "A", "A"]);
    assert_eq!(plan.status.code(), Some(0));
    let path = scratch("glyphs.plan");
    fs::write(&path, plan.stdout).unwrap();
    let check = run(&["check", "coins:A-A", path.to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    assert_eq!(run(&["show", "coins:5x9:A-/"]).status.code(), Some(0));
    let unknown = run(&["show", "coins:A-?"]);
    assert_eq!(unknown.status.code(), Some(2));
}
