//! Several readers of bursts on one AXI4 port.

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
const READ_BITS: usize = burst::BITS;

/// Takes the read bursts of `SOURCES` to one AXI4 port in turn. The ID of a burst is its source's number, so each source gets
/// its beats in the order of its bursts, and beats of different sources may interleave. Sources have room for what they ask for, and
/// all bursts of a source are of one length.
///
/// A source gets as many beats as it asked for whatever the port gives: of a burst that RLAST ends early the beats that are missing
/// come as errors, of one that it ends late the last one does, and those behind it are dropped.
///
/// * Latency: one cycle to the port, none back.
/// * Throughput: a burst a cycle, a beat a cycle.
/// * Stalls when the port takes no address. It takes every beat, but while it makes up for beats that are missing.
#[derive(LogicBlock)]
pub struct BurstReadMux<const SOURCES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Source: address.
    pub s_araddr: [Signal<In, Bits<64>>; SOURCES],
    /// Source: burst length; always the same.
    pub s_arlen: [Signal<In, Bits<8>>; SOURCES],
    /// Source: there is a burst.
    pub s_arvalid: [Signal<In, Bit>; SOURCES],
    /// Source: it is taken.
    pub s_arready: [Signal<Out, Bit>; SOURCES],
    /// The beat that comes.
    pub s_rdata: Signal<Out, Bits<512>>,
    /// It is an error.
    pub s_rerror: Signal<Out, Bit>,
    /// It is this source's.
    pub s_rvalid: [Signal<Out, Bit>; SOURCES],
    /// AXI read address ID.
    pub m_arid: Signal<Out, Bits<ID_BITS>>,
    /// AXI read address.
    pub m_araddr: Signal<Out, Bits<64>>,
    /// AXI burst length.
    pub m_arlen: Signal<Out, Bits<8>>,
    /// AXI read address valid.
    pub m_arvalid: Signal<Out, Bit>,
    /// AXI read address ready.
    pub m_arready: Signal<In, Bit>,
    /// AXI read data ID.
    pub m_rid: Signal<In, Bits<ID_BITS>>,
    /// AXI read data.
    pub m_rdata: Signal<In, Bits<512>>,
    /// AXI read response.
    pub m_rresp: Signal<In, Bits<2>>,
    /// AXI last beat of a burst.
    pub m_rlast: Signal<In, Bit>,
    /// AXI read data valid.
    pub m_rvalid: Signal<In, Bit>,
    /// AXI read data ready; low only behind a burst that ended early.
    pub m_rready: Signal<Out, Bit>,
    turns: RoundRobin<SOURCES>,
    bursts: Fifo<READ_BITS, 2>,
    /// Beats of the burst that comes to each source.
    at: [DFF<Bits<8>>; SOURCES],
    /// The source has its beats, and the burst goes on.
    overlong: [DFF<Bit>; SOURCES],
    /// The source lacks beats of a burst that has ended.
    short: [DFF<Bit>; SOURCES],
    wants: [Signal<Local, Bits<SOURCES>>; SOURCES],
    comes: [Signal<Local, Bit>; SOURCES],
    given: [Signal<Local, Bit>; SOURCES],
    filled: [Signal<Local, Bit>; SOURCES],
    bad_end: Signal<Local, Bit>,
    id: Signal<Local, Bits<ID_BITS>>,
    address: Signal<Local, Bits<64>>,
    length: Signal<Local, Bits<8>>,
    numbers: [Constant<Bits<ID_BITS>>; SOURCES],
    nobody: Constant<Bits<SOURCES>>,
    about: About<Self>,
}

impl<const SOURCES: usize> Default for BurstReadMux<SOURCES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset s_rdata s_rerror m_arid m_araddr m_arlen m_arvalid m_arready m_rid m_rdata m_rresp m_rlast m_rvalid
                m_rready turns bursts bad_end id address length about
            ]
            [s_araddr s_arlen s_arvalid s_arready s_rvalid at overlong short wants comes given filled]
            numbers: std::array::from_fn(|source| Constant::new((source as u64).into())),
            nobody: Constant::new(0.into()),
        }
    }
}

impl<const SOURCES: usize> Describe for BurstReadMux<SOURCES> {
    fn name() -> String {
        format!("burst_read_mux_{SOURCES}")
    }

