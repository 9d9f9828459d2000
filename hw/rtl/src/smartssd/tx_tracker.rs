//! What the host may hold of the TX buffers, and back-invalidate snoops for it.

use super::fault_code;
use crate::cxl::{CxlBackInvalidateDevice, hpa};
use crate::layout::{Place, constants, layout};
use crate::memory::DualPortRam;
use crate::stream::Fifo;
use emberlane_registers::cxl::{ADDRESS_BITS, BI_TAG_BITS, S2mBiSnpOpcode};
use emberlane_registers::faults::{self, SmartSsdFault};
use emberlane_registers::smartssd::TRACKED_LINES;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the number of a line that is tracked.
pub const LINE_BITS: usize = TRACKED_LINES.trailing_zeros() as usize;
/// Lines that are looked at or snooped at a time (2 to the power of this).
const LOG_SLOTS: usize = 6;
/// Lines that are looked at or snooped at a time.
const SLOTS: usize = 1 << LOG_SLOTS;
/// Bursts that wait for their snoops (2 to the power of this).
const LOG_BURSTS: usize = 6;
layout! {
    /// A queued snoop.
    mod snoop {
        ADDRESS: ADDRESS_BITS,
        SLOT: LOG_SLOTS,
    }
}
/// Bits of it.
const SNOOP_BITS: usize = snoop::BITS;

/// Holds the write bursts of outputs back until the host holds none of their lines, and snoops those that it may hold.
///
/// A bit a line says whether the host may hold it: set when the host reads the line to keep it, cleared when it is snooped. Lines
/// behind the first 131,072 have no bit, and are snooped every time. Addresses are device physical addresses in the TX buffers.
///
/// `FAULTS` is 0; 1 in the design that commits faults for tests.
///
/// * Latency: six cycles for a burst of which no line is held; that of `BISnpInv` else.
/// * Throughput: a line a cycle; 64 are looked at or snooped at a time.
/// * Stalls when the oldest line's snoop is not answered, and when the port takes no address.
#[derive(LogicBlock)]
pub struct TxTracker<const SLICES: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Host physical address of the TX buffers; bit 0: the host sees them.
    pub hdm_base: Signal<In, Bits<64>>,
    /// CXL.mem back-invalidate snoops.
    pub back_invalidate: CxlBackInvalidateDevice,
    /// The host reads this line to keep it.
    pub keep: Signal<In, Bits<ADDRESS_BITS>>,
    /// It does.
    pub keep_valid: Signal<In, Bit>,
    /// That is noted.
    pub keep_ready: Signal<Out, Bit>,
    /// Address of a burst of `SLICES` lines.
    pub s_awaddr: Signal<In, Bits<64>>,
    /// There is one.
    pub s_awvalid: Signal<In, Bit>,
    /// It is taken.
    pub s_awready: Signal<Out, Bit>,
    /// Address of a burst that may be written.
    pub m_awaddr: Signal<Out, Bits<64>>,
    /// There is one.
    pub m_awvalid: Signal<Out, Bit>,
    /// It is taken.
    pub m_awready: Signal<In, Bit>,
    /// A snoop was answered.
    pub snooped: Signal<Out, Bit>,
    bursts: Fifo<64, 2>,
    /// Bursts whose lines are looked at.
    looked_at: Fifo<64, LOG_BURSTS>,
    free: Fifo<64, 2>,
    snoops: Fifo<SNOOP_BITS, LOG_SLOTS>,
    held: DualPortRam<1, LINE_BITS>,
    at: DFF<Bits<3>>,
    next_slot: DFF<Bits<LOG_SLOTS>>,
    oldest: DFF<Bits<LOG_SLOTS>>,
    used: DFF<Bits<7>>,
    /// Slots whose line is looked at, or snooped.
    open: DFF<Bits<SLOTS>>,
    /// The line that was read in the cycle before.
    looks: DFF<Bit>,
    line: DFF<Bits<ADDRESS_BITS>>,
    slot: DFF<Bits<LOG_SLOTS>>,
    line_index: DFF<Bits<LINE_BITS>>,
    untracked: DFF<Bit>,
    /// The bit of the line was being written when it was looked at, and what it was written.
    changed: DFF<Bit>,
    changed_to: DFF<Bit>,
    released: DFF<Bits<3>>,
    this_line: Signal<Local, Bits<ADDRESS_BITS>>,
    begins: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    finds: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    misses: Signal<Local, Bit>,
    changing: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    written: Signal<Local, Bits<LINE_BITS>>,
    write_value: Signal<Local, Bits<1>>,
    holds: Signal<Local, Bit>,
    opened: Signal<Local, Bits<SLOTS>>,
    found_free: Signal<Local, Bits<SLOTS>>,
    answered: Signal<Local, Bits<SLOTS>>,
    oldest_bit: Signal<Local, Bits<SLOTS>>,
    ends: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    one: Constant<Bits<SLOTS>>,
    all_slots: Constant<Bits<7>>,
    last_line: Constant<Bits<3>>,
    tracked: Constant<Bits<ADDRESS_BITS>>,
    bisnp_inv: Constant<Bits<{ S2mBiSnpOpcode::BITS }>>,
    set: Constant<Bits<1>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    no_snoop: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    no_wait: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    about: About<Self>,
}

