//! NDRec's lookahead on a SmartSSD: strict order but for rounding, never further from it than the bound says, and with the same bits in
//! the tables.

use std::collections::HashSet;

use crate::cases::{Case, bits};
use emberlane_data::Bags;
use emberlane_experiment::Lookup;
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_stores::relaxed::{Before, Order, bounds};
use emberlane_stores::{EmbeddingStore, Lookahead, SmartSsdStore, Tables};
use proptest::prelude::*;
use rand::Rng;

const BATCHES: usize = 6;
/// Iterations whose vectors stay in the cache.
const IN_FLIGHT: usize = 4;

fn store(case: &Case, banks: usize, cache_vectors: u32, lookup: Lookup) -> SmartSsdStore<ReferenceSmartSsd> {
    let tables: Vec<(usize, u32)> = case.rows.iter().copied().enumerate().collect();
    let tables = Tables {
        number: 0,
        tables: &tables,
        dimension: case.dimension,
        pooling: case.pooling,
        rate: case.learning_rate,
        samples: 8,
        cache_vectors,
        hot_vectors: 2048,
        lookup,
    };
    SmartSsdStore::new(ReferenceSmartSsd::new(banks, case.dimension).unwrap(), &tables).unwrap()
}

/// The smallest cache that is large enough.
fn cache(batches: &[Bags]) -> u32 {
    let rows = |batches: &[Bags]| -> usize {
        let of_batch = |bags: &Bags| -> Vec<(usize, u32)> {
            (0..bags.count()).flat_map(|bag| bags.bag(bag).iter().map(move |row| (bag / bags.samples, *row))).collect()
        };
        batches.iter().flat_map(of_batch).collect::<HashSet<_>>().len()
    };
    batches.windows(IN_FLIGHT).map(rows).max().unwrap_or(0).max(1) as u32
}

fn rows(store: &mut dyn EmbeddingStore, case: &Case) -> Vec<u32> {
    let tables = case.rows.iter().enumerate();
    tables.flat_map(|(table, rows)| bits(&store.read_rows(table, 0, u64::from(*rows)).unwrap())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn no_element_is_further_from_strict_order_than_the_bound(seed: u64) {
        let mut case = Case::new(seed);
        let batches: Vec<Bags> = (0..BATCHES).map(|_| case.bags()).collect();
        // The first batch is looked up again behind the last.
        let cache = cache(&[&batches[..], &batches[..1]].concat());
        let mut ahead = store(&case, case.random.clone().random_range(1..9), cache, Lookup::Relaxed);
        let mut strict = store(&case, 2, cache, Lookup::Strict);
        for (table, values) in case.tables().iter().enumerate() {
            ahead.write_rows(table, 0, values).unwrap();
            strict.write_rows(table, 0, values).unwrap();
        }
        // What is announced, and whether anybody looks at the tables meanwhile, changes when things are done, and nothing else.
        let announces = if case.random.random() { batches.len() } else { 0 };
        batches[..announces].iter().for_each(|bags| ahead.announce(bags).unwrap());
        let looks = case.random.random_bool(0.3);
        ahead.lookup(&batches[0]).unwrap();
        for pair in batches.windows(2) {
            let [bags, next] = pair else { continue };
            let gradients = case.elements(bags.count() * case.dimension);
            let (learning_rate, mean) = (case.learning_rate, case.mean());
            let before = Before { bags, gradients: &gradients, learning_rate, mean, order: Order::Free };
            let bounds = bounds(&mut strict, &before, next).unwrap();
            strict.lookup(bags).unwrap();
            strict.update(&gradients).unwrap();
            let expected = strict.lookup(next).unwrap();
            ahead.look_ahead(next).unwrap();
            let found = ahead.catch_up(&gradients).unwrap();
            prop_assert_eq!(found.len(), bounds.len());
            for (element, ((found, expected), bound)) in found.iter().zip(&expected).zip(&bounds).enumerate() {
                let difference = (f64::from(*found) - f64::from(*expected)).abs();
                prop_assert!(difference <= *bound, "element {element}: {found} for {expected}, bound {bound:e}");
            }
            if looks {
                prop_assert_eq!(rows(&mut ahead, &case), rows(&mut strict, &case));
            }
        }
        let last = case.elements(batches[BATCHES - 1].count() * case.dimension);
        strict.update(&last).unwrap();
        ahead.update(&last).unwrap();
        prop_assert_eq!(rows(&mut ahead, &case), rows(&mut strict, &case));
        // No movement has touched what an iteration uses while that was under way.
        prop_assert_eq!(ahead.driver().transport().hazards(), &[][..]);
        // What was trained is looked up as ever.
        let (found, expected) = (ahead.lookup(&batches[0]).unwrap(), strict.lookup(&batches[0]).unwrap());
        prop_assert_eq!(found.len(), expected.len());
    }
}

#[test]
fn what_is_out_of_order_is_refused() {
    let mut case = Case::new(3);
    let [first, second, third] = [(); 3].map(|()| case.bags());
    let mut ahead = store(&case, 2, 100, Lookup::Relaxed);
    assert!(ahead.look_ahead(&first).unwrap_err().to_string().contains("looks one batch ahead"));
    ahead.lookup(&first).unwrap();
    assert!(ahead.catch_up(&vec![0.0; first.count() * case.dimension]).unwrap_err().to_string().contains("ahead"));
    ahead.announce(&second).unwrap();
    assert!(ahead.lookup(&third).unwrap_err().to_string().contains("announced"));
    let mut strict = store(&case, 2, 100, Lookup::Strict);
    strict.lookup(&first).unwrap();
    assert!(strict.look_ahead(&second).unwrap_err().to_string().contains("lookahead"));
}
