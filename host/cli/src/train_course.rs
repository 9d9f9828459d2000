//! What `emberlane train` shows while it trains.

use std::io::Write;
use std::time::{Duration, Instant};

use emberlane_dlrm::metrics::Metrics;
use emberlane_stores::{TierCounts, TierHits};
use emberlane_training::{BatchRecord, EvaluationRecord, Observer};
use indicatif::ProgressBar;

use crate::outcome::{Format, stdout};
use crate::progress;

/// Columns of the lines that a run prints about its course.
const HEADER: &str =
    "   batch      loss       auc        ne  accuracy   (loss: mean since the line before; others: so far)";
/// How many these lines are.
const PROGRESS_LINES: u64 = 10;

/// Shows the course of a run: a bar on a terminal, a few lines on standard output.
pub(super) struct Reporter {
    format: Format,
    /// Where metrics are served, to be told when training begins.
    metrics: Option<String>,
    bar: ProgressBar,
    /// Batches a line; `None`: not known how many there are.
    every: Option<u64>,
    batches: Option<u64>,
    trained: u64,
    lines: u64,
    sum: f64,
    count: u64,
    /// The newest batch without a line.
    last: Option<(u64, Metrics)>,
    /// Whether training has begun.
    has_begun: bool,
    failed: Option<std::io::Error>,
    /// When training began, and what the tiers had then.
    began: Option<(Instant, TierHits)>,
}

impl Reporter {
    pub(super) fn new(format: Format, metrics: Option<String>) -> Self {
        Self {
            format,
            metrics,
            bar: ProgressBar::hidden(),
            every: None,
            batches: None,
            trained: 0,
            lines: 0,
            sum: 0.0,
            count: 0,
            last: None,
            has_begun: false,
            failed: None,
            began: None,
        }
    }

    /// Prints a line, for people.
    pub(super) fn print(&mut self, line: &str) {
        if self.format == Format::Human && self.failed.is_none() {
            self.failed = self.bar.suspend(|| writeln!(stdout(), "{line}")).err();
        }
    }

    fn training_bar(&mut self) {
        self.bar = progress::bar(self.batches, "training");
        self.bar.inc(self.trained);
    }

    /// Prints the line of a batch: the mean loss since the line before, and how good all predictions were so far.
    fn line(&mut self, batches: u64, metrics: &Metrics) {
        if self.lines == 0 {
            self.print(HEADER);
        }
        self.lines += 1;
        let loss = self.sum / self.count as f64;
        self.print(&format!(
            "{batches:8}{loss:10.5}{:>10}{:>10}{:10.4}",
            optional(metrics.auc),
            optional(metrics.normalized_entropy),
            metrics.accuracy
        ));
        (self.sum, self.count) = (0.0, 0);
    }

    /// Ends with the line of the last batch; says whether training had begun, or the first line that could not be printed, as an error.
    pub(super) fn finish(mut self) -> std::io::Result<bool> {
        if let Some((batches, metrics)) = self.last.take() {
            self.line(batches, &metrics);
        }
        self.bar.finish_and_clear();
        self.failed.map_or(Ok(self.has_begun), Err)
    }
}

impl Observer for Reporter {
    fn start(&mut self, first: u64, batches: Option<u64>) {
        self.has_begun = true;
        if let Some(told) = self.metrics.take() {
            let _ = writeln!(std::io::stderr(), "{told}");
        }
        if first > 0 {
            self.print(&format!("goes on with batch {first}"));
        }
        self.batches = batches;
        self.trained = first;
        self.training_bar();
        self.every = batches.map(|batches| batches.div_ceil(PROGRESS_LINES).max(1));
    }

    fn batch(&mut self, record: &BatchRecord) {
        self.trained += 1;
        self.bar.inc(1);
        if let Some(TierCounts { hits, .. }) = record.tiers {
            let (began, before) = *self.began.get_or_insert_with(|| (Instant::now(), hits));
            self.bar.set_message(tiers(hits.since(before), began.elapsed()));
        }
        self.sum += record.loss;
        self.count += 1;
        // Of an unknown number of batches: every 10th below 100, every 100th below 1000, and so on.
        let every = self.every.unwrap_or_else(|| 10_u64.pow((record.batch + 1).ilog10().max(1)));
        let done = record.batch + 1;
        if done.is_multiple_of(every) || self.batches == Some(done) {
            self.last = None;
            self.line(done, &record.metrics);
        } else {
            self.last = Some((done, record.metrics));
        }
    }

    fn evaluate(&mut self, batches: u64) {
        self.bar.finish_and_clear();
        self.bar = progress::bar(Some(batches), "evaluating");
    }

    fn evaluated(&mut self) {
        self.bar.inc(1);
    }

    fn evaluation(&mut self, record: &EvaluationRecord) {
        self.bar.finish_and_clear();
        self.training_bar();
        let Metrics { auc, log_loss, normalized_entropy, accuracy, .. } = record.metrics;
        let best = if record.best { "  best so far" } else { "" };
        let (auc, entropy) = (optional(auc), optional(normalized_entropy));
        self.print(&format!(
            "{:8}{log_loss:10.5}{auc:>10}{entropy:>10}{accuracy:10.4}   evaluation{best}",
            record.batch
        ));
    }
}

/// Rows a second, and where they were.
fn tiers(hits: TierHits, time: Duration) -> String {
    let share = |part: u64| 100.0 * part as f64 / hits.rows.max(1) as f64;
    let rate = hits.rows as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE);
    let (dram, scm, files) = (share(hits.dram), share(hits.scm), share(hits.from_files()));
    // Few stores have any: only where caches are small for the batches in flight.
    let beside = if hits.beside > 0 { format!("beside {:.0} %, ", share(hits.beside)) } else { String::new() };
    format!("{rate:.0} rows/s: DRAM {dram:.0} %, SCM {scm:.0} %, {beside}files {files:.0} %")
}

pub(super) fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.4}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_are_told_as_shares_of_rows() {
        let hits = TierHits { rows: 400, dram: 200, scm: 100, beside: 0 };
        assert_eq!(tiers(hits, Duration::from_secs(2)), "200 rows/s: DRAM 50 %, SCM 25 %, files 25 %");
        let hits = TierHits { beside: 40, ..hits };
        let text = "200 rows/s: DRAM 50 %, SCM 25 %, beside 10 %, files 15 %";
        assert_eq!(tiers(hits, Duration::from_secs(2)), text);
        // Nothing yet, in no time.
        assert_eq!(tiers(TierHits::default(), Duration::ZERO), "0 rows/s: DRAM 0 %, SCM 0 %, files 0 %");
    }
}
