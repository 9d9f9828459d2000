//! The registers of CXL-MEM against their table.

use crate::axi_lite::{Inputs, Master, OKAY, SLVERR, Slave, read, reset, write};
use crate::axi_lite_slave;
use crate::bench::{random, ready};
use emberlane_registers::{Access, Register, cxl_mem};
use emberlane_rtl::cxl_mem::register_file::{RegisterFile, SETTINGS};
use emberlane_rtl::cxl_mem::settings::JOB_SETTINGS;
use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::HashMap;

axi_lite_slave!(RegisterFile<CHANNELS>, CHANNELS);

/// All registers that a device with so many channels has.
fn registers(channels: usize) -> impl Iterator<Item = &'static Register> {
    let first = cxl_mem::CHANNEL_0_READS.offset;
    cxl_mem::REGISTERS.iter().filter(move |register| register.offset < first + 16 * channels as u64)
}

fn settings() -> impl Iterator<Item = &'static Register> {
    cxl_mem::REGISTERS.iter().filter(|register| register.access == Access::ReadWrite)
}

/// Puts a random value on every port that the device drives; what each register must read, by name.
fn drive_device<const CHANNELS: usize>(
    file: &mut RegisterFile<CHANNELS>,
    random: &mut Pcg64,
) -> HashMap<&'static str, u64> {
    let mut values = HashMap::new();
    macro_rules! ports {
        ($($port:ident $register:ident;)*) => {$(
            let value = random.random::<u64>() & cxl_mem::$register.mask();
            file.$port.next = value.into();
            values.insert(cxl_mem::$register.name, value);
        )*};
    }
    ports! {
        capabilities CAPABILITIES;
        persistent_bytes PERSISTENT_BYTES;
        status STATUS;
        error ERROR;
        error_position ERROR_POSITION;
        cycles CYCLES;
        busy_cycles BUSY_CYCLES;
        check_cycles CHECK_CYCLES;
        hazard_cycles HAZARD_CYCLES;
        lookups LOOKUPS;
        updates UPDATES;
        lines_directory LINES_DIRECTORY;
        lines_offset LINES_OFFSET;
        lines_segment LINES_SEGMENT;
        lines_entry LINES_ENTRY;
        lines_scale LINES_SCALE;
        lines_gradient LINES_GRADIENT;
        lines_pooled LINES_POOLED;
        poison POISON;
        mem_reads MEM_READS;
        mem_writes MEM_WRITES;
        gradients_arrived GRADIENTS_ARRIVED;
        lines_flushed LINES_FLUSHED;
    }
    for channel in 0..CHANNELS {
        for (ports, offset) in [
            (&mut file.channel_reads, cxl_mem::channel_reads(channel as u64)),
            (&mut file.channel_writes, cxl_mem::channel_writes(channel as u64)),
        ] {
            let value = random.random();
            ports[channel].next = Bits::<64>::from(value);
            values.insert(cxl_mem::MAP.at(offset).expect("the table has every channel's counters").name, value);
        }
    }
    values
}

/// What the device drives or the table fixes is read at its register's offset; every other word of the region is zero. Nothing is
/// refused: a load of one register may come as a burst over its neighbours.
fn every_offset_reads_what_the_table_says<const CHANNELS: usize>(seed: u64) {
    let random = &mut random(&format!("register file, {CHANNELS} channels"), seed);
    let mut file = ready::<RegisterFile<CHANNELS>>();
    reset(&mut *file);
    for round in 0..3 {
        let driven = drive_device(&mut file, random);
        for offset in (0..cxl_mem::MAP.bytes).step_by(8) {
            let register = registers(CHANNELS).find(|register| register.offset == offset);
            let expected = register.map_or(0, |register| driven.get(register.name).copied().unwrap_or(register.reset));
            assert_eq!(read(&mut *file, offset), (expected, OKAY), "round {round}, {offset:#x}: {register:?}");
        }
    }
}

