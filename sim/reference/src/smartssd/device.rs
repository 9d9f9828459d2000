//! The SmartSSD's FPGA: registers, memory map, and iterations.

use std::sync::Arc;

use emberlane_drivers::smartssd::{Plan, SmartSsdTransport};
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::kernel_plan::{KernelError, MAX_BANKS, PlanWord, Program, Word};
use emberlane_registers::smartssd::{
    self as map, AGENT_BUSY, AGENT_FAILED, BANKS, BUSY, CLEAR_AGENT, CLEAR_COUNTERS, CLEAR_STATUS, CODE,
    COUNTED_VECTORS, Command, DONE, ELEMENTS, FAILED, NEW_BUFFER, PROGRAM, WAITING,
};
use emberlane_registers::{Access, REGISTER_BYTES, Register};

use super::hazard::Watch;
use super::kernel::{Refused, VectorMemory};
use super::memories::{LINE_BYTES, Memories};
use super::position::Agent;
use super::{Fault, Hazard, PlanError, Reached, ReferenceKernel};
use crate::memory::SharedMemory;

/// Registers of the programs' places and lengths, by [`Program`].
const PROGRAMS: [(&Register, &Register); 4] = [
    (&map::LOADS_BASE, &map::LOADS_WORDS),
    (&map::FORWARD_BASE, &map::FORWARD_WORDS),
    (&map::BACKWARD_BASE, &map::BACKWARD_WORDS),
    (&map::MOVES_BASE, &map::MOVES_WORDS),
];

/// What an iteration that waits will execute, with the settings as they were when the doorbell rang.
#[derive(Clone, Debug, Default)]
struct Job {
    plan: Plan,
    /// The first program that could not be read as a whole.
    unread: Option<Program>,
    settings: JobSettings,
}

/// Elements that an EV may have.
const LENGTHS: [usize; 4] = [16, 32, 64, 128];
/// Bytes of the longest EV.
const LONGEST: usize = 4 * LENGTHS[3];

/// Settings that an iteration keeps.
#[derive(Clone, Copy, Debug, Default)]
struct JobSettings {
    /// The plan of movements that it waits for.
    after: u64,
    cache_base: u64,
    vectors: usize,
    output_base: u64,
    bags: usize,
    gradient_base: u64,
    gradients: usize,
    buffers: Buffers,
}

/// Where the TX buffers are for the host.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    is_served: bool,
    /// Of one of them.
    bytes: u64,
}

/// The SmartSSD in plain Rust arithmetic, with the SSD and with the memory of the host and its peers.
///
/// What it is told it does at once: a line of the mailbox when `MAILBOX_TAIL` is written, an iteration when the doorbell
/// rings or when the plan that it waits for ends. [`Transport::time`] is 0, and so are the counters of cycles and of CXL, but for
/// the writes refused; all others count as the hardware does.
///
/// It sees what hardware cannot: [`hazards`](Self::hazards).
#[derive(Clone, Debug)]
pub struct ReferenceSmartSsd {
    elements: usize,
    /// One value a register slot; slots without a register stay 0.
    registers: Vec<u64>,
    pub(super) memories: Memories,
    kernel: ReferenceKernel,
    pub(super) agent: Agent,
    job: Job,
    /// Where the mailbox is, and how many lines it has, as they were when its first line was written.
    mailbox: Option<(u64, u64)>,
    /// Uses of the first EVs of the cache since they were loaded.
    pub(super) uses: Vec<u16>,
    pub(super) watch: Watch,
}

impl ReferenceSmartSsd {
    /// Whether there are kernels of so many banks a side for EVs of so many elements: of 1 to 8 banks, and 16, 32, 64 or 128 elements.
    #[must_use]
    pub fn is_kernel(banks: usize, elements: usize) -> bool {
        (1..=MAX_BANKS).contains(&banks) && LENGTHS.contains(&elements)
    }

    /// A device of so many banks a side, for EVs of so many elements, fresh from reset. All memory holds zeros. `None` unless
    /// [there are such kernels](Self::is_kernel).
    #[must_use]
    pub fn new(banks: usize, elements: usize) -> Option<Self> {
        if !Self::is_kernel(banks, elements) {
            return None;
        }
        let mut device = Self {
            elements,
            registers: vec![0; (map::MAP.bytes / REGISTER_BYTES) as usize],
            memories: Memories::default(),
            kernel: ReferenceKernel::new(banks, elements),
            agent: Agent::default(),
            job: Job::default(),
            mailbox: None,
            uses: vec![0; COUNTED_VECTORS as usize],
            watch: Watch::default(),
        };
        for register in map::REGISTERS {
            *device.value(register) = register.reset;
        }
        *device.value(&map::STATUS) = NEW_BUFFER.place(1);
        *device.value(&map::CAPABILITIES) = BANKS.place(banks as u64) | ELEMENTS.place(elements as u64);
        Some(device)
    }

