//! What a controller that emulates a preset gives, above a DRAM without limits.

use emberlane_models::ideal_dram::IdealDram;
use emberlane_models::media::{MediaPreset, Traffic, presets};
use emberlane_models::memory_controller::{Inputs, MemoryController, ReadRequest, WriteAddress};

/// The device's clock, 250 MHz.
const CLOCK_PERIOD_PS: u64 = 4000;

/// Cycles from a DRAM's taking of a request to its answer: 40 ns, about what the DRAM below a device needs.
const DRAM_LATENCY: u64 = 10;

/// Lines answered a cycle when one is offered every cycle, none of a medium's line that another was of.
fn throughput(preset: &MediaPreset, traffic: Traffic) -> f64 {
    let mut controller = MemoryController::new(preset.settings(CLOCK_PERIOD_PS).unwrap());
    let mut dram = IdealDram::new(DRAM_LATENCY);
    let (warm_up, cycles) = (1000, 20_000);
    let mut answered = 0;
    for cycle in 0..warm_up + cycles {
        let mut inputs = Inputs { s_rready: true, s_bready: true, ..Inputs::default() };
        dram.drive(&mut inputs);
        let address = 256 * cycle;
        if traffic == Traffic::Read {
            inputs.s_ar = Some(ReadRequest { id: 0, address });
        } else {
            inputs.s_aw = Some(WriteAddress { address, streaming: traffic == Traffic::StreamWrite });
            inputs.s_w = Some(());
        }
        let outputs = controller.cycle(&inputs);
        dram.clock(&inputs, &outputs);
        if cycle >= warm_up {
            answered += u64::from(outputs.s_r.is_some()) + u64::from(outputs.s_b.is_some());
        }
    }
    answered as f64 / cycles as f64
}

/// The queues are deep enough for every preset: latency and window do not keep the bandwidth from being reached.
#[test]
fn every_preset_reaches_its_bandwidth() {
    for preset in presets() {
        for traffic in [Traffic::Read, Traffic::RowWrite, Traffic::StreamWrite] {
            let limit = preset.lines_per_cycle(traffic, CLOCK_PERIOD_PS);
            let measured = throughput(&preset, traffic);
            println!("{} {traffic:?}: {measured:.4} of {limit:.4} lines a cycle", preset.name);
            // One line more or less in the stretch that is looked at, and what rounding of the rate costs.
            assert!(measured <= limit + 1e-4 && measured >= limit - 2e-4, "{}: {traffic:?}", preset.name);
        }
    }
}

/// A request alone takes the latency of the preset, rounded up to a cycle, or what the DRAM below takes.
#[test]
fn every_preset_has_its_latency() {
    for preset in presets() {
        let settings = preset.settings(CLOCK_PERIOD_PS).unwrap();
        for (is_read, latency, added) in [(true, settings.read_latency, 4), (false, settings.write_latency, 2)] {
            let mut controller = MemoryController::new(settings);
            let mut dram = IdealDram::new(DRAM_LATENCY);
            let taken = (0..).find(|&cycle| {
                let mut inputs = Inputs { s_rready: true, s_bready: true, ..Inputs::default() };
                dram.drive(&mut inputs);
                if cycle == 0 && is_read {
                    inputs.s_ar = Some(ReadRequest { id: 0, address: 0 });
                } else if cycle == 0 {
                    inputs.s_aw = Some(WriteAddress { address: 0, streaming: false });
                    inputs.s_w = Some(());
                }
                let outputs = controller.cycle(&inputs);
                dram.clock(&inputs, &outputs);
                outputs.s_r.is_some() || outputs.s_b.is_some()
            });
            assert_eq!(taken, Some(u64::from(latency).max(added + DRAM_LATENCY)), "{}", preset.name);
        }
    }
}
