//! The driver against a device that only remembers.

mod counters;

use super::*;
use crate::{IdentityError, Transport, TransportError};
use emberlane_registers::{
    Register,
    cxl_mem::{
        self as registers, AFTER_PARAMETERS, AFTER_ROWS, BUSY, CHANNELS, Command, DONE, ErrorCode, FAILED, IN_WINDOW,
        LAG, LINE_BYTES, LINES, MAX_LENGTH, Pooling, STAGED,
    },
    log::RecordKind,
};
use std::collections::HashMap;

const ONE: u32 = 0x3f80_0000;

/// Registers and memory that hold what they are given; a doorbell is answered with `answer`.
struct Fake {
    registers: HashMap<u64, u64>,
    memory: HashMap<u64, u8>,
    writes: Vec<(u64, u64)>,
    /// What `STATUS`, `ERROR` and `ERROR_POSITION` read after a doorbell.
    answer: [u64; 3],
    /// A register that cannot be written.
    broken: Option<u64>,
}

impl Fake {
    fn new() -> Self {
        let registers = registers::REGISTERS.iter().map(|register| (register.offset, register.reset)).collect();
        let mut fake =
            Self { registers, memory: HashMap::new(), writes: Vec::new(), answer: [DONE.place(1), 0, 0], broken: None };
        fake.registers.insert(registers::CAPABILITIES.offset, CHANNELS.place(2) | MAX_LENGTH.place(128));
        fake.registers.insert(registers::PERSISTENT_BYTES.offset, 1 << 20);
        fake.registers.insert(registers::SCRATCHPAD_SIZE.offset, 1 << 16);
        fake
    }

    fn with(mut self, register: &Register, value: u64) -> Self {
        self.registers.insert(register.offset, value);
        self
    }

    /// What was written to registers since the last call, by name.
    fn take_writes(&mut self) -> Vec<(&'static str, u64)> {
        let name = |offset| registers::MAP.at(offset).expect("only registers are written").name;
        self.writes.drain(..).map(|(offset, value)| (name(offset), value)).collect()
    }
}

impl Transport for Fake {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        Ok(self.registers[&offset])
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        if self.broken == Some(offset) {
            return Err(TransportError::Protocol { device: "fake".into(), message: "no answer".into() });
        }
        self.writes.push((offset, value));
        let state = [&registers::STATUS, &registers::ERROR, &registers::ERROR_POSITION];
        let new = match offset {
            offset if offset == registers::DOORBELL.offset => self.answer,
            offset if offset == registers::CLEAR.offset => [0; 3],
            _ => {
                self.registers.insert(offset, value);
                return Ok(());
            }
        };
        self.registers.extend(state.iter().zip(new).map(|(register, value)| (register.offset, value)));
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        for (at, byte) in (address..).zip(bytes) {
            *byte = self.memory.get(&at).copied().unwrap_or(0);
        }
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.memory.extend((address..).zip(bytes.iter().copied()));
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        if self.registers[&registers::STATUS.offset] == 0 {
            return Err(TransportError::Timeout { device: "fake".into(), cycles });
        }
        Ok(())
    }

    fn time(&self) -> u64 {
        0
    }
}

/// Two tables of 10 and 3 rows.
fn configured(pooling: Pooling) -> CxlMem<Fake> {
    let mut device = CxlMem::discover(Fake::new()).unwrap();
    device.configure(Configuration::new(16, pooling, ONE, vec![10, 3])).unwrap();
    device
}

fn batch() -> Batch {
    BatchBuilder::new()
        .table(&[0, 2, 3], &[4, 4, 9])
        .and_then(|builder| builder.table(&[0, 0, 1], &[2]))
        .and_then(BatchBuilder::build)
        .unwrap()
}

/// One bag, which is empty.
fn empty_batch() -> Batch {
    BatchBuilder::new()
        .table(&[0, 0], &[])
        .and_then(|builder| builder.table(&[0], &[]))
        .and_then(BatchBuilder::build)
        .unwrap()
}

fn list_words(device: &mut CxlMem<Fake>, list: List, count: usize) -> Vec<u32> {
    let base = device.batch_plan().unwrap().list(list);
    let mut words = vec![0; count];
    words::read(device.transport_mut(), base, &mut words).unwrap();
    words
}

#[test]
fn discovery_reads_what_the_device_was_built_with() {
    let device = CxlMem::discover(Fake::new()).unwrap();
    let expected = Capabilities {
        version: (1, 1),
        channels: 2,
        longest_vector: 128,
        persistent_bytes: 1 << 20,
        scratchpad_base: registers::SCRATCHPAD_BASE,
        scratchpad_bytes: 1 << 16,
    };
    assert_eq!(*device.capabilities(), expected);
}

