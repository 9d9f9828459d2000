//! A network that is simulated: it delays, loses, repeats and cuts as a seed says, and every run of a seed is the same.
//!
//! Nothing happens by itself: [`Simulated::step`] does the next thing that is due, in simulated time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::hash::Hasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::Rng;
use rand_pcg::Pcg64;
use siphasher::sip::SipHasher13;

use bytes::Bytes;

use crate::network::{Address, Answer, Arrived, Guard, Handler, Network, NetworkError, Presence, Request};

/// What goes wrong, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// Of messages, which are lost.
    pub lost: f64,
    /// Of messages, which come twice.
    pub twice: f64,
    /// Of messages, which take up to the longest delay, so that later ones overtake them.
    pub late: f64,
    /// The longest delay.
    pub longest: Duration,
}

/// A simulated network, with the time that goes by in it.
#[derive(Clone, Default)]
pub struct Simulated(Arc<Mutex<World>>);

/// A host in it.
#[derive(Clone)]
pub struct Host {
    network: Simulated,
    number: u16,
}

type Event = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct World {
    now: Duration,
    numbers: u64,
    due: BinaryHeap<Reverse<(Duration, u64)>>,
    events: BTreeMap<u64, Event>,
    random: Option<Pcg64>,
    faults: Faults,
    servers: BTreeMap<Address, BTreeMap<u64, (u16, Arc<Handler>)>>,
    present: BTreeMap<u64, Presence>,
    /// From which host to which nothing comes.
    cuts: BTreeSet<(u16, u16)>,
    open: BTreeMap<u64, Answer>,
    trace: SipHasher13,
    messages: u64,
}

/// A message takes at least so long.
const SHORTEST: Duration = Duration::from_micros(50);
/// Another microsecond at most, where nothing is wrong.
const SPREAD: u64 = 100;

impl Simulated {
    /// A network in which faults are drawn from `seed`.
    #[must_use]
    pub fn new(seed: u64, faults: Faults) -> Self {
        let world = World { random: Some(Pcg64::new(u128::from(seed), 1)), faults, ..World::default() };
        Self(Arc::new(Mutex::new(world)))
    }

    /// A host.
    #[must_use]
    pub fn host(&self, number: u16) -> Host {
        Host { network: self.clone(), number }
    }

    /// Since the beginning.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.world().now
    }

    /// What goes wrong from now on.
    pub fn set_faults(&self, faults: Faults) {
        self.world().faults = faults;
    }

    /// Lets nothing through from one host to another, or lets it.
    pub fn cut(&self, from: u16, to: u16, is_cut: bool) {
        let mut world = self.world();
        if is_cut {
            world.cuts.insert((from, to))
        } else {
            world.cuts.remove(&(from, to))
        };
    }

    /// A number that is the same for two runs in which the same happened at the same times.
    #[must_use]
    pub fn trace(&self) -> u64 {
        self.world().trace.finish()
    }

    /// Messages so far.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.world().messages
    }

    /// Something to be done at a time.
    pub fn at(&self, time: Duration, event: impl FnOnce() + Send + 'static) {
        self.world().schedule(time, Box::new(event));
    }

    /// Does the next thing that is due; false if there is nothing.
    #[must_use]
    pub fn step(&self) -> bool {
        let event = {
            let mut world = self.world();
            let Some(Reverse((time, number))) = world.due.pop() else { return false };
            world.now = time;
            world.events.remove(&number)
        };
        if let Some(event) = event {
            event();
        }
        true
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings bytes from one host to another, or loses them, or brings them twice.
    fn carry(&self, from: u16, to: u16, bytes: &[u8], arrive: impl Fn(Vec<u8>) + Send + Sync + 'static) {
        let mut world = self.world();
        world.messages += 1;
        let (now, faults) = (world.now, world.faults);
        world.note(&[now.as_nanos() as u64, u64::from(from) << 16 | u64::from(to), u64::from(crc32c::crc32c(bytes))]);
        let Some(random) = &mut world.random else { return };
        let is_lost = random.random_bool(faults.lost);
        let times = if random.random_bool(faults.twice) { 2 } else { 1 };
        let mut delay = || {
            let usual = SHORTEST + Duration::from_micros(random.random_range(0..SPREAD));
            if random.random_bool(faults.late) { usual + faults.longest.mul_f64(random.random::<f64>()) } else { usual }
        };
        let delays: Vec<Duration> = (0..times).map(|_| delay()).collect();
        if is_lost || world.cuts.contains(&(from, to)) {
            return;
        }
        let arrive = Arc::new(arrive);
        for delay in delays {
            let (arrive, bytes) = (arrive.clone(), bytes.to_vec());
            world.schedule(now + delay, Box::new(move || arrive(bytes)));
        }
    }

    /// Answers what is still open.
    fn close(&self, number: u64, bytes: Option<Vec<u8>>) {
        let answer = self.world().open.remove(&number);
        if let Some(answer) = answer {
            answer(bytes.map(in_pieces));
        }
    }
}

