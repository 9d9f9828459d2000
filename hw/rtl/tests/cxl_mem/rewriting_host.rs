//! A host that writes lists while jobs use them: whatever it writes and when, nothing is written outside the regions of a job, every
//! job ends, and the next one is right.

use crate::bench::random;
use crate::stack::on_large_stack;
use crate::top::{Device, canonical};
use emberlane_registers::Register;
use emberlane_registers::cxl_mem::{self as map, Command, ErrorCode};
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;
use std::ops::Range;

const SCRATCH: u64 = map::SCRATCHPAD_BASE;
/// Rows of each of two tables.
const ROWS: u64 = 8;
const BAGS: u64 = 6;
const DATA: u64 = 0x1_0000;
const LOG: u64 = 0x8_0000;
const DESCRIPTORS: u64 = SCRATCH;
const LIST: u64 = 0x400;
const POOLED: u64 = SCRATCH + 0x1_0000;
const GRADIENTS: u64 = SCRATCH + 0x2_0000;
const STAGED: u64 = SCRATCH + 0x3_0000;
const ACCUMULATED: u64 = SCRATCH + 0x4_0000;
/// Cycles in which a job ends, if ever.
const PATIENCE: usize = 20_000;

/// The lists of a job, by their registers.
type Lists = Vec<(Register, Vec<u32>)>;

/// A batch in two tables.
struct Batch {
    /// Rows of each bag, by table.
    bags: [Vec<Vec<u32>>; 2],
}

impl Batch {
    fn new(random: &mut Pcg64) -> Self {
        let bag =
            |random: &mut Pcg64| (0..random.random_range(1..6)).map(|_| random.random_range(0..ROWS as u32)).collect();
        Self { bags: [(); 2].map(|()| (0..BAGS / 2).map(|_| bag(random)).collect()) }
    }

    fn all_bags(&self) -> impl Iterator<Item = (usize, &Vec<u32>)> {
        self.bags.iter().enumerate().flat_map(|(table, bags)| bags.iter().map(move |bag| (table, bag)))
    }

    /// Bags by table and row.
    fn transposed(&self) -> BTreeMap<(usize, u32), Vec<u32>> {
        let mut rows = BTreeMap::new();
        for (number, (table, bag)) in self.all_bags().enumerate() {
            for &row in bag {
                rows.entry((table, row)).or_insert_with(Vec::new).push(number as u32);
            }
        }
        rows
    }

    fn entries(&self) -> u64 {
        self.all_bags().map(|(_, bag)| bag.len() as u64).sum()
    }

    /// Lists of a job whose tables lie at a DPA.
    fn lists(&self, command: Command, tables: u64, vector: u64) -> Lists {
        let rows = self.transposed();
        let directory = |segments: [usize; 2]| {
            let table = |number: u64| {
                let base = tables + number * ROWS * vector;
                [base as u32, (base >> 32) as u32, ROWS as u32, segments[number as usize] as u32]
            };
            [table(0), table(1)].concat()
        };
        let offsets = |lengths: Vec<usize>| {
            let mut offsets = vec![0_u32];
            lengths.iter().for_each(|length| offsets.push(offsets[offsets.len() - 1] + *length as u32));
            offsets
        };
        if command == Command::Lookup {
            return vec![
                (map::BAG_DIRECTORY, directory([BAGS as usize / 2; 2])),
                (map::BAG_OFFSETS, offsets(self.all_bags().map(|(_, bag)| bag.len()).collect())),
                (map::INDICES, self.all_bags().flat_map(|(_, bag)| bag.clone()).collect()),
            ];
        }
        let of_table = |table| rows.keys().filter(|row| row.0 == table).count();
        vec![
            (map::ROW_DIRECTORY, directory([of_table(0), of_table(1)])),
            (map::ROW_OFFSETS, offsets(rows.values().map(Vec::len).collect())),
            (map::ROWS, rows.keys().map(|row| row.1).collect()),
            (map::SOURCE_BAGS, rows.values().flatten().copied().collect()),
        ]
    }
}

/// A word of a list and what the host writes there now and then.
struct Attack {
    address: u64,
    good: u32,
    bad: u32,
}

impl Attack {
    fn new(lists: &Lists, random: &mut Pcg64) -> Self {
        // Most attacks go for the directory, where a word moves many lines.
        let place = random.random_range(0..3 * lists.len()).saturating_sub(2 * lists.len());
        let words = &lists[place].1;
        let word = random.random_range(0..words.len());
        let good = words[word];
        let bad = match random.random_range(0..6) {
            0 => random.random(),
            1 => good.wrapping_add(64 * random.random_range(1..40)),
            2 => good.wrapping_sub(64 * random.random_range(1..40)),
            3 => good.wrapping_add(random.random_range(1..4)),
            4 => good.wrapping_sub(1),
            _ => 0,
        };
        Self { address: DESCRIPTORS + LIST * place as u64 + 4 * word as u64, good, bad }
    }
}

