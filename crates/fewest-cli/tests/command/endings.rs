//! How the command ends when its environment misbehaves: closed pipes, full disks,
//! signals, invalid texts. Sessions can't show these.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::feed;

const NEAR: &str = "1 2 3\n4 5 6\n_ 7 8\n";
/// Too hard for IDA* with the Manhattan distance in the time of a test.
const HARD: [&str; 5] = [
    "solve",
    "tests/boards/hard.txt",
    "--algorithm=idastar",
    "--heuristic=manhattan",
    "--time=60s",
];

fn fewest<const N: usize>(args: [&str; N]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run<const N: usize>(args: [&str; N]) -> Output {
    feed(fewest(args).spawn().unwrap(), b"")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A file for this test alone, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&path);
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_solution_checks() {
    let solved = feed(fewest(["solve"]).spawn().unwrap(), NEAR.as_bytes());
    assert_eq!(solved.status.code(), Some(0));
    let check = fewest(["check", "tests/boards/near.txt", "-"]);
    let checked = feed({ check }.spawn().unwrap(), &solved.stdout);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = fewest(["solve", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = feed(child, NEAR.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_closed_standard_error_harms_nobody() {
    let mut child = fewest(["solve", "-"]).spawn().unwrap();
    drop(child.stderr.take());
    let output = feed(child, NEAR.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "L L\n");
}

#[test]
fn empty_input_is_refused() {
    let output = run(["solve"]);
    assert_eq!(output.status.code(), Some(3));
    let expected = "error: standard input is empty; expected a puzzle\n";
    assert_eq!(stderr(&output), expected);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let output = feed(fewest(["solve"]).spawn().unwrap(), b"1 2 3\n4 \xff 6\n");
    assert_eq!(output.status.code(), Some(3));
    let told = stderr(&output);
    assert!(told.contains("byte 9 (0xff) is not valid UTF-8"), "{told}");
    assert!(told.contains(" --> standard input:2:3\n"), "{told}");
}

#[test]
fn a_file_without_end_is_refused() {
    let output = run(["solve", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("at most 64 MiB"));

    let long = Scratch::new("long.txt");
    File::create(&long.0).unwrap().set_len(1 << 40).unwrap();
    let output = run(["solve", long.path()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("at most 64 MiB"));
}

#[test]
fn a_long_line_is_not_shown_whole() {
    let text = format!("{}x{}", "1 ".repeat(100_000), " 1".repeat(100_000));
    let output = feed(fewest(["solve"]).spawn().unwrap(), text.as_bytes());
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stderr.len() < 2000);
}

#[test]
fn a_plan_that_cant_be_written_is_printed() {
    let output = run(["solve", "tests/boards/near.txt", "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(stdout(&output), "L L\n");

    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = fewest(["solve", "tests/boards/near.txt"]);
    let output = feed(command.stdout(full).spawn().unwrap(), b"");
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).starts_with("L L\n"));
}

#[test]
fn a_position_that_a_limit_prevents_is_no_usage_error() {
    let size = ["numbers", "900", "--time=0"];
    let length = ["tiles", "5x5", "--length=150", "--nodes=10"];
    for args in [&size[..], &length[..]] {
        for count in [None, Some("--count=2")] {
            let mut command = fewest(["generate"]);
            let child = command.args(args).args(count).spawn().unwrap();
            let output = feed(child, b"");
            assert_eq!(output.status.code(), Some(11), "{args:?}: {}", stderr(&output));
        }
    }
}

#[test]
fn an_unwritable_output_is_reported_before_the_search() {
    let started = Instant::now();
    let mut command = fewest(HARD);
    let output = feed(command.args(["-o", "/nowhere/plan.txt"]).spawn().unwrap(), b"");
    assert_eq!(output.status.code(), Some(4));
    assert!(started.elapsed() < Duration::from_secs(30));
    for (option, what) in [
        ("--trace=/nowhere/trace.csv", "cannot write /nowhere/trace.csv: folder not found"),
        ("--checkpoint=/dev/null/layers", "cannot create /dev/null/layers"),
    ] {
        let output = run(["solve", "tests/boards/near.txt", "--algorithm=bfs", option]);
        assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
        assert!(stderr(&output).contains(what), "{}", stderr(&output));
    }
}

#[test]
fn an_output_is_left_alone_until_there_is_a_plan() {
    let plan = Scratch::new("plan.txt");
    let limited = || {
        let mut command = fewest(HARD);
        command.args(["--nodes", "10", "-o", plan.path()]);
        feed(command.spawn().unwrap(), b"")
    };
    assert_eq!(limited().status.code(), Some(11));
    assert!(!plan.0.exists());

    fs::write(&plan.0, "an earlier and longer plan\n").unwrap();
    assert_eq!(limited().status.code(), Some(11));
    let kept = fs::read_to_string(&plan.0).unwrap();
    assert_eq!(kept, "an earlier and longer plan\n");

    let output = run(["solve", "tests/boards/near.txt", "-o", plan.path()]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "");
    assert_eq!(fs::read_to_string(&plan.0).unwrap(), "L L\n");
}

#[test]
fn json_is_json_whatever_the_answer() {
    for more in [&["--nodes=10"][..], &["--nodes=10", "--quiet"]] {
        let output = feed(fewest(HARD).arg("--json").args(more).spawn().unwrap(), b"");
        assert_eq!(output.status.code(), Some(11));
        let answer: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(answer["status"], "unknown");
        assert_eq!(answer["stop"], "nodes");
        assert!(answer["moves"].is_null() && answer["plan"].is_null());
        assert!(answer["bound"].as_u64().unwrap() > 0);
    }
}

/// Help, errors and boards, whatever the environment says.
#[test]
fn colours_are_as_they_are_asked_for() {
    let coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = fewest([]);
        let output = feed(
            command
                .args(args)
                .env_remove("NO_COLOR")
                .envs(variables.iter().copied())
                .spawn()
                .unwrap(),
            b"",
        );
        [output.stdout, output.stderr].concat().contains(&0x1b)
    };
    for args in [
        &["show", "tests/boards/near.txt"][..],
        &["solve", "tests/boards/letter.txt"],
        &["solve", "--nonsense"],
        &["solve", "--help"],
    ] {
        let with = |choice| [&["--color", choice][..], args].concat();
        assert!(!coloured(args, &[]), "{args:?}: no terminal");
        assert!(coloured(&with("always"), &[]), "{args:?}: always");
        assert!(coloured(&with("always"), &[("NO_COLOR", "1")]), "{args:?}: asked for");
        assert!(!coloured(&with("never"), &[("CLICOLOR_FORCE", "1")]), "{args:?}: never");
        let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
        assert!(!coloured(&with("auto"), &both[1..]), "{args:?}: not wanted");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_stops_the_search_and_gives_the_bound() {
    let output = signalled(&["INT"]);
    assert_eq!(output.status.code(), Some(130));
    let told = stderr(&output);
    assert!(told.contains("stopped: interrupted"), "{told}");
    assert!(told.contains("at least"), "{told}");
}

/// `timeout` sends its signal to the process and to its group.
#[test]
#[cfg(target_os = "linux")]
fn signals_that_come_together_count_as_one() {
    for _ in 0..5 {
        let output = signalled(&["INT", "TERM", "HUP"]);
        assert_eq!(output.status.code(), Some(130));
        assert!(stderr(&output).contains("at least"), "{}", stderr(&output));
    }
}

/// A search that was sent these signals at once. Of the same ones, the system may drop all
/// but the first.
#[cfg(target_os = "linux")]
fn signalled(signals: &[&str]) -> Output {
    let mut child = fewest(HARD).spawn().unwrap();
    drop(child.stdin.take());
    let id = child.id();
    // Before its handler is set, the signal would end it.
    let deadline = Instant::now() + Duration::from_secs(30);
    while !catches_sigint(id) {
        assert!(Instant::now() < deadline, "no handler was set");
        std::thread::sleep(Duration::from_millis(5));
    }
    let kills = signals.iter().map(|signal| format!("kill -{signal} {id};"));
    let line = kills.collect::<String>() + " true";
    let kill = Command::new("sh").args(["-c", &line]).stderr(Stdio::null()).status();
    assert!(kill.unwrap().success());
    child.wait_with_output().unwrap()
}

/// Whether a process has a handler for signal 2, by the mask in its status.
#[cfg(target_os = "linux")]
fn catches_sigint(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigCgt:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 2 != 0)
}

#[test]
fn every_shell_gets_a_script_and_every_command_a_page() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("weighted-astar"), "{shell}");
    }
    let pages = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let output = run(["man", pages.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for page in ["fewest.1", "fewest-solve.1", "fewest-generate-tiles.1"] {
        assert!(pages.join(page).exists(), "{page}");
    }
}

/// Some million states: more than the memory of the test holds, so that they are on disk.
const DISK: &str = "\
# . o # # o . #
. # o o . . o @
. . # . @ x x #
@ x # . . x @ @
# o x . # . x @
. . o o # . x #
. . . @ x . . .
. . . @ . . . #
";

/// Kills the search at two moments, then lets it end.
#[test]
fn a_killed_search_resumes_from_its_layers() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("layers");
    let _ = fs::remove_dir_all(&folder);
    let (level, list) = (Scratch::new("disk.txt"), folder.join("layers.txt"));
    fs::write(level.path(), DISK).unwrap();
    let start = || {
        let folder = folder.to_str().unwrap();
        let limits = ["solve", level.path(), "--memory=3M", "--time=none", "--checkpoint", folder];
        fewest(limits).spawn().unwrap()
    };
    let layers = || fs::read_to_string(&list).unwrap_or_default().lines().count();
    for wanted in [8, 14] {
        let mut child = start();
        while layers() < wanted {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before it could be killed");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(layers() >= wanted);
    }
    let output = feed(start(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("solved in 16 moves\noptimal (proved)"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stdout(&output).split_whitespace().count(), 16);
    assert!(!folder.exists());
}

/// 34 moves: more states than the memory of the test holds.
const FIFTEEN: &str = "5 4 2 7  3 11 10 6  9 13 12 8  1 _ 14 15";

#[test]
fn tiles_keep_their_layers_on_disk_too() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tiles-layers");
    let _ = fs::remove_dir_all(&folder);
    let options = ["-a=bidirectional", "--memory=1M", "--checkpoint", folder.to_str().unwrap()];
    let solve = |text: &str| {
        let mut command = fewest(["solve"]);
        feed(command.args(options).spawn().unwrap(), text.as_bytes())
    };
    let limited = run([
        "solve",
        FIFTEEN,
        "-a=bidirectional",
        "--memory=1M",
        "--disk=10K",
        "--checkpoint",
        folder.to_str().unwrap(),
    ]);
    assert_eq!(limited.status.code(), Some(11));
    let said = "need more than 0 MiB of disk (--checkpoint)";
    assert!(stderr(&limited).contains(said), "{}", stderr(&limited));
    fs::remove_dir_all(&folder).unwrap();
    let output = solve(FIFTEEN);
    let text = stderr(&output);
    assert!(text.contains("solved in 34 moves\noptimal (proved)"), "{text}");
    assert!(!folder.exists());
    // A board of 5 x 5 is more than a word.
    let tiles: Vec<String> = (1..23).chain([0, 23, 24]).map(|tile| tile.to_string()).collect();
    let output = solve(&tiles.join(" "));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("a checkpoint needs positions of at most 64 bits"));
    assert!(!folder.exists());
}
