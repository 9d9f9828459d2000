//! Driver and device as two processes with shared memory between them. The device's process is this program again, told by its environment
//! to be it.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use emberlane_card::{Access, Card, CardError, Kind, Place, Space, State, look};
use emberlane_drivers::{BatchBuilder, Configuration, CxlMem, CxlMemError, Pooling, Transport, TransportError};
use emberlane_emulator::{Device, Emulation, Fault, Options, Plays};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::{cxl_mem as map, smartssd};
use emberlane_selftest::{Outcome, Plan, Region, Report, test_cxl_mem, test_smartssd};

const FOLDER: &str = "EMBERLANE_TEST_CARD";
const DEVICE: &str = "EMBERLANE_TEST_DEVICE";
const FAULT: &str = "EMBERLANE_TEST_FAULT";
/// Bytes of memory of a card with a fault.
const SMALL: u64 = 1 << 20;

/// The device's process, if this is it; else there is nothing to be tested here.
#[test]
fn serve() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let cxl_mem = |plays| Device::CxlMem { channels: 4, plays };
    let (device, clock_hz) = match std::env::var(DEVICE).as_deref() {
        Ok("model") => (cxl_mem(Plays::Model), 250_000),
        // A job takes seconds.
        Ok("slow") => (cxl_mem(Plays::Model), 2000),
        Ok("smartssd") => (Device::SmartSsd { banks: 2, elements: 16 }, 250_000),
        _ => (cxl_mem(Plays::Reference), 250_000),
    };
    let fault: Option<Fault> = std::env::var(FAULT).ok().map(|fault| fault.parse().unwrap());
    let memory_bytes = if fault.is_some() { SMALL } else { 1 << 30 };
    let mut emulation =
        Emulation::begin(Path::new(&folder), Options { device, memory_bytes, clock_hz, fault }).unwrap();
    fs::write(Path::new(&folder).join("ready"), "").unwrap();
    // The parent ends this; a parent that has gone does not leave it behind.
    let parent = std::os::unix::process::parent_id();
    emulation.serve(|| std::os::unix::process::parent_id() != parent);
}

/// A process that plays a card.
struct Emulator {
    process: Child,
}

