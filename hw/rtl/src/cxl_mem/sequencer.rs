//! Runs a job from doorbell to status.

use super::codes::{COMMAND_BITS, error_constant, status};
use crate::layout::Place;
use crate::stream::Sampler;
use emberlane_registers::cxl_mem::{Command, ErrorCode};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of the sequencer.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum JobState {
    /// No job.
    Idle,
    /// Begins the check of the settings.
    StartSettings,
    /// The settings are checked.
    Settings,
    /// Waits until all inputs are there.
    Wait,
    /// Begins the check of the batch, and the work on it.
    Start,
    /// The batch is checked, and worked on; results wait.
    Check,
    /// The batch is good; results are written.
    Work,
    /// Begins to flush the results.
    StartFlush,
    /// The results are flushed.
    Flush,
    /// Something is wrong: what is under way ends, and nothing more is written.
    Drop,
}

/// Runs a job: settings, then the check of the batch and the work on it side by side, and the wait for the last answer. A
/// log is given away when its settings are good and no other of its kind is written.
///
/// Until the whole batch is found good, results wait (`hold`), so that a job that is refused has written nothing. The first
/// error stands until it is cleared. An end or an error in the cycle of a clear is not cleared by it. After a media error nothing more is begun or written.
///
/// What fails while an error stands waits for the clear, and stands behind it: the first error of the job that runs, then that of a
/// record. So a job that was accepted ends with `DONE` or with an error that is shown, whenever the host clears.
#[derive(LogicBlock)]
pub struct Sequencer {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Value written to DOORBELL.
    pub doorbell: Signal<In, Bits<8>>,
    /// DOORBELL was written (a pulse).
    pub doorbell_valid: Signal<In, Bit>,
    /// Clears done, failed and the error (a pulse).
    pub clear_status: Signal<In, Bit>,
    /// The doorbell's value goes into the queue (a pulse).
    pub post: Signal<Out, Bit>,
    /// There is room in the queue.
    pub post_ready: Signal<In, Bit>,
    /// Jobs that wait are dropped.
    pub drop_queue: Signal<Out, Bit>,
    /// Command of the job that waits longest.
    pub queued_command: Signal<In, Bits<COMMAND_BITS>>,
    /// A job waits.
    pub queued: Signal<In, Bit>,
    /// It leaves the queue and its settings are to be taken over.
    pub latch: Signal<Out, Bit>,
    /// Begins the check of the settings.
    pub checker_start: Signal<Out, Bit>,
    /// The settings are good.
    pub checker_done: Signal<In, Bit>,
    /// The settings are not good.
    pub checker_failed: Signal<In, Bit>,
    /// Which error.
    pub checker_error: Signal<In, Bits<8>>,
    /// Where.
    pub checker_position: Signal<In, Bits<64>>,
    /// Begins lists, check and work.
    pub batch_start: Signal<Out, Bit>,
    /// Ends lists and check, and gives out no more work.
    pub batch_stop: Signal<Out, Bit>,
    /// The batch is good.
    pub batch_done: Signal<In, Bit>,
    /// The batch is not good.
    pub batch_failed: Signal<In, Bit>,
    /// Which error.
    pub batch_error: Signal<In, Bits<8>>,
    /// Where.
    pub batch_position: Signal<In, Bits<64>>,
    /// Nothing is under way anywhere, and every write is answered.
    pub all_idle: Signal<In, Bit>,
    /// A read was answered with an error.
    pub read_fault: Signal<In, Bit>,
    /// Its DPA.
    pub read_fault_address: Signal<In, Bits<64>>,
    /// A write was answered with an error.
    pub write_fault: Signal<In, Bit>,
    /// Its DPA.
    pub write_fault_address: Signal<In, Bits<64>>,
    /// The records that the job waits for count.
    pub records_ready: Signal<In, Bit>,
    /// All that the job waits for is there, gradients too, which a log does not need.
    pub inputs_ready: Signal<In, Bit>,
    /// A job that is no log goes on with it (a pulse).
    pub inputs_taken: Signal<Out, Bit>,
    /// The results are to be flushed.
    pub flush: Signal<In, Bit>,
    /// Begins to flush them (a pulse).
    pub flush_start: Signal<Out, Bit>,
    /// They are flushed.
    pub flush_idle: Signal<In, Bit>,
    /// The host has refused one.
    pub flush_failed: Signal<In, Bit>,
    /// Value of FLUSH_TARGET.
    pub flush_target: Signal<In, Bits<64>>,
    /// Begins a record of rows (a pulse).
    pub rows_start: Signal<Out, Bit>,
    /// No record of rows is written.
    pub rows_idle: Signal<In, Bit>,
    /// Begins a record of parameters (a pulse).
    pub parameters_start: Signal<Out, Bit>,
    /// No record of parameters is written.
    pub parameters_idle: Signal<In, Bit>,
    /// A record counts (a pulse).
    pub log_done: Signal<In, Bit>,
    /// A record could not be written (a pulse).
    pub log_failed: Signal<In, Bit>,
    /// Its DPA.
    pub log_record: Signal<In, Bits<64>>,
    /// A decoder was to be committed over the range of the other (a pulse). It may be left unconnected.
    pub decoder_refused: Signal<In, Bit>,
    /// Offset of its register, in the cycle behind the pulse.
    pub decoder: Signal<In, Bits<64>>,
    /// Only a peer can bring this logic further: no job is there, or one waits for its inputs.
    pub waiting: Signal<Out, Bit>,
    /// Results wait.
    pub hold: Signal<Out, Bit>,
    /// Results are dropped, not written.
    pub suppress_writes: Signal<Out, Bit>,
    /// A job runs, and does not wait for its inputs.
    pub busy: Signal<Out, Bit>,
    /// A job is checked.
    pub checking: Signal<Out, Bit>,
    /// A job that is no log ended well (a pulse).
    pub finished: Signal<Out, Bit>,
    /// Value of STATUS.
    pub status: Signal<Out, Bits<3>>,
    /// Value of ERROR.
    pub error: Signal<Out, Bits<8>>,
    /// Value of ERROR_POSITION.
    pub error_position: Signal<Out, Bits<64>>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    decoder_error: Sampler,
    state: DFF<JobState>,
    row_log: DFF<Bit>,
    parameter_log: DFF<Bit>,
    done: DFF<Bit>,
    failed: DFF<Bit>,
    code: DFF<Bits<8>>,
    position: DFF<Bits<64>>,
    job_failed: DFF<Bit>,
    /// The job has failed while another error stood, and its error.
    job_unseen: DFF<Bit>,
    job_code: DFF<Bits<8>>,
    job_position: DFF<Bits<64>>,
    /// So has a record.
    log_unseen: DFF<Bit>,
    log_position: DFF<Bits<64>>,
    is_idle: Signal<Local, Bit>,
    busy_bit: Signal<Local, Bit>,
    is_command: Signal<Local, Bit>,
    begin: Signal<Local, Bit>,
    is_log: Signal<Local, Bit>,
    log_ready: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    raise: Signal<Local, Bit>,
    raised_code: Signal<Local, Bits<8>>,
    raised_position: Signal<Local, Bits<64>>,
    job_error: Signal<Local, Bit>,
    /// No error stands, or it is being cleared.
    shows: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    last_command: Constant<Bits<8>>,
    row_log_value: Constant<Bits<COMMAND_BITS>>,
    parameter_log_value: Constant<Bits<COMMAND_BITS>>,
    error_full: Constant<Bits<8>>,
    error_unknown: Constant<Bits<8>>,
    error_read: Constant<Bits<8>>,
    error_write: Constant<Bits<8>>,
    error_flush: Constant<Bits<8>>,
    error_log: Constant<Bits<8>>,
    error_decoder: Constant<Bits<8>>,
    about: About<Self>,
}

