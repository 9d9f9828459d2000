//! EVs from the SSD to the cache.

use crate::axi::{ID_BITS, response};
use crate::layout::{Place, constants, layout};
use crate::memory::LutRam;
use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// EVs that the SSD may have been asked for (2 to the power of this).
pub const LOG_TAGS: usize = 7;
/// EVs that the SSD may have been asked for.
const TAGS: usize = 1 << LOG_TAGS;
layout! {
    /// A queued read.
    mod read {
        ADDRESS: 64,
        TAG: LOG_TAGS,
    }
}
/// Bits of it.
const READ_BITS: usize = read::BITS;
/// Beats that may wait for the DRAM (2 to the power of this).
const LOG_BEATS: usize = 5;
/// EVs that the DRAM may have and not have answered.
const UNANSWERED: u64 = 255;

/// Copies EVs of `16 * SLICES` elements from the SSD to the DRAM, a burst each. The SSD answers in any order, but burst by
/// burst: the ID of a burst says where its EV goes.
///
/// * Latency: two cycles from `vector_valid` to the SSD, two from its last beat to the DRAM.
/// * Throughput: a beat a cycle.
/// * Stalls when the tag whose turn it is is under way (128 are), and when either port does. A burst goes to the DRAM when all of
///   it is here, so it holds up no other writer.
#[derive(LogicBlock)]
pub struct Filler<const SLICES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Forgets errors (while `idle`).
    pub clear: Signal<In, Bit>,
    /// Where an EV is, on the SSD.
    pub from: Signal<In, Bits<64>>,
    /// Where it goes, in the DRAM.
    pub to: Signal<In, Bits<64>>,
    /// There is one.
    pub vector_valid: Signal<In, Bit>,
    /// It is taken.
    pub vector_ready: Signal<Out, Bit>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The DRAM has taken an EV.
    pub loaded: Signal<Out, Bit>,
    /// The SSD answered with an error; stays until `clear`.
    pub read_failed: Signal<Out, Bit>,
    /// The DRAM answered with an error; stays until `clear`.
    pub write_failed: Signal<Out, Bit>,
    /// SSD: AXI read address ID.
    pub arid: Signal<Out, Bits<ID_BITS>>,
    /// SSD: AXI read address.
    pub araddr: Signal<Out, Bits<64>>,
    /// SSD: AXI burst length.
    pub arlen: Signal<Out, Bits<8>>,
    /// SSD: AXI read address valid.
    pub arvalid: Signal<Out, Bit>,
    /// SSD: AXI read address ready.
    pub arready: Signal<In, Bit>,
    /// SSD: AXI read data ID.
    pub rid: Signal<In, Bits<ID_BITS>>,
    /// SSD: AXI read data.
    pub rdata: Signal<In, Bits<512>>,
    /// SSD: AXI read response.
    pub rresp: Signal<In, Bits<2>>,
    /// SSD: AXI read data valid.
    pub rvalid: Signal<In, Bit>,
    /// SSD: AXI read data ready.
    pub rready: Signal<Out, Bit>,
    /// DRAM: AXI write address.
    pub awaddr: Signal<Out, Bits<64>>,
    /// DRAM: AXI burst length.
    pub awlen: Signal<Out, Bits<8>>,
    /// DRAM: AXI write address valid.
    pub awvalid: Signal<Out, Bit>,
    /// DRAM: AXI write address ready.
    pub awready: Signal<In, Bit>,
    /// DRAM: AXI write data; all strobes are on.
    pub wdata: Signal<Out, Bits<512>>,
    /// DRAM: AXI last beat of a burst.
    pub wlast: Signal<Out, Bit>,
    /// DRAM: AXI write data valid.
    pub wvalid: Signal<Out, Bit>,
    /// DRAM: AXI write data ready.
    pub wready: Signal<In, Bit>,
    /// DRAM: the response is an error.
    pub berror: Signal<In, Bit>,
    /// DRAM: AXI write response valid; it is always taken.
    pub bvalid: Signal<In, Bit>,
    reads: Fifo<READ_BITS, 2>,
    targets: LutRam<64, LOG_TAGS>,
    beats: Fifo<512, LOG_BEATS>,
    /// Addresses of bursts that are here as a whole.
    addresses: Fifo<64, LOG_BEATS>,
    next_tag: DFF<Bits<LOG_TAGS>>,
    /// Tags that are under way.
    busy: DFF<Bits<TAGS>>,
    beat: DFF<Bits<3>>,
    sent: DFF<Bits<3>>,
    /// EVs that the SSD was asked for and that the DRAM has not answered.
    open: DFF<Bits<9>>,
    bad_read: DFF<Bit>,
    bad_write: DFF<Bit>,
    next_bit: Signal<Local, Bits<TAGS>>,
    room: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    comes: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    tag: Signal<Local, Bits<LOG_TAGS>>,
    taken: Signal<Local, Bits<TAGS>>,
    freed: Signal<Local, Bits<TAGS>>,
    answered: Signal<Local, Bit>,
    one: Constant<Bits<TAGS>>,
    last_beat: Constant<Bits<3>>,
    length: Constant<Bits<8>>,
    most: Constant<Bits<9>>,
    about: About<Self>,
}

