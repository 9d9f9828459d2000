//! What the host may hold of the TX buffers, and back-invalidate snoops for it.

use super::fault_code;
use crate::cxl::{CxlBackInvalidateDevice, hpa};
use crate::layout::{Place, constants, layout};
use crate::memory::DualPortRam;
use crate::stream::{BlockFifo, Fifo};
use emberlane_registers::cxl::{ADDRESS_BITS, BI_TAG_BITS, S2mBiSnpOpcode};
use emberlane_registers::faults::{self, SmartSsdFault};
use emberlane_registers::smartssd::TRACKED_LINES;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the number of a line that is tracked.
pub const LINE_BITS: usize = TRACKED_LINES.trailing_zeros() as usize;
/// Lines that may be looked at or snooped at a time (2 to the power of this).
pub const LOG_LINES: usize = 8;
/// Lines that the SmartSSD's tracker looks at or snoops at a time: more than there are cycles from a look to the answer of its snoop, 150 of
/// the host's and a few here.
pub const LINES: usize = 1 << LOG_LINES;
/// Bits of a number of lines.
const ROOM_BITS: usize = LOG_LINES + 1;
layout! {
    /// A queued snoop.
    mod snoop {
        ADDRESS: ADDRESS_BITS,
        SLOT: LOG_LINES,
    }
}
/// Bits of it.
const SNOOP_BITS: usize = snoop::BITS;

/// Holds the write bursts of outputs back until the host holds none of their lines, and snoops those that it may hold.
///
/// A bit a line says whether the host may hold it: set when the host reads the line to keep it, cleared when it is snooped. Lines
/// behind the first 131,072 have no bit, and are snooped every time. Addresses are device physical addresses in the TX buffers.
///
/// `SLICES` are the lines of a burst. `LINES`, up to 256, are looked at or snooped at a time: to snoop a line a cycle it takes as many as a snoop
/// and its answer take cycles, and five. `FAULTS` is 0; 1 in the design that commits faults for tests.
///
/// * Latency: six cycles for a burst of which no line is held; that of `BISnpInv` and six else.
/// * Throughput: a line a cycle, whether it is snooped or not; half of that while the host reads lines to keep them and every line is snooped,
///   as a bit is either set or cleared.
/// * Stalls when `LINES` lines wait for the oldest one's snoop, and when the port takes no address. A keep waits for one cycle at most.
#[derive(LogicBlock)]
pub struct TxTracker<const SLICES: usize, const LINES: usize, const FAULTS: usize> {
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
    /// It does, or would if it were noted.
    pub keep_wanted: Signal<In, Bit>,
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
    /// Bursts whose lines were looked at. There are never more of them than lines, and so there is room.
    looked_at: BlockFifo<64, LOG_LINES>,
    free: Fifo<64, 2>,
    /// Nor are there more snoops.
    snoops: BlockFifo<SNOOP_BITS, LOG_LINES>,
    held: DualPortRam<1, LINE_BITS>,
    at: DFF<Bits<3>>,
    next_slot: DFF<Bits<LOG_LINES>>,
    oldest: DFF<Bits<LOG_LINES>>,
    used: DFF<Bits<ROOM_BITS>>,
    /// Slots whose line is snooped, and that is not answered.
    open: DFF<Bits<LINES>>,
    /// The line that was read in the cycle before.
    looks: DFF<Bit>,
    line: DFF<Bits<ADDRESS_BITS>>,
    slot: DFF<Bits<LOG_LINES>>,
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
    yields: Signal<Local, Bit>,
    /// The bit of a line is set.
    sets: Signal<Local, Bit>,
    kept: Signal<Local, Bits<LINE_BITS>>,
    this_index: Signal<Local, Bits<LINE_BITS>>,
    holds: Signal<Local, Bit>,
    opened: Signal<Local, Bits<LINES>>,
    answered: Signal<Local, Bits<LINES>>,
    oldest_bit: Signal<Local, Bits<LINES>>,
    waits: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    one: Constant<Bits<LINES>>,
    all_lines: Constant<Bits<ROOM_BITS>>,
    last_slot: Constant<Bits<LOG_LINES>>,
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

impl<const SLICES: usize, const LINES: usize, const FAULTS: usize> Default for TxTracker<SLICES, LINES, FAULTS> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "16 to 128 elements");
        assert!((2..=1 << LOG_LINES).contains(&LINES), "2 to 256 lines at a time");
        crate::defaults! {
            [
                clock reset hdm_base back_invalidate keep keep_valid keep_ready keep_wanted s_awaddr s_awvalid s_awready m_awaddr m_awvalid
                m_awready snooped bursts looked_at free snoops held at next_slot oldest used open looks line slot line_index
                untracked changed changed_to released this_line begins last finds clears yields sets kept this_index holds opened answered oldest_bit waits ends whole about
            ]
            [fault]
            one: Constant::new(1.into()),
            all_lines: Constant::new((LINES as u64).into()),
            last_slot: Constant::new((LINES as u64 - 1).into()),
            last_line: Constant::new((SLICES as u64 - 1).into()),
            tracked: Constant::new(TRACKED_LINES.into()),
            bisnp_inv: Constant::new(u64::from(S2mBiSnpOpcode::BiSnpInv.code()).into()),
            set: Constant::new(1.into()),
            no_snoop: std::array::from_fn(|_| fault_code(SmartSsdFault::NoSnoop)),
            no_wait: std::array::from_fn(|_| fault_code(SmartSsdFault::NoWait)),
        }
    }
}

