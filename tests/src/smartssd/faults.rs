//! Errors after which nothing is lost.

use std::ops::Range;

use emberlane_drivers::smartssd::{Condition, Iteration, MovementPlan, SmartSsdError, Transfer, encode_line};
use emberlane_reference::smartssd::Fault;
use emberlane_registers::Register;
use emberlane_registers::kernel_plan::{Move, Word};
use emberlane_registers::smartssd::{self as registers, LINE_WORDS, MOVEMENTS, MailboxLine, Movement};

use super::trainer::{ATTEMPTS, CYCLES};
use super::{Bench, Size, Trainer};

/// All addresses.
const EVERYWHERE: Range<u64> = 0..u64::MAX;

/// A fault, and what the error that it makes says.
pub(crate) struct Case<T> {
    pub(crate) name: &'static str,
    says: &'static str,
    pub(crate) commit: fn(&mut Trainer<T>),
}

fn read(bench: &mut impl Bench, register: &Register) -> u64 {
    bench.mmio_read(register.offset).expect("a register")
}

fn write(bench: &mut impl Bench, register: &Register, value: u64) {
    bench.mmio_write(register.offset, value).expect("a register");
}

/// The HPA of a mailbox line.
fn address(bench: &mut impl Bench, line: u64) -> u64 {
    let (base, lines) = (read(bench, &registers::MAILBOX_BASE), read(bench, &registers::MAILBOX_LINES));
    base + line % lines * 64
}

/// Changes a mailbox line; its CRC is right.
fn change_line(bench: &mut impl Bench, line: u64, change: impl FnOnce(&mut [Movement; MOVEMENTS])) {
    let address = address(bench, line);
    let mut bytes = [0; 4 * LINE_WORDS];
    bench.host_read(address, &mut bytes).expect("memory of the host");
    let (words, _) = bytes.as_chunks();
    let words: [u32; LINE_WORDS - 1] = std::array::from_fn(|word| u32::from_le_bytes(words[word]));
    let mut decoded = MailboxLine::decode(&words);
    change(&mut decoded.movements);
    bench.host_write(address, &encode_line(&decoded)).expect("memory of the host");
}

/// Something happens to the next plan of movements before the device hears of it. It is told the first line, and the line behind the last.
fn in_mailbox<T: Bench>(trainer: &mut Trainer<T>, change: fn(&mut T, u64, u64)) {
    let first = read(trainer.bench(), &registers::MAILBOX_TAIL);
    trainer
        .device
        .transport_mut()
        .before_write(&registers::MAILBOX_TAIL, move |bench, tail| change(bench, first, tail));
}

/// Something happens to the next iteration before the device hears of it.
fn in_iteration<T: Bench>(trainer: &mut Trainer<T>, change: fn(&mut T)) {
    trainer.device.transport_mut().before_write(&registers::DOORBELL, move |bench, _| change(bench));
}

/// Makes the first word of a program that is no wait name a bank that there is not.
fn break_bank(bench: &mut impl Bench) {
    let base = read(bench, &registers::LOADS_BASE);
    for word in 0..read(bench, &registers::LOADS_WORDS) {
        let mut bytes = [0; 16];
        bench.host_read(base + 16 * word, &mut bytes).expect("memory of the host");
        if bytes[15] & 0x80 == 0 {
            // Bank 7: bits 12:10.
            bytes[1] |= 0x1c;
            bench.host_write(base + 16 * word, &bytes).expect("memory of the host");
            return;
        }
    }
}

