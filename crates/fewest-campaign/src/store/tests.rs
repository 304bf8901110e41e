use std::fs;

use fewest_puzzles::puzzle::Registry;
use proptest::prelude::*;

use super::*;
use crate::message::{Ended, Finding, Job};
use crate::task::Limits;
use crate::verify::Checked;

/// A folder for this test alone, removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("fewest-campaign-{name}-{}", crate::uid::fresh());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("c.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn tasks(boards: &[&str]) -> Vec<Task> {
    let registry = Registry::standard();
    let task = |(number, board): (usize, &&str)| {
        let position = registry.parse(board, None).unwrap();
        Task::of(format!("board {number}"), &*position, None).unwrap()
    };
    boards.iter().enumerate().map(task).collect()
}

fn store_with(scratch: &Scratch, options: &Options) -> Store {
    let mut store = Store::create(&scratch.file()).unwrap();
    store.add("default", options, &tasks(&["1 2 3\n4 5 6\n7 _ 8\n"])).unwrap();
    store
}

fn attempt(job: &Job, stop: &str, answer: Option<Checked>) -> Recorded {
    let finding = Finding { status: "unknown".into(), stop: stop.into(), ..Finding::default() };
    Recorded::Attempt {
        job: Box::new(job.clone()),
        host: "here".into(),
        ended: Box::new(Ended::Answer(finding)),
        answer,
        seconds: 1.0,
    }
}

fn checked(cost: Option<u32>, bound: Option<u32>) -> Checked {
    let is_proved = cost.is_some() && bound >= cost;
    Checked {
        part: String::new(),
        status: match cost {
            Some(_) if is_proved => "optimal",
            Some(_) => "solved",
            None => "unknown",
        },
        moves: cost.map(u64::from),
        cost,
        bound,
        plan: cost.map(|cost| format!("plan of {cost}")),
        partial: None,
        remaining: None,
    }
}

fn only_row(store: &Store) -> Row {
    let mut rows = Vec::new();
    let keep = |row| {
        rows.push(row);
        Ok::<_, StoreError>(())
    };
    store.each_row(keep).unwrap();
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// However answers come, what is stored is the best plan and the best bound of all.
    #[test]
    fn better_is_never_replaced_by_worse(
        answers in prop::collection::vec((prop::option::of(20..30_u32), prop::option::of(1..20_u32)), 1..8)
    ) {
        let scratch = Scratch::new("merge");
        let mut store = store_with(&scratch, &Options::default());
        let open = store.open_tasks(Limits::default(), None, 3).unwrap().remove(0);
        for (number, &(cost, bound)) in answers.iter().enumerate() {
            let job = store.job("c", &Open { attempts: number as u32, ..open.clone() }).unwrap();
            store.record(&[attempt(&job, "time", Some(checked(cost, bound)))]).unwrap();
        }
        let row = only_row(&store);
        let cost = answers.iter().filter_map(|answer| answer.0).min();
        prop_assert_eq!(row.cost, cost);
        prop_assert_eq!(row.plan, cost.map(|cost| format!("plan of {cost}")));
        prop_assert_eq!(row.bound, answers.iter().filter_map(|answer| answer.1).max());
        prop_assert_eq!(row.attempts, answers.len() as u64);
    }
}

#[test]
fn bounds_and_plans_of_different_attempts_make_a_proof() {
    let scratch = Scratch::new("proof");
    let mut store = store_with(&scratch, &Options::default());
    let open = store.open_tasks(Limits::default(), None, 3).unwrap().remove(0);
    let first = store.job("c", &open).unwrap();
    store.record(&[attempt(&first, "time", Some(checked(Some(9), Some(3))))]).unwrap();
    assert_eq!(only_row(&store).status, "solved");
    let second = store.job("c", &Open { attempts: 1, ..open }).unwrap();
    store.record(&[attempt(&second, "time", Some(checked(None, Some(9))))]).unwrap();
    assert_eq!(only_row(&store).status, "optimal");
    assert!(store.open_tasks(Limits::default(), None, 3).unwrap().is_empty());
}

