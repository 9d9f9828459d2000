//! Parameters: drawn from a seed, read from a safetensors file, written to one.
//!
//! Names and shapes: `embedding.{t}` `[rows, dimension]`, `bottom.{k}.weight` `[out, in]`, `bottom.{k}.bias` `[out]`,
//! `top.{k}.*` likewise; all f32. The same parameters give the same bytes.

use std::path::{Path, PathBuf};

use rand::Rng;
use rand_distr::{Distribution, Normal};
use rand_pcg::Pcg64;
use safetensors::{Dtype, SafeTensors};
use thiserror::Error;

use emberlane_dlrm::{Dlrm, Parameter};
use emberlane_experiment::ModelConfig;
use emberlane_stores::{EmbeddingError, EmbeddingStore};

use crate::tensor_file::{self, Contents, Tensor, chunks};

/// Random streams of tables and of MLP parameters: every tensor has its own, so that none depends on another's shape.
const TABLE_STREAMS: u128 = 1 << 16;
const MLP_STREAMS: u128 = 1 << 17;

/// Why parameters could not be set or saved.
#[derive(Debug, Error)]
pub enum ParameterError {
    /// A file cannot be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file does not hold the model's parameters.
    #[error("{}: {message}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Which tensor, what was expected and what was found.
        message: String,
    },
    /// The tables' device failed.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
}

/// Draws all parameters as DLRM does: weights from N(0, 2 / (in + out)), biases from N(0, 1 / out), embeddings uniformly
/// from ±sqrt(1 / rows).
///
/// # Errors
/// A device that fails.
pub fn draw(
    model: &ModelConfig,
    seed: u64,
    dlrm: &mut Dlrm,
    store: &mut (impl EmbeddingStore + ?Sized),
) -> Result<(), ParameterError> {
    for (stream, parameter) in dlrm.parameters_mut().into_iter().enumerate() {
        let size: usize = parameter.shape.iter().sum();
        let variance = if parameter.shape.len() == 2 { 2.0 / size as f64 } else { 1.0 / size as f64 };
        let normal = Normal::new(0.0, variance.sqrt()).expect("the deviation is finite");
        let mut random = Pcg64::new(u128::from(seed), MLP_STREAMS + stream as u128);
        parameter.values.iter_mut().for_each(|value| *value = normal.sample(&mut random) as f32);
    }
    for (table, rows) in model.rows.iter().enumerate() {
        let bound = (1.0 / f64::from(*rows)).sqrt() as f32;
        let mut random = Pcg64::new(u128::from(seed), TABLE_STREAMS + table as u128);
        for (first, count) in chunks(*rows as usize, model.dimension) {
            let values: Vec<f32> =
                (0..count as usize * model.dimension).map(|_| bound * (2.0 * random.random::<f32>() - 1.0)).collect();
            store.write_rows(table, first, &values)?;
        }
    }
    Ok(())
}

/// Reads all parameters from a safetensors file.
///
/// # Errors
/// A file that cannot be read, that lacks a parameter, has an unknown one or one of another shape or type.
pub fn load(
    model: &ModelConfig,
    path: &Path,
    dlrm: &mut Dlrm,
    store: &mut (impl EmbeddingStore + ?Sized),
) -> Result<(), ParameterError> {
    let wrong = |message: String| ParameterError::File { file: path.to_path_buf(), message };
    let bytes = std::fs::read(path).map_err(|source| ParameterError::Io { file: path.to_path_buf(), source })?;
    let file = SafeTensors::deserialize(&bytes).map_err(|error| wrong(error.to_string()))?;
    let find = |name: &str, shape: &[usize]| -> Result<&[u8], ParameterError> {
        let Ok(tensor) = file.tensor(name) else {
            return Err(wrong(format!("no parameter {name} (f32 {shape:?})")));
        };
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            let (found, found_shape) = (tensor.dtype(), tensor.shape());
            return Err(wrong(format!(
                "{name}: the model needs f32 {shape:?}, the file has {found:?} {found_shape:?}"
            )));
        }
        Ok(tensor.data())
    };
    let mut known = Vec::new();
    for parameter in dlrm.parameters_mut() {
        let data = find(&parameter.name, &parameter.shape)?;
        parameter.values.iter_mut().zip(floats(data)).for_each(|(to, from)| *to = from);
        known.push(parameter.name);
    }
    for (table, rows) in model.rows.iter().enumerate() {
        let name = embedding_name(table);
        let data = find(&name, &[*rows as usize, model.dimension])?;
        for (first, count) in chunks(*rows as usize, model.dimension) {
            let start = first as usize * model.dimension * 4;
            let values: Vec<f32> = floats(&data[start..start + count as usize * model.dimension * 4]).collect();
            store.write_rows(table, first, &values)?;
        }
        known.push(name);
    }
    let mut unknown: Vec<&str> = file.names().into_iter().filter(|name| !known.iter().any(|k| k == name)).collect();
    unknown.sort_unstable();
    match unknown.first() {
        Some(name) => Err(wrong(format!("parameter {name} does not belong to the model"))),
        None => Ok(()),
    }
}

