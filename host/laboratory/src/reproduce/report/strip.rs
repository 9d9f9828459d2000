//! A claim as dots on an axis: measured over paper, each before its band.

use std::fmt::Write as _;

use super::standing::Row;
use crate::charts::{digits, escape};

const WIDTH: f64 = 260.0;
/// The axis reaches from an eighth of what a paper says to eight times of it; what is beyond is an arrow at its end.
const OCTAVES: f64 = 3.0;
const EDGE: f64 = 8.0;
const TICKS: [(f64, &str); 7] = [(0.125, "⅛"), (0.25, "¼"), (0.5, "½"), (1.0, "1"), (2.0, "2"), (4.0, "4"), (8.0, "8")];
/// Height that each value has.
const LANE: f64 = 7.0;
const LEAST_HEIGHT: f64 = 16.0;

/// Where a ratio is on the axis; what is nothing or less is at its left end.
fn x(ratio: f64) -> f64 {
    let octaves = if ratio > 0.0 { ratio.log2().clamp(-OCTAVES, OCTAVES) } else { -OCTAVES };
    EDGE + (octaves + OCTAVES) / (2.0 * OCTAVES) * (WIDTH - 2.0 * EDGE)
}

fn is_beyond(ratio: f64) -> bool {
    ratio <= 0.0 || ratio.log2().abs() > OCTAVES
}

/// The marks of the axis.
pub(super) fn axis() -> String {
    let ticks: String = TICKS
        .into_iter()
        .map(|(ratio, text)| format!("<text x=\"{:.1}\" y=\"12\" text-anchor=\"middle\">{text}</text>", x(ratio)))
        .collect();
    format!(
        "<svg class=\"strip\" width=\"{WIDTH}\" height=\"16\" viewBox=\"0 0 {WIDTH} 16\" aria-hidden=\"true\">{ticks}</svg>"
    )
}

/// The values of a claim. Nothing, where none is a number beside a number.
pub(super) fn strip(rows: &[Row<'_>]) -> String {
    let with_ratio: Vec<_> = rows.iter().filter_map(|row| Some((row, row.ratio()?))).collect();
    if with_ratio.is_empty() {
        return "<span class=\"strip\">a statement</span>".into();
    }
    let height = (LANE * with_ratio.len() as f64).max(LEAST_HEIGHT);
    let lane = height / with_ratio.len() as f64;
    let mut marks = String::new();
    for is_one in [false, true] {
        let of = TICKS.iter().map(|(ratio, _)| *ratio).filter(|ratio| (*ratio == 1.0) == is_one);
        let line: String = of.map(|ratio| format!("M{:.1} 0V{height}", x(ratio))).collect();
        let class = if is_one { "one" } else { "tick" };
        // Nothing fails to be written into a string.
        let _ = write!(marks, "<path class=\"{class}\" d=\"{line}\"/>");
    }
    for (number, (row, ratio)) in with_ratio.iter().enumerate() {
        let [from, to] = [ratio.band[0].map_or(0.0, x), ratio.band[1].map_or(WIDTH, x)];
        let (top, middle) = (lane * number as f64, lane * (number as f64 + 0.5));
        let class = match (&row.record.calibrated, row.record.holds) {
            (Some(_), Some(false)) => "fitted outside",
            (Some(_), _) => "fitted",
            (None, Some(true)) => "yes",
            (None, Some(false)) => "no",
            (None, None) => "open",
        };
        let at = x(ratio.measured);
        let mark = if is_beyond(ratio.measured) {
            let to = if at < WIDTH / 2.0 { -6.0 } else { 6.0 };
            format!("<path class=\"dot\" d=\"M{at:.1} {:.1}l{to} 3l{} 3z\"/>", middle - 3.0, -to)
        } else {
            format!("<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{middle:.1}\" r=\"3\"/>")
        };
        let interval = match ratio.interval {
            [Some(low), Some(high)] if low < high => {
                format!("<path class=\"interval\" d=\"M{:.1} {middle:.1}H{:.1}\"/>", x(low), x(high))
            }
            _ => String::new(),
        };
        let _ = write!(
            marks,
            "<g class=\"{class}\" data-ratio=\"{}\"><title>{}</title><rect class=\"band\" x=\"{from:.1}\" y=\"{:.1}\" \
             width=\"{:.1}\" height=\"{:.1}\"/>{interval}{mark}</g>",
            ratio.measured,
            escape(&said(row, ratio.measured)),
            top + 0.5,
            (to - from).max(1.0),
            lane - 1.0,
        );
    }
    format!(
        "<svg class=\"strip\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"measured over paper\">{marks}</svg>"
    )
}

fn said(row: &Row<'_>, ratio: f64) -> String {
    let record = row.record;
    let key = if record.key.is_empty() { String::new() } else { format!("{}: ", record.key) };
    format!(
        "{key}measured {}, paper {}: {} of it; band {}",
        record.measured_text(),
        record.paper_text(),
        digits(ratio),
        record.band_text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Claim;

    #[test]
    fn the_axis_is_logarithmic_and_ends() {
        assert_eq!((x(1.0), x(0.0), x(-1.0), x(1e9)), (WIDTH / 2.0, EDGE, EDGE, WIDTH - EDGE));
        assert!((x(4.0) - x(2.0) - (x(0.5) - x(0.25))).abs() < 1e-9);
    }

    #[test]
    fn each_number_has_a_dot_before_its_band() {
        let claim = Claim::find("tcxl-headline-speedup");
        let records =
            [5.2, 0.1, 100.0].map(|measured| claim.judge("", measured, "measured so, and here is why that is"));
        let rows: Vec<Row<'_>> = records.iter().map(|record| Row { figures: Vec::new(), record }).collect();
        let drawn = strip(&rows);
        assert_eq!(drawn.matches("class=\"band\"").count(), 3);
        assert_eq!((drawn.matches("<circle").count(), drawn.matches("class=\"dot\" d=").count()), (1, 2));
        assert!(drawn.contains("data-ratio=\"1\"") && drawn.contains("cx=\"130.0\""), "{drawn}");
        let record = Claim::find("tcxl-energy-order").judge_statement("", true, "so it is", "");
        assert!(!strip(&[Row { figures: Vec::new(), record: &record }]).contains("<svg"));
    }
}