impl<const SLICES: usize> Default for Filler<SLICES> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "16 to 128 elements");
        crate::defaults! {
            [
                clock reset clear from to vector_valid vector_ready idle loaded read_failed write_failed arid araddr arlen arvalid
                arready rid rdata rresp rvalid rready awaddr awlen awvalid awready wdata wlast wvalid wready berror bvalid reads
                targets beats addresses next_tag busy beat sent open bad_read bad_write next_bit room takes comes whole
                tag taken freed answered about
            ]
            []
            one: Constant::new(1.into()),
            last_beat: Constant::new((SLICES as u64 - 1).into()),
            length: Constant::new((SLICES as u64 - 1).into()),
            most: Constant::new(UNANSWERED.into()),
        }
    }
}

impl<const SLICES: usize> Describe for Filler<SLICES> {
    fn name() -> String {
        format!("filler_s{SLICES}")
    }

    fn description() -> &'static str {
        "Copies EVs from the SSD, which answers in any order, to the DRAM, a burst each. A beat a cycle; stalls when the tag whose turn it is is under way (128 are), and when either port does."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[read::CONSTANTS, response::CONSTANTS])
    }
}

impl<const SLICES: usize> Logic for Filler<SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_tag, busy, beat, sent, open, bad_read, bad_write);
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.targets.clock.next = self.clock.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();

        comment!("Ask the SSD.");
        self.next_bit.next = self.one.val() << self.next_tag.q.val();
        self.room.next = !(self.busy.q.val() & self.next_bit.val()).any()
            & (self.open.q.val() != self.most.val())
            & !self.bad_read.q.val()
            & !self.bad_write.q.val();
        self.takes.next = self.vector_valid.val() & self.room.val() & self.reads.in_ready.val();
        self.vector_ready.next = self.room.val() & self.reads.in_ready.val();
        self.reads.in_valid.next = self.vector_valid.val() & self.room.val();
        self.reads.in_data.next = bit_cast::<READ_BITS, 64>(self.from.val())
            | (bit_cast::<READ_BITS, LOG_TAGS>(self.next_tag.q.val()) << read::TAG.val());
        self.targets.write_enable.next = self.takes.val();
        self.targets.write_address.next = self.next_tag.q.val();
        self.targets.write_data.next = self.to.val();
        self.taken.next = 0.into();
        if self.takes.val() {
            self.taken.next = self.next_bit.val();
            self.next_tag.d.next = self.next_tag.q.val() + 1;
        }
        self.araddr.next = self.reads.out_data.val().get_bits::<64>(read::ADDRESS);
        self.arid.next = bit_cast::<ID_BITS, LOG_TAGS>(self.reads.out_data.val().get_bits::<LOG_TAGS>(read::TAG));
        self.arlen.next = self.length.val();
        self.arvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.arready.val();

        comment!("Take what comes.");
        self.tag.next = self.rid.val().get_bits::<LOG_TAGS>(0);
        self.targets.read_address.next = self.tag.val();
        self.rready.next = self.beats.in_ready.val() & self.addresses.in_ready.val();
        self.comes.next = self.rvalid.val() & self.beats.in_ready.val() & self.addresses.in_ready.val();
        self.whole.next = self.comes.val() & (self.beat.q.val() == self.last_beat.val());
        self.beats.in_data.next = self.rdata.val();
        self.beats.in_valid.next = self.comes.val();
        self.addresses.in_data.next = self.targets.read_data.val();
        self.addresses.in_valid.next = self.whole.val();
        self.freed.next = 0.into();
        if self.comes.val() {
            self.beat.d.next = self.beat.q.val() + 1;
            if self.rresp.val().get_bit(response::ERROR) {
                self.bad_read.d.next = true;
            }
        }
        if self.whole.val() {
            self.beat.d.next = 0.into();
            self.freed.next = self.one.val() << self.tag.val();
        }
        self.busy.d.next = (self.busy.q.val() | self.taken.val()) & !self.freed.val();

        comment!("Write it: what failed, too, which the cache does not hold then.");
        self.awaddr.next = self.addresses.out_data.val();
        self.awlen.next = self.length.val();
        self.awvalid.next = self.addresses.out_valid.val();
        self.addresses.out_ready.next = self.awready.val();
        self.wdata.next = self.beats.out_data.val();
        self.wvalid.next = self.beats.out_valid.val();
        self.wlast.next = self.sent.q.val() == self.last_beat.val();
        self.beats.out_ready.next = self.wready.val();
        if self.beats.out_valid.val() & self.wready.val() {
            self.sent.d.next = self.sent.q.val() + 1;
            if self.sent.q.val() == self.last_beat.val() {
                self.sent.d.next = 0.into();
            }
        }
        self.answered.next = self.bvalid.val();
        self.loaded.next = self.bvalid.val() & !self.berror.val();
        if self.bvalid.val() & self.berror.val() {
            self.bad_write.d.next = true;
        }
        self.read_failed.next = self.bad_read.q.val();
        self.write_failed.next = self.bad_write.q.val();
        if self.takes.val() & !self.answered.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.answered.val() & !self.takes.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        self.idle.next = !self.open.q.val().any();
        if self.clear.val() {
            self.bad_read.d.next = false;
            self.bad_write.d.next = false;
        }
        if self.reset.val() {
            self.next_tag.d.next = 0.into();
            self.busy.d.next = 0.into();
            self.beat.d.next = 0.into();
            self.sent.d.next = 0.into();
            self.open.d.next = 0.into();
            self.bad_read.d.next = false;
            self.bad_write.d.next = false;
        }
    }
}
