//! A folder for one test alone, removed at the end.

use std::fs;
use std::path::PathBuf;

pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The children of all threads of a process.
pub(crate) fn children(of: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{of}/task")) else { return Vec::new() };
    let listed =
        threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let listed: String = listed.collect();
    listed.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}
