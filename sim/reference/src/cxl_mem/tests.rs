//! Posted jobs that wait for peers, and those behind them.

use super::*;

mod endpoint;

use emberlane_drivers::{BatchBuilder, Command, Configuration, CxlMem, CxlMemError, List, Pooling};
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::Register;
use emberlane_registers::cxl_mem::{self as map, BUSY, ErrorCode};
use emberlane_registers::cxl_mem::{
    AFTER_PARAMETERS, AFTER_ROWS, COUNT_ONLY, DONE, FAILED, IN_WINDOW, JOB_QUEUE, KEEP, LAG, LINES, STAGED,
};

const LOOKUP: u64 = Command::Lookup as u64;
const UPDATE: u64 = Command::Update as u64;
const PARAMETERS: u64 = Command::LogParameters as u64;
const ROWS: u64 = Command::LogRows as u64;
const STAGE: u64 = Command::Stage as u64;
const ACCUMULATE: u64 = Command::Accumulate as u64;
/// The log region.
const LOG: u64 = 1 << 20;
const LOG_BYTES: u64 = 1 << 12;
/// Where the record of rows goes.
const ROW_LOG: u64 = LOG + 1024;

/// A device with ten rows of 2.0, and a batch of two bags, rows 0 and 1, row 1 alone.
fn posted() -> CxlMem<ReferenceCxlMem> {
    let mut device = CxlMem::discover(ReferenceCxlMem::new(4).unwrap()).unwrap();
    device.configure(Configuration::new(32, Pooling::Sum, 1f32.to_bits(), vec![10])).unwrap();
    device.load_table(0, &[2f32.to_bits(); 320]).unwrap();
    device.post(&BatchBuilder::new().table(&[0, 2, 3], &[0, 1, 1]).and_then(BatchBuilder::build).unwrap()).unwrap();
    device.prepare().unwrap();
    let log = [
        (&map::PARAMETER_SOURCE, 0x4000),
        (&map::PARAMETER_BYTES, 192),
        (&map::LOG_BASE, LOG),
        (&map::LOG_BYTES, LOG_BYTES),
        (&map::PARAMETER_LOG, LOG),
        (&map::ROW_LOG, ROW_LOG),
        (&map::BATCH, 5),
        (&map::CONFIGURATION, 0xabcd),
    ];
    log.iter().for_each(|(register, value)| device.set(register, *value).unwrap());
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
        device.transport_mut().line_written(address, HostWrite::Whole);
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
    device.transport_mut().parameters_logged(false);
    assert_eq!(register(&mut device, &map::STATUS), 0);
}

#[test]
fn a_refused_flush_fails_the_lookup_and_drops_what_waits() {
    let mut device = posted();
    device.set(&map::FLUSH_TARGET, 0x1_0001).unwrap();
    post(&mut device, &[LOOKUP, UPDATE, PARAMETERS]);
    device.transport_mut().flushed(false);
    assert_eq!(error(&mut device), Some((ErrorCode::Flush, 0x1_0001)));
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
    assert_eq!(device.transport().finished(), Finished::default());
    assert!(device.wait().unwrap_err().to_string().starts_with("lookup failed: "));
}

#[test]
fn a_poisoned_line_of_a_flush_fails_the_lookup_and_leaves() {
    let mut device = posted();
    device.set(&map::FLUSH_TARGET, 0x1_0001).unwrap();
    post(&mut device, &[LOOKUP]);
    let Flush { source, lines, .. } = device.transport().flush().unwrap();
    // Of two, the first counts, though the host refuses one as well.
    for line in [2, 1] {
        device.transport_mut().line_written(source + line * map::LINE_BYTES, HostWrite::Poison);
    }
    device.transport_mut().flushed(false);
    assert_eq!(error(&mut device), Some((ErrorCode::MediaRead, source + map::LINE_BYTES)));
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
    assert_eq!(register(&mut device, &map::LINES_FLUSHED), lines);
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
        device.transport_mut().line_written(elsewhere, HostWrite::Whole);
    }
    assert_eq!(device.transport().finished().updates, 0);
    write_gradients(&mut device, 3..4);
    assert_eq!(device.transport().finished(), Finished { lookups: 2, updates: 1, ..Finished::default() });
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