impl Emulator {
    fn start(folder: &Path, device: &str, fault: Option<&str>) -> Self {
        let ready = folder.join("ready");
        let _ = fs::remove_file(&ready);
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "serve", "--nocapture"]).env(FOLDER, folder).env(DEVICE, device).stdout(Stdio::null());
        if let Some(fault) = fault {
            command.env(FAULT, fault);
        }
        let mut process = command.spawn().unwrap();
        while !ready.exists() {
            assert!(process.try_wait().unwrap().is_none(), "the emulator has ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        Self { process }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn place(folder: &Path) -> Place {
    Place::named(folder.to_str().unwrap()).unwrap()
}

fn open(folder: &Path) -> Card {
    Card::open(&place(folder), &Access::default()).unwrap()
}

/// One test of this process at a time. A process that is started has this one's open files until its program begins, and with them
/// the lock of a card that another test has closed.
static ALONE: Mutex<()> = Mutex::new(());

/// What a test has for itself.
struct Kept {
    folder: tempfile::TempDir,
    _alone: MutexGuard<'static, ()>,
}

/// Where the card is to be: memory that is a file's holes.
fn card() -> (Kept, PathBuf) {
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let card = folder.path().join("card");
    fs::create_dir(&card).unwrap();
    (Kept { folder, _alone: alone }, card)
}

const REGION: Region = Region { base: 0, bytes: 1 << 18 };

fn plan() -> Plan {
    Plan { overwrite: Some(REGION), after_reset: true, seed: 3 }
}

fn assert_passed(report: &Report) {
    let wrong: Vec<_> = report.steps.iter().filter(|step| step.outcome != Outcome::Passed).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_cxl_mem_is_driven_across_processes() {
    for device in ["reference", "model"] {
        let (_kept, folder) = card();
        let emulator = Emulator::start(&folder, device, None);
        let looked = look(&place(&folder), &Access::default());
        assert!(looked.is_good() && looked.kind == Some(Kind::CxlMem), "{looked:#?}");
        assert!(looked.findings.iter().all(|finding| finding.state == State::Good), "{looked:#?}");
        let mut card = open(&folder);
        assert_passed(&test_cxl_mem(&mut card, &plan()));
        // One program at a time.
        let second = Card::open(&place(&folder), &Access::default());
        assert!(matches!(second, Err(CardError::InUse { .. })), "{second:?}");
        // A reset forgets settings, and keeps memory.
        card.mmio_write(map::BATCH.offset, 5).unwrap();
        card.memory_write(1 << 20, b"rows").unwrap();
        card.reset().unwrap();
        assert_eq!(card.mmio_read(map::BATCH.offset).unwrap(), 0);
        // So does another process that plays the card: memory is persistent.
        drop((card, emulator));
        let _emulator = Emulator::start(&folder, device, None);
        let mut found = [0; 4];
        open(&folder).memory_read(1 << 20, &mut found).unwrap();
        assert_eq!(&found, b"rows");
    }
}

#[test]
fn a_smartssd_is_driven_across_processes() {
    let (_kept, folder) = card();
    let _emulator = Emulator::start(&folder, "smartssd", None);
    let mut card = open(&folder);
    assert_eq!(card.kind(), Kind::SmartSsd);
    let host = card.windows().find(|window| window.0 == Space::Host).map(|(_, base, bytes)| Region { base, bytes });
    assert_passed(&test_smartssd(&mut card, &plan(), host));
    // The mailbox has begun, and stays; so all of it can be done again, and after a reset.
    assert_passed(&test_smartssd(&mut card, &Plan { after_reset: false, ..plan() }, host));
    card.reset().unwrap();
    assert_passed(&test_smartssd(&mut card, &plan(), host));
}

/// A batch of so many bags of 32 rows.
fn batch(bags: u32) -> emberlane_drivers::Batch {
    let offsets: Vec<u32> = (0..=bags).map(|bag| bag * 32).collect();
    let indices: Vec<u32> = (0..bags * 32).map(|entry| entry * 389 % 1000).collect();
    BatchBuilder::new().table(&offsets, &indices).unwrap().build().unwrap()
}

fn configured<T: Transport>(transport: T) -> CxlMem<T> {
    let mut device = CxlMem::discover(transport).unwrap();
    device.configure(Configuration::new(64, Pooling::Sum, 0.5f32.to_bits(), vec![1000])).unwrap();
    device
}

#[test]
fn the_driver_computes_what_it_does_with_the_reference() {
    let (_kept, folder) = card();
    let _emulator = Emulator::start(&folder, "reference", None);
    fn train<T: Transport>(transport: T) -> Vec<u32> {
        let mut device = configured(transport);
        let table: Vec<u32> = (0..64_000).map(|word: u32| (word as f32 / 7.0).to_bits()).collect();
        device.load_table(0, &table).unwrap();
        let mut all = Vec::new();
        for bags in [1, 7, 64] {
            device.post(&batch(bags)).unwrap();
            let pooled = device.lookup().unwrap();
            device.update(&pooled).unwrap();
            all.extend(pooled);
        }
        all.extend(device.read_table(0).unwrap());
        all
    }
    assert!(train(open(&folder)) == train(ReferenceCxlMem::new(4).unwrap()));
}

#[test]
fn a_card_that_goes_in_mid_job_is_an_error_and_no_wait_for_ever() {
    let (_kept, folder) = card();
    let mut emulator = Emulator::start(&folder, "slow", None);
    let mut device = configured(open(&folder));
    device.post(&batch(512)).unwrap();
    device.prepare().unwrap();
    device.post_job(emberlane_drivers::Command::Lookup as u64).unwrap();
    let status = device.transport_mut().mmio_read(map::STATUS.offset).unwrap();
    assert_eq!(map::BUSY.get(status), 1, "the job is under way");
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        let killed = Instant::now();
        emulator.kill();
        killed
    });
    let error = device.wait().unwrap_err();
    let noticed = Instant::now();
    let killed = killer.join().unwrap();
    let CxlMemError::Transport(TransportError::Protocol { message, .. }) = &error else { panic!("{error}") };
    assert!(message.contains("does not answer"), "{error}");
    assert!(noticed > killed, "the job did not end before: {error}");
    // It stays gone, and says so at once, whatever is asked.
    assert!(device.counters().unwrap_err().to_string().contains("does not answer"));
    drop(device);
    let error = Card::open(&place(&folder), &Access::default()).unwrap_err();
    assert!(matches!(error, CardError::Gone { emulated: true, .. }), "{error}");
    assert!(error.to_string().contains("emulate-card"));
    // And comes back with another process.
    let _emulator = Emulator::start(&folder, "reference", None);
    configured(open(&folder)).post(&batch(1)).unwrap();
}

