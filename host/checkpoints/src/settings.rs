//! What an experiment says that the bits of its checkpoints depend on, key by key, so that a checkpoint says what it is of.

use std::fmt;

use emberlane_experiment::{CheckpointMode, DataConfig, Experiment, HeldOut, SavePolicy, TrainConfig, shortened};

/// The settings of an experiment that a checkpoint belongs to: every key, but for initial parameters and where data are, that the
/// log's configuration is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings(Vec<(&'static str, String)>);

/// The key of the parts of a batch whose gradients are summed one after the other.
const SLICES: &str = "train.slices";
/// What a text of before this key was said is taken to say.
const UNSAID: [(&str, &str); 1] = [(SLICES, "1")];

/// A key that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Section and key.
    pub key: String,
    /// What this experiment says; `None`: nothing.
    pub here: Option<String>,
    /// What the checkpoint says; `None`: nothing.
    pub there: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said =
            |value: &Option<String>| value.as_ref().map_or_else(|| "not said".to_owned(), |value| shortened(value));
        write!(f, "{} is {} here and {} there", self.key, said(&self.here), said(&self.there))
    }
}

/// `value` as it is in an experiment file.
fn quoted(value: &str) -> String {
    format!("{value:?}")
}

impl Settings {
    /// Those of an experiment.
    #[must_use]
    pub fn of(experiment: &Experiment) -> Self {
        let mut all = Self::without_slices(experiment);
        all.push((SLICES, experiment.slices().to_string()));
        Self(all)
    }

    fn without_slices(experiment: &Experiment) -> Vec<(&'static str, String)> {
        let Experiment { model, data, train, checkpoint, .. } = experiment;
        let rows = match model.rows.first() {
            Some(first) if model.rows.iter().all(|rows| rows == first) => first.to_string(),
            _ => format!("{:?}", model.rows),
        };
        let mut all = vec![
            ("model.bottom", format!("{:?}", model.bottom)),
            ("model.top", format!("{:?}", model.top)),
            ("model.interaction", quoted(model.interaction.name())),
            ("model.tables", model.tables().to_string()),
            ("model.rows", rows),
            ("model.dimension", model.dimension.to_string()),
            ("model.pooling", quoted(model.pooling.name())),
            ("model.lookups", model.lookups.to_string()),
            ("data.kind", quoted(data.kind())),
        ];
        match data {
            DataConfig::Tensors { .. } => {}
            DataConfig::Criteo(criteo) => {
                all.push(("data.on_malformed", quoted(criteo.on_malformed.name())));
                all.push(("data.short_lines", quoted(criteo.short_lines.name())));
            }
            DataConfig::Synthetic { skew, batches } => {
                all.push(("data.skew", format!("{skew:?}")));
                // Unless it is repeated, a longer training is the same one.
                if train.epochs > 1 {
                    all.push(("data.batches", batches.to_string()));
                }
            }
        }
        match data.held_out() {
            HeldOut::None => {}
            HeldOut::Share(share) => all.push(("evaluate.hold_out", format!("{share:?}"))),
            HeldOut::Files(files) => all.push(("evaluate.hold_out_files", files.to_string())),
        }
        all.extend([
            ("train.batch_size", train.batch_size.unwrap_or(TrainConfig::DEFAULT_BATCH_SIZE).to_string()),
            ("train.learning_rate", format!("{:?}", train.learning_rate)),
            ("train.lookup", quoted(train.lookup.name())),
            ("train.seed", train.seed.to_string()),
            ("checkpoint.mode", quoted(checkpoint.mode.name())),
        ]);
        if checkpoint.mode == CheckpointMode::Relaxed {
            all.push(("checkpoint.every", checkpoint.every.to_string()));
        }
        all
    }

    /// Those that a training state belongs to: a log has nothing to do with it, and where order is carried from batch to batch, it is of
    /// whatever decides about that order.
    #[must_use]
    pub fn of_state(experiment: &Experiment) -> Self {
        let Experiment { train, device, evaluate, .. } = experiment;
        let mut all = Self::without_slices(experiment);
        all.retain(|(key, _)| !key.starts_with("checkpoint."));
        all.push(("train.optimizer", quoted(train.optimizer.name())));
        if !experiment.rests_at_any_batch() {
            let number = |number: Option<u64>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
            all.extend([
                ("save.every", number(experiment.saves_every())),
                ("evaluate.every", number(evaluate.every)),
                ("device.design", quoted(device.design.name())),
                ("device.cache_vectors", device.cache_vectors.to_string()),
                ("device.smartssds", device.smartssds.to_string()),
            ]);
        }
        if let Some(failures) = &experiment.failures {
            all.extend([
                ("failures.shards", failures.shards.to_string()),
                ("failures.plan", format!("{:?}", failures.plan)),
                ("failures.interval", failures.interval.to_string()),
                ("failures.policy", quoted(failures.policy.name())),
                ("failures.seed", failures.seed.to_string()),
            ]);
            if failures.policy != SavePolicy::Full {
                all.push(("failures.r", format!("1/{}", failures.parts)));
                all.push(("failures.largest", failures.largest.to_string()));
            }
        }
        // The last one: what shards of a cluster keep knows the text by its checksum.
        all.push((SLICES, experiment.slices().to_string()));
        Self(all)
    }

