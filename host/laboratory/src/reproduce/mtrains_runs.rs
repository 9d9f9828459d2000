//! What MTrainS' figures have in common: models on servers, and what was counted of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use emberlane_experiment::{gpu_presets, servers};
use emberlane_models::memories;
use emberlane_sourced::Sourced;

use super::parameters::{Parameter, ParameterKind, parameters};
use super::{Progress, ReproduceError, ReproduceOptions, Table};
use crate::mtrains::{Counters, Setup, count, models, numbers};
use crate::threads::on_threads;

/// How many rows of the server one stands for.
pub(super) const SCALE: u64 = 1024;
/// Of models and variants that need it, as many times more.
pub(super) const SMALLER: u64 = 4;
/// Of model 2, which looks up ten times as much.
pub(super) const MODEL_2: u64 = 16;
/// Where all tables are looked up, and not only those in files: two hundred times as much.
pub(super) const ALL_TABLES: u64 = 64;

/// Servers with files.
pub(super) const SERVERS: [&str; 5] = ["configNand", "configBLA", "configBYA-1", "configBYA-2", "configSCM"];
/// The one that others are compared with.
pub(super) const NAND: &str = "configNand";
/// Model 1, and model 1+.
pub(super) const MODELS: [(&str, &str); 2] = [("mtrains-1", "model 1"), ("mtrains-1plus", "model 1+")];

/// What was counted of each setup.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs(BTreeMap<Setup, Counters>);

/// What was counted already, by seed: figures of one run share it.
static KNOWN: Mutex<BTreeMap<(u64, Setup), Counters>> = Mutex::new(BTreeMap::new());

impl Runs {
    /// What was counted of a setup.
    pub(super) fn of(&self, setup: &Setup) -> &Counters {
        self.0.get(setup).expect("figures ask for what they have counted")
    }

    /// Everything that was counted.
    pub(super) fn json(&self) -> serde_json::Value {
        self.0.values().map(|counters| serde_json::json!(counters)).collect()
    }
}

/// Rehearses each setup that was not yet, on as many threads as there are; each by itself, so that they change no result.
pub(super) fn counted(
    setups: &[Setup],
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Runs, ReproduceError> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = |setup: &Setup| (options.seed, setup.clone());
    let missing: Vec<&Setup> = setups.iter().filter(|setup| !known.contains_key(&key(setup))).collect();
    progress.start("rehearsing models on servers", missing.len() as u64);
    let one = |setup: &&Setup| {
        let counters = count(setup, options.seed)?;
        progress.advance(1);
        Ok::<_, ReproduceError>((key(setup), counters))
    };
    let counted: Result<Vec<_>, _> = on_threads(&missing, options.threads.get(), one).into_iter().collect();
    known.extend(counted?);
    Ok(Runs(setups.iter().map(|setup| (setup.clone(), known[&key(setup)].clone())).collect()))
}