/// A fault of every kind, from which training recovers by itself.
pub(crate) fn cases<T: Bench>() -> Vec<Case<T>> {
    fn case<T>(name: &'static str, says: &'static str, commit: fn(&mut Trainer<T>)) -> Case<T> {
        Case { name, says, commit }
    }
    vec![
        case("a torn line", "not written, or not all of it", |trainer| {
            in_mailbox(trainer, |bench, first, _| {
                let address = address(bench, first);
                bench.host_write(address + 24, &[0xee; 40]).expect("memory of the host");
            });
        }),
        case("the last line is old", "not written, or not all of it", |trainer| {
            in_mailbox(trainer, |bench, _, tail| {
                let address = address(bench, tail - 1);
                let old = MailboxLine { number: (tail as u32).wrapping_sub(9), ..MailboxLine::default() };
                bench.host_write(address, &encode_line(&old)).expect("memory of the host");
            });
        }),
        case("a poisoned line", "the line could not be read", |trainer| {
            in_mailbox(trainer, |bench, _, tail| {
                let address = address(bench, tail - 1);
                bench.poison(address);
            });
        }),
        case("a wrong number of a plan", "the plan's number is not one more", |trainer| {
            in_mailbox(trainer, |bench, _, tail| {
                change_line(bench, tail - 1, |movements| {
                    for movement in movements {
                        if let Movement::End { plan } = movement {
                            *plan += 1;
                        }
                    }
                });
            });
        }),
        case("a movement of nothing", "leaves the cache, or moves nothing", |trainer| {
            in_mailbox(trainer, |bench, first, _| {
                change_line(bench, first, |movements| {
                    if let Movement::Evict(range) | Movement::Load(range) = &mut movements[0] {
                        range.count = 0;
                    }
                });
            });
        }),
        case("a movement past the end of the cache", "leaves the cache, or moves nothing", |trainer| {
            in_mailbox(trainer, |bench, _, _| write(bench, &registers::CACHE_VECTORS, 1));
        }),
        case("a movement past the end of the SSD", "leaves the SSD's EVs", |trainer| {
            in_mailbox(trainer, |bench, _, _| write(bench, &registers::SSD_VECTORS, 1));
        }),
        case("a cache that lies in the TX buffers", "TX buffers, cache and DRAM do not fit", |trainer| {
            in_mailbox(trainer, |bench, _, _| write(bench, &registers::CACHE_BASE, 0));
        }),
        case("a mailbox that is ahead of itself", "MAILBOX_TAIL is too far ahead", |trainer| {
            // The next write to MAILBOX_TAIL then repairs it, but the agent has stopped.
            in_mailbox(trainer, |bench, _, tail| write(bench, &registers::MAILBOX_TAIL, tail + (1 << 20)));
        }),
        case("an SSD that cannot be read", "the SSD answered a read", |trainer| {
            trainer.bench().inject(Fault::SsdRead(EVERYWHERE));
        }),
        case("an SSD that cannot be written", "the SSD answered a write", |trainer| {
            trainer.bench().inject(Fault::SsdWrite(EVERYWHERE));
        }),
        case("a DRAM that cannot be read", "the DRAM answered a read", |trainer| {
            in_mailbox(trainer, |bench, _, _| bench.inject(Fault::DramRead(EVERYWHERE)));
            in_iteration(trainer, Bench::heal);
        }),
        case("a DRAM that cannot be written", "the DRAM answered a write", |trainer| {
            in_mailbox(trainer, |bench, _, _| bench.inject(Fault::DramWrite(EVERYWHERE)));
            in_iteration(trainer, Bench::heal);
        }),
        case("poisoned gradients", "at program backward: memory answered a read", |trainer| {
            in_iteration(trainer, |bench| {
                let last = read(bench, &registers::GRADIENTS).saturating_sub(1);
                let bytes = 4 * registers::ELEMENTS.get(read(bench, &registers::CAPABILITIES));
                let address = read(bench, &registers::GRADIENT_BASE) + last / 2 * bytes;
                bench.poison(address);
            });
        }),
        case("a poisoned forward program", "at program forward: memory answered a read", |trainer| {
            in_iteration(trainer, |bench| {
                let address = read(bench, &registers::FORWARD_BASE) + read(bench, &registers::FORWARD_WORDS) / 2 * 32;
                bench.poison(address);
            });
        }),
        case("a poisoned program of the moves", "at program moves: memory answered a read", |trainer| {
            in_iteration(trainer, |bench| {
                let address = read(bench, &registers::MOVES_BASE);
                bench.poison(address);
            });
        }),
        case("EVs that cannot be read", "at program loads: memory answered a read", |trainer| {
            in_iteration(trainer, |bench| bench.inject(Fault::DramRead(EVERYWHERE)));
        }),
        case("a cache that is too short", "the EV is past the end of the cache", |trainer| {
            in_iteration(trainer, |bench| write(bench, &registers::CACHE_VECTORS, 2));
        }),
        case("bags that are too few", "the bag is past the end of the batch", |trainer| {
            in_iteration(trainer, |bench| write(bench, &registers::BAGS, 1));
        }),
        case("gradients that are too few", "it needs a gradient more", |trainer| {
            in_iteration(trainer, |bench| write(bench, &registers::GRADIENTS, 1));
        }),
        case("a bank that there is not", "there is no such bank", |trainer| in_iteration(trainer, break_bank)),
        case("TX buffers that are too small", "the iteration was refused: TX buffers", |trainer| {
            in_iteration(trainer, |bench| write(bench, &registers::TX_BYTES, 0));
        }),
    ]
}

