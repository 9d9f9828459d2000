//! CXL-MEM: registers, memory map and jobs.

mod job;
mod walk;

use crate::memory::Memory;
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::{
    Access, REGISTER_BYTES, Register,
    cxl_mem::{
        self as map, CHANNEL_BYTES, CHANNELS, CLEAR_COUNTERS, CLEAR_STATUS, Command, DONE, ErrorCode, FAILED,
        INTERLEAVE_BYTES, LINE_BYTES, MAX_CHANNELS, MAX_LENGTH, MAX_VECTOR_LENGTH, SCRATCHPAD_BASE, SCRATCHPAD_BYTES,
    },
};
use job::Job;
use std::ops::Range;

/// Why a job stops: what `ERROR` and `ERROR_POSITION` will read.
type Failure = (ErrorCode, u64);

/// CXL-MEM in plain Rust arithmetic.
///
/// It is done when the doorbell's write returns, so [`Transport::wait_interrupt`] never waits, [`Transport::time`] is 0, and
/// the counters of cycles and of list lines stay 0; those of jobs, gradients, pooled vectors and channels count as the
/// hardware does.
#[derive(Clone, Debug)]
pub struct ReferenceCxlMem {
    channels: u64,
    /// One value a register slot; slots without a register stay 0.
    registers: Vec<u64>,
    memory: Memory,
}

impl ReferenceCxlMem {
    /// A device with as many memory channels of 1 TiB, fresh from reset, with empty memory. `None` unless there are 1 to 4.
    #[must_use]
    pub fn new(channels: u32) -> Option<Self> {
        let channels = u64::from(channels);
        if !(1..=MAX_CHANNELS).contains(&channels) {
            return None;
        }
        let mut device = Self {
            channels,
            registers: vec![0; (map::MAP.bytes / REGISTER_BYTES) as usize],
            memory: Memory::default(),
        };
        for register in map::REGISTERS {
            *device.value(register) = register.reset;
        }
        *device.value(&map::CAPABILITIES) = CHANNELS.place(channels) | MAX_LENGTH.place(MAX_VECTOR_LENGTH);
        *device.value(&map::PERSISTENT_BYTES) = channels * CHANNEL_BYTES;
        Some(device)
    }

    /// The memory that was ever written, as ascending ranges of DPA; all else reads as zero.
    #[must_use]
    pub fn written(&self) -> Vec<Range<u64>> {
        self.memory.written()
    }

    fn value(&mut self, register: &Register) -> &mut u64 {
        &mut self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    fn read(&self, register: &Register) -> u64 {
        self.registers[(register.offset / REGISTER_BYTES) as usize]
    }

    /// The register at `offset`, if this device has it: of channels only those that exist.
    fn register(&self, offset: u64) -> Result<&'static Register, TransportError> {
        map::MAP
            .at(offset)
            .filter(|_| offset < map::channel_reads(self.channels))
            .ok_or_else(|| self.no_register(offset))
    }

    fn no_register(&self, offset: u64) -> TransportError {
        TransportError::NoRegister { device: self.name(), offset, limit: map::MAP.bytes }
    }

    fn name(&self) -> String {
        format!("{} (reference)", map::MAP.name)
    }

    fn ring(&mut self, command: u64) {
        if FAILED.get(self.read(&map::STATUS)) == 1 {
            return;
        }
        let outcome = match command {
            value if value == Command::Lookup as u64 => self.run(Command::Lookup),
            value if value == Command::Update as u64 => self.run(Command::Update),
            value => Err((ErrorCode::UnknownCommand, value)),
        };
        match outcome {
            Ok(()) => *self.value(&map::STATUS) |= DONE.place(1),
            Err((code, position)) => {
                *self.value(&map::STATUS) |= FAILED.place(1);
                *self.value(&map::ERROR) = code as u64;
                *self.value(&map::ERROR_POSITION) = position;
            }
        }
    }

    fn run(&mut self, command: Command) -> Result<(), Failure> {
        *self.value(&map::STATUS) &= !DONE.place(1);
        let job = Job::new(command, |register| self.read(register));
        job.check(self.channels * CHANNEL_BYTES)?;
        let segments = walk::walk(&job, &self.memory)?;
        match command {
            Command::Lookup => self.pool(&job, &segments),
            Command::Update => self.apply(&job, &segments),
        }
        Ok(())
    }

    /// Adds up the rows of every bag.
    fn pool(&mut self, job: &Job, segments: &[walk::Segment]) {
        let mut sum = vec![0.0f32; job.vector_length as usize];
        let mut row = Vector::new(job);
        let mut words = Vec::new();
        for (bag, segment) in segments.iter().enumerate() {
            sum.fill(0.0);
            self.words(job.entries.base, segment.entries.clone(), &mut words);
            for &index in &words {
                let address = segment.address + u64::from(index) * job.vector_bytes();
                self.count(address, job, map::channel_reads);
                for (sum, element) in sum.iter_mut().zip(row.read(&self.memory, address)) {
                    *sum += element;
                }
            }
            if job.mean {
                let bag = bag as u32;
                self.words(job.segments.base, bag..bag + 1, &mut words);
                let scale = f32::from_bits(words[0]);
                sum.iter_mut().for_each(|sum| *sum *= scale);
            }
            row.write(&mut self.memory, job.vectors.base + bag as u64 * job.vector_bytes(), &sum);
            *self.value(&map::LINES_POOLED) += job.vector_lines();
        }
        *self.value(&map::LOOKUPS) += 1;
    }