/// Models 1 and 1+ on every server.
pub(super) fn main_setups(scale: u64) -> Vec<Setup> {
    let of = |(model, _): (&'static str, &str)| SERVERS.map(|server| Setup::new(model, server, scale));
    MODELS.into_iter().flat_map(of).collect()
}

/// How models and servers are run, in sentences.
pub(super) fn notes(scale: u64) -> Vec<String> {
    vec![
        "Every number is a run: the graph that `emberlane train` executes with system.kind = \"mtrains\", on the ids alone. Caches, files \
         and what makes room in them are those of [store]; what rows move is charged to the media of memories.toml."
            .to_owned(),
        format!(
            "One row stands for {scale} of the server, and an access for as many: rows, caches and samples of a batch are a part of the \
             server's, times are the server's own. Rows are drawn from a power law."
        ),
        "Fitted: rows in files of model 1 and how many lookups are counted (Fig. 21a), and what a batch takes beside its files (Fig. 14a). \
         Records of these two figures are calibrated, all others are predictions."
            .to_owned(),
        "Of the ends of the range that Section 4.2 has for IOPS, flash has the lower and Optane SSDs the upper: 500 K and 1 M. At these \
         and at the hit rates of Fig. 21 no server reaches the 6.25 M lookups a second in files of Section 4.2, which also says that \
         1.875 M IOPS are needed, more than it gives drives."
            .to_owned(),
    ]
}

/// The numbers of models, servers and media, for a report.
pub(super) fn all_numbers() -> Vec<Parameter> {
    let mut all = parameters(&numbers());
    let kind = |source: &str| match source {
        source if source.starts_with("fitted") => ParameterKind::Fitted,
        source if source.starts_with("assumption") => ParameterKind::Assumed,
        _ => ParameterKind::Sourced,
    };
    let of_integer = |name: String, number: &Sourced<u64>, unit: &str| {
        let source = Sourced { value: number.value as f64, source: number.source.clone() };
        Parameter::of(&name, source, unit, kind(&number.source))
    };
    for model in models() {
        let of = |name: &str| format!("{}: {name}", model.title);
        all.push(of_integer(of("tables"), &model.tables, "tables"));
        all.push(of_integer(of("dimension"), &model.dimension, "elements of a row"));
        all.push(of_integer(of("lookups a table"), &model.lookups_a_table, "rows a sample"));
        all.push(of_integer(of("bandwidth"), &model.bandwidth_gb_per_s, "10^9 bytes a second"));
        all.push(of_integer(of("lookups in files"), &model.lookups_in_files_per_s, "a second"));
        all.push(of_integer(of("tables in files"), &model.tables_in_files, "tables"));
        all.push(of_integer(of("rows in files"), &model.rows_in_files, "rows"));
        all.push(of_integer(of("counted lookups"), &model.counted_lookups, "lookups in files"));
        all.push(of_integer(of("other tables"), &model.other_tables_gb, "10^9 bytes"));
        all.push(of_integer(of("layers"), &model.layers, "layers"));
    }
    for server in servers() {
        let of = |name: &str| format!("{}: {name}", server.name);
        all.push(of_integer(of("GPUs"), &server.gpus, "GPUs"));
        all.push(of_integer(of("HBM for tables"), &server.hbm_tables_gb, "10^9 bytes"));
        all.push(of_integer(of("DRAM"), &server.dram_gb, "10^9 bytes"));
        all.push(of_integer(of("DRAM for tables"), &server.dram_tables_gb, "10^9 bytes"));
        all.push(of_integer(of("SCM"), &server.scm_gb, "10^9 bytes"));
        all.push(of_integer(of(server.ssd.as_deref().unwrap_or("nand")), &server.ssd_gb, "10^9 bytes"));
    }
    for medium in memories::presets().iter().filter(|medium| medium.power_mw_per_gb.value > 0.0) {
        let kind = kind(&medium.power_mw_per_gb.source);
        all.push(Parameter::of(
            &format!("{}: power", medium.name),
            medium.power_mw_per_gb.clone(),
            "mW for 10^9 bytes",
            kind,
        ));
    }
    for gpu in gpu_presets().iter().filter(|gpu| gpu.name == "a100-fig14a") {
        all.push(of_integer("what a layer takes beside its kernels".to_owned(), &gpu.framework_ps, "ps, each way"));
    }
    all
}

/// A table with a line for each model on each server.
pub(super) fn table(
    columns: &[&str],
    models: &[(&'static str, &str)],
    line: impl Fn(&'static str, &'static str) -> Vec<String>,
) -> Table {
    let mut table = Table::new(&[&["model", "server"], columns].concat());
    for (model, title) in models {
        for server in SERVERS {
            let head = [(*title).to_owned(), server.to_owned()];
            table.rows.push(head.into_iter().chain(line(model, server)).collect());
        }
    }
    table
}

/// Numbers with three digits behind the point.
pub(super) fn cells<const N: usize>(values: [f64; N]) -> Vec<String> {
    values.map(|value| format!("{value:.3}")).to_vec()
}

/// Runs at a part of the size, for tests.
#[cfg(test)]
pub(super) fn small(setups: &[Setup]) -> Runs {
    let options = ReproduceOptions::on(std::num::NonZeroUsize::MIN);
    counted(setups, &options, &super::Silent).unwrap()
}

/// How many rows one stands for in tests.
#[cfg(test)]
pub(super) const SMALL: u64 = 262_144;
