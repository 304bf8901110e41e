//! Seconds, bytes and nodes of a search, and the table of them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fewest::search::{Counts, Outcome, release_memory};

/// The system's allocator, and how much it has given out.
struct Counting;

static NOW: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn add(bytes: usize) {
    let now = NOW.fetch_add(bytes as u64, Relaxed) + bytes as u64;
    // Blocks too small for the total to be worth an exact peak cost the peers nothing.
    if bytes >= 1024 {
        PEAK.fetch_max(now, Relaxed);
    }
}

#[expect(unsafe_code, reason = "the trait's own; passes everything on")]
// SAFETY: all calls go to the system's allocator as they are.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size() as u64, Relaxed);
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size);
        let block = unsafe { System.realloc(block, layout, size) };
        NOW.fetch_sub(layout.size() as u64, Relaxed);
        block
    }
}

/// What a search found, and the nodes that it expanded; those that it generated and stored,
/// if it says so.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) cost: u32,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) stored: u64,
}

impl<M> From<Outcome<M>> for Found {
    fn from(outcome: Outcome<M>) -> Self {
        let Counts { expanded, generated, stored, .. } = outcome.counts;
        Found { cost: outcome.cost().unwrap(), expanded, generated, stored }
    }
}

/// The least time of some runs, and the most memory.
#[derive(Clone, Copy)]
struct Measured {
    found: Found,
    time: Duration,
    bytes: u64,
}

/// What is to be measured.
#[derive(Default)]
pub(crate) struct Options {
    /// The graphs whose name has one of these words; all if there are none.
    pub(crate) graphs: Vec<String>,
    /// The only program, if one is named.
    pub(crate) program: Option<String>,
    /// The most runs of a program.
    pub(crate) rounds: Option<usize>,
    /// Whether time is that of the processor, for a machine that is not quiet.
    pub(crate) cpu: bool,
}

pub(crate) struct Table {
    options: Options,
}

impl Table {
    pub(crate) fn new(options: Options) -> Self {
        println!(
            "{:<32} {:<18} {:>6} {:>10} {:>9} {:>8} {:>6} {:>6} {:>5} {:>7}",
            "graph", "program", "cost", "expanded", "ms", "MB", "speed", "memory", "M/s", "B/state"
        );
        Table { options }
    }

    /// A graph, to be searched by several programs.
    pub(crate) fn graph<'a>(&'a self, name: &str) -> Graph<'a> {
        let graphs = &self.options.graphs;
        let is_wanted = graphs.is_empty() || graphs.iter().any(|word| name.contains(word));
        Graph { name: name.to_owned(), is_wanted, options: &self.options, programs: Vec::new() }
    }
}

type Search<'a> = Box<dyn FnMut() -> Found + 'a>;

pub(crate) struct Graph<'a> {
    name: String,
    is_wanted: bool,
    options: &'a Options,
    programs: Vec<(&'static str, Search<'a>)>,
}

impl<'a> Graph<'a> {
    /// Adds a program. The first is the peer that the others are compared with.
    pub(crate) fn program(
        mut self,
        name: &'static str,
        search: impl FnMut() -> Found + 'a,
    ) -> Self {
        if self.options.program.as_ref().is_none_or(|only| only == name) {
            self.programs.push((name, Box::new(search)));
        }
        self
    }

    /// Runs all programs, and prints a row for each.
    pub(crate) fn compare(mut self) {
        if !self.is_wanted || self.programs.is_empty() {
            return;
        }
        let mut best: Vec<Option<Measured>> = vec![None; self.programs.len()];
        let started = Instant::now();
        // In turns, so that all see the same machine.
        for round in 0..self.options.rounds.unwrap_or(20) {
            for ((_, search), best) in self.programs.iter_mut().zip(&mut best) {
                // Memory that is left over from another search counts too.
                if round == 0 {
                    release_memory();
                }
                let measured = measure(search, self.options.cpu);
                let least = best.unwrap_or(measured);
                let (time, bytes) =
                    (least.time.min(measured.time), least.bytes.max(measured.bytes));
                *best = Some(Measured { time, bytes, ..measured });
            }
            if round >= 2 && started.elapsed() > Duration::from_secs(5) {
                break;
            }
        }
        let best: Vec<Measured> = best.into_iter().flatten().collect();
        let (graph, peer) = (&self.name, best[0]);
        for ((program, _), own) in self.programs.iter().zip(&best) {
            assert_eq!(own.found.cost, peer.found.cost, "{graph}: {program} disagrees");
            // What is small goes to other things than states.
            let per_state = match own.found.stored {
                10_000.. => format!("{:.1}", own.bytes as f64 / own.found.stored as f64),
                _ => String::new(),
            };
            let per_second = match own.found.generated {
                0 => String::new(),
                made => format!("{:.1}", made as f64 / 1e6 / own.time.as_secs_f64()),
            };
            println!(
                "{graph:<32} {program:<18} {:>6} {:>10} {:>9.2} {:>8.1} {:>6.2} {:>6.2} \
                 {per_second:>5} {per_state:>7}",
                own.found.cost,
                own.found.expanded,
                own.time.as_secs_f64() * 1e3,
                own.bytes as f64 / 1e6,
                peer.time.as_secs_f64() / own.time.as_secs_f64(),
                own.bytes as f64 / peer.bytes as f64,
            );
        }
    }
}

fn measure(search: &mut Search<'_>, cpu: bool) -> Measured {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let started = clock(cpu);
    let found = black_box(search());
    let time = clock(cpu).saturating_sub(started);
    Measured { found, time, bytes: PEAK.load(Relaxed).saturating_sub(before) }
}

static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The time of the clock on the wall, or that of the processor where there is one.
fn clock(cpu: bool) -> Duration {
    #[cfg(target_os = "linux")]
    #[expect(unsafe_code, reason = "a call of the system that has no safe function")]
    if cpu {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: it writes to the time that it is given.
        unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
        return Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
    }
    let _ = cpu;
    STARTED.elapsed()
}
