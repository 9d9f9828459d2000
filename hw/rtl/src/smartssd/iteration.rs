//! Iterations: from the doorbell to the kernel and back.

use super::fault_code;
use emberlane_registers::faults::{self, SmartSsdFault};
use emberlane_registers::kernel_plan::KernelError;
use emberlane_registers::smartssd::{Command, DRAM_BYTES};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of an iteration.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum IterationState {
    /// There is none.
    Idle,
    /// It waits for its plan of movements.
    Waiting,
    /// The kernel works.
    Running,
}

/// Begins iterations when the doorbell rings and the cache holds what they need, swaps the TX buffers, and checks that regions
/// fit.
///
/// `FAULTS` is 0; 1 in the design that commits faults for tests.
///
/// Every ring is answered: it begins an iteration (`accepted`), or it is refused with an error. One that comes while an iteration is
/// under way, its last cycle included, is refused as busy, unless the iteration itself fails in that cycle: then its error is kept.
/// Rings while `failed` is set are ignored, also in the cycle in which it is cleared. What is set in the cycle of `clear` stays set.
///
/// Latency: two cycles from the doorbell to the kernel. Stalls until the plan of movements is done.
#[derive(LogicBlock)]
pub struct Iteration<const SLICES: usize, const FAULTS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// What was written to the doorbell.
    pub doorbell: Signal<In, Bits<8>>,
    /// The doorbell rang.
    pub doorbell_valid: Signal<In, Bit>,
    /// Clears the status.
    pub clear: Signal<In, Bit>,
    /// Bytes of a TX buffer.
    pub tx_bytes: Signal<In, Bits<32>>,
    /// Address of EV 0 of the cache.
    pub cache_base: Signal<In, Bits<32>>,
    /// EVs of the cache.
    pub cache_vectors: Signal<In, Bits<32>>,
    /// Address of EV 0 on the SSD, its lowest bits.
    pub ssd_base: Signal<In, Bits<32>>,
    /// Bags of the iteration.
    pub bags: Signal<In, Bits<32>>,
    /// Plan of movements that the iteration needs.
    pub plan: Signal<In, Bits<32>>,
    /// The last one that is done.
    pub plans_done: Signal<In, Bits<32>>,
    /// Regions fit the DRAM.
    pub layout_good: Signal<Out, Bit>,
    /// The kernel begins.
    pub kernel_start: Signal<Out, Bit>,
    /// The kernel has ended.
    pub kernel_done: Signal<In, Bit>,
    /// Why it was stopped.
    pub kernel_error: Signal<In, Bits<4>>,
    /// At which program.
    pub kernel_program: Signal<In, Bits<2>>,
    /// An iteration is under way.
    pub busy: Signal<Out, Bit>,
    /// It waits for its plan of movements.
    pub waiting: Signal<Out, Bit>,
    /// The kernel works.
    pub running: Signal<Out, Bit>,
    /// The doorbell begins an iteration: in this cycle settings are taken.
    pub accepted: Signal<Out, Bit>,
    /// Settings as they were when the doorbell rang: bags.
    pub kernel_bags: Signal<Out, Bits<32>>,
    /// Address of EV 0 of the cache.
    pub kernel_cache_base: Signal<Out, Bits<32>>,
    /// EVs of the cache.
    pub kernel_cache_vectors: Signal<Out, Bits<32>>,
    /// The last one ended well.
    pub done: Signal<Out, Bit>,
    /// The last one was refused or stopped.
    pub failed: Signal<Out, Bit>,
    /// Why (`KernelError`).
    pub error: Signal<Out, Bits<4>>,
    /// At which program.
    pub program: Signal<Out, Bits<2>>,
    /// The TX buffer that is written.
    pub new_buffer: Signal<Out, Bit>,
    /// Its address.
    pub output_base: Signal<Out, Bits<64>>,
    /// An iteration has ended well (a pulse).
    pub ended: Signal<Out, Bit>,
    state: DFF<IterationState>,
    is_done: DFF<Bit>,
    has_failed: DFF<Bit>,
    reason: DFF<Bits<4>>,
    culprit: DFF<Bits<2>>,
    buffer: DFF<Bit>,
    fits: DFF<Bit>,
    holds: DFF<Bit>,
    kept_bags: DFF<Bits<32>>,
    kept_tx_bytes: DFF<Bits<32>>,
    kept_cache_base: DFF<Bits<32>>,
    kept_cache_vectors: DFF<Bits<32>>,
    kept_plan: DFF<Bits<32>>,
    fits_now: Signal<Local, Bit>,
    holds_now: Signal<Local, Bit>,
    buffers_end: Signal<Local, Bits<48>>,
    cache_first: Signal<Local, Bits<48>>,
    cache_bytes: Signal<Local, Bits<48>>,
    /// Negative if the cache is within the DRAM.
    cache_excess: Signal<Local, Bits<48>>,
    outputs_end: Signal<Local, Bits<48>>,
    iterates: Signal<Local, Bit>,
    continues: Signal<Local, Bit>,
    rings: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    swaps: Signal<Local, Bit>,
    vector_shift: Constant<Bits<4>>,
    within_vector: Constant<Bits<32>>,
    dram_bytes: Constant<Bits<48>>,
    iterate: Constant<Bits<8>>,
    proceed: Constant<Bits<8>>,
    busy_code: Constant<Bits<4>>,
    unknown_code: Constant<Bits<4>>,
    layout_code: Constant<Bits<4>>,
    /// The fault that is committed.
    pub fault: [Signal<In, Bits<{ faults::BITS }>>; FAULTS],
    early_kernel: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    no_swap: [Constant<Bits<{ faults::BITS }>>; FAULTS],
    about: About<Self>,
}

