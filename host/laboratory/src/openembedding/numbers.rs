//! The numbers that figures take.

use super::law::{Law, Skew};
use crate::side_by_side::Assumptions;

/// Those of `numbers.toml`, which says where each is from.
#[must_use]
pub fn numbers() -> Assumptions {
    Assumptions::read(include_str!("numbers.toml"))
}

/// The law of a workload of Fig. 10.
#[must_use]
pub fn law(numbers: &Assumptions, skew: Skew) -> Law {
    let parts = [("first_part", "first_share"), ("second_part", "second_share"), ("third_part", "third_share")];
    let parts = parts.map(|(part, share)| (numbers.get(part), numbers.get(share)));
    let law = Law::through(numbers.get("entries"), parts, 1.0 / numbers.get("requests"));
    match skew {
        Skew::Original => law,
        Skew::More => law.tilted(numbers.get("skew")),
        Skew::Less => law.tilted(2.0 - numbers.get("skew")),
    }
}
