//! How often the kernel uses each EV of the cache.

use crate::layout::named;
use crate::memory::DualPortRam;
use crate::stream::{Fifo, RoundRobin};
use emberlane_registers::smartssd::{COUNT_BITS, COUNTED_VECTORS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the number of an EV that is counted.
const INDEX_BITS: usize = COUNTED_VECTORS.trailing_zeros() as usize;
/// Who changes counts: reads, writes, and loads, which set them to 0.
const SOURCES: usize = 3;

named! {
    /// The source that sets counts to 0.
    mod source {
        LOADS = 2,
    }
}

/// Counts the kernel's reads and writes of the first 16,384 EVs of the cache. A load sets a count to 0.
///
/// * Latency: a use is counted three cycles later, if it does not have to wait for its turn.
/// * Throughput: a use a cycle, in 15 of 16 cycles; uses of EVs that are not counted cost nothing.
/// * Stalls a source while four of its uses wait, which the sources' bursts of several beats leave no time for.
#[derive(LogicBlock)]
pub struct AccessCounters {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Number of the EV: that is read (0), written (1), loaded (2).
    pub vector: [Signal<In, Bits<32>>; SOURCES],
    /// There is one.
    pub valid: [Signal<In, Bit>; SOURCES],
    /// It is counted.
    pub ready: [Signal<Out, Bit>; SOURCES],
    /// EV whose count is looked at.
    pub index: Signal<In, Bits<INDEX_BITS>>,
    /// Its count, up to 16 cycles ago.
    pub count: Signal<Out, Bits<COUNT_BITS>>,
    queues: [Fifo<INDEX_BITS, 2>; SOURCES],
    turns: RoundRobin<SOURCES>,
    counts: DualPortRam<COUNT_BITS, INDEX_BITS>,
    /// The cycle in 16 in which `index` is read.
    turn: DFF<Bits<4>>,
    looks: DFF<Bit>,
    seen: DFF<Bits<COUNT_BITS>>,
    /// The count that is looked at was being read in the cycle before, and is what is written in this one.
    sees_written: DFF<Bit>,
    /// The EV that was read in the cycle before.
    changes: DFF<Bit>,
    at: DFF<Bits<INDEX_BITS>>,
    clears: DFF<Bit>,
    /// What the memory does not give, as it was written while it was read.
    was_written: DFF<Bit>,
    written: DFF<Bits<COUNT_BITS>>,
    /// The EV that was read two cycles ago, and its count, which is written now.
    writes: DFF<Bit>,
    written_at: DFF<Bits<INDEX_BITS>>,
    empties: DFF<Bit>,
    count_before: DFF<Bits<COUNT_BITS>>,
    counted: [Signal<Local, Bit>; SOURCES],
    wants: [Signal<Local, Bits<SOURCES>>; SOURCES],
    /// The EV of each source is the one that was read in the cycle before, or two ago.
    same: [Signal<Local, Bit>; SOURCES],
    same_written: [Signal<Local, Bit>; SOURCES],
    /// It is chosen and read.
    serves: [Signal<Local, Bit>; SOURCES],
    /// A use waits.
    waits: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<INDEX_BITS>>,
    look: Signal<Local, Bit>,
    /// The count that is looked at is being changed.
    changing: Signal<Local, Bit>,
    /// The count that is read is being written.
    collides: Signal<Local, Bit>,
    read_count: Signal<Local, Bits<COUNT_BITS>>,
    count_after: Signal<Local, Bits<COUNT_BITS>>,
    takes: Signal<Local, Bit>,
    limit: Constant<Bits<32>>,
    most: Constant<Bits<COUNT_BITS>>,
    nobody: Constant<Bits<SOURCES>>,
    about: About<Self>,
}

impl Default for AccessCounters {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset index count turns counts turn looks seen sees_written changes at clears was_written written writes written_at
                empties count_before waits chosen look changing collides read_count count_after takes about
            ]
            [vector valid ready queues counted wants same same_written serves]
            limit: Constant::new(COUNTED_VECTORS.into()),
            most: Constant::new(((1u64 << COUNT_BITS) - 1).into()),
            nobody: Constant::new(0.into()),
        }
    }
}

impl Describe for AccessCounters {
    fn name() -> String {
        "access_counters".into()
    }

    fn description() -> &'static str {
        "Counts the kernel's uses of the first 16,384 EVs of the cache; a load sets a count to 0. A use a cycle, in 15 of 16 cycles; stalls a source while four of its uses wait."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        source::CONSTANTS.to_vec()
    }
}

