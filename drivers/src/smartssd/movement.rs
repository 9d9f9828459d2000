//! What the cache agent is to move for an iteration.

use std::collections::HashSet;

use emberlane_registers::smartssd::{Movement, Range};
use thiserror::Error;

/// An EV that goes from the SSD to the cache or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transfer {
    /// Number of the EV on the SSD.
    pub ssd: u64,
    /// Number of the EV in the cache.
    pub cached: u32,
}

/// Evictions, and the loads that follow them. Neither has an order of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovementPlan {
    /// EVs from the cache to the SSD.
    pub evictions: Vec<Transfer>,
    /// EVs from the SSD to the cache.
    pub loads: Vec<Transfer>,
}

/// Why a plan of movements is not posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MovementError {
    /// An EV that the cache has no place for.
    #[error("{what} of EV {} of the SSD: there is no EV {} in the cache, which holds {vectors}", transfer.ssd, transfer.cached)]
    CacheRange {
        /// `eviction` or `load`.
        what: &'static str,
        /// What was to be moved.
        transfer: Transfer,
        /// EVs of the cache.
        vectors: u32,
    },
    /// An EV that the SSD does not have.
    #[error("{what} of EV {} of the cache: there is no EV {} on the SSD, which holds {vectors}", transfer.cached, transfer.ssd)]
    SsdRange {
        /// `eviction` or `load`.
        what: &'static str,
        /// What was to be moved.
        transfer: Transfer,
        /// EVs of the SSD.
        vectors: u64,
    },
    /// Two evictions to one EV of the SSD, or two loads to one EV of the cache: which of them is last is not said.
    #[error("two {what}s go to EV {to}; a plan moves at most one there")]
    Twice {
        /// `eviction` or `load`.
        what: &'static str,
        /// The EV, on the SSD for an eviction, in the cache for a load.
        to: u64,
    },
}

/// Makes ranges of neighbours: EVs one behind the other, both on the SSD and in the cache. Their order is that of the SSD.
#[must_use]
pub fn coalesce(transfers: &[Transfer]) -> Vec<Range> {
    let mut sorted = transfers.to_vec();
    sorted.sort_unstable();
    let mut ranges: Vec<Range> = Vec::new();
    for Transfer { ssd, cached } in sorted {
        match ranges.last_mut() {
            Some(range)
                if range.count < u16::MAX
                    && range.ssd.checked_add(range.count.into()) == Some(ssd)
                    && range.cached.checked_add(range.count.into()) == Some(cached) =>
            {
                range.count += 1;
            }
            _ => ranges.push(Range { ssd, cached, count: 1 }),
        }
    }
    ranges
}

impl MovementPlan {
    /// What the mailbox says: evictions, then loads, neighbours as one, then the end.
    #[must_use]
    pub fn movements(&self, plan: u32) -> Vec<Movement> {
        let evictions = coalesce(&self.evictions).into_iter().map(Movement::Evict);
        let loads = coalesce(&self.loads).into_iter().map(Movement::Load);
        evictions.chain(loads).chain([Movement::End { plan }]).collect()
    }

    /// Whether cache and SSD have the EVs, and each is written once at most.
    pub(super) fn check(&self, cache_vectors: u32, ssd_vectors: u64) -> Result<(), MovementError> {
        let mut targets = HashSet::new();
        let evictions = self.evictions.iter().map(|transfer| ("eviction", *transfer, transfer.ssd));
        let loads = self.loads.iter().map(|transfer| ("load", *transfer, transfer.cached.into()));
        for (what, transfer, to) in evictions.chain(loads) {
            if transfer.cached >= cache_vectors {
                return Err(MovementError::CacheRange { what, transfer, vectors: cache_vectors });
            }
            if transfer.ssd >= ssd_vectors {
                return Err(MovementError::SsdRange { what, transfer, vectors: ssd_vectors });
            }
            if !targets.insert((what, to)) {
                return Err(MovementError::Twice { what, to });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer(ssd: u64, cached: u32) -> Transfer {
        Transfer { ssd, cached }
    }

    #[test]
    fn neighbours_on_both_sides_become_one() {
        let transfers = [transfer(7, 3), transfer(5, 1), transfer(6, 2), transfer(8, 9), transfer(10, 10)];
        let ranges = coalesce(&transfers);
        let range = |ssd, cached, count| Range { ssd, cached, count };
        assert_eq!(ranges, [range(5, 1, 3), range(8, 9, 1), range(10, 10, 1)]);
    }

    #[test]
    fn a_range_is_as_long_as_a_movement_can_say() {
        let transfers: Vec<Transfer> = (0..70_000).map(|vector| transfer(vector.into(), vector)).collect();
        let counts: Vec<u16> = coalesce(&transfers).iter().map(|range| range.count).collect();
        assert_eq!(counts, [65_535, 4_465]);
    }

    #[test]
    fn evictions_come_before_loads() {
        let plan = MovementPlan { evictions: vec![transfer(9, 0)], loads: vec![transfer(1, 0), transfer(2, 1)] };
        let [evict, load, end] = plan.movements(4)[..] else { panic!("three movements") };
        assert_eq!(evict, Movement::Evict(Range { ssd: 9, cached: 0, count: 1 }));
        assert_eq!(load, Movement::Load(Range { ssd: 1, cached: 0, count: 2 }));
        assert_eq!(end, Movement::End { plan: 4 });
    }

    #[test]
    fn what_cannot_be_moved_is_named() {
        let loads = |loads: &[Transfer]| MovementPlan { loads: loads.to_vec(), ..MovementPlan::default() };
        let error = loads(&[transfer(1, 8)]).check(8, 100).unwrap_err();
        assert!(error.to_string().contains("no EV 8 in the cache, which holds 8"), "{error}");
        let error = loads(&[transfer(100, 7)]).check(8, 100).unwrap_err();
        assert!(error.to_string().contains("no EV 100 on the SSD"), "{error}");
        let error = loads(&[transfer(1, 7), transfer(2, 7)]).check(8, 100).unwrap_err();
        assert_eq!(error, MovementError::Twice { what: "load", to: 7 });
        assert_eq!(loads(&[transfer(99, 7)]).check(8, 100), Ok(()));
    }
}