/// The parameters that the device asks for.
fn asked(source: u64) -> Option<ParameterLog> {
    Some(ParameterLog { source, target: LOG + 64, bytes: 192 })
}

#[test]
fn a_log_of_parameters_runs_beside_later_jobs_and_the_next_one_waits() {
    let mut device = posted();
    post(&mut device, &[PARAMETERS, LOOKUP, UPDATE]);
    assert_eq!(device.transport().finished(), Finished { lookups: 1, updates: 1, ..Finished::default() });
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1) | DONE.place(1));
    device.set(&map::PARAMETER_SOURCE, 0x8000).unwrap();
    post(&mut device, &[PARAMETERS, LOOKUP]);
    assert_eq!(device.transport().parameter_log(), asked(0x4000));
    assert_eq!(device.transport().finished().lookups, 1, "the second log has not begun");
    device.transport_mut().parameters_logged(true);
    assert_eq!(device.transport().parameter_log(), asked(0x8000));
    assert_eq!(device.transport().finished().lookups, 2);
    device.transport_mut().parameters_logged(true);
    device.wait().unwrap();
    assert_eq!(device.transport().finished().parameter_records, 2);
    assert_eq!(register(&mut device, &map::PARAMETER_RECORDS), 2);
    assert_eq!(register(&mut device, &map::LINES_LOGGED_PARAMETERS), 8);

    post(&mut device, &[PARAMETERS, PARAMETERS, LOOKUP]);
    device.transport_mut().parameters_logged(false);
    assert_eq!(error(&mut device), Some((ErrorCode::Log, LOG)));
    assert_eq!(device.transport().parameter_log(), None, "the second was dropped");
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
}

/// The words at a DPA.
fn words(device: &mut CxlMem<ReferenceCxlMem>, address: u64, count: usize) -> Vec<u32> {
    let mut bytes = vec![0; 4 * count];
    device.transport_mut().memory_read(address, &mut bytes).unwrap();
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn a_record_of_parameters_counts_when_all_lines_are_there() {
    let mut device = posted();
    // The check value of CRC-32C.
    assert_eq!(crc32c::crc32c(b"123456789"), 0xe306_9283);
    post(&mut device, &[PARAMETERS]);
    let parameters: Vec<u8> = (0..192).collect();
    device.transport_mut().memory_write(LOG + 64, &parameters).unwrap();
    assert_eq!(words(&mut device, LOG, 16), [0; 16]);
    device.transport_mut().parameters_logged(true);
    let header = words(&mut device, LOG, 16);
    let mut expected = [0; 16];
    expected[..11].copy_from_slice(&[0x454c_4f47, 2, 0xabcd, 0, 5, !5, 3, !3, 0, !0, 0]);
    expected[11] = crc32c::crc32c(&parameters);
    assert_eq!(header[..15], expected[..15]);
    let bytes: Vec<u8> = expected.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    assert_eq!(header[15], crc32c::crc32c(&bytes));
}

#[test]
fn a_record_of_rows_holds_them_as_they_are_in_its_turn() {
    let mut device = posted();
    device.write_gradients(&[0.5f32.to_bits(); 64]).unwrap();
    post(&mut device, &[ROWS]);
    device.set(&map::ROW_LOG, ROW_LOG + 1024).unwrap();
    post(&mut device, &[UPDATE, ROWS]);
    device.wait().unwrap();
    let header = words(&mut device, ROW_LOG, 16);
    // Two rows of two lines each, and a line of addresses.
    assert_eq!(header[..11], [0x454c_4f47, 1, 0xabcd, 0, 5, !5, 5, !5, 2, !2, 32]);
    let table = u32::try_from(device.data_plan().unwrap().tables[0].base).unwrap();
    for (record, values) in [(ROW_LOG, [2f32, 2.0]), (ROW_LOG + 1024, [1.5, 1.0])] {
        let payload = words(&mut device, record + 64, 80);
        assert_eq!(payload[..32], [values[0].to_bits(); 32]);
        assert_eq!(payload[32..64], [values[1].to_bits(); 32]);
        assert_eq!(payload[64..68], [table, 0, table + 128, 0]);
        assert_eq!(payload[68..], [0; 12]);
    }
    assert_eq!(device.transport().finished(), Finished { updates: 1, row_records: 2, ..Finished::default() });
    assert_eq!(register(&mut device, &map::ROW_RECORDS), 2);
    assert_eq!(register(&mut device, &map::LINES_LOGGED_ROWS), 12);
}

#[test]
fn an_update_waits_for_the_records_that_it_asks_for() {
    for (after, commands) in [(1, [ROWS, UPDATE, 0]), (2, [PARAMETERS, UPDATE, 0]), (3, [ROWS, PARAMETERS, UPDATE])] {
        let mut device = posted();
        device.set(&map::CHECKPOINT, after).unwrap();
        // Records of another batch do not count.
        post(&mut device, &[ROWS, PARAMETERS]);
        device.transport_mut().parameters_logged(true);
        device.set(&map::BATCH, 6).unwrap();
        post(&mut device, &[UPDATE]);
        assert_eq!(device.transport().finished().updates, 0);
        assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1));
        let mut device = posted();
        device.set(&map::CHECKPOINT, after).unwrap();
        post(&mut device, &Vec::from_iter(commands.into_iter().filter(|command| *command > 0)));
        assert_eq!(device.transport().finished().updates, u64::from(after == 1));
        device.transport_mut().parameters_logged(true);
        assert_eq!(device.transport().finished().updates, 1);
        device.wait().unwrap();
    }
}