impl Default for Sequencer {
    fn default() -> Self {
        // Commands are the numbers from 1 to the last.
        const { assert!(Command::Lookup as u64 == 1 && Command::Accumulate as u64 == Command::ALL.len() as u64) };
        crate::defaults! {
            [
                clock reset doorbell doorbell_valid clear_status post post_ready drop_queue queued_command queued latch
                checker_start checker_done checker_failed checker_error checker_position
                batch_start batch_stop batch_done batch_failed batch_error batch_position all_idle
                read_fault read_fault_address write_fault write_fault_address records_ready inputs_ready inputs_taken
                flush flush_start flush_idle flush_failed flush_target
                rows_start rows_idle parameters_start parameters_idle log_done log_failed log_record decoder_refused decoder waiting hold suppress_writes
                busy checking finished status error error_position irq
                decoder_error state row_log parameter_log done failed code position job_failed job_unseen job_code job_position log_unseen log_position shows is_idle busy_bit is_command begin is_log log_ready ready
                raise raised_code raised_position job_error ends about
            ]
            []
            last_command: Constant::new((Command::Accumulate as u64).into()),
            row_log_value: Constant::new((Command::LogRows as u64).into()),
            parameter_log_value: Constant::new((Command::LogParameters as u64).into()),
            error_full: error_constant(ErrorCode::QueueFull),
            error_unknown: error_constant(ErrorCode::UnknownCommand),
            error_read: error_constant(ErrorCode::MediaRead),
            error_write: error_constant(ErrorCode::MediaWrite),
            error_flush: error_constant(ErrorCode::Flush),
            error_log: error_constant(ErrorCode::Log),
            error_decoder: error_constant(ErrorCode::DecoderOverlap),
        }
    }
}

