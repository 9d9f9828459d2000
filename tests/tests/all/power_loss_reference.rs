//! After a loss of power at any write, recovery finds the tables and the parameters as they were before a batch; a damaged
//! record is told of, and not used.

use emberlane_drivers::{
    BatchBuilder, CxlMem, CxlMemError, Discarded, LogConfiguration, LogError, LogMode, Logged, Parameters, Reason,
    RecordKind, Recovered, Transport, TransportError,
};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::log::SUPERBLOCK_BYTES;
use emberlane_tests::conformance;
use emberlane_tests::power_loss::{CONFIGURATION, Cut, Held, Run, Training};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

const MODES: [LogMode; 6] = [
    LogMode::Redo,
    LogMode::Undo,
    LogMode::Relaxed { every: 1 },
    LogMode::Relaxed { every: 2 },
    LogMode::Relaxed { every: 3 },
    LogMode::Relaxed { every: 4 },
];

fn tables(device: &mut CxlMem<ReferenceCxlMem>) -> Vec<Vec<u32>> {
    let tables = device.data_plan().expect("configured").tables.len();
    (0..tables).map(|table| device.read_table(table).expect("the table exists")).collect()
}

/// All that memory holds.
fn memory(device: &ReferenceCxlMem) -> Vec<(u64, Vec<u8>)> {
    let read = |range: std::ops::Range<u64>| {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        device.clone().memory_read(range.start, &mut bytes).expect("it was written");
        (range.start, bytes)
    };
    device.written().into_iter().map(read).collect()
}

/// Recovers an image that only a loss of power has made.
fn recovers(training: &Training, run: &Run, cut: Cut, held: &mut Held, context: &str) -> Option<Recovered> {
    let device = training.configured(run.image(cut));
    let plan = device.log_plan().expect("configured");
    let (after, newest) = run.held(plan, training.log.mode, held, cut);
    *held = after;
    assert_eq!(held.checkpoint(training.log.mode), newest, "{context}: a checkpoint was overwritten");
    let found = recovers_image(training, run.image(cut), held, false, context)?;
    // A header may be torn so that all but one bit of it is there, which looks like damage; in order it never is.
    assert!(found.exact, "{context}: {:?}", found.discarded);
    Some(found)
}

/// Recovers an image, and compares what comes back with what there was; `None` if there is rightly no checkpoint. Only of a
/// damaged log may the tables be inexact, if the recovery says so.
fn recovers_image(
    training: &Training,
    image: ReferenceCxlMem,
    held: &Held,
    damaged: bool,
    context: &str,
) -> Option<Recovered> {
    let mut device = training.configured(image);
    let untouched = device.transport().clone();
    let (expected, found) = (held.checkpoint(training.log.mode), device.recover());
    let Some((batch, parameter_batch)) = expected else {
        let Err(CxlMemError::Log(LogError::NoCheckpoint { discarded, .. })) = found else {
            panic!("{context}: {found:?}, expected no checkpoint");
        };
        assert_eq!(discarded.len(), 4, "{context}: {discarded:?}");
        assert!(memory(device.transport()) == memory(&untouched), "{context}: memory was written");
        return None;
    };
    let found = found.unwrap_or_else(|error| panic!("{context}: {error}"));
    assert_eq!((found.batch, found.parameter_batch, found.gap), (batch, parameter_batch, batch - parameter_batch));
    let gap = training.logged_batches(parameter_batch..batch);
    assert!(damaged || gap <= training.log.mode.largest_gap(), "{context}: {gap} logged batches older");
    let of_parameters = &training.states[parameter_batch as usize];
    assert!(found.parameters == of_parameters.parameters, "{context}: parameters of batch {parameter_batch}");
    assert_eq!(found.discarded.len(), 2, "{context}: {:?}", found.discarded);
    if found.exact || !damaged {
        assert!(tables(&mut device) == training.states[batch as usize].tables, "{context}: tables of batch {batch}");
    }
    // Again, with the same device, and by the next one.
    let once = device.transport().clone();
    assert_eq!(device.recover().expect("as before"), found, "{context}");
    let mut next = training.configured(once);
    assert_eq!(next.recover().expect("as before"), found, "{context}");
    assert_eq!(tables(&mut next), tables(&mut device), "{context}");
    Some(found)
}

