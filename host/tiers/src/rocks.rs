//! Rows in RocksDB: a database a shard, with the options that FBGEMM's tables on SSDs have.
//!
//! A key is table and row, the higher byte first, so that RocksDB's order is ours; a value is the row with a CRC-32C of both. There is
//! no cache of blocks, as there are caches of rows, and no log of writes, as a live folder is nothing that a run goes on from. Filters
//! are kept for what is not there too, since a row that was never set is asked for when it is drawn.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use emberlane_files::{Change, about_to, sync_folder};
use emberlane_stores::{BlockReport, RowKey};
use rocksdb::checkpoint::Checkpoint;
use rocksdb::perf::{PerfContext, PerfMetric, PerfStatsLevel, set_perf_stats};
use rocksdb::{
    BlockBasedOptions, ColumnFamilyDescriptor, DB, DBCompactionStyle, DBCompressionType, DataBlockIndexType, Options,
    ReadOptions, WriteBatch, WriteOptions,
};

use crate::aligned::BLOCK;
use crate::block::{BlockTier, BlockWork};
use crate::error::TierError;
use crate::files::takes_direct;
use crate::rocks_about::{About, Held, ShardAbout, Work, copied, database_name};
use crate::settings::Settings;
use crate::shard::shard_of;

/// The one column family, by RocksDB's name.
const ROWS: &str = "default";
/// What a database says of itself: a key that no row has.
const ABOUT: &[u8] = b"about";
const CHECKSUM_BYTES: usize = 4;

/// Rows in databases.
pub(crate) struct Rocks {
    folder: PathBuf,
    width: usize,
    direct: bool,
    segment: usize,
    rows: Vec<u32>,
    options: Options,
    shards: Vec<Shard>,
    done: Mutex<Done>,
}

/// A database, and which rows it has.
struct Shard {
    /// `None` while another takes its place.
    database: RwLock<Option<DB>>,
    held: Mutex<Held>,
}

/// What databases did.
#[derive(Debug, Default)]
struct Done {
    sets: u64,
    /// Before they were opened, and since.
    before: Work,
    since: Work,
    /// Bytes of rows that were set since that was asked for.
    unasked: usize,
}

impl Rocks {
    /// Empty databases in a folder that is there.
    pub(crate) fn open(settings: &Settings) -> Result<Self, TierError> {
        let direct = settings.direct && takes_direct(&settings.directory);
        let options = options(direct, settings.segment);
        let shard = |number| {
            let database = open(&options, (direct, settings.segment), &settings.directory, number)?;
            let held = Held::new(&settings.rows_in_files(), settings.shards);
            Ok(Shard { database: RwLock::new(Some(database)), held: Mutex::new(held) })
        };
        let shards = (0..settings.shards).map(shard).collect::<Result<_, TierError>>()?;
        Ok(Self {
            folder: settings.directory.clone(),
            width: settings.shape.width(),
            direct,
            segment: settings.segment,
            rows: settings.rows_in_files(),
            options,
            shards,
            done: Mutex::default(),
        })
    }

    /// Does something with a database.
    fn with<T>(&self, shard: usize, work: impl FnOnce(&DB) -> Result<T, TierError>) -> Result<T, TierError> {
        let database = self.shards[shard].database.read().unwrap_or_else(PoisonError::into_inner);
        work(database.as_ref().ok_or_else(|| self.failed(shard, None, "it could not be loaded"))?)
    }

    fn held(&self, shard: usize) -> MutexGuard<'_, Held> {
        self.shards[shard].held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn done(&self) -> MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record_bytes(&self) -> usize {
        8 + 4 * self.width + CHECKSUM_BYTES
    }

    fn failed(&self, shard: usize, row: Option<RowKey>, error: impl std::fmt::Display) -> TierError {
        failed(&self.folder, shard, row, error)
    }

