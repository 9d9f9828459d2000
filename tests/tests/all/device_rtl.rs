//! The RTL does what every CXL-MEM has to do, and leaves the same bits in memory as the reference, under random stalls.
#![cfg(feature = "rtl")]

use emberlane_drivers::{
    BatchBuilder, Command, Configuration, CxlMem, CxlMemError, ErrorCode, List, Pooling, Transport,
};
use emberlane_models::media;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::Register;
use emberlane_registers::cxl::{H2dRspOpcode, M2sRwdOpcode};
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::{
    Lockstep,
    conformance::{self, ErrorChecks, Size},
};
use emberlane_verilated::{
    RtlCxlMem,
    axi::{Faulty, StallProfile},
    cxl::{CacheAnswer, CacheRequest, MemWrite, PulledLine, WriteMeta},
};

/// Channels and stalls that every check runs with.
const SETUPS: [(u32, StallProfile); 4] =
    [(4, StallProfile::Random), (4, StallProfile::Heavy), (1, StallProfile::Random), (1, StallProfile::None)];

fn rtl(channels: u32, profile: StallProfile, seed: u64) -> RtlCxlMem {
    RtlCxlMem::builder()
        .channels(channels as usize)
        .stalls(profile)
        .seed(seed)
        .build()
        .unwrap_or_else(|error| panic!("RTL with {channels} channels: {error}"))
}

/// The reference and the RTL, which must not differ.
fn both(channels: u32, profile: StallProfile, seed: u64) -> Lockstep<ReferenceCxlMem, RtlCxlMem> {
    let reference = ReferenceCxlMem::new(channels).expect("1 to 4 channels");
    Lockstep::new(reference, rtl(channels, profile, seed))
}

/// Runs a check on the pair of devices, then compares all memory that was ever written.
fn in_lockstep(name: &str, default: u64, check: impl Fn(&mut Lockstep<ReferenceCxlMem, RtlCxlMem>, u64)) {
    in_lockstep_on(&SETUPS, name, default, check);
}

/// The same with some channels and stalls.
fn in_lockstep_on(
    setups: &[(u32, StallProfile)],
    name: &str,
    default: u64,
    check: impl Fn(&mut Lockstep<ReferenceCxlMem, RtlCxlMem>, u64),
) {
    let seed = conformance::seed(name, default);
    for (number, &(channels, profile)) in setups.iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("{name}: {channels} channels, stalls {profile:?}, seed {seed}");
        let mut devices = both(channels, profile, seed);
        check(&mut devices, seed);
        let written = devices.first.written();
        assert!(!written.is_empty());
        devices.compare_memory(&written).unwrap_or_else(|error| panic!("{name}, seed {seed}: {error}"));
    }
}

#[test]
fn random_batches_leave_the_bits_of_plain_arithmetic() {
    in_lockstep("rtl_random_batches", 11, |devices, seed| {
        conformance::random_batches(devices, seed, 6, Size { entries: 200, rows: 100 });
    });
}

/// The memory controllers move answers in time, never bits: every preset, under stalls.
#[test]
fn emulated_media_leave_the_bits_of_plain_arithmetic() {
    let seed = conformance::seed("rtl_presets", 18);
    for (number, medium) in media::presets().iter().enumerate() {
        for (channels, profile) in [(4, StallProfile::Random), (1, StallProfile::Heavy)] {
            let seed = seed + number as u64;
            eprintln!("rtl_presets: {} on {channels} channels, stalls {profile:?}, seed {seed}", medium.name);
            let settings = medium.settings(registers::CLOCK_PERIOD_PS).expect("the preset fits the registers");
            let mut devices = both(channels, profile, seed);
            conformance::discover(&mut devices).set_media(&emberlane_stores::media(&settings)).expect("settings");
            conformance::random_batches(&mut devices, seed, 2, Size { entries: 200, rows: 100 });
            let latency = devices.mmio_read(registers::MEDIA_READ_LATENCY.offset).expect("a register");
            assert_eq!(latency, u64::from(settings.read_latency), "{}: the preset was forgotten", medium.name);
            let written = devices.first.written();
            devices.compare_memory(&written).unwrap_or_else(|error| panic!("{}, seed {seed}: {error}", medium.name));
        }
    }
}

