//! The fast model does what every SmartSSD has to do.

use emberlane_drivers::Transport;
use emberlane_drivers::smartssd::{Configuration, MovementPlan, SmartSsd, SmartSsdTransport, Transfer};
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_models::storage::SsdConfig;
use emberlane_registers::kernel_plan::KernelError;
use emberlane_registers::smartssd::{self as map, AGENT_CYCLES, Command};
use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{self, Size};

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 12, mailbox_lines: 64 };

/// With an SSD that takes a few cycles.
fn device(banks: usize, elements: usize, seed: u64) -> ModelSmartSsd {
    let builder = ModelSmartSsd::builder().kernel(banks, elements).seed(seed).host_latency(20).ssd(None);
    builder.build().expect("a device that there is")
}

#[test]
fn training_through_a_small_cache_gives_plain_sums() {
    let seed = seed("smartssd_model_training", 81);
    for (number, (banks, elements)) in (0..).zip([(1, 16), (2, 16), (3, 32), (6, 64), (8, 128)]) {
        let seed = seed + number;
        for size in [SIZE, Size { vectors: 100, cached: 400, bags: 20, most: 6, mailbox_lines: 256, ..SIZE }] {
            smartssd::training(device(banks, elements, seed), seed, size);
        }
    }
}

/// A doorbell that is refused reads no program, however long settings say that programs are: a model that read them would never end.
#[test]
fn a_refused_doorbell_reads_no_program() {
    let mut device = device(2, 16, seed("smartssd_model_refused", 83));
    for register in [&map::LOADS_WORDS, &map::FORWARD_WORDS, &map::BACKWARD_WORDS, &map::MOVES_WORDS] {
        device.mmio_write(register.offset, register.mask()).expect("a setting");
    }
    // The second needs more room for vectors than the TX buffers have.
    for (doorbell, expected) in [(99, KernelError::UnknownCommand), (Command::Iterate as u64, KernelError::Layout)] {
        device.mmio_write(map::BAGS.offset, map::BAGS.mask()).expect("a setting");
        device.mmio_write(map::DOORBELL.offset, doorbell).expect("an action");
        let [status, error] = [&map::STATUS, &map::ERROR].map(|register| device.mmio_read(register.offset));
        assert_eq!(map::FAILED.get(status.expect("a register")), 1);
        assert_eq!(map::CODE.get(error.expect("a register")), expected as u64);
        device.mmio_write(map::CLEAR.offset, map::CLEAR_STATUS.place(1)).expect("an action");
    }
}

#[test]
fn training_on_ndrecs_device_gives_plain_sums() {
    let seed = seed("smartssd_model_ndrec", 82);
    let device = ModelSmartSsd::builder().seed(seed).build().expect("NDRec's device");
    smartssd::training(device, seed, SIZE);
}

/// NAND whose buffer for writes is full behind a few pages: then evictions are answered one by one, thousands of cycles apart.
const FEW_PAGES: SsdConfig = SsdConfig { write_buffer_pages: 4, ..SsdConfig::samsung_983_dct() };

/// Cycles that the agent works on each of several plans: a few loads, then evictions to so many pages, then loads from there.
fn evictions(device: impl SmartSsdTransport) -> Vec<u64> {
    let configuration = Configuration {
        hdm_base: 1 << 40,
        tx_bytes: 4096,
        cache_base: 8192,
        cache_vectors: 32,
        ssd_base: 1 << 16,
        ssd_vectors: 1024,
        mailbox_base: 1 << 20,
        mailbox_lines: 64,
    };
    let mut device = SmartSsd::open(device, configuration).unwrap_or_else(|error| panic!("{error}"));
    // A page holds 16 EVs of 64 elements, and more of smaller ones.
    let apart = |count: u32| (0..count).map(|cached| Transfer { ssd: 64 * u64::from(cached), cached }).collect();
    let mut plans = vec![MovementPlan { loads: apart(12), ..MovementPlan::default() }];
    for count in [1, 2, 12] {
        plans.push(MovementPlan { evictions: apart(count), ..MovementPlan::default() });
        plans.push(MovementPlan { evictions: apart(count), loads: apart(count) });
    }
    let mut before = 0;
    let cycles = plans.iter().map(|plan| {
        let number = device.post(plan).unwrap_or_else(|error| panic!("{error}"));
        device.wait_for_plan(number, 1_000_000).unwrap_or_else(|error| panic!("{error}"));
        let counted = device.counters().expect("registers").get(&AGENT_CYCLES).expect("a counter");
        counted - std::mem::replace(&mut before, counted)
    });
    cycles.collect()
}

