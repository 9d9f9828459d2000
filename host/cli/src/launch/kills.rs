//! When which process is killed, to see that nothing is lost.

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

/// A process that is killed when a shard has applied so many batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kill {
    pub who: Who,
    pub batch: u64,
}

/// Reads a kill, as in `shard 1 at batch 40`.
pub(super) fn kill(text: &str) -> Result<Kill, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [kind, number, "at", "batch", batch] = words[..] else { return Err(expected()) };
    let number: u16 = number.parse().map_err(|_| expected())?;
    let who = match kind {
        "shard" => Who::Shard(number),
        "rank" | "worker" => Who::Rank(number),
        _ => return Err(expected()),
    };
    Ok(Kill { who, batch: batch.parse().map_err(|_| expected())? })
}

fn expected() -> String {
    "expected a process and a batch, as in \"shard 1 at batch 40\" or \"rank 0 at batch 7\"".to_owned()
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

    /// Who is to be killed now, when so many batches are applied.
    pub fn due(&mut self, applied: u64) -> Option<Who> {
        if let Some(kill) = self.planned.pop_if(|kill| kill.batch <= applied) {
            return Some(kill.who);
        }
        let random = self.random.as_mut().filter(|random| random.next <= Instant::now())?;
        let who = random.among[random.draw.random_range(0..random.among.len())];
        random.wait();
        Some(who)
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
        assert_eq!(kill("shard 1 at batch 40"), Ok(Kill { who: Who::Shard(1), batch: 40 }));
        assert_eq!(kill(" rank  0 at batch 7 "), Ok(Kill { who: Who::Rank(0), batch: 7 }));
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
        let found: Vec<_> = [0, 6, 7, 8, 50, 51].map(|applied| kills.due(applied)).to_vec();
        assert_eq!(found, [None, None, Some(Who::Rank(0)), None, Some(Who::Shard(1)), None]);
        assert!(!kills.asks_for_batches());
    }
}
