//! The device as its driver sees it.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_reference::smartssd::{Fault, Hazard, ReferenceSmartSsd};
use emberlane_registers::cxl::LINE_BYTES;
use emberlane_registers::cxl_mem::CLOCK_PERIOD_PS;
use emberlane_registers::kernel_plan::KernelError;
use emberlane_registers::smartssd::{
    self as map, AGENT_BUSY, AGENT_FAILED, BUSY, CLEAR_AGENT, CLEAR_COUNTERS, CLEAR_STATUS, CODE, DONE, FAILED, LINE,
    LINE_WORDS, MOVEMENT, MOVEMENTS, MailboxLine, Movement, NEW_BUFFER, WAITING,
};
use emberlane_registers::{Access, REGISTER_BYTES, Register};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::kernel::Execution;
use super::super::shape::{Batch, KernelShape, RunError};
use super::agent::{Halt, Place};
use super::counters::COUNTERS;
use super::iteration::{Buffers, Outcome};
use super::machine::{Machine, Settings};
use super::memory_port::Timing;
use super::target::LineRead;
use crate::storage::{Ssd, SsdConfig};

/// Cycles of an access to a register, from its request to its answer: up to the look at it, up to its effect, up to an action, and all.
const READ_CYCLES: u64 = 1;
const WRITE_CYCLES: u64 = 2;
const ACTION_CYCLES: u64 = WRITE_CYCLES + 1;
const ACCESS_CYCLES: u64 = 4;
/// Cycles within which a read of a TX buffer must be answered.
const READ_LIMIT: u64 = 1_000_000;
/// Cycles of an SSD without figures.
const SHORT_LATENCY: u64 = 12;

/// Settings of a [`ModelSmartSsd`].
#[derive(Clone, Debug)]
pub struct ModelSmartSsdBuilder {
    banks: usize,
    elements: usize,
    seed: u64,
    host_latency: u32,
    ssd: Option<SsdConfig>,
    host_keeps: bool,
}

impl Default for ModelSmartSsdBuilder {
    /// NDRec's device. A line of the host's memory takes 150 cycles (600 ns): two links, a switch, and DRAM.
    fn default() -> Self {
        let ssd = Some(SsdConfig::samsung_983_dct());
        Self { banks: 6, elements: 64, seed: 0, host_latency: 150, ssd, host_keeps: true }
    }
}

impl ModelSmartSsdBuilder {
    /// Banks of a side of the kernel: 1 to 8; and FP32 elements of an EV: 16, 32, 64 or 128.
    #[must_use]
    pub fn kernel(mut self, banks: usize, elements: usize) -> Self {
        (self.banks, self.elements) = (banks, elements);
        self
    }

    /// Decides all that is random: which lines of TX buffers the host keeps, and which of several EVs that wait the SSD gives
    /// first. On the same seed the Verilated device draws the same.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Cycles from a request for a line of the host's memory to the line.
    #[must_use]
    pub fn host_latency(mut self, cycles: u32) -> Self {
        self.host_latency = cycles;
        self
    }

    /// The SSD's figures; `None`: one that takes a few cycles, for tests.
    #[must_use]
    pub fn ssd(mut self, config: Option<SsdConfig>) -> Self {
        self.ssd = config;
        self
    }

    /// Whether the host keeps lines of TX buffers that it reads, until they are back-invalidated.
    #[must_use]
    pub fn host_keeps(mut self, keeps: bool) -> Self {
        self.host_keeps = keeps;
        self
    }

    /// The device, after its reset.
    ///
    /// # Errors
    /// [`RunError::Shape`].
    pub fn build(self) -> Result<ModelSmartSsd, RunError> {
        let Self { banks, elements, seed, .. } = self;
        let slices = if elements.is_multiple_of(16) { elements / 16 } else { 0 };
        let shape = KernelShape { banks, slices };
        let reference = ReferenceSmartSsd::new(banks, elements).ok_or(RunError::Shape { banks, slices })?;
        let ssd = match self.ssd {
            Some(config) => Timing::Medium(Box::new(Ssd::new(config))),
            None => Timing::Cycles(SHORT_LATENCY),
        };
        // The second of the Verilated device's ports.
        let ssd_seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2));
        let settings = Settings { shape, host_latency: self.host_latency.into(), ssd, ssd_seed };
        Ok(ModelSmartSsd {
            name: format!("{} (model)", map::MAP.name),
            reference,
            machine: Machine::new(settings)?,
            shape,
            host_keeps: self.host_keeps,
            random: Pcg64Mcg::seed_from_u64(seed ^ 0x4057),
            open: None,
        })
    }
}

