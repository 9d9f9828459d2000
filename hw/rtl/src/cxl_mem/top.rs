//! The CXL-MEM device.

use super::capacity::{GIB_BITS, GIB_BYTES, MOST_GIB};
use super::checkpoint::checkpointing_logic::CheckpointingLogic;
use super::checkpoint::record_writer::LINES_BITS;
use super::codes::status;
use super::computing_logic::ComputingLogic;
use super::endpoint::dcoh::Dcoh;
use super::endpoint::fault_code;
use super::endpoint::mem_target::MemTarget;
use super::endpoint::memory_port::MemoryPort;
use super::register_file::{CAPABILITIES_BITS, RegisterFile};
use super::settings::{JOB_SETTINGS, device};
use crate::axi::{AmountCounter, Axi4Master, AxiLiteDevice, EventCounter, LineMux};
use crate::cxl::{CxlCacheDevice, CxlMemDevice};
use crate::layout::{constants, named};
use crate::memory_controller::MemoryController;
use crate::stream::Sampler;
use emberlane_registers::cxl_mem as map;
use emberlane_registers::faults::{self, Fault};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// Who reads and writes the memory channels: jobs, the host, records of rows, records of parameters.
    mod channel_source {
        COMPUTING = 0,
        HOST = 1,
        ROWS = 2,
        PARAMETERS = 3,
    }
}

named! {
    /// Who reads and writes the scratchpad: jobs, the host, what is flushed over CXL.cache, records of rows.
    mod scratch_source {
        COMPUTING = 0,
        HOST = 1,
        CACHE = 2,
        ROWS = 3,
    }
}

named! {
    /// Bits of `ROW_CACHE`.
    mod row_cache {
        ENABLED = map::ROW_CACHE_ENABLED.lsb as usize,
    }
}

