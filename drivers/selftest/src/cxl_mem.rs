//! CXL-MEM.

use emberlane_drivers::{
    BatchBuilder, BatchError, Capabilities, Command, Configuration, Counters, CxlMem, CxlMemError, Pooling, Transport,
    TransportError,
};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::{self as map, BUSY, INTERLEAVE_BYTES, LINE_BYTES, LINE_ELEMENTS};
use emberlane_registers::log::{HEADER_BYTES, row_payload_lines};

use crate::memory::{Memory, Tested};
use crate::numbers::{compare, floats, mix, words};
use crate::registers::{self, Settings};
use crate::report::{NOT_TOLD, Plan, Region, Report};

/// Rows of the tables of the job.
const ROWS: [u32; 2] = [96, 40];
/// Bags of each table, and entries of a bag at most.
const BAGS: u32 = 24;
const LONGEST_BAG: u64 = 6;
/// Most elements of a vector.
const VECTOR_LENGTH: u32 = 64;
/// Bytes of a region at least: tables, and a record of all rows behind them.
const LEAST_BYTES: u64 = 1 << 17;
/// Bytes of scratchpad that are tested.
const SCRATCHPAD_TESTED: u64 = 1 << 18;
/// What the record holds of its batch and experiment.
const BATCH: u64 = 0x5e1f_7e57;
const EXPERIMENT: u64 = 0x7e57;

struct DeviceMemory<'t, T>(&'t mut T);

impl<T: Transport> Memory for DeviceMemory<'_, T> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.0.memory_read(address, bytes)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.0.memory_write(address, bytes)
    }
}

/// Tests a CXL-MEM.
pub fn test_cxl_mem<T: Transport>(transport: &mut T, plan: &Plan) -> Report {
    let mut report = Report::new("CXL-MEM");
    let advice = "the card does not answer as a CXL-MEM, or somebody uses it: `emberlane doctor --card` says more";
    let found = report.step(("device", advice), None, || find(transport));
    let Some(capabilities) = found else { return report };
    let advice =
        "the register file or the path to it: address or data lines of AXI4-Lite, another version of the design";
    let end = map::channel_reads(capabilities.channels.into());
    report.step(("registers", advice), None, || registers::test(transport, &map::MAP, end, plan.after_reset));

    let saved = Settings::read(transport, &map::MAP);
    let skip = plan.overwrite.is_none().then_some(NOT_TOLD);
    let region = plan.overwrite.unwrap_or(Region { base: 0, bytes: LEAST_BYTES });
    let advice =
        "memory, its controller, or the window that shows it: interleaving, address map of the shell, calibration";
    let scratchpad =
        Region { base: capabilities.scratchpad_base, bytes: SCRATCHPAD_TESTED.min(capabilities.scratchpad_bytes) };
    let channels = u64::from(capabilities.channels);
    for (name, region, first) in
        [("scratchpad", scratchpad, capabilities.scratchpad_base), ("persistent memory", region, 0)]
    {
        report.step((name, advice), skip, || {
            check_region(region, &capabilities)?;
            let mut memory = DeviceMemory(transport);
            Tested { memory: &mut memory, region, channels: (first, channels) }.test(plan.seed)
        });
    }
    jobs(&mut report, transport, skip, region, channels, plan.seed);
    if let Ok(saved) = saved {
        // What cannot be put back has failed before.
        let _ = saved.put_back(transport, &map::MAP, &[]);
    }
    report
}

/// What the device is, if it is one and idle.
fn find<T: Transport>(transport: &mut T) -> Result<(Capabilities, String), String> {
    let status = transport.mmio_read(map::STATUS.offset).map_err(|error| error.to_string())?;
    let device = CxlMem::discover(&mut *transport).map_err(|error| error.to_string())?;
    if BUSY.get(status) == 1 {
        return Err("the device is busy: a job runs or waits".to_owned());
    }
    let capabilities = *device.capabilities();
    let Capabilities { channels, longest_vector, persistent_bytes, scratchpad_bytes, .. } = capabilities;
    let found = format!(
        "{channels} channels, vectors of {longest_vector} at most, {persistent_bytes:#x} bytes of memory, {scratchpad_bytes:#x} of scratchpad"
    );
    Ok((capabilities, found))
}

