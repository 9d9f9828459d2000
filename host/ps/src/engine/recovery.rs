//! Going back to a checkpoint: by a scan of all slots (Section V-C).

use super::faults::Fault;
use super::partition::{Scanned, Sum};
use super::pmem::{Pmem, owned};
use crate::pool::{Line, PoolError, Run};
use crate::{Recovered, StoreError, Target};

impl Pmem {
    /// Scans all slots, and compares with the checkpoint's line. Only then it changes the pool: later lines are emptied first, then later
    /// rows, and only then it serves. A recovery that is cut is begun anew. The newest of each row are taken as they are, and nothing is emptied.
    pub(super) fn go_back(&mut self, target: Target) -> Result<Recovered, StoreError> {
        let line = self.line(target)?;
        let checkpoint = line.checkpoint;
        let each_newest = target == Target::EachNewest;
        let until = if each_newest { u64::MAX } else { checkpoint };
        let found = self.every(|partition, _| Ok(partition.scan(until)))?;
        if !each_newest {
            self.compare(&line, &found)?;
        }
        let (rows, newest) = match each_newest {
            true => (found.iter().map(|scanned| scanned.sum.rows).sum(), found.iter().map(Scanned::newest).max()),
            false => (line.rows, None),
        };
        self.pool.give_up(|line| line.checkpoint > checkpoint)?;
        self.pending.clear();
        self.moments.clear();
        self.run = line.moment.map(|moment| Run::before(moment, checkpoint));
        self.is_writing = line.moment.is_some_and(|moment| moment.is_writing());
        self.retained = self.pool.lines().iter().map(|line| line.checkpoint).collect();
        self.wanted = self.retained.clone();
        self.committed = self.retained.first().copied().unwrap_or(0);
        let discarded = found.iter().map(|scanned| scanned.later.len() as u64).sum();
        let mut unused = self.pool.unreadable().to_vec();
        let unreadable: usize = found.iter().map(|scanned| scanned.unreadable.len()).sum();
        if unreadable > 0 {
            unused.push(format!("{unreadable} slots that checkpoint {checkpoint} does not need are torn or damaged"));
        }
        self.every_with(found, |partition, context, scanned| partition.begin(context, scanned))?;
        let applied = checkpoint.max(newest.unwrap_or(0));
        (self.applied, self.maintained) = (applied, applied);
        self.found = Recovered { checkpoint, rows, discarded, unused };
        Ok(self.found.clone())
    }

    /// What the pool says that checkpoints there are.
    fn line(&self, target: Target) -> Result<Line, StoreError> {
        let lines = self.pool.lines();
        let found = match target {
            Target::Newest | Target::EachNewest => lines.last(),
            Target::At(checkpoint) => lines.iter().find(|line| line.checkpoint == checkpoint),
        };
        let target = if let Target::At(checkpoint) = target { checkpoint } else { 0 };
        found.copied().ok_or_else(|| StoreError::no_checkpoint(self.pool.name(), target, &lines))
    }

    /// Compares what was found with what a checkpoint has to have.
    fn compare(&mut self, line: &Line, found: &[Scanned]) -> Result<(), StoreError> {
        let sum = found.iter().fold(Sum::default(), |sum, scanned| sum.and(scanned.sum));
        if sum == (Sum { rows: line.rows, digest: line.digest }) || self.fault == Some(Fault::IgnoredDigest) {
            return Ok(());
        }
        let numbers = found
            .iter()
            .zip(&mut self.partitions)
            .flat_map(|(scanned, partition)| owned(partition).numbers(&scanned.unreadable));
        let unreadable: Vec<u64> = numbers.collect();
        Err(PoolError::damaged(self.pool.name(), line, sum.rows, &spans(&unreadable)).into())
    }
}

/// Ascending numbers as ranges, at most so many that one reads them.
pub(super) fn spans(numbers: &[u64]) -> String {
    const MOST: usize = 16;
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => spans.push((*number, *number)),
        }
    }
    let more = spans.len().saturating_sub(MOST);
    let text =
        |(first, last): &(u64, u64)| if first == last { format!("{first}") } else { format!("{first}..={last}") };
    let shown: Vec<String> = spans.iter().take(MOST).map(text).collect();
    if more > 0 { format!("{} and {more} more ranges", shown.join(", ")) } else { shown.join(", ") }
}
