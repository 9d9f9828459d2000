//! The embedding kernel.

use super::backward_sequencer::BackwardSequencer;
use super::forward_sequencer::{ForwardSequencer, target};
use super::gradient_reader::GradientReader;
use super::loader::Loader;
use super::mover::Mover;
use super::plan_stream::PlanStream;
use super::slice::Slice;
use super::vector_writer::VectorWriter;
use crate::layout::{Place, constants, named};
use emberlane_registers::kernel_plan::{BAG_BITS, FORWARD_BITS, KernelError, Program, WORD_BITS, adders};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Streams of lines that the kernel reads: the programs by their numbers, and the gradients.
pub const STREAMS: usize = 5;
/// The stream of the gradients.
pub const GRADIENTS: usize = 4;
named! {
    /// Programs, by their numbers in arrays.
    pub(super) mod program {
        LOADS = Program::Loads as usize,
        FORWARD = Program::Forward as usize,
        BACKWARD = Program::Backward as usize,
        MOVES = Program::Moves as usize,
    }
}

named! {
    /// Streams that are no program's.
    mod stream {
        GRADIENT = GRADIENTS,
    }
}

named! {
    /// Who writes to memory.
    mod writer {
        EV = 0,
        OUTPUT = 1,
    }
}

/// States of the kernel.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum KernelState {
    /// Waits for `start`.
    Idle,
    /// Executes a plan.
    Running,
    /// Waits until what is under way has ended.
    Draining,
    /// It has.
    Ended,
}