    /// Name of the device.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} (reference)", map::MAP.name)
    }

    /// Orders that nobody has made sure of, since reset: movements that touch what an iteration uses while it may be under way,
    /// and plans whose waits leave an order open. Hardware cannot find them; the bits that it computes are right by luck alone.
    #[must_use]
    pub fn hazards(&self) -> &[Hazard] {
        self.watch.found()
    }

    /// The command of a doorbell that rings now with this value.
    ///
    /// # Errors
    /// Why it is refused, before any program is read.
    pub fn accepts(&self, value: u64) -> Result<Command, KernelError> {
        if self.status(BUSY) {
            return Err(KernelError::Busy);
        }
        let command = Command::from_value(value).ok_or(KernelError::UnknownCommand)?;
        if !self.layout_fits() || self.read(&map::BAGS) * self.vector_bytes() > self.read(&map::TX_BYTES) {
            return Err(KernelError::Layout);
        }
        Ok(command)
    }

    /// Whether an iteration is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.status(BUSY)
    }

    /// The programs that the registers name, as memory holds them now; one that cannot be read as a whole ends with a wait that is
    /// never over.
    #[must_use]
    pub fn programs(&self) -> Plan {
        self.read_programs().plan
    }

    /// Where the mailbox is, and how many lines it has: as set, until its first line is written, and as they were then from then on.
    #[must_use]
    pub fn mailbox(&self) -> (u64, u64) {
        self.mailbox.unwrap_or_else(|| (self.read(&map::MAILBOX_BASE), self.read(&map::MAILBOX_LINES)))
    }

    /// The host has seen that this plan of movements is done, and maybe not yet that later ones are. For devices whose time is
    /// not that of this one; [`hazards`](Self::hazards) are found by it.
    pub fn sees_plans(&mut self, done: u32) {
        self.watch.sees_plans(done);
    }

    /// From now on `bytes` bytes of a memory from `base` on, both multiples of 64 KiB, are those of `memory`, which others read and
    /// write, too.
    pub fn share(&mut self, reached: Reached, base: u64, bytes: u64, memory: Arc<dyn SharedMemory>) {
        self.memories.share(reached, base, bytes, memory);
    }

    /// From now on these requests of the device are answered with an error.
    pub fn inject(&mut self, fault: Fault) {
        self.memories.inject(fault);
    }

    /// Poisons the host's line at an HPA: the device cannot read it until the host writes it again.
    pub fn poison(&mut self, address: u64) {
        self.memories.poison(address);
    }

    /// Of the host's next write to the line at an HPA only the first bytes arrive; behind them the line stays as it was.
    pub fn tear(&mut self, address: u64, arrives: usize) {
        self.memories.tear(address, arrives);
    }

    /// Takes all faults back.
    pub fn heal(&mut self) {
        self.memories.heal();
    }

    pub(super) fn value(&mut self, register: &Register) -> &mut u64 {
        &mut self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    pub(super) fn read(&self, register: &Register) -> u64 {
        self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    pub(super) fn vector_bytes(&self) -> u64 {
        4 * self.elements as u64
    }

    /// Whether TX buffers, cache and DRAM fit.
    #[must_use]
    pub fn layout_fits(&self) -> bool {
        let [tx, base, vectors] = [&map::TX_BYTES, &map::CACHE_BASE, &map::CACHE_VECTORS].map(|each| self.read(each));
        let bytes = self.vector_bytes();
        [tx, base, self.read(&map::SSD_BASE)].iter().all(|each| each.is_multiple_of(bytes))
            && base >= 2 * tx
            && base + vectors * bytes <= map::DRAM_BYTES
    }

    fn status(&self, field: emberlane_registers::Field) -> bool {
        field.get(self.read(&map::STATUS)) == 1
    }

    fn ring(&mut self, value: u64) {
        if self.status(FAILED) {
            return;
        }
        if !self.status(BUSY) {
            *self.value(&map::STATUS) &= !DONE.place(1);
        }
        let command = match self.accepts(value) {
            Ok(command) => command,
            Err(error) => return self.fail(error, Program::Loads),
        };
        self.set_done([0; 4]);
        if command == Command::Iterate {
            *self.value(&map::STATUS) ^= NEW_BUFFER.place(1);
            self.kernel.forget_sums();
        }
        let new = NEW_BUFFER.get(self.read(&map::STATUS));
        let settings = JobSettings {
            after: self.read(&map::PLAN),
            cache_base: self.read(&map::CACHE_BASE),
            vectors: self.read(&map::CACHE_VECTORS) as usize,
            output_base: new * self.read(&map::TX_BYTES),
            bags: self.read(&map::BAGS) as usize,
            gradient_base: self.read(&map::GRADIENT_BASE),
            gradients: self.read(&map::GRADIENTS) as usize,
            buffers: self.buffers(),
        };
        self.job = Job { settings, ..self.read_programs() };
        self.watch.begins(&self.job.plan, settings.after as u32, command == Command::Continue);
        *self.value(&map::STATUS) |= BUSY.place(1) | WAITING.place(1);
        self.start_kernel();
    }

    fn fail(&mut self, error: KernelError, program: Program) {
        *self.value(&map::STATUS) |= FAILED.place(1);
        *self.value(&map::ERROR) = CODE.place(error as u64) | PROGRAM.place(program as u64);
    }

    fn set_done(&mut self, done: [u32; 4]) {
        let registers = [&map::LOADS_DONE, &map::FORWARD_DONE, &map::BACKWARD_DONE, &map::MOVES_DONE];
        for (register, done) in registers.into_iter().zip(done) {
            *self.value(register) = done.into();
        }
    }

    fn read_programs(&self) -> Job {
        let mut unread = Vec::new();
        let plan = Plan {
            loads: self.read_program(&mut unread),
            forward: self.read_program(&mut unread),
            backward: self.read_program(&mut unread),
            moves: self.read_program(&mut unread),
        };
        Job { plan, unread: unread.first().copied(), settings: JobSettings::default() }
    }

    /// A program, up to a wait that is never reached where it cannot be read.
    fn read_program<const WORDS: usize, T: PlanWord<WORDS>>(&self, unread: &mut Vec<Program>) -> Vec<Word<T>> {
        let (base, length) = PROGRAMS[T::PROGRAM as usize];
        let (mut address, count) = (self.read(base), self.read(length));
        let mut program = Vec::new();
        for _ in 0..count {
            let mut words = [[0; 4]; WORDS];
            if self.memories.fetch(address, words.as_flattened_mut()).is_err() {
                unread.push(T::PROGRAM);
                program.push(Word::Wait([u32::MAX; 3]));
                break;
            }
            program.push(Word::decode(&words.map(u32::from_le_bytes)));
            address += 4 * WORDS as u64;
        }
        program
    }

    /// Executes the iteration that waits, if its plan of movements is done.
    pub(super) fn start_kernel(&mut self) {
        if !self.status(WAITING) || self.read(&map::PLANS_DONE) < self.job.settings.after {
            return;
        }
        *self.value(&map::STATUS) &= !WAITING.place(1);
        let job = std::mem::take(&mut self.job);
        let mut memory = IterationMemory {
            settings: job.settings,
            memories: &mut self.memories,
            uses: &mut self.uses,
            counts: Counts::default(),
        };
        // Programs take turns.
        let mut turn = 0;
        let choose = |count: usize| {
            turn += 1;
            turn % count
        };
        let end = self.kernel.execute(&job.plan, &mut memory, choose);
        let Counts { read, written, outputs } = memory.counts;
        *self.value(&map::VECTORS_READ) += read;
        *self.value(&map::VECTORS_WRITTEN) += written;
        *self.value(&map::OUTPUTS_WRITTEN) += outputs;
        self.set_done(self.kernel.done());
        *self.value(&map::STATUS) &= !BUSY.place(1);
        let Err(error) = end else {
            *self.value(&map::STATUS) |= DONE.place(1);
            *self.value(&map::ITERATIONS) += 1;
            return;
        };
        let (code, program) = match &error {
            PlanError::Bank { program, .. } => (KernelError::Bank, *program),
            PlanError::Vector { program, .. } => (KernelError::Vector, *program),
            PlanError::Bag { .. } => (KernelError::Bag, Program::Forward),
            PlanError::Gradient { .. } => (KernelError::Gradient, Program::Backward),
            PlanError::Read { program, .. } => (KernelError::Read, *program),
            PlanError::Write { program, .. } => (KernelError::Write, *program),
            PlanError::Stuck { .. } => match job.unread {
                Some(program) => (KernelError::Read, program),
                None => (KernelError::Stuck, Program::Loads),
            },
            PlanError::Race { .. } | PlanError::NotBegun { .. } => {
                // Hardware would go on with whatever bits come out; nobody should.
                self.watch.plan(error);
                (KernelError::Stuck, Program::Loads)
            }
        };
        self.fail(code, program);
    }

    fn clear(&mut self, value: u64) {
        if CLEAR_STATUS.get(value) == 1 {
            if self.status(DONE) {
                self.watch.sees_end();
            }
            *self.value(&map::STATUS) &= !(DONE.place(1) | FAILED.place(1));
            *self.value(&map::ERROR) = 0;
        }
        if CLEAR_COUNTERS.get(value) == 1 {
            // What counts the uses of EVs goes on: they are counted since they were loaded.
            let first = (map::CYCLES.offset / REGISTER_BYTES) as usize;
            self.registers[first..].fill(0);
        }
        if CLEAR_AGENT.get(value) == 1 {
            self.clear_agent();
        }
    }

    fn register(&self, offset: u64) -> Result<&'static Register, TransportError> {
        map::MAP.at(offset).ok_or_else(|| self.no_register(offset))
    }

    fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name(), offset, limit: map::MAP.bytes }
    }

    /// Where the TX buffers are: as the settings said when the doorbell rang while an iteration is under way, else as they say.
    fn buffers(&self) -> Buffers {
        if self.status(BUSY) {
            return self.job.settings.buffers;
        }
        let is_served = self.read(&map::HDM_BASE) & 1 == 1 && self.layout_fits();
        Buffers { is_served, bytes: self.read(&map::TX_BYTES) }
    }

    /// What the TX buffers hold, whoever may see it now: for devices whose time is not that of this one.
    pub fn peek_buffers(&self, address: u64, bytes: &mut [u8]) {
        self.memories.dram.read(address, bytes);
    }

    /// Whether the TX buffers are served and hold these bytes.
    fn check_buffers(&self, address: u64, length: usize) -> Result<(), TransportError> {
        let Buffers { is_served, bytes } = self.buffers();
        let end = address.checked_add(length as u64);
        if is_served && end.is_some_and(|end| end <= 2 * bytes) {
            return Ok(());
        }
        Err(TransportError::NoMemory { device: self.name(), address, length: length as u64 })
    }
}

