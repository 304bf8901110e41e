//! Databases in files, so that what took long to build is built once.
//!
//! A file has a header that says which database it is, and a checksum of everything
//! behind it. It is written under another name and then renamed, so that no other process
//! sees a part of it. A file that does not fit its name or its checksum counts as
//! missing, and is replaced when the database has been built again.
//!
//! Files are mapped; see [`Surplus`].

use std::fs::{self, File};
use std::io::{self, IoSlice, Read, Write};
use std::path::{Path, PathBuf};

use super::database::PatternDatabase;
use super::library::Key;
use super::store::Bytes;
use super::surplus::Surplus;
use crate::few;

/// The variable that names another folder.
pub(crate) const FOLDER: &str = "FEWEST_CACHE";

/// What a file begins with. The number is that of the format.
const MAGIC: &[u8; 16] = b"fewest patterns2";
/// The header: magic, checksum, shape, places, and zeros up to a line of the cache.
const HEADER: usize = 64;
/// Where the bytes begin that the checksum covers.
const CHECKED: usize = 20;
const ENDING: &str = "patterns";

/// The folder of the databases: the one that `FEWEST_CACHE` names, or one in the
/// platform's cache folder.
pub(crate) fn folder() -> Option<PathBuf> {
    match std::env::var_os(FOLDER) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(dirs::cache_dir()?.join("fewest").join("tiles")),
    }
}

/// A file of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// What is wrong with it, if that was checked.
    pub(crate) fault: Option<&'static str>,
}

/// The name of a database's file.
pub(super) fn name(key: &Key) -> String {
    let places: Vec<String> = key.places.iter().map(ToString::to_string).collect();
    format!("{}x{}-{}-{}.{ENDING}", key.width, key.height, key.blank, places.join("_"))
}

/// The database that a file's name promises.
fn key_of(name: &str) -> Option<Key> {
    let mut parts = name.strip_suffix(ENDING)?.strip_suffix('.')?.split('-');
    let (width, height) = parts.next()?.split_once('x')?;
    let blank = parts.next()?.parse().ok()?;
    let places = parts.next()?.split('_').map(|place| place.parse().ok()).collect::<Option<_>>()?;
    let key = Key { width: width.parse().ok()?, height: height.parse().ok()?, blank, places };
    (self::name(&key) == name).then_some(key)
}

fn header(key: &Key, checksum: u32) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..CHECKED].copy_from_slice(&checksum.to_le_bytes());
    let numbers = [key.width, key.height, key.blank, key.places.len()];
    for (byte, number) in header[CHECKED..].iter_mut().zip(numbers.iter().chain(&key.places)) {
        *byte = *number as u8;
    }
    header
}

fn checksum(header: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[CHECKED..HEADER]);
    hasher.update(bytes);
    hasher.finalize()
}

/// The bytes of a stored database, all checked, or what is wrong with its file.
fn read(path: &Path, key: &Key) -> Result<Surplus, &'static str> {
    const UNREADABLE: &str = "cannot be read";
    let mut file = File::open(path).map_err(|_| "missing")?;
    let length = file.metadata().map_err(|_| UNREADABLE)?.len();
    let mut found = [0; HEADER];
    if file.read_exact(&mut found).is_err() || found[..16] != *MAGIC {
        return Err("not a database of this version");
    }
    let expected = PatternDatabase::bytes(key.width * key.height, key.places.len());
    let after_header = length.saturating_sub(HEADER as u64);
    if Some(after_header) != expected {
        return Err("cut short, or too long");
    }
    if found[CHECKED..] != header(key, 0)[CHECKED..] {
        return Err("the database of other tiles");
    }
    let bytes = if let Some(bytes) = Surplus::map(&file, HEADER) {
        bytes
    } else {
        let mut result = Ok(());
        let bytes = Bytes::filled(after_header as usize, |bytes| result = file.read_exact(bytes));
        result.map_err(|_| UNREADABLE)?;
        Surplus::Memory(bytes)
    };
    if bytes.len() as u64 != after_header
        || checksum(&found, &bytes).to_le_bytes() != found[16..CHECKED]
    {
        return Err("damaged: the checksum differs");
    }
    Ok(bytes)
}

