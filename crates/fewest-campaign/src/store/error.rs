//! What can be wrong with a store, in a sentence.

use std::path::PathBuf;

use rusqlite::ErrorCode;

/// Why a store can't be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no campaign in this file: it does not exist")]
    Missing,
    /// There is a file already.
    #[error("the file exists already")]
    Exists,
    /// The file is no campaign.
    #[error("this file is not a campaign of fewest")]
    NoCampaign,
    /// The file is of another version.
    #[error("this campaign has version {found} of the tables; this program knows version {known}")]
    Version {
        /// Its version.
        found: i64,
        /// The version of this program.
        known: i64,
    },
    /// Another process runs it.
    #[error("this campaign is being run by {by}")]
    Locked {
        /// Who has it.
        by: String,
    },
    /// The lock can't be made.
    #[error("cannot lock it with {path}: {problem}")]
    NoLock {
        /// The file of the lock.
        path: PathBuf,
        /// Why not.
        problem: String,
    },
    /// A row has something that this program never writes.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// The disk has no room.
    #[error("the disk is full")]
    Full,
    /// Another program writes to it at the moment, and does not let go.
    #[error("another program is writing to it")]
    Busy,
    /// It can't be written.
    #[error("it cannot be written: {0}")]
    ReadOnly(String),
    /// Anything else that `SQLite` reports.
    #[error("{0}")]
    Other(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let code = error.sqlite_error_code();
        match (code, &error) {
            (Some(ErrorCode::NotADatabase), _) => StoreError::NoCampaign,
            (Some(ErrorCode::DiskFull), _) => StoreError::Full,
            (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => StoreError::Busy,
            (
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen),
                _,
            ) => StoreError::ReadOnly(error.to_string()),
            (Some(ErrorCode::DatabaseCorrupt), _)
            | (
                _,
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::QueryReturnedNoRows,
            ) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Other(error.to_string()),
        }
    }
}
