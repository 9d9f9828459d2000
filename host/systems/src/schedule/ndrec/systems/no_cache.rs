//! NDRec without its embedding cache: a small one with random eviction, Section VI-D.
//!
//! Assumptions: "3% of embedding parameters are cached in FPGA DRAM and randomly evict entries to load the necessary embedding vector for
//! the new iteration". So its cache has room for 3 % of the vectors, or for what is in flight; any of them may leave that no iteration in
//! flight uses, hot ones too. All else is NDRec. Another reading, that the 3 % hottest stay and nothing else does, misses more.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::ndrec;

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::NoCache,
    title: "w/o cache",
    summary: "NDRec with a small cache, random eviction",
    build: ndrec::build,
};
