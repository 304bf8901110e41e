//! Real puzzles with known answers. They are not part of the project: they are read
//! from the folder that `FEWEST_DATA` names, or from `shared/data` beside the project,
//! and what needs them says so and is skipped where there is none.

use std::io::Write;
use std::path::PathBuf;

/// Where a file of the data is, or would be.
pub(crate) fn path(file: &str) -> PathBuf {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("FEWEST_DATA").map_or(beside, PathBuf::from).join(file)
}

/// The text of a file of the data.
pub(crate) fn read(file: &str) -> Option<String> {
    let text = std::fs::read_to_string(path(file)).ok();
    if text.is_none() {
        // Written past the test's own output, which nobody sees if the test passes.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: there is no {file} in the data folder (set FEWEST_DATA)"
        );
    }
    text
}
