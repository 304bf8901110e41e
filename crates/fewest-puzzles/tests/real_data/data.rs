//! Real puzzles with known answers. They are not part of the project: they are read
//! from the folder that `FEWEST_DATA` names, or from `shared/data` beside the project.

use std::path::PathBuf;

/// The folder, whether it exists or not.
pub(crate) fn folder() -> PathBuf {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FEWEST_DATA").map_or(beside, PathBuf::from)
}

/// The text of a file in the folder. A file that is missing is an error: a folder
/// with half of the data must not pass for one with all of it.
pub(crate) fn read(file: &str) -> String {
    let path = folder().join(file);
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}
