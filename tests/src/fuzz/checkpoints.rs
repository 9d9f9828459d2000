//! What training goes on from.

use std::collections::BTreeMap;
use std::sync::Arc;

use emberlane_checkpoints::{SAVES, SavedState, check_image, load_image};
use emberlane_dlrm::{Dlrm, UpdateRule};
use emberlane_experiment::{Experiment, Optimizer};
use emberlane_stores::HostMemory;
use emberlane_training::{RunOptions, Silent, StoreOptions, resume, run};
use safetensors::SafeTensors;
use safetensors::tensor::TensorView;

use super::place::{file, here};

const IMAGE: &str = include_str!("../../fuzz/corpus/experiment/image.toml");
const STATE: &str = include_str!("../../fuzz/corpus/experiment/state.toml");
const STATE_CRITEO: &str = include_str!("../../fuzz/corpus/experiment/state-criteo.toml");
/// What the criteo experiment is trained on.
const CLICKS: &[u8] = include_bytes!("../../fuzz/corpus/criteo_files/clicks.tsv");

fn experiment(text: &str) -> Experiment {
    Experiment::parse(&here().join("experiment.toml"), text).expect("an experiment")
}

/// A file of parameters.
pub(super) fn parameters(bytes: &[u8]) -> bool {
    let model = experiment(STATE).model;
    let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.1 };
    let mut dlrm = Dlrm::new(&model).expect("a small model");
    let mut store = HostMemory::new(&model.rows, model.dimension, model.pooling, step).expect("small tables");
    let path = file("parameters.safetensors", bytes);
    emberlane_checkpoints::parameters::load(&model, &path, &mut dlrm, &mut store).is_ok()
}

/// A device's image, and a training that goes on from it. The first byte says whether its checksums are made right.
pub(super) fn image(bytes: &[u8]) -> bool {
    let Some((way, bytes)) = bytes.split_first() else { return false };
    let right = (way & 1 == 1).then(|| with_checksums(bytes)).flatten();
    let path = file("device.image", right.as_deref().unwrap_or(bytes));
    let experiment = experiment(IMAGE);
    let is_ours = check_image(&path, &experiment).is_ok();
    let Ok(image) = load_image(&path) else { return false };
    let store = StoreOptions { image: Some(image), ..StoreOptions::default() };
    run(&experiment, &RunOptions { store, ..RunOptions::default() }, &mut Silent).is_ok() && is_ours
}

/// The same image, with the checksums of what it holds.
fn with_checksums(bytes: &[u8]) -> Option<Vec<u8>> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).ok()?;
    let about = metadata.metadata().clone()?;
    let tensors = SafeTensors::deserialize(bytes).ok()?;
    let mut pieces = String::new();
    let mut views: Vec<(String, TensorView<'_>)> = Vec::new();
    for name in metadata.offset_keys() {
        let tensor = tensors.tensor(&name).ok()?;
        pieces += &format!("{name} {} {:08x}\n", tensor.data().len(), crc32c::crc32c(tensor.data()));
        views.push((name, tensor));
    }
    let (format, experiment) = (about.get("format")?.clone(), about.get("experiment")?.clone());
    let all = format!("{format}\n{}\n{experiment}{pieces}", experiment.len());
    let checksum = format!("{:08x}", crc32c::crc32c(all.as_bytes()));
    let about = [("format", format), ("checksum", checksum), ("experiment", experiment), ("pieces", pieces)];
    let about: BTreeMap<String, String> = about.map(|(name, text)| (name.to_owned(), text)).into();
    let mut file = Vec::new();
    let infos = views.iter().map(|(name, view)| (name.clone(), view.dtype(), view.shape().to_vec()));
    emberlane_files::write_tensor_header(&mut file, &about, infos).ok()?;
    views.iter().for_each(|(_, view)| file.extend_from_slice(view.data()));
    Some(file)
}

/// A training state, and a training that goes on from it. What begins with a brace is its marker alone, of a state with nothing in it.
pub(super) fn state(bytes: &[u8]) -> bool {
    let folder = here().join("run").join(SAVES).join("batch-000000000002");
    std::fs::create_dir_all(&folder).expect("a folder for a state");
    let (state, marker) = match bytes.first() {
        Some(b'{') => (&[][..], bytes.to_vec()),
        _ => (bytes, marker(bytes)),
    };
    std::fs::write(folder.join("state.safetensors"), state).expect("a state");
    std::fs::write(folder.join("whole.json"), marker).expect("its marker");
    let Ok(saved) = SavedState::open(&folder) else { return false };
    let of_criteo = state.windows(6).any(|part| part == b"criteo");
    let experiment = experiment(if of_criteo { STATE_CRITEO } else { STATE });
    if of_criteo {
        // Without the byte that says how it is read.
        file("clicks.tsv", &CLICKS[1..]);
    }
    assert!(resume(&folder, &experiment).is_ok(), "what was opened is found");
    let store = StoreOptions { state: Some(Arc::new(saved)), ..StoreOptions::default() };
    run(&experiment, &RunOptions { store, ..RunOptions::default() }, &mut Silent).is_ok()
}

/// The marker of these bytes, with the batch that they say.
fn marker(bytes: &[u8]) -> Vec<u8> {
    let batch = SafeTensors::read_metadata(bytes).ok().and_then(|(_, metadata)| {
        let about = metadata.metadata().as_ref()?.values().next()?.clone();
        serde_json::from_str::<serde_json::Value>(&about).ok()?["batch"].as_u64()
    });
    let (batch, crc32c) = (batch.unwrap_or(2), crc32c::crc32c(bytes));
    let marker =
        serde_json::json!({ "format": "emberlane state 1", "batch": batch, "bytes": bytes.len(), "crc32c": crc32c });
    marker.to_string().into_bytes()
}