impl<const SLICES: usize, const LINES: usize, const FAULTS: usize> Describe for TxTracker<SLICES, LINES, FAULTS> {
    fn name() -> String {
        let faults = if FAULTS == 0 { "" } else { "_faults" };
        format!("tx_tracker_s{SLICES}_l{LINES}{faults}")
    }

    fn description() -> &'static str {
        "Holds the write bursts of outputs back until the host holds none of their lines, and snoops those that it may hold. Six cycles for a burst of which no line is held; a line a cycle, snooped or not; stalls when all lines that it looks at or snoops at a time wait for the oldest one's snoop."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[snoop::CONSTANTS, hpa::CONSTANTS])
    }
}

impl<const SLICES: usize, const LINES: usize, const FAULTS: usize> Logic for TxTracker<SLICES, LINES, FAULTS> {
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

        comment!("What the host may hold is snooped. Its bit is cleared before its turn to be set can come.");
        self.holds.next = self.held.a_data.val().any();
        if self.changed.q.val() {
            self.holds.next = self.changed_to.q.val();
        }
        self.finds.next = self.looks.q.val()
            & self.hdm_base.val().get_bit(hpa::ENABLED)
            & (self.holds.val() | self.untracked.q.val());
        for i in 0..FAULTS {
            if self.fault[i].val() == self.no_snoop[i].val() {
                self.finds.next = false;
            }
        }
        self.snoops.in_valid.next = self.finds.val();
        self.snoops.in_data.next = bit_cast::<SNOOP_BITS, ADDRESS_BITS>(self.line.q.val())
            | (bit_cast::<SNOOP_BITS, LOG_LINES>(self.slot.q.val()) << snoop::SLOT.val());
        self.clears.next = self.finds.val() & !self.untracked.q.val();
        self.keep_ready.next = !self.clears.val();
        // While a keep waits for a bit to be cleared no other line is looked at, so that it is next.
        self.yields.next = self.keep_wanted.val() & self.clears.val();
        self.sets.next = self.keep_valid.val() & (self.keep.val() < self.tracked.val());
        self.kept.next = self.keep.val().get_bits::<LINE_BITS>(0);
        self.held.b_enable.next = self.sets.val() | self.clears.val();
        self.held.b_write.next = true;
        self.held.b_address.next = self.kept.val();
        self.held.b_write_data.next = self.set.val();
        if self.clears.val() {
            self.held.b_address.next = self.line_index.q.val();
            self.held.b_write_data.next = 0.into();
        }

