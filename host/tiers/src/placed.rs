//! Tables that are whole in a memory, beside those in files.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use emberlane_files::WrittenFile;
use emberlane_stores::{
    Charge, ChargedFor, DrawnRows, EmbeddingError, MemoryTraffic, RowKey, RowShape, RowStore, TablesReport, TierHits,
    Tiers, TiersReport,
};

use crate::directory::TABLES;
use crate::error::TierError;
use crate::manifest::{Moved, TablesAbout};
use crate::media::Memory;
use crate::placement::Tier;
use crate::rows::TieredRows;
use crate::settings::Settings;

/// FP32 numbers that are moved to and from a file at once.
const PIECE: usize = 1 << 16;

/// Rows of which each table is in the memory that a placement gives it: whole in HBM or DRAM, or in files behind the caches.
///
/// This machine has no HBM: what is placed there is in its memory too, and counted apart.
pub struct PlacedRows {
    tiers: TieredRows,
    /// Rows of the tables that are whole in a memory; nothing of the others.
    tables: Vec<Vec<f32>>,
    /// What training has moved of those in HBM and of those in DRAM.
    moved: [Moved; 2],
}

/// Rows of a batch by where they are: the places of those in files among all, and their names.
struct Parts {
    keys: Vec<RowKey>,
    places: Vec<usize>,
}

impl PlacedRows {
    /// Opens a store whose rows are all zero, as [`TieredRows::open`].
    ///
    /// # Errors
    /// As there, and tables that there is no memory for.
    pub fn open(settings: Settings) -> Result<Self, TierError> {
        let width = settings.shape.width();
        let mut tables = Vec::new();
        for (table, rows) in settings.rows.iter().enumerate() {
            let mut values = Vec::new();
            if settings.tier(table) != Tier::Ssd {
                let length = *rows as usize * width;
                values.try_reserve_exact(length).map_err(|error| {
                    let problem =
                        format!("there is no memory for table {table}, which store.placement keeps there: {error}");
                    TierError::other(&settings.directory, problem)
                })?;
                values.resize(length, 0.0);
            }
            tables.push(values);
        }
        Ok(Self { tiers: TieredRows::open(settings)?, tables, moved: [Moved::default(); 2] })
    }

    fn width(&self) -> usize {
        self.tiers.settings().shape.width()
    }

    /// Which of HBM and DRAM a table is whole in.
    fn memory_of(&self, table: u32) -> Option<usize> {
        match self.tiers.settings().tier(table as usize) {
            Tier::Hbm => Some(0),
            Tier::Dram => Some(1),
            Tier::Ssd => None,
        }
    }

    /// The rows that are in files; `None`: all of them are.
    fn parts(&self, keys: &[RowKey]) -> Option<Parts> {
        if self.tables.iter().all(Vec::is_empty) {
            return None;
        }
        let places: Vec<usize> = (0..keys.len()).filter(|place| self.memory_of(keys[*place].table).is_none()).collect();
        Some(Parts { keys: places.iter().map(|place| keys[*place]).collect(), places })
    }

    fn range(&self, key: RowKey) -> std::ops::Range<usize> {
        let width = self.width();
        key.row as usize * width..(key.row as usize + 1) * width
    }

    /// Gets rows: those in files with `get`.
    fn get_with(
        &mut self,
        keys: &[RowKey],
        rows: &mut [f32],
        counts: bool,
        get: impl FnOnce(&mut TieredRows, &[RowKey], &mut [f32]) -> Result<(), EmbeddingError>,
    ) -> Result<(), EmbeddingError> {
        let Some(Parts { keys: in_files, places }) = self.parts(keys) else {
            return get(&mut self.tiers, keys, rows);
        };
        self.tiers.check("rows to get", keys, rows.len())?;
        let width = self.width();
        let mut got = vec![0.0; in_files.len() * width];
        get(&mut self.tiers, &in_files, &mut got)?;
        for (place, row) in places.iter().zip(got.chunks_exact(width)) {
            rows[place * width..(place + 1) * width].copy_from_slice(row);
        }
        let (start, before) = (self.tiers.now(), self.moved);
        for (key, row) in keys.iter().zip(rows.chunks_exact_mut(width)) {
            if let Some(memory) = self.memory_of(key.table) {
                row.copy_from_slice(&self.tables[key.table as usize][self.range(*key)]);
                self.moved[memory].read += u64::from(counts);
            }
        }
        self.charge(start, before);
        Ok(())
    }

