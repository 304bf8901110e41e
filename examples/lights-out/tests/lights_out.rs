//! What must hold for every puzzle, known lengths, and the command.

use std::collections::HashMap;
use std::process::{Command, Output};

use fewest::search::{Algorithm, Status};
use fewest_puzzles::puzzle::{Erased, Request};
use fewest_puzzles::{Registry, conformance};
use lights_out::LightsOut;

#[test]
fn it_agrees_with_itself() {
    conformance::check::<LightsOut>().unwrap();
}

fn fewest_presses(text: &str) -> Option<u32> {
    let position = Erased::<LightsOut>::PUZZLE.parse(text).unwrap();
    let answer = position.solve(&Request::by(Algorithm::Bidirectional), &mut ()).unwrap();
    assert!(matches!(answer.status, Status::Optimal | Status::Unsolvable));
    answer.cost()
}

/// Neither the order of presses matters nor a press that is taken back: every set of lamps,
/// each pressed once from all out, is a way back, and the smallest is the shortest.
fn presses_by_sets(side: u32) -> HashMap<u32, u32> {
    let near = |a: u32, b: u32| (a % side).abs_diff(b % side) + (a / side).abs_diff(b / side) <= 1;
    let cells = || 0..side * side;
    let cross =
        |lamp| cells().filter(|&other| near(lamp, other)).fold(0, |lit, other| lit | 1 << other);
    let crosses: Vec<u32> = cells().map(cross).collect();
    let mut fewest = HashMap::new();
    for set in 0..1_u32 << (side * side) {
        let pressed = cells().filter(|lamp| set >> lamp & 1 == 1);
        let lit = pressed.fold(0, |lit, lamp| lit ^ crosses[lamp as usize]);
        let presses = fewest.entry(lit).or_insert(u32::MAX);
        *presses = set.count_ones().min(*presses);
    }
    fewest
}

fn print(side: u32, lit: u32) -> String {
    let lamp = |lamp| if lit >> lamp & 1 == 1 { '*' } else { '.' };
    (0..side).flat_map(|y| (y * side..(y + 1) * side).map(lamp).chain(['\n'])).collect()
}

#[test]
fn small_boards_take_as_many_presses_as_the_smallest_set() {
    for (side, step) in [(1, 1), (2, 1), (3, 1), (4, 997)] {
        let sets = presses_by_sets(side);
        for lit in (0..1 << (side * side)).step_by(step) {
            assert_eq!(
                fewest_presses(&print(side, lit)),
                sets.get(&lit).copied(),
                "{side}: {lit:b}"
            );
        }
    }
    assert_eq!(fewest_presses(&"****\n".repeat(4)), Some(4));
}

/// All lamps of 5 × 5 lit take 15 presses (Anderson and Feil 1998).
#[test]
#[cfg_attr(debug_assertions, ignore = "8 million states take long without optimisation")]
fn all_lights_take_fifteen_presses() {
    assert_eq!(fewest_presses(&"*****\n".repeat(5)), Some(15));
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
    // The program has a name of its own, too.
    assert!(done(&["completions", "bash"]).contains("default lights-out\n"));
    let _ = std::fs::remove_dir_all(file("man"));
    done(&["man", &file("man")]);
    assert!(folder.join("man/lights-out-solve.1").is_file());
    assert!(done(&["solve", "--help"]).contains("  lights-out solve board.txt"));
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
