//! From the text of an experiment file to an [`Experiment`].

use std::path::Path;

use emberlane_drivers::LogMode;
use emberlane_fabric::link;
use emberlane_files::read_text_at_most;
use emberlane_models::media::{self, MediaPreset};

use crate::effect;
use crate::parse_cluster::cluster;
use crate::parse_data::{data, evaluate, read_once};
use crate::parse_failures::failures;
use crate::parse_pool::pool;
use crate::parse_store::store;
use crate::reader::{Document, Section};
use crate::*;

/// Bytes of an experiment file at most; one has some hundred.
const LONGEST_FILE: u64 = 1 << 20;

impl Experiment {
    /// Reads an experiment file.
    ///
    /// # Errors
    /// A file that cannot be read, that is no TOML, or that says something wrong.
    pub fn read(file: &Path) -> Result<Self, ConfigError> {
        let text = read_text_at_most(file, LONGEST_FILE)
            .map_err(|source| ConfigError::Read { file: file.to_path_buf(), source })?;
        Self::parse(file, &text)
    }

    /// Reads `text` as the contents of `file`, which need not exist; paths in it are relative to `file`.
    ///
    /// # Errors
    /// Text that is no TOML, or that says something wrong.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ConfigError> {
        let document = Document::parse(file, text)?;
        document.only(&[
            "model",
            "data",
            "train",
            "evaluate",
            "device",
            "system",
            "checkpoint",
            "save",
            "store",
            "cluster",
            "pool",
            "failures",
        ])?;
        let model = model(&document.section("model")?)?;
        let (mut data, data_section) = data(&document)?;
        let mut train = train(&document.section("train")?)?;
        let evaluate = evaluate(&document.section("evaluate")?, &mut data)?;
        read_once(&data_section, &data, &train, &evaluate)?;
        let device = device(&document.section("device")?, model.tables())?;
        let system = system(&document.section("system")?)?;
        let checkpoint = checkpoint(&document.section("checkpoint")?, system.kind)?;
        let save = save(&document.section("save")?)?;
        let store = store(&document.section("store")?)?;
        let cluster = cluster(&document.section("cluster")?, store.as_ref())?;
        let pool = pool(&document.section("pool")?)?;
        let failures = failures(&document.section("failures")?, train.seed)?;
        train.follow(system.kind);
        if matches!(data, DataConfig::Criteo { .. }) && model.dense() != CRITEO_INTEGERS {
            return Err(data_section.wrong(
                "kind",
                format!(
                    "a Criteo record has {} integers, so model.bottom must start with {}, not {}",
                    CRITEO_INTEGERS,
                    CRITEO_INTEGERS,
                    model.dense()
                ),
            ));
        }
        let experiment =
            Self { model, data, train, evaluate, device, system, checkpoint, save, store, cluster, pool, failures };
        effect::check(&document, &experiment)?;
        Ok(experiment)
    }
}

