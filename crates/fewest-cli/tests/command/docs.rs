//! The commands on README.md and the pages of docs/ run, and print what the pages show.
//!
//! Each page has a folder of its own with a copy of `boards/`; its blocks run there in order, so
//! a command may use the files of those before it.
//!
//! | fence | is |
//! |---|---|
//! | `console` | a session: `$ command`, then what it prints; `...` is any lines, `[..]` any text |
//! | `sh` | commands that succeed; what they print is not compared |
//! | `text level`, `text plan` and the other [`EXAMPLES`] | a file that a command reads |
//!
//! Times and amounts of memory differ from run to run and are not compared. A command that fails
//! is followed by `$ echo $?`. `cargo run --release --` is the command itself; other commands of
//! cargo are not run, nor is a block with the mark `slow` or `elsewhere`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, thread};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const MARK: &str = "-- exit code:";

/// What reads an example with a mark: `FILE` is the example, `LEVEL` the last level before it.
const EXAMPLES: [(&str, &str); 5] = [
    ("level", "fewest solve FILE"),
    ("plan", "fewest check LEVEL FILE"),
    ("list", "fewest solve FILE"),
    ("font", "fewest coins font FILE"),
    ("results", "fewest coins table FILE"),
];

/// Programs that a reader may have and the tests don't ask for.
const OPTIONAL: [&str; 2] = ["jq", "duckdb"];

/// A fenced block of a page.
struct Block {
    line: usize,
    language: String,
    mark: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut open) = (Vec::new(), None::<Block>);
    let mut before = "";
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                let (language, mark) = info.split_once(' ').unwrap_or((info, ""));
                assert!(!language.is_empty(), "line {}: a block without a language", number + 1);
                let (language, mark) = (language.to_string(), mark.to_string());
                open = Some(Block { line: number + 1, language, mark, text: String::new() });
            }
            (None, Some(block)) => writeln!(block.text, "{line}").unwrap(),
            (None, None) => {
                let hides = before.is_empty() && line.starts_with("    ");
                assert!(!hides, "line {}: an indented block, which no test reads", number + 1);
            }
        }
        before = line;
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// The command lines of a block, each with the lines below it.
fn session(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let continued = commands.last().is_some_and(|(command, _)| command.ends_with('\\'));
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push((command.to_string(), String::new()));
        } else if continued {
            let (command, _) = commands.last_mut().unwrap();
            write!(command, "\n{line}").unwrap();
        } else {
            let (_, shown) = commands.last_mut().expect("a session begins with a command");
            writeln!(shown, "{line}").unwrap();
        }
    }
    commands
}

/// A command as the test runs it; nothing if it is not one for the test.
fn runnable(command: &str) -> Option<String> {
    let command = command.replace("cargo run --release -- ", "fewest ");
    let is_ours = !command.contains("cargo ") && !command.starts_with("./test");
    is_ours.then_some(command)
}

/// What ran, and what is wrong.
#[derive(Default)]
struct Tally {
    ran: usize,
    skipped: usize,
    wrong: Vec<String>,
}

/// A page and the folder in which its commands run.
struct Page {
    name: String,
    text: String,
    folder: PathBuf,
}

