//! Fig. 20 of MTrainS: what is written to files in a day, and what deferred initialisation saves of it (Section 5.4.2).

use super::mtrains_runs::{MODELS, NAND, Runs, SCALE, SERVERS, all_numbers, cells, counted, main_setups, notes, table};
use super::{Bar, Chart, Claim, Figure, Lines, Progress, Record, ReproduceError, ReproduceOptions, Reproduction};
use crate::mtrains::{Counters, Setup, numbers};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig20", title: "what is written to files in a day, model 1 and model 1+", run };

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&main_setups(SCALE), options, progress)?, SCALE))
}

/// 10^12 bytes a day at the target, by Equation 5 with the rows that were counted; `made_room`: with what makes room in files.
fn raw(runs: &Runs, model: &'static str, server: &'static str, scale: u64, made_room: bool) -> f64 {
    let setup = Setup::new(model, server, scale);
    let target = setup.model().lookups_in_files_per_s.value as f64;
    runs.of(&setup).written_tb_per_day(target, made_room)
}

/// The same, when model 1 on configNand writes what Section 4.3 says.
fn scaled(runs: &Runs, model: &'static str, server: &'static str, scale: u64) -> f64 {
    let unit = numbers().get("written_tb_per_day") / raw(runs, "mtrains-1", NAND, scale, false);
    unit * raw(runs, model, server, scale, false)
}

fn limit(server: &str) -> f64 {
    let bla = matches!(server, "configBLA" | "configSCM");
    numbers().get(if bla { "bla_limit_tb_per_day" } else { "nand_limit_tb_per_day" })
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |model, server| runs.of(&Setup::new(model, server, scale));
    let line = |model, server| {
        let counters: &Counters = of(model, server);
        let achieved = counters.qps() * counters.lookups as f64;
        let at_target = scaled(runs, model, server, scale);
        let share = achieved / Setup::new(model, server, scale).model().lookups_in_files_per_s.value as f64;
        [
            cells([
                at_target,
                limit(server),
                at_target * share,
                raw(runs, model, server, scale, false),
                raw(runs, model, server, scale, true),
            ]),
            vec![if at_target > limit(server) { "exceeds" } else { "holds" }.to_owned()],
        ]
        .concat()
    };
    let columns = [
        "TB a day at the target",
        "limit",
        "TB a day at the samples a second that it reaches",
        "rows alone, not scaled",
        "files, with what makes room, not scaled",
        "which",
    ];
    let bars = MODELS.iter().flat_map(|(model, title)| {
        SERVERS.map(|server| Bar {
            group: (*title).to_owned(),
            name: server.trim_start_matches("config").to_owned(),
            parts: vec![scaled(runs, model, server, scale)],
        })
    });
    let mut notes = notes(scale);
    notes.push(format!(
        "Counted, model 1 on configNand writes {:.0} TB of rows a day at the target. Section 4.3 says some 10, which would be {:.1} % of the \
         lookups: it does not say which are left out. Writes are shown in units in which this is 10 TB, and beside them as they are \
         counted. Writes are those of the time that is counted, from empty caches on: a server whose caches do not fill in it writes \
         nothing.",
        raw(runs, "mtrains-1", NAND, scale, false),
        100.0 * 10e12 / 86_400.0 / 6.25e6 / 512.0
    ));
    Reproduction {
        notes,
        tables: vec![("What is written, 10^12 bytes a day".into(), table(&columns, &MODELS, line))],
        records: records(runs, scale),
        charts: vec![
            Chart::bars(
                "What is written to files in a day, at the target",
                "server, by model",
                "TB a day (model 1 on configNand = 10)",
                ["written"],
                bars.collect(),
            ),
            Chart::Lines(Lines {
                id: "deferred".into(),
                title: "What deferred initialisation saves of all that is written, model 1".into(),
                x: "days".into(),
                y: "share of what is written".into(),
                series: vec![(NAND.into(), [0.25, 0.5, 1.0, 2.0, 4.0].map(|days| (days, deferred(days))).to_vec())],
                mark: Some(("paper".into(), 0.15)),
            }),
        ],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

/// Of all that is written in so many days, the share that writing every row first would be.
fn deferred(days: f64) -> f64 {
    let first = Setup::new("mtrains-1", NAND, 1).model().files_gb() / 1e3;
    first / (first + days * numbers().get("written_tb_per_day"))
}

fn records(runs: &Runs, scale: u64) -> Vec<Record> {
    let exceeds = |model, server| scaled(runs, model, server, scale) > limit(server);
    let says = |model: &str, server: &str| match (model, server) {
        (_, "configBLA" | "configSCM") => false,
        ("mtrains-1", server) => server == NAND,
        _ => true,
    };
    let all = MODELS.iter().flat_map(|(model, title)| SERVERS.map(|server| (*model, *title, server)));
    let wrong: Vec<String> = all
        .filter(|(model, _, server)| exceeds(*model, *server) != says(model, server))
        .map(|(model, title, server)| {
            format!("{title} on {server} writes {:.1} TB a day", scaled(runs, model, server, scale))
        })
        .collect();
    let measured = if wrong.is_empty() { "as claimed".to_owned() } else { wrong.join(", ") };
    let why = "rows that leave the caches, at the target, in units in which model 1 on configNand writes the 10 TB of Section 4.3. What is \
               counted begins with empty caches: as long as they fill, nothing is written, which is long where they are large";
    let order = Claim::find("mtrains-endurance").judge_statement("", wrong.is_empty(), measured, why);
    let why = "rows of model 1 in files, written once first, over that and the 10 TB of a day (Section 4.3) on configNand; it depends on the day, as \
               the chart shows";
    vec![order, Claim::find("mtrains-deferred-init").judge("", deferred(1.0), why)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_larger_caches_write_less() {
        let runs = small(&main_setups(SMALL));
        let found = reproduction(&runs, SMALL);
        assert!(found.records.len() == 2 && found.records.iter().all(Record::is_explained));
        for (model, _) in MODELS {
            let written = |server| raw(&runs, model, server, SMALL, false);
            assert!(written(NAND) > 1.2 * written("configBYA-1"), "{model}");
            assert!(written("configBYA-1") >= written("configBYA-2"), "{model}");
            assert_eq!(written("configBYA-1"), written("configSCM"), "media do not change what is written");
        }
        assert!((scaled(&runs, "mtrains-1", NAND, SMALL) - 10.0).abs() < 1e-9);
        // Longer rows, of which fewer are hit.
        assert!(scaled(&runs, "mtrains-1plus", NAND, SMALL) > 20.0);
    }
}
