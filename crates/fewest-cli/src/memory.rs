//! The memory that is available now.
//!
//! Linux reports it in /proc/meminfo, and a control group may allow less. The kernel
//! kills what goes beyond either, so the smaller one counts.

use std::fs;
use std::path::{Path, PathBuf};

/// The default where nothing is known: 2 GiB.
const UNKNOWN: u64 = 2 << 30;

/// Half of what is available.
pub(crate) fn default_limit() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo(&text));
    let group = fs::read_to_string("/proc/self/cgroup").ok().and_then(|text| control_groups(&text));
    match (machine, group) {
        (None, None) => UNKNOWN,
        (machine, group) => machine.unwrap_or(u64::MAX).min(group.unwrap_or(u64::MAX)) / 2,
    }
}

/// The line `MemAvailable: 12345 kB`.
fn meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What the control groups of /proc/self/cgroup leave, each with all that
/// enclose it.
fn control_groups(text: &str) -> Option<u64> {
    text.lines()
        .filter_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let (controllers, path) = (fields.next()?, fields.next()?);
            // Version 2 has one hierarchy without names, version 1 one for memory.
            let (root, names) = if controllers.is_empty() {
                let names = ["memory.max", "memory.current", "inactive_file"];
                ("/sys/fs/cgroup", names)
            } else if controllers.split(',').any(|name| name == "memory") {
                let names =
                    ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"];
                ("/sys/fs/cgroup/memory", names)
            } else {
                return None;
            };
            enclosing(Path::new(root), path)
                .iter()
                .filter_map(|folder| left_in(folder, names))
                .min()
        })
        .min()
}

/// The folders from a group's own up to the root. Inside a container the path
/// may be one that only the host knows; then the root is the group's own.
fn enclosing(root: &Path, path: &str) -> Vec<PathBuf> {
    let own = root.join(path.trim_start_matches('/'));
    own.ancestors().take_while(|folder| folder.starts_with(root)).map(Path::to_path_buf).collect()
}

fn left_in(folder: &Path, [limit, usage, cache]: [&str; 3]) -> Option<u64> {
    let number = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(folder.join(name)).ok()?;
        text.trim().parse().ok()
    };
    // "max" in version 2, which is no number: there is no limit here.
    let limit = number(limit)?;
    let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    // Pages of files not used lately count as used but are given up on demand.
    let cached = stat_field(&stat, cache).unwrap_or(0);
    let used = number(usage)?.saturating_sub(cached);
    Some(limit.saturating_sub(used))
}

fn stat_field(stat: &str, name: &str) -> Option<u64> {
    stat.lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(field, _)| *field == name)
        .and_then(|(_, value)| value.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_meminfo() {
        let text = "MemTotal:       24681572 kB\nMemAvailable:   24054784 kB\n";
        assert_eq!(meminfo(text), Some(24_054_784 * 1024));
        assert_eq!(meminfo("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn walks_up_to_the_root() {
        let root = Path::new("/sys/fs/cgroup");
        let folders = enclosing(root, "/a/b");
        assert_eq!(folders, [root.join("a/b"), root.join("a"), root.into()]);
        assert_eq!(enclosing(root, "/"), [root]);
    }

    #[test]
    fn finds_a_field() {
        let stat = "anon 12\nfile 34\ninactive_file 56\n";
        assert_eq!(stat_field(stat, "inactive_file"), Some(56));
        assert_eq!(stat_field(stat, "inactive"), None);
    }

    #[test]
    fn the_default_is_something() {
        assert!(default_limit() > 0);
    }
}
