//! The store: one `SQLite` file with the tasks of a campaign, what was tried, and what is
//! known. `docs/campaigns.md` documents its tables.
//!
//! It is in WAL mode, so that others can read while a campaign runs. Everything that
//! belongs together is written in one transaction.

mod error;
mod lock;
mod open;
mod record;
mod rows;
mod schema;

#[cfg(test)]
mod tests;

pub use error::StoreError;
pub use lock::Lock;
pub use open::{Open, Room};
pub use record::Recorded;
pub use rows::{Row, Tally, by_puzzle};

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::task::{Options, Task};

/// How long to wait for another program that writes to the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A campaign in its file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Makes a new file for a campaign without tasks.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        if path.exists() {
            return Err(StoreError::Exists);
        }
        let connection = Connection::open(path)?;
        let made = prepare(&connection).and_then(|()| Ok(schema::create(&connection)?));
        if let Err(error) = made {
            Store { connection, path: path.to_path_buf() }.discard();
            return Err(error);
        }
        let store = Store { connection, path: path.to_path_buf() };
        store.put("id", &crate::uid::fresh())?;
        store.put("version", crate::VERSION)?;
        Ok(store)
    }

    /// Removes a campaign that could not be made: half of one is of no use.
    pub fn discard(self) {
        let Store { connection, path } = self;
        drop(connection);
        // A full disk leaves the files that SQLite keeps beside it, too.
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&path, end));
        }
    }

    /// Opens a campaign.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing);
        }
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::expect(&connection)?;
        prepare(&connection)?;
        Ok(Store { connection, path: path.to_path_buf() })
    }

    /// Opens a campaign to read it, also from a file or a folder that can't be written.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        match Store::open(path) {
            Err(StoreError::ReadOnly(_)) => Store::open_read_only(path),
            opened => opened,
        }
    }

    /// Opens a campaign that nobody writes to. `SQLite` could not make its files beside it.
    fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        let log = beside(path, "-wal");
        if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            let what = format!("{} has rows that are not in the file yet", log.display());
            return Err(StoreError::ReadOnly(what));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(immutable(path), flags)?;
        schema::expect(&connection)?;
        Ok(Store { connection, path: path.to_path_buf() })
    }

    /// Takes the right to run the campaign, which only one process has at a time.
    pub fn lock(&self) -> Result<Lock, StoreError> {
        Lock::take(&self.path)
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The identity of the campaign: random, and the same for copies of the file.
    pub fn id(&self) -> Result<String, StoreError> {
        let id = self.get("id")?;
        // It becomes a part of subjects and file names.
        id.filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            .ok_or_else(|| StoreError::Damaged("the campaign has no id".into()))
    }

    fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
        let select = "SELECT value FROM campaign WHERE key = ?1";
        Ok(self.connection.query_row(select, [key], |row| row.get(0)).optional()?)
    }

    fn put(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO campaign (key, value) VALUES (?1, ?2)";
        self.connection.execute(insert, [key, value])?;
        Ok(())
    }

    /// Adds tasks, each to be solved in this way. Returns how many are new: a source
    /// that the setting already has is not added again.
    ///
    /// The name of a setting is for reports. Another setting of the same name is an
    /// error.
    pub fn add<'a>(
        &mut self,
        setting: &str,
        options: &Options,
        tasks: impl IntoIterator<Item = &'a Task>,
    ) -> Result<u64, StoreError> {
        let transaction = self.connection.transaction()?;
        let options = json(options)?;
        let select = "SELECT id, options FROM settings WHERE name = ?1";
        let known = transaction
            .query_row(select, [setting], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))
            .optional()?;
        let setting: i64 = match known {
            Some((id, found)) if found == options => id,
            Some(_) => {
                let message = format!("the setting '{setting}' has other options already");
                return Err(StoreError::Other(message));
            }
            None => {
                let insert = "INSERT INTO settings (name, options) VALUES (?1, ?2)";
                transaction.execute(insert, params![setting, options])?;
                transaction.last_insert_rowid()
            }
        };
        let mut added = 0;
        {
            let mut insert = transaction.prepare(
                "INSERT OR IGNORE INTO tasks
                 (setting, source, puzzle, description, size, parts, kind, question)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            for task in tasks {
                added += insert.execute(params![
                    setting,
                    task.source,
                    task.puzzle,
                    task.description,
                    task.size as i64,
                    task.parts as i64,
                    task.kind(),
                    json(&task.question)?,
                ])? as u64;
            }
        }
        transaction.commit()?;
        Ok(added)
    }
}

/// The file beside a store whose name has this ending.
fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The address of a file that does not change, for `SQLite`.
fn immutable(path: &Path) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    // A killed process loses nothing that was committed; a power failure may lose the
    // last transactions, but never damages the file.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Other(error.to_string()))
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged(error.to_string()))
}
