//! The SmartSSD.

use emberlane_drivers::TransportError;
use emberlane_drivers::smartssd::{
    Bag, BankAssignment, Capabilities, Condition, Configuration, Iteration, MovementPlan, SmartSsd, SmartSsdError,
    SmartSsdTransport, Transfer,
};
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_registers::smartssd::{
    self as map, AGENT_BUSY, AGENT_FAILED, BANKS, BUSY, ELEMENTS, IDENTITY_VALUE, VERSION_VALUE,
};

use crate::memory::{Memory, Tested};
use crate::numbers::{compare, floats, mix};
use crate::registers::{self, Settings};
use crate::report::{NOT_TOLD, Plan, Region, Report};

/// EVs that are moved and pooled.
const VECTORS: u32 = 24;
/// Bags of an iteration, and EVs of a bag at most.
const BAGS: u64 = 10;
const LONGEST_BAG: u64 = 5;
/// Bytes of the SSD at least.
const LEAST_BYTES: u64 = 1 << 17;
/// Bytes of host memory, and where in it what lies.
const HOST_BYTES: u64 = 1 << 19;
const PROGRAMS_AT: u64 = 1 << 16;
const GRADIENTS_AT: u64 = 1 << 18;
const MAILBOX_LINES: u32 = 16;
/// Where the TX buffers are for the host, unless somebody has said so before.
const HDM_BASE: u64 = 1 << 40;
/// Cycles that an iteration, or its movements, may take.
const CYCLES: u64 = 10_000_000;

struct Ssd<'t, T>(&'t mut T);

impl<T: SmartSsdTransport> Memory for Ssd<'_, T> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.0.ssd_read(address, bytes)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.0.ssd_write(address, bytes)
    }
}

/// Tests a SmartSSD. `host` is memory of the host that the device reaches and that nobody uses, 512 KiB at least.
pub fn test_smartssd<T: SmartSsdTransport>(transport: &mut T, plan: &Plan, host: Option<Region>) -> Report {
    let mut report = Report::new("SmartSSD");
    let advice = "the card does not answer as a SmartSSD, or somebody uses it: `emberlane doctor --card` says more";
    let Some(built) = report.step(("device", advice), None, || find(transport)) else { return report };
    let advice =
        "the register file or the path to it: address or data lines of AXI4-Lite, another version of the design";
    report
        .step(("registers", advice), None, || registers::test(transport, &map::MAP, map::MAP.bytes, plan.after_reset));

    let saved = Settings::read(transport, &map::MAP);
    let skip = plan.overwrite.is_none().then_some(NOT_TOLD);
    let region = plan.overwrite.unwrap_or(Region { base: 0, bytes: LEAST_BYTES });
    let advice = "the SSD, or the window that shows it";
    report.step(("SSD", advice), skip, || {
        check_region(region, &built)?;
        let mut memory = Ssd(transport);
        Tested { memory: &mut memory, region, channels: (region.base, 1) }.test(plan.seed)
    });
    iterations(&mut report, transport, (skip, region, host), built, plan.seed);
    if let Ok(saved) = saved {
        // A mailbox that has begun stays where it is.
        let _ = saved.put_back(transport, &map::MAP, &[&map::MAILBOX_BASE, &map::MAILBOX_LINES]);
    }
    report
}

/// Refuses a region of the SSD that cannot be tested with the vectors of this device. Nothing is written; what is no device, or not idle,
/// the test says itself.
///
/// # Errors
/// What to take.
pub fn check_ssd_region<T: SmartSsdTransport>(transport: &mut T, region: Region) -> Result<(), String> {
    find(transport).map_or(Ok(()), |(built, _)| check_region(region, &built))
}

fn check_region(Region { base, bytes }: Region, built: &Capabilities) -> Result<(), String> {
    let vector = built.vector_bytes();
    if base.is_multiple_of(vector) && bytes.is_multiple_of(vector) && bytes >= LEAST_BYTES {
        return Ok(());
    }
    Err(format!(
        "{bytes:#x} bytes from {base:#x} cannot be tested: take {LEAST_BYTES:#x} or more, base and bytes multiples of {vector}, those of an EV"
    ))
}

