//! The numbers that NDRec's systems are made of.

use crate::side_by_side::Assumptions;

/// The assumptions, as a file that says where each is from.
pub const ASSUMPTIONS: &str = include_str!("assumptions.toml");

/// The numbers of [`ASSUMPTIONS`].
#[must_use]
pub fn assumptions() -> Assumptions {
    Assumptions::read(ASSUMPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_source() {
        for (name, assumption) in assumptions().iter() {
            let source = &assumption.number.source;
            assert!(source.len() > 15 && !assumption.unit.is_empty() && !assumption.fitted, "{name}");
        }
        assert_ne!(assumptions().taken_literally(), assumptions());
    }
}
