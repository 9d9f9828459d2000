//! Why a rank cannot go on.

use thiserror::Error;

use crate::wire::Refusal;

/// Why a rank cannot go on.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RankError {
    /// A shard has refused, and will refuse again.
    #[error("shard {shard} refuses: {text}{}", advice(*why))]
    Refused {
        /// The shard.
        shard: u16,
        /// Why.
        why: Refusal,
        /// In its words.
        text: String,
    },
    /// A shard has lost batches that nobody has any more.
    #[error(
        "shard {shard} was started again and has {found} batches, and this training has done {done}: {}; begin from a state that was saved \
         (--resume), with shards that hold nothing", if *keeps { "the batches between are no longer kept here" }
        else { "storage \"dram\" keeps nothing when its process ends" }
    )]
    Lost {
        /// The shard.
        shard: u16,
        /// Batches that it has.
        found: u64,
        /// Batches that it had.
        done: u64,
        /// Whether its storage keeps rows.
        keeps: bool,
    },
    /// A shard has batches that this rank has not pushed.
    #[error(
        "shard {shard} has {found} batches, and this training has done {done}: somebody else trains it; start one training alone"
    )]
    Further {
        /// The shard.
        shard: u16,
        /// Batches that it has.
        found: u64,
        /// Batches of this rank.
        done: u64,
    },
    /// A shard is silent.
    #[error(
        "shard {shard} has not answered for {seconds} s: start it with `emberlane serve EXPERIMENT.toml --shard {shard}`, then go on from the newest \
         state of [save] (--resume) or, where there is none, begin anew with shards that hold nothing"
    )]
    Silent {
        /// The shard.
        shard: u16,
        /// For how long.
        seconds: u64,
    },
    /// The user has asked to stop, while a shard is silent.
    #[error(
        "stopped while shard {shard} does not answer: what was trained behind the newest state of [save] has to be trained again; start the \
         shard, and go on from that state (--resume) or, where there is none, begin anew with shards that hold nothing"
    )]
    Stopped {
        /// The shard.
        shard: u16,
    },
    /// An answer makes no sense.
    #[error("shard {shard} answers what was not asked: {text}")]
    Senseless {
        /// The shard.
        shard: u16,
        /// What.
        text: String,
    },
}

fn advice(why: Refusal) -> &'static str {
    match why {
        Refusal::OtherJob | Refusal::OtherShard => ": give `serve` and `train` the same experiment",
        Refusal::OtherStorage => ": start the shard with this storage, or name the shard's in the experiment",
        Refusal::OtherVersion => ": use the same program for shards and ranks",
        Refusal::OtherTerm | Refusal::Taken => ": one training at a time",
        Refusal::Conflict => ": two trainings push to it, or one does not repeat its bits",
        _ => "",
    }
}
