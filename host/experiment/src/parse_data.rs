//! From the sections [data] and [evaluate] of an experiment file to what they say.

use std::path::Path;

use crate::reader::{ConfigError, Document, Section};
use crate::{
    CriteoConfig, DataConfig, DataFormat, EvaluateConfig, EvaluationMetric, HeldOut, OnMalformed, ShortLines,
    TrainConfig,
};

/// Keys of [data] with the kind that they are for.
const OF_ONE_KIND: [(&str, &str); 6] = [
    ("on_malformed", "criteo"),
    ("format", "criteo"),
    ("short_lines", "criteo"),
    ("cache", "criteo"),
    ("skew", "synthetic"),
    ("batches", "synthetic"),
];

pub(super) fn data<'a>(document: &'a Document<'_>) -> Result<(DataConfig, Section<'a>), ConfigError> {
    let section = document.section("data")?;
    section.only(&["kind", "path", "on_malformed", "skew", "batches", "format", "short_lines", "cache"])?;
    let kinds = [("tensors", "tensors"), ("criteo", "criteo"), ("synthetic", "synthetic")];
    let kind =
        section.require(section.choice("kind", &kinds)?, "kind", "one of \"tensors\", \"criteo\", \"synthetic\"")?;
    for (key, of) in OF_ONE_KIND {
        if section.has(key) && kind != of {
            return Err(section.wrong(key, format!("this key is for kind = {of:?}, but kind is {kind:?}")));
        }
    }
    let paths = section.paths("path")?;
    let files = |what| section.require(paths.clone(), "path", what);
    let config = match kind {
        "tensors" => DataConfig::Tensors {
            paths: files("a safetensors file with dense, indices and labels")?,
            held_out: HeldOut::None,
        },
        "criteo" => DataConfig::Criteo(criteo(&section, CriteoConfig::new(files("a Criteo TSV file")?))?),
        _ => {
            if section.has("path") {
                return Err(section.wrong("path", "synthetic data is drawn, not read: remove the path or change kind"));
            }
            DataConfig::Synthetic {
                skew: section.number("skew", 0.0, 100.0)?.unwrap_or(1.05),
                batches: section.integer("batches", 1, u64::from(u32::MAX))?.unwrap_or(100),
            }
        }
    };
    if kind == "tensors" && is_standard_input(&config) {
        return Err(section.wrong("path", "tensors are not read from standard input: name a file"));
    }
    Ok((config, section))
}

fn criteo(section: &Section<'_>, defaults: CriteoConfig) -> Result<CriteoConfig, ConfigError> {
    let format = section.choice("format", DataFormat::NAMES)?.unwrap_or(defaults.format);
    let short_lines = section.choice("short_lines", ShortLines::NAMES)?;
    if short_lines == Some(ShortLines::Pad) && !matches!(format, DataFormat::Auto | DataFormat::Tsv) {
        let message = format!("only text has lines, but format is {:?}: remove one of the two", format.name());
        return Err(section.wrong("short_lines", message));
    }
    Ok(CriteoConfig {
        format,
        on_malformed: section.choice("on_malformed", OnMalformed::NAMES)?.unwrap_or(defaults.on_malformed),
        short_lines: short_lines.unwrap_or(defaults.short_lines),
        cache: section.path("cache")?,
        ..defaults
    })
}

pub(super) fn evaluate(section: &Section<'_>, data: &mut DataConfig) -> Result<EvaluateConfig, ConfigError> {
    section.only(&["enabled", "path", "batches", "every", "metric", "stop_after", "hold_out", "hold_out_files"])?;
    let keys = ["path", "hold_out", "hold_out_files"];
    let given: Vec<&str> = keys.into_iter().filter(|key| section.has(key)).collect();
    if let [first, second, ..] = given[..] {
        return Err(
            section.wrong(second, format!("evaluate.{first} says already what is evaluated: remove one of the two"))
        );
    }
    if let (Some(key), DataConfig::Synthetic { .. }) = (given.first(), &data) {
        let message = match *key {
            "path" => "synthetic data is drawn, not read: remove the path",
            _ => "synthetic data is evaluated on other batches than those that are trained anyway: remove this key",
        };
        return Err(section.wrong(key, message));
    }
    let share = section.number("hold_out", 0.0, 1.0)?;
    if share.is_some_and(|share| share == 0.0 || share == 1.0) {
        return Err(section
            .wrong("hold_out", "expected a share above 0 and below 1: something is trained, and something is not"));
    }
    let files = section.integer("hold_out_files", 1, u64::from(u32::MAX))?;
    data.set_held_out(match (share, files) {
        (Some(share), _) => HeldOut::Share(share),
        (None, Some(files)) => HeldOut::Files(files as usize),
        (None, None) => HeldOut::None,
    });
    let paths = section.paths("path")?.unwrap_or_default();
    if paths.iter().any(|path| path == Path::new(DataConfig::STANDARD_INPUT)) {
        return Err(section.wrong("path", "evaluation data is not read from standard input: name a file"));
    }
    let enabled = section.boolean("enabled")?;
    if enabled == Some(false) && section.has("every") {
        return Err(section.wrong("every", "nothing is evaluated with enabled = false: remove one of the two"));
    }
    for key in ["metric", "stop_after"] {
        if section.has(key) && !section.has("every") {
            return Err(section.wrong(key, "this is for evaluation on the way: add every = ..., or remove it"));
        }
    }
    Ok(EvaluateConfig {
        enabled: enabled.unwrap_or(section.exists() || matches!(data, DataConfig::Tensors { .. })),
        paths,
        batches: section.integer("batches", 1, u64::from(u32::MAX))?,
        every: section.integer("every", 1, u64::from(u32::MAX))?,
        metric: section.choice("metric", EvaluationMetric::NAMES)?.unwrap_or(EvaluationMetric::LogLoss),
        stop_after: section.integer("stop_after", 1, u64::from(u32::MAX))?,
    })
}

fn is_standard_input(data: &DataConfig) -> bool {
    data.paths().iter().any(|path| path == Path::new(DataConfig::STANDARD_INPUT))
}

/// Refuses what would read standard input twice.
pub(super) fn read_once(
    section: &Section<'_>,
    data: &DataConfig,
    train: &TrainConfig,
    evaluate: &EvaluateConfig,
) -> Result<(), ConfigError> {
    if !is_standard_input(data) {
        return Ok(());
    }
    let DataConfig::Criteo(criteo) = data else { return Ok(()) };
    let again = if data.paths().len() > 1 {
        "is one file of its own: remove the others from the list".to_owned()
    } else if train.epochs > 1 {
        format!("can be read once, but train.epochs is {}: name a file", train.epochs)
    } else if data.held_out() != HeldOut::None {
        "can be read once, and what is held out is read after training: name a file, or give evaluate.path".to_owned()
    } else if evaluate.enabled && evaluate.paths.is_empty() {
        "can be read once, but it is evaluated, too: give evaluate.path, or evaluate.enabled = false".to_owned()
    } else if criteo.cache.is_some() {
        "is another one every time, so that no cache of it fits: remove data.cache, or name a file".to_owned()
    } else if matches!(criteo.format, DataFormat::Parquet | DataFormat::Npz) {
        format!("cannot be read as {:?}, whose parts are all over the file: name a file", criteo.format.name())
    } else {
        return Ok(());
    };
    Err(section.wrong("path", format!("standard input {again}")))
}
