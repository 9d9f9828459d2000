//! What pushes do to rows, in the one order that every store keeps.

use emberlane_stores::update_row;
use rustc_hash::FxHashMap;

use crate::{Key, Push, StoreError, Tables};

/// A row with where it is in some pushes: number of the push, and of the row there, in the order of pushes.
pub(crate) type Named = (Key, Vec<(u32, u32)>);

/// The rows of some pushes.
///
/// # Errors
/// A push that names a row twice.
pub(crate) fn named(pushes: &[Push]) -> Result<Vec<Named>, StoreError> {
    let mut order: Vec<Named> = Vec::new();
    let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
    for (number, push) in (0..).zip(pushes) {
        for (row, key) in (0..).zip(push.keys) {
            let place = *numbers.entry(*key).or_insert_with(|| {
                order.push((*key, Vec::new()));
                order.len() - 1
            });
            let (_, places) = &mut order[place];
            if places.last().is_some_and(|(last, _)| *last == number) {
                return Err(StoreError::twice(*key));
            }
            places.push((number, row));
        }
    }
    Ok(order)
}

/// Updates a row with what the pushes have for it at `places`: numbers of pushes, and of the row there, in the order of pushes.
pub(crate) fn update(
    tables: &Tables,
    pushes: &[Push],
    places: impl Iterator<Item = (u32, u32)>,
    row: &mut [f32],
    sum: &mut [f32],
) {
    let dimension = tables.shape().dimension;
    let gradients = places.flat_map(|(push, row)| pushes[push as usize].gradients_of(row as usize, dimension));
    update_row(tables.step(), tables.shape(), row, gradients, sum);
}