#[test]
fn discovery_refuses_other_devices_and_versions() {
    let refused = |register, value| CxlMem::discover(Fake::new().with(register, value)).map(|_| ()).unwrap_err();
    assert!(matches!(
        refused(&registers::IDENTITY, 0x1234),
        CxlMemError::Identity(IdentityError::Other { found: 0x1234, .. })
    ));
    for found in [0, 0xffff, 1 << 16, 2 << 16] {
        assert!(
            matches!(refused(&registers::VERSION, found), CxlMemError::Identity(IdentityError::Version { .. })),
            "{found:#x}"
        );
    }
    let message = refused(&registers::VERSION, 0x2_0003).to_string();
    assert!(message.contains("2.3") && message.contains("1.1"), "{message}");
    for (register, value) in [
        (&registers::CAPABILITIES, MAX_LENGTH.place(128)),
        (&registers::CAPABILITIES, CHANNELS.place(5) | MAX_LENGTH.place(128)),
        (&registers::CAPABILITIES, CHANNELS.place(1) | MAX_LENGTH.place(120)),
        (&registers::CAPABILITIES, CHANNELS.place(1) | MAX_LENGTH.place(512)),
        (&registers::PERSISTENT_BYTES, registers::SCRATCHPAD_BASE + 64),
        (&registers::SCRATCHPAD, registers::SCRATCHPAD_BASE + 1),
        (&registers::SCRATCHPAD_SIZE, u64::MAX),
    ] {
        assert!(matches!(refused(register, value), CxlMemError::Capabilities { .. }), "{}", register.name);
    }
    // A later minor version keeps what this driver needs.
    CxlMem::discover(Fake::new().with(&registers::VERSION, registers::VERSION_VALUE + 7)).unwrap();
}

#[test]
fn configurations_that_cannot_be_are_refused() {
    let mut device = CxlMem::discover(Fake::new()).unwrap();
    let mut refused = |length, rows: &[u32], data_base| {
        let configuration = Configuration { data_base, ..Configuration::new(length, Pooling::Sum, ONE, rows.into()) };
        device.configure(configuration).map(|_| ()).unwrap_err()
    };
    for length in [0, 8, 24, 144, 0xffff_fff0] {
        assert!(matches!(refused(length, &[1], 0), CxlMemError::VectorLength { longest: 128, .. }), "{length}");
    }
    assert!(matches!(refused(16, &[], 0), CxlMemError::NoTables));
    assert!(matches!(refused(16, &[4, 0, 0], 0), CxlMemError::NoRows { table: 1 }));
    assert!(matches!(refused(16, &[4], 100), CxlMemError::DataBase { base: 100 }));
    let most = (1 << 20) / 64;
    assert!(matches!(refused(16, &[most + 1], 0), CxlMemError::TablesTooLarge { .. }));
    assert!(matches!(refused(16, &[most], 64), CxlMemError::TablesTooLarge { .. }));
    assert!(matches!(refused(128, &[u32::MAX; 100], u64::MAX - 63), CxlMemError::TablesTooLarge { .. }));
    device.configure(Configuration::new(16, Pooling::Sum, ONE, vec![most])).unwrap();
}

#[test]
fn tables_ascend_and_share_no_media_line() {
    let mut device = CxlMem::discover(Fake::new()).unwrap();
    let configuration = Configuration { data_base: 64, ..Configuration::new(16, Pooling::Sum, ONE, vec![3, 1, 4, 5]) };
    let plan = device.configure(configuration).unwrap();
    let bases: Vec<u64> = plan.tables.iter().map(|table| table.base).collect();
    assert_eq!(bases, [64, 256, 512, 768]);
    assert_eq!(plan.data, Region { base: 64, bytes: 768 + 5 * 64 - 64 });
}

#[test]
fn rows_are_written_where_they_are_read() {
    let mut device = configured(Pooling::Sum);
    let table: Vec<u32> = (0..160).collect();
    device.load_table(0, &table).unwrap();
    device.load_table(1, &[7; 48]).unwrap();
    assert_eq!(device.read_rows(0, 2, 3).unwrap(), table[32..80]);
    device.write_rows(0, 9, &[5; 16]).unwrap();
    assert_eq!(device.read_table(0).unwrap(), [&table[..144], &[5; 16]].concat());
    assert_eq!(device.read_table(1).unwrap(), [7; 48]);

    assert!(matches!(device.load_table(0, &[0; 144]), Err(CxlMemError::WordCount { found: 144, .. })));
    assert!(matches!(device.load_table(2, &[]), Err(CxlMemError::NoTable { table: 2, tables: 2 })));
    assert!(matches!(device.write_rows(0, 0, &[0; 15]), Err(CxlMemError::WordCount { .. })));
    assert!(matches!(device.write_rows(1, 2, &[0; 32]), Err(CxlMemError::RowRange { rows: 3, .. })));
    let error = device.read_rows(1, u64::MAX, 2).unwrap_err();
    assert!(matches!(error, CxlMemError::RowRange { .. }) && !error.to_string().is_empty());
}

#[test]
fn a_posted_batch_lies_in_the_scratchpad_as_lists() {
    let mut device = configured(Pooling::Mean);
    device.post(&batch().with_scales(vec![10, 20, 30, 40]).unwrap()).unwrap();
    for (list, expected) in [
        (List::BagDirectory, vec![0, 0, 10, 2, 768, 0, 3, 2]),
        (List::BagOffsets, vec![0, 2, 3, 3, 4]),
        (List::Indices, vec![4, 4, 9, 2]),
        (List::BagScales, vec![10, 20, 30, 40]),
        (List::RowDirectory, vec![0, 0, 10, 2, 768, 0, 3, 1]),
        (List::RowOffsets, vec![0, 2, 3, 4]),
        (List::Rows, vec![4, 9, 2]),
        (List::SourceBags, vec![0, 0, 1, 3]),
        (List::SourceScales, vec![10, 10, 20, 40]),
    ] {
        assert_eq!(list_words(&mut device, list, expected.len()), expected, "{list:?}");
    }
    let plan = device.batch_plan().unwrap();
    assert!(plan.lists.iter().all(|base| base.is_multiple_of(LINE_BYTES)));
    assert_eq!(plan.descriptors, Region { base: registers::SCRATCHPAD_BASE, bytes: 9 * 64 });
    assert_eq!(plan.pooled, Region { base: plan.descriptors.end(), bytes: 4 * 64 });
    assert_eq!(plan.gradients, Region { base: plan.pooled.end(), bytes: 4 * 64 });
}

