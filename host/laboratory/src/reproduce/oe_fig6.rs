//! Fig. 6 and Table V of OpenEmbedding: training with each system's own checkpoints, and what the parameter servers cost.

use super::oe_runs::{
    COMPARED, Dump, GPUS, Interval, Runs, SIZE, Size, Waits, added_s, all_numbers, cells, counted, dumps, notes,
    savings, setup,
};
use super::{Bar, Chart, Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::{DRAM_PS, ORI_CACHE, PMEM_OE, Replay, Saves, Saving, Setup, System, numbers};

pub(super) const FIGURE: Figure =
    Figure { id: "oe-fig6", title: "training time with checkpoints, by parameter server", run };
pub(super) const TABLE_5: Figure = Figure { id: "oe-table5", title: "what parameter servers cost", run: run_table_5 };

/// GPUs of Table V.
const OF_TABLE_5: u64 = 4;

/// What was counted for both.
pub(super) struct Counted {
    runs: Runs,
    dumps: Vec<Dump>,
    savings: Vec<Saving>,
}

pub(super) fn setups(size: Size) -> Vec<Setup> {
    COMPARED.iter().flat_map(|system| GPUS.map(|gpus| setup(system, gpus, size))).collect()
}

pub(super) fn all(
    gpus: &[u64],
    size: Size,
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Counted, ReproduceError> {
    let runs = counted(&setups(size), options, progress)?;
    let minutes = numbers().get("interval_min");
    let saved = COMPARED.iter().filter(|system| system.saves == Saves::Incremental);
    let intervals: Vec<Interval> =
        saved.flat_map(|system| gpus.iter().map(move |gpus| (*system, *gpus, minutes))).collect();
    let dumps = dumps(&runs, &intervals, size, options, progress)?;
    let savings = savings(gpus, size, options, progress)?;
    Ok(Counted { runs, dumps, savings })
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&all(&GPUS, SIZE, options, progress)?, SIZE))
}

fn run_table_5(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(table_5(&all(&[OF_TABLE_5], SIZE, options, progress)?, SIZE))
}

impl Counted {
    /// How many times as long training takes with a system's checkpoints.
    fn slowdown(&self, replay: &Replay, system: &System, gpus: u64) -> f64 {
        let saving = self.savings.iter().find(|saving| saving.gpus == gpus);
        let sparse = added_s(replay, saving.expect("figures ask for what they have counted"));
        Waits { replay, dumps: &self.dumps }.slowdown(system, gpus, replay.numbers().get("interval_min"), sparse)
    }

    /// Milliseconds of a batch with its part of the checkpoints.
    fn batch_ms(&self, replay: &Replay, system: &'static System, gpus: u64, size: Size) -> f64 {
        self.runs.batch_ms(replay, &setup(system, gpus, size)) * self.slowdown(replay, system, gpus)
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({ "counters": self.runs.json(), "dumps": self.dumps, "savings": self.savings })
    }

    /// Without the single batches, which are many.
    fn summary(&self) -> serde_json::Value {
        serde_json::json!({ "counters": self.runs.json(), "dumps": self.dumps })
    }
}

fn checkpoint_notes(size: Size) -> Vec<String> {
    let mut notes = notes(size);
    notes.push(format!(
        "Checkpoints every 20 minutes. Rows that change between two of them are counted: a shard of DRAM-PS saves them, and one of its rows \
         stands for {}. Training waits while they are written, so long a row as was fitted to Fig. 12's incremental checkpoints every \
         10 minutes, and for the dense part as long as was fitted there. Batch-aware checkpoints are run: batches behind one, beside \
         the same batches without.",
        size.scale_of_changes
    ));
    notes
}

