//! The part of `emberlane bench kernel` about the SmartSSD's cache agent: how fast vectors of 64 elements move between SSD and DRAM.

use emberlane_drivers::smartssd::{Configuration, MovementPlan, SmartSsd, Transfer};
use emberlane_models::storage::SsdConfig;
use emberlane_registers::smartssd as map;
use emberlane_verilated::smartssd::RtlSmartSsd;

use super::figure::Figure;

const ELEMENTS: usize = 64;
const VECTOR_BYTES: u64 = 4 * ELEMENTS as u64;
const LINE_BYTES: f64 = 64.0;
/// Vectors of the cache, which are all moved.
const VECTORS: u32 = 8192;
/// Vectors that are loaded one by one, from a page each.
const RANDOM: u32 = 4096;
/// Vectors of a page of the SSD.
const OF_PAGE: u64 = 4096 / VECTOR_BYTES;
const PATIENCE: u64 = 100_000_000;

pub(super) fn measure(figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    // An SSD that takes a line a cycle: what is left is the agent, and the DRAM.
    let mut fast = open(None)?;
    let all: Vec<Transfer> = (0..VECTORS).map(|vector| Transfer { ssd: vector.into(), cached: vector }).collect();
    let bound = "the AXI port, 64 bytes a cycle";
    for (name, register, plan) in [
        ("load", &map::VECTORS_LOADED, MovementPlan { evictions: Vec::new(), loads: all.clone() }),
        ("evict", &map::VECTORS_EVICTED, MovementPlan { evictions: all.clone(), loads: Vec::new() }),
    ] {
        let moved = run(&mut fast, &plan, register)?;
        let value = (moved.vectors * VECTOR_BYTES) as f64 / moved.cycles as f64;
        figures.push(moved.figure(&format!("rtl.agent.{name}.bandwidth"), value, "bytes/cycle", LINE_BYTES, bound));
    }
    let seconds = fast.transport().statistics().host_time.as_secs_f64();
    figures.push(Figure::simulation("rtl.smartssd.simulation", fast.transport().cycles(), seconds));

    let config = SsdConfig::samsung_983_dct();
    let mut real = open(Some(config))?;
    let pages = (0..RANDOM).map(|index| Transfer { ssd: u64::from(index) * 17 * OF_PAGE, cached: index });
    let plan = MovementPlan { evictions: Vec::new(), loads: pages.collect() };
    let moved = run(&mut real, &plan, &map::VECTORS_LOADED)?;
    let rate = |cycles: u64| 1e12 / (cycles * emberlane_verilated::CLOCK_PERIOD_PS) as f64;
    let value = moved.vectors as f64 * rate(moved.cycles);
    let limit = 1e12 / config.page_read_interval as f64;
    figures.push(moved.figure("rtl.agent.random_loads", value, "vectors/s", limit, "the SSD, a page a vector"));
    Ok(())
}

fn open(ssd: Option<SsdConfig>) -> anyhow::Result<SmartSsd<RtlSmartSsd>> {
    let device = RtlSmartSsd::builder().ssd(ssd).build()?;
    let configuration = Configuration {
        hdm_base: 1 << 40,
        tx_bytes: 1 << 20,
        cache_base: 1 << 21,
        cache_vectors: VECTORS,
        ssd_base: 0,
        ssd_vectors: 1 << 30,
        mailbox_base: 1 << 32,
        mailbox_lines: 1 << 14,
    };
    Ok(SmartSsd::open(device, configuration)?)
}

/// What a plan of movements has taken.
struct Moved {
    vectors: u64,
    cycles: u64,
}

impl Moved {
    fn figure(&self, name: &str, value: f64, unit: &'static str, limit: f64, bound: &str) -> Figure {
        let counters = [("vectors", self.vectors), ("vector_bytes", VECTOR_BYTES), ("agent_cycles", self.cycles)];
        Figure {
            name: name.to_owned(),
            value,
            unit,
            limit: Some(limit),
            ratio: Some(value / limit),
            bound: Some(bound.to_owned()),
            counters: counters.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(),
        }
    }
}

fn run(
    device: &mut SmartSsd<RtlSmartSsd>,
    plan: &MovementPlan,
    moved: &emberlane_registers::Register,
) -> anyhow::Result<Moved> {
    device.clear_counters()?;
    let number = device.post(plan)?;
    device.wait_for_plan(number, PATIENCE)?;
    let counters = device.counters()?;
    let value = |register| counters.get(register).unwrap_or(0);
    Ok(Moved { vectors: value(moved), cycles: value(&map::AGENT_CYCLES) })
}
