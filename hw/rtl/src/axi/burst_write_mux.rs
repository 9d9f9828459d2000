//! Several writers of bursts on one AXI4 port.

use super::axi4::{ID_BITS, response};
use crate::layout::{Place, constants, layout};
use crate::stream::{Fifo, RoundRobin};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

layout! {
    /// A queued burst; its ID is the source's number.
    mod burst {
        ADDRESS: 64,
        LENGTH: 8,
        ID: ID_BITS,
    }
}
/// Bits of it.
const WRITE_BITS: usize = burst::BITS;
layout! {
    /// A queued beat.
    mod beat {
        DATA: 512,
        LAST: 1,
    }
}
/// Bits of it.
const BEAT_BITS: usize = beat::BITS;
/// Bursts whose address is taken before their data (2 to the power of this).
const LOG_AHEAD: usize = 4;

/// Takes the write bursts of `SOURCES` to one AXI4 port in turn. The ID of a burst is its source's number.
///
/// The data of bursts come in the order of their addresses: a source offers an address when it can give the data without
/// waiting for anybody, or it holds the others up.
///
/// * Latency: one cycle to the port, none back.
/// * Throughput: a burst a cycle, a beat a cycle.
/// * Stalls when the port takes no address or data, and when 16 addresses are ahead of their data.
#[derive(LogicBlock)]
pub struct BurstWriteMux<const SOURCES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Source: address.
    pub s_awaddr: [Signal<In, Bits<64>>; SOURCES],
    /// Source: burst length.
    pub s_awlen: [Signal<In, Bits<8>>; SOURCES],
    /// Source: there is a burst.
    pub s_awvalid: [Signal<In, Bit>; SOURCES],
    /// Source: it is taken.
    pub s_awready: [Signal<Out, Bit>; SOURCES],
    /// Source: beat.
    pub s_wdata: [Signal<In, Bits<512>>; SOURCES],
    /// Source: the beat is the last of its burst.
    pub s_wlast: [Signal<In, Bit>; SOURCES],
    /// Source: there is a beat.
    pub s_wvalid: [Signal<In, Bit>; SOURCES],
    /// Source: it is taken.
    pub s_wready: [Signal<Out, Bit>; SOURCES],
    /// The response that comes is an error.
    pub s_berror: Signal<Out, Bit>,
    /// It is this source's.
    pub s_bvalid: [Signal<Out, Bit>; SOURCES],
    /// AXI write address ID.
    pub m_awid: Signal<Out, Bits<ID_BITS>>,
    /// AXI write address.
    pub m_awaddr: Signal<Out, Bits<64>>,
    /// AXI burst length.
    pub m_awlen: Signal<Out, Bits<8>>,
    /// AXI write address valid.
    pub m_awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub m_awready: Signal<In, Bit>,
    /// AXI write data; all strobes are on.
    pub m_wdata: Signal<Out, Bits<512>>,
    /// AXI last beat of a burst.
    pub m_wlast: Signal<Out, Bit>,
    /// AXI write data valid.
    pub m_wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub m_wready: Signal<In, Bit>,
    /// AXI write response ID.
    pub m_bid: Signal<In, Bits<ID_BITS>>,
    /// AXI write response.
    pub m_bresp: Signal<In, Bits<2>>,
    /// AXI write response valid; it is always taken.
    pub m_bvalid: Signal<In, Bit>,
    turns: RoundRobin<SOURCES>,
    bursts: Fifo<WRITE_BITS, 2>,
    /// Whose data come next, one-hot.
    order: Fifo<SOURCES, LOG_AHEAD>,
    beats: Fifo<BEAT_BITS, 2>,
    wants: [Signal<Local, Bits<SOURCES>>; SOURCES],
    id: Signal<Local, Bits<ID_BITS>>,
    address: Signal<Local, Bits<64>>,
    length: Signal<Local, Bits<8>>,
    room: Signal<Local, Bit>,
    beat: Signal<Local, Bits<512>>,
    last: Signal<Local, Bit>,
    has_beat: Signal<Local, Bit>,
    numbers: [Constant<Bits<ID_BITS>>; SOURCES],
    nobody: Constant<Bits<SOURCES>>,
    about: About<Self>,
}