impl<const SLICES: usize, const FAULTS: usize> Default for TxTracker<SLICES, FAULTS> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "16 to 128 elements");
        crate::defaults! {
            [
                clock reset hdm_base back_invalidate keep keep_valid keep_ready s_awaddr s_awvalid s_awready m_awaddr m_awvalid
                m_awready snooped bursts looked_at free snoops held at next_slot oldest used open looks line slot line_index
                untracked changed changed_to released this_line begins last finds clears misses changing writes written write_value holds opened found_free answered oldest_bit ends whole about
            ]
            [fault]
            one: Constant::new(1.into()),
            all_slots: Constant::new((SLOTS as u64).into()),
            last_line: Constant::new((SLICES as u64 - 1).into()),
            tracked: Constant::new(TRACKED_LINES.into()),
            bisnp_inv: Constant::new(u64::from(S2mBiSnpOpcode::BiSnpInv.code()).into()),
            set: Constant::new(1.into()),
            no_snoop: std::array::from_fn(|_| fault_code(SmartSsdFault::NoSnoop)),
            no_wait: std::array::from_fn(|_| fault_code(SmartSsdFault::NoWait)),
        }
    }
}

impl<const SLICES: usize, const FAULTS: usize> Describe for TxTracker<SLICES, FAULTS> {
    fn name() -> String {
        if FAULTS == 0 { format!("tx_tracker_s{SLICES}") } else { format!("tx_tracker_s{SLICES}_faults") }
    }

    fn description() -> &'static str {
        "Holds the write bursts of outputs back until the host holds none of their lines, and snoops those that it may hold. Six cycles for a burst of which no line is held; a line a cycle; stalls when the oldest line's snoop is not answered."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[snoop::CONSTANTS, hpa::CONSTANTS])
    }
}

