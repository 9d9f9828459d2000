//! Which systems there are.

use super::{cxl, cxl_b, cxl_d, dram, pcie, pmem, ssd};
use crate::side_by_side::System;
use crate::trainingcxl::family::TrainingCxl;

/// Every system, in the order of TrainingCXL's Fig. 11, and the ideal of Fig. 13.
pub const SYSTEMS: &[System<TrainingCxl>] =
    &[ssd::SYSTEM, pmem::SYSTEM, pcie::SYSTEM, cxl_d::SYSTEM, cxl_b::SYSTEM, cxl::SYSTEM, dram::SYSTEM];

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