#[test]
fn records_from_before_a_failure_count_for_no_update() {
    let mut device = posted();
    device.set(&map::CHECKPOINT, AFTER_ROWS.place(1)).unwrap();
    post(&mut device, &[ROWS, PARAMETERS]);
    device.transport_mut().parameters_logged(false);
    assert_eq!(error(&mut device), Some((ErrorCode::Log, LOG)));
    device.clear().unwrap();
    // The record of this batch's rows is in memory, but recovery may have gone back behind it.
    post(&mut device, &[UPDATE]);
    assert_eq!(device.transport().finished().updates, 0);
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1));
}

#[test]
fn an_update_takes_its_gradients_only_with_its_records() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, 4).unwrap();
    device.set(&map::CHECKPOINT, 2).unwrap();
    post(&mut device, &[PARAMETERS, UPDATE]);
    write_gradients(&mut device, 0..4);
    assert_eq!(device.transport().finished().updates, 0);
    device.transport_mut().parameters_logged(true);
    assert_eq!(device.transport().finished().updates, 1);
    device.wait().unwrap();

    post(&mut device, &[PARAMETERS, UPDATE]);
    device.transport_mut().parameters_logged(false);
    write_gradients(&mut device, 0..4);
    assert_eq!(error(&mut device), Some((ErrorCode::Log, LOG)));
    assert_eq!(device.transport().finished().updates, 1, "it was dropped");
}