impl Logic for AccessCounters {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            turn,
            looks,
            seen,
            sees_written,
            changes,
            at,
            clears,
            was_written,
            written,
            writes,
            written_at,
            empties,
            count_before
        );
        self.turns.clock.next = self.clock.val();
        self.turns.reset.next = self.reset.val();
        self.counts.clock.next = self.clock.val();
        self.turn.d.next = self.turn.q.val() + 1;
        self.look.next = !self.turn.q.val().any();

        comment!("Uses wait for their turn.");
        self.chosen.next = 0.into();
        for i in 0..SOURCES {
            self.queues[i].clock.next = self.clock.val();
            self.queues[i].reset.next = self.reset.val();
            self.counted[i].next = self.vector[i].val() < self.limit.val();
            self.queues[i].in_valid.next = self.valid[i].val() & self.counted[i].val();
            self.queues[i].in_data.next = self.vector[i].val().get_bits::<INDEX_BITS>(0);
            self.ready[i].next = self.queues[i].in_ready.val();
            if i == 0 {
                self.wants[i].next = self.nobody.val().replace_bit(i, self.queues[i].out_valid.val());
            } else {
                self.wants[i].next = self.wants[i - 1].val().replace_bit(i, self.queues[i].out_valid.val());
            }
            self.turns.request.next = self.wants[i].val();
            self.waits.next = self.wants[i].val().any();
            if self.turns.grant.val().get_bit(i) {
                self.chosen.next = self.queues[i].out_data.val();
            }
        }

        comment!(
            "Read a count. It cannot be read in the cycle after it was; two cycles after, it is what is written. Heads of queues are compared before one is chosen."
        );
        self.collides.next = false;
        for i in 0..SOURCES {
            self.same[i].next = self.at.q.val() == self.queues[i].out_data.val();
            self.same_written[i].next = self.written_at.q.val() == self.queues[i].out_data.val();
            self.serves[i].next =
                self.turns.grant.val().get_bit(i) & !self.look.val() & !(self.changes.q.val() & self.same[i].val());
            self.queues[i].out_ready.next = self.serves[i].val();
            if self.turns.grant.val().get_bit(i) {
                self.collides.next = self.writes.q.val() & self.same_written[i].val();
            }
        }
        self.takes.next = false;
        for i in 0..SOURCES {
            if self.serves[i].val() {
                self.takes.next = true;
            }
        }
        self.turns.advance.next = self.takes.val();
        self.changing.next = self.look.val() & self.changes.q.val() & (self.at.q.val() == self.index.val());
        self.counts.a_address.next = self.chosen.val();
        if self.look.val() {
            self.counts.a_address.next = self.index.val();
            self.collides.next = self.writes.q.val() & (self.written_at.q.val() == self.index.val());
        }
        // Read whether it is taken or not, and whether it is written or not, which is known late.
        self.counts.a_enable.next = self.waits.val() | self.look.val();
        self.was_written.d.next = self.collides.val();
        self.changes.d.next = self.takes.val();
        self.at.d.next = self.chosen.val();
        self.clears.d.next = self.turns.grant.val().get_bit(source::LOADS);
        self.looks.d.next = self.look.val() & !self.changing.val();

        comment!("What memory gives comes late: it is changed in the next cycle.");
        self.read_count.next = self.counts.a_data.val();
        if self.was_written.q.val() {
            self.read_count.next = self.written.q.val();
        }
        self.writes.d.next = self.changes.q.val();
        self.written_at.d.next = self.at.q.val();
        self.empties.d.next = self.clears.q.val();
        self.count_before.d.next = self.read_count.val();

        comment!("Write it back.");
        self.count_after.next = self.count_before.q.val() + 1;
        if self.count_before.q.val() == self.most.val() {
            self.count_after.next = self.most.val();
        }
        if self.empties.q.val() {
            self.count_after.next = 0.into();
        }
        self.counts.b_enable.next = self.writes.q.val();
        self.counts.b_write.next = self.writes.q.val();
        self.counts.b_address.next = self.written_at.q.val();
        self.counts.b_write_data.next = self.count_after.val();
        self.written.d.next = self.count_after.val();

        comment!("The count that is looked at; what is written now is seen now.");
        self.sees_written.d.next = self.changing.val();
        if self.looks.q.val() {
            self.seen.d.next = self.read_count.val();
        }
        self.count.next = self.seen.q.val();
        if self.sees_written.q.val() {
            self.seen.d.next = self.count_after.val();
            self.count.next = self.count_after.val();
        }
        if self.reset.val() {
            self.turn.d.next = 0.into();
            self.looks.d.next = false;
            self.changes.d.next = false;
        }
    }
}