/// CXL-MEM: a CXL Type-2 memory expander that pools and updates embedding vectors next to its memory (TrainingCXL).
///
/// * Ports: `s_axil_*` are the registers (`emberlane_registers::cxl_mem`), `m_axi_*` the memory channels, a line of 64
///   bytes a burst, `m_axi_scratch_*` the volatile scratchpad, on as many ports, `irq` is high while DONE or FAILED is
///   set and BUSY is not. Hold `reset` for 32 cycles, at any time: the memories need not be reset with it. Each port offers
///   nothing new before its memory has answered what it was asked before. If the memories are reset as well, hold `memory_reset` high
///   with it; without it, a port whose memory owes answers takes a memory that gives no sign for 2,048 cycles for one that was reset
///   ([`MemoryPort`]). The CXL link is reset with the device, as a conventional reset does: nothing of before comes there.
/// * `cxl_mem_*` is CXL.mem: the host, and its peers by way of the host, read and write the memory at any time.
/// * `cxl_cache_*` is CXL.cache: pooled vectors, or accumulated rows, go to a peer, parameters come from one.
/// * `lookup_done`, `update_done`, `stage_done`, `accumulation_done`, `rows_logged` and `parameters_logged` pulse when a job has
///   ended well. While `waiting` is high, no job runs or
///   all wait for a peer, and nothing is under way: the clock may stand until the host or a peer sends something.
/// * `durable` pulses when the memory controller of a channel has answered a write, in the order of the writes on `m_axi`: from
///   then on a loss of power does not touch it.
/// * `GIB` is what a channel has of persistent memory, up to [`MOST_GIB`]. `PERSISTENT_BYTES` says it, jobs are checked by it, and what is
///   beyond it nobody reaches over CXL.mem. A decoder's range has the size of what could be there.
/// * `ENGINES` and `CLIENTS` are as in [`ComputingLogic`]. `FAULTS` is 0; 1 in the design that commits faults for tests
///   (`emberlane_registers::faults`).
/// * Throughput: a line a cycle from every channel; one engine a channel takes them. For vectors of one line, four bags a
///   cycle; for long vectors the channels bind.
#[derive(LogicBlock)]
pub struct CxlMem<
    const CHANNELS: usize,
    const GIB: usize,
    const ENGINES: usize,
    const CLIENTS: usize,
    const FAULTS: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, 32 cycles at least.
    pub reset: Signal<In, Bit>,
    /// The memories are reset, too, and owe nothing; counts while `reset` is high. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// Addresses on CXL.mem are the device's own, whatever the decoders say: for a board without a link that sets them. It may be left
    /// unconnected, and is low then.
    pub flat: Signal<In, Bit>,
    /// DONE or FAILED is set, and BUSY is not.
    pub irq: Signal<Out, Bit>,
    /// A lookup has ended well (a pulse).
    pub lookup_done: Signal<Out, Bit>,
    /// An update has ended well (a pulse).
    pub update_done: Signal<Out, Bit>,
    /// A stage has ended well (a pulse).
    pub stage_done: Signal<Out, Bit>,
    /// An accumulation has ended well (a pulse).
    pub accumulation_done: Signal<Out, Bit>,
    /// A record of rows counts (a pulse).
    pub rows_logged: Signal<Out, Bit>,
    /// A record of parameters counts (a pulse).
    pub parameters_logged: Signal<Out, Bit>,
    /// Only the host or a peer can bring the device further.
    pub waiting: Signal<Out, Bit>,
    /// The oldest write of a channel is durable (a pulse).
    pub durable: [Signal<Out, Bit>; CHANNELS],
    /// Registers; see `RegisterBank`.
    pub s_axil: AxiLiteDevice,
    /// CXL.mem.
    pub cxl_mem: CxlMemDevice,
    /// CXL.cache.
    pub cxl_cache: CxlCacheDevice,
    /// Memory channels.
    pub m_axi: [Axi4Master; CHANNELS],
    /// Scratchpad, interleaved as the channels are.
    pub m_axi_scratch: [Axi4Master; CHANNELS],
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    early_update: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    is_flat: Sampler,
    registers: RegisterFile<CHANNELS>,
    computing: ComputingLogic<CHANNELS, ENGINES, CLIENTS>,
    target: MemTarget<CHANNELS, FAULTS>,
    dcoh: Dcoh<CHANNELS, FAULTS>,
    checkpointing: CheckpointingLogic<CHANNELS, FAULTS>,
    channel: [LineMux<4>; CHANNELS],
    scratch: [LineMux<4>; CHANNELS],
    /// Gradient lines that arrived and that no job has waited for.
    gradients: DFF<Bits<64>>,
    /// Cycles since all lines were forgotten: one, two. What is under way then does not count.
    forgot: DFF<Bit>,
    forgot_before: DFF<Bit>,
    gradients_rest: Signal<Local, Bits<64>>,
    gradients_kept: Signal<Local, Bits<64>>,
    gradients_left: Signal<Local, Bits<64>>,
    gradients_needed: Signal<Local, Bits<64>>,
    counts_anew: Signal<Local, Bit>,
    controller: [MemoryController<7, 6, 64>; CHANNELS],
    channel_port: [MemoryPort; CHANNELS],
    scratch_port: [MemoryPort; CHANNELS],
    cycles: EventCounter<1>,
    busy_cycles: EventCounter<1>,
    check_cycles: EventCounter<1>,
    lookups: EventCounter<1>,
    updates: EventCounter<1>,
    hazard_cycles: EventCounter<ENGINES>,
    row_cache_hits: EventCounter<ENGINES>,
    lines_directory: EventCounter<2>,
    lines_offset: EventCounter<2>,
    lines_segment: EventCounter<2>,
    lines_entry: EventCounter<CLIENTS>,
    lines_scale: EventCounter<ENGINES>,
    lines_gradient: EventCounter<CHANNELS>,
    lines_pooled: EventCounter<CHANNELS>,
    mem_reads: EventCounter<1>,
    mem_writes: EventCounter<1>,
    gradients_arrived: EventCounter<1>,
    lines_flushed: EventCounter<1>,
    lines_logged_parameters: AmountCounter<LINES_BITS>,
    lines_logged_rows: AmountCounter<LINES_BITS>,
    parameter_records: EventCounter<1>,
    row_records: EventCounter<1>,
    stages: EventCounter<1>,
    accumulations: EventCounter<1>,
    channel_reads: [EventCounter<1>; CHANNELS],
    channel_writes: [EventCounter<1>; CHANNELS],
    flat_persistent: Constant<Bits<64>>,
    flat_scratchpad: Constant<Bits<64>>,
    capabilities: Constant<Bits<CAPABILITIES_BITS>>,
    persistent_bytes: Constant<Bits<64>>,
    persistent_gib: Constant<Bits<GIB_BITS>>,
    all_bytes: Constant<Bits<64>>,
    burst_size: Constant<Bits<3>>,
    burst_incr: Constant<Bits<2>>,
    cacheable: Constant<Bits<4>>,
    about: About<Self>,
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize, const FAULTS: usize> Default
    for CxlMem<CHANNELS, GIB, ENGINES, CLIENTS, FAULTS>
{
    fn default() -> Self {
        const { assert!(0 < GIB && GIB <= MOST_GIB, "1 GiB to 1 TiB a channel") };
        crate::defaults! {
            [
                clock reset memory_reset flat is_flat irq lookup_done update_done stage_done accumulation_done rows_logged parameters_logged waiting
                s_axil cxl_mem cxl_cache registers computing target dcoh checkpointing gradients forgot forgot_before counts_anew gradients_rest gradients_kept gradients_left gradients_needed
                cycles busy_cycles check_cycles lookups updates hazard_cycles row_cache_hits lines_directory lines_offset lines_segment
                lines_entry lines_scale lines_gradient lines_pooled mem_reads mem_writes gradients_arrived lines_flushed lines_logged_parameters lines_logged_rows parameter_records row_records stages accumulations about
            ]
            [fault durable m_axi m_axi_scratch channel scratch controller channel_port scratch_port channel_reads channel_writes]
            early_update: std::array::from_fn(|_| fault_code(Fault::EarlyUpdate)),
            flat_persistent: Constant::new(1.into()),
            flat_scratchpad: Constant::new((map::SCRATCHPAD_BASE | 1).into()),
            capabilities: Constant::new(
                (map::CHANNELS.place(CHANNELS as u64) | map::MAX_LENGTH.place(map::MAX_VECTOR_LENGTH)).into(),
            ),
            persistent_bytes: Constant::new(((CHANNELS * GIB) as u64 * GIB_BYTES).into()),
            persistent_gib: Constant::new(((CHANNELS * GIB) as u64).into()),
            all_bytes: Constant::new(u64::MAX.into()),
            burst_size: Constant::new(u64::from(map::LINE_BYTES.trailing_zeros()).into()),
            burst_incr: Constant::new(1.into()),
            cacheable: Constant::new(3.into()),
        }
    }
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize, const FAULTS: usize> Describe
    for CxlMem<CHANNELS, GIB, ENGINES, CLIENTS, FAULTS>
{
    fn name() -> String {
        let channels = if CHANNELS == 4 { String::new() } else { format!("_c{CHANNELS}") };
        let engines = if ENGINES == CHANNELS { String::new() } else { format!("_e{ENGINES}") };
        let capacity = if GIB == MOST_GIB { String::new() } else { format!("_g{GIB}") };
        if FAULTS == 0 { format!("cxl_mem{channels}{capacity}{engines}") } else { "cxl_mem_faults".into() }
    }

    fn description() -> &'static str {
        "CXL Type-2 memory expander that pools and updates embedding vectors next to its memory. Registers on s_axil, memory channels on m_axi, volatile scratchpad on m_axi_scratch. A line a cycle from every channel. Hold reset for 32 cycles."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[
            channel_source::CONSTANTS,
            scratch_source::CONSTANTS,
            status::CONSTANTS,
            device::CONSTANTS,
            row_cache::CONSTANTS,
        ])
    }
}

