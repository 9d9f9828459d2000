//! The one record of what ran when; everything that a run reports about simulated time is derived from it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{AddAssign, Range};

use emberlane_registers::cxl_mem::LINE_BYTES;

use super::{OperationId, Resource, Wait};

/// An operation held a resource. An operation that holds several leaves an event for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What was held.
    pub resource: Resource,
    /// The operation's name.
    pub operation: &'static str,
    /// Its number.
    pub id: OperationId,
    /// Its batch, from 0.
    pub batch: u64,
    /// When it started, picoseconds of simulated time.
    pub start_ps: u64,
    /// When it ended, picoseconds of simulated time. The start as long as it runs.
    pub end_ps: u64,
    /// Bytes that the operation moved over links, or to and from the medium of the computing logic; otherwise 0.
    pub bytes: u64,
}

/// What was read from and written to the memory that holds the tables, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accessed {
    /// Read.
    pub read: u64,
    /// Written: rows.
    pub written: u64,
    /// Written: logs.
    pub logged: u64,
}

impl Accessed {
    /// All of it.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.read + self.written + self.logged
    }
}

impl AddAssign for Accessed {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.written += other.written;
        self.logged += other.logged;
    }
}

/// An operation has accessed the memory that holds the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The operation.
    pub id: OperationId,
    /// Its batch, from 0.
    pub batch: u64,
    /// When it started, picoseconds of simulated time.
    pub start_ps: u64,
    /// What it has accessed.
    pub accessed: Accessed,
}

/// Every event of a run, in the order in which operations started.
///
/// It grows with the run, by some 20 events a batch, 2 KB: timeline and summary have all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventLog {
    events: Vec<Event>,
    waits: Vec<(OperationId, Wait)>,
    accesses: Vec<Access>,
}

/// What a resource did in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Operations that held it.
    pub operations: u64,
    /// How long at least one operation held it, picoseconds.
    pub busy_ps: u64,
    /// Sum of the bytes.
    pub bytes: u64,
}

/// When a batch ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Start of its first operation, picoseconds.
    pub start_ps: u64,
    /// End of its last operation, picoseconds.
    pub end_ps: u64,
}

impl EventLog {
    pub(super) fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// An operation accesses the memory that holds the tables.
    pub(super) fn accessed(&mut self, access: Access) {
        if access.accessed != Accessed::default() {
            self.accesses.push(access);
        }
    }

    /// Operations have read so many lines less than they were to read, all together: each by its share of what they were to read.
    pub(super) fn leave_out(&mut self, operations: &[OperationId], lines: u64) {
        let operations: BTreeSet<u64> = operations.iter().map(|operation| operation.0).collect();
        let reads: Vec<&mut Access> =
            self.accesses.iter_mut().filter(|access| operations.contains(&access.id.0)).collect();
        let to_read: u64 = reads.iter().map(|access| access.accessed.read / LINE_BYTES).sum();
        let (mut passed, mut shared, mut shares) = (0, 0, BTreeMap::new());
        for access in reads {
            passed += access.accessed.read / LINE_BYTES;
            // Of all until here, so that no line gets lost by rounding. Where nothing was to be read, nothing is left out.
            let share = u128::from(lines.min(to_read)) * u128::from(passed) / u128::from(to_read.max(1));
            let bytes = (share as u64 - shared) * LINE_BYTES;
            shared = share as u64;
            access.accessed.read -= bytes;
            shares.insert(access.id.0, bytes);
        }
        for event in &mut self.events {
            event.bytes -= shares.get(&event.id.0).map_or(0, |share| event.bytes.min(*share));
        }
    }

    /// An operation has started, which had waited for these.
    pub(super) fn waited(&mut self, operation: OperationId, waits: &[Wait]) {
        self.waits.extend(waits.iter().map(|wait| (operation, *wait)));
    }

    /// An operation has ended, or it is known when it will.
    pub(super) fn close(&mut self, events: Range<usize>, end_ps: u64, bytes: u64) {
        for event in &mut self.events[events] {
            (event.end_ps, event.bytes) = (end_ps, bytes);
        }
    }

    /// All events.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What each operation had waited for, in the order in which operations started.
    #[must_use]
    pub fn waits(&self) -> &[(OperationId, Wait)] {
        &self.waits
    }

    /// What operations have accessed of the memory that holds the tables, in the order in which they started.
    #[must_use]
    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// The start of the first operation, picoseconds; 0 when there was none.
    #[must_use]
    pub fn start_ps(&self) -> u64 {
        self.events.first().map_or(0, |event| event.start_ps)
    }

    /// The end of the last operation, picoseconds; 0 when there was none.
    #[must_use]
    pub fn end_ps(&self) -> u64 {
        self.events.iter().map(|event| event.end_ps).max().unwrap_or(0)
    }

