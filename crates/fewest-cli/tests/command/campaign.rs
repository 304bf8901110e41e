//! Campaigns as users run them: made, killed, resumed, checked and exported.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::{Scratch, children};

fn campaign(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.arg("campaign").args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> Output {
    campaign(args).output().unwrap()
}

/// Runs a command that must succeed, and returns what it prints.
fn done(args: &[&str]) -> String {
    let output = run(args);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn status(store: &str) -> serde_json::Value {
    serde_json::from_str(done(&["status", store, "--json"]).lines().next().unwrap()).unwrap()
}

fn kill(pid: u32) {
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
    // It may have ended by itself.
    let _ = killed.unwrap();
}

#[test]
fn every_kind_of_source_is_solved_checked_and_exported() {
    let scratch = Scratch::new("campaign-sources");
    let store = &scratch.file("c.db");
    let list = &scratch.file("list.txt");
    fs::write(list, "1 2 3 / 4 5 6 / 7 _ 8\n1 2 3 / 4 5 6 / _ 7 8\n").unwrap();
    done(&["new", store, "tests/boards/near.txt", list, "blocks:lantern", "numbers:1..3"]);
    done(&["add", store, "tiles:3x3", "--seeds", "1..4"]);
    let suite = &scratch.file("suite.db");
    assert!(told(&run(&["new", suite, "tiles:korf100"])).contains("100 tasks added"));
    assert!(told(&run(&["add", store, list])).contains("0 tasks added, 2 already there"));
    let output = run(&["run", store]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(told(&output).contains("11 tasks open"), "{}", told(&output));
    assert!(told(&run(&["run", store])).contains("nothing to do"));
    assert!(told(&run(&["check", store])).starts_with("11 plans of 11 replayed and right"));

    let csv = done(&["export", store]);
    let (head, row) = (csv.lines().next().unwrap(), csv.lines().nth(2).unwrap());
    assert!(head.starts_with("task,setting,source,puzzle,description,size,part,status,moves"));
    assert!(row.contains("list.txt:1,tiles,3 × 3 sliding tiles,9,,optimal,1,1,1"), "{row}");
    let json = &scratch.file("answers.jsonl");
    done(&["export", store, "-o", json]);
    let json = fs::read_to_string(json).unwrap();
    assert_eq!(json.lines().count(), 11, "{json}");
    let blocks: serde_json::Value = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .find(|row: &serde_json::Value| row["puzzle"] == "blocks")
        .unwrap();
    assert_eq!((&blocks["moves"], &blocks["status"]), (&9.into(), &"optimal".into()));

    let page = &scratch.file("report.html");
    done(&["report", store, "-o", page, "--plots", &scratch.file("plots")]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("11 of 11 answered") && page.contains("The hardest"));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org").count()
    );
    for plot in ["solved", "cactus", "moves", "seconds"] {
        assert!(Path::new(&scratch.file("plots")).join(format!("{plot}.svg")).is_file());
    }
}

#[test]
fn a_font_is_one_task_and_its_results_come_and_go() {
    let scratch = Scratch::new("campaign-font");
    let (store, font) = (&scratch.file("c.db"), &scratch.file("font.txt"));
    fs::write(font, "L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap();
    let source = format!("coins:{font}");
    done(&["new", store, &source]);
    fs::remove_file(font).unwrap();
    done(&["run", store]);
    let status = status(store);
    assert_eq!((&status["optimal"], &status["unsolvable"]), (&2.into(), &4.into()));
    let results = &scratch.file("f.results");
    done(&["export", store, "-o", results]);
    let text = fs::read_to_string(results).unwrap();
    assert!(text.starts_with("# fewest coins results 1\n# 2x2 L:d 7:b J:e\n"), "{text}");
    assert_eq!(text.lines().count(), 8);

    // What can't be exported leaves what was there.
    let refused = |store: &str, name: &str, what: &str| {
        let output = run(&["export", store, "-o", &scratch.file(name)]);
        assert!(output.status.code() == Some(2) && told(&output).contains(what), "{output:?}");
    };
    refused(store, "f.txt", "unsupported file extension");
    if !cfg!(feature = "parquet") {
        refused(store, "f.parquet", "PARQUET is not supported by this build");
    }
    let none = &scratch.file("none.db");
    done(&["new", none, "1 2 / 3 _"]);
    refused(none, "f.results", "this campaign has none");
    assert_eq!(fs::read_to_string(results).unwrap(), text);

    // A part of it, in another campaign: the rest is solved.
    let other = &scratch.file("other.db");
    fs::write(font, "L\no-\noo\n\n7\noo\n-o\n\nJ\n-o\noo\n").unwrap();
    done(&["new", other, &source]);
    let some: Vec<&str> = text.lines().take(5).collect();
    fs::write(results, some.join("\n") + "\n").unwrap();
    assert!(told(&run(&["import", other, results])).contains("3 answers read"));
    assert_eq!(self::status(other)["open"], 3);
    done(&["run", other]);
    assert_eq!(done(&["export", other, "--format", "results"]), text);
    fs::write(results, text.replace("L 7 1", "L 7 2")).unwrap();
    let wrong = run(&["import", other, results]);
    assert_eq!(wrong.status.code(), Some(3));
    assert!(told(&wrong).contains("the number of moves must be 1"), "{}", told(&wrong));
}

#[test]
fn a_larger_limit_works_only_what_is_not_proved() {
    let scratch = Scratch::new("campaign-limits");
    let store = &scratch.file("c.db");
    let boards = ["tests/boards/near.txt", "tests/boards/hard.txt"];
    done(&[
        "new",
        store,
        boards[0],
        boards[1],
        "-a",
        "idastar",
        "-H",
        "manhattan",
        "--nodes",
        "50",
    ]);
    done(&["run", store]);
    let first = status(store);
    assert_eq!((&first["optimal"], &first["unknown"]), (&1.into(), &1.into()));
    assert!(told(&run(&["run", store])).contains("nothing to do"));
    let more = run(&["run", store, "--nodes", "500"]);
    assert!(told(&more).starts_with("1 task open"), "{}", told(&more));
    assert_eq!(status(store)["unknown"], 1);
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let scratch = Scratch::new("campaign-wrong");
    let store = &scratch.file("c.db");
    let text = &scratch.file("text.txt");
    fs::write(text, "no campaign\n").unwrap();
    let empty = &scratch.file("empty");
    fs::create_dir(empty).unwrap();
    for (args, code, message) in [
        (&["run", store][..], 4, "file not found"),
        (&["run", text], 3, "is not a campaign of fewest"),
        (&["new", text, "blocks:lantern"], 4, "exists already"),
        (&["new", store, "nowhere.txt"], 4, "file not found: nowhere.txt"),
        (&["new", store, empty], 4, "no files in folder"),
        (&["new", store, "tiles:*"], 2, "tiles has no list of levels"),
        (&["new", store, "tiles:4x4"], 2, "tiles:4x4 needs --seeds"),
        (&["new", store, "numbers:5..1"], 2, "expected the first and the last"),
        (&["new", store, "blocks:nothing"], 2, "unknown blocks level 'nothing'"),
        (&["new", store, "coins:nothing"], 2, "unknown font 'nothing'"),
        (&["new", store, "blocks:lantern", "-a", "nothing"], 2, "nothing"),
        (&["new", store, "tiles:9999999x2", "--seeds", "1..2"], 2, ""),
        (&["new", "/nowhere/c.db", "blocks:lantern"], 4, "/nowhere/c.db"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", told(&output));
        assert!(told(&output).contains(message), "{args:?}: {}", told(&output));
        assert!(!Path::new(store).exists(), "{args:?} left a file behind");
    }
    done(&["new", store, "tests/boards/near.txt"]);
    let bytes = fs::read(store).unwrap();
    fs::write(store, &bytes[..bytes.len() / 2]).unwrap();
    let output = run(&["run", store]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains("damaged"), "{}", told(&output));
}

/// A campaign with one task that takes long.
fn new_long(store: &str) {
    let long = ["tests/boards/hard.txt", "-a", "idastar", "-H", "manhattan", "--time", "60s"];
    done(&[&["new", store], &long[..]].concat());
}

#[test]
fn a_second_runner_is_refused_and_ctrl_c_keeps_everything() {
    let scratch = Scratch::new("campaign-second");
    let store = &scratch.file("c.db");
    new_long(store);
    let mut runner = campaign(&["run", store]).spawn().unwrap();
    let started = Instant::now();
    while children(runner.id()).is_empty() && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = run(&["run", store]);
    assert_eq!(second.status.code(), Some(4));
    let by = format!("being run by process {} on", runner.id());
    assert!(told(&second).contains(&by), "{}", told(&second));
    std::thread::sleep(Duration::from_millis(300));
    let stopped = Instant::now();
    Command::new("kill").args(["-INT", &runner.id().to_string()]).status().unwrap();
    let code = runner.wait().unwrap().code();
    // A second on a quiet machine; this one may not be.
    assert!(stopped.elapsed() < Duration::from_secs(5), "{:?}", stopped.elapsed());
    assert_eq!(code, Some(130));
    let status = status(store);
    assert_eq!(status["unknown"], 1, "the bound that was proved is stored: {status}");
}

/// A child that is killed costs one attempt; a runner that is killed, the tasks in its
/// hands. Nothing that was stored is lost.
#[test]
fn killed_at_any_moment_nothing_is_lost() {
    let scratch = Scratch::new("campaign-kill");
    let store = &scratch.file("c.db");
    let times: u64 = std::env::var("KILL_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let all = 70 * times;
    // Without a time limit: a machine that stands still must not change the answers.
    let seeds = format!("1..{all}");
    let args = ["tiles:3x3", "--seeds", &seeds, "--time", "none", "-a", "idastar"];
    done(&[&["new", store][..], &args].concat());
    let mut before = 0;
    for round in 0..times {
        let mut runner = campaign(&["run", store, "--crashes", "99"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(40 + 97 * round % 160));
        if round % 2 == 0 {
            if let Some(&child) = children(runner.id()).first() {
                kill(child);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        kill(runner.id());
        runner.wait().unwrap();
        let now = status(store)["optimal"].as_u64().unwrap();
        assert!(now >= before, "{now} of {before} answers are left");
        before = now;
    }
    let output = run(&["run", store, "--crashes", "99"]);
    assert_eq!(output.stdout, b"");
    let checked = run(&["check", store]);
    assert!(
        told(&checked).replace(',', "").starts_with(&format!("{all} plans of {all} replayed")),
        "{}",
        told(&checked)
    );
    assert_eq!(status(store)["open"], 0);
}

#[test]
fn a_crash_costs_one_attempt_and_has_its_reason() {
    let scratch = Scratch::new("campaign-crash");
    let store = &scratch.file("c.db");
    new_long(store);
    let mut runner = campaign(&["run", store, "--crashes", "2"]).spawn().unwrap();
    let mut killed = Vec::new();
    let started = Instant::now();
    while runner.try_wait().unwrap().is_none() && started.elapsed() < Duration::from_secs(40) {
        for child in children(runner.id()) {
            if !killed.contains(&child) {
                std::thread::sleep(Duration::from_millis(100));
                kill(child);
                killed.push(child);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(runner.wait().unwrap().code(), Some(11));
    assert_eq!(killed.len(), 2);
    assert_eq!(status(store)["failed"], 1);
    let row: serde_json::Value =
        serde_json::from_str(&done(&["export", store, "--format", "jsonl"])).unwrap();
    assert_eq!((&row["attempts"], &row["status"]), (&2.into(), &"failed".into()));
    assert!(row["reason"].as_str().unwrap().contains("killed by signal 9"), "{row}");
}
