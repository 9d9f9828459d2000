//! Single flows: what each request of a device is answered with, errors, MMIO, the GPU's counters and windows.

use crate::expander::{Expander, HdmConfig};
use crate::fabric::{Fabric, FabricConfig, FabricError, Handle};
use crate::gpu::{CopyWrite, Gpu, GpuConfig};
use crate::hdm::{Coherence, Target};
use crate::home::{HomeConfig, HomeError};
use crate::link;
use crate::memory::MemoryConfig;
use crate::message::{ALL_BYTES, Channel, D2hData, D2hReq, Io, Line, Message};
use crate::port::{Endpoint, EndpointError, Port};
use crate::time::Time;
use crate::wire::{D2hReqOpcode, D2hRspOpcode, H2dRspOpcode};
use std::collections::VecDeque;

const SIZE: u64 = 1 << 20;
const HDM: u64 = 1 << 30;
const BAR: u64 = 1 << 40;
const NOWHERE: u64 = 1 << 45;

/// A device that sends what it is told, gives pulled data, and writes down what comes.
#[derive(Debug)]
struct Script {
    send: VecDeque<Message>,
    data: Line,
    byte_enable: u64,
    seen: Vec<Message>,
    registers: [u64; 4],
    /// Does not answer.
    mute: bool,
    next: Option<Time>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            send: VecDeque::new(),
            data: [0; 64],
            byte_enable: ALL_BYTES,
            seen: Vec::new(),
            registers: [0; 4],
            mute: false,
            next: None,
        }
    }
}

impl Endpoint for Script {
    fn next_tick(&self) -> Option<Time> {
        self.next
    }

    fn tick(&mut self, _: Time, port: &mut Port) -> Result<(), EndpointError> {
        for channel in Channel::ALL {
            while let Some(message) = port.take(channel) {
                self.seen.push(message);
                let (data, byte_enable) = (self.data, self.byte_enable);
                match message {
                    _ if self.mute => {}
                    Message::H2dRsp(answer)
                        if matches!(
                            answer.opcode,
                            H2dRspOpcode::WritePull
                                | H2dRspOpcode::GoWritePull
                                | H2dRspOpcode::FastGoWritePull
                                | H2dRspOpcode::GoErrWritePull
                        ) =>
                    {
                        let (uqid, bogus, poison) = (answer.uqid, false, false);
                        self.send.push_back(Message::D2hData(D2hData { uqid, bogus, poison, byte_enable, data }));
                    }
                    Message::IoDown(Io::MRd { address, tag, .. }) => {
                        let data = self.registers.get((address - BAR) as usize / 8).copied();
                        self.send.push_back(Message::IoUp(Io::Cpl { tag, data }));
                    }
                    Message::IoDown(Io::MWr { address, data, .. }) => {
                        self.registers[(address - BAR) as usize / 8] = data;
                        self.send.push_back(Message::IoUp(Io::MWr { address: 0xfee0_0000, bytes: 4, data: 7 }));
                    }
                    _ => {}
                }
            }
        }
        while let Some(message) = self.send.front() {
            if !port.can_send(message.channel()) {
                break;
            }
            port.send(self.send.pop_front().expect("peeked"))?;
        }
        Ok(())
    }
}

fn system(home: HomeConfig) -> (Fabric, Handle<Script>, Handle<Expander>) {
    let mut fabric = Fabric::new(FabricConfig { home, ..FabricConfig::default() });
    let link = link::preset("ndrec").unwrap().config().unwrap();
    let script = fabric.add("script", Script::default(), &link);
    let memory = MemoryConfig::ideal(SIZE);
    let coherence = Coherence::HostOnly;
    let expander = fabric.add("expander", Expander::new(HdmConfig { base: HDM, coherence, memory }), &link);
    fabric.map(0, SIZE, Target::HostMemory).unwrap();
    // Half of the range has memory.
    fabric.map(HDM, 2 * SIZE, Target::Hdm { device: expander.index(), coherence }).unwrap();
    fabric.map(BAR, 4096, Target::Bar { device: script.index(), bar: 0 }).unwrap();
    (fabric, script, expander)
}

