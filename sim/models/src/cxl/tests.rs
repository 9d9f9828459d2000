//! The reference at the end of a link, message by message.

use emberlane_drivers::{Transport, TransportError};
use emberlane_fabric::port::Endpoint;

use super::*;
use crate::job_time::JobTime;
use crate::media;
use emberlane_drivers::{BatchBuilder, Command, Configuration, CxlMem, Pooling};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::link;
use emberlane_fabric::message::{
    ALL_BYTES, Channel, Direction, H2dData, H2dReq, H2dRsp, Io, Line, M2sReq, M2sRwd, Message, merge,
};
use emberlane_fabric::port::{EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::Register;
use emberlane_registers::cxl::{
    D2hReqOpcode, D2hRspOpcode, GoState, H2dReqOpcode, H2dRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue,
    S2mDrsOpcode, S2mNdrOpcode, SnpType,
};
use emberlane_registers::cxl_mem as map;
use proptest::prelude::*;
use std::collections::BTreeMap;

const PERSISTENT: u64 = 1 << 44;
const SCRATCHPAD: u64 = 5 << 32;
const NOWHERE: u64 = 9 << 32;
const PEER: u64 = 1 << 40;

/// A device at a port whose other end the test plays.
struct Bench {
    endpoint: ReferenceEndpoint,
    port: Port,
    now: Time,
}

impl Bench {
    fn new(credits: u32) -> Self {
        Self::of(ReferenceCxlMem::new(4).unwrap(), credits)
    }

    fn of(device: ReferenceCxlMem, credits: u32) -> Self {
        let time = JobTime::new(4, media::preset("trainingcxl").unwrap());
        Self::with(ReferenceEndpoint::new(device, BAR_BASE, time), credits)
    }

    fn with(endpoint: ReferenceEndpoint, credits: u32) -> Self {
        let port = Port::new(Direction::Upstream, [credits; Channel::COUNT]);
        let mut bench = Self { endpoint, port, now: Time::ZERO };
        bench.write(&map::HDM_BASE_0, PERSISTENT | 1);
        bench.write(&map::HDM_BASE_1, SCRATCHPAD | 1);
        bench
    }

    /// Delivers messages; what the device sends then.
    fn exchange(&mut self, messages: impl IntoIterator<Item = Message>) -> Result<Vec<Message>, EndpointError> {
        messages.into_iter().for_each(|message| self.port.deliver(message));
        self.endpoint.tick(self.now, &mut self.port)?;
        self.port.drain_taken();
        Ok(self.port.drain_sent().collect())
    }

    fn io(&mut self, io: Io) -> Vec<Message> {
        let sent = self.exchange([Message::IoDown(io)]).unwrap();
        for message in &sent {
            self.port.return_credit(message.channel());
        }
        sent
    }

    fn write(&mut self, register: &Register, data: u64) -> Vec<Message> {
        self.io(Io::MWr { address: BAR_BASE + register.offset, bytes: 8, data })
    }

    fn read(&mut self, register: &Register) -> u64 {
        match self.io(Io::MRd { address: BAR_BASE + register.offset, bytes: 8, tag: 7 })[..] {
            [Message::IoUp(Io::Cpl { tag: 7, data: Some(data) })] => data,
            ref other => panic!("{other:?}"),
        }
    }
}

fn request(opcode: M2sReqOpcode, snp_type: SnpType, tag: u16, address: u64) -> Message {
    let (meta_field, meta_value) = (MetaField::NoOp, MetaValue::Invalid);
    Message::M2sReq(M2sReq { opcode, snp_type, meta_field, meta_value, tag, address })
}

fn write(tag: u16, address: u64, byte_enable: u64, poison: bool, data: Line) -> Message {
    let opcode = if byte_enable == ALL_BYTES { M2sRwdOpcode::MemWr } else { M2sRwdOpcode::MemWrPtl };
    let (snp_type, meta_field, meta_value) = (SnpType::NoOp, MetaField::NoOp, MetaValue::Invalid);
    Message::M2sRwd(M2sRwd { opcode, snp_type, meta_field, meta_value, tag, address, poison, byte_enable, data })
}

/// An answer with data: opcode, tag, poison, line.
type WithData = (S2mDrsOpcode, u16, bool, Line);

/// The answers with data, and opcodes and tags of those without.
fn answers(sent: &[Message]) -> (Vec<WithData>, Vec<(S2mNdrOpcode, u16)>) {
    let (mut lines, mut done) = (Vec::new(), Vec::new());
    for message in sent {
        match message {
            Message::S2mDrs(line) => lines.push((line.opcode, line.tag, line.poison, line.data)),
            Message::S2mNdr(answer) => done.push((answer.opcode, answer.tag)),
            other => panic!("{other}"),
        }
    }
    (lines, done)
}

proptest! {
    /// Reads, partial and whole writes, with and without poison, anywhere: as a plain memory has it.
    #[test]
    fn memory_answers_as_the_hardware_does(
        steps in prop::collection::vec((0..4usize, 0..6u64, any::<u64>(), prop::bool::weighted(0.2), any::<u8>()), 1..60)
    ) {
        let mut bench = Bench::new(8);
        let mut memory: BTreeMap<u64, (Line, bool)> = BTreeMap::new();
        let (mut reads, mut writes) = (0, 0);
        for (number, (kind, line, byte_enable, poison, value)) in steps.into_iter().enumerate() {
            let (tag, base) = (number as u16, [PERSISTENT, SCRATCHPAD, NOWHERE][(value % 3) as usize]);
            let (address, there) = (base + 64 * line, base != NOWHERE);
            let sent = match kind {
                0 | 1 => {
                    let opcode = [M2sReqOpcode::MemRd, M2sReqOpcode::MemRdData][kind];
                    let snp_type = [SnpType::NoOp, SnpType::SnpCur, SnpType::SnpInv][(byte_enable % 3) as usize];
                    let (data, poisoned) = memory.get(&address).copied().unwrap_or(([0; 64], false));
                    let sent = bench.exchange([request(opcode, snp_type, tag, address)]).unwrap();
                    let line = match there {
                        true => (S2mDrsOpcode::MemData, tag, poisoned, data),
                        false => (S2mDrsOpcode::MemDataNxm, tag, false, [0xff; 64]),
                    };
                    let snooped = (snp_type != SnpType::NoOp).then_some((S2mNdrOpcode::Cmp, tag));
                    prop_assert_eq!(answers(&sent), (vec![line], Vec::from_iter(snooped)));
                    reads += 1;
                    sent
                }
                _ => {
                    let byte_enable = if kind == 2 { ALL_BYTES } else { byte_enable & !1 };
                    let data = [value; 64];
                    if there {
                        let entry = memory.entry(address).or_insert(([0; 64], false));
                        merge(&mut entry.0, &data, byte_enable);
                        entry.1 = poison || (entry.1 && kind != 2);
                        writes += 1;
                    }
                    let sent = bench.exchange([write(tag, address, byte_enable, poison, data)]).unwrap();
                    prop_assert_eq!(answers(&sent), (vec![], vec![(S2mNdrOpcode::Cmp, tag)]));
                    sent
                }
            };
            for message in sent {
                bench.port.return_credit(message.channel());
            }
        }
        prop_assert_eq!((bench.read(&map::MEM_READS), bench.read(&map::MEM_WRITES)), (reads, writes));
    }
}

#[test]
fn what_needs_no_memory_is_completed_and_hints_are_taken() {
    let mut bench = Bench::new(8);
    let opcodes = [
        (M2sReqOpcode::MemInv, true),
        (M2sReqOpcode::MemInvNT, true),
        (M2sReqOpcode::MemClnEvct, true),
        (M2sReqOpcode::MemSpecRd, false),
        (M2sReqOpcode::MemRdFwd, false),
        (M2sReqOpcode::MemWrFwd, false),
    ];
    for (tag, (opcode, completes)) in (0..).zip(opcodes) {
        let sent = bench.exchange([request(opcode, SnpType::SnpInv, tag, NOWHERE)]).unwrap();
        let expected: Vec<_> = completes.then_some((S2mNdrOpcode::Cmp, tag)).into_iter().collect();
        assert_eq!(answers(&sent), (vec![], expected), "{opcode:?}");
    }
    let snoop = Message::H2dReq(H2dReq { opcode: H2dReqOpcode::SnpInv, uqid: 9, address: PEER });
    let sent = bench.exchange([snoop]).unwrap();
    assert!(
        matches!(sent[..], [Message::D2hRsp(answer)] if (answer.opcode, answer.uqid) == (D2hRspOpcode::RspIHitI, 9))
    );
}

#[test]
fn a_decoder_that_is_not_committed_has_no_memory() {
    let mut bench = Bench::new(8);
    bench.write(&map::HDM_BASE_1, SCRATCHPAD);
    let read = |tag, address| request(M2sReqOpcode::MemRd, SnpType::NoOp, tag, address);
    let sent = bench.exchange([read(1, SCRATCHPAD), read(2, PERSISTENT + (4 << 40)), read(3, PERSISTENT)]).unwrap();
    let opcodes: Vec<_> = answers(&sent).0.iter().map(|answer| answer.0).collect();
    assert_eq!(opcodes, [S2mDrsOpcode::MemDataNxm, S2mDrsOpcode::MemDataNxm, S2mDrsOpcode::MemData]);
}

#[test]
fn answers_wait_for_credits() {
    let mut bench = Bench::new(1);
    let read = |tag| request(M2sReqOpcode::MemRd, SnpType::SnpCur, tag, PERSISTENT);
    assert_eq!(bench.exchange([read(1), read(2)]).unwrap().len(), 2, "one with and one without data");
    assert_eq!(bench.exchange([]).unwrap(), []);
    assert!(bench.port.return_credit(Channel::S2mDrs));
    assert_eq!(answers(&bench.exchange([]).unwrap()).0[0].1, 2);
}

#[test]
fn registers_are_accessed_whole() {
    let mut bench = Bench::new(8);
    assert_eq!(bench.read(&map::IDENTITY), map::IDENTITY_VALUE);
    for (address, bytes) in [(BAR_BASE, 4), (BAR_BASE + 4, 8), (BAR_BASE + 0x1000, 8), (0, 8)] {
        let sent = bench.io(Io::MRd { address, bytes, tag: 1 });
        assert_eq!(sent, [Message::IoUp(Io::Cpl { tag: 1, data: None })], "{address:#x}, {bytes} bytes");
        assert_eq!(bench.io(Io::MWr { address, bytes, data: 1 }), []);
    }
    // Where no register is, a read gives zero and a write does nothing.
    let (address, bytes) = (BAR_BASE + 0xff8, 8);
    assert_eq!(bench.io(Io::MWr { address, bytes, data: 1 }), []);
    let sent = bench.io(Io::MRd { address, bytes, tag: 1 });
    assert_eq!(sent, [Message::IoUp(Io::Cpl { tag: 1, data: Some(0) })]);
    bench.write(&map::TABLE_COUNT, 5);
    assert_eq!(bench.read(&map::TABLE_COUNT), 5);
}

/// A device with one table of `bags` rows of 64 bytes and as many bags, one row each, all posted but for the jobs.
fn posted(bags: u32, credits: u32) -> Bench {
    Bench::of(posted_device(bags), credits)
}

/// The same, with the time of the fast model.
fn posted_model(bags: u32, credits: u32) -> Bench {
    Bench::with(ReferenceEndpoint::with_model(posted_device(bags), BAR_BASE), credits)
}

fn posted_device(bags: u32) -> ReferenceCxlMem {
    posted_batch(bags, Vec::from_iter(0..=bags), Vec::from_iter(0..bags))
}

/// A device with one table of so many rows of 64 bytes, and a batch of it.
fn posted_batch(rows: u32, offsets: Vec<u32>, indices: Vec<u32>) -> ReferenceCxlMem {
    let bags = offsets.len() as u32 - 1;
    let mut driver = CxlMem::discover(ReferenceCxlMem::new(4).unwrap()).unwrap();
    driver.configure(Configuration::new(16, Pooling::Sum, 1f32.to_bits(), vec![rows])).unwrap();
    driver.load_table(0, &Vec::from_iter((0..rows * 16).map(|word| ((word / 16) as f32).to_bits()))).unwrap();
    driver.post(&BatchBuilder::new().table(&offsets, &indices).and_then(BatchBuilder::build).unwrap()).unwrap();
    driver.prepare().unwrap();
    for (register, value) in [
        (&map::PARAMETER_SOURCE, PEER),
        (&map::PARAMETER_BYTES, u64::from(bags) * 64),
        (&map::LOG_BASE, 1 << 30),
        (&map::LOG_BYTES, 1 << 20),
        (&map::PARAMETER_LOG, 1 << 30),
    ] {
        driver.set(register, value).unwrap();
    }
    driver.into_transport()
}

fn ring(bench: &mut Bench, command: Command) -> Vec<Message> {
    bench.write(&map::DOORBELL, command as u64)
}

#[test]
fn a_job_takes_its_estimate() {
    let mut bench = posted(100, 8);
    bench.now = Time::us(1);
    ring(&mut bench, Command::Lookup);
    // 100 lines at 4 * 0.72 lines a cycle of 4 ns.
    let end = Time::us(1) + Time(35 * 4000);
    assert_eq!(bench.endpoint.next_tick(), Some(end));
    bench.now = Time(end.0 - 1);
    assert_eq!(bench.read(&map::STATUS), map::BUSY.place(1));
    assert_eq!((bench.endpoint.interrupt(), bench.endpoint.finished()), (false, Finished::default()));
    bench.now = end;
    assert_eq!(bench.exchange([]).unwrap(), []);
    assert_eq!(bench.read(&map::STATUS), map::DONE.place(1));
    assert_eq!((bench.endpoint.interrupt(), bench.endpoint.finished().lookups), (true, 1));
    assert_eq!(bench.endpoint.next_tick(), None);

    // Each takes its own time, from when the one before it has ended.
    ring(&mut bench, Command::Lookup);
    ring(&mut bench, Command::Update);
    bench.now = end + Time(35 * 4000);
    bench.exchange([]).unwrap();
    assert_eq!(bench.endpoint.next_tick(), Some(bench.now + Time(209 * 4000)), "100 lines at 4 * 0.12");
}

/// The requests among messages: opcode, CQID, address.
fn requests(sent: &[Message]) -> Vec<(D2hReqOpcode, u16, u64)> {
    let request = |message: &Message| match message {
        Message::D2hReq(request) => Some((request.opcode, request.cqid, request.address)),
        _ => None,
    };
    sent.iter().filter_map(request).collect()
}

fn pull(opcode: H2dRspOpcode, cqid: u16, uqid: u16) -> Message {
    Message::H2dRsp(H2dRsp { opcode, state: GoState::Invalid, uqid, cqid })
}

#[test]
fn pooled_vectors_leave_as_the_host_pulls_them() {
    let mut bench = posted(100, 200);
    bench.write(&map::FLUSH_TARGET, PEER | 1);
    ring(&mut bench, Command::Lookup);
    bench.now = Time::us(1);
    let asked = requests(&bench.exchange([]).unwrap());
    assert_eq!(asked.len(), 64, "so many are under way");
    assert_eq!(asked[3], (D2hReqOpcode::ItoMWr, 3, PEER + 192));
    let sent = bench.exchange([pull(H2dRspOpcode::GoWritePull, 5, 77)]).unwrap();
    assert!(matches!(sent[0], Message::D2hData(data) if data.uqid == 77 && data.data[..4] == 5f32.to_le_bytes()));
    assert_eq!(requests(&sent), [(D2hReqOpcode::ItoMWr, 5, PEER + 64 * 64)], "its slot is free again");
    // A line that the host drops needs no data.
    assert_eq!(requests(&bench.exchange([pull(H2dRspOpcode::GoWritePullDrop, 6, 0)]).unwrap()).len(), 1);
    let mut left: Vec<u16> = (0..64).collect();
    for _ in 0..2 {
        let pulls = left.drain(..).map(|cqid| pull(H2dRspOpcode::GoWritePull, cqid, cqid));
        let pulls: Vec<_> = pulls.collect();
        assert_eq!(bench.endpoint.finished().lookups, 0);
        left = requests(&bench.exchange(pulls).unwrap()).iter().map(|request| request.1).collect();
    }
    assert_eq!((bench.endpoint.finished().lookups, bench.read(&map::LINES_FLUSHED)), (1, 100));
    assert!(bench.exchange([pull(H2dRspOpcode::GoWritePull, 5, 77)]).is_err(), "nothing is under way");
}

#[test]
fn a_refused_vector_fails_the_lookup() {
    let mut bench = posted(2, 8);
    bench.write(&map::FLUSH_TARGET, PEER | 1);
    ring(&mut bench, Command::Lookup);
    bench.now = Time::us(1);
    bench.exchange([]).unwrap();
    let pulls = [pull(H2dRspOpcode::GoErrWritePull, 0, 1), pull(H2dRspOpcode::GoWritePull, 1, 2)];
    assert_eq!(bench.exchange(pulls).unwrap().len(), 2, "its data go all the same");
    assert_eq!(bench.read(&map::STATUS), map::FAILED.place(1));
    assert_eq!(bench.read(&map::ERROR), map::ErrorCode::Flush as u64);
    assert_eq!(bench.read(&map::ERROR_POSITION), PEER | 1);
}

#[test]
fn parameters_are_read_line_by_line_beside_a_lookup() {
    for poison in [false, true] {
        let mut bench = posted(70, 200);
        let asked = requests(&ring(&mut bench, Command::LogParameters));
        assert_eq!(asked.len(), 64);
        assert_eq!(asked[2], (D2hReqOpcode::RdCurr, 66, PEER + 128));
        ring(&mut bench, Command::Lookup);
        bench.now = Time::us(10);
        bench.exchange([]).unwrap();
        assert_eq!(bench.endpoint.finished(), Finished { lookups: 1, ..Finished::default() });
        let data = |cqid: u16| {
            Message::H2dData(H2dData { cqid, go_err: false, poison: poison && cqid == 70, data: [cqid as u8; 64] })
        };
        let rest = requests(&bench.exchange((64..128).rev().map(data)).unwrap());
        assert_eq!(rest.len(), 6);
        assert_eq!(bench.read(&map::STATUS), map::BUSY.place(1) | map::DONE.place(1));
        bench.exchange(rest.iter().map(|request| data(request.1))).unwrap();
        assert!(bench.endpoint.interrupt());
        assert_eq!(bench.endpoint.finished().parameter_records, u64::from(!poison));
        let mut line = [0; 64];
        bench.endpoint.device().memory_read((1 << 30) + 7 * 64, &mut line).unwrap();
        assert_eq!(line, if poison { [0; 64] } else { [70; 64] });
        let error = if poison { (map::ErrorCode::Log as u64, 1 << 30) } else { (0, 0) };
        assert_eq!((bench.read(&map::ERROR), bench.read(&map::ERROR_POSITION)), error);
        assert!(bench.exchange([data(64)]).is_err(), "nothing is under way");
    }
}

#[test]
fn a_job_of_the_model_is_busy_until_its_vectors_have_left() {
    let mut bench = posted_model(2, 8);
    bench.write(&map::FLUSH_TARGET, PEER | 1);
    ring(&mut bench, Command::Lookup);
    bench.now = Time::us(1);
    let asked = requests(&bench.exchange([]).unwrap());
    assert_eq!(asked.len(), 2);
    let worked = bench.read(&map::BUSY_CYCLES);
    bench.now = Time::us(3);
    bench.exchange(asked.iter().map(|request| pull(H2dRspOpcode::GoWritePull, request.1, request.1))).unwrap();
    assert_eq!(bench.endpoint.finished().lookups, 1);
    bench.now = Time::us(5);
    assert_eq!(bench.read(&map::BUSY_CYCLES), worked + 500, "the 2 us of the flush, and not what came behind");
}

/// Lines that an engine had kept count as such, and not as read, whether or not the vectors of the lookup have to leave behind it.
#[test]
fn rows_that_were_kept_count_in_a_lookup_that_flushes_too() {
    const LOOKUPS: u64 = 8 * 16;
    let counted = |flushes: bool| {
        let offsets = (0..=8).map(|bag| bag * 16).collect();
        let indices = (0..LOOKUPS as u32).map(|entry| entry % 3).collect();
        let device = posted_batch(3, offsets, indices);
        let mut bench = Bench::with(ReferenceEndpoint::with_model(device, BAR_BASE), 200);
        bench.write(&map::ROW_CACHE, map::ROW_CACHE_ENABLED.place(1));
        bench.write(&map::FLUSH_TARGET, PEER | u64::from(flushes));
        // Engines keep nothing before they have emptied their slots.
        bench.now = Time::us(10);
        bench.exchange([]).unwrap();
        ring(&mut bench, Command::Lookup);
        bench.now = Time::us(30);
        let asked = requests(&bench.exchange([]).unwrap());
        assert_eq!(asked.len(), if flushes { 8 } else { 0 });
        bench.exchange(asked.iter().map(|request| pull(H2dRspOpcode::GoWritePull, request.1, request.1))).unwrap();
        assert_eq!(bench.endpoint.finished().lookups, 1);
        let reads = (0..4).map(|channel| bench.read(map::MAP.at(map::channel_reads(channel)).unwrap())).sum::<u64>();
        (bench.read(&map::ROW_CACHE_HITS), reads)
    };
    let (hits, reads) = counted(true);
    assert!(hits > 0 && hits + reads == LOOKUPS, "{hits} lines were kept, {reads} read");
    assert_eq!((hits, reads), counted(false));
}

#[test]
fn a_line_of_parameters_keeps_its_slot_until_the_model_has_handed_it_on() {
    let mut bench = posted_model(70, 200);
    ring(&mut bench, Command::LogParameters);
    bench.now = Time::us(1);
    let line = |cqid| Message::H2dData(H2dData { cqid, go_err: false, poison: false, data: [1; 64] });
    // It is seen at the clock edge at 1,004 ns.
    bench.now = Time(1_001_000);
    let sent = bench.exchange([line(64)]).unwrap();
    assert_eq!(requests(&sent), []);
    let free = Time(1_004_000 + 3 * 4000);
    assert!(bench.endpoint.next_tick().is_some_and(|tick| tick <= free));
    bench.now = Time(free.0 - 1);
    assert_eq!(requests(&bench.exchange([]).unwrap()), []);
    bench.now = free;
    assert_eq!(requests(&bench.exchange([]).unwrap()), [(D2hReqOpcode::RdCurr, 64, PEER + 64 * 64)]);
    assert!(bench.exchange([line(65), line(65)]).is_err(), "a slot that is kept has no line under way");
}

/// Whether or not anything moves meanwhile: a wait for what does not come is too long, and no breach of the protocol.
#[test]
fn a_wait_over_a_link_ends_with_an_interrupt_or_in_time() {
    let time = JobTime::new(4, media::preset("trainingcxl").unwrap());
    let device = || ReferenceCxlMem::new(4).unwrap();
    for endpoint in
        [ReferenceEndpoint::new(device(), BAR_BASE, time), ReferenceEndpoint::with_model(device(), BAR_BASE)]
    {
        let link = link::preset("trainingcxl").unwrap().config().unwrap();
        let mut over_cxl = OverCxl::new(endpoint, FabricConfig::default(), &link).unwrap();
        for cycles in [0, 200, u64::MAX] {
            let waited = over_cxl.wait_interrupt(cycles);
            assert!(matches!(waited, Err(TransportError::Timeout { cycles: of, .. }) if of == cycles), "{waited:?}");
        }
        // A job without settings fails.
        over_cxl.mmio_write(map::DOORBELL.offset, Command::Lookup as u64).unwrap();
        over_cxl.wait_interrupt(200).expect("a failure interrupts");
        over_cxl.mmio_write(map::CLEAR.offset, map::CLEAR_STATUS.place(1)).unwrap();
        let waited = over_cxl.wait_interrupt(200);
        assert!(matches!(waited, Err(TransportError::Timeout { .. })), "{waited:?}");
    }
}
