//! Every error code at its position, nothing written, and a device that works again after a clear.

use super::{
    aside::Aside,
    discover,
    faults::{self, Edit, Fault, Place, standard_batch},
    snapshot::Snapshot,
};
use emberlane_drivers::{Command, Configuration, CxlMem, CxlMemError, List, Pooling, Region, Transport};
use emberlane_registers::cxl_mem as registers;
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

/// How many pairs of faults are tried besides every single fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorChecks {
    /// Every pair.
    AllPairs,
    /// So many random pairs for each command.
    Pairs(usize),
}

/// Makes every job error happen, alone and together with a later one, which must not be seen.
///
/// # Panics
/// Where the device reports anything else, writes memory, or does not work after a clear.
pub fn errors<T: Transport>(transport: T, seed: u64, checks: ErrorChecks) {
    let mut bench = Bench::new(discover(transport));
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for &command in Command::ALL {
        let faults = faults::faults(command, &bench.place(command));
        for fault in &faults {
            bench.fails(command, &fault.edits, fault);
            bench.works();
        }
        let mut pairs: Vec<(&Fault, &Fault)> = Vec::new();
        for first in &faults {
            pairs.extend(faults.iter().filter(|second| are_apart(first, second)).map(|second| (first, second)));
        }
        if let ErrorChecks::Pairs(count) = checks {
            pairs = pairs.choose_multiple(&mut random, count).copied().collect();
        }
        eprintln!("{command:?}: {} faults, {} pairs of them", faults.len(), pairs.len());
        for (first, second) in pairs {
            let edits: Vec<Edit> = first.edits.iter().chain(&second.edits).cloned().collect();
            bench.fails(command, &edits, first);
        }
        bench.works();
    }
    bench.unread_lists_do_not_matter();
    bench.status_tells_of_the_last_job();
}

/// Whether the first fault is found before the second, whatever the second does to the job.
fn are_apart(first: &Fault, second: &Fault) -> bool {
    let collide = first.edits.iter().any(|one| second.edits.iter().any(|other| one.collides(other)));
    // What comes after the regions depends on where they are and how much there is to do; so does the moment of a fault
    // that is about just that.
    let after_regions = first.moment[0] > faults::REGIONS;
    let moved = after_regions && [first, second].iter().any(|fault| fault.edits.iter().any(Edit::reshapes));
    first.moment < second.moment && !collide && !moved
}

/// A device with the standard job.
struct Bench<T> {
    device: CxlMem<T>,
    place: Place,
    aside: Aside,
    /// What the device made of the job when it was new.
    pooled: Vec<u32>,
    gradients: Vec<u32>,
}

impl<T: Transport> Bench<T> {
    fn new(mut device: CxlMem<T>) -> Self {
        // Zero is the one rate with which a job can be repeated without changing the tables.
        let configuration = Configuration {
            data_base: 1 << 20,
            ..Configuration::new(faults::VECTOR_LENGTH, Pooling::Mean, 0, faults::ROWS.into())
        };
        device.configure(configuration).expect("the tables fit");
        for (table, &rows) in faults::ROWS.iter().enumerate() {
            let words = |word| (table as f32 + word as f32 / 64.0).to_bits();
            let words: Vec<u32> = (0..rows * faults::VECTOR_LENGTH).map(words).collect();
            device.load_table(table, &words).expect("the table exists");
        }
        device.post(&standard_batch()).expect("the batch is well formed");
        let pooled = device.lookup().expect("the job is right");
        let gradients = vec![1.0f32.to_bits(); pooled.len()];
        device.update(&gradients).expect("the job is right");
        let aside = Aside::new(&device, faults::UNIQUE_ROWS);
        let place = Place {
            capabilities: *device.capabilities(),
            data: device.data_plan().expect("configured").clone(),
            batch: device.batch_plan().expect("posted").clone(),
            log: Region { base: 2 << 20, bytes: 8192 },
            staged: aside.staged,
        };
        Self { device, place, aside, pooled, gradients }
    }

    /// Where a job of `command` is.
    fn place(&self, command: Command) -> Place {
        match command {
            Command::Accumulate => Place { data: self.aside.data.clone(), ..self.place.clone() },
            _ => self.place.clone(),
        }
    }

    /// Posts the standard job, changed.
    fn prepare(&mut self, command: Command, edits: &[Edit]) {
        self.device.post(&standard_batch()).expect("the batch is well formed");
        self.device.prepare().expect("the batch is posted");
        self.aside.prepare(&mut self.device, command);
        let Region { base, bytes } = self.place.log;
        let log = [
            (&registers::PARAMETER_SOURCE, 1 << 40),
            (&registers::PARAMETER_BYTES, faults::PARAMETER_BYTES),
            (&registers::LOG_BASE, base),
            (&registers::LOG_BYTES, bytes),
            (&registers::PARAMETER_LOG, base),
            (&registers::ROW_LOG, base + faults::ROW_LOG),
            (&registers::CHECKPOINT, 0),
        ];
        log.iter().for_each(|(register, value)| self.device.set(register, *value).expect(register.name));
        for edit in edits {
            match *edit {
                Edit::Set(register, value) => self.device.set(register, value).expect(register.name),
                Edit::Word(list, position, word) => {
                    let address = self.place.batch.list(list) + 4 * position;
                    self.device
                        .transport_mut()
                        .memory_write(address, &word.to_le_bytes())
                        .expect("lists lie in memory");
                }
            }
        }
    }

