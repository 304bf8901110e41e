//! Layers in files of a directory, which a later search can resume from.
//!
//! A run is a file of chunks, each with its length and a checksum. The file `layers.txt`
//! lists the runs of the finished layers; it is replaced as a whole when a layer is
//! finished, so that after a crash it is the one before or the one after. Files that it
//! does not list are left over from an unfinished layer, and are deleted.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::search::Stop;
use crate::space::Cost;

use super::super::packed::PackedState;
use super::chunk::{CHUNK, LONGEST, checksum};
use super::free_space::free_space;
use super::run::read_at;

/// The first line of the list: the format and its version.
const FORMAT: &str = "fewest layers 2";

/// The list of the finished layers.
const LIST: &str = "layers.txt";

/// What is left free on the disk: other programs need some of it.
const RESERVE: u64 = 1 << 28;

/// The bytes that are written at a time.
const WRITTEN: usize = 1 << 18;

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

/// What the list says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Listed {
    /// Which search it is.
    pub(super) fingerprint: u64,
    /// It was for plans of fewer moves than this.
    pub(super) upper: Cost,
    /// The states of a plan of `upper` moves, if one was known, as [`to_text`] writes them.
    pub(super) plan: Vec<String>,
    /// For each side, the backward one first, its layers: the files of each and their
    /// bytes.
    pub(super) sides: [Vec<Vec<(String, u64)>>; 2],
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
                Ok(file) => {
                    let file = BufWriter::with_capacity(WRITTEN, file);
                    return Ok(Writing { name, file, bytes: 0 });
                }
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

impl Listed {
    fn to_text(&self) -> String {
        let mut text =
            format!("{FORMAT}\npuzzle {:016x}\nupper {}\nplan", self.fingerprint, self.upper);
        for state in &self.plan {
            text.extend([" ", state]);
        }
        text.push('\n');
        for (side, layers) in ["backward", "forward"].iter().zip(&self.sides) {
            for files in layers {
                text += side;
                for (name, bytes) in files {
                    text.extend([" ", name, " ", &bytes.to_string()]);
                }
                text.push('\n');
            }
        }
        text += "end\n";
        text
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1);
        let fingerprint = u64::from_str_radix(lines.next()?.strip_prefix("puzzle ")?, 16).ok()?;
        let upper = lines.next()?.strip_prefix("upper ")?.parse().ok()?;
        let mut plan = lines.next()?.split(' ');
        plan.next().filter(|&word| word == "plan")?;
        let plan = plan.map(str::to_string).collect();
        let mut sides = [Vec::new(), Vec::new()];
        loop {
            let mut parts = lines.next()?.split(' ');
            let side = match parts.next()? {
                "backward" => &mut sides[0],
                "forward" => &mut sides[1],
                "end" => return Some(Listed { fingerprint, upper, plan, sides }),
                _ => return None,
            };
            let mut files = Vec::new();
            while let Some(name) = parts.next() {
                // No path out of the directory.
                name.strip_prefix("run-")?.parse::<u64>().ok()?;
                files.push((name.to_string(), parts.next()?.parse().ok()?));
            }
            side.push(files);
        }
    }
}

/// A word in hexadecimal digits.
pub(super) fn to_text<W: PackedState>(word: W) -> String {
    let limbs = (0..size_of::<W>() as u32 / 8).rev();
    limbs.map(|limb| format!("{:016x}", word.down(64 * limb).low())).collect()
}

/// The word that [`to_text`] wrote so.
pub(super) fn from_text<W: PackedState>(text: &str) -> Option<W> {
    if text.len() != 2 * size_of::<W>() {
        return None;
    }
    text.as_bytes().chunks(16).try_fold(W::EMPTY, |word, limb| {
        let limb = u64::from_str_radix(std::str::from_utf8(limb).ok()?, 16).ok()?;
        // In two steps: a word may have no more bits than these.
        Some(word.up(32).up(32) | W::from_low(limb))
    })
}

/// What stands before a chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) words: u32,
    pub(super) bytes: u32,
    checksum: u64,
}

impl Header {
    pub(super) const BYTES: u64 = 16;

    fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&self.words.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.bytes.to_le_bytes());
        bytes[8..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn of([a, b, c, d, e, f, g, h, sum @ ..]: [u8; 16]) -> Self {
        Header {
            words: u32::from_le_bytes([a, b, c, d]),
            bytes: u32::from_le_bytes([e, f, g, h]),
            checksum: u64::from_le_bytes(sum),
        }
    }
}

/// A file that is being written.
#[derive(Debug)]
pub(super) struct Writing {
    name: String,
    file: BufWriter<File>,
    bytes: u64,
}

