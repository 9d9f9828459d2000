//! When which process is killed, or stands still, to see that nothing is lost.

use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A process of a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Who {
    Shard(u16),
    Rank(u16),
}

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shard(shard) => write!(f, "shard {shard}"),
            Self::Rank(rank) => write!(f, "rank {rank}"),
        }
    }
}

/// A process that something happens to when a shard has applied so many batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kill {
    pub who: Who,
    pub batch: u64,
    /// It stands still so long (SIGSTOP, SIGCONT); `None`: it is killed (kill -9).
    pub pause: Option<Duration>,
}

/// Longest pause: whoever stands still longer is taken for gone.
const LONGEST_PAUSE: f64 = 3600.0;

/// Reads a kill, as in `shard 1 at batch 40`.
pub(super) fn kill(text: &str) -> Result<Kill, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    who_and_when(&words, None).ok_or_else(|| {
        "expected a process and a batch, as in \"shard 1 at batch 40\" or \"rank 0 at batch 7\"".to_owned()
    })
}

/// Reads a pause, as in `shard 1 at batch 40 for 2.5`.
pub(super) fn pause(text: &str) -> Result<Kill, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let read = || {
        let (seconds, words) = words.split_last()?;
        let seconds = seconds.parse().ok().filter(|seconds| (0.0..=LONGEST_PAUSE).contains(seconds))?;
        let words = words.strip_suffix(&["for"])?;
        who_and_when(words, Some(Duration::from_secs_f64(seconds)))
    };
    read().ok_or_else(|| {
        format!("expected a process, a batch and seconds up to {LONGEST_PAUSE}, as in \"shard 1 at batch 40 for 2.5\"")
    })
}

fn who_and_when(words: &[&str], pause: Option<Duration>) -> Option<Kill> {
    let [kind, number, "at", "batch", batch] = *words else { return None };
    let number: u16 = number.parse().ok()?;
    let who = match kind {
        "shard" => Who::Shard(number),
        "rank" | "worker" => Who::Rank(number),
        _ => return None,
    };
    Some(Kill { who, batch: batch.parse().ok()?, pause })
}

/// Every kill that is asked for.
pub(super) struct Kills {
    planned: Vec<Kill>,
    random: Option<Random>,
}

struct Random {
    every: Duration,
    among: Vec<Who>,
    draw: Pcg64,
    next: Instant,
}

impl Kills {
    /// Those of a list, and, with `every`, one of these processes again and again, at moments that a seed gives.
    pub fn new(planned: &[Kill], every: Option<Duration>, among: Vec<Who>, seed: u64) -> Self {
        let random = every.map(|every| {
            let mut random = Random { every, among, draw: Pcg64::seed_from_u64(seed), next: Instant::now() };
            random.wait();
            random
        });
        let mut planned = planned.to_vec();
        // The first is the last of the list.
        planned.sort_by_key(|kill| std::cmp::Reverse(kill.batch));
        Self { planned, random }
    }

    /// Whether one depends on the batches that are applied.
    pub const fn asks_for_batches(&self) -> bool {
        !self.planned.is_empty()
    }

    /// Who is to be killed now, or stands still, when so many batches are applied.
    pub fn due(&mut self, applied: u64) -> Option<Kill> {
        if let Some(kill) = self.planned.pop_if(|kill| kill.batch <= applied) {
            return Some(kill);
        }
        let random = self.random.as_mut().filter(|random| random.next <= Instant::now())?;
        let who = random.among[random.draw.random_range(0..random.among.len())];
        random.wait();
        Some(Kill { who, batch: applied, pause: None })
    }
}

impl Random {
    fn wait(&mut self) {
        self.next = Instant::now() + self.every.mul_f64(self.draw.random_range(0.0..2.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kills_are_read() {
        assert_eq!(kill("shard 1 at batch 40"), Ok(Kill { who: Who::Shard(1), batch: 40, pause: None }));
        assert_eq!(kill(" rank  0 at batch 7 "), Ok(Kill { who: Who::Rank(0), batch: 7, pause: None }));
        let half = Some(Duration::from_millis(500));
        assert_eq!(pause("worker 2 at batch 7 for 0.5"), Ok(Kill { who: Who::Rank(2), batch: 7, pause: half }));
        for wrong in ["", "shard 1 at batch 40", "shard 1 at batch 40 for", "shard 1 at batch 40 for -1", "for 1"] {
            assert!(pause(wrong).unwrap_err().contains("shard 1 at batch 40 for 2.5"), "{wrong}");
        }
        for wrong in
            ["", "shard 1", "shard x at batch 4", "node 1 at batch 4", "shard 1 at batch -1", "shard 1 in batch 4"]
        {
            assert!(kill(wrong).unwrap_err().contains("shard 1 at batch 40"), "{wrong}");
        }
    }

    #[test]
    fn planned_kills_come_at_their_batches() {
        let planned = ["shard 1 at batch 40", "rank 0 at batch 7"].map(|text| kill(text).unwrap());
        let mut kills = Kills::new(&planned, None, Vec::new(), 0);
        let found: Vec<_> = [0, 6, 7, 8, 50, 51].map(|applied| kills.due(applied).map(|kill| kill.who)).to_vec();
        assert_eq!(found, [None, None, Some(Who::Rank(0)), None, Some(Who::Shard(1)), None]);
        assert!(!kills.asks_for_batches());
    }
}