/// A training from its begin to its end.
fn whole(training: &Training, random: &mut Pcg64Mcg) -> (Run, CxlMem<ReferenceCxlMem>) {
    let (run, mut device) = training.whole(random);
    assert!(tables(&mut device) == training.end().tables, "logging changes no result");
    (run, device)
}

#[test]
fn any_cut_leaves_the_start_of_a_batch() {
    let seed = conformance::seed("power_loss_cuts", 71);
    let mut gaps = BTreeMap::new();
    for (seed, mode) in (seed..seed + 16).flat_map(|seed| MODES.map(|mode| (seed, mode))) {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let training = Training::random(&mut random, mode, 6);
        let (run, device) = whole(&training, &mut random);
        let plan = device.log_plan().expect("configured").clone();
        for _ in 0..60 {
            let cut = run.cut(&plan, &mut random);
            let context = format!("seed {seed}, {mode:?}, {cut:?} of {}", run.writes.len());
            let found = recovers(&training, &run, cut, &mut Held::default(), &context);
            if let LogMode::Relaxed { every } = mode {
                let oldest = gaps.entry(every).or_insert(0);
                *oldest = found.map_or(0, |found| found.gap).max(*oldest);
            }
        }
    }
    // Parameters do stay behind.
    assert!(gaps.len() == 4 && gaps.iter().all(|(every, oldest)| oldest >= &u64::from(*every)), "{gaps:?}");
}

/// Every write of a small training is the last one once, whole or torn in every way that a prefix is.
#[test]
fn every_cut_leaves_the_start_of_a_batch() {
    let seed = conformance::seed("power_loss_every_cut", 72);
    for mode in MODES {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let training = Training::random(&mut random, mode, 4);
        let (run, _) = whole(&training, &mut random);
        for whole in 0..=run.writes.len() {
            let cut = Cut { whole, torn: ((1u16 << random.random_range(0..8)) - 1) as u8 };
            recovers(&training, &run, cut, &mut Held::default(), &format!("seed {seed}, {mode:?}, {cut:?}"));
        }
    }
}

/// A training that is cut again and again, in its recovery as well, ends as one that never was.
#[test]
fn training_goes_on_from_a_recovery_and_may_be_cut_again() {
    let seed = conformance::seed("power_loss_again", 73);
    for (seed, mode) in (seed..seed + 24).flat_map(|seed| MODES.map(|mode| (seed, mode))) {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let training = Training::random(&mut random, mode, 8);
        let end = training.batches();
        let (mut run, device) = whole(&training, &mut random);
        let plan = device.log_plan().expect("configured").clone();
        let mut held = Held::default();
        for number in 0..5 {
            let cut = run.cut(&plan, &mut random);
            let context = format!("seed {seed}, {mode:?}, cut {number}: {cut:?} of {}", run.writes.len());
            let Some(found) = recovers(&training, &run, cut, &mut held, &context) else {
                run = whole(&training, &mut random).0;
                held = Held::default();
                continue;
            };
            let mut device = training.configured(run.image(cut));
            device.transport_mut().record_writes();
            let before = run.image(cut);
            device.recover().expect("as before");
            let recovery = Run { before, writes: device.transport_mut().take_writes() };
            let again = recovery.cut(&plan, &mut random);
            let context = format!("{context}, recovery cut at {again:?}");
            assert_eq!(recovers_image(&training, recovery.image(again), &held, false, &context), Some(found.clone()));

            run = training.run(&mut device, found.batch..end, &mut random);
            assert!(tables(&mut device) == training.end().tables, "{context}: the end differs");
        }
    }
}

