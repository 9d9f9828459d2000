//! Training through the driver beside a plain table in memory.

use std::collections::{BTreeSet, HashMap, HashSet};

use emberlane_drivers::TransportError;
use emberlane_drivers::smartssd::{
    Bag, BankAssignment, Condition, Configuration, Iteration, MovementPlan, SmartSsd, SmartSsdError, SmartSsdTransport,
    Transfer,
};
use emberlane_registers::kernel_plan::Word;
use emberlane_registers::smartssd::{self as registers, COUNTED_VECTORS, ELEMENTS};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Bench, Tampered};

/// Where the host maps the TX buffers.
const BUFFERS: u64 = 1 << 40;
/// HPA of the mailbox.
const MAILBOX: u64 = 1 << 20;
/// HPA of the programs.
const PROGRAMS: u64 = 1 << 28;
/// HPA of the gradients, in the GPU.
const GRADIENTS: u64 = 1 << 36;
/// Cycles in which an iteration or a plan of these sizes ends.
pub(super) const CYCLES: u64 = 1_000_000;
/// Times that a call is made again after errors.
pub(super) const ATTEMPTS: usize = 20;

/// How large a training is.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// EVs of the table.
    pub vectors: u64,
    /// EVs of the cache: three batches at least.
    pub cached: u32,
    /// Bags of a batch.
    pub bags: usize,
    /// EVs of a bag at most.
    pub most: usize,
    /// Iterations.
    pub iterations: usize,
    /// Lines of the mailbox.
    pub mailbox_lines: u32,
}

/// What the counters should read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    iterations: u64,
    evicted: u64,
    loaded: u64,
    read: u64,
    written: u64,
    outputs: u64,
}

/// A training, and the table as it should be.
pub struct Trainer<T> {
    /// The driver.
    pub device: SmartSsd<Tampered<T>>,
    /// Movements of the next iteration are posted while one is under way.
    pub lookahead: bool,
    /// Iterations may begin before their movements are done, and wait for them.
    pub(super) kernel_waits: bool,
    /// Errors that were met and after which it went on.
    pub met: Vec<String>,
    size: Size,
    elements: usize,
    random: Pcg64Mcg,
    assignment: BankAssignment,
    table: Vec<f32>,
    /// EVs of the table in the cache.
    cached: Vec<Option<u64>>,
    places: HashMap<u64, u32>,
    /// EVs that are newer in the cache than on the SSD.
    dirty: HashSet<u64>,
    batch: Vec<Vec<u64>>,
    /// What the iteration under way uses.
    in_use: BTreeSet<u64>,
    /// Outputs of the iteration under way.
    outputs: Option<Vec<u32>>,
    /// Outputs of the iteration that ended last.
    old_outputs: Option<Vec<u32>>,
    uses: HashMap<u32, u16>,
    counts: Counts,
}

fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|element| element.to_bits().to_le_bytes()).collect()
}

/// Whole numbers: their sums are exact, whatever the order.
fn numbers(random: &mut Pcg64Mcg, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.random_range(-64..64) as f32).collect()
}