/// A job under attack, or a clean one; what it came to.
fn run(device: &mut Device<1, 6>, command: Command, batch: &Batch, vector: u64, attacks: bool) -> Result<(), u64> {
    let tables = if command == Command::Accumulate { ACCUMULATED } else { DATA };
    let lists = batch.lists(command, tables, vector);
    for (place, (register, words)) in lists.iter().enumerate() {
        let address = DESCRIPTORS + LIST * place as u64;
        device.write_words(address, words);
        device.write_register(*register, address);
    }
    let rows = batch.transposed().len() as u64;
    for (register, value) in [
        (map::DATA_BASE, tables),
        (map::DATA_BYTES, 2 * ROWS * vector),
        (map::POOLED_BYTES, BAGS * vector),
        (map::GRADIENT_BYTES, BAGS * vector),
        (map::ENTRY_COUNT, batch.entries()),
        (map::ROW_COUNT, rows),
        (map::CLEAR, map::CLEAR_STATUS.place(1)),
    ] {
        device.write_register(register, value);
    }
    let record = (1 + rows.div_ceil(8)) * 64 + rows * vector;
    let allowed: Range<u64> = match command {
        Command::Lookup => POOLED..POOLED + BAGS * vector,
        Command::Stage => STAGED..STAGED + rows * vector,
        Command::LogRows => LOG..LOG + record,
        _ => tables..tables + 2 * ROWS * vector,
    };
    for memory in device.channels.iter_mut().chain(&mut device.scratchpad) {
        memory.written.clear();
    }
    let attack = Attack::new(&lists, &mut device.random);
    device.write_register(map::DOORBELL, command as u64);
    let mut cycles = 0;
    while !device.block.irq.val() {
        assert!(
            cycles < PATIENCE,
            "{command:?} never ends; {:#x} was {:#x} or {:#x}",
            attack.address,
            attack.good,
            attack.bad
        );
        if attacks && device.random.random_ratio(1, 4) {
            let value = if device.random.random() { attack.bad } else { attack.good };
            device.write_words(attack.address, &[value]);
        }
        device.cycle();
        cycles += 1;
    }
    let written = device.channels[0].written.iter().copied();
    for address in written.chain(device.scratchpad[0].written.iter().map(|address| SCRATCH + address)) {
        assert!(
            allowed.contains(&address) && address.is_multiple_of(64),
            "{command:?} wrote {address:#x}, outside {allowed:#x?}; {:#x} was {:#x} or {:#x}",
            attack.address,
            attack.good,
            attack.bad
        );
    }
    match device.read_register(map::ERROR) {
        0 => {
            assert_eq!(map::DONE.get(device.read_register(map::STATUS)), 1, "{command:?} ended without a word");
            Ok(())
        }
        error => Err(error),
    }
}

/// The pooled vectors of a clean lookup.
fn check(device: &mut Device<1, 6>, batch: &Batch, vector: u64) {
    assert_eq!(run(device, Command::Lookup, batch, vector, false), Ok(()), "a clean lookup");
    let length = vector as usize / 4;
    for (number, (table, bag)) in batch.all_bags().enumerate() {
        let mut sums = vec![0.0_f32; length];
        for row in bag {
            let row = device.read_words(DATA + (table as u64 * ROWS + u64::from(*row)) * vector, length);
            sums.iter_mut().zip(row).for_each(|(sum, word)| *sum += f32::from_bits(word));
        }
        let pooled = device.read_words(POOLED + number as u64 * vector, length);
        assert_eq!(pooled, sums.into_iter().map(canonical).collect::<Vec<_>>(), "bag {number}");
    }
}

fn rewrite(lines: u64, jobs: usize, seed: u64) {
    let vector = 64 * lines;
    let mut random = random(&format!("rewriting host, {lines} lines"), seed);
    let data: Vec<u32> = (0..2 * ROWS * vector / 4).map(|_| random.random_range(-2.0_f32..2.0).to_bits()).collect();
    let gradients: Vec<u32> = (0..BAGS * vector / 4).map(|_| random.random_range(-2.0_f32..2.0).to_bits()).collect();
    let batches = [(); 3].map(|()| Batch::new(&mut random));
    let mut device = Device::<1, 6>::new(random);
    device.write_words(DATA, &data);
    device.write_words(GRADIENTS, &gradients);
    for (register, value) in [
        (map::VECTOR_LENGTH, vector / 4),
        (map::LEARNING_RATE, u64::from(0.1_f32.to_bits())),
        (map::DESCRIPTOR_BASE, DESCRIPTORS),
        (map::DESCRIPTOR_BYTES, 0x1_0000),
        (map::POOLED_BASE, POOLED),
        (map::GRADIENT_BASE, GRADIENTS),
        (map::STAGED_BASE, STAGED),
        (map::LOG_BASE, LOG),
        (map::LOG_BYTES, 0x1_0000),
        (map::ROW_LOG, LOG),
        (map::TABLE_COUNT, 2),
        (map::BAG_COUNT, BAGS),
    ] {
        device.write_register(register, value);
    }
    let commands = [Command::Update, Command::Lookup, Command::Accumulate, Command::Stage, Command::LogRows];
    let mut came_to = BTreeMap::new();
    for job in 0..jobs {
        let batch = &batches[job / commands.len() % batches.len()];
        let command = commands[job % commands.len()];
        let error = run(&mut device, command, batch, vector, true).err();
        *came_to.entry((command as u64, error)).or_insert(0) += 1;
        if job + 1 == jobs {
            check(&mut device, batch, vector);
        }
    }
    eprintln!("{came_to:?}");
    let ended =
        |error: Option<u64>| came_to.iter().filter(|(key, _)| key.1 == error).map(|(_, count)| count).sum::<usize>();
    let changed = ended(Some(ErrorCode::OutsideJob as u64));
    assert!(ended(None) > jobs / 10 && changed > 0, "{came_to:?}");
}

/// Rust-HDL's simulation is slow: many more run on the Verilated device.
#[test]
fn lists_change_under_jobs() {
    on_large_stack(|| rewrite(1, 10, 1));
}
