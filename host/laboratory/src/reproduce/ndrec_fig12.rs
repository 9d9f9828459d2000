//! Fig. 12 of NDRec: hit rate of the embedding cache by threshold and size of the hot-entry table.

use super::ndrec_systems::{TERABYTE, assumptions, notes, numbers};
use super::{Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::ndrec::counts::planner::PlannerCounts;
use crate::ndrec::workload::Workload;
use crate::ndrec::{self, Counting, SEED, Setup};
use crate::side_by_side::Assumptions;
use emberlane_stores::planner::{HOT_THRESHOLD, HOT_VECTORS, Settings, Statistics};

pub(super) const FIGURE: Figure =
    Figure { id: "ndrec-fig12", title: "hit rate by threshold and size of the hot-entry table, Criteo Terabyte", run };

const BATCH: usize = 4096;
const THRESHOLDS: [u16; 6] = [10, 25, 50, 100, HOT_THRESHOLD, 400];
const SIZES: [u32; 6] = [64, 256, 1024, HOT_VECTORS, 8192, 32_768];

/// A change of the hit rate that is none: a tenth of a point.
const FLAT: f64 = 1e-3;
/// How many times as much as behind it the hit rate rises before a plateau.
const STEEPER: f64 = 4.0;

/// How the hit rate goes with a parameter of the hot-entry table.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Course {
    /// From the smallest value to the paper's choice.
    before: f64,
    /// From there to the largest.
    behind: f64,
}

impl Course {
    /// # Panics
    /// Where the paper's choice is not among the points.
    fn of(points: &[Point], is_of_paper: impl Fn(&Point) -> bool) -> Self {
        let chosen = points.iter().find(|point| is_of_paper(point)).expect("the paper's choice is among them").rate();
        let [first, last] = [&points[0], &points[points.len() - 1]].map(Point::rate);
        Self { before: chosen - first, behind: last - chosen }
    }

    /// Whether it rises up to the paper's choice, and not behind it. A table that does nothing has a hit rate as flat before as behind.
    fn levels_off(self) -> bool {
        let behind = self.behind.abs();
        self.before >= FLAT.max(STEEPER * behind) && behind < FLAT
    }

    /// Both, in points.
    fn text(self, what: &str, choice: impl std::fmt::Display) -> String {
        let [before, behind] = [self.before, self.behind].map(|change| 100.0 * change);
        format!("{what}: {before:+.3} points up to {choice}, {behind:+.3} past it")
    }
}

/// What a hot-entry table makes of the hit rate.
pub(super) struct Point {
    threshold: u16,
    size: u32,
    counts: Vec<PlannerCounts>,
}

impl Point {
    fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        self.counts.iter().for_each(|counts| sum += counts.statistics());
        sum
    }

    /// Lookups that find their EV in the cache.
    fn rate(&self) -> f64 {
        let lookups = self.statistics().lookups;
        lookups.hits() as f64 / lookups.total() as f64
    }
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    progress.start("planning", (THRESHOLDS.len() + SIZES.len()) as u64);
    let workload = Workload::find(TERABYTE).expect("there is this workload");
    Ok(reproduction(&points(&workload, &assumptions(), options, progress)?))
}

