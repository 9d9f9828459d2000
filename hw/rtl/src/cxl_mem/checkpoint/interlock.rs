//! No update before its records count.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Knows the batches of the newest records that count, and lets an update begin when those that it waits for are its own;
/// that of the parameters may be older by as many batches as `lag` says.
///
/// A record counts from the second cycle after its `done` on, which comes when memory has answered its header; the header is
/// written when memory has answered the rest.
///
/// Latency: two cycles from `done` to `permits`, two from the settings of a job, which are there cycles before it asks. It never stalls.
#[derive(LogicBlock, Default)]
pub struct Interlock {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no record counts.
    pub reset: Signal<In, Bit>,
    /// A record of rows counts (a pulse).
    pub rows_done: Signal<In, Bit>,
    /// Its batch.
    pub rows_batch: Signal<In, Bits<64>>,
    /// A record of parameters counts (a pulse).
    pub parameters_done: Signal<In, Bit>,
    /// Its batch.
    pub parameters_batch: Signal<In, Bits<64>>,
    /// The update waits for the record of its rows.
    pub after_rows: Signal<In, Bit>,
    /// The update waits for a record of the parameters.
    pub after_parameters: Signal<In, Bit>,
    /// Batches by which that record may be older than the update.
    pub lag: Signal<In, Bits<16>>,
    /// Batch of the update.
    pub batch: Signal<In, Bits<64>>,
    /// It may begin.
    pub permits: Signal<Out, Bit>,
    rows: DFF<Bits<64>>,
    rows_count: DFF<Bit>,
    parameters: DFF<Bits<64>>,
    parameters_count: DFF<Bit>,
    waits_for_rows: DFF<Bit>,
    waits_for_parameters: DFF<Bit>,
    // The update's batch, and the oldest of a record of the parameters that is new enough for it.
    latest: DFF<Bits<64>>,
    earliest: DFF<Bits<64>>,
    permitted: DFF<Bit>,
    lag_of_batch: Signal<Local, Bits<64>>,
    about: About<Self>,
}

impl Describe for Interlock {
    fn name() -> String {
        "interlock".into()
    }

    fn description() -> &'static str {
        "Lets an update begin when the records that it waits for count. Two cycles; never stalls."
    }
}

impl Logic for Interlock {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            rows,
            rows_count,
            parameters,
            parameters_count,
            waits_for_rows,
            waits_for_parameters,
            latest,
            earliest,
            permitted
        );
        if self.rows_done.val() {
            self.rows.d.next = self.rows_batch.val();
            self.rows_count.d.next = true;
        }
        if self.parameters_done.val() {
            self.parameters.d.next = self.parameters_batch.val();
            self.parameters_count.d.next = true;
        }
        self.waits_for_rows.d.next = self.after_rows.val();
        self.waits_for_parameters.d.next = self.after_parameters.val();
        self.latest.d.next = self.batch.val();
        comment!("Before the first batch there is none: the difference would wrap.");
        self.lag_of_batch.next = bit_cast::<64, 16>(self.lag.val());
        self.earliest.d.next = 0.into();
        if self.batch.val() >= self.lag_of_batch.val() {
            self.earliest.d.next = self.batch.val() - self.lag_of_batch.val();
        }
        self.permitted.d.next = (!self.waits_for_rows.q.val()
            | (self.rows_count.q.val() & (self.rows.q.val() == self.latest.q.val())))
            & (!self.waits_for_parameters.q.val()
                | (self.parameters_count.q.val()
                    & (self.parameters.q.val() >= self.earliest.q.val())
                    & (self.parameters.q.val() <= self.latest.q.val())));
        self.permits.next = self.permitted.q.val();
        if self.reset.val() {
            self.permitted.d.next = false;
            self.rows_count.d.next = false;
            self.parameters_count.d.next = false;
        }
    }
}
