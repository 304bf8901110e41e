//! A run as a file of chunks, each with its length and a checksum.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::sync::atomic::Ordering::Relaxed;

use crate::search::Stop;

use super::super::chunk::{CHUNK, LONGEST, checksum};
use super::super::run::read_at;
use super::Directory;

/// The bytes that are written at a time.
const WRITTEN: usize = 1 << 18;

/// What stands before a chunk.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Header {
    pub(in super::super) words: u32,
    pub(in super::super) bytes: u32,
    checksum: u64,
}

impl Header {
    pub(in super::super) const BYTES: u64 = 16;

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
pub(in super::super) struct Writing {
    name: String,
    file: BufWriter<File>,
    bytes: u64,
}

impl Writing {
    pub(super) fn new(name: String, file: File) -> Self {
        Writing { name, file: BufWriter::with_capacity(WRITTEN, file), bytes: 0 }
    }

    /// Appends a chunk; returns its place.
    pub(in super::super) fn write(
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

    pub(in super::super) fn finish(self, directory: &Directory) -> Result<RunFile, Stop> {
        let written = self.file.into_inner().map_err(io::IntoInnerError::into_error);
        written
            .and_then(|file| file.sync_data())
            .map_err(|error| directory.failed("write", &self.name, &error))?;
        Ok(RunFile { name: self.name, bytes: self.bytes })
    }
}

/// A finished file.
#[derive(Debug)]
pub(in super::super) struct RunFile {
    pub(super) name: String,
    pub(super) bytes: u64,
}

impl RunFile {
    pub(in super::super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(in super::super) fn listed(&self) -> (String, u64) {
        (self.name.clone(), self.bytes)
    }

    pub(in super::super) fn open(&self, directory: &Directory) -> Result<File, Stop> {
        let path = directory.path.join(&self.name);
        File::open(path).map_err(|error| directory.failed("read", &self.name, &error))
    }

    /// Reads what stands before a chunk, and the bytes of its first word.
    pub(in super::super) fn read_header(
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
    pub(in super::super) fn read_chunk(
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
