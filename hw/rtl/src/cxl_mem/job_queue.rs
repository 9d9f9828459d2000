//! Jobs that wait for their turn.

use super::codes::COMMAND_BITS;
use super::settings::JOB_SETTINGS;
use crate::memory::LutRam;
use emberlane_registers::cxl_mem::JOB_QUEUE;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Jobs that may wait (2 to the power of this).
const LOG_JOBS: usize = 4;

/// Keeps posted jobs in order: of each its command, and the settings as they were when it was posted.
///
/// * Latency: a job that enters an empty queue is at the output in the next cycle.
/// * Throughput: a job a cycle. `in_ready` is low while sixteen wait; it comes from a register.
#[derive(LogicBlock)]
pub struct JobQueue {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Drops all jobs.
    pub clear: Signal<In, Bit>,
    /// Command of the job that is posted.
    pub in_command: Signal<In, Bits<COMMAND_BITS>>,
    /// Its settings, in register order.
    pub in_settings: [Signal<In, Bits<64>>; JOB_SETTINGS],
    /// A job is posted.
    pub in_valid: Signal<In, Bit>,
    /// There is room.
    pub in_ready: Signal<Out, Bit>,
    /// Command of the oldest job.
    pub out_command: Signal<Out, Bits<COMMAND_BITS>>,
    /// Its settings.
    pub out_settings: [Signal<Out, Bits<64>>; JOB_SETTINGS],
    /// A job waits.
    pub out_valid: Signal<Out, Bit>,
    /// The oldest job is taken.
    pub out_ready: Signal<In, Bit>,
    commands: LutRam<COMMAND_BITS, LOG_JOBS>,
    settings: [LutRam<64, LOG_JOBS>; JOB_SETTINGS],
    write_pointer: DFF<Bits<LOG_JOBS>>,
    read_pointer: DFF<Bits<LOG_JOBS>>,
    occupied: DFF<Bit>,
    full: DFF<Bit>,
    push: Signal<Local, Bit>,
    pop: Signal<Local, Bit>,
    write_pointer_after: Signal<Local, Bits<LOG_JOBS>>,
    read_pointer_after: Signal<Local, Bits<LOG_JOBS>>,
    about: About<Self>,
}

impl Default for JobQueue {
    fn default() -> Self {
        const { assert!(JOB_QUEUE == 1 << LOG_JOBS) };
        crate::defaults! {
            [
                clock reset clear in_command in_valid in_ready out_command out_valid out_ready commands
                write_pointer read_pointer occupied full push pop write_pointer_after read_pointer_after about
            ]
            [in_settings out_settings settings]
        }
    }
}

impl Describe for JobQueue {
    fn name() -> String {
        "job_queue".into()
    }

    fn description() -> &'static str {
        "Keeps posted jobs in order, each with its command and settings. One cycle when empty; a job a cycle; takes none while sixteen wait."
    }
}

impl Logic for JobQueue {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_pointer, read_pointer, occupied, full);
        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = self.occupied.q.val();
        self.push.next = self.in_valid.val() & !self.full.q.val();
        self.pop.next = self.out_ready.val() & self.occupied.q.val();
        self.write_pointer_after.next = self.write_pointer.q.val() + 1;
        self.read_pointer_after.next = self.read_pointer.q.val() + 1;

        self.commands.clock.next = self.clock.val();
        self.commands.write_enable.next = self.push.val();
        self.commands.write_address.next = self.write_pointer.q.val();
        self.commands.write_data.next = self.in_command.val();
        self.commands.read_address.next = self.read_pointer.q.val();
        self.out_command.next = self.commands.read_data.val();
        for i in 0..JOB_SETTINGS {
            self.settings[i].clock.next = self.clock.val();
            self.settings[i].write_enable.next = self.push.val();
            self.settings[i].write_address.next = self.write_pointer.q.val();
            self.settings[i].write_data.next = self.in_settings[i].val();
            self.settings[i].read_address.next = self.read_pointer.q.val();
            self.out_settings[i].next = self.settings[i].read_data.val();
        }

        if self.push.val() {
            self.write_pointer.d.next = self.write_pointer_after.val();
        }
        if self.pop.val() {
            self.read_pointer.d.next = self.read_pointer_after.val();
        }
        if self.push.val() & !self.pop.val() {
            self.occupied.d.next = true;
            self.full.d.next = self.write_pointer_after.val() == self.read_pointer.q.val();
        }
        if self.pop.val() & !self.push.val() {
            self.full.d.next = false;
            self.occupied.d.next = self.read_pointer_after.val() != self.write_pointer.q.val();
        }
        if self.reset.val() | self.clear.val() {
            self.write_pointer.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.occupied.d.next = false;
            self.full.d.next = false;
        }
    }
}
