//! A campaign that finds nothing must be one that would have: recorded trainings are broken, and it has to tell.

use emberlane_drivers::{LogPlan, Region};
use emberlane_models::power_loss::RecordedWrite;
use emberlane_reference::ReferenceCxlMem;

use super::*;

const BATCHES: u64 = 6;

/// What a training writes, by where.
struct Places {
    log: LogPlan,
    tables: Region,
}

impl Places {
    fn is_header(&self, write: &RecordedWrite) -> bool {
        self.log.rows.iter().chain(&self.log.parameters).any(|slot| slot.base == write.address)
    }

    fn is_row(&self, write: &RecordedWrite) -> bool {
        let in_slot = |slot: &Region| (slot.base + 64..slot.end()).contains(&write.address);
        self.log.rows.iter().any(in_slot)
    }

    fn is_table(&self, write: &RecordedWrite) -> bool {
        (self.tables.base..self.tables.end()).contains(&write.address)
    }
}

/// The report of 1,000 cuts of a training whose writes were changed.
fn report((mode, lookup): (&str, &str), change: impl Fn(&Places, &mut Vec<RecordedWrite>)) -> Report {
    let text = format!(
        "[model]\nbottom = [4, 16]\ntop = [8, 1]\ntables = 2\nrows = 40\ndimension = 16\nlookups = 2\n[data]\n\
         kind = \"synthetic\"\nskew = 0.2\nbatches = {BATCHES}\n[train]\nbatch_size = 4\nlearning_rate = 1.0\n\
         lookup = {lookup:?}\n[system]\nkind = \"automatic\"\n[checkpoint]\nmode = {mode:?}\n"
    );
    let experiment = Experiment::parse("experiment.toml".as_ref(), &text).unwrap();
    let device = ReferenceCxlMem::new(experiment.device.channels).unwrap();
    let mut store = emberlane_systems::open::cxl_mem_store(&experiment, device).unwrap();
    let driver = store.driver_mut();
    let places = Places { log: driver.log_plan().unwrap().clone(), tables: driver.data_plan().unwrap().data };
    let mut recorded = resume::record(&experiment, BATCHES, None, None).unwrap();
    change(&places, &mut recorded.recording.writes);
    let options = Options {
        batches: None,
        when: When::Random(1000),
        seed: 1,
        engine: Engine::Random,
        during: During::Training,
        corrupt: false,
        only: None,
        trace: None,
        fault: None,
        dump: None,
    };
    let uncut = uncut::train(&experiment, BATCHES).unwrap();
    let cuts = planned(&options, &recorded, BATCHES).unwrap();
    judge(&experiment, &options, &uncut, &recorded, cuts, &()).unwrap()
}

fn delay<'w>(writes: impl Iterator<Item = &'w mut RecordedWrite>, cycles: u64) {
    for answered in writes.filter_map(|write| write.answered.as_mut()) {
        *answered += cycles;
    }
}

/// Checkpoints and lookups.
const MODES: [(&str, &str); 5] =
    [("redo", "strict"), ("undo", "strict"), ("relaxed", "strict"), ("undo", "relaxed"), ("relaxed", "relaxed")];

#[test]
fn what_is_not_broken_survives() {
    for mode in MODES {
        let report = report(mode, |_, _| {});
        assert!(report.is_good() && report.identical == 1000, "{mode:?}: {report:?}");
    }
}

#[test]
fn a_flag_before_its_data_is_found() {
    for mode in MODES {
        let report = report(mode, |places, writes| delay(writes.iter_mut().filter(|write| places.is_row(write)), 60));
        assert!(!report.is_good() && report.identical < report.cuts, "{mode:?}: {report:?}");
    }
}

#[test]
fn a_flag_that_is_never_set_is_found() {
    for mode in MODES {
        let report = report(mode, |places, writes| writes.retain(|write| !places.is_header(write)));
        assert!(!report.is_good() && report.identical < report.cuts, "{mode:?}: {report:?}");
    }
}

/// The log of the next batch vouches for what the last one has left in the tables.
#[test]
fn a_log_before_the_last_update_is_durable_is_found() {
    for mode in MODES {
        let report = report(mode, |places, writes| delay(writes.iter_mut().filter(|write| places.is_table(write)), 60));
        assert!(!report.is_good() && report.identical < report.cuts, "{mode:?}: {report:?}");
    }
}
