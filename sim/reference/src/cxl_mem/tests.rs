//! Posted jobs that wait for peers, and those behind them.

use super::*;
use emberlane_drivers::{BatchBuilder, Command, Configuration, CxlMem, CxlMemError, Pooling};
use emberlane_registers::cxl_mem::{DONE, FAILED, JOB_QUEUE};

const LOOKUP: u64 = Command::Lookup as u64;
const UPDATE: u64 = Command::Update as u64;
const FETCH: u64 = Command::Fetch as u64;
/// Where parameters go.
const PARAMETERS: u64 = 1 << 20;

/// A device with ten rows of 2.0, and a batch of two bags, rows 0 and 1, row 1 alone.
fn posted() -> CxlMem<ReferenceCxlMem> {
    let mut device = CxlMem::discover(ReferenceCxlMem::new(4).unwrap()).unwrap();
    device.configure(Configuration::new(32, Pooling::Sum, 1f32.to_bits(), vec![10])).unwrap();
    device.load_table(0, &[2f32.to_bits(); 320]).unwrap();
    device.post(&BatchBuilder::new().table(&[0, 2, 3], &[0, 1, 1]).and_then(BatchBuilder::build).unwrap()).unwrap();
    device.prepare().unwrap();
    let parameters =
        [(&map::PARAMETER_SOURCE, 0x4000), (&map::PARAMETER_TARGET, PARAMETERS), (&map::PARAMETER_BYTES, 192)];
    parameters.iter().for_each(|(register, value)| device.set(register, *value).unwrap());
    device
}

fn register(device: &mut CxlMem<ReferenceCxlMem>, register: &Register) -> u64 {
    device.transport_mut().mmio_read(register.offset).unwrap()
}

fn post(device: &mut CxlMem<ReferenceCxlMem>, commands: &[u64]) {
    commands.iter().for_each(|&command| device.post_job(command).unwrap());
}

/// Code and position, if the device has failed.
fn error(device: &mut CxlMem<ReferenceCxlMem>) -> Option<(ErrorCode, u64)> {
    let failed = FAILED.get(register(device, &map::STATUS)) == 1;
    let code = ErrorCode::from_value(register(device, &map::ERROR));
    assert_eq!(failed, code.is_some());
    code.map(|code| (code, register(device, &map::ERROR_POSITION)))
}

/// Writes one gradient of 0.5 a line over CXL.mem, `lines` of them.
fn write_gradients(device: &mut CxlMem<ReferenceCxlMem>, lines: std::ops::Range<u64>) {
    let base = device.batch_plan().unwrap().gradients.base;
    for address in lines.map(|line| base + 64 * line) {
        device.transport_mut().memory_write(address, &0.5f32.to_le_bytes().repeat(16)).unwrap();
        device.transport_mut().line_written(address);
    }
}

#[test]
fn a_lookup_waits_for_its_flush() {
    let mut device = posted();
    device.set(&map::FLUSH_TARGET, 0x1_0001).unwrap();
    post(&mut device, &[LOOKUP]);
    // What was posted has its own settings.
    device.set(&map::FLUSH_TARGET, 0).unwrap();
    post(&mut device, &[LOOKUP]);
    let source = device.batch_plan().unwrap().pooled.base;
    assert_eq!(device.transport().flush(), Some(Flush { source, target: 0x1_0000, lines: 4 }));
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1));
    assert!(matches!(device.wait(), Err(CxlMemError::Transport(TransportError::Timeout { .. }))));
    assert_eq!(device.transport().finished().lookups, 0);
    device.transport_mut().flushed(true);
    assert_eq!(device.transport().flush(), None);
    assert_eq!(register(&mut device, &map::STATUS), DONE.place(1));
    assert_eq!(register(&mut device, &map::LINES_FLUSHED), 4);
    assert_eq!(device.transport().finished(), Finished { lookups: 2, ..Finished::default() });
    device.wait().unwrap();
    // An answer to nothing is none.
    device.transport_mut().flushed(false);
    device.transport_mut().fetched(false);
    assert_eq!(register(&mut device, &map::STATUS), 0);
}

