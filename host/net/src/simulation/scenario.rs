//! What happens in a simulation, as a seed decides it.

use std::time::Duration;

use emberlane_experiment::Recovery;
use emberlane_ps::Settings;
use rand::Rng;
use rand_pcg::Pcg64;

use super::actors::{Happened, Shard, Trainer};
use super::oracle::Oracle;
use super::replay::{Lost, replayed};
use crate::node::Mutant;
use crate::rank::Loss;
use crate::simulated::{Faults, Simulated};

/// What shards have in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Files {
    /// Nothing: a copy of what survives them is kept for them.
    None,
    /// Pools, used so.
    Pool(Settings),
    /// The memory of a CXL-MEM.
    Device,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Scenario {
    pub seed: u64,
    pub shards: u16,
    pub ranks: u16,
    pub batches: u64,
    /// Batches between two checkpoints.
    pub every: u64,
    pub keeps: bool,
    pub files: Files,
    pub faults: Faults,
    /// Times that a shard is killed.
    pub crashes: u32,
    /// Times that messages of one direction are lost for a while.
    pub cuts: u32,
    /// Whether ranks look after shards while they wait for one another, and while they wait for another shard.
    pub looks: bool,
    pub looks_while_it_pulls: bool,
    /// What happens to shards that are killed.
    pub recovery: Recovery,
    /// Whether checkpoints are waited for.
    pub waits: bool,
    /// A rank is stopped in the middle, another one takes its place, and then the first goes on.
    pub wakes_a_former_rank: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// All batches are trained, and every bit is right.
    Done,
    /// A rank could not go on, or saw what it must not see.
    Refused(String),
    /// It did not come to its end without faults either.
    Stuck,
}

pub(super) struct Run {
    pub ending: Ending,
    pub trace: u64,
    pub messages: u64,
    pub repeated: u64,
    pub held: u64,
    pub crashes: u64,
    /// What the former rank was told.
    pub former: Option<String>,
    /// What shards have lost, if they recover in part.
    pub lost: Lost,
}

impl Scenario {
    pub fn drawn(seed: u64) -> Self {
        let mut random = Pcg64::new(u128::from(seed), 2);
        let faults = Faults {
            lost: random.random_range(0.0..0.15),
            twice: random.random_range(0.0..0.2),
            late: random.random_range(0.0..0.3),
            longest: Duration::from_millis(random.random_range(1..120)),
        };
        Self {
            seed,
            shards: random.random_range(1..4),
            ranks: random.random_range(1..4),
            batches: random.random_range(5..25),
            every: random.random_range(1..6),
            keeps: true,
            files: Files::None,
            faults,
            crashes: random.random_range(0..5),
            cuts: random.random_range(0..4),
            looks: true,
            looks_while_it_pulls: true,
            recovery: Recovery::Full,
            waits: false,
            wakes_a_former_rank: false,
        }
    }
}