/// Jobs of a line or two: what is under way is in one place at a time, and each place has to be waited for.
#[test]
fn the_smallest_jobs_end_when_their_last_write_is_answered() {
    in_lockstep("rtl_smallest", 17, |devices, seed| {
        conformance::random_batches(devices, seed, 25, Size { entries: 1, rows: 2 });
    });
}

#[test]
fn early_lookups_are_brought_up_to_date() {
    in_lockstep("rtl_relaxed", 19, |devices, seed| {
        conformance::relaxed_lookups(devices, seed, 6, Size { entries: 120, rows: 8 });
    });
}

#[test]
fn registers_and_memory_are_as_the_table_says() {
    in_lockstep("rtl_bus", 12, |devices, seed| conformance::bus(devices, seed));
}

#[test]
fn every_error_is_reported_at_its_position() {
    // Every fault is a job, and one behind it that has to work: minutes.
    let setups = [(4, StallProfile::Random), (1, StallProfile::Random)];
    in_lockstep_on(&setups, "rtl_errors", 13, |devices, seed| {
        conformance::errors(devices, seed, ErrorChecks::Pairs(40));
    });
}

#[test]
fn damaged_jobs_end_as_the_reference_says() {
    in_lockstep("rtl_corrupted_jobs", 14, |devices, seed| {
        let failures = conformance::corrupted_jobs(devices, seed, 150, Size { entries: 40, rows: 20 });
        assert!((15..145).contains(&failures), "{failures} of 150 jobs failed");
    });
}

/// A device with one table and a posted batch that keeps it busy for a while.
fn working_device(profile: StallProfile, seed: u64) -> CxlMem<RtlCxlMem> {
    let mut device = conformance::discover(rtl(4, profile, seed));
    prepare_work(&mut device);
    device
}

/// Gives a device one table and a batch.
fn prepare_work(device: &mut CxlMem<RtlCxlMem>) {
    let configuration = Configuration::new(64, Pooling::Sum, 1.0f32.to_bits(), vec![50]);
    device.configure(configuration).expect("the table fits");
    device.load_table(0, &vec![1.0f32.to_bits(); 50 * 64]).expect("the table exists");
    let offsets: Vec<u32> = (0..=20).map(|bag| bag * 5).collect();
    let indices: Vec<u32> = (0..100).map(|entry| entry * 7 % 50).collect();
    let batch = BatchBuilder::new().table(&offsets, &indices).and_then(BatchBuilder::build).expect("well formed");
    device.post(&batch).expect("the batch is well formed");
    device.write_gradients(&vec![0.5f32.to_bits(); 20 * 64]).expect("one gradient a bag");
    device.prepare().expect("the batch is posted");
}

fn device_error(result: Result<(), CxlMemError>) -> (ErrorCode, u64) {
    match result {
        Err(CxlMemError::Device(error)) => (error.code, error.position),
        other => panic!("{other:?}, expected an error of the device"),
    }
}

/// Where the host maps persistent memory, and the scratchpad.
const HOST_BASES: [u64; 2] = [1 << 44, 1 << 40];

