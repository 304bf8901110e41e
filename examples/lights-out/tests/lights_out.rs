//! What must hold for every puzzle, known lengths, and the command.

use std::process::{Command, Output};

use fewest::search::Status;
use fewest_puzzles::puzzle::{Erased, Request};
use fewest_puzzles::{Registry, conformance};
use lights_out::LightsOut;

#[test]
fn it_agrees_with_itself() {
    conformance::check::<LightsOut>().unwrap();
}

/// All lamps of 5 × 5 lit take 15 presses (Anderson and Feil 1998).
#[test]
fn all_lights_take_fifteen_presses() {
    let all = Erased::<LightsOut>::PUZZLE.parse(&"*****\n".repeat(5)).unwrap();
    let table = Request::by(fewest::search::Algorithm::Bidirectional);
    let answer = all.solve(&table, &mut ()).unwrap();
    assert_eq!((answer.cost(), answer.status), (Some(15), Status::Optimal));
}

#[test]
fn mistakes_have_places() {
    let registry = Registry::standard().with::<LightsOut>();
    let error = registry.parse("*.\n.x\n", Some("lights-out")).err().unwrap();
    assert_eq!(
        error.to_string(),
        "line 2, column 2: unknown cell 'x'; a lamp is * if it is lit and . if not"
    );
}

fn fewest(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lights-out")).args(args).output().unwrap()
}

fn done(args: &[&str]) -> String {
    let output = fewest(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Everything that the command has for its own puzzles.
#[test]
fn the_command_has_everything() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let board = file("board.txt");
    done(&["generate", "lights-out", "4x4", "--seed", "3", "-o", &board]);
    let plan = done(&["solve", &board]);
    std::fs::write(file("plan.txt"), &plan).unwrap();
    assert!(done(&["check", &board, &file("plan.txt")]).contains("solves the puzzle"));
    assert!(done(&["show", &board, "--format", "grid"]).contains('*'));
    done(&["show", &board, "-o", &file("board.svg")]);
    done(&["show", &board, "-o", &file("board.png")]);
    done(&["animate", &board, &file("plan.txt"), "-o", &file("plan.gif")]);
    done(&["animate", &board, &file("plan.txt"), "-o", &file("plan.html")]);
    let trace = file("trace.csv");
    done(&["solve", &board, "-a", "astar", "--trace", &trace, "-q"]);
    done(&["plot", &trace, "-o", &file("plot.svg")]);
    assert!(done(&["explore", &board]).contains("positions"));
    done(&["compare", &board, "--with", "astar", "--with", "table"]);
    assert!(done(&["list"]).contains("lights-out: lamps"));
    assert!(done(&["completions", "bash"]).contains("lights-out"));
    done(&["man", &file("man")]);
}

/// The tutorial shows this crate and nothing else: each of its blocks of Rust stands in
/// the sources, and together they are the sources.
#[test]
fn the_tutorial_is_this_crate() {
    let page = include_str!("../../../docs/new-puzzle.md");
    let library = include_str!("../src/lib.rs");
    let main = include_str!("../src/main.rs");
    let mut shown = String::new();
    for block in page.split("```rust\n").skip(1) {
        let block = block.split("```").next().unwrap();
        assert!(library.contains(block) || main.contains(block), "not in the crate:\n{block}");
        shown.push_str(block);
    }
    for line in library.lines().chain(main.lines()).filter(|line| !line.trim().is_empty()) {
        assert!(shown.contains(line), "not in the tutorial: {line}");
    }
}
