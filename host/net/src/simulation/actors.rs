//! Processes in the simulation: shards that can be killed, and ranks that train.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use emberlane_experiment::{PoolDurability, Recovery};
use emberlane_ps::pool::file::{self, Use};
use emberlane_ps::pool::{Geometry, Identity as PoolIdentity};
use emberlane_ps::{CxlMemShard, Dram, Key, Pmem, ShardStore, Target, device_in_file};
use emberlane_stores::Sum;

use super::oracle::{self, Oracle, push, summand};
use super::replay::Seen;
use super::scenario::{Files, Scenario};
use crate::circle::{Circle, Stage};
use crate::network::{Address, Arrived, Guard, Network, Reply, Request};
use crate::node::{About, Mutant, Node, RECOVERY, fingerprint};
use crate::rank::{Identity, Loss, Pace, Rank, Ticket};
use crate::simulated::{Host, Simulated};
use crate::wire::{Entered, Push, Rows};

pub(super) fn settings(scenario: &Scenario) -> String {
    let storage = if scenario.keeps { "kept" } else { "dram" };
    let recovery = scenario.recovery.name();
    format!("train.seed = 1\ncluster.storage = {storage:?}\n{RECOVERY} = {recovery:?}\n")
}

/// A shard: its disk, and a process that is there or not.
pub(super) struct Shard {
    host: Host,
    about: About,
    mutant: Option<Mutant>,
    process: Arc<Mutex<Option<Node<Reply>>>>,
    serving: Vec<Guard>,
    incarnation: u64,
    pub crashes: u64,
    pub repeated: u64,
    pub held: u64,
    recovery: Recovery,
    /// What happened to it: when it was killed, and where it went on.
    pub story: Vec<Happened>,
    terms: Arc<Mutex<Vec<u32>>>,
    /// Where its file is; `None`: in a copy of its memory that the simulation keeps.
    path: Option<PathBuf>,
}

/// What happens to a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happened {
    /// It was killed when it had applied so many batches, of which so many survived.
    Killed { applied: u64, durable: u64 },
    /// It went on behind a batch.
    Entered { until: u64, entered: Entered },
}

/// A store in a file; it is made if it is not there.
fn open(path: &Path, scenario: &Scenario, shard: u16) -> Box<dyn ShardStore> {
    let Scenario { files, seed, shards, recovery, .. } = *scenario;
    let tables = oracle::tables(seed);
    let identity = PoolIdentity { job: seed, tables: tables.fingerprint(), shard: shard.into(), shards: shards.into() };
    let Files::Pool(settings) = files else {
        let found = device_in_file(path, &identity, &tables, 2, PoolDurability::Process).unwrap();
        return Box::new(CxlMemShard::open(found.device, tables, shard.into(), shards.into()).unwrap());
    };
    if !path.exists() {
        let geometry = Geometry { shape: tables.shape(), partitions: 2, slots: 400 };
        file::create(path, identity, geometry).unwrap();
    }
    let target = if recovery == Recovery::PartialNewest { Target::EachNewest } else { Target::Newest };
    Box::new(Pmem::open_at(path, &identity, tables, settings, &Use::default(), target).unwrap())
}

impl Shard {
    pub fn new(
        network: &Simulated,
        scenario: &Scenario,
        shard: u16,
        mutant: Option<Mutant>,
        folder: Option<&Path>,
    ) -> Self {
        let Scenario { shards, ranks, keeps, every, seed, .. } = *scenario;
        let about = About::new(settings(scenario), shard, shards, ranks, keeps, every).waiting(scenario.waits);
        let mut made = Self {
            host: network.host(100 + shard),
            about,
            mutant,
            process: Arc::default(),
            serving: Vec::new(),
            incarnation: 1000 * u64::from(shard),
            crashes: 0,
            repeated: 0,
            held: 0,
            recovery: scenario.recovery,
            story: Vec::new(),
            terms: Arc::default(),
            path: folder.map(|folder| folder.join(format!("pool-{shard}"))),
        };
        made.start(match &made.path {
            Some(path) => open(path, scenario, shard),
            None => Box::new(Dram::new(oracle::tables(seed))),
        });
        made
    }