#[test]
fn reads() {
    every_offset_reads_what_the_table_says::<1>(1);
    every_offset_reads_what_the_table_says::<3>(2);
    every_offset_reads_what_the_table_says::<4>(3);
}

/// Settings and pulses, in every cycle.
#[derive(Clone, Debug, Default, PartialEq)]
struct Effects {
    settings: Vec<u64>,
    doorbell: Option<u64>,
    clear_status: bool,
    clear_counters: bool,
    clear_poison: bool,
    decoder_refused: bool,
}

fn effects<const CHANNELS: usize>(file: &RegisterFile<CHANNELS>) -> Effects {
    Effects {
        settings: file.settings.iter().map(|setting| setting.val().to_u64()).collect(),
        doorbell: file.doorbell_valid.val().then(|| file.doorbell.val().to_u64()),
        clear_status: file.clear_status.val(),
        clear_counters: file.clear_counters.val(),
        clear_poison: file.clear_poison.val(),
        decoder_refused: file.decoder_refused.val(),
    }
}

/// A write to any word of the region does what the table says to one register, and nothing else, ever.
#[test]
fn every_offset_takes_what_the_table_says() {
    let random = &mut random("register file, writes", 5);
    let mut file = ready::<RegisterFile<4>>();
    let device = drive_device(&mut file, random);
    reset(&mut *file);
    let mut expected: Vec<u64> = settings().map(|register| register.reset).collect();
    for round in 0..4 {
        for offset in (0..cxl_mem::MAP.bytes).step_by(8) {
            let data = random.random();
            let register = cxl_mem::MAP.at(offset);
            let mut seen = vec![];
            let mut inputs = Inputs { aw: Some(offset), w: Some((data, 0xff)), b_ready: true, ..Inputs::default() };
            let answer = loop {
                file.drive(false, inputs);
                let outputs = file.observe();
                seen.push(effects(&*file));
                file.clock();
                (inputs.aw, inputs.w) = (None, None);
                if let Some(answer) = outputs.b {
                    break answer;
                }
            };
            let before = Effects { settings: expected.clone(), ..Effects::default() };
            let mut after = before.clone();
            let mut pulse = before.clone();
            let mut good = true;
            match register.map(|register| (register, register.access)) {
                Some((register, Access::ReadWrite)) => {
                    let index = settings().position(|setting| setting == register).expect("it is a setting");
                    after.settings[index] = data & register.mask();
                    pulse.settings = after.settings.clone();
                }
                Some((register, Access::WriteOnly)) if register.name == cxl_mem::DOORBELL.name => {
                    pulse.doorbell = Some(data & register.mask());
                }
                Some((_, Access::WriteOnly)) => {
                    pulse.clear_status = cxl_mem::CLEAR_STATUS.get(data) == 1;
                    pulse.clear_counters = cxl_mem::CLEAR_COUNTERS.get(data) == 1;
                    pulse.clear_poison = cxl_mem::CLEAR_POISON.get(data) == 1;
                }
                Some((_, Access::ReadOnly)) | None => good = false,
            }
            assert_eq!(answer, if good { OKAY } else { SLVERR }, "round {round}, {offset:#x}: {register:?}");
            // Effect 2 cycles after the taking, answer 3 cycles after.
            assert_eq!(
                seen,
                [before.clone(), before, pulse, after.clone()],
                "round {round}, {offset:#x}: {register:?}"
            );
            expected = after.settings;
        }
        for (index, register) in settings().enumerate() {
            assert_eq!(read(&mut *file, register.offset), (expected[index], OKAY), "round {round}: {}", register.name);
        }
        for register in registers(4) {
            if let Some(value) = device.get(register.name) {
                assert_eq!(read(&mut *file, register.offset), (*value, OKAY), "round {round}: {}", register.name);
            }
        }
    }
    reset(&mut *file);
    for register in settings() {
        assert_eq!(read(&mut *file, register.offset), (register.reset, OKAY), "after reset: {}", register.name);
    }
}