impl Writing {
    /// Appends a chunk; returns its place.
    pub(super) fn write(
        &mut self,
        words: u32,
        bytes: &[u8],
        directory: &Directory,
    ) -> Result<u64, Stop> {
        let header = Header { words, bytes: bytes.len() as u32, checksum: checksum(bytes) };
        let more = Header::BYTES + bytes.len() as u64;
        if directory.written.fetch_add(more, Relaxed) + more > directory.limit {
            let limit = directory.limit >> 20;
            let path = directory.path.display();
            let why = format!("the layers in {path} need more than {limit} MiB of disk");
            return Err(directory.fail(why));
        }
        let written =
            self.file.write_all(&header.to_bytes()).and_then(|()| self.file.write_all(bytes));
        written.map_err(|error| directory.failed("write", &self.name, &error))?;
        self.bytes += more;
        Ok(self.bytes - more)
    }

    pub(super) fn finish(self, directory: &Directory) -> Result<RunFile, Stop> {
        let written = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        written
            .and_then(|file| file.sync_data())
            .map_err(|error| directory.failed("write", &self.name, &error))?;
        Ok(RunFile { name: self.name, bytes: self.bytes })
    }
}

/// A finished file.
#[derive(Debug)]
pub(super) struct RunFile {
    name: String,
    bytes: u64,
}

impl RunFile {
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn listed(&self) -> (String, u64) {
        (self.name.clone(), self.bytes)
    }

    pub(super) fn open(&self, directory: &Directory) -> Result<File, Stop> {
        let path = directory.path.join(&self.name);
        File::open(path).map_err(|error| directory.failed("read", &self.name, &error))
    }

    /// Reads what stands before a chunk, and the bytes of its first word.
    pub(super) fn read_header(
        &self,
        file: &mut File,
        offset: u64,
        directory: &Directory,
    ) -> Result<(Header, Vec<u8>), Stop> {
        let failed = |error| directory.failed("read", &self.name, &error);
        let mut header = [0; 16];
        read_at(file, offset, &mut header).map_err(failed)?;
        let header = Header::of(header);
        let end = offset + Header::BYTES + u64::from(header.bytes);
        if header.bytes as usize > CHUNK || header.words == 0 || end > self.bytes {
            return Err(self.damaged(offset, directory));
        }
        let mut start = vec![0; LONGEST.min(header.bytes as usize)];
        read_at(file, offset + Header::BYTES, &mut start).map_err(failed)?;
        let end = start.iter().position(|&byte| byte < 0x80).map_or(start.len(), |last| last + 1);
        start.truncate(end);
        Ok((header, start))
    }

    /// Reads the bytes of the chunk at a place.
    pub(super) fn read_chunk(
        &self,
        file: &mut File,
        offset: u64,
        bytes: &mut Vec<u8>,
        directory: &Directory,
    ) -> Result<(), Stop> {
        let failed = |error| directory.failed("read", &self.name, &error);
        let mut header = [0; 16];
        read_at(file, offset, &mut header).map_err(failed)?;
        let header = Header::of(header);
        bytes.clear();
        if header.bytes as usize <= CHUNK {
            bytes.resize(header.bytes as usize, 0);
            file.read_exact(bytes).map_err(failed)?;
        }
        if bytes.len() != header.bytes as usize || checksum(bytes) != header.checksum {
            return Err(self.damaged(offset, directory));
        }
        Ok(())
    }

    fn damaged(&self, offset: u64, directory: &Directory) -> Stop {
        let path = directory.path.join(&self.name);
        directory.fail(format!("{} is damaged at byte {offset}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let file = |name: &str, bytes| (name.to_string(), bytes);
        let listed = Listed {
            fingerprint: 77,
            upper: 53,
            plan: vec![to_text(7_u64), to_text(u64::MAX)],
            sides: [
                vec![vec![file("run-0", 17)], vec![]],
                vec![vec![file("run-3", 1), file("run-12", 5)]],
            ],
        };
        let text = listed.to_text();
        assert_eq!(Listed::parse(&text), Some(listed));
        // A list that was cut or names other files is damaged.
        for end in 0..text.len() - 1 {
            assert_eq!(Listed::parse(&text[..end]), None, "{end}");
        }
        assert_eq!(Listed::parse(&text.replace("run-3", "../run-3")), None);
    }

    #[test]
    fn words_are_read_as_they_were_written() {
        for word in [0, 1, u128::MAX, 0x1234_5678_9abc_def0_0fed_cba9_8765_4321] {
            assert_eq!(from_text(&to_text(word)), Some(word));
            let word = word as u64;
            assert_eq!(from_text(&to_text(word)), Some(word));
        }
        for text in ["", "7", "000000000000000g", "00000000000000011"] {
            assert_eq!(from_text::<u64>(text), None, "{text}");
        }
    }
}
