//! What a device logs of a training, and the MLPs' parameters as they are logged.

use emberlane_drivers::LogConfiguration;
use emberlane_registers::cxl_mem::LINE_BYTES;

use emberlane_dlrm::Dlrm;
use emberlane_experiment::{DataConfig, Experiment, HeldOut, Lookup, ModelConfig, ShortLines, TrainConfig};

/// The log of an experiment; `None` if it has none. It follows from the experiment alone, so that whoever has the experiment
/// finds what was logged.
#[must_use]
pub fn log_configuration(experiment: &Experiment) -> Option<LogConfiguration> {
    let Experiment { model, checkpoint, .. } = experiment;
    let mode = checkpoint.log_mode()?;
    Some(LogConfiguration {
        configuration: fingerprint(experiment),
        mode,
        largest_rows: largest_rows(experiment),
        parameter_bytes: parameter_bytes(model),
    })
}

/// Bytes of the MLPs' parameters in the log.
#[must_use]
pub fn parameter_bytes(model: &ModelConfig) -> u64 {
    // Weights and biases.
    let layer = |widths: &[usize]| (widths[0] as u64 + 1) * widths[1] as u64;
    let (bottom, top) = (&model.bottom, model.top_widths());
    let elements: u64 = bottom.windows(2).chain(top.windows(2)).map(layer).sum();
    (4 * elements).next_multiple_of(LINE_BYTES)
}

/// Unique rows of a batch at most.
fn largest_rows(experiment: &Experiment) -> u32 {
    let Experiment { model, data, train, .. } = experiment;
    // Of a file of tensors only the file says how many rows a batch has.
    let lookups = match data {
        DataConfig::Tensors { .. } => u64::MAX,
        DataConfig::Criteo { .. } | DataConfig::Synthetic { .. } => model.lookups as u64,
    };
    let samples = train.batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE) as u64;
    let rows = model.rows.iter().map(|rows| u64::from(*rows).min(samples.saturating_mul(lookups)));
    u32::try_from(rows.sum::<u64>()).unwrap_or(u32::MAX)
}

/// Tells experiments apart whose checkpoints do not fit each other: everything that the bits of a training depend on, but for
/// the contents of data files.
fn fingerprint(experiment: &Experiment) -> u32 {
    let Experiment { model, data, train, checkpoint, .. } = experiment;
    // Of the data all but where it is, and, unless it is repeated, how long.
    let data = match data {
        DataConfig::Tensors { .. } => data.kind().to_owned(),
        DataConfig::Criteo(criteo) => {
            // What the file does not say adds nothing, so that older checkpoints are known.
            let padded = if criteo.short_lines == ShortLines::Pad { " padded" } else { "" };
            format!("{} {:?}{padded}", data.kind(), criteo.on_malformed)
        }
        DataConfig::Synthetic { skew, batches } => {
            let repeated = if train.epochs > 1 { *batches } else { 0 };
            format!("{} {:016x} {repeated}", data.kind(), skew.to_bits())
        }
    };
    let held_out = match experiment.data.held_out() {
        HeldOut::None => String::new(),
        HeldOut::Share(share) => format!(" held out {:016x}", share.to_bits()),
        HeldOut::Files(files) => format!(" held out {files} files"),
    };
    // An ordinary lookup says nothing, so that older checkpoints are known.
    let lookup = if train.lookup == Lookup::Relaxed { " relaxed lookup" } else { "" };
    // Nor does a batch in one slice.
    let slices = match experiment.slices() {
        1 => String::new(),
        slices => format!(" {slices} slices"),
    };
    let text = format!(
        "{:?} {:?} {:?} {:?} {} {:?} {} {} {:?} {:08x} {} {:?}{lookup}{held_out}{slices}",
        model.bottom,
        model.top,
        model.interaction,
        model.rows,
        model.dimension,
        model.pooling,
        model.lookups,
        data,
        train.batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE),
        train.learning_rate.to_bits(),
        train.seed,
        checkpoint.log_mode(),
    );
    crc32c::crc32c(text.as_bytes())
}

/// The MLPs' parameters as they are logged: FP32, little endian, in the order of
/// [`parameters_mut`](Dlrm::parameters_mut), zeros up to a whole line.
pub fn logged_parameters(dlrm: &mut Dlrm) -> Vec<u8> {
    let parameters = dlrm.parameters_mut();
    let values = parameters.iter().flat_map(|parameter| parameter.values.iter());
    let mut bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
    bytes.resize(bytes.len().next_multiple_of(LINE_BYTES as usize), 0);
    bytes
}

/// Sets the MLPs' parameters to logged ones; false, and nothing is set, if there are not as many.
#[must_use]
pub fn set_parameters(dlrm: &mut Dlrm, bytes: &[u8]) -> bool {
    let mut parameters = dlrm.parameters_mut();
    let elements: usize = parameters.iter().map(|parameter| parameter.values.len()).sum();
    if bytes.len() != (4 * elements).next_multiple_of(LINE_BYTES as usize) {
        return false;
    }
    let (words, _) = bytes.as_chunks();
    let values = parameters.iter_mut().flat_map(|parameter| parameter.values.iter_mut());
    values.zip(words).for_each(|(value, word)| *value = f32::from_le_bytes(*word));
    true
}
