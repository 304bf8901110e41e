//! Seconds, bytes and nodes of a search, and the table of them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fewest::search::Outcome;

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

/// What a search found, and the nodes that it expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) cost: u32,
    pub(crate) expanded: u64,
}

impl<M> From<Outcome<M>> for Found {
    fn from(outcome: Outcome<M>) -> Self {
        Found { cost: outcome.cost().unwrap(), expanded: outcome.counts.expanded }
    }
}

/// The least time of some runs, and the most memory.
#[derive(Clone, Copy)]
struct Measured {
    found: Found,
    time: Duration,
    bytes: u64,
}

/// The graphs to be searched: those whose name has one of these words, or all.
pub(crate) struct Table {
    wanted: Vec<String>,
}

impl Table {
    pub(crate) fn new(wanted: Vec<String>) -> Self {
        println!(
            "{:<32} {:<18} {:>6} {:>10} {:>9} {:>8} {:>6} {:>6}",
            "graph", "program", "cost", "expanded", "ms", "MB", "speed", "memory"
        );
        Table { wanted }
    }

    /// A graph, to be searched by several programs.
    pub(crate) fn graph<'a>(&self, name: &str) -> Graph<'a> {
        let is_wanted =
            self.wanted.is_empty() || self.wanted.iter().any(|word| name.contains(word));
        Graph { name: name.to_owned(), is_wanted, programs: Vec::new() }
    }
}

type Search<'a> = Box<dyn FnMut() -> Found + 'a>;

pub(crate) struct Graph<'a> {
    name: String,
    is_wanted: bool,
    programs: Vec<(&'static str, Search<'a>)>,
}

impl<'a> Graph<'a> {
    /// Adds a program. The first is the peer that the others are compared with.
    pub(crate) fn program(
        mut self,
        name: &'static str,
        search: impl FnMut() -> Found + 'a,
    ) -> Self {
        self.programs.push((name, Box::new(search)));
        self
    }

    /// Runs all programs, and prints a row for each.
    pub(crate) fn compare(mut self) {
        if !self.is_wanted {
            return;
        }
        let mut best: Vec<Option<Measured>> = vec![None; self.programs.len()];
        let started = Instant::now();
        // In turns, so that all see the same machine.
        for round in 0..20 {
            for ((_, search), best) in self.programs.iter_mut().zip(&mut best) {
                let measured = measure(search);
                let time = best.map_or(measured.time, |best| best.time.min(measured.time));
                *best = Some(Measured { time, ..measured });
            }
            if round >= 2 && started.elapsed() > Duration::from_secs(5) {
                break;
            }
        }
        let best: Vec<Measured> = best.into_iter().flatten().collect();
        let (graph, peer) = (&self.name, best[0]);
        for ((program, _), own) in self.programs.iter().zip(&best) {
            assert_eq!(own.found.cost, peer.found.cost, "{graph}: {program} disagrees");
            println!(
                "{graph:<32} {program:<18} {:>6} {:>10} {:>9.2} {:>8.1} {:>6.2} {:>6.2}",
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

fn measure(search: &mut Search<'_>) -> Measured {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    let started = Instant::now();
    let found = black_box(search());
    let time = started.elapsed();
    Measured { found, time, bytes: PEAK.load(Relaxed).saturating_sub(before) }
}
