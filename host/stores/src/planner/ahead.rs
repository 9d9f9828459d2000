//! A planner on a thread of its own, ahead of training.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

use super::{CachePlanner, Lookups, PlannedIteration};

/// Plans iterations while others are trained, at most so many ahead. An iterator over them; it ends with the batches, or behind an
/// error.
///
/// With several SmartSSDs each has its own.
///
/// ```
/// use emberlane_experiment::Pooling;
/// use emberlane_stores::planner::{AHEAD, CachePlanner, Lookups, PlanningAhead, Settings};
///
/// # fn main() -> anyhow::Result<()> {
/// let planner = CachePlanner::new(Settings::new(100, 1_000_000))?;
/// let batches = (0..10).map(|batch| {
///     let mut lookups = Lookups::new(Pooling::Mean);
///     lookups.push_bag(batch..batch + 5);
///     anyhow::Ok(lookups)
/// });
/// let mut loads = 0;
/// for planned in PlanningAhead::start(planner, batches, AHEAD)? {
///     loads += planned?.movements.loads.len();
/// }
/// assert_eq!(loads, 14);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct PlanningAhead {
    planned: Receiver<anyhow::Result<PlannedIteration>>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<CachePlanner>,
}

impl PlanningAhead {
    /// Starts to plan what the batches look up. At most `ahead` iterations wait to be taken; [`AHEAD`](super::AHEAD) is the paper's number.
    ///
    /// # Errors
    /// A thread that the system does not give.
    pub fn start<E: Into<anyhow::Error>>(
        mut planner: CachePlanner,
        batches: impl Iterator<Item = Result<Lookups, E>> + Send + 'static,
        ahead: usize,
    ) -> std::io::Result<Self> {
        // One is planned while the others wait, or waits itself to be put behind them.
        let (sender, planned) = sync_channel(ahead.saturating_sub(1));
        let stop = Arc::new(AtomicBool::new(false));
        let stops = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name("cache planner".to_owned()).spawn(move || {
            for batch in batches.take_while(|_| !stops.load(Ordering::Relaxed)) {
                let plan = batch.map_err(Into::into).and_then(|lookups| Ok(planner.plan(lookups)?));
                let failed = plan.is_err();
                // Nobody takes any more: training has ended.
                if sender.send(plan).is_err() || failed {
                    break;
                }
            }
            planner
        })?;
        Ok(Self { planned, stop, thread })
    }

    /// Ends planning, and gives the planner back with what it has planned and nobody has taken: movements that are to be done all the
    /// same before others that it plans.
    ///
    /// # Panics
    /// If the batches did.
    #[must_use]
    pub fn stop(self) -> (CachePlanner, Vec<anyhow::Result<PlannedIteration>>) {
        self.stop.store(true, Ordering::Relaxed);
        let left = self.planned.iter().collect();
        match self.thread.join() {
            Ok(planner) => (planner, left),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl Iterator for PlanningAhead {
    type Item = anyhow::Result<PlannedIteration>;

    fn next(&mut self) -> Option<Self::Item> {
        self.planned.recv().ok()
    }
}
