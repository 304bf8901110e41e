//! Sorted layers, in memory and on disk, against the hash set.

use std::fs;
use std::path::PathBuf;

use super::super::tests::{Beads, Graph, check_path, word};
use super::super::{Found, search_sorted};
use super::growing::Part;
use super::*;
use proptest::prelude::*;

/// A directory that is deleted at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fewest-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn budget(&self, limit: Option<u64>) -> Budget {
        let checkpoint = Checkpoint { directory: self.0.clone(), limit };
        Budget { checkpoint: Some(checkpoint), threads: 2, ..Budget::default() }
    }

    fn runs(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
        let is_run =
            |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with("run-");
        let mut runs: Vec<PathBuf> = entries.filter(is_run).collect();
        runs.sort_by_key(|path| fs::metadata(path).unwrap().len());
        runs
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn solve(space: &dyn PackedSpace<u64>, start: u64, budget: &Budget) -> Found<u64> {
    search_sorted(space, start, None, budget, &mut |_| ())
}

const START: u64 = 0b1_1111;

fn beads() -> Beads {
    Beads { bits: 26, goal: START << 21 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_the_hash_set_finds_on_random_graphs(
        nodes in 1..300_u64,
        edges in prop::collection::vec((0..300_u64, 0..300_u64), 0..700),
        goals in prop::collection::vec(0..300_u64, 0..3),
        has_reverse: bool,
    ) {
        let graph = Graph::new(nodes, &edges, &goals, has_reverse);
        let budget = Budget { threads: 2, ..Budget::default() };
        let known = super::super::search(&graph, word(0), &budget, &mut |_| ());
        let found = solve(&graph, word(0), &budget);
        prop_assert_eq!((found.bound, found.stop), (known.bound, known.stop));
        prop_assert_eq!(found.states.is_some(), known.states.is_some());
        if let Some(states) = found.states {
            check_path(&graph, word(0), &states);
            prop_assert_eq!(states.len() as Cost, found.bound + 1);
        }
    }
}

#[test]
fn memory_and_disk_find_the_same() {
    let space = beads();
    let known = super::super::search(&space, START, &Budget::default(), &mut |_| ());
    let folder = Folder::new("same");
    let budgets =
        [Budget::default(), Budget { threads: 3, ..Budget::default() }, folder.budget(None)];
    for budget in budgets {
        let found = solve(&space, START, &budget);
        assert_eq!((found.bound, found.stop, found.problem), (known.bound, Stop::Done, None));
        assert_eq!(found.states.unwrap().len() as Cost, known.bound + 1);
    }
    // Nothing is left when the search is over.
    assert!(!folder.0.exists());
}

#[test]
fn a_state_takes_a_few_bytes() {
    let memory = 600_000;
    let budget = Budget { memory: Some(memory), ..Budget::default() };
    let found = solve(&beads(), START, &budget);
    assert_eq!(found.stop, Stop::Done);
    assert!(found.counts.peak_bytes <= memory);
    let budget = Budget { memory: Some(30_000), ..Budget::default() };
    let found = solve(&beads(), START, &budget);
    assert_eq!(found.stop, Stop::Memory);
    assert!(found.bound > 3 && found.counts.peak_bytes <= 30_000, "{found:?}");
}

/// While runs are merged, what is merged is freed.
#[test]
fn a_layer_is_never_there_twice() {
    let meter = SharedMeter::start(&Budget::default());
    let space = beads();
    let words = |nth: u64| (0..200_000).map(move |i: u64| (3 * i + nth + 1) * 977);
    for threads in [1, 2] {
        let before = meter.free_bytes();
        let runs: Vec<Run<u64>> = (0..3)
            .map(|nth| {
                let mut writer = Writer::new(&meter, None);
                for word in words(nth) {
                    writer.push(word).unwrap();
                }
                writer.finish().unwrap()
            })
            .collect();
        let taken = before - meter.free_bytes();
        let growing = Growing {
            expansion: Expansion { space: &space, is_forward: true, meter: &meter },
            filter: None,
            layers: &[],
            directory: None,
            room: 0,
        };
        let mut parts = [Part { runs, buffer: Vec::new() }];
        let merged = growing.merge(&mut parts, threads).unwrap();
        let peak = meter.counts().peak_bytes;
        assert!(peak < taken + taken / 8, "{peak} of {taken}");
        let [Part { runs, .. }] = parts;
        for run in runs {
            run.delete(&meter, None);
        }
        let mut reader = Reader::new(&merged, None, 0, None).unwrap();
        for nth in 1..=600_000 {
            assert_eq!(reader.head(), Some(nth * 977));
            reader.advance().unwrap();
        }
        assert_eq!(reader.head(), None);
        merged.delete(&meter, None);
        assert_eq!(meter.free_bytes(), before);
    }
}

/// A search that is cut off at some node, again and again, ends with the same answer.
#[test]
fn a_stopped_search_resumes() {
    let space = beads();
    let known = solve(&space, START, &Budget::default());
    let folder = Folder::new("resumes");
    let (mut nodes, mut bounds) = (50, Vec::new());
    let found = loop {
        let budget = Budget { nodes: Some(nodes), ..folder.budget(None) };
        let found = solve(&space, START, &budget);
        bounds.push(found.bound);
        if found.stop == Stop::Done {
            break found;
        }
        assert_eq!(found.stop, Stop::Nodes);
        // What a crash would leave beside the finished layers.
        fs::write(folder.0.join("run-999"), "left over").unwrap();
        nodes += nodes / 4;
    };
    assert_eq!(found.bound, known.bound);
    assert_eq!(found.states.unwrap().len(), known.states.unwrap().len());
    assert!(bounds.is_sorted() && bounds.len() > 5, "{bounds:?}");
    // Each run did only what was left: in all it would have been too much for one.
    assert!(nodes < known.counts.expanded, "{nodes}");
}

#[test]
fn a_damaged_or_foreign_directory_is_refused_in_a_sentence() {
    let space = beads();
    let folder = Folder::new("damaged");
    let budget = Budget { nodes: Some(4_000), ..folder.budget(None) };
    assert_eq!(solve(&space, START, &budget).stop, Stop::Nodes);
    let problem = |space: &dyn PackedSpace<u64>| {
        let found = solve(space, START, &folder.budget(None));
        assert_eq!((found.states, found.bound == 0 || found.bound > 5), (None, true));
        assert_eq!(found.stop, Stop::Disk);
        found.problem.unwrap()
    };
    let list = folder.0.join("layers.txt");
    let text = fs::read_to_string(&list).unwrap();
    fs::write(&list, text.replace("layers 2", "layers 7")).unwrap();
    assert!(problem(&space).contains("another version"));
    fs::write(&list, text.replace("puzzle 0", "puzzle 1")).unwrap();
    assert!(problem(&space).contains("another puzzle or search: use another directory"));
    fs::write(&list, &text[..text.len() / 2]).unwrap();
    assert!(problem(&space).contains("layers.txt is damaged"));
    fs::write(&list, &text).unwrap();
    // The largest file, cut, then with a wrong byte, then gone.
    let run = folder.runs().pop().unwrap();
    let bytes = fs::read(&run).unwrap();
    fs::write(&run, &bytes[..bytes.len() - 1]).unwrap();
    assert!(problem(&space).contains("it is damaged"));
    let mut wrong = bytes.clone();
    *wrong.last_mut().unwrap() ^= 1;
    fs::write(&run, wrong).unwrap();
    assert!(problem(&space).contains("is damaged at byte"));
    fs::remove_file(&run).unwrap();
    assert!(problem(&space).contains("cannot read"));
    // With the file as it was, it continues.
    fs::write(&run, bytes).unwrap();
    assert_eq!(solve(&space, START, &folder.budget(None)).stop, Stop::Done);
}

#[test]
fn a_full_disk_stops_the_search_with_what_it_has_proved() {
    let (space, folder) = (beads(), Folder::new("full"));
    let found = solve(&space, START, &folder.budget(Some(20_000)));
    assert_eq!(found.stop, Stop::Disk);
    assert!(found.bound > 5, "{found:?}");
    assert!(found.problem.unwrap().contains("need more than 0 MiB of disk"));
    // With more room, it continues from there.
    assert_eq!(solve(&space, START, &folder.budget(None)).stop, Stop::Done);
    // A file where the directory should be.
    let folder = Folder::new("file");
    fs::write(&folder.0, "").unwrap();
    assert!(solve(&space, START, &folder.budget(None)).problem.unwrap().contains("cannot create"));
    fs::remove_file(&folder.0).unwrap();
}

/// The plan that a search was to improve is kept with its layers.
#[test]
fn a_known_plan_is_not_lost() {
    let space = beads();
    let plan = solve(&space, START, &Budget::default()).states;
    let fewest = plan.as_ref().map(|plan| plan.len() as Cost - 1);
    let folder = Folder::new("plan");
    let few = Budget { nodes: Some(4_000), ..folder.budget(None) };
    let found = search_sorted(&space, START, plan.clone(), &few, &mut |_| ());
    assert_eq!((&found.states, found.stop), (&plan, Stop::Nodes));
    assert!(Some(found.bound) < fewest);
    // Another search, which knows no plan, has it from there, and proves it.
    let found = solve(&space, START, &folder.budget(None));
    assert_eq!((found.states, found.stop), (plan, Stop::Done));
    assert_eq!(Some(found.bound), fewest);
}

/// The directory is deleted while the search runs.
#[test]
fn a_directory_that_goes_away_stops_the_search() {
    let (space, folder) = (beads(), Folder::new("gone"));
    let mut layers = 0;
    let found = search_sorted(&space, START, None, &folder.budget(None), &mut |event| {
        if let Event::Layer { .. } = event {
            layers += 1;
            if layers == 7 {
                fs::remove_dir_all(&folder.0).unwrap();
            }
        }
    });
    assert_eq!((found.states, found.stop), (None, Stop::Disk));
    assert!((7..9).contains(&found.bound), "{}", found.bound);
    let problem = found.problem.unwrap();
    assert!(problem.starts_with("cannot ") && problem.contains("gone"), "{problem}");
}