/// A decoder is not committed over the range of the other; its base is kept all the same.
#[test]
fn decoders_do_not_overlap() {
    let random = &mut random("register file, decoders", 7);
    let mut file = ready::<RegisterFile<4>>();
    reset(&mut *file);
    let decoders = [&cxl_mem::HDM_BASE_0, &cxl_mem::HDM_BASE_1];
    let mut bases = [0; 2];
    let mut refused = 0;
    for round in 0..300 {
        let decoder = random.random_range(0..2);
        let range = 4 * cxl_mem::CHANNEL_BYTES;
        let commits = random.random_bool(0.8);
        let noise = random.random_range(0..range) & !1;
        let value = (random.random_range(0..3) * range) | noise | u64::from(commits);
        let overlaps = commits && bases[1 - decoder] & 1 == 1 && value / range == bases[1 - decoder] / range;
        let mut inputs =
            Inputs { aw: Some(decoders[decoder].offset), w: Some((value, 0xff)), b_ready: true, ..Inputs::default() };
        let mut pulses = 0;
        loop {
            file.drive(false, inputs);
            let outputs = file.observe();
            if file.decoder_refused.val() {
                pulses += 1;
                assert_eq!(file.decoder.val().to_u64(), decoders[decoder].offset, "round {round}");
            }
            file.clock();
            (inputs.aw, inputs.w) = (None, None);
            if outputs.b.is_some() {
                break;
            }
        }
        bases[decoder] = if overlaps { value & !1 } else { value };
        assert_eq!(pulses, u64::from(overlaps), "round {round}: {value:#x} beside {:#x}", bases[1 - decoder]);
        for (decoder, base) in decoders.iter().zip(bases) {
            assert_eq!(read(&mut *file, decoder.offset), (base, OKAY), "round {round}");
        }
        refused += pulses;
    }
    assert!(refused > 30, "{refused} refused");
}

/// The settings of a job come first and follow each other, so that the index of one is plain; all are in order.
#[test]
fn settings_are_in_order() {
    let offsets: Vec<u64> = settings().map(|register| register.offset).collect();
    assert_eq!(offsets.len(), SETTINGS);
    assert!(offsets.is_sorted_by(|one, next| one < next), "{offsets:x?}");
    for (index, register) in settings().take(JOB_SETTINGS).enumerate() {
        assert_eq!(register.offset, cxl_mem::VECTOR_LENGTH.offset + 8 * index as u64, "{}", register.name);
    }
}

/// A write that is not whole leaves settings and pulses alone.
#[test]
fn partial_writes_do_nothing() {
    let mut file = ready::<RegisterFile<1>>();
    reset(&mut *file);
    assert_eq!(write(&mut *file, cxl_mem::DATA_BASE.offset, !0, 0x7f), SLVERR);
    assert_eq!(write(&mut *file, cxl_mem::DATA_BASE.offset + 4, !0, 0xff), SLVERR);
    assert_eq!(read(&mut *file, cxl_mem::DATA_BASE.offset), (0, OKAY));
    assert_eq!(write(&mut *file, cxl_mem::CHANNEL_1_READS.offset, 0, 0xff), SLVERR);
    assert_eq!(read(&mut *file, cxl_mem::CHANNEL_1_READS.offset), (0, OKAY));
}

/// Place of a setting among the settings.
fn place_of(offset: u64) -> usize {
    settings().position(|register| register.offset == offset).expect("a setting")
}

