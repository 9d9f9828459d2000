//! What a batch needs of each shard, in messages that are not too large.

use emberlane_drivers::Batch;
use emberlane_ps::Key;

use crate::wire::{HEADER_BYTES, LONGEST_MESSAGE, MOST_KEYS, MOST_PARTS, Push, Rows};

/// Bytes of a body.
const ROOM: usize = LONGEST_MESSAGE - HEADER_BYTES;

/// Bytes of rows that are asked for in one message. The shard looks for those of the next while these are on their way, and they are copied
/// to their places meanwhile.
const ASKED: usize = 512 << 10;

/// Unique rows, and which shard has each.
#[derive(Clone, Debug)]
pub struct Spread {
    /// Of each shard the places of its rows among all of them.
    places: Vec<Vec<u32>>,
    keys: Vec<Key>,
    /// Rows of a message at most, and of one that asks for them.
    most: usize,
    asked: usize,
}

impl Spread {
    /// Rows that are asked for, of which answers have `width` numbers each.
    #[must_use]
    pub fn new(keys: Vec<Key>, shards: u16, width: usize) -> Self {
        let mut places = vec![Vec::new(); shards.into()];
        for (place, key) in (0..).zip(&keys) {
            places[key.part(shards.into()) as usize].push(place);
        }
        // A row is asked for by a key, or written with one.
        let most = (ROOM / (8 + 4 * width)).min(MOST_KEYS as usize);
        let asked = (ASKED / (4 * width)).clamp(1, most);
        Self { places, keys, most, asked }
    }

    /// Keys by shard and part; a shard without rows has one part without any.
    #[must_use]
    pub fn keys(&self) -> Vec<Vec<Vec<u64>>> {
        let of_part = |places: &[u32]| places.iter().map(|place| self.keys[*place as usize].0).collect();
        self.places.iter().map(|places| parts(places, self.asked(places)).map(of_part).collect()).collect()
    }

    /// Rows of a message that asks for those of a shard.
    fn asked(&self, places: &[u32]) -> usize {
        self.asked.max(places.len().div_ceil(MOST_PARTS.into())).min(self.most)
    }

    /// Keys with rows, `width` numbers each, by shard and part.
    pub(crate) fn rows(&self, rows: &[f32], width: usize) -> Vec<Vec<(Vec<u64>, Vec<f32>)>> {
        let of_part = |places: &[u32]| {
            let keys = places.iter().map(|place| self.keys[*place as usize].0).collect();
            let row = |place: &u32| &rows[*place as usize * width..(*place as usize + 1) * width];
            (keys, places.iter().flat_map(row).copied().collect())
        };
        self.places.iter().map(|places| parts(places, self.most).map(of_part).collect()).collect()
    }

    /// Copies the rows of an answer to their places among all, of `width` numbers each; false: they are not those that were asked for.
    pub(crate) fn place(&self, [shard, part]: [usize; 2], rows: &Rows, width: usize, all: &mut [f32]) -> bool {
        let of_shard = self.places.get(shard);
        let places = of_shard.and_then(|places| parts(places, self.asked(places)).nth(part));
        let Some(places) = places else { return false };
        if rows.len() != places.len() * width {
            return false;
        }
        let mut reader = rows.reader();
        // Rows that lie one behind the other, as those of a single shard, are one copy.
        for run in places.chunk_by(|place, next| *next == place + 1) {
            let first = run[0] as usize * width;
            reader.read(&mut all[first..first + run.len() * width]);
        }
        true
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// What a batch pushes, by shard and part. A row with more bags than fit a message goes on in the next: the shard takes parts in
    /// their order.
    pub(crate) fn pushes(&self, batch: &Batch, scales: &[f32], gradients: &[f32], dimension: usize) -> Vec<Vec<Push>> {
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

/// The parts of a shard's rows: one without any, if it has none.
fn parts(places: &[u32], most: usize) -> impl Iterator<Item = &[u32]> {
    let none = places.is_empty().then_some(places);
    none.into_iter().chain(places.chunks(most))
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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the parts and the order in which they come, every row comes to its place; parts of another size are refused.
        #[test]
        fn rows_come_to_their_places(
            rows in proptest::collection::btree_set(0u32..500, 0..60),
            shards in 1u16..4,
            width in 1usize..5,
            asked in 1usize..9,
            random in any::<prop::sample::Index>(),
        ) {
            let keys: Vec<Key> = rows.iter().map(|row| Key::new(row % 3, *row)).collect();
            let spread = Spread { asked, ..Spread::new(keys.clone(), shards, width) };
            let of_row = |key: u64| (0..width).map(move |number| (Key(key).row() * 8) as f32 + number as f32);
            let expected: Vec<f32> = keys.iter().flat_map(|key| of_row(key.0)).collect();
            let mut parts: Vec<([usize; 2], Vec<u64>)> = Vec::new();
            for (shard, of_shard) in spread.keys().into_iter().enumerate() {
                prop_assert!(!of_shard.is_empty() && of_shard.iter().all(|part| part.len() <= asked));
                parts.extend(of_shard.into_iter().enumerate().map(|(part, keys)| ([shard, part], keys)));
            }
            let first = random.index(parts.len());
            parts.rotate_left(first);
            let mut all = vec![-1.0; expected.len()];
            for (which, keys) in parts {
                let rows: Vec<f32> = keys.iter().flat_map(|key| of_row(*key)).collect();
                let longer: Vec<f32> = rows.iter().copied().chain([0.0]).collect();
                prop_assert!(!spread.place(which, &longer.into(), width, &mut all));
                prop_assert!(spread.place(which, &rows.into(), width, &mut all));
            }
            prop_assert_eq!(all, expected);
            prop_assert!(!spread.place([usize::from(shards), 0], &Rows::default(), width, &mut []));
        }
    }

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