/// Work of the kernel and of the agent, as the reference counts it.
#[derive(Clone, Copy, Debug)]
struct Work {
    kernel: [u64; 3],
    agent: [u64; 2],
}

/// The SmartSSD with the bits of the reference and the cycles of the hardware.
///
/// # Time
/// The reference does at once what a register tells it; a model of the hardware's control does the same, without data, cycle by
/// cycle. What host and device say to each other over registers follows the model: `STATUS`, `PLANS_DONE`, `MAILBOX_HEAD`, errors,
/// counters, the interrupt. A legal host does not look at memory before these say that it may: then it sees the same bits. One
/// that reads the SSD, or overwrites its mailbox, programs or gradients, while they are used finds what comes out at the end.
///
/// The clock runs inside the methods alone: an access to a register takes 4 cycles, a line of a TX buffer what it takes to the
/// DRAM and back, [`wait_interrupt`](Transport::wait_interrupt) as long as it waits; memory of the host and the SSD take
/// nothing. A read of the TX buffer that is being written waits until it no longer is.
///
/// # Errors
/// Codes, positions and how far programs and movements came are the reference's. That is shown when the model has come there, with all
/// that is under way; the cycles until then are not exact. Faults are those of the reference, and meet what begins behind them.
#[derive(Debug)]
pub struct ModelSmartSsd {
    name: String,
    reference: ReferenceSmartSsd,
    machine: Machine,
    shape: KernelShape,
    host_keeps: bool,
    random: Pcg64Mcg,
    /// The reference has an iteration that has not ended: its work before.
    open: Option<[u64; 3]>,
}

impl ModelSmartSsd {
    /// Settings to start from.
    #[must_use]
    pub fn builder() -> ModelSmartSsdBuilder {
        ModelSmartSsdBuilder::default()
    }

