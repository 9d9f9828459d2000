//! Writes vectors to memory, a burst each.

use crate::axi::response;
use crate::fp32::{MULTIPLY_LATENCY, VectorScale};
use crate::stream::Delay;
use crate::stream::Fifo;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Beats that may be under way or wait for the bus (2 to the power of this).
const LOG_BEATS: usize = 4;
/// Bits of a number of writes that are unanswered.
const UNANSWERED_BITS: usize = 8;
/// Writes that may be unanswered. Of outputs of one line they are as many as the tracker of TX buffers snoops lines at a time, but for one.
const UNANSWERED: u64 = (1 << UNANSWERED_BITS) - 1;

/// Writes vectors of `16 * SLICES` elements, which stand at the heads of the slices' queues, to memory, a burst each.
/// With `SCALED` 1 every element is multiplied by the vector's scale; with 0 it is not.
///
/// * Latency: one cycle from a beat to the bus, or five if it is scaled.
/// * Throughput: a beat a cycle.
/// * Stalls on the bus, and when 255 bursts are unanswered.
#[derive(LogicBlock)]
pub struct VectorWriter<const SLICES: usize, const SCALED: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The vector, by slice.
    pub vector: [Signal<In, Bits<512>>; SLICES],
    /// There is a vector.
    pub vector_valid: Signal<In, Bit>,
    /// Its last beat is taken: it may go.
    pub vector_taken: Signal<Out, Bit>,
    /// Its address, a multiple of its length.
    pub address: Signal<In, Bits<64>>,
    /// FP32 factor of its elements.
    pub scale: [Signal<In, Bits<32>>; SCALED],
    /// AXI write address.
    pub awaddr: Signal<Out, Bits<64>>,
    /// AXI burst length: beats less one.
    pub awlen: Signal<Out, Bits<8>>,
    /// AXI write address valid.
    pub awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub awready: Signal<In, Bit>,
    /// AXI write data; all strobes are on.
    pub wdata: Signal<Out, Bits<512>>,
    /// AXI last beat of a burst.
    pub wlast: Signal<Out, Bit>,
    /// AXI write data valid.
    pub wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub wready: Signal<In, Bit>,
    /// AXI write response.
    pub bresp: Signal<In, Bits<2>>,
    /// AXI write response valid; it is always taken.
    pub bvalid: Signal<In, Bit>,
    /// The memory has answered with an error since `clear`.
    pub failed: Signal<Out, Bit>,
    /// Forgets errors.
    pub clear: Signal<In, Bit>,
    /// Nothing is unanswered.
    pub idle: Signal<Out, Bit>,
    scaler: [VectorScale; SCALED],
    scaling: [Delay<1, MULTIPLY_LATENCY>; SCALED],
    addresses: Fifo<64, 2>,
    beats: Fifo<512, LOG_BEATS>,
    at: DFF<Bits<3>>,
    sent: DFF<Bits<3>>,
    held: DFF<Bits<5>>,
    unanswered: DFF<Bits<UNANSWERED_BITS>>,
    error: DFF<Bit>,
    here: Signal<Local, Bits<8>>,
    beat: Signal<Local, Bits<512>>,
    first: Signal<Local, Bit>,
    accept: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    one: Constant<Bits<8>>,
    last_beat: Constant<Bits<3>>,
    length: Constant<Bits<8>>,
    limit: Constant<Bits<UNANSWERED_BITS>>,
    all_beats: Constant<Bits<5>>,
    about: About<Self>,
}