impl Page {
    fn open(path: &Path) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(&name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("boards")).unwrap();
        for board in fs::read_dir(Path::new(ROOT).join("boards")).unwrap() {
            let board = board.unwrap();
            fs::copy(board.path(), folder.join("boards").join(board.file_name())).unwrap();
        }
        Page { name, text: fs::read_to_string(path).unwrap(), folder }
    }

    fn sh(&self, script: &str) -> Output {
        let bin = Path::new(env!("CARGO_BIN_EXE_fewest")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), env::var("PATH").unwrap());
        let mut sh = Command::new("sh");
        sh.args(["-c", &format!("exec 2>&1\n{script}")]).current_dir(&self.folder);
        sh.env("PATH", path).env("NO_COLOR", "1").env("COLUMNS", "100").env_remove("FEWEST_DATA");
        sh.stdin(Stdio::null()).output().unwrap()
    }

    fn has(&self, program: &str) -> bool {
        self.sh(&format!("command -v {program}")).status.success()
    }

    fn run(&self) -> Tally {
        let mut tally = Tally::default();
        let mut level = 0;
        for block in blocks(&self.text) {
            let lacks = OPTIONAL.iter().any(|tool| block.text.contains(tool) && !self.has(tool));
            let is_command = ["console", "sh"].contains(&block.language.as_str());
            let wrong = if is_command && (lacks || !block.mark.is_empty()) {
                assert!(lacks || ["slow", "elsewhere"].contains(&block.mark.as_str()));
                tally.skipped += 1;
                continue;
            } else if block.language == "console" {
                self.compare(&block, &mut tally)
            } else if block.language == "sh" {
                self.succeed(&block, &mut tally)
            } else if !block.mark.is_empty() {
                tally.ran += 1;
                level = if block.mark == "level" { block.line } else { level };
                self.read(&block, level)
            } else {
                None
            };
            let place = format!("{}:{}", self.name, block.line);
            tally.wrong.extend(wrong.map(|wrong| format!("{place}: {wrong}")));
        }
        tally
    }

    /// Runs a session; what is wrong if it prints something else.
    fn compare(&self, block: &Block, tally: &mut Tally) -> Option<String> {
        let commands = session(&block.text);
        let skipped = commands.iter().filter(|(command, _)| runnable(command).is_none()).count();
        tally.skipped += skipped;
        tally.ran += commands.len() - skipped;
        let runnable = commands.iter().filter_map(|(line, shown)| Some((runnable(line)?, shown)));
        let commands: Vec<_> = runnable.collect();
        let mut script = String::new();
        for (command, _) in &commands {
            // The next command can ask for the exit code, as in a terminal.
            write!(script, "{command}\ncode=$?; printf '\\n{MARK} %s\\n' $code; (exit $code)\n")
                .unwrap();
        }
        let output = String::from_utf8(self.sh(&script).stdout).unwrap();
        let mut rest = output.as_str();
        for (index, (command, shown)) in commands.iter().enumerate() {
            let Some((printed, after)) = rest.split_once(&format!("\n{MARK} ")) else {
                return Some(format!("{command}\nended the shell:\n{rest}"));
            };
            let (code, after) = after.split_once('\n').unwrap_or((after, ""));
            let is_asked = commands.get(index + 1).is_some_and(|(next, _)| next == "echo $?");
            if code != "0" && !is_asked {
                return Some(format!("{command}\nexit code {code}:\n{printed}"));
            }
            if !fits(shown, printed) {
                return Some(format!("{command}\nprints\n{printed}\nthe page shows\n{shown}"));
            }
            rest = after;
        }
        None
    }

    /// Runs commands; what is wrong if one fails.
    fn succeed(&self, block: &Block, tally: &mut Tally) -> Option<String> {
        let is_start = |line: &&str| !line.is_empty() && !line.starts_with([' ', '#']);
        let lines = block.text.lines().filter(is_start);
        let (ours, others): (Vec<_>, Vec<_>) = lines.partition(|line| runnable(line).is_some());
        tally.ran += ours.len();
        tally.skipped += others.len();
        let script = block.text.lines().filter_map(runnable).collect::<Vec<_>>().join("\n");
        let output = self.sh(&format!("set -e\n{script}"));
        let printed = String::from_utf8(output.stdout).unwrap();
        // The first command of a pipe can fail without the shell's noticing.
        let failed = !output.status.success() || printed.lines().any(|l| l.starts_with("error"));
        failed.then(|| format!("failed ({}):\n{script}\n{printed}", output.status))
    }

    /// Reads an example; what is wrong if it is refused, or is a level without a plan.
    fn read(&self, block: &Block, level: usize) -> Option<String> {
        let example = EXAMPLES.iter().find(|(mark, _)| *mark == block.mark);
        let Some((_, command)) = example else {
            return Some(format!("unknown mark '{}'", block.mark));
        };
        let file = |line| format!("example-{line}.txt");
        fs::write(self.folder.join(file(block.line)), &block.text).unwrap();
        let command = command.replace("LEVEL", &file(level)).replace("FILE", &file(block.line));
        let output = self.sh(&command);
        let printed = String::from_utf8(output.stdout).unwrap();
        (!output.status.success()).then(|| format!("{}{command}\n{printed}", block.text))
    }
}

/// Whether a text is what a page shows.
fn fits(shown: &str, printed: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(settled).collect::<Vec<_>>();
    fit_lines(&lines(shown), &lines(printed))
}

fn fit_lines(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, shown)) if line == "..." => {
            (0..=printed.len()).any(|skipped| fit_lines(shown, &printed[skipped..]))
        }
        Some((line, shown)) => printed
            .split_first()
            .is_some_and(|(other, printed)| fit_line(line, other) && fit_lines(shown, printed)),
    }
}

