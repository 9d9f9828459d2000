//! A chart of any kind.

use serde::{Deserialize, Serialize};

use super::bars::{Bar, Bars};
use super::intervals::Intervals;
use super::lines::Lines;
use super::timeline::Timeline;

/// A chart. Its id tells it from the other charts of its figure: it is the end of its file's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chart {
    /// Estimates with their intervals.
    Intervals(Intervals),
    /// Stacked bars.
    Bars(Bars),
    /// What happens when.
    Timeline(Timeline),
    /// Lines.
    Lines(Lines),
}

impl Chart {
    /// The only chart of a figure: stacked bars. `x` is what they are, `y` what is measured, and its unit.
    #[must_use]
    pub fn bars<P: Into<String>>(
        title: impl Into<String>,
        x: impl Into<String>,
        y: impl Into<String>,
        parts: impl IntoIterator<Item = P>,
        bars: Vec<Bar>,
    ) -> Self {
        let (title, x, y) = (title.into(), x.into(), y.into());
        let parts = parts.into_iter().map(Into::into).collect();
        Self::Bars(Bars { title, x, y, parts, bars, ..Bars::default() })
    }

    /// The only chart of a figure: lines through points. `x` is what is varied, `y` what is measured, each with its unit.
    #[must_use]
    pub fn lines(
        title: impl Into<String>,
        x: impl Into<String>,
        y: impl Into<String>,
        series: Vec<(String, Vec<(f64, f64)>)>,
    ) -> Self {
        let (title, x, y) = (title.into(), x.into(), y.into());
        Self::Lines(Lines { title, x, y, series, ..Lines::default() })
    }

    /// The same, as one of several charts of its figure.
    #[must_use]
    pub fn with_id(mut self, to: impl Into<String>) -> Self {
        let (Self::Intervals(Intervals { id, .. })
        | Self::Bars(Bars { id, .. })
        | Self::Timeline(Timeline { id, .. })
        | Self::Lines(Lines { id, .. })) = &mut self;
        *id = to.into();
        self
    }

