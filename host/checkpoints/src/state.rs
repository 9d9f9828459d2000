//! Training states on disk: everything that a training goes on from, to the bits of one that was never stopped.
//!
//! A state is a folder, `batch-N`, from before batch N. `state.safetensors` has parameters and tables under the names of
//! [parameter files](crate::parameters), what the optimiser keeps of them under `optimizer.*`, and what a run has learned of itself under
//! `history.*`. `whole.json` is the marker: it is written last, and has length and CRC-32C of the other. The folder gets its name when
//! all are on the disk. What else belongs to the state, such as the best parameters so far, lies beside it, and the marker says so. A
//! store over [several memories](emberlane_stores::Tiers) saves its tables itself, in `store`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use emberlane_dlrm::{Dlrm, DlrmMemory, Parameter, UpdateRule};
use emberlane_experiment::{ModelConfig, Optimizer};
use emberlane_files::{Change, about_to, exchange, link_or_copy, read_at_most, sync_folder, write_whole};
use emberlane_stores::EmbeddingStore;
use serde::{Deserialize, Serialize};

use crate::error::ParameterError;
use crate::parameters::{embedding_name, tensors};
use crate::tensor_file::{self, Contents, Tensor, TensorReader, Written};

/// Folder, in that of a run, with its states.
pub const SAVES: &str = "saves";

const STATE: &str = "state.safetensors";
const MARKER: &str = "whole.json";
/// The folder in which a store over several memories saves its tables.
const STORE: &str = "store";
const FORMAT: &str = "emberlane state 1";
/// Bytes of the longest marker that is read.
const LONGEST_MARKER: u64 = 4096;

/// What a run has learned of itself, as plain numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// A number a batch.
    pub losses: Vec<f64>,
    /// Whatever the run counts, flat.
    pub counts: Vec<u64>,
}

/// The marker that a state is whole.
#[derive(Serialize, Deserialize)]
struct Marker {
    format: String,
    batch: u64,
    bytes: u64,
    crc32c: u32,
    /// The checksum of what a store has saved itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    store: Option<u32>,
    /// Bytes of the files that a run has put beside it, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    beside: BTreeMap<String, u64>,
}

/// What goes into the metadata of a state.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct About {
    format: String,
    batch: u64,
    run: serde_json::Value,
}

/// Saves the state from before `batch` in a folder of its own below `saves`, which it returns. `run` is whatever the run wants to know
/// when it goes on, and of the files `beside` those that are there belong to the state: they get a second name, or are copied.
///
/// # Errors
/// A file that cannot be written, and a store that fails. No state is there then, and those that were there stay.
pub fn save_state(
    saves: &Path,
    batch: u64,
    (run, beside): (serde_json::Value, &[PathBuf]),
    history: &History,
    model: &ModelConfig,
    (dlrm, step, store): (&mut Dlrm, UpdateRule, &mut dyn EmbeddingStore),
) -> Result<PathBuf, ParameterError> {
    let io = |file: &Path| {
        let file = file.to_path_buf();
        move |source| ParameterError::Io { file, source }
    };
    let (place, part) = (saves.join(format!("batch-{batch:012}")), saves.join(format!(".batch-{batch:012}.part")));
    remove(&part)?;
    let made = about_to(Change::MakeFolder(&part)).and_then(|()| std::fs::create_dir_all(&part));
    made.map_err(io(&part))?;
    let written = write_parts(&part, batch, run, history, model, (dlrm, step, store));
    let (written, saved) = written.inspect_err(|_| drop(remove(&part)))?;
    let beside = put_beside(&part, beside).inspect_err(|_| drop(remove(&part)))?;
    let Written { bytes, crc32c } = written;
    let marker = Marker { format: FORMAT.to_owned(), batch, bytes, crc32c, store: saved, beside };
    let marker = serde_json::to_vec(&marker).map_err(|error| io(&part)(error.into()))?;
    write_whole(&part.join(MARKER), marker).map_err(io(&part))?;
    // One of the same batch is from a run that went on from an earlier one, or the same. It may be the only one.
    let replaces = place.exists();
    let renamed = if replaces {
        change_places(&part, &place)
    } else {
        about_to(Change::Rename(&part, &place)).and_then(|()| std::fs::rename(&part, &place))
    };
    renamed.map_err(io(&place))?;
    sync_folder(saves).map_err(io(saves))?;
    if replaces {
        remove(&part)?;
    }
    Ok(place)
}

