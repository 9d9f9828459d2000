//! Where the tables of a system with SmartSSDs are (NDRec, Section IV-D).

use emberlane_experiment::{Experiment, GpuPreset, TrainConfig};
use emberlane_stores::EmbeddingError;
use emberlane_stores::placement::{Intensity, sorted_pairs, unique_vectors};

use super::opened::Placed;
use crate::gpu::Gpu;
use crate::{Steady, TrainError};

/// Which tables are where: those whose lookups a GPU's arithmetic bounds on the GPUs, if the experiment wants that; the others in pairs on the
/// SmartSSDs, by how many rows a batch uses of them.
///
/// # Errors
/// Data that cannot be read, and of a GPU that holds tables a record that cannot be read or that no preset completes.
pub(crate) fn placed(experiment: &Experiment, steady: Option<&Steady>) -> Result<Placed, TrainError> {
    let Experiment { model, train, system, .. } = experiment;
    let samples = train.batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE);
    let lookups = (samples * model.lookups) as u64;
    let gpu = system.small_tables_on_gpus.then(|| specification(experiment)).transpose()?;
    let stays = |table: &usize| {
        gpu.as_ref().is_some_and(|gpu| Intensity { rows: model.rows[*table].into(), lookups }.stays_on(gpu))
    };
    let (near, far): (Vec<usize>, Vec<usize>) = (0..model.tables()).partition(stays);
    let smartssds = experiment.device.smartssds;
    if smartssds == 1 {
        return Ok(Placed { near, far: vec![far] });
    }
    let unique: Vec<f64> = match steady {
        Some(steady) => far.iter().map(|table| steady.law.column(*table).expected_distinct(lookups)).collect(),
        None => {
            let of_all = unique_vectors(experiment)?;
            far.iter().map(|table| of_all[*table]).collect()
        }
    };
    let number = |device: Vec<usize>| device.into_iter().map(|place| far[place]).collect();
    Ok(Placed { near, far: sorted_pairs(&unique, smartssds).into_iter().map(number).collect() })
}

/// The specification of an experiment's GPU, which says whether arithmetic or memory bounds it.
fn specification(experiment: &Experiment) -> Result<GpuPreset, TrainError> {
    let gpu = Gpu::open(&experiment.system.gpu)?;
    gpu.specification().cloned().ok_or_else(|| {
        let text = format!(
            "system.small_tables = \"gpu\" needs the specification of the GPU, and no preset is of {:?}, which the table of times that \
             system.gpu names was recorded on: name a preset in system.gpu, or remove system.small_tables",
            gpu.name()
        );
        EmbeddingError::Unavailable(text).into()
    })
}

#[cfg(test)]
mod tests {
    use emberlane_experiment::GpuConfig;

    use super::*;

    /// A GPU holds the same tables whether its times are recorded or computed: its specification decides.
    #[test]
    fn a_recorded_gpu_has_small_tables_by_its_specification() {
        let text = "[model]\nbottom = [13, 24, 16]\ntop = [20, 1]\ntables = 3\nrows = [700, 1, 260]\ndimension = 16\nlookups = 4\n\
                    [data]\nkind = \"synthetic\"\n[train]\nbatch_size = 40\n[device]\ndesign = \"smartssd\"\nkind = \"model\"\n\
                    [system]\nkind = \"ndrec\"\ngpu = \"rtx-a5000\"\nsmall_tables = \"gpu\"\n";
        let mut experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
        assert_eq!(placed(&experiment, None).unwrap().near, [1]);
        let folder = tempfile::tempdir().unwrap();
        let recorded = |gpu: &str| {
            let file = folder.path().join(format!("{gpu}.json"));
            let table = format!(
                "{{\"format\": {:?}, \"gpu\": {gpu:?}, \"driver\": \"\", \"framework\": \"\", \"date\": \"\", \"layers\": []}}",
                crate::gpu::FORMAT
            );
            std::fs::write(&file, table).unwrap();
            GpuConfig::Recorded(file)
        };
        experiment.system.gpu = recorded("NVIDIA RTX A5000");
        assert_eq!(placed(&experiment, None).unwrap().near, [1]);
        experiment.system.gpu = recorded("Another GPU");
        let error = placed(&experiment, None).unwrap_err().to_string();
        assert!(error.contains("system.small_tables") && error.contains("Another GPU"), "{error}");
        experiment.system.small_tables_on_gpus = false;
        assert_eq!(placed(&experiment, None).unwrap().near, [0; 0]);
    }
}
