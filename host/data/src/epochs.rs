//! The batches of every epoch of an experiment.

use std::path::Path;
use std::time::{Duration, Instant};

use emberlane_experiment::Experiment;

use crate::{Batch, BatchSource, CacheUse, DataError, EpochsPosition, Purpose, open};

/// The batches of every epoch.
pub struct Epochs {
    source: Box<dyn BatchSource>,
    epoch: u64,
    epochs: u64,
    /// Batches that are wanted in all.
    most: u64,
    /// Batches that were read.
    read: u64,
    time: Duration,
}

impl Epochs {
    /// The batches that an experiment trains, `most` of them at most.
    ///
    /// # Errors
    /// Data that cannot be opened, or that does not fit the model.
    pub fn open(experiment: &Experiment, most: u64) -> Result<Self, DataError> {
        let Experiment { data, model, train, .. } = experiment;
        let source = open(data, model, train.batch_size, train.seed, Purpose::Training);
        let source = source.map_err(|error| error.named_by("data.path"))?;
        if source.is_read_once() && train.epochs > 1 {
            let message = format!("it can be read once, but train.epochs is {}: name regular files", train.epochs);
            return Err(DataError::file(data.paths().first().map_or(Path::new(""), |path| path), message));
        }
        Ok(Self { source, epoch: 0, epochs: train.epochs, most, read: 0, time: Duration::ZERO })
    }

    /// How many they are, where that is known before they end.
    #[must_use]
    pub fn known(&self) -> Option<u64> {
        self.known_of(self.most)
    }

    /// How many they were if `most` were wanted, where that is known before they end.
    #[must_use]
    pub fn known_of(&self, most: u64) -> Option<u64> {
        Some(self.source.batches()?.saturating_mul(self.epochs).min(most))
    }