/// Writes the line at a DPA over CXL.mem, as the host or a peer does.
fn write_line(device: &mut CxlMem<RtlCxlMem>, line: u64, how: MemWrite) {
    let [persistent, scratchpad] = HOST_BASES;
    device.set(&registers::HDM_BASE_0, persistent | 1).expect("HDM_BASE_0");
    device.set(&registers::HDM_BASE_1, scratchpad | 1).expect("HDM_BASE_1");
    let address = match line.checked_sub(registers::SCRATCHPAD_BASE) {
        Some(offset) => scratchpad + offset,
        None => persistent + line,
    };
    let rtl = device.transport_mut();
    rtl.cxl_mem().write(MemWrite { address, ..how });
    for _ in 0..3000 {
        rtl.run(1).expect("no rule is broken");
        if rtl.cxl_mem().take_done().is_some() {
            return;
        }
    }
    panic!("the write of {line:#x} is not answered");
}

/// All of a line, without poison.
fn whole(word: f32) -> MemWrite {
    let data = [word.to_bits(); 16];
    MemWrite {
        opcode: M2sRwdOpcode::MemWr,
        meta: WriteMeta::default(),
        tag: 7,
        address: 0,
        poison: false,
        enabled: u64::MAX,
        data,
    }
}

/// Writes a line of gradients over CXL.mem, as a peer does.
fn gradients_arrive(device: &mut CxlMem<RtlCxlMem>) {
    let base = device.batch_plan().expect("posted").gradients.base;
    write_line(device, base, whole(0.5));
}

/// Whole and good lines open the gate, each once.
#[test]
fn an_update_waits_for_lines_and_not_for_writes() {
    let seed = conformance::seed("rtl_gate", 20);
    for profile in [StallProfile::None, StallProfile::Heavy] {
        let mut device = working_device(profile, seed);
        let base = device.batch_plan().expect("posted").gradients.base;
        let arrived = |device: &mut CxlMem<RtlCxlMem>| {
            device.transport_mut().mmio_read(registers::GRADIENTS_ARRIVED.offset).expect("a register")
        };
        device.set(&registers::GRADIENT_LINES, 2).expect("a register");
        device.post_job(Command::Update as u64).expect("room");
        let part = MemWrite { opcode: M2sRwdOpcode::MemWrPtl, enabled: 0xf, ..whole(0.5) };
        for write in [part, MemWrite { enabled: 0, ..part }, MemWrite { poison: true, ..whole(0.5) }] {
            write_line(&mut device, base, write);
        }
        device.transport_mut().inject_error(base..base + 1, Faulty::Writes).expect("memory");
        write_line(&mut device, base, whole(0.5));
        device.transport_mut().clear_errors();
        assert_eq!(arrived(&mut device), 0, "no write was whole and good");
        for _ in 0..3 {
            write_line(&mut device, base, whole(0.5));
        }
        assert_eq!(arrived(&mut device), 1);
        write_line(&mut device, base, MemWrite { poison: true, ..part });
        write_line(&mut device, base + 64, whole(0.5));
        let busy = device.transport_mut().mmio_read(registers::STATUS.offset).expect("a register");
        assert_eq!(busy, registers::BUSY.place(1), "the first line is bad");
        write_line(&mut device, base, whole(0.5));
        device.wait().expect("two lines are there");
        assert_eq!(arrived(&mut device), 3);
    }
}

