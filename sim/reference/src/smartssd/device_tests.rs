//! The device by its registers alone, and what only the reference finds.

use emberlane_drivers::smartssd::{
    Bag, BankAssignment, Condition, Configuration, Iteration, MovementPlan, Plan, SmartSsd, SmartSsdError,
    SmartSsdTransport, Synchronisation, Transfer, encode_line,
};
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::kernel_plan::{KernelError, Load, Place, Side, Word};
use emberlane_registers::smartssd::{
    self as map, AgentError, BUSY, CLEAR_AGENT, CLEAR_COUNTERS, CLEAR_STATUS, CODE, Command, DONE, FAILED, MailboxLine,
    Movement, NEW_BUFFER, WAITING,
};
use emberlane_registers::{Access, REGISTER_BYTES, Register};

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::{Fault, Hazard, ReferenceSmartSsd};

const CYCLES: u64 = 1000;
const VECTOR_BYTES: u64 = 64;
const CONFIGURATION: Configuration = Configuration {
    hdm_base: 1 << 40,
    tx_bytes: 4 * VECTOR_BYTES,
    cache_base: 1 << 12,
    cache_vectors: 16,
    ssd_base: 1 << 16,
    ssd_vectors: 1000,
    mailbox_base: 1 << 20,
    mailbox_lines: 8,
};

fn device() -> ReferenceSmartSsd {
    ReferenceSmartSsd::new(2, 16).unwrap()
}

fn driver() -> SmartSsd<ReferenceSmartSsd> {
    SmartSsd::open(device(), CONFIGURATION).unwrap()
}

fn read(device: &mut ReferenceSmartSsd, register: &Register) -> u64 {
    device.mmio_read(register.offset).unwrap()
}

fn write(device: &mut ReferenceSmartSsd, register: &Register, value: u64) {
    device.mmio_write(register.offset, value).unwrap();
}

fn ready() -> Synchronisation {
    Condition::ALL.into_iter().fold(Synchronisation::NONE, Synchronisation::with)
}

fn loads(transfers: &[(u64, u32)]) -> MovementPlan {
    let loads = transfers.iter().map(|&(ssd, cached)| Transfer { ssd, cached }).collect();
    MovementPlan { loads, ..MovementPlan::default() }
}

/// An iteration that pools one bag.
fn pools(vectors: &[u32], after: u32) -> Iteration {
    let bag = Bag { vectors: vectors.to_vec(), scale: 1f32.to_bits() };
    let plan = BankAssignment::new(2).plan(&[], &[bag]).unwrap();
    Iteration { plan, programs: 1 << 28, gradients: 0, bags: 1, after }
}

fn fill_ssd(device: &mut impl SmartSsdTransport) {
    for vector in 0..100u64 {
        let bytes = [vector as f32; 16].map(f32::to_le_bytes).concat();
        device.ssd_write(CONFIGURATION.ssd_base + vector * VECTOR_BYTES, &bytes).unwrap();
    }
}

#[test]
fn registers_are_as_the_table_says() {
    let mut device = device();
    for register in map::REGISTERS {
        match register.access {
            Access::ReadOnly => {
                let error = device.mmio_write(register.offset, 0).unwrap_err();
                assert!(matches!(error, TransportError::NoRegister { .. }), "{}: {error}", register.name);
            }
            Access::ReadWrite => {
                assert_eq!(read(&mut device, register), register.reset, "{}", register.name);
                if *register != map::MAILBOX_TAIL {
                    write(&mut device, register, u64::MAX);
                    assert_eq!(read(&mut device, register), register.mask(), "{}", register.name);
                }
            }
            Access::WriteOnly => assert_eq!(read(&mut device, register), 0, "{}", register.name),
        }
    }
    let place = map::MAP.bytes - REGISTER_BYTES;
    assert_eq!(device.mmio_read(place).unwrap(), 0, "no register is there");
    assert!(device.mmio_write(place, 0).is_err());
    assert!(device.mmio_read(map::MAP.bytes).is_err());
    assert!(ReferenceSmartSsd::new(9, 16).is_none() && ReferenceSmartSsd::new(2, 48).is_none());
}