fn request(opcode: D2hReqOpcode, address: u64) -> Message {
    Message::D2hReq(D2hReq { opcode, cqid: 5, address })
}

/// Opcodes and states of what came.
fn answers(seen: &[Message]) -> Vec<String> {
    let one = |message: &Message| match message {
        Message::H2dRsp(answer) => format!("{} {}", answer.opcode, answer.state),
        other => other.opcode().to_string(),
    };
    seen.iter().map(one).collect()
}

#[test]
fn every_request_has_the_answers_of_the_specification() {
    use D2hReqOpcode as Op;
    for (opcode, expected) in [
        (Op::RdCurr, &["Data"][..]),
        (Op::RdOwn, &["GO Exclusive", "Data"]),
        (Op::RdShared, &["GO Shared", "Data"]),
        (Op::RdAny, &["GO Exclusive", "Data"]),
        (Op::RdOwnNoData, &["GO Exclusive"]),
        (Op::ItoMWr, &["GO-WritePull Invalid"]),
        (Op::WrCur, &["GO-WritePull Invalid"]),
        (Op::ClFlush, &["GO Invalid"]),
        (Op::CleanEvictNoData, &["GO Invalid"]),
        (Op::CleanEvict, &["GO-WritePull-Drop Invalid"]),
        (Op::WoWrInv, &["Fast-GO-WritePull Invalid", "ExtCmp Invalid"]),
        (Op::WoWrInvF, &["Fast-GO-WritePull Invalid", "ExtCmp Invalid"]),
        (Op::WrInv, &["WritePull Invalid", "GO Invalid"]),
        (Op::CacheFlushed, &["GO Invalid"]),
    ] {
        for base in [0, HDM] {
            let (mut fabric, script, _) = system(HomeConfig::default());
            let address = if opcode == Op::CacheFlushed { 0 } else { base + 128 };
            let device = fabric.device_mut(script);
            device.data = [3; 64];
            device.send.push_back(request(opcode, address));
            fabric.run_to_end().unwrap();
            assert_eq!(answers(&fabric.device(script).seen), expected, "{opcode} of {address:#x}");
            let wrote = expected[0].contains("Pull") && opcode != Op::CleanEvict;
            let mut line = [9; 64];
            if opcode != Op::RdOwn && opcode != Op::RdAny && opcode != Op::RdOwnNoData {
                fabric.load(address, &mut line).unwrap();
                assert_eq!(line, if wrote { [3; 64] } else { [0; 64] }, "{opcode}");
            }
        }
    }
}

#[test]
fn partial_writes_change_the_enabled_bytes() {
    for base in [0, HDM] {
        let (mut fabric, script, _) = system(HomeConfig::default());
        fabric.store(base, &[1; 64]).unwrap();
        let device = fabric.device_mut(script);
        (device.data, device.byte_enable) = ([2; 64], 0b110);
        device.send.push_back(request(D2hReqOpcode::WrInv, base));
        fabric.run_to_end().unwrap();
        fabric.store(base + 8, &[4; 2]).unwrap();
        let mut line = [0; 12];
        fabric.load(base, &mut line).unwrap();
        assert_eq!(line, [1, 2, 2, 1, 1, 1, 1, 1, 4, 4, 1, 1]);
        let partial = fabric.statistics().latencies().get("MemWrPtl").map_or(0, |histogram| histogram.len());
        assert_eq!(partial, if base == HDM { 2 } else { 0 });
    }
}

