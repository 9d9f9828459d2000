//! What every device has to do with lines that are poisoned over the link.

use super::checks::device_error;
use super::{GPU_HPA, System};
use crate::conformance::Aside;
use emberlane_drivers::{
    BatchBuilder, BatchPlan, Command, Configuration, ErrorCode, List, Pooling, Transport, TransportError,
};
use emberlane_fabric::gpu::CopyWrite;
use emberlane_fabric::link::LinkConfig;
use emberlane_models::cxl::CxlMemEndpoint;
use emberlane_registers::cxl_mem::{self as registers, LINE_BYTES};

/// Words of a vector, rows of the table, bags.
const LENGTH: usize = 32;
const ROWS: usize = 40;
const BAGS: usize = 20;
/// A row that the batch takes, and one that it does not.
const TAKEN: u64 = 7;
const OTHER: u64 = 31;
/// Memory of the GPU from which poison comes.
const SOURCE: u64 = 1 << 24;

fn prepared<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig) -> System<E> {
    let mut system = System::new(endpoint, link);
    let driver = &mut system.driver;
    driver
        .configure(Configuration::new(LENGTH as u32, Pooling::Sum, 1f32.to_bits(), vec![ROWS as u32]))
        .expect("the table fits");
    let offsets: Vec<u32> = (0..=BAGS as u32).map(|bag| bag * 5).collect();
    let indices: Vec<u32> = (0..5 * BAGS as u32).map(|entry| entry * 7 % 30).collect();
    let batch = BatchBuilder::new().table(&offsets, &indices).and_then(BatchBuilder::build).expect("well formed");
    driver.post(&batch).expect("the batch is well formed");
    driver.write_gradients(&vec![0.5f32.to_bits(); BAGS * LENGTH]).expect("one gradient a bag");
    driver.prepare().expect("posted");
    system
}

impl<E: CxlMemEndpoint> System<E> {
    /// The table as every job of a check finds it.
    fn fill_table(&mut self) {
        self.driver.load_table(0, &vec![1f32.to_bits(); ROWS * LENGTH]).expect("the table exists");
    }

    fn plan(&self) -> BatchPlan {
        self.driver.batch_plan().expect("posted").clone()
    }

    /// The line at a DPA as it is.
    fn line(&mut self, line: u64) -> Result<[u8; 64], TransportError> {
        let mut bytes = [0; LINE_BYTES as usize];
        self.driver.transport_mut().memory_read(line, &mut bytes).map(|()| bytes)
    }

    /// A peer writes the line at a DPA as it is, with poison.
    fn poison(&mut self, line: u64) {
        let bytes = self.line(line).expect("a line that is good");
        let to = self.driver.transport().host_address(line, LINE_BYTES).expect("memory");
        let gpu = self.gpu;
        let memory = self.fabric().device_mut(gpu).server_mut().memory_mut();
        memory.write_bytes(SOURCE, &bytes);
        memory.poison(SOURCE);
        let copy = self.fabric().device_mut(gpu).copy_out(SOURCE, to, LINE_BYTES, CopyWrite::ItoMWr);
        self.fabric().run_until(|fabric| fabric.device(gpu).copy_done(copy).is_some()).expect("the copy ends");
        // Whoever reads it learns of it.
        self.line(line).expect_err("a line that is poisoned");
    }
}

