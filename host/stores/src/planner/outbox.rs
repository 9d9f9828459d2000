//! Plans on their way to the mailbox.

use std::collections::VecDeque;

use emberlane_drivers::smartssd::{MovementPlan, SmartSsd, SmartSsdError, SmartSsdTransport};
use thiserror::Error;

use super::{CacheContents, CachePlanner, ContentsError, PlannedIteration};

/// Why plans are not posted, or an iteration is not to begin.
#[derive(Debug, Error)]
pub enum OutboxError {
    /// The driver's error. Nothing is lost: what is not posted is kept.
    #[error(transparent)]
    Device(#[from] SmartSsdError),
    /// A plan that does not fit what the cache holds.
    #[error(transparent)]
    Contents(#[from] ContentsError),
    /// Movements that an iteration needs are not in the mailbox yet.
    #[error(
        "the movements of iteration {iteration} are not all in the mailbox, {kept} plans are kept; post them first"
    )]
    NotPosted {
        /// The iteration.
        iteration: u32,
        /// Plans that are kept.
        kept: usize,
    },
}

/// A plan, or a part of one that is too long for the mailbox.
#[derive(Clone, Debug)]
struct Kept {
    plan: MovementPlan,
    /// The iteration that finds all of its EVs when this is done.
    completes: Option<u32>,
}

/// Posts plans in order, and keeps those that do not fit into the mailbox now.
///
/// It knows what the cache holds when all that was posted is done, and lets no iteration [`begin`](Self::begin) that would find
/// something else.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    kept: VecDeque<Kept>,
    contents: CacheContents,
    /// Iterations whose movements are posted, from the one that has begun last, and the number of the plan that completes each.
    posted: VecDeque<(u32, u32)>,
}

impl Outbox {
    /// The cache holds what its planner says already, though nothing has moved it: for those who count from the middle of training on.
    pub fn assume(&mut self, planner: &CachePlanner) {
        self.contents = CacheContents::of(planner.by_block());
    }

    /// The next plan of an iteration. To be called when the iterations that are not in flight any more with it have ended: its
    /// evictions take their EVs.
    pub fn push(&mut self, iteration: &PlannedIteration) {
        self.kept.push_back(Kept { plan: iteration.movements.clone(), completes: Some(iteration.number) });
    }

    /// A plan of no iteration, such as [`write_back`](Self::write_back).
    pub fn push_plan(&mut self, plan: MovementPlan) {
        self.kept.push_back(Kept { plan, completes: None });
    }

    /// Whether anything was posted.
    #[must_use]
    pub fn has_posted(&self) -> bool {
        !self.contents.is_empty()
    }

    /// Movements that write to the SSD every EV that is in the cache when all that was posted is done. They stay in the cache. To be made
    /// when no plan is kept, and to be done when no iteration is under way.
    #[must_use]
    pub fn write_back(&self) -> MovementPlan {
        MovementPlan { evictions: self.contents.all(), loads: Vec::new() }
    }

    /// Plans that are kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Posts as many plans as the mailbox takes now. Says whether that is all.
    ///
    /// # Errors
    /// Those of the driver, and plans that do not fit what the cache holds. What is not posted is kept.
    pub fn post<T: SmartSsdTransport>(&mut self, device: &mut SmartSsd<T>) -> Result<bool, OutboxError> {
        while let Some(Kept { plan, completes }) = self.kept.front() {
            self.contents.check(plan)?;
            match device.post(plan) {
                Ok(number) => {
                    self.contents.apply(plan);
                    self.posted.extend(completes.map(|iteration| (iteration, number)));
                    self.kept.pop_front();
                }
                Err(SmartSsdError::Full { .. }) => return Ok(false),
                Err(SmartSsdError::PlanTooLong { .. }) if plan.evictions.len() + plan.loads.len() > 1 => self.halve(),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    /// Number of the movement plan that an iteration has to wait for. With it every EV that it needs is in the cache, where its
    /// bags say: that is checked.
    ///
    /// # Errors
    /// [`OutboxError::NotPosted`] and [`ContentsError::NotThere`].
    pub fn begin(&mut self, iteration: &PlannedIteration) -> Result<u32, OutboxError> {
        while self.posted.front().is_some_and(|(posted, _)| *posted < iteration.number) {
            self.posted.pop_front();
        }
        match self.posted.front() {
            Some(&(posted, number)) if posted == iteration.number => {
                self.contents.use_all(iteration)?;
                Ok(number)
            }
            _ => Err(OutboxError::NotPosted { iteration: iteration.number, kept: self.kept.len() }),
        }
    }

    /// Makes two plans of the next one, which do the same one after the other: evictions before loads.
    fn halve(&mut self) {
        let Some(Kept { plan: MovementPlan { mut evictions, mut loads }, completes }) = self.kept.pop_front() else {
            return;
        };
        let half = (evictions.len() + loads.len()) / 2;
        let late_loads = loads.split_off(half.saturating_sub(evictions.len()));
        let late_evictions = evictions.split_off(half.min(evictions.len()));
        let late = MovementPlan { evictions: late_evictions, loads: late_loads };
        self.kept.push_front(Kept { plan: late, completes });
        self.kept.push_front(Kept { plan: MovementPlan { evictions, loads }, completes: None });
    }
}