#[test]
fn addresses_without_memory_are_errors() {
    for (opcode, expected) in [
        (D2hReqOpcode::RdCurr, &["Data"][..]),
        (D2hReqOpcode::RdShared, &["GO Error", "Data"]),
        (D2hReqOpcode::WrCur, &["GO-ERR-WritePull Error"]),
        (D2hReqOpcode::WrInv, &["GO-ERR-WritePull Error"]),
    ] {
        let (mut fabric, script, _) = system(HomeConfig::default());
        fabric.device_mut(script).send.push_back(request(opcode, NOWHERE));
        fabric.run_to_end().unwrap();
        let seen = &fabric.device(script).seen;
        assert_eq!(answers(seen), expected, "{opcode}");
        if let Some(Message::H2dData(data)) = seen.last() {
            assert_eq!(data.data, [0xff; 64]);
        }
    }
    let (mut fabric, script, _) = system(HomeConfig::default());
    // In the range of the expander, where it has no memory.
    fabric.device_mut(script).send.push_back(request(D2hReqOpcode::RdShared, HDM + SIZE));
    fabric.run_to_end().unwrap();
    assert_eq!(answers(&fabric.device(script).seen), ["GO Error", "Data"]);
    for address in [NOWHERE, HDM + SIZE, BAR] {
        let error = fabric.load(address, &mut [0; 8]).unwrap_err();
        assert_eq!(error.to_string(), format!("CPU access to {address:#x}: nothing has this address"));
    }
}

#[test]
fn poison_comes_with_the_data() {
    let (mut fabric, script, expander) = system(HomeConfig::default());
    fabric.device_mut(expander).server_mut().memory_mut().poison(64);
    fabric.host_memory_mut().poison(64);
    for base in [0, HDM] {
        assert!(matches!(fabric.load(base + 64, &mut [0; 8]), Err(FabricError::Access { poison: true, .. })));
        fabric.device_mut(script).send.push_back(request(D2hReqOpcode::RdCurr, base + 64));
        fabric.run_to_end().unwrap();
        assert!(matches!(fabric.device(script).seen.last(), Some(Message::H2dData(data)) if data.poison));
        fabric.store(base + 64, &[0; 64]).unwrap();
        fabric.load(base + 64, &mut [0; 8]).unwrap();
    }
}

#[test]
fn registers_are_read_and_written_and_interrupts_come() {
    let (mut fabric, script, _) = system(HomeConfig::default());
    fabric.mmio_write(BAR + 8, 8, 0x1234).unwrap();
    assert_eq!(fabric.mmio_read(BAR + 8, 8).unwrap(), 0x1234);
    let interrupt = fabric.take_interrupt().unwrap();
    assert_eq!((interrupt.device, interrupt.address, interrupt.data), (script.index(), 0xfee0_0000, 7));
    assert!(matches!(fabric.mmio_read(BAR + 32, 8), Err(FabricError::Access { .. })));
    assert!(matches!(fabric.mmio_read(NOWHERE, 4), Err(FabricError::Access { .. })));
}

#[test]
fn io_faults_are_caught() {
    use super::faults::{Fault, Faults};
    use crate::checker::Rule;
    for (fault, expected) in [
        (Fault::Lose(Channel::IoDown), Err("CXL.io down were sent and not taken")),
        (Fault::Lose(Channel::IoUp), Err("CXL.io up were sent and not taken")),
        (Fault::Withhold(Channel::IoUp), Err("not answered: CXL.io down MRd")),
        (Fault::Repeat(Channel::IoDown), Ok(Rule::Answer)),
        (Fault::Repeat(Channel::IoUp), Ok(Rule::Answer)),
        (Fault::SpareCredit(0, Channel::IoDown), Ok(Rule::Credit)),
        (Fault::SpareCredit(0, Channel::IoUp), Ok(Rule::Credit)),
    ] {
        let mut fabric = Fabric::new(FabricConfig::default());
        let mut link = link::preset("ndrec").unwrap().config().unwrap();
        let tight = if let Fault::SpareCredit(_, channel) = fault { Some(channel) } else { None };
        link.credits = Channel::ALL.map(|channel| if tight == Some(channel) { 1 } else { 8 });
        let script = fabric.add("script", Script::default(), &link);
        fabric.map(BAR, 4096, Target::Bar { device: script.index(), bar: 0 }).unwrap();
        fabric.faults = Faults { fault: Some(fault), after: 0 };
        for register in 0..4 {
            fabric.post_mmio_read(BAR + 8 * register, 8);
        }
        match (fabric.run_to_end(), expected) {
            (Err(FabricError::Violation(violation)), Ok(rule)) => assert_eq!(violation.rule, rule, "{violation}"),
            (Err(error @ FabricError::Stuck { .. }), Err(text)) => assert!(error.to_string().contains(text), "{error}"),
            (other, _) => panic!("{fault:?}: {other:?}"),
        }
    }
}

