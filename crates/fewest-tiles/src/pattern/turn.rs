//! One process at a time builds a large database; the others wait, and read its file.

use std::fs::{self, File, TryLockError};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use fewest::clock::Instant;
use fewest::search::Budget;

use super::files;
use super::library::Key;

/// How often whoever waits looks again.
const LOOK: Duration = Duration::from_millis(20);

/// The right to build a database, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    path: PathBuf,
    /// Closing it gives the right back, and so does the death of the process.
    _file: File,
}

impl Turn {
    /// Waits for the right, within a budget. `None` where files can't be locked, or the time
    /// is up: then each process builds for itself.
    pub(super) fn wait(key: &Key, budget: &Budget) -> Option<Turn> {
        let folder = files::folder()?;
        fs::create_dir_all(&folder).ok()?;
        let path = folder.join(format!("{}.building", files::name(key)));
        let file = File::create(&path).ok()?;
        let started = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Some(Turn { path, _file: file }),
                Err(TryLockError::Error(_)) => return None,
                Err(TryLockError::WouldBlock) => {}
            }
            let is_late = budget.time.is_some_and(|time| started.elapsed() >= time);
            if is_late || budget.cancel.is_cancelled() {
                return None;
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Those who wait have it open; one that comes later makes another.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_after_another() {
        let key = Key { width: 3, height: 2, blank: 5, places: vec![0, 1, 2, 4] };
        let Some(first) = Turn::wait(&key, &Budget::default()) else { return };
        let no_time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        assert!(Turn::wait(&key, &no_time).is_none());
        drop(first);
        assert!(Turn::wait(&key, &no_time).is_some());
    }
}
