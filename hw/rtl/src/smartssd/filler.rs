//! EVs from the SSD to the cache.

use crate::axi::{ID_BITS, response};
use crate::layout::{Place, constants, layout};
use crate::memory::{BlockRam, LutRam};
use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// EVs that the SSD may have been asked for (2 to the power of this).
pub const LOG_TAGS: usize = 7;
/// EVs that the SSD may have been asked for.
const TAGS: usize = 1 << LOG_TAGS;
/// Bits of an ID above those of a tag.
const ABOVE_BITS: usize = ID_BITS - LOG_TAGS;
/// Beats that the buffer holds (2 to the power of this).
const LOG_PLACES: usize = 9;
/// Bits of a number of beats that have come.
const COUNT_BITS: usize = 4;
layout! {
    /// An ID.
    mod id {
        TAG: LOG_TAGS,
        ABOVE: ABOVE_BITS,
    }
}
layout! {
    /// A queued read.
    mod read {
        ADDRESS: 64,
        TAG: LOG_TAGS,
    }
}
/// Bits of it.
const READ_BITS: usize = read::BITS;
layout! {
    /// What has come of an EV.
    mod come {
        COUNT: COUNT_BITS,
        SPOILT: 1,
    }
}
/// Bits of it.
const COME_BITS: usize = come::BITS;
/// Beats that may wait for the DRAM behind the buffer (2 to the power of this).
const LOG_BEATS: usize = 2;
/// EVs that the DRAM may have and not have answered.
const UNANSWERED: u64 = 255;

/// Copies EVs of `16 * SLICES` elements from the SSD to the DRAM, a burst each. The SSD answers in any order, and beats of different
/// EVs may interleave: each EV is put together in a place of its own, which its ID names.
///
/// An EV is written when all of its beats have come well, and RLAST came with the last of them, neither sooner nor later. One that did
/// not is dropped, and so is a beat that nobody asked for: `read_failed` says so, and no EV is taken until `clear`.
///
/// * Latency: two cycles from `vector_valid` to the SSD, two from its last beat to the DRAM.
/// * Throughput: a beat a cycle.
/// * Stalls when the place whose turn it is is taken (there are 128, or 512 beats), and when the DRAM's port does; beats of the SSD
///   are always taken. A burst goes to the DRAM when all of it is here, so it holds up no other writer.
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
    /// SSD: AXI last beat of a burst.
    pub rlast: Signal<In, Bit>,
    /// SSD: AXI read data valid.
    pub rvalid: Signal<In, Bit>,
    /// SSD: AXI read data ready; always high.
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
    counts: LutRam<COME_BITS, LOG_TAGS>,
    buffer: BlockRam<512, LOG_PLACES>,
    /// Tags of EVs that are here as a whole.
    whole: Fifo<LOG_TAGS, LOG_TAGS>,
    addresses: Fifo<64, 2>,
    beats: Fifo<512, LOG_BEATS>,
    next_tag: DFF<Bits<LOG_TAGS>>,
    /// Tags whose place is taken, whose burst has not ended, of which something has come.
    busy: DFF<Bits<TAGS>>,
    asked: DFF<Bits<TAGS>>,
    begun: DFF<Bits<TAGS>>,
    /// An EV was taken a cycle ago, and the tag that was next then.
    took: DFF<Bit>,
    took_tag: DFF<Bits<LOG_TAGS>>,
    /// The place of the tag that is next is taken: if none was taken a cycle ago, and if one was.
    stayed_busy: DFF<Bit>,
    followed_busy: DFF<Bit>,
    next_busy: Signal<Local, Bit>,
    tag_after: Signal<Local, Bits<LOG_TAGS>>,
    /// The beat that leaves the buffer next, and the one that leaves for the DRAM.
    at: DFF<Bits<3>>,
    sent: DFF<Bits<3>>,
    /// Room for beats behind the buffer.
    room: DFF<Bits<3>>,
    fetched: DFF<Bit>,
    /// EVs that the SSD was asked for and that are neither dropped nor answered by the DRAM.
    open: DFF<Bits<9>>,
    bad_read: DFF<Bit>,
    bad_write: DFF<Bit>,
    next_bit: Signal<Local, Bits<TAGS>>,
    may_take: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    tag: Signal<Local, Bits<LOG_TAGS>>,
    tag_bit: Signal<Local, Bits<TAGS>>,
    known: Signal<Local, Bit>,
    has_begun: Signal<Local, Bit>,
    comes: Signal<Local, Bit>,
    count: Signal<Local, Bits<COUNT_BITS>>,
    count_after: Signal<Local, Bits<COUNT_BITS>>,
    at_last: Signal<Local, Bit>,
    was_spoilt: Signal<Local, Bit>,
    is_spoilt: Signal<Local, Bit>,
    filled: Signal<Local, Bit>,
    spoils: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    dropped: Signal<Local, Bit>,
    whole_bit: Signal<Local, Bits<TAGS>>,
    fetches: Signal<Local, Bit>,
    empties: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    taken: Signal<Local, Bits<TAGS>>,
    placed: Signal<Local, Bits<TAGS>>,
    came: Signal<Local, Bits<TAGS>>,
    ended: Signal<Local, Bits<TAGS>>,
    freed: Signal<Local, Bits<TAGS>>,
    lost: Signal<Local, Bits<TAGS>>,
    left: Signal<Local, Bits<9>>,
    one: Constant<Bits<TAGS>>,
    last_tag: Constant<Bits<LOG_TAGS>>,
    last_beat: Constant<Bits<3>>,
    all_but_one: Constant<Bits<COUNT_BITS>>,
    all_beats: Constant<Bits<COUNT_BITS>>,
    place_shift: Constant<Bits<3>>,
    all_room: Constant<Bits<3>>,
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
                arready rid rdata rresp rlast rvalid rready awaddr awlen awvalid awready wdata wlast wvalid wready berror bvalid reads
                targets counts buffer whole addresses beats next_tag busy asked begun took took_tag stayed_busy followed_busy next_busy tag_after at sent room fetched open bad_read bad_write
                next_bit may_take takes tag tag_bit known has_begun comes count count_after at_last was_spoilt is_spoilt filled spoils good dropped whole_bit fetches empties
                leaves taken placed came ended freed lost left about
            ]
            []
            one: Constant::new(1.into()),
            last_tag: Constant::new((TAGS.min((1 << LOG_PLACES) / SLICES) as u64 - 1).into()),
            last_beat: Constant::new((SLICES as u64 - 1).into()),
            all_but_one: Constant::new((SLICES as u64 - 1).into()),
            all_beats: Constant::new((SLICES as u64).into()),
            place_shift: Constant::new(u64::from(SLICES.trailing_zeros()).into()),
            all_room: Constant::new((1u64 << LOG_BEATS).into()),
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
        "Copies EVs from the SSD, which answers in any order and may interleave bursts, to the DRAM, a burst each; drops what did not come well. A beat a cycle; stalls when the place whose turn it is is taken (there are 128), and when the DRAM's port does."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[id::CONSTANTS, read::CONSTANTS, come::CONSTANTS, response::CONSTANTS])
    }
}