    fn start(&mut self, store: Box<dyn ShardStore>) {
        self.incarnation += 1;
        let mut node = Node::new(self.about.clone(), self.incarnation, store);
        if self.about.keeps {
            node = node.remembering(Box::new(self.terms.clone()));
        }
        node.mutant = self.mutant;
        *self.process.lock().unwrap() = Some(node);
        let (job, shard, incarnation) = (self.about.job(), self.about.shard, self.incarnation);
        self.serving = [Address::Shard(shard), Address::Process { job, shard, incarnation }]
            .map(|address| {
                let process = self.process.clone();
                let handler = move |request: Request| {
                    let answers = {
                        let mut process = process.lock().unwrap();
                        let Some(node) = process.as_mut() else { return };
                        let answers = node.handle(request.reply, &request.bytes);
                        // Work that nobody waits for is put off as long as messages come one behind the other.
                        if node.counts().requests.is_multiple_of(2) {
                            // A mutant's store may refuse what is done to it.
                            let _ = node.work();
                        }
                        answers
                    };
                    for (reply, bytes) in answers {
                        reply(bytes);
                    }
                };
                self.host.serve(address, Box::new(handler)).unwrap()
            })
            .into();
    }

    /// The process is gone, with all that it has not made durable.
    pub fn kill(&mut self) -> Option<Box<dyn ShardStore>> {
        self.serving.clear();
        let node = self.process.lock().unwrap().take()?;
        self.count(&node);
        self.story.push(Happened::Killed { applied: node.store().applied(), durable: node.durable() });
        self.crashes += 1;
        Some(node.into_store())
    }

    fn count(&mut self, node: &Node<Reply>) {
        if let Some((until, entered)) = node.entered().filter(|_| self.recovery.is_partial()) {
            self.story.push(Happened::Entered { until, entered });
        }
        self.repeated += node.counts().repeated;
        self.held += node.counts().held;
    }

    /// It is started again: with what survived, or with nothing.
    pub fn restart(&mut self, store: Option<Box<dyn ShardStore>>, scenario: &Scenario) {
        let Some(mut store) = store else { return };
        if let Some(path) = &self.path {
            // As the system does when a process ends: its memory is gone and its lock is free.
            drop(store);
            let store = open(path, scenario, self.about.shard);
            return self.start(store);
        }
        if self.about.keeps {
            store.recover(Target::Newest).unwrap();
        } else {
            store = Box::new(Dram::new(oracle::tables(scenario.seed)));
        }
        self.start(store);
    }

    /// Its process has ended well: what it has counted.
    pub fn end(&mut self) {
        let node = self.process.lock().unwrap().take();
        node.into_iter().for_each(|node| self.count(&node));
    }
}

/// What has come and was not yet looked at.
type Answers = Vec<(Ticket, Option<Arrived>)>;

/// How far a rank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It waits for the other ranks.
    Meets,
    /// It waits for the shards.
    Greets,
    /// It waits until the shards have welcomed the others.
    Waits,
    /// It asks the shards once more how many batches they have.
    Begins,
    /// It asks for rows, or waits for them.
    Pulls,
    /// It waits for what all ranks have.
    Sums,
}

/// The other ranks, as one sees them, and what came from them.
struct Others {
    circle: Arc<Mutex<Circle<Reply>>>,
    answers: Arc<Mutex<Answers>>,
    _serving: Vec<Guard>,
}

impl Others {
    fn new(host: &Host, identity: &Identity, ranks: u16, pace: Pace) -> Self {
        let circle = Arc::new(Mutex::new(Circle::new(identity, ranks, 0, pace).in_parts_of(4)));
        let Identity { rank, session, .. } = *identity;
        let job = fingerprint(&identity.settings);
        let serving = [Address::Rank(rank), Address::RankProcess { job, rank, session }].map(|address| {
            let circle = circle.clone();
            let handler = move |request: Request| {
                let answers = circle.lock().unwrap().handle(request.reply, &request.bytes);
                answers.into_iter().for_each(|(reply, bytes)| reply(bytes.into()));
            };
            host.serve(address, Box::new(handler)).unwrap()
        });
        let others = Self { circle, answers: Arc::default(), _serving: serving.into() };
        others.say(|circle| Ok(circle.meet(Stage::Here))).unwrap();
        others
    }

    fn say(
        &self,
        what: impl FnOnce(&mut Circle<Reply>) -> Result<Vec<(Reply, Vec<u8>)>, crate::CircleError>,
    ) -> Result<(), String> {
        let answers = what(&mut self.circle.lock().unwrap()).map_err(|error| error.to_string())?;
        answers.into_iter().for_each(|(reply, bytes)| reply(bytes.into()));
        Ok(())
    }

    /// Takes what came.
    fn take(&self, now: Duration) -> Result<(), String> {
        let answers = std::mem::take(&mut *self.answers.lock().unwrap());
        answers.into_iter().try_for_each(|(ticket, bytes)| {
            self.say(|circle| circle.answer(now, ticket, bytes.as_ref().map(Arrived::whole).as_deref()))
        })
    }

