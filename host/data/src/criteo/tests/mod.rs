//! Every form of the same records gives the same records, from every position.

#[cfg(feature = "parquet")]
mod columns;

use std::io::Write;
use std::path::{Path, PathBuf};

use emberlane_experiment::{CriteoConfig, DataFormat, HeldOut, OnMalformed, ShortLines};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

use super::record::FIELDS;
use super::{CriteoRecord, CriteoRecords};
use crate::held_out::Part;
use crate::{DataError, GenerateOptions, Purpose, generate};

const ROWS: usize = 300;

struct Fixture {
    folder: tempfile::TempDir,
    text: String,
}

impl Fixture {
    /// The records as text, and another time in as many files.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("clicks.tsv");
        generate(&path, &GenerateOptions { rows: ROWS as u64, categories: 300, skew: 1.05, seed: 5 }).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        Self { folder, text }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        std::fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    fn tsv(&self) -> PathBuf {
        self.path("clicks.tsv")
    }

    fn records(&self) -> Vec<CriteoRecord> {
        self.text.lines().map(|line| CriteoRecord::parse(line.as_bytes()).unwrap()).collect()
    }

    /// The records with their categories taken for numbers.
    fn numbered(&self) -> Vec<CriteoRecord> {
        let number = |record| CriteoRecord { numbered: true, ..record };
        let mut records: Vec<_> = self.records().into_iter().map(number).collect();
        for record in &mut records {
            // These forms have no missing value, and dlrm has made them 0.
            record.integers.iter_mut().for_each(|integer| *integer = Some(integer.unwrap_or(0)));
            record.categories.iter_mut().for_each(|category| *category = Some(category.unwrap_or(0) >> 1));
        }
        records
    }
}

fn config(path: &Path) -> CriteoConfig {
    CriteoConfig::new(vec![path.to_path_buf()])
}

fn open(config: &CriteoConfig) -> Result<CriteoRecords, DataError> {
    CriteoRecords::open_all(config, Part::ALL)
}

fn rest(records: &mut CriteoRecords) -> Vec<CriteoRecord> {
    std::iter::from_fn(|| records.next_record().unwrap()).collect()
}

/// All records, of another epoch too, and from positions in the middle.
#[track_caller]
fn check(config: &CriteoConfig, expected: &[CriteoRecord]) {
    let mut records = open(config).unwrap();
    assert!(rest(&mut records) == expected);
    records.rewind().unwrap();
    let mut positions = Vec::new();
    for record in expected {
        positions.push(records.position());
        assert!(records.next_record().unwrap().as_ref() == Some(record));
    }
    positions.push(records.position());
    assert!(records.next_record().unwrap().is_none());
    for (number, position) in
        positions.iter().enumerate().step_by(37).chain([(expected.len(), &positions[expected.len()])])
    {
        let text = serde_json::to_string(position).unwrap();
        let mut other = open(config).unwrap();
        other.seek(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(other.position(), *position);
        assert!(rest(&mut other) == expected[number..], "from record {number}");
        records.seek(position).unwrap();
        assert!(rest(&mut records) == expected[number..], "from record {number}, of a source that was at its end");
    }
}

#[track_caller]
fn refused(config: &CriteoConfig, expected: &[&str]) {
    let error = match open(config) {
        Err(error) => error.to_string(),
        Ok(mut records) => loop {
            match records.next_record() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("it must be refused"),
                Err(error) => break error.to_string(),
            }
        },
    };
    let path = config.paths[0].display().to_string();
    for part in expected.iter().chain([&&*path]) {
        assert!(error.contains(part), "expected {part:?} in {error:?}");
    }
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn text_is_read_packed_or_not() {
    let fixture = Fixture::new();
    let expected = fixture.records();
    check(&config(&fixture.tsv()), &expected);
    let (first, second) = fixture.text.split_at(fixture.text.len() / 3);
    // Several members or frames are one text; the name of a file says nothing.
    let packed = fixture.write("clicks", &[gzip(first), gzip(second)].concat());
    check(&config(&packed), &expected);
    let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 1).unwrap();
    let packed = fixture.write("clicks.gz", &[zstd(first), zstd(second)].concat());
    check(&config(&packed), &expected);
    let skippable = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3][..], &zstd(&fixture.text)].concat();
    check(&config(&fixture.write("pzstd", &skippable)), &expected);

    let whole = gzip(&fixture.text);
    refused(&config(&fixture.write("cut.gz", &whole[..whole.len() / 2])), &["gzip stream is cut off"]);
    let mut damaged = whole.clone();
    let last = damaged.len() - 6;
    damaged[last] ^= 1;
    refused(&config(&fixture.write("damaged.gz", &damaged)), &["gzip stream is damaged"]);
    let whole = zstd(&fixture.text);
    refused(&config(&fixture.write("cut.zst", &whole[..whole.len() / 2])), &["zstd stream"]);
    refused(&config(&fixture.write("clicks.xz", b"\xfd7zXZ\0\0\0")), &["compressed (xz)", "unpack it"]);
}