#[test]
fn batches_that_do_not_match_are_refused() {
    let mut device = configured(Pooling::Mean);
    assert!(matches!(device.post(&batch()), Err(CxlMemError::NoScales)));
    let one_table = BatchBuilder::new().table(&[0, 1], &[0]).and_then(BatchBuilder::build).unwrap();
    assert!(matches!(device.post(&one_table), Err(CxlMemError::TableCount { found: 1, configured: 2 })));
    let bad_row = BatchBuilder::new()
        .table(&[0, 1], &[9])
        .and_then(|builder| builder.table(&[0, 0, 2], &[2, 3]))
        .and_then(BatchBuilder::build)
        .and_then(|batch| batch.with_scales(vec![ONE; 3]))
        .unwrap();
    let refused = device.post(&bad_row);
    assert!(matches!(refused, Err(CxlMemError::Index { table: 1, bag: 2, entry: 2, index: 3, rows: 3 })));
    assert!(matches!(device.lookup(), Err(CxlMemError::NotPosted)));
    device.post_unchecked(&bad_row).unwrap();

    let offsets: Vec<u32> = vec![0; 600];
    let large = BatchBuilder::new()
        .table(&offsets, &[])
        .and_then(|builder| builder.table(&[0], &[]))
        .and_then(BatchBuilder::build)
        .and_then(|batch| batch.with_scales(vec![0; 599]))
        .unwrap();
    let error = device.post(&large).unwrap_err();
    assert!(matches!(error, CxlMemError::ScratchpadTooSmall { available: 32768, .. }));
    assert!(error.to_string().contains("half of the device's has 32768"), "{error}");
}

#[test]
fn calls_out_of_order_say_what_is_missing() {
    let mut device = CxlMem::discover(Fake::new()).unwrap();
    assert!(matches!(device.load_table(0, &[]), Err(CxlMemError::NotConfigured)));
    assert!(matches!(device.post(&batch()), Err(CxlMemError::NotConfigured)));
    assert!(matches!(device.set_learning_rate(ONE), Err(CxlMemError::NotConfigured)));
    let mut device = configured(Pooling::Sum);
    assert!(matches!(device.lookup(), Err(CxlMemError::NotPosted)));
    assert!(matches!(device.update(&[]), Err(CxlMemError::NotPosted)));
    device.post(&batch()).unwrap();
    assert!(matches!(device.update(&[0; 63]), Err(CxlMemError::WordCount { found: 63, .. })));
    device.configure(Configuration::new(16, Pooling::Sum, ONE, vec![10, 3])).unwrap();
    assert!(matches!(device.lookup(), Err(CxlMemError::NotPosted)));
}

#[test]
fn only_changed_registers_are_written() {
    let mut device = configured(Pooling::Sum);
    device.transport_mut().take_writes();
    device.post(&batch()).unwrap();
    device.lookup().unwrap();
    let writes = device.transport_mut().take_writes();
    for register in registers::REGISTERS.iter().filter(|each| each.access == emberlane_registers::Access::ReadWrite) {
        // Those of a batch come first, then those of its peers and of the medium.
        let expected = usize::from(register.offset < registers::FLUSH_TARGET.offset);
        assert_eq!(writes.iter().filter(|(name, _)| *name == register.name).count(), expected, "{}", register.name);
    }
    assert_eq!(writes[writes.len() - 2..], [("DOORBELL", 1), ("CLEAR", 1)]);

    device.set_learning_rate(ONE + 1).unwrap();
    device.update(&[0; 64]).unwrap();
    let writes = device.transport_mut().take_writes();
    assert_eq!(writes, [("LEARNING_RATE", u64::from(ONE) + 1), ("DOORBELL", 2), ("CLEAR", 1)]);
    device.post(&batch()).unwrap();
    device.lookup().unwrap();
    assert_eq!(device.transport_mut().take_writes(), [("DOORBELL", 1), ("CLEAR", 1)]);
}

#[test]
fn an_update_without_entries_is_no_job() {
    let mut device = configured(Pooling::Sum);
    let empty = empty_batch();
    device.post(&empty).unwrap();
    device.transport_mut().take_writes();
    device.update(&[0; 16]).unwrap();
    assert_eq!(device.transport_mut().take_writes(), []);
    device.lookup().unwrap();
}

#[test]
fn an_error_of_the_device_is_explained_and_stays_until_cleared() {
    let mut device = configured(Pooling::Sum);
    device.post(&batch()).unwrap();
    device.transport_mut().answer = [FAILED.place(1), ErrorCode::Index as u64, 2];
    let error = device.lookup().unwrap_err();
    assert_eq!(error.to_string(), "lookup refused: index out of range: entry 2 of INDICES is 9");
    let CxlMemError::Device(error) = error else { panic!("{error:?}") };
    assert_eq!((error.command, error.code, error.position), (1, ErrorCode::Index, 2));

    device.transport_mut().answer = [DONE.place(1), 0, 0];
    assert!(matches!(device.lookup(), Err(CxlMemError::NotCleared)));
    device.clear().unwrap();
    device.lookup().unwrap();
}