#[test]
fn settings_of_ones_do_no_harm() {
    let mut device = device();
    for register in map::REGISTERS.iter().filter(|register| register.access == Access::ReadWrite) {
        write(&mut device, register, u64::MAX);
    }
    write(&mut device, &map::DOORBELL, Command::Iterate as u64);
    assert_eq!(CODE.get(read(&mut device, &map::ERROR)), KernelError::Layout as u64);
    write(&mut device, &map::CLEAR, u64::MAX);
    device.wait_interrupt(0).expect("the agent has stopped");
    assert!(device.memory_read(u64::MAX - 3, &mut [0; 8]).is_err());
    assert!(device.host_write(u64::MAX - 3, &[0; 8]).is_err());
}

#[test]
fn doorbells_that_start_nothing_say_why() {
    let mut device = driver().into_transport();
    let error = |device: &mut ReferenceSmartSsd| {
        let status = read(device, &map::STATUS);
        (FAILED.get(status), KernelError::from_value(CODE.get(read(device, &map::ERROR))))
    };
    write(&mut device, &map::DOORBELL, 3);
    assert_eq!(error(&mut device), (1, Some(KernelError::UnknownCommand)));
    // Ignored until it is cleared.
    write(&mut device, &map::DOORBELL, Command::Iterate as u64);
    assert_eq!(read(&mut device, &map::ITERATIONS), 0);
    write(&mut device, &map::CLEAR, CLEAR_STATUS.place(1));
    assert_eq!(error(&mut device), (0, None));

    write(&mut device, &map::BAGS, 5);
    write(&mut device, &map::DOORBELL, Command::Iterate as u64);
    assert_eq!(error(&mut device), (1, Some(KernelError::Layout)));
    assert_eq!(NEW_BUFFER.get(read(&mut device, &map::STATUS)), 1, "the buffers keep their roles");
    write(&mut device, &map::CLEAR, CLEAR_STATUS.place(1));

    // One that waits goes on after another doorbell.
    write(&mut device, &map::BAGS, 0);
    write(&mut device, &map::PLAN, 1);
    write(&mut device, &map::DOORBELL, Command::Iterate as u64);
    let status = read(&mut device, &map::STATUS);
    assert_eq!((BUSY.get(status), WAITING.get(status), NEW_BUFFER.get(status)), (1, 1, 0));
    write(&mut device, &map::DOORBELL, Command::Iterate as u64);
    assert_eq!(error(&mut device), (1, Some(KernelError::Busy)));
    write(&mut device, &map::CLEAR, CLEAR_STATUS.place(1));
    let movements = [Movement::End { plan: 1 }, Movement::Nothing, Movement::Nothing];
    let line = encode_line(&MailboxLine { movements, number: 0 });
    device.host_write(CONFIGURATION.mailbox_base, &line).unwrap();
    write(&mut device, &map::MAILBOX_TAIL, 1);
    let status = read(&mut device, &map::STATUS);
    assert_eq!((BUSY.get(status), DONE.get(status)), (0, 1));
    assert_eq!(read(&mut device, &map::MAILBOX_HEAD), 1);
}

#[test]
fn tx_buffers_are_read_and_never_written() {
    let mut device = device();
    assert!(device.memory_read(0, &mut [0; 4]).is_err(), "nothing is committed yet");
    let mut driver = SmartSsd::open(device, CONFIGURATION).unwrap();
    fill_ssd(driver.transport_mut());
    assert!(matches!(driver.outputs(), Err(SmartSsdError::NoOutputs)));
    let plan = driver.post(&loads(&[(3, 0), (4, 1), (5, 7)])).unwrap();
    for vectors in [[0, 1], [1, 7]] {
        driver.begin(pools(&vectors, plan), ready()).unwrap();
        driver.finish(CYCLES).unwrap();
    }
    assert_eq!(driver.outputs().unwrap(), [9f32.to_bits(); 16]);
    // The one that waits has the other buffer for itself.
    driver.transport_mut().inject(Fault::SsdRead(0..u64::MAX));
    let late = driver.post(&loads(&[(6, 2)])).unwrap();
    driver.begin(pools(&[2], late), ready()).unwrap();
    assert_eq!(driver.outputs().unwrap(), [9f32.to_bits(); 16], "the old buffer");
    let device = driver.transport_mut();
    let new = NEW_BUFFER.get(read(device, &map::STATUS)) * CONFIGURATION.tx_bytes;
    let error = device.memory_read(new, &mut [0; 4]).unwrap_err();
    assert!(error.to_string().contains("belongs to the iteration"), "{error}");
    device.memory_write(new, &[1; 100]).unwrap();
    assert_eq!(read(device, &map::WRITES_REFUSED), 2);
    let error = device.memory_read(2 * CONFIGURATION.tx_bytes, &mut [0; 4]).unwrap_err();
    assert!(matches!(error, TransportError::NoMemory { .. }), "the cache is private: {error}");
    assert_eq!(driver.outputs().unwrap(), [9f32.to_bits(); 16], "nothing was written");

    // An iteration that waits for movements that failed says so, and loses nothing.
    let error = driver.finish(CYCLES).unwrap_err();
    assert!(matches!(error, SmartSsdError::Agent(_)), "{error}");
    driver.transport_mut().heal();
    driver.retry_movements().unwrap();
    driver.finish(CYCLES).unwrap();
    assert_eq!(driver.outputs().unwrap(), [6f32.to_bits(); 16]);
}

