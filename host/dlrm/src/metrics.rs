//! Quality of predictions, exact over any number of them: log loss, normalised entropy, accuracy, AUC.

use serde::{Deserialize, Serialize};

/// Metrics of the predictions so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Predictions.
    pub samples: u64,
    /// Area under the ROC curve: the probability that a click is predicted above a non-click, ties counting half.
    /// `None` unless there are both.
    pub auc: Option<f64>,
    /// Mean binary cross-entropy, natural logarithm.
    pub log_loss: f64,
    /// Log loss over the entropy of the click rate; below 1 beats predicting the rate. `None` unless there are both
    /// clicks and non-clicks.
    pub normalized_entropy: Option<f64>,
    /// Share of predictions on the right side of one half.
    pub accuracy: f64,
    /// Share of clicks.
    pub click_rate: f64,
}

impl Metrics {
    /// AUC, log loss, normalised entropy and accuracy, with commas between; what there is none of is empty.
    #[must_use]
    pub fn csv(&self) -> String {
        let optional = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let (auc, entropy) = (optional(self.auc), optional(self.normalized_entropy));
        format!("{auc},{},{entropy},{}", self.log_loss, self.accuracy)
    }
}

/// Predictions of a state at most: far more than anybody makes, and few enough that no count of them overflows.
const MOST_PREDICTIONS: u64 = 1 << 56;

/// Collects predictions. Memory grows with the number of distinct probabilities, time is constant a prediction.
#[derive(Clone, Debug, Default)]
pub struct MetricsCollector {
    clicks: u64,
    others: u64,
    right: u64,
    loss: f64,
    /// Twice the number of (click, non-click) pairs in the right order, ties counted once.
    ordered_pairs: u128,
    ranking: Ranking,
}

impl MetricsCollector {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a prediction: a probability in 0..=1, whether it was a click, and its cross-entropy.
    pub fn add(&mut self, probability: f32, click: bool, loss: f64) {
        let around = self.ranking.insert(probability, Count::of(click));
        if click {
            self.clicks += 1;
            self.ordered_pairs += 2 * u128::from(around.below.others) + u128::from(around.equal.others);
        } else {
            self.others += 1;
            let above = self.clicks - around.below.clicks - around.equal.clicks;
            self.ordered_pairs += 2 * u128::from(above) + u128::from(around.equal.clicks);
        }
        self.right += u64::from((probability > 0.5) == click);
        self.loss += loss;
    }

    /// What was added, to go on from: [`from_state`](Self::from_state).
    #[must_use]
    pub fn state(&self) -> CollectorState {
        let mut distinct = Vec::new();
        self.ranking.leaves(|bits, count| distinct.push([u64::from(bits), count.clicks, count.others]));
        CollectorState { distinct, right: self.right, loss: self.loss, ordered_pairs: self.ordered_pairs }
    }

    /// A collector to which all that was added that `state` says; `None` if no predictions say that.
    #[must_use]
    pub fn from_state(state: &CollectorState) -> Option<Self> {
        let CollectorState { distinct, right, loss, ordered_pairs } = state;
        let mut collector = Self { right: *right, loss: *loss, ordered_pairs: *ordered_pairs, ..Self::default() };
        for [bits, clicks, others] in distinct {
            let (probability, count) =
                (f32::from_bits(u32::try_from(*bits).ok()?), Count { clicks: *clicks, others: *others });
            if !(0.0..=1.0).contains(&probability) {
                return None;
            }
            collector.clicks = collector.clicks.checked_add(count.clicks)?;
            collector.others = collector.others.checked_add(count.others)?;
            if collector.clicks.checked_add(collector.others)? > MOST_PREDICTIONS {
                return None;
            }
            collector.ranking.insert(probability, count);
        }
        let (clicks, others) = (u128::from(collector.clicks), u128::from(collector.others));
        let is_possible = u128::from(*right) <= clicks + others && *ordered_pairs <= 2 * clicks * others;
        is_possible.then_some(collector)
    }

