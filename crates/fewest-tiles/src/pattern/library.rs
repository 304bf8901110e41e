//! The databases at hand: made once in a process, and stored in a file if that took long.
//!
//! A database depends on the shape of the board and on where its tiles and the blank
//! belong, not on the tiles' numbers.

use std::io;
use std::sync::{Mutex, PoisonError};

use fewest::clock::Instant;
use fewest::search::{Budget, Counts, Stop};

use super::builder::BuildError;
use super::database::PatternDatabase;
use super::files;
use super::partition::Partition;
use super::sums::PatternSums;
use super::symmetry::Symmetry;
use crate::Geometry;

/// What a database depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) blank: usize,
    /// The places of the tiles of its group.
    pub(crate) places: Vec<usize>,
}

impl Key {
    pub(crate) fn new(geometry: &Geometry, tiles: &[u16]) -> Key {
        Key {
            width: geometry.width(),
            height: geometry.height(),
            blank: geometry.goal_cell(0),
            places: tiles.iter().map(|&tile| geometry.goal_cell(tile as usize)).collect(),
        }
    }
}

/// Expansions on boards of a shape and a place of the blank since databases were last
/// made for them.
static SPENT: Mutex<Vec<(Key, u64)>> = Mutex::new(Vec::new());

/// What searches of such boards have expanded since databases were last made.
pub(crate) fn spent(geometry: &Geometry) -> u64 {
    let key = Key::new(geometry, &[]);
    let spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    spent.iter().find(|(known, _)| *known == key).map_or(0, |&(_, expanded)| expanded)
}

/// Adds what a search has expanded.
pub(crate) fn spend(geometry: &Geometry, expanded: u64) {
    let key = Key::new(geometry, &[]);
    let mut spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    match spent.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += expanded,
        None => spent.push((key, expanded)),
    }
}

/// Begins to count anew: databases were made, or could not be made.
pub(crate) fn forget_spent(geometry: &Geometry) {
    let key = Key::new(geometry, &[]);
    let mut spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    spent.retain(|(known, _)| *known != key);
}

/// Databases are kept in memory up to this number of bytes in all.
const MAX_BYTES: u64 = 2 << 30;

static KEPT: Mutex<Vec<(Key, PatternDatabase)>> = Mutex::new(Vec::new());

/// The database of a group, if it is at hand.
pub(crate) fn kept(geometry: &Geometry, tiles: &[u16]) -> Option<PatternDatabase> {
    let key = Key::new(geometry, tiles);
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let found = kept.iter().find(|(known, _)| *known == key);
    let found = found.map(|(_, database)| database.with_tiles(tiles));
    drop(kept);
    found.or_else(|| {
        let bytes = files::load(&key)?;
        let database = PatternDatabase::from_bytes(geometry.cells(), tiles, bytes);
        keep(geometry, &database);
        Some(database)
    })
}

/// Keeps a database for later; the oldest ones go when there are too many.
fn keep(geometry: &Geometry, database: &PatternDatabase) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push((Key::new(geometry, database.tiles()), database.clone()));
    let mut bytes = 0;
    let newest = kept.iter().rev().take_while(|(_, database)| {
        bytes += database.surplus().len() as u64;
        bytes <= MAX_BYTES
    });
    let oldest = kept.len() - newest.count().max(1);
    kept.drain(..oldest);
}

/// Whether all databases of a partition have files; these may still be damaged.
pub(crate) fn is_stored(geometry: &Geometry, partition: &Partition) -> bool {
    partition.groups().iter().all(|tiles| files::has(&Key::new(geometry, tiles)))
}

/// Whether all databases of a partition are in memory.
pub(crate) fn has(geometry: &Geometry, partition: &Partition) -> bool {
    partition.groups().iter().all(|tiles| {
        let key = Key::new(geometry, tiles);
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().any(|(known, _)| *known == key)
    })
}

/// The bytes of a partition's databases, if it has databases.
pub(crate) fn bytes(geometry: &Geometry, partition: &Partition) -> Option<u64> {
    let group = |tiles: &Vec<u16>| PatternDatabase::bytes(geometry.cells(), tiles.len());
    partition.groups().iter().map(group).sum()
}

