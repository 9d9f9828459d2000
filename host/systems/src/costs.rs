//! What no mechanism of this project computes.

use crate::assumptions::Assumptions;

/// The costs, as a file that says where each is from.
pub const COSTS: &str = include_str!("costs.toml");

/// The numbers of [`COSTS`].
#[must_use]
pub fn costs() -> Assumptions {
    Assumptions::read(COSTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_source_and_few_are_fitted() {
        let all = costs();
        for (name, assumption) in all.iter() {
            assert!(assumption.number.source.len() > 15 && !assumption.unit.is_empty(), "{name}");
        }
        let fitted: Vec<&str> = all.iter().filter(|(_, it)| it.fitted).map(|(name, _)| name).collect();
        assert_eq!(fitted, ["ssd_cache_mb"]);
    }
}