/// Lines that came before a reset, for another region, or while a job began count with their bits or not at all.
#[test]
fn the_count_of_gradients_begins_anew() {
    let seed = conformance::seed("rtl_count_anew", 22);
    let mut device = working_device(StallProfile::None, seed);
    let base = device.batch_plan().expect("posted").gradients.base;
    let busy = |device: &mut CxlMem<RtlCxlMem>| {
        device.transport_mut().run(300).expect("no rule is broken");
        let status = device.transport_mut().mmio_read(registers::STATUS.offset).expect("a register");
        let error = device.transport_mut().mmio_read(registers::ERROR.offset).expect("a register");
        let position = device.transport_mut().mmio_read(registers::ERROR_POSITION.offset).expect("a register");
        assert_eq!((error, position), (0, 0), "no job fails");
        registers::BUSY.get(status) == 1
    };
    let wait_for_lines =
        |device: &mut CxlMem<RtlCxlMem>| device.set(&registers::GRADIENT_LINES, 2).expect("a register");
    let update = |device: &mut CxlMem<RtlCxlMem>| device.post_job(Command::Update as u64).expect("room");

    // A reset.
    wait_for_lines(&mut device);
    update(&mut device);
    device.transport_mut().reset().expect("the device comes back");
    let mut device = conformance::discover(device.into_transport());
    write_line(&mut device, base, whole(0.5));
    write_line(&mut device, base + 64, whole(0.5));
    prepare_work(&mut device);
    wait_for_lines(&mut device);
    update(&mut device);
    assert!(busy(&mut device), "both lines came before the job");
    write_line(&mut device, base, whole(0.5));
    write_line(&mut device, base + 64, whole(0.5));
    device.wait().expect("both lines came");

    // Another region, as far away as lines have numbers; and back.
    let far = base + registers::COUNTED_BYTES;
    device.set(&registers::GRADIENT_LINES, 2 | registers::COUNT_ONLY.place(1)).expect("a register");
    for (elsewhere, first) in [(far, base), (base, far)] {
        device.set(&registers::GRADIENT_BASE, elsewhere).expect("a register");
        device.post_job(Command::Lookup as u64).expect("room");
        device.wait().expect("a lookup");
        write_line(&mut device, elsewhere, whole(0.5));
        device.set(&registers::GRADIENT_BASE, first).expect("a register");
        wait_for_lines(&mut device);
        update(&mut device);
        write_line(&mut device, first, whole(0.5));
        assert!(busy(&mut device), "one line of its own came");
        write_line(&mut device, first + 64, whole(0.5));
        device.wait().expect("both lines came");
        device.set(&registers::GRADIENT_LINES, 2 | registers::COUNT_ONLY.place(1)).expect("a register");
    }

    // A line that is answered in any cycle around the job's beginning, and comes again.
    device.set(&registers::GRADIENT_BASE, base).expect("a register");
    for delay in 0..60 {
        device.set(&registers::GRADIENT_LINES, 0).expect("a register");
        device.post_job(Command::Lookup as u64).expect("room");
        device.wait().expect("a lookup");
        wait_for_lines(&mut device);
        let address = HOST_BASES[1] + (base - registers::SCRATCHPAD_BASE);
        let rtl = device.transport_mut();
        rtl.cxl_mem().write(MemWrite { address, ..whole(0.5) });
        rtl.run(delay).expect("no rule is broken");
        update(&mut device);
        while device.transport_mut().cxl_mem().take_done().is_none() {
            device.transport_mut().run(1).expect("no rule is broken");
        }
        write_line(&mut device, base, whole(0.5));
        assert!(busy(&mut device), "one line came, twice, the first {delay} cycles before the job");
        write_line(&mut device, base + 64, whole(0.5));
        device.wait().expect("both lines came");
    }
}