/// Puts a state where there is one, which is then where the new one was. On a file system on which nothing can change places, there is neither
/// for a moment.
fn change_places(part: &Path, place: &Path) -> std::io::Result<()> {
    exchange(part, place).or_else(|error| {
        let cannot = [std::io::ErrorKind::InvalidInput, std::io::ErrorKind::Unsupported];
        if !cannot.contains(&error.kind()) {
            return Err(error);
        }
        let aside = part.with_extension("old.part");
        std::fs::rename(place, &aside)?;
        std::fs::rename(part, place)?;
        std::fs::rename(&aside, part)
    })
}

/// Makes files part of a state; with their bytes.
fn put_beside(part: &Path, files: &[PathBuf]) -> Result<BTreeMap<String, u64>, ParameterError> {
    let mut put = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_file()) {
        let Some(name) = file.file_name() else { continue };
        let to = part.join(name);
        let io = |source| ParameterError::Io { file: to.clone(), source };
        let bytes = link_or_copy(file, &to).and_then(|()| std::fs::metadata(&to)).map_err(io)?.len();
        put.insert(name.to_string_lossy().into_owned(), bytes);
    }
    Ok(put)
}

/// Writes everything but the marker; with the checksum of what the store has saved itself.
fn write_parts(
    part: &Path,
    batch: u64,
    run: serde_json::Value,
    history: &History,
    model: &ModelConfig,
    (dlrm, step, store): (&mut Dlrm, UpdateRule, &mut dyn EmbeddingStore),
) -> Result<(Written, Option<u32>), ParameterError> {
    let written = write_state(&part.join(STATE), batch, run, history, model, (dlrm, step, &mut *store))?;
    let Some(tiers) = store.tiers() else { return Ok((written, None)) };
    let folder = part.join(STORE);
    let made = about_to(Change::MakeFolder(&folder)).and_then(|()| std::fs::create_dir(&folder));
    made.map_err(|source| ParameterError::Io { file: folder.clone(), source })?;
    Ok((written, Some(tiers.save(&folder)?)))
}

fn write_state(
    file: &Path,
    batch: u64,
    run: serde_json::Value,
    history: &History,
    model: &ModelConfig,
    (dlrm, step, store): (&mut Dlrm, UpdateRule, &mut dyn EmbeddingStore),
) -> Result<Written, ParameterError> {
    let about = About { format: FORMAT.to_owned(), batch, run };
    let about = serde_json::to_string(&about)
        .map_err(|error| ParameterError::Io { file: file.to_path_buf(), source: error.into() })?;
    // Both borrow the MLPs.
    let mut optimizer = dlrm.clone();
    let mut all = tensors(model, dlrm);
    let state = optimizer.optimizer_state_mut(step).into_iter();
    all.extend(state.map(|Parameter { name, shape, values }| Tensor {
        name: format!("optimizer.{name}"),
        shape,
        contents: Contents::Floats(values),
    }));
    let width = store.state_width();
    if store.tiers().is_some() {
        all.retain(|tensor| !matches!(tensor.contents, Contents::Table(_)));
    } else if width > 0 {
        all.extend(model.rows.iter().enumerate().map(|(table, rows)| Tensor {
            name: format!("optimizer.{}", embedding_name(table)),
            shape: vec![*rows as usize, width],
            contents: Contents::StateOfTable(table),
        }));
    }
    let (losses, counts) = (&history.losses, &history.counts);
    all.push(Tensor {
        name: "history.losses".to_owned(),
        shape: vec![losses.len()],
        contents: Contents::Doubles(losses),
    });
    all.push(Tensor {
        name: "history.counts".to_owned(),
        shape: vec![counts.len()],
        contents: Contents::Integers(counts),
    });
    tensor_file::write(file, Some(&about), all, store)
}