impl<const SLICES: usize, const FAULTS: usize> Default for Iteration<SLICES, FAULTS> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "16 to 128 elements");
        crate::defaults! {
            [
                clock reset doorbell doorbell_valid clear tx_bytes cache_base cache_vectors ssd_base bags plan plans_done layout_good running kernel_bags
                kernel_cache_base kernel_cache_vectors kept_bags kept_tx_bytes kept_cache_base kept_cache_vectors kept_plan fits_now holds_now
                accepted kernel_start kernel_done kernel_error kernel_program busy waiting done failed error program new_buffer
                output_base ended state is_done has_failed reason culprit buffer fits holds buffers_end cache_first cache_bytes cache_excess outputs_end
                iterates continues rings ready swaps about
            ]
            [fault]
            vector_shift: Constant::new(u64::from(6 + SLICES.trailing_zeros()).into()),
            within_vector: Constant::new((64 * SLICES as u64 - 1).into()),
            dram_bytes: Constant::new(DRAM_BYTES.into()),
            iterate: Constant::new((Command::Iterate as u64).into()),
            proceed: Constant::new((Command::Continue as u64).into()),
            busy_code: Constant::new((KernelError::Busy as u64).into()),
            unknown_code: Constant::new((KernelError::UnknownCommand as u64).into()),
            layout_code: Constant::new((KernelError::Layout as u64).into()),
            early_kernel: std::array::from_fn(|_| fault_code(SmartSsdFault::EarlyKernel)),
            no_swap: std::array::from_fn(|_| fault_code(SmartSsdFault::NoSwap)),
        }
    }
}

impl<const SLICES: usize, const FAULTS: usize> Describe for Iteration<SLICES, FAULTS> {
    fn name() -> String {
        if FAULTS == 0 { format!("iteration_s{SLICES}") } else { format!("iteration_s{SLICES}_faults") }
    }

    fn description() -> &'static str {
        "Begins iterations when the doorbell rings and the cache holds what they need, swaps the TX buffers, and checks that regions fit. Two cycles from the doorbell to the kernel; stalls until the plan of movements is done."
    }
}

