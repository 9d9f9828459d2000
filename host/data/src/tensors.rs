//! Batches from a safetensors file: `dense` f32 `[N, B, F]`, `indices` i32 `[N, T, B, P]`, `labels` f32 `[N, B]`.

use std::path::{Path, PathBuf};

use safetensors::{Dtype, SafeTensors};

use crate::files::{DataFile, find_files};
use crate::held_out::{Part, no_file_left};
use crate::magic::Magic;
use crate::room::{product, with_room};
use crate::{Bags, Batch, BatchSource, DataError, Position};
use emberlane_experiment::ModelConfig;

/// Batches of tensor files, which are held in memory.
pub struct Tensors {
    files: Vec<Loaded>,
    part: Part,
    /// The batch that comes next, of all in all files.
    next: u64,
}

impl Tensors {
    /// Reads tensor files and checks shapes, types, labels and every index against the model.
    ///
    /// # Errors
    /// A file that cannot be read, or that does not fit.
    pub(crate) fn open(
        paths: &[PathBuf],
        model: &ModelConfig,
        batch_size: Option<usize>,
        part: Part,
    ) -> Result<Self, DataError> {
        let files = find_files(paths)?;
        let files = part.files(&files).ok_or_else(|| no_file_left(&files))?;
        let files = files.iter().map(|file| Loaded::read(file, model, batch_size)).collect::<Result<Vec<_>, _>>()?;
        let tensors = Self { files, part, next: 0 };
        if tensors.batches() == Some(0) {
            let message = "evaluate.hold_out leaves no batch on one side: the files have too few".to_owned();
            return Err(DataError::file(&tensors.files[0].path, message));
        }
        Ok(tensors)
    }

    fn all(&self) -> u64 {
        self.files.iter().map(|file| file.batches as u64).sum()
    }

    /// Batch `number` of all.
    fn batch(&self, number: u64) -> Result<Batch, DataError> {
        let mut number = number;
        for file in &self.files {
            if number < file.batches as u64 {
                return file.batch(number as usize);
            }
            number -= file.batches as u64;
        }
        unreachable!("there are more batches")
    }
}

impl BatchSource for Tensors {
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        let all = self.all();
        let Some(number) = (self.next..all).find(|number| self.part.has(*number)) else {
            self.next = all;
            return Ok(None);
        };
        self.next = number + 1;
        self.batch(number).map(Some)
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.next = 0;
        Ok(())
    }

    fn position(&self) -> Position {
        Position::Tensors { batch: self.next }
    }

    fn seek(&mut self, position: &Position) -> Result<(), DataError> {
        let (Position::Tensors { batch }, all) = (position, self.all()) else {
            return Err(DataError::Position { message: "data.kind was not \"tensors\"".to_owned() });
        };
        if *batch > all {
            let message = format!("{batch} batches of it were read, and now it has {all}");
            return Err(DataError::Position { message });
        }
        self.next = *batch;
        Ok(())
    }

    fn batches(&self) -> Option<u64> {
        Some((0..self.all()).filter(|number| self.part.has(*number)).count() as u64)
    }
}

/// A tensor file in memory.
struct Loaded {
    path: PathBuf,
    batches: usize,
    samples: usize,
    features: usize,
    tables: usize,
    lookups: usize,
    dense: Vec<f32>,
    indices: Vec<u32>,
    labels: Vec<f32>,
}

impl Loaded {
    fn read(file: &DataFile, model: &ModelConfig, batch_size: Option<usize>) -> Result<Self, DataError> {
        let path = &*file.path;
        let bytes = read(file)?;
        let tensors = SafeTensors::deserialize(&bytes).map_err(|error| match Magic::of(&bytes).name() {
            Some(name) => {
                wrong(path, format!("it is {name}, and a safetensors file was expected: unpack or convert it"))
            }
            None => wrong(path, format!("it is no safetensors file: {error}")),
        })?;
        let file = TensorFile { path, tensors };
        let (labels_shape, labels) = file.words("labels", Dtype::F32, "f32 [batches, samples]", 2)?;
        let (batches, samples) = (labels_shape[0], labels_shape[1]);
        if batches == 0 || samples == 0 {
            return Err(wrong(path, format!("labels: no samples, shape {labels_shape:?}")));
        }
        if let Some(size) = batch_size.filter(|size| *size != samples) {
            return Err(wrong(
                path,
                format!("batches of {samples} samples, but train.batch_size is {size}; they must be equal"),
            ));
        }
        let (dense_shape, dense) = file.words("dense", Dtype::F32, "f32 [batches, samples, features]", 3)?;
        let features = model.dense();
        file.shape("dense", &dense_shape, &[batches, samples, features], "batches, samples, model.bottom[0]")?;
        let (indices_shape, indices) =
            file.words("indices", Dtype::I32, "i32 [batches, tables, samples, lookups]", 4)?;
        let (tables, lookups) = (model.tables(), indices_shape[3]);
        file.shape(
            "indices",
            &indices_shape,
            &[batches, tables, samples, lookups],
            "batches, tables, samples, lookups",
        )?;
        let tensors = Self {
            path: path.to_path_buf(),
            batches,
            samples,
            features,
            tables,
            lookups,
            // These are of the same size, so that the memory stays where it is.
            dense: dense.into_iter().map(f32::from_bits).collect(),
            indices,
            labels: labels.into_iter().map(f32::from_bits).collect(),
        };
        tensors.check(path, model)?;
        Ok(tensors)
    }

