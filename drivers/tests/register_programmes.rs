//! What posting a batch writes, in order: the stores and registers on which the time of a training depends.
//!
//! `register_programmes.txt` holds them, one line a write, for each of a few trainings. A change of it is a change of what
//! the device is told: `UPDATE_REGISTER_PROGRAMMES=1` writes it anew.

use std::{collections::HashMap, fmt::Write, fs, path::Path};

use emberlane_drivers::{
    Batch, BatchBuilder, Configuration, CxlMem, LogConfiguration, LogMode, Logged, Parameters, Pooling, Transport,
    TransportError, WriteList,
};
use emberlane_registers::cxl_mem::{self as registers, CHANNELS, DONE, MAX_LENGTH};

/// Registers and memory that hold what they are given; whatever is rung for is done at once.
struct Recorder {
    registers: HashMap<u64, u64>,
    memory: HashMap<u64, u8>,
    written: String,
}

impl Recorder {
    fn new() -> Self {
        let mut registers: HashMap<u64, u64> =
            registers::REGISTERS.iter().map(|register| (register.offset, register.reset)).collect();
        registers.insert(registers::CAPABILITIES.offset, CHANNELS.place(2) | MAX_LENGTH.place(128));
        registers.insert(registers::PERSISTENT_BYTES.offset, 1 << 20);
        registers.insert(registers::SCRATCHPAD_SIZE.offset, 1 << 16);
        registers.insert(registers::STATUS.offset, DONE.place(1));
        Self { registers, memory: HashMap::new(), written: String::new() }
    }
}

impl Transport for Recorder {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        Ok(self.registers[&offset])
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        let name = registers::MAP.at(offset).expect("only registers are written").name;
        writeln!(self.written, "{name} {value:#x}").expect("a string takes it");
        if offset != registers::DOORBELL.offset && offset != registers::CLEAR.offset {
            self.registers.insert(offset, value);
        }
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        for (at, byte) in (address..).zip(bytes) {
            *byte = self.memory.get(&at).copied().unwrap_or(0);
        }
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        let crc = crc32c::crc32c(bytes);
        writeln!(self.written, "store {address:#x}: {} bytes, CRC-32C {crc:#010x}", bytes.len())
            .expect("a string takes it");
        self.memory.extend((address..).zip(bytes.iter().copied()));
        Ok(())
    }

    fn wait_interrupt(&mut self, _cycles: u64) -> Result<(), TransportError> {
        Ok(())
    }

    fn time(&self) -> u64 {
        0
    }
}

const PEER: u64 = 1 << 40;
const AT_PEER: Parameters = Parameters { source: 0x8000, bytes: 128 };

/// A device, and how a training posts to it.
struct Training {
    device: CxlMem<Recorder>,
}

impl Training {
    fn new(pooling: Pooling, log: Option<LogMode>) -> Self {
        let mut device = CxlMem::discover(Recorder::new()).unwrap();
        device.configure(Configuration::new(32, pooling, 0x3e00_0000, vec![10, 3])).unwrap();
        if let Some(mode) = log {
            let configuration = LogConfiguration { configuration: 7, mode, largest_rows: 8, parameter_bytes: 128 };
            device.configure_log(configuration).unwrap();
            device.begin_log(0, &[9; 64]).unwrap();
        }
        device.transport_mut().written.clear();
        Self { device }
    }

    fn note(&mut self, what: &str) {
        writeln!(self.device.transport_mut().written, "  {what}").unwrap();
    }

    /// Does a list, of which nothing was done before.
    fn run(&mut self, what: &str, make: impl FnOnce(&mut CxlMem<Recorder>) -> WriteList) {
        self.note(what);
        let before = self.device.transport().written.len();
        let list = make(&mut self.device);
        assert_eq!(self.device.transport().written.len(), before, "the list is only made");
        self.device.run(list).unwrap();
    }

    fn lookup(&mut self, batch: &Batch, peer: Option<u64>) {
        self.run("lookup", |device| device.lookup_writes(batch, peer).unwrap());
    }

    fn ahead(&mut self, batch: &Batch, peer: u64) {
        self.run("ahead", |device| device.ahead_writes(batch, peer).unwrap());
    }

    fn update(&mut self) {
        self.run("update", |device| device.update_writes().unwrap());
    }

    fn log(&mut self, number: u64) {
        let mut posted = Logged::default();
        self.run("log", |device| {
            let (list, logged) = device.log_writes(number, AT_PEER).unwrap();
            posted = logged;
            list
        });
        self.note(&format!("{posted:?}"));
    }

    fn settle(&mut self) {
        self.note("settle");
        self.device.settle().unwrap();
    }

    fn recover(&mut self) {
        self.note("recover");
        self.device.recover().unwrap();
    }

