//! The memory controller.

use super::medium_line::{LINE_NUMBER_BITS, medium};
use super::{LatencyGate, RecentWrites, TokenBucket};
use crate::layout::{Place, constants, layout};
use crate::stream::{BlockFifo, Fifo};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A line that was read, with the response.
    mod line {
        DATA: 512,
        RESPONSE: 2,
    }
}
/// Bits of it.
const LINE_BITS: usize = line::BITS;

layout! {
    /// A line to write, with its strobes, and whether it is poison.
    mod write {
        DATA: 512,
        STROBES: 64,
        POISON: 1,
    }
}
/// Bits of it.
const WRITE_BITS: usize = write::BITS;

/// Reads that can be under way in the controller of a device.
pub const READS_UNDER_WAY: usize = 128;

/// Writes that can be under way, those of the read-after-write window included.
pub const WRITES_UNDER_WAY: usize = 64;

/// Makes the DRAM of a memory channel behave like a slower, persistent medium: it holds answers back until the latency
/// and the bandwidth of that medium allow them. All traffic is single lines of 64 bytes.
///
/// * Ports: `s_*` is the requester, `m_*` the DRAM, which answers in order. An address and the data of a write are
///   taken together, in one cycle: that is the acceptance of the write. The settings stay while traffic is under way.
/// * Latency: at least `read_latency` and `write_latency` cycles from the acceptance of a request to its answer. With
///   all settings 0 the controller adds 4 cycles to a read (2 to the DRAM, 2 back) and 2 to a write (1 and 1).
/// * Throughput: a read and a write a cycle, while `READS` reads and `WRITES` writes are under way at most. The buckets
///   bound the answers: `read_rate`, `row_write_rate` and `stream_write_rate` / 65536 lines a cycle, each with up to
///   four lines at once after a pause.
/// * Order: reads are answered in order of acceptance, writes too. A write is answered only after the DRAM answered it:
///   what is answered is durable.
/// * Stalls: reads while `READS` are under way, or while four wait for the DRAM or for a write of their line;
///   writes while `WRITES` are in the table of recent writes, or while the DRAM does not take them. A read waits at
///   its turn until the writes of its 256-byte line that were accepted before its turn came are answered, and
///   `read_after_write_window` cycles more; the reads behind it wait with it.
///
/// `READS` is 2 to the power of `LOG_READS`, `WRITES` 2 to the power of `LOG_WRITES`; both 128 at most.
#[derive(LogicBlock, Default)]
pub struct MemoryController<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the DRAM's answers to earlier requests must not come after it.
    pub reset: Signal<In, Bit>,
    /// Cycles from the acceptance of a read to its earliest answer.
    pub read_latency: Signal<In, Bits<16>>,
    /// Cycles from the acceptance of a write to its earliest answer.
    pub write_latency: Signal<In, Bits<16>>,
    /// Reads answered a cycle, in 1/65536; 0 for no bound.
    pub read_rate: Signal<In, Bits<17>>,
    /// Row-sized writes answered a cycle, in 1/65536; 0 for no bound.
    pub row_write_rate: Signal<In, Bits<17>>,
    /// Streaming writes answered a cycle, in 1/65536; 0 for no bound.
    pub stream_write_rate: Signal<In, Bits<17>>,
    /// Cycles after the answer of a write in which reads of its 256-byte line wait.
    pub read_after_write_window: Signal<In, Bits<16>>,
    /// Requester: read ID.
    pub s_arid: Signal<In, Bits<9>>,
    /// Requester: read address.
    pub s_araddr: Signal<In, Bits<64>>,
    /// Requester: read address valid.
    pub s_arvalid: Signal<In, Bit>,
    /// Requester: read address ready.
    pub s_arready: Signal<Out, Bit>,
    /// Requester: ID of the answer.
    pub s_rid: Signal<Out, Bits<9>>,
    /// Requester: line that was read.
    pub s_rdata: Signal<Out, Bits<512>>,
    /// Requester: read response, as the DRAM gave it.
    pub s_rresp: Signal<Out, Bits<2>>,
    /// Requester: read data valid.
    pub s_rvalid: Signal<Out, Bit>,
    /// Requester: read data ready.
    pub s_rready: Signal<In, Bit>,
    /// Requester: write address.
    pub s_awaddr: Signal<In, Bits<64>>,
    /// Requester: the write is one of a stream, such as a log; low for a row.
    pub s_awstream: Signal<In, Bit>,
    /// Requester: write address valid.
    pub s_awvalid: Signal<In, Bit>,
    /// Requester: write address ready; waits for the data.
    pub s_awready: Signal<Out, Bit>,
    /// Requester: line to write.
    pub s_wdata: Signal<In, Bits<512>>,
    /// Requester: bytes of the line that are written.
    pub s_wstrb: Signal<In, Bits<64>>,
    /// Requester: the line is poison.
    pub s_wpoison: Signal<In, Bit>,
    /// Requester: write data valid.
    pub s_wvalid: Signal<In, Bit>,
    /// Requester: write data ready; waits for the address.
    pub s_wready: Signal<Out, Bit>,
    /// Requester: write response, as the DRAM gave it.
    pub s_bresp: Signal<Out, Bits<2>>,
    /// Requester: write response valid; the write is durable.
    pub s_bvalid: Signal<Out, Bit>,
    /// Requester: write response ready.
    pub s_bready: Signal<In, Bit>,
    /// DRAM: read address.
    pub m_araddr: Signal<Out, Bits<64>>,
    /// DRAM: read address valid.
    pub m_arvalid: Signal<Out, Bit>,
    /// DRAM: read address ready.
    pub m_arready: Signal<In, Bit>,
    /// DRAM: line that was read.
    pub m_rdata: Signal<In, Bits<512>>,
    /// DRAM: read response.
    pub m_rresp: Signal<In, Bits<2>>,
    /// DRAM: read data valid.
    pub m_rvalid: Signal<In, Bit>,
    /// DRAM: read data ready; there is always room for what was asked for.
    pub m_rready: Signal<Out, Bit>,
    /// DRAM: write address.
    pub m_awaddr: Signal<Out, Bits<64>>,
    /// DRAM: write address valid.
    pub m_awvalid: Signal<Out, Bit>,
    /// DRAM: write address ready.
    pub m_awready: Signal<In, Bit>,
    /// DRAM: line to write.
    pub m_wdata: Signal<Out, Bits<512>>,
    /// DRAM: bytes of the line that are written.
    pub m_wstrb: Signal<Out, Bits<64>>,
    /// DRAM: the line is poison.
    pub m_wpoison: Signal<Out, Bit>,
    /// DRAM: write data valid.
    pub m_wvalid: Signal<Out, Bit>,
    /// DRAM: write data ready.
    pub m_wready: Signal<In, Bit>,
    /// DRAM: write response.
    pub m_bresp: Signal<In, Bits<2>>,
    /// DRAM: write response valid.
    pub m_bvalid: Signal<In, Bit>,
    /// DRAM: write response ready; there is always room for what was written.
    pub m_bready: Signal<Out, Bit>,
    /// IDs of the reads under way.
    read_ids: Fifo<9, LOG_READS>,
    /// Reads before their turn.
    read_addresses: Fifo<64, 2>,
    /// The read whose turn it is.
    read_address: DFF<Bits<64>>,
    read_at_hand: DFF<Bit>,
    /// Lines from the DRAM, with their responses.
    read_lines: BlockFifo<LINE_BITS, LOG_READS>,
    read_gate: LatencyGate<LOG_READS>,
    read_bucket: TokenBucket,
    write_addresses: Fifo<64, 2>,
    write_lines: Fifo<WRITE_BITS, 2>,
    /// Whether the writes under way are streaming.
    write_kinds: Fifo<1, LOG_WRITES>,
    /// Responses from the DRAM.
    write_responses: Fifo<2, LOG_WRITES>,
    write_gate: LatencyGate<LOG_WRITES>,
    row_bucket: TokenBucket,
    stream_bucket: TokenBucket,
    recent_writes: RecentWrites<LOG_WRITES, WRITES>,
    read_room: Signal<Local, Bit>,
    read_accepted: Signal<Local, Bit>,
    read_offered: Signal<Local, Bit>,
    read_moves: Signal<Local, Bit>,
    read_answer: Signal<Local, Bit>,
    read_answered: Signal<Local, Bit>,
    write_room: Signal<Local, Bit>,
    write_accepted: Signal<Local, Bit>,
    write_streams: Signal<Local, Bit>,
    write_answer: Signal<Local, Bit>,
    write_answered: Signal<Local, Bit>,
    about: About<Self>,
}