    fn batch(&self, number: usize) -> Result<Batch, DataError> {
        let part = |length: usize| number * length..(number + 1) * length;
        let bags = self.tables * self.samples;
        // Offsets are numbers of 32 bits.
        let rows = product(&[bags, self.lookups]).filter(|rows| u32::try_from(*rows).is_ok());
        let mut indices = with_room(rows, "the rows of a batch")?;
        indices.extend_from_slice(&self.indices[part(bags * self.lookups)]);
        Ok(Batch {
            dense: self.dense[part(self.samples * self.features)].to_vec(),
            labels: self.labels[part(self.samples)].to_vec(),
            bags: Bags {
                tables: self.tables,
                samples: self.samples,
                offsets: (0..=bags).map(|bag| (bag * self.lookups) as u32).collect(),
                indices,
            },
        })
    }

    fn check(&self, path: &Path, model: &ModelConfig) -> Result<(), DataError> {
        if let Some(i) = self.labels.iter().position(|label| *label != 0.0 && *label != 1.0) {
            let (batch, sample) = (i / self.samples, i % self.samples);
            return Err(wrong(path, format!("labels[{batch}, {sample}] is {}, expected 0 or 1", self.labels[i])));
        }
        if let Some(i) = self.dense.iter().position(|value| !value.is_finite()) {
            let (row, feature) = (i / self.features, i % self.features);
            let (batch, sample) = (row / self.samples, row % self.samples);
            let value = self.dense[i];
            return Err(wrong(
                path,
                format!("dense[{batch}, {sample}, {feature}] is {value}, expected a finite number"),
            ));
        }
        let per_table = self.samples * self.lookups;
        for (i, index) in self.indices.iter().enumerate() {
            let (block, at) = (i / per_table, i % per_table);
            let (batch, table) = (block / self.tables, block % self.tables);
            let rows = model.rows[table];
            if *index >= rows {
                let (sample, lookup) = (at / self.lookups, at % self.lookups);
                return Err(wrong(
                    path,
                    format!(
                        "indices[{batch}, {table}, {sample}, {lookup}] is {}, but table {table} has {rows} rows",
                        *index as i32
                    ),
                ));
            }
        }
        Ok(())
    }
}

struct TensorFile<'a> {
    path: &'a Path,
    tensors: SafeTensors<'a>,
}

impl TensorFile<'_> {
    /// Shape and 32-bit words of tensor `name`.
    fn words(
        &self,
        name: &str,
        dtype: Dtype,
        expected: &str,
        dimensions: usize,
    ) -> Result<(Vec<usize>, Vec<u32>), DataError> {
        let Ok(tensor) = self.tensors.tensor(name) else {
            let mut names = self.tensors.names();
            names.sort_unstable();
            return Err(wrong(self.path, format!("no tensor {name} ({expected}); it holds {}", names.join(", "))));
        };
        if tensor.dtype() != dtype || tensor.shape().len() != dimensions {
            let (found, shape) = (tensor.dtype(), tensor.shape());
            return Err(wrong(self.path, format!("{name}: expected {expected}, found {found:?} {shape:?}")));
        }
        let words = tensor.data().chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let mut copied = with_room(Some(words.len()), "a file of tensors")?;
        copied.extend(words);
        Ok((tensor.shape().to_vec(), copied))
    }

    fn shape(&self, name: &str, found: &[usize], expected: &[usize], meaning: &str) -> Result<(), DataError> {
        if found == expected {
            return Ok(());
        }
        Err(wrong(self.path, format!("{name}: expected shape {expected:?} ({meaning}), found {found:?}")))
    }
}

