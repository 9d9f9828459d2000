//! A batch that is looked up before the one in front of it is applied.

use super::{
    discover,
    workload::{Bags, Size, Workload, multiply, numbered, subtract},
};
use emberlane_drivers::{Batch, Command, CxlMem, Transport};
use emberlane_registers::{Register, cxl_mem as registers};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// Bytes of scratchpad, at its end, for the vectors of a test and behind them its lists. The driver's batches do not reach it.
const ROOM: u64 = 64 << 20;
const ONE: u32 = 0x3f80_0000;
const MINUS_ONE: u32 = 0xbf80_0000;

/// Segments of one table, as an accumulation has them: the row of each, and its operands with their scales.
type Segments = Vec<(u32, Vec<(u32, u32)>)>;

/// Looks batches up too early, and brings their pooled vectors up to date by two accumulations, the second of them in place.
///
/// # Panics
/// Where the device differs from plain arithmetic.
pub fn relaxed_lookups<T: Transport>(transport: T, seed: u64, rounds: usize, size: Size) {
    let mut device = discover(transport);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for round in 0..rounds {
        let context = format!("seed {seed}, round {round}");
        let workload = Workload::random(&mut random, size, device.capabilities());
        device.configure(workload.configuration.clone()).expect("the tables fit");
        for (table, words) in workload.tables.iter().enumerate() {
            device.load_table(table, words).expect("the table exists");
        }
        let [(bags, batch), (next_bags, next)] = [(); 2].map(|()| {
            let bags = workload.bags(&mut random, size);
            let batch = workload.batch(&mut random, &bags);
            (bags, batch)
        });
        let gradients = workload.gradients(&mut random, &batch);
        let [deltas, sums] = segments(&bags, &batch, &next_bags, &next);
        let vector_bytes = device.data_plan().expect("configured").vector_bytes;
        let vectors = registers::SCRATCHPAD_BASE + registers::SCRATCHPAD_BYTES - ROOM;
        let (bag_count, row_count) = (next.bags() as u64, deltas.len() as u64);
        let delta_base = vectors + bag_count * vector_bytes;
        let gradient_base = delta_base + row_count * vector_bytes;
        let gradient_bytes: Vec<u8> = gradients.iter().flat_map(|word| word.to_le_bytes()).collect();
        device.transport_mut().memory_write(gradient_base, &gradient_bytes).expect("the gradients lie in memory");
        device.post(&next).expect("the batch is well formed");
        device.prepare().expect("the batch is posted");
        set(&mut device, &[(&registers::POOLED_BASE, vectors), (&registers::POOLED_BYTES, bag_count * vector_bytes)]);
        device.submit(Command::Lookup as u64).unwrap_or_else(|error| panic!("{context}: {error}"));
        let mut expected = workload.pooled(&next_bags, &next);
        if !deltas.is_empty() {
            set(
                &mut device,
                &[
                    (&registers::DATA_BASE, delta_base),
                    (&registers::DATA_BYTES, row_count * vector_bytes),
                    (&registers::GRADIENT_BASE, gradient_base),
                    (&registers::GRADIENT_BYTES, gradient_bytes.len() as u64),
                    (&registers::BAG_COUNT, batch.bags() as u64),
                ],
            );
            accumulate(&mut device, delta_base, row_count, &deltas, &context);
            set(
                &mut device,
                &[
                    (&registers::LEARNING_RATE, MINUS_ONE.into()),
                    (&registers::DATA_BASE, vectors),
                    (&registers::DATA_BYTES, bag_count * vector_bytes),
                    (&registers::GRADIENT_BASE, vectors),
                    (&registers::GRADIENT_BYTES, (bag_count + row_count) * vector_bytes),
                    (&registers::BAG_COUNT, bag_count + row_count),
                ],
            );
            accumulate(&mut device, vectors, bag_count, &sums, &context);
            let found = reduced(&workload, &deltas, workload.configuration.learning_rate, &gradients);
            expected.extend(found.into_values().flatten());
            let length = workload.configuration.vector_length as usize;
            for (bag, sum) in reduced(&workload, &sums, MINUS_ONE, &expected) {
                expected[bag as usize * length..][..length].copy_from_slice(&sum);
            }
        }
        let mut bytes = vec![0; expected.len() * 4];
        device.transport_mut().memory_read(vectors, &mut bytes).expect("the vectors lie in memory");
        let found = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
        let differs = found.zip(&expected).position(|(found, expected)| found != *expected);
        assert_eq!(differs, None, "{context}: element, of {bag_count} pooled vectors and {row_count} rows");
    }
}

