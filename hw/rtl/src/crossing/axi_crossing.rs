//! An AXI4 port from one clock to another.

use super::async_fifo::AsyncFifo;
use crate::axi::{Axi4SharedMaster, Axi4SharedSlave, SHARED_ID_BITS};
use crate::layout::{Place, constants, layout};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A read or write address.
    mod burst {
        ADDRESS: 64,
        ID: SHARED_ID_BITS,
        LENGTH: 8,
        SIZE: 3,
        BURST: 2,
        LOCK: 1,
        CACHE: 4,
        PROT: 3,
        QOS: 4,
    }
}
/// Bits of it.
const BURST_BITS: usize = burst::BITS;

layout! {
    /// A beat that is written.
    mod beat {
        DATA: 512,
        STRB: 64,
        LAST: 1,
    }
}
/// Bits of it.
const BEAT_BITS: usize = beat::BITS;

layout! {
    /// A beat that was read.
    mod answer {
        DATA: 512,
        ID: SHARED_ID_BITS,
        RESP: 2,
        LAST: 1,
    }
}
/// Bits of it.
const ANSWER_BITS: usize = answer::BITS;

layout! {
    /// A response to a write.
    mod response {
        ID: SHARED_ID_BITS,
        RESP: 2,
    }
}
/// Bits of it.
const RESPONSE_BITS: usize = response::BITS;

/// Takes an AXI4 port to a memory of another clock: an [`AsyncFifo`] of 16 places for each of its five channels.
///
/// * Ports: `s_axi_*` with `clock`, the device; `m_axi_*` with `m_clock`, such as the `ui_clk` of a DDR4 controller. Nothing is changed:
///   bursts, IDs and their order are what the device and the memory make them.
/// * Latency: what goes to memory is offered behind the third edge of `m_clock` behind the edge with which it came, and what comes back
///   behind the third edge of `clock`. A read takes 22 to 29.3 ns longer at 250 and 300 MHz.
/// * Throughput: a beat a cycle of the slower clock, on each channel.
/// * Stalls: a channel stalls when 16 of its transfers wait. No channel waits for another.
/// * Reset: `m_reset`, for a cycle or longer, forgets what is on the way and withdraws what is offered to memory. The device waits at
///   power-up until both clocks tick and `m_reset` is low, and loses nothing. After a later `m_reset` what the device is owed is gone, and
///   memory may have a line without its address: `lost` rises, and nothing more is taken until `reset`, which belongs to a reset of the
///   device with `memory_reset`, and of the memory. `reset` belongs to nothing else: one of the device alone must not forget what memory
///   still owes it.
#[derive(LogicBlock, Default)]
pub struct AxiCrossing {
    /// Clock of the device.
    pub clock: Signal<In, Clock>,
    /// Forgets what is on the way, with `clock`; for a reset of the memory.
    pub reset: Signal<In, Bit>,
    /// From the device.
    pub s_axi: Axi4SharedSlave,
    /// Clock of the memory.
    pub m_clock: Signal<In, Clock>,
    /// Forgets what is on the way, with `m_clock`; the memory is reset, or not ready.
    pub m_reset: Signal<In, Bit>,
    /// The memory was reset, and what was on the way is lost: nothing is taken before `reset`.
    pub lost: Signal<Out, Bit>,
    /// To memory.
    pub m_axi: Axi4SharedMaster,
    about: About<Self>,
    write_addresses: AsyncFifo<BURST_BITS, 4, 5>,
    writes: AsyncFifo<BEAT_BITS, 4, 5>,
    responses: AsyncFifo<RESPONSE_BITS, 4, 5>,
    read_addresses: AsyncFifo<BURST_BITS, 4, 5>,
    reads: AsyncFifo<ANSWER_BITS, 4, 5>,
    /// All queues were open since the last reset.
    opened: DFF<Bit>,
    is_lost: DFF<Bit>,
    all_open: Signal<Local, Bit>,
    passes: Signal<Local, Bit>,
}

impl Describe for AxiCrossing {
    fn name() -> String {
        "axi_crossing".into()
    }

    fn description() -> &'static str {
        "Takes an AXI4 port of 64-byte beats to a memory of another clock, with a queue for each channel. \
         Latency: 3 cycles of the other clock each way. Throughput: a beat a cycle of the slower clock. \
         Stalls a channel while 16 of its transfers wait."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[burst::CONSTANTS, beat::CONSTANTS, answer::CONSTANTS, response::CONSTANTS])
    }
}