    /// What [`of`](Self::of) says, as text: a line `key = value` each.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|(key, value)| format!("{key} = {value}\n")).collect()
    }

    /// What these say otherwise than the text of others.
    #[must_use]
    pub fn differences(&self, text: &str) -> Vec<Difference> {
        let mut there: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(" = ")).collect();
        for unsaid in UNSAID {
            if there.iter().all(|(name, _)| *name != unsaid.0) {
                there.push(unsaid);
            }
        }
        let value = |key: &str| there.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned());
        let ours = self.0.iter().map(|(key, here)| Difference {
            key: (*key).to_owned(),
            here: Some(here.clone()),
            there: value(key),
        });
        let gone = there.iter().filter(|(key, _)| self.0.iter().all(|(name, _)| name != key));
        let theirs = gone.map(|(key, value)| Difference {
            key: (*key).to_owned(),
            here: None,
            there: Some((*value).to_owned()),
        });
        ours.chain(theirs).filter(|difference| difference.here != difference.there).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::log_configuration;

    const GOOD: [(&str, &str, &str); 13] = [
        ("model", "bottom", "[13, 32, 16]"),
        ("model", "top", "[8, 1]"),
        ("model", "tables", "2"),
        ("model", "rows", "[9, 8]"),
        ("model", "dimension", "16"),
        ("model", "pooling", "\"sum\""),
        ("model", "lookups", "2"),
        ("data", "kind", "\"synthetic\""),
        ("data", "skew", "1.0"),
        ("train", "learning_rate", "0.5"),
        ("train", "batch_size", "4"),
        ("train", "seed", "3"),
        ("checkpoint", "mode", "\"undo\""),
    ];

    fn experiment(changed: Option<(&str, &str)>) -> Experiment {
        let mut text = String::new();
        let mut section = "";
        for (of, key, value) in GOOD {
            if of != section {
                text += &format!("[{of}]\n");
                section = of;
            }
            let value = changed.filter(|(name, _)| *name == format!("{of}.{key}")).map_or(value, |(_, value)| value);
            text += &format!("{key} = {value}\n");
        }
        Experiment::parse(Path::new("e.toml"), &text).unwrap()
    }

    #[test]
    fn every_key_that_makes_another_log_is_named() {
        let original = experiment(None);
        let text = Settings::of(&original).text();
        assert_eq!(Settings::of(&original).differences(&text), []);
        let changes = [
            ("model.bottom", "[13, 33, 16]"),
            ("model.top", "[9, 1]"),
            ("model.rows", "[8, 9]"),
            ("model.pooling", "\"mean\""),
            ("model.lookups", "3"),
            ("data.skew", "1.5"),
            ("train.learning_rate", "0.25"),
            ("train.batch_size", "5"),
            ("train.seed", "4"),
            ("checkpoint.mode", "\"redo\""),
        ];
        for (key, value) in changes {
            let other = experiment(Some((key, value)));
            let found = Settings::of(&other).differences(&text);
            assert_eq!(found.iter().map(|found| &*found.key).collect::<Vec<_>>(), [key]);
            let configuration = |experiment| log_configuration(experiment).unwrap().configuration;
            assert_ne!(configuration(&original), configuration(&other), "{key}");
        }
        let other = Settings::of(&experiment(Some(("train.seed", "4"))));
        assert_eq!(other.differences(&text)[0].to_string(), "train.seed is 4 here and 3 there");
    }

    /// The slices follow from the system and the cluster, too, where the file does not say them.
    #[test]
    fn other_slices_are_other_bits() {
        let sliced = |slices: usize| {
            let mut experiment = experiment(None);
            experiment.train.slices = Some(slices);
            experiment
        };
        let (one, four) = (experiment(None), sliced(4));
        let mut gpus = experiment(None);
        gpus.system.gpus = 2;
        for settings in [Settings::of, Settings::of_state] {
            let said = |experiment: &Experiment, text: &str| {
                let found = settings(experiment).differences(text);
                found.iter().map(ToString::to_string).collect::<Vec<_>>()
            };
            assert_eq!(said(&four, &settings(&one).text()), ["train.slices is 4 here and 1 there"]);
            assert_eq!(said(&gpus, &settings(&one).text()), ["train.slices is 2 here and 1 there"]);
            assert_eq!(said(&gpus, &settings(&sliced(2)).text()), [""; 0]);
            // What was saved before the key was said had one, unless something else was asked for.
            let before = settings(&one).text().replace("train.slices = 1\n", "");
            assert_eq!(said(&one, &before), [""; 0]);
            assert_eq!(said(&four, &before), ["train.slices is 4 here and 1 there"]);
        }
        let configuration = |experiment: &Experiment| log_configuration(experiment).unwrap().configuration;
        assert_eq!(configuration(&one), configuration(&sliced(1)));
        assert_ne!(configuration(&one), configuration(&four));
    }

    #[test]
    fn a_key_that_only_one_says_is_a_difference() {
        let relaxed = Settings::of(&experiment(Some(("checkpoint.mode", "\"relaxed\""))));
        let undo = Settings::of(&experiment(None));
        let found: Vec<String> = undo.differences(&relaxed.text()).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "checkpoint.mode is \"undo\" here and \"relaxed\" there",
                "checkpoint.every is not said here and 100 there"
            ]
        );
    }
}