/// A poisoned line fails every job that reads it, at its position, until it is written as a whole.
#[test]
fn poison_fails_the_jobs_that_read_it() {
    let seed = conformance::seed("rtl_poison", 21);
    for profile in [StallProfile::None, StallProfile::Random, StallProfile::Heavy] {
        let mut device = working_device(profile, seed);
        let plan = device.batch_plan().expect("posted").clone();
        let data = device.data_plan().expect("configured").data;
        let row = device.data_plan().expect("configured").tables[0].base + 7 * 256 + 64;
        let log = (data.base + data.bytes).next_multiple_of(64);
        for (register, value) in [
            (&registers::LOG_BASE, log),
            (&registers::LOG_BYTES, 1 << 20),
            (&registers::ROW_LOG, log),
            (&registers::STAGED_BASE, plan.gradients.end().next_multiple_of(64)),
        ] {
            device.set(register, value).expect("a register");
        }
        let list = |list| plan.list(list);
        let poisoned = [
            (row, Command::Lookup, (ErrorCode::MediaRead, row)),
            (row, Command::Update, (ErrorCode::MediaRead, row)),
            (row, Command::Stage, (ErrorCode::MediaRead, row)),
            (row, Command::LogRows, (ErrorCode::Log, log)),
            (plan.gradients.base + 128, Command::Update, (ErrorCode::MediaRead, plan.gradients.base + 128)),
            (list(List::Indices), Command::Lookup, (ErrorCode::MediaRead, list(List::Indices))),
            (list(List::Rows), Command::LogRows, (ErrorCode::Log, log)),
        ];
        for (line, command, expected) in poisoned {
            let context = format!("{profile:?}, {command:?}, poison at {line:#x}");
            let mut bytes = [0; 64];
            device.transport_mut().memory_read(line, &mut bytes).expect("memory");
            let words: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
            let good = MemWrite { data: words.try_into().expect("16 words"), ..whole(0.0) };
            write_line(&mut device, line, MemWrite { poison: true, ..good });
            // A part without a byte does not make it good.
            write_line(&mut device, line, MemWrite { opcode: M2sRwdOpcode::MemWrPtl, enabled: 0, ..good });
            assert_eq!(device_error(device.submit(command as u64)), expected, "{context}");
            device.clear().expect("a failure can be cleared");
            write_line(&mut device, line, good);
            device.load_table(0, &vec![1.0f32.to_bits(); 50 * 64]).expect("the table exists");
            device.submit(command as u64).unwrap_or_else(|error| panic!("after {context}: {error}"));
            device.load_table(0, &vec![1.0f32.to_bits(); 50 * 64]).expect("the table exists");
        }
        // What a job writes as a whole is good.
        write_line(&mut device, plan.pooled.base, MemWrite { poison: true, ..whole(0.0) });
        assert_eq!(device.lookup().expect("the job is right"), vec![5.0f32.to_bits(); 20 * 64]);
        write_line(
            &mut device,
            plan.pooled.base,
            MemWrite { enabled: 0, opcode: M2sRwdOpcode::MemWrPtl, ..whole(0.0) },
        );
    }
}

/// A reset in the middle of a job, which the memories do not see: their late answers are dropped, and the next job is right.
#[test]
fn the_first_job_after_a_reset_is_right() {
    let seed = conformance::seed("rtl_reset", 22);
    for (number, profile) in [StallProfile::None, StallProfile::Random, StallProfile::Heavy].into_iter().enumerate() {
        let mut device = working_device(profile, seed + number as u64);
        for round in 0..25u64 {
            let context = format!("{profile:?}, seed {seed}, round {round}");
            let command = [Command::Lookup, Command::Update][(round % 2) as usize];
            device.transport_mut().mmio_write(registers::DOORBELL.offset, command as u64).expect("DOORBELL");
            let mut rtl = device.into_transport();
            rtl.run(20 + (round * 7919 + seed) % 400).expect("no rule is broken");
            rtl.reset_alone().expect("a reset");
            device = conformance::discover(rtl);
            prepare_work(&mut device);
            assert_eq!(device.lookup().expect(&context), vec![5.0f32.to_bits(); 20 * 64], "{context}");
        }
    }
}