impl Transport for ReferenceSmartSsd {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let Some(register) = map::MAP.at(offset) else {
            return if map::MAP.has_place(offset) { Ok(0) } else { Err(self.no_register(offset)) };
        };
        if *register == map::VECTOR_USES {
            let index = self.read(&map::COUNT_INDEX) as usize;
            return Ok(self.uses[index].into());
        }
        let value = self.read(register);
        if *register == map::PLANS_DONE {
            self.watch.sees_plans(value as u32);
        }
        if *register == map::STATUS {
            let has_lines = self.read(&map::MAILBOX_TAIL) != self.read(&map::MAILBOX_HEAD);
            return Ok(value | AGENT_BUSY.place((has_lines && !self.status(AGENT_FAILED)).into()));
        }
        Ok(value)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let register = self.register(offset)?;
        let value = value & register.mask();
        match register.access {
            Access::ReadOnly => return Err(self.no_register(offset)),
            Access::ReadWrite => {
                *self.value(register) = value;
                if *register == map::MAILBOX_TAIL {
                    if value != 0 && self.mailbox.is_none() {
                        self.mailbox = Some(self.mailbox());
                    }
                    self.run_agent();
                }
            }
            Access::WriteOnly if *register == map::DOORBELL => self.ring(value),
            Access::WriteOnly => self.clear(value),
        }
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_buffers(address, bytes.len())?;
        let tx = self.buffers().bytes;
        let new = NEW_BUFFER.get(self.read(&map::STATUS)) * tx;
        if self.status(BUSY) && address < new + tx && address + bytes.len() as u64 > new {
            let message = format!("the read at {address:#x} waits: the new TX buffer belongs to the iteration");
            return Err(TransportError::Protocol { device: self.name(), message });
        }
        self.memories.dram.read(address, bytes);
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_buffers(address, bytes.len())?;
        let lines = (address + bytes.len() as u64).div_ceil(LINE_BYTES) - address / LINE_BYTES;
        *self.value(&map::WRITES_REFUSED) += lines;
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        if [DONE, FAILED, AGENT_FAILED].into_iter().any(|field| self.status(field)) {
            return Ok(());
        }
        Err(TransportError::Timeout { device: self.name(), cycles })
    }

    fn time(&self) -> u64 {
        0
    }
}

