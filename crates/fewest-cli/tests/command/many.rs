//! Batches that are interrupted, long, or read from a pipe. Sessions can't show these.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::feed;

fn fewest(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str], text: &[u8]) -> Output {
    feed(fewest(args).spawn().unwrap(), text)
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn what_is_generated_is_solved_and_checked() {
    for args in [&["tiles", "2x3"][..], &["blocks", "4x4"], &["coins", "3x3"], &["numbers", "5x4"]]
    {
        for more in [&[][..], &["--json"]] {
            let seeds = ["--seed", "1", "--count", "3", "--quiet"];
            let made = run(&[&["generate"], args, &seeds, more].concat(), b"");
            assert_eq!(made.status.code(), Some(0), "{args:?}");
            let boards = scratch(&format!("{}{}.txt", args[0], more.len()));
            fs::write(&boards, &made.stdout).unwrap();
            let boards = boards.to_str().unwrap();
            let solved = run(&["solve", boards, "--quiet"], b"");
            assert_eq!(solved.status.code(), Some(0), "{args:?}");
            let checked = run(&["check", boards, "-"], &solved.stdout);
            let told = String::from_utf8(checked.stderr).unwrap();
            assert_eq!(checked.status.code(), Some(0), "{args:?}: {told}");
            assert!(told.starts_with("3 puzzles in "), "{told}");
        }
    }
}

#[test]
fn paragraphs_are_a_list_too() {
    let text = b"# two boards\n\n1 2 3\n4 5 6\n_ 7 8\n\n\n1 2\n_ 3\n";
    let output = run(&["solve", "--json"], text);
    let found: Vec<(u64, u64)> = lines(&output)
        .iter()
        .map(|line| (line["line"].as_u64().unwrap(), line["moves"].as_u64().unwrap()))
        .collect();
    assert_eq!(found, [(3, 2), (8, 1)]);
    let made =
        run(&["generate", "tiles", "2x3", "-n", "3", "--seed", "1", "-f", "sized", "-q"], b"");
    assert_eq!(lines(&run(&["solve", "--json"], &made.stdout)).len(), 3);
}

/// An error in a board in a line of JSON has the board's own lines and columns.
#[test]
fn a_wrong_board_in_a_line_of_json_is_reported() {
    let output = run(&["solve"], b"{\"puzzle\":\"tiles\",\"board\":\"1 2\\n_ q\"}\n");
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("error: the board at line 2, column 3: 'q' is not a tile"), "{told}");
    assert!(told.contains(" --> standard input:1:1\n"), "{told}");
}

#[test]
fn new_positions_go_to_a_folder() {
    let folder = scratch("generated");
    let _ = fs::remove_dir_all(&folder);
    let path = format!("{}/", folder.display());
    let made = run(&["generate", "tiles", "2x2", "--seed", "4", "--count", "2", "-o", &path], b"");
    assert_eq!(made.status.code(), Some(0));
    let one = run(&["generate", "tiles", "2x2", "--seed", "5", "--quiet"], b"");
    assert_eq!(fs::read(folder.join("tiles-5.txt")).unwrap(), one.stdout);
    let solved = run(&["solve", &path, "--json"], b"");
    assert_eq!(lines(&solved).len(), 2);
}

/// Longer than any puzzle, but still read to the end.
#[test]
fn a_list_can_be_longer_than_a_puzzle() {
    let long = scratch("long.jsonl");
    let mut file = BufWriter::new(File::create(&long).unwrap());
    let board = r#"{"puzzle":"tiles","tiles":[[1,2],[3,0]]}"#;
    let fill = " ".repeat(1 << 20);
    for _ in 0..66 {
        writeln!(file, "{board}{fill}").unwrap();
    }
    drop(file);
    let output = run(&["solve", long.to_str().unwrap(), "--json"], b"");
    fs::remove_file(&long).unwrap();
    let lines = lines(&output);
    assert_eq!((output.status.code(), lines.len()), (Some(0), 66));
    assert!(lines.iter().zip(1..).all(|(line, number)| line["line"] == number));
}

#[test]
fn a_closed_pipe_ends_a_batch() {
    let board = "{\"puzzle\":\"tiles\",\"tiles\":[[1,2],[3,0]]}\n";
    let mut child = fewest(&["solve"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = feed(child, board.repeat(1000).as_bytes());
    assert_eq!(output.status.code(), Some(0));
}

/// The current puzzle gives what it has, and those after it are reported as not
/// started.
#[test]
fn ctrl_c_ends_a_batch_with_what_was_found() {
    let near = "{\"puzzle\":\"tiles\",\"tiles\":[[1,2,3],[4,5,6],[0,7,8]]}\n";
    let list = scratch("interrupted.jsonl");
    let hard = fewest(&["show", "tests/boards/hard.txt", "--json"]).output().unwrap();
    let text = [near.as_bytes(), &hard.stdout, near.as_bytes()].concat();
    fs::write(&list, text).unwrap();
    let options = ["--algorithm=idastar", "--heuristic=manhattan", "--time=60s", "--json"];
    let list = list.to_str().unwrap();
    let args = [&["solve", list, "tests/boards/near.txt"][..], &options].concat();
    let mut child = fewest(&args).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut answers = String::new();
    // The first is solved, so that the handler is set; soon the second is at work.
    stdout.read_line(&mut answers).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    while stdout.read_line(&mut answers).unwrap() > 0 {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<&str> =
        answers.iter().map(|answer| answer["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["optimal", "unknown", "skipped", "skipped"]);
    assert_eq!(answers[1]["stop"], "cancelled");
    assert!(answers[1]["bound"].as_u64().unwrap() > 0);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("1 solved (optimal, proved), 1 without a plan"), "{told}");
    assert!(told.contains("2 not started"), "{told}");
}
