//! A sorted set of words in chunks, in memory or in files.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::super::packed::PackedState;
use super::chunk::{CHUNK, Encoder, decode};
use super::disk::{Directory, Header, RunFile};

/// The accounted bytes of a chunk beside those of its words.
const OVERHEAD: usize = 64;

/// The set. Every chunk can be read alone.
#[derive(Debug)]
pub(super) struct Run<W> {
    chunks: Vec<Chunk<W>>,
    /// The files that chunks are in, in the order of the words.
    files: Vec<RunFile>,
    len: u64,
}

#[derive(Debug)]
struct Chunk<W> {
    first: W,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Memory(Box<[u8]>),
    Disk { file: usize, offset: u64 },
}

impl<W: PackedState> Run<W> {
    pub(super) fn new() -> Self {
        Run { chunks: Vec::new(), files: Vec::new(), len: 0 }
    }

    /// The set that a file holds. Its chunks are checked when they are read.
    pub(super) fn open(file: RunFile, directory: &Directory) -> Result<Self, Stop> {
        let mut run = Run::new();
        let mut handle = file.open(directory)?;
        let (mut offset, mut words) = (0, Vec::new());
        while offset < file.bytes() {
            let (header, start) = file.read_header(&mut handle, offset, directory)?;
            words.clear();
            decode(&start, &mut words);
            let first = words.first().copied().unwrap_or(W::EMPTY);
            run.chunks.push(Chunk { first, place: Place::Disk { file: 0, offset } });
            run.len += u64::from(header.words);
            offset += Header::BYTES + u64::from(header.bytes);
        }
        run.files.push(file);
        Ok(run)
    }

    /// The number of words.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn chunks(&self) -> usize {
        self.chunks.len()
    }

    pub(super) fn files(&self) -> &[RunFile] {
        &self.files
    }

    /// The first word of a chunk.
    pub(super) fn first_of(&self, chunk: usize) -> W {
        self.chunks[chunk].first
    }

    /// Appends a set whose words are all greater.
    pub(super) fn append(&mut self, other: Run<W>) {
        let files = self.files.len();
        self.files.extend(other.files);
        self.len += other.len;
        self.chunks.extend(other.chunks.into_iter().map(|mut chunk| {
            if let Place::Disk { file, .. } = &mut chunk.place {
                *file += files;
            }
            chunk
        }));
    }

    /// Frees the memory of the chunks whose words are all less than this one: they must not be
    /// read again.
    pub(super) fn free_below(&mut self, end: W, meter: &SharedMeter) {
        let later = self.chunks.partition_point(|chunk| chunk.first <= end);
        for chunk in &mut self.chunks[..later.saturating_sub(1)] {
            if let Place::Memory(bytes) = &mut chunk.place {
                meter.give_back(std::mem::take(bytes).len() as u64);
            }
        }
    }

    /// Frees the memory and deletes the files.
    pub(super) fn delete(self, meter: &SharedMeter, directory: Option<&Directory>) {
        for chunk in &self.chunks {
            if let Place::Memory(bytes) = &chunk.place {
                meter.give_back((bytes.len() + OVERHEAD) as u64);
            } else {
                meter.give_back(OVERHEAD as u64);
            }
        }
        if let Some(directory) = directory {
            for file in &self.files {
                directory.delete(file);
            }
        }
    }
}

/// Writes a set.
pub(super) struct Writer<'a, W> {
    run: Run<W>,
    encoder: Encoder<W>,
    meter: &'a SharedMeter,
    directory: Option<&'a Directory>,
    file: Option<super::disk::Writing>,
}

impl<'a, W: PackedState> Writer<'a, W> {
    pub(super) fn new(meter: &'a SharedMeter, directory: Option<&'a Directory>) -> Self {
        Writer { run: Run::new(), encoder: Encoder::new(), meter, directory, file: None }
    }