impl<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize> Describe
    for MemoryController<LOG_READS, LOG_WRITES, WRITES>
{
    fn name() -> String {
        if (1 << LOG_READS, WRITES) == (READS_UNDER_WAY, WRITES_UNDER_WAY) {
            "memory_controller".into()
        } else {
            format!("memory_controller_r{}_w{WRITES}", 1_u64 << LOG_READS)
        }
    }

    fn description() -> &'static str {
        "Holds the answers of a DRAM channel back until the latency and bandwidth of a persistent medium allow them. \
         Adds 4 cycles to a read and 2 to a write when off. A read and a write of 64 bytes a cycle. \
         Stalls when too much is under way, and reads of lines that were just written."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[line::CONSTANTS, write::CONSTANTS, medium::CONSTANTS])
    }
}

impl<const LOG_READS: usize, const LOG_WRITES: usize, const WRITES: usize> Logic
    for MemoryController<LOG_READS, LOG_WRITES, WRITES>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, read_address, read_at_hand);
        self.read_ids.clock.next = self.clock.val();
        self.read_ids.reset.next = self.reset.val();
        self.read_addresses.clock.next = self.clock.val();
        self.read_addresses.reset.next = self.reset.val();
        self.read_lines.clock.next = self.clock.val();
        self.read_lines.reset.next = self.reset.val();
        self.read_gate.clock.next = self.clock.val();
        self.read_gate.reset.next = self.reset.val();
        self.read_bucket.clock.next = self.clock.val();
        self.read_bucket.reset.next = self.reset.val();
        self.write_addresses.clock.next = self.clock.val();
        self.write_addresses.reset.next = self.reset.val();
        self.write_lines.clock.next = self.clock.val();
        self.write_lines.reset.next = self.reset.val();
        self.write_kinds.clock.next = self.clock.val();
        self.write_kinds.reset.next = self.reset.val();
        self.write_responses.clock.next = self.clock.val();
        self.write_responses.reset.next = self.reset.val();
        self.write_gate.clock.next = self.clock.val();
        self.write_gate.reset.next = self.reset.val();
        self.row_bucket.clock.next = self.clock.val();
        self.row_bucket.reset.next = self.reset.val();
        self.stream_bucket.clock.next = self.clock.val();
        self.stream_bucket.reset.next = self.reset.val();
        self.recent_writes.clock.next = self.clock.val();
        self.recent_writes.reset.next = self.reset.val();

        comment!("Reads: accepted while there is room for their answers.");
        self.read_room.next = self.read_ids.in_ready.val() & self.read_addresses.in_ready.val();
        self.s_arready.next = self.read_room.val();
        self.read_accepted.next = self.s_arvalid.val() & self.read_room.val();
        self.read_ids.in_data.next = self.s_arid.val();
        self.read_ids.in_valid.next = self.read_accepted.val();
        self.read_addresses.in_data.next = self.s_araddr.val();
        self.read_addresses.in_valid.next = self.read_accepted.val();
        self.read_gate.latency.next = self.read_latency.val();
        self.read_gate.enter.next = self.read_accepted.val();

        comment!("The read at hand waits for recent writes of its line.");
        self.read_offered.next = self.read_at_hand.q.val() & !self.recent_writes.blocked.val();
        self.m_araddr.next = self.read_address.q.val();
        self.m_arvalid.next = self.read_offered.val();
        self.read_moves.next = self.read_addresses.out_valid.val()
            & (!self.read_at_hand.q.val() | (self.read_offered.val() & self.m_arready.val()));
        self.read_addresses.out_ready.next = self.read_moves.val();
        self.recent_writes.look.next = self.read_moves.val();
        self.recent_writes.look_line.next =
            self.read_addresses.out_data.val().get_bits::<LINE_NUMBER_BITS>(medium::LINE);
        if self.read_offered.val() & self.m_arready.val() {
            self.read_at_hand.d.next = false;
        }
        if self.read_moves.val() {
            self.read_at_hand.d.next = true;
            self.read_address.d.next = self.read_addresses.out_data.val();
        }

        comment!("Lines from the DRAM wait for the latency and the bandwidth of the medium.");
        self.read_lines.in_data.next = bit_cast::<LINE_BITS, 512>(self.m_rdata.val())
            | (bit_cast::<LINE_BITS, 2>(self.m_rresp.val()) << line::RESPONSE.val());
        self.read_lines.in_valid.next = self.m_rvalid.val();
        self.m_rready.next = self.read_lines.in_ready.val();
        self.read_bucket.rate.next = self.read_rate.val();
        self.read_answer.next =
            self.read_lines.out_valid.val() & self.read_gate.ripe.val() & self.read_bucket.ready.val();
        self.read_answered.next = self.read_answer.val() & self.s_rready.val();
        self.s_rid.next = self.read_ids.out_data.val();
        self.s_rdata.next = self.read_lines.out_data.val().get_bits::<512>(line::DATA);
        self.s_rresp.next = self.read_lines.out_data.val().get_bits::<2>(line::RESPONSE);
        self.s_rvalid.next = self.read_answer.val();
        self.read_ids.out_ready.next = self.read_answered.val();
        self.read_lines.out_ready.next = self.read_answered.val();
        self.read_gate.leave.next = self.read_answered.val();
        self.read_bucket.spend.next = self.read_answered.val();

        comment!("Writes: address and data are accepted together.");
        self.write_room.next =
            self.recent_writes.ready.val() & self.write_addresses.in_ready.val() & self.write_lines.in_ready.val();
        self.s_awready.next = self.s_wvalid.val() & self.write_room.val();
        self.s_wready.next = self.s_awvalid.val() & self.write_room.val();
        self.write_accepted.next = self.s_awvalid.val() & self.s_wvalid.val() & self.write_room.val();
        self.write_addresses.in_data.next = self.s_awaddr.val();
        self.write_addresses.in_valid.next = self.write_accepted.val();
        self.write_lines.in_data.next = bit_cast::<WRITE_BITS, 512>(self.s_wdata.val())
            | (bit_cast::<WRITE_BITS, 64>(self.s_wstrb.val()) << write::STROBES.val())
            | (bit_cast::<WRITE_BITS, 1>(self.s_wpoison.val().into()) << write::POISON.val());
        self.write_lines.in_valid.next = self.write_accepted.val();
        self.write_kinds.in_data.next = 0.into();
        if self.s_awstream.val() {
            self.write_kinds.in_data.next = 1.into();
        }
        self.write_kinds.in_valid.next = self.write_accepted.val();
        self.write_gate.latency.next = self.write_latency.val();
        self.write_gate.enter.next = self.write_accepted.val();
        self.recent_writes.window.next = self.read_after_write_window.val();
        self.recent_writes.enter.next = self.write_accepted.val();
        self.recent_writes.line.next = self.s_awaddr.val().get_bits::<LINE_NUMBER_BITS>(medium::LINE);

        comment!("The DRAM takes address and data apart.");
        self.m_awaddr.next = self.write_addresses.out_data.val();
        self.m_awvalid.next = self.write_addresses.out_valid.val();
        self.write_addresses.out_ready.next = self.m_awready.val();
        self.m_wdata.next = self.write_lines.out_data.val().get_bits::<512>(write::DATA);
        self.m_wstrb.next = self.write_lines.out_data.val().get_bits::<64>(write::STROBES);
        self.m_wpoison.next = self.write_lines.out_data.val().get_bit(write::POISON);
        self.m_wvalid.next = self.write_lines.out_valid.val();
        self.write_lines.out_ready.next = self.m_wready.val();

        comment!("Responses from the DRAM wait for the latency and the bandwidth of the medium.");
        self.write_responses.in_data.next = self.m_bresp.val();
        self.write_responses.in_valid.next = self.m_bvalid.val();
        self.m_bready.next = self.write_responses.in_ready.val();
        self.row_bucket.rate.next = self.row_write_rate.val();
        self.stream_bucket.rate.next = self.stream_write_rate.val();
        self.write_streams.next = self.write_kinds.out_data.val().any();
        self.write_answer.next = self.write_responses.out_valid.val()
            & self.write_gate.ripe.val()
            & ((self.write_streams.val() & self.stream_bucket.ready.val())
                | (!self.write_streams.val() & self.row_bucket.ready.val()));
        self.write_answered.next = self.write_answer.val() & self.s_bready.val();
        self.s_bresp.next = self.write_responses.out_data.val();
        self.s_bvalid.next = self.write_answer.val();
        self.write_kinds.out_ready.next = self.write_answered.val();
        self.write_responses.out_ready.next = self.write_answered.val();
        self.write_gate.leave.next = self.write_answered.val();
        self.row_bucket.spend.next = self.write_answered.val() & !self.write_streams.val();
        self.stream_bucket.spend.next = self.write_answered.val() & self.write_streams.val();
        self.recent_writes.answered.next = self.write_answered.val();

        if self.reset.val() {
            self.read_at_hand.d.next = false;
        }
    }
}