#[test]
fn several_files_are_one_behind_the_other() {
    let fixture = Fixture::new();
    let expected = fixture.records();
    let (first, second) = fixture.text.split_at(fixture.text.match_indices('\n').nth(99).unwrap().0 + 1);
    fixture.write("day_0", first.as_bytes());
    fixture.write("day_1.gz", &gzip(second));
    let days = config(&fixture.path("day_*"));
    check(&days, &expected);
    let part = |held_out, purpose| CriteoRecords::open_all(&days, Part::new(held_out, 3, purpose)).unwrap();
    assert!(rest(&mut part(HeldOut::Files(1), Purpose::Training)) == expected[..100]);
    assert!(rest(&mut part(HeldOut::Files(1), Purpose::Evaluation)) == expected[100..]);
    let error = CriteoRecords::open_all(&days, Part::new(HeldOut::Files(2), 3, Purpose::Training)).err().unwrap();
    assert!(error.to_string().contains("hold_out_files") && error.to_string().contains("2 files"), "{error}");
    let mut trained = part(HeldOut::Share(0.2), Purpose::Training);
    let evaluated = rest(&mut part(HeldOut::Share(0.2), Purpose::Evaluation));
    let all = rest(&mut trained);
    assert_eq!(all.len() + evaluated.len(), ROWS);
    assert!((30..90).contains(&evaluated.len()), "{}", evaluated.len());
    trained.rewind().unwrap();
    for _ in 0..50 {
        trained.next_record().unwrap();
    }
    let mut other = part(HeldOut::Share(0.2), Purpose::Training);
    other.seek(&trained.position()).unwrap();
    assert!(rest(&mut other) == all[50..], "which records are held out does not depend on where reading began");
}

#[test]
fn binary_records_are_read() {
    let fixture = Fixture::new();
    let mut bytes = Vec::new();
    for record in fixture.numbered() {
        bytes.extend(i32::from(record.click).to_le_bytes());
        record.integers.iter().for_each(|integer| bytes.extend((integer.unwrap() as i32).to_le_bytes()));
        record.categories.iter().for_each(|category| bytes.extend(category.unwrap().to_le_bytes()));
    }
    let path = fixture.write("train_data.bin", &bytes);
    let binary = |path: &Path| CriteoConfig { format: DataFormat::Binary, ..config(path) };
    check(&binary(&path), &fixture.numbered());
    let record = &fixture.numbered()[7];
    assert_eq!(record.row(28, 0, 1000), record.categories[2].unwrap() % 1000, "a number is a row");
    refused(&config(&path), &["data.format = \"binary\""]);
    refused(&binary(&fixture.tsv()), &["record 1", "label"]);
    let cut = fixture.write("cut.bin", &bytes[..bytes.len() - 1]);
    refused(&binary(&cut), &["record 300", "159 of its 160 bytes"]);
    let skip = CriteoConfig { on_malformed: OnMalformed::Skip, ..binary(&cut) };
    check(&skip, &fixture.numbered()[..ROWS - 1]);
    bytes[56..60].fill(0xff);
    refused(&binary(&fixture.write("negative.bin", &bytes)), &["record 1", "category 1", "found \"-1\""]);
}