#[test]
fn a_decoder_over_the_other_is_refused() {
    in_lockstep("rtl_decoders", 23, |devices, _| {
        let mut write = |decoder: &Register, value: u64| {
            devices.mmio_write(decoder.offset, value).expect("a register");
            for register in [&registers::HDM_BASE_0, &registers::HDM_BASE_1, &registers::STATUS, &registers::ERROR] {
                devices.mmio_read(register.offset).expect("both say the same");
            }
            let status = devices.mmio_read(registers::STATUS.offset).expect("a register");
            let error = devices.mmio_read(registers::ERROR.offset).expect("a register");
            let position = devices.mmio_read(registers::ERROR_POSITION.offset).expect("a register");
            devices.mmio_write(registers::CLEAR.offset, registers::CLEAR_STATUS.place(1)).expect("CLEAR");
            (status, error, position)
        };
        let good = (0, 0, 0);
        for [first, second] in
            [[&registers::HDM_BASE_0, &registers::HDM_BASE_1], [&registers::HDM_BASE_1, &registers::HDM_BASE_0]]
        {
            let refused = (registers::FAILED.place(1), ErrorCode::DecoderOverlap as u64, second.offset);
            assert_eq!(write(first, 1 << 44 | 1), good);
            assert_eq!(write(second, 1 << 44 | 1 << 33), good);
            assert_eq!(write(second, 1 << 44 | 1 << 33 | 1), refused);
            assert_eq!(write(second, 1 << 40 | 1), good);
            assert_eq!(write(first, 0), good);
            assert_eq!(write(second, 0), good);
        }
        // Something is written for the comparison of memory.
        devices.memory_write(0, &[1; 64]).expect("memory");
    });
}

/// A job that waits for its gradients holds the queue: as many more as can wait are taken, and the next is refused and drops them all.
#[test]
fn jobs_wait_in_a_queue_and_one_too_many_is_refused() {
    let seed = conformance::seed("rtl_queue", 15);
    for profile in [StallProfile::None, StallProfile::Heavy, StallProfile::Random] {
        let mut device = working_device(profile, seed);
        let ring = |device: &mut CxlMem<RtlCxlMem>, command: Command| {
            device.transport_mut().mmio_write(registers::DOORBELL.offset, command as u64).expect("DOORBELL");
        };
        let read = |device: &mut CxlMem<RtlCxlMem>, register: Register| {
            device.transport_mut().mmio_read(register.offset).expect("a register")
        };
        device.set(&registers::GRADIENT_LINES, 1).expect("a register");
        ring(&mut device, Command::Update);
        // What the job in the queue was posted with does not change any more.
        device.set(&registers::GRADIENT_LINES, 0).expect("a register");
        for _ in 0..registers::JOB_QUEUE {
            ring(&mut device, Command::Lookup);
            assert_eq!(read(&mut device, registers::STATUS), registers::BUSY.place(1));
        }
        ring(&mut device, Command::Lookup);
        assert_eq!(read(&mut device, registers::STATUS), registers::FAILED.place(1), "all are dropped");
        let error = (read(&mut device, registers::ERROR), read(&mut device, registers::ERROR_POSITION));
        assert_eq!(error, (ErrorCode::QueueFull as u64, Command::Lookup as u64));
        assert_eq!((read(&mut device, registers::UPDATES), read(&mut device, registers::LOOKUPS)), (0, 0));
        assert_eq!(device.read_table(0).expect("a table"), vec![1.0f32.to_bits(); 50 * 64]);
        device.clear().expect("a failure can be cleared");

        // The same again, without the one too many: the lookup sees the update before it.
        device.set(&registers::GRADIENT_LINES, 1).expect("a register");
        device.post_job(Command::Update as u64).expect("room");
        device.post_job(Command::Lookup as u64).expect("room");
        assert_eq!(read(&mut device, registers::STATUS), registers::BUSY.place(1));
        gradients_arrive(&mut device);
        device.wait().expect("both end well");
        assert_eq!((read(&mut device, registers::UPDATES), read(&mut device, registers::LOOKUPS)), (1, 1));
        assert_eq!(device.read_pooled().expect("posted"), vec![0; 20 * 64]);
    }
}

