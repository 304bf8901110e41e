//! The sizes of a Parquet file's pages, checked first, because the crate `parquet`
//! would allocate whatever a damaged page claims.
//!
//! A page begins with a header in Thrift's compact protocol. Everything is skipped
//! except two numbers: the size of the page after and before it was compressed.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// The maximum size of a page; pages written here have about a megabyte.
const MAX_PAGE: i64 = 1 << 26;

/// The maximum depth of a header's structures.
const MAX_DEPTH: u32 = 8;

/// Whether all pages from one place of a file to another have valid sizes; `None` if the
/// file can't be read.
pub(super) fn are_bounded(file: &File, start: u64, end: u64) -> Option<bool> {
    let mut from = BufReader::new(file);
    from.seek(SeekFrom::Start(start)).ok()?;
    let mut at = start;
    while at < end {
        let mut header = Header { from: from.by_ref().take(end - at), size: 0, compressed: 0 };
        header.structure(0)?;
        let (size, compressed) = (header.size, header.compressed);
        if !(0..=MAX_PAGE).contains(&size) || !(0..=MAX_PAGE).contains(&compressed) {
            return Some(false);
        }
        at = from.stream_position().ok()?.checked_add(compressed.unsigned_abs())?;
        from.seek(SeekFrom::Start(at)).ok()?;
    }
    Some(at == end)
}

/// A page's header while it is read.
struct Header<R> {
    from: R,
    size: i64,
    compressed: i64,
}

impl<R: Read> Header<R> {
    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.from.read_exact(&mut byte).ok()?;
        Some(byte[0])
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn skip(&mut self, bytes: u64) -> Option<()> {
        let skipped = std::io::copy(&mut self.from.by_ref().take(bytes), &mut std::io::sink());
        (skipped.ok()? == bytes).then_some(())
    }

    /// Fields until the one that ends a structure.
    fn structure(&mut self, depth: u32) -> Option<()> {
        let mut field = 0_u64;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            field = if head >> 4 == 0 { self.varint()? >> 1 } else { field + u64::from(head >> 4) };
            match (depth, field, head & 0x0f) {
                (0, 2 | 3, 5) => {
                    let value = self.varint()?;
                    let value = (value >> 1) as i64 ^ -((value & 1) as i64);
                    *(if field == 2 { &mut self.size } else { &mut self.compressed }) = value;
                }
                (_, _, kind) => self.value(kind, depth)?,
            }
        }
    }

    /// Skips a value of this kind.
    fn value(&mut self, kind: u8, depth: u32) -> Option<()> {
        match kind {
            1 | 2 => Some(()),
            3 => self.skip(1),
            4..=6 => self.varint().map(|_| ()),
            7 => self.skip(8),
            8 => {
                let length = self.varint()?;
                self.skip(length)
            }
            9 | 10 if depth < MAX_DEPTH => {
                let head = self.byte()?;
                let count = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                // In lists, truth values have a byte each.
                let kind = if head & 0x0f <= 2 { 3 } else { head & 0x0f };
                (0..count).try_for_each(|_| self.value(kind, depth + 1))
            }
            12 if depth < MAX_DEPTH => self.structure(depth + 1),
            _ => None,
        }
    }
}