#[test]
fn faults_of_memory_are_named_by_the_self_test() {
    for (fault, words) in [
        ("address-line=16", "address line 16 does nothing"),
        ("address-line=8", "address line 8 does nothing"),
        ("data-line=100", "data lines 100 of 512 read 0"),
        ("channel=2", "on channel 2 "),
    ] {
        let (_kept, folder) = card();
        let _emulator = Emulator::start(&folder, "reference", Some(fault));
        let report = test_cxl_mem(&mut open(&folder), &plan());
        let failed = report.steps.iter().find(|step| step.outcome == Outcome::Failed).expect(fault);
        assert_eq!(failed.name, "persistent memory");
        assert!(failed.found.contains(words), "{fault}: {}", failed.found);
    }
    let (_kept, folder) = card();
    let _emulator = Emulator::start(&folder, "smartssd", Some("address-line=12"));
    let report = test_smartssd(&mut open(&folder), &plan(), None);
    let failed = report.steps.iter().find(|step| step.outcome == Outcome::Failed).expect("a fault");
    assert!(failed.name == "SSD" && failed.found.contains("address line 12 does nothing"), "{}", failed.found);
}

#[test]
fn what_nobody_answers_is_an_error_and_ones_that_are_there_are_none() {
    let (_kept, folder) = card();
    let mut emulator = Emulator::start(&folder, "reference", None);
    let mut card = open(&folder);
    card.memory_write(0, &[7; 1 << 16]).unwrap();
    card.memory_write(0x2000, &[u8::MAX; 64]).unwrap();
    let read = |card: &mut Card, address: u64| {
        let mut bytes = vec![0; (1 << 16) - address as usize];
        card.memory_read(address, &mut bytes).map_err(|error| error.to_string())
    };
    assert_eq!(read(&mut card, 0), Ok(()), "somebody has written the line");
    // A card that refuses a line says so in its configuration space.
    let config = fs::read(folder.join("config")).unwrap();
    let set = |command: u8, status: u8| {
        let mut config = config.clone();
        (config[4], config[7]) = (command, status);
        fs::write(folder.join("config"), config).unwrap();
    };
    set(0b110, 1 << 3);
    let error = read(&mut card, 0).unwrap_err();
    assert!(error.contains("0x2000") && error.contains("target abort") && error.contains("poisoned"), "{error}");
    assert_eq!(read(&mut card, 0x2040), Ok(()), "no word of it is ones");
    // It says nothing of who asked: what stood there before is no news.
    drop(card);
    let mut card = open(&folder);
    assert_eq!(read(&mut card, 0), Ok(()));
    set(0, 1 << 3);
    assert!(read(&mut card, 0).unwrap_err().contains("memory space"));
    set(0b110, 0);
    // A link that is lost within a transfer: what comes behind reads ones.
    card.memory_write(0xfff8, &[u8::MAX; 8]).unwrap();
    assert_eq!(read(&mut card, 0x2040), Ok(()));
    emulator.kill();
    assert!(read(&mut card, 0x2040).unwrap_err().contains("does not answer"));
}

/// What a look finds of windows, one finding a line, each with its state.
fn windows_seen(folder: &Path, windows: &str) -> String {
    fs::write(folder.join("windows"), windows).unwrap();
    let looked = look(&place(folder), &Access::default());
    let of_windows = looked.findings.iter().filter(|finding| finding.what == "window");
    of_windows.map(|finding| format!("{:?} {}\n", finding.state, finding.found)).collect()
}

