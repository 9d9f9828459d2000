//! Partial recovery as CPR does it (Maeng et al., MLSys 2021): what a shard of the tables saves, when it does, and what is lost with it.
//!
//! A shard that dies goes on with the rows that it had saved; all others go on with theirs. How often to save follows from the portion of
//! lost samples (PLS) that a user takes into account, and whether that pays from what saving, loading and going back cost: [`Costs`],
//! [`choose`]. Under a bound on what is written, a [`Tracker`] says which rows matter most: SCAR those that changed most, MFU
//! those that were looked up most often, SSU a sample of those that were looked up. [`PartialRecovery`] is tables in one process of
//! which shards die by plan, bit for bit as shards in processes of their own would.
//!
//! Where the paper leaves room:
//! - Section 5.1 saves the seven largest tables by priority, `rN` rows every `rT_save`; "other tables are always fully saved". Here the
//!   share `r` is taken of each of the largest tables, in each shard, and others are saved whole every `rT_save`, too.
//! - A row without a change or a lookup since its last save is the row that was saved: it is not written again, so "at most" `rN` rows are.
//! - Rows that are equal in what decides are taken in the order of their numbers.
//! - SSU's list has each row once. When it is full, one of its rows or the new one goes, each as likely.

mod emulation;
mod equations;
mod largest;
mod list;
mod mfu;
mod plan;
mod scar;
mod shard;
mod ssu;
#[cfg(test)]
mod tests;
mod tracker;

pub use emulation::PartialRecovery;
pub use equations::{Choice, Costs, Decision, choose, expected_pls, interval_for};
pub use mfu::Mfu;
pub use plan::planned;
pub use scar::Scar;
pub use ssu::Ssu;
pub use tracker::Tracker;
