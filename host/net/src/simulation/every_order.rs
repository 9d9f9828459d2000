//! Every order in which few messages can come: a shard and its ranks, all that a network and a kill can do to them, and nothing left out.
//!
//! The machines are those that processes run. A state is what has happened until then, done again from the start; states that look the same
//! from then on are looked at once.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use emberlane_experiment::Recovery;
use emberlane_ps::{Dram, ShardStore, Target};
use emberlane_stores::Sum;

use super::actors::{Happened, numbers, same};
use super::oracle::{self, DIMENSION, Oracle, all_keys, push, store_keys, sum, summand};
use super::replay::{Seen, replayed};
use crate::network::{Address, Arrived};
use crate::node::{About, Mutant, Node, RECOVERY};
use crate::rank::{Identity, Loss, Pace, Rank, Ticket};

/// What is looked at.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// What rows ranks use, and whether some are written, is drawn from it.
    seed: u64,
    recovery: Recovery,
    ranks: u16,
    batches: u64,
    /// Batches between two checkpoints.
    every: u64,
    kills: u32,
    /// Messages whose answers are lost, or late.
    lost: u32,
    /// Messages that come once more.
    repeated: u32,
    mutant: Option<Mutant>,
}

/// Of the rows of the first batches, some are used by both ranks.
const SEED: u64 = 4;
/// Rows are written in the first batch, and some of them are used in the second.
const WRITING_SEED: u64 = 1;
/// Rows are written in the first two batches.
const TWICE_WRITING_SEED: u64 = 2;

/// What can happen, to a message where it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Arrives(usize),
    Repeats(usize),
    Answered(usize),
    /// The rank waits no longer.
    GivenUp(usize),
    Killed,
}

/// A request, and its answer.
struct Flight {
    from: usize,
    ticket: Ticket,
    to: Address,
    bytes: Vec<u8>,
    has_arrived: bool,
    answer: Option<Vec<u8>>,
    /// The rank waits for the answer.
    is_open: bool,
    /// None will come.
    is_dead: bool,
}

/// How far a rank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Begins,
    Pulls,
    Sums,
    Reads,
    Done,
}

struct Player {
    rank: Rank,
    phase: Phase,
    batch: u64,
    seen: Vec<Vec<f32>>,
    sums: Vec<Sum>,
    end: Vec<f32>,
}

impl Player {
    /// Writes rows of the batches that are written, and pulls those of the next one, or reads all when none is left.
    fn begin_batch(&mut self, seed: u64, batches: u64, number: u16) {
        while let Some(keys) = oracle::written(seed, self.batch + 1).filter(|_| self.batch < batches) {
            self.batch += 1;
            let keys = if number == 0 { keys } else { Vec::new() };
            let rows = oracle::written_rows(self.batch, &keys);
            self.rank.write(vec![vec![(keys, rows)]]);
            self.seen.push(Vec::new());
            self.sums.push(Sum::default());
        }
        if self.batch < batches {
            self.rank.pull(vec![vec![oracle::keys(seed, self.batch + 1, number)]]);
            self.phase = Phase::Pulls;
        } else {
            self.rank.read(vec![vec![all_keys()]]);
            self.phase = Phase::Reads;
        }
    }
}

struct World {
    bounds: Bounds,
    about: About,
    node: Option<Node<usize>>,
    players: Vec<Player>,
    flights: Vec<Flight>,
    now: Duration,
    story: Vec<Happened>,
    /// Of ranks, which survive the shard.
    terms: Arc<Mutex<Vec<u32>>>,
    kills: u32,
    lost: u32,
    repeated: u32,
    wrong: Option<String>,
}

impl World {
    /// As it is when all this has happened.
    fn after(bounds: Bounds, happened: &[Choice]) -> Self {
        let settings = format!("train.seed = 1\n{RECOVERY} = {:?}\n", bounds.recovery.name());
        let pace = Pace { patience: Duration::MAX, ..Pace::of(Duration::MAX, 1) };
        let player = |rank: u16| {
            let identity = Identity { settings: settings.clone(), rank, shards: 1, session: 1 + u64::from(rank) };
            let (seen, sums, end) = (Vec::new(), Vec::new(), Vec::new());
            Player { rank: Rank::new(&identity, pace), phase: Phase::Begins, batch: 0, seen, sums, end }
        };
        let mut world = Self {
            bounds,
            about: About::new(settings.clone(), 0, 1, bounds.ranks, true, bounds.every),
            node: None,
            players: (0..bounds.ranks).map(player).collect(),
            flights: Vec::new(),
            now: Duration::ZERO,
            story: Vec::new(),
            terms: Arc::default(),
            kills: 0,
            lost: 0,
            repeated: 0,
            wrong: None,
        };
        world.start(Box::new(Dram::new(oracle::tables(bounds.seed))));
        world.settle();
        for choice in happened {
            world.happens(*choice);
            world.settle();
        }
        world
    }

