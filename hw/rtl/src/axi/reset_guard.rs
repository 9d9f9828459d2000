//! A reset of a master whose memory is not reset.

use super::axi4::ID_BITS;
use super::patience::Patience;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of a number of bursts under way.
const OPEN_BITS: usize = 10;

/// Stands between the inside of a device and an AXI4 port, and lets the inside be reset at any time while the memory behind the port
/// goes on.
///
/// It counts what the port owes, and these counts outlive the reset. Until everything is answered, the inside sees no answer and the
/// port no request of the inside: answers to reads of before the reset are taken and dropped, bursts whose address was taken get the
/// beats that they lack, zeros with no byte of them written, and so does one of which beats were taken before its address. In reset
/// the port offers nothing.
///
/// * `memory_reset` says, while `reset` is high, that the memory is reset as well, and owes nothing. Without it, a memory that gives
///   no sign until [`Patience`] is over is taken for one that was reset as well: what it owed is forgotten. It may hold beats whose
///   addresses it has forgotten, or an address whose beats it has forgotten: it gets the other part, so that it puts beats and
///   addresses behind them together rightly.
/// * All bursts that are written are of one length. Beats go to the port with their address or behind it, never before: data of a
///   burst whose address was not offered could not be taken back by a reset.
/// * Latency: none, and no register on the way of data. Throughput: all that comes.
/// * Stalls all requests behind a reset until everything before it is answered.
#[derive(LogicBlock)]
pub struct ResetGuard {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The inside is reset.
    pub reset: Signal<In, Bit>,
    /// So is the memory. It may be left unconnected, and is low then.
    pub memory_reset: Signal<In, Bit>,
    /// Inside: AXI write address ID.
    pub s_awid: Signal<In, Bits<ID_BITS>>,
    /// Inside: AXI write address.
    pub s_awaddr: Signal<In, Bits<64>>,
    /// Inside: AXI burst length of writes.
    pub s_awlen: Signal<In, Bits<8>>,
    /// Inside: AXI write address valid.
    pub s_awvalid: Signal<In, Bit>,
    /// Inside: AXI write address ready.
    pub s_awready: Signal<Out, Bit>,
    /// Inside: AXI write data.
    pub s_wdata: Signal<In, Bits<512>>,
    /// Inside: AXI last beat of a burst that is written.
    pub s_wlast: Signal<In, Bit>,
    /// Inside: AXI write data valid.
    pub s_wvalid: Signal<In, Bit>,
    /// Inside: AXI write data ready.
    pub s_wready: Signal<Out, Bit>,
    /// Inside: AXI write response valid; it is always taken.
    pub s_bvalid: Signal<Out, Bit>,
    /// Inside: AXI read address valid.
    pub s_arvalid: Signal<In, Bit>,
    /// Inside: AXI read address ready.
    pub s_arready: Signal<Out, Bit>,
    /// Inside: AXI read data valid.
    pub s_rvalid: Signal<Out, Bit>,
    /// Inside: AXI read data ready.
    pub s_rready: Signal<In, Bit>,
    /// AXI write address ID.
    pub m_awid: Signal<Out, Bits<ID_BITS>>,
    /// AXI write address.
    pub m_awaddr: Signal<Out, Bits<64>>,
    /// AXI burst length of writes.
    pub m_awlen: Signal<Out, Bits<8>>,
    /// AXI write address valid.
    pub m_awvalid: Signal<Out, Bit>,
    /// AXI write address ready.
    pub m_awready: Signal<In, Bit>,
    /// AXI write data.
    pub m_wdata: Signal<Out, Bits<512>>,
    /// AXI byte strobes.
    pub m_wstrb: Signal<Out, Bits<64>>,
    /// AXI last beat of a burst that is written.
    pub m_wlast: Signal<Out, Bit>,
    /// AXI write data valid.
    pub m_wvalid: Signal<Out, Bit>,
    /// AXI write data ready.
    pub m_wready: Signal<In, Bit>,
    /// AXI write response valid.
    pub m_bvalid: Signal<In, Bit>,
    /// AXI write response ready.
    pub m_bready: Signal<Out, Bit>,
    /// AXI read address valid.
    pub m_arvalid: Signal<Out, Bit>,
    /// AXI read address ready.
    pub m_arready: Signal<In, Bit>,
    /// AXI last beat of a burst that is read.
    pub m_rlast: Signal<In, Bit>,
    /// AXI read data valid.
    pub m_rvalid: Signal<In, Bit>,
    /// AXI read data ready.
    pub m_rready: Signal<Out, Bit>,
    patience: Patience<15, 16>,
    /// What was asked for before the reset is waited for.
    draining: DFF<Bit>,
    /// The wait was given up, and what a memory that was reset as well lacks is known.
    gave_up: DFF<Bit>,
    /// At the reset, beats were taken whose address was not.
    was_ahead: DFF<Bit>,
    /// At the reset, beats of the next burst that were taken.
    sent_before: DFF<Bits<8>>,
    /// Bursts whose address was taken before the reset, and whose last beat was taken behind it.
    paid: DFF<Bits<OPEN_BITS>>,
    /// Addresses that a memory that was reset as well lacks; the first is of a burst without the beats of before the reset.
    lacking: DFF<Bits<OPEN_BITS>>,
    shortened: DFF<Bit>,
    /// Bursts that are read and whose last beat has not come.
    reads: DFF<Bits<OPEN_BITS>>,
    /// Bursts whose address is taken and that are not answered.
    writes: DFF<Bits<OPEN_BITS>>,
    /// Of these, the ones whose last beat is not taken.
    owed: DFF<Bits<OPEN_BITS>>,
    /// The last beat of a burst was taken, and its address was not.
    ahead: DFF<Bit>,
    /// Beats of the next burst that were taken.
    sent: DFF<Bits<8>>,
    /// The address that was last offered.
    id: DFF<Bits<ID_BITS>>,
    address: DFF<Bits<64>>,
    length: DFF<Bits<8>>,
    blocks: Signal<Local, Bit>,
    begun: Signal<Local, Bit>,
    repeats: Signal<Local, Bit>,
    completes: Signal<Local, Bit>,
    may_send: Signal<Local, Bit>,
    offers: Signal<Local, Bit>,
    address_taken: Signal<Local, Bit>,
    beat_taken: Signal<Local, Bit>,
    last_taken: Signal<Local, Bit>,
    opened: Signal<Local, Bit>,
    sign: Signal<Local, Bit>,
    rest: Signal<Local, Bits<8>>,
    read_taken: Signal<Local, Bit>,
    read_ended: Signal<Local, Bit>,
    answered: Signal<Local, Bit>,
    clean: Signal<Local, Bit>,
    all_bytes: Constant<Bits<64>>,
    about: About<Self>,
}