#[test]
fn a_refused_flush_fails_the_lookup_and_drops_what_waits() {
    let mut device = posted();
    device.set(&map::FLUSH_TARGET, 0x1_0001).unwrap();
    post(&mut device, &[LOOKUP, UPDATE, FETCH]);
    device.transport_mut().flushed(false);
    assert_eq!(error(&mut device), Some((ErrorCode::Flush, 0x1_0001)));
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
    assert_eq!(device.transport().finished(), Finished::default());
    assert!(device.wait().unwrap_err().to_string().starts_with("lookup failed: "));
}

#[test]
fn an_update_waits_for_its_gradients() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, 4).unwrap();
    // One arrives before anything watches, and does not count.
    write_gradients(&mut device, 0..1);
    assert_eq!(register(&mut device, &map::GRADIENTS_ARRIVED), 0);
    post(&mut device, &[LOOKUP, UPDATE, LOOKUP]);
    assert_eq!(device.transport().finished(), Finished { lookups: 1, ..Finished::default() });
    write_gradients(&mut device, 0..3);
    assert_eq!(device.transport().finished().updates, 0);
    let plan = device.batch_plan().unwrap().clone();
    for elsewhere in [plan.gradients.end(), plan.pooled.base, 0] {
        device.transport_mut().line_written(elsewhere);
    }
    assert_eq!(device.transport().finished().updates, 0);
    write_gradients(&mut device, 3..4);
    assert_eq!(device.transport().finished(), Finished { lookups: 2, updates: 1, fetches: 0 });
    device.wait().unwrap();
    assert_eq!(device.read_rows(0, 1, 1).unwrap(), [1f32.to_bits(); 32]);
    assert_eq!(register(&mut device, &map::GRADIENTS_ARRIVED), 4);
    assert_eq!(register(&mut device, &map::MEM_WRITES), 8);

    // Lines that come early count for the next update; a job that waits for none forgets them.
    write_gradients(&mut device, 0..4);
    device.submit(UPDATE).unwrap();
    write_gradients(&mut device, 0..4);
    device.set(&map::GRADIENT_LINES, 0).unwrap();
    device.submit(LOOKUP).unwrap();
    device.set(&map::GRADIENT_LINES, 4).unwrap();
    post(&mut device, &[UPDATE]);
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1));
}

#[test]
fn a_fetch_runs_beside_later_jobs_and_the_next_fetch_waits() {
    let mut device = posted();
    post(&mut device, &[FETCH, LOOKUP, UPDATE]);
    assert_eq!(device.transport().finished(), Finished { lookups: 1, updates: 1, fetches: 0 });
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1) | DONE.place(1));
    device.set(&map::PARAMETER_SOURCE, 0x8000).unwrap();
    post(&mut device, &[FETCH, LOOKUP]);
    assert_eq!(device.transport().fetch(), Some(Fetch { source: 0x4000, target: PARAMETERS, bytes: 192 }));
    assert_eq!(device.transport().finished().lookups, 1, "the second fetch has not begun");
    device.transport_mut().fetched(true);
    assert_eq!(device.transport().fetch(), Some(Fetch { source: 0x8000, target: PARAMETERS, bytes: 192 }));
    assert_eq!(device.transport().finished().lookups, 2);
    device.transport_mut().fetched(true);
    device.wait().unwrap();
    assert_eq!(device.transport().finished().fetches, 2);
    assert_eq!((register(&mut device, &map::FETCHES), register(&mut device, &map::LINES_FETCHED)), (2, 6));

    post(&mut device, &[FETCH, FETCH, LOOKUP]);
    device.transport_mut().fetched(false);
    assert_eq!(error(&mut device), Some((ErrorCode::Fetch, 0x8000)));
    assert_eq!(device.transport().fetch(), None, "the second was dropped");
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
}