    /// Metrics of all that was added; `None` when that is nothing.
    #[must_use]
    pub fn metrics(&self) -> Option<Metrics> {
        let samples = self.clicks + self.others;
        if samples == 0 {
            return None;
        }
        let count = samples as f64;
        let click_rate = self.clicks as f64 / count;
        let log_loss = self.loss / count;
        let both = self.clicks > 0 && self.others > 0;
        let entropy = -(click_rate * libm::log(click_rate) + (1.0 - click_rate) * libm::log1p(-click_rate));
        let pairs = u128::from(self.clicks) * u128::from(self.others);
        Some(Metrics {
            samples,
            auc: both.then(|| self.ordered_pairs as f64 / (2 * pairs) as f64),
            log_loss,
            normalized_entropy: both.then(|| log_loss / entropy),
            accuracy: self.right as f64 / count,
            click_rate,
        })
    }
}

/// The area under the ROC curve of these predictions, as [`Metrics::auc`] has it: a probability in 0..=1, and whether it was
/// a click. By sorting them, which takes far less memory than a collector; for many models at once.
#[must_use]
pub fn auc(predictions: &mut [(f32, bool)]) -> Option<f64> {
    predictions.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let (mut clicks, mut others, mut ordered_pairs) = (0, 0, 0);
    for equal in predictions.chunk_by(|one, other| one.0 == other.0) {
        let equal_clicks = equal.iter().filter(|(_, click)| *click).count() as u128;
        let equal_others = equal.len() as u128 - equal_clicks;
        ordered_pairs += equal_clicks * (2 * others + equal_others);
        clicks += equal_clicks;
        others += equal_others;
    }
    let pairs = clicks * others;
    (pairs > 0).then(|| ordered_pairs as f64 / (2 * pairs) as f64)
}

/// What a [`MetricsCollector`] has collected, as plain numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CollectorState {
    /// Of every distinct probability, in ascending order: the bits of its FP32, clicks, non-clicks.
    pub distinct: Vec<[u64; 3]>,
    /// Predictions on the right side of one half.
    pub right: u64,
    /// Sum of the cross-entropies, in the order in which they came.
    pub loss: f64,
    /// Twice the number of pairs in the right order, ties counted once.
    pub ordered_pairs: u128,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    clicks: u64,
    others: u64,
}

impl Count {
    fn of(click: bool) -> Self {
        Self { clicks: u64::from(click), others: u64::from(!click) }
    }

    fn add(&mut self, more: Self) {
        self.clicks += more.clicks;
        self.others += more.others;
    }
}

struct Around {
    below: Count,
    equal: Count,
}

/// Bits of a probability that choose a child.
const LEVEL_BITS: u32 = 4;
const CHILDREN: usize = 1 << LEVEL_BITS;

#[derive(Clone, Debug, Default)]
struct Node {
    counts: [Count; CHILDREN],
    /// Indices of nodes; 0 is none, as the root is nobody's child.
    children: [u32; CHILDREN],
}

/// How many clicks and non-clicks lie below a probability: a radix tree over its bits, whose order is that of the
/// numbers, as they are not negative.
#[derive(Clone, Debug)]
struct Ranking {
    nodes: Vec<Node>,
}

impl Default for Ranking {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

impl Ranking {
    /// Inserts predictions of one probability, and says what was there before.
    fn insert(&mut self, probability: f32, predictions: Count) -> Around {
        // max(0.0) also makes -0.0 a 0.0.
        let bits = (probability.max(0.0) + 0.0).to_bits();
        let mut below = Count::default();
        let mut node = 0;
        let mut shift = u32::BITS - LEVEL_BITS;
        loop {
            let child = (bits >> shift) as usize % CHILDREN;
            for count in &self.nodes[node].counts[..child] {
                below.clicks += count.clicks;
                below.others += count.others;
            }
            let equal = self.nodes[node].counts[child];
            self.nodes[node].counts[child].add(predictions);
            if shift == 0 {
                return Around { below, equal };
            }
            shift -= LEVEL_BITS;
            if self.nodes[node].children[child] == 0 {
                self.nodes[node].children[child] = self.nodes.len() as u32;
                self.nodes.push(Node::default());
            }
            node = self.nodes[node].children[child] as usize;
        }
    }