impl<const SOURCES: usize> Default for BurstWriteMux<SOURCES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset s_berror m_awid m_awaddr m_awlen m_awvalid m_awready m_wdata m_wlast m_wvalid m_wready
                m_bid m_bresp m_bvalid turns bursts order beats id address length room beat last has_beat about
            ]
            [s_awaddr s_awlen s_awvalid s_awready s_wdata s_wlast s_wvalid s_wready s_bvalid wants]
            numbers: std::array::from_fn(|source| Constant::new((source as u64).into())),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const SOURCES: usize> Describe for BurstWriteMux<SOURCES> {
    fn name() -> String {
        format!("burst_write_mux_{SOURCES}")
    }

    fn description() -> &'static str {
        "Takes the write bursts of several sources to one AXI4 port in turn. One cycle to the port, none back; a burst and a beat a cycle; stalls on the port, and when 16 addresses are ahead of their data."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[burst::CONSTANTS, beat::CONSTANTS, response::CONSTANTS])
    }
}

impl<const SOURCES: usize> Logic for BurstWriteMux<SOURCES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.turns.clock.next = self.clock.val();
        self.turns.reset.next = self.reset.val();
        self.bursts.clock.next = self.clock.val();
        self.bursts.reset.next = self.reset.val();
        self.order.clock.next = self.clock.val();
        self.order.reset.next = self.reset.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();

        comment!("Addresses.");
        self.room.next = self.bursts.in_ready.val() & self.order.in_ready.val();
        self.id.next = 0.into();
        self.address.next = 0.into();
        self.length.next = 0.into();
        for i in 0..SOURCES {
            if i == 0 {
                self.wants[i].next = self.nobody.val().replace_bit(i, self.s_awvalid[i].val());
            } else {
                self.wants[i].next = self.wants[i - 1].val().replace_bit(i, self.s_awvalid[i].val());
            }
            self.turns.request.next = self.wants[i].val();
            self.s_awready[i].next = self.turns.grant.val().get_bit(i) & self.room.val();
            if self.turns.grant.val().get_bit(i) {
                self.id.next = self.numbers[i].val();
                self.address.next = self.s_awaddr[i].val();
                self.length.next = self.s_awlen[i].val();
            }
        }
        self.turns.advance.next = self.room.val();
        self.bursts.in_valid.next = self.turns.grant.val().any() & self.order.in_ready.val();
        self.bursts.in_data.next = bit_cast::<WRITE_BITS, 64>(self.address.val())
            | (bit_cast::<WRITE_BITS, 8>(self.length.val()) << burst::LENGTH.val())
            | (bit_cast::<WRITE_BITS, ID_BITS>(self.id.val()) << burst::ID.val());
        self.order.in_valid.next = self.turns.grant.val().any() & self.bursts.in_ready.val();
        self.order.in_data.next = self.turns.grant.val();
        self.m_awaddr.next = self.bursts.out_data.val().get_bits::<64>(burst::ADDRESS);
        self.m_awlen.next = self.bursts.out_data.val().get_bits::<8>(burst::LENGTH);
        self.m_awid.next = self.bursts.out_data.val().get_bits::<ID_BITS>(burst::ID);
        self.m_awvalid.next = self.bursts.out_valid.val();
        self.bursts.out_ready.next = self.m_awready.val();

        comment!("Data, in the order of the addresses.");
        self.beat.next = 0.into();
        self.last.next = false;
        self.has_beat.next = false;
        for i in 0..SOURCES {
            self.s_wready[i].next =
                self.order.out_valid.val() & self.order.out_data.val().get_bit(i) & self.beats.in_ready.val();
            if self.order.out_valid.val() & self.order.out_data.val().get_bit(i) {
                self.beat.next = self.s_wdata[i].val();
                self.last.next = self.s_wlast[i].val();
                self.has_beat.next = self.s_wvalid[i].val();
            }
        }
        self.beats.in_valid.next = self.has_beat.val();
        self.beats.in_data.next = bit_cast::<BEAT_BITS, 512>(self.beat.val())
            | (bit_cast::<BEAT_BITS, 1>(self.last.val().into()) << beat::LAST.val());
        self.order.out_ready.next = self.has_beat.val() & self.last.val() & self.beats.in_ready.val();
        self.m_wdata.next = self.beats.out_data.val().get_bits::<512>(beat::DATA);
        self.m_wlast.next = self.beats.out_data.val().get_bit(beat::LAST);
        self.m_wvalid.next = self.beats.out_valid.val();
        self.beats.out_ready.next = self.m_wready.val();

        comment!("Responses.");
        self.s_berror.next = self.m_bresp.val().get_bit(response::ERROR);
        for i in 0..SOURCES {
            self.s_bvalid[i].next = self.m_bvalid.val() & (self.m_bid.val() == self.numbers[i].val());
        }
    }
}