    fn send(&self, now: Duration, host: &Host, deadline: Duration) -> Option<Duration> {
        let outgoing = self.circle.lock().unwrap().poll(now);
        for outgoing in outgoing {
            let (answers, ticket) = (self.answers.clone(), outgoing.ticket);
            let answer = move |bytes| answers.lock().unwrap().push((ticket, bytes));
            host.request(outgoing.to, outgoing.bytes, deadline, Box::new(answer));
        }
        self.circle.lock().unwrap().wakes(now)
    }

    fn has_met(&self) -> bool {
        self.circle.lock().unwrap().has_met()
    }
}

/// A rank that trains, or one that was stopped in the middle.
pub(super) struct Trainer {
    number: u16,
    rank: Rank,
    host: Host,
    answers: Arc<Mutex<Answers>>,
    deadline: Duration,
    batch: u64,
    /// Where there are any.
    others: Option<Others>,
    phase: Phase,
    /// What was pulled of the batch that is summed.
    rows: Vec<Vec<f32>>,
    /// When it looks at the shards once more, while it waits for others.
    looks_at_shards: Duration,
    waits_for_pull: bool,
    parts: Vec<Vec<u64>>,
    /// When it looks at the end of its training once more: a shard that is killed then needs its pushes.
    looks: Duration,
    pub is_done: bool,
    pub failed: Option<String>,
    /// What it has seen of every batch, and at the end.
    seen: Vec<Vec<f32>>,
    sums: Vec<Sum>,
    end: Vec<f32>,
}

impl Trainer {
    pub fn new(network: &Simulated, scenario: &Scenario, number: u16, session: u64) -> Self {
        let settings = settings(scenario);
        let identity = Identity { settings, rank: number, shards: scenario.shards, session };
        let pace = Pace {
            deadline: Duration::from_millis(40),
            first_wait: Duration::from_millis(1),
            longest_wait: Duration::from_millis(20),
            patience: Duration::from_secs(3600),
            seed: scenario.seed,
        };
        let host = network.host(number);
        let others = (scenario.ranks > 1).then(|| Others::new(&host, &identity, scenario.ranks, pace));
        Self {
            number,
            rank: Rank::new(&identity, pace),
            phase: if others.is_some() { Phase::Meets } else { Phase::Pulls },
            others,
            host,
            answers: Arc::default(),
            deadline: pace.deadline,
            batch: 0,
            rows: Vec::new(),
            looks_at_shards: Duration::ZERO,
            waits_for_pull: false,
            parts: Vec::new(),
            looks: Duration::ZERO,
            is_done: false,
            failed: None,
            seen: Vec::new(),
            sums: Vec::new(),
            end: Vec::new(),
        }
    }

    pub fn losses(&self) -> Vec<Loss> {
        self.rank.losses()
    }

    /// What it has seen.
    pub fn seen<'a>(&'a self, losses: &'a [Loss]) -> Seen<'a> {
        Seen { rows: &self.seen, sums: &self.sums, end: &self.end, losses }
    }

    pub fn batch(&self) -> u64 {
        self.batch
    }

    /// Takes answers, goes on as far as it can, and sends what is to be sent; says when it wants to be called again.
    pub fn advance(&mut self, now: Duration, scenario: &Scenario, oracle: &Oracle) -> Option<Duration> {
        if self.failed.is_some() {
            return None;
        }
        let answers = std::mem::take(&mut *self.answers.lock().unwrap());
        for (ticket, bytes) in answers {
            self.rank.answer(now, ticket, bytes);
        }
        let taken = self.others.as_ref().map_or(Ok(()), |others| others.take(now));
        let gone_on = taken.and_then(|()| match self.batch == scenario.batches {
            true => self.end(now, scenario, oracle),
            false => self.go_on(scenario, oracle),
        });
        if let Err(text) = gone_on {
            self.failed = Some(text);
            return None;
        }
        let looks = match self.phase {
            Phase::Waits | Phase::Sums => scenario.looks,
            _ => scenario.looks_while_it_pulls,
        };
        if looks && now >= self.looks_at_shards {
            self.rank.look();
            self.looks_at_shards = now + Duration::from_millis(20);
        }
        let wakes = self.others.as_ref().and_then(|others| others.send(now, &self.host, self.deadline));
        if self.phase == Phase::Meets {
            return wakes;
        }
        for outgoing in self.rank.poll(now) {
            let (answers, ticket) = (self.answers.clone(), outgoing.ticket);
            let answer = move |bytes| answers.lock().unwrap().push((ticket, bytes));
            self.host.request(outgoing.to, outgoing.bytes, self.deadline, Box::new(answer));
        }
        let own = if self.is_done { self.looks.max(now) } else { self.rank.wakes(now) };
        let wakes = wakes.map_or(own, |wakes| wakes.min(own));
        Some(if looks { wakes.min(self.looks_at_shards) } else { wakes })
    }