/// A line that a peer has poisoned, of a table, of gradients or of a list, fails every job that reads it, where it is, and no
/// job when it is good again.
///
/// # Panics
/// Where the device does otherwise.
pub fn poison_fails_the_jobs_that_read_it<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig) {
    let mut system = prepared(endpoint, link);
    let plan = system.plan();
    let data = system.driver.data_plan().expect("configured").clone();
    let row = data.tables[0].base + TAKEN * data.vector_bytes + LINE_BYTES;
    let log = (data.data.base + data.data.bytes).next_multiple_of(LINE_BYTES);
    for (register, value) in [
        (&registers::LOG_BASE, log),
        (&registers::LOG_BYTES, 1 << 20),
        (&registers::ROW_LOG, log),
        (&registers::STAGED_BASE, Aside::new(&system.driver, ROWS as u64).staged.base),
    ] {
        system.driver.set(register, value).expect(register.name);
    }
    let (list, gradient) = (|list| plan.list(list), plan.gradients.base + 2 * LINE_BYTES);
    let media = |line| (line, (ErrorCode::MediaRead, line));
    let logs = |line| (line, (ErrorCode::Log, log));
    let cases = [
        (Command::Lookup, media(row)),
        (Command::Update, media(row)),
        (Command::Stage, media(row)),
        (Command::LogRows, logs(row)),
        (Command::Update, media(gradient)),
        (Command::Stage, media(gradient)),
        (Command::Lookup, media(list(List::BagDirectory))),
        (Command::Lookup, media(list(List::BagOffsets))),
        (Command::Lookup, media(list(List::Indices))),
        (Command::Update, media(list(List::RowOffsets))),
        (Command::Update, media(list(List::Rows))),
        (Command::Update, media(list(List::SourceBags))),
        (Command::LogRows, logs(list(List::RowDirectory))),
        (Command::LogRows, logs(list(List::Rows))),
    ];
    for (number, (command, (line, expected))) in cases.into_iter().enumerate() {
        let context = format!("{command:?}, poison at {line:#x}");
        system.fill_table();
        let good = system.line(line).expect("a line that is good");
        system.poison(line);
        assert_eq!(device_error(system.driver.submit(command as u64)), expected, "{context}");
        system.driver.clear().expect("a failure can be cleared");
        if number % 2 == 0 {
            // A host that gives up what is lost need not write it.
            system.driver.clear_poison().expect("a register");
        }
        system.driver.transport_mut().memory_write(line, &good).expect("memory");
        system.fill_table();
        system.driver.submit(command as u64).unwrap_or_else(|error| panic!("after {context}: {error}"));
    }
    system.fill_table();
    assert_eq!(system.driver.lookup().expect("the job is right"), vec![5f32.to_bits(); BAGS * LENGTH]);
    system.fabric().run_to_end().expect("every request is answered");
}

/// A row that the batch does not take, and that a peer has poisoned, leaves as poison when all rows are flushed, and the job
/// fails there; every other line leaves as good.
///
/// # Panics
/// Where the device does otherwise.
pub fn a_poisoned_row_is_flushed_as_poison<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig) {
    let mut system = prepared(endpoint, link);
    let aside = Aside::new(&system.driver, ROWS as u64);
    aside.prepare(&mut system.driver, Command::Accumulate);
    system.driver.set(&registers::FLUSH_TARGET, GPU_HPA | 1).expect("FLUSH_TARGET");
    let (rows, bytes) = (aside.data.tables[0].base, aside.data.data.bytes);
    let lost = rows + OTHER * aside.data.vector_bytes;
    system.poison(lost);
    let gpu = system.gpu;
    for poisoned in [true, false] {
        let counter = system.fabric().device_mut(gpu).arm(0..bytes);
        let ended = system.driver.submit(Command::Accumulate as u64);
        if poisoned {
            assert_eq!(device_error(ended), (ErrorCode::MediaRead, lost), "it is told which line");
            system.driver.clear().expect("a failure can be cleared");
        } else {
            ended.expect("every line is good");
        }
        let ready = system.fabric().run_until(|fabric| fabric.device(gpu).ready(counter).is_some());
        ready.expect("every line comes");
        let expected = poisoned.then_some(lost - aside.data.data.base);
        let memory = |system: &mut System<E>, range| system.fabric().device(gpu).server().memory().poisoned_in(range);
        assert_eq!(memory(&mut system, 0..bytes), expected);
        if let Some(first) = expected {
            assert_eq!(memory(&mut system, first + LINE_BYTES..bytes), None, "one line alone");
        }
        // Written anew, it is good.
        system.driver.transport_mut().memory_write(lost, &[0; LINE_BYTES as usize]).expect("memory");
    }
    system.fabric().run_to_end().expect("every request is answered");
}
