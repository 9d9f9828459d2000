//! Parameters: drawn from a seed, read from a safetensors file, written to one.
//!
//! Names and shapes: `embedding.{t}` `[rows, dimension]`, `bottom.{k}.weight` `[out, in]`, `bottom.{k}.bias` `[out]`,
//! `top.{k}.*` likewise; all f32. The same parameters give the same bytes.

use std::path::Path;

use rand_distr::{Distribution, Normal};
use rand_pcg::Pcg64;

use emberlane_dlrm::{Dlrm, Parameter};
use emberlane_experiment::{ModelConfig, shortened};
use emberlane_stores::{DrawnRows, EmbeddingStore};

pub use crate::error::ParameterError;
use crate::tensor_file::{self, Contents, Tensor, TensorReader, chunks};

/// Random streams of MLP parameters: every tensor has its own, so that none depends on another's shape.
const MLP_STREAMS: u128 = 1 << 17;

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
    let drawn = DrawnRows::new(seed, &model.rows, model.dimension);
    if let Some(tiers) = store.tiers()
        && tiers.begin_drawn(drawn.clone())?
    {
        return Ok(());
    }
    if store.begin_drawn(&drawn)? {
        return Ok(());
    }
    for (table, rows) in model.rows.iter().enumerate() {
        for (first, count) in chunks(*rows as usize, model.dimension) {
            let mut values = vec![0.0; count as usize * model.dimension];
            drawn.draw(table, first, &mut values);
            store.write_rows(table, first, &values)?;
        }
    }
    Ok(())
}

/// Reads all parameters from a safetensors file, a piece at a time.
///
/// # Errors
/// A file that cannot be read, that lacks a parameter, has an unknown one or one of another shape or type, or one that is no finite
/// number.
pub fn load(
    model: &ModelConfig,
    path: &Path,
    dlrm: &mut Dlrm,
    store: &mut (impl EmbeddingStore + ?Sized),
) -> Result<(), ParameterError> {
    let file = TensorReader::open(path)?;
    let mut known = Vec::new();
    for Parameter { name, shape, values } in dlrm.parameters_mut() {
        file.floats(&name, &shape, |first, piece| {
            check_finite(&file, &name, &shape, first, piece)?;
            values[first..first + piece.len()].copy_from_slice(piece);
            Ok(())
        })?;
        known.push(name);
    }
    for (table, rows) in model.rows.iter().enumerate() {
        let (name, shape) = (embedding_name(table), [*rows as usize, model.dimension]);
        file.floats(&name, &shape, |first, piece| {
            check_finite(&file, &name, &shape, first, piece)?;
            Ok(store.write_rows(table, (first / model.dimension) as u64, piece)?)
        })?;
        known.push(name);
    }
    let mut unknown: Vec<String> = file.names().into_iter().filter(|name| !known.contains(name)).collect();
    unknown.sort_unstable();
    match unknown.first() {
        Some(name) => Err(file.wrong(format!("parameter {} does not belong to the model", shortened(name)))),
        None => Ok(()),
    }
}

/// Refuses what is no finite number among the elements of a tensor from `first` on.
fn check_finite(
    file: &TensorReader,
    name: &str,
    shape: &[usize],
    first: usize,
    values: &[f32],
) -> Result<(), ParameterError> {
    let Some(number) = values.iter().position(|value| !value.is_finite()) else { return Ok(()) };
    let (place, value) = (index(shape, first + number), values[number]);
    Err(file.wrong(format!(
        "{name}{place:?} is {value}, expected a finite number: training from it would give nothing else; take the file from before, \
         or leave model.initial_parameters out"
    )))
}

/// The index of an element, counted row by row.
fn index(shape: &[usize], mut element: usize) -> Vec<usize> {
    let mut index: Vec<usize> = Vec::new();
    for size in shape.iter().rev() {
        index.insert(0, element % size);
        element /= size;
    }
    index
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
        let store = HostMemory::new(&model.rows, model.dimension, Pooling::Sum, step).unwrap();
        (model.clone(), Dlrm::new(&model).unwrap(), store)
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
    fn a_number_that_is_none_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("initial.safetensors");
        for (value, said) in [(f32::NAN, "NaN"), (f32::NEG_INFINITY, "-inf")] {
            let (model, mut dlrm, mut store) = setup();
            draw(&model, 7, &mut dlrm, &mut store).unwrap();
            let mut row = store.read_rows(0, 69, 1).unwrap();
            row[3] = value;
            store.write_rows(0, 69, &row).unwrap();
            save(&model, &path, &mut dlrm, &mut store).unwrap();
            let message = load(&model, &path, &mut dlrm, &mut store).unwrap_err().to_string();
            let expected = format!("initial.safetensors: embedding.0[69, 3] is {said}, expected a finite number");
            assert!(message.contains(&expected), "{message}");
            store.write_rows(0, 69, &[0.0; 16]).unwrap();
            dlrm.top.layers[0].weight[[2, 1]] = value;
            save(&model, &path, &mut dlrm, &mut store).unwrap();
            let message = load(&model, &path, &mut dlrm, &mut store).unwrap_err().to_string();
            assert!(message.contains(&format!("top.0.weight[2, 1] is {said}")), "{message}");
        }
    }

    #[test]
    fn a_file_of_another_model_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let (model, mut dlrm, mut store) = setup();
        save(&model, &path, &mut dlrm, &mut store).unwrap();
        let refused = |model: &ModelConfig| {
            let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 1.0 };
            let mut store = HostMemory::new(&model.rows, model.dimension, Pooling::Sum, step).unwrap();
            load(model, &path, &mut Dlrm::new(model).unwrap(), &mut store).unwrap_err().to_string()
        };
        let message = refused(&ModelConfig { rows: vec![70, 4], ..model.clone() });
        assert!(message.contains("embedding.1: the model needs f32 [4, 16], the file has F32 [3, 16]"), "{message}");
        let message = refused(&ModelConfig { top: vec![4, 4, 1], ..model.clone() });
        assert!(message.contains("top.1.weight"), "{message}");
        let message = refused(&ModelConfig { interaction: emberlane_experiment::Interaction::Cat, ..model.clone() });
        assert!(message.contains("top.0.weight: the model needs f32 [4, 48]"), "{message}");
    }
}