    /// Appends a word that is greater than all before.
    #[inline]
    pub(super) fn push(&mut self, word: W) -> Result<(), Stop> {
        if self.encoder.is_full() {
            self.flush()?;
        }
        self.encoder.push(word);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Stop> {
        let Encoder { bytes, words, first, .. } = &self.encoder;
        if *words == 0 {
            return Ok(());
        }
        self.meter.check_stop()?;
        let place = if let Some(directory) = self.directory {
            self.meter.reserve(OVERHEAD)?;
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(directory.create()?),
            };
            Place::Disk { file: 0, offset: file.write(*words, bytes, directory)? }
        } else {
            self.meter.reserve(bytes.len() + OVERHEAD)?;
            Place::Memory(bytes.as_slice().into())
        };
        self.run.chunks.push(Chunk { first: *first, place });
        self.run.len += u64::from(*words);
        self.encoder.clear();
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Run<W>, Stop> {
        self.flush()?;
        if let (Some(file), Some(directory)) = (self.file.take(), self.directory) {
            self.run.files.push(file.finish(directory)?);
        }
        Ok(self.run)
    }
}

/// Reads a set in order, or a part of it.
pub(super) struct Reader<'a, W> {
    run: &'a Run<W>,
    directory: Option<&'a Directory>,
    next: usize,
    /// No word from this one on is read.
    end: Option<W>,
    open: Option<(usize, File)>,
    bytes: Vec<u8>,
    words: Vec<W>,
    at: usize,
}

impl<'a, W: PackedState> Reader<'a, W> {
    /// The words from `from` on and below `end`.
    pub(super) fn new(
        run: &'a Run<W>,
        directory: Option<&'a Directory>,
        from: W,
        end: Option<W>,
    ) -> Result<Self, Stop> {
        // The chunk before the first one that begins later.
        let next = run.chunks.partition_point(|chunk| chunk.first <= from).saturating_sub(1);
        let (bytes, words) = (Vec::with_capacity(CHUNK), Vec::new());
        let mut reader = Reader { run, directory, next, end, open: None, bytes, words, at: 0 };
        reader.load()?;
        reader.seek(from)?;
        Ok(reader)
    }

    /// The current word.
    #[inline]
    pub(super) fn head(&self) -> Option<W> {
        self.words.get(self.at).copied()
    }

    /// The current word and those after it that are in memory; none at the end.
    #[inline]
    pub(super) fn rest(&self) -> &[W] {
        self.words.get(self.at..).unwrap_or_default()
    }

    /// Advances by some words of [`Reader::rest`].
    #[inline]
    pub(super) fn skip(&mut self, words: usize) -> Result<(), Stop> {
        self.at += words;
        if words > 0 && self.at == self.words.len() { self.load() } else { Ok(()) }
    }

    #[inline]
    pub(super) fn advance(&mut self) -> Result<(), Stop> {
        self.skip(1)
    }

    /// Advances to the first word that is not less than this one.
    #[inline]
    pub(super) fn seek(&mut self, word: W) -> Result<(), Stop> {
        while self.head().is_some_and(|head| head < word) {
            let less = self.rest().partition_point(|&other| other < word);
            self.skip(less)?;
        }
        Ok(())
    }

    /// Reads the next chunk.
    fn load(&mut self) -> Result<(), Stop> {
        self.words.clear();
        self.at = 0;
        if let Some(chunk) = self.run.chunks.get(self.next)
            && self.end.is_none_or(|end| chunk.first < end)
        {
            self.read(self.next)?;
            self.next += 1;
            if let Some(end) = self.end {
                let below = self.words.partition_point(|&word| word < end);
                self.words.truncate(below);
            }
        }
        Ok(())
    }

    /// The words of one chunk.
    pub(super) fn chunk(&mut self, chunk: usize) -> Result<&[W], Stop> {
        self.words.clear();
        self.read(chunk)?;
        Ok(&self.words)
    }

    fn read(&mut self, chunk: usize) -> Result<(), Stop> {
        match (&self.run.chunks[chunk].place, self.directory) {
            (Place::Memory(bytes), _) => decode(bytes, &mut self.words),
            (Place::Disk { file, offset }, Some(directory)) => {
                let from = &self.run.files[*file];
                if self.open.as_ref().is_none_or(|(open, _)| open != file) {
                    self.open = Some((*file, from.open(directory)?));
                }
                let Some((_, handle)) = &mut self.open else { return Err(Stop::Disk) };
                from.read_chunk(handle, *offset, &mut self.bytes, directory)?;
                decode(&self.bytes, &mut self.words);
            }
            (Place::Disk { .. }, None) => return Err(Stop::Disk),
        }
        Ok(())
    }
}

/// Reads some bytes at a place of a file.
pub(super) fn read_at(file: &mut File, offset: u64, bytes: &mut [u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}
