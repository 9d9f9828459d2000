//! The self-test on devices without hardware: it passes on good ones, names what is wrong with bad ones, and keeps to its region.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Command, Transport, TransportError};
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_reference::ReferenceCxlMem;
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_registers::{Access, cxl_mem, smartssd};
use emberlane_selftest::{Outcome, Plan, Region, Report, test_cxl_mem, test_smartssd};

const REGION: Region = Region { base: 1 << 20, bytes: 1 << 18 };
const HOST: Option<Region> = Some(Region { base: 1 << 32, bytes: 1 << 20 });

fn plan() -> Plan {
    Plan { overwrite: Some(REGION), after_reset: true, seed: 7 }
}

/// The step that failed, and why.
fn failure(report: &Report) -> (&'static str, &str) {
    let step = report.steps.iter().find(|step| step.outcome == Outcome::Failed).expect("a step has failed");
    assert!(step.advice.is_some());
    (step.name, &step.found)
}

fn assert_passed(report: &Report) {
    let wrong: Vec<_> = report.steps.iter().filter(|step| step.outcome != Outcome::Passed).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is wrong with a device.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// A bit of a register reads 0.
    Bit(u64, u32),
    /// A register takes what is written to another.
    Takes(u64, u64),
    /// A setting has another value after reset.
    Reset(u64, u64),
    /// Addresses of memory have a bit that is 0.
    AddressLine(u64, u32),
    /// Addresses of memory have a bit that is 1.
    AddressLineHigh(u64, u32),
    /// Two bits of the address are both 1 when one is.
    Shorted(u64, u32, u32),
    /// A bit of each line reads 1.
    DataLine(u64, usize),
    /// A channel of persistent memory reads zeros.
    Channel(u64),
    /// A bit of memory flips when a job is done.
    Flips(u64, u64),
    /// Everything reads ones, from so many accesses on.
    Gone(u32),
}

struct Broken<T> {
    device: T,
    wrong: Wrong,
    accesses: u32,
}

impl<T> Broken<T> {
    fn new(device: T, wrong: Wrong) -> Self {
        Self { device, wrong, accesses: 0 }
    }

    /// The address at which an access of memory from `base` on arrives.
    fn arrives(&self, address: u64) -> u64 {
        let inside = |base: u64| address >= base && address - base < 1 << 40;
        match self.wrong {
            Wrong::AddressLine(base, line) if inside(base) => address & !(1 << line),
            Wrong::AddressLineHigh(base, line) if inside(base) => address | 1 << line,
            Wrong::Shorted(base, one, other) if inside(base) && (address >> one | address >> other) & 1 == 1 => {
                address | 1 << one | 1 << other
            }
            _ => address,
        }
    }

    fn is_gone(&mut self) -> bool {
        self.accesses += 1;
        matches!(self.wrong, Wrong::Gone(after) if self.accesses > after)
    }

    /// Word by word, for neighbours may be elsewhere.
    fn read_words(
        &mut self,
        address: u64,
        bytes: &mut [u8],
        read: impl Fn(&mut T, u64, &mut [u8]) -> Result<(), TransportError>,
    ) -> Result<(), TransportError> {
        for (part, at) in bytes.chunks_mut(8).zip((address..).step_by(8)) {
            let arrives = self.arrives(at);
            read(&mut self.device, arrives, part)?;
            match self.wrong {
                Wrong::DataLine(base, line) if at >= base && at % 64 == line as u64 / 64 * 8 => {
                    part[line % 64 / 8] |= 1 << (line % 8);
                }
                Wrong::Channel(channel) if cxl_mem::interleave(at, 4).0 == channel && at < 1 << 50 => part.fill(0),
                _ => {}
            }
        }
        Ok(())
    }
}

impl<T: Transport> Transport for Broken<T> {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        if self.is_gone() {
            return Err(TransportError::Protocol { device: "card".to_owned(), message: "gone".to_owned() });
        }
        let value = self.device.mmio_read(offset)?;
        Ok(match self.wrong {
            Wrong::Bit(wrong, bit) if wrong == offset => value & !(1 << bit),
            Wrong::Reset(wrong, after) if wrong == offset && value == 0 => after,
            _ => value,
        })
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.device.mmio_write(offset, value)?;
        match self.wrong {
            Wrong::Takes(taker, other) if other == offset => self.device.mmio_write(taker, value),
            Wrong::Flips(command, address) if offset == cxl_mem::DOORBELL.offset && value == command => {
                let mut byte = [0];
                self.device.memory_read(address, &mut byte)?;
                self.device.memory_write(address, &[byte[0] ^ 1])
            }
            _ => Ok(()),
        }
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read_words(address, bytes, |device, address, bytes| device.memory_read(address, bytes))
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        for (part, at) in bytes.chunks(8).zip((address..).step_by(8)) {
            let arrives = self.arrives(at);
            self.device.memory_write(arrives, part)?;
        }
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.device.wait_interrupt(cycles)
    }

    fn time(&self) -> u64 {
        self.device.time()
    }
}

