//! The settings of a plan, as they were when the doorbell rang.

use emberlane_registers::smartssd::{GRADIENTS_BITS, PROGRAM_WORDS_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the number of words of a program.
const WORDS_BITS: usize = PROGRAM_WORDS_BITS as usize;
/// Bits of the number of gradients.
const COUNT_BITS: usize = GRADIENTS_BITS as usize;
/// Programs of a plan.
const PROGRAMS: usize = 4;

/// Keeps where the programs and the gradients of an iteration are, from `take` until the next one: the host may write the settings
/// of the next iteration while one waits or is under way.
///
/// Latency: what is taken shows in the next cycle. Never stalls.
#[derive(LogicBlock)]
pub struct PlanSettings {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// The settings are taken.
    pub take: Signal<In, Bit>,
    /// Address of each program, as set.
    pub program_base: [Signal<In, Bits<64>>; PROGRAMS],
    /// Words of each program, as set.
    pub program_words: [Signal<In, Bits<WORDS_BITS>>; PROGRAMS],
    /// Address of the first gradient, as set.
    pub gradient_base: Signal<In, Bits<64>>,
    /// Gradients, as set.
    pub gradients: Signal<In, Bits<COUNT_BITS>>,
    /// Address of each program, as taken.
    pub kept_base: [Signal<Out, Bits<64>>; PROGRAMS],
    /// Words of each program, as taken.
    pub kept_words: [Signal<Out, Bits<WORDS_BITS>>; PROGRAMS],
    /// Address of the first gradient, as taken.
    pub kept_gradient_base: Signal<Out, Bits<64>>,
    /// Gradients, as taken.
    pub kept_gradients: Signal<Out, Bits<COUNT_BITS>>,
    base: [DFF<Bits<64>>; PROGRAMS],
    words: [DFF<Bits<WORDS_BITS>>; PROGRAMS],
    first_gradient: DFF<Bits<64>>,
    count: DFF<Bits<COUNT_BITS>>,
    about: About<Self>,
}

impl Default for PlanSettings {
    fn default() -> Self {
        crate::defaults! {
            [clock take gradient_base gradients kept_gradient_base kept_gradients first_gradient count about]
            [program_base program_words kept_base kept_words base words]
        }
    }
}

impl Describe for PlanSettings {
    fn name() -> String {
        "plan_settings".into()
    }

    fn description() -> &'static str {
        "Keeps where the programs and the gradients of an iteration are, as the settings said when the doorbell rang. One cycle; never stalls."
    }
}

impl Logic for PlanSettings {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first_gradient, count);
        for i in 0..4 {
            self.base[i].clock.next = self.clock.val();
            self.base[i].d.next = self.base[i].q.val();
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
            if self.take.val() {
                self.base[i].d.next = self.program_base[i].val();
                self.words[i].d.next = self.program_words[i].val();
            }
            self.kept_base[i].next = self.base[i].q.val();
            self.kept_words[i].next = self.words[i].q.val();
        }
        if self.take.val() {
            self.first_gradient.d.next = self.gradient_base.val();
            self.count.d.next = self.gradients.val();
        }
        self.kept_gradient_base.next = self.first_gradient.q.val();
        self.kept_gradients.next = self.count.q.val();
    }
}