#[test]
fn a_device_that_misbehaves_is_reported() {
    let mut device = configured(Pooling::Sum);
    device.post(&batch()).unwrap();
    let mut answered = |answer| {
        device.transport_mut().answer = answer;
        let error = device.lookup().unwrap_err();
        device.clear().unwrap();
        error
    };
    assert!(matches!(answered([0; 3]), CxlMemError::Transport(TransportError::Timeout { .. })));
    assert!(matches!(answered([8, 0, 0]), CxlMemError::Spurious { status: 8 }));
    let busy = BUSY.place(1) | FAILED.place(1);
    assert!(matches!(answered([busy, 1, 0]), CxlMemError::Spurious { .. }));
    let unknown = answered([FAILED.place(1), 99, 5]);
    assert!(matches!(unknown, CxlMemError::UnknownError { value: 99, position: 5 }));
}

#[test]
fn a_batch_goes_beside_one_that_jobs_work_on() {
    let mut device = configured(Pooling::Sum);
    let half = 1 << 15;
    let base = |device: &CxlMem<Fake>| device.batch_plan().unwrap().descriptors.base - registers::SCRATCHPAD_BASE;
    let post = |device: &mut CxlMem<Fake>| {
        device.post(&batch()).unwrap();
        device.prepare().unwrap();
        base(device)
    };
    assert_eq!(post(&mut device), 0);
    assert_eq!(post(&mut device), 0, "no job was posted");
    device.lookup().unwrap();
    assert_eq!(post(&mut device), 0, "the job has ended");
    device.post_job(Command::Lookup as u64).unwrap();
    assert_eq!(post(&mut device), half);
    assert_eq!(post(&mut device), half, "none of its jobs was posted");
    device.post_job(Command::Lookup as u64).unwrap();
    assert_eq!(post(&mut device), 0);
    device.wait().unwrap();
    device.post_job(Command::Update as u64).unwrap();
    // A batch that cannot be posted leaves both where they are.
    assert!(device.post(&BatchBuilder::new().table(&[0, 0], &[]).and_then(BatchBuilder::build).unwrap()).is_err());
    assert_eq!(post(&mut device), half);
}

/// A batch behind [`batch`]: bags {9, 1, 9} and {4}, {0} and {2, 2}.
fn batch_behind() -> Batch {
    BatchBuilder::new()
        .table(&[0, 3, 4], &[9, 1, 9, 4])
        .and_then(|builder| builder.table(&[0, 1, 3], &[0, 2, 2]))
        .and_then(BatchBuilder::build)
        .unwrap()
}

/// A batch that shares no row with [`batch`].
fn batch_apart() -> Batch {
    BatchBuilder::new()
        .table(&[0, 2], &[2, 0])
        .and_then(|builder| builder.table(&[0, 0], &[]))
        .and_then(BatchBuilder::build)
        .unwrap()
}

/// The lists of an accumulation: directory, offsets, rows, source bags and source scales.
fn segments(device: &mut CxlMem<Fake>, accumulation: usize) -> [Vec<u32>; 5] {
    let plan = device.batch_plan().unwrap().accumulations.unwrap()[accumulation];
    let counts = [4, plan.rows + 1, plan.rows, plan.entries, plan.entries];
    std::array::from_fn(|list| {
        let mut words = vec![0; counts[list]];
        words::read(device.transport_mut(), plan.lists[list], &mut words).unwrap();
        words
    })
}

#[test]
fn a_batch_ahead_has_lists_of_what_it_shares() {
    let mut device = configured(Pooling::Mean);
    let before = batch().with_scales(vec![10, 20, 30, 40]).unwrap();
    let behind = batch_behind().with_scales(vec![50, 60, 70, 80]).unwrap();
    let overlap = Overlap::new(&before, &behind);
    assert_eq!((overlap.shared_rows(), overlap.shared_entries()), (3, 5));
    device.post(&before).unwrap();
    device.post_ahead(&behind, &overlap).unwrap();
    let plan = device.batch_plan().unwrap().clone();
    let low = |region: Region| region.base as u32;
    let high = (registers::SCRATCHPAD_BASE >> 32) as u32;
    assert_eq!(
        segments(&mut device, 0),
        [vec![low(plan.deltas), high, 3, 3], vec![0, 2, 3, 4], vec![0, 1, 2], vec![0, 0, 1, 3], vec![10, 10, 20, 40],]
    );
    assert_eq!(
        segments(&mut device, 1),
        [
            vec![low(plan.pooled), high, 4, 3],
            vec![0, 3, 5, 8],
            vec![0, 1, 3],
            vec![0, 5, 5, 1, 4, 3, 6, 6],
            vec![ONE, 50, 50, ONE, 60, ONE, 80, 80],
        ]
    );
    assert_eq!(list_words(&mut device, List::Rows, 5), [1, 4, 9, 0, 2]);
    // Deltas lie between the pooled vectors and the gradients, in the other half.
    assert_eq!(plan.descriptors.base, registers::SCRATCHPAD_BASE + (1 << 15));
    assert_eq!(plan.deltas, Region { base: plan.pooled.end(), bytes: 3 * 64 });
    assert_eq!(plan.gradients, Region { base: plan.deltas.end(), bytes: 4 * 64 });
    let lists = plan.accumulations.unwrap().map(|accumulation| accumulation.lists).concat();
    assert!(lists.iter().all(|list| list.is_multiple_of(LINE_BYTES) && *list < plan.descriptors.end()));
}

