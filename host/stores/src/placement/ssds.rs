//! Tables among several SmartSSDs (NDRec, Section IV-D).

use rustc_hash::FxHashSet;

use emberlane_data::{DataError, Purpose};
use emberlane_experiment::Experiment;

/// Batches that are sampled where nobody knows how many there are.
const SAMPLED: u64 = 16;

/// The tables of each of so many SmartSSDs, in ascending order: tables are sorted by how many embedding vectors an iteration uses of
/// them, and each SmartSSD in turn gets the pair that is left at both ends.
///
/// With fewer pairs than SmartSSDs some get none.
///
/// # Panics
/// If there is no SmartSSD.
///
/// ```
/// use emberlane_stores::placement::sorted_pairs;
///
/// assert_eq!(sorted_pairs(&[5.0, 90.0, 1.0, 40.0, 7.0], 2), [vec![1, 2, 4], vec![0, 3]]);
/// ```
#[must_use]
pub fn sorted_pairs(unique_vectors: &[f64], smartssds: usize) -> Vec<Vec<usize>> {
    let mut sorted: Vec<usize> = (0..unique_vectors.len()).collect();
    sorted.sort_by(|a, b| unique_vectors[*a].total_cmp(&unique_vectors[*b]));
    let mut placed = vec![Vec::new(); smartssds];
    let mut left = &sorted[..];
    for smartssd in (0..smartssds).cycle() {
        match left {
            [first, rest @ .., last] => {
                placed[smartssd].extend([*first, *last]);
                left = rest;
            }
            [only] => {
                placed[smartssd].push(*only);
                break;
            }
            [] => break,
        }
    }
    placed.iter_mut().for_each(|tables| tables.sort_unstable());
    placed
}

/// How many vectors of each table an iteration uses, each counted once, on average over the first hundredth of the training data, a
/// batch at least.
///
/// # Errors
/// Data that cannot be read.
pub fn unique_vectors(experiment: &Experiment) -> Result<Vec<f64>, DataError> {
    let Experiment { data, model, train, .. } = experiment;
    let mut source = emberlane_data::open(data, model, train.batch_size, train.seed, Purpose::Training)?;
    let most = source.batches().map_or(SAMPLED, |batches| batches.div_ceil(100));
    let (mut sums, mut batches) = (vec![0usize; model.tables()], 0u64);
    while batches < most
        && let Some(batch) = source.next_batch()?
    {
        for (table, sum) in sums.iter_mut().enumerate() {
            let samples = batch.bags.samples;
            let rows = (table * samples..(table + 1) * samples).flat_map(|bag| batch.bags.bag(bag));
            *sum += rows.collect::<FxHashSet<_>>().len();
        }
        batches += 1;
    }
    Ok(sums.into_iter().map(|sum| sum as f64 / batches.max(1) as f64).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_table_has_one_place() {
        for tables in 0..12 {
            for smartssds in 1..6 {
                let unique: Vec<f64> = (0..tables).map(|table| f64::from(table * 7 % 5)).collect();
                let placed = sorted_pairs(&unique, smartssds);
                assert_eq!(placed.len(), smartssds);
                let mut all = placed.concat();
                all.sort_unstable();
                assert_eq!(all, (0..unique.len()).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn vectors_are_counted_once_an_iteration() {
        let text = "[model]\nbottom = [1, 16]\ntop = [1]\ntables = 2\nrows = [1, 100000]\ndimension = 16\nlookups = 3\n[data]\n\
                    kind = \"synthetic\"\nskew = 0\nbatches = 250\n[train]\nbatch_size = 8\n";
        let experiment = Experiment::parse(Path::new("experiment.toml"), text).unwrap();
        let unique = unique_vectors(&experiment).unwrap();
        assert_eq!(unique[0], 1.0);
        assert!((23.0..=24.0).contains(&unique[1]), "{unique:?}");
    }
}
