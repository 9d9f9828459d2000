//! Iterations that need more EVs at once than the banks hold: planned in parts, one behind the other.

use super::assignment::{AssignmentError, Bag, BankAssignment};
use super::plan::Plan;

/// A plan of some of an iteration's gradients and outputs, which are an iteration of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanPart {
    /// The plan.
    pub plan: Plan,
    /// Gradients that it applies, those behind the ones of the part before.
    pub gradients: usize,
    /// Bags that it pools, those behind the ones of the part before.
    pub bags: usize,
}

impl BankAssignment {
    /// The plan of an iteration, in as few parts as halving makes: by tables first, which share no EVs; of one table, gradients before the
    /// bags that wait for them. `backward` and `forward` have as many bags of each of the `tables`, one table behind the other.
    ///
    /// # Errors
    /// As [`plan`](Self::plan), of a single bag.
    pub fn plan_in_parts(
        &mut self,
        backward: &[Bag],
        forward: &[Bag],
        tables: usize,
    ) -> Result<Vec<PlanPart>, AssignmentError> {
        let mut parts = Vec::new();
        self.plan_some(backward, forward, tables.max(1), &mut parts)?;
        Ok(parts)
    }

    fn plan_some(
        &mut self,
        backward: &[Bag],
        forward: &[Bag],
        tables: usize,
        parts: &mut Vec<PlanPart>,
    ) -> Result<(), AssignmentError> {
        let mut next = self.clone();
        let error = match next.plan(backward, forward) {
            Ok(plan) => {
                *self = next;
                parts.push(PlanPart { plan, gradients: backward.len(), bags: forward.len() });
                return Ok(());
            }
            Err(error) => error,
        };
        let first = tables / 2;
        let of_tables = |bags: &[Bag]| bags.len() / tables * first;
        let (updated, pooled) = match (backward.len(), forward.len()) {
            _ if matches!(error, AssignmentError::Banks { .. }) => return Err(error),
            _ if tables > 1 => (of_tables(backward), of_tables(forward)),
            (gradients @ 1.., 1..) => (gradients, 0),
            (gradients @ 2.., 0) => (gradients / 2, 0),
            (0, bags @ 2..) => (0, bags / 2),
            _ => return Err(error),
        };
        self.plan_some(&backward[..updated], &forward[..pooled], first.max(1), parts)?;
        self.plan_some(&backward[updated..], &forward[pooled..], tables - first.min(tables - 1), parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bag a sample, each of an EV of its own.
    fn bags(tables: u32, samples: u32) -> Vec<Bag> {
        (0..tables * samples).map(|vector| Bag { vectors: vec![vector], scale: 0x3f80_0000 }).collect()
    }

    #[test]
    fn what_fits_is_one_part_and_what_does_not_is_cut_by_tables_first() {
        let small = bags(3, 10);
        let parts = BankAssignment::new(2).plan_in_parts(&small, &small, 3).unwrap();
        assert_eq!(parts.iter().map(|part| (part.gradients, part.bags)).collect::<Vec<_>>(), [(30, 30)]);
        assert_eq!(parts[0].plan, BankAssignment::new(2).plan(&small, &small).unwrap());
        // 2,048 slots a side. What is used once passes through them, however much it is.
        let many = bags(3, 1500);
        assert_eq!(BankAssignment::new(2).plan_in_parts(&many, &many, 3).unwrap().len(), 1);
        // Bags that are pooled together need all of their EVs at once: 4,500, of a table 1,500.
        let pooled: Vec<Bag> = (0..3).map(|table| wide(1500 * table..1500 * (table + 1))).collect();
        assert_eq!(cut(&many, &pooled, 3), [(1500, 1); 3]);
        // The first bag waits for the last gradient: updates first, then what needs them.
        let reversed: Vec<Bag> = bags(1, 5000).into_iter().rev().collect();
        assert_eq!(cut(&bags(1, 5000), &reversed, 1), [(5000, 0), (0, 5000)]);
    }

    fn wide(vectors: std::ops::Range<u32>) -> Bag {
        Bag { vectors: vectors.collect(), scale: 0 }
    }

    /// Gradients and bags of each part.
    fn cut(backward: &[Bag], forward: &[Bag], tables: usize) -> Vec<(usize, usize)> {
        let parts = BankAssignment::new(2).plan_in_parts(backward, forward, tables).unwrap();
        parts.iter().map(|part| (part.gradients, part.bags)).collect()
    }

    #[test]
    fn a_bag_alone_that_does_not_fit_and_no_kernel_are_errors() {
        let bag = wide(0..3000);
        let full = BankAssignment::new(2).plan_in_parts(&[], &[bag], 1).unwrap_err();
        assert!(matches!(full, AssignmentError::Full { .. }), "{full}");
        let banks = BankAssignment::new(0).plan_in_parts(&bags(2, 4), &[], 2).unwrap_err();
        assert_eq!(banks, AssignmentError::Banks { banks: 0 });
    }
}