fn model(section: &Section<'_>) -> Result<ModelConfig, ConfigError> {
    section.only(&[
        "preset",
        "bottom",
        "top",
        "interaction",
        "tables",
        "rows",
        "dimension",
        "pooling",
        "lookups",
        "initial_parameters",
    ])?;
    let preset = section.choice("preset", Preset::NAMES)?;
    let shape = match preset {
        Some(preset) => {
            for key in ["bottom", "top", "tables", "dimension"] {
                if section.has(key) {
                    return Err(section
                        .wrong(key, format!("preset {:?} already says {key}; remove one of the two", preset.name())));
                }
            }
            preset.shape()
        }
        None => Shape {
            bottom: widths(section, "bottom")?,
            top: widths(section, "top")?,
            tables: section.require(section.integer("tables", 1, 4096)?, "tables", "the number of embedding tables")?
                as usize,
            dimension: section.require(
                section.multiple("dimension", 16, 16, 256)?,
                "dimension",
                "the FP32 elements of an embedding row",
            )? as usize,
            lookups: 1,
        },
    };
    let interaction = section.choice("interaction", Interaction::NAMES)?.unwrap_or(Interaction::Dot);
    if shape.bottom.len() < 2 {
        return Err(section.wrong("bottom", "expected the dense features and at least one layer, as in [13, 64, 16]"));
    }
    if shape.top.last() != Some(&1) {
        return Err(section.wrong("top", "the last width must be 1, the click's probability"));
    }
    let output = shape.bottom[shape.bottom.len() - 1];
    if interaction == Interaction::Dot && output != shape.dimension {
        return Err(section.wrong(
            "bottom",
            format!(
                "the last width is {output}, but with interaction \"dot\" it must equal dimension, {}",
                shape.dimension
            ),
        ));
    }
    let rows = match section.integers("rows", 1, u64::from(u32::MAX))? {
        None if preset.is_some() => vec![Preset::DEFAULT_ROWS; shape.tables],
        None => return Err(section.missing("rows", "the rows of every table: one number, or a list with one a table")),
        Some(reader::OneOrMany::One(rows)) => vec![rows as u32; shape.tables],
        Some(reader::OneOrMany::Many(rows)) if rows.len() == shape.tables => {
            rows.into_iter().map(|rows| rows as u32).collect()
        }
        Some(reader::OneOrMany::Many(rows)) => {
            return Err(section.wrong(
                "rows",
                format!("the list has {} numbers, but the model has {} tables", rows.len(), shape.tables),
            ));
        }
    };
    Ok(ModelConfig {
        preset,
        interaction,
        rows,
        pooling: section.choice("pooling", Pooling::NAMES)?.unwrap_or(Pooling::Sum),
        lookups: section.integer("lookups", 1, 65536)?.map_or(shape.lookups, |lookups| lookups as usize),
        initial_parameters: section.path("initial_parameters")?,
        bottom: shape.bottom,
        top: shape.top,
        dimension: shape.dimension,
    })
}

fn widths(section: &Section<'_>, key: &'static str) -> Result<Vec<usize>, ConfigError> {
    match section.integers(key, 1, 1 << 20)? {
        Some(reader::OneOrMany::Many(widths)) if !widths.is_empty() => {
            Ok(widths.into_iter().map(|width| width as usize).collect())
        }
        Some(_) => Err(section.wrong(key, "expected a list of layer widths, as in [64, 32, 1]")),
        None => Err(section.missing(key, "a list of layer widths, or preset = \"rm1\"")),
    }
}

fn train(section: &Section<'_>) -> Result<TrainConfig, ConfigError> {
    section.only(&["batch_size", "learning_rate", "optimizer", "lookup", "seed", "epochs", "slices"])?;
    Ok(TrainConfig {
        batch_size: section.integer("batch_size", 1, 1 << 20)?.map(|size| size as usize),
        learning_rate: section.number("learning_rate", 0.0, 1e6)?.unwrap_or(0.1) as f32,
        optimizer: section.choice("optimizer", Optimizer::NAMES)?.unwrap_or(Optimizer::Sgd),
        lookup: section.choice("lookup", Lookup::NAMES)?.unwrap_or(Lookup::Strict),
        lookup_is_given: section.has("lookup"),
        seed: section.integer("seed", 0, i64::MAX as u64)?.unwrap_or(0),
        epochs: section.integer("epochs", 1, u64::from(u32::MAX))?.unwrap_or(1),
        slices: section.integer("slices", 1, 64)?.map(|slices| slices as usize),
    })
}

fn save(section: &Section<'_>) -> Result<SaveConfig, ConfigError> {
    section.only(&["every", "keep"])?;
    if section.exists() && !section.has("every") {
        return Err(section.missing("every", "the batches between two states that are saved, as in every = 1000"));
    }
    Ok(SaveConfig {
        every: section.integer("every", 1, u64::from(u32::MAX))?,
        keep: section.integer("keep", 1, 1 << 20)?.map_or(SaveConfig::DEFAULT_KEEP, |keep| keep as usize),
    })
}

