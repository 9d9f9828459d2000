//! Where each claim stands: all that was measured of it, in whatever figures, and one verdict.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::reproduce::{Claim, Record, Reproduction, Value};

/// A record, and the figures that it is in.
pub(super) struct Row<'a> {
    pub(super) figures: Vec<&'a str>,
    pub(super) record: &'a Record,
}

impl Row<'_> {
    /// Measured over paper, and the same of the ends of the interval and of the band. `None`: one of the two is no number, or
    /// the paper says zero.
    pub(super) fn ratio(&self) -> Option<Ratio> {
        let Record { paper, measured: Value::Number(measured), interval, band, .. } = self.record else { return None };
        let paper = match *paper {
            Value::Number(paper) => paper,
            // The middle of a range on a logarithmic axis.
            Value::Range([from, to]) => (from * to).sqrt(),
            Value::Text(_) => return None,
        };
        let of = |value: f64| Some(value / paper).filter(|ratio| ratio.is_finite());
        let ends = |ends: &[Option<f64>; 2]| ends.map(|end| end.and_then(of));
        Some(Ratio { measured: of(*measured)?, interval: ends(interval), band: ends(band) })
    }
}

/// A measurement in parts of what the paper says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Ratio {
    pub(super) measured: f64,
    pub(super) interval: [Option<f64>; 2],
    pub(super) band: [Option<f64>; 2],
}

/// Every record of claims, without variants of a measurement; one that several figures have is there once.
fn rows<'a>(figures: impl IntoIterator<Item = &'a Reproduction>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for Reproduction { figure, records, .. } in figures {
        for record in records.iter().filter(|record| !record.is_literal()) {
            match rows.iter_mut().find(|row| row.record.agrees(record)) {
                Some(row) => row.figures.push(figure),
                None => rows.push(Row { figures: vec![figure], record }),
            }
        }
    }
    rows
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// Every value was measured, and all hold.
    Holds,
    /// A value does not hold.
    Misses,
    /// None misses, but an interval reaches over the end of its band, or not all values were measured.
    CannotTell,
    /// Something was chosen in view of every value that was measured.
    Calibrated,
    /// No figure of this page has it, or none of its values could be measured.
    NotMeasured,
}

impl Verdict {
    pub(super) const ALL: [Self; 5] =
        [Self::Holds, Self::Misses, Self::CannotTell, Self::Calibrated, Self::NotMeasured];

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Misses => "misses",
            Self::CannotTell => "cannot tell",
            Self::Calibrated => "calibrated",
            Self::NotMeasured => "not measured",
        }
    }
}

/// A claim, and what was measured of it.
pub(super) struct Standing<'a> {
    pub(super) claim: &'static Claim,
    pub(super) rows: Vec<Row<'a>>,
    /// Values of the claim that no figure has.
    pub(super) missing: Vec<&'static str>,
    pub(super) verdict: Verdict,
}

impl<'a> Standing<'a> {
    /// Nothing but calibrated values, of which one is outside its band: no miss, and yet not what the paper has.
    pub(super) fn is_fitted_outside(&self) -> bool {
        self.verdict == Verdict::Calibrated && self.rows.iter().any(|row| row.record.holds == Some(false))
    }

    /// The verdict in words.
    pub(super) fn words(&self) -> &'static str {
        if self.is_fitted_outside() { Record::FITTED_OUTSIDE } else { self.verdict.words() }
    }

    fn of(claim: &'static Claim, rows: Vec<Row<'a>>) -> Self {
        let several = claim.keys().len() > 1;
        let is_there = |key: &str| rows.iter().any(|row| !several || row.record.value().1 == key);
        let missing: Vec<&str> = claim.keys().into_iter().filter(|key| !is_there(key)).collect();
        let mut counted = rows.iter().map(|row| row.record).filter(|record| record.calibrated.is_none()).peekable();
        let verdict = if !rows.iter().any(|row| row.record.is_measured()) {
            Verdict::NotMeasured
        } else if counted.peek().is_none() {
            Verdict::Calibrated
        } else {
            let holds: Vec<Option<bool>> = counted.map(|record| record.holds).collect();
            // A miss is a miss, whatever else there is.
            if holds.contains(&Some(false)) {
                Verdict::Misses
            } else if holds.contains(&None) || !missing.is_empty() {
                Verdict::CannotTell
            } else {
                Verdict::Holds
            }
        };
        Self { claim, rows, missing, verdict }
    }
}

/// Every claim of every paper, in the order of the papers.
pub(super) fn standings<'a>(figures: impl IntoIterator<Item = &'a Reproduction>) -> Vec<Standing<'a>> {
    let mut of_claims: BTreeMap<&str, Vec<Row<'_>>> = BTreeMap::new();
    for row in rows(figures) {
        of_claims.entry(&row.record.id).or_default().push(row);
    }
    Claim::all()
        .iter()
        .map(|claim| Standing::of(claim, of_claims.remove(claim.id.as_str()).unwrap_or_default()))
        .collect()
}

/// How many claims became what, in the order of [`Verdict::ALL`].
pub(super) fn totals<'a>(standings: impl IntoIterator<Item = &'a Standing<'a>>) -> [usize; 5] {
    let mut totals = [0; 5];
    standings.into_iter().for_each(|standing| totals[standing.verdict as usize] += 1);
    totals
}

