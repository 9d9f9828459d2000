//! Many programmes, one after the other.

use super::shrink::{Reduce, shrink};
use super::transcript::Failure;
use serde::Serialize;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Programmes of a kind.
pub struct Campaign<G, R> {
    /// The programme of a seed.
    pub generate: G,
    /// Runs one: the cycles of all devices.
    pub run: R,
    /// Most runs to shrink one that fails; 0: it stays as it is.
    pub shrinking: usize,
}

/// A programme that fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its seed.
    pub seed: u64,
    /// Operations before it was shrunk, and after.
    pub operations: (usize, usize),
    /// What fails once it is shrunk.
    pub failure: Failure,
    /// It, as JSON.
    pub programme: String,
}

/// What a campaign has done.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Programmes that were run.
    pub programmes: u64,
    /// Operations in them.
    pub operations: u64,
    /// Clock cycles, of all devices.
    pub cycles: u64,
    /// Programmes that fail.
    pub found: Vec<Found>,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (before, after) = self.operations;
        writeln!(f, "seed {}: {}", self.seed, self.failure)?;
        write!(f, "{before} operations, {after} of which fail alone; as a file it replays this:\n{}", self.programme)
    }
}

/// Runs the programmes of seeds until one is told to stop.
pub fn campaign<P, G, R>(
    Campaign { generate, run, shrinking }: &Campaign<G, R>,
    seeds: impl IntoIterator<Item = u64>,
    mut goes_on: impl FnMut(&Summary) -> bool,
) -> Summary
where
    P: Reduce + Serialize,
    G: Fn(u64) -> P,
    R: Fn(&P) -> Result<u64, Failure>,
{
    let mut summary = Summary::default();
    for seed in seeds {
        if !goes_on(&summary) {
            break;
        }
        let programme = generate(seed);
        summary.programmes += 1;
        summary.operations += programme.length() as u64;
        let failure = match guarded(run, &programme) {
            Ok(cycles) => {
                summary.cycles += cycles;
                continue;
            }
            Err(failure) => failure,
        };
        let before = programme.length();
        let mut last = failure;
        let (shortest, _) = shrink(programme, *shrinking, |programme| match guarded(run, programme) {
            Ok(_) => false,
            Err(failure) => {
                last = failure;
                true
            }
        });
        let operations = (before, shortest.length());
        summary.found.push(Found { seed, operations, failure: last, programme: text(&shortest) });
    }
    summary
}

/// JSON, with a line for each operation.
fn text(programme: &impl Serialize) -> String {
    let mut value = serde_json::to_value(programme).expect("programmes are plain data");
    let steps = value.get_mut("steps").map(serde_json::Value::take).unwrap_or_default();
    let lines: Vec<String> = steps.as_array().into_iter().flatten().map(|step| format!("  {step}")).collect();
    let steps = format!("\"steps\":[\n{}\n]", lines.join(",\n"));
    value.to_string().replace("\"steps\":null", &steps)
}

thread_local! {
    /// Panics of this thread are reports, which nobody need see besides.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// From now on panics of a thread that is guarded say nothing.
fn hush() {
    static HUSHED: Once = Once::new();
    HUSHED.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                loud(panic);
            }
        }));
    });
}

/// A device that panics fails, too.
fn guarded<P>(run: impl Fn(&P) -> Result<u64, Failure>, programme: &P) -> Result<u64, Failure> {
    hush();
    IS_GUARDED.set(true);
    let result = catch_unwind(AssertUnwindSafe(|| run(programme)));
    IS_GUARDED.set(false);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or(panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
        Err(Failure { step: 0, device: "a device or its model".into(), message: format!("panics: {text}") })
    })
}
