//! Figs. 11 to 13 of TrainingCXL, and those of NDRec, MTrainS, CPR and OpenEmbedding, computed again by `scripts/recompute` from nothing but the
//! counters of their runs.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::mtrains_runs::{self, ALL_TABLES, MODEL_2, SMALL, SMALLER};
use super::ndrec_systems::{TERABYTE, small as ndrec_small, small_machine, small_workload};
use super::tcxl_systems::small;
use super::{
    Record, ReproduceOptions, Silent, cpr_accuracy, cpr_fig6, cpr_fig7, cpr_fig8, cpr_fig10, cpr_fig11, cpr_fig13,
    cpr_table1, mtrains_fig5, mtrains_fig8, mtrains_fig12, mtrains_fig14, mtrains_fig15, mtrains_fig16, mtrains_fig20,
    mtrains_fig21, mtrains_fig23, ndrec_fig10, ndrec_fig11, ndrec_fig12, ndrec_fig13, ndrec_fig14, ndrec_fig15,
    ndrec_fig17, oe_fig6, oe_fig7, oe_fig8, oe_fig9, oe_fig11, oe_fig12, oe_fig14, oe_fig15, oe_runs, tcxl_fig11,
    tcxl_fig12, tcxl_fig13,
};
use crate::cpr::Setting;
use crate::ndrec::Setup;
use crate::ndrec::workload::NAMES;

/// Exit status and output; `None` without Python.
fn recompute(raw: &Value) -> Option<(i32, String)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("raw.json");
    std::fs::write(&file, raw.to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/recompute");
    let run = match Command::new("python3").arg(&script).arg(&file).output() {
        Ok(run) => run,
        Err(error) => {
            eprintln!("skipped: python3: {error}");
            return None;
        }
    };
    let text = [run.stdout, run.stderr].concat();
    Some((run.status.code().unwrap(), String::from_utf8(text).unwrap()))
}

#[test]
fn other_code_computes_every_record_again_from_the_counters() {
    let models = small();
    let made =
        [tcxl_fig11::reproduction(&models), tcxl_fig12::reproduction(&models[..1]), tcxl_fig13::reproduction(&models)];
    let records: usize = made.iter().map(|figure| figure.records.len()).sum();
    assert!(made.iter().flat_map(|figure| &figure.records).all(
        |record| record.command.starts_with("emberlane compare ")
            || record.command.starts_with("for m in 1 2 3")
            || record.command.starts_with("for m in 1 2;")
    ));
    let figures: Vec<Value> = made.iter().map(super::Reproduction::raw).collect();
    let mut raw = serde_json::json!({ "figures": figures });
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 0 && text.contains(&format!("{records} values computed again, 0 different")), "{text}");

    // The sums that people read are those of the events.
    for run in raw["figures"][0]["runs"].as_array().unwrap().iter().flat_map(|run| run["systems"].as_array().unwrap()) {
        let number = |value: &Value| value.as_u64().unwrap();
        let [start, end] = [0, 1].map(|side| number(&run["batch_ends_ps"][number(&run["window"][side]) as usize]));
        let sum = |list: &str, of: &dyn Fn(&Value) -> u64| run[list].as_array().unwrap().iter().map(of).sum::<u64>();
        let inside = |event: &Value| (start..end).contains(&number(&event[4]));
        let held = sum("events", &|event| if inside(event) { number(&event[5]) - number(&event[4]) } else { 0 });
        assert_eq!(held, sum("totals", &|total| number(&total["held_ps"])), "{}", run["system"]);
        let begun = |access: &Value| (start..end).contains(&number(&access[2]));
        let logged = sum("accesses", &|access| if begun(access) { number(&access[5]) } else { 0 });
        assert_eq!(logged, sum("totals", &|total| number(&total["accessed"][2])), "{}", run["system"]);
    }

    // One end of a batch of CXL-B, a microsecond later.
    let system = &mut raw["figures"][0]["runs"][0]["systems"][4];
    assert_eq!(system["system"], "cxl-b");
    let last = system["window"][1].as_u64().unwrap() as usize;
    system["batch_ends_ps"][last] = (system["batch_ends_ps"][last].as_u64().unwrap() + 1_000_000).into();
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 1 && text.contains("1 different") && text.contains("tcxl-cxl-vs-cxlb"), "{text}");
    let Some((status, text)) = recompute(&serde_json::json!({ "figures": 3 })) else { return };
    assert!(status == 2 && text.contains("not what"), "{text}");
}