    fn start(&mut self, store: Box<dyn ShardStore>) {
        let node = Node::new(self.about.clone(), 1 + u64::from(self.kills), store);
        let mut node = node.remembering(Box::new(self.terms.clone()));
        node.mutant = self.bounds.mutant;
        self.node = Some(node);
    }

    fn node(&mut self) -> &mut Node<usize> {
        self.node.as_mut().expect("a shard is always there")
    }

    fn is_done(&self) -> bool {
        self.players.iter().all(|player| player.phase == Phase::Done)
    }

    /// All that can happen now.
    fn choices(&self) -> Vec<Choice> {
        let mut found = Vec::new();
        if self.wrong.is_some() || self.is_done() {
            return found;
        }
        for (number, flight) in self.flights.iter().enumerate() {
            if !flight.has_arrived {
                found.push(Choice::Arrives(number));
            } else if self.repeated < self.bounds.repeated {
                found.push(Choice::Repeats(number));
            }
            if flight.is_open && flight.answer.is_some() {
                found.push(Choice::Answered(number));
            }
            if flight.is_open && (flight.is_dead || self.lost < self.bounds.lost) {
                found.push(Choice::GivenUp(number));
            }
        }
        if self.kills < self.bounds.kills {
            found.push(Choice::Killed);
        }
        if found.iter().all(|choice| matches!(choice, Choice::Killed)) {
            // A message that came late has taken the place of the one that is waited for: time passes.
            let waits = self.flights.iter().enumerate().filter(|(_, flight)| flight.is_open);
            found.extend(waits.map(|(number, _)| Choice::GivenUp(number)));
        }
        found
    }

    fn happens(&mut self, choice: Choice) {
        match choice {
            Choice::Arrives(number) | Choice::Repeats(number) => {
                self.repeated += u32::from(self.flights[number].has_arrived);
                self.flights[number].has_arrived = true;
                let (to, bytes) = (self.flights[number].to, self.flights[number].bytes.clone());
                let incarnation = self.node().incarnation();
                let finds = !matches!(to, Address::Process { incarnation: process, .. } if process != incarnation);
                if !finds {
                    self.flights[number].is_dead = true;
                    return;
                }
                let answers = self.node().handle(number, &bytes);
                if let Err(error) = self.node().work() {
                    self.wrong.get_or_insert(error.to_string());
                }
                answers.into_iter().for_each(|(number, bytes)| self.flights[number].answer = Some(bytes.to_vec()));
            }
            Choice::Answered(number) => {
                let Flight { from, ticket, answer, is_open, .. } = &mut self.flights[number];
                *is_open = false;
                self.players[*from].rank.answer(self.now, *ticket, answer.clone().map(Arrived::from));
            }
            Choice::GivenUp(number) => {
                let Flight { from, ticket, is_open, is_dead, .. } = &mut self.flights[number];
                *is_open = false;
                self.lost += u32::from(!*is_dead && self.lost < self.bounds.lost);
                self.players[*from].rank.answer(self.now, *ticket, None);
            }
            Choice::Killed => self.kill(),
        }
    }

    /// The shard is killed and started again. What it had not answered it never will.
    fn kill(&mut self) {
        let Some(node) = self.node.take() else { return };
        self.kills += 1;
        self.tell(&node);
        self.story.push(Happened::Killed { applied: node.store().applied(), durable: node.durable() });
        for flight in self.flights.iter_mut().filter(|flight| flight.has_arrived && flight.answer.is_none()) {
            flight.is_dead = true;
        }
        let mut store = node.into_store();
        store.recover(Target::Newest).unwrap();
        self.start(store);
    }

    fn tell(&mut self, node: &Node<usize>) {
        let entered = node.entered().filter(|_| self.bounds.recovery.is_partial());
        self.story.extend(entered.map(|(until, entered)| Happened::Entered { until, entered }));
    }

    /// Ranks do all that they can by themselves.
    fn settle(&mut self) {
        loop {
            let mut goes_on = false;
            for number in 0..self.players.len() {
                goes_on |= self.advance(number);
                // Whoever waits to ask again has waited long enough.
                self.now += Duration::from_secs(1000);
                let player = &mut self.players[number];
                player.rank.look();
                let outgoing = player.rank.poll(self.now);
                if let Err(error) = player.rank.check() {
                    self.wrong.get_or_insert(error.to_string());
                }
                self.flights.extend(outgoing.into_iter().map(|outgoing| Flight {
                    from: number,
                    ticket: outgoing.ticket,
                    to: outgoing.to,
                    bytes: outgoing.bytes,
                    has_arrived: false,
                    answer: None,
                    is_open: true,
                    is_dead: false,
                }));
            }
            if !goes_on {
                return;
            }
        }
    }

