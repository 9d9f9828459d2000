//! Which shard of which job a process is.

use std::collections::BTreeMap;
use std::hash::Hasher;

use emberlane_experiment::{Recovery, shortened};
use siphasher::sip::SipHasher24;

use crate::wire::Refusal;

/// Which shard of which job a process is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What is trained, a line `key = value` each.
    settings: String,
    /// The shard.
    pub shard: u16,
    /// How many there are.
    pub shards: u16,
    /// How many ranks there are.
    pub ranks: u16,
    /// Whether rows survive the process.
    pub keeps: bool,
    /// Batches between two checkpoints.
    pub every: u64,
    /// Whether a batch that is a checkpoint is done only when that survives.
    pub waits: bool,
}

/// The key under which settings have the storage.
pub const STORAGE: &str = "cluster.storage";
/// The key under which settings say how a shard recovers, if not in full.
pub const RECOVERY: &str = "cluster.checkpoint.recovery";

/// What settings say of a key.
fn value_of<'a>(settings: &'a str, key: &str) -> Option<&'a str> {
    let pairs = settings.lines().filter_map(|line| line.split_once(" = "));
    pairs.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value.trim_matches('"'))
}

/// How shards of a training recover.
pub(crate) fn recovery(settings: &str) -> Recovery {
    let name = value_of(settings, RECOVERY);
    let known = Recovery::NAMES.iter().find(|(known, _)| Some(*known) == name);
    known.map_or(Recovery::Full, |(_, recovery)| *recovery)
}

impl About {
    /// A shard of the job with these settings.
    #[must_use]
    pub const fn new(settings: String, shard: u16, shards: u16, ranks: u16, keeps: bool, every: u64) -> Self {
        Self { settings, shard, shards, ranks, keeps, every, waits: false }
    }

    /// The same, of which a batch that is a checkpoint is done only when that survives.
    #[must_use]
    pub fn waiting(self, waits: bool) -> Self {
        Self { waits, ..self }
    }

    /// What happens when it is killed.
    #[must_use]
    pub fn recovery(&self) -> Recovery {
        recovery(&self.settings)
    }

    /// What is trained.
    #[must_use]
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// The fingerprint of the settings.
    #[must_use]
    pub fn job(&self) -> u64 {
        fingerprint(&self.settings)
    }

    /// What keeps the rows, as settings say it.
    #[must_use]
    pub fn storage(&self) -> &str {
        value_of(&self.settings, STORAGE).unwrap_or("unknown")
    }

    /// Whether the state after this batch becomes a checkpoint.
    #[must_use]
    pub const fn has_checkpoint_after(&self, batch: u64) -> bool {
        batch.is_multiple_of(self.every)
    }

    /// What the settings of another say otherwise.
    #[must_use]
    pub fn otherwise(&self, other: &str) -> (Refusal, String) {
        let found = differences(&self.settings, other, &["on the shard".to_owned(), "on the rank".to_owned()]);
        let is_storage = matches!(&*found, [(key, _)] if key == STORAGE);
        let why = if is_storage { Refusal::OtherStorage } else { Refusal::OtherJob };
        (why, format!("another training: {}", in_words(&found)))
    }
}

/// The keys that two say otherwise, each with what it is on both.
pub(crate) fn differences(here: &str, there: &str, names: &[String; 2]) -> Vec<(String, String)> {
    let mut said: BTreeMap<&str, [Option<&str>; 2]> = BTreeMap::new();
    for (side, text) in [here, there].into_iter().enumerate() {
        for (key, value) in text.lines().filter_map(|line| line.split_once(" = ")) {
            said.entry(key).or_default()[side].get_or_insert(value);
        }
    }
    let shown = |value: Option<&str>| value.map_or_else(|| "not said".to_owned(), shortened);
    let differ = said.into_iter().filter(|(_, [one, other])| one != other);
    let in_words = |(key, [one, other]): (&str, [Option<&str>; 2])| {
        let text = format!("{} is {} {} and {} {}", shortened(key), shown(one), names[0], shown(other), names[1]);
        (key.to_owned(), text)
    };
    differ.map(in_words).collect()
}

/// Differences as a sentence, which names the first of many.
pub(crate) fn in_words(found: &[(String, String)]) -> String {
    const NAMED: usize = 20;
    let mut named: Vec<&str> = found.iter().take(NAMED).map(|(_, text)| &**text).collect();
    let more = found.len().checked_sub(NAMED).filter(|more| *more > 0).map(|more| format!("and {more} more"));
    named.extend(more.as_deref());
    if named.is_empty() { "its fingerprint is another".to_owned() } else { named.join("; ") }
}

/// Tells trainings apart.
#[must_use]
pub fn fingerprint(settings: &str) -> u64 {
    let mut hasher = SipHasher24::new();
    hasher.write(settings.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named() {
        let of = |text: &str| About::new(text.to_owned(), 0, 1, 1, false, 10);
        let about = of("train.seed = 3\ncluster.storage = \"dram\"\n");
        assert_eq!(about.storage(), "dram");
        let (why, text) = about.otherwise("train.seed = 4\ncluster.storage = \"dram\"\n");
        assert_eq!(why, Refusal::OtherJob);
        assert!(text.contains("train.seed is 3 on the shard and 4 on the rank"), "{text}");
        let (why, text) = about.otherwise("train.seed = 3\ncluster.storage = \"pmem\"\n");
        assert_eq!(why, Refusal::OtherStorage);
        assert!(text.contains("cluster.storage is \"dram\" on the shard and \"pmem\" on the rank"), "{text}");
        assert_ne!(of("a = 1\n").job(), of("a = 2\n").job());
    }
}
