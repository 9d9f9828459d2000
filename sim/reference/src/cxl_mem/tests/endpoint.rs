//! What the host's writes over CXL.mem do to jobs: gradients that count once, poison, decoders.

use super::*;
use emberlane_registers::cxl_mem::{COUNTED_BYTES, POISONED_LINES};

/// The lines of the batch's gradients.
fn gradient(device: &CxlMem<ReferenceCxlMem>, line: u64) -> u64 {
    device.batch_plan().unwrap().gradients.base + 64 * line
}

fn written(device: &mut CxlMem<ReferenceCxlMem>, address: u64, write: HostWrite) {
    device.transport_mut().line_written(address, write);
}

#[test]
fn a_line_of_gradients_counts_once_whole_and_good() {
    let mut device = posted();
    device.set(&map::GRADIENT_LINES, 2).unwrap();
    post(&mut device, &[LOOKUP, UPDATE]);
    let [first, second] = [0, 1].map(|line| gradient(&device, line));
    for write in [HostWrite::Part, HostWrite::Poison, HostWrite::Whole, HostWrite::Whole, HostWrite::Part] {
        written(&mut device, first, write);
    }
    assert_eq!(register(&mut device, &map::GRADIENTS_ARRIVED), 1);
    assert_eq!(device.transport().finished().updates, 0);
    // A line that is bad now does not open the gate.
    written(&mut device, first, HostWrite::Poison);
    written(&mut device, second, HostWrite::Whole);
    assert_eq!(device.transport().finished().updates, 0);
    written(&mut device, first, HostWrite::Whole);
    assert_eq!(device.transport().finished().updates, 1);
    assert_eq!(register(&mut device, &map::GRADIENTS_ARRIVED), 3);
    // Behind the job that has taken them, they count again.
    post(&mut device, &[UPDATE]);
    written(&mut device, first, HostWrite::Whole);
    written(&mut device, second, HostWrite::Whole);
    assert_eq!(device.transport().finished().updates, 2);
}

#[test]
fn a_region_that_is_too_large_is_not_counted_in() {
    let mut device = posted();
    device.set(&map::GRADIENT_BYTES, COUNTED_BYTES + 64).unwrap();
    post(&mut device, &[LOOKUP]);
    assert_eq!(error(&mut device), None, "nothing is counted");
    for command in [LOOKUP, UPDATE, STAGE, ROWS, PARAMETERS] {
        device.clear().unwrap();
        device.set(&map::GRADIENT_LINES, 1).unwrap();
        post(&mut device, &[command]);
        let expected = (ErrorCode::OutsideRegion, map::GRADIENT_LINES.offset);
        assert_eq!(error(&mut device), Some(expected), "{command}");
    }
    assert!(device.wait().unwrap_err().to_string().contains("gradients cannot be counted"));
    device.clear().unwrap();
    device.set(&map::GRADIENT_LINES, LINES.place(1) | KEEP.place(1)).unwrap();
    post(&mut device, &[LOOKUP]);
    assert_eq!(error(&mut device), None);
}

