//! The building blocks as exported: the free tools accept them, memories become the right primitives, and the Verilated
//! modules do in every cycle what Rust-HDL's simulation does.

use emberlane_rtl::axi::AxiLiteSlave;
use emberlane_rtl::cxl_mem::register_file::{
    CAPABILITIES_BITS, DOORBELL_BITS, ERROR_BITS, RegisterFile, SETTINGS, STATUS_BITS,
};
use emberlane_rtl::memory::{BlockRam, LutRam};
use emberlane_rtl::memory_controller::{
    LatencyGate, MemoryController, PulseDelay, RecentWrite, RecentWrites, TokenBucket,
};
use emberlane_rtl::stream::{BlockFifo, Fifo, RoundRobin, SkidBuffer};
use emberlane_verilog::equivalence::{Driver, Equivalence};
use emberlane_verilog::{About, Describe, ExportOptions, export, export_all, inputs, lint};
use rust_hdl::prelude::*;
use std::collections::HashMap;

const CYCLES: usize = 10_000;

#[test]
fn memories_agree() {
    let report = Equivalence::new(21)
        .add::<LutRam<1, 1>>(CYCLES, inputs!(clock, write_enable, write_address, write_data, read_address))
        .add::<LutRam<8, 3>>(CYCLES, inputs!(clock, write_enable, write_address, write_data, read_address))
        .add::<LutRam<512, 4>>(CYCLES, inputs!(clock, write_enable, write_address, write_data, read_address))
        .add::<BlockRam<8, 2>>(
            CYCLES,
            inputs!(clock, write_enable, write_address, write_data, read_enable, read_address),
        )
        .add::<BlockRam<64, 9>>(
            CYCLES,
            inputs!(clock, write_enable, write_address, write_data, read_enable, read_address),
        )
        .add::<BlockRam<512, 3>>(
            CYCLES,
            inputs!(clock, write_enable, write_address, write_data, read_enable, read_address),
        )
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn streams_agree() {
    let report = Equivalence::new(22)
        .add::<Fifo<1, 1>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<Fifo<64, 3>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<Fifo<512, 5>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<BlockFifo<8, 1>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<BlockFifo<64, 6>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<BlockFifo<512, 3>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<SkidBuffer<1>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .add::<SkidBuffer<512>>(CYCLES, inputs!(clock, reset, in_data, in_valid, out_ready))
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn arbiters_agree() {
    let report = Equivalence::new(23)
        .add::<RoundRobin<1>>(CYCLES, inputs!(clock, reset, request, advance))
        .add::<RoundRobin<2>>(CYCLES, inputs!(clock, reset, request, advance))
        .add::<RoundRobin<5>>(CYCLES, inputs!(clock, reset, request, advance))
        .add::<RoundRobin<16>>(CYCLES, inputs!(clock, reset, request, advance))
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn axi_lite_slave_agrees() {
    let report = Equivalence::new(24)
        .add::<AxiLiteSlave>(
            CYCLES,
            inputs!(
                clock,
                reset,
                s_axil.awaddr,
                s_axil.awprot,
                s_axil.awvalid,
                s_axil.wdata,
                s_axil.wstrb,
                s_axil.wvalid,
                s_axil.bready,
                s_axil.araddr,
                s_axil.arprot,
                s_axil.arvalid,
                s_axil.rready,
                write_error,
                read_data
            ),
        )
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

/// Calls `drive`, whose argument types the call fixes.
fn with<B>(block: &mut B, driver: &mut Driver, drive: impl Fn(&mut B, &mut Driver)) {
    drive(block, driver);
}

fn register_file_inputs<const CHANNELS: usize>(file: &mut RegisterFile<CHANNELS>, driver: &mut Driver) {
    with(
        file,
        driver,
        inputs!(
            clock,
            reset,
            s_axil.awaddr,
            s_axil.awprot,
            s_axil.awvalid,
            s_axil.wdata,
            s_axil.wstrb,
            s_axil.wvalid,
            s_axil.bready,
            s_axil.araddr,
            s_axil.arprot,
            s_axil.arvalid,
            s_axil.rready,
            capabilities,
            persistent_bytes,
            status,
            error,
            error_position,
            cycles,
            busy_cycles,
            check_cycles,
            hazard_cycles,
            lookups,
            updates,
            lines_directory,
            lines_offset,
            lines_segment,
            lines_entry,
            lines_scale,
            lines_gradient,
            lines_pooled,
            poison,
            mem_reads,
            mem_writes,
            gradients_arrived,
            lines_flushed,
            lines_logged_parameters,
            lines_logged_rows,
            parameter_records,
            row_records,
            stages,
            accumulations,
            row_cache_hits
        ),
    );
    for channel in 0..CHANNELS {
        driver.input(&mut file.channel_reads[channel]);
        driver.input(&mut file.channel_writes[channel]);
    }
}

/// A register file whose bus sees mostly registers that exist and mostly whole writes: plain random inputs seldom do.
#[derive(LogicBlock)]
struct OftenThere {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    write_word: Signal<In, Bits<8>>,
    write_valid: Signal<In, Bit>,
    data: Signal<In, Bits<64>>,
    data_valid: Signal<In, Bit>,
    partial: Signal<In, Bits<3>>,
    answer_ready: Signal<In, Bit>,
    read_word: Signal<In, Bits<8>>,
    read_valid: Signal<In, Bit>,
    noise: Signal<In, Bits<64>>,
    outputs: Signal<Out, Bits<64>>,
    settings: [Signal<Out, Bits<64>>; SETTINGS],
    doorbell: Signal<Out, Bits<DOORBELL_BITS>>,
    pulses: Signal<Out, Bits<9>>,
    file: RegisterFile<2>,
    about: About<Self>,
}

impl Default for OftenThere {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            write_word: Default::default(),
            write_valid: Default::default(),
            data: Default::default(),
            data_valid: Default::default(),
            partial: Default::default(),
            answer_ready: Default::default(),
            read_word: Default::default(),
            read_valid: Default::default(),
            noise: Default::default(),
            outputs: Default::default(),
            // Arrays of more than 32 have no default of their own.
            settings: std::array::from_fn(|_| Default::default()),
            doorbell: Default::default(),
            pulses: Default::default(),
            file: Default::default(),
            about: Default::default(),
        }
    }
}

impl Describe for OftenThere {
    fn name() -> String {
        "often_there".into()
    }

    fn description() -> &'static str {
        "A register file on a bus that mostly asks for registers that exist."
    }
}

impl Logic for OftenThere {
    #[hdl_gen]
    fn update(&mut self) {
        self.file.clock.next = self.clock.val();
        self.file.reset.next = self.reset.val();
        self.file.s_axil.awaddr.next = bit_cast::<12, 8>(self.write_word.val()) << 3;
        self.file.s_axil.awprot.next = 0.into();
        self.file.s_axil.awvalid.next = self.write_valid.val();
        self.file.s_axil.wdata.next = self.data.val();
        self.file.s_axil.wvalid.next = self.data_valid.val();
        self.file.s_axil.wstrb.next = 255.into();
        if self.partial.val().all() {
            self.file.s_axil.wstrb.next = self.data.val().get_bits::<8>(0);
        }
        self.file.s_axil.bready.next = self.answer_ready.val();
        self.file.s_axil.araddr.next = bit_cast::<12, 8>(self.read_word.val()) << 3;
        self.file.s_axil.arprot.next = 0.into();
        self.file.s_axil.arvalid.next = self.read_valid.val();
        self.file.s_axil.rready.next = self.answer_ready.val();
        self.file.capabilities.next = self.noise.val().get_bits::<CAPABILITIES_BITS>(0);
        self.file.persistent_bytes.next = self.noise.val() + 1;
        self.file.status.next = self.noise.val().get_bits::<STATUS_BITS>(0);
        self.file.error.next = self.noise.val().get_bits::<ERROR_BITS>(0);
        self.file.error_position.next = self.noise.val() + 4;
        self.file.cycles.next = self.noise.val() + 5;
        self.file.busy_cycles.next = self.noise.val() + 6;
        self.file.check_cycles.next = self.noise.val() + 7;
        self.file.hazard_cycles.next = self.noise.val() + 8;
        self.file.lookups.next = self.noise.val() + 9;
        self.file.updates.next = self.noise.val() + 10;
        self.file.lines_directory.next = self.noise.val() + 11;
        self.file.lines_offset.next = self.noise.val() + 12;
        self.file.lines_segment.next = self.noise.val() + 13;
        self.file.lines_entry.next = self.noise.val() + 14;
        self.file.lines_scale.next = self.noise.val() + 15;
        self.file.lines_gradient.next = self.noise.val() + 16;
        self.file.lines_pooled.next = self.noise.val() + 17;
        self.file.poison.next = self.noise.val().get_bits::<1>(0);
        self.file.mem_reads.next = self.noise.val() + 40;
        self.file.mem_writes.next = self.noise.val() + 41;
        self.file.gradients_arrived.next = self.noise.val() + 42;
        self.file.lines_flushed.next = self.noise.val() + 43;
        self.file.lines_logged_parameters.next = self.noise.val() + 44;
        self.file.lines_logged_rows.next = self.noise.val() + 45;
        self.file.parameter_records.next = self.noise.val() + 46;
        self.file.row_records.next = self.noise.val() + 47;
        self.file.stages.next = self.noise.val() + 48;
        self.file.accumulations.next = self.noise.val() + 49;
        self.file.row_cache_hits.next = self.noise.val() + 50;
        for i in 0..2 {
            self.file.channel_reads[i].next = self.noise.val() + 20;
            self.file.channel_writes[i].next = self.noise.val() + 30;
        }
        for i in 0..SETTINGS {
            self.settings[i].next = self.file.settings[i].val();
        }
        self.doorbell.next = self.file.doorbell.val();
        self.outputs.next = self.file.s_axil.rdata.val();
        self.pulses.next = (bit_cast::<9, 2>(self.file.s_axil.bresp.val()) << 7)
            | (bit_cast::<9, 2>(self.file.s_axil.rresp.val()) << 5);
        if self.file.s_axil.bvalid.val() {
            self.pulses.next = self.pulses.val() | 16;
        }
        if self.file.s_axil.rvalid.val() {
            self.pulses.next = self.pulses.val() | 8;
        }
        if self.file.doorbell_valid.val() {
            self.pulses.next = self.pulses.val() | 4;
        }
        if self.file.clear_status.val() {
            self.pulses.next = self.pulses.val() | 2;
        }
        if self.file.clear_counters.val() {
            self.pulses.next = self.pulses.val() | 1;
        }
    }
}

#[test]
fn register_files_agree() {
    let report = Equivalence::new(25)
        .add::<RegisterFile<1>>(CYCLES, register_file_inputs)
        .add::<RegisterFile<4>>(CYCLES, register_file_inputs)
        .add::<OftenThere>(
            CYCLES,
            inputs!(
                clock,
                reset,
                write_word,
                write_valid,
                data,
                data_valid,
                partial,
                answer_ready,
                read_word,
                read_valid,
                noise
            ),
        )
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

/// Settings of which every one matters within a short run.
fn low_settings<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize>(
    controller: &mut MemoryController<LOG_READS, LOG_WRITES, WRITES>,
    driver: &mut Driver,
) {
    driver.input_below(&mut controller.read_latency, 24);
    driver.input_below(&mut controller.write_latency, 24);
    driver.input_below(&mut controller.read_rate, 1 << 17);
    driver.input_below(&mut controller.row_write_rate, 1 << 16);
    driver.input_below(&mut controller.stream_write_rate, 1 << 16);
    driver.input_below(&mut controller.read_after_write_window, 24);
}

/// A controller with the DRAM's and the requester's sides at random, and addresses of few lines of the medium.
fn controller_inputs<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize>(
    controller: &mut MemoryController<LOG_READS, LOG_WRITES, WRITES>,
    driver: &mut Driver,
) {
    low_settings(controller, driver);
    driver.input_below(&mut controller.s_araddr, 2048);
    driver.input_below(&mut controller.s_awaddr, 2048);
    with(
        controller,
        driver,
        inputs!(
            clock, reset, s_arid, s_arvalid, s_rready, s_awstream, s_awvalid, s_wdata, s_wstrb, s_wpoison, s_wvalid,
            s_bready, m_arready, m_rdata, m_rresp, m_rvalid, m_awready, m_wready, m_bresp, m_bvalid
        ),
    );
}

/// The same with addresses of all lines.
fn controller_inputs_anywhere<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize>(
    controller: &mut MemoryController<LOG_READS, LOG_WRITES, WRITES>,
    driver: &mut Driver,
) {
    low_settings(controller, driver);
    with(
        controller,
        driver,
        inputs!(
            clock, reset, s_arid, s_araddr, s_arvalid, s_rready, s_awaddr, s_awstream, s_awvalid, s_wdata, s_wstrb,
            s_wpoison, s_wvalid, s_bready, m_arready, m_rdata, m_rresp, m_rvalid, m_awready, m_wready, m_bresp,
            m_bvalid
        ),
    );
}

#[test]
fn memory_controllers_agree() {
    let report = Equivalence::new(26)
        .add::<TokenBucket>(CYCLES, inputs!(clock, reset, rate, spend))
        .add::<PulseDelay<3>>(CYCLES, |delay: &mut PulseDelay<3>, driver: &mut Driver| {
            driver.input_below(&mut delay.delay, 24);
            with(delay, driver, inputs!(clock, reset, enter));
        })
        .add::<LatencyGate<2>>(CYCLES, |gate: &mut LatencyGate<2>, driver: &mut Driver| {
            driver.input_below(&mut gate.latency, 24);
            with(gate, driver, inputs!(clock, reset, enter, leave));
        })
        .add::<RecentWrite>(CYCLES, |entry: &mut RecentWrite, driver: &mut Driver| {
            driver.input_below(&mut entry.line, 4);
            driver.input_below(&mut entry.look_line, 4);
            with(entry, driver, inputs!(clock, reset, enter, free, look));
        })
        .add::<RecentWrites<2, 4>>(CYCLES, |table: &mut RecentWrites<2, 4>, driver: &mut Driver| {
            driver.input_below(&mut table.window, 24);
            driver.input_below(&mut table.line, 4);
            driver.input_below(&mut table.look_line, 4);
            with(table, driver, inputs!(clock, reset, enter, answered, look));
        })
        .add::<MemoryController<3, 3, 8>>(CYCLES, controller_inputs::<3, 3, 8>)
        .add::<MemoryController<3, 3, 8>>(CYCLES, controller_inputs_anywhere::<3, 3, 8>)
        .add::<MemoryController<7, 6, 64>>(2000, controller_inputs::<7, 6, 64>)
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

/// Verilator, Icarus and yosys find nothing in any block, for any parameter that we try.
#[test]
fn tools_accept_every_block() {
    let (lut_1, lut_8, lut_512) = (LutRam::<1, 1>::default(), LutRam::<8, 3>::default(), LutRam::<512, 4>::default());
    let (block_8, block_64, block_512) =
        (BlockRam::<8, 2>::default(), BlockRam::<64, 9>::default(), BlockRam::<512, 3>::default());
    let (fifo_1, fifo_512) = (Fifo::<1, 1>::default(), Fifo::<512, 5>::default());
    let (block_fifo_1, block_fifo_64) = (BlockFifo::<1, 1>::default(), BlockFifo::<64, 6>::default());
    let (skid_1, skid_64) = (SkidBuffer::<1>::default(), SkidBuffer::<64>::default());
    let (robin_1, robin_5) = (RoundRobin::<1>::default(), RoundRobin::<5>::default());
    let slave = AxiLiteSlave::default();
    let (file_1, file_4) = (RegisterFile::<1>::default(), RegisterFile::<4>::default());
    let (bucket, gate, table) = (TokenBucket::default(), LatencyGate::<4>::default(), RecentWrites::<3, 8>::default());
    let (controller_small, controller) =
        (MemoryController::<2, 4, 16>::default(), Box::<MemoryController<7, 6, 64>>::default());
    let tops: [&dyn Block; 22] = [
        &lut_1,
        &lut_8,
        &lut_512,
        &block_8,
        &block_64,
        &block_512,
        &fifo_1,
        &fifo_512,
        &block_fifo_1,
        &block_fifo_64,
        &skid_1,
        &skid_64,
        &robin_1,
        &robin_5,
        &slave,
        &file_1,
        &file_4,
        &bucket,
        &gate,
        &table,
        &controller_small,
        &*controller,
    ];
    let design = export_all(&tops, &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    lint::all(&design).unwrap_or_else(|error| panic!("{error}"));
}

/// Cells of a block after yosys's synthesis for UltraScale+, by kind, but for clock and pad buffers.
fn cells<B: Block + Describe + Default>() -> HashMap<String, usize> {
    let design = export(&B::default(), &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let statistics = lint::synthesise(&design, &B::name()).unwrap_or_else(|error| panic!("{error}"));
    let counts = statistics.lines().filter_map(|line| {
        let (kind, count) = line.trim().split_once(' ')?;
        Some((kind.to_owned(), count.trim().parse().ok()?))
    });
    counts.filter(|(kind, _)| !kind.ends_with("BUF") && kind != "BUFG").collect()
}

/// yosys makes block RAM of block RAMs, LUT RAM of LUT RAMs, and registers of neither.
#[test]
fn memories_infer_their_primitives() {
    assert_eq!(cells::<BlockRam<64, 9>>(), HashMap::from([("RAMB36E2".into(), 1)]));
    assert_eq!(cells::<LutRam<64, 4>>(), HashMap::from([("RAM32M16".into(), 5)]));
    assert_eq!(cells::<BlockFifo<512, 4>>().get("RAMB18E2"), Some(&15));
    assert_eq!(cells::<Fifo<512, 5>>().get("RAM32M16"), Some(&37));
}
