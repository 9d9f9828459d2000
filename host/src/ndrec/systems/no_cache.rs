//! NDRec without its embedding cache: a fixed share of the vectors in the FPGA's DRAM, Section VI-D.
//!
//! Assumptions: "3% of embedding parameters are cached in FPGA DRAM and randomly evict entries to load the necessary embedding vector for
//! the new iteration". All else is NDRec.

use super::{Cached, Plan, Storage, System};

pub(super) const SYSTEM: System = System {
    name: "no-cache",
    title: "w/o cache",
    summary: "NDRec with a cache of fixed content",
    storage: Storage::SmartSsds,
    build,
};

fn build(plan: &mut Plan<'_>) {
    plan.looking_ahead(Cached::Static);
}