#[test]
fn batches_that_share_nothing_have_lists_that_a_device_takes() {
    for scales in [None, Some([5, 6])] {
        let mut device = configured(if scales.is_some() { Pooling::Mean } else { Pooling::Sum });
        let (mut before, mut behind) = (batch(), batch_apart());
        if let Some(scales) = scales {
            before = before.with_scales(vec![7; 4]).unwrap();
            behind = behind.with_scales(scales.to_vec()).unwrap();
        }
        let overlap = Overlap::new(&before, &behind);
        assert_eq!((overlap.shared_rows(), overlap.shared_entries()), (0, 0));
        device.post(&before).unwrap();
        device.post_ahead(&behind, &overlap).unwrap();
        let deltas = segments(&mut device, 0);
        assert_eq!(
            (&deltas[0][2..], &deltas[1][..], &deltas[2..4]),
            (&[1, 1][..], &[0, 1][..], &[[0], [0]].map(Vec::from)[..])
        );
        let corrections = segments(&mut device, 1);
        assert_eq!((&corrections[0][2..], &corrections[1..4]), (&[2, 1][..], &[vec![0, 1], vec![0], vec![0]][..]));
        if scales.is_some() {
            assert_eq!((&deltas[4][..], &corrections[4][..]), (&[7][..], &[ONE][..]));
        }
    }
}

#[test]
fn a_batch_catches_up_with_the_one_before() {
    let mut device = configured(Pooling::Sum);
    let (before, behind) = (batch(), batch_behind());
    device.post(&before).unwrap();
    device.lookup().unwrap();
    let of_before = device.batch_plan().unwrap().clone();
    device.post_ahead(&behind, &Overlap::new(&before, &behind)).unwrap();
    device.prepare().unwrap();
    device.post_job(Command::Lookup as u64).unwrap();
    let plan = device.batch_plan().unwrap().clone();
    device.transport_mut().take_writes();

    device.prepare_deltas().unwrap();
    let writes = device.transport_mut().take_writes();
    for expected in [
        ("DATA_BASE", plan.deltas.base),
        ("GRADIENT_BASE", of_before.gradients.base),
        ("TABLE_COUNT", 1),
        ("ENTRY_COUNT", 4),
        ("ROW_COUNT", 3),
    ] {
        assert!(writes.contains(&expected), "{expected:?} in {writes:?}");
    }
    device.prepare_corrections().unwrap();
    let writes = device.transport_mut().take_writes();
    for expected in [
        ("LEARNING_RATE", 0xbf80_0000),
        ("DATA_BASE", plan.pooled.base),
        ("DATA_BYTES", plan.pooled.bytes),
        ("GRADIENT_BASE", plan.pooled.base),
        ("GRADIENT_BYTES", 4 * 64 + 3 * 64 + 4 * 64),
        ("BAG_COUNT", 7),
        ("ENTRY_COUNT", 8),
    ] {
        assert!(writes.contains(&expected), "{expected:?} in {writes:?}");
    }
    device.prepare_update_before().unwrap();
    let writes = device.transport_mut().take_writes();
    for expected in [
        ("LEARNING_RATE", u64::from(ONE)),
        ("DATA_BASE", 0),
        ("DESCRIPTOR_BASE", of_before.descriptors.base),
        ("GRADIENT_BASE", of_before.gradients.base),
        ("ROWS", of_before.list(List::Rows)),
        ("BAG_COUNT", 4),
    ] {
        assert!(writes.contains(&expected), "{expected:?} in {writes:?}");
    }

    let pooled: Vec<u32> = (0..64).collect();
    words::write(device.transport_mut(), plan.pooled.base, &pooled).unwrap();
    let gradients: Vec<u32> = (100..164).collect();
    assert_eq!(device.catch_up(&gradients).unwrap(), pooled);
    let mut written = vec![0; 64];
    words::read(device.transport_mut(), of_before.gradients.base, &mut written).unwrap();
    assert_eq!(written, gradients);
    let writes = device.transport_mut().take_writes();
    let doorbells: Vec<u64> = writes.iter().filter(|(name, _)| *name == "DOORBELL").map(|(_, value)| *value).collect();
    assert_eq!(doorbells, [Command::Accumulate, Command::Accumulate, Command::Update].map(|command| command as u64));
    // The last batch is updated as any other, from its own half.
    device.update(&gradients).unwrap();
    words::read(device.transport_mut(), plan.gradients.base, &mut written).unwrap();
    assert_eq!(written, gradients);
}

#[test]
fn a_batch_without_entries_is_caught_up_with_but_not_applied() {
    let mut device = configured(Pooling::Sum);
    let empty = empty_batch();
    device.post(&empty).unwrap();
    device.post_ahead(&batch(), &Overlap::new(&empty, &batch())).unwrap();
    device.transport_mut().take_writes();
    device.catch_up(&[0; 16]).unwrap();
    let writes = device.transport_mut().take_writes();
    assert_eq!(writes.iter().filter(|(name, _)| *name == "DOORBELL").count(), 2);
}

