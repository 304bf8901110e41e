//! What the store and child processes cost: the same tasks by threads of this process and
//! by child processes, and what is left beside the searches.
#![allow(clippy::unwrap_used)]

use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use fewest_campaign::{Options, RunOptions, Store, StoreError, Task, Workers, run, serve};
use fewest_puzzles::puzzle::{Generate, Registry};

/// What this program is called with as a child.
const CHILD: &str = "--solve-for-a-runner";

fn main() -> ExitCode {
    let registry = Registry::standard();
    if std::env::args().any(|arg| arg == CHILD) {
        return if serve(&registry).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let program = std::env::current_exe().unwrap();
    let start = move || {
        let mut command = Command::new(&program);
        command.arg(CHILD);
        command
    };
    let workers =
        [("threads", Workers::Threads), ("processes", Workers::Processes(Arc::new(start)))];
    for (size, count, algorithm) in
        [("3x3", 10_000, "idastar"), ("3x3", 2_000, "default"), ("4x4", 1000, "default")]
    {
        let tasks = tasks(&registry, size, count);
        let mut first = None;
        for (name, workers) in &workers {
            let (seconds, searched) = timed(&registry, &tasks, algorithm, workers.clone());
            let base = *first.get_or_insert(seconds);
            println!(
                "{size} {algorithm}, {count} tasks of {:.3} ms by {name}: {:.0} a second, {:.2} × the time of threads",
                1e3 * searched / f64::from(count),
                f64::from(count) / seconds,
                seconds / base
            );
        }
    }
    ExitCode::SUCCESS
}

fn tasks(registry: &Registry, size: &str, count: u32) -> Vec<Task> {
    let puzzle = registry.by_name("tiles").unwrap();
    let task = |seed: u32| {
        let (size, seed) = (Some(size.to_string()), u64::from(seed));
        let request = Generate { size, seed, ..Generate::default() };
        Task::of(seed.to_string(), &*puzzle.generate(&request).unwrap(), None).unwrap()
    };
    (1..=count).map(task).collect()
}

/// The seconds of a run, and those of its searches.
fn timed(registry: &Registry, tasks: &[Task], algorithm: &str, workers: Workers) -> (f64, f64) {
    let folder = std::env::temp_dir().join(format!("fewest-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut store = Store::create(&folder.join("c.db")).unwrap();
    let algorithm = Some(algorithm.to_string()).filter(|name| name != "default");
    store.add("all", &Options { algorithm, ..Options::default() }, tasks).unwrap();
    let options = RunOptions { workers, ..RunOptions::threads() };
    let started = Instant::now();
    let end = run(&mut store, registry, &options, &mut |_| {}).unwrap();
    let seconds = started.elapsed().as_secs_f64();
    assert_eq!(end.answered, tasks.len() as u64);
    let mut searched = 0.0;
    store
        .each_row(|row| {
            searched += row.seconds;
            Ok::<_, StoreError>(())
        })
        .unwrap();
    drop(store);
    std::fs::remove_dir_all(&folder).unwrap();
    (seconds, searched)
}