#[test]
fn logs_that_are_wrong_are_refused() {
    let data = posted().data_plan().unwrap().data;
    let common = [
        (&map::DATA_BYTES, 0, ErrorCode::ZeroLength, &map::DATA_BYTES),
        (&map::DATA_BASE, 32, ErrorCode::Misaligned, &map::DATA_BASE),
        (&map::DATA_BASE, map::SCRATCHPAD_BASE, ErrorCode::OutsideDevice, &map::DATA_BASE),
        (&map::LOG_BYTES, 0, ErrorCode::ZeroLength, &map::LOG_BYTES),
        (&map::LOG_BASE, LOG + 8, ErrorCode::Misaligned, &map::LOG_BASE),
        (&map::LOG_BYTES, 65, ErrorCode::Misaligned, &map::LOG_BYTES),
        (&map::LOG_BASE, map::SCRATCHPAD_BASE, ErrorCode::OutsideDevice, &map::LOG_BASE),
        (&map::LOG_BYTES, !63, ErrorCode::OutsideDevice, &map::LOG_BASE),
        (&map::LOG_BASE, data.end() - 64, ErrorCode::RegionOverlap, &map::LOG_BASE),
    ];
    let of_parameters = [
        (&map::PARAMETER_BYTES, 0, ErrorCode::ZeroLength, &map::PARAMETER_BYTES),
        (&map::PARAMETER_BYTES, 65, ErrorCode::Misaligned, &map::PARAMETER_BYTES),
        (&map::PARAMETER_SOURCE, 1, ErrorCode::Misaligned, &map::PARAMETER_SOURCE),
        (&map::PARAMETER_BYTES, !63, ErrorCode::OutsideRegion, &map::PARAMETER_LOG),
        (&map::PARAMETER_LOG, LOG + 32, ErrorCode::Misaligned, &map::PARAMETER_LOG),
        (&map::PARAMETER_LOG, LOG - 64, ErrorCode::OutsideRegion, &map::PARAMETER_LOG),
        (&map::PARAMETER_LOG, LOG + LOG_BYTES - 192, ErrorCode::OutsideRegion, &map::PARAMETER_LOG),
        (&map::PARAMETER_LOG, !63, ErrorCode::OutsideRegion, &map::PARAMETER_LOG),
    ];
    let of_rows = [
        (&map::TABLE_COUNT, 0, ErrorCode::ZeroLength, &map::TABLE_COUNT),
        (&map::ROW_COUNT, 0, ErrorCode::ZeroLength, &map::ROW_COUNT),
        (&map::DESCRIPTOR_BASE, 0, ErrorCode::OutsideDevice, &map::DESCRIPTOR_BASE),
        (&map::ROW_DIRECTORY, 4, ErrorCode::Misaligned, &map::ROW_DIRECTORY),
        (&map::ROWS, 64, ErrorCode::OutsideRegion, &map::ROWS),
        (&map::ROW_LOG, ROW_LOG + 8, ErrorCode::Misaligned, &map::ROW_LOG),
        (&map::ROW_LOG, LOG + LOG_BYTES - 320, ErrorCode::OutsideRegion, &map::ROW_LOG),
    ];
    let faults = [(PARAMETERS, &of_parameters[..]), (ROWS, &of_rows), (PARAMETERS, &common), (ROWS, &common)];
    for (command, faults) in faults {
        for &(register, value, code, at) in faults {
            let mut device = posted();
            device.set(register, value).unwrap();
            post(&mut device, &[command]);
            assert_eq!(error(&mut device), Some((code, at.offset)), "{command}: {} = {value:#x}", register.name);
            assert_eq!(device.transport().parameter_log(), None);
        }
    }
    for length in [0, 8, u64::from(u32::MAX)] {
        let mut device = posted();
        device.set(&map::VECTOR_LENGTH, length).unwrap();
        device.set(&map::ROW_COUNT, u64::from(u32::MAX)).unwrap();
        // What a log of rows would refuse is no business of parameters.
        post(&mut device, &[PARAMETERS]);
        assert!(device.transport().parameter_log().is_some());
        post(&mut device, &[ROWS]);
        assert_eq!(error(&mut device), Some((ErrorCode::VectorLength, length)));
    }
    let mut device = posted();
    device.set(&map::ROW_LOG, LOG + LOG_BYTES - 384).unwrap();
    post(&mut device, &[ROWS]);
    device.wait().unwrap();
}

#[test]
fn row_lists_that_do_not_add_up_leave_no_record() {
    type Edit = fn(&mut CxlMem<ReferenceCxlMem>);
    fn word(device: &mut CxlMem<ReferenceCxlMem>, list: List, position: u64, word: u32) {
        let address = device.batch_plan().unwrap().list(list) + 4 * position;
        device.transport_mut().memory_write(address, &word.to_le_bytes()).unwrap();
    }
    let wrong: [Edit; 5] = [
        |device| device.set(&map::ROW_COUNT, 3).unwrap(),
        |device| device.set(&map::ROW_COUNT, 1).unwrap(),
        |device| word(device, List::RowDirectory, 1, 1 << 10),
        |device| word(device, List::RowDirectory, 1, u32::MAX),
        |device| word(device, List::RowDirectory, 0, 4),
    ];
    for edit in wrong {
        let mut device = posted();
        edit(&mut device);
        post(&mut device, &[ROWS]);
        assert_eq!(error(&mut device), Some((ErrorCode::Log, ROW_LOG)));
        assert_eq!(words(&mut device, ROW_LOG, 16), [0; 16]);
        assert_eq!(register(&mut device, &map::ROW_RECORDS), 0);
    }
    // Rows that the table does not have, or in any order, are for the update to refuse.
    let mut device = posted();
    word(&mut device, List::Rows, 0, 4000);
    post(&mut device, &[ROWS]);
    device.wait().unwrap();
}