/// What goes wrong happens in this time.
const TROUBLE: Duration = Duration::from_millis(600);
/// Then everything has to come to its end within this one.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn simulate(scenario: &Scenario, mutant: Option<Mutant>) -> Run {
    let Scenario { seed, shards, ranks, batches, .. } = *scenario;
    let network = Simulated::new(seed, scenario.faults);
    let oracle = Oracle::new(seed, batches, ranks);
    let mut random = Pcg64::new(u128::from(seed), 3);
    let folder = (scenario.files != Files::None).then(|| tempfile::tempdir().unwrap());
    let folder = folder.as_ref().map(tempfile::TempDir::path);
    let mut shards: Vec<Shard> =
        (0..shards).map(|shard| Shard::new(&network, scenario, shard, mutant, folder)).collect();
    let mut trainers: Vec<Trainer> =
        (0..ranks).map(|rank| Trainer::new(&network, scenario, rank, 1 + u64::from(rank))).collect();
    let mut plan: Vec<(Duration, Trouble)> = Vec::new();
    let mut draw = |range: Duration| range.mul_f64(random.random::<f64>());
    for _ in 0..scenario.crashes {
        let (at, lasts) = (draw(TROUBLE), draw(Duration::from_millis(60)));
        let shard = (draw(Duration::from_secs(1)).as_micros() % shards.len() as u128) as usize;
        plan.push((at, Trouble::Kill(shard)));
        plan.push((at + lasts, Trouble::Restart(shard)));
    }
    for _ in 0..scenario.cuts {
        let (at, lasts) = (draw(TROUBLE), draw(Duration::from_millis(150)));
        let number = draw(Duration::from_secs(1)).as_micros() as u16;
        let (rank, shard) = (number % ranks, 100 + number / 7 % shards.len() as u16);
        let shard = if number.is_multiple_of(3) { (rank + 1) % ranks } else { shard };
        let (from, to) = if number.is_multiple_of(2) { (rank, shard) } else { (shard, rank) };
        plan.push((at, Trouble::Cut(from, to, true)));
        plan.push((at + lasts, Trouble::Cut(from, to, false)));
    }
    plan.push((TROUBLE, Trouble::End));
    plan.sort_by_key(|(at, trouble)| (*at, matches!(trouble, Trouble::End)));
    for (at, _) in &plan {
        network.at(*at, || {});
    }
    let mut plan = plan.into_iter().peekable();
    let mut disks: Vec<Option<Box<dyn emberlane_ps::ShardStore>>> = shards.iter().map(|_| None).collect();
    let mut former: Option<Trainer> = None;
    let mut awake: Vec<Option<Duration>> = vec![None; trainers.len()];
    let mut ending = Ending::Stuck;
    loop {
        let now = network.now();
        while let Some((_, trouble)) = plan.next_if(|(at, _)| *at <= now) {
            match trouble {
                Trouble::Kill(shard) => disks[shard] = shards[shard].kill().or(disks[shard].take()),
                Trouble::Restart(shard) => shards[shard].restart(disks[shard].take(), scenario),
                Trouble::Cut(from, to, is_cut) => network.cut(from, to, is_cut),
                Trouble::End => network.set_faults(Faults::default()),
            }
        }
        if scenario.wakes_a_former_rank && former.is_none() && trainers[0].batch() >= batches / 2 {
            // Its successor begins anew, on shards that hold nothing of it.
            former = Some(std::mem::replace(&mut trainers[0], Trainer::new(&network, scenario, 0, 77)));
            for shard in &mut shards {
                drop(shard.kill());
                *shard = Shard::new(&network, scenario, shard.number(), mutant, None);
                shard.knew(0, 1);
            }
            awake[0] = None;
        }
        if let Some(former) = former.as_mut().filter(|_| trainers[0].batch() > batches / 3) {
            let wakes = former.advance(now, scenario, &oracle);
            wakes.into_iter().for_each(|at| network.at(at, || {}));
        }
        for (trainer, awake) in trainers.iter_mut().zip(&mut awake) {
            let wakes = trainer.advance(now, scenario, &oracle);
            // One alarm for each time.
            if wakes != *awake
                && let Some(at) = wakes
            {
                network.at(at, || {});
            }
            *awake = wakes;
        }
        if let Some(text) = trainers.iter().find_map(|trainer| trainer.failed.clone()) {
            ending = Ending::Refused(text);
            break;
        }
        let former_has_ended = former.as_ref().is_none_or(|former| former.failed.is_some());
        if trainers.iter().all(|trainer| trainer.is_done) && plan.peek().is_none() && former_has_ended {
            ending = Ending::Done;
            break;
        }
        if now > TROUBLE + PATIENCE || !network.step() {
            break;
        }
    }
    shards.iter_mut().for_each(Shard::end);
    let mut lost = Lost::default();
    if scenario.recovery == Recovery::Partial && ending == Ending::Done {
        let stories: Vec<&[Happened]> = shards.iter().map(|shard| &shard.story[..]).collect();
        let losses: Vec<Vec<Loss>> = trainers.iter().map(Trainer::losses).collect();
        let told = trainers.iter().zip(&losses).map(|(trainer, losses)| trainer.seen(losses));
        match replayed(seed, batches, &stories, &told.collect::<Vec<_>>()) {
            Ok(found) => lost = found,
            Err(text) => ending = Ending::Refused(text),
        }
    }
    let sum = |count: fn(&Shard) -> u64| shards.iter().map(count).sum();
    Run {
        ending,
        trace: network.trace(),
        messages: network.messages(),
        repeated: sum(|shard| shard.repeated),
        held: sum(|shard| shard.held),
        crashes: sum(|shard| shard.crashes),
        former: former.and_then(|former| former.failed),
        lost,
    }
}

#[derive(Clone, Copy, Debug)]
enum Trouble {
    Kill(usize),
    Restart(usize),
    Cut(u16, u16, bool),
    End,
}