#[test]
fn other_code_computes_every_record_of_ndrec_again() {
    let options = ReproduceOptions::on(std::num::NonZeroUsize::new(2).unwrap());
    let terabyte = [TERABYTE];
    let planned =
        |setups: &[Setup]| ndrec_fig11::planned(&small_workload(TERABYTE), setups, &small_machine(), &options).unwrap();
    let points = ndrec_fig12::points(&small_workload(TERABYTE), &small_machine(), &options, &Silent).unwrap();
    let of = |batch, gpus, smartssds| Setup { gpus, smartssds, ..Setup::of_paper(batch) };
    let both = [2048, 16_384].map(Setup::of_paper);
    let switched = both.map(|setup| Setup { switch_levels: 2, ..setup });
    let devices = [of(16_384, 4, 1), of(8192, 4, 1), of(8192, 4, 4), of(8192, 4, 8)];
    let scaled =
        [of(16_384, 4, 1), of(16_384, 4, 4), of(2048, 1, 8), of(2048, 2, 8), of(16_384, 1, 4), of(16_384, 2, 4)];
    let every: Vec<&str> = ndrec_fig13::SYSTEMS.iter().chain(&ndrec_fig17::SHOWN).copied().collect();
    let cases = ndrec_small(&terabyte, &both, &every);
    let made = [
        ndrec_fig10::reproduction(&ndrec_small(&NAMES, &both[..1], &ndrec_fig10::SYSTEMS)),
        ndrec_fig11::reproduction(&cases, &planned(&both)),
        ndrec_fig12::reproduction(&points),
        ndrec_fig13::reproduction(&cases, &ndrec_small(&terabyte, &switched, &["ndrec"])),
        ndrec_fig14::reproduction(&ndrec_small(&terabyte, &devices, &["ndrec"])),
        ndrec_fig15::reproduction(&ndrec_small(&terabyte, &scaled, &["ndrec", "uvm"])),
        ndrec_fig17::reproduction(&cases),
    ];
    let all: Vec<&Record> = made.iter().flat_map(|figure| &figure.records).collect();
    assert!(all.iter().any(|record| matches!(record.interval, [Some(low), Some(high)] if low < high)), "{all:?}");
    let figures: Vec<Value> = made.iter().map(super::Reproduction::raw).collect();
    let mut raw = serde_json::json!({ "figures": figures });
    let Some((status, text)) = recompute(&raw) else { return };
    let same = format!("{} values computed again, 0 different", all.len());
    assert!(status == 0 && text.contains(&same), "{text}");
    // A load more, of one planner at a batch of 16K; and what two levels of switches add is there to be read.
    let load = &mut raw["figures"][1]["runs"][1]["planners"][0]["halves"][0]["lookups"]["ssd"];
    *load = (load.as_u64().unwrap() + 1).into();
    let levels = |run: &Value| run["iteration"]["setup"]["switch_levels"].as_u64();
    assert_eq!(raw["figures"][3]["runs"].as_array().unwrap().iter().filter(|run| levels(run) == Some(2)).count(), 2);
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 1 && text.contains("ndrec-hit-rate at_batch_16k") && text.contains("DIFFERENT"), "{text}");
}

#[test]
fn other_code_computes_every_record_of_mtrains_again() {
    let main = mtrains_runs::small(&mtrains_runs::main_setups(SMALL));
    let small = |setups: &[_]| mtrains_runs::small(setups);
    let made = [
        mtrains_fig5::reproduction(&small(&mtrains_fig5::setups(SMALL / SMALLER)), SMALL / SMALLER),
        mtrains_fig8::reproduction(&small(&mtrains_fig8::setups(SMALL / SMALLER)), SMALL / SMALLER),
        mtrains_fig12::reproduction(&small(&mtrains_fig12::setups(SMALL / MODEL_2)), SMALL / MODEL_2),
        mtrains_fig14::reproduction(&small(&mtrains_fig14::setups(SMALL)), SMALL),
        mtrains_fig15::reproduction(&small(&mtrains_fig15::setups(SMALL / MODEL_2)), SMALL / MODEL_2),
        mtrains_fig16::reproduction(&main, SMALL),
        mtrains_fig16::against_baseline(&main, SMALL),
        mtrains_fig20::reproduction(&main, SMALL),
        mtrains_fig21::reproduction(&main, SMALL),
        mtrains_fig23::reproduction(&small(&mtrains_fig23::setups(SMALL / ALL_TABLES)), SMALL / ALL_TABLES),
    ];
    let records: usize = made.iter().map(|figure| figure.records.len()).sum();
    let figures: Vec<Value> = made.iter().map(super::Reproduction::raw).collect();
    let mut raw = serde_json::json!({ "figures": figures });
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 0 && text.contains(&format!("{records} values computed again, 0 different")), "{text}");
    // One hit more, in Fig. 21, of model 1 on configNand.
    let runs = raw["figures"][8]["runs"].as_array_mut().unwrap().iter_mut();
    let mut runs = runs.filter(|run| run["model"] == "mtrains-1" && run["configuration"] == "configNand");
    let hits = &mut runs.next().unwrap()["hits"][0];
    *hits = (hits.as_u64().unwrap() + 1).into();
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 1 && text.contains("1 different") && text.contains("model1_"), "{text}");
}