#[test]
fn what_comes_twice_is_stored_once() {
    let scratch = Scratch::new("twice");
    let mut store = store_with(&scratch, &Options::default());
    let open = store.open_tasks(Limits::default(), None, 3).unwrap().remove(0);
    let job = store.job("c", &open).unwrap();
    let result = attempt(&job, "time", None);
    assert_eq!(store.record(&[result.clone(), result.clone()]).unwrap(), 1);
    assert_eq!(store.record(&[result]).unwrap(), 0);
    assert_eq!(only_row(&store).attempts, 1);
}

/// A batch takes all threads, and so all memory.
#[test]
fn a_task_has_the_memory_of_its_threads() {
    let room = Room { threads: 4, memory: 1001 };
    let share =
        |threads, is_batch| room.share_of(&Limits { threads, ..Limits::default() }, is_batch);
    assert_eq!((share(None, false), share(None, true)), (250, 1001));
    assert_eq!((share(Some(2), false), share(Some(2), true)), (500, 500));
    assert_eq!((share(Some(9), false), share(Some(0), true)), (1001, 250));
}

#[test]
fn a_larger_limit_opens_what_a_limit_ended() {
    let scratch = Scratch::new("limits");
    let limits = Limits { time: Some(10.0), nodes: Some(100), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut store = store_with(&scratch, &options);
    let open = |store: &Store, limits, share, crashes| {
        store.open_tasks(limits, Some(Room { threads: 1, memory: share }), crashes).unwrap()
    };
    let none = Limits::default();
    let first = open(&store, none, 50, 3).remove(0);
    assert_eq!((first.limits.time, first.limits.memory), (Some(10.0), Some(50)));
    let job = store.job("c", &first).unwrap();
    store.record(&[attempt(&job, "cancelled", None)]).unwrap();
    let second = open(&store, none, 50, 3).remove(0);
    assert_eq!((second.attempts, second.crashes), (1, 0));

    let job = store.job("c", &second).unwrap();
    store.record(&[attempt(&job, "time", None)]).unwrap();
    let time = |time| Limits { time: Some(time), ..none };
    assert!(open(&store, none, 50, 3).is_empty());
    assert!(open(&store, time(5.0), 50, 3).is_empty());
    assert!(open(&store, none, 500, 3).is_empty(), "memory was not what ended it");
    let third = open(&store, time(f64::INFINITY), 50, 3).remove(0);
    assert_eq!(third.limits.time, None);
    let third = open(&store, time(20.0), 50, 3).remove(0);

    let job = store.job("c", &third).unwrap();
    store.record(&[attempt(&job, "memory", None)]).unwrap();
    assert!(open(&store, time(20.0), 50, 3).is_empty());
    assert!(open(&store, time(20.0), 51, 3).len() == 1);

    let fourth = open(&store, time(20.0), 51, 3).remove(0);
    let job = store.job("c", &fourth).unwrap();
    store.record(&[attempt(&job, "done", None)]).unwrap();
    assert!(open(&store, time(f64::INFINITY), 1 << 40, 3).is_empty());
}

#[test]
fn what_crashes_is_given_up() {
    let scratch = Scratch::new("crashes");
    let mut store = store_with(&scratch, &Options::default());
    for crashes in 0..3 {
        let open = store.open_tasks(Limits::default(), None, 3).unwrap().remove(0);
        assert_eq!(open.crashes, crashes);
        let job = Box::new(store.job("c", &open).unwrap());
        let ended = Box::new(Ended::Crash("out of memory".into()));
        let crash =
            Recorded::Attempt { job, host: "here".into(), ended, answer: None, seconds: 1.0 };
        store.record(&[crash]).unwrap();
    }
    assert!(store.open_tasks(Limits::default(), None, 3).unwrap().is_empty());
    assert_eq!(store.open_tasks(Limits::default(), None, 4).unwrap().len(), 1);
    let row = only_row(&store);
    assert_eq!((&*row.status, row.reason.as_deref()), ("failed", Some("out of memory")));
    assert_eq!(store.tallies().unwrap()[0].failed, 1);
}

#[test]
fn other_files_are_refused_in_a_sentence() {
    let scratch = Scratch::new("bad");
    let told = |path: &Path| Store::open(path).unwrap_err().to_string();
    assert!(told(&scratch.file()).contains("does not exist"));
    for bytes in [&b"hello, this is no database at all\n"[..], &[0; 5000], b"SQLite format 3\0"] {
        fs::write(scratch.file(), bytes).unwrap();
        assert_eq!(told(&scratch.file()), "this file is not a campaign of fewest");
    }
    fs::remove_file(scratch.file()).unwrap();
    drop(store_with(&scratch, &Options::default()));
    assert!(matches!(Store::create(&scratch.file()), Err(StoreError::Exists)));
    Connection::open(scratch.file()).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let version = "this campaign has version 7 of the tables; this program knows version 1";
    assert_eq!(told(&scratch.file()), version);
}

/// Whatever bytes of a file change, it is read or refused: nothing panics.
#[test]
fn a_damaged_file_is_refused_in_a_sentence() {
    let scratch = Scratch::new("damaged");
    drop(store_with(&scratch, &Options::default()));
    let whole = fs::read(scratch.file()).unwrap();
    let mut refused = 0;
    for place in (0..whole.len()).step_by(397) {
        let mut bytes = whole.clone();
        for byte in bytes.iter_mut().skip(place).take(40) {
            *byte ^= 0x55;
        }
        fs::write(scratch.file(), &bytes).unwrap();
        let read = Store::open(&scratch.file()).and_then(|store| {
            store.open_tasks(Limits::default(), None, 3)?;
            store.tallies()?;
            store.each_row(|_| Ok::<_, StoreError>(()))
        });
        refused += u32::from(read.is_err());
        // What was left of the log belongs to another file.
        for ending in ["-wal", "-shm"] {
            let _ = fs::remove_file(beside(&scratch.file(), ending));
        }
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn a_store_that_cannot_be_written_is_read() {
    let scratch = Scratch::new("50% of it? #1");
    drop(store_with(&scratch, &Options::default()));
    let mut store = Store::open_read_only(&scratch.file()).unwrap();
    assert_eq!(store.open_tasks(Limits::default(), None, 3).unwrap().len(), 1);
    let refused = store.add("other", &Options::default(), &[]).unwrap_err();
    assert!(matches!(refused, StoreError::ReadOnly(_)), "{refused}");
    drop(store);
    // Rows in the log would be missing.
    fs::write(beside(&scratch.file(), "-wal"), "rows").unwrap();
    assert!(matches!(Store::open_read_only(&scratch.file()), Err(StoreError::ReadOnly(_))));
}

#[test]
fn only_one_runs_a_campaign() {
    let scratch = Scratch::new("lock");
    let store = store_with(&scratch, &Options::default());
    let lock = store.lock().unwrap();
    let other = Store::open(&scratch.file()).unwrap();
    let told = other.lock().unwrap_err().to_string();
    assert!(told.contains(&format!("process {} on", std::process::id())), "{told}");
    drop(lock);
    other.lock().unwrap();
}

/// A disk that is full in the middle of a write: what was stored before is still there.
#[test]
fn a_full_disk_loses_nothing_that_was_stored() {
    let scratch = Scratch::new("full");
    let mut store = store_with(&scratch, &Options::default());
    let open = store.open_tasks(Limits::default(), None, 3).unwrap().remove(0);
    let job = store.job("c", &open).unwrap();
    store.record(&[attempt(&job, "time", Some(checked(Some(9), Some(3))))]).unwrap();
    let pages: i64 =
        store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let long = Finding { details: Some("x".repeat(100_000)), ..Finding::default() };
    let next = store.job("c", &Open { attempts: 1, ..open }).unwrap();
    let too_much = Recorded::Attempt {
        job: Box::new(next),
        host: "here".into(),
        ended: Box::new(Ended::Answer(long)),
        answer: Some(checked(Some(5), Some(5))),
        seconds: 1.0,
    };
    let full = store.record(&[too_much]).unwrap_err();
    assert_eq!(full.to_string(), "the disk is full");
    let row = only_row(&store);
    assert_eq!((row.cost, row.attempts, &*row.status), (Some(9), 1, "solved"));
}