/// A stored database.
pub(crate) fn load(key: &Key) -> Option<Surplus> {
    read(&folder()?.join(name(key)), key).ok()
}

/// Whether there is a file for a database; it may be damaged.
pub(crate) fn has(key: &Key) -> bool {
    folder().is_some_and(|folder| folder.join(name(key)).exists())
}

/// Stores a database.
pub(crate) fn save(key: &Key, bytes: &[u8]) -> io::Result<()> {
    let Some(folder) = folder() else {
        return Err(io::Error::other(format!("no cache folder; set {FOLDER}")));
    };
    fs::create_dir_all(&folder)?;
    let unfinished = folder.join(format!("{}.{}", name(key), std::process::id()));
    let write = || {
        let mut file = File::create(&unfinished)?;
        let header = header(key, checksum(&header(key, 0), bytes));
        // Both at once, so that also the first pages are large where there are such. If power
        // fails before the bytes are on the disk, the checksum tells.
        let written = file.write_vectored(&[IoSlice::new(&header), IoSlice::new(bytes)])?;
        file.write_all(&header[written.min(HEADER)..])?;
        file.write_all(&bytes[written.saturating_sub(HEADER)..])?;
        fs::rename(&unfinished, folder.join(name(key)))
    };
    write().inspect_err(|_| {
        // Whatever was written is of no use.
        let _ = fs::remove_file(&unfinished);
    })
}

/// The files of the folder, in order; verified if that is wanted.
pub(crate) fn list(verify: bool) -> io::Result<Vec<Stored>> {
    let Some(folder) = folder() else { return Ok(Vec::new()) };
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut stored = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(key) = key_of(&name) else { continue };
        let fault = if verify { read(&entry.path(), &key).err() } else { None };
        stored.push(Stored { bytes: entry.metadata()?.len(), name, fault });
    }
    few::sort(&mut stored, |a, b| a.name < b.name);
    Ok(stored)
}

/// Deletes the file with this name.
pub(crate) fn delete(name: &str) -> io::Result<()> {
    match folder() {
        Some(folder) if key_of(name).is_some() => fs::remove_file(folder.join(name)),
        _ => Err(io::ErrorKind::NotFound.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        Key { width: 3, height: 2, blank: 5, places: vec![0, 4] }
    }

    #[test]
    fn names_say_what_a_file_has() {
        assert_eq!(name(&key()), "3x2-5-0_4.patterns");
        assert_eq!(key_of("3x2-5-0_4.patterns"), Some(key()));
        for other in ["3x2-5-0_4", "3x2-5-0_4.patterns.17", "3x2-5-00_4.patterns", "a.patterns"] {
            assert_eq!(key_of(other), None, "{other}");
        }
    }

    #[test]
    fn only_a_whole_file_of_the_same_tiles_is_read() {
        let folder = std::env::temp_dir().join(format!("fewest-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let bytes: Vec<u8> = (0..18).collect();
        let whole = [&header(&key(), checksum(&header(&key(), 0), &bytes))[..], &bytes].concat();
        let read = |content: &[u8], key: &Key| {
            fs::write(&path, content).unwrap();
            super::read(&path, key).map(|bytes| bytes.to_vec())
        };
        assert_eq!(read(&whole, &key()), Ok(bytes.clone()));
        assert!(read(&whole, &Key { places: vec![0, 3], ..key() }).is_err());
        assert!(read(b"another file", &key()).is_err());
        assert!(read(b"", &key()).is_err());
        for length in [10, HEADER, whole.len() - 1] {
            assert!(read(&whole[..length], &key()).is_err(), "{length}");
        }
        for byte in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[byte] ^= 4;
            assert!(read(&flipped, &key()).is_err(), "byte {byte}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