/// As a network receives a message: in pieces that begin anywhere.
fn in_pieces(bytes: Vec<u8>) -> Arrived {
    let (first, second) = (bytes.len() / 5, bytes.len() / 2 + 1);
    let cuts = [0, first.min(bytes.len()), second.min(bytes.len()), bytes.len()];
    Arrived::new(cuts.windows(2).map(|cut| bytes[cut[0]..cut[1]].to_vec()).collect::<Vec<_>>())
}

impl World {
    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    fn schedule(&mut self, time: Duration, event: Event) {
        let number = self.number();
        self.due.push(Reverse((time.max(self.now), number)));
        self.events.insert(number, event);
    }

    fn note(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.trace.write_u64(*number));
    }
}

/// Ends something in the network when it is dropped.
struct Ends(Option<Event>);

impl Drop for Ends {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}

impl Network for Host {
    fn request(&self, to: Address, bytes: Vec<u8>, deadline: Duration, answer: Answer) {
        let (network, from) = (self.network.clone(), self.number);
        let (number, server) = {
            let mut world = network.world();
            let number = world.number();
            world.open.insert(number, answer);
            let end = world.now + deadline;
            let late = network.clone();
            world.schedule(end, Box::new(move || late.close(number, None)));
            let server = world.servers.get(&to).and_then(|servers| servers.values().next().cloned());
            (number, server)
        };
        let Some((host, _)) = server else {
            // Nobody to ask: that is known soon.
            let (at, nobody) = (network.now() + SHORTEST, network.clone());
            network.at(at, move || nobody.close(number, None));
            return;
        };
        let inner = network.clone();
        network.carry(from, host, &bytes, move |bytes| {
            // Whoever is there when it arrives.
            let server = inner.world().servers.get(&to).and_then(|servers| servers.values().next().cloned());
            let Some((host, handler)) = server else { return };
            let back = inner.clone();
            let reply = move |bytes: Bytes| {
                let asked = back.clone();
                back.carry(host, from, &bytes, move |bytes| asked.close(number, Some(bytes)));
            };
            handler(Request { bytes, reply: Box::new(reply) });
        });
    }

    fn serve(&self, at: Address, handler: Handler) -> Result<Guard, NetworkError> {
        let mut world = self.network.world();
        let number = world.number();
        world.servers.entry(at).or_default().insert(number, (self.number, Arc::new(handler)));
        let network = self.network.clone();
        let end = move || {
            let handler = network.world().servers.get_mut(&at).and_then(|servers| servers.remove(&number));
            drop(handler);
        };
        Ok(Box::new(Ends(Some(Box::new(end)))))
    }

    fn announce(&self, presence: Presence) -> Result<Guard, NetworkError> {
        let mut world = self.network.world();
        let number = world.number();
        world.present.insert(number, presence);
        let network = self.network.clone();
        let end = move || {
            network.world().present.remove(&number);
        };
        Ok(Box::new(Ends(Some(Box::new(end)))))
    }

    fn present(&self, _: Duration) -> Result<Vec<Presence>, NetworkError> {
        Ok(self.network.world().present.values().copied().collect())
    }
}