impl<const SLICES: usize, const FAULTS: usize> Logic for Iteration<SLICES, FAULTS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            is_done,
            has_failed,
            reason,
            culprit,
            buffer,
            fits,
            holds,
            kept_bags,
            kept_tx_bytes,
            kept_cache_base,
            kept_cache_vectors,
            kept_plan
        );

        comment!("What fits, a cycle later.");
        self.buffers_end.next = bit_cast::<48, 32>(self.tx_bytes.val()) << 1;
        comment!(
            "The end of the cache, less the DRAM and one: the three are added up to two without carries, for one carry chain."
        );
        self.cache_first.next = bit_cast::<48, 32>(self.cache_base.val());
        self.cache_bytes.next = bit_cast::<48, 32>(self.cache_vectors.val()) << self.vector_shift.val();
        self.cache_excess.next = (self.cache_first.val() ^ self.cache_bytes.val() ^ !self.dram_bytes.val())
            + (((self.cache_first.val() & self.cache_bytes.val())
                | (self.cache_first.val() & !self.dram_bytes.val())
                | (self.cache_bytes.val() & !self.dram_bytes.val()))
                << 1);
        self.outputs_end.next = bit_cast::<48, 32>(self.bags.val()) << self.vector_shift.val();
        self.fits_now.next =
            !((self.tx_bytes.val() | self.cache_base.val() | self.ssd_base.val()) & self.within_vector.val()).any()
                & (self.buffers_end.val() <= bit_cast::<48, 32>(self.cache_base.val()))
                & self.cache_excess.val().get_bit(47);
        self.fits.d.next = self.fits_now.val();
        self.holds_now.next = self.fits_now.val() & (self.outputs_end.val() <= bit_cast::<48, 32>(self.tx_bytes.val()));
        self.holds.d.next = self.fits.q.val() & self.holds_now.val();
        self.layout_good.next = self.fits.q.val() & self.fits_now.val();

        comment!("The doorbell.");
        self.iterates.next = self.doorbell.val() == self.iterate.val();
        self.continues.next = self.doorbell.val() == self.proceed.val();
        self.rings.next = self.doorbell_valid.val() & !self.has_failed.q.val();
        self.ready.next = self.plans_done.val() >= self.kept_plan.q.val();
        self.swaps.next = self.iterates.val();
        for i in 0..FAULTS {
            if self.fault[i].val() == self.early_kernel[i].val() {
                self.ready.next = true;
            }
        }
        for i in 0..FAULTS {
            if self.fault[i].val() == self.no_swap[i].val() {
                self.swaps.next = false;
            }
        }
        self.accepted.next = false;
        self.kernel_start.next = false;
        self.ended.next = false;
        if self.clear.val() {
            self.is_done.d.next = false;
            self.has_failed.d.next = false;
            self.reason.d.next = 0.into();
            self.culprit.d.next = 0.into();
        }
        match self.state.q.val() {
            IterationState::Idle => {
                if self.rings.val() {
                    self.is_done.d.next = false;
                    self.culprit.d.next = 0.into();
                    if !self.iterates.val() & !self.continues.val() {
                        self.has_failed.d.next = true;
                        self.reason.d.next = self.unknown_code.val();
                    } else if !(self.holds.q.val() & self.holds_now.val()) {
                        // What is checked is what is kept: the settings of this very cycle.
                        self.has_failed.d.next = true;
                        self.reason.d.next = self.layout_code.val();
                    } else {
                        self.accepted.next = true;
                        self.state.d.next = IterationState::Waiting;
                        self.kept_bags.d.next = self.bags.val();
                        self.kept_tx_bytes.d.next = self.tx_bytes.val();
                        self.kept_cache_base.d.next = self.cache_base.val();
                        self.kept_cache_vectors.d.next = self.cache_vectors.val();
                        self.kept_plan.d.next = self.plan.val();
                        self.buffer.d.next = self.buffer.q.val() ^ self.swaps.val();
                    }
                }
            }
            IterationState::Waiting => {
                if self.ready.val() {
                    self.kernel_start.next = true;
                    self.state.d.next = IterationState::Running;
                }
            }
            IterationState::Running => {
                if self.kernel_done.val() {
                    self.state.d.next = IterationState::Idle;
                    if self.kernel_error.val().any() {
                        self.has_failed.d.next = true;
                        self.reason.d.next = self.kernel_error.val();
                        self.culprit.d.next = self.kernel_program.val();
                    } else {
                        self.is_done.d.next = true;
                        self.ended.next = true;
                    }
                }
            }
        }
        if self.rings.val()
            & (self.state.q.val() != IterationState::Idle)
            & !((self.state.q.val() == IterationState::Running)
                & self.kernel_done.val()
                & self.kernel_error.val().any())
        {
            self.has_failed.d.next = true;
            self.reason.d.next = self.busy_code.val();
            self.culprit.d.next = 0.into();
        }
        self.busy.next = self.state.q.val() != IterationState::Idle;
        self.running.next = self.state.q.val() == IterationState::Running;
        self.kernel_bags.next = self.kept_bags.q.val();
        self.kernel_cache_base.next = self.kept_cache_base.q.val();
        self.kernel_cache_vectors.next = self.kept_cache_vectors.q.val();
        self.waiting.next = self.state.q.val() == IterationState::Waiting;
        self.done.next = self.is_done.q.val();
        self.failed.next = self.has_failed.q.val();
        self.error.next = self.reason.q.val();
        self.program.next = self.culprit.q.val();
        self.new_buffer.next = self.buffer.q.val();
        self.output_base.next = 0.into();
        if self.buffer.q.val() {
            self.output_base.next = bit_cast::<64, 32>(self.kept_tx_bytes.q.val());
        }
        if self.reset.val() {
            self.state.d.next = IterationState::Idle;
            self.is_done.d.next = false;
            self.has_failed.d.next = false;
            self.reason.d.next = 0.into();
            self.culprit.d.next = 0.into();
            self.buffer.d.next = true;
        }
    }
}
