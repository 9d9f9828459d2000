//! What CPR's figures of overheads share: the cost of saves and failures, and thousands of jobs that meet them.

use emberlane_checkpoints::cpr::Costs;
use emberlane_sourced::Sourced;
use serde::Serialize;

use super::{Claim, Parameter, ParameterKind};
use crate::charts::Estimate;
use crate::cpr::{Job, Recovery, Spent, simulate};

/// A minute and an hour in milliseconds.
pub(super) const MINUTE: f64 = 60_000.0;
pub(super) const HOUR: u64 = 3_600_000;
/// The emulated job, in hours, and how often it fails (Section 5.1).
pub(super) const WORK_HOURS: u64 = 56;
pub(super) const FAILURES: u64 = 2;
/// Emb PS nodes of the emulated cluster: a failure clears an eighth of the tables at least (Section 5.1).
pub(super) const NODES: u32 = 8;

/// The costs, in minutes, with which Eqs. 1 and 2 give what a claim says of full recovery at its best interval and of partial recovery at
/// the same: two numbers for two.
///
/// Their difference is half an interval a failure, which is the interval; that is the best one, which is the cost of a save; what is left
/// is that of a load and of another node, together.
pub(super) fn fitted(claim: &Claim, between_failures: f64) -> Costs {
    let value = |key: &str| claim.value(key).expect("the claim has both");
    let (full, partial) = (value("full"), value("partial"));
    let interval = 2.0 * between_failures * (full - partial);
    let save = interval * interval / (2.0 * between_failures);
    Costs { save, load: between_failures * (partial - save / interval), reschedule: 0.0 }
}

/// Minutes as whole milliseconds.
pub(super) fn milliseconds(minutes: f64) -> u64 {
    (minutes * MINUTE).round() as u64
}

/// A job of so many hours with these costs; all in minutes.
pub(super) fn job(hours: u64, interval: f64, costs: &Costs, recovery: Recovery) -> Job {
    let (save, recover) = (milliseconds(costs.save), milliseconds(costs.load + costs.reschedule));
    Job { work: hours * HOUR, interval: milliseconds(interval).max(1), save, recover, recovery }
}

/// A job that was run many times.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Jobs {
    /// Which it is.
    pub name: String,
    /// Its failures, by their name.
    pub failures: String,
    /// The job, in milliseconds.
    pub job: Job,
    /// How often it ran.
    pub jobs: u64,
    /// Sums over all of them, in milliseconds.
    pub sum: Spent,
    /// The overhead against its work; the interval is that of the mean over the jobs.
    pub overhead: Estimate,
}

impl Jobs {
    /// Runs a job once for each list of failures.
    pub(super) fn run(name: impl Into<String>, job: Job, list: &str, failures: &[Vec<u64>]) -> Self {
        let all = simulate(&job, failures);
        let sum = all.iter().fold(Spent::default(), |sum, spent| Spent {
            saving: sum.saving + spent.saving,
            recovering: sum.recovering + spent.recovering,
            lost: sum.lost + spent.lost,
            failures: sum.failures + spent.failures,
        });
        let shares: Vec<f64> = all.iter().map(|spent| spent.overhead() as f64 / job.work as f64).collect();
        let overhead = Estimate {
            // From the sums, so that whoever has them finds the same.
            mean: sum.overhead() as f64 / (job.work * failures.len() as u64) as f64,
            margin: Estimate::of(&shares).margin,
        };
        Self { name: name.into(), failures: list.to_owned(), job, jobs: failures.len() as u64, sum, overhead }
    }

    /// The parts of its overhead, in percent of its work: saving, loading and nodes, lost; and all of it.
    pub(super) fn percent(&self) -> [f64; 4] {
        let all = self.job.work as f64 * self.jobs as f64 / 100.0;
        let Spent { saving, recovering, lost, .. } = self.sum;
        [saving, recovering, lost, self.sum.overhead()].map(|part| part as f64 / all)
    }

    /// A row of a table of jobs: percent of the work, and the interval in hours.
    pub(super) fn cells(&self) -> Vec<String> {
        let mut cells = vec![format!("{:.3}", self.job.interval as f64 / HOUR as f64)];
        cells.extend(self.percent().map(|part| format!("{part:.3}")));
        cells
    }
}

/// Costs for a report.
pub(super) fn parameters(of: &str, costs: &Costs, source: &str, kind: ParameterKind) -> Vec<Parameter> {
    let minutes = |name: &str, value: f64| {
        let number = Sourced { value, source: source.to_owned() };
        Parameter::of(&format!("{of}: {name}"), number, "minutes", kind)
    };
    vec![minutes("O_save", costs.save), minutes("O_load + O_res", costs.load + costs.reschedule)]
}

/// A number that the paper prints, or that is assumed.
pub(super) fn parameter(name: &str, value: f64, unit: &str, source: &str, kind: ParameterKind) -> Parameter {
    Parameter::of(name, Sourced { value, source: source.to_owned() }, unit, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitted_costs_give_back_what_they_were_fitted_to() {
        for (id, full, partial, save) in
            [("cpr-overhead-kaggle", 0.085, 0.044, 5.648), ("cpr-overhead-terabyte", 0.082, 0.044, 4.852)]
        {
            let costs = fitted(&Claim::find(id), 1680.0);
            let interval = costs.best_interval(1680.0);
            assert!((costs.full(interval, 1680.0) - full).abs() < 1e-12);
            assert!((costs.partial(interval, 1680.0) - partial).abs() < 1e-12);
            assert!((costs.save - save).abs() < 1e-3, "{}", costs.save);
        }
    }
}
