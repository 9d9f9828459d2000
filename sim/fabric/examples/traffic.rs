//! How fast the simulator is: CPU loads and stores and copies of a GPU, messages a second of wall time.
//!
//! `cargo run --release -p emberlane-fabric --example traffic [LINES]`

use emberlane_fabric::expander::{Expander, HdmConfig};
use emberlane_fabric::fabric::{Fabric, FabricConfig};
use emberlane_fabric::gpu::{CopyWrite, Gpu, GpuConfig};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link;
use emberlane_fabric::memory::MemoryConfig;
use std::time::Instant;

const SIZE: u64 = 1 << 30;
const EXPANDER: u64 = 1 << 32;
const GPU: u64 = 1 << 33;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lines: u64 = std::env::args().nth(1).map_or(Ok(200_000), |text| text.parse())?;
    for checker in [true, false] {
        let mut fabric = Fabric::new(FabricConfig { checker, ..FabricConfig::default() });
        let link = link::preset("trainingcxl")?.config()?;
        let memory = MemoryConfig::ideal(SIZE);
        let coherence = Coherence::HostOnly;
        let expander = Expander::new(HdmConfig { base: EXPANDER, coherence, memory });
        let expander = fabric.add("expander", expander, &link);
        fabric.map(EXPANDER, SIZE, Target::Hdm { device: expander.index(), coherence })?;
        let coherence = Coherence::Device;
        let gpu = Gpu::new(GpuConfig { hdm: HdmConfig { base: GPU, coherence, memory }, requests: 256 });
        let gpu = fabric.add("gpu", gpu, &link);
        fabric.map(GPU, SIZE, Target::Hdm { device: gpu.index(), coherence })?;

        let start = Instant::now();
        let bytes = 64 * lines;
        fabric.device_mut(gpu).copy_out(0, EXPANDER, bytes, CopyWrite::WrCur);
        fabric.device_mut(gpu).copy_in(EXPANDER + bytes, bytes, bytes);
        fabric.store(EXPANDER + 2 * bytes, &vec![1; bytes as usize])?;
        fabric.load(GPU, &mut vec![0; bytes as usize])?;
        fabric.run_to_end()?;
        let wall = start.elapsed().as_secs_f64();
        let messages = fabric.statistics().messages();
        println!(
            "checker {}: {messages} messages in {wall:.2} s: {:.2} million a second; {:.3} ms simulated",
            if checker { "on" } else { "off" },
            messages as f64 / wall * 1e-6,
            fabric.now().as_seconds() * 1e3,
        );
    }
    Ok(())
}