#[test]
fn evictions_end_however_late_the_ssd_answers() {
    for (banks, elements) in [(2, 16), (6, 64)] {
        for ssd in [SsdConfig::samsung_983_dct(), FEW_PAGES] {
            let device = ModelSmartSsd::builder().kernel(banks, elements).ssd(Some(ssd)).build().expect("a device");
            evictions(device);
        }
    }
}

#[test]
fn nothing_is_lost_after_an_error() {
    let seed = seed("smartssd_model_faults", 83);
    for seed in seed..seed + 4 {
        smartssd::faults(|| device(2, 16, seed), seed, SIZE);
        smartssd::faults(|| device(6, 64, seed), seed, SIZE);
    }
}

#[test]
fn a_full_mailbox_takes_nothing() {
    let seed = seed("smartssd_model_full", 84);
    smartssd::full_mailbox(device(2, 16, seed), seed, SIZE);
}

#[test]
fn late_completions_are_waited_for_again() {
    let seed = seed("smartssd_model_late", 85);
    smartssd::late_completion(device(2, 16, seed), seed, SIZE);
}

#[test]
fn an_iteration_begins_when_all_conditions_are_met() {
    let seed = seed("smartssd_model_synchronisation", 86);
    smartssd::synchronisation(device(2, 16, seed), seed, SIZE);
}

#[test]
fn a_failed_write_is_not_gone_on_from() {
    let seed = seed("smartssd_model_write", 87);
    smartssd::write_error(|| device(2, 16, seed), seed, SIZE);
}

#[test]
fn buffers_stay_where_the_doorbell_found_them() {
    let seed = seed("smartssd_model_buffers", 88);
    smartssd::buffers_stay(device(2, 16, seed), seed, SIZE);
}

/// The model beside the RTL.
#[cfg(feature = "verilated")]
mod beside_the_rtl {
    use emberlane_tests::smartssd::{Bench, Logged, Trainer};
    use emberlane_verilated::smartssd::RtlSmartSsd;

    use super::*;

    /// Cycles that a model may be off whatever the length: a fraction of an access to a register.
    const SLACK: u64 = 2;

    /// What is compared.
    struct Log {
        iterations: Vec<u64>,
        plans: Vec<u64>,
        counters: Vec<(&'static str, u64)>,
        table: Vec<u8>,
        picoseconds: u64,
    }

    fn train<T: Bench>(device: T, seed: u64, size: Size, lookahead: bool) -> Log {
        let mut trainer = Trainer::new(Logged::new(device), seed, size);
        trainer.lookahead = lookahead;
        trainer.train(size.iterations);
        // Outputs and table are compared with plain sums.
        trainer.check();
        let base = trainer.device.configuration().ssd_base;
        let elements = trainer.device.capabilities().elements;
        let mut table = vec![0; size.vectors as usize * elements * 4];
        let device = trainer.bench();
        SmartSsdTransport::ssd_read(device, base, &mut table).expect("an SSD");
        let counters = device.counters().expect("registers");
        let (iterations, plans) = (device.iterations.clone(), device.plans.clone());
        Log { iterations, plans, counters, table, picoseconds: emberlane_drivers::Transport::time(device) }
    }

    fn is_near(model: u64, rtl: u64) -> bool {
        model.abs_diff(rtl) * 50 <= rtl + 50 * SLACK
    }