#[test]
fn a_damaged_record_is_told_of_and_not_used() {
    let seed = conformance::seed("power_loss_damage", 74);
    let mut used = 0;
    for (seed, mode) in (seed..seed + 16).flat_map(|seed| MODES.map(|mode| (seed, mode))) {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let training = Training::random(&mut random, mode, 6);
        let (run, device) = whole(&training, &mut random);
        let plan = device.log_plan().expect("configured").clone();
        for _ in 0..40 {
            let cut = Cut { torn: 0, ..run.cut(&plan, &mut random) };
            let mut held = run.held(&plan, mode, &Held::default(), cut).0;
            let kind = if random.random() { RecordKind::Rows } else { RecordKind::Parameters };
            let slot = random.random_range(0..2);
            let Some(batch) = held.lose(kind, slot) else { continue };
            let mut image = run.image(cut);
            let bit = flip(&mut image, plan.slots(kind)[slot].base, &mut random);
            let context = format!("seed {seed}, {mode:?}, {cut:?}, bit {bit} of {kind:?} of batch {batch}");
            let reason = if bit < 512 { Reason::DamagedHeader } else { Reason::Payload };
            let expected = Discarded { kind, slot, batch: Some(batch), reason };
            match recovers_image(&training, image.clone(), &held, true, &context) {
                Some(found) => {
                    assert!(found.discarded.contains(&expected), "{context}: {:?}", found.discarded);
                    // Of a redo log a newer record has to be whole, of the others its rows. No row was written back from the
                    // record with which the log began.
                    let matters = kind == RecordKind::Rows || mode == LogMode::Redo;
                    let is_newer = batch > found.batch || batch == found.batch && found.rows == 0;
                    assert_eq!(found.exact, !(matters && is_newer), "{context}: {:?}", found.discarded);
                    used += 1;
                }
                None => {
                    let error = training.configured(image).recover().unwrap_err().to_string();
                    assert!(error.contains(&expected.to_string()), "{context}: {error}");
                }
            }
        }
    }
    assert!(used > 200, "only {used} recoveries");
}

/// Flips a bit of the record at a DPA, and says which.
fn flip(memory: &mut ReferenceCxlMem, record: u64, random: &mut Pcg64Mcg) -> u64 {
    let mut lines = [0; 4];
    memory.memory_read(record + 24, &mut lines).expect("memory");
    let bits = 512 * (1 + u64::from(u32::from_le_bytes(lines)));
    let bit = if bits == 512 || random.random() { random.random_range(0..512) } else { random.random_range(512..bits) };
    let mut byte = [0];
    memory.memory_read(record + bit / 8, &mut byte).expect("memory");
    memory.memory_write(record + bit / 8, &[byte[0] ^ 1 << (bit % 8)]).expect("memory");
    bit
}

/// A device with a line that cannot be read.
struct Poisoned {
    device: ReferenceCxlMem,
    line: u64,
}

impl Transport for Poisoned {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.device.mmio_read(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.device.mmio_write(offset, value)
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        if (address..address + bytes.len() as u64).contains(&self.line) {
            return Err(TransportError::Protocol { device: "device".into(), message: "poison".into() });
        }
        self.device.memory_read(address, bytes)
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.device.memory_write(address, bytes)
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.device.wait_interrupt(cycles)
    }

    fn time(&self) -> u64 {
        0
    }
}

/// The device of a training, with a line that cannot be read.
fn poisoned(training: &Training, memory: &ReferenceCxlMem, line: u64) -> CxlMem<Poisoned> {
    let configuration = training.begin().configuration().cloned().expect("configured");
    let mut device = CxlMem::discover(Poisoned { device: memory.clone(), line }).expect("a CXL-MEM");
    device.configure(configuration).expect("the tables fit");
    device.configure_log(training.log).expect("the log fits");
    device
}

#[test]
fn a_record_that_cannot_be_read_is_told_of_and_not_used() {
    let mut random = Pcg64Mcg::seed_from_u64(77);
    for mode in MODES {
        let training = Training::random(&mut random, mode, 6);
        let (_, device) = whole(&training, &mut random);
        let plan = device.log_plan().cloned().expect("configured");
        let memory = device.into_transport();
        let newest = training.configured(memory.clone()).recover().expect("it is whole");
        for (kind, line) in [(RecordKind::Rows, 0), (RecordKind::Rows, 64), (RecordKind::Parameters, 64)] {
            for (slot, region) in plan.slots(kind).iter().enumerate() {
                let found = poisoned(&training, &memory, region.base + line).recover().expect("another is whole");
                let is_unreadable = |each: &&Discarded| matches!(each.reason, Reason::Unreadable { .. });
                let unreadable = found.discarded.iter().find(is_unreadable).expect("one is");
                assert_eq!((unreadable.kind, unreadable.slot), (kind, slot));
                // Without its header a record may be newer than the checkpoint.
                let may_be_newer = line == 0 || found.batch < newest.batch;
                let matters = kind == RecordKind::Rows || mode == LogMode::Redo;
                assert_eq!(found.exact, !(matters && may_be_newer), "{mode:?}: {:?}", found.discarded);
            }
        }
    }
}

