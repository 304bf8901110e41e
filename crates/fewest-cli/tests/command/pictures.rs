//! Pictures and animations as files: what is in them, and what is left alone.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const NEAR: &str = "tests/boards/near.txt";
const PLAN: &str = "tests/boards/near.plan";

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A folder for this test alone, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_ending_decides() {
    let folder = Folder::new("endings");
    for (name, begins) in [("a.svg", &b"<svg"[..]), ("b.png", b"\x89PNG"), ("c.PNG", b"\x89PNG")] {
        let output = run(&["show", NEAR, "-o", &folder.path(name)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
        assert!(fs::read(folder.path(name)).unwrap().starts_with(begins), "{name}");
    }
    for (name, begins) in
        [("d.svg", &b"<svg"[..]), ("e.gif", b"GIF89a"), ("f.html", b"<!doctype html>")]
    {
        let output = run(&["animate", NEAR, PLAN, "-o", &folder.path(name)]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains(": 2 moves, "));
        assert!(fs::read(folder.path(name)).unwrap().starts_with(begins), "{name}");
    }
    assert_eq!(folder.names(), ["a.svg", "b.png", "c.PNG", "d.svg", "e.gif", "f.html"]);
}

#[test]
fn a_failure_leaves_what_was_there() {
    let folder = Folder::new("failures");
    let (board, plan, old) =
        (folder.path("board.svg"), folder.path("plan"), folder.path("old.gif"));
    fs::copy(NEAR, &board).unwrap();
    fs::write(&plan, "L U\n").unwrap();
    fs::write(&old, "old").unwrap();
    for (args, code, says) in [
        (vec!["animate", NEAR, &plan, "-o", &old], 3, "move 2 (U) is not legal: no tile"),
        (vec!["show", &board, "-o", &board], 2, "the output would overwrite"),
        (vec!["animate", &board, PLAN, "-o", &board], 2, "the output would overwrite"),
        (vec!["animate", NEAR, "nowhere", "-o", &old], 4, "file not found: nowhere"),
        (vec!["animate", NEAR, PLAN, "-o", "no/such/folder.gif"], 4, "folder not found"),
        (vec!["animate", NEAR, PLAN, "--size", "32", "-o", &old], 2, "needs"),
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
    assert_eq!(folder.names(), ["board.svg", "old.gif", "plan"]);
    assert_eq!(fs::read(&old).unwrap(), b"old");
    assert_eq!(fs::read(&board).unwrap(), fs::read(NEAR).unwrap());
}

#[test]
fn boards_and_plans_without_end_are_refused() {
    let folder = Folder::new("limits");
    let (board, plan) = (folder.path("board"), folder.path("plan"));
    let row = "1 ".repeat(1000) + "\n";
    fs::write(&board, "1000 1000\n".to_string() + &row.repeat(1000)).unwrap();
    fs::write(&plan, "L R ".repeat(50_000)).unwrap();
    for (args, says) in [
        (
            vec!["show", &board, "-p", "numbers"],
            "a drawn board has at most 65536 cells, not 1000000",
        ),
        (
            vec!["animate", &board, "/dev/null", "-p", "numbers"],
            "an animated board has at most 4096 cells, not 1000000",
        ),
        (vec!["animate", NEAR, &plan], "an animated plan has at most 5000 moves, not 100000"),
    ] {
        let output = run(&[&args[..], &["-o", &folder.path("none.svg")]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
    assert_eq!(folder.names(), ["board", "plan"]);
}