    /// Puts rows: those in files with `put`.
    fn put_with(
        &mut self,
        keys: &[RowKey],
        rows: &[f32],
        counts: bool,
        put: impl FnOnce(&mut TieredRows, &[RowKey], &[f32]) -> Result<(), EmbeddingError>,
    ) -> Result<(), EmbeddingError> {
        let Some(Parts { keys: in_files, places }) = self.parts(keys) else {
            return put(&mut self.tiers, keys, rows);
        };
        self.tiers.check("rows to put", keys, rows.len())?;
        let width = self.width();
        let of_files: Vec<f32> =
            places.iter().flat_map(|place| &rows[place * width..(place + 1) * width]).copied().collect();
        put(&mut self.tiers, &in_files, &of_files)?;
        let (start, before) = (self.tiers.now(), self.moved);
        for (key, row) in keys.iter().zip(rows.chunks_exact(width)) {
            if let Some(memory) = self.memory_of(key.table) {
                let range = self.range(*key);
                self.tables[key.table as usize][range].copy_from_slice(row);
                self.moved[memory].written += u64::from(counts);
            }
        }
        self.charge(start, before);
        Ok(())
    }

    /// Rows of tables that training has moved since `start` are charged, and waited for.
    fn charge(&mut self, start: u64, before: [Moved; 2]) {
        let moved = |memory: usize| {
            [self.moved[memory].read - before[memory].read, self.moved[memory].written - before[memory].written]
        };
        let all = [(Memory::Hbm, moved(0)), (Memory::Dram, moved(1))];
        self.tiers.charge_rows(start, all, ChargedFor::Rows);
    }

    /// Writes the tables that are whole in a memory to a file of a folder; `None`: there are none.
    fn save_tables(&self, folder: &Path) -> Result<Option<TablesAbout>, TierError> {
        if self.tables.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let path = folder.join(TABLES);
        let mut about = TablesAbout { moved: self.moved, ..TablesAbout::default() };
        let mut write = || {
            let mut file = BufWriter::with_capacity(1 << 20, WrittenFile::create(&path)?);
            for values in self.tables.iter().flat_map(|table| table.chunks(PIECE)) {
                let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
                about.crc32c = crc32c::crc32c_append(about.crc32c, &bytes);
                about.bytes += bytes.len() as u64;
                file.write_all(&bytes)?;
            }
            file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync()
        };
        write().map_err(TierError::io(&path, None, "tables in memory cannot be written"))?;
        Ok(Some(about))
    }

    fn load_tables(&mut self, folder: &Path, about: Option<TablesAbout>) -> Result<(), TierError> {
        let Some(about) = about else { return Ok(()) };
        // What is damaged is found before anything is taken for a row.
        check(folder, about)?;
        let path = folder.join(TABLES);
        let mut file = open(&path)?;
        let mut bytes = vec![0; 4 * PIECE];
        for values in self.tables.iter_mut().flat_map(|table| table.chunks_mut(PIECE)) {
            let bytes = &mut bytes[..4 * values.len()];
            file.read_exact(bytes).map_err(TierError::io(&path, None, "tables in memory cannot be read"))?;
            let (words, _) = bytes.as_chunks();
            values.iter_mut().zip(words).for_each(|(value, word)| *value = f32::from_le_bytes(*word));
        }
        self.moved = about.moved;
        Ok(())
    }
}