    /// A job with these edits fails as `fault` says, and writes nothing.
    fn fails(&mut self, command: Command, edits: &[Edit], fault: &Fault) {
        let context = format!("{command:?} with {edits:?}");
        self.prepare(command, edits);
        self.device.clear_counters().expect("counters can be cleared");
        let before = Snapshot::take(&mut self.device);
        match self.device.submit(command as u64) {
            Err(CxlMemError::Device(error)) => {
                assert_eq!((error.code, error.position), (fault.code, fault.position), "{context}: {error}");
                assert_eq!(error.command, command as u64);
            }
            other => panic!("{context}: {other:?}, expected {:?} at {:#x}", fault.code, fault.position),
        }
        before.assert_unchanged(&mut self.device, &[], &context);
        let transport = self.device.transport_mut();
        let status = transport.mmio_read(registers::STATUS.offset).expect("STATUS");
        assert_eq!(status, registers::FAILED.place(1), "{context}: STATUS");
        let counted = self.device.counters().expect("counters can be read");
        let writes = [
            registers::CHANNEL_0_WRITES,
            registers::CHANNEL_1_WRITES,
            registers::CHANNEL_2_WRITES,
            registers::CHANNEL_3_WRITES,
        ];
        let counters = [
            registers::LOOKUPS,
            registers::UPDATES,
            registers::PARAMETER_RECORDS,
            registers::ROW_RECORDS,
            registers::STAGES,
            registers::ACCUMULATIONS,
            registers::LINES_POOLED,
        ];
        for register in counters.iter().chain(&writes) {
            assert_eq!(counted.get(register).unwrap_or(0), 0, "{context}: {}", register.name);
        }
        assert!(matches!(self.device.submit(command as u64), Err(CxlMemError::NotCleared)), "{context}");
        self.device.clear().expect("a failure can be cleared");
    }

    /// The standard job does what it did when the device was new.
    fn works(&mut self) {
        self.prepare(Command::Lookup, &[]);
        assert_eq!(self.device.lookup().expect("the job is right"), self.pooled);
        self.device.update(&self.gradients).expect("the job is right");
        self.device.submit(Command::LogRows as u64).expect("the job is right");
        self.device.submit(Command::Stage as u64).expect("the job is right");
        self.prepare(Command::Accumulate, &[]);
        self.device.submit(Command::Accumulate as u64).expect("the job is right");
    }

    /// Lists that a job does not read may be anywhere, and hold anything.
    fn unread_lists_do_not_matter(&mut self) {
        let nowhere = u64::MAX;
        let set = |list: List| Edit::Set(list.register(), nowhere);
        let sum = Edit::Set(&registers::POOLING, Pooling::Sum as u64);
        let of_update =
            [List::RowDirectory, List::RowOffsets, List::Rows, List::SourceBags, List::SourceScales].map(set);
        let of_lookup = [List::BagDirectory, List::BagOffsets, List::Indices, List::BagScales].map(set);
        let mut no_entries = vec![set(List::Indices), Edit::Set(&registers::ENTRY_COUNT, 0)];
        no_entries.extend((1..=5).map(|bag| Edit::Word(List::BagOffsets, bag, 0)));
        let jobs = [
            (Command::Lookup, no_entries),
            (Command::Lookup, of_update.to_vec()),
            (Command::Update, of_lookup.to_vec()),
            (Command::Lookup, vec![sum.clone(), set(List::BagScales)]),
            (Command::Update, vec![sum, set(List::SourceScales)]),
        ];
        for (command, edits) in jobs {
            self.prepare(command, &edits);
            self.device.submit(command as u64).unwrap_or_else(|error| panic!("{command:?} with {edits:?}: {error}"));
        }
        self.works();
    }

    /// `DONE` stays until a job begins or the host clears it, whatever else is written to the doorbell.
    fn status_tells_of_the_last_job(&mut self) {
        let done = registers::DONE.place(1);
        let failed = registers::FAILED.place(1);
        let length = |length| Edit::Set(&registers::VECTOR_LENGTH, length);
        // Jobs one after the other without a clear in between, and what STATUS reads after each.
        let good = length(u64::from(faults::VECTOR_LENGTH));
        for (steps, context) in [
            (vec![(&good, 1, done), (&good, 2, done), (&good, 1, done)], "good jobs"),
            (vec![(&good, 1, done), (&length(1), 1, failed), (&good, 1, failed)], "a failed job after a good one"),
            (vec![(&good, 2, done), (&good, 9, done | failed), (&good, 1, done | failed)], "no command after a job"),
        ] {
            for (edit, command, expected) in steps {
                self.prepare(Command::Lookup, std::slice::from_ref(edit));
                let transport = self.device.transport_mut();
                transport.mmio_write(registers::DOORBELL.offset, command).expect("DOORBELL");
                // A job that begins takes the line down before the doorbell's write is answered.
                transport.wait_interrupt(1_000_000).expect("every job ends");
                let status = transport.mmio_read(registers::STATUS.offset).expect("STATUS");
                assert_eq!(status, expected, "{context}: STATUS after doorbell {command}");
            }
            self.device.clear().expect("status can be cleared");
        }
        self.works();
    }
}