/// What the device is, if it is one and idle. Nothing is written.
fn find<T: SmartSsdTransport>(transport: &mut T) -> Result<(Capabilities, String), String> {
    let mut read = |offset| transport.mmio_read(offset).map_err(|error| error.to_string());
    let (identity, version) = (read(map::IDENTITY.offset)?, read(map::VERSION.offset)?);
    if identity != IDENTITY_VALUE || version >> 16 != VERSION_VALUE >> 16 {
        return Err(format!("IDENTITY reads {identity:#x}, VERSION {version:#x}"));
    }
    let status = read(map::STATUS.offset)?;
    if BUSY.get(status) == 1 || AGENT_BUSY.get(status) == 1 || AGENT_FAILED.get(status) == 1 {
        return Err(format!(
            "STATUS reads {status:#x}: an iteration or movements are not over; let them end, or reset the card"
        ));
    }
    let value = read(map::CAPABILITIES.offset)?;
    let (banks, elements) = (BANKS.get(value) as usize, ELEMENTS.get(value) as usize);
    let built = Capabilities { banks, elements, dram_bytes: read(map::DRAM_SIZE.offset)? };
    if ReferenceSmartSsd::new(banks, elements).is_none() {
        return Err(format!("{banks} banks and EVs of {elements} elements: there is no reference to compare with"));
    }
    let found = format!("{banks} banks a side, EVs of {elements} elements, {:#x} bytes of DRAM", built.dram_bytes);
    Ok((built, found))
}

/// Two iterations: one pools, the other applies gradients to what was pooled, and what has changed goes back to the SSD.
struct Work {
    configuration: Configuration,
    vectors: Vec<u32>,
    bags: Vec<Bag>,
    gradients: Vec<u32>,
    host: u64,
}

/// What a device makes of it.
struct Results {
    outputs: Vec<u32>,
    vectors: Vec<u32>,
}

impl Work {
    fn new(configuration: Configuration, host: u64, elements: usize, seed: u64) -> Self {
        let bag = |bag| {
            let drawn = mix(seed ^ mix(bag));
            let vectors = (0..=drawn % LONGEST_BAG).map(|entry| (mix(drawn ^ entry) % u64::from(VECTORS)) as u32);
            Bag { vectors: vectors.collect(), scale: 0.25f32.to_bits() }
        };
        Self {
            configuration,
            vectors: floats(seed, VECTORS as usize * elements),
            bags: (0..BAGS).map(bag).collect(),
            gradients: floats(seed ^ 1, BAGS as usize * elements),
            host,
        }
    }

    fn transfers() -> Vec<Transfer> {
        (0..VECTORS).map(|vector| Transfer { ssd: vector.into(), cached: vector }).collect()
    }

    fn iterate<T: SmartSsdTransport>(
        &self,
        device: &mut SmartSsd<T>,
        plan: emberlane_drivers::smartssd::Plan,
        bags: u32,
        after: u32,
    ) -> Result<(), SmartSsdError> {
        let (programs, gradients) = (self.host + PROGRAMS_AT, self.host + GRADIENTS_AT);
        let iteration = Iteration { plan, programs, gradients, bags, after };
        let ready = device.synchronise(after)?.with(Condition::GradientsCopied);
        device.begin(iteration, ready)?;
        device.finish(CYCLES)
    }

    fn forward<T: SmartSsdTransport>(
        &self,
        device: &mut SmartSsd<T>,
        banks: &mut BankAssignment,
    ) -> Result<Vec<u32>, String> {
        let text = |error: SmartSsdError| error.to_string();
        device.write_vectors(0, &self.vectors).map_err(text)?;
        let loads = MovementPlan { loads: Self::transfers(), ..MovementPlan::default() };
        let after = device.post(&loads).map_err(text)?;
        device.wait_for_plan(after, CYCLES).map_err(text)?;
        let plan = banks.plan(&[], &self.bags).map_err(|error| error.to_string())?;
        self.iterate(device, plan, self.bags.len() as u32, after).map_err(text)?;
        device.outputs().map_err(text)
    }

