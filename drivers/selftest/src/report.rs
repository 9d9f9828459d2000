//! What is tested, and what came of it.

/// Bytes one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Address of the first.
    pub base: u64,
    /// How many.
    pub bytes: u64,
}

/// What is to be tested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// Persistent memory of CXL-MEM, or part of the SSD, whose bytes are lost; also volatile memory of the device is written then.
    pub overwrite: Option<Region>,
    /// The device was reset and nobody has written a setting since: they are compared with what the table of registers says.
    pub after_reset: bool,
    /// All that is drawn follows from it.
    pub seed: u64,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All was as it should be.
    Passed,
    /// Something was not.
    Failed,
    /// It was not done.
    Skipped,
}

/// A part of the test.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name; docs/bring-up.md has a line for each.
    pub name: &'static str,
    /// How it went.
    pub outcome: Outcome,
    /// What was tested, found wrong, or missing.
    pub found: String,
    /// What a failure of this step points at.
    pub advice: Option<&'static str>,
}

/// All steps.
#[derive(Clone, Debug)]
pub struct Report {
    /// The device.
    pub device: &'static str,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

impl Report {
    pub(crate) fn new(device: &'static str) -> Self {
        Self { device, steps: Vec::new() }
    }

    /// Steps that ended so.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.steps.iter().filter(|step| step.outcome == outcome).count()
    }

    /// Does a step unless one before has failed, or it is not to be done at all. Gives what it found out.
    pub(crate) fn step<R>(
        &mut self,
        (name, advice): (&'static str, &'static str),
        skip: Option<&str>,
        run: impl FnOnce() -> Result<(R, String), String>,
    ) -> Option<R> {
        let failed = self.steps.iter().find(|step| step.outcome == Outcome::Failed);
        let skip = failed.map(|step| format!("{} has failed", step.name)).or_else(|| skip.map(str::to_owned));
        let step = |outcome, found| Step { name, outcome, found, advice: None };
        if let Some(why) = skip {
            self.steps.push(step(Outcome::Skipped, why));
            return None;
        }
        match run() {
            Ok((result, found)) => {
                self.steps.push(step(Outcome::Passed, found));
                Some(result)
            }
            Err(found) => {
                self.steps.push(Step { advice: Some(advice), ..step(Outcome::Failed, found) });
                None
            }
        }
    }
}

/// Why memory is not tested when nobody has said which may be.
pub(crate) const NOT_TOLD: &str =
    "it overwrites memory, which may hold somebody's tables: name what may be lost with --overwrite";
