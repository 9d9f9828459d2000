//! Which systems there are.

use super::{cdlrm, naive_offload, ndrec, nmp_cxl, no_cache, no_cxl, no_lookahead, table_wise, uvm, uvm_caching};
use crate::ndrec::family::NdRec;
use crate::side_by_side::System;

/// Every system: the baselines of Fig. 10, NDRec, and the ablations of Fig. 13.
pub const SYSTEMS: &[System<NdRec>] = &[
    uvm::SYSTEM,
    uvm_caching::SYSTEM,
    cdlrm::SYSTEM,
    nmp_cxl::SYSTEM,
    table_wise::SYSTEM,
    naive_offload::SYSTEM,
    ndrec::SYSTEM,
    no_lookahead::SYSTEM,
    no_cxl::SYSTEM,
    no_cache::SYSTEM,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side_by_side::find;

    #[test]
    fn systems_have_names_of_their_own() {
        for (number, system) in SYSTEMS.iter().enumerate() {
            assert_eq!(SYSTEMS.iter().position(|other| other.name == system.name), Some(number));
            assert_eq!(find(SYSTEMS, system.name).map(|found| found.title), Some(system.title));
        }
        assert!(find(SYSTEMS, "none").is_none());
    }
}
