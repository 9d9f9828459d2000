//! Fig. 16 of NDRec: where the time of an iteration goes, NDRec and UVM.

use super::ndrec_systems::{TERABYTE, cases, notes, numbers, of_paper, raw, runs};
use super::{Bar, Bars, Chart, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::charts::clip;
use crate::ndrec::Part;
use crate::side_by_side::{BatchPart, part_names, timeline};

pub(super) const FIGURE: Figure =
    Figure { id: "ndrec-fig16", title: "time of an iteration by parts, NDRec and UVM, Criteo Terabyte", run };

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let cases = self::cases(&[(TERABYTE, of_paper())], &["ndrec", "uvm"], options, progress)?;
    let mut table = Table::new(&["batch", "system", "iteration ms"]);
    table.columns.extend(part_names::<Part>());
    let mut bars = Vec::new();
    for case in &cases {
        for each in ["uvm", "ndrec"].map(|system| case.of(system)) {
            let times = [each.batch_ms].into_iter().chain(each.parts_ms.iter().copied()).map(|ms| format!("{ms:.3}"));
            table.rows.push([case.batch(), each.title.into()].into_iter().chain(times).collect());
            bars.push(Bar { group: case.batch(), name: each.title.into(), parts: each.parts_ms.clone() });
        }
    }
    let mut charts = vec![Chart::Bars(Bars {
        id: String::new(),
        title: "Time of an iteration".into(),
        x: "system, by batch".into(),
        y: "time of an iteration (ms)".into(),
        parts: part_names::<Part>(),
        clip: clip(bars.iter().map(|bar: &Bar| bar.parts.iter().sum())),
        bars,
    })];
    if let Some(case) = cases.last() {
        let title = |system| format!("{system}, a batch of {}", case.batch());
        charts.push(timeline("ndrec", title("NDRec"), &case.of("ndrec").steps));
        charts.push(timeline("uvm", title("UVM"), &case.of("uvm").steps));
    }
    let hiding: Vec<&str> = Part::HIDING.iter().map(|part| part.name()).collect();
    Ok(Reproduction {
        notes: [vec![format!("A moment counts to the first part that runs then: {}.", hiding.join(", "))], notes()]
            .concat(),
        tables: vec![("What is seen of each part, ms".into(), table)],
        charts,
        parameters: numbers(),
        raw: Some(raw(&cases)),
        runs: runs(&cases),
        ..FIGURE.reproduction()
    })
}