    /// Clock cycles since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.machine.now()
    }

    /// Whether no iteration is under way and no movement to be done.
    #[must_use]
    pub fn idle(&self) -> bool {
        !self.machine.iteration.is_busy() && !self.machine.agent_is_busy()
    }

    /// Lets the clock run for `cycles` cycles.
    pub fn run(&mut self, cycles: u64) {
        self.machine.run(cycles, |_| false);
    }

    /// Orders that nobody has made sure of: see [`ReferenceSmartSsd::hazards`].
    #[must_use]
    pub fn hazards(&self) -> &[Hazard] {
        self.reference.hazards()
    }

    /// Whether a doorbell would begin something now.
    #[must_use]
    pub fn accepts(&self, command: u64) -> bool {
        !self.is_busy() && self.reference.accepts(command).is_ok()
    }

    /// Whether an iteration is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.machine.iteration.is_busy()
    }

    /// What the TX buffers hold when what is under way has ended, whoever may see it now.
    pub fn peek_buffers(&self, address: u64, bytes: &mut [u8]) {
        self.reference.peek_buffers(address, bytes);
    }

    /// From now on these requests of the device are answered with an error.
    pub fn inject(&mut self, fault: Fault) {
        self.reference.inject(fault);
    }

    /// Poisons the host's line at an HPA: the device cannot read it until the host writes it again.
    pub fn poison(&mut self, address: u64) {
        self.reference.poison(address);
    }

    /// Takes all faults back.
    pub fn heal(&mut self) {
        self.reference.heal();
    }

    fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name.clone(), offset, limit: map::MAP.bytes }
    }

    fn no_memory(&self, address: u64, length: usize) -> TransportError {
        TransportError::NoMemory { device: self.name.clone(), address, length: length as u64 }
    }

    fn timeout(&self, cycles: u64) -> TransportError {
        TransportError::Timeout { device: self.name.clone(), cycles }
    }

    /// The register at an offset, if there is one; an access to one that there is not takes its time, too.
    fn register(&mut self, offset: u64) -> Option<&'static Register> {
        let register = map::MAP.at(offset);
        if register.is_none() && map::MAP.has_place(offset) {
            self.run(ACCESS_CYCLES);
        }
        register
    }

    /// What the reference holds.
    fn setting(&mut self, register: &Register) -> u64 {
        // A register that there is can be read.
        self.reference.mmio_read(register.offset).unwrap_or_default()
    }

    /// What the host sees in this cycle.
    fn look(&mut self, register: &Register) -> u64 {
        let machine = &self.machine;
        let iteration = &machine.iteration;
        let offset = register.offset;
        let [loads, forward, backward, moves] = machine.done();
        let failure = machine.agent.failure();
        if (map::CYCLES.offset..map::VECTOR_USES.offset).contains(&offset) {
            let counter = ((offset - map::CYCLES.offset) / REGISTER_BYTES) as usize;
            return if counter < COUNTERS { machine.counters.get(counter) } else { 0 };
        }
        let value = if *register == map::STATUS {
            BUSY.place(iteration.is_busy().into())
                | DONE.place(iteration.done.into())
                | FAILED.place(iteration.failed.into())
                | WAITING.place(iteration.waits().into())
                | NEW_BUFFER.place(iteration.buffer)
                | AGENT_BUSY.place(machine.agent_is_busy().into())
                | AGENT_FAILED.place(failure.is_some().into())
        } else if *register == map::ERROR {
            iteration.error
        } else if *register == map::AGENT_ERROR {
            failure.map_or(0, |halt| halt.error)
        } else if *register == map::AGENT_ERROR_POSITION {
            failure.map_or(0, |halt| halt.position)
        } else if *register == map::LOADS_DONE {
            loads.into()
        } else if *register == map::FORWARD_DONE {
            forward.into()
        } else if *register == map::BACKWARD_DONE {
            backward.into()
        } else if *register == map::MOVES_DONE {
            moves.into()
        } else if *register == map::MAILBOX_HEAD {
            machine.agent.safe.line.into()
        } else if *register == map::PLANS_DONE {
            let plans = machine.agent.plans;
            self.reference.sees_plans(plans);
            plans.into()
        } else if *register == map::VECTOR_USES {
            machine.uses.seen().into()
        } else {
            self.setting(register)
        };
        value & register.mask()
    }

    fn work(&mut self) -> Work {
        let kernel = [&map::VECTORS_READ, &map::VECTORS_WRITTEN, &map::OUTPUTS_WRITTEN].map(|each| self.setting(each));
        let agent = [&map::VECTORS_EVICTED, &map::VECTORS_LOADED].map(|each| self.setting(each));
        Work { kernel, agent }
    }

    /// Tells the reference, and takes over what comes of it.
    fn tell(&mut self, register: &Register, value: u64) -> Result<(), TransportError> {
        let had_failed = AGENT_FAILED.get(self.setting(&map::STATUS)) == 1;
        let before = self.work();
        let starts = *register == map::DOORBELL && self.reference.accepts(value).is_ok();
        self.reference.mmio_write(register.offset, value)?;
        if starts {
            // An iteration, which may have ended already.
            self.open = Some(before.kernel);
        }
        let work = self.work();
        self.machine.agent_expected = work.agent;
        let status = self.setting(&map::STATUS);
        if BUSY.get(status) == 0
            && let Some(before) = self.open.take()
        {
            let error = (FAILED.get(status) == 1).then(|| self.setting(&map::ERROR));
            let done = [&map::LOADS_DONE, &map::FORWARD_DONE, &map::BACKWARD_DONE, &map::MOVES_DONE]
                .map(|each| self.setting(each) as u32);
            let work = std::array::from_fn(|index| work.kernel[index] - before[index]);
            self.machine.iteration.outcome = Some(Outcome { error, done, work });
        }
        if AGENT_FAILED.get(status) == 0 {
            let tail = self.machine.tail;
            self.post_up_to(tail);
        } else if !had_failed {
            let position = self.setting(&map::AGENT_ERROR_POSITION);
            let before = Place { line: LINE.get(position) as u32, movement: MOVEMENT.get(position) as usize };
            // Of the line at which it stops, what stands before is done.
            self.post_up_to(before.line.wrapping_add(u32::from(before.movement > 0)));
            let error = self.setting(&map::AGENT_ERROR);
            self.machine.agent.halt = Some(Halt { before, error, position });
        }
        Ok(())
    }

    /// Gives the model's agent the lines of the mailbox up to one.
    fn post_up_to(&mut self, end: u32) {
        let (base, lines) = self.reference.mailbox();
        let first = self.machine.agent.mailbox.end();
        let count = end.wrapping_sub(first);
        if u64::from(count) > lines {
            return;
        }
        for number in (0..count).map(|index| first.wrapping_add(index)) {
            let movements = self.movements(base + u64::from(number) % lines * LINE_BYTES);
            self.machine.agent.mailbox.extend([movements]);
        }
    }

    fn movements(&mut self, address: u64) -> [Movement; MOVEMENTS] {
        let mut bytes = [0; LINE_BYTES as usize];
        if self.reference.host_read(address, &mut bytes).is_err() {
            return [Movement::Nothing; MOVEMENTS];
        }
        let (words, _) = bytes.as_chunks();
        let words: [u32; LINE_WORDS - 1] = std::array::from_fn(|word| u32::from_le_bytes(words[word]));
        MailboxLine::decode(&words).movements
    }

    /// A setting takes effect.
    fn set(&mut self, register: &Register, value: u64) -> Result<(), TransportError> {
        let machine = &mut self.machine;
        if *register == map::MAILBOX_TAIL {
            machine.tail = value as u32;
            return self.tell(register, value);
        }
        if *register == map::HDM_BASE {
            machine.iteration.buffers.committed = value & 1 == 1;
        } else if *register == map::TX_BYTES {
            machine.iteration.buffers.bytes = value;
        } else if *register == map::CACHE_BASE {
            machine.agent.regions.cache_base = value;
        } else if *register == map::SSD_BASE {
            machine.agent.regions.ssd_base = value;
        } else if *register == map::COUNT_INDEX {
            machine.uses.index = value as u16;
        }
        self.reference.mmio_write(register.offset, value)?;
        self.machine.iteration.buffers.layout_good = self.reference.layout_fits();
        Ok(())
    }

    /// The doorbell rings, in a cycle that has just been.
    fn ring(&mut self, value: u64, had_failed: bool, was_busy: bool) -> Result<(), TransportError> {
        if had_failed {
            return Ok(());
        }
        if was_busy {
            self.machine.iteration.refuse(CODE.place(KernelError::Busy as u64));
            return Ok(());
        }
        self.machine.iteration.outcome = None;
        // What is refused has read nothing, and its programs may be as long as any setting says.
        if self.reference.accepts(value).is_err() {
            self.tell(&map::DOORBELL, value)?;
            let error = self.setting(&map::ERROR);
            self.machine.iteration.refuse(error);
            return Ok(());
        }
        // The reference executes it, or has it wait for its movements.
        let plan = self.reference.programs();
        self.tell(&map::DOORBELL, value)?;
        let [vectors, gradients, bags, plan_number] =
            [&map::CACHE_VECTORS, &map::GRADIENTS, &map::BAGS, &map::PLAN].map(|each| self.setting(each) as u32);
        let output_base = NEW_BUFFER.get(self.setting(&map::STATUS)) * self.setting(&map::TX_BYTES);
        let buffer = NEW_BUFFER.get(self.setting(&map::STATUS));
        let execution = Execution::new(&plan, self.shape, Batch { vectors, gradients, bags })
            .map_err(|error| TransportError::Protocol { device: self.name.clone(), message: error.to_string() })?;
        self.machine.iteration.begin(execution, buffer, plan_number, output_base);
        Ok(())
    }

    /// What `CLEAR` does, in a cycle that has just been.
    fn clear(&mut self, value: u64, agent_had_failed: bool, was_busy: bool) -> Result<(), TransportError> {
        if CLEAR_STATUS.get(value) == 1 {
            self.machine.iteration.clear();
            // What the reference has of an iteration that is under way here is still to be seen.
            if !was_busy && !self.machine.iteration.is_busy() {
                self.reference.mmio_write(map::CLEAR.offset, CLEAR_STATUS.place(1))?;
            }
        }
        if CLEAR_COUNTERS.get(value) == 1 {
            self.machine.counters.clear();
        }
        if CLEAR_AGENT.get(value) == 1 && agent_had_failed {
            self.machine.agent.restart();
            self.tell(&map::CLEAR, CLEAR_AGENT.place(1))?;
        }
        Ok(())
    }

    /// Checks that the TX buffers are served and hold these bytes.
    fn check_buffers(&self, address: u64, length: usize) -> Result<(), TransportError> {
        let Buffers { committed, layout_good, bytes } = self.machine.iteration.served();
        let end = address.checked_add(length as u64);
        if committed && layout_good && end.is_some_and(|end| end <= 2 * bytes) {
            return Ok(());
        }
        Err(self.no_memory(address, length))
    }

    /// Runs until the host's access is answered.
    fn until_served(&mut self) -> Result<(), TransportError> {
        self.machine.run_while_served(READ_LIMIT);
        if self.machine.target.is_under_way() { Err(self.timeout(READ_LIMIT)) } else { Ok(()) }
    }
}