/// The embedding kernel of NDRec: `BANKS` forward and as many backward banks, for EVs of `16 * SLICES` elements, with `ADDERS` adders of
/// backward banks: [`adders`] of them.
///
/// Executes a plan (`emberlane_registers::kernel_plan`): four programs side by side. What the banks hold stays there from plan to plan.
/// `done` (a pulse) comes when every program is over and memory has answered every write.
///
/// * A word that cannot be done, programs that all wait, and errors of memory stop it: nothing new is begun, what is under way ends,
///   `done` comes with `error` other than 0, and the counters say how far each program came. `start` begins the next plan.
/// * Throughput: `2 * BANKS` EVs a cycle into outputs, and `ADDERS` EVs a cycle updated, while the banks hold them; a beat of
///   512 bits a cycle from the cache, of gradients, of outputs, and to the cache.
#[derive(LogicBlock)]
pub struct Kernel<const BANKS: usize, const ADDERS: usize, const SLICES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; hold it for 32 cycles.
    pub reset: Signal<In, Bit>,
    /// Begins a plan (a pulse, while idle). What follows, up to `gradients`, stays as it is until `done`.
    pub start: Signal<In, Bit>,
    /// Address of each program, line aligned.
    pub program_base: [Signal<In, Bits<64>>; 4],
    /// Words of each program.
    pub program_words: [Signal<In, Bits<28>>; 4],
    /// Address of EV 0 of the cache, a multiple of its length.
    pub cache_base: Signal<In, Bits<64>>,
    /// EVs of the cache.
    pub cache_vectors: Signal<In, Bits<32>>,
    /// Address of the output of bag 0, a multiple of its length.
    pub output_base: Signal<In, Bits<64>>,
    /// Bags of the batch whose outputs are made.
    pub bags: Signal<In, Bits<32>>,
    /// Address of the first gradient, line aligned.
    pub gradient_base: Signal<In, Bits<64>>,
    /// Gradients.
    pub gradients: Signal<In, Bits<26>>,
    /// A plan is executed.
    pub busy: Signal<Out, Bit>,
    /// It has ended.
    pub done: Signal<Out, Bit>,
    /// Why it was stopped (`KernelError`); stays until `start`.
    pub error: Signal<Out, Bits<4>>,
    /// The program at which it was.
    pub error_program: Signal<Out, Bits<2>>,
    /// Words that each program has done, waits not counted.
    pub counter: [Signal<Out, Bits<32>>; 4],
    /// A forward word waits for the adder, and for nothing else.
    pub forward_hazard: Signal<Out, Bit>,
    /// A backward word waits for a slot that is being updated or for an adder, and for nothing else.
    pub backward_hazard: Signal<Out, Bit>,
    /// Streams: address of the line asked for.
    pub stream_address: [Signal<Out, Bits<64>>; STREAMS],
    /// Streams: a line is asked for.
    pub stream_valid: [Signal<Out, Bit>; STREAMS],
    /// Streams: the request is taken.
    pub stream_ready: [Signal<In, Bit>; STREAMS],
    /// Streams: a line comes, in the order of the requests.
    pub line_valid: [Signal<In, Bit>; STREAMS],
    /// Streams: the line.
    pub line: [Signal<In, Bits<512>>; STREAMS],
    /// Streams: the memory answered with an error.
    pub line_error: [Signal<In, Bit>; STREAMS],
    /// EV reader: AXI read address.
    pub ev_araddr: Signal<Out, Bits<64>>,
    /// EV reader: AXI burst length.
    pub ev_arlen: Signal<Out, Bits<8>>,
    /// EV reader: AXI read address valid.
    pub ev_arvalid: Signal<Out, Bit>,
    /// EV reader: AXI read address ready.
    pub ev_arready: Signal<In, Bit>,
    /// EV reader: AXI read data.
    pub ev_rdata: Signal<In, Bits<512>>,
    /// EV reader: AXI read response.
    pub ev_rresp: Signal<In, Bits<2>>,
    /// EV reader: AXI read data valid; there is always room.
    pub ev_rvalid: Signal<In, Bit>,
    /// EV writer (0) and EO writer (1): AXI write address.
    pub awaddr: [Signal<Out, Bits<64>>; 2],
    /// Writers: AXI burst length.
    pub awlen: [Signal<Out, Bits<8>>; 2],
    /// Writers: AXI write address valid.
    pub awvalid: [Signal<Out, Bit>; 2],
    /// Writers: AXI write address ready.
    pub awready: [Signal<In, Bit>; 2],
    /// Writers: AXI write data; all strobes are on.
    pub wdata: [Signal<Out, Bits<512>>; 2],
    /// Writers: AXI last beat of a burst.
    pub wlast: [Signal<Out, Bit>; 2],
    /// Writers: AXI write data valid.
    pub wvalid: [Signal<Out, Bit>; 2],
    /// Writers: AXI write data ready.
    pub wready: [Signal<In, Bit>; 2],
    /// Writers: AXI write response.
    pub bresp: [Signal<In, Bits<2>>; 2],
    /// Writers: AXI write response valid; it is always taken.
    pub bvalid: [Signal<In, Bit>; 2],
    state: DFF<KernelState>,
    reason: DFF<Bits<4>>,
    culprit: DFF<Bits<2>>,
    stream_failed: DFF<Bit>,
    forward_words: PlanStream<FORWARD_BITS, 2>,
    load_words: PlanStream<WORD_BITS, 4>,
    backward_words: PlanStream<WORD_BITS, 4>,
    move_words: PlanStream<WORD_BITS, 4>,
    gradient_reader: GradientReader<SLICES>,
    loader: Loader<BANKS, SLICES>,
    forward: ForwardSequencer<BANKS>,
    backward: BackwardSequencer<BANKS, ADDERS>,
    mover: Mover<BANKS, SLICES>,
    ev_writer: VectorWriter<SLICES, 0>,
    eo_writer: VectorWriter<SLICES, 1>,
    slice: [Slice<BANKS, ADDERS>; SLICES],
    begin: Signal<Local, Bit>,
    halt: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    quiet: Signal<Local, Bit>,
    reads_idle: Signal<Local, Bit>,
    stuck: Signal<Local, Bit>,
    no_gradient: Signal<Local, Bit>,
    /// A line that cannot be read is the first error there is.
    blames: Signal<Local, Bit>,
    fault: Signal<Local, Bits<4>>,
    fault_program: Signal<Local, Bits<2>>,
    line_bad: [Signal<Local, Bit>; STREAMS],
    output_shift: Constant<Bits<4>>,
    bank_code: Constant<Bits<4>>,
    vector_code: Constant<Bits<4>>,
    bag_code: Constant<Bits<4>>,
    gradient_code: Constant<Bits<4>>,
    stuck_code: Constant<Bits<4>>,
    read_code: Constant<Bits<4>>,
    write_code: Constant<Bits<4>>,
    /// A word of ones is a wait that is never reached.
    ones: Constant<Bits<512>>,
    about: About<Self>,
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Default for Kernel<BANKS, ADDERS, SLICES> {
    fn default() -> Self {
        assert!(
            ADDERS == adders(BANKS, SLICES),
            "the kernel's model counts on as many adders as `kernel_plan::adders` says"
        );
        crate::defaults! {
            [
                clock reset start cache_base cache_vectors output_base bags gradient_base gradients busy done error
                error_program forward_hazard backward_hazard ev_araddr ev_arlen ev_arvalid ev_arready ev_rdata ev_rresp
                ev_rvalid state reason culprit stream_failed forward_words load_words backward_words move_words
                gradient_reader loader forward backward mover ev_writer eo_writer begin halt over quiet reads_idle stuck
                no_gradient blames fault fault_program about
            ]
            [
                program_base program_words counter stream_address stream_valid stream_ready line_valid line line_error
                awaddr awlen awvalid awready wdata wlast wvalid wready bresp bvalid slice line_bad
            ]
            output_shift: Constant::new(u64::from(6 + SLICES.trailing_zeros()).into()),
            bank_code: Constant::new((KernelError::Bank as u64).into()),
            vector_code: Constant::new((KernelError::Vector as u64).into()),
            bag_code: Constant::new((KernelError::Bag as u64).into()),
            gradient_code: Constant::new((KernelError::Gradient as u64).into()),
            stuck_code: Constant::new((KernelError::Stuck as u64).into()),
            read_code: Constant::new((KernelError::Read as u64).into()),
            write_code: Constant::new((KernelError::Write as u64).into()),
            ones: Constant::new(!Bits::default()),
        }
    }
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Describe for Kernel<BANKS, ADDERS, SLICES> {
    fn name() -> String {
        format!("embedding_kernel_b{BANKS}_s{SLICES}")
    }

    fn description() -> &'static str {
        "NDRec's embedding kernel: banks of EVs that are pooled and banks of EVs that are updated, driven by the four programs of a plan side by side."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[program::CONSTANTS, stream::CONSTANTS, writer::CONSTANTS, target::CONSTANTS])
    }
}