#[test]
fn writes_to_persistent_memory_are_recorded_in_order() {
    let mut device = posted();
    device.transport_mut().record_writes();
    post(&mut device, &[ROWS, UPDATE]);
    let table = device.data_plan().unwrap().tables[0].base;
    let addresses: Vec<u64> = device.transport_mut().take_writes().iter().map(|write| write.address).collect();
    let payload = (1..6).map(|line| ROW_LOG + 64 * line);
    let rows = (0..4).map(|line| table + 64 * line);
    assert_eq!(addresses, Vec::from_iter(payload.chain([ROW_LOG]).chain(rows)));
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
    assert!(device.wait().unwrap_err().to_string().contains("16 jobs waited already"));
    device.clear().unwrap();
    write_gradients(&mut device, 0..4);
    device.submit(UPDATE).unwrap();
    assert_eq!(device.transport().finished(), Finished { lookups: 1, updates: 1, ..Finished::default() });
}

#[test]
fn a_doorbell_that_is_no_command_drops_what_waits_and_the_first_error_stands() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, 4).unwrap();
    post(&mut device, &[PARAMETERS, UPDATE, LOOKUP, 7]);
    assert_eq!(error(&mut device), Some((ErrorCode::UnknownCommand, 7)));
    write_gradients(&mut device, 0..4);
    assert_eq!(device.transport().finished(), Finished::default());
    // While FAILED is set, the doorbell is ignored.
    post(&mut device, &[LOOKUP, 99]);
    device.transport_mut().parameters_logged(false);
    assert_eq!(error(&mut device), Some((ErrorCode::UnknownCommand, 7)));
    assert_eq!(register(&mut device, &map::STATUS), FAILED.place(1));
}

#[test]
fn held_jobs_run_when_they_are_told_to() {
    let mut device = posted();
    device.transport_mut().hold_jobs();
    post(&mut device, &[LOOKUP, PARAMETERS, UPDATE]);
    assert_eq!(device.transport().held_job(), Some(JobLines { reads: 6, scratchpad_writes: 4, ..JobLines::default() }));
    assert_eq!(device.read_pooled().unwrap(), [0; 64]);
    device.transport_mut().run_job();
    assert_eq!(device.read_pooled().unwrap()[..32], [4f32.to_bits(); 32]);
    assert!(device.transport().parameter_log().is_some(), "a log needs no arithmetic");
    assert_eq!(
        device.transport().held_job(),
        Some(JobLines { reads: 4, writes: 4, scratchpad_reads: 6, ..JobLines::default() })
    );
    device.transport_mut().parameters_logged(true);
    assert_eq!(register(&mut device, &map::STATUS), BUSY.place(1) | DONE.place(1));
    device.transport_mut().run_job();
    device.transport_mut().run_job();
    device.wait().unwrap();
    assert_eq!(
        device.transport().finished(),
        Finished { lookups: 1, updates: 1, parameter_records: 1, ..Finished::default() }
    );
}

/// Where staged rows go: above all that the batch has in the scratchpad.
fn staged(device: &CxlMem<ReferenceCxlMem>) -> u64 {
    device.batch_plan().unwrap().gradients.end().next_multiple_of(256)
}