impl Transport for ModelSmartSsd {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let Some(register) = self.register(offset) else {
            return if map::MAP.has_place(offset) { Ok(0) } else { Err(self.no_register(offset)) };
        };
        self.run(READ_CYCLES);
        let value = self.look(register);
        self.run(ACCESS_CYCLES - READ_CYCLES);
        Ok(value)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let register = self.register(offset).ok_or_else(|| self.no_register(offset))?;
        let value = value & register.mask();
        if register.access == Access::ReadOnly {
            self.run(ACCESS_CYCLES);
            return Err(self.no_register(offset));
        }
        self.run(WRITE_CYCLES);
        let done = if register.access == Access::ReadWrite {
            let done = self.set(register, value);
            self.machine.wake();
            self.run(ACTION_CYCLES - WRITE_CYCLES);
            done
        } else {
            let iteration = &self.machine.iteration;
            let (had_failed, was_busy) = (iteration.failed, iteration.is_busy());
            let agent_had_failed = self.machine.agent.has_failed();
            self.run(ACTION_CYCLES - WRITE_CYCLES);
            let done = if *register == map::DOORBELL {
                self.ring(value, had_failed, was_busy)
            } else {
                self.clear(value, agent_had_failed, was_busy)
            };
            self.machine.wake();
            done
        };
        self.run(ACCESS_CYCLES - ACTION_CYCLES);
        done
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_buffers(address, bytes.len())?;
        let lines = address / LINE_BYTES..(address + bytes.len() as u64).div_ceil(LINE_BYTES);
        for line in lines {
            let keeps = self.host_keeps && self.random.random_bool(0.75);
            let second = line * LINE_BYTES >= self.machine.iteration.served().bytes;
            self.machine.target.offer_read(LineRead { line, keeps, second });
            self.until_served()?;
        }
        self.reference.peek_buffers(address, bytes);
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_buffers(address, bytes.len())?;
        for _ in address / LINE_BYTES..(address + bytes.len() as u64).div_ceil(LINE_BYTES) {
            self.machine.target.offer_write();
            self.until_served()?;
        }
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        if self.machine.run(cycles, Machine::interrupts) { Ok(()) } else { Err(self.timeout(cycles)) }
    }

    fn time(&self) -> u64 {
        self.cycles() * CLOCK_PERIOD_PS
    }
}