fn check_region(region: Region, capabilities: &Capabilities) -> Result<(), String> {
    let Region { base, bytes } = region;
    if base >= capabilities.scratchpad_base {
        return Ok(());
    }
    check_memory_region(region)?;
    if base.checked_add(bytes).is_none_or(|end| end > capabilities.persistent_bytes) {
        let all = capabilities.persistent_bytes;
        return Err(format!("{bytes:#x} bytes from {base:#x} cannot be tested: there are {all:#x} bytes of memory"));
    }
    Ok(())
}

/// Refuses a region in which no CXL-MEM's memory can be tested, however large it is. Nothing of the device is touched.
///
/// # Errors
/// What to take.
pub fn check_memory_region(Region { base, bytes }: Region) -> Result<(), String> {
    if base.is_multiple_of(INTERLEAVE_BYTES) && bytes.is_multiple_of(INTERLEAVE_BYTES) && bytes >= LEAST_BYTES {
        return Ok(());
    }
    Err(format!(
        "{bytes:#x} bytes from {base:#x} cannot be tested: take {LEAST_BYTES:#x} or more, base and bytes multiples of {INTERLEAVE_BYTES}"
    ))
}

/// The job, and what the reference makes of it.
struct Job {
    configuration: Configuration,
    batch: emberlane_drivers::Batch,
    tables: [Vec<u32>; 2],
    gradients: Vec<u32>,
    record: Region,
    log: Region,
}

impl Job {
    fn new(region: Region, longest_vector: u32, seed: u64) -> Result<Self, BatchError> {
        let length = VECTOR_LENGTH.min(longest_vector);
        let mut configuration = Configuration::new(length, Pooling::Sum, 0.125f32.to_bits(), ROWS.to_vec());
        configuration.data_base = region.base;
        let mut builder = BatchBuilder::new();
        for (table, rows) in (0..).zip(ROWS) {
            let (mut offsets, mut indices) = (vec![0], Vec::new());
            for bag in 0..BAGS {
                let drawn = mix(seed ^ mix(u64::from(bag) << 8 | table));
                // The first bag of a table is empty; few rows are drawn from, so they repeat.
                let entries = if bag == 0 { 0 } else { 1 + drawn % LONGEST_BAG };
                indices.extend((0..entries).map(|entry| (mix(drawn ^ entry) % u64::from(rows)) as u32));
                offsets.push(indices.len() as u32);
            }
            builder = builder.table(&offsets, &indices)?;
        }
        let batch = builder.build()?;
        let tables = [0, 1].map(|table| floats(seed ^ table as u64, (ROWS[table] * length) as usize));
        let gradients = floats(seed ^ 2, (2 * BAGS * length) as usize);
        // The record lies behind the tables.
        let row_bytes = u64::from(length) * 4;
        let tables_end = region.base
            + ROWS.iter().map(|rows| (u64::from(*rows) * row_bytes).next_multiple_of(INTERLEAVE_BYTES)).sum::<u64>();
        let rows = batch.transpose().rows().len() as u64;
        let bytes = HEADER_BYTES + LINE_BYTES * row_payload_lines(rows, u64::from(length) / LINE_ELEMENTS);
        let record = Region { base: tables_end, bytes };
        let log = Region { base: tables_end, bytes: bytes.next_multiple_of(INTERLEAVE_BYTES) };
        Ok(Self { configuration, batch, tables, gradients, record, log })
    }

    /// Loads the tables, and posts the batch. Nothing that another user has set takes part.
    fn begin<T: Transport>(&self, device: &mut CxlMem<T>) -> Result<(), CxlMemError> {
        device.clear_poison()?;
        device.configure(self.configuration.clone())?;
        for (table, words) in self.tables.iter().enumerate() {
            device.load_table(table, words)?;
        }
        for register in [&map::FLUSH_TARGET, &map::GRADIENT_LINES, &map::CHECKPOINT, &map::LOG_GAP, &map::ROW_CACHE] {
            device.set(register, 0)?;
        }
        device.clear_counters()?;
        device.post(&self.batch)
    }

    /// Logs the rows of the batch, and reads the record.
    fn log<T: Transport>(&self, device: &mut CxlMem<T>) -> Result<Vec<u32>, CxlMemError> {
        device.prepare()?;
        for (register, value) in [
            (&map::LOG_BASE, self.log.base),
            (&map::LOG_BYTES, self.log.bytes),
            (&map::ROW_LOG, self.record.base),
            (&map::BATCH, BATCH),
            (&map::CONFIGURATION, EXPERIMENT),
        ] {
            device.set(register, value)?;
        }
        let mut bytes = vec![0; self.record.bytes as usize];
        device.transport_mut().memory_write(self.record.base, &bytes)?;
        device.submit(Command::LogRows as u64)?;
        device.transport_mut().memory_read(self.record.base, &mut bytes)?;
        Ok(words(&bytes))
    }

