//! The log region of a device's memory: whatever lies there, recovery says what it has found, or that it has found nothing.

use std::cell::OnceCell;

use emberlane_drivers::{CxlMem, LogMode, LogPlan, Region, Transport};
use emberlane_reference::ReferenceCxlMem;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::power_loss::{CONFIGURATION, Training};

/// Batches that were logged.
const BATCHES: u64 = 4;
const HEADER: usize = 64;

/// A training with a log of each mode, and its memory at the end.
struct Logged {
    training: Training,
    memory: ReferenceCxlMem,
    plan: LogPlan,
}

impl Logged {
    fn new(mode: LogMode) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let training = Training::random(&mut random, mode, BATCHES);
        let (_, device) = training.whole(&mut random);
        let (memory, plan) = (device.transport().clone(), device.log_plan().expect("configured").clone());
        Self { training, memory, plan }
    }
}

thread_local! {
    static LOGGED: OnceCell<[Logged; 3]> = const { OnceCell::new() };
}

/// Bytes that are written into the four slots and the superblock, one behind the other, each behind two bytes of its length. The first
/// byte says the mode of the log, and whether headers get their checksums.
pub(super) fn log(bytes: &[u8]) -> bool {
    let Some((way, mut left)) = bytes.split_first() else { return false };
    LOGGED.with(|logged| {
        let logged =
            logged.get_or_init(|| [LogMode::Redo, LogMode::Undo, LogMode::Relaxed { every: 2 }].map(Logged::new));
        let Logged { training, memory, plan } = &logged[usize::from(way & 3) % 3];
        let mut memory = memory.clone();
        for slot in plan.rows.iter().chain(&plan.parameters) {
            let Some((length, behind)) = left.split_first_chunk() else { break };
            let length = usize::from(u16::from_le_bytes(*length)).min(behind.len()).min(slot.bytes as usize);
            let (record, behind) = behind.split_at(length);
            left = behind;
            write(&mut memory, *slot, record, way & 4 == 4);
        }
        let mut device = CxlMem::discover(memory).expect("a CXL-MEM");
        device.configure(training.configuration().clone()).expect("as before");
        device.configure_log(training.log).expect("as before");
        let Ok(found) = device.recover() else { return false };
        assert!(found.batch >= found.parameter_batch);
        assert_eq!(device.recover().expect("as before"), found, "a recovery that is done again finds the same");
        true
    })
}

/// The slots of each mode's log, for the corpus.
pub(super) fn made_logs() -> Vec<Vec<u8>> {
    let modes = [LogMode::Redo, LogMode::Undo, LogMode::Relaxed { every: 2 }];
    let slots = |(way, mode): (u8, LogMode)| {
        let Logged { mut memory, plan, .. } = Logged::new(mode);
        let slots = plan.rows.iter().chain(&plan.parameters).flat_map(|slot| {
            let mut bytes = vec![0; slot.bytes.min(u64::from(u16::MAX)) as usize];
            memory.memory_read(slot.base, &mut bytes).expect("it was written");
            [&(bytes.len() as u16).to_le_bytes()[..], &bytes].concat()
        });
        std::iter::once(4 | way).chain(slots).collect()
    };
    (0..).zip(modes).map(slots).collect()
}

/// Writes what is a record, or anything else; its header with this log's configuration and its checksum, if that is asked for.
fn write(memory: &mut ReferenceCxlMem, slot: Region, record: &[u8], right: bool) {
    let mut record = record.to_vec();
    if let (true, Some(header)) = (right, record.get_mut(..HEADER)) {
        header[8..12].copy_from_slice(&CONFIGURATION.to_le_bytes());
        let sum = crc32c::crc32c_append(crc32c::crc32c(&header[..HEADER - 4]), &[0; 4]);
        header[HEADER - 4..].copy_from_slice(&sum.to_le_bytes());
    }
    for (number, line) in record.chunks(HEADER).enumerate() {
        let mut whole = [0; HEADER];
        whole[..line.len()].copy_from_slice(line);
        // A slot has whole lines.
        memory.memory_write(slot.base + (HEADER * number) as u64, &whole).expect("it is in the slot");
    }
}