/// Writes all parameters to a safetensors file.
///
/// # Errors
/// A file that cannot be written, and a device that fails.
pub fn save(
    model: &ModelConfig,
    path: &Path,
    dlrm: &mut Dlrm,
    store: &mut dyn EmbeddingStore,
) -> Result<(), ParameterError> {
    tensor_file::write(path, None, tensors(model, dlrm), store)?;
    Ok(())
}

/// Every parameter, under its name.
pub(crate) fn tensors<'a>(model: &ModelConfig, dlrm: &'a mut Dlrm) -> Vec<Tensor<'a>> {
    let dense = dlrm.parameters_mut().into_iter();
    let dense =
        dense.map(|Parameter { name, shape, values }| Tensor { name, shape, contents: Contents::Floats(values) });
    let tables = model.rows.iter().enumerate().map(|(table, rows)| Tensor {
        name: embedding_name(table),
        shape: vec![*rows as usize, model.dimension],
        contents: Contents::Table(table),
    });
    dense.chain(tables).collect()
}

pub(crate) fn embedding_name(table: usize) -> String {
    format!("embedding.{table}")
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_dlrm::UpdateRule;
    use emberlane_experiment::{Experiment, Optimizer, Pooling};
    use emberlane_stores::HostMemory;

    fn setup() -> (ModelConfig, Dlrm, HostMemory) {
        let text = "[model]\nbottom = [2, 8, 16]\ntop = [4, 1]\ntables = 2\nrows = [70, 3]\ndimension = 16\n\
                    [data]\nkind = \"synthetic\"\n";
        let model = Experiment::parse(Path::new("e.toml"), text).unwrap().model;
        let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 1.0 };
        let store = HostMemory::new(&model.rows, model.dimension, Pooling::Sum, step);
        (model.clone(), Dlrm::new(&model), store)
    }

    #[test]
    fn what_was_saved_is_loaded_and_saved_to_the_same_bytes() {
        let directory = tempfile::tempdir().unwrap();
        let (first, second) = (directory.path().join("a"), directory.path().join("b"));
        let (model, mut dlrm, mut store) = setup();
        draw(&model, 7, &mut dlrm, &mut store).unwrap();
        save(&model, &first, &mut dlrm, &mut store).unwrap();
        let (_, mut other_dlrm, mut other_store) = setup();
        load(&model, &first, &mut other_dlrm, &mut other_store).unwrap();
        save(&model, &second, &mut other_dlrm, &mut other_store).unwrap();
        assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
        assert_eq!(store.read_rows(0, 0, 70).unwrap(), other_store.read_rows(0, 0, 70).unwrap());
        let bound = (1f32 / 70.0).sqrt();
        let table = store.read_rows(0, 0, 70).unwrap();
        assert!(table.iter().all(|value| value.abs() <= bound) && table.iter().any(|value| value.abs() > 0.9 * bound));
    }

    #[test]
    fn a_file_of_another_model_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let (model, mut dlrm, mut store) = setup();
        save(&model, &path, &mut dlrm, &mut store).unwrap();
        let refused = |model: &ModelConfig| {
            let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 1.0 };
            let mut store = HostMemory::new(&model.rows, model.dimension, Pooling::Sum, step);
            load(model, &path, &mut Dlrm::new(model), &mut store).unwrap_err().to_string()
        };
        let message = refused(&ModelConfig { rows: vec![70, 4], ..model.clone() });
        assert!(message.contains("embedding.1: the model needs f32 [4, 16], the file has F32 [3, 16]"), "{message}");
        let message = refused(&ModelConfig { top: vec![4, 4, 1], ..model.clone() });
        assert!(message.contains("top.1.weight"), "{message}");
        let message = refused(&ModelConfig { interaction: emberlane_experiment::Interaction::Cat, ..model.clone() });
        assert!(message.contains("top.0.weight: the model needs f32 [4, 48]"), "{message}");
    }
}