    fn tables<T: Transport>(&self, device: &mut CxlMem<T>) -> Result<Vec<u32>, CxlMemError> {
        let tables = [device.read_table(0)?, device.read_table(1)?];
        Ok(tables.concat())
    }
}

/// What a device makes of a job.
struct Results {
    pooled: Vec<u32>,
    record: Vec<u32>,
    tables: Vec<u32>,
    counters: Counters,
}

fn by_reference(job: &Job, channels: u64) -> Result<Results, CxlMemError> {
    let what = || CxlMemError::Capabilities { what: format!("{channels} memory channels") };
    let mut device = CxlMem::discover(ReferenceCxlMem::new(channels as u32).ok_or_else(what)?)?;
    job.begin(&mut device)?;
    let pooled = device.lookup()?;
    let record = job.log(&mut device)?;
    device.update(&job.gradients)?;
    Ok(Results { pooled, record, tables: job.tables(&mut device)?, counters: device.counters()? })
}

fn jobs<T: Transport>(
    report: &mut Report,
    transport: &mut T,
    skip: Option<&str>,
    region: Region,
    channels: u64,
    seed: u64,
) {
    let text = |error: CxlMemError| error.to_string();
    let advice = "the driver and the device do not agree on memory or registers: see the message";
    let mut begun = report.step(("tables and lists", advice), skip, || {
        let mut device = CxlMem::discover(transport).map_err(text)?;
        let job = Job::new(region, device.capabilities().longest_vector, seed).map_err(|error| error.to_string())?;
        let expected = by_reference(&job, channels).map_err(text)?;
        job.begin(&mut device).map_err(text)?;
        let words: usize = job.tables.iter().map(Vec::len).sum();
        let found = format!("{words} words of 2 tables, a batch of {} bags", job.batch.bags());
        Ok(((device, job, expected), found))
    });
    let advice = "the engines, or their path to memory: a clock too fast for the route, a channel that only the device finds bad";
    report.step(("lookup", advice), skip, || {
        let (device, _, expected) = begun.as_mut().ok_or("no batch")?;
        let pooled = device.lookup().map_err(text)?;
        compare("pooled vectors", &pooled, &expected.pooled)?;
        Ok(((), format!("{} words, the bits of the reference", pooled.len())))
    });
    let advice = "the log engines, their CRC, or writes to persistent memory";
    report.step(("record", advice), skip, || {
        let (device, job, expected) = begun.as_mut().ok_or("no batch")?;
        let record = job.log(device).map_err(text)?;
        compare("record of rows", &record, &expected.record)?;
        let rows = job.batch.transpose().rows().len();
        Ok(((), format!("{rows} rows in {} bytes, the bits of the reference", job.record.bytes)))
    });
    let advice = "the engines, or writes of rows to persistent memory";
    report.step(("update", advice), skip, || {
        let (device, job, expected) = begun.as_mut().ok_or("no batch")?;
        device.update(&job.gradients).map_err(text)?;
        let tables = job.tables(device).map_err(text)?;
        compare("tables", &tables, &expected.tables)?;
        Ok(((), format!("{} words, the bits of the reference", tables.len())))
    });
    let advice = "the counters, or rows that were read or written more than once";
    report.step(("counters", advice), skip, || {
        let (device, _, expected) = begun.as_mut().ok_or("no batch")?;
        let found = device.counters().map_err(text)?;
        let mut compared = 0;
        for register in map::REGISTERS.iter().filter(|register| follows_from_jobs(register.offset)) {
            if let Some(right) = expected.counters.get(register) {
                compared += 1;
                let value = found.get(register).unwrap_or_default();
                if value != right {
                    return Err(format!("{} reads {value}, expected {right}", register.name));
                }
            }
        }
        Ok(((), format!("{compared} of them, the values of the reference")))
    });
}

/// Whether a counter follows from the jobs alone: lines of lists and cycles are the device's own.
fn follows_from_jobs(offset: u64) -> bool {
    offset >= map::channel_reads(0)
        || [
            &map::LOOKUPS,
            &map::UPDATES,
            &map::ROW_RECORDS,
            &map::LINES_LOGGED_ROWS,
            &map::LINES_POOLED,
            &map::LINES_GRADIENT,
        ]
        .iter()
        .any(|register| register.offset == offset)
}
