//! The SmartSSD's FPGA.

use super::access_counters::AccessCounters;
use super::cache_agent::CacheAgent;
use super::iteration::Iteration;
use super::kernel::{Kernel, STREAMS, program};
use super::peer_reader::PeerReader;
use super::plan_settings::PlanSettings;
use super::registers::{COUNTERS, SETTINGS, SmartSsdRegisters, at, field};
use super::tx_settings::TxSettings;
use super::tx_target::TxTarget;
use super::tx_tracker::{LINES, LOG_LINES, TxTracker};
use crate::axi::{Axi4Master, AxiLiteDevice, BurstReadMux, BurstWriteMux, EventCounter, ResetGuard, response};
use crate::cxl::{CxlBackInvalidateDevice, CxlCacheDevice, CxlMemDevice};
use crate::layout::{Place, constants, layout, named};
use crate::stream::BlockFifo;
use emberlane_registers::faults;
use emberlane_registers::smartssd::{self as map, BUFFERABLE, NON_DETERMINISTIC};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Who reads lines of the host's memory or a peer's: the kernel's streams, and behind them the mailbox.
const PEER_SOURCES: usize = STREAMS + 1;

named! {
    /// Sources of lines of the host's memory or a peer's.
    mod peer_source {
        MAILBOX = STREAMS,
    }
}

named! {
    /// Who reads the DRAM.
    mod reader {
        KERNEL = 0,
        AGENT = 1,
        HOST = 2,
    }
}

named! {
    /// Who writes to the DRAM: the kernel's two writers, and the agent.
    mod writer {
        EV = 0,
        OUTPUT = 1,
        AGENT = 2,
    }
}

named! {
    /// Who uses EVs.
    mod user {
        READ = 0,
        WRITE = 1,
        LOAD = 2,
    }
}

layout! {
    /// A beat of an output that waits until its address has passed the tracker.
    mod beat {
        DATA: 512,
        LAST: 1,
    }
}
/// Bits of it.
const BEAT_BITS: usize = beat::BITS;