fn remove(folder: &Path) -> Result<(), ParameterError> {
    match about_to(Change::Remove(folder)).and_then(|()| std::fs::remove_dir_all(folder)) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(ParameterError::Io { file: folder.to_path_buf(), source })
        }
        _ => Ok(()),
    }
}

/// States below `saves`, the oldest first: batch and folder. Those without a marker are none.
///
/// # Errors
/// A folder that cannot be read; one that is not there has no states.
pub fn states(saves: &Path) -> Result<Vec<(u64, PathBuf)>, ParameterError> {
    let io = |source| ParameterError::Io { file: saves.to_path_buf(), source };
    let mut states = Vec::new();
    match std::fs::read_dir(saves) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(states),
        entries => {
            for entry in entries.map_err(io)? {
                let path = entry.map_err(io)?.path();
                let name = path.file_name().and_then(|name| name.to_str());
                let batch = name.and_then(|name| name.strip_prefix("batch-")).and_then(|batch| batch.parse().ok());
                if let Some(batch) = batch.filter(|_| path.join(MARKER).is_file()) {
                    states.push((batch, path));
                }
            }
        }
    }
    states.sort();
    Ok(states)
}

/// Removes all states below `saves` but the newest `keep`.
///
/// # Errors
/// A folder that cannot be read or removed.
pub fn keep_newest(saves: &Path, keep: usize) -> Result<(), ParameterError> {
    let states = states(saves)?;
    let old = states.len().saturating_sub(keep);
    states[..old].iter().try_for_each(|(_, folder)| remove_state(folder))
}

/// Removes a state.
///
/// # Errors
/// A folder that cannot be removed.
pub fn remove_state(folder: &Path) -> Result<(), ParameterError> {
    // Without its marker it is none any more, however far the rest comes.
    let marker = folder.join(MARKER);
    let removed = about_to(Change::Remove(&marker)).and_then(|()| std::fs::remove_file(&marker));
    removed.map_err(|source| ParameterError::Io { file: marker, source })?;
    remove(folder)
}

/// Bytes of a state: parameters, tables, and what the optimiser keeps of both.
#[must_use]
pub fn state_bytes(model: &ModelConfig, optimizer: Optimizer) -> u64 {
    let rows: u64 = model.rows.iter().map(|rows| u64::from(*rows)).sum();
    let width = (model.dimension + optimizer.state_of(model.dimension)) as u64;
    let dense = DlrmMemory::of(model, 1, optimizer);
    rows.saturating_mul(4 * width).saturating_add(dense.parameters).saturating_add(dense.state)
}

/// Whether a folder is a state.
#[must_use]
pub fn is_state(folder: &Path) -> bool {
    folder.join(MARKER).is_file() && folder.join(STATE).is_file()
}

/// A state on disk that was found whole.
#[derive(Debug, PartialEq)]
pub struct SavedState {
    path: PathBuf,
    about: About,
    /// The checksum of what a store has saved itself.
    store: Option<u32>,
}