impl<const CHANNELS: usize, const GIB: usize, const ENGINES: usize, const CLIENTS: usize, const FAULTS: usize> Logic
    for CxlMem<CHANNELS, GIB, ENGINES, CLIENTS, FAULTS>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Registers.");
        self.registers.clock.next = self.clock.val();
        self.registers.reset.next = self.reset.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.registers.s_axil);
        self.registers.capabilities.next = self.capabilities.val();
        self.registers.persistent_bytes.next = self.persistent_bytes.val();
        self.registers.status.next = self.computing.status.val();
        self.registers.error.next = self.computing.error.val();
        self.registers.error_position.next = self.computing.error_position.val();
        self.irq.next = self.computing.irq.val();

        comment!("The computing logic.");
        self.computing.clock.next = self.clock.val();
        self.computing.reset.next = self.reset.val();
        self.computing.persistent_bytes.next = self.persistent_bytes.val();
        for i in 0..JOB_SETTINGS {
            self.computing.settings[i].next = self.registers.settings[i].val();
        }
        self.computing.doorbell.next = self.registers.doorbell.val();
        self.computing.doorbell_valid.next = self.registers.doorbell_valid.val();
        self.computing.clear_status.next = self.registers.clear_status.val();
        self.computing.decoder_refused.next = self.registers.decoder_refused.val();
        self.computing.decoder.next = self.registers.decoder.val();
        self.computing.keeps_rows.next = self.registers.settings[device::ROW_CACHE].val().get_bit(row_cache::ENABLED);

        comment!("CXL.mem.");
        CxlMemDevice::link(&mut self.cxl_mem, &mut self.target.cxl_mem);
        self.target.clock.next = self.clock.val();
        self.target.reset.next = self.reset.val();
        self.target.persistent_gib.next = self.persistent_gib.val();
        self.target.hdm_base_0.next = self.registers.settings[device::HDM_BASE_0].val();
        self.target.hdm_base_1.next = self.registers.settings[device::HDM_BASE_1].val();
        self.is_flat.clock.next = self.clock.val();
        self.is_flat.in_bit.next = self.flat.val();
        if self.is_flat.out_bit.val() {
            self.target.hdm_base_0.next = self.flat_persistent.val();
            self.target.hdm_base_1.next = self.flat_scratchpad.val();
        }
        self.target.watch_base.next = self.computing.counted_base.val();
        self.target.watch_bytes.next = self.computing.counted_bytes.val();

        self.registers.poison.next = 0.into();
        if self.target.poison_overflow.val() {
            self.registers.poison.next = 1.into();
        }

        comment!("CXL.cache: results go to a peer, parameters come from one.");
        CxlCacheDevice::link(&mut self.cxl_cache, &mut self.dcoh.cxl_cache);
        self.dcoh.clock.next = self.clock.val();
        self.dcoh.reset.next = self.reset.val();
        self.dcoh.flush_start.next = self.computing.flush_start.val();
        self.dcoh.flush_source.next = self.computing.flush_source.val();
        self.dcoh.flush_target.next = self.computing.flush_target.val();
        self.dcoh.flush_lines.next = self.computing.flush_lines.val();
        self.computing.flush_idle.next = self.dcoh.flush_idle.val();
        self.computing.flush_failed.next = self.dcoh.flush_failed.val();
        self.computing.flush_unreadable.next = self.dcoh.flush_unreadable.val();
        self.computing.flush_unreadable_address.next = self.dcoh.flush_unreadable_address.val();
        self.dcoh.fetch_start.next = self.computing.parameters_start.val();
        self.dcoh.fetch_source.next = self.computing.parameter_source.val();
        self.dcoh.fetch_lines.next = bit_cast::<64, 32>(self.computing.record_lines.val());
        self.dcoh.fetch_in_window.next = self.computing.in_window.val();
        self.dcoh.fetch_window.next = self.computing.waiting.val();

        comment!("The checkpointing logic.");
        self.checkpointing.clock.next = self.clock.val();
        self.checkpointing.reset.next = self.reset.val();
        self.checkpointing.persistent_gib.next = self.persistent_gib.val();
        self.checkpointing.rows_start.next = self.computing.rows_start.val();
        self.checkpointing.parameters_start.next = self.computing.parameters_start.val();
        self.checkpointing.target.next = self.computing.record.val();
        self.checkpointing.lines.next = self.computing.record_lines.val();
        self.checkpointing.configuration.next = self.computing.configuration.val();
        self.checkpointing.batch.next = self.computing.batch_number.val();
        self.checkpointing.vector_length.next = self.computing.vector_length.val();
        self.checkpointing.row_lines.next = self.computing.vector_lines.val();
        self.checkpointing.directory.next = self.computing.row_directory.val();
        self.checkpointing.rows.next = self.computing.unique_rows.val();
        self.checkpointing.table_count.next = self.computing.table_count.val();
        self.checkpointing.row_count.next = self.computing.row_count.val();
        self.checkpointing.staged.next = self.computing.staged.val();
        self.checkpointing.staged_base.next = self.computing.staged_base.val();
        self.checkpointing.gap.next = self.registers.settings[device::LOG_GAP].val().get_bits::<16>(0);
        self.checkpointing.after_rows.next = self.computing.after_rows.val();
        self.checkpointing.after_parameters.next = self.computing.after_parameters.val();
        self.checkpointing.lag.next = self.computing.lag.val();
        self.checkpointing.forget.next = self.computing.status.val().get_bit(status::FAILED);
        self.checkpointing.parameter_valid.next = self.dcoh.fetch_valid.val();
        self.dcoh.fetch_ready.next = self.checkpointing.parameter_ready.val();
        self.checkpointing.parameter.next = self.dcoh.fetch_line.val();
        self.computing.permits.next = self.checkpointing.permits.val();
        self.computing.rows_idle.next = self.checkpointing.rows_idle.val();
        self.computing.parameters_idle.next = self.checkpointing.parameters_idle.val();
        self.computing.log_done.next = self.checkpointing.rows_done.val() | self.checkpointing.parameters_done.val();
        self.computing.log_failed.next = self.checkpointing.failed.val();
        self.computing.log_record.next = self.checkpointing.failed_record.val();

        comment!("What others may see of the jobs.");
        self.lookup_done.next = self.computing.lookup_done.val();
        self.update_done.next = self.computing.update_done.val();
        self.stage_done.next = self.computing.stage_done.val();
        self.accumulation_done.next = self.computing.accumulation_done.val();
        self.rows_logged.next = self.checkpointing.rows_done.val();
        self.parameters_logged.next = self.checkpointing.parameters_done.val();
        self.waiting.next = self.computing.waiting.val()
            & self.dcoh.waiting.val()
            & self.checkpointing.waiting.val()
            & !self.target.counting.val();

        comment!("A job that waits for gradients begins when they are there.");
        self.gradients.clock.next = self.clock.val();
        self.gradients_needed.next = bit_cast::<64, 32>(self.computing.counted_lines.val());
        self.computing.gradients_ready.next = self.gradients.q.val() >= self.gradients_needed.val();
        for i in 0..FAULTS {
            self.target.fault[i].next = self.fault[i].val();
            self.dcoh.fault[i].next = self.fault[i].val();
            self.checkpointing.fault[i].next = self.fault[i].val();
            if (self.fault[i].val() == self.early_update[i].val()) & self.gradients.q.val().any() {
                self.computing.gradients_ready.next = true;
            }
        }
        comment!("Whether a job takes them is known late: what is left of them is counted either way.");
        self.gradients_rest.next = self.gradients.q.val() - self.gradients_needed.val();
        self.gradients_kept.next = self.gradients.q.val();
        self.gradients_left.next = self.gradients_rest.val();
        if self.target.watched.val() {
            self.gradients_kept.next = self.gradients.q.val() + 1;
            self.gradients_left.next = self.gradients_rest.val() + 1;
        }
        if self.target.unwatched.val() & self.gradients.q.val().any() {
            self.gradients_kept.next = self.gradients.q.val() - 1;
        }
        if self.target.unwatched.val() & self.gradients_rest.val().any() {
            self.gradients_left.next = self.gradients_rest.val() - 1;
        }
        self.gradients.d.next = self.gradients_kept.val();
        if self.computing.gradients_taken.val() {
            self.gradients.d.next = self.gradients_left.val();
        }
        comment!("Lines that were under way when all are forgotten do not count: their bits are gone.");
        self.forgot.clock.next = self.clock.val();
        self.forgot_before.clock.next = self.clock.val();
        self.counts_anew.next = !self.gradients_needed.val().any() | self.computing.counts_elsewhere.val();
        self.forgot.d.next = self.counts_anew.val();
        self.forgot_before.d.next = self.forgot.q.val();
        if self.reset.val() | self.counts_anew.val() | self.forgot.q.val() | self.forgot_before.q.val() {
            self.gradients.d.next = 0.into();
        }
        self.target.forget.next = self.computing.gradients_taken.val() | self.counts_anew.val();

        comment!(
            "Channels and scratchpad: the computing logic is source 0, CXL.mem source 1, CXL.cache or a record of rows source 2, a record of parameters or what a record of rows reads there source 3."
        );
        for i in 0..CHANNELS {
            self.channel[i].clock.next = self.clock.val();
            self.channel[i].reset.next = self.reset.val();
            self.channel[i].s_arid[channel_source::COMPUTING].next = self.computing.row.arid[i].val();
            self.channel[i].s_araddr[channel_source::COMPUTING].next = self.computing.row.araddr[i].val();
            self.channel[i].s_arvalid[channel_source::COMPUTING].next = self.computing.row.arvalid[i].val();
            self.computing.row.arready[i].next = self.channel[i].s_arready[channel_source::COMPUTING].val();
            self.computing.row.rid[i].next = self.channel[i].s_rid.val();
            self.computing.row.rline[i].next = self.channel[i].s_rline.val();
            self.computing.row.rvalid[i].next = self.channel[i].s_rvalid[channel_source::COMPUTING].val();
            self.channel[i].s_waddr[channel_source::COMPUTING].next = self.computing.write_address[i].val();
            self.channel[i].s_wdata[channel_source::COMPUTING].next = self.computing.write_data[i].val();
            self.channel[i].s_wstrb[channel_source::COMPUTING].next = self.all_bytes.val();
            self.channel[i].s_wpoison[channel_source::COMPUTING].next = false;
            self.channel[i].s_wvalid[channel_source::COMPUTING].next = self.computing.row_write_valid[i].val();
            self.computing.row_write_ready[i].next = self.channel[i].s_wready[channel_source::COMPUTING].val();
            self.computing.row_written[i].next = self.channel[i].s_bvalid[channel_source::COMPUTING].val();
            self.computing.row_write_error[i].next = self.channel[i].s_berror.val();
            self.channel[i].s_arid[channel_source::HOST].next = 0.into();
            self.channel[i].s_araddr[channel_source::HOST].next = self.target.channel_read_address[i].val();
            self.channel[i].s_arvalid[channel_source::HOST].next = self.target.channel_read_valid[i].val();
            self.target.channel_read_ready[i].next = self.channel[i].s_arready[channel_source::HOST].val();
            self.target.channel_answer_valid[i].next = self.channel[i].s_rvalid[channel_source::HOST].val();
            self.target.channel_answer[i].next = self.channel[i].s_rline.val();
            self.channel[i].s_waddr[channel_source::HOST].next = self.target.channel_write_address.val();
            self.channel[i].s_wdata[channel_source::HOST].next = self.target.write_data.val();
            self.channel[i].s_wstrb[channel_source::HOST].next = self.target.write_strobes.val();
            self.channel[i].s_wpoison[channel_source::HOST].next = self.target.write_poison.val();
            self.channel[i].s_wvalid[channel_source::HOST].next = self.target.channel_write_valid[i].val();
            self.target.channel_write_ready[i].next = self.channel[i].s_wready[channel_source::HOST].val();
            self.target.channel_written[i].next = self.channel[i].s_bvalid[channel_source::HOST].val();
            self.target.channel_write_error[i].next = self.channel[i].s_berror.val();
            self.channel[i].s_arid[channel_source::ROWS].next = self.checkpointing.row.arid[i].val();
            self.channel[i].s_araddr[channel_source::ROWS].next = self.checkpointing.row.araddr[i].val();
            self.channel[i].s_arvalid[channel_source::ROWS].next = self.checkpointing.row.arvalid[i].val();
            self.checkpointing.row.arready[i].next = self.channel[i].s_arready[channel_source::ROWS].val();
            self.checkpointing.row.rid[i].next = self.channel[i].s_rid.val();
            self.checkpointing.row.rline[i].next = self.channel[i].s_rline.val();
            self.checkpointing.row.rvalid[i].next = self.channel[i].s_rvalid[channel_source::ROWS].val();
            self.channel[i].s_waddr[channel_source::ROWS].next = self.checkpointing.row_log_address[i].val();
            self.channel[i].s_wdata[channel_source::ROWS].next = self.checkpointing.row_log_data[i].val();
            self.channel[i].s_wstrb[channel_source::ROWS].next = self.all_bytes.val();
            self.channel[i].s_wpoison[channel_source::ROWS].next = false;
            self.channel[i].s_wvalid[channel_source::ROWS].next = self.checkpointing.row_log_valid[i].val();
            self.checkpointing.row_log_ready[i].next = self.channel[i].s_wready[channel_source::ROWS].val();
            self.checkpointing.row_logged[i].next = self.channel[i].s_bvalid[channel_source::ROWS].val();
            self.checkpointing.row_log_error[i].next = self.channel[i].s_berror.val();
            self.channel[i].s_arid[channel_source::PARAMETERS].next = 0.into();
            self.channel[i].s_araddr[channel_source::PARAMETERS].next = 0.into();
            self.channel[i].s_arvalid[channel_source::PARAMETERS].next = false;
            self.channel[i].s_waddr[channel_source::PARAMETERS].next =
                self.checkpointing.parameter_log_address[i].val();
            self.channel[i].s_wdata[channel_source::PARAMETERS].next = self.checkpointing.parameter_log_data[i].val();
            self.channel[i].s_wstrb[channel_source::PARAMETERS].next = self.all_bytes.val();
            self.channel[i].s_wpoison[channel_source::PARAMETERS].next = false;
            self.channel[i].s_wvalid[channel_source::PARAMETERS].next = self.checkpointing.parameter_log_valid[i].val();
            self.checkpointing.parameter_log_ready[i].next = self.channel[i].s_wready[channel_source::PARAMETERS].val();
            self.checkpointing.parameter_logged[i].next = self.channel[i].s_bvalid[channel_source::PARAMETERS].val();
            self.checkpointing.parameter_log_error[i].next = self.channel[i].s_berror.val();
        }
        for i in 0..CHANNELS {
            self.scratch[i].clock.next = self.clock.val();
            self.scratch[i].reset.next = self.reset.val();
            self.scratch[i].s_arid[scratch_source::COMPUTING].next = self.computing.scratch.arid[i].val();
            self.scratch[i].s_araddr[scratch_source::COMPUTING].next = self.computing.scratch.araddr[i].val();
            self.scratch[i].s_arvalid[scratch_source::COMPUTING].next = self.computing.scratch.arvalid[i].val();
            self.computing.scratch.arready[i].next = self.scratch[i].s_arready[scratch_source::COMPUTING].val();
            self.computing.scratch.rid[i].next = self.scratch[i].s_rid.val();
            self.computing.scratch.rline[i].next = self.scratch[i].s_rline.val();
            self.computing.scratch.rvalid[i].next = self.scratch[i].s_rvalid[scratch_source::COMPUTING].val();
            self.scratch[i].s_waddr[scratch_source::COMPUTING].next = self.computing.write_address[i].val();
            self.scratch[i].s_wdata[scratch_source::COMPUTING].next = self.computing.write_data[i].val();
            self.scratch[i].s_wstrb[scratch_source::COMPUTING].next = self.all_bytes.val();
            self.scratch[i].s_wpoison[scratch_source::COMPUTING].next = false;
            self.scratch[i].s_wvalid[scratch_source::COMPUTING].next = self.computing.scratch_write_valid[i].val();
            self.computing.scratch_write_ready[i].next = self.scratch[i].s_wready[scratch_source::COMPUTING].val();
            self.computing.scratch_written[i].next = self.scratch[i].s_bvalid[scratch_source::COMPUTING].val();
            self.computing.scratch_write_error[i].next = self.scratch[i].s_berror.val();
            self.scratch[i].s_arid[scratch_source::HOST].next = 0.into();
            self.scratch[i].s_araddr[scratch_source::HOST].next = self.target.scratch_read_address[i].val();
            self.scratch[i].s_arvalid[scratch_source::HOST].next = self.target.scratch_read_valid[i].val();
            self.target.scratch_read_ready[i].next = self.scratch[i].s_arready[scratch_source::HOST].val();
            self.target.scratch_answer_valid[i].next = self.scratch[i].s_rvalid[scratch_source::HOST].val();
            self.target.scratch_answer[i].next = self.scratch[i].s_rline.val();
            self.scratch[i].s_waddr[scratch_source::HOST].next = self.target.scratch_write_address.val();
            self.scratch[i].s_wdata[scratch_source::HOST].next = self.target.write_data.val();
            self.scratch[i].s_wstrb[scratch_source::HOST].next = self.target.write_strobes.val();
            self.scratch[i].s_wpoison[scratch_source::HOST].next = self.target.write_poison.val();
            self.scratch[i].s_wvalid[scratch_source::HOST].next = self.target.scratch_write_valid[i].val();
            self.target.scratch_write_ready[i].next = self.scratch[i].s_wready[scratch_source::HOST].val();
            self.target.scratch_written[i].next = self.scratch[i].s_bvalid[scratch_source::HOST].val();
            self.target.scratch_write_error[i].next = self.scratch[i].s_berror.val();
            self.scratch[i].s_arid[scratch_source::CACHE].next = 0.into();
            self.scratch[i].s_araddr[scratch_source::CACHE].next = self.dcoh.request_address[i].val();
            self.scratch[i].s_arvalid[scratch_source::CACHE].next = self.dcoh.request_valid[i].val();
            self.dcoh.request_ready[i].next = self.scratch[i].s_arready[scratch_source::CACHE].val();
            self.dcoh.answer_valid[i].next = self.scratch[i].s_rvalid[scratch_source::CACHE].val();
            self.dcoh.answer[i].next = self.scratch[i].s_rline.val();
            self.scratch[i].s_waddr[scratch_source::CACHE].next = 0.into();
            self.scratch[i].s_wdata[scratch_source::CACHE].next = 0.into();
            self.scratch[i].s_wstrb[scratch_source::CACHE].next = 0.into();
            self.scratch[i].s_wpoison[scratch_source::CACHE].next = false;
            self.scratch[i].s_wvalid[scratch_source::CACHE].next = false;
            self.scratch[i].s_arid[scratch_source::ROWS].next = self.checkpointing.list.arid[i].val();
            self.scratch[i].s_araddr[scratch_source::ROWS].next = self.checkpointing.list.araddr[i].val();
            self.scratch[i].s_arvalid[scratch_source::ROWS].next = self.checkpointing.list.arvalid[i].val();
            self.checkpointing.list.arready[i].next = self.scratch[i].s_arready[scratch_source::ROWS].val();
            self.checkpointing.list.rid[i].next = self.scratch[i].s_rid.val();
            self.checkpointing.list.rline[i].next = self.scratch[i].s_rline.val();
            self.checkpointing.list.rvalid[i].next = self.scratch[i].s_rvalid[scratch_source::ROWS].val();
            self.scratch[i].s_waddr[scratch_source::ROWS].next = 0.into();
            self.scratch[i].s_wdata[scratch_source::ROWS].next = 0.into();
            self.scratch[i].s_wstrb[scratch_source::ROWS].next = 0.into();
            self.scratch[i].s_wpoison[scratch_source::ROWS].next = false;
            self.scratch[i].s_wvalid[scratch_source::ROWS].next = false;
        }

        comment!("Memory controllers.");
        for i in 0..CHANNELS {
            self.controller[i].clock.next = self.clock.val();
            self.controller[i].reset.next = self.reset.val();
            self.controller[i].read_latency.next =
                self.registers.settings[device::MEDIA_READ_LATENCY].val().get_bits::<16>(0);
            self.controller[i].write_latency.next =
                self.registers.settings[device::MEDIA_WRITE_LATENCY].val().get_bits::<16>(0);
            self.controller[i].read_rate.next =
                self.registers.settings[device::MEDIA_READ_RATE].val().get_bits::<17>(0);
            self.controller[i].row_write_rate.next =
                self.registers.settings[device::MEDIA_ROW_WRITE_RATE].val().get_bits::<17>(0);
            self.controller[i].stream_write_rate.next =
                self.registers.settings[device::MEDIA_STREAM_WRITE_RATE].val().get_bits::<17>(0);
            self.controller[i].read_after_write_window.next =
                self.registers.settings[device::MEDIA_READ_AFTER_WRITE].val().get_bits::<16>(0);
            self.controller[i].s_arid.next = self.channel[i].m_arid.val();
            self.controller[i].s_araddr.next = self.channel[i].m_araddr.val();
            self.controller[i].s_arvalid.next = self.channel[i].m_arvalid.val();
            self.channel[i].m_arready.next = self.controller[i].s_arready.val();
            self.channel[i].m_rid.next = self.controller[i].s_rid.val();
            self.channel[i].m_rdata.next = self.controller[i].s_rdata.val();
            self.channel[i].m_rresp.next = self.controller[i].s_rresp.val();
            self.channel[i].m_rvalid.next = self.controller[i].s_rvalid.val();
            self.controller[i].s_rready.next = self.channel[i].m_rready.val();
            self.controller[i].s_awaddr.next = self.channel[i].m_awaddr.val();
            self.controller[i].s_awstream.next = self.channel[i].m_awsource.val().get_bit(channel_source::ROWS)
                | self.channel[i].m_awsource.val().get_bit(channel_source::PARAMETERS);
            self.controller[i].s_awvalid.next = self.channel[i].m_awvalid.val();
            self.channel[i].m_awready.next = self.controller[i].s_awready.val();
            self.controller[i].s_wdata.next = self.channel[i].m_wdata.val();
            self.controller[i].s_wstrb.next = self.channel[i].m_wstrb.val();
            self.controller[i].s_wpoison.next = self.channel[i].m_wpoison.val();
            self.controller[i].s_wvalid.next = self.channel[i].m_wvalid.val();
            self.channel[i].m_wready.next = self.controller[i].s_wready.val();
            self.channel[i].m_bresp.next = self.controller[i].s_bresp.val();
            self.channel[i].m_bvalid.next = self.controller[i].s_bvalid.val();
            self.controller[i].s_bready.next = self.channel[i].m_bready.val();
            self.durable[i].next = self.controller[i].s_bvalid.val() & self.channel[i].m_bready.val();
        }

        comment!("Memory channels.");
        for i in 0..CHANNELS {
            self.m_axi[i].awid.next = self.channel_port[i].m_awid.val();
            self.channel_port[i].m_bid.next = self.m_axi[i].bid.val();
            self.m_axi[i].awlen.next = 0.into();
            self.m_axi[i].awsize.next = self.burst_size.val();
            self.m_axi[i].awburst.next = self.burst_incr.val();
            self.m_axi[i].awlock.next = false;
            self.m_axi[i].awcache.next = self.cacheable.val();
            self.m_axi[i].awprot.next = 0.into();
            self.m_axi[i].awqos.next = 0.into();
            self.m_axi[i].wlast.next = true;
            self.m_axi[i].arlen.next = 0.into();
            self.m_axi[i].arsize.next = self.burst_size.val();
            self.m_axi[i].arburst.next = self.burst_incr.val();
            self.m_axi[i].arlock.next = false;
            self.m_axi[i].arcache.next = self.cacheable.val();
            self.m_axi[i].arprot.next = 0.into();
            self.m_axi[i].arqos.next = 0.into();
            self.m_axi[i].awaddr.next = self.channel_port[i].m_awaddr.val();
            self.m_axi[i].awvalid.next = self.channel_port[i].m_awvalid.val();
            self.m_axi[i].wdata.next = self.channel_port[i].m_wdata.val();
            self.m_axi[i].wstrb.next = self.channel_port[i].m_wstrb.val();
            self.m_axi[i].wvalid.next = self.channel_port[i].m_wvalid.val();
            self.m_axi[i].bready.next = self.channel_port[i].m_bready.val();
            self.m_axi[i].araddr.next = self.channel_port[i].m_araddr.val();
            self.m_axi[i].arvalid.next = self.channel_port[i].m_arvalid.val();
            self.m_axi[i].rready.next = self.channel_port[i].m_rready.val();
            self.m_axi[i].arid.next = self.channel_port[i].m_arid.val();
            self.channel_port[i].m_rid.next = self.m_axi[i].rid.val();
            self.channel_port[i].m_awready.next = self.m_axi[i].awready.val();
            self.channel_port[i].m_wready.next = self.m_axi[i].wready.val();
            self.channel_port[i].m_bresp.next = self.m_axi[i].bresp.val();
            self.channel_port[i].m_bvalid.next = self.m_axi[i].bvalid.val();
            self.channel_port[i].m_arready.next = self.m_axi[i].arready.val();
            self.channel_port[i].m_rdata.next = self.m_axi[i].rdata.val();
            self.channel_port[i].m_rresp.next = self.m_axi[i].rresp.val();
            self.channel_port[i].m_rvalid.next = self.m_axi[i].rvalid.val();
            self.channel_port[i].clock.next = self.clock.val();
            self.channel_port[i].reset.next = self.reset.val();
            self.channel_port[i].memory_reset.next = self.memory_reset.val();
            self.channel_port[i].clear_poison.next = self.registers.clear_poison.val();
            self.target.channel_overflow[i].next = self.channel_port[i].poison_overflow.val();
            self.channel_port[i].s_arid.next = 0.into();
            self.channel_port[i].s_araddr.next = self.controller[i].m_araddr.val();
            self.channel_port[i].s_arvalid.next = self.controller[i].m_arvalid.val();
            self.controller[i].m_arready.next = self.channel_port[i].s_arready.val();
            self.controller[i].m_rdata.next = self.channel_port[i].s_rdata.val();
            self.controller[i].m_rresp.next = self.channel_port[i].s_rresp.val();
            self.controller[i].m_rvalid.next = self.channel_port[i].s_rvalid.val();
            self.channel_port[i].s_awaddr.next = self.controller[i].m_awaddr.val();
            self.channel_port[i].s_awvalid.next = self.controller[i].m_awvalid.val();
            self.controller[i].m_awready.next = self.channel_port[i].s_awready.val();
            self.channel_port[i].s_wdata.next = self.controller[i].m_wdata.val();
            self.channel_port[i].s_wstrb.next = self.controller[i].m_wstrb.val();
            self.channel_port[i].s_wpoison.next = self.controller[i].m_wpoison.val();
            self.channel_port[i].s_wvalid.next = self.controller[i].m_wvalid.val();
            self.controller[i].m_wready.next = self.channel_port[i].s_wready.val();
            self.controller[i].m_bresp.next = self.channel_port[i].s_bresp.val();
            self.controller[i].m_bvalid.next = self.channel_port[i].s_bvalid.val();
        }

        comment!("Scratchpad.");
        for i in 0..CHANNELS {
            self.m_axi_scratch[i].awid.next = self.scratch_port[i].m_awid.val();
            self.scratch_port[i].m_bid.next = self.m_axi_scratch[i].bid.val();
            self.m_axi_scratch[i].awlen.next = 0.into();
            self.m_axi_scratch[i].awsize.next = self.burst_size.val();
            self.m_axi_scratch[i].awburst.next = self.burst_incr.val();
            self.m_axi_scratch[i].awlock.next = false;
            self.m_axi_scratch[i].awcache.next = self.cacheable.val();
            self.m_axi_scratch[i].awprot.next = 0.into();
            self.m_axi_scratch[i].awqos.next = 0.into();
            self.m_axi_scratch[i].wlast.next = true;
            self.m_axi_scratch[i].arlen.next = 0.into();
            self.m_axi_scratch[i].arsize.next = self.burst_size.val();
            self.m_axi_scratch[i].arburst.next = self.burst_incr.val();
            self.m_axi_scratch[i].arlock.next = false;
            self.m_axi_scratch[i].arcache.next = self.cacheable.val();
            self.m_axi_scratch[i].arprot.next = 0.into();
            self.m_axi_scratch[i].arqos.next = 0.into();
            self.m_axi_scratch[i].awaddr.next = self.scratch_port[i].m_awaddr.val();
            self.m_axi_scratch[i].awvalid.next = self.scratch_port[i].m_awvalid.val();
            self.m_axi_scratch[i].wdata.next = self.scratch_port[i].m_wdata.val();
            self.m_axi_scratch[i].wstrb.next = self.scratch_port[i].m_wstrb.val();
            self.m_axi_scratch[i].wvalid.next = self.scratch_port[i].m_wvalid.val();
            self.m_axi_scratch[i].bready.next = self.scratch_port[i].m_bready.val();
            self.m_axi_scratch[i].araddr.next = self.scratch_port[i].m_araddr.val();
            self.m_axi_scratch[i].arvalid.next = self.scratch_port[i].m_arvalid.val();
            self.m_axi_scratch[i].rready.next = self.scratch_port[i].m_rready.val();
            self.m_axi_scratch[i].arid.next = self.scratch_port[i].m_arid.val();
            self.scratch_port[i].m_rid.next = self.m_axi_scratch[i].rid.val();
            self.scratch_port[i].m_awready.next = self.m_axi_scratch[i].awready.val();
            self.scratch_port[i].m_wready.next = self.m_axi_scratch[i].wready.val();
            self.scratch_port[i].m_bresp.next = self.m_axi_scratch[i].bresp.val();
            self.scratch_port[i].m_bvalid.next = self.m_axi_scratch[i].bvalid.val();
            self.scratch_port[i].m_arready.next = self.m_axi_scratch[i].arready.val();
            self.scratch_port[i].m_rdata.next = self.m_axi_scratch[i].rdata.val();
            self.scratch_port[i].m_rresp.next = self.m_axi_scratch[i].rresp.val();
            self.scratch_port[i].m_rvalid.next = self.m_axi_scratch[i].rvalid.val();
            self.scratch_port[i].clock.next = self.clock.val();
            self.scratch_port[i].reset.next = self.reset.val();
            self.scratch_port[i].memory_reset.next = self.memory_reset.val();
            self.scratch_port[i].clear_poison.next = self.registers.clear_poison.val();
            self.target.scratch_overflow[i].next = self.scratch_port[i].poison_overflow.val();
            self.scratch_port[i].s_arid.next = self.scratch[i].m_arid.val();
            self.scratch_port[i].s_araddr.next = self.scratch[i].m_araddr.val();
            self.scratch_port[i].s_arvalid.next = self.scratch[i].m_arvalid.val();
            self.scratch[i].m_arready.next = self.scratch_port[i].s_arready.val();
            self.scratch[i].m_rid.next = self.scratch_port[i].s_rid.val();
            self.scratch[i].m_rdata.next = self.scratch_port[i].s_rdata.val();
            self.scratch[i].m_rresp.next = self.scratch_port[i].s_rresp.val();
            self.scratch[i].m_rvalid.next = self.scratch_port[i].s_rvalid.val();
            self.scratch_port[i].s_awaddr.next = self.scratch[i].m_awaddr.val();
            self.scratch_port[i].s_awvalid.next = self.scratch[i].m_awvalid.val();
            self.scratch[i].m_awready.next = self.scratch_port[i].s_awready.val();
            self.scratch_port[i].s_wdata.next = self.scratch[i].m_wdata.val();
            self.scratch_port[i].s_wstrb.next = self.scratch[i].m_wstrb.val();
            self.scratch_port[i].s_wpoison.next = self.scratch[i].m_wpoison.val();
            self.scratch_port[i].s_wvalid.next = self.scratch[i].m_wvalid.val();
            self.scratch[i].m_wready.next = self.scratch_port[i].s_wready.val();
            self.scratch[i].m_bresp.next = self.scratch_port[i].s_bresp.val();
            self.scratch[i].m_bvalid.next = self.scratch_port[i].s_bvalid.val();
        }

        comment!("Counters.");
        self.cycles.clock.next = self.clock.val();
        self.cycles.reset.next = self.reset.val();
        self.cycles.clear.next = self.registers.clear_counters.val();
        self.registers.cycles.next = self.cycles.count.val();
        self.cycles.event[0].next = true;
        self.busy_cycles.clock.next = self.clock.val();
        self.busy_cycles.reset.next = self.reset.val();
        self.busy_cycles.clear.next = self.registers.clear_counters.val();
        self.registers.busy_cycles.next = self.busy_cycles.count.val();
        self.busy_cycles.event[0].next = self.computing.busy.val() | !self.checkpointing.waiting.val();
        self.check_cycles.clock.next = self.clock.val();
        self.check_cycles.reset.next = self.reset.val();
        self.check_cycles.clear.next = self.registers.clear_counters.val();
        self.registers.check_cycles.next = self.check_cycles.count.val();
        self.check_cycles.event[0].next = self.computing.checking.val();
        self.lookups.clock.next = self.clock.val();
        self.lookups.reset.next = self.reset.val();
        self.lookups.clear.next = self.registers.clear_counters.val();
        self.registers.lookups.next = self.lookups.count.val();
        self.lookups.event[0].next = self.computing.lookup_done.val();
        self.updates.clock.next = self.clock.val();
        self.updates.reset.next = self.reset.val();
        self.updates.clear.next = self.registers.clear_counters.val();
        self.registers.updates.next = self.updates.count.val();
        self.updates.event[0].next = self.computing.update_done.val();
        self.lines_directory.clock.next = self.clock.val();
        self.lines_directory.reset.next = self.reset.val();
        self.lines_directory.clear.next = self.registers.clear_counters.val();
        self.registers.lines_directory.next = self.lines_directory.count.val();
        self.lines_directory.event[0].next = self.computing.directory_line[0].val();
        self.lines_directory.event[1].next = self.computing.directory_line[1].val();
        self.lines_offset.clock.next = self.clock.val();
        self.lines_offset.reset.next = self.reset.val();
        self.lines_offset.clear.next = self.registers.clear_counters.val();
        self.registers.lines_offset.next = self.lines_offset.count.val();
        self.lines_offset.event[0].next = self.computing.offset_line[0].val();
        self.lines_offset.event[1].next = self.computing.offset_line[1].val();
        self.lines_segment.clock.next = self.clock.val();
        self.lines_segment.reset.next = self.reset.val();
        self.lines_segment.clear.next = self.registers.clear_counters.val();
        self.registers.lines_segment.next = self.lines_segment.count.val();
        self.lines_segment.event[0].next = self.computing.segment_line[0].val();
        self.lines_segment.event[1].next = self.computing.segment_line[1].val();
        self.hazard_cycles.clock.next = self.clock.val();
        self.hazard_cycles.reset.next = self.reset.val();
        self.hazard_cycles.clear.next = self.registers.clear_counters.val();
        self.registers.hazard_cycles.next = self.hazard_cycles.count.val();
        self.row_cache_hits.clock.next = self.clock.val();
        self.row_cache_hits.reset.next = self.reset.val();
        self.row_cache_hits.clear.next = self.registers.clear_counters.val();
        self.registers.row_cache_hits.next = self.row_cache_hits.count.val();
        self.lines_entry.clock.next = self.clock.val();
        self.lines_entry.reset.next = self.reset.val();
        self.lines_entry.clear.next = self.registers.clear_counters.val();
        self.registers.lines_entry.next = self.lines_entry.count.val();
        self.lines_scale.clock.next = self.clock.val();
        self.lines_scale.reset.next = self.reset.val();
        self.lines_scale.clear.next = self.registers.clear_counters.val();
        self.registers.lines_scale.next = self.lines_scale.count.val();
        self.lines_gradient.clock.next = self.clock.val();
        self.lines_gradient.reset.next = self.reset.val();
        self.lines_gradient.clear.next = self.registers.clear_counters.val();
        self.registers.lines_gradient.next = self.lines_gradient.count.val();
        self.lines_pooled.clock.next = self.clock.val();
        self.lines_pooled.reset.next = self.reset.val();
        self.lines_pooled.clear.next = self.registers.clear_counters.val();
        self.registers.lines_pooled.next = self.lines_pooled.count.val();
        self.mem_reads.clock.next = self.clock.val();
        self.mem_reads.reset.next = self.reset.val();
        self.mem_reads.clear.next = self.registers.clear_counters.val();
        self.mem_reads.event[0].next = self.target.read_done.val();
        self.registers.mem_reads.next = self.mem_reads.count.val();
        self.mem_writes.clock.next = self.clock.val();
        self.mem_writes.reset.next = self.reset.val();
        self.mem_writes.clear.next = self.registers.clear_counters.val();
        self.mem_writes.event[0].next = self.target.write_done.val();
        self.registers.mem_writes.next = self.mem_writes.count.val();
        self.lines_flushed.clock.next = self.clock.val();
        self.lines_flushed.reset.next = self.reset.val();
        self.lines_flushed.clear.next = self.registers.clear_counters.val();
        self.lines_flushed.event[0].next = self.dcoh.flush_sent.val();
        self.registers.lines_flushed.next = self.lines_flushed.count.val();
        self.lines_logged_parameters.clock.next = self.clock.val();
        self.lines_logged_parameters.reset.next = self.reset.val();
        self.lines_logged_parameters.clear.next = self.registers.clear_counters.val();
        self.lines_logged_parameters.amount.next = self.checkpointing.parameters_record_lines.val();
        self.lines_logged_parameters.amount_valid.next = self.checkpointing.parameters_done.val();
        self.registers.lines_logged_parameters.next = self.lines_logged_parameters.count.val();
        self.lines_logged_rows.clock.next = self.clock.val();
        self.lines_logged_rows.reset.next = self.reset.val();
        self.lines_logged_rows.clear.next = self.registers.clear_counters.val();
        self.lines_logged_rows.amount.next = self.checkpointing.rows_record_lines.val();
        self.lines_logged_rows.amount_valid.next = self.checkpointing.rows_done.val();
        self.registers.lines_logged_rows.next = self.lines_logged_rows.count.val();
        self.parameter_records.clock.next = self.clock.val();
        self.parameter_records.reset.next = self.reset.val();
        self.parameter_records.clear.next = self.registers.clear_counters.val();
        self.registers.parameter_records.next = self.parameter_records.count.val();
        self.row_records.clock.next = self.clock.val();
        self.row_records.reset.next = self.reset.val();
        self.row_records.clear.next = self.registers.clear_counters.val();
        self.registers.row_records.next = self.row_records.count.val();
        self.stages.clock.next = self.clock.val();
        self.stages.reset.next = self.reset.val();
        self.stages.clear.next = self.registers.clear_counters.val();
        self.registers.stages.next = self.stages.count.val();
        self.stages.event[0].next = self.computing.stage_done.val();
        self.accumulations.clock.next = self.clock.val();
        self.accumulations.reset.next = self.reset.val();
        self.accumulations.clear.next = self.registers.clear_counters.val();
        self.registers.accumulations.next = self.accumulations.count.val();
        self.accumulations.event[0].next = self.computing.accumulation_done.val();
        self.parameter_records.event[0].next = self.checkpointing.parameters_done.val();
        self.row_records.event[0].next = self.checkpointing.rows_done.val();
        self.gradients_arrived.clock.next = self.clock.val();
        self.gradients_arrived.reset.next = self.reset.val();
        self.gradients_arrived.clear.next = self.registers.clear_counters.val();
        self.gradients_arrived.event[0].next = self.target.watched.val();
        self.registers.gradients_arrived.next = self.gradients_arrived.count.val();
        for i in 0..CLIENTS {
            self.lines_entry.event[i].next = self.computing.entry_line[i].val();
        }
        for i in 0..ENGINES {
            self.hazard_cycles.event[i].next = self.computing.hazard[i].val();
            self.row_cache_hits.event[i].next = self.computing.row_hit[i].val();
            self.lines_scale.event[i].next = self.computing.scale_line[i].val();
        }
        for i in 0..CHANNELS {
            self.lines_gradient.event[i].next = self.computing.gradient_line[i].val();
            self.lines_pooled.event[i].next =
                self.computing.scratch_write_valid[i].val() & self.scratch[i].s_wready[scratch_source::COMPUTING].val();
            self.channel_reads[i].clock.next = self.clock.val();
            self.channel_reads[i].reset.next = self.reset.val();
            self.channel_reads[i].clear.next = self.registers.clear_counters.val();
            self.channel_reads[i].event[0].next = self.channel[i].s_rvalid[channel_source::COMPUTING].val();
            self.registers.channel_reads[i].next = self.channel_reads[i].count.val();
            self.channel_writes[i].clock.next = self.clock.val();
            self.channel_writes[i].reset.next = self.reset.val();
            self.channel_writes[i].clear.next = self.registers.clear_counters.val();
            self.channel_writes[i].event[0].next =
                self.computing.row_write_valid[i].val() & self.channel[i].s_wready[channel_source::COMPUTING].val();
            self.registers.channel_writes[i].next = self.channel_writes[i].count.val();
        }
    }
}