    fn description() -> &'static str {
        "Takes the read bursts of several sources to one AXI4 port in turn. A source gets as many beats as it asked for; a burst of another length is an error. One cycle to the port, none back; a burst and a beat a cycle; stalls when the port takes no address."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[burst::CONSTANTS, response::CONSTANTS])
    }
}

impl<const SOURCES: usize> Logic for BurstReadMux<SOURCES> {
    #[hdl_gen]
    fn update(&mut self) {
        self.turns.clock.next = self.clock.val();
        self.turns.reset.next = self.reset.val();
        self.bursts.clock.next = self.clock.val();
        self.bursts.reset.next = self.reset.val();
        self.id.next = 0.into();
        self.address.next = 0.into();
        self.length.next = 0.into();
        for i in 0..SOURCES {
            if i == 0 {
                self.wants[i].next = self.nobody.val().replace_bit(i, self.s_arvalid[i].val());
            } else {
                self.wants[i].next = self.wants[i - 1].val().replace_bit(i, self.s_arvalid[i].val());
            }
            self.turns.request.next = self.wants[i].val();
            self.s_arready[i].next = self.turns.grant.val().get_bit(i) & self.bursts.in_ready.val();
            if self.turns.grant.val().get_bit(i) {
                self.id.next = self.numbers[i].val();
                self.address.next = self.s_araddr[i].val();
                self.length.next = self.s_arlen[i].val();
            }
        }
        self.turns.advance.next = self.bursts.in_ready.val();
        self.bursts.in_valid.next = self.turns.grant.val().any();
        self.bursts.in_data.next = bit_cast::<READ_BITS, 64>(self.address.val())
            | (bit_cast::<READ_BITS, 8>(self.length.val()) << burst::LENGTH.val())
            | (bit_cast::<READ_BITS, ID_BITS>(self.id.val()) << burst::ID.val());
        self.m_araddr.next = self.bursts.out_data.val().get_bits::<64>(burst::ADDRESS);
        self.m_arlen.next = self.bursts.out_data.val().get_bits::<8>(burst::LENGTH);
        self.m_arid.next = self.bursts.out_data.val().get_bits::<ID_BITS>(burst::ID);
        self.m_arvalid.next = self.bursts.out_valid.val();
        self.bursts.out_ready.next = self.m_arready.val();

        comment!("Beats, as many as were asked for.");
        self.m_rready.next = true;
        for i in 0..SOURCES {
            if self.short[i].q.val() {
                self.m_rready.next = false;
            }
        }
        self.s_rdata.next = self.m_rdata.val();
        self.bad_end.next = false;
        for i in 0..SOURCES {
            self.at[i].clock.next = self.clock.val();
            self.overlong[i].clock.next = self.clock.val();
            self.short[i].clock.next = self.clock.val();
            self.at[i].d.next = self.at[i].q.val();
            self.overlong[i].d.next = self.overlong[i].q.val();
            self.short[i].d.next = self.short[i].q.val();
            self.comes[i].next =
                self.m_rvalid.val() & self.m_rready.val() & (self.m_rid.val() == self.numbers[i].val());
            self.given[i].next = (self.comes[i].val() & !self.overlong[i].q.val()) | self.short[i].q.val();
            self.filled[i].next = self.at[i].q.val() == self.s_arlen[i].val();
            self.s_rvalid[i].next = self.given[i].val();
            if self.given[i].val() {
                self.at[i].d.next = self.at[i].q.val() + 1;
                if self.short[i].q.val() | (self.m_rlast.val() ^ self.filled[i].val()) {
                    self.bad_end.next = true;
                }
                if self.filled[i].val() {
                    self.at[i].d.next = 0.into();
                    self.short[i].d.next = false;
                }
            }
            if self.comes[i].val() {
                self.overlong[i].d.next = (self.filled[i].val() | self.overlong[i].q.val()) & !self.m_rlast.val();
                if self.m_rlast.val() & !self.filled[i].val() & !self.overlong[i].q.val() {
                    self.short[i].d.next = true;
                }
            }
            if self.reset.val() {
                self.at[i].d.next = 0.into();
                self.overlong[i].d.next = false;
                self.short[i].d.next = false;
            }
        }
        self.s_rerror.next = self.m_rresp.val().get_bit(response::ERROR) | self.bad_end.val();
    }
}