impl<T: SmartSsdTransport> SmartSsdTransport for Broken<T> {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.device.host_read(address, bytes)
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.device.host_write(address, bytes)
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.read_words(address, bytes, |device, address, bytes| device.ssd_read(address, bytes))
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        for (part, at) in bytes.chunks(8).zip((address..).step_by(8)) {
            let arrives = self.arrives(at);
            self.device.ssd_write(arrives, part)?;
        }
        Ok(())
    }
}

fn settings<T: Transport>(device: &mut T, map: &emberlane_registers::RegisterMap) -> Vec<u64> {
    let settings = map.registers.iter().filter(|register| register.access == Access::ReadWrite);
    settings.map(|register| device.mmio_read(register.offset).unwrap()).collect()
}

#[test]
fn good_devices_pass_and_keep_their_settings() {
    for channels in 1..=4 {
        let mut device = ReferenceCxlMem::new(channels).unwrap();
        assert_passed(&test_cxl_mem(&mut device, &plan()));
        assert!(settings(&mut device, &cxl_mem::MAP).iter().all(|value| *value == 0), "{channels} channels");
        // It can be said again, on a device that was used.
        device.mmio_write(cxl_mem::BATCH.offset, 77).unwrap();
        assert_passed(&test_cxl_mem(&mut device, &Plan { after_reset: false, seed: 8, ..plan() }));
        assert_eq!(device.mmio_read(cxl_mem::BATCH.offset).unwrap(), 77);
    }
    assert_passed(&test_cxl_mem(&mut ModelCxlMem::new(2).unwrap(), &plan()));
    for (banks, elements) in [(1, 16), (2, 64), (8, 128)] {
        let mut device = ReferenceSmartSsd::new(banks, elements).unwrap();
        assert_passed(&test_smartssd(&mut device, &plan(), HOST));
        assert_passed(&test_smartssd(&mut device, &Plan { after_reset: false, seed: 8, ..plan() }, HOST));
        assert_eq!(device.hazards(), []);
    }
}

#[test]
fn only_the_region_is_written_and_nothing_without_one() {
    let mut device = ReferenceCxlMem::new(4).unwrap();
    let around = [(0, REGION.base), (REGION.base + REGION.bytes, 1 << 20)];
    let tables = |bytes: u64| -> Vec<u8> { (0..bytes).map(|byte| (byte % 253) as u8).collect() };
    for (base, bytes) in around {
        device.memory_write(base, &tables(bytes)).unwrap();
    }
    device.record_writes();
    let report = test_cxl_mem(&mut device, &Plan { overwrite: None, ..plan() });
    assert_eq!((report.count(Outcome::Failed), report.count(Outcome::Passed)), (0, 2));
    assert!(report.steps.iter().any(|step| step.outcome == Outcome::Skipped && step.found.contains("--overwrite")));
    assert!(device.writes().is_empty());
    assert!(device.written().iter().all(|page| page.start < cxl_mem::SCRATCHPAD_BASE), "nor is the scratchpad");
    assert_passed(&test_cxl_mem(&mut device, &plan()));
    for (base, bytes) in around {
        let mut found = vec![0; bytes as usize];
        device.memory_read(base, &mut found).unwrap();
        assert!(found == tables(bytes), "memory at {base:#x}");
    }
    let mut device = ReferenceSmartSsd::new(2, 16).unwrap();
    device.ssd_write(REGION.base, &tables(REGION.bytes)).unwrap();
    let report = test_smartssd(&mut device, &Plan { overwrite: None, ..plan() }, HOST);
    assert_eq!((report.count(Outcome::Failed), report.count(Outcome::Passed)), (0, 2));
    let mut found = vec![0; REGION.bytes as usize];
    device.ssd_read(REGION.base, &mut found).unwrap();
    assert!(found == tables(REGION.bytes));
}