/// A poisoned line fails whatever reads it, and is good again when it is written as a whole.
#[test]
fn poison_fails_the_jobs_that_read_it() {
    let lists = |device: &CxlMem<ReferenceCxlMem>, list| device.batch_plan().unwrap().list(list);
    let row = |device: &CxlMem<ReferenceCxlMem>| device.data_plan().unwrap().tables[0].base + 128 + 64;
    for command in [LOOKUP, UPDATE, STAGE, ACCUMULATE, ROWS] {
        let mut device = posted();
        let base = staged(&device);
        device.set(&map::STAGED_BASE, base).unwrap();
        let (gradients, pooled) = (gradient(&device, 2), device.batch_plan().unwrap().pooled.base);
        if command == ACCUMULATE {
            device.set(&map::DATA_BASE, pooled).unwrap();
            let directory = lists(&device, List::RowDirectory);
            device.transport_mut().memory_write(directory, &pooled.to_le_bytes()).unwrap();
        }
        for (line, reads) in [
            (row(&device), command != ACCUMULATE),
            (gradients, [UPDATE, STAGE, ACCUMULATE].contains(&command)),
            (lists(&device, List::Indices), command == LOOKUP),
            (lists(&device, List::Rows), command != LOOKUP),
        ] {
            assert!(!device.transport().is_poisoned(line));
            written(&mut device, line, HostWrite::Poison);
            // A part of it does not make it good.
            written(&mut device, line, HostWrite::Part);
            assert!(device.transport().is_poisoned(line));
            post(&mut device, &[command]);
            let media = (ErrorCode::MediaRead, line);
            let expected = if command == ROWS { (ErrorCode::Log, ROW_LOG) } else { media };
            assert_eq!(error(&mut device), reads.then_some(expected), "{command} at {line:#x}");
            if reads {
                device.clear().unwrap();
            }
            written(&mut device, line, HostWrite::Whole);
            post(&mut device, &[command]);
            assert_eq!(error(&mut device), None, "{command} behind {line:#x}");
        }
    }
}

#[test]
fn what_a_job_writes_as_a_whole_is_good() {
    let mut device = posted();
    let line = device.batch_plan().unwrap().pooled.base;
    written(&mut device, line, HostWrite::Poison);
    post(&mut device, &[LOOKUP]);
    assert!(!device.transport().is_poisoned(line));
}

#[test]
fn more_poison_than_places_is_not_forgotten() {
    let mut device = posted();
    // Lines of one port, as far apart as it takes.
    let line = |number: u64| map::SCRATCHPAD_BASE + (1 << 24) + 1024 * number;
    for number in 0..POISONED_LINES as u64 {
        written(&mut device, line(number), HostWrite::Poison);
    }
    assert_eq!(register(&mut device, &map::POISON), 0);
    for number in [20, 30] {
        written(&mut device, line(number), HostWrite::Poison);
    }
    assert_eq!(register(&mut device, &map::POISON), 1);
    let poisoned = |device: &CxlMem<ReferenceCxlMem>, number| device.transport().is_poisoned(line(number));
    let last = POISONED_LINES as u64 - 1;
    assert!([0, last, 20, 25, 30].into_iter().all(|number| poisoned(&device, number)));
    assert!([last + 1, 19, 31].into_iter().all(|number| !poisoned(&device, number)));
    written(&mut device, line(25), HostWrite::Whole);
    assert!(poisoned(&device, 25), "a range is not made good line by line");
    device.clear_poison().unwrap();
    assert_eq!(register(&mut device, &map::POISON), 0);
    assert!(!poisoned(&device, 0) && !poisoned(&device, 25));
}

#[test]
fn a_decoder_over_the_other_is_refused() {
    for [first, second] in [[&map::HDM_BASE_0, &map::HDM_BASE_1], [&map::HDM_BASE_1, &map::HDM_BASE_0]] {
        let mut device = posted();
        let write = |device: &mut CxlMem<ReferenceCxlMem>, decoder: &Register, value| {
            device.transport_mut().mmio_write(decoder.offset, value).unwrap();
        };
        write(&mut device, first, (1 << 44) | 1);
        write(&mut device, second, (1 << 44) + (1 << 33));
        assert_eq!(error(&mut device), None, "it does not commit");
        write(&mut device, second, ((1 << 44) + (1 << 33)) | 1);
        assert_eq!(error(&mut device), Some((ErrorCode::DecoderOverlap, second.offset)));
        assert_eq!(register(&mut device, second), (1 << 44) + (1 << 33));
        // The doorbell is ignored, and who waits for the job learns why.
        post(&mut device, &[LOOKUP]);
        let said = device.wait().unwrap_err().to_string();
        assert!(said.starts_with("decoder refused: ") && said.contains(second.name), "{said}");
        device.clear().unwrap();
        write(&mut device, second, 1);
        assert_eq!((error(&mut device), register(&mut device, second)), (None, 1));
    }
}