    /// Looks up now and updates.
    fn train(&mut self, batch: &Batch) {
        self.note("train");
        self.device.post(batch).unwrap();
        self.device.lookup().unwrap();
        self.device.update(&vec![7; batch.bags() * 32]).unwrap();
    }

    /// Looks the batches up ahead, and brings each up to date.
    fn train_ahead(&mut self, batches: [&Batch; 2]) {
        self.note("train ahead");
        self.device.post(batches[0]).unwrap();
        self.device.lookup().unwrap();
        self.device.look_ahead(batches[1]).unwrap();
        self.device.catch_up(&vec![7; batches[0].bags() * 32]).unwrap();
        self.device.update(&vec![8; batches[1].bags() * 32]).unwrap();
    }
}

/// Bags of the first and of the second table.
fn batch(first: (&[u32], &[u32]), second: (&[u32], &[u32])) -> Batch {
    let batch = BatchBuilder::new()
        .table(first.0, first.1)
        .and_then(|builder| builder.table(second.0, second.1))
        .and_then(BatchBuilder::build)
        .unwrap();
    let scales = (0..batch.bags() as u32).map(|bag| 0x3f00_0000 + bag).collect();
    batch.with_scales(scales).unwrap()
}

/// Batches that share rows, one that does not, and one without entries.
fn batches() -> [Batch; 5] {
    [
        batch((&[0, 2, 3], &[4, 4, 9]), (&[0, 0, 1], &[2])),
        batch((&[0, 3, 4], &[9, 1, 9, 4]), (&[0, 1, 3], &[0, 2, 2])),
        batch((&[0, 0, 0], &[]), (&[0, 0], &[])),
        batch((&[0, 1, 2], &[7, 8]), (&[0, 1], &[1])),
        batch((&[0, 2], &[7, 4]), (&[0, 1, 2], &[1, 2])),
    ]
}

/// Every training there is, by name.
fn trainings() -> String {
    let mut all = String::new();
    let mut record = |name: &str, pooling, log, run: &dyn Fn(&mut Training)| {
        let mut training = Training::new(pooling, log);
        run(&mut training);
        write!(all, "{name}\n{}\n", training.device.transport().written).unwrap();
    };
    let peers = |log: bool| {
        move |training: &mut Training| {
            for (number, batch) in (0..).zip(&batches()) {
                training.lookup(batch, Some(PEER + number * 0x1000));
                if log {
                    training.log(number);
                }
                training.update();
                if number == 1 {
                    training.settle();
                }
            }
            training.settle();
        }
    };
    let software_copy = |training: &mut Training| {
        for batch in &batches() {
            training.lookup(batch, None);
            training.device.wait().unwrap();
            training.update();
        }
        training.settle();
    };
    let ahead = |log: bool| {
        move |training: &mut Training| {
            for first in [0, 10] {
                for (number, batch) in (first..).zip(&batches()) {
                    training.ahead(batch, PEER + number % 2 * 0x1000);
                    if log {
                        training.log(number);
                    }
                }
                training.update();
                training.settle();
            }
        }
    };
    let after_recovery = |training: &mut Training| {
        peers(true)(training);
        training.recover();
        let [first, second, ..] = batches();
        for (number, batch) in [(4, first), (5, second)] {
            training.lookup(&batch, Some(PEER));
            training.log(number);
            training.update();
        }
        training.settle();
    };
    let at_once = |training: &mut Training| {
        let [first, second, empty, apart, last] = batches();
        [&first, &empty, &apart].into_iter().for_each(|batch| training.train(batch));
        training.train_ahead([&first, &second]);
        training.train_ahead([&empty, &last]);
    };
    record("strict, sum", Pooling::Sum, None, &peers(false));
    record("strict, mean", Pooling::Mean, None, &peers(false));
    record("software copy", Pooling::Sum, None, &software_copy);
    record("ahead, sum", Pooling::Sum, None, &ahead(false));
    record("ahead, mean", Pooling::Mean, None, &ahead(false));
    record("undo log", Pooling::Sum, Some(LogMode::Undo), &peers(true));
    record("redo log", Pooling::Sum, Some(LogMode::Redo), &peers(true));
    record("relaxed log, ahead", Pooling::Mean, Some(LogMode::Relaxed { every: 2 }), &ahead(true));
    record("after a recovery", Pooling::Sum, Some(LogMode::Undo), &after_recovery);
    record("at once", Pooling::Mean, None, &at_once);
    all
}

#[test]
fn the_device_is_told_what_it_was_told_before() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/register_programmes.txt");
    let found = trainings();
    if std::env::var_os("UPDATE_REGISTER_PROGRAMMES").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap();
    for (number, (found, expected)) in (1..).zip(found.lines().zip(expected.lines())) {
        assert_eq!(found, expected, "line {number}");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}