impl SavedState {
    /// Opens a state and checks that every byte is what was written.
    ///
    /// # Errors
    /// A state that cannot be read, or is damaged.
    pub fn open(folder: &Path) -> Result<Self, ParameterError> {
        let (marker, path) = (folder.join(MARKER), folder.join(STATE));
        let bytes = read_at_most(&marker, LONGEST_MARKER)
            .map_err(|source| ParameterError::Io { file: marker.clone(), source })?;
        let damaged = |file: &Path, message: String| ParameterError::File {
            file: file.to_path_buf(),
            message: format!("{message}: go on from another state beside it"),
        };
        let expected: Marker = serde_json::from_slice(&bytes)
            .map_err(|error| damaged(&marker, format!("no marker of a state ({error})")))?;
        if expected.format != FORMAT {
            return Err(damaged(&marker, format!("expected format {FORMAT:?}, found another")));
        }
        let found = tensor_file::check(&path)?;
        if found != (Written { bytes: expected.bytes, crc32c: expected.crc32c }) {
            return Err(damaged(
                &path,
                format!(
                    "it is damaged: {} bytes with CRC-32C {:08x} were written, and there are {} with {:08x}",
                    expected.bytes, expected.crc32c, found.bytes, found.crc32c
                ),
            ));
        }
        for (name, bytes) in &expected.beside {
            let file = folder.join(name);
            let found = std::fs::metadata(&file).map(|about| about.len());
            if !found.as_ref().is_ok_and(|found| found == bytes) {
                let found = found.map_or_else(|error| error.to_string(), |found| format!("{found} bytes"));
                return Err(damaged(&file, format!("{bytes} bytes were saved, found: {found}")));
            }
        }
        let file = TensorReader::open(&path)?;
        let about = file.about().map(serde_json::from_str::<About>);
        let about = match about {
            Some(Ok(about)) if about.format == FORMAT && about.batch == expected.batch => about,
            _ => return Err(damaged(&path, "its metadata is not that of its marker".to_owned())),
        };
        Ok(Self { path, about, store: expected.store })
    }

    /// The batch that is trained next.
    #[must_use]
    pub fn batch(&self) -> u64 {
        self.about.batch
    }

    /// What the run wanted to know.
    #[must_use]
    pub fn run(&self) -> &serde_json::Value {
        &self.about.run
    }

    /// The folder that it is in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// What the run had learned of itself.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn history(&self) -> Result<History, ParameterError> {
        let file = TensorReader::open(&self.path)?;
        Ok(History { losses: file.doubles("history.losses")?, counts: file.integers("history.counts")? })
    }

    /// Sets MLPs, tables and the optimiser's state.
    ///
    /// # Errors
    /// A state of another model or another optimiser, a file that cannot be read, and a store that fails.
    pub fn set(
        &self,
        model: &ModelConfig,
        step: UpdateRule,
        dlrm: &mut Dlrm,
        store: &mut (impl EmbeddingStore + ?Sized),
    ) -> Result<(), ParameterError> {
        let file = TensorReader::open(&self.path)?;
        let width = store.state_width();
        let other_store = |has: &str, needs: &str| {
            file.wrong(format!(
                "its tables were kept {has}: {needs}, as in the experiment that it was saved with, or begin anew"
            ))
        };
        match (self.store, store.tiers()) {
            (Some(checksum), Some(tiers)) => tiers.load(&self.folder().join(STORE), checksum)?,
            (Some(_), None) => return Err(other_store("in files or a pool", "let it have [store] or [pool]")),
            (None, Some(_)) => return Err(other_store("in memory", "remove [store] or [pool]")),
            (None, None) => {}
        }
        let wants = |name: &str| name.starts_with("optimizer.");
        let has = file.names().iter().any(|name| wants(name));
        let needs = (width > 0 && self.store.is_none()) || !dlrm.optimizer_state_mut(step).is_empty();
        if has != needs {
            let (found, expected) = if has { ("an", "none") } else { ("no", "one") };
            return Err(file.wrong(format!(
                "it has {found} optimiser's state, and train.optimizer = {:?} needs {expected}: use the optimiser that it was saved with",
                step.optimizer.name()
            )));
        }
        for Parameter { name, shape, values } in dlrm.parameters_mut() {
            set_values(&file, &name, &shape, values)?;
        }
        for Parameter { name, shape, values } in dlrm.optimizer_state_mut(step) {
            set_values(&file, &format!("optimizer.{name}"), &shape, values)?;
        }
        if self.store.is_some() {
            return Ok(());
        }
        for (table, rows) in model.rows.iter().enumerate() {
            let (rows, name) = (*rows as usize, embedding_name(table));
            file.floats(&name, &[rows, model.dimension], |first, values| {
                Ok(store.write_rows(table, (first / model.dimension) as u64, values)?)
            })?;
            if width > 0 {
                file.floats(&format!("optimizer.{name}"), &[rows, width], |first, values| {
                    Ok(store.write_state(table, (first / width) as u64, values)?)
                })?;
            }
        }
        Ok(())
    }
}