/// What the two accumulations do: rows that both batches use with the bags of the first, and bags of the second that use such
/// rows with themselves and the rows, which are numbered behind the bags.
fn segments(bags: &Bags, batch: &Batch, next_bags: &Bags, next: &Batch) -> [Segments; 2] {
    let scale = |batch: &Batch, bag: usize| batch.scales().map_or(ONE, |scales| scales[bag]);
    let mut users: BTreeMap<(usize, u32), Vec<(u32, u32)>> = BTreeMap::new();
    for (number, (table, rows)) in numbered(bags).enumerate() {
        for &row in rows {
            users.entry((table, row)).or_default().push((number as u32, scale(batch, number)));
        }
    }
    users.retain(|(table, row), _| next_bags[*table].iter().flatten().any(|used| used == row));
    let mut sums = Segments::new();
    for (number, (table, rows)) in numbered(next_bags).enumerate() {
        let mut operands = vec![(number as u32, ONE)];
        for (delta, (shared_table, shared)) in users.keys().enumerate() {
            let uses = if *shared_table == table { rows.iter().filter(|row| *row == shared).count() } else { 0 };
            operands.extend(std::iter::repeat_n(((next.bags() + delta) as u32, scale(next, number)), uses));
        }
        if operands.len() > 1 {
            sums.push((number as u32, operands));
        }
    }
    [(0..).zip(users.into_values()).collect(), sums]
}

/// What an accumulation leaves in each row.
fn reduced(workload: &Workload, segments: &Segments, rate: u32, vectors: &[u32]) -> BTreeMap<u32, Vec<u32>> {
    let length = workload.configuration.vector_length as usize;
    let sum = |operands: &[(u32, u32)]| {
        let mut sum = vec![0; length];
        for &(operand, scale) in operands {
            for (sum, &element) in sum.iter_mut().zip(&vectors[operand as usize * length..]) {
                *sum = subtract(*sum, multiply(rate, multiply(scale, element)));
            }
        }
        sum
    };
    segments.iter().map(|(row, operands)| (*row, sum(operands))).collect()
}

fn set<T: Transport>(device: &mut CxlMem<T>, settings: &[(&'static Register, u64)]) {
    settings.iter().for_each(|(register, value)| device.set(register, *value).expect(register.name));
}

/// Writes the lists of an accumulation to one table of so many rows at `base`, and runs it.
fn accumulate<T: Transport>(device: &mut CxlMem<T>, base: u64, rows: u64, segments: &Segments, context: &str) {
    let ends = segments.iter().scan(0, |end, (_, operands)| {
        *end += operands.len() as u32;
        Some(*end)
    });
    let operands: Vec<(u32, u32)> = segments.iter().flat_map(|(_, operands)| operands.iter().copied()).collect();
    let lists = [
        (&registers::ROW_DIRECTORY, vec![base as u32, (base >> 32) as u32, rows as u32, segments.len() as u32]),
        (&registers::ROW_OFFSETS, std::iter::once(0).chain(ends).collect()),
        (&registers::ROWS, segments.iter().map(|(row, _)| *row).collect()),
        (&registers::SOURCE_BAGS, operands.iter().map(|(operand, _)| *operand).collect()),
        (&registers::SOURCE_SCALES, operands.iter().map(|(_, scale)| *scale).collect()),
    ];
    let descriptors = registers::SCRATCHPAD_BASE + registers::SCRATCHPAD_BYTES - ROOM / 2;
    let mut address = descriptors;
    for (register, words) in lists {
        let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        device.transport_mut().memory_write(address, &bytes).expect("the lists lie in memory");
        set(device, &[(register, address)]);
        address = (address + bytes.len() as u64).next_multiple_of(registers::LINE_BYTES);
    }
    set(
        device,
        &[
            (&registers::DESCRIPTOR_BASE, descriptors),
            (&registers::DESCRIPTOR_BYTES, address - descriptors),
            (&registers::TABLE_COUNT, 1),
            (&registers::ROW_COUNT, segments.len() as u64),
            (&registers::ENTRY_COUNT, operands.len() as u64),
        ],
    );
    device.submit(Command::Accumulate as u64).unwrap_or_else(|error| panic!("{context}: {error}"));
}