#[test]
fn a_torn_write_is_found() {
    let mut driver = driver();
    fill_ssd(driver.transport_mut());
    driver.transport_mut().tear(CONFIGURATION.mailbox_base, 20);
    let plan = driver.post(&loads(&[(3, 0)])).unwrap();
    let error = driver.wait_for_plan(plan, CYCLES).unwrap_err();
    assert!(error.to_string().contains("not all of it"), "{error}");
    driver.retry_movements().unwrap();
    driver.wait_for_plan(plan, CYCLES).unwrap();
    assert_eq!(driver.counters().unwrap().get(&map::VECTORS_LOADED), Some(1));
}

#[test]
fn uses_are_counted_since_the_load() {
    let mut driver = driver();
    let plan = driver.post(&loads(&[(3, 0), (4, 1)])).unwrap();
    for _ in 0..3 {
        driver.begin(pools(&[0], plan), ready()).unwrap();
        driver.finish(CYCLES).unwrap();
    }
    driver.clear_counters().unwrap();
    assert_eq!((driver.uses(0).unwrap(), driver.uses(1).unwrap()), (Some(3), Some(0)));
    assert_eq!(driver.counters().unwrap().get(&map::VECTORS_READ), Some(0));
    driver.post(&loads(&[(5, 0)])).unwrap();
    assert_eq!(driver.uses(0).unwrap(), Some(0));
    assert_eq!(driver.uses(map::COUNTED_VECTORS as u32).unwrap(), None);
}

#[test]
fn movements_that_meet_an_iteration_are_found() {
    // Posted while it is under way.
    let mut driver = driver();
    let plan = driver.post(&loads(&[(3, 0), (4, 1), (5, 2)])).unwrap();
    driver.begin(pools(&[0, 1], plan), ready()).unwrap();
    driver.post(&loads(&[(9, 2)])).unwrap();
    assert_eq!(driver.transport().hazards(), []);
    driver.post(&loads(&[(9, 1)])).unwrap();
    let [hazard] = driver.transport().hazards() else { panic!("one hazard") };
    assert!(matches!(hazard, Hazard::Movement { plan: 3, vector: 1, after: 1, .. }), "{hazard}");
    assert!(hazard.to_string().contains("plan 3 moves EV 1 of the cache"), "{hazard}");
    // When its end was seen it is in nobody's way.
    driver.finish(CYCLES).unwrap();
    driver.post(&loads(&[(9, 0)])).unwrap();
    assert_eq!(driver.transport().hazards().len(), 1);

    // Posted before it, but in a plan that it does not wait for.
    let mut driver = self::driver();
    let plan = driver.post(&loads(&[(3, 0)])).unwrap();
    let later = driver.post(&loads(&[(4, 0)])).unwrap();
    driver.begin(pools(&[0], plan), ready()).unwrap();
    assert_eq!(driver.transport().hazards().len(), 1);
    driver.finish(CYCLES).unwrap();
    // Who has seen its end may rely on it.
    driver.wait_for_plan(later, CYCLES).unwrap();
    driver.begin(pools(&[0], plan), ready()).unwrap();
    assert_eq!(driver.transport().hazards().len(), 1);
}

#[test]
fn plans_that_leave_an_order_open_are_found() {
    let mut driver = driver();
    let load = |vector| Word::Do(Load { side: Side::Forward, to: Place { bank: 0, slot: 0 }, vector });
    let mut iteration = pools(&[0], 0);
    iteration.plan.forward.retain(|word| word.work().is_some());
    iteration.plan.loads = vec![load(0)];
    driver.begin(iteration, ready()).unwrap();
    let error = driver.finish(CYCLES).unwrap_err();
    assert!(matches!(&error, SmartSsdError::Kernel(failure) if failure.error == KernelError::Stuck), "{error}");
    assert!(matches!(driver.transport().hazards(), [Hazard::Plan(_)]));
}

