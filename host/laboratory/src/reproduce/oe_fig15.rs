//! Fig. 15 of OpenEmbedding: Criteo's clicks beside TensorFlow, which is not measured.

use super::{Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};

pub(super) const FIGURE: Figure =
    Figure { id: "oe-fig15", title: "beside TensorFlow's embedding layer: not measured", run };

const WHY: &str = "TensorFlow's embedding layer on one to four V100 with Horovod is what all bars are against. What its sparse gradients take there \
                   is neither a mechanism of this project nor printed in the paper, and without such GPUs it cannot be run: a number in its \
                   place would be fitted to the bars that it is to explain";

fn run(_: &ReproduceOptions, _: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction())
}

pub(super) fn reproduction() -> Reproduction {
    let claim = Claim::find("oe-vs-tensorflow");
    let mut table = Table::new(&["value", "paper", "here"]);
    let records: Vec<_> = claim.keys().into_iter().map(|key| claim.not_measured(key, WHY)).collect();
    table
        .rows
        .extend(records.iter().map(|record| vec![record.key.clone(), record.paper_text(), record.measured_text()]));
    Reproduction {
        notes: vec![format!("{WHY}.")],
        tables: vec![("What the paper says".into(), table)],
        records,
        runs: serde_json::json!([]),
        ..FIGURE.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_record_without_a_verdict() {
        let made = reproduction();
        assert_eq!(made.records.len(), Claim::find("oe-vs-tensorflow").keys().len());
        for record in made.records {
            assert_eq!((record.holds, record.measured_text().as_str()), (None, super::super::Record::NOT_MEASURED));
            assert!(record.why.len() > 40 && record.band != [None; 2]);
        }
    }
}