impl<T: Bench> Trainer<T> {
    /// Opens the device, and puts a random table on its SSD.
    ///
    /// # Panics
    /// If it is no SmartSSD.
    pub fn new(mut device: T, seed: u64, size: Size) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let built = device.mmio_read(registers::CAPABILITIES.offset).expect("a register");
        let elements = ELEMENTS.get(built) as usize;
        let vector_bytes = 4 * elements as u64;
        let tx_bytes = size.bags as u64 * vector_bytes;
        let configuration = Configuration {
            hdm_base: BUFFERS,
            tx_bytes,
            cache_base: (2 * tx_bytes).next_multiple_of(4096),
            cache_vectors: size.cached,
            ssd_base: 1 << 16,
            ssd_vectors: size.vectors,
            mailbox_base: MAILBOX,
            mailbox_lines: size.mailbox_lines,
        };
        let mut device = SmartSsd::open(Tampered::new(device), configuration).unwrap_or_else(|error| panic!("{error}"));
        let table = numbers(&mut random, size.vectors as usize * elements);
        SmartSsdTransport::ssd_write(device.transport_mut(), configuration.ssd_base, &bytes(&table)).expect("an SSD");
        let assignment = BankAssignment::new(device.capabilities().banks);
        Self {
            device,
            lookahead: true,
            kernel_waits: true,
            met: Vec::new(),
            size,
            elements,
            random,
            assignment,
            table,
            cached: vec![None; size.cached as usize],
            places: HashMap::new(),
            dirty: HashSet::new(),
            batch: Vec::new(),
            in_use: BTreeSet::new(),
            outputs: None,
            old_outputs: None,
            uses: HashMap::new(),
            counts: Counts::default(),
        }
    }

    /// The device itself.
    pub fn bench(&mut self) -> &mut T {
        &mut self.device.transport_mut().inner
    }

    /// The device, which may be under way.
    pub fn into_bench(self) -> T {
        self.device.into_transport().inner
    }

    /// Trains for so many iterations more.
    ///
    /// # Panics
    /// If bits differ, or an error does not go away.
    pub fn train(&mut self, iterations: usize) {
        (0..iterations).for_each(|_| self.iterate());
    }

    /// Begins one more iteration: it applies gradients to the batch before, and pools the next one. The one under way ends.
    ///
    /// # Panics
    /// If bits differ, or an error does not go away.
    pub fn iterate(&mut self) {
        let backward = std::mem::take(&mut self.batch);
        let forward = self.random_batch();
        if !self.lookahead {
            self.end_iteration();
        }
        let uses: BTreeSet<u64> = backward.iter().chain(&forward).flatten().copied().collect();
        let movements = self.movements(&uses);
        let after = self.attempt(|device| device.post(&movements));
        self.counts.evicted += movements.evictions.len() as u64;
        self.counts.loaded += movements.loads.len() as u64;
        self.end_iteration();
        self.in_use = uses;
        // Now and then the kernel waits itself.
        let waits = self.random.random::<bool>() && self.kernel_waits;
        if !waits {
            self.attempt(|device| device.wait_for_plan(after, CYCLES));
        }

        let gradients = numbers(&mut self.random, backward.len() * self.elements);
        let transport = self.device.transport_mut();
        SmartSsdTransport::host_write(transport, GRADIENTS, &bytes(&gradients)).expect("memory of the GPU");
        let expected = self.expect(&backward, &gradients, &forward);
        let (backward_bags, bags) = (self.bags(&backward, 1.0), self.bags(&forward, 0.5));
        let plan = self.assignment.plan(&backward_bags, &bags).expect("the batch fits on the chip");
        let loads = plan.loads.iter().filter_map(Word::work).map(|load| load.vector);
        let stores = plan.moves.iter().filter_map(Word::work).filter_map(|word| word.store);
        for vector in loads.chain(stores) {
            *self.uses.entry(vector).or_default() += 1;
        }
        self.counts.read += plan.loads.iter().filter_map(Word::work).count() as u64;
        self.counts.written +=
            plan.moves.iter().filter_map(Word::work).filter(|word| word.store.is_some()).count() as u64;
        self.counts.outputs += forward.len() as u64;
        self.counts.iterations += 1;
        let bags = forward.len() as u32;
        let iteration = Iteration { plan, programs: PROGRAMS, gradients: GRADIENTS, bags, after };
        self.attempt(|device| {
            let known = device.synchronise(after)?.with(Condition::GradientsCopied);
            let synchronisation = if waits { known.with(Condition::MovementsDone) } else { known };
            device.begin(iteration.clone(), synchronisation)
        });
        self.spoil_settings();
        if self.lookahead
            && let Some(old) = self.old_outputs.take()
        {
            // As a GPU does: the outputs of the iteration before, while this one is under way.
            assert_eq!(self.attempt(SmartSsd::outputs), old, "outputs before iteration {}", self.counts.iterations);
        }
        self.dirty.extend(backward.into_iter().flatten());
        self.batch = forward;
        self.outputs = Some(expected);
    }

    /// The iteration has taken its settings: whatever they are now, it is the one that was begun, even if it waits for its movements.
    fn spoil_settings(&mut self) {
        let settings = [
            &registers::LOADS_BASE,
            &registers::FORWARD_BASE,
            &registers::BACKWARD_BASE,
            &registers::MOVES_BASE,
            &registers::LOADS_WORDS,
            &registers::FORWARD_WORDS,
            &registers::BACKWARD_WORDS,
            &registers::MOVES_WORDS,
            &registers::GRADIENT_BASE,
            &registers::GRADIENTS,
            &registers::BAGS,
            &registers::PLAN,
        ];
        for register in settings {
            let other = register.mask() & 0x5555_5555_5555_5540;
            self.bench().mmio_write(register.offset, other).expect("a register");
        }
    }

    /// Ends the iteration under way, if there is one, and compares its outputs.
    pub(crate) fn end_iteration(&mut self) {
        let Some(expected) = self.outputs.take() else { return };
        self.attempt(|device| device.finish(CYCLES));
        assert_eq!(self.attempt(SmartSsd::outputs), expected, "outputs of iteration {}", self.counts.iterations);
        self.old_outputs = Some(expected);
        self.in_use.clear();
    }

    /// Ends the training, and compares the table.
    ///
    /// # Panics
    /// If bits differ.
    pub fn check(&mut self) {
        self.end_iteration();
        let dirty = self.dirty.drain();
        let evictions = dirty.map(|ssd| Transfer { ssd, cached: self.places[&ssd] }).collect();
        let plan = MovementPlan { evictions, ..MovementPlan::default() };
        // One plan may be more than the mailbox holds.
        for part in plan.evictions.chunks(self.size.mailbox_lines as usize) {
            let part = MovementPlan { evictions: part.to_vec(), ..MovementPlan::default() };
            let number = self.attempt(|device| device.post(&part));
            self.attempt(|device| device.wait_for_plan(number, CYCLES));
        }
        let mut found = vec![0; 4 * self.table.len()];
        let base = self.device.configuration().ssd_base;
        let transport = self.device.transport_mut();
        SmartSsdTransport::ssd_read(transport, base, &mut found).expect("an SSD");
        let vector_bytes = 4 * self.elements;
        for (vector, (found, expected)) in
            found.chunks(vector_bytes).zip(bytes(&self.table).chunks(vector_bytes)).enumerate()
        {
            assert_eq!(found, expected, "EV {vector} of the table");
        }
        assert_eq!(self.bench().hazards(), [] as [String; 0]);
    }

    /// Ends the iteration under way, and compares the counters. Only a training without errors does no work twice.
    ///
    /// # Panics
    /// If they are not what was done.
    pub fn check_counters(&mut self) {
        self.end_iteration();
        let counters = self.device.counters().expect("registers");
        let of = |register| counters.get(register).expect("a counter");
        let found = Counts {
            iterations: of(&registers::ITERATIONS),
            evicted: of(&registers::VECTORS_EVICTED),
            loaded: of(&registers::VECTORS_LOADED),
            read: of(&registers::VECTORS_READ),
            written: of(&registers::VECTORS_WRITTEN),
            outputs: of(&registers::OUTPUTS_WRITTEN),
        };
        assert_eq!(found, self.counts);
        for vector in 0..self.size.cached.min(COUNTED_VECTORS as u32) {
            let uses = self.uses.get(&vector).copied().unwrap_or(0);
            assert_eq!(self.device.uses(vector).expect("registers"), Some(uses), "uses of EV {vector} of the cache");
        }
    }

    /// The iteration under way was ended from outside.
    pub(super) fn ended(&mut self) {
        self.outputs = None;
        self.in_use.clear();
    }

    /// Ends the iteration under way, and finds an EV of the cache that is as on the SSD: loading it changes nothing.
    pub(super) fn clean(&mut self) -> Transfer {
        self.end_iteration();
        let is_clean = |ssd: &u64| !self.dirty.contains(ssd);
        let ssd = self.cached.iter().copied().flatten().find(is_clean).expect("the last batch has no gradients yet");
        Transfer { ssd, cached: self.places[&ssd] }
    }

    /// Makes a call until it goes well, and does what its errors ask for.
    pub(super) fn attempt<R>(
        &mut self,
        mut call: impl FnMut(&mut SmartSsd<Tampered<T>>) -> Result<R, SmartSsdError>,
    ) -> R {
        for _ in 0..ATTEMPTS {
            match call(&mut self.device) {
                Ok(result) => return result,
                Err(error) => self.recover(&error),
            }
        }
        panic!("an error does not go away: {:?}", self.met);
    }

    fn recover(&mut self, error: &SmartSsdError) {
        eprintln!("  iteration {}: {error}", self.counts.iterations);
        self.met.push(error.to_string());
        match error {
            SmartSsdError::Agent(_) => {
                self.repair();
                self.device.retry_movements().expect("the device is reached");
            }
            SmartSsdError::Kernel(_) => {
                self.repair();
                self.device.resume().unwrap_or_else(|error| panic!("{error}"));
            }
            SmartSsdError::Full { .. } => {
                self.attempt(|device| device.wait_for_plan(device.posted(), CYCLES));
            }
            SmartSsdError::Transport(TransportError::Timeout { .. }) | SmartSsdError::PlanLate { .. } => {}
            _ => panic!("{error}"),
        }
    }

    /// Memories answer again, and settings are what they were.
    pub(crate) fn repair(&mut self) {
        let configuration = *self.device.configuration();
        let bench = self.bench();
        bench.heal();
        for (register, value) in [
            (&registers::TX_BYTES, configuration.tx_bytes),
            (&registers::CACHE_BASE, configuration.cache_base),
            (&registers::CACHE_VECTORS, configuration.cache_vectors.into()),
            (&registers::SSD_VECTORS, configuration.ssd_vectors),
        ] {
            bench.mmio_write(register.offset, value).expect("a register");
        }
    }

    fn random_batch(&mut self) -> Vec<Vec<u64>> {
        let Self { random, size, .. } = self;
        let bag = |random: &mut Pcg64Mcg| {
            let length = random.random_range(1..=size.most);
            // Some EVs come again and again.
            let vector = |random: &mut Pcg64Mcg| {
                let most = random.random_range(0..size.vectors);
                random.random_range(0..=most)
            };
            (0..length).map(|_| vector(random)).collect()
        };
        (0..size.bags).map(|_| bag(random)).collect()
    }

    /// Brings EVs into the cache, in place of others that are not in use.
    fn movements(&mut self, uses: &BTreeSet<u64>) -> MovementPlan {
        let mut plan = MovementPlan::default();
        let mut replaced = Vec::new();
        for &ssd in uses {
            if self.places.contains_key(&ssd) {
                continue;
            }
            let is_free =
                |held: &Option<u64>| held.is_none_or(|held| !uses.contains(&held) && !self.in_use.contains(&held));
            let free: Vec<usize> = (0..self.cached.len()).filter(|slot| is_free(&self.cached[*slot])).collect();
            let slot = free[self.random.random_range(0..free.len())];
            let cached = slot as u32;
            if let Some(other) = self.cached[slot].replace(ssd) {
                self.places.remove(&other);
                if self.dirty.remove(&other) {
                    plan.evictions.push(Transfer { ssd: other, cached });
                }
            }
            self.places.insert(ssd, cached);
            self.uses.remove(&cached);
            replaced.push(cached);
            plan.loads.push(Transfer { ssd, cached });
        }
        self.assignment.forget(replaced);
        plan
    }

    /// Bags by numbers of the cache.
    fn bags(&self, batch: &[Vec<u64>], scale: f32) -> Vec<Bag> {
        let vectors = |bag: &Vec<u64>| bag.iter().map(|vector| self.places[vector]).collect();
        batch.iter().map(|bag| Bag { vectors: vectors(bag), scale: scale.to_bits() }).collect()
    }

    /// Updates the table, and gives the outputs that it has then.
    fn expect(&mut self, backward: &[Vec<u64>], gradients: &[f32], forward: &[Vec<u64>]) -> Vec<u32> {
        let elements = self.elements;
        for (bag, gradient) in backward.iter().zip(gradients.chunks(elements)) {
            for vector in bag {
                let at = *vector as usize * elements;
                self.table[at..at + elements].iter_mut().zip(gradient).for_each(|(element, step)| *element -= step);
            }
        }
        let mut outputs = Vec::new();
        for bag in forward {
            let mut sum = vec![0.0; elements];
            for vector in bag {
                let at = *vector as usize * elements;
                sum.iter_mut().zip(&self.table[at..]).for_each(|(sum, element)| *sum += element);
            }
            outputs.extend(sum.into_iter().map(|sum| (sum * 0.5).to_bits()));
        }
        outputs
    }
}
