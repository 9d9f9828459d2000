//! A shorter programme that still fails.

use std::cell::Cell;

/// What of a programme can be left out, or made simpler.
pub trait Reduce: Clone {
    /// Operations.
    fn length(&self) -> usize;

    /// Without the operations from one place to another.
    #[must_use]
    fn without(&self, operations: std::ops::Range<usize>) -> Self;

    /// Programmes that are as long and simpler: the simplest first.
    #[must_use]
    fn simpler(&self) -> Vec<Self>;
}

/// The shortest programme found that fails, in at most so many runs, and how many were needed.
///
/// Pieces of half the programme, a quarter, and so on to single operations are left out for as long as what is left fails; then each
/// operation is made simpler.
pub fn shrink<P: Reduce>(programme: P, most_runs: usize, mut fails: impl FnMut(&P) -> bool) -> (P, usize) {
    let mut best = programme;
    let runs = Cell::new(0);
    let mut attempt = |candidate: P, best: &mut P| {
        if runs.get() == most_runs {
            return false;
        }
        runs.set(runs.get() + 1);
        let failed = fails(&candidate);
        if failed {
            *best = candidate;
        }
        failed
    };
    loop {
        let before = best.length();
        let mut piece = best.length().div_ceil(2);
        while piece > 0 {
            // From the end: what comes behind the failure goes first.
            let mut end = best.length();
            while end > 0 {
                let start = end.saturating_sub(piece);
                attempt(best.without(start..end), &mut best);
                end = start.min(best.length());
            }
            piece /= 2;
        }
        let mut place = 0;
        while let Some(candidate) = best.simpler().into_iter().nth(place) {
            if !attempt(candidate, &mut best) {
                place += 1;
            }
        }
        if best.length() == before {
            return (best, runs.get());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Numbers(Vec<u32>);

    impl Reduce for Numbers {
        fn length(&self) -> usize {
            self.0.len()
        }

        fn without(&self, operations: std::ops::Range<usize>) -> Self {
            let kept = self.0.iter().enumerate().filter(|(at, _)| !operations.contains(at));
            Self(kept.map(|(_, number)| *number).collect())
        }

        fn simpler(&self) -> Vec<Self> {
            let halves = |at: usize| {
                let mut simpler = self.clone();
                simpler.0[at] /= 2;
                simpler
            };
            (0..self.0.len()).filter(|at| self.0[*at] > 0).map(halves).collect()
        }
    }

    #[test]
    fn what_does_not_matter_goes() {
        let programme = Numbers((0..100).collect());
        // It fails with a number of at least 10, and behind it one of at least 20.
        let fails = |programme: &Numbers| {
            let first = programme.0.iter().position(|number| *number >= 10);
            first.is_some_and(|first| programme.0[first + 1..].iter().any(|number| *number >= 20))
        };
        let (shortest, runs) = shrink(programme.clone(), 1000, fails);
        assert_eq!(shortest.length(), 2);
        assert!(
            fails(&shortest) && shortest.0[0] < 20 && shortest.0[1] < 40 && runs < 200,
            "{shortest:?}, {runs} runs"
        );
        assert_eq!(shrink(programme.clone(), 0, fails), (programme, 0));
    }
}
