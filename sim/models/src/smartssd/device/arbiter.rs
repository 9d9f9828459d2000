//! Who of several is next (`round_robin`).

/// Takes requests, a bit each, in turn; a choice stays until it is served or its request falls.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin {
    first: u32,
    kept: u32,
}

impl RoundRobin {
    /// A cycle: who is chosen among those that ask. It is served if `serves`.
    pub fn cycle(&mut self, requests: u32, serves: bool) -> Option<usize> {
        let preferred = [self.kept, self.first].into_iter().map(|mask| requests & mask).find(|among| *among != 0);
        let candidates = preferred.unwrap_or(requests);
        let choice = candidates & candidates.wrapping_neg();
        self.kept = choice;
        if choice == 0 {
            return None;
        }
        if serves {
            self.kept = 0;
            self.first = !(choice | (choice - 1));
        }
        Some(choice.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_and_choices_stay_until_served() {
        let mut turns = RoundRobin::default();
        let order: Vec<_> = (0..4).map(|_| turns.cycle(0b111, true)).collect();
        assert_eq!(order, [Some(0), Some(1), Some(2), Some(0)]);
        assert_eq!(turns.cycle(0b100, false), Some(2));
        assert_eq!(turns.cycle(0b111, true), Some(2));
        assert_eq!(turns.cycle(0, true), None);
    }
}