        comment!("Look at the lines of a burst, one a cycle.");
        self.bursts.in_data.next = self.s_awaddr.val();
        self.bursts.in_valid.next = self.s_awvalid.val();
        self.s_awready.next = self.bursts.in_ready.val();
        self.this_line.next = self.bursts.out_data.val().get_bits::<ADDRESS_BITS>(hpa::LINE)
            + bit_cast::<ADDRESS_BITS, 3>(self.at.q.val());
        self.begins.next =
            self.bursts.out_valid.val() & (self.used.q.val() != self.all_lines.val()) & !self.yields.val();
        self.last.next = self.begins.val() & (self.at.q.val() == self.last_line.val());
        self.bursts.out_ready.next = self.last.val();
        self.looked_at.in_data.next = self.bursts.out_data.val();
        self.looked_at.in_valid.next = self.last.val();
        self.this_index.next = self.this_line.val().get_bits::<LINE_BITS>(0);
        self.held.a_address.next = self.this_index.val();
        // Read whether it is looked at or not, which is known late.
        self.held.a_enable.next = self.bursts.out_valid.val();
        self.looks.d.next = self.begins.val();
        self.line.d.next = self.this_line.val();
        self.line_index.d.next = self.this_index.val();
        self.slot.d.next = self.next_slot.q.val();
        self.untracked.d.next = self.this_line.val() >= self.tracked.val();
        if self.begins.val() {
            self.at.d.next = self.at.q.val() + 1;
            self.next_slot.d.next = self.next_slot.q.val() + 1;
            if self.next_slot.q.val() == self.last_slot.val() {
                self.next_slot.d.next = 0.into();
            }
        }
        if self.last.val() {
            self.at.d.next = 0.into();
        }
        // A bit that is looked at while it is written is as it is written: set or, which is known late, cleared.
        self.changed.d.next = self.sets.val() & (self.kept.val() == self.this_index.val());
        if self.clears.val() {
            self.changed.d.next = self.line_index.q.val() == self.this_index.val();
        }
        self.changed_to.d.next = !self.clears.val();

        comment!("Snoops.");
        self.back_invalidate.s2m_bisnp_valid.next = self.snoops.out_valid.val();
        self.snoops.out_ready.next = self.back_invalidate.s2m_bisnp_ready.val();
        self.back_invalidate.s2m_bisnp_opcode.next = self.bisnp_inv.val();
        self.back_invalidate.s2m_bisnp_bi_tag.next =
            bit_cast::<BI_TAG_BITS, LOG_LINES>(self.snoops.out_data.val().get_bits::<LOG_LINES>(snoop::SLOT));
        self.back_invalidate.s2m_bisnp_address.next =
            self.snoops.out_data.val().get_bits::<ADDRESS_BITS>(snoop::ADDRESS)
                + self.hdm_base.val().get_bits::<ADDRESS_BITS>(hpa::LINE);
        self.back_invalidate.m2s_birsp_ready.next = true;
        self.snooped.next = self.back_invalidate.m2s_birsp_valid.val();

        comment!("A burst may go when none of its lines is looked at, or open.");
        self.opened.next = 0.into();
        if self.finds.val() {
            self.opened.next = self.one.val() << self.slot.q.val();
        }
        for i in 0..FAULTS {
            if self.fault[i].val() == self.no_wait[i].val() {
                self.opened.next = 0.into();
            }
        }
        self.answered.next = 0.into();
        if self.back_invalidate.m2s_birsp_valid.val() {
            self.answered.next = self.one.val() << self.back_invalidate.m2s_birsp_bi_tag.val().get_bits::<LOG_LINES>(0);
        }
        self.open.d.next = (self.open.q.val() | self.opened.val()) & !self.answered.val();
        self.oldest_bit.next = self.one.val() << self.oldest.q.val();
        self.waits.next = (self.open.q.val() & self.oldest_bit.val()).any()
            | (self.looks.q.val() & (self.slot.q.val() == self.oldest.q.val()));
        self.ends.next = self.used.q.val().any()
            & !self.waits.val()
            & ((self.released.q.val() != self.last_line.val())
                | (self.free.in_ready.val() & self.looked_at.out_valid.val()));
        self.whole.next = self.ends.val() & (self.released.q.val() == self.last_line.val());
        if self.ends.val() {
            self.oldest.d.next = self.oldest.q.val() + 1;
            if self.oldest.q.val() == self.last_slot.val() {
                self.oldest.d.next = 0.into();
            }
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