#[test]
fn what_nobody_answers_is_named() {
    let (mut fabric, script, _) = system(HomeConfig::default());
    fabric.device_mut(script).send.push_back(request(D2hReqOpcode::RdOwn, 64));
    fabric.run_to_end().unwrap();
    fabric.device_mut(script).mute = true;
    let error = fabric.load(64, &mut [0; 8]).unwrap_err().to_string();
    assert!(error.contains("CPU load 0 of 0x40, waits for script to answer a snoop"), "{error}");
    assert!(error.contains("not answered: H2D Req SnpCur 0x40"), "{error}");
}

#[test]
fn answers_that_nobody_waits_for_are_errors() {
    let rsp = crate::message::D2hRsp { opcode: D2hRspOpcode::RspIHitI, uqid: 1 };
    let (mut fabric, script, _) = system(HomeConfig::default());
    fabric.device_mut(script).send.push_back(Message::D2hRsp(rsp));
    assert!(matches!(fabric.run_to_end(), Err(FabricError::Violation(_))));
    // Without the checker the host sees it itself.
    let mut fabric = Fabric::new(FabricConfig { checker: false, ..FabricConfig::default() });
    let script = Script { send: [Message::D2hRsp(rsp)].into(), ..Script::default() };
    fabric.add("script", script, &link::preset("ideal").unwrap().config().unwrap());
    let error = fabric.run_to_end().unwrap_err().to_string();
    assert!(error.contains("no transaction of the host has this tag"), "{error}");
}

#[test]
fn a_tick_in_the_past_is_an_error() {
    let (mut fabric, script, _) = system(HomeConfig::default());
    fabric.device_mut(script).next = Some(Time::ZERO);
    assert!(matches!(fabric.run_to_end(), Err(FabricError::PastTick { .. })));
}

#[test]
fn a_clock_that_ticks_for_nothing_is_not_waited_for() {
    /// A clocked device that never has anything to say.
    struct Clock(Option<Time>);
    impl Endpoint for Clock {
        fn next_tick(&self) -> Option<Time> {
            self.0
        }
        fn tick(&mut self, now: Time, _: &mut Port) -> Result<(), EndpointError> {
            self.0 = Some(now + Time(4000));
            Ok(())
        }
    }
    let mut fabric = Fabric::new(FabricConfig { patience: Time::us(1), ..FabricConfig::default() });
    fabric.add("clock", Clock(None), &link::preset("ideal").unwrap().config().unwrap());
    fabric.run_for(Time::us(5)).unwrap();
    fabric.at(Time::us(9), |_| Ok(()));
    let error = fabric.run_until(|_| false).unwrap_err().to_string();
    assert!(error.contains("what the caller waits for does not come"), "{error}");
    assert_eq!(fabric.now(), Time::us(10) + Time(4000));
}

#[test]
fn accesses_to_a_line_keep_their_order() {
    for base in [0, HDM] {
        let (mut fabric, _, _) = system(HomeConfig::default());
        let store = |fabric: &mut Fabric, value| fabric.post_store(base, [value; 64], ALL_BYTES);
        (1..5).for_each(|value| _ = store(&mut fabric, value));
        let load = fabric.post_load(base);
        (5..9).for_each(|value| _ = store(&mut fabric, value));
        assert_eq!(fabric.wait(load, base).unwrap().data, [4; 64]);
        fabric.run_to_end().unwrap();
        let mut line = [0; 64];
        fabric.load(base, &mut line).unwrap();
        assert_eq!(line, [8; 64]);
    }
}

#[test]
fn actions_happen_at_their_time() {
    let (mut fabric, _, _) = system(HomeConfig::default());
    fabric.at(Time::ns(700), |fabric| {
        assert_eq!(fabric.now(), Time::ns(700));
        fabric.post_store(0, [8; 64], ALL_BYTES);
        Ok(())
    });
    fabric.run_for(Time::ns(600)).unwrap();
    assert_eq!((fabric.now(), fabric.host_memory().read(0).unwrap().0[0]), (Time::ns(600), 0));
    fabric.run_to_end().unwrap();
    assert_eq!(fabric.host_memory().read(0).unwrap().0, [8; 64]);
}