#[test]
fn the_doctor_reads_what_is_there_and_says_what_is_not_shown() {
    let (_kept, folder) = card();
    let _emulator = Emulator::start(&folder, "reference", None);
    // A BAR is a power of two, and larger than the memory: behind it nobody answers.
    let memory = File::options().write(true).open(folder.join("resource2")).unwrap();
    memory.write_all_at(&[u8::MAX; 1 << 16], 1 << 30).unwrap();
    let scratchpad = format!("memory resource4 {:#x}", map::SCRATCHPAD_BASE);
    let seen = windows_seen(&folder, &format!("memory resource2 0x0\n{scratchpad}\n"));
    let expected = [
        "Good memory: 0x40010000 bytes from 0x0; persistent memory, 0x40000000 of them from 0x0: both ends read",
        "Good memory: 0x100000000 bytes from 0x8000000000000; the scratchpad: both ends read",
    ];
    assert_eq!(seen.lines().collect::<Vec<_>>(), expected);
    // Ones within it are nothing that was read for sure.
    memory.write_all_at(&[u8::MAX; 64], (1 << 30) - 64).unwrap();
    let seen = windows_seen(&folder, &format!("memory resource2 0x0\n{scratchpad}\n"));
    assert!(seen.contains("Note ") && seen.contains("the line at 0x3fffffc0 reads ones"), "{seen}");
    // Less than there is, in two windows.
    let two = "memory resource2 0x0 0x10000\nmemory resource2 0x10000 0x10000\n";
    let seen = windows_seen(&folder, &format!("{two}{scratchpad}\n"));
    assert!(seen.contains("Note 0x20000 bytes of persistent memory are shown, of 0x40000000"), "{seen}");
    // Where the device has nothing.
    let seen = windows_seen(&folder, &format!("memory resource2 0x10000000000\n{scratchpad}\n"));
    assert!(seen.contains("of which the device serves nothing"), "{seen}");
    assert!(seen.contains("Bad none shows persistent memory: no tables"), "{seen}");
}

#[test]
fn the_doctor_reads_tx_buffers_once_they_are_served() {
    let (_kept, folder) = card();
    let _emulator = Emulator::start(&folder, "smartssd", None);
    let windows = fs::read_to_string(folder.join("windows")).unwrap();
    let seen = windows_seen(&folder, &windows);
    assert!(seen.contains("Good memory: 0x1000000 bytes from 0x0; nothing of the TX buffers was read"), "{seen}");
    let mut card = open(&folder);
    card.mmio_write(smartssd::TX_BYTES.offset, 1 << 16).unwrap();
    card.mmio_write(smartssd::HDM_BASE.offset, 1 << 40 | 1).unwrap();
    drop(card);
    let seen = windows_seen(&folder, &windows);
    assert!(seen.contains("Good memory: 0x1000000 bytes from 0x0; the TX buffers, 0x20000 of them from 0x0"), "{seen}");
    assert_eq!(seen.matches("both ends read").count(), 3, "{seen}");
}

/// Opens the card with a file of its folder as it is here, and looks at it; both have to say so.
fn refused(folder: &Path, file: &str, change: impl FnOnce(&Path), says: &str) {
    let path = folder.join(file);
    let before = fs::read(&path).unwrap();
    change(&path);
    let error = Card::open(&place(folder), &Access::default()).unwrap_err().to_string();
    assert!(error.contains(says), "{file}: {error}");
    let looked = look(&place(folder), &Access::default());
    assert!(!looked.is_good(), "{file}: {looked:#?}");
    let all: String =
        looked.findings.iter().map(|it| format!("{} {}", it.found, it.advice.as_deref().unwrap_or_default())).collect();
    assert!(all.contains(says), "{file}: {all}");
    fs::write(&path, before).unwrap();
}