#[test]
fn other_code_computes_every_record_of_cpr_again() {
    let options = ReproduceOptions::on(std::num::NonZeroUsize::new(2).unwrap());
    let settings = [Setting::kaggle(8192, 16, 3), Setting::terabyte(65_536, 16, 3)];
    let [kaggle, _] = &settings;
    let production = cpr_fig8::runs(kaggle, &[1, 2], &options, &Silent).unwrap();
    let plans = cpr_fig11::runs(&settings, 6, &[1, 2], &options, &Silent).unwrap();
    let accuracy = cpr_accuracy::runs(&settings, &[1, 2], &options, &Silent).unwrap();
    let made = [
        cpr_fig6::reproduction(kaggle, &cpr_fig6::tables(kaggle, 1, &Silent).unwrap()),
        cpr_fig7::reproduction(50, 1),
        cpr_fig8::reproduction(kaggle, &production, 50),
        cpr_fig10::reproduction(50, 1),
        cpr_fig11::reproduction(&settings, &plans),
        cpr_fig13::reproduction(5, 1),
        cpr_table1::reproduction(),
        cpr_accuracy::reproduction(&settings, &accuracy),
    ];
    let records: usize = made.iter().map(|figure| figure.records.len()).sum();
    let figures: Vec<Value> = made.iter().map(super::Reproduction::raw).collect();
    let mut raw = serde_json::json!({ "figures": figures });
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 0 && text.contains(&format!("{records} values computed again, 0 different")), "{text}");
    // A save of the production cluster that takes a second longer.
    let save = &mut raw["figures"][2]["runs"]["runs"][0]["job"]["save"];
    *save = (save.as_u64().unwrap() + 1000).into();
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 1 && text.contains("1 different") && text.contains("cpr-production full"), "{text}");
}

#[test]
fn other_code_computes_every_record_of_openembedding_again() {
    let (options, size) = (oe_runs::options(), oe_runs::SMALL);
    let small = |setups: &[_]| oe_runs::small(setups);
    let counted = oe_fig6::all(&oe_runs::GPUS, size, &options, &Silent).unwrap();
    let made = [
        oe_fig6::reproduction(&counted, size),
        oe_fig6::table_5(&counted, size),
        oe_fig7::reproduction(&small(&oe_fig7::setups(size)), size),
        oe_fig8::reproduction(&small(&oe_fig8::setups(size)), size),
        oe_fig9::reproduction(&small(&oe_fig9::setups(size)), size),
        oe_fig11::reproduction(&small(&oe_fig11::setups(size)), size),
        oe_fig12::reproduction(&oe_fig12::all(size, &options, &Silent).unwrap(), size),
        oe_fig14::reproduction(),
        oe_fig15::reproduction(),
    ];
    let measured = |record: &&Record| record.measured != super::Value::Text(Record::NOT_MEASURED.into());
    let records = made.iter().flat_map(|figure| &figure.records).filter(measured).count();
    let figures: Vec<Value> = made.iter().map(super::Reproduction::raw).collect();
    let mut raw = serde_json::json!({ "figures": figures });
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 0 && text.contains(&format!("{records} values computed again, 0 different")), "{text}");
    // A load more, of PMem-OE on 16 GPUs.
    let runs = raw["figures"][2]["runs"].as_array_mut().unwrap().iter_mut();
    let mut runs = runs.filter(|run| run["system"] == "pmem-oe" && run["gpus"] == 16);
    let loads = &mut runs.next().unwrap()["work"]["pull"]["loads"];
    *loads = (loads.as_u64().unwrap() + 1).into();
    let Some((status, text)) = recompute(&raw) else { return };
    assert!(status == 1 && text.contains("1 different") && text.contains("gap_to_dram_16"), "{text}");
}