    /// A rank goes on with its training, if it can.
    fn advance(&mut self, number: usize) -> bool {
        let Bounds { seed, ranks, batches, .. } = self.bounds;
        let all_are_welcome =
            self.players.iter().all(|player| player.phase != Phase::Begins || player.rank.is_welcome());
        let all_have_seen = self.players.iter().all(|player| player.seen.len() > self.players[number].batch as usize);
        let batch = self.players[number].batch + 1;
        let keys = oracle::keys(seed, batch, number as u16);
        match self.players[number].phase {
            Phase::Begins if all_are_welcome => {
                let player = &mut self.players[number];
                player.begin_batch(seed, batches, number as u16);
            }
            Phase::Pulls if self.players[number].rank.is_answered() => {
                let player = &mut self.players[number];
                player.seen.push(numbers(player.rank.answers()).concat());
                player.phase = Phase::Sums;
            }
            Phase::Sums if all_have_seen => {
                let whole = match ranks {
                    1 => Sum::default(),
                    _ => {
                        let seen = |rank: u16| &self.players[usize::from(rank)].seen[batch as usize - 1];
                        sum(&(0..ranks).map(|rank| summand(batch, rank, seen(rank))).collect::<Vec<_>>())
                    }
                };
                let player = &mut self.players[number];
                let pushed = push(batch, number as u16, &keys, &player.seen[batch as usize - 1], &whole);
                player.rank.push(vec![vec![pushed]]);
                player.sums.push(whole);
                player.batch = batch;
                player.begin_batch(seed, batches, number as u16);
            }
            Phase::Reads if self.players[number].rank.is_answered() => {
                let player = &mut self.players[number];
                player.end = numbers(player.rank.answers()).concat();
                player.phase = Phase::Done;
            }
            _ => return false,
        }
        true
    }

    /// When all is trained: whether everybody has seen what there was to be seen.
    fn judge(&mut self, oracle: &Oracle) {
        if let Some(node) = self.node.take() {
            self.tell(&node);
            self.node = Some(node);
        }
        let losses: Vec<Vec<Loss>> = self.players.iter().map(|player| player.rank.losses()).collect();
        if self.bounds.recovery == Recovery::Full {
            let is_right = |(rank, player): (usize, &Player)| {
                player.seen.iter().zip(&oracle.pulls).all(|(seen, pulls)| same(seen, &pulls[rank]))
                    && same(&player.end, &oracle.end)
            };
            if !self.players.iter().enumerate().all(is_right) {
                self.wrong.get_or_insert("a rank has seen other rows".to_owned());
            }
            return;
        }
        let seen = self.players.iter().zip(&losses);
        let seen = seen.map(|(Player { seen, sums, end, .. }, losses)| Seen { rows: seen, sums, end, losses });
        if let Err(text) = replayed(self.bounds.seed, self.bounds.batches, &[&self.story], &seen.collect::<Vec<_>>()) {
            self.wrong.get_or_insert(text);
        }
    }