#[test]
fn what_is_wrong_with_a_card_is_said_before_anything_is_written() {
    let (_kept, folder) = card();
    let mut emulator = Emulator::start(&folder, "reference", None);
    let text = |text: &'static str| move |path: &Path| fs::write(path, text).unwrap();
    refused(&folder, "vendor", text("0x8086\n"), "8086:903f");
    refused(&folder, "vendor", text("nothing\n"), "0x10ee");
    refused(&folder, "config", |path| fs::write(path, [0; 64]).unwrap(), "memory space is disabled");
    refused(&folder, "config", |path| fs::write(path, [0xff; 64]).unwrap(), "does not answer");
    refused(&folder, "config", |path| fs::write(path, [0; 3]).unwrap(), "3 bytes");
    refused(&folder, "windows", text("memory resource2\n"), "windows:1: 2 words");
    refused(&folder, "windows", text("memory resource0 0x0 0x2000\n"), "0x1000 bytes");
    refused(&folder, "clock", text("fast\n"), "cycles in a second");
    let looked = look(&place(&folder), &Access::default());
    assert!(looked.is_good(), "{looked:#?}");
    // Windows that do not show what is needed are no error of opening.
    fs::write(folder.join("windows"), "memory resource2 0x0\n").unwrap();
    let looked = look(&place(&folder), &Access::default());
    assert!(
        !looked.is_good() && looked.findings.iter().any(|it| it.found.contains("scratchpad: no batch")),
        "{looked:#?}"
    );
    let error = open(&folder).memory_read(map::SCRATCHPAD_BASE, &mut [0]).unwrap_err().to_string();
    assert!(error.contains("list of windows") && error.contains("0x40000000 bytes from 0x0"), "{error}");
    emulator.kill();
    // Another design answers, or a BAR that is too short: nobody emulates these.
    let other = folder.with_file_name("other");
    fs::create_dir(&other).unwrap();
    for file in ["vendor", "device", "config"] {
        fs::copy(folder.join(file), other.join(file)).unwrap();
    }
    let registers = |identity: u64, bytes| {
        let mut file = File::create(other.join("resource0")).unwrap();
        file.write_all(&identity.to_le_bytes()).unwrap();
        file.set_len(bytes).unwrap();
        Card::open(&place(&other), &Access::default()).unwrap_err()
    };
    assert!(matches!(registers(0x1234, 4096), CardError::OtherDevice { found: 0x1234, .. }));
    assert!(matches!(registers(u64::MAX, 4096), CardError::Gone { emulated: false, .. }));
    let short = registers(map::IDENTITY_VALUE, 2048);
    assert!(matches!(short, CardError::ShortBar { bytes: 2048, needed: 4096, .. }), "{short}");
    let missing = Card::open(&place(&other), &Access { windows: Some("/nowhere".into()), ..Access::default() });
    assert!(matches!(missing, Err(CardError::ShortBar { .. })), "what comes first is said first");
    let untouched = fs::read(other.join("resource0")).unwrap();
    assert!(untouched[8..].iter().all(|byte| *byte == 0), "nothing was written");
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let (kept, folder) = card();
    fs::write(folder.join("thesis.tex"), "all of it").unwrap();
    let options = |device| Options { device, memory_bytes: 1 << 20, clock_hz: 1, fault: None };
    let cxl_mem = Device::CxlMem { channels: 1, plays: Plays::Reference };
    let error = |folder: &Path, options| Emulation::begin(folder, options).err().expect("it is refused").to_string();
    assert!(error(&folder, options(cxl_mem)).contains("not empty"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let new = kept.folder.path().join("new");
    let served = Emulation::begin(&new, options(cxl_mem)).unwrap();
    assert!(error(&new, options(cxl_mem)).contains("another process"));
    drop(served);
    let larger = Options { memory_bytes: 1 << 21, ..options(cxl_mem) };
    assert!(error(&new, larger).contains("1048576 bytes"));
    assert!(error(&new, options(Device::SmartSsd { banks: 2, elements: 16 })).contains("another card"));
    let odd = |memory_bytes| Options { memory_bytes, ..options(cxl_mem) };
    assert!(error(&new, odd(100)).contains("65536") && error(&new, odd(0)).contains("65536"));
    let model = Device::CxlMem { channels: 1, plays: Plays::Model };
    assert!(error(&new, Options { fault: Some(Fault::Channel(0)), ..options(model) }).contains("reference"));
}
