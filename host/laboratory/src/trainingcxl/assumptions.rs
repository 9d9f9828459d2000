//! The numbers that TrainingCXL's systems are made of.

use crate::side_by_side::Assumptions;

/// The assumptions, as a file that says where each is from.
pub const ASSUMPTIONS: &str = include_str!("assumptions.toml");

/// The numbers of [`ASSUMPTIONS`].
#[must_use]
pub fn assumptions() -> Assumptions {
    Assumptions::read(ASSUMPTIONS)
}

/// Samples a batch.
pub(crate) fn batch_size(assumptions: &Assumptions) -> u64 {
    assumptions.get("batch_size") as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side_by_side::Assumption;

    #[test]
    fn every_number_has_a_source_and_few_are_fitted() {
        let all = assumptions();
        for (name, assumption) in all.iter() {
            assert!(assumption.number.source.len() > 15 && !assumption.unit.is_empty(), "{name}");
        }
        let fitted: Vec<&Assumption> = all.iter().map(|(_, it)| it).filter(|it| it.fitted).collect();
        assert!((1..=4).contains(&fitted.len()));
        assert!(fitted.iter().all(|it| it.number.source.starts_with("Fig. 12a")));
        assert_ne!(assumptions().taken_literally(), assumptions());
    }
}