    /// What RocksDB counts, of all databases. It is asked when enough was set for one to be written, as the answer is a long text.
    fn refreshed(&self) -> MutexGuard<'_, Done> {
        let mut done = self.done();
        if done.unasked >= self.segment {
            done.since = Work::of(&self.options.get_statistics().unwrap_or_default());
            done.unasked = 0;
        }
        done
    }

    /// Gets rows of one shard; their places among all are ascending.
    fn get_of(
        &self,
        shard: usize,
        keys: &[RowKey],
        places: &[usize],
        rows: &mut [f32],
        found: &mut [bool],
    ) -> Result<(), TierError> {
        self.with(shard, |database| {
            let family = database.cf_handle(ROWS).ok_or_else(|| self.failed(shard, None, "it has no rows"))?;
            let named = places.iter().map(|place| packed(keys[*place]));
            let got = database.batched_multi_get_cf_opt(&family, named, true, &checked());
            for (place, value) in places.iter().zip(got) {
                let key = keys[*place];
                if let Some(value) = value.map_err(|error| self.failed(shard, Some(key), error))? {
                    let row = &mut rows[place * self.width..(place + 1) * self.width];
                    decode(key, &value, row).map_err(|problem| self.failed(shard, Some(key), problem))?;
                    found[*place] = true;
                }
            }
            Ok(())
        })
    }
}

impl BlockTier for Rocks {
    fn get(&self, keys: &[RowKey], rows: &mut [f32], found: &mut [bool]) -> Result<u64, TierError> {
        // Counts are the thread's own, and off at first.
        set_perf_stats(PerfStatsLevel::EnableCount);
        let mut counted = PerfContext::default();
        counted.reset();
        found.fill(false);
        let mut of_shards: Vec<Vec<usize>> = vec![Vec::new(); self.shards.len()];
        for (place, key) in keys.iter().enumerate() {
            of_shards[shard_of(*key, self.shards.len())].push(place);
        }
        for (shard, places) in of_shards.iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            self.get_of(shard, keys, places, rows, found)?;
        }
        Ok(counted.metric(PerfMetric::BlockReadByte).div_ceil(BLOCK as u64))
    }

    fn set(&self, keys: &[RowKey], rows: &[f32]) -> Result<(), TierError> {
        let mut batches: Vec<WriteBatch> = (0..self.shards.len()).map(|_| WriteBatch::default()).collect();
        let mut value = Vec::new();
        for (key, row) in keys.iter().zip(rows.chunks_exact(self.width)) {
            encode(*key, row, &mut value);
            batches[shard_of(*key, self.shards.len())].put(packed(*key), &value);
        }
        for (shard, batch) in batches.into_iter().enumerate().filter(|(_, batch)| !batch.is_empty()) {
            let write = |database: &DB| database.write_opt(batch, &unlogged());
            self.with(shard, |database| write(database).map_err(|error| self.failed(shard, None, error)))?;
        }
        keys.iter().for_each(|key| self.held(shard_of(*key, self.shards.len())).set(*key));
        let mut done = self.done();
        done.sets += keys.len() as u64;
        done.unasked += keys.len() * self.record_bytes();
        Ok(())
    }

    fn has(&self, keys: &[RowKey]) -> Vec<bool> {
        keys.iter().map(|key| self.held(shard_of(*key, self.shards.len())).has(*key)).collect()
    }

    /// Those that were ever set. Which of them are still in memory only RocksDB knows.
    fn reads(&self, keys: &[RowKey]) -> (u64, u64) {
        let held = self.has(keys).into_iter().filter(|has| *has).count();
        (held as u64, self.record_bytes().next_multiple_of(BLOCK) as u64)
    }

    fn work(&self) -> BlockWork {
        let segment = self.segment as u64;
        let done = self.refreshed();
        BlockWork { read: done.since.read / segment, written: done.since.written() / segment, bytes: segment }
    }

    fn save(&self, folder: &Path) -> Result<serde_json::Value, TierError> {
        let mut shards = Vec::new();
        for number in 0..self.shards.len() {
            let about = ShardAbout { sets: self.done().sets, rows: self.held(number).count() };
            let text = serde_json::to_vec(&about).map_err(|error| self.failed(number, None, error))?;
            let failed = |error| failed(folder, number, None, error);
            self.with(number, |database| {
                let said = database.put_opt(ABOUT, text, &unlogged()).and_then(|()| database.flush());
                said.map_err(failed)?;
                if folder == self.folder {
                    return Ok(());
                }
                let to = folder.join(database_name(number));
                about_to(Change::MakeFolder(&to)).map_err(TierError::io(&to, Some(number), "cannot be saved"))?;
                Checkpoint::new(database).and_then(|it| it.create_checkpoint(&to)).map_err(failed)?;
                sync_folder(&to).map_err(TierError::io(&to, Some(number), "cannot be made to last"))
            })?;
            shards.push(about);
        }
        let done = self.done();
        let since = Work::of(&self.options.get_statistics().unwrap_or_default());
        let about = About { shards, sets: done.sets, work: done.before.with(since) };
        serde_json::to_value(about).map_err(|error| TierError::other(folder, error.to_string()))
    }

    fn load(&self, folder: &Path, about: &serde_json::Value) -> Result<(), TierError> {
        let about = About::read(folder, about, self.shards.len())?;
        for (number, expected) in about.shards.iter().enumerate() {
            let from = folder.join(database_name(number));
            let to = self.folder.join(database_name(number));
            let mut database = self.shards[number].database.write().unwrap_or_else(PoisonError::into_inner);
            // It is empty, and closed before its files go.
            *database = None;
            copied(&from, &to, number)?;
            let opened = open(&self.options, (self.direct, self.segment), &self.folder, number)?;
            let mut held = Held::new(&self.rows, self.shards.len());
            check(&opened, folder, (number, self.shards.len()), (self.width, &self.rows), *expected, &mut held)?;
            *database = Some(opened);
            *self.held(number) = held;
        }
        *self.done() = Done { sets: about.sets, before: about.work, ..Done::default() };
        Ok(())
    }

    fn report(&self) -> BlockReport {
        let done = self.done();
        let work = done.before.with(Work::of(&self.options.get_statistics().unwrap_or_default()));
        let bytes = |shard: usize| {
            let asked = rocksdb::properties::TOTAL_SST_FILES_SIZE;
            let bytes = self.with(shard, |database| Ok(database.property_int_value(asked).ok().flatten()));
            bytes.ok().flatten().unwrap_or(0)
        };
        BlockReport {
            name: "RocksDB".to_owned(),
            direct: self.direct,
            sets: done.sets,
            bytes_written: work.written(),
            compacted: work.compacted / self.record_bytes() as u64,
            compaction_bytes_read: work.read,
            held: (0..self.shards.len()).map(|shard| self.held(shard).count()).sum(),
            disk_bytes: (0..self.shards.len()).map(bytes).sum(),
            ..BlockReport::default()
        }
    }
}

