//! Records in Parquet.

use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::*;

/// Writes records in groups of 128, categories as text or as numbers.
fn write(path: &Path, records: &[CriteoRecord], text: bool, names: bool, compression: Compression) {
    let mut schema = "message criteo {\nREQUIRED INT32 label;\n".to_owned();
    let name = |letter: char, i: usize| if names { format!("{letter}{i}") } else { format!("column{letter}_{i}") };
    (1..=13).for_each(|i| schema.push_str(&format!("OPTIONAL INT64 {};\n", name('I', i))));
    let kind = if text { "BYTE_ARRAY" } else { "INT32" };
    let logical = if text { "(UTF8)" } else { "(UINT_32)" };
    (1..=26).for_each(|i| schema.push_str(&format!("OPTIONAL {kind} {} {logical};\n", name('C', i))));
    if !names {
        schema = schema.replace("label", "target");
    }
    let schema = Arc::new(parse_message_type(&(schema + "}")).unwrap());
    let properties = Arc::new(WriterProperties::builder().set_compression(compression).build());
    let mut writer = SerializedFileWriter::new(std::fs::File::create(path).unwrap(), schema, properties).unwrap();
    for records in records.chunks(128) {
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let labels: Vec<i32> = records.iter().map(|record| i32::from(record.click)).collect();
        column.typed::<Int32Type>().write_batch(&labels, None, None).unwrap();
        column.close().unwrap();
        for i in 0..13 {
            let mut column = group.next_column().unwrap().unwrap();
            let values: Vec<i64> = records.iter().filter_map(|record| record.integers[i]).collect();
            let levels: Vec<i16> = records.iter().map(|record| i16::from(record.integers[i].is_some())).collect();
            column.typed::<Int64Type>().write_batch(&values, Some(&levels), None).unwrap();
            column.close().unwrap();
        }
        for i in 0..26 {
            let mut column = group.next_column().unwrap().unwrap();
            let values: Vec<u32> = records.iter().filter_map(|record| record.categories[i]).collect();
            let levels: Vec<i16> = records.iter().map(|record| i16::from(record.categories[i].is_some())).collect();
            if text {
                let values: Vec<ByteArray> =
                    values.iter().map(|value| ByteArray::from(&*format!("{value:08x}"))).collect();
                column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None).unwrap();
            } else {
                let values: Vec<i32> = values.iter().map(|value| value.cast_signed()).collect();
                column.typed::<Int32Type>().write_batch(&values, Some(&levels), None).unwrap();
            }
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
}

#[test]
fn columns_are_read() {
    let fixture = Fixture::new();
    let path = fixture.path("day_0.parquet");
    let zstd = Compression::ZSTD(ZstdLevel::try_new(1).unwrap());
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, zstd] {
        write(&path, &fixture.records(), true, true, compression);
        check(&config(&path), &fixture.records());
    }
    write(&path, &fixture.records(), true, false, Compression::SNAPPY);
    check(&config(&path), &fixture.records());
    let numbered: Vec<_> =
        fixture.records().into_iter().map(|record| CriteoRecord { numbered: true, ..record }).collect();
    write(&path, &numbered, false, true, Compression::SNAPPY);
    check(&config(&path), &numbered);
}

#[test]
fn damage_is_an_error_or_another_value() {
    let fixture = Fixture::new();
    let path = fixture.path("good.parquet");
    write(&path, &fixture.records(), true, true, Compression::SNAPPY);
    let good = std::fs::read(&path).unwrap();
    refused(&config(&fixture.write("cut.parquet", &good[..good.len() / 2])), &["no whole Parquet file"]);
    let skip = |path: &Path| CriteoConfig { on_malformed: OnMalformed::Skip, ..config(path) };
    for at in (4..good.len()).step_by(101).chain(good.len() - 2000..good.len()) {
        let mut damaged = good.clone();
        damaged[at] ^= 1 << (at % 8);
        let path = fixture.write("damaged.parquet", &damaged);
        // Pages have no checksums: what is read may differ, but nothing panics and nothing hangs.
        if let Ok(mut records) = open(&skip(&path)) {
            while let Ok(Some(_)) = records.next_record() {}
        }
    }
}

#[test]
fn other_columns_are_named() {
    let fixture = Fixture::new();
    let path = fixture.path("other.parquet");
    let schema = Arc::new(parse_message_type("message m { REQUIRED INT32 label; OPTIONAL INT32 I1; }").unwrap());
    let file = std::fs::File::create(&path).unwrap();
    SerializedFileWriter::new(file, schema, Arc::default()).unwrap().close().unwrap();
    refused(&config(&path), &["no column I2", "2 columns"]);
}