/// An array of NumPy with its header.
fn npy(descr: &str, by_columns: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if by_columns { "True" } else { "False" };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    header.push_str(&" ".repeat(63 - (10 + header.len()) % 64));
    header.push('\n');
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

/// A zip file as NumPy's `savez` and `savez_compressed` write it.
fn zip(members: &[Member], deflate: bool) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in members {
        let mut crc = flate2::Crc::new();
        crc.update(data);
        let packed = if deflate {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(data).unwrap();
            encoder.finish().unwrap()
        } else {
            data.clone()
        };
        let (version, flags, method) = (20u16.to_le_bytes(), [0; 2], u16::from(deflate) * 8);
        let common = [
            &version[..],
            &flags,
            &method.to_le_bytes(),
            &[0, 0, 0x21, 0],
            &crc.sum().to_le_bytes(),
            &(packed.len() as u32).to_le_bytes(),
            &(data.len() as u32).to_le_bytes(),
            &(name.len() as u16).to_le_bytes(),
            &[0; 2],
        ]
        .concat();
        let start = (file.len() as u32).to_le_bytes();
        file.extend([b"PK\x03\x04", &common[..], name.as_bytes(), &packed].concat());
        directory.extend([b"PK\x01\x02\x14\x00", &common[..], &[0; 10], &start, name.as_bytes()].concat());
    }
    let count = (members.len() as u16).to_le_bytes();
    let (size, start) = ((directory.len() as u32).to_le_bytes(), (file.len() as u32).to_le_bytes());
    [&file[..], &directory, b"PK\x05\x06\0\0\0\0", &count, &count, &size, &start, &[0, 0]].concat()
}