/// The bytes of a regular file, and no more than it has now.
fn read(file: &DataFile) -> Result<Vec<u8>, DataError> {
    let Some(length) = file.length else {
        return Err(wrong(&file.path, "it is no regular file, and tensors are read more than once: copy it into one"));
    };
    emberlane_files::read_at_most(&file.path, length).map_err(DataError::io(&file.path))
}

fn wrong(path: &Path, message: impl std::fmt::Display) -> DataError {
    DataError::Tensors { file: PathBuf::from(path), message: message.to_string() }
}

#[cfg(test)]
mod tests {
    use safetensors::tensor::TensorView;

    use super::*;
    use emberlane_experiment::Experiment;

    fn model() -> ModelConfig {
        let text = "[model]\nbottom = [2, 16]\ntop = [1]\ntables = 2\nrows = [5, 3]\ndimension = 16\n\
                    [data]\nkind = \"synthetic\"\n";
        Experiment::parse(Path::new("e.toml"), text).unwrap().model
    }

    /// Two batches of one sample, two tables, two lookups.
    fn file(indices: [i32; 8], labels: [f32; 2], dense: [f32; 4]) -> tempfile::NamedTempFile {
        let indices: Vec<u8> = indices.iter().flat_map(|v| v.to_le_bytes()).collect();
        let labels: Vec<u8> = labels.iter().flat_map(|v| v.to_le_bytes()).collect();
        let dense: Vec<u8> = dense.iter().flat_map(|v| v.to_le_bytes()).collect();
        let tensors = [
            ("indices", TensorView::new(Dtype::I32, vec![2, 2, 1, 2], &indices).unwrap()),
            ("labels", TensorView::new(Dtype::F32, vec![2, 1], &labels).unwrap()),
            ("dense", TensorView::new(Dtype::F32, vec![2, 1, 2], &dense).unwrap()),
        ];
        let file = tempfile::NamedTempFile::new().unwrap();
        safetensors::serialize_to_file(tensors, None, file.path()).unwrap();
        file
    }

    #[test]
    fn batches_come_in_order() {
        let file = file([4, 0, 2, 2, 1, 1, 0, 1], [0.0, 1.0], [1.0, 2.0, 3.0, 4.0]);
        let mut tensors = Tensors::open(&[file.path().into()], &model(), Some(1), Part::ALL).unwrap();
        assert_eq!(tensors.batches(), Some(2));
        let first = tensors.next_batch().unwrap().unwrap();
        assert_eq!((first.dense, first.labels), (vec![1.0, 2.0], vec![0.0]));
        assert_eq!((first.bags.bag(0), first.bags.bag(1)), (&[4, 0][..], &[2, 2][..]));
        assert_eq!(tensors.next_batch().unwrap().unwrap().labels, [1.0]);
        assert!(tensors.next_batch().unwrap().is_none());
        tensors.rewind().unwrap();
        assert_eq!(tensors.next_batch().unwrap().unwrap().labels, [0.0]);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let open = |file: &tempfile::NamedTempFile, size| match Tensors::open(
            &[file.path().into()],
            &model(),
            size,
            Part::ALL,
        ) {
            Ok(_) => panic!("must be refused"),
            Err(error) => error.to_string(),
        };
        let message = open(&file([4, 0, 2, 3, 1, 1, 0, 1], [0.0, 1.0], [0.0; 4]), None);
        assert!(message.contains("indices[0, 1, 0, 1] is 3, but table 1 has 3 rows"), "{message}");
        let message = open(&file([4, 0, 2, 2, 1, -1, 0, 1], [0.0, 1.0], [0.0; 4]), None);
        assert!(message.contains("indices[1, 0, 0, 1] is -1"), "{message}");
        let message = open(&file([0; 8], [0.0, 0.5], [0.0; 4]), None);
        assert!(message.contains("labels[1, 0] is 0.5"), "{message}");
        let message = open(&file([0; 8], [0.0, 1.0], [0.0, 0.0, 0.0, f32::NAN]), None);
        assert!(message.contains("dense[1, 0, 1] is NaN"), "{message}");
        let message = open(&file([0; 8], [0.0, 1.0], [0.0; 4]), Some(32));
        assert!(message.contains("batches of 1 samples, but train.batch_size is 32"), "{message}");
        let garbage = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(garbage.path(), b"not tensors").unwrap();
        open(&garbage, None);
    }
}