    /// Malformed lines that were left out so far.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.source.skipped()
    }

    /// Short lines whose last fields were taken for missing so far.
    #[must_use]
    pub fn padded(&self) -> u64 {
        self.source.padded()
    }

    /// What was done with the cache of parsed records; `None`: there is none.
    #[must_use]
    pub fn cache(&self) -> Option<CacheUse> {
        self.source.cache()
    }

    /// Where the next batch comes from.
    #[must_use]
    pub fn position(&self) -> EpochsPosition {
        EpochsPosition { epoch: self.epoch, batches: self.read, source: self.source.position() }
    }

    /// Goes to where other epochs of the same data were; of the batches that are wanted, those before count.
    ///
    /// # Errors
    /// Data that cannot be read again, and a position of other data.
    pub fn seek(&mut self, position: &EpochsPosition) -> Result<(), DataError> {
        let start = Instant::now();
        position.source.check()?;
        self.source.seek(&position.source)?;
        (self.epoch, self.read) = (position.epoch, position.batches);
        self.time += start.elapsed();
        Ok(())
    }

    /// Wall time that reading or drawing batches has taken so far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The next batch; `None` behind the last one of the last epoch.
    ///
    /// # Errors
    /// Data that cannot be read, or that is malformed.
    pub fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        while self.read < self.most && self.epoch < self.epochs {
            let start = Instant::now();
            let batch = self.source.next_batch();
            self.time += start.elapsed();
            if let Some(batch) = batch? {
                self.read += 1;
                return Ok(Some(batch));
            }
            // Also behind the last one: a training can be made longer, and go on from there.
            self.source.rewind()?;
            self.epoch += 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GenerateOptions, generate};

    /// An experiment on data of one kind, in a folder with a file of it.
    fn experiment(folder: &Path, data: &str) -> Experiment {
        generate(&folder.join("clicks.tsv"), &GenerateOptions { rows: 230, categories: 50, skew: 1.0, seed: 2 })
            .unwrap();
        // Tensors say that themselves.
        let lookups = if data.contains("tensors") { "" } else { "lookups = 2\n" };
        let text = format!(
            "[model]\nbottom = [13, 16]\ntop = [1]\ntables = 3\nrows = 50\ndimension = 16\n{lookups}\
             [train]\nbatch_size = 20\nepochs = 3\nseed = 4\n{data}\n"
        );
        Experiment::parse(&folder.join("experiment.toml"), &text).unwrap()
    }

    /// Tensors of the batches that drawn data has.
    fn write_tensors(folder: &Path) {
        use safetensors::{Dtype, tensor::TensorView};
        let drawn = experiment(folder, "[data]\nkind = \"synthetic\"\nbatches = 9\n");
        let mut epochs = Epochs::open(&drawn, 9).unwrap();
        let batches: Vec<Batch> = std::iter::from_fn(|| epochs.next_batch().unwrap()).collect();
        let floats = |of: fn(&Batch) -> &Vec<f32>| -> Vec<u8> {
            batches.iter().flat_map(of).flat_map(|x| x.to_le_bytes()).collect()
        };
        let (dense, labels) = (floats(|batch| &batch.dense), floats(|batch| &batch.labels));
        let indices: Vec<u8> =
            batches.iter().flat_map(|batch| &batch.bags.indices).flat_map(|x| x.to_le_bytes()).collect();
        let tensors = [
            ("indices", TensorView::new(Dtype::I32, vec![9, 3, 20, 2], &indices).unwrap()),
            ("labels", TensorView::new(Dtype::F32, vec![9, 20], &labels).unwrap()),
            ("dense", TensorView::new(Dtype::F32, vec![9, 20, 13], &dense).unwrap()),
        ];
        safetensors::serialize_to_file(tensors, None, &folder.join("batches.safetensors")).unwrap();
        std::fs::copy(folder.join("batches.safetensors"), folder.join("other.safetensors")).unwrap();
    }

    #[test]
    fn from_every_position_the_same_batches_follow() {
        let folder = tempfile::tempdir().unwrap();
        write_tensors(folder.path());
        for data in [
            "[data]\nkind = \"synthetic\"\nbatches = 7",
            "[data]\nkind = \"criteo\"\npath = \"clicks.tsv\"",
            "[data]\nkind = \"criteo\"\npath = \"clicks.tsv\"\ncache = \"cache\"\n[evaluate]\nhold_out = 0.3",
            "[data]\nkind = \"tensors\"\npath = [\"batches.safetensors\", \"oth*.safetensors\"]",
            "[data]\nkind = \"tensors\"\npath = \"batches.safetensors\"\n[evaluate]\nhold_out = 0.3",
        ] {
            let experiment = experiment(folder.path(), data);
            let mut epochs = Epochs::open(&experiment, 40).unwrap();
            let mut positions = vec![epochs.position()];
            let mut batches = Vec::new();
            while let Some(batch) = epochs.next_batch().unwrap() {
                batches.push(batch);
                positions.push(epochs.position());
            }
            assert!(batches.len() > 14, "{data}");
            for (number, position) in positions.iter().enumerate() {
                let text = serde_json::to_string(position).unwrap();
                let position: EpochsPosition = serde_json::from_str(&text).unwrap();
                let mut other = Epochs::open(&experiment, 40).unwrap();
                other.seek(&position).unwrap();
                assert_eq!(other.position(), position, "{data}");
                let rest: Vec<Batch> = std::iter::from_fn(|| other.next_batch().unwrap()).collect();
                assert!(rest == batches[number..], "{data}: from batch {number}");
            }
        }
    }

    #[test]
    fn a_position_of_other_data_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let open = |data: &str| Epochs::open(&experiment(folder.path(), data), 5).unwrap();
        let drawn = open("[data]\nkind = \"synthetic\"");
        let mut read = open("[data]\nkind = \"criteo\"\npath = \"clicks.tsv\"");
        let error = read.seek(&drawn.position()).unwrap_err().to_string();
        assert!(error.contains("data.kind was not \"criteo\""), "{error}");
    }
}