impl Default for ResetGuard {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset memory_reset s_awid s_awaddr s_awlen s_awvalid s_awready s_wdata s_wlast s_wvalid s_wready s_bvalid s_arvalid
                s_arready s_rvalid s_rready m_awid m_awaddr m_awlen m_awvalid m_awready m_wdata m_wstrb m_wlast m_wvalid m_wready
                m_bvalid m_bready m_arvalid m_arready m_rlast m_rvalid m_rready patience
                draining gave_up was_ahead sent_before paid lacking shortened opened sign rest reads writes owed ahead sent id address
                length blocks begun repeats completes may_send offers address_taken beat_taken last_taken read_taken read_ended
                answered clean about
            ]
            []
            all_bytes: Constant::new(u64::MAX.into()),
        }
    }
}

impl Describe for ResetGuard {
    fn name() -> String {
        "reset_guard".into()
    }

    fn description() -> &'static str {
        "Lets the inside of a device be reset at any time while the memory behind an AXI4 port goes on: takes and drops late answers and completes bursts that were begun, with no byte written. No latency; stalls requests behind a reset until everything before it is answered, or nothing has come for 32,768 cycles."
    }
}

impl Logic for ResetGuard {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            draining,
            gave_up,
            was_ahead,
            sent_before,
            paid,
            lacking,
            shortened,
            reads,
            writes,
            owed,
            ahead,
            sent,
            id,
            address,
            length
        );
        self.patience.clock.next = self.clock.val();
        self.blocks.next = self.reset.val() | self.draining.q.val();

        comment!("Reads.");
        self.m_arvalid.next = self.s_arvalid.val() & !self.blocks.val();
        self.s_arready.next = self.m_arready.val() & !self.blocks.val();
        self.s_rvalid.next = self.m_rvalid.val() & !self.blocks.val();
        self.m_rready.next = self.s_rready.val() | self.blocks.val();
        self.read_taken.next = self.m_arvalid.val() & self.m_arready.val();
        self.read_ended.next =
            self.m_rvalid.val() & self.m_rready.val() & self.m_rlast.val() & self.reads.q.val().any();
        if self.read_taken.val() & !self.read_ended.val() {
            self.reads.d.next = self.reads.q.val() + 1;
        }
        if self.read_ended.val() & !self.read_taken.val() {
            self.reads.d.next = self.reads.q.val() - 1;
        }

        comment!("Addresses of writes. One of which beats were taken is offered again behind the reset.");
        self.begun.next = self.sent.q.val().any();
        self.repeats.next = self.ahead.q.val() | (self.begun.val() & !self.owed.q.val().any());
        self.offers.next = self.s_awvalid.val() & !self.blocks.val();
        self.m_awvalid.next = self.offers.val();
        self.m_awid.next = self.s_awid.val();
        self.m_awaddr.next = self.s_awaddr.val();
        self.m_awlen.next = self.s_awlen.val();
        if self.draining.q.val() {
            self.m_awvalid.next = (self.repeats.val() | self.lacking.q.val().any()) & !self.reset.val();
            self.m_awid.next = self.id.q.val();
            self.m_awaddr.next = self.address.q.val();
            self.m_awlen.next = self.length.q.val();
            if self.shortened.q.val() {
                self.m_awlen.next = self.length.q.val() - self.sent_before.q.val();
            }
        }
        self.s_awready.next = self.m_awready.val() & !self.blocks.val();
        if self.offers.val() {
            self.id.d.next = self.s_awid.val();
            self.address.d.next = self.s_awaddr.val();
            self.length.d.next = self.s_awlen.val();
        }
        self.address_taken.next = self.m_awvalid.val() & self.m_awready.val();
        self.opened.next = self.address_taken.val() & !self.lacking.q.val().any();
        if self.address_taken.val() & self.lacking.q.val().any() {
            self.lacking.d.next = self.lacking.q.val() - 1;
            self.shortened.d.next = false;
        }

        comment!("Beats, never before their address is offered.");
        self.may_send.next = self.owed.q.val().any() | (self.offers.val() & !self.ahead.q.val());
        self.completes.next = self.owed.q.val().any() | self.begun.val();
        self.m_wvalid.next = self.s_wvalid.val() & self.may_send.val() & !self.blocks.val();
        self.m_wlast.next = self.s_wlast.val();
        self.m_wdata.next = self.s_wdata.val();
        self.m_wstrb.next = self.all_bytes.val();
        if self.draining.q.val() {
            self.m_wvalid.next = self.completes.val() & !self.reset.val();
            self.m_wlast.next = self.sent.q.val() == self.length.q.val();
            self.m_wdata.next = 0.into();
            self.m_wstrb.next = 0.into();
        }
        self.s_wready.next = self.m_wready.val() & self.may_send.val() & !self.blocks.val();
        self.beat_taken.next = self.m_wvalid.val() & self.m_wready.val();
        self.last_taken.next = self.beat_taken.val() & self.m_wlast.val();
        if self.beat_taken.val() {
            self.sent.d.next = self.sent.q.val() + 1;
        }
        if self.last_taken.val() {
            self.sent.d.next = 0.into();
        }
        if self.opened.val() & !self.last_taken.val() {
            self.ahead.d.next = false;
            if !self.ahead.q.val() {
                self.owed.d.next = self.owed.q.val() + 1;
            }
        }
        if self.last_taken.val() & !self.opened.val() {
            if self.owed.q.val().any() {
                self.owed.d.next = self.owed.q.val() - 1;
            } else {
                self.ahead.d.next = true;
            }
        }

        comment!("Answers to writes.");
        self.m_bready.next = true;
        self.s_bvalid.next = self.m_bvalid.val() & !self.blocks.val();
        self.answered.next = self.m_bvalid.val() & self.writes.q.val().any();
        if self.address_taken.val() & !self.answered.val() {
            self.writes.d.next = self.writes.q.val() + 1;
        }
        if self.answered.val() & !self.address_taken.val() {
            self.writes.d.next = self.writes.q.val() - 1;
        }

        comment!("Behind a reset. What is counted is not forgotten in it, unless the memory is reset as well.");
        if self.last_taken.val() & self.draining.q.val() & !self.was_ahead.q.val() {
            self.paid.d.next = self.paid.q.val() + 1;
        }
        self.clean.next = !self.reads.q.val().any()
            & !self.writes.q.val().any()
            & !self.owed.q.val().any()
            & !self.lacking.q.val().any()
            & !self.repeats.val()
            & !self.begun.val();
        if self.clean.val() {
            self.draining.d.next = false;
        }

        comment!("A memory of which nothing comes was reset as well. It has no address of before, and no beat.");
        self.patience.waits.next = self.draining.q.val() & !self.reset.val();
        self.sign.next = self.m_rvalid.val() | self.m_bvalid.val() | self.address_taken.val() | self.beat_taken.val();
        self.patience.sign.next = self.sign.val();
        self.rest.next = self.length.q.val() + 1 - self.sent_before.q.val();
        if self.patience.over.val() {
            self.reads.d.next = 0.into();
            self.writes.d.next = 0.into();
            if !self.gave_up.q.val() & !self.was_ahead.q.val() {
                self.gave_up.d.next = true;
                self.lacking.d.next = self.paid.q.val() + self.owed.q.val();
                self.shortened.d.next = self.sent_before.q.val().any();
            }
            if !self.gave_up.q.val() & self.was_ahead.q.val() & !self.repeats.val() & !self.completes.val() {
                self.gave_up.d.next = true;
                self.owed.d.next = 1.into();
                self.writes.d.next = 1.into();
                if self.sent_before.q.val().any() {
                    self.sent.d.next = self.rest.val();
                }
            }
        }
        if self.reset.val() {
            self.draining.d.next = true;
            self.gave_up.d.next = false;
            self.was_ahead.d.next = self.repeats.val();
            self.sent_before.d.next = self.sent.q.val();
            self.paid.d.next = 0.into();
            self.lacking.d.next = 0.into();
            self.shortened.d.next = false;
            if self.memory_reset.val() {
                self.reads.d.next = 0.into();
                self.writes.d.next = 0.into();
                self.owed.d.next = 0.into();
                self.ahead.d.next = false;
                self.sent.d.next = 0.into();
            }
        }
    }
}