/// Points by threshold, and by size.
pub(super) fn points(
    workload: &Workload,
    costs: &Assumptions,
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<[Vec<Point>; 2], ReproduceError> {
    let counting = Counting::of_paper(workload, BATCH, options.seed(SEED), options.threads);
    let point = |threshold: u16, size: u32| -> Result<Point, ReproduceError> {
        let hot = |cache: Settings| Settings { hot_threshold: threshold, hot_vectors: size, ..cache };
        let counts = ndrec::plan_with(workload, Setup::of_paper(BATCH), &counting, costs, hot)?;
        progress.advance(1);
        Ok(Point { threshold, size, counts })
    };
    let by_threshold = THRESHOLDS.iter().map(|threshold| point(*threshold, HOT_VECTORS));
    let by_size = SIZES.iter().map(|size| point(HOT_THRESHOLD, *size));
    Ok([by_threshold.collect::<Result<_, _>>()?, by_size.collect::<Result<_, _>>()?])
}

pub(super) fn reproduction([by_threshold, by_size]: &[Vec<Point>; 2]) -> Reproduction {
    let mut table = Table::new(&["threshold", "size", "hit rate, %", "of it hot, %", "promotions", "demotions"]);
    for point in by_threshold.iter().chain(by_size) {
        let Statistics { lookups, promotions, demotions, .. } = point.statistics();
        let hot = lookups.hot as f64 / lookups.total() as f64;
        let shares = [point.rate(), hot].map(|share| format!("{:.3}", 100.0 * share));
        let head = [point.threshold.to_string(), point.size.to_string()];
        let tail = [promotions.to_string(), demotions.to_string()];
        table.rows.push(head.into_iter().chain(shares).chain(tail).collect());
    }
    let lines = |id: &str, x: &str, points: Vec<(f64, f64)>| {
        Chart::lines(
            format!("Hit rate by {x} of the hot-entry table"),
            format!("{x} (log2)"),
            "hit rate (% of lookups)",
            vec![("lookups".into(), points)],
        )
        .with_id(id)
    };
    let at = |x: f64, point: &Point| (x.log2(), 100.0 * point.rate());
    let record = record(by_threshold, by_size);
    Reproduction {
        notes: [vec![format!("A batch of {BATCH} samples, four SmartSSDs; lookups that find their EV in the cache.")], notes()].concat(),
        tables: vec![("Hit rate".into(), table)],
        records: vec![record],
        charts: vec![
            lines("threshold", "threshold", by_threshold.iter().map(|point| at(f64::from(point.threshold), point)).collect()),
            lines("size", "size", by_size.iter().map(|point| at(f64::from(point.size), point)).collect()),
        ],
        parameters: numbers(),
        runs: by_threshold
            .iter()
            .chain(by_size)
            .map(|point| serde_json::json!({ "threshold": point.threshold, "size": point.size, "devices": point.counts }))
            .collect(),
        ..FIGURE.reproduction()
    }
}

fn record(by_threshold: &[Point], by_size: &[Point]) -> Record {
    let threshold = Course::of(by_threshold, |point| point.threshold == HOT_THRESHOLD);
    let size = Course::of(by_size, |point| point.size == HOT_VECTORS);
    let measured = [threshold.text("threshold", HOT_THRESHOLD), size.text("size", HOT_VECTORS)].join("; ");
    let why = "hit rate at the paper's choice less that at the smallest threshold or size, and at twice the threshold, or 16 times the size, less \
               that at the paper's choice. It is a plateau if the rate rises before by 0.1 points at least and by four times as much as it \
               changes behind, and changes there by less than 0.1 points, with both parameters. Rows that are used often are in use in one of \
               four iterations anyway, and others rest in the main table: the hot-entry table has little to add where lookups are independent";
    Claim::find("ndrec-hot-entry").judge_statement(
        "",
        [threshold, size].into_iter().all(Course::levels_off),
        measured,
        why,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_stores::planner::Found;

    /// A point of so many hits in 100,000 lookups.
    fn point(threshold: u16, size: u32, main: u64) -> Point {
        let lookups = Found { main, ssd: 100_000 - main, ..Found::default() };
        let halves = [Statistics { lookups, ..Statistics::default() }, Statistics::default()];
        Point { threshold, size, counts: vec![PlannerCounts { halves, ..PlannerCounts::default() }] }
    }

    fn holds(by_threshold: [u64; 3], by_size: [u64; 3]) -> Option<bool> {
        let thresholds = [10, HOT_THRESHOLD, 400].into_iter().zip(by_threshold);
        let sizes = [64, HOT_VECTORS, 32_768].into_iter().zip(by_size);
        let by_threshold: Vec<Point> =
            thresholds.map(|(threshold, hits)| point(threshold, HOT_VECTORS, hits)).collect();
        let by_size: Vec<Point> = sizes.map(|(size, hits)| point(HOT_THRESHOLD, size, hits)).collect();
        record(&by_threshold, &by_size).holds
    }

    #[test]
    fn a_plateau_has_a_rise_before_it() {
        let (plateau, flat, steady) = ([97_000, 98_900, 98_990], [98_987, 98_987, 98_988], [98_000, 98_300, 98_600]);
        assert_eq!(holds(plateau, plateau), Some(true));
        // A table that does nothing, though of one parameter; and what rises all along.
        for (by_threshold, by_size) in [(flat, flat), (plateau, flat), (flat, plateau), (plateau, steady)] {
            assert_eq!(holds(by_threshold, by_size), Some(false), "{by_threshold:?}, {by_size:?}");
        }
        // A rise of 0.12 points, and of half as much behind.
        assert_eq!(holds(plateau, [98_000, 98_120, 98_180]), Some(false));
    }
}