fn device(section: &Section<'_>, tables: usize) -> Result<DeviceConfig, ConfigError> {
    section.only(effect::DEVICE)?;
    let design = section.choice("design", DeviceDesign::NAMES)?.unwrap_or(DeviceDesign::CxlMem);
    let of_other: &[&str] = match design {
        DeviceDesign::CxlMem => &["cache_vectors", "smartssds"],
        DeviceDesign::SmartSsd => &["channels", "media", "row_cache"],
    };
    if let Some(key) = of_other.iter().find(|key| section.has(key)) {
        return Err(section.wrong(key, format!("design = {:?} does not have this: remove it", design.name())));
    }
    let channels = section.integer("channels", 1, 4)?.unwrap_or(4) as u32;
    let smartssds = section.integer("smartssds", 1, 8)?.unwrap_or(1) as usize;
    if smartssds > tables.div_ceil(2) {
        let message =
            format!("tables are placed in pairs, and {tables} make {}: take no more SmartSSDs", tables.div_ceil(2));
        return Err(section.wrong("smartssds", message));
    }
    Ok(DeviceConfig {
        design,
        smartssds,
        cache_vectors: section.integer("cache_vectors", 1, 1 << 26)?.unwrap_or(1 << 16) as u32,
        kind: section.choice("kind", DeviceKind::NAMES)?.unwrap_or(DeviceKind::Reference),
        channels,
        stalls: section.choice("stalls", Stalls::NAMES)?.unwrap_or(Stalls::None),
        media: medium(section)?,
        row_cache: section.boolean("row_cache")?.unwrap_or(false),
    })
}

fn medium(section: &Section<'_>) -> Result<MediaPreset, ConfigError> {
    let presets = media::presets();
    let names: Vec<(&str, usize)> = presets.iter().enumerate().map(|(index, preset)| (&*preset.name, index)).collect();
    let chosen = section.choice("media", &names)?.unwrap_or_default();
    Ok(presets[chosen].clone())
}

fn system(section: &Section<'_>) -> Result<SystemConfig, ConfigError> {
    section.only(&["kind", "gpu", "gpus", "switch_levels", "small_tables", "link"])?;
    let links = link::presets();
    let names: Vec<(&str, usize)> = links.iter().enumerate().map(|(index, link)| (&*link.name, index)).collect();
    let default = links.iter().position(|link| link.name == SystemConfig::DEFAULT_LINK).unwrap_or_default();
    let link = section.choice("link", &names)?.unwrap_or(default);
    Ok(SystemConfig {
        kind: section.choice("kind", SystemKind::NAMES)?.unwrap_or(SystemKind::None),
        gpu: gpu(section)?,
        gpus: section.integer("gpus", 1, 4)?.unwrap_or(1) as usize,
        switch_levels: section.integer("switch_levels", 0, 2)?.unwrap_or(0),
        small_tables_on_gpus: section.choice("small_tables", &[("device", false), ("gpu", true)])?.unwrap_or(false),
        link: links[link].clone(),
    })
}

fn checkpoint(section: &Section<'_>, system: SystemKind) -> Result<CheckpointConfig, ConfigError> {
    section.only(&["mode", "every", "gap"])?;
    let of_system = system.checkpoint().unwrap_or(CheckpointMode::None);
    let mode = section.choice("mode", CheckpointMode::NAMES)?.unwrap_or(of_system);
    // Where the file names no mode, a system or an option may.
    if section.has("every") && section.has("mode") && mode != CheckpointMode::Relaxed {
        let message = format!("this key is for mode = \"relaxed\", but mode is {:?}", mode.name());
        return Err(section.wrong("every", message));
    }
    let every = section.integer("every", 1, LogMode::LONGEST.into())?;
    let every = every.map_or(CheckpointConfig::DEFAULT_EVERY, |every| every as u16);
    let gap = section.integer("gap", 0, u16::MAX.into())?.unwrap_or(0) as u16;
    Ok(CheckpointConfig { mode, mode_is_given: section.has("mode"), every, gap })
}

fn gpu(section: &Section<'_>) -> Result<GpuConfig, ConfigError> {
    let presets = gpu_presets();
    let names: Vec<(&str, usize)> = presets.iter().enumerate().map(|(index, preset)| (&*preset.name, index)).collect();
    // A table is a file with an ending or in a folder, which no preset's name looks like.
    if let Some(path) = section.path("gpu")?.filter(|_| section.text("gpu").contains(['/', '.'])) {
        return Ok(GpuConfig::Recorded(path));
    }
    let chosen = section.choice_or("gpu", &names, " or the path of a recorded table (gpu.json)")?;
    Ok(GpuConfig::Preset(Box::new(presets[chosen.unwrap_or_default()].clone())))
}