/// A fault of every kind: the error says what it is, and after it training goes on with the same bits. The device has fewer
/// than eight banks.
///
/// # Panics
/// If not.
pub fn faults<T: Bench>(make: impl Fn() -> T, seed: u64, size: Size) {
    for Case { name, says, commit } in cases() {
        eprintln!("{name}");
        let mut trainer = Trainer::new(make(), seed, size);
        trainer.train(3);
        // Settings that are tampered with are to meet nothing else.
        trainer.lookahead = false;
        // It may be that an iteration has nothing that meets the fault.
        let is_met = |trainer: &Trainer<T>| trainer.met.iter().any(|error| error.contains(says));
        for _ in 0..ATTEMPTS {
            if !is_met(&trainer) {
                commit(&mut trainer);
                trainer.train(1);
                trainer.end_iteration();
            }
        }
        assert!(is_met(&trainer), "{name}: {:?}", trainer.met);
        trainer.device.transport_mut().leave_alone();
        trainer.bench().heal();
        trainer.lookahead = true;
        trainer.train(3);
        trainer.check();
    }
}

/// A mailbox that is full because the agent has stopped says so, and takes nothing.
///
/// # Panics
/// If not.
pub fn full_mailbox<T: Bench>(device: T, seed: u64, size: Size) {
    let mut trainer = Trainer::new(device, seed, size);
    trainer.train(4);
    let transfer = trainer.clean();
    trainer.bench().inject(Fault::SsdRead(EVERYWHERE));
    let load = MovementPlan { loads: vec![transfer], ..MovementPlan::default() };
    let stuck = trainer.device.post(&load).expect("the mailbox has room");
    let error = trainer.device.wait_for_plan(stuck, CYCLES).expect_err("the SSD cannot be read");
    assert!(matches!(error, SmartSsdError::Agent(_)), "{error}");
    let nothing = MovementPlan::default();
    let full = loop {
        match trainer.device.post(&nothing) {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    let SmartSsdError::Full { needed: 1, free: 0, lines } = full else { panic!("{full}") };
    assert_eq!(lines, size.mailbox_lines);
    let ring = |trainer: &mut Trainer<T>| {
        let tail = read(trainer.bench(), &registers::MAILBOX_TAIL);
        let base = read(trainer.bench(), &registers::MAILBOX_BASE);
        let mut bytes = vec![0; 64 * lines as usize];
        trainer.bench().host_read(base, &mut bytes).expect("memory of the host");
        (tail, trainer.device.posted(), bytes)
    };
    let before = ring(&mut trainer);
    trainer.device.post(&load).expect_err("the mailbox is full");
    assert!(ring(&mut trainer) == before, "something was posted");

    let many: Vec<Transfer> = (0..4 * lines).map(|step| Transfer { ssd: u64::from(step) * 2, ..transfer }).collect();
    let long = MovementPlan { evictions: many, ..MovementPlan::default() };
    let error = trainer.device.post(&long).expect_err("it is longer than the mailbox, or than the SSD");
    assert!(matches!(error, SmartSsdError::PlanTooLong { .. } | SmartSsdError::Movement(_)), "{error}");
    assert!(ring(&mut trainer) == before, "something was posted");

    trainer.bench().heal();
    trainer.device.retry_movements().expect("the device is reached");
    let last = trainer.device.posted();
    trainer.device.wait_for_plan(last, CYCLES).unwrap_or_else(|error| panic!("{error}"));
    trainer.train(4);
    trainer.check();
}

/// Plans and iterations that end later than they are waited for.
///
/// # Panics
/// If something is lost.
pub fn late_completion<T: Bench>(device: T, seed: u64, size: Size) {
    let mut trainer = Trainer::new(device, seed, size);
    for iteration in 0..size.iterations {
        if iteration % 2 == 1 {
            // A plan is looked for every few cycles, so lateness in waits is spent soon: an iteration's is the shorter one.
            trainer.device.transport_mut().be_late(4);
        }
        trainer.train(1);
    }
    trainer.device.transport_mut().be_late((CYCLES / 64) as u32 + 8);
    let plan = trainer.device.post(&MovementPlan::default()).expect("the mailbox has room");
    let error = trainer.device.wait_for_plan(plan, CYCLES).expect_err("it is late");
    assert!(matches!(error, SmartSsdError::PlanLate { .. }), "{error}");
    trainer.device.wait_for_plan(plan, CYCLES).unwrap_or_else(|error| panic!("{error}"));
    trainer.check();
    assert!(trainer.met.iter().any(|error| error.contains("no interrupt within")), "{:?}", trainer.met);
}

/// An iteration whose conditions are not met does not begin, and says which.
///
/// # Panics
/// If not.
pub fn synchronisation<T: Bench>(device: T, seed: u64, size: Size) {
    let mut trainer = Trainer::new(device, seed, size);
    trainer.train(2);
    let unmet = |trainer: &mut Trainer<T>, after: u32, gradients: bool| {
        let known = trainer.device.synchronise(after).expect("the device is reached");
        let synchronisation = if gradients { known.with(Condition::GradientsCopied) } else { known };
        let iteration = Iteration { after, ..Iteration::default() };
        let error = trainer.device.begin(iteration, synchronisation).expect_err("it cannot begin");
        let SmartSsdError::NotSynchronised(unmet) = error else { panic!("{error}") };
        unmet.0
    };
    let posted = trainer.device.posted();
    trainer.device.wait_for_plan(posted, CYCLES).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(unmet(&mut trainer, posted, true), [Condition::OutputsWritten, Condition::UpdatesStored]);
    trainer.device.finish(CYCLES).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(unmet(&mut trainer, posted, false), [Condition::GradientsCopied]);
    // Nobody has posted the plan that it needs.
    let missing = unmet(&mut trainer, posted + 1, true);
    assert_eq!(missing, [Condition::MovementsDone, Condition::SchedulePosted]);
    let error = trainer.device.wait_for_plan(posted + 1, CYCLES).expect_err("nobody has posted it");
    assert!(matches!(error, SmartSsdError::NoPlan { .. }), "{error}");
    let error = trainer.device.finish(CYCLES).expect_err("none is under way");
    assert!(matches!(error, SmartSsdError::NoIteration), "{error}");
    trainer.ended();
    trainer.train(3);
    trainer.check();
}

/// After a write that failed, an iteration does not go on: any write, or the last store or the last output alone.
///
/// # Panics
/// If it does.
pub fn write_error<T: Bench>(make: impl Fn() -> T, seed: u64, size: Size) {
    for where_to in [|_: &mut T| EVERYWHERE, last_store::<T>, last_output::<T>] {
        let mut trainer = Trainer::new(make(), seed, size);
        trainer.train(2);
        trainer.device.finish(CYCLES).unwrap_or_else(|error| panic!("{error}"));
        trainer.ended();
        trainer.lookahead = false;
        trainer.kernel_waits = false;
        trainer.device.transport_mut().before_write(&registers::DOORBELL, move |bench, _| {
            let addresses = where_to(bench);
            bench.inject(Fault::DramWrite(addresses));
        });
        trainer.train(1);
        let error = trainer.device.finish(CYCLES).expect_err("the DRAM cannot be written");
        assert!(matches!(error, SmartSsdError::Kernel(_)), "{error}");
        trainer.bench().heal();
        let error = trainer.device.resume().expect_err("what was stored is in doubt");
        assert!(matches!(error, SmartSsdError::InDoubt(_)) && error.to_string().contains("checkpoint"), "{error}");
    }
}

fn vector_bytes(bench: &mut impl Bench) -> u64 {
    4 * registers::ELEMENTS.get(read(bench, &registers::CAPABILITIES))
}

/// The last line of the EV that the iteration stores last.
fn last_store<T: Bench>(bench: &mut T) -> Range<u64> {
    let (base, words) = (read(bench, &registers::MOVES_BASE), read(bench, &registers::MOVES_WORDS));
    let store = |word: u64| {
        let mut bytes = [0; 16];
        bench.host_read(base + 16 * word, &mut bytes).expect("memory of the host");
        let (words, _) = bytes.as_chunks();
        let words: [u32; 4] = std::array::from_fn(|word| u32::from_le_bytes(words[word]));
        Word::<Move>::decode(&words).work().and_then(|word| word.store)
    };
    let vector = (0..words).rev().find_map(store).expect("an iteration that stores");
    let end = read(bench, &registers::CACHE_BASE) + (u64::from(vector) + 1) * vector_bytes(bench);
    end - 64..end
}

/// The last line of the last output.
fn last_output<T: Bench>(bench: &mut T) -> Range<u64> {
    // The buffers swap their roles first.
    let new = 1 - registers::NEW_BUFFER.get(read(bench, &registers::STATUS));
    let end = new * read(bench, &registers::TX_BYTES) + read(bench, &registers::BAGS) * vector_bytes(bench);
    end - 64..end
}