/// "3 hold, 1 misses" and so on, of what there is.
pub(super) fn in_words(standings: &[Standing<'_>]) -> String {
    counts_in_words(totals(standings), fitted_outside(standings))
}

/// Claims of which nothing but calibrated values were measured, one of them outside its band.
pub(super) fn fitted_outside(standings: &[Standing<'_>]) -> usize {
    standings.iter().filter(|standing| standing.is_fitted_outside()).count()
}

fn counts_in_words(totals: [usize; 5], fitted_outside: usize) -> String {
    let count = |(verdict, count): (Verdict, usize)| match (verdict, count) {
        (_, 0) => None,
        (Verdict::Holds, 1) => Some("1 holds".to_owned()),
        (Verdict::Holds, count) => Some(format!("{count} hold")),
        (Verdict::Misses, 1) => Some("1 misses".to_owned()),
        (Verdict::Misses, count) => Some(format!("{count} miss")),
        (Verdict::CannotTell, count) => Some(format!("of {count} the measurement cannot tell")),
        (Verdict::Calibrated, count) if fitted_outside > 0 => {
            let are = if count == 1 { "is" } else { "are" };
            Some(format!("{count} {are} calibrated ({fitted_outside} outside the band)"))
        }
        (verdict, 1) => Some(format!("1 is {}", verdict.words())),
        (verdict, count) => Some(format!("{count} are {}", verdict.words())),
    };
    let counts: Vec<String> = Verdict::ALL.into_iter().zip(totals).filter_map(count).collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing<'a>(claim: &'static str, records: &'a [Record]) -> Standing<'a> {
        let rows = records.iter().map(|record| Row { figures: vec!["one"], record }).collect();
        Standing::of(Claim::get(claim).unwrap(), rows)
    }

    #[test]
    fn a_claim_has_one_verdict() {
        let speedup = Claim::find("tcxl-headline-speedup");
        let verdict = |records: &[Record]| standing("tcxl-headline-speedup", records).verdict;
        let [good, bad] = [speedup.judge("", 5.0, ""), speedup.judge("", 1.0, "slower than the paper's by far")];
        assert_eq!(verdict(&[]), Verdict::NotMeasured);
        assert_eq!(verdict(std::slice::from_ref(&good)), Verdict::Holds);
        assert_eq!(verdict(&[good.clone(), bad.clone()]), Verdict::Misses);
        assert_eq!(verdict(&[good.clone(), bad.clone().calibrated("the link")]), Verdict::Holds);
        let fitted = |record: &Record| {
            let records = [record.clone().calibrated("the link")];
            let standing = standing("tcxl-headline-speedup", &records);
            (standing.verdict, standing.words(), records[0].verdict())
        };
        assert_eq!(fitted(&good), (Verdict::Calibrated, "calibrated", "calibrated"));
        assert_eq!(fitted(&bad), (Verdict::Calibrated, Record::FITTED_OUTSIDE, Record::FITTED_OUTSIDE));
        let open = Record { holds: None, ..good.clone() };
        assert_eq!(verdict(&[good.clone(), open]), Verdict::CannotTell);
        let absent = speedup.not_measured("", "there is no such machine here");
        assert_eq!(verdict(&[good, absent.clone()]), Verdict::CannotTell);
        assert_eq!((absent.verdict(), verdict(&[absent])), ("not measured", Verdict::NotMeasured));
    }

    #[test]
    fn a_claim_of_several_values_holds_when_all_were_measured() {
        let claim = Claim::find("cpr-overhead-kaggle");
        let of = |key: &str| claim.judge(key, claim.value(key).unwrap(), "");
        let all: Vec<Record> = claim.keys().into_iter().map(of).collect();
        assert_eq!(standing("cpr-overhead-kaggle", &all).verdict, Verdict::Holds);
        let without = standing("cpr-overhead-kaggle", &all[1..]);
        assert_eq!((without.verdict, without.missing), (Verdict::CannotTell, vec![claim.keys()[0]]));
    }

    #[test]
    fn ratios_are_of_numbers() {
        let record = Claim::find("tcxl-headline-speedup").judge("", 2.6, "half of what the paper has");
        let ratio = Row { figures: Vec::new(), record: &record }.ratio().unwrap();
        assert_eq!((ratio.measured, ratio.band.map(|end| end.unwrap() * 5.2)), (0.5, [4.2, 6.2]));
        let record = Claim::find("tcxl-energy-order").judge_statement("", true, "so it is", "");
        assert_eq!(Row { figures: Vec::new(), record: &record }.ratio(), None);
    }

    #[test]
    fn every_claim_is_there_and_counted_once() {
        let standings = standings([]);
        assert_eq!(standings.len(), Claim::all().len());
        let totals = totals(&standings);
        assert_eq!(totals, [0, 0, 0, 0, Claim::all().len()]);
        assert_eq!(in_words(&standings), format!("{} are not measured", Claim::all().len()));
        let counted = counts_in_words([2, 1, 1, 1, 0], 0);
        assert_eq!(counted, "2 hold, 1 misses, of 1 the measurement cannot tell, 1 is calibrated");
        assert_eq!(counts_in_words([0, 0, 0, 8, 0], 5), "8 are calibrated (5 outside the band)");
    }
}