#[test]
fn a_batch_ahead_needs_the_batch_before_and_their_overlap() {
    let mut device = configured(Pooling::Sum);
    let (before, behind) = (batch(), batch_behind());
    let overlap = Overlap::new(&before, &behind);
    assert!(matches!(device.post_ahead(&behind, &overlap), Err(CxlMemError::NotPosted)));
    device.post(&before).unwrap();
    assert!(matches!(device.prepare_deltas(), Err(CxlMemError::NotAhead)));
    assert!(matches!(device.catch_up(&[0; 64]), Err(CxlMemError::NotAhead)));
    let other = Overlap::new(&before, &batch_apart());
    let error = device.post_ahead(&behind, &other).unwrap_err();
    assert_eq!(error.to_string(), "the overlap is of batches of 4 and 2 bags, but these have 4 and 4");
    device.post(&before).unwrap();
    device.post_ahead(&behind, &overlap).unwrap();
    assert!(matches!(device.catch_up(&[0; 63]), Err(CxlMemError::WordCount { found: 63, .. })));
    // A batch that is posted alone has none before it.
    device.post(&behind).unwrap();
    assert!(matches!(device.prepare_update_before(), Err(CxlMemError::NotAhead)));

    let mut device = configured(Pooling::Mean);
    let scaled = |batch: Batch| batch.with_scales(vec![ONE; 4]).unwrap();
    device.post(&scaled(before)).unwrap();
    assert!(matches!(device.post_ahead(&scaled(behind), &overlap), Err(CxlMemError::NoScales)));
}

#[test]
fn a_list_is_only_made_until_it_is_run() {
    let mut device = configured(Pooling::Sum);
    device.transport_mut().take_writes();
    let mut list = device.lookup_writes(&batch(), Some(1 << 40)).unwrap();
    list.append(device.update_writes().unwrap());
    assert_eq!(device.transport_mut().take_writes(), []);
    let stored = device.batch_plan().unwrap().descriptors.bytes;
    assert_eq!((list.jobs(), list.stored_bytes()), (2, stored));
    assert!(matches!(list.iter().next(), Some(HostWrite::Memory { address: registers::SCRATCHPAD_BASE, .. })));
    device.run(list).unwrap();
    let writes = device.transport_mut().take_writes();
    for expected in [("FLUSH_TARGET", 1 << 40 | 1), ("GRADIENT_LINES", 4)] {
        assert!(writes.contains(&expected), "{expected:?} in {writes:?}");
    }
    device.settle().unwrap();
    assert_eq!(device.transport_mut().take_writes(), [("CLEAR", 1), ("FLUSH_TARGET", 0), ("GRADIENT_LINES", 0)]);
}

#[test]
fn what_a_list_has_not_done_is_done_by_the_next() {
    let (mut device, _) = logging(LogMode::Undo);
    device.set(&registers::GRADIENT_LINES, 7).unwrap();
    device.transport_mut().take_writes();
    device.transport_mut().broken = Some(registers::BATCH.offset);
    assert!(matches!(device.post_log(4, AT_PEER), Err(CxlMemError::Transport(_))));
    let done: Vec<&str> = device.transport_mut().take_writes().into_iter().map(|(name, _)| name).collect();
    assert_eq!(done, ["LOG_BASE", "LOG_BYTES", "ROW_LOG", "PARAMETER_LOG"]);
    device.transport_mut().broken = None;
    device.wait().unwrap();
    assert_eq!(device.transport_mut().take_writes(), [], "no job was posted");
    assert!(matches!(device.post_log(4, AT_PEER), Err(CxlMemError::Log(LogError::NotStarted))));
    device.set(&registers::BATCH, 4).unwrap();
    assert_eq!(device.transport_mut().take_writes(), [("BATCH", 4)]);

    device.transport_mut().broken = Some(registers::DOORBELL.offset);
    assert!(device.lookup().is_err());
    device.transport_mut().broken = None;
    device.lookup().unwrap();
    assert_eq!(device.transport_mut().take_writes(), [("DOORBELL", 1), ("CLEAR", 1)]);
}

#[test]
fn posted_jobs_are_waited_for_together() {
    let mut device = configured(Pooling::Sum);
    device.wait().unwrap();
    device.post(&batch()).unwrap();
    device.prepare().unwrap();
    device.transport_mut().take_writes();
    for command in [Command::Lookup, Command::LogParameters, Command::Update] {
        device.post_job(command as u64).unwrap();
    }
    assert_eq!(device.transport_mut().take_writes(), [("DOORBELL", 1), ("DOORBELL", 3), ("DOORBELL", 2)]);
    device.wait().unwrap();
    device.wait().unwrap();
    assert_eq!(device.transport_mut().take_writes(), [("CLEAR", 1)]);
}

#[test]
fn the_error_of_a_posted_job_says_no_more_than_is_known() {
    let mut device = configured(Pooling::Sum);
    device.post(&batch()).unwrap();
    device.prepare().unwrap();
    let mut failed = |commands: &[Command], code: ErrorCode| {
        device.transport_mut().answer = [FAILED.place(1), code as u64, 2];
        commands.iter().for_each(|&command| device.post_job(command as u64).unwrap());
        let error = device.wait().unwrap_err().to_string();
        assert!(matches!(device.post_job(1), Err(CxlMemError::NotCleared)));
        device.clear().unwrap();
        device.post(&batch()).unwrap();
        error
    };
    let both = [Command::Lookup, Command::Update];
    assert_eq!(failed(&both, ErrorCode::Index), "posted job refused: entry out of range: entry 2 of its list");
    assert!(failed(&both, ErrorCode::Row).starts_with("update refused: row out of range"));
    assert!(failed(&both, ErrorCode::Flush).starts_with("lookup failed: "));
    let full = failed(&both, ErrorCode::QueueFull);
    assert!(full.contains("16 jobs waited already") && full.contains("wait for posted jobs"), "{full}");
    assert!(failed(&[Command::LogRows], ErrorCode::RegionOverlap).starts_with("log of rows refused: "));
    // The settings are those of the next batch already.
    device.transport_mut().answer = [FAILED.place(1), ErrorCode::Index as u64, 2];
    device.post_job(Command::Lookup as u64).unwrap();
    device.set(&registers::INDICES, 64).unwrap();
    assert_eq!(device.wait().unwrap_err().to_string(), "lookup refused: index out of range: entry 2 of INDICES");
}