    /// What all that can come depends on. Numbers of messages and time are none of it.
    fn fingerprint(&self) -> u64 {
        fn of(what: impl Hash) -> u64 {
            let mut hasher = DefaultHasher::new();
            what.hash(&mut hasher);
            hasher.finish()
        }
        let node = self.node.as_ref().expect("a shard is always there");
        let mut rows = vec![0.0; all_keys().len() * DIMENSION];
        node.store().read(&store_keys(&all_keys()), &mut rows).unwrap();
        let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        let players: Vec<u64> = self
            .players
            .iter()
            .map(|player| {
                let seen: Vec<_> = player.seen.iter().map(|seen| bits(seen)).collect();
                of((player.phase, player.batch, seen, bits(&player.end), player.rank.outlook()))
            })
            .collect();
        let is_to_come = |flight: &&Flight| flight.is_open || !flight.has_arrived;
        let mut flights: Vec<u64> = self
            .flights
            .iter()
            .filter(is_to_come)
            .map(|Flight { from, to, bytes, has_arrived, answer, is_open, is_dead, .. }| {
                of((from, to, bytes, has_arrived, answer.as_ref().filter(|_| *is_open), is_open, is_dead))
            })
            .collect();
        flights.sort_unstable();
        let mut past: Vec<u64> = match self.repeated < self.bounds.repeated {
            true => self.flights.iter().filter(|flight| flight.has_arrived).map(|flight| of(&flight.bytes)).collect(),
            false => Vec::new(),
        };
        past.sort_unstable();
        past.dedup();
        let story = format!("{:?}", self.story);
        of((node.outlook(), bits(&rows), players, flights, past, story, self.kills, self.lost, self.repeated))
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
struct Found {
    states: usize,
    /// Ways in which all was trained.
    ends: usize,
    /// Ends behind which something was lost.
    losses: usize,
    /// Whether nothing was left to be looked at.
    is_all: bool,
    wrong: Option<(String, Vec<Choice>)>,
}

/// Looks at every state, or at so many.
fn look_at(bounds: Bounds, most: usize) -> Found {
    let oracle = Oracle::new(bounds.seed, bounds.batches, bounds.ranks);
    let mut found = Found::default();
    let mut known = HashSet::new();
    let mut waits = vec![Vec::new()];
    while let Some(happened) = waits.pop() {
        let mut world = World::after(bounds, &happened);
        if !known.insert(world.fingerprint()) {
            continue;
        }
        found.states += 1;
        let choices = world.choices();
        if choices.is_empty() {
            if world.is_done() {
                world.judge(&oracle);
                found.ends += 1;
                found.losses += usize::from(
                    world
                        .players
                        .iter()
                        .any(|player| player.rank.losses().iter().any(|Loss { from, until, .. }| from < until)),
                );
            } else {
                world.wrong.get_or_insert("nothing can happen any more".to_owned());
            }
        }
        if let Some(wrong) = world.wrong {
            found.wrong = Some((wrong, happened));
            return found;
        }
        if found.states == most {
            return found;
        }
        waits.extend(choices.into_iter().map(|choice| [&happened[..], &[choice]].concat()));
    }
    found.is_all = true;
    found
}

/// One rank, two batches, a kill at any moment.
const ONE: Bounds = Bounds {
    seed: SEED,
    recovery: Recovery::Full,
    ranks: 1,
    batches: 2,
    every: 1,
    kills: 1,
    lost: 0,
    repeated: 0,
    mutant: None,
};
const IN_PART: Bounds = Bounds { recovery: Recovery::Partial, ..ONE };
const TWO: Bounds = Bounds { ranks: 2, batches: 1, ..IN_PART };

/// Looks at all of it, whatever it takes; says how many ends have lost something.
fn all_is_right(bounds: Bounds) -> usize {
    let found = look_at(bounds, usize::MAX);
    eprintln!("{bounds:?}: {} states, {} ends, {} with a loss", found.states, found.ends, found.losses);
    assert_eq!(found.wrong, None, "{bounds:?}");
    assert!(found.is_all && found.ends > 20, "{found:?}");
    found.losses
}

#[test]
fn in_every_order_of_few_messages_nobody_sees_what_is_wrong() {
    for bounds in [ONE, Bounds { repeated: 1, ..ONE }] {
        assert_eq!(all_is_right(bounds), 0);
    }
    for bounds in [IN_PART, Bounds { repeated: 1, ..IN_PART }, Bounds { every: 2, kills: 2, ..IN_PART }] {
        assert!(all_is_right(bounds) > 100);
    }
}

/// Rows that are written, as by whoever goes on from a state, are not lost, whenever the shard is killed.
#[test]
fn in_every_order_of_few_messages_rows_that_are_written_stay() {
    let writing = Bounds { seed: WRITING_SEED, ..IN_PART };
    let in_both = oracle::written(WRITING_SEED, 1).unwrap();
    assert!(oracle::keys(WRITING_SEED, 2, 0).iter().any(|key| in_both.contains(key)), "none of them is trained");
    for bounds in [
        Bounds { recovery: Recovery::Full, ..writing },
        writing,
        Bounds { kills: 2, every: 5, ..writing },
        Bounds { seed: TWICE_WRITING_SEED, batches: 3, ..IN_PART },
    ] {
        all_is_right(bounds);
    }
}

/// What takes longer is a campaign, as its name says.
#[test]
fn every_cut_in_every_order_of_more_messages() {
    let writing = Bounds { seed: WRITING_SEED, batches: 2, ..TWO };
    for bounds in [Bounds { lost: 1, ..IN_PART }, TWO, Bounds { recovery: Recovery::Full, ..TWO }, writing] {
        all_is_right(bounds);
    }
}

#[test]
fn faults_of_shards_are_found_in_some_order() {
    for (bounds, mutant) in
        [(Bounds { repeated: 1, ..ONE }, Mutant::AppliesTwice), (TWO, Mutant::EntersEarly), (TWO, Mutant::EntersBehind)]
    {
        let found = look_at(Bounds { mutant: Some(mutant), ..bounds }, 100_000);
        assert!(found.wrong.is_some(), "{mutant:?} was not found in {} states", found.states);
    }
}