fn log_error<V: std::fmt::Debug>(result: Result<V, CxlMemError>) -> LogError {
    match result {
        Err(CxlMemError::Log(error)) => error,
        other => panic!("{other:?}, expected an error of the log"),
    }
}

/// A training that may not be taken for that of [`CONFIGURATION`].
fn other_training(random: &mut Pcg64Mcg) -> Training {
    let mode = MODES[random.random_range(0..MODES.len())];
    let mut other = Training::random(random, mode, 2);
    other.log.configuration = 7;
    other
}

/// DPA of the superblock.
fn superblock(device: &CxlMem<ReferenceCxlMem>) -> u64 {
    device.capabilities().persistent_bytes - SUPERBLOCK_BYTES
}

#[test]
fn a_device_of_another_experiment_is_refused_wherever_its_log_lies() {
    let mut random = Pcg64Mcg::seed_from_u64(78);
    for mode in MODES {
        let training = Training::random(&mut random, mode, 4);
        let (run, device) = whole(&training, &mut random);
        let mut elsewhere = 0;
        for _ in 0..20 {
            // From when the superblock is written.
            let begun = run.writes.iter().position(|write| write.address == superblock(&device)).expect("it is") + 1;
            let cut = Cut { whole: random.random_range(begun..=run.writes.len()), torn: 0 };
            let other = other_training(&mut random);
            let mut refused = other.configured(run.image(cut));
            elsewhere += usize::from(refused.log_plan() != device.log_plan());
            let expected = LogError::OtherExperiment { found: CONFIGURATION, expected: 7 };
            assert_eq!(log_error(refused.recover()), expected);
            assert!(memory(refused.transport()) == memory(&run.image(cut)), "memory was written");
        }
        assert!(elsewhere > 10, "only {elsewhere} logs lie elsewhere");
    }
}

#[test]
fn a_lost_superblock_alone_prevents_no_recovery() {
    let seed = conformance::seed("power_loss_superblock", 79);
    for (seed, mode) in (seed..seed + 4).flat_map(|seed| MODES.map(|mode| (seed, mode))) {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let training = Training::random(&mut random, mode, 4);
        let (run, device) = whole(&training, &mut random);
        let (block, plan) = (superblock(&device), device.log_plan().expect("configured").clone());
        for _ in 0..20 {
            let cut = run.cut(&plan, &mut random);
            let mut image = run.image(cut);
            let expected = training.configured(image.clone()).recover();
            let context = format!("seed {seed}, {mode:?}, {cut:?}");
            let found = poisoned(&training, &image, block).recover();
            assert_eq!(found.as_ref().ok(), expected.as_ref().ok(), "{context}: unreadable");
            let line = if random.random() { [0; 64] } else { random.random() };
            image.memory_write(block, &line).expect("memory");
            let found = training.configured(image.clone()).recover();
            assert_eq!(found.as_ref().ok(), expected.as_ref().ok(), "{context}: {line:?}");
            if expected.is_ok() {
                // The records say whose they are, where another log would have its own.
                let mut other = training.clone();
                other.log.configuration = 7;
                let expected = LogError::OtherExperiment { found: CONFIGURATION, expected: 7 };
                assert_eq!(log_error(other.configured(image).recover()), expected, "{context}");
            }
        }
    }
}