    /// The bits of every probability that was inserted, in ascending order, and how often.
    fn leaves(&self, mut each: impl FnMut(u32, Count)) {
        // Children of higher probabilities are visited later, so they go onto the stack first.
        let mut stack = vec![(0_usize, 0_u32, u32::BITS - LEVEL_BITS)];
        while let Some((node, prefix, shift)) = stack.pop() {
            let Node { counts, children } = &self.nodes[node];
            for child in 0..CHILDREN {
                let child = if shift == 0 { child } else { CHILDREN - 1 - child };
                let count = counts[child];
                if count.clicks + count.others == 0 {
                    continue;
                }
                let bits = prefix | (child as u32) << shift;
                if shift == 0 {
                    each(bits, count);
                } else {
                    stack.push((children[child] as usize, bits, shift - LEVEL_BITS));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn brute_force_auc(predictions: &[(f32, bool)]) -> Option<f64> {
        let mut sum = 0.0;
        let mut pairs = 0u32;
        for (p, _) in predictions.iter().filter(|(_, click)| *click) {
            for (q, _) in predictions.iter().filter(|(_, click)| !*click) {
                pairs += 1;
                sum += if p > q {
                    1.0
                } else if p == q {
                    0.5
                } else {
                    0.0
                };
            }
        }
        (pairs > 0).then(|| sum / f64::from(pairs))
    }

    proptest! {
        #[test]
        fn auc_is_the_share_of_ordered_pairs(
            predictions in prop::collection::vec((prop_oneof![0f32..=1.0, (0u8..5).prop_map(|i| f32::from(i) / 4.0)],
                any::<bool>()), 1..200)
        ) {
            let mut collector = MetricsCollector::new();
            for (probability, click) in &predictions {
                collector.add(*probability, *click, 0.25);
            }
            let metrics = collector.metrics().unwrap();
            let state = collector.state();
            let mut other = MetricsCollector::from_state(&state).unwrap();
            prop_assert_eq!(other.state(), state);
            other.add(0.5, true, 1.0);
            collector.add(0.5, true, 1.0);
            prop_assert_eq!(other.metrics(), collector.metrics());
            prop_assert_eq!(metrics.auc, brute_force_auc(&predictions));
            prop_assert_eq!(metrics.auc, auc(&mut predictions.clone()));
            let right = predictions.iter().filter(|(p, click)| (*p > 0.5) == *click).count();
            prop_assert_eq!(metrics.accuracy, right as f64 / predictions.len() as f64);
            prop_assert_eq!(metrics.log_loss, 0.25);
        }
    }

    #[test]
    fn what_no_predictions_say_is_no_state() {
        let state = CollectorState {
            distinct: vec![[u64::from(0.25f32.to_bits()), 3, 1]],
            right: 1,
            loss: 1.0,
            ordered_pairs: 3,
        };
        assert!(MetricsCollector::from_state(&state).is_some());
        let wrong = [
            CollectorState { distinct: vec![[0, u64::MAX, 1]], ..state.clone() },
            CollectorState { distinct: vec![[0, 1 << 60, 1]], ..state.clone() },
            CollectorState { distinct: vec![[u64::MAX, 3, 1]], ..state.clone() },
            CollectorState { distinct: vec![[u64::from(f32::NAN.to_bits()), 3, 1]], ..state.clone() },
            CollectorState { right: 5, ..state.clone() },
            CollectorState { ordered_pairs: 7, ..state },
        ];
        assert!(wrong.iter().all(|wrong| MetricsCollector::from_state(wrong).is_none()));
    }

    #[test]
    fn normalised_entropy_of_the_click_rate_is_one() {
        let mut collector = MetricsCollector::new();
        for click in [true, false, false, false] {
            let probability = 0.25f32;
            let loss = -if click { 0.25f64.ln() } else { 0.75f64.ln() };
            collector.add(probability, click, loss);
        }
        let metrics = collector.metrics().unwrap();
        assert!((metrics.normalized_entropy.unwrap() - 1.0).abs() < 1e-12);
        assert_eq!((metrics.auc, metrics.accuracy, metrics.click_rate), (Some(0.5), 0.75, 0.25));
    }

    #[test]
    fn one_class_has_no_auc() {
        let mut collector = MetricsCollector::new();
        assert_eq!(collector.metrics(), None);
        collector.add(0.9, true, 0.1);
        let metrics = collector.metrics().unwrap();
        assert_eq!((metrics.auc, metrics.normalized_entropy, metrics.accuracy), (None, None, 1.0));
    }
}