#[test]
fn a_fetch_that_is_wrong_is_refused() {
    let mut device = posted();
    let data = device.data_plan().unwrap().data;
    let faults = [
        (&map::PARAMETER_SOURCE, 1, ErrorCode::Misaligned, &map::PARAMETER_SOURCE),
        (&map::DATA_BYTES, 0, ErrorCode::ZeroLength, &map::DATA_BYTES),
        (&map::DATA_BASE, 32, ErrorCode::Misaligned, &map::DATA_BASE),
        (&map::DATA_BASE, map::SCRATCHPAD_BASE, ErrorCode::OutsideDevice, &map::DATA_BASE),
        (&map::PARAMETER_BYTES, 0, ErrorCode::ZeroLength, &map::PARAMETER_BYTES),
        (&map::PARAMETER_TARGET, PARAMETERS + 8, ErrorCode::Misaligned, &map::PARAMETER_TARGET),
        (&map::PARAMETER_BYTES, 65, ErrorCode::Misaligned, &map::PARAMETER_BYTES),
        (&map::PARAMETER_TARGET, map::SCRATCHPAD_BASE, ErrorCode::OutsideDevice, &map::PARAMETER_TARGET),
        (&map::PARAMETER_BYTES, !63, ErrorCode::OutsideDevice, &map::PARAMETER_TARGET),
        (&map::PARAMETER_TARGET, data.end() - 64, ErrorCode::RegionOverlap, &map::PARAMETER_TARGET),
    ];
    for (register, value, code, at) in faults {
        let mut device = posted();
        device.set(register, value).unwrap();
        post(&mut device, &[FETCH]);
        assert_eq!(error(&mut device), Some((code, at.offset)), "{} = {value:#x}", register.name);
        assert_eq!(device.transport().fetch(), None);
    }
    // What a lookup would refuse is none of its business.
    device.set(&map::VECTOR_LENGTH, 1).unwrap();
    post(&mut device, &[FETCH]);
    assert!(device.transport().fetch().is_some());
}

#[test]
fn as_many_jobs_wait_as_can() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, 4).unwrap();
    device.set(&map::FLUSH_TARGET, 0x1_0001).unwrap();
    post(&mut device, &[LOOKUP]);
    post(&mut device, &[UPDATE; JOB_QUEUE as usize]);
    assert_eq!(error(&mut device), None);
    post(&mut device, &[UPDATE]);
    assert_eq!(error(&mut device), Some((ErrorCode::QueueFull, UPDATE)));
    // The lookup goes on, and is the last.
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1) | FAILED.place(1));
    assert!(device.transport_mut().wait_interrupt(1).is_err());
    device.transport_mut().flushed(true);
    assert_eq!(register(&mut device, &map::STATUS), DONE.place(1) | FAILED.place(1));
    assert!(device.wait().unwrap_err().to_string().contains("8 jobs waited already"));
    device.clear().unwrap();
    write_gradients(&mut device, 0..4);
    device.submit(UPDATE).unwrap();
    assert_eq!(device.transport().finished(), Finished { lookups: 1, updates: 1, fetches: 0 });
}

#[test]
fn a_doorbell_that_is_no_command_drops_what_waits_and_the_first_error_stands() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, 4).unwrap();
    post(&mut device, &[FETCH, UPDATE, LOOKUP, 4]);
    assert_eq!(error(&mut device), Some((ErrorCode::UnknownCommand, 4)));
    write_gradients(&mut device, 0..4);
    assert_eq!(device.transport().finished(), Finished::default());
    // While FAILED is set, the doorbell is ignored.
    post(&mut device, &[LOOKUP, 99]);
    device.transport_mut().fetched(false);
    assert_eq!(error(&mut device), Some((ErrorCode::UnknownCommand, 4)));
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
}

#[test]
fn held_jobs_run_when_they_are_told_to() {
    let mut device = posted();
    device.transport_mut().hold_jobs();
    post(&mut device, &[LOOKUP, FETCH, UPDATE]);
    assert_eq!(device.transport().held_job(), Some(JobLines { reads: 6, writes: 0 }));
    assert_eq!(device.read_pooled().unwrap(), [0; 64]);
    device.transport_mut().run_job();
    assert_eq!(device.read_pooled().unwrap()[..32], [4f32.to_bits(); 32]);
    assert!(device.transport().fetch().is_some(), "a fetch needs no arithmetic");
    assert_eq!(device.transport().held_job(), Some(JobLines { reads: 4, writes: 4 }));
    device.transport_mut().fetched(true);
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1) | DONE.place(1));
    device.transport_mut().run_job();
    device.transport_mut().run_job();
    device.wait().unwrap();
    assert_eq!(device.transport().finished(), Finished { lookups: 1, updates: 1, fetches: 1 });
}
