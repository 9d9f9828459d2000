//! EVs from the cache to the SSD.

use crate::axi::response;
use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Beats that may be buffered or on their way (2 to the power of this).
const LOG_BEATS: usize = 6;
/// EVs that may be on their way (2 to the power of this).
const LOG_VECTORS: usize = 6;
/// EVs that the SSD may have and not have answered.
const UNANSWERED: u64 = 255;

/// Copies EVs of `16 * SLICES` elements from the DRAM to the SSD, a burst each.
///
/// An EV is written when all of it was read well; behind one that was not, nothing more is written until `clear`.
///
/// * Latency: two cycles from `vector_valid` to the DRAM, one from the last beat to the SSD.
/// * Throughput: a beat a cycle.
/// * Stalls when 64 beats are on their way, when 255 EVs are unanswered, and when either port does.
#[derive(LogicBlock)]
pub struct Evictor<const SLICES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Forgets errors, and what was read (while `idle`).
    pub clear: Signal<In, Bit>,
    /// Where an EV is, in the DRAM.
    pub from: Signal<In, Bits<64>>,
    /// Where it goes, on the SSD.
    pub to: Signal<In, Bits<64>>,
    /// There is one.
    pub vector_valid: Signal<In, Bit>,
    /// It is taken.
    pub vector_ready: Signal<Out, Bit>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// The SSD has taken an EV.
    pub evicted: Signal<Out, Bit>,
    /// The DRAM answered with an error; stays until `clear`.
    pub read_failed: Signal<Out, Bit>,
    /// The SSD answered with an error; stays until `clear`.
    pub write_failed: Signal<Out, Bit>,
    /// DRAM: AXI read address.
    pub araddr: Signal<Out, Bits<64>>,
    /// DRAM: AXI burst length.
    pub arlen: Signal<Out, Bits<8>>,
    /// DRAM: AXI read address valid.
    pub arvalid: Signal<Out, Bit>,
    /// DRAM: AXI read address ready.
    pub arready: Signal<In, Bit>,
    /// DRAM: AXI read data.
    pub rdata: Signal<In, Bits<512>>,
    /// DRAM: the beat is an error.
    pub rerror: Signal<In, Bit>,
    /// DRAM: AXI read data valid; there is always room.
    pub rvalid: Signal<In, Bit>,
    /// SSD: AXI write address.
    pub awaddr: Signal<Out, Bits<64>>,
    /// SSD: AXI burst length.
    pub awlen: Signal<Out, Bits<8>>,
    /// SSD: AXI write address valid.
    pub awvalid: Signal<Out, Bit>,
    /// SSD: AXI write address ready.
    pub awready: Signal<In, Bit>,
    /// SSD: AXI write data; all strobes are on.
    pub wdata: Signal<Out, Bits<512>>,
    /// SSD: AXI last beat of a burst.
    pub wlast: Signal<Out, Bit>,
    /// SSD: AXI write data valid.
    pub wvalid: Signal<Out, Bit>,
    /// SSD: AXI write data ready.
    pub wready: Signal<In, Bit>,
    /// SSD: AXI write response.
    pub bresp: Signal<In, Bits<2>>,
    /// SSD: AXI write response valid; it is always taken.
    pub bvalid: Signal<In, Bit>,
    reads: Fifo<64, 2>,
    targets: Fifo<64, LOG_VECTORS>,
    beats: Fifo<512, LOG_BEATS>,
    addresses: Fifo<64, 2>,
    /// EVs asked for that have not left for the SSD.
    open: DFF<Bits<7>>,
    /// EVs asked for of which a beat is to come.
    reading: DFF<Bits<7>>,
    /// EVs that are here as a whole.
    whole: DFF<Bits<7>>,
    beat: DFF<Bits<3>>,
    sent: DFF<Bits<3>>,
    /// An EV is on its way to the SSD.
    sending: DFF<Bit>,
    unanswered: DFF<Bits<8>>,
    bad_read: DFF<Bit>,
    bad_write: DFF<Bit>,
    takes: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    answered: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    last_beat: Constant<Bits<3>>,
    length: Constant<Bits<8>>,
    all_vectors: Constant<Bits<7>>,
    most: Constant<Bits<8>>,
    one: Constant<Bits<7>>,
    about: About<Self>,
}

impl<const SLICES: usize> Default for Evictor<SLICES> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "16 to 128 elements");
        crate::defaults! {
            [
                clock reset clear from to vector_valid vector_ready idle evicted read_failed write_failed araddr arlen arvalid
                arready rdata rerror rvalid awaddr awlen awvalid awready wdata wlast wvalid wready bresp bvalid reads targets
                beats addresses open reading whole beat sent sending unanswered bad_read bad_write takes last good begins leaves
                answered room about
            ]
            []
            last_beat: Constant::new((SLICES as u64 - 1).into()),
            length: Constant::new((SLICES as u64 - 1).into()),
            all_vectors: Constant::new(((1u64 << LOG_BEATS) / SLICES as u64).into()),
            most: Constant::new(UNANSWERED.into()),
            one: Constant::new(1.into()),
        }
    }
}

impl<const SLICES: usize> Describe for Evictor<SLICES> {
    fn name() -> String {
        format!("evictor_s{SLICES}")
    }