    /// All batches are pushed: reads every row, and keeps looking as long as others train.
    fn end(&mut self, now: Duration, scenario: &Scenario, oracle: &Oracle) -> Result<(), String> {
        self.rank.check().map_err(|error| error.to_string())?;
        if !self.rank.is_answered() || self.is_done && now < self.looks {
            return Ok(());
        }
        let of_shards = of_shards(&oracle::all_keys(), scenario.shards);
        if std::mem::take(&mut self.waits_for_pull) {
            let found: Vec<Vec<f32>> = numbers(self.rank.answers());
            self.end = in_order(&oracle::all_keys(), &of_shards, &found);
            if !scenario.recovery.is_partial() && !same(&self.end, &oracle.end) {
                return Err(format!("rank {} sees other rows at the end", self.number));
            }
            self.is_done = true;
            self.looks = now + Duration::from_millis(10);
            return Ok(());
        }
        self.is_done = false;
        self.rank.read(of_shards.iter().map(|keys| in_parts(keys)).collect());
        self.waits_for_pull = true;
        Ok(())
    }

    fn go_on(&mut self, scenario: &Scenario, oracle: &Oracle) -> Result<(), String> {
        self.rank.check().map_err(|error| error.to_string())?;
        if !self.meet()? {
            return Ok(());
        }
        if self.phase == Phase::Sums {
            return self.push_summed(scenario, oracle);
        }
        if !self.waits_for_pull {
            if self.batch == scenario.batches {
                return Ok(());
            }
            if let Some(keys) = oracle::written(scenario.seed, self.batch + 1) {
                // Nobody writes before all shards have said what they have; who pulls waits for that, too.
                return if self.batch > 0 || self.rank.is_welcome() {
                    self.write(keys, scenario, oracle)
                } else {
                    Ok(())
                };
            }
            self.parts = of_shards(&oracle::keys(scenario.seed, self.batch + 1, self.number), scenario.shards);
            self.rank.pull(self.parts.iter().map(|keys| in_parts(keys)).collect());
            self.waits_for_pull = true;
        }
        if !self.rank.is_answered() {
            return Ok(());
        }
        let rows: Vec<Vec<f32>> = numbers(self.rank.answers());
        let expected = &oracle.pulls[self.batch as usize][usize::from(self.number)];
        let keys = oracle::keys(scenario.seed, self.batch + 1, self.number);
        let seen = in_order(&keys, &self.parts, &rows);
        if !scenario.recovery.is_partial() && !same(&seen, expected) {
            return Err(format!("rank {} sees other rows in batch {}", self.number, self.batch + 1));
        }
        self.waits_for_pull = false;
        self.rows = rows;
        self.seen.push(seen);
        let Some(others) = &self.others else { return self.push(&Sum::default(), scenario, oracle) };
        let own = summand(self.batch + 1, self.number, &self.seen[self.batch as usize]);
        others.say(|circle| circle.begin(own))?;
        self.phase = Phase::Sums;
        self.push_summed(scenario, oracle)
    }

    /// The first rank writes rows; the others take part in the batch that it is.
    fn write(&mut self, keys: Vec<u64>, scenario: &Scenario, oracle: &Oracle) -> Result<(), String> {
        self.batch += 1;
        let keys = if self.number == 0 { keys } else { Vec::new() };
        let with_rows = |keys: Vec<u64>| {
            let rows = oracle::written_rows(self.batch, &keys);
            (keys, rows)
        };
        let of_shard = |keys: &Vec<u64>| in_parts(keys).into_iter().map(with_rows).collect();
        self.rank.write(of_shards(&keys, scenario.shards).iter().map(of_shard).collect());
        self.seen.push(Vec::new());
        self.sums.push(Sum::default());
        self.go_on(scenario, oracle)
    }

