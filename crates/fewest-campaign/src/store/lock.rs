//! One runner for a store: a lock that the system takes back when its holder dies.
//!
//! It is a file of its own beside the store. `SQLite`'s own locks on the store would be
//! lost as soon as anything in the process closed the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::{StoreError, beside};

/// The right to run a campaign, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// Closing it gives the lock back.
    _file: File,
}

impl Lock {
    /// Takes the lock of a store, or says who has it.
    pub(super) fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = beside(store, "-lock");
        let failed = |problem: std::io::Error| StoreError::NoLock {
            path: path.clone(),
            problem: problem.to_string(),
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut by = String::new();
                // Who it is makes the message better; that it is somebody is enough.
                let _ = (&file).take(200).read_to_string(&mut by);
                let by = if by.trim().is_empty() { "another process" } else { by.trim() };
                return Err(StoreError::Locked { by: by.to_string() });
            }
            Err(TryLockError::Error(problem)) => return Err(failed(problem)),
        }
        let who = format!("process {} on {}\n", std::process::id(), crate::host());
        let written = file
            .set_len(0)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .and_then(|_| file.write_all(who.as_bytes()));
        written.map_err(failed)?;
        Ok(Lock { _file: file })
    }
}