#[test]
fn media_errors_are_reported_and_the_device_works_again() {
    let seed = conformance::seed("rtl_media", 16);
    for profile in [StallProfile::None, StallProfile::Random, StallProfile::Heavy] {
        let mut device = working_device(profile, seed);
        let plan = device.batch_plan().expect("posted").clone();
        let row = device.data_plan().expect("configured").tables[0].base + 7 * 256 + 64;
        let faults = [
            (row, Faulty::Reads, Command::Lookup, ErrorCode::MediaRead),
            (row, Faulty::Reads, Command::Update, ErrorCode::MediaRead),
            (row, Faulty::Writes, Command::Update, ErrorCode::MediaWrite),
            (plan.pooled.base + 640, Faulty::Writes, Command::Lookup, ErrorCode::MediaWrite),
            (plan.gradients.base + 128, Faulty::Reads, Command::Update, ErrorCode::MediaRead),
            (plan.list(emberlane_drivers::List::Indices), Faulty::Reads, Command::Lookup, ErrorCode::MediaRead),
        ];
        for (line, faulty, command, code) in faults {
            device.transport_mut().inject_error(line..line + 1, faulty).expect("inside memory");
            let context = format!("{profile:?}, {command:?}, {faulty:?} at {line:#x}");
            assert_eq!(device_error(device.submit(command as u64)), (code, line / 64 * 64), "{context}");
            device.transport_mut().clear_errors();
            device.clear().expect("a failure can be cleared");
            // An update that failed half way may have written rows; those are set anew, past the port that remembers which
            // line was not written.
            device.clear_poison().expect("a register");
            device.load_table(0, &vec![1.0f32.to_bits(); 50 * 64]).expect("the table exists");
            assert_eq!(device.lookup().expect("the job is right"), vec![5.0f32.to_bits(); 20 * 64], "after {context}");
        }
    }
}

/// A line that cannot be read as it is flushed fails the job, at its position, and leaves as poison; all others leave as they are.
#[test]
fn a_flush_of_a_line_that_cannot_be_read_fails() {
    const TARGET: u64 = 0x10_0000;
    let seed = conformance::seed("rtl_bad_flush", 23);
    for profile in [StallProfile::None, StallProfile::Random, StallProfile::Heavy] {
        let mut device = working_device(profile, seed);
        let pooled = device.batch_plan().expect("posted").pooled.base;
        let bad = 11;
        for is_bad in [true, false] {
            if is_bad {
                device
                    .transport_mut()
                    .inject_error(pooled + bad * 64..pooled + bad * 64 + 1, Faulty::Reads)
                    .expect("memory");
            }
            device.set(&registers::FLUSH_TARGET, TARGET | 1).expect("a register");
            device.post_job(Command::Lookup as u64).expect("room");
            let rtl = device.transport_mut();
            let (mut asked, mut poisoned) = (Vec::new(), Vec::new());
            for _ in 0..20_000 {
                rtl.run(1).expect("no rule is broken");
                if rtl.interrupt() {
                    break;
                }
                if let Some(CacheRequest { cqid, address, .. }) = rtl.cxl_cache().take_request() {
                    let rsp_data = asked.len() as u16;
                    rtl.cxl_cache().answer(CacheAnswer { opcode: H2dRspOpcode::GoWritePull, rsp_data, cqid });
                    asked.push(address);
                }
                if let Some(PulledLine { uqid, poison, data }) = rtl.cxl_cache().take_line() {
                    let line = (asked[usize::from(uqid)] - TARGET) / 64;
                    poisoned.push((line, poison));
                    assert!(poison || data == [5.0f32.to_bits(); 16], "line {line}");
                }
            }
            poisoned.sort_unstable();
            let expected: Vec<(u64, bool)> = (0..80).map(|line| (line, is_bad && line == bad)).collect();
            assert_eq!(poisoned, expected, "{profile:?}: every line left, the bad one as poison");
            match is_bad {
                true => {
                    assert_eq!(device_error(device.wait()), (ErrorCode::MediaRead, pooled + bad * 64), "{profile:?}")
                }
                false => device.wait().expect("all lines are good"),
            }
            device.transport_mut().clear_errors();
            device.clear().expect("a failure can be cleared");
        }
    }
}