#[test]
fn the_cpu_cache_holds_lines_until_a_device_writes_them() {
    let cache = Some(crate::cache::CacheShape { sets: 2, ways: 1 });
    let (mut fabric, script, _) = system(HomeConfig { cache, ..HomeConfig::default() });
    let sent = |fabric: &Fabric| fabric.statistics().messages();
    fabric.store(HDM, &[1; 64]).unwrap();
    let before = sent(&fabric);
    fabric.load(HDM, &mut [0; 64]).unwrap();
    fabric.store(HDM + 3, &[7]).unwrap();
    assert_eq!(sent(&fabric), before, "hits send nothing");
    let device = fabric.device_mut(script);
    (device.data, device.byte_enable) = ([2; 64], 1);
    device.send.push_back(request(D2hReqOpcode::WrInv, HDM));
    fabric.run_to_end().unwrap();
    let mut line = [0; 4];
    fabric.load(HDM, &mut line).unwrap();
    assert_eq!(line, [2, 1, 1, 7]);
    // A line of the same set takes its place, and the modified line comes back.
    fabric.store(HDM, &[9]).unwrap();
    fabric.load(HDM + 128, &mut line).unwrap();
    fabric.load(HDM, &mut line).unwrap();
    assert_eq!(line, [9, 1, 1, 7]);
}

fn gpu_system() -> (Fabric, Handle<Gpu>, Handle<Gpu>) {
    let mut fabric = Fabric::new(FabricConfig::default());
    let link = link::preset("trainingcxl").unwrap().config().unwrap();
    let coherence = Coherence::Device;
    let memory = MemoryConfig::ideal(SIZE);
    let gpus = [0, 1].map(|index| {
        let base = HDM * (1 + index);
        let config = GpuConfig { hdm: HdmConfig { base, coherence, memory }, requests: 8 };
        let gpu = fabric.add(&format!("gpu{index}"), Gpu::new(config), &link);
        fabric.map(base, SIZE, Target::Hdm { device: gpu.index(), coherence }).unwrap();
        gpu
    });
    fabric.map(0, SIZE, Target::HostMemory).unwrap();
    (fabric, gpus[0], gpus[1])
}

#[test]
fn a_counter_is_ready_when_every_line_was_written_once() {
    let (mut fabric, from, to) = gpu_system();
    fabric.device_mut(from).server_mut().memory_mut().write_bytes(0, &[6; 1024]);
    let counter = fabric.device_mut(to).arm(4096..4096 + 1024);
    for batch in 1..4_u64 {
        fabric.device_mut(from).copy_out(0, 2 * HDM + 4096, 960, CopyWrite::ItoMWr);
        fabric.run_to_end().unwrap();
        assert_eq!((fabric.device(to).ready(counter), fabric.device(to).missing(counter)), (None, 1));
        fabric.device_mut(from).copy_out(960, 2 * HDM + 4096 + 960, 64, CopyWrite::WrCur);
        fabric.run_until(|fabric| fabric.device(to).ready(counter).is_some()).unwrap();
        assert_eq!(fabric.device(to).ready(counter), Some(fabric.now()), "batch {batch}");
        fabric.run_to_end().unwrap();
        assert!(fabric.device(to).written_twice().is_empty());
        fabric.device_mut(to).rearm_for(counter, 4096..4096 + 1024);
        assert_eq!(fabric.device(to).missing(counter), 16);
    }
    let mut bytes = [0; 1024];
    fabric.device(to).server().memory().read_bytes(4096, &mut bytes);
    assert_eq!(bytes, [6; 1024]);
    // A line twice.
    for _ in 0..2 {
        fabric.device_mut(from).copy_out(0, 2 * HDM + 4096, 64, CopyWrite::WrCur);
        fabric.run_to_end().unwrap();
    }
    let twice: Vec<u64> = fabric.device(to).written_twice().iter().map(|fault| fault.dpa).collect();
    assert_eq!((twice, fabric.device(to).missing(counter)), (vec![4096], 15));
}