/// Name and bytes of an array.
type Member = (&'static str, Vec<u8>);

fn arrays(records: &[CriteoRecord]) -> Vec<Member> {
    let rows = records.len();
    let integers =
        records.iter().flat_map(|r| r.integers).flat_map(|x| (x.unwrap() as i32).to_le_bytes()).collect::<Vec<_>>();
    let labels = records.iter().flat_map(|r| i32::from(r.click).to_le_bytes()).collect::<Vec<_>>();
    // As dlrm keeps the categories of a day: transposed, and numbers of floating point.
    let column = |column: usize| records.iter().map(move |record| f64::from(record.categories[column].unwrap()));
    let categories: Vec<u8> = (0..26).flat_map(column).flat_map(f64::to_le_bytes).collect();
    vec![
        ("X_int.npy", npy("<i4", false, &format!("({rows}, 13)"), &integers)),
        ("X_cat.npy", npy("<f8", true, &format!("({rows}, 26)"), &categories)),
        ("y.npy", npy("<i4", false, &format!("({rows},)"), &labels)),
    ]
}

#[test]
fn arrays_of_dlrm_are_read() {
    let fixture = Fixture::new();
    let expected = fixture.numbered();
    for deflate in [false, true] {
        let path = fixture.write(&format!("day_{deflate}_processed.npz"), &zip(&arrays(&expected), deflate));
        check(&config(&path), &expected);
    }
    let mut by_rows = arrays(&expected);
    let categories = expected.iter().flat_map(|r| r.categories).flat_map(|x| x.unwrap().to_le_bytes());
    by_rows[1].1 = npy("<i4", false, "(300, 26)", &categories.collect::<Vec<_>>());
    let good = zip(&by_rows, true);
    check(&config(&fixture.write("rows.npz", &good)), &expected);

    let broken = |edit: &dyn Fn(&mut Vec<Member>)| {
        let mut arrays = arrays(&expected);
        edit(&mut arrays);
        config(&fixture.write("broken.npz", &zip(&arrays, true)))
    };
    refused(&broken(&|arrays| drop(arrays.pop())), &["no array y.npy", "X_int.npy, X_cat.npy"]);
    refused(&broken(&|arrays| arrays[2].1 = npy("<i4", false, "(2,)", &[0; 8])), &["y has 2 rows, X_int 300"]);
    refused(&broken(&|arrays| arrays[2].1 = npy("|O", false, "(2,)", &[0; 8])), &["y.npy", "an array of numbers"]);
    refused(
        &broken(&|arrays| arrays[0].1 = npy("<i4", false, "(300, 12)", &[0; 14400])),
        &["expected 13 columns, found 12"],
    );
    let huge = "(18446744073709551615, 26)";
    refused(&broken(&|arrays| arrays[1].1 = npy("<f8", true, huge, &[])), &["X_cat.npy", "does not fit"]);
    refused(&broken(&|arrays| arrays[2].1 = vec![7; 100]), &["y.npy", "no array of NumPy"]);
    refused(&config(&fixture.write("cut.npz", &good[..good.len() / 2])), &["no whole npz file"]);
    let mut damaged = zip(&by_rows, false);
    damaged[200] ^= 4;
    refused(&config(&fixture.write("damaged.npz", &damaged)), &["damaged"]);
    let text = CriteoConfig { format: DataFormat::Tsv, ..config(&fixture.path("rows.npz")) };
    refused(&text, &["a zip file, as npz is", "data.format is \"tsv\""]);
}

#[test]
fn short_lines_are_padded_when_asked() {
    let fixture = Fixture::new();
    let lines: Vec<&str> = fixture.text.lines().collect();
    let stripped: String = lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect();
    let cut_of: String = lines.iter().map(|line| line.rsplit_once('\t').unwrap().0.to_owned() + "\n").collect();
    let path = fixture.write("stripped.tsv", (stripped + &cut_of).as_bytes());
    let pad = CriteoConfig { short_lines: ShortLines::Pad, ..config(&path) };
    let mut records = open(&pad).unwrap();
    let found = rest(&mut records);
    let mut expected = fixture.records();
    assert!(found[..ROWS] == expected);
    expected.iter_mut().for_each(|record| record.categories[25] = None);
    assert!(found[ROWS..] == expected);
    assert_eq!((records.padded(), records.skipped()), (ROWS as u64, 0));
    refused(&config(&path), &["expected 40 tab-separated fields", ":301"]);
    let long = fixture.write("long.tsv", (fixture.text.clone() + &"0\t".repeat(FIELDS)).as_bytes());
    refused(&CriteoConfig { short_lines: ShortLines::Pad, ..config(&long) }, &["found 41"]);
}

#[test]
fn a_cache_gives_the_same_records() {
    let fixture = Fixture::new();
    let bad = "no record\n".repeat(3);
    let mut lines: Vec<String> = fixture.text.lines().map(|line| format!("{line}\n")).collect();
    lines[0].insert_str(0, &bad);
    lines[150].insert_str(0, &bad);
    lines.push(bad);
    let path = fixture.write("bad.tsv", lines.concat().as_bytes());
    let plain = CriteoConfig { on_malformed: OnMalformed::Skip, ..config(&path) };
    let cached = CriteoConfig { cache: Some(fixture.path("cache")), ..plain.clone() };
    let state = |config: &CriteoConfig| open(config).unwrap().cache().unwrap();
    let built = state(&cached);
    assert_eq!((built.used, built.built, built.notes.len()), (0, 1, 0));
    check(&plain, &fixture.records());
    check(&cached, &fixture.records());
    assert_eq!((state(&cached).used, state(&cached).built), (1, 0));
    // Of a source that was moved, whose cache says so in a longer header, positions are as good.
    let moved = fixture.write("a-file-of-another-name-that-is-longer.tsv", lines.concat().as_bytes());
    let moved = CriteoConfig { paths: vec![moved], cache: Some(fixture.path("other cache")), ..cached.clone() };
    // Counts are the same at every record, and positions of one are good in the other.
    let (mut a, mut b) = (open(&plain).unwrap(), open(&cached).unwrap());
    while a.next_record().unwrap().is_some() {
        b.next_record().unwrap();
        assert_eq!((a.skipped(), a.position().records), (b.skipped(), b.position().records));
        if a.position().records % 50 == 0 {
            let (mut c, mut d) = (open(&plain).unwrap(), open(&cached).unwrap());
            c.seek(&b.position()).unwrap();
            d.seek(&a.position()).unwrap();
            let mut e = open(&moved).unwrap();
            e.seek(&b.position()).unwrap();
            let rest_of_c = rest(&mut c);
            assert!(rest_of_c == rest(&mut d) && rest_of_c == rest(&mut e));
            assert_eq!((c.skipped(), d.skipped()), (9, 9));
        }
    }
    assert!(b.next_record().unwrap().is_none());
    assert_eq!((a.skipped(), b.skipped()), (9, 9));

    // Another source, or a damaged file, is not used.
    let files = || std::fs::read_dir(fixture.path("cache")).unwrap().map(|entry| entry.unwrap().path());
    let file = files().next().unwrap();
    let good = std::fs::read(&file).unwrap();
    let positions = (0..good.len()).step_by(7);
    let mut named = 0;
    for at in positions {
        let mut damaged = good.clone();
        damaged[at] ^= 0x10;
        std::fs::write(&file, &damaged).unwrap();
        // Its ends are looked at when it is opened, and it is built again; blocks are looked at when they are read.
        match open(&cached) {
            Ok(mut records) => assert!(rest(&mut records) == fixture.records(), "byte {at}"),
            Err(error) => {
                named += 1;
                assert!(error.to_string().contains("is damaged; remove it"), "byte {at}: {error}");
            }
        }
        std::fs::remove_file(&file).ok();
    }
    assert!(named > 100, "{named}");
    std::fs::write(&file, &good[..good.len() - 1]).unwrap();
    let again = state(&cached);
    assert!(again.built == 1 && again.notes[0].contains("built again, as the block"), "{again:?}");
    fixture.write("bad.tsv", (lines.concat() + "\n").as_bytes());
    // As somebody who was killed leaves it.
    let part = format!(".{}.Ab12.part", file.file_name().unwrap().to_str().unwrap());
    std::fs::write(file.with_file_name(part), "").unwrap();
    let again = state(&cached);
    assert!(again.built == 1 && again.notes[0].contains("was changed"), "{again:?}");
    assert_eq!(files().count(), 1, "no older one stays, and no part of one");
}

#[test]
fn what_is_no_data_is_named() {
    let fixture = Fixture::new();
    refused(&config(&fixture.write("empty.tsv", b"")), &["no sample: it is empty"]);
    refused(&config(&fixture.write("empty.gz", &gzip(""))), &["no sample: it is empty"]);
    refused(&config(fixture.folder.path()), &["it is a folder"]);
    refused(&config(&fixture.path("absent.tsv")), &["absent.tsv"]);
    let skip = CriteoConfig { on_malformed: OnMalformed::Skip, ..config(&fixture.write("bad.tsv", b"a\nb\n")) };
    refused(&skip, &["no sample", "2 malformed"]);
    let long = format!("1\t{}", "7".repeat(50_000));
    let long = fixture.write("long.tsv", (long + &"\t".repeat(38) + "\n").as_bytes());
    refused(&config(&long), &["found \"7777", "(50000 bytes)"]);
    let mut records = open(&config(&fixture.tsv())).unwrap();
    records.next_record().unwrap();
    let position = records.position();
    fixture.write("clicks.tsv", fixture.text.lines().next().unwrap().as_bytes());
    let error = open(&config(&fixture.tsv())).and_then(|mut records| records.seek(&position)).unwrap_err().to_string();
    assert!(error.contains("clicks.tsv had") && error.contains("bytes"), "{error}");
}

#[test]
fn a_position_in_other_data_of_the_same_length_is_refused() {
    let fixture = Fixture::new();
    let path = fixture.tsv();
    let mut records = open(&config(&path)).unwrap();
    records.next_record().unwrap();
    let position = records.position();
    let text = std::fs::read(&path).unwrap();
    for at in [0, text.len() - 2] {
        let mut other = text.clone();
        other[at] ^= 1;
        std::fs::write(&path, &other).unwrap();
        let error = open(&config(&path)).and_then(|mut records| records.seek(&position)).unwrap_err().to_string();
        assert!(error.contains("begins or ends with other bytes"), "{error}");
    }
    std::fs::write(&path, &text).unwrap();
    open(&config(&path)).unwrap().seek(&position).unwrap();
}