    fn compare(what: &str, (model, rtl): (&Log, &Log)) {
        assert!(model.table == rtl.table, "{what}: the tables differ");
        for (name, model, rtl) in
            [("iterations", &model.iterations, &rtl.iterations), ("plans", &model.plans, &rtl.plans)]
        {
            let near = model.len() == rtl.len() && model.iter().zip(rtl).all(|(model, rtl)| is_near(*model, *rtl));
            assert!(near, "{what}: cycles of {name}: model {model:?}, RTL {rtl:?}");
            let exact = model.iter().zip(rtl).filter(|(model, rtl)| model == rtl).count();
            let sums = [model, rtl].map(|cycles| cycles.iter().sum::<u64>());
            eprintln!("{what}: {name}: {exact} of {} exact; model {}, RTL {}", rtl.len(), sums[0], sums[1]);
        }
        let (model_time, rtl_time) = (model.picoseconds / 4000, rtl.picoseconds / 4000);
        eprintln!("{what}: all: model {model_time}, RTL {rtl_time}");
        assert!(is_near(model_time, rtl_time), "{what}: model {model_time} cycles, RTL {rtl_time}");
        for ((name, model), (_, rtl)) in model.counters.iter().zip(&rtl.counters) {
            let is_time = name.ends_with("CYCLES");
            let good = if is_time { is_near(*model, *rtl) || model.abs_diff(*rtl) < 64 } else { model == rtl };
            assert!(good, "{what}: {name}: model {model}, RTL {rtl}");
        }
    }

    fn both(banks: usize, elements: usize, host_latency: u32, ssd: Option<SsdConfig>, size: Size, seed: u64) {
        for lookahead in [false, true] {
            let model = ModelSmartSsd::builder().kernel(banks, elements).seed(seed).host_latency(host_latency).ssd(ssd);
            let rtl = RtlSmartSsd::builder().kernel(banks, elements).seed(seed).host_latency(host_latency).ssd(ssd);
            let model = train(model.build().expect("a device"), seed, size, lookahead);
            let rtl = train(rtl.build().expect("a device"), seed, size, lookahead);
            let medium = if ssd.is_some() { "NAND" } else { "short" };
            let look = if lookahead { ", ahead" } else { "" };
            compare(&format!("{banks} banks, {elements} elements, {medium}{look}, seed {seed}"), (&model, &rtl));
        }
    }

    #[test]
    fn evictions_take_the_cycles_of_the_rtl() {
        for (banks, elements) in [(2, 16), (6, 64)] {
            for ssd in [SsdConfig::samsung_983_dct(), FEW_PAGES] {
                let model = ModelSmartSsd::builder().kernel(banks, elements).ssd(Some(ssd)).build();
                let rtl = RtlSmartSsd::builder().kernel(banks, elements).ssd(Some(ssd)).build();
                let cycles = evictions(model.expect("a device"));
                assert_eq!(cycles, evictions(rtl.expect("a device")), "{banks} banks, {elements} elements");
            }
        }
    }

    const LARGE: Size = Size { vectors: 2000, cached: 900, bags: 40, most: 7, iterations: 5, mailbox_lines: 128 };

    #[test]
    fn the_small_device_takes_the_cycles_of_the_rtl() {
        let seed = seed("smartssd_model_rtl_small", 91);
        for seed in seed..seed + 4 {
            both(2, 16, 150, None, SIZE, seed);
        }
        both(2, 16, 20, None, Size { cached: 400, ..LARGE }, seed);
        // As many lines are snooped at a time as the host takes cycles, and then as there is room for.
        for host_latency in [200, 300] {
            let size = Size { vectors: 700, bags: 400, most: 2, mailbox_lines: 256, ..LARGE };
            both(2, 16, host_latency, None, size, seed);
        }
        both(2, 16, 150, Some(SsdConfig::samsung_983_dct()), Size { iterations: 4, ..SIZE }, seed);
    }

    #[test]
    fn ndrecs_device_takes_the_cycles_of_the_rtl() {
        let seed = seed("smartssd_model_rtl_ndrec", 92);
        for seed in seed..seed + 2 {
            both(6, 64, 150, None, SIZE, seed);
        }
        both(6, 64, 150, None, LARGE, seed);
        both(6, 64, 150, Some(SsdConfig::samsung_983_dct()), Size { iterations: 3, ..SIZE }, seed);
    }
}