impl Logic for AxiCrossing {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, opened, is_lost);
        comment!("Each queue finds out by itself that memory was reset: if one has, none takes anything.");
        self.all_open.next = self.write_addresses.in_open.val()
            & self.writes.in_open.val()
            & self.read_addresses.in_open.val()
            & self.responses.out_open.val()
            & self.reads.out_open.val();
        self.opened.d.next = (self.opened.q.val() | self.all_open.val()) & !self.reset.val();
        self.is_lost.d.next = (self.is_lost.q.val() | (self.opened.q.val() & !self.all_open.val())) & !self.reset.val();
        self.lost.next = self.is_lost.q.val();
        self.passes.next = self.opened.q.val() & self.all_open.val() & !self.is_lost.q.val();

        self.write_addresses.in_clock.next = self.clock.val();
        self.write_addresses.in_reset.next = self.reset.val();
        self.write_addresses.out_clock.next = self.m_clock.val();
        self.write_addresses.out_reset.next = self.m_reset.val();
        self.write_addresses.in_data.next = bit_cast::<BURST_BITS, 64>(self.s_axi.awaddr.val())
            | (bit_cast::<BURST_BITS, SHARED_ID_BITS>(self.s_axi.awid.val()) << burst::ID.val())
            | (bit_cast::<BURST_BITS, 8>(self.s_axi.awlen.val()) << burst::LENGTH.val())
            | (bit_cast::<BURST_BITS, 3>(self.s_axi.awsize.val()) << burst::SIZE.val())
            | (bit_cast::<BURST_BITS, 2>(self.s_axi.awburst.val()) << burst::BURST.val())
            | (bit_cast::<BURST_BITS, 1>(self.s_axi.awlock.val().into()) << burst::LOCK.val())
            | (bit_cast::<BURST_BITS, 4>(self.s_axi.awcache.val()) << burst::CACHE.val())
            | (bit_cast::<BURST_BITS, 3>(self.s_axi.awprot.val()) << burst::PROT.val())
            | (bit_cast::<BURST_BITS, 4>(self.s_axi.awqos.val()) << burst::QOS.val());
        self.write_addresses.in_valid.next = self.s_axi.awvalid.val() & self.passes.val();
        self.s_axi.awready.next = self.write_addresses.in_ready.val() & self.passes.val();
        self.m_axi.awaddr.next = self.write_addresses.out_data.val().get_bits::<64>(burst::ADDRESS);
        self.m_axi.awid.next = self.write_addresses.out_data.val().get_bits::<SHARED_ID_BITS>(burst::ID);
        self.m_axi.awlen.next = self.write_addresses.out_data.val().get_bits::<8>(burst::LENGTH);
        self.m_axi.awsize.next = self.write_addresses.out_data.val().get_bits::<3>(burst::SIZE);
        self.m_axi.awburst.next = self.write_addresses.out_data.val().get_bits::<2>(burst::BURST);
        self.m_axi.awlock.next = self.write_addresses.out_data.val().get_bit(burst::LOCK);
        self.m_axi.awcache.next = self.write_addresses.out_data.val().get_bits::<4>(burst::CACHE);
        self.m_axi.awprot.next = self.write_addresses.out_data.val().get_bits::<3>(burst::PROT);
        self.m_axi.awqos.next = self.write_addresses.out_data.val().get_bits::<4>(burst::QOS);
        self.m_axi.awvalid.next = self.write_addresses.out_valid.val();
        self.write_addresses.out_ready.next = self.m_axi.awready.val();

        self.writes.in_clock.next = self.clock.val();
        self.writes.in_reset.next = self.reset.val();
        self.writes.out_clock.next = self.m_clock.val();
        self.writes.out_reset.next = self.m_reset.val();
        self.writes.in_data.next = bit_cast::<BEAT_BITS, 512>(self.s_axi.wdata.val())
            | (bit_cast::<BEAT_BITS, 64>(self.s_axi.wstrb.val()) << beat::STRB.val())
            | (bit_cast::<BEAT_BITS, 1>(self.s_axi.wlast.val().into()) << beat::LAST.val());
        self.writes.in_valid.next = self.s_axi.wvalid.val() & self.passes.val();
        self.s_axi.wready.next = self.writes.in_ready.val() & self.passes.val();
        self.m_axi.wdata.next = self.writes.out_data.val().get_bits::<512>(beat::DATA);
        self.m_axi.wstrb.next = self.writes.out_data.val().get_bits::<64>(beat::STRB);
        self.m_axi.wlast.next = self.writes.out_data.val().get_bit(beat::LAST);
        self.m_axi.wvalid.next = self.writes.out_valid.val();
        self.writes.out_ready.next = self.m_axi.wready.val();

        self.read_addresses.in_clock.next = self.clock.val();
        self.read_addresses.in_reset.next = self.reset.val();
        self.read_addresses.out_clock.next = self.m_clock.val();
        self.read_addresses.out_reset.next = self.m_reset.val();
        self.read_addresses.in_data.next = bit_cast::<BURST_BITS, 64>(self.s_axi.araddr.val())
            | (bit_cast::<BURST_BITS, SHARED_ID_BITS>(self.s_axi.arid.val()) << burst::ID.val())
            | (bit_cast::<BURST_BITS, 8>(self.s_axi.arlen.val()) << burst::LENGTH.val())
            | (bit_cast::<BURST_BITS, 3>(self.s_axi.arsize.val()) << burst::SIZE.val())
            | (bit_cast::<BURST_BITS, 2>(self.s_axi.arburst.val()) << burst::BURST.val())
            | (bit_cast::<BURST_BITS, 1>(self.s_axi.arlock.val().into()) << burst::LOCK.val())
            | (bit_cast::<BURST_BITS, 4>(self.s_axi.arcache.val()) << burst::CACHE.val())
            | (bit_cast::<BURST_BITS, 3>(self.s_axi.arprot.val()) << burst::PROT.val())
            | (bit_cast::<BURST_BITS, 4>(self.s_axi.arqos.val()) << burst::QOS.val());
        self.read_addresses.in_valid.next = self.s_axi.arvalid.val() & self.passes.val();
        self.s_axi.arready.next = self.read_addresses.in_ready.val() & self.passes.val();
        self.m_axi.araddr.next = self.read_addresses.out_data.val().get_bits::<64>(burst::ADDRESS);
        self.m_axi.arid.next = self.read_addresses.out_data.val().get_bits::<SHARED_ID_BITS>(burst::ID);
        self.m_axi.arlen.next = self.read_addresses.out_data.val().get_bits::<8>(burst::LENGTH);
        self.m_axi.arsize.next = self.read_addresses.out_data.val().get_bits::<3>(burst::SIZE);
        self.m_axi.arburst.next = self.read_addresses.out_data.val().get_bits::<2>(burst::BURST);
        self.m_axi.arlock.next = self.read_addresses.out_data.val().get_bit(burst::LOCK);
        self.m_axi.arcache.next = self.read_addresses.out_data.val().get_bits::<4>(burst::CACHE);
        self.m_axi.arprot.next = self.read_addresses.out_data.val().get_bits::<3>(burst::PROT);
        self.m_axi.arqos.next = self.read_addresses.out_data.val().get_bits::<4>(burst::QOS);
        self.m_axi.arvalid.next = self.read_addresses.out_valid.val();
        self.read_addresses.out_ready.next = self.m_axi.arready.val();

        self.responses.in_clock.next = self.m_clock.val();
        self.responses.in_reset.next = self.m_reset.val();
        self.responses.out_clock.next = self.clock.val();
        self.responses.out_reset.next = self.reset.val();
        self.responses.in_data.next = bit_cast::<RESPONSE_BITS, SHARED_ID_BITS>(self.m_axi.bid.val())
            | (bit_cast::<RESPONSE_BITS, 2>(self.m_axi.bresp.val()) << response::RESP.val());
        self.responses.in_valid.next = self.m_axi.bvalid.val();
        self.m_axi.bready.next = self.responses.in_ready.val();
        self.s_axi.bid.next = self.responses.out_data.val().get_bits::<SHARED_ID_BITS>(response::ID);
        self.s_axi.bresp.next = self.responses.out_data.val().get_bits::<2>(response::RESP);
        self.s_axi.bvalid.next = self.responses.out_valid.val();
        self.responses.out_ready.next = self.s_axi.bready.val();

        self.reads.in_clock.next = self.m_clock.val();
        self.reads.in_reset.next = self.m_reset.val();
        self.reads.out_clock.next = self.clock.val();
        self.reads.out_reset.next = self.reset.val();
        self.reads.in_data.next = bit_cast::<ANSWER_BITS, 512>(self.m_axi.rdata.val())
            | (bit_cast::<ANSWER_BITS, SHARED_ID_BITS>(self.m_axi.rid.val()) << answer::ID.val())
            | (bit_cast::<ANSWER_BITS, 2>(self.m_axi.rresp.val()) << answer::RESP.val())
            | (bit_cast::<ANSWER_BITS, 1>(self.m_axi.rlast.val().into()) << answer::LAST.val());
        self.reads.in_valid.next = self.m_axi.rvalid.val();
        self.m_axi.rready.next = self.reads.in_ready.val();
        self.s_axi.rdata.next = self.reads.out_data.val().get_bits::<512>(answer::DATA);
        self.s_axi.rid.next = self.reads.out_data.val().get_bits::<SHARED_ID_BITS>(answer::ID);
        self.s_axi.rresp.next = self.reads.out_data.val().get_bits::<2>(answer::RESP);
        self.s_axi.rlast.next = self.reads.out_data.val().get_bit(answer::LAST);
        self.s_axi.rvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.s_axi.rready.val();
    }
}