    /// Comes to the first batch as ranks of a cluster do; whether it is there.
    fn meet(&mut self) -> Result<bool, String> {
        let Some(others) = &self.others else { return Ok(true) };
        if self.phase == Phase::Meets && others.has_met() {
            self.phase = Phase::Greets;
        }
        if self.phase == Phase::Greets && self.rank.is_welcome() {
            others.say(|circle| Ok(circle.meet(Stage::Welcome)))?;
            self.phase = Phase::Waits;
        }
        if self.phase == Phase::Waits && others.has_met() {
            self.rank.begin_again();
            self.phase = Phase::Begins;
        }
        if self.phase == Phase::Begins && self.rank.is_welcome() {
            self.phase = Phase::Pulls;
        }
        Ok(matches!(self.phase, Phase::Pulls | Phase::Sums))
    }

    /// Pushes, when all ranks have summed.
    fn push_summed(&mut self, scenario: &Scenario, oracle: &Oracle) -> Result<(), String> {
        let sum = self.others.as_ref().and_then(|others| others.circle.lock().unwrap().sum());
        let Some(sum) = sum else { return Ok(()) };
        self.sums.push(sum.clone());
        if !scenario.recovery.is_partial() && sum != oracle.sums[self.batch as usize] {
            return Err(format!("rank {} sees another sum of batch {}", self.number, self.batch + 1));
        }
        self.phase = Phase::Pulls;
        self.push(&sum, scenario, oracle)
    }

    fn push(&mut self, sum: &Sum, scenario: &Scenario, oracle: &Oracle) -> Result<(), String> {
        self.batch += 1;
        let rows = std::mem::take(&mut self.rows);
        let pushes = self.parts.iter().zip(&rows).map(|(keys, rows)| {
            // As one push of all rows would be: where a row is among them decides its gradient.
            let whole = oracle::keys(scenario.seed, self.batch, self.number);
            let mut all = vec![0.0; whole.len() * oracle::DIMENSION];
            for (at, key) in keys.iter().enumerate() {
                let to = whole.binary_search(key).expect("it is one of them") * oracle::DIMENSION;
                all[to..to + oracle::DIMENSION]
                    .copy_from_slice(&rows[at * oracle::DIMENSION..(at + 1) * oracle::DIMENSION]);
            }
            let all = push(self.batch, self.number, &whole, &all, sum);
            in_parts(keys).into_iter().map(|keys| part_of(&all, &keys)).collect()
        });
        self.rank.push(pushes.collect());
        self.go_on(scenario, oracle)
    }
}

/// The numbers of all parts of each shard.
pub(super) fn numbers(answers: Vec<Vec<Rows>>) -> Vec<Vec<f32>> {
    answers.iter().map(|parts| parts.iter().flat_map(Rows::to_vec).collect()).collect()
}

/// Rows of the shards, in the order of keys.
fn in_order(keys: &[u64], of_shards: &[Vec<u64>], rows: &[Vec<f32>]) -> Vec<f32> {
    let row = |key: &u64| {
        let shard = Key(*key).part(of_shards.len() as u32) as usize;
        let at = of_shards[shard].binary_search(key).expect("it was asked for there") * oracle::DIMENSION;
        &rows[shard][at..at + oracle::DIMENSION]
    };
    keys.iter().flat_map(row).copied().collect()
}

pub(super) fn same(found: &[f32], expected: &[f32]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(one, other)| one.to_bits() == other.to_bits())
}

/// Keys by the shard that has them.
pub(super) fn of_shards(keys: &[u64], shards: u16) -> Vec<Vec<u64>> {
    let of = |shard| keys.iter().copied().filter(|key| Key(*key).part(shards.into()) == shard).collect();
    (0..shards.into()).map(of).collect()
}

/// Small parts, so that there are several.
fn in_parts(keys: &[u64]) -> Vec<Vec<u64>> {
    if keys.is_empty() { vec![Vec::new()] } else { keys.chunks(3).map(<[u64]>::to_vec).collect() }
}

fn part_of(all: &Push, keys: &[u64]) -> Push {
    let rows = keys.iter().map(|key| all.keys.binary_search(key).expect("it is one of them"));
    let gradients = rows.flat_map(|row| all.gradient(row as u32)).copied().collect();
    let count = keys.len() as u32;
    Push {
        keys: keys.to_vec(),
        offsets: (0..=count).collect(),
        bags: (0..count).collect(),
        scales: vec![1.0; count as usize],
        gradients,
    }
}

impl Shard {
    /// A process of a rank was there before.
    pub fn knew(&self, rank: u16, session: u64) {
        self.process.lock().unwrap().iter_mut().for_each(|node| node.knew(rank, session));
    }

    pub fn number(&self) -> u16 {
        self.about.shard
    }
}
