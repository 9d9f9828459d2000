//! What is read from files, given anything: bodies of fuzz targets, and a campaign that runs them on mutations of a corpus.
//!
//! A body takes any bytes. It may refuse them or read them; it may not panic, hang, or take memory that they do not have. The same
//! bodies are run by libFuzzer, see `tests/fuzz`.

mod campaign;
mod checkpoints;
mod data;
mod experiment;
mod log;
mod message;
mod mutate;
mod options;
mod place;

pub use campaign::{Campaign, corpus};

/// Bytes that a body takes, and whether it reads them rather than refuses them.
pub type Body = fn(&[u8]) -> bool;

/// A parser that is fuzzed; its corpus has its name.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What is run.
    pub body: Body,
    /// Of 1,000 inputs of a campaign, how many are for it.
    pub share: u64,
}

/// All parsers.
pub const TARGETS: [Target; 12] = [
    Target { name: "experiment", body: experiment::experiment, share: 150 },
    Target { name: "criteo_record", body: data::criteo_record, share: 60 },
    Target { name: "criteo_files", body: data::criteo_files, share: 150 },
    Target { name: "criteo_cache", body: data::criteo_cache, share: 80 },
    Target { name: "tensors", body: data::tensors, share: 80 },
    Target { name: "parameters", body: checkpoints::parameters, share: 60 },
    Target { name: "image", body: checkpoints::image, share: 90 },
    Target { name: "state", body: checkpoints::state, share: 200 },
    Target { name: "log", body: log::log, share: 60 },
    Target { name: "gpu_table", body: options::gpu_table, share: 20 },
    Target { name: "options", body: options::options, share: 20 },
    Target { name: "message", body: message::message, share: 30 },
];

/// Runs a target: what libFuzzer calls.
///
/// # Panics
/// If there is no such target, and where it finds a bug.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"));
    (target.body)(bytes);
}

/// Files of the corpus that are made from code: target, name and bytes of each.
#[must_use]
pub fn made() -> Vec<(&'static str, String, Vec<u8>)> {
    let logs = (0..).zip(log::made_logs()).map(|(mode, log)| ("log", format!("mode-{mode}"), log));
    let messages = message::made().into_iter().map(|(name, bytes)| ("message", name.to_owned(), bytes));
    std::iter::once(("criteo_cache", "records".to_owned(), data::made_cache())).chain(logs).chain(messages).collect()
}
