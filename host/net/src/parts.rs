//! What a batch needs of each shard, in messages that are not too large.

use emberlane_drivers::Batch;
use emberlane_ps::Key;

use crate::wire::{HEADER_BYTES, LONGEST_MESSAGE, MOST_KEYS, Push};

/// Bytes of a body.
const ROOM: usize = LONGEST_MESSAGE - HEADER_BYTES;

/// Unique rows, and which shard has each.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// Of each shard the places of its rows among all of them.
    places: Vec<Vec<u32>>,
    keys: Vec<Key>,
    /// Rows of a message.
    most: usize,
}

impl Spread {
    /// Rows that are asked for, of which answers have `width` numbers each.
    pub fn new(keys: Vec<Key>, shards: u16, width: usize) -> Self {
        let mut places = vec![Vec::new(); shards.into()];
        for (place, key) in (0..).zip(&keys) {
            places[key.part(shards.into()) as usize].push(place);
        }
        // A row is asked for by a key, or written with one.
        let most = (ROOM / (8 + 4 * width)).min(MOST_KEYS as usize);
        Self { places, keys, most }
    }

    /// Keys by shard and part; a shard without rows has one part without any.
    pub fn keys(&self) -> Vec<Vec<Vec<u64>>> {
        self.in_parts(|places| places.iter().map(|place| self.keys[*place as usize].0).collect())
    }

    /// Keys with rows, `width` numbers each, by shard and part.
    pub fn rows(&self, rows: &[f32], width: usize) -> Vec<Vec<(Vec<u64>, Vec<f32>)>> {
        self.in_parts(|places| {
            let keys = places.iter().map(|place| self.keys[*place as usize].0).collect();
            let row = |place: &u32| &rows[*place as usize * width..(*place as usize + 1) * width];
            (keys, places.iter().flat_map(row).copied().collect())
        })
    }

    fn in_parts<T>(&self, part: impl Fn(&[u32]) -> T) -> Vec<Vec<T>> {
        let of_shard = |places: &Vec<u32>| match places.is_empty() {
            true => vec![part(&[])],
            false => places.chunks(self.most).map(&part).collect(),
        };
        self.places.iter().map(of_shard).collect()
    }

    /// All rows in their order, from the answers; `None`: they have not `width` numbers each.
    pub fn gathered(&self, answers: &[Vec<Vec<f32>>], width: usize) -> Option<Vec<f32>> {
        let mut all = vec![0.0; self.keys.len() * width];
        for (places, parts) in self.places.iter().zip(answers) {
            let found: usize = parts.iter().map(Vec::len).sum();
            if found != places.len() * width {
                return None;
            }
            let rows = parts.iter().flat_map(|part| part.chunks_exact(width));
            for (place, row) in places.iter().zip(rows) {
                all[*place as usize * width..(*place as usize + 1) * width].copy_from_slice(row);
            }
        }
        Some(all)
    }

    /// What a batch pushes, by shard and part. A row with more bags than fit a message goes on in the next: the shard takes parts in
    /// their order.
    pub fn pushes(&self, batch: &Batch, scales: &[f32], gradients: &[f32], dimension: usize) -> Vec<Vec<Push>> {
        let transpose = batch.transpose();
        let mut bags = Bags { scales, gradients, dimension, part: 0, of: vec![(0, 0); scales.len()], all: Vec::new() };
        let of_shard = |places: &Vec<u32>| {
            let mut parts = Vec::new();
            let mut push = bags.begin();
            for place in places {
                let key = self.keys[*place as usize].0;
                for (number, bag) in transpose.bags(*place as usize).iter().enumerate() {
                    let bytes = Push::bytes(push.keys.len() + 1, push.bags.len() + 1, bags.all.len() + 1, dimension);
                    let is_full = bytes > ROOM || push.keys.len() == MOST_KEYS as usize;
                    if is_full {
                        bags.end(&mut push);
                        parts.push(std::mem::replace(&mut push, bags.begin()));
                    }
                    if number == 0 || is_full {
                        push.keys.push(key);
                        push.offsets.push(push.bags.len() as u32);
                    }
                    bags.name(*bag);
                    push.bags.push(*bag);
                    *push.offsets.last_mut().expect("one more than rows") = push.bags.len() as u32;
                }
            }
            bags.end(&mut push);
            parts.push(push);
            parts
        };
        self.places.iter().map(of_shard).collect()
    }
}

