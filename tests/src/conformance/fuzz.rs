//! Jobs with random damage.

use super::{
    aside::Aside,
    discover,
    snapshot::Snapshot,
    workload::{Size, Workload},
};
use emberlane_drivers::{Command, CxlMem, CxlMemError, List, Transport};
use emberlane_registers::{Access, Register, cxl_mem as registers};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

/// The jobs that are no logs.
const COMMANDS: [Command; 4] = [Command::Lookup, Command::Update, Command::Stage, Command::Accumulate];

/// Damages registers and lists of random jobs. Each must end, well or with an error, and one that fails must have written
/// nothing. Returns how many failed.
///
/// Over a [`Lockstep`](crate::Lockstep), that both devices say and do the same is checked as well.
///
/// # Panics
/// Where the device does anything else.
pub fn corrupted_jobs<T: Transport>(transport: T, seed: u64, jobs: usize, size: Size) -> usize {
    let mut device = discover(transport);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut failures = 0;
    for number in 0..jobs {
        let workload = Workload::random(&mut random, size, device.capabilities());
        let bags = workload.bags(&mut random, size);
        let batch = workload.batch(&mut random, &bags);
        device.configure(workload.configuration.clone()).expect("the tables fit");
        for (table, words) in workload.tables.iter().enumerate() {
            device.load_table(table, words).expect("the table exists");
        }
        device.post(&batch).expect("the batch is well formed");
        device.write_gradients(&workload.gradients(&mut random, &batch)).expect("one gradient a bag");
        device.prepare().expect("the batch is posted");
        let aside = Aside::new(&device, batch.transpose().rows().len() as u64);
        let mut command = *COMMANDS.choose(&mut random).expect("four");
        aside.prepare(&mut device, command);
        let damages: Vec<String> = (0..random.random_range(1..=3)).map(|_| damage(&mut device, &mut random)).collect();
        // Where rows of the one are gradients of another it is not defined what they are.
        if command == Command::Accumulate && shares_memory(&mut device) {
            command = Command::Update;
        }
        let before = Snapshot::take(&mut device);
        let context = format!("seed {seed}, job {number}: {command:?} with {}", damages.join(", "));
        // A failure of a test shows what it printed: the last line is the job at which devices went apart.
        eprintln!("{context}");
        match device.submit(command as u64) {
            Ok(()) => {}
            Err(CxlMemError::Device(error)) => {
                failures += 1;
                before.assert_unchanged(&mut device, &[], &format!("{context}: {error}"));
                device.clear().expect("a failure can be cleared");
            }
            Err(error) => panic!("{context}: {error}"),
        }
        // Reading all of it is what a lockstep compares by.
        Snapshot::take(&mut device);
        device.counters().unwrap_or_else(|error| panic!("{context}: {error}"));
    }
    failures
}

/// Whether the data region shares memory with the gradient region, where that is a region at all.
fn shares_memory<T: Transport>(device: &mut CxlMem<T>) -> bool {
    let mut read = |register: &Register| device.transport_mut().mmio_read(register.offset).expect(register.name);
    let [data, data_bytes, gradients, gradient_bytes] =
        [&registers::DATA_BASE, &registers::DATA_BYTES, &registers::GRADIENT_BASE, &registers::GRADIENT_BYTES]
            .map(|register| u128::from(read(register)));
    data < gradients + gradient_bytes && gradients < data + data_bytes
}

/// Changes one register, or one word of one list; says which, and how.
fn damage<T: Transport>(device: &mut CxlMem<T>, random: &mut Pcg64Mcg) -> String {
    if random.random() {
        // Those of a batch. The ones behind them say who else is there, for whom the job would wait, and how slow memory is.
        let of_a_job = |register: &&Register| {
            let of_a_batch = register.offset < registers::FLUSH_TARGET.offset;
            register.access == Access::ReadWrite && (of_a_batch || register.offset == registers::STAGED_BASE.offset)
        };
        let settings: Vec<&'static Register> = registers::REGISTERS.iter().filter(of_a_job).collect();
        let register = *settings.choose(random).expect("there are settings");
        let from = *settings.choose(random).expect("there are settings");
        let mut read = |register: &Register| device.transport_mut().mmio_read(register.offset).expect(register.name);
        let (value, other) = (read(register), read(from));
        let value = match random.random_range(0..5) {
            0 => nudge(random, value),
            1 => value ^ 1 << random.random_range(0..register.width),
            2 => other,
            3 => 0,
            _ => random.random(),
        };
        device.set(register, value).expect(register.name);
        return format!("{} = {value:#x}", register.name);
    }
    let list = *List::ALL.choose(random).expect("there are lists");
    let plan = device.batch_plan().expect("posted").clone();
    let end = plan.lists.iter().copied().filter(|&start| start > plan.list(list)).min();
    let words = (end.unwrap_or(plan.descriptors.end()).saturating_sub(plan.list(list)) / 4).max(1);
    let position = random.random_range(0..words);
    let address = (plan.list(list) + 4 * position).min(plan.gradients.end());
    let mut word = [0; 4];
    device.transport_mut().memory_read(address, &mut word).expect("lists lie in memory");
    let word = u32::from_le_bytes(word);
    let word = match random.random_range(0..4) {
        0 => nudge(random, word.into()) as u32,
        1 => word ^ 1 << random.random_range(0..32),
        2 => random.random_range(0..16),
        _ => random.random(),
    };
    device.transport_mut().memory_write(address, &word.to_le_bytes()).expect("lists lie in memory");
    format!("{}[{position}] = {word:#x}", list.register().name)
}

/// A value close by.
fn nudge(random: &mut Pcg64Mcg, value: u64) -> u64 {
    let step = *[1, 2, 4, 64, 128].choose(random).expect("there are steps");
    if random.random() { value.wrapping_add(step) } else { value.wrapping_sub(step) }
}