    /// What tells it from the other charts of its figure.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Intervals(Intervals { id, .. })
            | Self::Bars(Bars { id, .. })
            | Self::Timeline(Timeline { id, .. })
            | Self::Lines(Lines { id, .. }) => id,
        }
    }

    /// What is over it.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Intervals(Intervals { title, .. })
            | Self::Bars(Bars { title, .. })
            | Self::Timeline(Timeline { title, .. })
            | Self::Lines(Lines { title, .. }) => title,
        }
    }

    /// The chart as SVG, the same every time. Everything that it shows is a `<g data-mark>` with its numbers in `data-value`
    /// and in a title. Text is text: whoever shows the file brings the font.
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Self::Intervals(chart) => chart.svg(),
            Self::Bars(chart) => chart.svg(),
            Self::Timeline(chart) => chart.svg(),
            Self::Lines(chart) => chart.svg(),
        }
    }

    /// How many marks the chart has: one an estimate, a part of a bar, a span, a point of a line.
    #[must_use]
    pub fn marks(&self) -> usize {
        match self {
            Self::Intervals(chart) => chart.series.iter().map(|(_, points)| points.len()).sum(),
            Self::Bars(chart) => chart.bars.iter().map(|bar| bar.parts.len()).sum(),
            Self::Timeline(chart) => chart.spans.len(),
            Self::Lines(chart) => chart.series.iter().map(|(_, points)| points.len()).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::canvas;
    use crate::charts::estimate::Estimate;
    use crate::charts::timeline::Span;

    fn charts() -> Vec<Chart> {
        let estimates = [0.0, 2.0].map(|mean| Estimate { mean, margin: 0.5 });
        let bar = |group: &str, name: &str, parts: &[f64]| Bar {
            group: group.into(),
            name: name.into(),
            parts: parts.into(),
        };
        let span = |lane, name: &str, part, start_ms, end_ms| Span { lane, name: name.into(), part, start_ms, end_ms };
        vec![
            Chart::Intervals(Intervals {
                id: "loss".into(),
                title: "Lost & found".into(),
                x: "gap".into(),
                y: "accuracy lost".into(),
                places: vec!["zero".into(), "ten".into()],
                series: vec![("half".into(), estimates.to_vec())],
                bound: Some(("bound".into(), 1.0)),
            }),
            Chart::Bars(Bars {
                id: "time".into(),
                title: "Time <of> a batch".into(),
                x: "system".into(),
                y: "milliseconds".into(),
                parts: vec!["MLPs".into(), "tables".into()],
                bars: vec![
                    bar("RM1", "SSD", &[1.0, 976.25]),
                    bar("RM1", "PMEM", &[1.0, 2.5]),
                    bar("RM2", "CXL", &[0.5, 0.25]),
                ],
                clip: Some(5.0),
            }),
            Chart::Timeline(Timeline {
                id: "order".into(),
                title: "One batch".into(),
                lanes: vec!["GPU".into(), "CXL-MEM".into()],
                parts: vec!["B-MLP".into(), "Embedding".into()],
                spans: vec![
                    span(0, "bottom MLP", 0, 0.0, 0.6),
                    span(1, "look-up", 1, 0.0, 0.5),
                    span(1, "update", 1, 2.2, 4.9),
                ],
            }),
            Chart::Lines(Lines {
                id: "sweep".into(),
                title: "Latency and speed".into(),
                x: "latency (ns)".into(),
                y: "speedup".into(),
                series: vec![("RM1".into(), vec![(100.0, 5.0), (200.0, 4.0)]), ("RM3".into(), vec![(100.0, 2.0)])],
                mark: Some(("paper".into(), 5.2)),
            }),
        ]
    }

    /// Every word and every number that a chart was given.
    fn words(chart: &serde_json::Value) -> Vec<String> {
        match chart {
            serde_json::Value::String(text) => vec![text.clone()],
            serde_json::Value::Array(items) => items.iter().flat_map(words).collect(),
            serde_json::Value::Object(fields) => {
                let said = fields.iter().filter(|(name, _)| !["id", "kind"].contains(&name.as_str()));
                said.flat_map(|(_, value)| words(value)).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_chart_shows_all_its_words_and_a_mark_for_every_number() {
        for chart in charts() {
            let svg = chart.svg();
            for word in words(&serde_json::to_value(&chart).unwrap()) {
                let word = canvas::escape(&word);
                assert!(svg.contains(&format!(">{word}")), "{word} in {svg}");
            }
            assert_eq!(svg.matches("<g data-mark=").count(), chart.marks(), "{svg}");
            assert_eq!(svg.matches("<svg").count(), 1);
            assert!(svg.trim_end().ends_with("</svg>"));
            assert_eq!(svg, chart.svg());
            let again: Chart = serde_json::from_str(&serde_json::to_string(&chart).unwrap()).unwrap();
            assert_eq!(again, chart);
        }
    }

    /// The texts of a chart.
    fn labels(svg: &str) -> Vec<&str> {
        svg.split("<text ")
            .skip(1)
            .map(|text| text.split('>').nth(1).unwrap_or_default().trim_end_matches("</text"))
            .collect()
    }

    #[test]
    fn a_timeline_has_a_swatch_a_part_and_a_number_for_what_has_no_room() {
        let names = ["log of rows that are to change", "log of the parameters of both MLPs"];
        let span = |lane, name: &str, part, start_ms, end_ms| Span { lane, name: name.into(), part, start_ms, end_ms };
        let svg = Chart::Timeline(Timeline {
            lanes: vec!["logic".into(), "GPU".into()],
            parts: vec!["T-MLP".into(), "unused".into(), "Checkpoint".into()],
            spans: vec![
                span(0, names[0], 2, 0.0, 0.2),
                span(0, names[1], 2, 0.2, 0.4),
                span(1, "top MLP", 0, 0.0, 9.0),
                span(0, names[0], 2, 5.0, 9.0),
            ],
            ..Timeline::default()
        })
        .svg();
        let count = |text: &str| labels(&svg).iter().filter(|label| **label == text).count();
        assert_eq!(["T-MLP", "Checkpoint", "unused", names[0], names[1], "top MLP"].map(count), [1, 1, 0, 1, 1, 1]);
        assert!(count("1") >= 3 && count("2") >= 2, "in the spans and in the legend: {svg}");
    }

    /// A number such as 8.674e-19 is nothing for people.
    fn has_exponent(label: &str) -> bool {
        label.split(|character: char| !(character.is_ascii_alphanumeric() || ".-".contains(character))).any(|word| {
            let Some((mantissa, exponent)) = word.split_once('e') else { return false };
            let digits = exponent.strip_prefix('-').unwrap_or(exponent);
            mantissa.parse::<f64>().is_ok() && digits.len() > 1 && digits.chars().all(|digit| digit.is_ascii_digit())
        })
    }

    #[test]
    fn no_label_is_written_with_an_exponent() {
        assert!(has_exponent("8.674e-19") && has_exponent("at 1e12 ms") && !has_exponent("edge 10"));
        for size in [1e-18, 1e-12, 1e-7, 1e-4, 0.1, 1.0, 3e3, 1e5, 1e8, 1e14] {
            for shift in [0.0, -0.3 * size, 5.0 * size] {
                let points: Vec<(f64, f64)> =
                    (0..5).map(|step| f64::from(step) * 0.1 * size + shift).map(|x| (x, x)).collect();
                let estimates = points.iter().map(|(mean, _)| Estimate { mean: *mean, margin: 0.1 * size }).collect();
                let ends = |(start_ms, end_ms): (f64, f64)| Span { start_ms, end_ms: end_ms + size, ..Span::default() };
                for chart in [
                    Chart::Lines(Lines { series: vec![("s".into(), points.clone())], ..Lines::default() }),
                    Chart::Bars(Bars {
                        parts: vec!["a".into(), "b".into()],
                        bars: vec![Bar { parts: points.iter().map(|(x, _)| *x).collect(), ..Bar::default() }],
                        clip: Some(0.5 * size),
                        ..Bars::default()
                    }),
                    Chart::Timeline(Timeline {
                        lanes: vec!["one".into()],
                        spans: points.iter().map(|point| ends(*point)).collect(),
                        ..Timeline::default()
                    }),
                    Chart::Intervals(Intervals {
                        id: String::new(),
                        title: String::new(),
                        x: String::new(),
                        y: String::new(),
                        places: vec!["a".into(); 5],
                        series: vec![("s".into(), estimates)],
                        bound: Some(("bound".into(), size)),
                    }),
                ] {
                    let svg = chart.svg();
                    let titles = svg.split("<title>").skip(1).map(|title| title.split('<').next().unwrap_or_default());
                    for label in labels(&svg).into_iter().chain(titles) {
                        assert!(!has_exponent(label), "{label} of {chart:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_bar_that_is_cut_shows_its_total_and_others_do_not() {
        let charts = charts();
        let (Chart::Bars(bars), svg) = (&charts[1], charts[1].svg()) else { panic!("{charts:?}") };
        assert!(svg.contains(">977.2</text>"), "{svg}");
        assert!(!svg.contains(">3.5</text>"), "{svg}");
        let whole = Bars { clip: None, ..bars.clone() }.svg();
        assert!(!whole.contains(">977.2</text>"), "{whole}");
    }

    #[test]
    fn empty_and_odd_charts_are_drawn() {
        let odd = [0.0, -1.0, 1e300, -1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let bar = |parts: &[f64]| Bar { parts: parts.into(), ..Bar::default() };
        let mut charts = vec![
            Chart::Bars(Bars::default()),
            Chart::Bars(Bars { bars: vec![bar(&[]), bar(&[0.0]), bar(&odd)], clip: Some(0.0), ..Bars::default() }),
            Chart::Timeline(Timeline::default()),
            Chart::Lines(Lines::default()),
            Chart::Lines(Lines { series: vec![("flat".into(), vec![(3.0, 3.0); 3])], ..Lines::default() }),
            Chart::Lines(Lines {
                series: vec![("near".into(), vec![(1.0, 1e9), (1.0 + 1e-15, 1e9 + 1e-6)])],
                ..Lines::default()
            }),
        ];
        for first in odd {
            for second in odd {
                let span = Span { lane: 0, start_ms: first, end_ms: second, ..Span::default() };
                let spans = vec![span.clone(), Span { lane: 7, ..span }];
                charts.push(Chart::Timeline(Timeline { lanes: vec!["one".into()], spans, ..Timeline::default() }));
                let series = vec![(String::new(), vec![(first, second), (second, first)])];
                charts.push(Chart::Lines(Lines { series, mark: Some(("mark".into(), first)), ..Lines::default() }));
                charts.push(Chart::Intervals(Intervals {
                    id: String::new(),
                    title: String::new(),
                    x: String::new(),
                    y: String::new(),
                    places: vec!["a".into(); 2],
                    series: vec![("s".into(), vec![Estimate { mean: first, margin: second }; 3])],
                    bound: Some((String::new(), second)),
                }));
            }
        }
        for chart in charts {
            let svg = chart.svg();
            assert_eq!(svg.matches("<g data-mark=").count(), chart.marks(), "{chart:?}");
        }
    }
}