impl SmartSsdTransport for ModelSmartSsd {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.reference.host_read(address, bytes)
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.reference.host_write(address, bytes)
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.reference.ssd_read(address, bytes)
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.reference.ssd_write(address, bytes)
    }
}

#[cfg(test)]
mod tests {
    use emberlane_drivers::smartssd::{
        Bag, BankAssignment, Condition, Configuration, Iteration, MovementPlan, SmartSsd, Transfer,
    };
    use emberlane_registers::smartssd::COUNTED_VECTORS;
    use proptest::prelude::*;

    use super::*;

    const CONFIGURATION: Configuration = Configuration {
        hdm_base: 1 << 40,
        tx_bytes: 4096,
        cache_base: 8192,
        cache_vectors: 64,
        ssd_base: 1 << 16,
        ssd_vectors: 1024,
        mailbox_base: 1 << 20,
        mailbox_lines: 64,
    };
    const PATIENCE: u64 = 10_000_000;

    #[derive(Clone, Debug)]
    enum Step {
        Read { line: u64, lines: u64 },
        Write { line: u64 },
        Run { cycles: u64 },
        Move { evictions: u32, loads: u32 },
        Iterate { first: u32, bags: u32 },
        Count { vector: u32 },
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            5 => (0..88u64, 1..40u64).prop_map(|(line, lines)| Step::Read { line, lines }),
            1 => (0..120u64).prop_map(|line| Step::Write { line }),
            2 => (0..300u64).prop_map(|cycles| Step::Run { cycles }),
            1 => (0..20_000u64).prop_map(|cycles| Step::Run { cycles }),
            1 => (0..40u32, 0..40u32).prop_map(|(evictions, loads)| Step::Move { evictions, loads }),
            1 => (0..40u32, 1..24u32).prop_map(|(first, bags)| Step::Iterate { first, bags }),
            1 => (0..64u32).prop_map(|vector| Step::Count { vector }),
        ];
        prop::collection::vec(step, 1..60)
    }

    struct Side {
        device: SmartSsd<ModelSmartSsd>,
        banks: BankAssignment,
        iterates: bool,
    }

    impl Side {
        fn new(ssd: Option<SsdConfig>, host_latency: u32, whole: bool) -> Self {
            let builder = ModelSmartSsd::builder().kernel(2, 32).seed(5).host_latency(host_latency).ssd(ssd);
            let mut device = builder.build().unwrap();
            device.machine.whole = whole;
            Self {
                device: SmartSsd::open(device, CONFIGURATION).unwrap(),
                banks: BankAssignment::new(2),
                iterates: false,
            }
        }

        fn end_iteration(&mut self) {
            if std::mem::take(&mut self.iterates) {
                self.device.finish(PATIENCE).unwrap();
            }
        }

        /// Says what the host can see of time behind a step.
        fn step(&mut self, step: &Step) -> (u64, Vec<u64>) {
            match *step {
                Step::Read { line, lines } => {
                    self.device.transport_mut().memory_read(line * 64, &mut vec![0; lines as usize * 64]).unwrap();
                }
                Step::Write { line } => self.device.transport_mut().memory_write(line * 64, &[0; 64]).unwrap(),
                Step::Run { cycles } => self.device.transport_mut().run(cycles),
                Step::Move { evictions, loads } => {
                    self.end_iteration();
                    self.device.wait_for_plan(self.device.posted(), PATIENCE).unwrap();
                    let some =
                        |count| (0..count).map(|cached| Transfer { ssd: 9 * u64::from(cached), cached }).collect();
                    let plan = MovementPlan { evictions: some(evictions), loads: some(loads) };
                    self.device.post(&plan).unwrap();
                }
                Step::Iterate { first, bags } => {
                    self.end_iteration();
                    let after = self.device.posted();
                    self.device.wait_for_plan(after, PATIENCE).unwrap();
                    let bags: Vec<Bag> = (first..first + bags)
                        .map(|vector| Bag { vectors: vec![vector, vector / 2], scale: 1.0f32.to_bits() })
                        .collect();
                    let (plan, bags) = (self.banks.plan(&[], &bags).unwrap(), bags.len() as u32);
                    let ready = self.device.synchronise(after).unwrap().with(Condition::GradientsCopied);
                    let iteration = Iteration { plan, programs: 1 << 24, gradients: 1 << 25, bags, after };
                    self.device.begin(iteration, ready).unwrap();
                    self.iterates = true;
                }
                Step::Count { vector } => {
                    self.device.uses(vector).unwrap();
                }
            }
            // Counters are looked at where they lie, so that the look takes no time in which everything comes to rest.
            let machine = &self.device.transport().machine;
            let counters = (0..COUNTERS).map(|counter| machine.counters.get(counter));
            (machine.now(), counters.chain([machine.uses.seen().into(), machine.agent.plans.into()]).collect())
        }
    }

    proptest! {
        #[test]
        fn passing_over_what_rests_changes_no_cycle(
            steps in steps(),
            host_latency in prop_oneof![Just(1u32), Just(20), Just(150)],
            nand: bool,
        ) {
            assert!(u64::from(CONFIGURATION.cache_vectors) <= COUNTED_VECTORS);
            let ssd = nand.then(SsdConfig::samsung_983_dct);
            let [mut passes, mut whole] = [false, true].map(|whole| Side::new(ssd, host_latency, whole));
            for step in &steps {
                prop_assert_eq!(passes.step(step), whole.step(step), "behind {:?}", step);
            }
        }
    }
}