    /// What a resource did.
    #[must_use]
    pub fn usage(&self, resource: Resource) -> Usage {
        let mut usage = Usage { busy_ps: self.busy_ps(&[resource]), ..Usage::default() };
        for event in self.events.iter().filter(|event| event.resource == resource) {
            usage.operations += 1;
            usage.bytes += event.bytes;
        }
        usage
    }

    /// How long at least one operation held one of the resources, picoseconds.
    #[must_use]
    pub fn busy_ps(&self, resources: &[Resource]) -> u64 {
        self.busy_between(resources, 0, u64::MAX)
    }

    /// The same of a part of the run.
    #[must_use]
    pub fn busy_between(&self, resources: &[Resource], start_ps: u64, end_ps: u64) -> u64 {
        // Events come by start, so what is held by several operations at once is counted once.
        let (mut busy, mut counted) = (0, start_ps);
        for event in self.events.iter().filter(|event| resources.contains(&event.resource)) {
            let end = event.end_ps.min(end_ps);
            busy += end.saturating_sub(event.start_ps.max(counted));
            counted = counted.max(end);
        }
        busy
    }

    /// How long one of the resources was held while `waiting` was not, picoseconds: what of their work nothing else hides.
    #[must_use]
    pub fn exposed_ps(&self, resources: &[Resource], waiting: Resource) -> u64 {
        let all: Vec<Resource> = resources.iter().copied().chain([waiting]).collect();
        self.busy_ps(&all) - self.busy_ps(&[waiting])
    }

    /// When each batch ran, the first that did at the front.
    #[must_use]
    pub fn batches(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let first = self.events.iter().map(|event| event.batch).min().unwrap_or(0);
        for event in &self.events {
            let batch = (event.batch - first) as usize;
            if batch >= spans.len() {
                spans.resize(batch + 1, Span { start_ps: u64::MAX, end_ps: 0 });
            }
            let span = &mut spans[batch];
            span.start_ps = span.start_ps.min(event.start_ps);
            span.end_ps = span.end_ps.max(event.end_ps);
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Resource::{CacheAgent, EmbeddingKernel, Gpu};

    #[test]
    fn what_nothing_else_hides_is_exposed() {
        let mut log = EventLog::default();
        let events =
            [(EmbeddingKernel, 0, 10), (Gpu, 4, 7), (CacheAgent, 5, 12), (Gpu, 11, 20), (EmbeddingKernel, 15, 18)];
        for (number, (resource, start_ps, end_ps)) in (0..).zip(events) {
            let id = OperationId(number);
            log.push(Event { resource, operation: "work", id, batch: 0, start_ps, end_ps, bytes: 0 });
        }
        assert_eq!(log.busy_ps(&[EmbeddingKernel, CacheAgent]), 12 + 3);
        // 0 to 4 and 7 to 11.
        assert_eq!(log.exposed_ps(&[EmbeddingKernel, CacheAgent], Gpu), 8);
        assert_eq!(log.exposed_ps(&[CacheAgent], Gpu), 4, "7 to 11");
        assert_eq!(log.usage(Gpu).busy_ps, 12);
    }

    #[test]
    fn what_was_kept_is_left_out_of_what_lookups_have_read_to_the_line() {
        let mut log = EventLog::default();
        // The second is no lookup, the third looks nothing up.
        let lines = [(0, 10), (1, 7), (2, 0), (3, 3), (4, 20)];
        for (number, lines) in lines {
            let (id, read) = (OperationId(number), lines * LINE_BYTES);
            let (resource, operation, batch) = (Resource::ComputingLogic, "work", 0);
            log.push(Event { resource, operation, id, batch, start_ps: 0, end_ps: 1, bytes: read });
            log.accessed(Access { id, batch, start_ps: 0, accessed: Accessed { read, ..Accessed::default() } });
        }
        let left = |kept: u64| {
            let mut log = log.clone();
            log.leave_out(&[0, 2, 3, 4].map(OperationId), kept);
            let of_events = |event: &Event| (event.id.0, event.bytes / LINE_BYTES);
            let of_accesses = |access: &Access| (access.id.0, access.accessed.read / LINE_BYTES);
            let read: Vec<(u64, u64)> = log.accesses().iter().map(of_accesses).collect();
            let moved: Vec<(u64, u64)> = log.events().iter().map(of_events).filter(|(id, _)| *id != 2).collect();
            assert_eq!(moved, read);
            read.into_iter().map(|(_, lines)| lines).collect::<Vec<_>>()
        };
        assert_eq!(left(0), [10, 7, 3, 20]);
        // 16 of 33 lines: up to the end of each lookup 4.8, 6.3 and all 16 of them.
        assert_eq!(left(16), [6, 7, 1, 10]);
        assert_eq!(left(1000), [0, 7, 0, 0]);
    }
}