impl SmartSsdTransport for ReferenceSmartSsd {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_address(address, bytes.len())?;
        self.memories.read_host(address, bytes);
        Ok(())
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_address(address, bytes.len())?;
        self.memories.write_host(address, bytes);
        Ok(())
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_address(address, bytes.len())?;
        self.memories.ssd.read(address, bytes);
        Ok(())
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_address(address, bytes.len())?;
        self.memories.ssd.make_room(address, bytes.len()).map_err(|_| TransportError::NoRoom {
            device: self.name(),
            address,
            length: bytes.len() as u64,
        })?;
        self.memories.ssd.write(address, bytes);
        Ok(())
    }
}

impl ReferenceSmartSsd {
    /// Whether all bytes have an address.
    fn check_address(&self, address: u64, length: usize) -> Result<(), TransportError> {
        if address.checked_add(length as u64).is_some() {
            return Ok(());
        }
        Err(TransportError::NoMemory { device: self.name(), address, length: length as u64 })
    }
}

/// What an iteration has done.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    read: u64,
    written: u64,
    outputs: u64,
}

/// The memory of an iteration.
struct IterationMemory<'d> {
    memories: &'d mut Memories,
    uses: &'d mut [u16],
    settings: JobSettings,
    counts: Counts,
}

fn from_bytes(bytes: &[u8], vector: &mut [f32]) {
    let (words, _) = bytes.as_chunks();
    for (element, word) in vector.iter_mut().zip(words) {
        *element = f32::from_bits(u32::from_le_bytes(*word));
    }
}