/// Random traffic with idle cycles and back-pressure, against a plain array of settings.
#[test]
fn random_traffic() {
    let random = &mut random("register file, random traffic", 9);
    let mut file = ready::<RegisterFile<4>>();
    let device = drive_device(&mut file, random);
    reset(&mut *file);
    let mut master = Master::default();
    let mut settings: HashMap<u64, u64> = settings().map(|register| (register.offset, register.reset)).collect();
    // Values that a register had while a read was under way.
    let mut lately: HashMap<u64, Vec<u64>> = HashMap::new();
    let (mut pulses, mut doorbells, mut reads) = (0, 0, 0);
    for cycle in 0..6000 {
        pulses += u32::from(file.doorbell_valid.val());
        let finished = master.cycle(
            &mut *file,
            random,
            |random| {
                let known = cxl_mem::REGISTERS[random.random_range(0..cxl_mem::REGISTERS.len())].offset;
                if random.random_ratio(1, 8) { random.random_range(0..cxl_mem::MAP.bytes) } else { known }
            },
            |random| random.random(),
        );
        if let Some((offset, data, strobes, answer)) = finished.write {
            let writable =
                cxl_mem::MAP.at(offset).filter(|register| register.access != Access::ReadOnly && strobes == 0xff);
            assert_eq!(
                answer,
                if writable.is_some() { OKAY } else { SLVERR },
                "cycle {cycle}: {offset:#x} {strobes:#x}"
            );
            if let Some(register) = writable {
                doorbells += u32::from(register.name == cxl_mem::DOORBELL.name);
                if let Some(value) = settings.get_mut(&offset) {
                    // A read that is under way may have seen either.
                    let before = std::mem::replace(value, data & register.mask());
                    lately.entry(offset).or_default().extend([before, *value]);
                }
            }
        }
        if let Some((offset, data, answer)) = finished.read {
            let register = cxl_mem::MAP.at(offset);
            assert_eq!(answer, if offset.is_multiple_of(8) { OKAY } else { SLVERR }, "cycle {cycle}: {offset:#x}");
            match register {
                None => assert_eq!(data, 0, "cycle {cycle}: {offset:#x}"),
                // The answer to a write may come after a read saw it, or the other way round: one of the two values.
                Some(register) if register.access == Access::ReadWrite => {
                    let now = file.settings[place_of(offset)].val().to_u64();
                    let mut values = lately.remove(&offset).unwrap_or_default();
                    values.extend([now, settings[&offset]]);
                    assert!(values.contains(&data), "cycle {cycle}: {} reads {data:#x}", register.name);
                }
                Some(register) => {
                    let expected = device.get(register.name).copied().unwrap_or(register.reset);
                    assert_eq!(data, expected, "cycle {cycle}: {}", register.name);
                }
            }
            reads += 1;
        }
        file.clock();
    }
    eprintln!("{doorbells} doorbells, {reads} reads");
    assert!(doorbells > 5 && reads > 400);
    assert!(pulses.abs_diff(doorbells) <= 1, "{pulses} pulses for {doorbells} doorbells");
}

/// A write that a reset meets has no effect after it, in whatever cycle the reset comes.
#[test]
fn a_reset_forgets_a_write_under_way() {
    for register in [cxl_mem::DOORBELL, cxl_mem::CLEAR, cxl_mem::DATA_BASE] {
        for cycle_of_reset in 0..3 {
            let mut file = ready::<RegisterFile<1>>();
            reset(&mut *file);
            let write = Inputs { aw: Some(register.offset), w: Some((!0, 0xff)), b_ready: true, ..Inputs::default() };
            for cycle in 0..6 {
                file.drive(cycle == cycle_of_reset, if cycle == 0 { write } else { Inputs::default() });
                let seen = effects(&*file);
                let is_after = cycle > cycle_of_reset;
                let has_effect = seen.settings.iter().any(|&setting| setting != 0)
                    || seen.doorbell.is_some()
                    || seen.clear_status
                    || seen.clear_counters;
                assert!(!(is_after && has_effect), "{}, reset in cycle {cycle_of_reset}: {seen:?}", register.name);
                assert!(!(is_after && file.observe().b.is_some()), "{}: answered after a reset", register.name);
                file.clock();
            }
        }
    }
}