    /// Applies the gradients of its bags to every row.
    fn apply(&mut self, job: &Job, segments: &[walk::Segment]) {
        let mut weights = vec![0.0f32; job.vector_length as usize];
        let mut vector = Vector::new(job);
        let (mut bags, mut scales) = (Vec::new(), Vec::new());
        for segment in segments {
            self.count(segment.address, job, map::channel_reads);
            for (weight, element) in weights.iter_mut().zip(vector.read(&self.memory, segment.address)) {
                *weight = element;
            }
            self.words(job.entries.base, segment.entries.clone(), &mut bags);
            if job.mean {
                self.words(job.scales.base, segment.entries.clone(), &mut scales);
            }
            for (entry, &bag) in bags.iter().enumerate() {
                let gradient = vector.read(&self.memory, job.vectors.base + u64::from(bag) * job.vector_bytes());
                if job.mean {
                    let scale = f32::from_bits(scales[entry]);
                    for (weight, gradient) in weights.iter_mut().zip(gradient) {
                        *weight -= job.learning_rate * (scale * gradient);
                    }
                } else {
                    for (weight, gradient) in weights.iter_mut().zip(gradient) {
                        *weight -= job.learning_rate * gradient;
                    }
                }
            }
            *self.value(&map::LINES_GRADIENT) += bags.len() as u64 * job.vector_lines();
            vector.write(&mut self.memory, segment.address, &weights);
            self.count(segment.address, job, map::channel_writes);
        }
        *self.value(&map::UPDATES) += 1;
    }

    /// Fills `words` with those at positions `range` of the list at `base`.
    fn words(&self, base: u64, range: Range<u32>, words: &mut Vec<u32>) {
        let start = base + u64::from(range.start) * walk::WORD_BYTES;
        words.resize(range.len(), 0);
        self.memory.read_words(start, words);
    }

    /// Counts the lines of the row at `address` on their channels.
    fn count(&mut self, address: u64, job: &Job, counter: fn(u64) -> u64) {
        for line in 0..job.vector_lines() {
            let channel = (address + line * LINE_BYTES) / INTERLEAVE_BYTES % self.channels;
            self.registers[(counter(channel) / REGISTER_BYTES) as usize] += 1;
        }
    }
}

impl Transport for ReferenceCxlMem {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        let register = self.register(offset)?;
        // What starts an action reads as zero, and nothing stores to its slot.
        Ok(self.read(register))
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let register = self.register(offset)?;
        let value = value & register.mask();
        match register.access {
            Access::ReadOnly => return Err(self.no_register(offset)),
            Access::ReadWrite => *self.value(register) = value,
            Access::WriteOnly if offset == map::DOORBELL.offset => self.ring(value),
            Access::WriteOnly => {
                if CLEAR_STATUS.get(value) == 1 {
                    for register in [&map::STATUS, &map::ERROR, &map::ERROR_POSITION] {
                        *self.value(register) = 0;
                    }
                }
                if CLEAR_COUNTERS.get(value) == 1 {
                    let first = (map::CYCLES.offset / REGISTER_BYTES) as usize;
                    self.registers[first..].fill(0);
                }
            }
        }
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_memory(address, bytes.len())?;
        self.memory.read(address, bytes);
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_memory(address, bytes.len())?;
        self.memory.write(address, bytes);
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        let status = self.read(&map::STATUS);
        if DONE.get(status) == 1 || FAILED.get(status) == 1 {
            return Ok(());
        }
        Err(TransportError::Timeout { device: self.name(), cycles })
    }

    fn time(&self) -> u64 {
        0
    }
}

impl ReferenceCxlMem {
    fn check_memory(&self, address: u64, length: usize) -> Result<(), TransportError> {
        let within = |base: u64, bytes: u64| {
            address >= base && address - base <= bytes && length as u64 <= bytes - (address - base)
        };
        if within(0, self.channels * CHANNEL_BYTES) || within(SCRATCHPAD_BASE, SCRATCHPAD_BYTES) {
            return Ok(());
        }
        Err(TransportError::NoMemory { device: self.name(), address, length: length as u64 })
    }
}

/// Moves vectors between memory and arithmetic.
struct Vector {
    words: Vec<u32>,
    bytes: Vec<u8>,
}

impl Vector {
    fn new(job: &Job) -> Self {
        Self { words: vec![0; job.vector_length as usize], bytes: Vec::with_capacity(job.vector_bytes() as usize) }
    }

    fn read(&mut self, memory: &Memory, address: u64) -> impl Iterator<Item = f32> + '_ {
        memory.read_words(address, &mut self.words);
        self.words.iter().map(|&word| f32::from_bits(word))
    }

    /// Stores results. Arithmetic keeps a NaN a NaN, so making it canonical here is the same as after every operation.
    fn write(&mut self, memory: &mut Memory, address: u64, elements: &[f32]) {
        let word = |element: &f32| if element.is_nan() { CANONICAL_NAN } else { element.to_bits() };
        self.bytes.clear();
        self.bytes.extend(elements.iter().flat_map(|element| word(element).to_le_bytes()));
        memory.write(address, &self.bytes);
    }
}

/// The only NaN that the hardware writes.
const CANONICAL_NAN: u32 = 0x7fc0_0000;