#[test]
fn a_stage_leaves_the_tables_and_an_update_does_the_same_again() {
    let mut device = posted();
    device.write_gradients(&[0.5f32.to_bits(); 64]).unwrap();
    let staged = staged(&device);
    device.set(&map::STAGED_BASE, staged).unwrap();
    device.set(&map::CHECKPOINT, STAGED.place(1) | AFTER_ROWS.place(1)).unwrap();
    // A stage waits for no record.
    post(&mut device, &[STAGE]);
    assert_eq!(device.transport().finished(), Finished { stages: 1, ..Finished::default() });
    assert_eq!(device.read_rows(0, 0, 2).unwrap(), [2f32.to_bits(); 64]);
    let rows = [[1.5f32.to_bits(); 32], [1f32.to_bits(); 32]].concat();
    assert_eq!(words(&mut device, staged, 64), rows);
    assert_eq!((register(&mut device, &map::STAGES), register(&mut device, &map::LINES_POOLED)), (1, 4));
    post(&mut device, &[ROWS, UPDATE]);
    device.wait().unwrap();
    // The record holds the rows that are staged, and behind them the addresses of the tables.
    let table = u32::try_from(device.data_plan().unwrap().tables[0].base).unwrap();
    let payload = words(&mut device, ROW_LOG + 64, 80);
    assert_eq!(payload[..64], rows);
    assert_eq!(payload[64..68], [table, 0, table + 128, 0]);
    assert_eq!(device.read_rows(0, 0, 2).unwrap(), rows);
}

#[test]
fn a_batch_is_looked_up_before_the_one_in_front_of_it_is_applied() {
    let mut device = posted();
    let plan = device.batch_plan().unwrap().clone();
    post(&mut device, &[LOOKUP]);
    let pooled = device.read_pooled().unwrap();
    device.write_gradients(&[[0.5f32.to_bits(); 32], [0.25f32.to_bits(); 32]].concat()).unwrap();
    // The next batch is the same one. Its rows 0 and 1 are vectors 2 and 3 of the region that begins with the pooled ones.
    let end = plan.gradients.end().next_multiple_of(256);
    let (vectors, lists) = (end, end + 1024);
    let mut list = |position: u64, words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        device.transport_mut().memory_write(lists + 64 * position, &bytes).unwrap();
        lists + 64 * position
    };
    let split = |address: u64| [address as u32, (address >> 32) as u32];
    let [low, high] = split(vectors + 256);
    let delta_directory = list(0, &[low, high, 2, 2]);
    let rows = list(1, &[0, 1]);
    let delta_offsets = list(2, &[0, 1, 3]);
    let delta_sources = list(3, &[0, 0, 1]);
    let [low, high] = split(vectors);
    let directory = list(4, &[low, high, 2, 2]);
    let offsets = list(5, &[0, 3, 5]);
    let sources = list(6, &[0, 2, 3, 1, 3]);
    let pooled_bytes: Vec<u8> = pooled.iter().flat_map(|word| word.to_le_bytes()).collect();
    device.transport_mut().memory_write(vectors, &pooled_bytes).unwrap();
    let set = |device: &mut CxlMem<ReferenceCxlMem>, settings: &[(&'static Register, u64)]| {
        settings.iter().for_each(|(register, value)| device.set(register, *value).unwrap());
    };
    set(
        &mut device,
        &[
            (&map::DESCRIPTOR_BASE, lists),
            (&map::DESCRIPTOR_BYTES, 512),
            (&map::DATA_BASE, vectors + 256),
            (&map::DATA_BYTES, 256),
            (&map::ROW_DIRECTORY, delta_directory),
            (&map::ROW_OFFSETS, delta_offsets),
            (&map::ROWS, rows),
            (&map::SOURCE_BAGS, delta_sources),
        ],
    );
    post(&mut device, &[ACCUMULATE]);
    set(
        &mut device,
        &[
            (&map::LEARNING_RATE, (-1f32).to_bits().into()),
            (&map::FLUSH_TARGET, 0x1_0001),
            (&map::DATA_BASE, vectors),
            (&map::GRADIENT_BASE, vectors),
            (&map::GRADIENT_BYTES, 512),
            (&map::BAG_COUNT, 4),
            (&map::ENTRY_COUNT, 5),
            (&map::ROW_DIRECTORY, directory),
            (&map::ROW_OFFSETS, offsets),
            (&map::SOURCE_BAGS, sources),
        ],
    );
    post(&mut device, &[ACCUMULATE]);
    assert_eq!(error(&mut device), None);
    assert_eq!(device.transport().flush(), Some(Flush { source: vectors, target: 0x1_0000, lines: 4 }));
    device.transport_mut().flushed(true);
    device.wait().unwrap();
    let deltas = words(&mut device, vectors + 256, 64);
    assert_eq!(deltas, [[(-0.5f32).to_bits(); 32], [(-0.75f32).to_bits(); 32]].concat());
    // What a lookup of the updated rows finds: 1.5 + 1.25, and 1.25.
    let sums = words(&mut device, vectors, 64);
    assert_eq!(sums, [[2.75f32.to_bits(); 32], [1.25f32.to_bits(); 32]].concat());
    assert_eq!(device.transport().finished(), Finished { lookups: 1, accumulations: 2, ..Finished::default() });
    assert_eq!(register(&mut device, &map::ACCUMULATIONS), 2);
    assert_eq!(device.read_rows(0, 0, 2).unwrap(), [2f32.to_bits(); 64]);
}