fn fit_line(shown: &str, printed: &str) -> bool {
    let Some((before, after)) = shown.split_once("[..]") else { return shown == printed };
    let Some(rest) = printed.strip_prefix(before) else { return false };
    (0..=rest.len()).any(|from| rest.get(from..).is_some_and(|rest| fit_line(after, rest)))
}

/// A line without what differs from run to run: times and amounts of memory.
fn settled(line: &str) -> String {
    let words: Vec<_> = line.trim_end().split(' ').collect();
    let is_number = |word: &str| word.replace(['(', ','], "").parse::<f64>().is_ok();
    let mut settled = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        let name = word.trim_end_matches([',', ';', ':', '.', ')']);
        let kind = match name {
            "µs" | "ms" | "s" | "min" => Some("TIME"),
            "B" | "KiB" | "MiB" | "GiB" => Some("MEMORY"),
            _ => None,
        };
        match kind {
            Some(kind) if index > 0 && is_number(words[index - 1]) => {
                settled.pop();
                settled.push(format!("{kind}{}", &word[name.len()..]));
            }
            _ => settled.push(word.to_string()),
        }
    }
    settled.join(" ").replace("under TIME", "TIME")
}

#[test]
fn the_commands_of_every_page_do_what_it_says() {
    let docs = fs::read_dir(Path::new(ROOT).join("docs")).unwrap().map(|e| e.unwrap().path());
    let mut paths: Vec<_> =
        docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    paths.push(Path::new(ROOT).join("README.md"));
    paths.sort();
    let tallies: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> =
            paths.iter().map(|path| scope.spawn(|| Page::open(path).run())).collect();
        runs.into_iter().zip(&paths).map(|(run, path)| (path, run.join())).collect()
    });
    let mut all = Tally::default();
    for (path, tally) in tallies {
        let tally = tally.unwrap_or_else(|_| panic!("{} can't be run", path.display()));
        all.ran += tally.ran;
        all.skipped += tally.skipped;
        all.wrong.extend(tally.wrong);
    }
    println!("{} commands of {} pages ran, {} skipped", all.ran, paths.len(), all.skipped);
    assert!(all.ran > 60, "the pages have lost their commands");
    assert!(all.wrong.is_empty(), "{} blocks:\n\n{}", all.wrong.len(), all.wrong.join("\n\n"));
}

/// The files under a folder, by their paths.
fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path.to_str().unwrap().to_string());
        }
    }
}

#[test]
fn the_files_that_the_pages_name_are_there() {
    let root = Path::new(ROOT);
    let mut found = Vec::new();
    for folder in ["crates", "docs", "boards", "examples", "fuzz"] {
        files(&root.join(folder), &mut found);
    }
    let page = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let is_part = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    let words = page.split(|c| !is_part(c)).map(|word| word.trim_end_matches('.'));
    let is_name = |word: &&str| {
        let is_file = [".rs", ".md"].iter().any(|ending| word.ends_with(ending));
        let is_ours = ["crates/", "fewest/", "fewest-"].iter().any(|start| word.starts_with(start));
        is_file || is_ours && word.contains('/')
    };
    let names: Vec<_> = words.filter(is_name).collect();
    assert!(names.len() > 60, "{} names", names.len());
    for name in names {
        let is_there = |file: &String| file.contains(&format!("/{name}"));
        assert!(found.iter().any(is_there), "architecture.md names {name}, which is not there");
    }
}

#[test]
fn a_sample_fits_only_what_it_shows() {
    assert!(fits("a\n...\nd 12 ms\n", "a\nb\nc\nd 3.5 s\n"));
    assert!(fits("x [..] z\n", "x y y z"));
    assert!(fits("in [..]: 2 KiB, 1.5 s\n", "in 3 ms: 1,009 B, 20 ms\n"));
    assert!(fits("by parity: under 0.1 ms\n", "by parity: 1.2 ms\n"));
    assert!(!fits("a\n", "a\nb\n"));
    assert!(!fits("12 moves\n", "13 moves\n"));
    assert!(!fits("x [..] z\n", "x y"));
    assert!(!fits("4 KiB\n", "4 ms\n"));
    let session = session("$ a \\\n    b\nout\n$ c\n");
    assert_eq!(session[0], ("a \\\n    b".to_string(), "out\n".to_string()));
    assert_eq!(session[1], ("c".to_string(), String::new()));
}