fn set_values(file: &TensorReader, name: &str, shape: &[usize], to: &mut [f32]) -> Result<(), ParameterError> {
    file.floats(name, shape, |first, values| {
        to[first..first + values.len()].copy_from_slice(values);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use emberlane_experiment::{Experiment, Optimizer};
    use emberlane_stores::HostMemory;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::parameters::draw;

    fn setup(optimizer: Optimizer) -> (ModelConfig, Dlrm, UpdateRule, HostMemory) {
        let text = "[model]\nbottom = [2, 8, 16]\ntop = [4, 1]\ntables = 2\nrows = [70, 3]\ndimension = 16\n\
                    [data]\nkind = \"synthetic\"\n";
        let model = Experiment::parse(Path::new("e.toml"), text).unwrap().model;
        let step = UpdateRule { optimizer, learning_rate: 1.0 };
        let store = HostMemory::new(&model.rows, model.dimension, model.pooling, step).unwrap();
        (model.clone(), Dlrm::new(&model).unwrap(), step, store)
    }

    fn save(saves: &Path, optimizer: Optimizer) -> (PathBuf, HostMemory) {
        let (model, mut dlrm, step, mut store) = setup(optimizer);
        draw(&model, 7, &mut dlrm, &mut store).unwrap();
        let width = store.state_width();
        store.write_state(1, 0, &vec![0.5; 3 * width]).unwrap();
        for (number, state) in dlrm.optimizer_state_mut(step).into_iter().enumerate() {
            state.values.fill(number as f32);
        }
        let history = History { losses: vec![0.1, 0.2], counts: vec![u64::MAX, 1] };
        let run = serde_json::json!({ "position": 3 });
        let parts = (&mut dlrm, step, &mut store as &mut dyn EmbeddingStore);
        (
            save_state(saves, 2, (run, &[saves.join("best"), saves.join("none")]), &history, &model, parts).unwrap(),
            store,
        )
    }

    #[test]
    fn what_was_saved_is_set() {
        for optimizer in [Optimizer::Sgd, Optimizer::Adagrad, Optimizer::RowwiseAdagrad] {
            let saves = tempfile::tempdir().unwrap();
            let (folder, mut before) = save(saves.path(), optimizer);
            assert!(is_state(&folder));
            let state = SavedState::open(&folder).unwrap();
            assert_eq!((state.batch(), &state.run()["position"]), (2, &serde_json::json!(3)));
            assert_eq!(state.history().unwrap().counts, [u64::MAX, 1]);
            let (model, mut dlrm, step, mut store) = setup(optimizer);
            state.set(&model, step, &mut dlrm, &mut store).unwrap();
            for (table, rows) in [(0, 70), (1, 3)] {
                let read = |store: &mut HostMemory| {
                    (store.read_rows(table, 0, rows).unwrap(), store.read_state(table, 0, rows).unwrap())
                };
                assert_eq!(read(&mut before), read(&mut store));
            }
            for (number, state) in dlrm.optimizer_state_mut(step).into_iter().enumerate() {
                assert!(state.values.iter().all(|value| *value == number as f32), "{}", state.name);
            }
        }
    }

    /// The second of the same batch takes the place of the first: whenever it is cut off, one of them is there with all that belongs to it.
    #[test]
    fn a_state_of_the_same_batch_is_replaced_at_once() {
        for changes in 0.. {
            let saves = tempfile::tempdir().unwrap();
            std::fs::write(saves.path().join("best"), "before").unwrap();
            save(saves.path(), Optimizer::Sgd);
            std::fs::remove_file(saves.path().join("best")).unwrap();
            std::fs::write(saves.path().join("best"), "later than that").unwrap();
            let mut left = changes;
            emberlane_files::follow_changes(move |_| {
                left -= 1;
                if left < 0 { Err(std::io::Error::other("cut off")) } else { Ok(()) }
            });
            let cut_off = std::panic::catch_unwind(|| save(saves.path(), Optimizer::Sgd)).is_err();
            emberlane_files::follow_no_more();
            let found = states(saves.path()).unwrap();
            let [(2, folder)] = &found[..] else { panic!("{changes} changes: {found:?}") };
            SavedState::open(folder).unwrap_or_else(|error| panic!("{changes} changes: {error}"));
            let best = std::fs::read_to_string(folder.join("best")).unwrap();
            assert!(best == "before" || best == "later than that", "{best}");
            if !cut_off {
                assert_eq!(best, "later than that");
                assert!(changes > 5, "{changes} changes");
                break;
            }
        }
    }

    #[test]
    fn what_belongs_to_a_state_and_is_gone_is_missed() {
        let saves = tempfile::tempdir().unwrap();
        std::fs::write(saves.path().join("best"), "parameters").unwrap();
        let (folder, _) = save(saves.path(), Optimizer::Sgd);
        assert!(SavedState::open(&folder).is_ok());
        std::fs::remove_file(folder.join("best")).unwrap();
        let error = SavedState::open(&folder).unwrap_err().to_string();
        assert!(error.contains("best") && error.contains("10 bytes were saved"), "{error}");
    }

    #[test]
    fn any_flipped_bit_is_found() {
        let saves = tempfile::tempdir().unwrap();
        let (folder, _) = save(saves.path(), Optimizer::Adagrad);
        let seed = 1;
        let mut random = Pcg64::seed_from_u64(seed);
        for file in [STATE, MARKER] {
            let path = folder.join(file);
            let whole = std::fs::read(&path).unwrap();
            for _ in 0..300 {
                let mut bytes = whole.clone();
                let bit = random.random_range(0..bytes.len() * 8);
                bytes[bit / 8] ^= 1 << (bit % 8);
                std::fs::write(&path, bytes).unwrap();
                assert!(SavedState::open(&folder).is_err(), "bit {bit} of {file}, seed {seed}");
            }
            std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
            assert!(SavedState::open(&folder).is_err());
            std::fs::write(&path, whole).unwrap();
        }
        assert!(SavedState::open(&folder).is_ok());
    }

    #[test]
    fn the_newest_are_kept_and_what_has_no_marker_is_none() {
        let saves = tempfile::tempdir().unwrap();
        let (folder, _) = save(saves.path(), Optimizer::Sgd);
        for batch in [5, 30] {
            let other = saves.path().join(format!("batch-{batch:012}"));
            std::fs::create_dir(&other).unwrap();
            std::fs::copy(folder.join(STATE), other.join(STATE)).unwrap();
            std::fs::copy(folder.join(MARKER), other.join(MARKER)).unwrap();
        }
        std::fs::create_dir(saves.path().join("batch-000000000040")).unwrap();
        let batches = || states(saves.path()).unwrap().into_iter().map(|(batch, _)| batch).collect::<Vec<_>>();
        assert_eq!(batches(), [2, 5, 30]);
        keep_newest(saves.path(), 2).unwrap();
        assert_eq!(batches(), [5, 30]);
    }

    #[test]
    fn another_optimizer_is_refused() {
        let saves = tempfile::tempdir().unwrap();
        let (folder, _) = save(saves.path(), Optimizer::Sgd);
        let (model, mut dlrm, step, mut store) = setup(Optimizer::Adagrad);
        let state = SavedState::open(&folder).unwrap();
        let error = state.set(&model, step, &mut dlrm, &mut store).unwrap_err().to_string();
        assert!(error.contains("train.optimizer = \"adagrad\""), "{error}");
    }
}
