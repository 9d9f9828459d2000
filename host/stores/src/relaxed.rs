//! How far relaxed lookup may be from strict order.
//!
//! CXL-MEM's relaxed lookup (TrainingCXL) and the SmartSSD's lookahead ([`lookahead`](mod@super::lookahead), NDRec) are the same sum in the same order of
//! corrections, so there is one bound for both. They differ in one thing: who pools in which order ([`Order`]).
//!
//! Strict order updates the tables with batch N, then looks batch N + 1 up. Relaxed lookup takes the tables as N found them,
//! and adds to each pooled vector what the update adds to its rows. Both compute the same sum; they round at other places.
//!
//! # The sum
//! Take one element of one bag of N + 1. Its `n` entries name rows, repeats allowed; `w_j` is what the row of entry `j` held
//! before N. N uses that row `m_j` times, and `t_ji = fl(lr * fl(scale * g))` is what its use `i` takes from it (no `scale` for
//! sums). Both orders compute these products from the same operands, so they are the same numbers. `s` is the bag's scale, 1
//! for sums. Then both approximate
//!
//! ```text
//! E = s * sum_j (w_j - sum_i t_ji),    and with T = |s| * sum_j (|w_j| + sum_i |t_ji|), |E| <= T
//! ```
//!
//! # Roundings
//! Round to nearest has `fl(x + y) = (x + y)(1 + e)` with `|e| <= u = 2^-24`, subnormal sums included, which are exact; and
//! `fl(x * y) = x * y * (1 + e) + h` with `|h| <= 2^-150`, where `h` is 0 unless the product is subnormal. Adding to +0 and
//! multiplying by 1 or -1 is exact. Let `m` be the largest `m_j`, and `q` the entries whose row N uses, too. A term of `E` meets
//! at most so many roundings:
//!
//! | | strict | relaxed, `w_j` | relaxed, `t_ji` |
//! |---|---|---|---|
//! | update of a row, `m` subtractions | `m` | | |
//! | delta of a row, which begins at +0 | | | `m - 1` |
//! | pooling, which begins at +0 | `n - 1` | `n - 1` | |
//! | scale, of means | 1 | 1 | 1 |
//! | correction, one addition an entry | | `q` | `q` |
//!
//! So strict order meets `a = m + n - 1 (+ 1)` and relaxed lookup `b = max(m, n) - 1 + q (+ 1)`. A product of `k` factors `1 + e`
//! differs from 1 by at most `gamma_k = k * u / (1 - k * u)`; each order is within `gamma` times `T` of `E`, and
//! `gamma_a + gamma_b <= gamma_(a + b)`:
//!
//! ```text
//! |relaxed - strict| <= gamma_k * T + h,    k = m + n + max(m, n) + q - 2 (+ 2 of means)
//! ```
//!
//! `h` is 0 for sums. Of means, strict order makes one product that may be subnormal, as its last step, and relaxed lookup
//! `1 + q`, which the roundings behind them at most double: `h = (2 * (1 + q) + 1) * 2^-150`. All of this holds while
//! `k * u <= 1/2`.
//!
//! A bag of which N uses no row (`q = 0`) is not corrected: no bit differs. One exception: on CXL-MEM, batches that share nothing
//! still have bag 0 added to +0, which turns a -0, which only a mean that underflows can be, into +0.
//!
//! # The SmartSSD
//! CXL-MEM adds a bag's rows one after the other, as they are listed. The SmartSSD's kernel adds them as its plan has put them into
//! banks: up to two of each bank at once through a tree of adders, whose sums, one a word of the plan, are added to what is there,
//! beginning at +0. Inputs of the tree that are not used are -0, which changes nothing. Of a tree and a chain of `n` terms that are
//! not zero, each meets at most `n - 1` additions of two such terms, whatever the shape is; with `b` banks and `w` words it is also
//! at most `ceil(log2(2 * b)) + w - 1`, which is less for large bags and not used here. The row of the table above holds.
//!
//! But where a row is, and so the shape, depends on what the kernel did before. Strict order and lookahead do different things, and
//! so pool the same rows in different shapes: a bag that is not corrected (`q = 0`, `m = 0` of its rows) differs, too, by
//! `k = 2 * n - 2 (+ 2 of means)`, which is what the formula above says. That is [`Order::Free`]. Rows are updated in place, one
//! gradient after the other in the order of the bags, in both: so with the same gradients the tables have the same bits.
//!
//! The bound holds while nothing overflows. `emberlane bench relaxed-lookup` measures what is left of it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{EmbeddingError, EmbeddingStore, mean_scale};
use emberlane_data::Bags;

/// `u`: half the distance from 1 to the next FP32 number.
const UNIT_ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

/// In which order the rows of a bag are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The same one in relaxed lookup and in strict order: on CXL-MEM, as the bag lists them.
    Same,
    /// Each in its own: on a SmartSSD, as they lie in its banks.
    Free,
}

/// A batch whose gradients are known and not applied yet.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// Its bags.
    pub bags: &'a Bags,
    /// One gradient a bag.
    pub gradients: &'a [f32],
    /// What they are multiplied by.
    pub learning_rate: f32,
    /// Whether pooling is mean.
    pub mean: bool,
    /// How the device adds up the rows of a bag.
    pub order: Order,
}