/// FBGEMM's options, but for two: checksums are checked, and filters are kept for rows that are not there.
fn options(direct: bool, segment: usize) -> Options {
    let mut table = BlockBasedOptions::default();
    table.set_block_size(BLOCK);
    table.disable_cache();
    table.set_bloom_filter(10.0, false);
    table.set_data_block_index_type(DataBlockIndexType::BinaryAndHash);
    table.set_data_block_hash_ratio(0.75);
    table.set_format_version(5);
    let mut options = Options::default();
    options.create_if_missing(true);
    options.set_block_based_table_factory(&table);
    options.set_compression_type(DBCompressionType::None);
    options.set_compaction_style(DBCompactionStyle::Universal);
    options.set_use_direct_reads(direct);
    options.set_use_direct_io_for_flush_and_compaction(direct);
    options.set_paranoid_checks(true);
    options.set_write_buffer_size(segment);
    options.set_max_write_buffer_number(2);
    options.set_max_background_jobs(2);
    options.set_max_open_files(-1);
    options.set_keep_log_file_num(1);
    options.enable_statistics();
    options
}

/// A live folder is scratch: what a run goes on from was flushed.
fn unlogged() -> WriteOptions {
    let mut options = WriteOptions::default();
    options.disable_wal(true);
    options
}

fn open(options: &Options, of_rows: (bool, usize), folder: &Path, shard: usize) -> Result<DB, TierError> {
    let path = folder.join(database_name(shard));
    let rows = ColumnFamilyDescriptor::new(ROWS, self::options(of_rows.0, of_rows.1));
    DB::open_cf_descriptors(options, &path, [rows]).map_err(|error| failed(folder, shard, None, error))
}

/// Reads that check what they read, and keep none of it.
fn checked() -> ReadOptions {
    let mut options = ReadOptions::default();
    options.set_verify_checksums(true);
    options.fill_cache(false);
    options
}

fn failed(folder: &Path, shard: usize, row: Option<RowKey>, error: impl std::fmt::Display) -> TierError {
    let row = row.map_or_else(String::new, |key| format!("row {} of table {}: ", key.row, key.table));
    let problem = format!("shard {shard}: {row}{error}; if it is damaged, go on from a saved state with --resume");
    TierError::other(&folder.join(database_name(shard)), problem)
}

fn packed(RowKey { table, row }: RowKey) -> [u8; 8] {
    (u64::from(table) << 32 | u64::from(row)).to_be_bytes()
}

