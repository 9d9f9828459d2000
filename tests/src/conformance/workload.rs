//! Random tables and batches, and what a device should make of them.

use emberlane_drivers::{Batch, BatchBuilder, Capabilities, Configuration, Pooling};
use rand::{Rng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

/// Bags of each table: `bags[table][bag]` are the rows.
pub type Bags = Vec<Vec<Vec<u32>>>;

/// How much work a batch may be; RTL takes its time.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Most entries of a batch.
    pub entries: usize,
    /// Most rows of a table.
    pub rows: u32,
}

/// FP32 bit patterns that arithmetic units get wrong.
const SPECIAL: [u32; 18] = [
    0x0000_0000, // +0
    0x8000_0000, // -0
    0x0000_0001, // least subnormal
    0x8000_0001,
    0x007f_ffff, // greatest subnormal
    0x807f_ffff,
    0x0080_0000, // least normal
    0x8080_0000,
    0x7f7f_ffff, // greatest
    0xff7f_ffff,
    0x7f80_0000, // infinities
    0xff80_0000,
    0x7fc0_0000, // NaN: canonical, negative, signalling, with payload
    0xffc0_0000,
    0x7f80_0001,
    0x7fc1_2345,
    0x3f80_0000, // one
    0xbf80_0000,
];

/// What values a workload is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    /// Near one, as in training.
    Tame,
    /// Tame, with a special value now and then.
    Spiced,
    /// Any bit pattern.
    Wild,
}

/// Tables on a device, kept twice: there, and here.
#[derive(Clone, Debug)]
pub struct Workload {
    /// What the device is configured with.
    pub configuration: Configuration,
    /// What the tables should hold.
    pub tables: Vec<Vec<u32>>,
    values: Values,
}

impl Workload {
    /// Random tables that fit a device.
    pub fn random(random: &mut Pcg64Mcg, size: Size, capabilities: &Capabilities) -> Self {
        let vector_length = 16 * random.random_range(1..=capabilities.longest_vector / 16);
        let pooling = if random.random() { Pooling::Sum } else { Pooling::Mean };
        let rows: Vec<u32> = (0..random.random_range(1..=6))
            .map(|_| match random.random_range(0..4) {
                0 => random.random_range(1..=3),
                1 => random.random_range(1..=20),
                _ => random.random_range(1..=size.rows),
            })
            .collect();
        let values = *[Values::Tame, Values::Spiced, Values::Wild].choose(random).expect("three kinds");
        // Each table may be pushed up to the next 256 bytes.
        let most = rows.iter().map(|&rows| u64::from(rows) * u64::from(vector_length) * 4 + 256).sum::<u64>();
        let room = capabilities.persistent_bytes - most;
        let data_base = match random.random_range(0..3) {
            0 => 0,
            1 => random.random_range(0..=1 << 20),
            _ => room,
        } / 64
            * 64;
        let learning_rate = value(random, values);
        let configuration =
            Configuration { data_base, ..Configuration::new(vector_length, pooling, learning_rate, rows) };
        let tables =
            configuration.rows.iter().map(|&rows| vectors(random, values, rows as usize, vector_length)).collect();
        Self { configuration, tables, values }
    }

    /// Random bags: empty ones, repeats, rows that are used by nearly every bag, and tables without a bag.
    pub fn bags(&self, random: &mut Pcg64Mcg, size: Size) -> Bags {
        let rows = &self.configuration.rows;
        let mut left = size.entries;
        let mut bags: Bags = rows
            .iter()
            .map(|&rows| {
                let hot = random.random_range(0..rows);
                let heat = random.random_range(0.0..1.0);
                (0..random.random_range(0..=12))
                    .map(|_| {
                        let longest = *[0, 1, 4, 40].choose(random).expect("four lengths");
                        let entries = random.random_range(0..=longest).min(left);
                        left -= entries;
                        let mut row = || if random.random_bool(heat) { hot } else { random.random_range(0..rows) };
                        (0..entries).map(|_| row()).collect()
                    })
                    .collect()
            })
            .collect();
        if bags.iter().all(Vec::is_empty) {
            bags[0].push(vec![0]);
        }
        bags
    }