#[test]
fn staged_and_accumulated_rows_have_their_place() {
    let log = |device: &mut CxlMem<ReferenceCxlMem>| device.set(&map::CHECKPOINT, STAGED.place(1)).unwrap();
    for command in [STAGE, ROWS] {
        for (base, code) in [
            (|device| staged(device) + 32, ErrorCode::Misaligned),
            (|_: &_| map::SCRATCHPAD_BASE + map::SCRATCHPAD_BYTES - 192, ErrorCode::OutsideDevice),
            (|_: &_| 0, ErrorCode::OutsideDevice),
            (|device: &CxlMem<_>| device.batch_plan().unwrap().descriptors.end() - 64, ErrorCode::RegionOverlap),
            (|device: &CxlMem<_>| device.batch_plan().unwrap().gradients.base - 192, ErrorCode::RegionOverlap),
        ] as [(fn(&CxlMem<ReferenceCxlMem>) -> u64, ErrorCode); 5]
        {
            let mut device = posted();
            log(&mut device);
            let base = base(&device);
            device.set(&map::STAGED_BASE, base).unwrap();
            post(&mut device, &[command]);
            let overlaps = command == ROWS && code == ErrorCode::RegionOverlap;
            let expected = (!overlaps).then_some((code, map::STAGED_BASE.offset));
            assert_eq!(error(&mut device), expected, "{command} at {base:#x}");
        }
    }
    for (base, code) in [
        (|_: &_| 0, ErrorCode::OutsideDevice),
        (|device: &CxlMem<_>| device.batch_plan().unwrap().descriptors.end() - 64, ErrorCode::RegionOverlap),
    ] as [(fn(&CxlMem<ReferenceCxlMem>) -> u64, ErrorCode); 2]
    {
        let mut device = posted();
        let base = base(&device);
        device.set(&map::DATA_BASE, base).unwrap();
        post(&mut device, &[ACCUMULATE]);
        assert_eq!(error(&mut device), Some((code, map::DATA_BASE.offset)));
    }
}

#[test]
fn gradients_of_the_next_batch_come_while_an_update_runs() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, LINES.place(4)).unwrap();
    let staged = staged(&device);
    device.set(&map::STAGED_BASE, staged).unwrap();
    post(&mut device, &[STAGE]);
    write_gradients(&mut device, 0..3);
    assert_eq!(device.transport().finished().stages, 0);
    write_gradients(&mut device, 3..4);
    assert_eq!(device.transport().finished().stages, 1);
    // They are taken. What keeps does not wait, whatever it says, and more come.
    write_gradients(&mut device, 0..2);
    device.set(&map::GRADIENT_LINES, LINES.place(9) | KEEP.place(1)).unwrap();
    device.set(&map::GRADIENT_BYTES, 512).unwrap();
    post(&mut device, &[UPDATE, ROWS]);
    device.set(&map::GRADIENT_BYTES, 256).unwrap();
    assert_eq!(device.transport().finished().updates, 1);
    write_gradients(&mut device, 2..3);
    device.set(&map::GRADIENT_LINES, LINES.place(4) | COUNT_ONLY.place(1)).unwrap();
    post(&mut device, &[UPDATE]);
    assert_eq!(device.transport().finished().updates, 2);
    device.set(&map::GRADIENT_LINES, LINES.place(4)).unwrap();
    post(&mut device, &[UPDATE]);
    assert_eq!(device.transport().finished().updates, 2);
    write_gradients(&mut device, 3..4);
    assert_eq!(device.transport().finished().updates, 3);
}