fn checksum(key: RowKey, values: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&packed(key)), values)
}

fn encode(key: RowKey, row: &[f32], value: &mut Vec<u8>) {
    value.clear();
    row.iter().for_each(|number| value.extend_from_slice(&number.to_le_bytes()));
    value.extend_from_slice(&checksum(key, value).to_le_bytes());
}

/// Reads a row; the error says what is wrong with it.
fn decode(key: RowKey, value: &[u8], row: &mut [f32]) -> Result<(), String> {
    let expected = 4 * row.len() + CHECKSUM_BYTES;
    let (values, found) = value
        .split_last_chunk::<CHECKSUM_BYTES>()
        .filter(|_| value.len() == expected)
        .ok_or_else(|| format!("it has {} bytes, and {expected} were written", value.len()))?;
    let (found, expected) = (u32::from_le_bytes(*found), checksum(key, values));
    if found != expected {
        return Err(format!("its checksum is {found:08x}, and that of its bytes {expected:08x}"));
    }
    let (words, _) = values.as_chunks();
    row.iter_mut().zip(words).for_each(|(number, word)| *number = f32::from_le_bytes(*word));
    Ok(())
}

/// Reads every row of a database, and checks that it is what was saved.
fn check(
    database: &DB,
    folder: &Path,
    (shard, shards): (usize, usize),
    (width, rows): (usize, &[u32]),
    expected: ShardAbout,
    held: &mut Held,
) -> Result<(), TierError> {
    let (mut about, mut values) = (None, vec![0.0; width]);
    for entry in database.iterator_opt(rocksdb::IteratorMode::Start, checked()) {
        let (key, value) = entry.map_err(|error| failed(folder, shard, None, error))?;
        if &*key == ABOUT {
            about = serde_json::from_slice(&value).ok();
            continue;
        }
        let Ok(named) = <[u8; 8]>::try_from(&*key).map(u64::from_be_bytes) else {
            return Err(failed(folder, shard, None, "it has a key that is no row"));
        };
        let key = RowKey { table: (named >> 32) as u32, row: named as u32 };
        let is_ours =
            rows.get(key.table as usize).is_some_and(|rows| key.row < *rows) && shard_of(key, shards) == shard;
        if !is_ours {
            return Err(failed(folder, shard, Some(key), "this shard has no such row"));
        }
        decode(key, &value, &mut values).map_err(|problem| failed(folder, shard, Some(key), problem))?;
        held.set(key);
    }
    let found = about.map(|about: ShardAbout| ShardAbout { rows: held.count(), ..about });
    if found != Some(expected) {
        let problem = format!("its rows are whole, but they are not what was saved: {expected:?} and {found:?}");
        return Err(failed(folder, shard, None, problem));
    }
    Ok(())
}

/// Reads every row of the databases of a folder; says how many there are. The folder stays as it is.
pub(crate) fn verify(
    folder: &Path,
    width: usize,
    rows: &[u32],
    about: &About,
    mut note: impl FnMut(Result<u64, TierError>),
) {
    for (shard, expected) in about.shards.iter().enumerate() {
        let verified = || {
            // What RocksDB writes about itself goes elsewhere.
            let scratch = tempfile::tempdir();
            let scratch = scratch.map_err(TierError::io(folder, Some(shard), "RocksDB's messages have no folder"))?;
            let mut options = options(false, BLOCK);
            options.set_db_log_dir(scratch.path());
            let path = folder.join(database_name(shard));
            // RocksDB would make an empty folder.
            if !path.is_dir() {
                return Err(failed(folder, shard, None, "its database is gone"));
            }
            let opened = DB::open_for_read_only(&options, &path, false);
            let opened = opened.map_err(|error| failed(folder, shard, None, error))?;
            let mut held = Held::new(rows, about.shards.len());
            check(&opened, folder, (shard, about.shards.len()), (width, rows), *expected, &mut held)?;
            Ok(held.count())
        };
        note(verified());
    }
}

/// Lets RocksDB write the rows of a folder's databases anew, without what was set again.
pub(crate) fn compact(folder: &Path, shards: usize, segment: usize) -> Result<(), TierError> {
    for shard in 0..shards {
        let database = open(&options(false, segment), (false, segment), folder, shard)?;
        database.compact_range(None::<&[u8]>, None::<&[u8]>);
        database.flush().map_err(|error| failed(folder, shard, None, error))?;
    }
    Ok(())
}