    /// The batch of some bags, with its scales if pooling is mean. Those of wild values are anything but 1/n.
    pub fn batch(&self, random: &mut Pcg64Mcg, bags: &Bags) -> Batch {
        let mut builder = BatchBuilder::new();
        for table in bags {
            let mut offsets = vec![0];
            offsets.extend(table.iter().scan(0, |end, bag| {
                *end += bag.len() as u32;
                Some(*end)
            }));
            builder = builder.table(&offsets, &table.concat()).expect("offsets are the sums of lengths");
        }
        let batch = builder.build().expect("there is a bag");
        if self.configuration.pooling == Pooling::Sum {
            return batch;
        }
        let scale = |random: &mut Pcg64Mcg, bag: &Vec<u32>| match self.values {
            Values::Wild => value(random, Values::Spiced),
            _ if bag.is_empty() => 0,
            _ => (1.0 / bag.len() as f32).to_bits(),
        };
        let scales = bags.iter().flatten().map(|bag| scale(random, bag)).collect();
        batch.with_scales(scales).expect("one scale a bag")
    }

    /// One random gradient a bag.
    pub fn gradients(&self, random: &mut Pcg64Mcg, batch: &Batch) -> Vec<u32> {
        vectors(random, self.values, batch.bags(), self.configuration.vector_length)
    }

    /// The pooled vectors of a batch.
    pub fn pooled(&self, bags: &Bags, batch: &Batch) -> Vec<u32> {
        let length = self.configuration.vector_length as usize;
        let mut pooled = Vec::new();
        for (table, bag) in numbered(bags) {
            let mut sum = vec![0; length];
            for &row in bag {
                let start = row as usize * length;
                for (sum, &element) in sum.iter_mut().zip(&self.tables[table][start..start + length]) {
                    *sum = add(*sum, element);
                }
            }
            if let Some(scales) = batch.scales() {
                let scale = scales[pooled.len() / length];
                sum.iter_mut().for_each(|sum| *sum = multiply(*sum, scale));
            }
            pooled.extend(sum);
        }
        pooled
    }

    /// Applies the gradients of a batch, bag after bag.
    pub fn update(&mut self, bags: &Bags, batch: &Batch, gradients: &[u32]) {
        let length = self.configuration.vector_length as usize;
        let rate = self.configuration.learning_rate;
        for (number, (table, bag)) in numbered(bags).enumerate() {
            let gradient = &gradients[number * length..(number + 1) * length];
            for &row in bag {
                let start = row as usize * length;
                for (weight, &gradient) in self.tables[table][start..start + length].iter_mut().zip(gradient) {
                    let scaled = batch.scales().map_or(gradient, |scales| multiply(scales[number], gradient));
                    *weight = subtract(*weight, multiply(rate, scaled));
                }
            }
        }
    }
}

/// Every bag with its table, in the order in which bags are numbered.
pub fn numbered(bags: &Bags) -> impl Iterator<Item = (usize, &Vec<u32>)> {
    bags.iter().enumerate().flat_map(|(table, bags)| bags.iter().map(move |bag| (table, bag)))
}

fn vectors(random: &mut Pcg64Mcg, values: Values, count: usize, length: u32) -> Vec<u32> {
    (0..count * length as usize).map(|_| value(random, values)).collect()
}

fn value(random: &mut Pcg64Mcg, values: Values) -> u32 {
    match values {
        Values::Wild => random.random(),
        Values::Spiced if random.random_bool(0.05) => *SPECIAL.choose(random).expect("some are special"),
        _ => random.random_range(-2.0f32..2.0).to_bits(),
    }
}

fn canonical(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

fn add(a: u32, b: u32) -> u32 {
    canonical(f32::from_bits(a) + f32::from_bits(b))
}

pub fn subtract(a: u32, b: u32) -> u32 {
    canonical(f32::from_bits(a) - f32::from_bits(b))
}

pub fn multiply(a: u32, b: u32) -> u32 {
    canonical(f32::from_bits(a) * f32::from_bits(b))
}
