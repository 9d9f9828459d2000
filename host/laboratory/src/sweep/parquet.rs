//! The table of a sweep as Parquet: numbers as numbers, to be read by other tools.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::results::{Results, text_of};

/// A column, with a value a point.
enum Column {
    Integers(Vec<i64>),
    /// Null where there is none.
    Numbers(Vec<Option<f64>>),
    Texts(Vec<ByteArray>),
}

impl Column {
    fn texts<'a>(texts: impl Iterator<Item = std::borrow::Cow<'a, str>>) -> Self {
        Self::Texts(texts.map(|text| ByteArray::from(text.as_bytes().to_vec())).collect())
    }

    fn field(&self, name: &str) -> Result<TypePtr, ParquetError> {
        let (physical, repetition, logical) = match self {
            Self::Integers(_) => (Physical::INT64, Repetition::REQUIRED, None),
            Self::Numbers(_) => (Physical::DOUBLE, Repetition::OPTIONAL, None),
            Self::Texts(_) => (Physical::BYTE_ARRAY, Repetition::REQUIRED, Some(LogicalType::String)),
        };
        let builder = Type::primitive_type_builder(name, physical);
        Ok(Arc::new(builder.with_repetition(repetition).with_logical_type(logical).build()?))
    }

    fn write(&self, to: &mut SerializedColumnWriter<'_>) -> Result<usize, ParquetError> {
        match self {
            Self::Integers(integers) => to.typed::<Int64Type>().write_batch(integers, None, None),
            Self::Numbers(numbers) => {
                let there: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
                let values: Vec<f64> = numbers.iter().flatten().copied().collect();
                to.typed::<DoubleType>().write_batch(&values, Some(&there), None)
            }
            Self::Texts(texts) => to.typed::<ByteArrayType>().write_batch(texts, None, None),
        }
    }
}

impl Results {
    /// Writes a row a point: `point`, a column for each key (doubles where all of its values are numbers, else text), one for each measure
    /// (doubles, null where a run has none), `run`.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn write_parquet(&self, to: impl Write + Send) -> Result<(), ParquetError> {
        let columns = self.columns();
        let fields = columns.iter().map(|(name, column)| column.field(name)).collect::<Result<Vec<_>, _>>()?;
        let schema = Arc::new(Type::group_type_builder("sweep").with_fields(fields).build()?);
        let mut file = SerializedFileWriter::new(to, schema, Arc::new(WriterProperties::builder().build()))?;
        let mut group = file.next_row_group()?;
        for (_, column) in &columns {
            if let Some(mut writer) = group.next_column()? {
                column.write(&mut writer)?;
                writer.close()?;
            }
        }
        group.close()?;
        file.close()?;
        Ok(())
    }

    fn columns(&self) -> Vec<(&str, Column)> {
        let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|value| value as f64));
        let of_key = |key: usize| {
            let values = || self.rows.iter().map(move |row| &row.values[key].1);
            if values().all(|value| number(value).is_some()) {
                Column::Numbers(values().map(number).collect())
            } else {
                Column::texts(values().map(|value| text_of(value).into()))
            }
        };
        let points = Column::Integers(self.rows.iter().map(|row| row.number as i64).collect());
        let keys = self.keys.iter().enumerate().map(|(at, key)| (key.as_str(), of_key(at)));
        let of_measure = |measure: usize| Column::Numbers(self.rows.iter().map(|row| row.measured[measure]).collect());
        let measures = self.measures.iter().enumerate().map(|(at, measure)| (measure.as_str(), of_measure(at)));
        let runs = Column::texts(self.rows.iter().map(|row| row.id.as_str().into()));
        [("point", points)].into_iter().chain(keys).chain(measures).chain([("run", runs)]).collect()
    }
}
