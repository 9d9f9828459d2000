//! What happens when.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::time::Time;

/// Runs of a queue: what comes by a link comes in order, and there are a few links with channels and credits of their own.
const RUNS: usize = 8;
/// Nothing is that late.
const NEVER: u128 = u128::MAX;

/// Events in order of time; those of one time in the order in which they were put in.
///
/// Most events are put in behind another that they follow in time, too: they go into runs, each of which is in order, and of which only the
/// first is looked at. What fits behind no run goes into a heap.
#[derive(Debug)]
pub struct EventQueue<E> {
    runs: [VecDeque<Entry<E>>; RUNS],
    heap: BinaryHeap<Reverse<Entry<E>>>,
    /// Keys of the first of each run, and of the heap.
    first: [u128; RUNS + 1],
    /// Times of the last of each run; 0 where it is empty.
    last: [u64; RUNS],
    /// Where the next event is, and its key.
    next: (usize, u128),
    sequence: u64,
    len: usize,
}

#[derive(Debug)]
struct Entry<E> {
    /// Time, and then its number, from 1.
    key: u128,
    event: E,
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<E> Eq for Entry<E> {}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Entry<E> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self {
            runs: Default::default(),
            heap: BinaryHeap::new(),
            first: [NEVER; RUNS + 1],
            last: [0; RUNS],
            next: (RUNS, NEVER),
            sequence: 0,
            len: 0,
        }
    }
}

fn time(key: u128) -> Time {
    Time((key >> 64) as u64)
}

impl<E> EventQueue<E> {
    /// Puts an event in.
    pub fn push(&mut self, time: Time, event: E) {
        self.sequence += 1;
        let key = u128::from(time.0) << 64 | u128::from(self.sequence);
        self.len += 1;
        // The run whose last is the latest that is not later; else an empty one.
        let mut latest = (RUNS, 0);
        for (run, &last) in self.last.iter().enumerate() {
            if last <= time.0 && last >= latest.1 {
                latest = (run, last);
            }
        }
        let place = latest.0;
        if place < RUNS {
            self.runs[place].push_back(Entry { key, event });
            self.last[place] = time.0;
        } else {
            self.heap.push(Reverse(Entry { key, event }));
        }
        self.first[place] = self.first[place].min(key);
        if key < self.next.1 {
            self.next = (place, key);
        }
    }

    /// Where the first event of all is, and its key.
    fn least(&self) -> (usize, u128) {
        let mut least = (RUNS, self.first[RUNS]);
        for (run, &key) in self.first[..RUNS].iter().enumerate() {
            if key < least.1 {
                least = (run, key);
            }
        }
        least
    }

    fn take(&mut self, place: usize) -> Option<(Time, E)> {
        let (entry, next) = match self.runs.get_mut(place) {
            Some(run) => (run.pop_front()?, run.front()),
            None => (self.heap.pop()?.0, self.heap.peek().map(|Reverse(next)| next)),
        };
        self.first[place] = next.map_or(NEVER, |next| next.key);
        if place < RUNS && self.first[place] == NEVER {
            self.last[place] = 0;
        }
        self.next = self.least();
        self.len -= 1;
        Some((time(entry.key), entry.event))
    }

    /// When the next event is.
    pub fn next_time(&self) -> Option<Time> {
        (self.len > 0).then(|| time(self.next.1))
    }

    /// Takes the next event.
    pub fn pop(&mut self) -> Option<(Time, E)> {
        self.take(self.next.0)
    }

    /// Takes the next event if it is not after `now`.
    pub fn pop_due(&mut self, now: Time) -> Option<(Time, E)> {
        let (place, key) = self.next;
        if time(key) <= now { self.take(place) } else { None }
    }

    /// Events in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn events_of_one_time_keep_their_order() {
        let mut queue = EventQueue::default();
        for (time, event) in [(5, 'c'), (3, 'a'), (5, 'd'), (3, 'b')] {
            queue.push(Time(time), event);
        }
        assert_eq!(queue.pop_due(Time(2)), None);
        let order: String = std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect();
        assert_eq!(order, "abcd");
        assert_eq!((queue.pop_due(Time(u64::MAX)), queue.next_time()), (None, None));
    }

    /// Beside a map in order: of links and of what comes at any time, with more of either than there are runs.
    #[test]
    fn events_come_in_order_whatever_they_were_put_behind() {
        for seed in 0..200 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let (mut queue, mut expected) = (EventQueue::default(), BTreeMap::new());
            let latencies: Vec<u64> =
                (0..random.random_range(1..2 * RUNS)).map(|_| random.random_range(0..500)).collect();
            let mut now = 0;
            for number in 0..2000u64 {
                for _ in 0..random.random_range(0..3) {
                    let jitter = if random.random_bool(0.2) { random.random_range(0..1000) } else { 0 };
                    let time = now + latencies[random.random_range(0..latencies.len())] + jitter;
                    let event = 3 * number + expected.len() as u64;
                    queue.push(Time(time), event);
                    expected.insert((time, queue.sequence), event);
                }
                assert_eq!((queue.len(), queue.is_empty()), (expected.len(), expected.is_empty()));
                let next = expected.first_key_value().map(|((time, _), _)| Time(*time));
                assert_eq!(queue.next_time(), next, "seed {seed}");
                let due = next.is_some_and(|next| next.0 <= now);
                assert_eq!(queue.pop_due(Time(now)).is_some(), due, "seed {seed}");
                if due {
                    expected.pop_first();
                }
                if random.random_bool(0.7) {
                    let found = queue.pop();
                    let first = expected.pop_first().map(|((time, _), event)| (Time(time), event));
                    assert_eq!(found, first, "seed {seed}");
                    now = found.map_or(now, |(time, _)| now.max(time.0));
                }
            }
        }
    }
}