impl<const SLICES: usize, const SCALED: usize> Default for VectorWriter<SLICES, SCALED> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8 && SCALED < 2, "16 to 128 elements, scaled or not");
        crate::defaults! {
            [
                clock reset vector_valid vector_taken address awaddr awlen awvalid awready wdata wlast wvalid wready
                bresp bvalid failed clear idle addresses beats at sent held unanswered error here beat first accept leaves begins
                about
            ]
            [vector scale scaler scaling]
            one: Constant::new(1u64.into()),
            last_beat: Constant::new((SLICES as u64 - 1).into()),
            length: Constant::new((SLICES as u64 - 1).into()),
            limit: Constant::new(UNANSWERED.into()),
            all_beats: Constant::new((1u64 << LOG_BEATS).into()),
        }
    }
}

impl<const SLICES: usize, const SCALED: usize> Describe for VectorWriter<SLICES, SCALED> {
    fn name() -> String {
        format!("vector_writer_s{SLICES}_f{SCALED}")
    }

    fn description() -> &'static str {
        "Writes vectors from the heads of the slices' queues to memory, a burst each, scaled or not. A beat a cycle; stalls on the bus, and when 255 bursts are unanswered."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        response::CONSTANTS.to_vec()
    }
}

impl<const SLICES: usize, const SCALED: usize> Logic for VectorWriter<SLICES, SCALED> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at, sent, held, unanswered, error);
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();
        self.beats.clock.next = self.clock.val();
        self.beats.reset.next = self.reset.val();

        comment!("Take a beat; `held` counts those that are under way or in the queue.");
        self.here.next = self.one.val() << self.at.q.val();
        self.beat.next = 0.into();
        for i in 0..SLICES {
            if self.here.val().get_bit(i) {
                self.beat.next = self.vector[i].val();
            }
        }
        self.first.next = !self.at.q.val().any();
        self.begins.next = self.addresses.in_ready.val() & (self.unanswered.q.val() != self.limit.val());
        self.accept.next = self.vector_valid.val()
            & (self.held.q.val() != self.all_beats.val())
            & (!self.first.val() | self.begins.val());
        self.vector_taken.next = self.accept.val() & (self.at.q.val() == self.last_beat.val());
        if self.accept.val() {
            self.at.d.next = self.at.q.val() + 1;
        }
        if self.vector_taken.val() {
            self.at.d.next = 0.into();
        }
        self.beats.in_data.next = self.beat.val();
        self.beats.in_valid.next = self.accept.val();
        for i in 0..SCALED {
            self.scaler[i].clock.next = self.clock.val();
            self.scaler[i].vector.next = self.beat.val();
            self.scaler[i].factor.next = self.scale[i].val();
            self.scaling[i].clock.next = self.clock.val();
            self.scaling[i].in_data.next = 0.into();
            if self.accept.val() {
                self.scaling[i].in_data.next = 1.into();
            }
            self.beats.in_data.next = self.scaler[i].product.val();
            self.beats.in_valid.next = self.scaling[i].out_data.val().any();
        }

        comment!("The bus.");
        self.addresses.in_data.next = self.address.val();
        self.addresses.in_valid.next = self.accept.val() & self.first.val();
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
        if self.accept.val() & !self.leaves.val() {
            self.held.d.next = self.held.q.val() + 1;
        }
        if self.leaves.val() & !self.accept.val() {
            self.held.d.next = self.held.q.val() - 1;
        }
        if self.accept.val() & self.first.val() & !self.bvalid.val() {
            self.unanswered.d.next = self.unanswered.q.val() + 1;
        }
        if self.bvalid.val() & !(self.accept.val() & self.first.val()) {
            self.unanswered.d.next = self.unanswered.q.val() - 1;
        }
        self.idle.next = !self.unanswered.q.val().any();
        self.failed.next = self.error.q.val();
        if self.clear.val() {
            self.error.d.next = false;
        }
        if self.bvalid.val() & self.bresp.val().get_bit(response::ERROR) {
            self.error.d.next = true;
        }
        if self.reset.val() {
            self.at.d.next = 0.into();
            self.sent.d.next = 0.into();
            self.held.d.next = 0.into();
            self.unanswered.d.next = 0.into();
            self.error.d.next = false;
        }
    }
}