/// What one row adds to `T`, and how often the batch before uses it.
struct Row {
    magnitudes: Vec<f64>,
    uses: u64,
}

impl Row {
    fn new(dimension: usize) -> Self {
        Self { magnitudes: vec![0.0; dimension], uses: 0 }
    }
}

/// The most by which each element of the pooled vectors of `bags` differs between relaxed lookup and strict order, in the
/// order of the bags. `tables` are as the batch before has found them.
///
/// # Errors
/// Rows that do not exist, and a device that fails.
pub fn bounds(tables: &mut dyn EmbeddingStore, before: &Before<'_>, bags: &Bags) -> Result<Vec<f64>, EmbeddingError> {
    let dimension = before.gradients.len() / before.bags.count().max(1);
    let mut rows = updates(before, dimension);
    let mut known = HashMap::new();
    let mut bounds = Vec::with_capacity(bags.count() * dimension);
    for bag in 0..bags.count() {
        let (table, entries) = (bag / bags.samples, bags.bag(bag));
        let (mut terms, mut most, mut shared) = (vec![0.0; dimension], 0, 0);
        for row in entries {
            let key = (table, *row);
            let Row { magnitudes, uses } = match known.entry(key) {
                Entry::Occupied(row) => row.into_mut(),
                Entry::Vacant(slot) => {
                    let mut sum = rows.remove(&key).unwrap_or_else(|| Row::new(dimension));
                    let weights = tables.read_rows(table, u64::from(*row), 1)?;
                    sum.magnitudes.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += f64::from(weight.abs()));
                    slot.insert(sum)
                }
            };
            terms.iter_mut().zip(magnitudes.iter()).for_each(|(sum, magnitude)| *sum += magnitude);
            most = most.max(*uses);
            shared += u64::from(*uses > 0);
        }
        let scale = if before.mean { f64::from(mean_scale(entries.len())) } else { 1.0 };
        let bag = Bag { entries: entries.len() as u64, uses: most, shared, mean: before.mean, order: before.order };
        bounds.extend(terms.iter().map(|terms| bag.bound(scale * terms)));
    }
    Ok(bounds)
}

/// What the batch before takes from each of its rows.
fn updates(before: &Before<'_>, dimension: usize) -> HashMap<(usize, u32), Row> {
    let mut rows: HashMap<(usize, u32), Row> = HashMap::new();
    for (bag, gradient) in before.gradients.chunks_exact(dimension.max(1)).enumerate() {
        let entries = before.bags.bag(bag);
        let scale = if before.mean { mean_scale(entries.len()) } else { 1.0 };
        for row in entries {
            let row = rows.entry((bag / before.bags.samples, *row)).or_insert_with(|| Row::new(dimension));
            row.uses += 1;
            for (sum, g) in row.magnitudes.iter_mut().zip(gradient) {
                *sum += f64::from((before.learning_rate * (scale * g)).abs());
            }
        }
    }
    rows
}

/// `n`, `m` and `q` of a bag.
struct Bag {
    entries: u64,
    uses: u64,
    shared: u64,
    mean: bool,
    order: Order,
}

impl Bag {
    /// The bound, from `T`.
    fn bound(&self, terms: f64) -> f64 {
        let Self { entries, uses, shared, mean, order } = *self;
        if entries == 0 || shared == 0 && order == Order::Same {
            return 0.0;
        }
        let roundings = uses + entries + uses.max(entries) + shared - 2 + if mean { 2 } else { 0 };
        let underflow = if mean { (2 * (1 + shared) + 1) as f64 * (-150f64).exp2() } else { 0.0 };
        gamma(roundings) * terms + underflow
    }
}

/// The most by which a product of so many factors, each at most `u` from 1, differs from 1; infinite where that is no bound.
fn gamma(roundings: u64) -> f64 {
    let sum = roundings as f64 * UNIT_ROUNDOFF;
    if sum <= 0.5 { sum / (1.0 - sum) } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundings_are_counted() {
        let u = UNIT_ROUNDOFF;
        // One row, used once before: strict rounds once in the update, relaxed once in the correction.
        let bag = Bag { entries: 1, uses: 1, shared: 1, mean: false, order: Order::Same };
        assert_eq!(bag.bound(1.0), 2.0 * u / (1.0 - 2.0 * u));
        // Strict: 5 + 3 - 1 + 1; relaxed: 5 - 1 + 2 + 1.
        let bag = Bag { entries: 3, uses: 5, shared: 2, mean: true, order: Order::Same };
        assert_eq!(bag.bound(2.0), 2.0 * gamma(8 + 7) + 7.0 * (-150f64).exp2());
        let untouched = Bag { entries: 3, uses: 0, shared: 0, mean: true, order: Order::Same };
        assert_eq!(untouched.bound(2.0), 0.0);
        // Three rows, added up in two orders: two roundings each.
        let reordered = Bag { mean: false, order: Order::Free, ..untouched };
        assert_eq!(reordered.bound(2.0), 2.0 * gamma(4));
        assert_eq!(Bag { entries: 0, ..reordered }.bound(0.0), 0.0);
        assert_eq!(gamma(1 << 24), f64::INFINITY);
    }
}
