//! The RTL's waveform shows what its counters count and what its memory saw, in any window of cycles.
#![cfg(feature = "rtl")]

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;

use emberlane_drivers::{BatchBuilder, Command, Configuration, CxlMem, Pooling, Transport};
use emberlane_registers::Register;
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::conformance;
use emberlane_verilated::axi::{PortStatistics, StallProfile};
use emberlane_verilated::{CLOCK_PERIOD_PS, RtlCxlMem};
use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const VECTOR_LENGTH: u32 = 48;
const ROWS: u32 = 300;

/// A waveform's signals, cycle by cycle, as a register would take them at the rising edge.
struct Waveform {
    names: Vec<String>,
    /// First cycle, and for each cycle the values of `names`; what has more than 64 bits is cut.
    first: u64,
    cycles: Vec<Vec<u64>>,
}

impl Waveform {
    /// Reads the signals of the top module whose name `wanted` accepts.
    fn read(path: &Path, wanted: impl Fn(&str) -> bool) -> Self {
        let file = File::open(path).expect("the waveform was written");
        let mut reader = FstReader::open_and_read_time_table(BufReader::new(file)).expect("an FST file");
        assert_eq!(reader.get_header().timescale_exponent, -12, "times are picoseconds");
        let (mut names, mut handles, mut depth) = (Vec::new(), Vec::new(), 0);
        let visit = |entry| match entry {
            FstHierarchyEntry::Scope { .. } => depth += 1,
            FstHierarchyEntry::UpScope => depth -= 1,
            // The ports of the top come first, and again, as aliases, in its scope.
            FstHierarchyEntry::Var { name, handle, .. } if depth <= 1 => {
                let name = name.split(' ').next().unwrap_or_default().to_string();
                if wanted(&name) && !names.contains(&name) {
                    names.push(name);
                    handles.push(handle);
                }
            }
            _ => {}
        };
        reader.read_hierarchy(visit).expect("a hierarchy");
        let index: HashMap<usize, usize> =
            handles.iter().enumerate().map(|(index, handle)| (handle.get_index(), index)).collect();
        let times = reader.get_time_table().expect("times").to_vec();
        let mut changes = Vec::new();
        let note = |time: u64, handle: fst_reader::FstSignalHandle, value: FstSignalValue<'_>| {
            let FstSignalValue::String(digits) = value else { panic!("a signal of the design is not made of bits") };
            let number = digits.iter().fold(0u64, |number, digit| number << 1 | u64::from(*digit == b'1'));
            changes.push((time, index[&handle.get_index()], number));
            Ok::<(), ()>(())
        };
        reader.read_signals(&FstFilter::filter_signals(handles), note).expect("values");
        changes.sort_by_key(|(time, ..)| *time);
        let mut changes = changes.into_iter().peekable();
        let mut values = vec![0; names.len()];
        // A cycle is two times: the design has settled, and the clock has risen.
        let settled: Vec<u64> = times.iter().copied().filter(|time| time % CLOCK_PERIOD_PS == 0).collect();
        let mut cycles = Vec::new();
        for time in &settled {
            while let Some((_, signal, value)) = changes.next_if(|(changed, ..)| changed <= time) {
                values[signal] = value;
            }
            cycles.push(values.clone());
        }
        let first = settled.first().expect("the window is not empty") / CLOCK_PERIOD_PS;
        let expected: Vec<u64> = (first..).take(settled.len()).map(|cycle| cycle * CLOCK_PERIOD_PS).collect();
        assert_eq!(settled, expected, "every cycle is there");
        Self { names, first, cycles }
    }

    fn window(&self) -> Range<u64> {
        self.first..self.first + self.cycles.len() as u64
    }

    fn column(&self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no signal {name}"))
    }

    /// The cycles in which channel `channel` of `port` moved something.
    fn handshakes(&self, port: &str, channel: &str) -> Vec<u64> {
        let valid = self.column(&format!("{port}_{channel}valid"));
        let ready = self.column(&format!("{port}_{channel}ready"));
        let moved = |values: &&Vec<u64>| values[valid] & values[ready] == 1;
        (self.first..).zip(&self.cycles).filter(|(_, values)| moved(values)).map(|(cycle, _)| cycle).collect()
    }

    fn has(&self, port: &str) -> bool {
        self.names.iter().any(|name| *name == format!("{port}_rvalid"))
    }

    fn count(&self, port: &str, channel: &str) -> u64 {
        self.handshakes(port, channel).len() as u64
    }
}

