//! Layers in files of a directory, which a later search can resume from.
//!
//! The file `layers.txt` lists the runs of the finished layers; it is replaced as a whole when a layer is
//! finished, so that after a crash it is the one before or the one after. Files that it
//! does not list are left over from an unfinished layer, and are deleted.

mod list;
mod run_file;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::search::Stop;

use super::free_space::free_space;
use list::FORMAT;
pub(super) use list::{Listed, from_text, to_text};
pub(super) use run_file::{Header, RunFile, Writing};

/// The list of the finished layers.
const LIST: &str = "layers.txt";

/// What is left free on the disk: other programs need some of it.
const RESERVE: u64 = 1 << 28;

/// A directory for the layers of one search.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    limit: u64,
    written: AtomicU64,
    created: AtomicU64,
    /// What went wrong first.
    problem: Mutex<Option<String>>,
}

impl Directory {
    /// Opens a directory, or makes it.
    pub(super) fn open(path: &Path, limit: Option<u64>) -> Result<Self, String> {
        let name = path.display();
        fs::create_dir_all(path).map_err(|error| format!("cannot create {name}: {error}"))?;
        let free = free_space(path).map_or(u64::MAX, |free| free.saturating_sub(RESERVE));
        if free == 0 {
            return Err(format!("the disk of {name} is full: layers need at least 256 MiB"));
        }
        Ok(Directory {
            path: path.to_path_buf(),
            limit: limit.unwrap_or(u64::MAX).min(free),
            written: AtomicU64::new(0),
            created: AtomicU64::new(0),
            problem: Mutex::new(None),
        })
    }

    /// What went wrong, if anything did.
    pub(super) fn problem(&self) -> Option<String> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fail(&self, what: String) -> Stop {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
        Stop::Disk
    }

    fn failed(&self, doing: &str, name: &str, error: &io::Error) -> Stop {
        let path = self.path.join(name);
        self.fail(format!("cannot {doing} {}: {error}", path.display()))
    }

    /// A new file.
    pub(super) fn create(&self) -> Result<Writing, Stop> {
        loop {
            let name = format!("run-{}", self.created.fetch_add(1, Relaxed));
            match File::create_new(self.path.join(&name)) {
                Ok(file) => return Ok(Writing::new(name, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(self.failed("create", &name, &error)),
            }
        }
    }

    /// A file that the list names.
    pub(super) fn reopen(&self, name: &str, bytes: u64) -> Result<RunFile, Stop> {
        let path = self.path.join(name);
        let found = fs::metadata(&path).map_err(|error| self.failed("read", name, &error))?.len();
        if found != bytes {
            return Err(self.fail(format!(
                "{} has {found} bytes instead of {bytes}: it is damaged",
                path.display()
            )));
        }
        self.written.fetch_add(bytes, Relaxed);
        Ok(RunFile { name: name.to_string(), bytes })
    }

    pub(super) fn delete(&self, file: &RunFile) {
        // A file that stays takes space, but no later search reads it.
        if fs::remove_file(self.path.join(&file.name)).is_ok() {
            self.written.fetch_sub(file.bytes, Relaxed);
        }
    }

    /// Replaces the list.
    pub(super) fn commit(&self, listed: &Listed) -> Result<(), Stop> {
        let write = || {
            let (new, path) = (self.path.join("layers.new"), self.path.join(LIST));
            let mut file = File::create(&new)?;
            file.write_all(listed.to_text().as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &path)
        };
        write().map_err(|error| self.failed("write", LIST, &error))
    }

    /// The list, if there is one; deletes the files that it does not name. Directories
    /// of anything else are refused.
    pub(super) fn listed(&self, fingerprint: u64) -> Result<Option<Listed>, Stop> {
        let text = match fs::read_to_string(self.path.join(LIST)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.clean(None)?;
                return Ok(None);
            }
            Err(error) => return Err(self.failed("read", LIST, &error)),
        };
        let name = self.path.display();
        if text.lines().next() != Some(FORMAT) {
            let why = format!("{name} has layers of another version: expected '{FORMAT}'");
            return Err(self.fail(why));
        }
        let Some(listed) = Listed::parse(&text) else {
            return Err(self.fail(format!("{name}/{LIST} is damaged")));
        };
        if listed.fingerprint != fingerprint {
            let why =
                format!("{name} has the layers of another puzzle or search: use another directory");
            return Err(self.fail(why));
        }
        self.clean(Some(&listed))?;
        Ok(Some(listed))
    }

    /// Deletes runs that no list names.
    fn clean(&self, listed: Option<&Listed>) -> Result<(), Stop> {
        let is_listed = |name: &str| {
            let files = listed.into_iter().flat_map(|list| list.sides.iter().flatten().flatten());
            files.into_iter().any(|(listed, _)| listed == name)
        };
        let entries = fs::read_dir(&self.path).map_err(|error| self.failed("read", "", &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            if let Some(name) = name.to_str()
                && name.starts_with("run-")
                && !is_listed(name)
            {
                fs::remove_file(entry.path())
                    .map_err(|error| self.failed("delete", name, &error))?;
            }
        }
        Ok(())
    }

    /// Deletes the list and all runs, when the search is over.
    pub(super) fn clear(&self) {
        // What can't be deleted stays; the next search with this directory deletes it.
        let _ = fs::remove_file(self.path.join(LIST));
        let _ = self.clean(None);
        let _ = fs::remove_dir(&self.path);
    }
}