    fn description() -> &'static str {
        "Copies EVs from the DRAM to the SSD, a burst each; writes none that was not read well. A beat a cycle; stalls when 64 beats are on their way, when 255 EVs are unanswered, and when either port does."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        response::CONSTANTS.to_vec()
    }
}

impl<const SLICES: usize> Logic for Evictor<SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, open, reading, whole, beat, sent, sending, unanswered, bad_read, bad_write);
        self.reads.clock.next = self.clock.val();
        self.reads.reset.next = self.reset.val();
        self.targets.clock.next = self.clock.val();
        self.targets.reset.next = self.reset.val() | self.clear.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val() | self.clear.val();
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();

        self.leaves.next = self.sending.q.val() & self.wready.val() & (self.sent.q.val() == self.last_beat.val());

        if self.clear.val() {
            self.bad_read.d.next = false;
            self.bad_write.d.next = false;
        }

        comment!("Read.");
        self.room.next =
            (self.open.q.val() != self.all_vectors.val()) & !self.bad_read.q.val() & !self.bad_write.q.val();
        self.takes.next = self.vector_valid.val() & self.room.val() & self.reads.in_ready.val();
        self.vector_ready.next = self.room.val() & self.reads.in_ready.val();
        self.reads.in_data.next = self.from.val();
        self.reads.in_valid.next = self.vector_valid.val() & self.room.val();
        self.targets.in_data.next = self.to.val();
        self.targets.in_valid.next = self.takes.val();
        self.araddr.next = self.reads.out_data.val();
        self.arlen.next = self.length.val();
        self.arvalid.next = self.reads.out_valid.val();
        self.reads.out_ready.next = self.arready.val();
        self.beats.in_data.next = self.rdata.val();
        self.beats.in_valid.next = self.rvalid.val();
        self.last.next = self.rvalid.val() & (self.beat.q.val() == self.last_beat.val());
        self.good.next = self.last.val() & !self.rerror.val() & !self.bad_read.q.val();
        if self.rvalid.val() {
            self.beat.d.next = self.beat.q.val() + 1;
            if self.rerror.val() {
                self.bad_read.d.next = true;
            }
        }
        if self.last.val() {
            self.beat.d.next = 0.into();
        }

        comment!("Write what is here as a whole.");
        self.begins.next = self.addresses.in_ready.val()
            & (self.unanswered.q.val() != self.most.val())
            & ((!self.sending.q.val() & self.whole.q.val().any())
                | (self.leaves.val() & (self.whole.q.val() != self.one.val())));
        self.wvalid.next = self.sending.q.val();
        self.wdata.next = self.beats.out_data.val();
        self.wlast.next = self.sent.q.val() == self.last_beat.val();
        self.beats.out_ready.next = self.sending.q.val() & self.wready.val();
        if self.sending.q.val() & self.wready.val() {
            self.sent.d.next = self.sent.q.val() + 1;
        }
        if self.leaves.val() {
            self.sent.d.next = 0.into();
            self.sending.d.next = false;
        }
        if self.begins.val() {
            self.sending.d.next = true;
        }
        self.addresses.in_data.next = self.targets.out_data.val();
        self.addresses.in_valid.next = self.begins.val();
        self.targets.out_ready.next = self.begins.val();
        self.awaddr.next = self.addresses.out_data.val();
        self.awlen.next = self.length.val();
        self.awvalid.next = self.addresses.out_valid.val();
        self.addresses.out_ready.next = self.awready.val();
        self.answered.next = self.bvalid.val();
        self.evicted.next = self.bvalid.val() & !self.bresp.val().get_bit(response::ERROR);
        if self.bvalid.val() & self.bresp.val().get_bit(response::ERROR) {
            self.bad_write.d.next = true;
        }
        self.read_failed.next = self.bad_read.q.val();
        self.write_failed.next = self.bad_write.q.val();

        comment!("What is under way.");
        if self.takes.val() & !self.leaves.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.leaves.val() & !self.takes.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        if self.takes.val() & !self.last.val() {
            self.reading.d.next = self.reading.q.val() + 1;
        }
        if self.last.val() & !self.takes.val() {
            self.reading.d.next = self.reading.q.val() - 1;
        }
        if self.good.val() & !self.leaves.val() {
            self.whole.d.next = self.whole.q.val() + 1;
        }
        if self.leaves.val() & !self.good.val() {
            self.whole.d.next = self.whole.q.val() - 1;
        }
        if self.begins.val() & !self.answered.val() {
            self.unanswered.d.next = self.unanswered.q.val() + 1;
        }
        if self.answered.val() & !self.begins.val() {
            self.unanswered.d.next = self.unanswered.q.val() - 1;
        }
        self.idle.next = !self.reading.q.val().any() & !self.whole.q.val().any() & !self.unanswered.q.val().any();
        if self.clear.val() {
            self.open.d.next = 0.into();
        }
        if self.reset.val() {
            self.open.d.next = 0.into();
            self.reading.d.next = 0.into();
            self.whole.d.next = 0.into();
            self.beat.d.next = 0.into();
            self.sent.d.next = 0.into();
            self.sending.d.next = false;
            self.unanswered.d.next = 0.into();
            self.bad_read.d.next = false;
            self.bad_write.d.next = false;
        }
    }
}