/// Handshakes on all ports of the scratchpad.
fn scratchpad(waveform: &Waveform, channel: &str) -> u64 {
    (0..4)
        .map(|port| format!("m_axi_scratch_{port}"))
        .filter(|port| waveform.has(port))
        .map(|port| waveform.count(&port, channel))
        .sum()
}

fn is_bus(name: &str) -> bool {
    name == "clock" || name == "reset" || name == "s_axil_araddr" || name.ends_with("valid") || name.ends_with("ready")
}

/// A device with two tables and a posted batch of random bags.
fn device(channels: usize, profile: StallProfile, random: &mut Pcg64Mcg, seed: u64) -> CxlMem<RtlCxlMem> {
    let rtl = RtlCxlMem::builder().channels(channels).stalls(profile).seed(seed).build();
    let mut device = conformance::discover(rtl.unwrap_or_else(|error| panic!("{error}")));
    let configuration = Configuration::new(VECTOR_LENGTH, Pooling::Sum, 0.5f32.to_bits(), vec![ROWS; 2]);
    device.configure(configuration).expect("the tables fit");
    let mut batch = BatchBuilder::new();
    for table in 0..2 {
        let words: Vec<u32> = (0..ROWS * VECTOR_LENGTH).map(|word| (word as f32 * 0.25).to_bits()).collect();
        device.load_table(table, &words).expect("the table exists");
        let mut offsets = vec![0];
        for _ in 0..random.random_range(5..15) {
            offsets.push(offsets[offsets.len() - 1] + random.random_range(0..12));
        }
        let indices: Vec<u32> = (0..offsets[offsets.len() - 1]).map(|_| random.random_range(0..ROWS)).collect();
        batch = batch.table(&offsets, &indices).expect("well formed");
    }
    let batch = batch.build().expect("well formed");
    device.post(&batch).expect("the batch is well formed");
    device.write_gradients(&vec![1.0f32.to_bits(); batch.bags() * VECTOR_LENGTH as usize]).expect("one a bag");
    device
}

