//! The rows of the caches on the disk: which row is in which slot, and its values.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use emberlane_files::WrittenFile;

use crate::arena::Arena;
use crate::directory::CACHES;
use crate::error::TierError;
use crate::hierarchy::Hierarchy;
use crate::level::Entry;
use crate::manifest::Caches;

/// Bytes in front of the values of a row: its slot, its key, when it was named last, how often, and whether it was written.
const HEAD: usize = 8 + 8 + 8 + 4 + 4;

/// Writes the rows of the caches to a file of a folder.
pub(crate) fn save(folder: &Path, hierarchy: &Hierarchy, arena: &Arena) -> Result<Caches, TierError> {
    let path = folder.join(CACHES);
    let mut caches = Caches::default();
    let mut record = Vec::new();
    let mut write = || {
        let mut file = BufWriter::with_capacity(1 << 20, WrittenFile::create(&path)?);
        for (slot, entry) in hierarchy.entries() {
            record.clear();
            record.extend_from_slice(&(slot as u64).to_le_bytes());
            record.extend_from_slice(&entry.key.to_le_bytes());
            record.extend_from_slice(&entry.last.to_le_bytes());
            record.extend_from_slice(&entry.uses.to_le_bytes());
            record.extend_from_slice(&u32::from(entry.dirty).to_le_bytes());
            arena.row(slot).iter().for_each(|value| record.extend_from_slice(&value.to_le_bytes()));
            caches.crc32c = crc32c::crc32c_append(caches.crc32c, &record);
            caches.rows += 1;
            file.write_all(&record)?;
        }
        file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync()
    };
    write().map_err(TierError::io(&path, None, "the rows of the caches cannot be written"))?;
    Ok(caches)
}

/// Puts the rows of the caches where they were.
pub(crate) fn load(
    folder: &Path,
    width: usize,
    caches: Caches,
    hierarchy: &mut Hierarchy,
    arena: &mut Arena,
) -> Result<(), TierError> {
    // What is damaged is found before anything is taken for a row.
    check(folder, width, caches)?;
    let limits = hierarchy.capacities();
    let path = folder.join(CACHES);
    each(&path, width, caches.rows, |slot, entry, values| {
        let slot = hierarchy.restore(slot, entry);
        if slot >= limits.0 + limits.1 {
            arena.grow(slot + 1);
        }
        let (words, _) = values.as_chunks();
        arena.row_mut(slot).iter_mut().zip(words).for_each(|(value, word)| *value = f32::from_le_bytes(*word));
    })?;
    Ok(())
}

/// Checks every byte of the file.
pub(crate) fn check(folder: &Path, width: usize, caches: Caches) -> Result<(), TierError> {
    let path = folder.join(CACHES);
    let expected = caches.rows.saturating_mul((HEAD + 4 * width) as u64);
    let length = std::fs::metadata(&path).map_err(TierError::io(&path, None, "cannot be read"))?.len();
    let found = if length == expected { each(&path, width, caches.rows, |_, _, _| ())? } else { !caches.crc32c };
    if found == caches.crc32c {
        return Ok(());
    }
    let problem = format!(
        "it is damaged: {expected} bytes with CRC-32C {:08x} were written, and there are {length} with another: go on from another \
         saved state",
        caches.crc32c
    );
    Err(TierError::other(&path, problem))
}

/// Reads row after row; returns the checksum of all.
fn each(path: &Path, width: usize, rows: u64, mut row: impl FnMut(usize, Entry, &[u8])) -> Result<u32, TierError> {
    let mut read = || {
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut record = vec![0; HEAD + 4 * width];
        let mut checksum = 0;
        for _ in 0..rows {
            file.read_exact(&mut record)?;
            checksum = crc32c::crc32c_append(checksum, &record);
            let long = |at: usize| record[at..at + 8].try_into().map(u64::from_le_bytes).unwrap_or_default();
            let short = |at: usize| record[at..at + 4].try_into().map(u32::from_le_bytes).unwrap_or_default();
            let entry = Entry { key: long(8), last: long(16), uses: short(24), dirty: short(28) != 0 };
            row(long(0) as usize, entry, &record[HEAD..]);
        }
        Ok(checksum)
    };
    read().map_err(TierError::io(path, None, "the rows of the caches cannot be read"))
}