const AT_PEER: Parameters = Parameters { source: 0x8000, bytes: 128 };

fn log(mode: LogMode, largest_rows: u32, parameter_bytes: u64) -> LogConfiguration {
    LogConfiguration { configuration: 7, mode, largest_rows, parameter_bytes }
}

/// A device whose log has begun before batch 4, and that has a batch.
fn logging(mode: LogMode) -> (CxlMem<Fake>, LogPlan) {
    let mut device = configured(Pooling::Sum);
    let plan = device.configure_log(log(mode, 3, 128)).unwrap().clone();
    device.begin_log(4, &[9; 64]).unwrap();
    device.post(&batch()).unwrap();
    device.prepare().unwrap();
    device.transport_mut().take_writes();
    (device, plan)
}

#[test]
fn a_log_lies_behind_the_tables_and_no_slots_share_a_media_line() {
    let mut device = configured(Pooling::Sum);
    assert!(matches!(device.post_log(0, AT_PEER), Err(CxlMemError::NotPosted)));
    assert!(matches!(device.begin_log(0, &[0; 64]), Err(CxlMemError::Log(LogError::NotConfigured))));
    let plan = device.configure_log(log(LogMode::Undo, 9, 320)).unwrap().clone();
    // The tables end at 960. A header, two lines of addresses, nine rows; a header and five lines.
    let slot = |base, bytes| Region { base, bytes };
    assert_eq!(plan.log, slot(1024, 2560));
    assert_eq!(plan.rows, [slot(1024, 768), slot(1792, 768)]);
    assert_eq!(plan.parameters, [slot(2560, 512), slot(3072, 512)]);
    assert_eq!((device.log_plan(), plan.log.end()), (Some(&plan), 3584));
    device.configure(Configuration::new(16, Pooling::Sum, ONE, vec![10])).unwrap();
    assert_eq!(device.log_plan(), None);
}

#[test]
fn a_log_and_the_superblock_behind_it_must_fit() {
    let mut device = configured(Pooling::Sum);
    // From 1024 on: two slots of 512 bytes for rows, and two of a header and the parameters.
    let most = ((1 << 20) - 1024 - 2 * 512) / 2 - 256 - 64;
    device.configure_log(log(LogMode::Redo, 3, most)).unwrap();
    let refused = device.configure_log(log(LogMode::Redo, 3, most + 256)).map(|_| ());
    let Err(CxlMemError::Log(LogError::TooLarge { needed, available })) = refused else { panic!("{refused:?}") };
    assert_eq!((needed, available), (1 << 20, (1 << 20) - 64));
    for every in [0, LogMode::LONGEST + 1] {
        let refused = device.configure_log(log(LogMode::Relaxed { every }, 3, 64)).map(|_| ());
        assert!(matches!(refused, Err(CxlMemError::Log(LogError::Interval { .. }))), "{every}: {refused:?}");
    }
    device.configure_log(log(LogMode::Relaxed { every: LogMode::LONGEST }, 3, 64)).unwrap();
}

#[test]
fn a_log_begins_with_a_checkpoint_and_says_whose_it_is() {
    let (mut device, plan) = logging(LogMode::Undo);
    let mut line = |address| {
        let mut line = [0; 64];
        device.transport_mut().memory_read(address, &mut line).unwrap();
        line
    };
    let header = |kind, payload_lines, vector_length, crc| RecordHeader {
        kind,
        configuration: 7,
        batch: 4,
        payload_lines,
        rows: 0,
        vector_length,
        part_crcs: [crc, 0, 0, 0],
    };
    let parameters = header(RecordKind::Parameters, 1, 0, crc32c::crc32c(&[9; 64]));
    assert_eq!(RecordHeader::decode(&line(plan.parameters[1].base)), Ok(parameters));
    assert_eq!(line(plan.parameters[1].base + 64), [9; 64]);
    assert_eq!(RecordHeader::decode(&line(plan.rows[1].base)), Ok(header(RecordKind::Rows, 0, 16, 0)));
    for empty in [plan.rows[0], plan.parameters[0]] {
        assert_eq!(RecordHeader::decode(&line(empty.base)), Err(HeaderError::Empty));
    }
    assert_eq!(line((1 << 20) - 64)[8], 7, "the superblock");

    let found = device.recover().unwrap();
    assert_eq!((found.batch, found.parameter_batch, found.gap, found.rows, found.exact), (4, 4, 0, 0, true));
    assert_eq!(found.parameters, [9; 64]);
    for wrong in [0, 63, 192] {
        let refused = device.begin_log(4, &vec![0; wrong]);
        assert!(matches!(refused, Err(CxlMemError::Log(LogError::Parameters { .. }))), "{wrong}: {refused:?}");
    }
}