/// The bytes of the databases of several partitions, if they all have databases.
pub(crate) fn bytes_of_all(geometry: &Geometry, partitions: &[Partition]) -> Option<u64> {
    partitions.iter().map(|partition| bytes(geometry, partition)).sum()
}

/// The placements of a partition's groups, if they have numbers.
pub(crate) fn placements(geometry: &Geometry, partition: &Partition) -> Option<u64> {
    let cells = geometry.cells() as u32;
    let group = |tiles: &Vec<u16>| fewest::rank::falling_factorial(cells, tiles.len() as u32);
    partition.groups().iter().map(group).sum()
}

/// Whether the kernel looks up several partitions at once: their databases are small, and
/// there are few views of them.
pub(crate) fn can_join(geometry: &Geometry, partitions: &[Partition], views: usize) -> bool {
    Symmetry::all(geometry).len() * partitions.len() <= views && are_small(geometry, partitions)
}

/// Whether all databases of some partitions are small: a slide only adds to their numbers.
pub(crate) fn are_small(geometry: &Geometry, partitions: &[Partition]) -> bool {
    let mut groups = partitions.iter().flat_map(Partition::groups);
    groups.all(|tiles| PatternDatabase::is_small(geometry.cells(), tiles.len()))
}

/// Which databases are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Store {
    Always,
    /// Those that take long to build.
    Slow,
}

/// The bytes from which on a database is stored: it takes longer to build than to read.
const WORTH_STORING: usize = 1 << 18;

/// The right to build a database that is large and not at hand.
#[cfg(not(target_family = "wasm"))]
fn turn(geometry: &Geometry, tiles: &[u16], budget: &Budget) -> Option<super::turn::Turn> {
    let bytes = PatternDatabase::bytes(geometry.cells(), tiles.len())?;
    let is_missing = bytes >= WORTH_STORING as u64 && kept(geometry, tiles).is_none();
    is_missing.then(|| super::turn::Turn::wait(&Key::new(geometry, tiles), budget)).flatten()
}

/// The sums of a partition's databases: those at hand, and the others made within a
/// budget, with why one of them could not be stored. `progress` is called now and then
/// with the part that is done, of one.
pub(crate) fn sums(
    geometry: &Geometry,
    partitions: &[Partition],
    budget: &Budget,
    store: Store,
    progress: &mut dyn FnMut(f64),
) -> Result<(PatternSums, Option<io::Error>), BuildError> {
    let started = Instant::now();
    let count = partitions.iter().map(|partition| partition.groups().len()).sum::<usize>() as f64;
    let mut done = 0.0;
    let mut bytes = 0;
    let mut made = Vec::new();
    let mut fault = None;
    for partition in partitions {
        let mut databases = Vec::new();
        for tiles in partition.groups() {
            #[cfg(not(target_family = "wasm"))]
            let _turn = turn(geometry, tiles, budget);
            let database = if let Some(database) = kept(geometry, tiles) {
                database
            } else {
                let spent = Counts { elapsed: started.elapsed(), ..Counts::default() };
                let left = budget.after(&spent);
                let memory = left.memory.map(|memory| memory.saturating_sub(bytes));
                let left = Budget { memory, ..left };
                let database =
                    PatternDatabase::build(geometry, tiles, &left, &mut |reached, all| {
                        progress((done + reached as f64 / all as f64) / count);
                    })?;
                if store == Store::Always || database.surplus().len() >= WORTH_STORING {
                    let saved = files::save(&Key::new(geometry, tiles), database.surplus());
                    fault = fault.or(saved.err());
                }
                keep(geometry, &database);
                forget_spent(geometry);
                database
            };
            bytes += database.surplus().len() as u64;
            if budget.memory.is_some_and(|memory| bytes > memory) {
                return Err(Stop::Memory.into());
            }
            done += 1.0;
            databases.push(database);
        }
        made.push(databases);
    }
    Ok((PatternSums::new(geometry, &made), fault))
}