#[test]
fn a_bad_cxl_mem_is_told_by_what_is_wrong() {
    let scratchpad = cxl_mem::SCRATCHPAD_BASE;
    let cases = [
        (Wrong::Bit(cxl_mem::LOG_BASE.offset, 33), "registers", vec!["LOG_BASE at 0x1e0", "0x200000000"]),
        (Wrong::Takes(cxl_mem::ROWS.offset, cxl_mem::INDICES.offset), "registers", vec!["ROWS", "written to INDICES"]),
        (Wrong::Reset(cxl_mem::POOLING.offset, 1), "registers", vec!["POOLING", "after reset"]),
        (Wrong::AddressLine(0, 16), "persistent memory", vec!["address line 16"]),
        (Wrong::AddressLineHigh(0, 9), "persistent memory", vec!["address line 9"]),
        (Wrong::AddressLine(scratchpad, 12), "scratchpad", vec!["address line 12"]),
        (Wrong::Shorted(0, 13, 15), "persistent memory", vec!["address lines", "13", "15"]),
        (Wrong::DataLine(0, 70), "scratchpad", vec!["data lines 70 of 512 read 1"]),
        (Wrong::Channel(1), "persistent memory", vec!["on channel 1 "]),
        (Wrong::Gone(300), "registers", vec!["gone"]),
    ];
    for (wrong, name, words) in cases {
        let mut device = Broken::new(ReferenceCxlMem::new(4).unwrap(), wrong);
        let after_reset = matches!(wrong, Wrong::Reset(..));
        let report = test_cxl_mem(&mut device, &Plan { after_reset, ..plan() });
        let (step, found) = failure(&report);
        assert_eq!(step, name, "{wrong:?}: {found}");
        assert!(words.iter().all(|word| found.contains(word)), "{wrong:?}: {found}");
        assert_eq!(report.count(Outcome::Failed), 1, "what comes behind is skipped");
    }
}

#[test]
fn a_wrong_bit_of_a_job_is_found_in_the_job() {
    // The record lies behind the tables: 96 and 40 rows of 64 elements.
    let record = REGION.base + 136 * 256;
    for (command, address, name) in [
        (Command::LogRows, record + 100, "record"),
        (Command::Update, REGION.base + 8, "update"),
        (Command::Update, record - 1, "update"),
    ] {
        let wrong = Wrong::Flips(command as u64, address);
        let mut device = Broken::new(ReferenceCxlMem::new(2).unwrap(), wrong);
        let report = test_cxl_mem(&mut device, &plan());
        assert_eq!(failure(&report).0, name, "{wrong:?}");
        assert!(failure(&report).1.contains("1 of "), "{report:#?}");
    }
    // Without a fault the same device is good.
    assert_passed(&test_cxl_mem(&mut Broken::new(ReferenceCxlMem::new(2).unwrap(), Wrong::Gone(u32::MAX)), &plan()));
}

#[test]
fn a_bad_smartssd_is_told_by_what_is_wrong() {
    let cases = [
        (Wrong::Bit(smartssd::SSD_BASE.offset, 7), "registers", "SSD_BASE"),
        (Wrong::AddressLine(0, 17), "SSD", "address line 17"),
        (Wrong::DataLine(0, 3), "SSD", "data lines 3 of 512"),
    ];
    for (wrong, name, words) in cases {
        let mut device = Broken::new(ReferenceSmartSsd::new(2, 16).unwrap(), wrong);
        let report = test_smartssd(&mut device, &plan(), HOST);
        let (step, found) = failure(&report);
        assert!(step == name && found.contains(words), "{wrong:?}: {step}: {found}");
    }
    let mut device = ReferenceSmartSsd::new(2, 16).unwrap();
    device.inject(emberlane_reference::smartssd::Fault::SsdRead(REGION.base..REGION.base + 64));
    let report = test_smartssd(&mut device, &plan(), HOST);
    assert_eq!(failure(&report).0, "forward iteration", "{report:#?}");
    let mut device = ReferenceSmartSsd::new(2, 16).unwrap();
    device.inject(emberlane_reference::smartssd::Fault::SsdWrite(REGION.base..REGION.base + 64));
    let report = test_smartssd(&mut device, &plan(), HOST);
    assert_eq!(failure(&report).0, "backward iteration", "{report:#?}");
    let report = test_smartssd(&mut ReferenceSmartSsd::new(2, 16).unwrap(), &plan(), None);
    assert!(failure(&report).1.contains("host memory"), "{report:#?}");
}

#[test]
fn a_region_that_cannot_be_is_refused() {
    for region in [(0, 1 << 16), (100, 1 << 20), (u64::MAX - 255, 1 << 20), ((1 << 40) - (1 << 16), 1 << 18)] {
        let plan = Plan { overwrite: Some(Region { base: region.0, bytes: region.1 }), ..plan() };
        let report = test_cxl_mem(&mut ReferenceCxlMem::new(1).unwrap(), &plan);
        assert!(report.count(Outcome::Failed) == 1, "{region:?}: {report:#?}");
    }
}