#[test]
fn gradients_of_another_region_do_not_count() {
    let mut device = posted();
    let base = device.batch_plan().unwrap().gradients.base;
    device.set(&map::GRADIENT_LINES, LINES.place(2) | COUNT_ONLY.place(1)).unwrap();
    device.set(&map::GRADIENT_BASE, base + 4096).unwrap();
    post(&mut device, &[LOOKUP]);
    write_gradients(&mut device, 64..65);
    device.set(&map::GRADIENT_LINES, LINES.place(2)).unwrap();
    device.set(&map::GRADIENT_BASE, base).unwrap();
    post(&mut device, &[UPDATE]);
    write_gradients(&mut device, 0..1);
    assert_eq!(device.transport().finished().updates, 0, "one line of its own has come");
    write_gradients(&mut device, 1..2);
    assert_eq!(device.transport().finished().updates, 1);
    // What comes for a part of the region counts when a job names that part.
    device.set(&map::GRADIENT_LINES, LINES.place(2) | COUNT_ONLY.place(1)).unwrap();
    device.set(&map::GRADIENT_BASE, base - 64).unwrap();
    device.set(&map::GRADIENT_BYTES, 320).unwrap();
    post(&mut device, &[LOOKUP]);
    write_gradients(&mut device, 0..1);
    device.set(&map::GRADIENT_LINES, LINES.place(2)).unwrap();
    device.set(&map::GRADIENT_BASE, base).unwrap();
    device.set(&map::GRADIENT_BYTES, 256).unwrap();
    post(&mut device, &[UPDATE]);
    write_gradients(&mut device, 1..2);
    assert_eq!(device.transport().finished().updates, 2);
}

#[test]
fn an_update_takes_a_record_of_parameters_that_is_not_too_old() {
    for (lag, batches) in [(0, 0..=0), (3, 0..=3), (0xffff, 0..=0xffff)] {
        for (record, batch) in [
            (70_000, 70_000),
            (69_999, 70_000),
            (69_997, 70_000),
            (69_996, 70_000),
            (70_001, 70_000),
            (4465, 70_000),
            (4464, 70_000),
        ] {
            let mut device = posted();
            device.set(&map::CHECKPOINT, AFTER_PARAMETERS.place(1) | LAG.place(lag)).unwrap();
            device.set(&map::BATCH, record).unwrap();
            post(&mut device, &[PARAMETERS]);
            device.set(&map::BATCH, batch).unwrap();
            post(&mut device, &[UPDATE]);
            assert_eq!(device.transport().finished().updates, 0, "no record counts");
            device.transport_mut().parameters_logged(true);
            let begins = batch.checked_sub(record).is_some_and(|behind| batches.contains(&behind));
            assert_eq!(device.transport().finished().updates, u64::from(begins), "lag {lag}: {record} for {batch}");
        }
    }
}

#[test]
fn parameters_are_asked_for_in_the_window() {
    let mut device = posted();
    device.transport_mut().hold_jobs();
    device.set(&map::CHECKPOINT, IN_WINDOW.place(1) | AFTER_PARAMETERS.place(1)).unwrap();
    assert!(!device.transport().parameter_window(), "there is no log");
    post(&mut device, &[PARAMETERS]);
    assert!(device.transport().parameter_window(), "no job is there");
    post(&mut device, &[LOOKUP, UPDATE]);
    assert!(!device.transport().parameter_window(), "the lookup works");
    device.transport_mut().run_job();
    assert!(device.transport().parameter_window(), "the update waits for the record");
    device.transport_mut().parameters_logged(true);
    assert!(!device.transport().parameter_window(), "the log has ended");
    device.transport_mut().run_job();
    // Without the field a log asks whenever it likes.
    device.set(&map::CHECKPOINT, 0).unwrap();
    post(&mut device, &[PARAMETERS, LOOKUP]);
    assert!(device.transport().held_job().is_some() && device.transport().parameter_window());
}