impl Describe for Sequencer {
    fn name() -> String {
        "sequencer".into()
    }

    fn description() -> &'static str {
        "Runs jobs from queue to status: checks the settings, then has the batch checked and worked on side by side, holds results back until the check is over, and waits until every write is answered. Gives logs away."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        status::CONSTANTS.to_vec()
    }
}

impl Logic for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, row_log, parameter_log, done, failed, code, position, job_failed);
        dff_setup!(self, clock, job_unseen, job_code, job_position, log_unseen, log_position);
        self.decoder_error.clock.next = self.clock.val();
        self.decoder_error.in_bit.next = self.decoder_refused.val();
        self.is_idle.next = self.state.q.val() == JobState::Idle;
        self.is_command.next = self.doorbell.val().any() & (self.doorbell.val() <= self.last_command.val());
        self.post.next =
            self.doorbell_valid.val() & self.is_command.val() & self.post_ready.val() & !self.failed.q.val();
        self.drop_queue.next = self.failed.q.val();
        self.begin.next = self.is_idle.val() & self.queued.val() & !self.failed.q.val();
        self.latch.next = self.begin.val();

        self.checker_start.next = false;
        self.batch_start.next = false;
        self.batch_stop.next = false;
        self.hold.next = false;
        self.checking.next = false;
        self.ends.next = false;
        self.inputs_taken.next = false;
        self.flush_start.next = false;
        self.rows_start.next = false;
        self.parameters_start.next = false;

        comment!("Errors: the first one stands. Those of the job itself keep it from ending well.");
        self.raise.next = false;
        self.job_error.next = false;
        self.raised_code.next = self.error_full.val();
        self.raised_position.next = bit_cast::<64, 8>(self.doorbell.val());
        if self.read_fault.val() {
            self.raise.next = true;
            self.job_error.next = true;
            self.raised_code.next = self.error_read.val();
            self.raised_position.next = self.read_fault_address.val();
        } else if self.write_fault.val() {
            self.raise.next = true;
            self.job_error.next = true;
            self.raised_code.next = self.error_write.val();
            self.raised_position.next = self.write_fault_address.val();
        } else if self.flush_failed.val() {
            self.raise.next = true;
            self.job_error.next = true;
            self.raised_code.next = self.error_flush.val();
            self.raised_position.next = self.flush_target.val();
        } else if self.checker_failed.val() {
            self.raise.next = true;
            self.job_error.next = true;
            self.raised_code.next = self.checker_error.val();
            self.raised_position.next = self.checker_position.val();
        } else if self.batch_failed.val() {
            self.raise.next = true;
            self.job_error.next = true;
            self.raised_code.next = self.batch_error.val();
            self.raised_position.next = self.batch_position.val();
        } else if self.log_failed.val() {
            self.raise.next = true;
            self.raised_code.next = self.error_log.val();
            self.raised_position.next = self.log_record.val();
        } else if self.doorbell_valid.val() & !self.is_command.val() {
            self.raise.next = true;
            self.raised_code.next = self.error_unknown.val();
        } else if self.doorbell_valid.val() & !self.post_ready.val() {
            self.raise.next = true;
        } else if self.decoder_error.out_bit.val() {
            self.raise.next = true;
            self.raised_code.next = self.error_decoder.val();
            self.raised_position.next = self.decoder.val();
        }

        comment!("A job waits for its gradients and its records, a log for the one of its kind before it.");
        self.is_log.next = self.row_log.q.val() | self.parameter_log.q.val();
        self.log_ready.next = self.records_ready.val()
            & (!self.row_log.q.val() | self.rows_idle.val())
            & (!self.parameter_log.q.val() | self.parameters_idle.val());
        self.ready.next = (self.is_log.val() & self.log_ready.val()) | (!self.is_log.val() & self.inputs_ready.val());
        self.waiting.next = self.is_idle.val() & !self.queued.val();
        self.busy.next = !self.is_idle.val();

        match self.state.q.val() {
            JobState::Idle => {
                self.job_failed.d.next = false;
                if self.begin.val() {
                    self.row_log.d.next = self.queued_command.val() == self.row_log_value.val();
                    self.parameter_log.d.next = self.queued_command.val() == self.parameter_log_value.val();
                    self.done.d.next = false;
                    self.state.d.next = JobState::StartSettings;
                }
            }
            JobState::StartSettings => {
                self.checking.next = true;
                self.checker_start.next = true;
                self.state.d.next = JobState::Settings;
            }
            JobState::Settings => {
                self.checking.next = true;
                if self.checker_done.val() {
                    self.state.d.next = JobState::Wait;
                }
                if self.checker_failed.val() {
                    self.state.d.next = JobState::Idle;
                }
            }
            JobState::Wait => {
                self.waiting.next = !self.ready.val();
                self.busy.next = self.ready.val();
                self.checking.next = self.ready.val();
                if self.is_log.val() & self.log_ready.val() {
                    self.rows_start.next = self.row_log.q.val();
                    self.parameters_start.next = self.parameter_log.q.val();
                    self.state.d.next = JobState::Idle;
                } else if self.failed.q.val() & !self.ready.val() {
                    comment!("It may wait for ever: what failed may be what it waits for.");
                    self.state.d.next = JobState::Idle;
                } else if self.ready.val() {
                    self.inputs_taken.next = true;
                    self.state.d.next = JobState::Start;
                }
            }
            JobState::Start => {
                self.checking.next = true;
                self.hold.next = true;
                self.batch_start.next = true;
                self.state.d.next = JobState::Check;
            }
            JobState::Check => {
                self.checking.next = true;
                self.hold.next = true;
                if self.batch_done.val() {
                    self.state.d.next = JobState::Work;
                }
                if self.batch_failed.val() | self.job_failed.q.val() {
                    self.state.d.next = JobState::Drop;
                }
            }
            JobState::Work => {
                if self.job_failed.q.val() {
                    self.state.d.next = JobState::Drop;
                } else if self.all_idle.val() & !self.job_error.val() & self.flush.val() {
                    self.state.d.next = JobState::StartFlush;
                } else if self.all_idle.val() & !self.job_error.val() {
                    self.state.d.next = JobState::Idle;
                    self.ends.next = true;
                }
            }
            JobState::StartFlush => {
                self.flush_start.next = true;
                self.state.d.next = JobState::Flush;
            }
            JobState::Flush => {
                if self.flush_idle.val() & !self.job_error.val() {
                    self.state.d.next = JobState::Idle;
                    self.ends.next = !self.job_failed.q.val();
                }
            }
            JobState::Drop => {
                self.batch_stop.next = true;
                if self.all_idle.val() {
                    self.state.d.next = JobState::Idle;
                }
            }
        }
        comment!("Behind a clear stands what failed meanwhile.");
        if self.clear_status.val() {
            self.done.d.next = false;
            self.failed.d.next = false;
            self.code.d.next = 0.into();
            self.position.d.next = 0.into();
            if self.job_unseen.q.val() {
                self.failed.d.next = true;
                self.code.d.next = self.job_code.q.val();
                self.position.d.next = self.job_position.q.val();
                self.job_unseen.d.next = self.raise.val();
            } else if self.log_unseen.q.val() {
                self.failed.d.next = true;
                self.code.d.next = self.error_log.val();
                self.position.d.next = self.log_position.q.val();
                self.log_unseen.d.next = self.raise.val();
            }
        }
        self.shows.next = !self.failed.q.val() | self.clear_status.val();
        if self.job_error.val() & !self.job_failed.q.val() & !self.shows.val() {
            self.job_unseen.d.next = true;
            self.job_code.d.next = self.raised_code.val();
            self.job_position.d.next = self.raised_position.val();
        }
        if self.log_failed.val() & (self.job_error.val() | !self.shows.val()) {
            self.log_unseen.d.next = true;
            if !self.log_unseen.q.val() {
                self.log_position.d.next = self.log_record.val();
            }
        }
        self.finished.next = self.ends.val();
        if self.ends.val() | self.log_done.val() {
            self.done.d.next = true;
        }
        if self.job_error.val() {
            self.job_failed.d.next = true;
        }
        comment!("What comes in the cycle of a clear comes behind it: nothing that the host has not seen is cleared.");
        if self.raise.val() & self.shows.val() {
            self.failed.d.next = true;
            self.code.d.next = self.raised_code.val();
            self.position.d.next = self.raised_position.val();
        }

        self.suppress_writes.next = self.job_failed.q.val();
        self.busy_bit.next =
            !self.is_idle.val() | self.queued.val() | !self.rows_idle.val() | !self.parameters_idle.val();
        self.status.next = (bit_cast::<3, 1>(self.busy_bit.val().into()) << status::BUSY.val())
            | (bit_cast::<3, 1>(self.done.q.val().into()) << status::DONE.val())
            | (bit_cast::<3, 1>(self.failed.q.val().into()) << status::FAILED.val());
        self.error.next = self.code.q.val();
        self.error_position.next = self.position.q.val();
        self.irq.next = !self.busy_bit.val() & (self.done.q.val() | self.failed.q.val());
        if self.reset.val() {
            self.state.d.next = JobState::Idle;
            self.done.d.next = false;
            self.failed.d.next = false;
            self.job_failed.d.next = false;
            self.job_unseen.d.next = false;
            self.log_unseen.d.next = false;
            self.code.d.next = 0.into();
            self.position.d.next = 0.into();
        }
    }
}