#[test]
fn a_driver_takes_over_what_is_done_alone() {
    let mut driver = driver();
    let plan = driver.post(&loads(&[(3, 0)])).unwrap();
    driver.wait_for_plan(plan, CYCLES).unwrap();
    let mut driver = SmartSsd::open(driver.into_transport(), CONFIGURATION).unwrap();
    assert_eq!(driver.post(&loads(&[(4, 1)])).unwrap(), plan + 1);

    let other = Configuration { mailbox_lines: 16, ..CONFIGURATION };
    let error = SmartSsd::open(driver.transport_mut(), other).unwrap_err();
    assert!(error.to_string().contains("MAILBOX_LINES stays as it is"), "{error}");
    driver.transport_mut().inject(Fault::SsdRead(0..u64::MAX));
    driver.post(&loads(&[(5, 2)])).unwrap();
    let error = SmartSsd::open(driver.transport_mut(), CONFIGURATION).unwrap_err();
    assert!(error.to_string().contains("1 lines of its mailbox are not done"), "{error}");
    let iteration = Iteration { after: driver.posted(), ..Iteration::default() };
    driver.begin(iteration, ready()).unwrap();
    let error = SmartSsd::open(driver.transport_mut(), CONFIGURATION).unwrap_err();
    assert!(error.to_string().contains("an iteration is under way"), "{error}");
    assert!(matches!(driver.resume(), Err(SmartSsdError::NotStopped)));
}

#[test]
fn counters_and_agent_are_cleared_apart() {
    let mut driver = driver();
    driver.transport_mut().inject(Fault::SsdRead(CONFIGURATION.ssd_base + 4 * VECTOR_BYTES..u64::MAX));
    let plan = driver.post(&loads(&[(3, 0), (4, 1)])).unwrap();
    let device = driver.transport_mut();
    assert_eq!(read(device, &map::VECTORS_LOADED), 1, "up to the one that cannot be read");
    write(device, &map::CLEAR, CLEAR_COUNTERS.place(1));
    assert_eq!((read(device, &map::VECTORS_LOADED), read(device, &map::PLANS_DONE)), (0, 0));
    assert_eq!(read(device, &map::MAILBOX_HEAD), 0);
    device.heal();
    write(device, &map::CLEAR, CLEAR_AGENT.place(1));
    assert_eq!((read(device, &map::VECTORS_LOADED), read(device, &map::PLANS_DONE)), (2, u64::from(plan)));
    assert_eq!(read(device, &map::MAILBOX_HEAD), 1);
}

#[test]
fn an_iteration_of_nothing_ends() {
    let mut driver = driver();
    driver.begin(Iteration { plan: Plan::default(), ..Iteration::default() }, ready()).unwrap();
    driver.finish(CYCLES).unwrap();
    assert_eq!(driver.outputs().unwrap(), [0; 0]);
}

#[test]
fn a_plan_that_has_no_end_yet_goes_on_with_its_next_line() {
    let mut device = driver().into_transport();
    fill_ssd(&mut device);
    let range = |ssd, cached| map::Range { ssd, cached, count: 2 };
    let lines = [
        [Movement::Evict(range(50, 0)), Movement::Nothing, Movement::Load(range(3, 0))],
        [Movement::Load(range(7, 2)), Movement::End { plan: 1 }, Movement::Nothing],
    ];
    for (number, movements) in (0..).zip(lines) {
        let line = encode_line(&MailboxLine { movements, number });
        device.host_write(CONFIGURATION.mailbox_base + 64 * u64::from(number), &line).unwrap();
        write(&mut device, &map::MAILBOX_TAIL, u64::from(number) + 1);
        let status = read(&mut device, &map::STATUS);
        assert_eq!(map::AGENT_BUSY.get(status), u64::from(number == 0), "it waits for the rest of the plan");
    }
    assert_eq!((read(&mut device, &map::PLANS_DONE), read(&mut device, &map::MAILBOX_HEAD)), (1, 2));
    assert_eq!((read(&mut device, &map::VECTORS_EVICTED), read(&mut device, &map::VECTORS_LOADED)), (2, 4));
}