#[test]
fn what_cannot_be_recovered_is_said_for_people() {
    let mut random = Pcg64Mcg::seed_from_u64(75);
    let training = Training::random(&mut random, LogMode::Undo, 3);
    let mut empty = training.loaded();
    let message = log_error(empty.recover()).to_string();
    assert!(message.contains("rows in slot 0: empty; ") && message.contains("`begin_log`"), "{message}");

    let (_, device) = whole(&training, &mut random);
    let mut other = training.clone();
    other.log.configuration = 7;
    let mut device = other.configured(device.into_transport());
    let message = log_error(device.recover()).to_string();
    assert!(message.contains("0xe3b01a4e") && message.contains("0x00000007"), "{message}");
    // Given up, it is the other's.
    device.begin_log(5, &[3; 64]).expect("no job runs");
    let found = device.recover().expect("a log begins with a checkpoint");
    assert_eq!((found.batch, found.rows, &found.parameters[..]), (5, 0, &[3; 64][..]));
    let message = log_error(training.configured(device.into_transport()).recover()).to_string();
    assert!(message.contains("that of configuration 0x00000007, not of 0xe3b01a4e"), "{message}");
}

#[test]
fn logs_that_make_no_checkpoint_are_refused() {
    let mut random = Pcg64Mcg::seed_from_u64(76);
    let mut training = Training::random(&mut random, LogMode::Undo, 1);
    training.log.parameter_bytes = 512;
    let mut device = training.begin();
    let at_peer = |bytes| Parameters { source: 1 << 40, bytes };
    assert!(matches!(device.post_log(0, at_peer(64)), Err(CxlMemError::NotPosted)));
    let length = device.configuration().expect("configured").vector_length as usize;
    let rows: Vec<usize> = training.states[0].tables.iter().map(|words| words.len() / length).collect();
    // The first rows of the first table.
    let batch = |count: usize| {
        let mut builder = BatchBuilder::new();
        for table in 0..rows.len() {
            let all: Vec<u32> = (0..count.min(rows[0]) as u32).filter(|_| table == 0).collect();
            builder = builder.table(&[0, all.len() as u32], &all).expect("well formed");
        }
        let batch = builder.build().expect("there are bags");
        let scales = vec![0; batch.bags()];
        batch.with_scales(scales).expect("one a bag")
    };
    device.post(&batch(0)).expect("well formed");
    for bytes in [0, 65, 576] {
        assert_eq!(log_error(device.post_log(0, at_peer(bytes))), LogError::Parameters { bytes, largest: 512 });
    }
    assert_eq!(device.post_log(0, at_peer(512)).expect("nothing to log"), Logged::default());
    device.post(&batch(1)).expect("well formed");
    // Of a log that was configured, but neither begun nor recovered, nothing is known.
    device.configure_log(training.log).expect("it fits");
    assert_eq!(log_error(device.post_log(0, at_peer(512))), LogError::NotStarted);
    for wrong in [
        LogConfiguration { largest_rows: 0, ..training.log },
        LogConfiguration { parameter_bytes: 0, ..training.log },
        LogConfiguration { parameter_bytes: 100, ..training.log },
    ] {
        assert!(matches!(log_error(device.configure_log(wrong).cloned()), LogError::Sizes { .. }));
    }
    let large = LogConfiguration { parameter_bytes: !63, ..training.log };
    assert!(matches!(log_error(device.configure_log(large).cloned()), LogError::TooLarge { .. }));

    // A job that fails leaves slots of which nothing is known; a recovery goes on.
    let (_, mut device) = whole(&training, &mut random);
    device.post(&batch(1)).expect("well formed");
    assert_eq!(device.post_log(5, at_peer(64)).expect("there is room"), Logged { rows: true, parameters: true });
    device.transport_mut().parameters_logged(false);
    assert!(matches!(device.wait(), Err(CxlMemError::Device(_))));
    assert!(matches!(device.post_log(5, at_peer(64)), Err(CxlMemError::NotCleared)));
    device.clear().expect("a failure can be cleared");
    assert_eq!(log_error(device.post_log(5, at_peer(64))), LogError::NotStarted);
    assert_eq!(device.recover().expect("there is a checkpoint").batch, 0);
    assert!(device.post_log(0, at_peer(64)).expect("it is known again").rows);
}
