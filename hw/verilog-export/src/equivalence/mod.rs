//! Proof by trial that exported Verilog does what Rust-HDL's simulation does.
//!
//! ```no_run
//! # use emberlane_verilog::{About, Describe, equivalence::Equivalence, inputs};
//! # use rust_hdl::prelude::*;
//! # #[derive(LogicBlock, Default)]
//! # struct Adder { clock: Signal<In, Clock>, a: Signal<In, Bits<8>>, sum: Signal<Out, Bits<8>>, about: About<Self> }
//! # impl Describe for Adder { fn name() -> String { "adder".into() } fn description() -> &'static str { "" } }
//! # impl Logic for Adder { #[hdl_gen] fn update(&mut self) { self.sum.next = self.a.val(); } }
//! let report = Equivalence::new(1)
//!     .add::<Adder>(10_000, inputs!(clock, a))
//!     .run()
//!     .expect("the Verilog does what the simulation does");
//! println!("{report}");
//! ```
//!
//! Every block gets random inputs with a bias towards corner values, and phases in which inputs hold. In each cycle the
//! inputs are set while the clock is low, every output is compared once both worlds have settled, and the clock rises.
//! All blocks are built into one executable; the compiled modules are kept beside the other build products and used
//! again as long as their Verilog is the same.

mod error;
mod harness;
mod record;
mod recorded;
mod stimulus;

pub use error::EquivalenceError;
pub use record::{Drivable, Driver};

use crate::export::export;
use crate::options::ExportOptions;
use crate::tools::ToolError;
use record::RecordFailure;
use recorded::Recorded;
use rust_hdl::prelude::Block;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

/// Lists the inputs of a block, for [`Equivalence::add`]: fields, elements of arrays and fields of bundles, as in
/// `inputs!(clock, reset, lane[0].data, bus.ready)`. Every input of the block must be among them.
#[macro_export]
macro_rules! inputs {
    ($($field:ident $([$index:expr])* $(. $part:ident $([$part_index:expr])*)*),+ $(,)?) => {
        |block, driver| {
            $(driver.input(&mut block.$field $([$index])* $(. $part $([$part_index])*)*);)+
        }
    };
}

/// Blocks to compare.
pub struct Equivalence {
    seed: u64,
    options: ExportOptions,
    cases: Vec<Case>,
}

/// Exports and records a block, for a seed.
type Run = dyn FnOnce(u64, &ExportOptions) -> Result<Recorded, EquivalenceError> + Send;

/// A block, recorded when its turn comes.
struct Case {
    type_name: &'static str,
    cycles: usize,
    run: Box<Run>,
}

/// What was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Seed of the stimulus.
    pub seed: u64,
    /// Module name, cycles and outputs that were compared in each.
    pub compared: Vec<(String, usize, usize)>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (module, cycles, outputs) in &self.compared {
            writeln!(f, "{module}: {outputs} outputs equal in each of {cycles} cycles")?;
        }
        write!(f, "seed {}", self.seed)
    }
}

/// Rust-HDL builds blocks on the stack, and a whole device is large.
const STACK_BYTES: usize = 512 << 20;

impl Equivalence {
    /// An empty comparison. The same seed gives the same inputs.
    pub fn new(seed: u64) -> Self {
        Self { seed, options: ExportOptions::default(), cases: Vec::new() }
    }

    /// Adds `B::default()`, to be driven for `cycles` cycles. `drive` is [`inputs!`](crate::inputs), or a closure that
    /// calls [`Driver::input`] for every input.
    #[must_use]
    pub fn add<B: Block + Default + 'static>(
        self,
        cycles: usize,
        drive: impl Fn(&mut B, &mut Driver) + Send + 'static,
    ) -> Self {
        self.add_made(cycles, B::default, drive)
    }

    /// As [`add`](Self::add), for a block that has a constructor of its own.
    #[must_use]
    pub fn add_made<B: Block + 'static>(
        mut self,
        cycles: usize,
        make: impl FnOnce() -> B + Send + 'static,
        drive: impl Fn(&mut B, &mut Driver) + Send + 'static,
    ) -> Self {
        let type_name = std::any::type_name::<B>();
        let run = move |seed: u64, options: &ExportOptions| {
            let mut block = Box::new(make());
            let design = export(block.as_ref(), options)?;
            let module = design.tops().first().cloned().unwrap_or_default();
            let recording = record::record(block.as_mut(), cycles, seed, &drive).map_err(|failure| match failure {
                RecordFailure::NotDriven(inputs) => EquivalenceError::NotDriven { block: type_name.into(), inputs },
                RecordFailure::NotSettled(cycle) => {
                    EquivalenceError::NotSettled { block: type_name.into(), cycle, seed }
                }
            })?;
            Ok(Recorded { module, design, recording, cycles })
        };
        self.cases.push(Case { type_name, cycles, run: Box::new(run) });
        self
    }

    /// Simulates, builds, and compares.
    ///
    /// # Errors
    /// The first output that differs, with the seed that replays it; or why there is no comparison.
    pub fn run(self) -> Result<Report, EquivalenceError> {
        let (seed, options) = (self.seed, self.options);
        let mut recorded = Vec::new();
        for case in self.cases {
            let run = || panic::catch_unwind(AssertUnwindSafe(|| (case.run)(seed, &options)));
            let result = std::thread::scope(|scope| {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run);
                thread.map(|thread| thread.join().unwrap_or_else(Err))
            });
            let result = result.map_err(|source| ToolError::Start { tool: "a simulation thread", source })?;
            recorded.push(result.map_err(|payload| EquivalenceError::Panicked {
                block: case.type_name.into(),
                seed,
                message: panic_message(payload.as_ref()),
            })??);
            debug_assert_eq!(recorded.last().map(|recorded| recorded.cycles), Some(case.cycles));
        }
        harness::compare(&recorded, seed)?;
        let compared = recorded
            .into_iter()
            .map(|case| {
                let outputs = case.recording.ports.iter().filter(|port| !port.is_input).count();
                (case.module, case.cycles, outputs)
            })
            .collect();
        Ok(Report { seed, compared })
    }
}

fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}
