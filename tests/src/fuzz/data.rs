//! Data to train on.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use emberlane_data::{BatchSource, CriteoRecord, DataError, Purpose, open};
use emberlane_experiment::{
    CriteoConfig, DataConfig, DataFormat, Experiment, HeldOut, ModelConfig, OnMalformed, ShortLines,
};

use super::place::{file, here};

/// Batches that are read of a file at most: a few bytes may unpack to billions.
const MOST_BATCHES: u64 = 100;

/// A small model that data is read for.
pub(super) fn model() -> ModelConfig {
    let text = "[model]\nbottom = [13, 16]\ntop = [1]\ntables = 3\nrows = [5, 3, 1000]\ndimension = 16\n\
                [data]\nkind = \"synthetic\"\n";
    Experiment::parse(Path::new("model.toml"), text).expect("an experiment").model
}

/// A line of Criteo's text.
pub(super) fn criteo_record(line: &[u8]) -> bool {
    let (whole, padded) = (CriteoRecord::parse(line), CriteoRecord::parse_padded(line));
    let Ok((record, padded)) = padded else {
        assert!(whole.is_err(), "a line that is whole needs no padding");
        return false;
    };
    assert_eq!(whole.is_ok(), !padded);
    assert!((0..13).all(|integer| record.dense(integer).is_finite()));
    for rows in [1, 7, u32::MAX] {
        assert!((0..30).all(|table| record.row(table, 0, rows) < rows && record.row(table, 1, rows) < rows));
    }
    true
}

/// Reads batches, and goes on from a place among them in another source.
fn read(config: &DataConfig, seeks: bool) -> Result<u64, DataError> {
    let model = model();
    let open = || open(config, &model, Some(4), 1, Purpose::Training);
    let mut source = open()?;
    let mut batches = 0;
    while batches < MOST_BATCHES {
        let Some(batch) = source.next_batch()? else { break };
        assert!(batch.dense.iter().all(|value| value.is_finite()));
        assert_eq!(batch.bags.offsets.last().copied(), Some(batch.bags.indices.len() as u32));
        batches += 1;
        if seeks && batches == 1 {
            let mut other: Box<dyn BatchSource> = open()?;
            other.seek(&source.position())?;
            assert_eq!(other.position(), source.position());
        }
    }
    source.rewind()?;
    Ok(batches)
}

/// A file of Criteo's records; the first byte says how it is read.
pub(super) fn criteo_files(bytes: &[u8]) -> bool {
    let Some((way, bytes)) = bytes.split_first() else { return false };
    let mut config = CriteoConfig::new(vec![file("criteo", bytes)]);
    if way & 1 == 1 {
        config.format = DataFormat::Binary;
    }
    if way & 2 == 2 {
        config.on_malformed = OnMalformed::Skip;
    }
    if way & 4 == 4 {
        config.short_lines = ShortLines::Pad;
    }
    if way & 8 == 8 {
        config.held_out = HeldOut::Share(0.5);
    }
    read(&DataConfig::Criteo(config), way & 16 == 16).is_ok_and(|batches| batches > 0)
}

/// A cache that was built of a file, and how many bytes of it say of what it is.
struct Built {
    config: DataConfig,
    cache: PathBuf,
    whole: Vec<u8>,
    header: usize,
}

impl Built {
    fn new() -> Self {
        let line = format!("1{}{}\n", "\t5".repeat(13), "\t05db9164".repeat(26));
        let folder = here().join("cache");
        let config = DataConfig::Criteo(CriteoConfig {
            cache: Some(folder.clone()),
            ..CriteoConfig::new(vec![file("cached.tsv", line.repeat(9).as_bytes())])
        });
        read(&config, false).expect("good records");
        let cache = std::fs::read_dir(&folder).expect("the cache").next().expect("its file").expect("its name").path();
        let whole = std::fs::read(&cache).expect("the cache");
        let text = u32::from_le_bytes(whole[16..20].try_into().expect("four bytes")) as usize;
        Self { config, cache, whole, header: 16 + 4 + text + 4 }
    }
}

thread_local! {
    static BUILT: OnceCell<Built> = const { OnceCell::new() };
}

/// Parsed records that were kept. The first byte says whether the rest is the whole file, or what is behind its header, with checksums
/// as they are or made right.
pub(super) fn criteo_cache(bytes: &[u8]) -> bool {
    let Some((way, bytes)) = bytes.split_first() else { return false };
    BUILT.with(|built| {
        let Built { config, cache, whole, header } = built.get_or_init(Built::new);
        let mut blocks = bytes.to_vec();
        if way & 1 == 1 {
            make_checksums_right(&mut blocks);
        }
        let header = if way & 2 == 2 { &[][..] } else { &whole[..*header] };
        std::fs::write(cache, [header, &blocks].concat()).expect("the cache");
        read(config, way & 16 == 16).is_ok()
    })
}

/// A cache, without its header, for the corpus.
pub(super) fn made_cache() -> Vec<u8> {
    let Built { whole, header, .. } = Built::new();
    [&[17], &whole[header..]].concat()
}

/// Gives every block its checksum.
fn make_checksums_right(blocks: &mut [u8]) {
    let mut left = blocks;
    while let Some((header, behind)) = left.split_at_mut_checked(20) {
        let size = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
        let Some((entries, next)) = behind.split_at_mut_checked(size) else { return };
        let sum = crc32c::crc32c_append(crc32c::crc32c(&header[..16]), entries);
        header[16..].copy_from_slice(&sum.to_le_bytes());
        left = next;
    }
}

/// A file of tensors; the first byte says what of it is read.
pub(super) fn tensors(bytes: &[u8]) -> bool {
    let Some((way, bytes)) = bytes.split_first() else { return false };
    let held_out = if way & 8 == 8 { HeldOut::Share(0.5) } else { HeldOut::None };
    let config = DataConfig::Tensors { paths: vec![file("tensors", bytes)], held_out };
    read(&config, way & 16 == 16).is_ok()
}
