//! What no mechanism of this project computes.

use crate::assumptions::Assumptions;

/// The numbers of `costs.toml`.
#[must_use]
pub fn costs() -> Assumptions {
    Assumptions::read(include_str!("costs.toml"))
}

/// Those of NDRec's systems, of `ndrec.toml`.
#[must_use]
pub fn ndrec_costs() -> Assumptions {
    Assumptions::read(include_str!("ndrec.toml"))
}

#[cfg(test)]
mod tests {
    use emberlane_fabric::memory::DDR4_2400;

    use super::*;

    #[test]
    fn no_number_of_ndrec_is_fitted() {
        for (name, assumption) in ndrec_costs().iter() {
            let source = &assumption.number.source;
            assert!(source.len() > 15 && !assumption.unit.is_empty() && !assumption.fitted, "{name}");
        }
    }

    #[test]
    fn dram_is_that_of_the_fabric() {
        for name in ["dram_gb_per_s", "nmp_rank_gb_per_s"] {
            assert_eq!(ndrec_costs().get(name) * 1e9, DDR4_2400.bytes_per_second as f64, "{name}");
        }
    }

    #[test]
    fn every_number_has_a_source_and_few_are_fitted() {
        let all = costs();
        for (name, assumption) in all.iter() {
            assert!(assumption.number.source.len() > 15 && !assumption.unit.is_empty(), "{name}");
        }
        let fitted: Vec<&str> = all.iter().filter(|(_, it)| it.fitted).map(|(name, _)| name).collect();
        assert_eq!(fitted, ["host_index_ns", "ssd_cache_mb"]);
    }
}