#[test]
fn logs_of_a_batch_take_turns_between_slots() {
    let (mut device, plan) = logging(LogMode::Undo);
    device.set_log_gap(5).unwrap();
    assert_eq!(device.transport_mut().take_writes(), [("LOG_GAP", 5)]);
    let both = AFTER_ROWS.place(1) | AFTER_PARAMETERS.place(1);
    assert_eq!(device.post_log(4, AT_PEER).unwrap(), Logged { rows: true, parameters: true });
    let first = [
        ("LOG_BASE", plan.log.base),
        ("LOG_BYTES", plan.log.bytes),
        ("ROW_LOG", plan.rows[0].base),
        ("PARAMETER_LOG", plan.parameters[0].base),
        ("BATCH", 4),
        ("CONFIGURATION", 7),
        ("CHECKPOINT", both),
        ("DOORBELL", Command::LogRows as u64),
        ("PARAMETER_SOURCE", 0x8000),
        ("PARAMETER_BYTES", 128),
        ("DOORBELL", Command::LogParameters as u64),
    ];
    assert_eq!(device.transport_mut().take_writes(), first);
    for (batch, slot) in [(5, 1), (6, 0)] {
        device.post_log(batch, AT_PEER).unwrap();
        let next = [
            ("ROW_LOG", plan.rows[slot].base),
            ("PARAMETER_LOG", plan.parameters[slot].base),
            ("BATCH", batch),
            ("DOORBELL", Command::LogRows as u64),
            ("DOORBELL", Command::LogParameters as u64),
        ];
        assert_eq!(device.transport_mut().take_writes(), next);
    }

    let more = BatchBuilder::new()
        .table(&[0, 4], &[0, 1, 2, 3])
        .and_then(|builder| builder.table(&[0], &[]))
        .and_then(BatchBuilder::build)
        .unwrap();
    device.wait().unwrap();
    device.post(&more).unwrap();
    // Slots have room for as many rows as fill their media lines.
    assert!(device.post_log(7, AT_PEER).unwrap().rows);
    device.configure_log(log(LogMode::Undo, 2, 128)).unwrap();
    device.begin_log(7, &[0; 64]).unwrap();
    let error = device.post_log(7, AT_PEER).unwrap_err();
    assert!(matches!(error, CxlMemError::Log(LogError::Rows { rows: 4, bytes: 384, available: 256 })), "{error}");
}

#[test]
fn a_relaxed_log_takes_parameters_now_and_then() {
    let (mut device, plan) = logging(LogMode::Relaxed { every: 2 });
    let mut logged = |batch| device.post_log(batch, AT_PEER).unwrap().parameters;
    // The first update since the device has power needs a record; batches need not follow each other.
    assert_eq!([4, 5, 6, 9, 10, 11].map(&mut logged), [true, false, true, true, false, true]);
    let writes = device.transport_mut().take_writes();
    let of = |name| writes.iter().filter(move |write| write.0 == name).map(|write| write.1);
    let slots: Vec<u64> = [0, 1, 0, 1].map(|slot| plan.parameters[slot].base).into();
    assert_eq!(of("PARAMETER_LOG").collect::<Vec<_>>(), slots, "a slot is named when it is the next one");
    let checkpoint = AFTER_ROWS.place(1) | AFTER_PARAMETERS.place(1) | IN_WINDOW.place(1) | LAG.place(2);
    assert_eq!(of("CHECKPOINT").collect::<Vec<_>>(), [checkpoint]);
}

#[test]
fn a_relaxed_log_takes_parameters_again_when_the_last_have_ended() {
    let (mut device, _) = logging(LogMode::Relaxed { every: 3 });
    let mut logged = |batch, has_ended| {
        if has_ended {
            device.parameters_ended();
        }
        device.post_log(batch, AT_PEER).unwrap().parameters
    };
    let batches = [(4, false), (5, false), (6, true), (7, false), (8, true), (9, false), (10, false), (11, false)];
    let found = batches.map(|(batch, has_ended)| logged(batch, has_ended));
    assert_eq!(found, [true, false, true, false, true, false, false, true], "and not later than after three batches");
}

#[test]
fn a_redo_log_takes_the_rows_that_a_stage_has_made() {
    let (mut device, plan) = logging(LogMode::Redo);
    let staged = device.batch_plan().unwrap().staged.base;
    device.set(&registers::GRADIENT_LINES, LINES.place(4)).unwrap();
    device.transport_mut().take_writes();
    device.post_log(4, AT_PEER).unwrap();
    let writes = device.transport_mut().take_writes();
    let first = [("STAGED_BASE", staged), ("DOORBELL", Command::Stage as u64), ("GRADIENT_LINES", 0)];
    assert_eq!(writes[..3], first, "the stage has taken the gradients");
    let checkpoint = AFTER_ROWS.place(1) | AFTER_PARAMETERS.place(1) | STAGED.place(1);
    for expected in [("ROW_LOG", plan.rows[0].base), ("BATCH", 5), ("CHECKPOINT", checkpoint)] {
        assert!(writes.contains(&expected), "{expected:?} in {writes:?}");
    }
    let rung: Vec<u64> = writes.iter().filter(|write| write.0 == "DOORBELL").map(|write| write.1).collect();
    assert_eq!(rung, [Command::Stage, Command::LogRows, Command::LogParameters].map(|command| command as u64));
}