impl<const SLICES: usize> Logic for Filler<SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            next_tag,
            busy,
            asked,
            begun,
            took,
            took_tag,
            stayed_busy,
            followed_busy,
            at,
            sent,
            room,
            fetched,
            open,
            bad_read,
            bad_write
        );
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.targets.clock.next = self.clock.val();
        self.counts.clock.next = self.clock.val();
        self.buffer.clock.next = self.clock.val();
        self.whole.clock.next = self.clock.val();
        self.whole.reset.next = self.reset.val();
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();
        if self.clear.val() {
            self.bad_read.d.next = false;
            self.bad_write.d.next = false;
        }

        comment!("Ask the SSD.");
        self.next_bit.next = self.one.val() << self.next_tag.q.val();
        self.next_busy.next = self.stayed_busy.q.val();
        if self.took.q.val() {
            self.next_busy.next = self.followed_busy.q.val();
        }
        self.may_take.next = !self.next_busy.val()
            & (self.open.q.val() != self.most.val())
            & !self.bad_read.q.val()
            & !self.bad_write.q.val();
        self.takes.next = self.vector_valid.val() & self.may_take.val() & self.reads.in_ready.val();
        self.vector_ready.next = self.may_take.val() & self.reads.in_ready.val();
        self.reads.in_valid.next = self.vector_valid.val() & self.may_take.val();
        self.reads.in_data.next = bit_cast::<READ_BITS, 64>(self.from.val())
            | (bit_cast::<READ_BITS, LOG_TAGS>(self.next_tag.q.val()) << read::TAG.val());
        self.targets.write_enable.next = self.takes.val();
        self.targets.write_address.next = self.next_tag.q.val();
        self.targets.write_data.next = self.to.val();
        self.tag_after.next = self.next_tag.q.val() + 1;
        if self.next_tag.q.val() == self.last_tag.val() {
            self.tag_after.next = 0.into();
        }
        if self.takes.val() {
            self.next_tag.d.next = self.tag_after.val();
        }
        self.araddr.next = self.reads.out_data.val().get_bits::<64>(read::ADDRESS);
        self.arid.next = bit_cast::<ID_BITS, LOG_TAGS>(self.reads.out_data.val().get_bits::<LOG_TAGS>(read::TAG));
        self.arlen.next = self.length.val();
        self.arvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.arready.val();
        self.rready.next = true;

        comment!("Put together what comes, each EV in its place.");
        self.tag.next = self.rid.val().get_bits::<LOG_TAGS>(id::TAG);
        self.tag_bit.next = self.one.val() << self.tag.val();
        self.known.next = self.asked.q.val().get_bit(self.tag.val().index())
            & !self.rid.val().get_bits::<ABOVE_BITS>(id::ABOVE).any();
        self.comes.next = self.rvalid.val() & self.known.val();
        self.counts.read_address.next = self.tag.val();
        self.count.next = 0.into();
        self.was_spoilt.next = false;
        self.has_begun.next = self.begun.q.val().get_bit(self.tag.val().index());
        if self.has_begun.val() {
            self.count.next = self.counts.read_data.val().get_bits::<COUNT_BITS>(come::COUNT);
            self.was_spoilt.next = self.counts.read_data.val().get_bit(come::SPOILT);
        }
        self.filled.next = self.count.val() == self.all_beats.val();
        self.at_last.next = self.count.val() == self.all_but_one.val();
        self.spoils.next = self.rresp.val().get_bit(response::ERROR) | (self.rlast.val() ^ self.at_last.val());
        self.count_after.next = self.count.val() + 1;
        self.is_spoilt.next = self.was_spoilt.val() | self.spoils.val();
        self.counts.write_enable.next = self.comes.val();
        self.counts.write_address.next = self.tag.val();
        self.counts.write_data.next = bit_cast::<COME_BITS, COUNT_BITS>(self.count_after.val())
            | (bit_cast::<COME_BITS, 1>(self.is_spoilt.val().into()) << come::SPOILT.val());
        if self.filled.val() {
            // Of a burst that goes on nothing more is counted.
            self.counts.write_data.next = self.counts.read_data.val();
        }
        self.buffer.write_enable.next = self.comes.val() & !self.filled.val();
        self.buffer.write_address.next = (bit_cast::<LOG_PLACES, LOG_TAGS>(self.tag.val()) << self.place_shift.val())
            | bit_cast::<LOG_PLACES, COUNT_BITS>(self.count.val());
        self.buffer.write_data.next = self.rdata.val();
        self.good.next = self.comes.val() & self.rlast.val() & !self.is_spoilt.val();
        self.dropped.next = self.comes.val() & self.rlast.val() & self.is_spoilt.val();
        self.whole.in_data.next = self.tag.val();
        self.whole.in_valid.next = self.good.val();
        if self.rvalid.val() & (!self.known.val() | self.spoils.val()) {
            self.bad_read.d.next = true;
        }

        comment!("Write what is here as a whole.");
        self.whole_bit.next = self.one.val() << self.whole.out_data.val();
        self.fetches.next = self.whole.out_valid.val()
            & self.room.q.val().any()
            & (self.at.q.val().any() | self.addresses.in_ready.val());
        self.empties.next = self.fetches.val() & (self.at.q.val() == self.last_beat.val());
        self.whole.out_ready.next = self.empties.val();
        self.buffer.read_enable.next = self.fetches.val();
        self.buffer.read_address.next = (bit_cast::<LOG_PLACES, LOG_TAGS>(self.whole.out_data.val())
            << self.place_shift.val())
            | bit_cast::<LOG_PLACES, 3>(self.at.q.val());
        self.targets.read_address.next = self.whole.out_data.val();
        self.addresses.in_data.next = self.targets.read_data.val();
        self.addresses.in_valid.next = self.fetches.val() & !self.at.q.val().any();
        if self.fetches.val() {
            self.at.d.next = self.at.q.val() + 1;
        }
        if self.empties.val() {
            self.at.d.next = 0.into();
        }
        self.fetched.d.next = self.fetches.val();
        self.beats.in_data.next = self.buffer.read_data.val();
        self.beats.in_valid.next = self.fetched.q.val();
        self.awaddr.next = self.addresses.out_data.val();
        self.awlen.next = self.length.val();
        self.awvalid.next = self.addresses.out_valid.val();
        self.addresses.out_ready.next = self.awready.val();
        self.wdata.next = self.beats.out_data.val();
        self.wvalid.next = self.beats.out_valid.val();
        self.wlast.next = self.sent.q.val() == self.last_beat.val();
        self.beats.out_ready.next = self.wready.val();
        self.leaves.next = self.beats.out_valid.val() & self.wready.val();
        if self.leaves.val() {
            self.sent.d.next = self.sent.q.val() + 1;
            if self.sent.q.val() == self.last_beat.val() {
                self.sent.d.next = 0.into();
            }
        }
        if self.fetches.val() & !self.leaves.val() {
            self.room.d.next = self.room.q.val() - 1;
        }
        if self.leaves.val() & !self.fetches.val() {
            self.room.d.next = self.room.q.val() + 1;
        }
        self.loaded.next = self.bvalid.val() & !self.berror.val();
        if self.bvalid.val() & self.berror.val() {
            self.bad_write.d.next = true;
        }
        self.read_failed.next = self.bad_read.q.val();
        self.write_failed.next = self.bad_write.q.val();

        comment!("What is under way.");
        self.taken.next = 0.into();
        if self.takes.val() {
            self.taken.next = self.next_bit.val();
        }
        self.took.d.next = self.takes.val();
        self.took_tag.d.next = self.next_tag.q.val();
        self.placed.next = 0.into();
        if self.took.q.val() {
            self.placed.next = self.one.val() << self.took_tag.q.val();
        }
        self.came.next = 0.into();
        self.ended.next = 0.into();
        if self.comes.val() {
            self.came.next = self.tag_bit.val();
            if self.rlast.val() {
                self.ended.next = self.tag_bit.val();
            }
        }
        self.freed.next = 0.into();
        if self.empties.val() {
            self.freed.next = self.whole_bit.val();
        }
        self.lost.next = 0.into();
        if self.dropped.val() {
            self.lost.next = self.tag_bit.val();
        }
        self.begun.d.next = (self.begun.q.val() | self.came.val()) & !self.ended.val();
        self.asked.d.next = (self.asked.q.val() | self.taken.val()) & !self.ended.val();
        self.busy.d.next = (self.busy.q.val() | self.placed.val()) & !self.freed.val() & !self.lost.val();
        // Whether an EV is taken is known late, and nothing wide waits for that: whether the place of the next tag is taken is worked out
        // for both, and the place of what was taken is marked a cycle later, long before its tag is next again.
        self.stayed_busy.d.next = self.next_busy.val()
            & !(self.empties.val() & (self.whole.out_data.val() == self.next_tag.q.val()))
            & !(self.dropped.val() & (self.tag.val() == self.next_tag.q.val()));
        self.followed_busy.d.next = self.busy.q.val().get_bit(self.tag_after.val().index())
            & !(self.empties.val() & (self.whole.out_data.val() == self.tag_after.val()))
            & !(self.dropped.val() & (self.tag.val() == self.tag_after.val()));
        // What is known late selects a count, and is not added to it.
        self.left.next = self.open.q.val() - bit_cast::<9, 1>(self.bvalid.val().into());
        self.open.d.next = self.left.val();
        if self.takes.val() & !self.dropped.val() {
            self.open.d.next = self.left.val() + 1;
        }
        if self.dropped.val() & !self.takes.val() {
            self.open.d.next = self.left.val() - 1;
        }
        self.idle.next = !self.open.q.val().any();
        if self.reset.val() {
            self.next_tag.d.next = 0.into();
            self.busy.d.next = 0.into();
            self.asked.d.next = 0.into();
            self.begun.d.next = 0.into();
            self.took.d.next = false;
            self.stayed_busy.d.next = false;
            self.followed_busy.d.next = false;
            self.at.d.next = 0.into();
            self.sent.d.next = 0.into();
            self.room.d.next = self.all_room.val();
            self.fetched.d.next = false;
            self.open.d.next = 0.into();
            self.bad_read.d.next = false;
            self.bad_write.d.next = false;
        }
    }
}
