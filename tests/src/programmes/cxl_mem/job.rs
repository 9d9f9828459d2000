//! What a job of a programme is.

use serde::{Deserialize, Serialize};

/// A job, or the jobs of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// What it does.
    pub kind: Kind,
    /// Decides bags, rows and gradients.
    pub seed: u64,
    /// Most bags of a table.
    pub bags: u8,
    /// Most entries of a bag.
    pub entries: u8,
    /// Whether results go to a peer, and what that makes of them.
    pub peer: Peer,
    /// What is wrong with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Wrong>,
    /// What it says of gradients that are counted.
    #[serde(default, skip_serializing_if = "Counting::is_usual")]
    pub counting: Counting,
    /// Gradients of a batch come in part, poisoned and twice before they are all there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub torn: bool,
}

/// What a job says of gradients that are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// A batch's jobs count all, and its update waits for them; other jobs count none.
    #[default]
    Usual,
    /// With `KEEP`; of a batch a second lookup between its lookup and its update.
    Keep,
    /// With `COUNT_ONLY`; of a batch all jobs but the update.
    CountOnly,
}

impl Counting {
    fn is_usual(&self) -> bool {
        *self == Self::Usual
    }
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Kind {
    Lookup,
    Update,
    Stage,
    Accumulate,
    LogRows,
    LogStaged,
    LogParameters,
    /// A lookup that flushes, logs if it has any, and an update that waits for gradients, which come when the first vector has left.
    Batch {
        /// It logs its rows first.
        rows: bool,
        /// It logs parameters first.
        parameters: bool,
        /// Those only while no job works.
        window: bool,
    },
}

/// What the peer makes of what is flushed to it, or asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Peer {
    /// Nothing is flushed.
    None,
    /// It takes all.
    Good,
    /// It refuses this line, or gives it poisoned.
    Bad(u16),
}

/// What is wrong with a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wrong {
    /// A setting has another value.
    Setting {
        /// Name of the register.
        register: String,
        /// Its value.
        value: u64,
    },
    /// A word of its lists has another value.
    Word {
        /// Which list.
        list: u8,
        /// Which word, cut to the list.
        at: u16,
        /// Its value.
        word: u32,
    },
}

impl Job {
    /// A job with which nothing is wrong, and that flushes nothing.
    pub fn plain(kind: Kind, seed: u64, most: u8) -> Self {
        let (bags, entries) = (most, most);
        Self { kind, seed, bags, entries, peer: Peer::None, wrong: None, counting: Counting::Usual, torn: false }
    }

    /// How many jobs it posts.
    pub fn jobs(&self) -> u64 {
        match self.kind {
            Kind::Batch { rows, parameters, .. } => {
                2 + u64::from(rows) + u64::from(parameters) + u64::from(self.counting == Counting::Keep)
            }
            _ => 1,
        }
    }

    /// Whether it may fail.
    pub fn may_fail(&self) -> bool {
        self.wrong.is_some() || matches!(self.peer, Peer::Bad(_))
    }

    /// Whether it is a log.
    pub fn is_log(&self) -> bool {
        matches!(self.kind, Kind::LogRows | Kind::LogStaged | Kind::LogParameters)
    }

    /// Jobs that are simpler.
    pub fn simpler(&self) -> Vec<Self> {
        let mut all = vec![];
        if self.wrong.is_some() {
            all.push(Self { wrong: None, ..self.clone() });
        }
        if self.peer != Peer::None {
            all.push(Self { peer: Peer::None, ..self.clone() });
        }
        if self.counting != Counting::Usual {
            all.push(Self { counting: Counting::Usual, ..self.clone() });
        }
        if self.torn {
            all.push(Self { torn: false, ..self.clone() });
        }
        for (bags, entries) in [(1, 1), (self.bags / 2, self.entries), (self.bags, self.entries / 2)] {
            let (bags, entries) = (bags.max(1), entries.max(1));
            if (bags, entries) != (self.bags, self.entries) {
                all.push(Self { bags, entries, ..self.clone() });
            }
        }
        all
    }
}