#[test]
fn the_agent_says_the_first_thing_that_is_wrong() {
    let good = map::Range { ssd: 3, cached: 0, count: 1 };
    let nothing = Movement::Nothing;
    let cases = [
        (AgentError::Order, 1, [Movement::Load(good), Movement::Evict(map::Range { count: 0, ..good }), nothing]),
        (
            AgentError::CacheRange,
            1,
            [Movement::Load(good), Movement::Load(map::Range { cached: 16, ssd: 1 << 39, ..good }), nothing],
        ),
        (
            AgentError::CacheRange,
            0,
            [Movement::Evict(map::Range { cached: u32::MAX, count: u16::MAX, ..good }), nothing, nothing],
        ),
        (AgentError::SsdRange, 2, [nothing, nothing, Movement::Evict(map::Range { ssd: 999, count: 2, ..good })]),
        (AgentError::PlanOrder, 0, [Movement::End { plan: 2 }, nothing, nothing]),
    ];
    for (error, movement, movements) in cases {
        let mut device = driver().into_transport();
        let line = encode_line(&MailboxLine { movements, number: 0 });
        device.host_write(CONFIGURATION.mailbox_base, &line).unwrap();
        write(&mut device, &map::MAILBOX_TAIL, 1);
        assert_eq!(AgentError::from_value(read(&mut device, &map::AGENT_ERROR)), Some(error));
        let position = read(&mut device, &map::AGENT_ERROR_POSITION);
        assert_eq!((map::LINE.get(position), map::MOVEMENT.get(position)), (0, movement), "{error:?}");
    }
    let mut device = driver().into_transport();
    write(&mut device, &map::MAILBOX_TAIL, 9);
    assert_eq!(read(&mut device, &map::AGENT_ERROR), AgentError::Overrun as u64);
}

/// Whatever a host writes: errors, no panics.
#[test]
fn random_hosts_do_no_harm() {
    let mut failures = [0; 16];
    for seed in 0..3000 {
        let random = &mut Pcg64::seed_from_u64(seed);
        let mut device = driver().into_transport();
        let mut tail = 0;
        for _ in 0..20 {
            let movements = std::array::from_fn(|_| {
                let words: [u32; 4] = random.random();
                // Most are small, so that some can be done.
                let small = [words[0] & 0x3f, words[1] & 0x0300_0300, words[2] & 0xf, 0];
                Movement::decode(if random.random_range(0..4) == 0 { words } else { small })
            });
            let line = encode_line(&MailboxLine { movements, number: tail });
            device.host_write(CONFIGURATION.mailbox_base + 64 * u64::from(tail % 8), &line).unwrap();
            device.host_write(1 << 28, &random.random::<[u8; 32]>().repeat(4)).unwrap();
            for register in [&map::LOADS_BASE, &map::FORWARD_BASE, &map::BACKWARD_BASE, &map::MOVES_BASE] {
                write(&mut device, register, (1 << 28) + 64 * random.random_range(0..3));
            }
            for register in [&map::LOADS_WORDS, &map::FORWARD_WORDS, &map::BACKWARD_WORDS, &map::MOVES_WORDS] {
                write(&mut device, register, random.random_range(0..6));
            }
            let settings = [&map::GRADIENTS, &map::BAGS, &map::PLAN, &map::CACHE_VECTORS, &map::SSD_VECTORS];
            write(&mut device, settings[random.random_range(0..settings.len())], random.random_range(0..20));
            match random.random_range(0..6) {
                0 => write(&mut device, &map::DOORBELL, random.random_range(0..4)),
                1 => write(&mut device, &map::CLEAR, random.random_range(0..8)),
                2 => write(&mut device, &map::MAILBOX_TAIL, random.random_range(0..20)),
                3 => device.poison((1 << 28) + 64 * random.random_range(0..3)),
                _ => {
                    tail += 1;
                    write(&mut device, &map::MAILBOX_TAIL, tail.into());
                }
            }
            failures[read(&mut device, &map::AGENT_ERROR) as usize] += 1;
        }
    }
    let unseen: Vec<&AgentError> = AgentError::ALL.iter().filter(|error| failures[**error as usize] == 0).collect();
    // Nothing is wrong with memory and layout here.
    let expected = [AgentError::Layout, AgentError::HostRead].iter().chain(&AgentError::ALL[8..]);
    assert_eq!(unseen, expected.collect::<Vec<_>>());
}
