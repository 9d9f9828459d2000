//! A planner on a thread of its own, which is told of batches one by one.

use std::convert::Infallible;
use std::sync::mpsc::{Sender, channel};

use super::{AHEAD, CachePlanner, Lookups, PlanError, PlannedIteration, PlanningAhead};

/// Plans batches on [a thread of its own](PlanningAhead), in the order in which they are announced: what it plans does not depend on
/// when. It may be told of any number; it plans [`AHEAD`] of what was taken.
///
/// ```
/// use emberlane_experiment::Pooling;
/// use emberlane_stores::planner::{CachePlanner, Lookups, OnlinePlanner, Settings};
///
/// # fn main() -> anyhow::Result<()> {
/// let mut planner = OnlinePlanner::start(CachePlanner::new(Settings::new(100, 1_000))?)?;
/// let mut lookups = Lookups::new(Pooling::Sum);
/// lookups.push_bag([7, 3, 7]);
/// planner.announce(lookups);
/// let planned = planner.take()?.expect("one was announced");
/// assert_eq!(planned.movements.loads.len(), 2);
/// assert!(planner.take()?.is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct OnlinePlanner {
    batches: Sender<Lookups>,
    ahead: PlanningAhead,
    waiting: usize,
}

impl OnlinePlanner {
    /// Starts the thread.
    ///
    /// # Errors
    /// A thread that the system does not give.
    pub fn start(planner: CachePlanner) -> std::io::Result<Self> {
        let (batches, announced) = channel();
        let announced = announced.into_iter().map(Ok::<_, Infallible>);
        Ok(Self { batches, ahead: PlanningAhead::start(planner, announced, AHEAD)?, waiting: 0 })
    }

    /// The batch behind those that were announced before.
    pub fn announce(&mut self, lookups: Lookups) {
        // Behind a batch without a plan none is planned: whoever takes that one learns it.
        self.waiting += usize::from(self.batches.send(lookups).is_ok());
    }

    /// Batches that were announced, and whose plans nobody has taken.
    #[must_use]
    pub const fn waiting(&self) -> usize {
        self.waiting
    }

    /// The plan of the next batch, when it is made; `None` if none is announced, and behind one without a plan.
    ///
    /// # Errors
    /// A batch without a plan.
    ///
    /// # Panics
    /// Never: nothing else ends planning.
    pub fn take(&mut self) -> Result<Option<PlannedIteration>, PlanError> {
        if self.waiting == 0 {
            return Ok(None);
        }
        self.waiting -= 1;
        let planned = self.ahead.next().transpose();
        planned.map_err(|error| error.downcast().expect("a batch that is announced is no error"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planner::Settings;
    use emberlane_experiment::Pooling;

    fn batch(first: u64) -> Lookups {
        let mut lookups = Lookups::new(Pooling::Sum);
        lookups.push_bag(first..first + 5);
        lookups
    }

    #[test]
    fn it_plans_what_a_planner_does_that_is_asked_directly() {
        let mut direct = CachePlanner::new(Settings::new(30, 1000)).unwrap();
        let mut online = OnlinePlanner::start(direct.clone()).unwrap();
        let (mut announced, mut taken) = (0, 0);
        for (announces, takes) in [(0, 1), (1, 1), (5, 3), (0, 2), (40, 10), (3, 33)] {
            for _ in 0..announces {
                online.announce(batch(7 * announced));
                announced += 1;
            }
            for _ in 0..takes {
                assert_eq!(online.waiting() as u64, announced - taken);
                let planned = online.take().unwrap();
                assert_eq!(planned.is_some(), taken < announced);
                if let Some(planned) = planned {
                    assert_eq!(planned, direct.plan(batch(7 * taken)).unwrap(), "batch {taken}");
                    taken += 1;
                }
            }
        }
        assert_eq!((announced, taken), (49, 49));
    }

    #[test]
    fn a_batch_without_a_plan_is_told_once() {
        let mut online = OnlinePlanner::start(CachePlanner::new(Settings::new(30, 20)).unwrap()).unwrap();
        online.announce(batch(0));
        online.announce(batch(18));
        assert!(online.take().unwrap().is_some());
        let error = online.take().unwrap_err();
        assert!(matches!(error, PlanError::NoVector { vector: 22, .. }), "{error}");
        online.announce(batch(0));
        assert_eq!(online.take().unwrap(), None);
    }
}