#[test]
fn counters_count_what_the_waveform_shows() {
    let seed = conformance::seed("rtl_waveform_counters", 21);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let setups = [(4, StallProfile::Random), (4, StallProfile::None), (1, StallProfile::Heavy)];
    for (number, (channels, profile)) in setups.into_iter().enumerate() {
        let seed = seed + number as u64;
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut device = device(channels, profile, &mut random, seed);
        // Some jobs before the window, so that it does not begin with counters of zero.
        for _ in 0..random.random_range(0..3) {
            device.lookup().expect("a good job");
        }
        let path = folder.path().join(format!("{number}.fst"));
        let start = device.transport().cycles();
        device.transport_mut().trace(&path, start..u64::MAX).expect("a waveform");
        let before = device.counters().expect("counters");
        for _ in 0..random.random_range(1..4) {
            device.prepare().expect("posted");
            let command = if random.random() { Command::Lookup } else { Command::Update };
            device.submit(command as u64).expect("a good job");
        }
        let counted = device.counters().expect("counters").since(&before);
        let end = device.transport().cycles();
        drop(device);

        let waveform = Waveform::read(&path, is_bus);
        assert_eq!(waveform.window(), start..end);
        let get = |register: &Register| counted.get(register).unwrap_or_else(|| panic!("no counter {}", register.name));
        let context = format!("{channels} channels, {profile:?}, seed {seed}");
        for channel in 0..channels as u64 {
            let port = format!("m_axi_{channel}");
            let counter = |offset| get(registers::MAP.at(offset).expect("a counter of the channel"));
            let reads = counter(registers::channel_reads(channel));
            assert_eq!(reads, waveform.count(&port, "r"), "{context}: lines read on {port}");
            let writes = counter(registers::channel_writes(channel));
            assert_eq!(writes, waveform.count(&port, "w"), "{context}: lines written on {port}");
            assert_eq!(waveform.count(&port, "b"), writes, "{context}: writes answered on {port}");
        }
        let lists = [
            &registers::LINES_DIRECTORY,
            &registers::LINES_OFFSET,
            &registers::LINES_SEGMENT,
            &registers::LINES_ENTRY,
            &registers::LINES_SCALE,
            &registers::LINES_GRADIENT,
        ];
        let lines: u64 = lists.into_iter().map(get).sum();
        assert!(lines > 0, "{context}");
        assert_eq!(lines, scratchpad(&waveform, "r"), "{context}: lines read from the scratchpad");
        let pooled = get(&registers::LINES_POOLED);
        assert_eq!(pooled, scratchpad(&waveform, "w"), "{context}: lines written to the scratchpad");

        // The two reads of CYCLES are as far apart as it says.
        let address = waveform.column("s_axil_araddr");
        let of_cycles =
            |cycle: &u64| waveform.cycles[(cycle - waveform.first) as usize][address] == registers::CYCLES.offset;
        let reads: Vec<u64> = waveform.handshakes("s_axil", "ar").into_iter().filter(of_cycles).collect();
        let [first, second] = reads[..] else { panic!("{context}: CYCLES was read {} times", reads.len()) };
        assert_eq!(get(&registers::CYCLES), second - first, "{context}: cycles between the readings");
    }
}

#[test]
fn a_window_inside_a_job_shows_what_the_memories_saw() {
    let seed = conformance::seed("rtl_waveform_window", 22);
    let folder = tempfile::tempdir().expect("a temporary folder");
    for number in 0..4 {
        let seed = seed + number;
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut device = device(4, StallProfile::Random, &mut random, seed);
        device.prepare().expect("posted");
        let transport = device.transport_mut();
        transport.mmio_write(registers::DOORBELL.offset, Command::Update as u64).expect("DOORBELL");
        transport.run(random.random_range(50..400)).expect("no rule is broken");
        let before = transport.statistics();
        let (start, length) = (transport.cycles(), random.random_range(50..500));
        let path = folder.path().join(format!("{number}.fst"));
        transport.trace(&path, start..start + length).expect("a waveform");
        transport.run(length).expect("no rule is broken");
        let after = transport.statistics();
        // The window ends here, the job does not.
        transport.wait_interrupt(100_000).expect("the job ends");
        let end = transport.statistics();
        let unanswered = end.channels.iter().chain(&end.scratchpad).map(|port| port.writes_in_flight).sum::<usize>();
        assert_eq!(unanswered, 0, "a job is done once all its writes are answered, seed {seed}");
        drop(device);

        let waveform = Waveform::read(&path, is_bus);
        assert_eq!(waveform.window(), start..start + length, "seed {seed}");
        let ports = |statistics: &emberlane_verilated::Statistics| -> Vec<(String, PortStatistics)> {
            let names = ["m_axi", "m_axi_scratch"].map(|bus| (0..4).map(move |port| format!("{bus}_{port}")));
            names.into_iter().flatten().zip(statistics.channels.iter().chain(&statistics.scratchpad).copied()).collect()
        };
        let mut moved = 0;
        for ((port, before), (_, after)) in ports(&before).into_iter().zip(ports(&after)) {
            let seen = waveform.count(&port, "r");
            assert_eq!(after.lines_read - before.lines_read, seen, "{port}, seed {seed}");
            moved += seen;
        }
        assert!(moved > 0, "the window shows traffic, seed {seed}");
        let clock = waveform.column("clock");
        assert!(waveform.cycles.iter().all(|values| values[clock] == 0), "settled with the clock low");
    }
}