pub(super) fn reproduction(counted: &Counted, size: Size) -> Reproduction {
    let replay = Replay::default();
    let mut table =
        Table::new(&["GPUs", "system", "ms a batch", "with checkpoints", "added, %", "PMem-OE takes less, %"]);
    let mut bars = Vec::new();
    let of = |system, gpus| counted.batch_ms(&replay, system, gpus, size);
    let first = of(&DRAM_PS, GPUS[0]) / GPUS[0] as f64;
    for gpus in GPUS {
        for system in COMPARED {
            let bare = counted.runs.batch_ms(&replay, &setup(system, gpus, size));
            let with = of(system, gpus);
            let less = 100.0 * (1.0 - of(&PMEM_OE, gpus) / with);
            let numbers = cells([bare, with, 100.0 * (with / bare - 1.0), less]);
            table.rows.push([gpus.to_string(), system.title.to_owned()].into_iter().chain(numbers).collect());
            let epoch = with / gpus as f64 / first;
            bars.push(Bar { group: format!("{gpus} GPUs"), name: system.title.into(), parts: vec![epoch] });
        }
    }
    let claim = Claim::find("oe-end-to-end");
    let mut records = Vec::new();
    let gap = "PMem-OE's batches alone have little of the gap to DRAM-PS that the paper has (oe-fig7), which is 8.7 % on 16 GPUs";
    let lock =
        "one behind the other, rows take longer under Ori-Cache's lock than in the paper on 4 and 8 GPUs (oe-fig7)";
    for (name, system, cause) in [("vs_dram_ps", &DRAM_PS, gap), ("vs_ori_cache", &ORI_CACHE, lock)] {
        for gpus in GPUS {
            let why = format!(
                "batches as in oe-fig7; {} adds {:.1} % for checkpoints, of rows that were counted and at what a row of an incremental \
                 checkpoint was fitted to in oe-fig12, and PMem-OE {:.1} %. {cause}",
                system.title,
                100.0 * (counted.slowdown(&replay, system, gpus) - 1.0),
                100.0 * (counted.slowdown(&replay, &PMEM_OE, gpus) - 1.0)
            );
            let less = 1.0 - of(&PMEM_OE, gpus) / of(system, gpus);
            records.push(claim.judge(&format!("{name}_{gpus}"), less, why));
        }
    }
    Reproduction {
        notes: checkpoint_notes(size),
        tables: vec![("Batches with their part of the checkpoints".into(), table)],
        records,
        charts: vec![Chart::bars(
            "Training time with checkpoints",
            "parameter server, by GPUs",
            "time of an epoch (DRAM-PS on 4 GPUs = 1)",
            ["time"],
            bars,
        )],
        parameters: all_numbers(),
        runs: counted.summary(),
        raw: Some(counted.json()),
        ..FIGURE.reproduction()
    }
}

pub(super) fn table_5(counted: &Counted, size: Size) -> Reproduction {
    let (replay, claim) = (Replay::default(), Claim::find("oe-cost"));
    let numbers = replay.numbers();
    let of = |system| counted.batch_ms(&replay, system, OF_TABLE_5, size);
    let hours = |system| numbers.get("epoch_hours") * of(system) / of(&PMEM_OE);
    let dollars = |system: &'static System| {
        let rate = if system.name == DRAM_PS.name { "dram_ps_dollars_per_hour" } else { "pmem_dollars_per_hour" };
        hours(system) * numbers.get(rate)
    };
    let mut table = Table::new(&["system", "hours an epoch", "paper", "dollars an epoch", "paper"]);
    let papers = [(&DRAM_PS, "5.75", "dram_ps"), (&PMEM_OE, "5.33", "pmem_oe"), (&ORI_CACHE, "7.01", "ori_cache")];
    let mut records = Vec::new();
    for (system, hours_of_paper, key) in papers {
        let key = format!("{key}_per_epoch");
        table.rows.push(vec![
            system.title.into(),
            format!("{:.2}", hours(system)),
            hours_of_paper.into(),
            format!("{:.1}", dollars(system)),
            claim.paper_text(&key),
        ]);
        let why = format!(
            "{:.2} hours an epoch with checkpoints, at Table V's prices; batches as in oe-fig6, where Ori-Cache takes longer on 4 GPUs than in \
             the paper",
            hours(system)
        );
        let record = claim.judge(&key, dollars(system), why);
        records.push(if system.name == PMEM_OE.name {
            record.calibrated("PMem-OE's 5.33 hours fix how many batches an epoch has")
        } else {
            record
        });
    }
    for (key, system) in [("saving_vs_dram_ps", &DRAM_PS), ("saving_vs_ori_cache", &ORI_CACHE)] {
        let why = "dollars of an epoch, in which the number of its batches cancels; batches as in oe-fig6, where Ori-Cache takes \
                   longer on 4 GPUs than in the paper";
        records.push(claim.judge(key, 1.0 - dollars(&PMEM_OE) / dollars(system), why));
    }
    Reproduction {
        notes: checkpoint_notes(size),
        tables: vec![("An epoch on four GPUs, parameter servers alone".into(), table)],
        records,
        parameters: all_numbers(),
        runs: counted.summary(),
        raw: Some(counted.json()),
        ..TABLE_5.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::super::Silent;
    use super::super::oe_runs::{SMALL, options};
    use super::*;

    #[test]
    fn every_value_has_a_record() {
        let counted = all(&GPUS, SMALL, &options(), &Silent).unwrap();
        for (made, claim) in [(reproduction(&counted, SMALL), "oe-end-to-end"), (table_5(&counted, SMALL), "oe-cost")] {
            assert_eq!(made.records.len(), Claim::find(claim).keys().len());
            assert!(made.records.iter().all(Record::is_explained));
        }
    }
}