/// Bags of a batch, and those of a part, which are numbered there in the same order: so the numbers of a row's bags ascend.
struct Bags<'b> {
    scales: &'b [f32],
    gradients: &'b [f32],
    dimension: usize,
    part: u32,
    /// Of each bag the part that has named it last, and its number there, once the part has ended.
    of: Vec<(u32, u32)>,
    /// Those of the part, each once.
    all: Vec<u32>,
}

impl Bags<'_> {
    fn begin(&mut self) -> Push {
        self.part += 1;
        self.all.clear();
        Push::default()
    }

    fn name(&mut self, bag: u32) {
        let (part, _) = &mut self.of[bag as usize];
        if *part != self.part {
            *part = self.part;
            self.all.push(bag);
        }
    }

    /// Numbers the bags of a part, and gives it their gradients.
    fn end(&mut self, push: &mut Push) {
        let Self { scales, gradients, dimension, of, all, .. } = self;
        all.sort_unstable();
        for (number, bag) in (0..).zip(all) {
            let bag = *bag as usize;
            of[bag].1 = number;
            push.scales.push(scales[bag]);
            push.gradients.extend_from_slice(&gradients[bag * *dimension..(bag + 1) * *dimension]);
        }
        push.bags.iter_mut().for_each(|bag| *bag = of[*bag as usize].1);
    }
}

#[cfg(test)]
mod tests {
    use emberlane_drivers::BatchBuilder;

    use super::*;

    /// One row in more bags than fit a message, and rows around it.
    #[test]
    fn a_row_with_too_many_bags_for_a_message_goes_on_in_the_next() {
        const BAGS: u32 = 70_000;
        const DIMENSION: usize = 32;
        let mut indices: Vec<u32> = Vec::new();
        let mut offsets = vec![0];
        for bag in 0..BAGS {
            indices.extend([5, 6 + bag % 3]);
            offsets.push(indices.len() as u32);
        }
        let batch = BatchBuilder::new().table(&offsets, &indices).unwrap().build().unwrap();
        let keys: Vec<Key> = batch.transpose().rows().iter().map(|row| Key::new(0, *row)).collect();
        let spread = Spread::new(keys.clone(), 1, DIMENSION);
        let scales = vec![1.0; BAGS as usize];
        let gradients: Vec<f32> = (0..BAGS as usize * DIMENSION).map(|at| at as f32).collect();
        let parts = &spread.pushes(&batch, &scales, &gradients, DIMENSION)[0];
        assert!(parts.len() > 1, "{}", parts.len());
        let mut found = vec![Vec::new(); keys.len()];
        for part in parts {
            assert!(part.keys.len() + 1 == part.offsets.len() && part.keys.is_sorted());
            for (row, key) in part.keys.iter().enumerate() {
                let all = &mut found[keys.binary_search(&Key(*key)).unwrap()];
                assert!(part.bags_of(row).is_sorted());
                all.extend(part.bags_of(row).iter().map(|bag| part.gradient(*bag)[0] / DIMENSION as f32));
            }
            let body = crate::wire::Body::Push(part.clone());
            assert!(body.bytes() <= ROOM, "{}", body.bytes());
        }
        for (row, bags) in found.iter().enumerate() {
            let expected: Vec<f32> = batch.transpose().bags(row).iter().map(|bag| *bag as f32).collect();
            assert_eq!(*bags, expected, "row {row}");
        }
    }
}
