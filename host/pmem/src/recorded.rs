//! A medium that keeps every store with its fate, for whoever cuts power.

use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

use emberlane_models::power_loss::{Fate, Image, RecordedWrite, Recording};

use crate::medium::ranges;
use crate::{Counts, InMemory, LINE_BYTES, Medium, Parts, lines};

/// Stores in the order in which they were issued, each answered by the fence behind the flush of its line.
#[derive(Debug)]
pub struct Recorded {
    bytes: u64,
    log: Arc<Mutex<Log>>,
}

/// What [`Recorded`] and its parts have seen.
#[derive(Clone, Debug)]
pub struct Witness(Arc<Mutex<Log>>);

#[derive(Debug)]
struct Log {
    recording: Recording,
    /// Steps so far: one a line that is stored, and one a fence.
    now: u64,
}

/// A part: its bytes as they were stored, and which of its stores are not durable.
#[derive(Debug)]
struct RecordedPart {
    log: Arc<Mutex<Log>>,
    first: u64,
    current: InMemory,
    /// Numbers of writes that were not flushed, in their order.
    open: Vec<usize>,
    /// Numbers of writes that were flushed and not fenced.
    flushed: Vec<usize>,
}

impl Recorded {
    /// A medium of so many bytes that holds `before`.
    #[must_use]
    pub fn from(before: Image, bytes: u64) -> Self {
        let recording = Recording { before, writes: Vec::new() };
        Self { bytes, log: Arc::new(Mutex::new(Log { recording, now: 0 })) }
    }

    /// Who sees what is done to it and to its parts.
    #[must_use]
    pub fn witness(&self) -> Witness {
        Witness(Arc::clone(&self.log))
    }
}

impl Witness {
    /// What was recorded so far: cycles count stores of lines and fences.
    #[must_use]
    pub fn recording(&self) -> Recording {
        locked(&self.0).recording.clone()
    }

    /// What the medium holds if all stores came through.
    #[must_use]
    pub fn whole(&self) -> Image {
        let log = locked(&self.0);
        log.recording.cuts().image(log.now, |_| Fate::Applied)
    }

    /// What the medium holds if power is lost now, and with it all that is not durable.
    #[must_use]
    pub fn lost(&self) -> Image {
        let log = locked(&self.0);
        log.recording.cuts().image(log.now, |_| Fate::Lost)
    }

    /// The step that was last.
    #[must_use]
    pub fn now(&self) -> u64 {
        locked(&self.0).now
    }
}

fn locked(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Parts for Recorded {
    fn part(self, borders: &[u64]) -> Vec<Box<dyn Medium>> {
        let part = |range: Range<u64>| -> Box<dyn Medium> {
            let mut bytes = vec![0; (range.end - range.start) as usize];
            locked(&self.log).recording.before.read(range.start, &mut bytes);
            Box::new(RecordedPart {
                log: Arc::clone(&self.log),
                first: range.start,
                current: InMemory::holding(bytes),
                open: Vec::new(),
                flushed: Vec::new(),
            })
        };
        ranges(borders, self.bytes).into_iter().map(part).collect()
    }
}

impl Medium for RecordedPart {
    fn bytes(&self) -> u64 {
        self.current.bytes()
    }

    fn load(&self, at: u64, to: &mut [u8]) {
        self.current.load(at, to);
    }

    fn store(&mut self, at: u64, bytes: &[u8]) {
        self.current.store(at, bytes);
        let mut log = locked(&self.log);
        let mut done = 0;
        while done < bytes.len() {
            let address = self.first + at + done as u64;
            let count = (bytes.len() - done).min((LINE_BYTES - address % LINE_BYTES) as usize);
            log.now += 1;
            let write = RecordedWrite::part(log.now, None, address, &bytes[done..done + count]);
            self.open.push(log.recording.writes.len());
            log.recording.writes.push(write);
            done += count;
        }
    }

    fn flush(&mut self, range: Range<u64>) {
        self.current.flush(range.clone());
        let log = locked(&self.log);
        let flushed = &mut self.flushed;
        let whole: Vec<u64> = lines(range).map(|line| self.first + line).collect();
        self.open.retain(|number| {
            let is_flushed = whole.contains(&log.recording.writes[*number].address);
            if is_flushed {
                flushed.push(*number);
            }
            !is_flushed
        });
    }

    fn fence(&mut self) -> io::Result<()> {
        let mut log = locked(&self.log);
        log.now += 1;
        let now = log.now;
        for number in self.flushed.drain(..) {
            log.recording.writes[number].answered = Some(now);
        }
        self.current.fence()
    }

    fn counts(&self) -> Counts {
        self.current.counts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_durable_when_it_was_flushed_and_then_fenced_by_its_owner() {
        let recorded = Recorded::from(Image::default(), 4096);
        let witness = recorded.witness();
        let mut parts = recorded.part(&[1024]);
        parts[0].store(0, &[1; 8]);
        parts[0].store(64, &[2; 8]);
        parts[0].flush(0..8);
        parts[1].store(0, &[3; 8]);
        parts[1].flush(0..64);
        let survives = |what: &str, expected: [u8; 3]| {
            let image = witness.lost();
            let mut bytes = [[0]; 3];
            for (at, byte) in [0, 64, 1024].into_iter().zip(&mut bytes) {
                image.read(at, byte);
            }
            assert_eq!(bytes.concat(), expected, "{what}");
        };
        survives("nothing was fenced", [0, 0, 0]);
        parts[1].fence().unwrap();
        survives("a fence of one part is none of another", [0, 0, 3]);
        parts[0].store(0, &[4; 8]);
        parts[0].fence().unwrap();
        survives("what was stored after the flush is not fenced, and what was not flushed neither", [1, 0, 3]);
        parts[0].flush(0..128);
        parts[0].fence().unwrap();
        survives("both are", [4, 2, 3]);
    }
}