    fn backward<T: SmartSsdTransport>(
        &self,
        device: &mut SmartSsd<T>,
        banks: &mut BankAssignment,
    ) -> Result<Vec<u32>, String> {
        let text = |error: SmartSsdError| error.to_string();
        device.write_gradients(self.host + GRADIENTS_AT, &self.gradients).map_err(text)?;
        let plan = banks.plan(&self.bags, &[]).map_err(|error| error.to_string())?;
        let done = device.posted();
        self.iterate(device, plan, 0, done).map_err(text)?;
        let evictions = MovementPlan { evictions: Self::transfers(), ..MovementPlan::default() };
        let evicted = device.post(&evictions).map_err(text)?;
        device.wait_for_plan(evicted, CYCLES).map_err(text)?;
        device.read_vectors(0, VECTORS.into()).map_err(text)
    }

    fn by_reference(&self, built: Capabilities) -> Result<Results, String> {
        let reference = ReferenceSmartSsd::new(built.banks, built.elements).ok_or("no reference")?;
        let mut device = SmartSsd::open(reference, self.configuration).map_err(|error| error.to_string())?;
        let mut banks = BankAssignment::new(built.banks);
        let outputs = self.forward(&mut device, &mut banks)?;
        Ok(Results { outputs, vectors: self.backward(&mut device, &mut banks)? })
    }
}

fn configuration<T: SmartSsdTransport>(
    transport: &mut T,
    region: Region,
    host: u64,
    built: Capabilities,
) -> Result<Configuration, TransportError> {
    let bytes = built.vector_bytes();
    let tx_bytes = bytes * 4 * BAGS;
    let hdm_base = transport.mmio_read(map::HDM_BASE.offset)?;
    let mut configuration = Configuration {
        hdm_base: if hdm_base & 1 == 1 { hdm_base & !1 } else { HDM_BASE },
        tx_bytes,
        cache_base: 2 * tx_bytes,
        cache_vectors: VECTORS,
        ssd_base: region.base,
        ssd_vectors: region.bytes / bytes,
        mailbox_base: host,
        mailbox_lines: MAILBOX_LINES,
    };
    if transport.mmio_read(map::MAILBOX_TAIL.offset)? != 0 {
        configuration.mailbox_base = transport.mmio_read(map::MAILBOX_BASE.offset)?;
        configuration.mailbox_lines = transport.mmio_read(map::MAILBOX_LINES.offset)? as u32;
    }
    Ok(configuration)
}

fn iterations<T: SmartSsdTransport>(
    report: &mut Report,
    transport: &mut T,
    (skip, region, host): (Option<&str>, Region, Option<Region>),
    built: Capabilities,
    seed: u64,
) {
    let text = |error: SmartSsdError| error.to_string();
    let advice = "the mailbox or the cache agent: the device does not read host memory (bus mastering, IOMMU, the window's address), or the SSD";
    let begun = report.step(("forward iteration", advice), skip, || {
        let host = host.filter(|host| host.bytes >= HOST_BYTES);
        let host = host
            .ok_or_else(|| format!("no window shows {HOST_BYTES:#x} bytes of host memory that the device reaches"))?
            .base;
        let configuration = configuration(transport, region, host, built).map_err(|error| error.to_string())?;
        let work = Work::new(configuration, host, built.elements, seed);
        let expected = work.by_reference(built)?;
        let mut device = SmartSsd::open(transport, configuration).map_err(text)?;
        let mut banks = BankAssignment::new(built.banks);
        let outputs = work.forward(&mut device, &mut banks)?;
        compare("outputs", &outputs, &expected.outputs)?;
        let found = format!("{VECTORS} EVs loaded, {BAGS} bags pooled, the bits of the reference");
        Ok(((device, work, banks, expected), found))
    });
    let advice = "the backward side of the kernel, gradients over CXL.cache, or evictions to the SSD";
    report.step(("backward iteration", advice), skip, || {
        let (mut device, work, mut banks, expected) = begun.ok_or("no iteration")?;
        let vectors = work.backward(&mut device, &mut banks)?;
        compare("EVs on the SSD", &vectors, &expected.vectors)?;
        Ok(((), format!("{VECTORS} EVs updated and evicted, the bits of the reference")))
    });
}
