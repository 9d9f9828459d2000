//! The transpose of a batch, against its definition.

use emberlane_drivers::{Batch, BatchBuilder};
use proptest::prelude::*;

/// Bags of each table.
type Bags = Vec<Vec<Vec<u32>>>;

/// Few rows, so that bags share and repeat them; now and then the greatest row there is.
fn row() -> impl Strategy<Value = u32> {
    prop_oneof![20 => 0..12u32, 5 => any::<u32>(), 1 => Just(u32::MAX)]
}

fn bags() -> impl Strategy<Value = Bags> {
    let bag = prop::collection::vec(row(), 0..8);
    prop::collection::vec(prop::collection::vec(bag, 0..10), 1..6)
        .prop_filter("a batch has a bag", |bags| bags.iter().any(|table| !table.is_empty()))
}

fn build(bags: &Bags) -> Batch {
    bags.iter()
        .try_fold(BatchBuilder::new(), |builder, table| {
            let offsets: Vec<u32> =
                (0..=table.len()).map(|bag| table[..bag].iter().map(|bag| bag.len() as u32).sum()).collect();
            builder.table(&offsets, &table.concat())
        })
        .and_then(BatchBuilder::build)
        .unwrap()
}

proptest! {
    #[test]
    fn a_batch_holds_its_bags(bags in bags()) {
        let batch = build(&bags);
        prop_assert_eq!(batch.tables(), bags.len());
        prop_assert_eq!(batch.bags(), bags.iter().flatten().count());
        for (number, bag) in bags.iter().flatten().enumerate() {
            let [start, end] = [number, number + 1].map(|at| batch.offsets()[at] as usize);
            prop_assert_eq!(&batch.indices()[start..end], &bag[..]);
        }
    }

    #[test]
    fn a_row_lists_every_use_in_the_order_of_bags(bags in bags()) {
        let batch = build(&bags);
        let transpose = batch.transpose();
        prop_assert_eq!(transpose.offsets().len(), transpose.rows().len() + 1);
        prop_assert_eq!(transpose.offsets()[0], 0);
        prop_assert_eq!(*transpose.offsets().last().unwrap() as usize, batch.entries());
        prop_assert_eq!(transpose.table_rows().iter().sum::<u32>() as usize, transpose.rows().len());

        let (mut first_row, mut first_bag) = (0, 0);
        for (table, &count) in bags.iter().zip(transpose.table_rows()) {
            let rows = first_row..first_row + count as usize;
            prop_assert!(transpose.rows()[rows.clone()].is_sorted_by(|a, b| a < b));
            for unique in rows.clone() {
                let row = transpose.rows()[unique];
                // Bag after bag, as often as the bag holds the row.
                let uses: Vec<u32> = (first_bag..)
                    .zip(table)
                    .flat_map(|(number, bag)| bag.iter().filter(|&&each| each == row).map(move |_| number))
                    .collect();
                prop_assert!(!uses.is_empty());
                let [start, end] = [unique, unique + 1].map(|at| transpose.offsets()[at] as usize);
                prop_assert_eq!(&transpose.source_bags()[start..end], &uses[..]);
            }
            first_row = rows.end;
            first_bag += table.len() as u32;
        }
    }
}
