//! Figs. 12 and 13 of OpenEmbedding: what checkpoints add to training, by their kind and interval, and by GPUs.

use super::oe_runs::{
    Dump, GPUS, Interval, MOST_GPUS, Runs, SIZE, Size, Waits, added_s, all_numbers, cells, counted, dumps, notes,
    savings, setup,
};
use super::{Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::{PMEM_OE, Replay, Saving, Setup};

pub(super) const FIGURE: Figure =
    Figure { id: "oe-fig12", title: "what checkpoints add, by their kind and interval", run };

/// Fig. 12's intervals, minutes; the one that Fig. 13 has.
const MINUTES: [u64; 4] = [10, 20, 30, 40];
const OF_FIG_13: u64 = 20;

pub(super) struct Counted {
    runs: Runs,
    dumps: Vec<Dump>,
    savings: Vec<Saving>,
}

pub(super) fn setups(size: Size) -> Vec<Setup> {
    GPUS.map(|gpus| setup(&PMEM_OE, gpus, size)).to_vec()
}

pub(super) fn all(size: Size, options: &ReproduceOptions, progress: &dyn Progress) -> Result<Counted, ReproduceError> {
    let runs = counted(&setups(size), options, progress)?;
    let intervals: Vec<Interval> = MINUTES.iter().map(|minutes| (&PMEM_OE, MOST_GPUS, *minutes as f64)).collect();
    let dumps = dumps(&runs, &intervals, size, options, progress)?;
    Ok(Counted { runs, dumps, savings: savings(&GPUS, size, options, progress)? })
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&all(SIZE, options, progress)?, SIZE))
}

/// How many times as long training takes as without checkpoints.
struct Times<'c> {
    counted: &'c Counted,
    waits: Waits<'c>,
}

impl Times<'_> {
    fn dense(&self) -> f64 {
        self.waits.replay.numbers().get("dense_s")
    }

    fn sparse_s(&self, gpus: u64) -> f64 {
        let saving = self.counted.savings.iter().find(|saving| saving.gpus == gpus);
        added_s(self.waits.replay, saving.expect("figures ask for what they have counted"))
    }

    fn sparse_only(&self, gpus: u64, minutes: u64) -> f64 {
        1.0 + self.sparse_s(gpus) / (60 * minutes) as f64
    }

    fn proposed(&self, gpus: u64, minutes: u64) -> f64 {
        self.waits.slowdown(&PMEM_OE, gpus, minutes as f64, self.sparse_s(gpus))
    }

    fn incremental(&self, minutes: u64) -> f64 {
        let dump = self.waits.incremental(&PMEM_OE, MOST_GPUS, minutes as f64);
        1.0 + (self.dense() + dump) / (60 * minutes) as f64
    }
}

pub(super) fn reproduction(counted: &Counted, size: Size) -> Reproduction {
    let (replay, claim) = (Replay::default(), Claim::find("oe-checkpoint-overhead"));
    let times = Times { counted, waits: Waits { replay: &replay, dumps: &counted.dumps } };
    let mut table = Table::new(&["minutes", "rows that change, millions", "sparse only", "proposed", "incremental"]);
    let mut series = vec![
        ("sparse only".to_owned(), Vec::new()),
        ("proposed".into(), Vec::new()),
        ("incremental".into(), Vec::new()),
    ];
    for (minutes, dump) in MINUTES.iter().zip(&counted.dumps) {
        let all =
            [times.sparse_only(MOST_GPUS, *minutes), times.proposed(MOST_GPUS, *minutes), times.incremental(*minutes)];
        let changed = format!("{:.1}", dump.changed.rows_a_checkpoint() / 1e6);
        table.rows.push([minutes.to_string(), changed].into_iter().chain(cells(all)).collect());
        series.iter_mut().zip(all).for_each(|((_, points), time)| points.push((*minutes as f64, time)));
    }
    let mut of_gpus = Table::new(&["GPUs", "sparse only", "proposed", "batches until a checkpoint is done"]);
    for saving in &counted.savings {
        let all = [times.sparse_only(saving.gpus, OF_FIG_13), times.proposed(saving.gpus, OF_FIG_13)];
        of_gpus.rows.push(
            [saving.gpus.to_string()].into_iter().chain(cells(all)).chain([saving.done_after.to_string()]).collect(),
        );
    }
    let mut notes = notes(size);
    notes.push(format!(
        "Rows that change are counted by a shard of DRAM-PS, which saves them after each interval; one of its rows stands for {}. A batch-aware \
         checkpoint is run: the batches behind one until it is durable, and the same batches without. All of it is training time; \
         intervals are of training between two checkpoints.",
        size.scale_of_changes
    ));
    Reproduction {
        notes,
        tables: vec![
            (format!("Training time against none without checkpoints, {MOST_GPUS} GPUs (Fig. 12)"), table),
            (format!("The same every {OF_FIG_13} minutes, by GPUs (Fig. 13)"), of_gpus),
        ],
        records: records(&claim, &times),
        charts: vec![Chart::lines(
            "Training time with checkpoints",
            "minutes between checkpoints",
            "training time (without checkpoints = 1)",
            series,
        )],
        parameters: all_numbers(),
        runs: serde_json::json!({ "counters": counted.runs.json(), "dumps": counted.dumps }),
        raw: Some(serde_json::json!({
            "counters": counted.runs.json(), "dumps": counted.dumps, "savings": counted.savings
        })),
        ..FIGURE.reproduction()
    }
}

fn records(claim: &Claim, times: &Times) -> Vec<Record> {
    let mut records = Vec::new();
    for minutes in [10, 20, 40] {
        let why =
            "the dense part's 14.4 s a checkpoint, and what the batch-aware one adds to batches, which is nothing";
        let record = claim.judge(&format!("every_{minutes}_min"), times.proposed(MOST_GPUS, minutes) - 1.0, why);
        records.push(if minutes == 10 {
            record.calibrated("the dense part's time a checkpoint was fitted to this bar")
        } else {
            record
        });
    }
    let most = GPUS.map(|gpus| times.sparse_only(gpus, 10) - 1.0).into_iter().fold(0.0, f64::max);
    let why = "the most over 4, 8 and 16 GPUs, every 10 minutes: rows that a checkpoint needs are written while the GPUs train, in which cores and \
               medium have time left";
    records.push(claim.judge("sparse_only", most, why));
    for minutes in MINUTES {
        let added = times.incremental(minutes) / times.proposed(MOST_GPUS, minutes) - 1.0;
        let why = "distinct rows of an interval, counted, at what a row was fitted to take; against PMem-OE with its own checkpoints";
        let record = claim.judge(&format!("incremental_{minutes}"), added, why);
        records.push(if minutes == MINUTES[0] {
            record.calibrated("what a row of an incremental checkpoint takes was fitted to this bar")
        } else {
            record
        });
    }
    records
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::oe_runs::{SMALL, options};
    use super::*;

    #[test]
    fn every_value_has_a_record() {
        let made = reproduction(&all(SMALL, &options(), &Silent).unwrap(), SMALL);
        assert_eq!(made.records.len(), Claim::find("oe-checkpoint-overhead").keys().len());
        assert!(made.records.iter().all(Record::is_explained));
        assert_eq!(made.records.iter().filter(|record| record.calibrated.is_some()).count(), 2);
    }
}
