//! Stored pattern databases: what is damaged is noticed, and built again.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::feed;
use crate::scratch::Scratch;

fn fewest(folder: &str, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args(args).env("FEWEST_CACHE", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    feed(command.spawn().unwrap(), input.as_bytes())
}

/// The lines of `tables ACTION`, without the last one.
fn tables(folder: &str, action: &[&str]) -> Vec<String> {
    let output = fewest(folder, &[&["tiles", "tables"], action].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<String> = text.lines().map(ToString::to_string).collect();
    assert!(lines.pop().unwrap().contains(folder));
    lines
}

#[test]
fn damaged_databases_are_noticed_and_built_again() {
    const BOARD: &str = "10 11 9\n8 7 6\n5 4 3\n2 1 0\n";
    const SOLVE: [&str; 4] = ["solve", "-", "--heuristic", "patterns-6"];
    let scratch = Scratch::new("damaged-databases");
    // The folder is made when it is needed.
    let folder = &scratch.file("cache");
    let solved = fewest(folder, &SOLVE, BOARD);
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    tables(folder, &["build", "3x4", "--tiles", "6"]);
    let whole = tables(folder, &["verify"]);
    assert!(whole.len() > 2 && whole.iter().all(|line| line.ends_with("  whole")), "{whole:?}");

    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let before: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    for (number, (file, bytes)) in files.iter().zip(&before).enumerate() {
        let mut damaged = bytes.clone();
        if number == 0 {
            damaged.pop();
        } else {
            damaged[bytes.len() / 2] ^= 1;
        }
        fs::write(file, damaged).unwrap();
    }
    let verified = fewest(folder, &["tiles", "tables", "verify"], "");
    assert_eq!(verified.status.code(), Some(4), "{verified:?}");
    let text = String::from_utf8(verified.stderr).unwrap();
    let faults: Vec<&str> = text.trim_end().split("; ").collect();
    assert_eq!(faults.len(), files.len(), "{text}");
    assert!(faults[0].ends_with(": cut short, or too long"), "{text}");
    let is_noticed = |fault: &&str| fault.ends_with(": damaged: the checksum differs");
    assert!(faults[1..].iter().all(is_noticed), "{text}");

    let again = fewest(folder, &SOLVE, BOARD);
    assert_eq!((again.status.code(), again.stdout), (Some(0), solved.stdout));
    tables(folder, &["build", "3x4", "--tiles", "6"]);
    assert_eq!(tables(folder, &["verify"]), whole);
    assert!(files.iter().map(|file| fs::read(file).unwrap()).eq(before));
}

#[test]
fn a_folder_or_file_that_cant_be_used_is_no_usage_error() {
    let refused = |folder: &str, action: &[&str], code, what: &str| {
        let output = fewest(folder, &[&["tiles", "tables"], action].concat(), "");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && text.contains(what), "{action:?}: {text}");
    };
    refused("/dev/null", &["list"], 4, "cannot read folder /dev/null");
    refused("/dev/null", &["build", "3x3"], 4, "cannot write to folder /dev/null");
    refused("/dev/null", &["delete", "all"], 4, "cannot delete all in /dev/null");
    let scratch = Scratch::new("no-databases");
    let name = "3x3-8-0_1_2.patterns";
    for name in [name, "../name"] {
        refused(
            &scratch.file("cache"),
            &["delete", name],
            2,
            &format!("unknown database '{name}'"),
        );
    }
}

#[test]
fn a_file_of_partitions_that_cant_be_used_is_no_usage_error() {
    let scratch = Scratch::new("partitions");
    let refused = |file: &str, code, what: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
        command.args(["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 _ 15", "-H", "patterns-6"]);
        let output = command.env("FEWEST_PARTITIONS", file).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && text.contains(what), "{file}: {text}");
    };
    refused("/nowhere", 4, "cannot read /nowhere");
    let (wrong, long) = (scratch.file("wrong"), scratch.file("long"));
    fs::write(&wrong, "AAAA\nBBBB\nCCC\nDDD.\n").unwrap();
    refused(&wrong, 3, ":3:4: 3 cells; the rows before have 4");
    fs::write(&long, "#".repeat(1 << 21)).unwrap();
    refused(&long, 4, "has more than 1048576 bytes");
}