impl<const SLICES: usize, const FAULTS: usize> Logic for TxTracker<SLICES, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, at, next_slot, oldest, used, open, looks, line, slot, line_index, untracked, changed,
            changed_to, released
        );
        self.bursts.clock.next = self.clock.val();
        self.bursts.reset.next = self.reset.val();
        self.looked_at.clock.next = self.clock.val();
        self.looked_at.reset.next = self.reset.val();
        self.free.clock.next = self.clock.val();
        self.free.reset.next = self.reset.val();
        self.snoops.clock.next = self.clock.val();
        self.snoops.reset.next = self.reset.val();
        self.held.clock.next = self.clock.val();

        comment!("Look at the lines of a burst, one a cycle.");
        self.bursts.in_data.next = self.s_awaddr.val();
        self.bursts.in_valid.next = self.s_awvalid.val();
        self.s_awready.next = self.bursts.in_ready.val();
        self.this_line.next = self.bursts.out_data.val().get_bits::<ADDRESS_BITS>(hpa::LINE)
            + bit_cast::<ADDRESS_BITS, 3>(self.at.q.val());
        self.begins.next =
            self.bursts.out_valid.val() & self.looked_at.in_ready.val() & (self.used.q.val() != self.all_slots.val());
        self.last.next = self.begins.val() & (self.at.q.val() == self.last_line.val());
        self.bursts.out_ready.next = self.last.val();
        self.looked_at.in_data.next = self.bursts.out_data.val();
        self.looked_at.in_valid.next = self.last.val();
        self.held.a_address.next = self.this_line.val().get_bits::<LINE_BITS>(0);
        self.looks.d.next = self.begins.val();
        self.line.d.next = self.this_line.val();
        self.line_index.d.next = self.this_line.val().get_bits::<LINE_BITS>(0);
        self.slot.d.next = self.next_slot.q.val();
        self.untracked.d.next = self.this_line.val() >= self.tracked.val();
        self.opened.next = 0.into();
        if self.begins.val() {
            self.at.d.next = self.at.q.val() + 1;
            self.next_slot.d.next = self.next_slot.q.val() + 1;
            self.opened.next = self.one.val() << self.next_slot.q.val();
        }
        if self.last.val() {
            self.at.d.next = 0.into();
        }

        self.holds.next = self.held.a_data.val().any();
        if self.changed.q.val() {
            self.holds.next = self.changed_to.q.val();
        }

        comment!("What the host may hold is snooped. Its bit is cleared before its turn to be set can come.");
        self.finds.next = self.looks.q.val()
            & self.hdm_base.val().get_bit(hpa::ENABLED)
            & (self.holds.val() | self.untracked.q.val());
        for i in 0..FAULTS {
            if self.fault[i].val() == self.no_snoop[i].val() {
                self.finds.next = false;
            }
        }
        self.misses.next = self.looks.q.val() & !self.finds.val();
        self.snoops.in_valid.next = self.finds.val();
        self.snoops.in_data.next = bit_cast::<SNOOP_BITS, ADDRESS_BITS>(self.line.q.val())
            | (bit_cast::<SNOOP_BITS, LOG_SLOTS>(self.slot.q.val()) << snoop::SLOT.val());
        self.clears.next = self.finds.val() & !self.untracked.q.val();
        self.keep_ready.next = !self.clears.val();
        self.writes.next = self.keep_valid.val() & (self.keep.val() < self.tracked.val());
        self.written.next = self.keep.val().get_bits::<LINE_BITS>(0);
        self.write_value.next = self.set.val();
        if self.clears.val() {
            self.writes.next = true;
            self.written.next = self.line_index.q.val();
            self.write_value.next = 0.into();
        }
        self.held.b_enable.next = self.writes.val();
        self.held.b_write.next = true;
        self.held.b_address.next = self.written.val();
        self.held.b_write_data.next = self.write_value.val();
        // A bit that is looked at while it is written is as it is written.
        self.changing.next = self.begins.val()
            & self.writes.val()
            & (self.written.val() == self.this_line.val().get_bits::<LINE_BITS>(0));
        self.held.a_enable.next = self.begins.val() & !self.changing.val();
        self.changed.d.next = self.changing.val();
        self.changed_to.d.next = self.write_value.val().any();
        self.back_invalidate.s2m_bisnp_valid.next = self.snoops.out_valid.val();
        self.snoops.out_ready.next = self.back_invalidate.s2m_bisnp_ready.val();
        self.back_invalidate.s2m_bisnp_opcode.next = self.bisnp_inv.val();
        self.back_invalidate.s2m_bisnp_bi_tag.next =
            bit_cast::<BI_TAG_BITS, LOG_SLOTS>(self.snoops.out_data.val().get_bits::<LOG_SLOTS>(snoop::SLOT));
        self.back_invalidate.s2m_bisnp_address.next =
            self.snoops.out_data.val().get_bits::<ADDRESS_BITS>(snoop::ADDRESS)
                + self.hdm_base.val().get_bits::<ADDRESS_BITS>(hpa::LINE);
        self.back_invalidate.m2s_birsp_ready.next = true;
        self.snooped.next = self.back_invalidate.m2s_birsp_valid.val();

        comment!("A burst may go when none of its lines is open.");
        self.found_free.next = 0.into();
        if self.misses.val() {
            self.found_free.next = self.one.val() << self.slot.q.val();
        }
        for i in 0..FAULTS {
            if (self.fault[i].val() == self.no_wait[i].val()) & self.looks.q.val() {
                self.found_free.next = self.one.val() << self.slot.q.val();
            }
        }
        self.answered.next = 0.into();
        if self.back_invalidate.m2s_birsp_valid.val() {
            self.answered.next = self.one.val() << self.back_invalidate.m2s_birsp_bi_tag.val().get_bits::<LOG_SLOTS>(0);
        }
        self.open.d.next = (self.open.q.val() | self.opened.val()) & !self.found_free.val() & !self.answered.val();
        self.oldest_bit.next = self.one.val() << self.oldest.q.val();
        self.ends.next = self.used.q.val().any()
            & !(self.open.q.val() & self.oldest_bit.val()).any()
            & ((self.released.q.val() != self.last_line.val())
                | (self.free.in_ready.val() & self.looked_at.out_valid.val()));
        self.whole.next = self.ends.val() & (self.released.q.val() == self.last_line.val());
        if self.ends.val() {
            self.oldest.d.next = self.oldest.q.val() + 1;
            self.released.d.next = self.released.q.val() + 1;
        }
        if self.whole.val() {
            self.released.d.next = 0.into();
        }
        self.looked_at.out_ready.next = self.whole.val();
        self.free.in_data.next = self.looked_at.out_data.val();
        self.free.in_valid.next = self.whole.val();
        self.m_awaddr.next = self.free.out_data.val();
        self.m_awvalid.next = self.free.out_valid.val();
        self.free.out_ready.next = self.m_awready.val();
        if self.begins.val() & !self.ends.val() {
            self.used.d.next = self.used.q.val() + 1;
        }
        if self.ends.val() & !self.begins.val() {
            self.used.d.next = self.used.q.val() - 1;
        }
        if self.reset.val() {
            self.at.d.next = 0.into();
            self.next_slot.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.used.d.next = 0.into();
            self.open.d.next = 0.into();
            self.looks.d.next = false;
            self.released.d.next = 0.into();
        }
    }
}