/// The FPGA of NDRec's SmartSSD, a CXL Type-2 device: embedding kernel, embedding cache agent, TX buffers.
///
/// * `s_axil_*` are the registers (`emberlane_registers::smartssd`), `irq` is high while an iteration has ended, or the agent has
///   stopped, and that is not cleared.
/// * `reset` may come at any time; hold it for 32 cycles. DRAM and SSD go on: the device takes and drops what they still owe, and
///   completes bursts that were begun, before it asks for anything new. If they are reset as well, hold `memory_reset`
///   high meanwhile; without it, a memory that owes something and gives no sign for 32,768 cycles (131 µs, an SSD reads a page in 85) is taken for one that was reset
///   ([`ResetGuard`]). The CXL link is reset with the device: no answer to what was sent before comes behind it.
/// * `m_axi_dram_*` is the FPGA's DRAM. IDs tell who reads or writes: 0 the kernel's EVs, 1 outputs (writes) or the agent (reads),
///   2 the agent (writes) or the host (reads).
/// * `m_axi_ssd_*` is the SSD, a Type-3 device: bursts of one EV, reads with different IDs in any order, beats of them interleaved or
///   not. `aruser`
///   and `awuser` are the attributes of NDRec's requests (`NON_DETERMINISTIC`, `BUFFERABLE`).
/// * `cxl_cache_*` reads plans and gradients from the host and its peers. `cxl_mem_*` and `back_invalidate_*` are the TX buffers,
///   HDM-DB.
/// * While `idle` is high no iteration is under way and no movement to be done: only the host can bring the device further.
/// * `FAULTS` is 0; 1 in the design that commits faults for tests (`emberlane_registers::faults`).
/// * Throughput: that of the kernel and the agent, which share the DRAM's port: 64 bytes a cycle each way, 16 GB/s at 250 MHz of
///   the 19.2 GB/s of DDR4-2400.
#[derive(LogicBlock)]
pub struct SmartSsd<const BANKS: usize, const ADDERS: usize, const SLICES: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, 32 cycles at least.
    pub reset: Signal<In, Bit>,
    /// DRAM and SSD are reset, too, and owe nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// An iteration has ended, or the agent has stopped.
    pub irq: Signal<Out, Bit>,
    /// Only the host can bring the device further.
    pub idle: Signal<Out, Bit>,
    /// Registers; see `RegisterBank`.
    pub s_axil: AxiLiteDevice,
    /// CXL.mem.
    pub cxl_mem: CxlMemDevice,
    /// CXL.mem: back-invalidate snoops.
    pub back_invalidate: CxlBackInvalidateDevice,
    /// CXL.cache.
    pub cxl_cache: CxlCacheDevice,
    /// The FPGA's DRAM.
    pub m_axi_dram: Axi4Master,
    /// The SSD.
    pub m_axi_ssd: Axi4Master,
    /// The SSD: attributes of a read.
    pub m_axi_ssd_aruser: Signal<Out, Bits<2>>,
    /// The SSD: attributes of a write.
    pub m_axi_ssd_awuser: Signal<Out, Bits<2>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    registers: SmartSsdRegisters,
    iteration: Iteration<SLICES, FAULTS>,
    plan: PlanSettings,
    kernel: Kernel<BANKS, ADDERS, SLICES>,
    agent: CacheAgent<SLICES, FAULTS>,
    peer: PeerReader<PEER_SOURCES>,
    buffers: TxSettings,
    target: TxTarget,
    tracker: TxTracker<SLICES, LINES, FAULTS>,
    /// Beats of outputs, as many as the tracker snoops lines at a time.
    outputs: BlockFifo<BEAT_BITS, LOG_LINES>,
    uses: AccessCounters,
    reads: BurstReadMux<3>,
    writes: BurstWriteMux<3>,
    dram_guard: ResetGuard,
    ssd_guard: ResetGuard,
    counter: [EventCounter<1>; COUNTERS],
    cache_base: Signal<Local, Bits<64>>,
    /// As the kernel has it.
    kernel_cache_base: Signal<Local, Bits<64>>,
    read_offset: Signal<Local, Bits<64>>,
    write_offset: Signal<Local, Bits<64>>,
    clear_status: Signal<Local, Bit>,
    clear_counters: Signal<Local, Bit>,
    clear_agent: Signal<Local, Bit>,
    event: [Signal<Local, Bit>; COUNTERS],
    capabilities: Constant<Bits<64>>,
    vector_shift: Constant<Bits<4>>,
    line_size: Constant<Bits<3>>,
    incr: Constant<Bits<2>>,
    bufferable: Constant<Bits<4>>,
    attributes: Constant<Bits<2>>,
    one_line: Constant<Bits<8>>,
    about: About<Self>,
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize, const FAULTS: usize> Default
    for SmartSsd<BANKS, ADDERS, SLICES, FAULTS>
{
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset memory_reset irq idle s_axil
                cxl_mem back_invalidate cxl_cache m_axi_dram m_axi_ssd m_axi_ssd_aruser m_axi_ssd_awuser registers iteration plan
                kernel agent peer buffers target tracker outputs uses reads writes dram_guard ssd_guard cache_base kernel_cache_base read_offset write_offset clear_status
                clear_counters clear_agent about
            ]
            [counter event fault]
            capabilities: Constant::new(
                (map::BANKS.place(BANKS as u64) | map::ELEMENTS.place(16 * SLICES as u64)).into(),
            ),
            vector_shift: Constant::new(u64::from(6 + SLICES.trailing_zeros()).into()),
            line_size: Constant::new(6.into()),
            incr: Constant::new(1.into()),
            bufferable: Constant::new(0b0011.into()),
            attributes: Constant::new((NON_DETERMINISTIC | BUFFERABLE).into()),
            one_line: Constant::new(0.into()),
        }
    }
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize, const FAULTS: usize> Describe
    for SmartSsd<BANKS, ADDERS, SLICES, FAULTS>
{
    fn name() -> String {
        let faults = if FAULTS == 0 { "" } else { "_faults" };
        if BANKS == 6 && SLICES == 4 { "smartssd".into() } else { format!("smartssd_b{BANKS}_s{SLICES}{faults}") }
    }

    fn description() -> &'static str {
        "The FPGA of NDRec's SmartSSD, a CXL Type-2 device: embedding kernel, embedding cache agent, TX buffers. Registers on AXI4-Lite; DRAM and SSD on AXI4; CXL.cache, CXL.mem and back-invalidate snoops."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[
            at::CONSTANTS,
            field::CONSTANTS,
            peer_source::CONSTANTS,
            reader::CONSTANTS,
            writer::CONSTANTS,
            beat::CONSTANTS,
            user::CONSTANTS,
            program::CONSTANTS,
            response::CONSTANTS,
        ])
    }
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize, const FAULTS: usize> Logic
    for SmartSsd<BANKS, ADDERS, SLICES, FAULTS>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Registers.");
        self.registers.clock.next = self.clock.val();
        self.registers.reset.next = self.reset.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.registers.s_axil);
        for i in 0..SETTINGS {
            self.registers.refused[i].next = false;
        }
        self.clear_status.next =
            self.registers.acts[at::CLEAR].val() & self.registers.act_value.val().get_bit(field::CLEAR_STATUS);
        self.clear_counters.next =
            self.registers.acts[at::CLEAR].val() & self.registers.act_value.val().get_bit(field::CLEAR_COUNTERS);
        self.clear_agent.next =
            self.registers.acts[at::CLEAR].val() & self.registers.act_value.val().get_bit(field::CLEAR_AGENT);
        self.cache_base.next = self.registers.settings[at::CACHE_BASE].val();
        self.registers.driven[at::CAPABILITIES].next = self.capabilities.val();
        self.registers.driven[at::STATUS].next = bit_cast::<64, 1>(self.iteration.busy.val().into())
            | (bit_cast::<64, 1>(self.iteration.done.val().into()) << field::DONE.val())
            | (bit_cast::<64, 1>(self.iteration.failed.val().into()) << field::FAILED.val())
            | (bit_cast::<64, 1>(self.iteration.waiting.val().into()) << field::WAITING.val())
            | (bit_cast::<64, 1>(self.iteration.new_buffer.val().into()) << field::NEW_BUFFER.val())
            | (bit_cast::<64, 1>(self.agent.busy.val().into()) << field::AGENT_BUSY.val())
            | (bit_cast::<64, 1>(self.agent.failed.val().into()) << field::AGENT_FAILED.val());
        self.registers.driven[at::ERROR].next = bit_cast::<64, 4>(self.iteration.error.val())
            | (bit_cast::<64, 2>(self.iteration.program.val()) << field::PROGRAM.val());
        self.registers.driven[at::AGENT_ERROR].next = bit_cast::<64, 8>(self.agent.error.val());
        self.registers.driven[at::AGENT_ERROR_POSITION].next = bit_cast::<64, 32>(self.agent.error_number.val())
            | (bit_cast::<64, 2>(self.agent.error_movement.val()) << field::MOVEMENT.val());
        self.registers.driven[at::LOADS_DONE].next = bit_cast::<64, 32>(self.kernel.counter[program::LOADS].val());
        self.registers.driven[at::FORWARD_DONE].next = bit_cast::<64, 32>(self.kernel.counter[program::FORWARD].val());
        self.registers.driven[at::BACKWARD_DONE].next =
            bit_cast::<64, 32>(self.kernel.counter[program::BACKWARD].val());
        self.registers.driven[at::MOVES_DONE].next = bit_cast::<64, 32>(self.kernel.counter[program::MOVES].val());
        for i in 0..4 {
            self.plan.program_base[i].next = self.registers.settings[at::LOADS_BASE + i].val();
            self.plan.program_words[i].next = self.registers.settings[at::LOADS_WORDS + i].val().get_bits::<28>(0);
            self.kernel.program_base[i].next = self.plan.kept_base[i].val();
            self.kernel.program_words[i].next = self.plan.kept_words[i].val();
        }
        self.registers.driven[at::MAILBOX_HEAD].next = bit_cast::<64, 32>(self.agent.mailbox_head.val());
        self.registers.driven[at::PLANS_DONE].next = bit_cast::<64, 32>(self.agent.plans_done.val());
        self.registers.driven[at::VECTOR_USES].next = bit_cast::<64, 16>(self.uses.count.val());
        self.irq.next = self.iteration.done.val() | self.iteration.failed.val() | self.agent.failed.val();
        self.idle.next = !self.iteration.busy.val() & !self.agent.busy.val();

        comment!("Iterations.");
        self.iteration.clock.next = self.clock.val();
        self.iteration.reset.next = self.reset.val();
        self.iteration.doorbell.next = self.registers.act_value.val().get_bits::<8>(0);
        self.iteration.doorbell_valid.next = self.registers.acts[at::DOORBELL].val();
        self.iteration.clear.next = self.clear_status.val();
        self.iteration.tx_bytes.next = self.registers.settings[at::TX_BYTES].val().get_bits::<32>(0);
        self.iteration.cache_base.next = self.registers.settings[at::CACHE_BASE].val().get_bits::<32>(0);
        self.iteration.cache_vectors.next = self.registers.settings[at::CACHE_VECTORS].val().get_bits::<32>(0);
        self.iteration.ssd_base.next = self.registers.settings[at::SSD_BASE].val().get_bits::<32>(0);
        self.kernel_cache_base.next = bit_cast::<64, 32>(self.iteration.kernel_cache_base.val());
        self.iteration.bags.next = self.registers.settings[at::BAGS].val().get_bits::<32>(0);
        self.iteration.plan.next = self.registers.settings[at::PLAN].val().get_bits::<32>(0);
        self.iteration.plans_done.next = self.agent.plans_done.val();
        self.iteration.kernel_done.next = self.kernel.done.val();
        self.iteration.kernel_error.next = self.kernel.error.val();
        self.iteration.kernel_program.next = self.kernel.error_program.val();

        comment!("The kernel.");
        self.kernel.clock.next = self.clock.val();
        self.kernel.reset.next = self.reset.val();
        self.kernel.start.next = self.iteration.kernel_start.val();
        self.kernel.cache_base.next = self.kernel_cache_base.val();
        self.kernel.cache_vectors.next = self.iteration.kernel_cache_vectors.val();
        self.kernel.output_base.next = self.iteration.output_base.val();
        self.kernel.bags.next = self.iteration.kernel_bags.val();
        self.plan.clock.next = self.clock.val();
        self.plan.take.next = self.iteration.accepted.val();
        self.plan.gradient_base.next = self.registers.settings[at::GRADIENT_BASE].val();
        self.plan.gradients.next = self.registers.settings[at::GRADIENTS].val().get_bits::<26>(0);
        self.kernel.gradient_base.next = self.plan.kept_gradient_base.val();
        self.kernel.gradients.next = self.plan.kept_gradients.val();

        comment!("The cache agent.");
        self.agent.clock.next = self.clock.val();
        self.agent.reset.next = self.reset.val();
        self.agent.layout_good.next = self.iteration.layout_good.val();
        self.agent.clear.next = self.clear_agent.val();
        self.agent.cache_base.next = self.cache_base.val();
        self.agent.cache_vectors.next = self.registers.settings[at::CACHE_VECTORS].val().get_bits::<32>(0);
        self.agent.ssd_base.next = self.registers.settings[at::SSD_BASE].val();
        self.agent.ssd_vectors.next = self.registers.settings[at::SSD_VECTORS].val();
        self.agent.mailbox_base.next = self.registers.settings[at::MAILBOX_BASE].val();
        self.agent.mailbox_lines.next = self.registers.settings[at::MAILBOX_LINES].val().get_bits::<32>(0);
        self.agent.mailbox_tail.next = self.registers.settings[at::MAILBOX_TAIL].val().get_bits::<32>(0);

        comment!("Lines of the host and its peers.");
        self.peer.clock.next = self.clock.val();
        self.peer.reset.next = self.reset.val();
        CxlCacheDevice::link(&mut self.cxl_cache, &mut self.peer.cxl_cache);
        for i in 0..5 {
            self.peer.request_address[i].next = self.kernel.stream_address[i].val();
            self.peer.request_valid[i].next = self.kernel.stream_valid[i].val();
            self.kernel.stream_ready[i].next = self.peer.request_ready[i].val();
            self.kernel.line_valid[i].next = self.peer.line_valid[i].val();
            self.kernel.line[i].next = self.peer.line.val();
            self.kernel.line_error[i].next = self.peer.line_error.val();
        }
        self.peer.request_address[peer_source::MAILBOX].next = self.agent.request_address.val();
        self.peer.request_valid[peer_source::MAILBOX].next = self.agent.request_valid.val();
        self.agent.request_ready.next = self.peer.request_ready[peer_source::MAILBOX].val();
        self.agent.line_valid.next = self.peer.line_valid[peer_source::MAILBOX].val();
        self.agent.line.next = self.peer.line.val();
        self.agent.line_error.next = self.peer.line_error.val();

        comment!("TX buffers.");
        self.buffers.clock.next = self.clock.val();
        self.buffers.hold.next = self.iteration.busy.val();
        self.buffers.hdm_base.next = self.registers.settings[at::HDM_BASE].val();
        self.buffers.tx_bytes.next = self.registers.settings[at::TX_BYTES].val().get_bits::<32>(0);
        self.buffers.layout_good.next = self.iteration.layout_good.val();
        self.target.clock.next = self.clock.val();
        self.target.reset.next = self.reset.val();
        CxlMemDevice::link(&mut self.cxl_mem, &mut self.target.cxl_mem);
        self.target.hdm_base.next = self.buffers.served_base.val();
        self.target.tx_bytes.next = self.buffers.served_bytes.val();
        self.target.layout_good.next = self.buffers.served_good.val();
        self.target.writing.next = self.iteration.running.val();
        self.target.new_buffer.next = self.iteration.new_buffer.val();
        self.tracker.clock.next = self.clock.val();
        self.tracker.reset.next = self.reset.val();
        CxlBackInvalidateDevice::link(&mut self.back_invalidate, &mut self.tracker.back_invalidate);
        self.tracker.hdm_base.next = self.buffers.served_base.val();
        self.tracker.keep.next = self.target.keep.val();
        self.tracker.keep_valid.next = self.target.keep_valid.val();
        self.target.keep_ready.next = self.tracker.keep_ready.val();
        self.tracker.keep_wanted.next = self.target.keep_wanted.val();

        comment!("Uses of EVs are counted where they are read and written.");
        self.uses.clock.next = self.clock.val();
        self.uses.reset.next = self.reset.val();
        self.uses.index.next = self.registers.settings[at::COUNT_INDEX].val().get_bits::<14>(0);
        self.read_offset.next = (self.kernel.ev_araddr.val() - self.kernel_cache_base.val()) >> self.vector_shift.val();
        self.write_offset.next =
            (self.kernel.awaddr[writer::EV].val() - self.kernel_cache_base.val()) >> self.vector_shift.val();
        self.uses.vector[user::READ].next = self.read_offset.val().get_bits::<32>(0);
        self.uses.vector[user::WRITE].next = self.write_offset.val().get_bits::<32>(0);
        self.uses.vector[user::LOAD].next = self.agent.load_vector.val();
        self.uses.valid[user::READ].next = self.kernel.ev_arvalid.val() & self.reads.s_arready[reader::KERNEL].val();
        self.uses.valid[user::WRITE].next =
            self.kernel.awvalid[writer::EV].val() & self.writes.s_awready[writer::EV].val();
        self.uses.valid[user::LOAD].next = self.agent.load_valid.val();
        self.agent.load_ready.next = self.uses.ready[user::LOAD].val();

        comment!("DRAM: reads.");
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.reads.s_araddr[reader::KERNEL].next = self.kernel.ev_araddr.val();
        self.reads.s_arlen[reader::KERNEL].next = self.kernel.ev_arlen.val();
        self.reads.s_arvalid[reader::KERNEL].next = self.kernel.ev_arvalid.val() & self.uses.ready[user::READ].val();
        self.kernel.ev_arready.next = self.reads.s_arready[reader::KERNEL].val() & self.uses.ready[user::READ].val();
        self.kernel.ev_rdata.next = self.reads.s_rdata.val();
        self.kernel.ev_rresp.next = bit_cast::<2, 1>(self.reads.s_rerror.val().into()) << response::ERROR.val();
        self.kernel.ev_rvalid.next = self.reads.s_rvalid[reader::KERNEL].val();
        self.reads.s_araddr[reader::AGENT].next = self.agent.dram_araddr.val();
        self.reads.s_arlen[reader::AGENT].next = self.agent.dram_arlen.val();
        self.reads.s_arvalid[reader::AGENT].next = self.agent.dram_arvalid.val();
        self.agent.dram_arready.next = self.reads.s_arready[reader::AGENT].val();
        self.agent.dram_rdata.next = self.reads.s_rdata.val();
        self.agent.dram_rerror.next = self.reads.s_rerror.val();
        self.agent.dram_rvalid.next = self.reads.s_rvalid[reader::AGENT].val();
        self.reads.s_araddr[reader::HOST].next = self.target.araddr.val();
        self.reads.s_arlen[reader::HOST].next = self.one_line.val();
        self.reads.s_arvalid[reader::HOST].next = self.target.arvalid.val();
        self.target.arready.next = self.reads.s_arready[reader::HOST].val();
        self.target.rdata.next = self.reads.s_rdata.val();
        self.target.rerror.next = self.reads.s_rerror.val();
        self.target.rvalid.next = self.reads.s_rvalid[reader::HOST].val();
        self.m_axi_dram.arid.next = self.reads.m_arid.val();
        self.m_axi_dram.araddr.next = self.reads.m_araddr.val();
        self.m_axi_dram.arlen.next = self.reads.m_arlen.val();
        self.m_axi_dram.arsize.next = self.line_size.val();
        self.m_axi_dram.arburst.next = self.incr.val();
        self.m_axi_dram.arlock.next = false;
        self.m_axi_dram.arcache.next = self.bufferable.val();
        self.m_axi_dram.arprot.next = 0.into();
        self.m_axi_dram.arqos.next = 0.into();
        self.dram_guard.clock.next = self.clock.val();
        self.dram_guard.reset.next = self.reset.val();
        self.dram_guard.memory_reset.next = self.memory_reset.val();
        self.dram_guard.s_arvalid.next = self.reads.m_arvalid.val();
        self.reads.m_arready.next = self.dram_guard.s_arready.val();
        self.m_axi_dram.arvalid.next = self.dram_guard.m_arvalid.val();
        self.dram_guard.m_arready.next = self.m_axi_dram.arready.val();
        self.reads.m_rid.next = self.m_axi_dram.rid.val();
        self.reads.m_rdata.next = self.m_axi_dram.rdata.val();
        self.reads.m_rresp.next = self.m_axi_dram.rresp.val();
        self.reads.m_rlast.next = self.m_axi_dram.rlast.val();
        self.reads.m_rvalid.next = self.dram_guard.s_rvalid.val();
        self.dram_guard.s_rready.next = self.reads.m_rready.val();
        self.dram_guard.m_rlast.next = self.m_axi_dram.rlast.val();
        self.dram_guard.m_rvalid.next = self.m_axi_dram.rvalid.val();
        self.m_axi_dram.rready.next = self.dram_guard.m_rready.val();

        comment!("DRAM: writes. Outputs pass the tracker first.");
        self.writes.clock.next = self.clock.val();
        self.writes.reset.next = self.reset.val();
        self.writes.s_awaddr[writer::EV].next = self.kernel.awaddr[writer::EV].val();
        self.writes.s_awvalid[writer::EV].next =
            self.kernel.awvalid[writer::EV].val() & self.uses.ready[user::WRITE].val();
        self.kernel.awready[writer::EV].next =
            self.writes.s_awready[writer::EV].val() & self.uses.ready[user::WRITE].val();
        self.tracker.s_awaddr.next = self.kernel.awaddr[writer::OUTPUT].val();
        self.tracker.s_awvalid.next = self.kernel.awvalid[writer::OUTPUT].val();
        self.kernel.awready[writer::OUTPUT].next = self.tracker.s_awready.val();
        self.writes.s_awaddr[writer::OUTPUT].next = self.tracker.m_awaddr.val();
        self.writes.s_awvalid[writer::OUTPUT].next = self.tracker.m_awvalid.val();
        self.tracker.m_awready.next = self.writes.s_awready[writer::OUTPUT].val();
        self.outputs.clock.next = self.clock.val();
        self.outputs.reset.next = self.reset.val();
        self.outputs.in_data.next = bit_cast::<BEAT_BITS, 512>(self.kernel.wdata[writer::OUTPUT].val())
            | (bit_cast::<BEAT_BITS, 1>(self.kernel.wlast[writer::OUTPUT].val().into()) << beat::LAST.val());
        self.outputs.in_valid.next = self.kernel.wvalid[writer::OUTPUT].val();
        self.kernel.wready[writer::OUTPUT].next = self.outputs.in_ready.val();
        self.writes.s_wdata[writer::OUTPUT].next = self.outputs.out_data.val().get_bits::<512>(beat::DATA);
        self.writes.s_wlast[writer::OUTPUT].next = self.outputs.out_data.val().get_bit(beat::LAST);
        self.writes.s_wvalid[writer::OUTPUT].next = self.outputs.out_valid.val();
        self.outputs.out_ready.next = self.writes.s_wready[writer::OUTPUT].val();
        self.writes.s_wdata[writer::EV].next = self.kernel.wdata[writer::EV].val();
        self.writes.s_wlast[writer::EV].next = self.kernel.wlast[writer::EV].val();
        self.writes.s_wvalid[writer::EV].next = self.kernel.wvalid[writer::EV].val();
        self.kernel.wready[writer::EV].next = self.writes.s_wready[writer::EV].val();
        for i in 0..2 {
            self.writes.s_awlen[i].next = self.kernel.awlen[i].val();
            self.kernel.bvalid[i].next = self.writes.s_bvalid[i].val();
            self.kernel.bresp[i].next = bit_cast::<2, 1>(self.writes.s_berror.val().into()) << response::ERROR.val();
        }
        self.writes.s_awaddr[writer::AGENT].next = self.agent.dram_awaddr.val();
        self.writes.s_awlen[writer::AGENT].next = self.agent.dram_awlen.val();
        self.writes.s_awvalid[writer::AGENT].next = self.agent.dram_awvalid.val();
        self.agent.dram_awready.next = self.writes.s_awready[writer::AGENT].val();
        self.writes.s_wdata[writer::AGENT].next = self.agent.dram_wdata.val();
        self.writes.s_wlast[writer::AGENT].next = self.agent.dram_wlast.val();
        self.writes.s_wvalid[writer::AGENT].next = self.agent.dram_wvalid.val();
        self.agent.dram_wready.next = self.writes.s_wready[writer::AGENT].val();
        self.agent.dram_berror.next = self.writes.s_berror.val();
        self.agent.dram_bvalid.next = self.writes.s_bvalid[writer::AGENT].val();
        self.dram_guard.s_awid.next = self.writes.m_awid.val();
        self.dram_guard.s_awaddr.next = self.writes.m_awaddr.val();
        self.dram_guard.s_awlen.next = self.writes.m_awlen.val();
        self.dram_guard.s_awvalid.next = self.writes.m_awvalid.val();
        self.writes.m_awready.next = self.dram_guard.s_awready.val();
        self.m_axi_dram.awid.next = self.dram_guard.m_awid.val();
        self.m_axi_dram.awaddr.next = self.dram_guard.m_awaddr.val();
        self.m_axi_dram.awlen.next = self.dram_guard.m_awlen.val();
        self.m_axi_dram.awsize.next = self.line_size.val();
        self.m_axi_dram.awburst.next = self.incr.val();
        self.m_axi_dram.awlock.next = false;
        self.m_axi_dram.awcache.next = self.bufferable.val();
        self.m_axi_dram.awprot.next = 0.into();
        self.m_axi_dram.awqos.next = 0.into();
        self.m_axi_dram.awvalid.next = self.dram_guard.m_awvalid.val();
        self.dram_guard.m_awready.next = self.m_axi_dram.awready.val();
        self.dram_guard.s_wlast.next = self.writes.m_wlast.val();
        self.dram_guard.s_wvalid.next = self.writes.m_wvalid.val();
        self.writes.m_wready.next = self.dram_guard.s_wready.val();
        self.dram_guard.s_wdata.next = self.writes.m_wdata.val();
        self.m_axi_dram.wdata.next = self.dram_guard.m_wdata.val();
        self.m_axi_dram.wstrb.next = self.dram_guard.m_wstrb.val();
        self.m_axi_dram.wlast.next = self.dram_guard.m_wlast.val();
        self.m_axi_dram.wvalid.next = self.dram_guard.m_wvalid.val();
        self.dram_guard.m_wready.next = self.m_axi_dram.wready.val();
        self.writes.m_bid.next = self.m_axi_dram.bid.val();
        self.writes.m_bresp.next = self.m_axi_dram.bresp.val();
        self.writes.m_bvalid.next = self.dram_guard.s_bvalid.val();
        self.dram_guard.m_bvalid.next = self.m_axi_dram.bvalid.val();
        self.m_axi_dram.bready.next = self.dram_guard.m_bready.val();

        comment!("SSD.");
        self.m_axi_ssd_aruser.next = self.attributes.val();
        self.m_axi_ssd_awuser.next = self.attributes.val();
        self.m_axi_ssd.arid.next = self.agent.ssd_arid.val();
        self.m_axi_ssd.araddr.next = self.agent.ssd_araddr.val();
        self.m_axi_ssd.arlen.next = self.agent.ssd_arlen.val();
        self.m_axi_ssd.arsize.next = self.line_size.val();
        self.m_axi_ssd.arburst.next = self.incr.val();
        self.m_axi_ssd.arlock.next = false;
        self.m_axi_ssd.arcache.next = self.bufferable.val();
        self.m_axi_ssd.arprot.next = 0.into();
        self.m_axi_ssd.arqos.next = 0.into();
        self.ssd_guard.clock.next = self.clock.val();
        self.ssd_guard.reset.next = self.reset.val();
        self.ssd_guard.memory_reset.next = self.memory_reset.val();
        self.ssd_guard.s_arvalid.next = self.agent.ssd_arvalid.val();
        self.agent.ssd_arready.next = self.ssd_guard.s_arready.val();
        self.m_axi_ssd.arvalid.next = self.ssd_guard.m_arvalid.val();
        self.ssd_guard.m_arready.next = self.m_axi_ssd.arready.val();
        self.agent.ssd_rid.next = self.m_axi_ssd.rid.val();
        self.agent.ssd_rdata.next = self.m_axi_ssd.rdata.val();
        self.agent.ssd_rresp.next = self.m_axi_ssd.rresp.val();
        self.agent.ssd_rlast.next = self.m_axi_ssd.rlast.val();
        self.agent.ssd_rvalid.next = self.ssd_guard.s_rvalid.val();
        self.ssd_guard.s_rready.next = self.agent.ssd_rready.val();
        self.ssd_guard.m_rlast.next = self.m_axi_ssd.rlast.val();
        self.ssd_guard.m_rvalid.next = self.m_axi_ssd.rvalid.val();
        self.m_axi_ssd.rready.next = self.ssd_guard.m_rready.val();
        self.ssd_guard.s_awid.next = 0.into();
        self.ssd_guard.s_awaddr.next = self.agent.ssd_awaddr.val();
        self.ssd_guard.s_awlen.next = self.agent.ssd_awlen.val();
        self.ssd_guard.s_awvalid.next = self.agent.ssd_awvalid.val();
        self.agent.ssd_awready.next = self.ssd_guard.s_awready.val();
        self.m_axi_ssd.awid.next = self.ssd_guard.m_awid.val();
        self.m_axi_ssd.awaddr.next = self.ssd_guard.m_awaddr.val();
        self.m_axi_ssd.awlen.next = self.ssd_guard.m_awlen.val();
        self.m_axi_ssd.awsize.next = self.line_size.val();
        self.m_axi_ssd.awburst.next = self.incr.val();
        self.m_axi_ssd.awlock.next = false;
        self.m_axi_ssd.awcache.next = self.bufferable.val();
        self.m_axi_ssd.awprot.next = 0.into();
        self.m_axi_ssd.awqos.next = 0.into();
        self.m_axi_ssd.awvalid.next = self.ssd_guard.m_awvalid.val();
        self.ssd_guard.m_awready.next = self.m_axi_ssd.awready.val();
        self.ssd_guard.s_wlast.next = self.agent.ssd_wlast.val();
        self.ssd_guard.s_wvalid.next = self.agent.ssd_wvalid.val();
        self.agent.ssd_wready.next = self.ssd_guard.s_wready.val();
        self.ssd_guard.s_wdata.next = self.agent.ssd_wdata.val();
        self.m_axi_ssd.wdata.next = self.ssd_guard.m_wdata.val();
        self.m_axi_ssd.wstrb.next = self.ssd_guard.m_wstrb.val();
        self.m_axi_ssd.wlast.next = self.ssd_guard.m_wlast.val();
        self.m_axi_ssd.wvalid.next = self.ssd_guard.m_wvalid.val();
        self.ssd_guard.m_wready.next = self.m_axi_ssd.wready.val();
        self.agent.ssd_bresp.next = self.m_axi_ssd.bresp.val();
        self.agent.ssd_bvalid.next = self.ssd_guard.s_bvalid.val();
        self.ssd_guard.m_bvalid.next = self.m_axi_ssd.bvalid.val();
        self.m_axi_ssd.bready.next = self.ssd_guard.m_bready.val();

        for i in 0..FAULTS {
            self.iteration.fault[i].next = self.fault[i].val();
            self.agent.fault[i].next = self.fault[i].val();
            self.tracker.fault[i].next = self.fault[i].val();
        }

        comment!("Counters.");
        self.event[0].next = true;
        self.event[at::KERNEL_CYCLES - at::CYCLES].next = self.kernel.busy.val();
        self.event[at::WAIT_CYCLES - at::CYCLES].next = self.iteration.waiting.val();
        self.event[at::AGENT_CYCLES - at::CYCLES].next = self.agent.busy.val();
        self.event[at::FORWARD_HAZARD_CYCLES - at::CYCLES].next = self.kernel.forward_hazard.val();
        self.event[at::BACKWARD_HAZARD_CYCLES - at::CYCLES].next = self.kernel.backward_hazard.val();
        self.event[at::ITERATIONS - at::CYCLES].next = self.iteration.ended.val();
        self.event[at::VECTORS_EVICTED - at::CYCLES].next = self.agent.evicted.val();
        self.event[at::VECTORS_LOADED - at::CYCLES].next = self.agent.loaded.val();
        self.event[at::VECTORS_READ - at::CYCLES].next = self.kernel.ev_arvalid.val() & self.kernel.ev_arready.val();
        self.event[at::VECTORS_WRITTEN - at::CYCLES].next =
            self.writes.s_bvalid[writer::EV].val() & !self.writes.s_berror.val();
        self.event[at::OUTPUTS_WRITTEN - at::CYCLES].next =
            self.writes.s_bvalid[writer::OUTPUT].val() & !self.writes.s_berror.val();
        self.event[at::LINES_FETCHED - at::CYCLES].next = self.peer.fetched.val();
        self.event[at::MEM_READS - at::CYCLES].next = self.target.read_done.val();
        self.event[at::BACK_INVALIDATES - at::CYCLES].next = self.tracker.snooped.val();
        self.event[at::WRITES_REFUSED - at::CYCLES].next = self.target.refused.val();
        for i in 0..COUNTERS {
            self.counter[i].clock.next = self.clock.val();
            self.counter[i].reset.next = self.reset.val();
            self.counter[i].clear.next = self.clear_counters.val();
            self.counter[i].event[0].next = self.event[i].val();
            self.registers.driven[at::CYCLES + i].next = self.counter[i].count.val();
        }
    }
}
