//! The tables of a store, and their versions.

use rusqlite::Connection;

use super::StoreError;

/// What `PRAGMA application_id` says of a campaign: "fewt".
const APPLICATION: i64 = 0x6665_7774;

/// The version of the tables, in `PRAGMA user_version`.
const VERSION: i64 = 1;

/// The tables, as docs/campaigns.md documents them.
const TABLES: &str = include_str!("schema.sql");

/// Makes the tables in an empty file.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {TABLES} COMMIT;"
    ))
}

/// Refuses a file that is no campaign, or one of another version.
pub(super) fn expect(connection: &Connection) -> Result<(), StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id")? != APPLICATION {
        return Err(StoreError::NoCampaign);
    }
    match number("user_version")? {
        VERSION => Ok(()),
        // The first version that there is: nothing older can be migrated from.
        found => Err(StoreError::Version { found, known: VERSION }),
    }
}