impl<const BANKS: usize, const ADDERS: usize, const SLICES: usize> Logic for Kernel<BANKS, ADDERS, SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, reason, culprit, stream_failed);

        comment!("Begin, stop, end.");
        self.begin.next = self.start.val() & (self.state.q.val() == KernelState::Idle);
        self.over.next = self.load_words.over.val()
            & self.forward_words.over.val()
            & self.backward_words.over.val()
            & self.move_words.over.val();
        self.reads_idle.next = self.load_words.idle.val()
            & self.forward_words.idle.val()
            & self.backward_words.idle.val()
            & self.move_words.idle.val()
            & self.gradient_reader.idle.val();
        self.quiet.next = self.loader.idle.val() & self.backward.idle.val() & self.mover.idle.val();
        self.stuck.next = self.quiet.val()
            & !self.over.val()
            & (self.loader.waiting.val() | self.load_words.over.val())
            & (self.forward.waiting.val() | self.forward_words.over.val())
            & (self.backward.waiting.val() | self.backward_words.over.val())
            & (self.mover.waiting.val() | self.move_words.over.val());
        self.no_gradient.next = self.backward.starved.val() & self.gradient_reader.over.val();
        self.fault.next = 0.into();
        self.fault_program.next = program::LOADS.val().into();
        if self.stuck.val() {
            self.fault.next = self.stuck_code.val();
        }
        if self.ev_writer.failed.val() {
            self.fault.next = self.write_code.val();
            self.fault_program.next = program::MOVES.val().into();
        }
        if self.eo_writer.failed.val() {
            self.fault.next = self.write_code.val();
            self.fault_program.next = program::FORWARD.val().into();
        }
        if self.no_gradient.val() {
            self.fault.next = self.gradient_code.val();
            self.fault_program.next = program::BACKWARD.val().into();
        }
        if self.stream_failed.q.val() {
            self.fault.next = self.read_code.val();
            self.fault_program.next = self.culprit.q.val();
        }
        if self.loader.failed.val() {
            self.fault.next = self.read_code.val();
            self.fault_program.next = program::LOADS.val().into();
        }
        if self.mover.bad_vector.val() {
            self.fault.next = self.vector_code.val();
            self.fault_program.next = program::MOVES.val().into();
        }
        if self.loader.bad_vector.val() {
            self.fault.next = self.vector_code.val();
            self.fault_program.next = program::LOADS.val().into();
        }
        if self.forward.bad_bag.val() {
            self.fault.next = self.bag_code.val();
            self.fault_program.next = program::FORWARD.val().into();
        }
        if self.mover.bad_bank.val() {
            self.fault.next = self.bank_code.val();
            self.fault_program.next = program::MOVES.val().into();
        }
        if self.backward.bad_bank.val() {
            self.fault.next = self.bank_code.val();
            self.fault_program.next = program::BACKWARD.val().into();
        }
        if self.forward.bad_bank.val() {
            self.fault.next = self.bank_code.val();
            self.fault_program.next = program::FORWARD.val().into();
        }
        if self.loader.bad_bank.val() {
            self.fault.next = self.bank_code.val();
            self.fault_program.next = program::LOADS.val().into();
        }
        self.halt.next = (self.state.q.val() == KernelState::Running) & self.fault.val().any();
        self.busy.next = self.state.q.val() != KernelState::Idle;
        self.done.next = false;
        self.error.next = self.reason.q.val();
        self.error_program.next = self.culprit.q.val();
        match self.state.q.val() {
            KernelState::Idle => {
                if self.start.val() {
                    self.state.d.next = KernelState::Running;
                    self.reason.d.next = 0.into();
                    self.culprit.d.next = program::LOADS.val().into();
                    self.stream_failed.d.next = false;
                }
            }
            KernelState::Running => {
                if self.halt.val() {
                    self.state.d.next = KernelState::Draining;
                    self.reason.d.next = self.fault.val();
                    self.culprit.d.next = self.fault_program.val();
                } else if self.over.val() {
                    self.state.d.next = KernelState::Draining;
                }
            }
            KernelState::Draining => {
                if !self.reason.q.val().any() & self.fault.val().any() {
                    self.reason.d.next = self.fault.val();
                    self.culprit.d.next = self.fault_program.val();
                }
                // A failed write leaves in doubt what was stored, whatever else there was.
                if self.eo_writer.failed.val() {
                    self.reason.d.next = self.write_code.val();
                    self.culprit.d.next = program::FORWARD.val().into();
                }
                if self.ev_writer.failed.val() {
                    self.reason.d.next = self.write_code.val();
                    self.culprit.d.next = program::MOVES.val().into();
                }
                if self.quiet.val()
                    & self.reads_idle.val()
                    & self.forward.idle.val()
                    & self.ev_writer.idle.val()
                    & self.eo_writer.idle.val()
                {
                    self.state.d.next = KernelState::Ended;
                }
            }
            KernelState::Ended => {
                // What the last answer brought is in `reason` by now.
                self.state.d.next = KernelState::Idle;
                self.done.next = true;
            }
        }
        self.blames.next =
            (self.state.q.val() == KernelState::Running) & !self.halt.val() & !self.stream_failed.q.val();

        comment!("A line that the memory could not read: its words become waits that are never reached.");
        for i in 0..STREAMS {
            self.line_bad[i].next = self.line_valid[i].val() & self.line_error[i].val();
        }
        if self.line_bad[program::LOADS].val() {
            self.stream_failed.d.next = true;
            if self.blames.val() {
                self.culprit.d.next = program::LOADS.val().into();
            }
        }
        if self.line_bad[program::FORWARD].val() {
            self.stream_failed.d.next = true;
            if self.blames.val() {
                self.culprit.d.next = program::FORWARD.val().into();
            }
        }
        if self.line_bad[program::BACKWARD].val() {
            self.stream_failed.d.next = true;
            if self.blames.val() {
                self.culprit.d.next = program::BACKWARD.val().into();
            }
        }
        if self.line_bad[program::MOVES].val() {
            self.stream_failed.d.next = true;
            if self.blames.val() {
                self.culprit.d.next = program::MOVES.val().into();
            }
        }
        if self.line_bad[stream::GRADIENT].val() {
            self.stream_failed.d.next = true;
            if self.blames.val() {
                self.culprit.d.next = program::BACKWARD.val().into();
            }
        }

        self.load_words.clock.next = self.clock.val();
        self.load_words.reset.next = self.reset.val();
        self.load_words.start.next = self.begin.val();
        self.load_words.stop.next = self.halt.val();
        self.load_words.base.next = self.program_base[program::LOADS].val();
        self.load_words.words.next = self.program_words[program::LOADS].val();
        self.stream_address[program::LOADS].next = self.load_words.request_address.val();
        self.stream_valid[program::LOADS].next = self.load_words.request_valid.val();
        self.load_words.request_ready.next = self.stream_ready[program::LOADS].val();
        self.load_words.line_valid.next = self.line_valid[program::LOADS].val();
        self.load_words.line_data.next = self.line[program::LOADS].val();
        if self.line_bad[program::LOADS].val() {
            self.load_words.line_data.next = self.ones.val();
        }
        self.loader.clock.next = self.clock.val();
        self.loader.reset.next = self.reset.val();
        self.loader.start.next = self.begin.val();
        self.loader.word.next = self.load_words.word.val();
        self.loader.word_valid.next = self.load_words.word_valid.val();
        self.load_words.word_ready.next = self.loader.word_ready.val();
        self.counter[program::LOADS].next = self.loader.done.val();
        self.loader.forward.next = self.forward.done.val();
        self.loader.backward.next = self.backward.done.val();
        self.loader.moves.next = self.mover.done.val();

        self.forward_words.clock.next = self.clock.val();
        self.forward_words.reset.next = self.reset.val();
        self.forward_words.start.next = self.begin.val();
        self.forward_words.stop.next = self.halt.val();
        self.forward_words.base.next = self.program_base[program::FORWARD].val();
        self.forward_words.words.next = self.program_words[program::FORWARD].val();
        self.stream_address[program::FORWARD].next = self.forward_words.request_address.val();
        self.stream_valid[program::FORWARD].next = self.forward_words.request_valid.val();
        self.forward_words.request_ready.next = self.stream_ready[program::FORWARD].val();
        self.forward_words.line_valid.next = self.line_valid[program::FORWARD].val();
        self.forward_words.line_data.next = self.line[program::FORWARD].val();
        if self.line_bad[program::FORWARD].val() {
            self.forward_words.line_data.next = self.ones.val();
        }
        self.forward.clock.next = self.clock.val();
        self.forward.reset.next = self.reset.val();
        self.forward.start.next = self.begin.val();
        self.forward.word.next = self.forward_words.word.val();
        self.forward.word_valid.next = self.forward_words.word_valid.val();
        self.forward_words.word_ready.next = self.forward.word_ready.val();
        self.counter[program::FORWARD].next = self.forward.done.val();
        self.forward.loads.next = self.loader.done.val();
        self.forward.backward.next = self.backward.done.val();
        self.forward.moves.next = self.mover.done.val();

        self.backward_words.clock.next = self.clock.val();
        self.backward_words.reset.next = self.reset.val();
        self.backward_words.start.next = self.begin.val();
        self.backward_words.stop.next = self.halt.val();
        self.backward_words.base.next = self.program_base[program::BACKWARD].val();
        self.backward_words.words.next = self.program_words[program::BACKWARD].val();
        self.stream_address[program::BACKWARD].next = self.backward_words.request_address.val();
        self.stream_valid[program::BACKWARD].next = self.backward_words.request_valid.val();
        self.backward_words.request_ready.next = self.stream_ready[program::BACKWARD].val();
        self.backward_words.line_valid.next = self.line_valid[program::BACKWARD].val();
        self.backward_words.line_data.next = self.line[program::BACKWARD].val();
        if self.line_bad[program::BACKWARD].val() {
            self.backward_words.line_data.next = self.ones.val();
        }
        self.backward.clock.next = self.clock.val();
        self.backward.reset.next = self.reset.val();
        self.backward.start.next = self.begin.val();
        self.backward.word.next = self.backward_words.word.val();
        self.backward.word_valid.next = self.backward_words.word_valid.val();
        self.backward_words.word_ready.next = self.backward.word_ready.val();
        self.counter[program::BACKWARD].next = self.backward.done.val();
        self.backward.loads.next = self.loader.done.val();
        self.backward.forward.next = self.forward.done.val();
        self.backward.moves.next = self.mover.done.val();

        self.move_words.clock.next = self.clock.val();
        self.move_words.reset.next = self.reset.val();
        self.move_words.start.next = self.begin.val();
        self.move_words.stop.next = self.halt.val();
        self.move_words.base.next = self.program_base[program::MOVES].val();
        self.move_words.words.next = self.program_words[program::MOVES].val();
        self.stream_address[program::MOVES].next = self.move_words.request_address.val();
        self.stream_valid[program::MOVES].next = self.move_words.request_valid.val();
        self.move_words.request_ready.next = self.stream_ready[program::MOVES].val();
        self.move_words.line_valid.next = self.line_valid[program::MOVES].val();
        self.move_words.line_data.next = self.line[program::MOVES].val();
        if self.line_bad[program::MOVES].val() {
            self.move_words.line_data.next = self.ones.val();
        }
        self.mover.clock.next = self.clock.val();
        self.mover.reset.next = self.reset.val();
        self.mover.start.next = self.begin.val();
        self.mover.word.next = self.move_words.word.val();
        self.mover.word_valid.next = self.move_words.word_valid.val();
        self.move_words.word_ready.next = self.mover.word_ready.val();
        self.counter[program::MOVES].next = self.mover.done.val();
        self.mover.loads.next = self.loader.done.val();
        self.mover.forward.next = self.forward.done.val();
        self.mover.backward.next = self.backward.done.val();

        self.forward.bags.next = self.bags.val();
        self.loader.cache_base.next = self.cache_base.val();
        self.loader.cache_vectors.next = self.cache_vectors.val();
        self.mover.cache_base.next = self.cache_base.val();
        self.mover.cache_vectors.next = self.cache_vectors.val();
        self.forward_hazard.next = self.forward.hazard.val();
        self.backward_hazard.next = self.backward.hazard.val();

        comment!("Gradients.");
        self.gradient_reader.clock.next = self.clock.val();
        self.gradient_reader.reset.next = self.reset.val();
        self.gradient_reader.start.next = self.begin.val();
        // Gradients that no word takes are not waited for.
        self.gradient_reader.stop.next =
            (self.state.q.val() == KernelState::Running) & (self.halt.val() | self.over.val());
        self.gradient_reader.hold.next = self.stream_failed.q.val();
        self.gradient_reader.base.next = self.gradient_base.val();
        self.gradient_reader.count.next = self.gradients.val();
        self.stream_address[stream::GRADIENT].next = self.gradient_reader.request_address.val();
        self.stream_valid[stream::GRADIENT].next = self.gradient_reader.request_valid.val();
        self.gradient_reader.request_ready.next = self.stream_ready[stream::GRADIENT].val();
        self.gradient_reader.line_valid.next = self.line_valid[stream::GRADIENT].val();
        self.gradient_reader.line_data.next = self.line[stream::GRADIENT].val();
        self.gradient_reader.taken.next = self.backward.gradient_taken.val();

        comment!("EVs from the cache.");
        self.ev_araddr.next = self.loader.araddr.val();
        self.ev_arlen.next = self.loader.arlen.val();
        self.ev_arvalid.next = self.loader.arvalid.val();
        self.loader.arready.next = self.ev_arready.val();
        self.loader.rresp.next = self.ev_rresp.val();
        self.loader.rvalid.next = self.ev_rvalid.val();
        self.loader.forward_ready.next = !self.mover.copies.val();
        self.forward.writing_slot.next = self.loader.slot.val();
        if self.mover.copies.val() {
            self.forward.writing_slot.next = self.mover.copy_slot.val();
        }
        self.backward.load_slot.next = self.loader.slot.val();
        self.backward.move_slot.next = self.mover.move_slot.val();
        for i in 0..BANKS {
            self.forward.writing[i].next = self.mover.copy[i].val();
            if !self.mover.copies.val() {
                self.forward.writing[i].next = self.loader.forward_load[i].val();
            }
            self.backward.load[i].next = self.loader.backward_load[i].val();
            self.backward.move_bank[i].next = self.mover.move_bank[i].val();
        }

        comment!("EVs to the cache, outputs to memory.");
        self.ev_writer.clock.next = self.clock.val();
        self.ev_writer.reset.next = self.reset.val();
        self.ev_writer.clear.next = self.begin.val();
        self.awaddr[writer::EV].next = self.ev_writer.awaddr.val();
        self.awlen[writer::EV].next = self.ev_writer.awlen.val();
        self.awvalid[writer::EV].next = self.ev_writer.awvalid.val();
        self.ev_writer.awready.next = self.awready[writer::EV].val();
        self.wdata[writer::EV].next = self.ev_writer.wdata.val();
        self.wlast[writer::EV].next = self.ev_writer.wlast.val();
        self.wvalid[writer::EV].next = self.ev_writer.wvalid.val();
        self.ev_writer.wready.next = self.wready[writer::EV].val();
        self.ev_writer.bresp.next = self.bresp[writer::EV].val();
        self.ev_writer.bvalid.next = self.bvalid[writer::EV].val();
        self.eo_writer.clock.next = self.clock.val();
        self.eo_writer.reset.next = self.reset.val();
        self.eo_writer.clear.next = self.begin.val();
        self.awaddr[writer::OUTPUT].next = self.eo_writer.awaddr.val();
        self.awlen[writer::OUTPUT].next = self.eo_writer.awlen.val();
        self.awvalid[writer::OUTPUT].next = self.eo_writer.awvalid.val();
        self.eo_writer.awready.next = self.awready[writer::OUTPUT].val();
        self.wdata[writer::OUTPUT].next = self.eo_writer.wdata.val();
        self.wlast[writer::OUTPUT].next = self.eo_writer.wlast.val();
        self.wvalid[writer::OUTPUT].next = self.eo_writer.wvalid.val();
        self.eo_writer.wready.next = self.wready[writer::OUTPUT].val();
        self.eo_writer.bresp.next = self.bresp[writer::OUTPUT].val();
        self.eo_writer.bvalid.next = self.bvalid[writer::OUTPUT].val();
        self.ev_writer.vector_valid.next = self.mover.store.val();
        self.ev_writer.address.next = self.mover.store_address.val();
        self.mover.stored.next = self.ev_writer.vector_taken.val();
        self.eo_writer.address.next = self.output_base.val()
            + (bit_cast::<64, BAG_BITS>(self.forward.output_target.val().get_bits::<BAG_BITS>(target::BAG))
                << self.output_shift.val());
        self.eo_writer.scale[0].next = self.forward.output_target.val().get_bits::<32>(target::SCALE);
        self.forward.output_taken.next = self.eo_writer.vector_taken.val();

        comment!("The slices; what the last one has, all have.");
        for s in 0..SLICES {
            self.slice[s].clock.next = self.clock.val();
            self.slice[s].reset.next = self.reset.val();
            self.slice[s].drop_inputs.next = self.begin.val();
            self.slice[s].load_beat.next = self.ev_rdata.val();
            self.slice[s].load_push.next = self.loader.push[s].val();
            self.slice[s].load_pop.next = self.loader.pop.val();
            self.loader.queue_valid.next = self.slice[s].load_valid.val();
            self.slice[s].gradient_beat.next = self.gradient_reader.beat.val();
            self.slice[s].gradient_push.next = self.gradient_reader.push[s].val();
            self.slice[s].gradient_pop.next = self.backward.gradient_taken.val();
            self.backward.gradient_valid.next = self.slice[s].gradient_valid.val();
            self.slice[s].move_push.next = self.mover.push.val();
            self.slice[s].move_pop.next = self.mover.pop.val();
            self.mover.queue_valid.next = self.slice[s].move_valid.val();
            self.ev_writer.vector[s].next = self.slice[s].moved.val();
            self.slice[s].output_push.next = self.forward.sum_push.val();
            self.slice[s].output_pop.next = self.eo_writer.vector_taken.val();
            self.eo_writer.vector[s].next = self.slice[s].result.val();
            self.eo_writer.vector_valid.next = self.slice[s].output_valid.val();
            self.slice[s].load_slot.next = self.loader.slot.val();
            self.slice[s].copies.next = self.mover.copies.val();
            self.slice[s].copy_slot.next = self.mover.copy_slot.val();
            self.slice[s].sum_read.next = self.forward.sum_read.val();
            self.slice[s].sum_first.next = self.forward.sum_first.val();
            self.slice[s].sum_keep.next = self.forward.sum_keep.val();
            self.slice[s].sum_write.next = self.forward.sum_write.val();
            for i in 0..BANKS {
                self.slice[s].slot_a[i].next = self.forward.slot_a[i].val();
                self.slice[s].slot_b[i].next = self.forward.slot_b[i].val();
                self.slice[s].use_a[i].next = self.forward.use_a[i].val();
                self.slice[s].use_b[i].next = self.forward.use_b[i].val();
                self.slice[s].copy[i].next = self.mover.copy[i].val();
                self.slice[s].read[i].next = self.backward.read[i].val();
                self.slice[s].read_slot[i].next = self.backward.read_slot[i].val();
                self.slice[s].move_bank[i].next = self.mover.move_bank[i].val();
                self.slice[s].write[i].next = self.backward.write[i].val();
                self.slice[s].write_slot[i].next = self.backward.write_slot[i].val();
                self.slice[s].write_load[i].next = self.backward.write_load[i].val();
                self.slice[s].forward_load[i].next = false;
                if !self.mover.copies.val() {
                    self.slice[s].forward_load[i].next = self.loader.forward_load[i].val();
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = KernelState::Idle;
            self.reason.d.next = 0.into();
            self.stream_failed.d.next = false;
        }
    }
}
