//! What checkpoints and failures cost on average (CPR, Eqs. 1, 2 and 4), and what follows from it.

/// What a checkpoint and a failure cost, each in one unit of time, which is that of all intervals, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// `O_save`: training stands still while a checkpoint is saved.
    pub save: f64,
    /// `O_load`: a checkpoint is loaded after a failure.
    pub load: f64,
    /// `O_res`: another node is found after a failure.
    pub reschedule: f64,
}

impl Costs {
    /// What full recovery costs, as a share of the time without failures and checkpoints (Eq. 1): all that was trained since the last
    /// checkpoint is trained again, half an interval on average. It takes every overhead to be small.
    #[must_use]
    pub fn full(&self, interval: f64, between_failures: f64) -> f64 {
        self.partial(interval, between_failures) + interval / 2.0 / between_failures
    }

    /// What partial recovery costs, as a share of the time without failures and checkpoints (Eq. 2): nothing is trained again.
    #[must_use]
    pub fn partial(&self, interval: f64, between_failures: f64) -> f64 {
        self.save / interval + (self.load + self.reschedule) / between_failures
    }

    /// The interval at which full recovery costs least, `sqrt(2 O_save T_fail)` (Section 2.2).
    #[must_use]
    pub fn best_interval(&self, between_failures: f64) -> f64 {
        (2.0 * self.save * between_failures).sqrt()
    }
}

/// The portion of lost samples that is to be expected: in each failure, `lost` of `shards` lose half an interval on average (Eq. 4, which
/// is for one).
#[must_use]
pub fn expected_pls(interval: f64, between_failures: f64, shards: u32, lost: u32) -> f64 {
    0.5 * interval / between_failures * f64::from(lost) / f64::from(shards)
}

/// The interval with which a portion of lost samples is to be expected, `2 PLS N T_fail`, over the shards that are lost at once
/// (Section 4.1).
#[must_use]
pub fn interval_for(pls: f64, between_failures: f64, shards: u32, lost: u32) -> f64 {
    2.0 * pls * between_failures * f64::from(shards) / f64::from(lost)
}

/// How to recover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All nodes load the last checkpoint.
    Full,
    /// Those that failed do.
    Partial,
}

/// What was chosen, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// What costs less.
    pub choice: Choice,
    /// The best interval of full recovery.
    pub full_interval: f64,
    /// What full recovery costs with it (Eq. 1).
    pub full: f64,
    /// The interval of partial recovery, from the portion of lost samples.
    pub partial_interval: f64,
    /// What partial recovery costs with it (Eq. 2).
    pub partial: f64,
}

impl Decision {
    /// The interval of what was chosen.
    #[must_use]
    pub fn interval(&self) -> f64 {
        match self.choice {
            Choice::Full => self.full_interval,
            Choice::Partial => self.partial_interval,
        }
    }
}

/// Partial recovery where it costs less than full recovery, with the interval that a portion of lost samples asks for; else full recovery
/// (Section 4.2). `between_failures` is the mean time between two of them.
#[must_use]
pub fn choose(costs: &Costs, pls: f64, between_failures: f64, shards: u32, lost: u32) -> Decision {
    let full_interval = costs.best_interval(between_failures);
    let partial_interval = interval_for(pls, between_failures, shards, lost);
    Decision::of(costs, between_failures, full_interval, partial_interval)
}

impl Decision {
    fn of(costs: &Costs, between_failures: f64, full_interval: f64, partial_interval: f64) -> Self {
        let full = costs.full(full_interval, between_failures);
        let partial = costs.partial(partial_interval, between_failures);
        let choice = if partial < full { Choice::Partial } else { Choice::Full };
        Self { choice, full_interval, full, partial_interval, partial }
    }

    /// With intervals of so much at most, and what they cost then.
    #[must_use]
    pub fn at_most(self, longest: f64, costs: &Costs, between_failures: f64) -> Self {
        Self::of(costs, between_failures, self.full_interval.min(longest), self.partial_interval.min(longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, expected {expected}");
    }

    #[test]
    fn equations_are_those_of_the_paper() {
        // Minutes: saves of 5, loads of 3, 2 to find a node, a failure in 1000.
        let costs = Costs { save: 5.0, load: 3.0, reschedule: 2.0 };
        near(costs.best_interval(1000.0), 100.0);
        near(costs.full(100.0, 1000.0), 0.05 + 0.005 + 0.05);
        near(costs.partial(100.0, 1000.0), 0.05 + 0.005);
        near(expected_pls(100.0, 1000.0, 8, 1), 0.5 * 0.1 / 8.0);
        near(interval_for(0.1, 28.0, 8, 1), 44.8);
        // Section 5.2: 4 of 18 nodes, 10 hours between failures. The paper rounds to 8 hours.
        near(interval_for(0.1, 10.0, 18, 4), 9.0);
    }

    #[test]
    fn an_interval_asks_for_the_portion_that_it_was_chosen_for() {
        for (shards, lost) in [(1, 1), (8, 1), (8, 4), (18, 4)] {
            for pls in [0.02, 0.1, 0.2] {
                near(expected_pls(interval_for(pls, 28.0, shards, lost), 28.0, shards, lost), pls);
            }
        }
    }

    #[test]
    fn an_interval_that_is_cut_costs_what_it_costs_then() {
        let costs = Costs { save: 5.0, load: 3.0, reschedule: 2.0 };
        let cut = choose(&costs, 0.1, 1000.0, 8, 1).at_most(50.0, &costs, 1000.0);
        assert_eq!((cut.full_interval, cut.partial_interval), (50.0, 50.0));
        near(cut.full, costs.full(50.0, 1000.0));
        near(cut.partial, costs.partial(50.0, 1000.0));
        let whole = choose(&costs, 0.1, 1000.0, 8, 1);
        assert_eq!(whole.at_most(f64::MAX, &costs, 1000.0).full_interval, whole.full_interval);
    }

    #[test]
    fn no_interval_of_full_recovery_is_better_than_the_best() {
        let costs = Costs { save: 5.65, load: 3.0, reschedule: 2.0 };
        let best = costs.best_interval(1680.0);
        for factor in [0.5, 0.9, 1.1, 2.0] {
            assert!(costs.full(best, 1680.0) < costs.full(factor * best, 1680.0));
        }
    }

    #[test]
    fn many_failures_make_it_fall_back() {
        let costs = Costs { save: 5.65, load: 3.0, reschedule: 2.0 };
        let choice = |failures: f64, lost| choose(&costs, 0.02, 56.0 * 60.0 / failures, 8, lost).choice;
        assert_eq!(choice(2.0, 1), Choice::Partial);
        assert_eq!(choice(40.0, 4), Choice::Full);
        let decision = choose(&costs, 0.02, 84.0, 8, 4);
        assert_eq!(decision.interval(), decision.full_interval);
    }
}