fn open(path: &Path) -> Result<BufReader<File>, TierError> {
    let file = File::open(path).map_err(TierError::io(path, None, "tables in memory cannot be read"))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

/// Checks every byte of the file of tables that are whole in a memory.
pub(crate) fn check(folder: &Path, about: TablesAbout) -> Result<(), TierError> {
    let path = folder.join(TABLES);
    let (mut file, mut found, mut length) = (open(&path)?, 0, 0);
    let mut bytes = vec![0; 4 * PIECE];
    loop {
        let count = file.read(&mut bytes).map_err(TierError::io(&path, None, "tables in memory cannot be read"))?;
        if count == 0 {
            break;
        }
        found = crc32c::crc32c_append(found, &bytes[..count]);
        length += count as u64;
    }
    if (length, found) == (about.bytes, about.crc32c) {
        return Ok(());
    }
    let problem = format!(
        "it is damaged: {} bytes with CRC-32C {:08x} were written, and there are {length} with {found:08x}: go on from another saved \
         state",
        about.bytes, about.crc32c
    );
    Err(TierError::other(&path, problem))
}

impl RowStore for PlacedRows {
    fn name(&self) -> &'static str {
        self.tiers.name()
    }

    fn shape(&self) -> RowShape {
        self.tiers.shape()
    }

    fn rows(&self) -> &[u32] {
        self.tiers.rows()
    }

    fn get(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.get_with(keys, rows, true, TieredRows::get)
    }

    fn put(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.put_with(keys, rows, true, TieredRows::put)
    }

    fn put_some(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.put_with(keys, rows, true, TieredRows::put_some)
    }

    fn read(&mut self, keys: &[RowKey], rows: &mut [f32]) -> Result<(), EmbeddingError> {
        self.get_with(keys, rows, false, TieredRows::read)
    }

    fn write(&mut self, keys: &[RowKey], rows: &[f32]) -> Result<(), EmbeddingError> {
        self.put_with(keys, rows, false, TieredRows::write)
    }

    fn fetch_ahead(&mut self, keys: &[RowKey]) -> Result<(), EmbeddingError> {
        self.tiers.check_keys(keys)?;
        match self.parts(keys) {
            Some(parts) => self.tiers.fetch_ahead(&parts.keys),
            None => self.tiers.fetch_ahead(keys),
        }
    }

    fn tiers(&mut self) -> Option<&mut dyn Tiers> {
        Some(self)
    }
}

impl Tiers for PlacedRows {
    fn begin_drawn(&mut self, drawn: DrawnRows) -> Result<bool, EmbeddingError> {
        let RowShape { dimension, .. } = self.shape();
        let width = self.width();
        let deferred = self.tiers.begin_drawn(drawn.clone())?;
        for (table, values) in self.tables.iter_mut().enumerate().filter(|_| deferred) {
            for (row, values) in values.chunks_exact_mut(width).enumerate() {
                drawn.draw(table, row as u64, &mut values[..dimension]);
            }
        }
        Ok(deferred)
    }

    fn save(&mut self, folder: &Path) -> Result<u32, EmbeddingError> {
        let about = self.save_tables(folder)?;
        self.tiers.save_with(folder, about)
    }

    fn load(&mut self, folder: &Path, checksum: u32) -> Result<(), EmbeddingError> {
        let about = self.tiers.load_with(folder, checksum)?;
        self.load_tables(folder, about).map_err(|error| {
            self.tiers.fail();
            error.into()
        })
    }

    fn close(&mut self) -> Result<(), EmbeddingError> {
        let folder = self.tiers.settings().directory.clone();
        let about = self.save_tables(&folder)?;
        self.tiers.close_with(about)
    }

    fn report(&self) -> TiersReport {
        let row_bytes = 4 * self.width() as u64;
        let report = |(name, memory): (&'static str, usize)| {
            let tables = (0..self.tables.len()).filter(|table| self.memory_of(*table as u32) == Some(memory));
            let (count, rows) = tables
                .fold((0, 0), |(count, rows), table| (count + 1, rows + u64::from(self.tiers.settings().rows[table])));
            let Moved { read, written } = self.moved[memory];
            let (bytes_read, bytes_written) = (read * row_bytes, written * row_bytes);
            TablesReport { name, tables: count, held: rows, rows: read, bytes_read, bytes_written }
        };
        let tables = [("hbm", 0), ("dram", 1)].map(report);
        let bytes = tables.each_ref().map(|report| report.held * row_bytes);
        let tables = tables.into_iter().filter(|report| report.tables > 0).collect();
        TiersReport { tables, ..self.tiers.report_with(bytes) }
    }

    fn charges(&mut self) -> Vec<Charge> {
        self.tiers.charges()
    }

    fn has(&self, keys: &[RowKey]) -> Result<Vec<bool>, EmbeddingError> {
        let Some(Parts { keys: in_files, places }) = self.parts(keys) else { return self.tiers.has(keys) };
        self.tiers.check_keys(keys)?;
        let mut has = vec![true; keys.len()];
        for (place, there) in places.into_iter().zip(self.tiers.has(&in_files)?) {
            has[place] = there;
        }
        Ok(has)
    }

    fn hits(&self) -> TierHits {
        self.tiers.hits()
    }

    fn traffic(&self) -> Vec<MemoryTraffic> {
        self.tiers.traffic()
    }
}