/// The bytes of a vector, which are put into `room`.
fn to_bytes<'r>(vector: &[f32], room: &'r mut [u8; LONGEST]) -> &'r [u8] {
    let bytes = &mut room[..4 * vector.len()];
    let (words, _) = bytes.as_chunks_mut();
    for (word, element) in words.iter_mut().zip(vector) {
        *word = element.to_bits().to_le_bytes();
    }
    bytes
}

impl IterationMemory<'_> {
    fn use_vector(&mut self, vector: u32) {
        if let Some(uses) = self.uses.get_mut(vector as usize) {
            *uses = uses.saturating_add(1);
        }
    }
}

/// Where number `index` of vectors of `length` elements is.
fn at(base: u64, index: usize, length: usize) -> u64 {
    base + index as u64 * length as u64 * 4
}

impl VectorMemory for IterationMemory<'_> {
    fn vectors(&self, _length: usize) -> usize {
        self.settings.vectors
    }

    fn gradients(&self, _length: usize) -> usize {
        self.settings.gradients
    }

    fn bags(&self, _length: usize) -> usize {
        self.settings.bags
    }

    fn load(&mut self, vector: u32, into: &mut [f32]) -> Result<(), Refused> {
        self.counts.read += 1;
        self.use_vector(vector);
        let bytes = &mut [0; LONGEST][..4 * into.len()];
        self.memories.read_dram(at(self.settings.cache_base, vector as usize, into.len()), bytes)?;
        from_bytes(bytes, into);
        Ok(())
    }

    fn store(&mut self, vector: u32, from: &[f32]) -> Result<(), Refused> {
        self.counts.written += 1;
        self.use_vector(vector);
        self.memories
            .write_dram(at(self.settings.cache_base, vector as usize, from.len()), to_bytes(from, &mut [0; LONGEST]))
    }

    fn gradient(&mut self, index: usize, into: &mut [f32]) -> Result<(), Refused> {
        let bytes = &mut [0; LONGEST][..4 * into.len()];
        self.memories.fetch(at(self.settings.gradient_base, index, into.len()), bytes)?;
        from_bytes(bytes, into);
        Ok(())
    }

    fn output(&mut self, bag: u32, from: &[f32]) -> Result<(), Refused> {
        self.counts.outputs += 1;
        self.memories
            .write_dram(at(self.settings.output_base, bag as usize, from.len()), to_bytes(from, &mut [0; LONGEST]))
    }
}