/// A line that a kernel has not made yet does not leave, and does not hold up other copies.
#[test]
fn lines_leave_as_they_are_made() {
    let (mut fabric, from, to) = gpu_system();
    let counter = fabric.device_mut(to).arm(0..1024);
    let (start, end) = (Time::us(1), Time::us(17));
    let gpu = fabric.device_mut(from);
    let stream = gpu.stream_out(0, 2 * HDM, 1024, CopyWrite::ItoMWr, start..end);
    let copy = gpu.copy_out(1024, 2 * HDM + 4096, 512, CopyWrite::ItoMWr);
    for line in 0..16 {
        let held = fabric.run_until_or(start + Time::us(line + 1) - Time(1), |_| false).unwrap();
        let left = fabric.device(to).missing(counter) as u64;
        assert_eq!((held, left), (false, 16 - line), "a line a microsecond, and it arrives within one");
    }
    assert!(fabric.device(from).copy_done(copy).unwrap() < Time::us(1));
    assert!(fabric.run_until_or(Time::us(100), |fabric| fabric.device(to).ready(counter).is_some()).unwrap());
    assert!((end..end + Time::us(1)).contains(&fabric.now()));
    assert!(fabric.device(from).copy_done(stream).is_some());
    fabric.run_to_end().unwrap();
    assert!(fabric.device(to).written_twice().is_empty());
    fabric.device_mut(to).rearm_for(counter, 64..192);
    assert_eq!(fabric.device(to).missing(counter), 2);
}

#[test]
fn a_closed_window_holds_reads_and_nothing_else() {
    let (mut fabric, reader, owner) = gpu_system();
    let memory = fabric.device_mut(owner).server_mut().memory_mut();
    memory.write_bytes(0, &[5; 8192]);
    let window = 0..4096;
    // The second time changes nothing.
    (0..2).for_each(|_| fabric.device_mut(owner).close_window(window.clone()));
    let held = fabric.device_mut(reader).copy_in(2 * HDM, 0, 256);
    let free = fabric.device_mut(reader).copy_in(2 * HDM + 4096, 4096, 512);
    fabric.run_until(|fabric| fabric.device(reader).copy_done(free).is_some()).unwrap();
    fabric.store(2 * HDM + 2048, &[4; 64]).unwrap();
    fabric.run_for(Time::us(10)).unwrap();
    assert_eq!((fabric.device(reader).copy_done(held), fabric.device(owner).server().held()), (None, 4));
    let now = fabric.now();
    assert!(fabric.device_mut(owner).open_window(now, &(0..64)).is_err());
    fabric.device_mut(owner).open_window(now, &window).unwrap();
    fabric.run_to_end().unwrap();
    assert!(fabric.device(reader).copy_done(held).unwrap() > now);
    let mut bytes = [0; 256];
    fabric.device(reader).server().memory().read_bytes(0, &mut bytes);
    assert_eq!(bytes, [5; 256]);
}

#[test]
fn a_device_that_asks_for_its_own_memory_is_refused() {
    let (mut fabric, gpu, _) = gpu_system();
    fabric.device_mut(gpu).copy_in(HDM, 0, 64);
    let error = fabric.run_to_end().unwrap_err();
    assert!(matches!(error, FabricError::Home(HomeError::OwnMemory { device: 0, address: HDM })), "{error}");
}

#[test]
fn a_trace_has_a_line_for_every_message() {
    let file = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    struct To(std::rc::Rc<std::cell::RefCell<Vec<u8>>>);
    impl std::io::Write for To {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (mut fabric, _, _) = system(HomeConfig::default());
    fabric.trace(Box::new(To(file.clone()))).unwrap();
    fabric.load(HDM + 64, &mut [0; 8]).unwrap();
    fabric.end_trace().unwrap();
    fabric.load(HDM + 128, &mut [0; 8]).unwrap();
    let text = String::from_utf8(file.borrow().clone()).unwrap();
    let expected = "time_ps channel opcode address tag from to latency_ps for\n\
                    15000 m2s_req MemRd 0x40000040 0 host expander 40439 cpu\n\
                    55439 s2m_drs MemData - 0 expander host 42328 -\n";
    assert_eq!(text, expected);
}
