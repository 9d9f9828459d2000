//! Whose time a store takes: that of this machine, that of this machine and no less than the media's, or that of the media alone.

use std::time::{Duration, Instant};

use emberlane_experiment::StoreTime;

const PS_PER_NS: u64 = 1000;
/// What a thread that sleeps may oversleep: the rest is waited for awake.
const AWAKE: Duration = Duration::from_micros(100);

/// Picoseconds since a store had its first rows.
#[derive(Debug)]
pub(crate) struct Clock {
    time: StoreTime,
    /// Simulated: now. Otherwise: when it was set.
    ps: u64,
    set: Instant,
}

impl Clock {
    /// One that begins at so many picoseconds.
    pub(crate) fn new(time: StoreTime, ps: u64) -> Self {
        Self { time, ps, set: Instant::now() }
    }

    pub(crate) fn time(&self) -> StoreTime {
        self.time
    }

    pub(crate) fn now(&self) -> u64 {
        match self.time {
            StoreTime::Simulated => self.ps,
            StoreTime::Real | StoreTime::Paced => self.at(Instant::now()),
        }
    }

    /// What a clock of this machine's time shows at an instant.
    fn at(&self, instant: Instant) -> u64 {
        let nanoseconds = instant.saturating_duration_since(self.set).as_nanos() as u64;
        self.ps.saturating_add(nanoseconds.saturating_mul(PS_PER_NS))
    }

    /// Waits for a time, if there is anything to wait for; `done`: when this machine was done with what takes until then. Says how long
    /// was waited, and whether this machine was done too late.
    pub(crate) fn wait(&mut self, until: u64, done: Instant) -> (u64, bool) {
        match self.time {
            StoreTime::Real => (0, false),
            StoreTime::Simulated => {
                let waited = until.saturating_sub(self.ps);
                self.ps += waited;
                (waited, false)
            }
            StoreTime::Paced => {
                let from = self.now();
                let mut left = until.saturating_sub(from);
                while left > 0 {
                    let asleep = Duration::from_nanos(left / PS_PER_NS).saturating_sub(AWAKE);
                    if asleep.is_zero() {
                        std::hint::spin_loop()
                    } else {
                        std::thread::sleep(asleep)
                    }
                    left = until.saturating_sub(self.now());
                }
                (until.saturating_sub(from), self.at(done) > until)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulated_time_is_what_was_waited_for() {
        let mut clock = Clock::new(StoreTime::Simulated, 7);
        assert_eq!((clock.wait(10, Instant::now()), clock.now()), ((3, false), 10));
        assert_eq!((clock.wait(4, Instant::now()), clock.now()), ((0, false), 10));
    }

    #[test]
    fn paced_time_is_waited_for_and_what_comes_late_is_told() {
        let mut clock = Clock::new(StoreTime::Paced, 0);
        let until = clock.now() + 2_000_000_000;
        let (waited, late) = clock.wait(until, Instant::now());
        assert!(waited > 0 && !late && clock.now() >= until);
        let (waited, late) = clock.wait(until, Instant::now());
        assert!(waited == 0 && late);
        let mut real = Clock::new(StoreTime::Real, 0);
        assert_eq!(real.wait(u64::MAX, Instant::now()), (0, false));
    }
}
