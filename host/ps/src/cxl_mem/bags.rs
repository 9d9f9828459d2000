//! Pushes as batches of a device.

use std::collections::BTreeMap;

use emberlane_data::Bags;

use super::places::Places;
use crate::{Key, Push, StoreError};

/// The pushes as a batch of the device: a bag for each gradient and table, in the order of ranks, and of a rank in that of its bags;
/// with the gradients, each times its scale, which the device would multiply next.
pub(super) fn of_pushes(
    tables: usize,
    dimension: usize,
    pushes: &[Push],
    places: &Places,
) -> Result<(Bags, Vec<f32>), StoreError> {
    // Rows of each bag of each table; bags ascend by push and number.
    let mut lists: Vec<BTreeMap<(usize, u32), Vec<u32>>> = vec![BTreeMap::new(); tables];
    for (number, push) in pushes.iter().enumerate() {
        for (row, key) in push.keys.iter().enumerate() {
            let bags = &push.bags[push.offsets[row] as usize..push.offsets[row + 1] as usize];
            if !bags.is_sorted() {
                return Err(StoreError::Push {
                    what: format!("row {} of table {}, whose bags do not ascend", key.row(), key.table()),
                });
            }
            let place = places.of(*key)?;
            for bag in bags {
                lists[key.table() as usize].entry((number, *bag)).or_default().push(place);
            }
        }
    }
    let samples = lists.iter().map(BTreeMap::len).max().unwrap_or(0);
    let (mut offsets, mut indices, mut gradients) = (vec![0], Vec::new(), Vec::new());
    for list in &lists {
        for ((push, bag), rows) in list {
            indices.extend(rows);
            offsets.push(indices.len() as u32);
            let (push, bag) = (&pushes[*push], *bag as usize);
            let numbers = &push.gradients[bag * dimension..(bag + 1) * dimension];
            gradients.extend(numbers.iter().map(|number| push.scales[bag] * number));
        }
        for _ in list.len()..samples {
            offsets.push(indices.len() as u32);
            gradients.extend(std::iter::repeat_n(0.0, dimension));
        }
    }
    Ok((Bags { tables, samples, offsets, indices }, gradients))
}

/// Rows as a batch of one bag a table.
pub(super) fn of_rows(tables: usize, keys: &[Key], places: &Places) -> Result<Bags, StoreError> {
    let mut lists = vec![Vec::new(); tables];
    for key in keys {
        lists[key.table() as usize].push(places.of(*key)?);
    }
    let (mut offsets, mut indices) = (vec![0], Vec::new());
    for list in lists {
        indices.extend(list);
        offsets.push(indices.len() as u32);
    }
    Ok(Bags { tables, samples: 1, offsets, indices })
}
