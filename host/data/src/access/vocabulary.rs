//! How many categories of Criteo Terabyte's large columns come how often, as published.
//!
//! A thousand records say nothing of ranks beyond some hundred. Vocabularies that were made with a least number of occurrences do: so many
//! categories come 15 times at least, so many 6 times, so many 3 times. Each is a point of the column's law.

use super::Column;

/// Records of all 24 days.
pub(super) const RECORDS: f64 = 4.373e9;
/// Records of days 0 to 22.
pub(super) const WITHOUT_LAST_DAY: f64 = 4.195e9;
/// Of categories whose expected occurrences fall as a power law of exponent near 1, as many come `t` times or more as are expected `t` less
/// this: (1 + 1/1.2) / 2, the first term of the logarithm of `gamma(t) / gamma(t - 1/1.2)`. Some that are rarer come often by chance.
const BY_CHANCE: f64 = 0.9;

/// A column's vocabularies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vocabulary {
    /// The column, from 0.
    pub(super) column: usize,
    /// Categories that come 15 times at least (NVIDIA/DeepLearningExamples, DLRM for TensorFlow 2, `criteo_t15_synthetic`). Assumption: in all
    /// 24 days.
    pub(super) often: u64,
    /// Categories that come 6 times at least in days 0 to 22 (Merlin on Vertex, "cardinalities based on day_0 - day_22"; assumption: 6 is
    /// NVTabular's threshold there).
    pub(super) sometimes: u64,
}

/// Columns of more than a million rows; all rows of the set come 3 times at least (`criteo_t3_synthetic`, same file).
pub(super) const TERABYTE: [Vocabulary; 6] = [
    Vocabulary { column: 0, often: 7_912_889, sometimes: 18_792_578 },
    Vocabulary { column: 9, often: 5_554_114, sometimes: 12_687_136 },
    Vocabulary { column: 10, often: 582_469, sometimes: 1_054_830 },
    Vocabulary { column: 19, often: 8_165_896, sometimes: 19_550_853 },
    Vocabulary { column: 20, often: 2_675_940, sometimes: 5_602_712 },
    Vocabulary { column: 21, often: 7_156_453, sometimes: 16_779_972 },
];

impl Vocabulary {
    /// Ranks, and the probability that a record has the category of such a rank.
    fn points(&self, rows: u64) -> [(u64, f64); 3] {
        let at = |rank, times: f64, records: f64| (rank, (times - BY_CHANCE) / records);
        [at(self.often, 15.0, RECORDS), at(self.sometimes, 6.0, WITHOUT_LAST_DAY), at(rows, 3.0, RECORDS)]
    }

    /// The law of so many rows through them. Behind the first row, which has the share `top`, its head is that of records of which so many
    /// `lookups` have hit `distinct` rows.
    pub(super) fn law(&self, rows: u64, lookups: u64, distinct: f64, top: f64) -> Option<Column> {
        Column::through(self.points(rows), lookups, distinct, top)
    }
}
