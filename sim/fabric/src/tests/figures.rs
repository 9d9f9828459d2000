//! Times and rates beside what the figures of links and memories give.

use crate::expander::{Expander, HdmConfig};
use crate::fabric::{Fabric, FabricConfig, Handle};
use crate::gpu::{CopyWrite, Gpu, GpuConfig};
use crate::hdm::{Coherence, Target};
use crate::home::HomeConfig;
use crate::link::{self, LinkConfig};
use crate::memory::MemoryConfig;
use crate::message::{Channel, Direction};
use crate::time::Time;

const BASE: u64 = 1 << 32;
const SIZE: u64 = 1 << 24;
const GPU_BASE: u64 = 1 << 36;

fn memory() -> MemoryConfig {
    MemoryConfig { size: SIZE, read_latency: Time::ns(138), write_latency: Time::ns(322), bytes_per_second: 0 }
}

fn with_expander(link: &LinkConfig) -> (Fabric, Handle<Expander>) {
    let mut fabric = Fabric::new(FabricConfig::default());
    let coherence = Coherence::HostOnly;
    let expander = Expander::new(HdmConfig { base: BASE, coherence, memory: memory() });
    let device = fabric.add("expander", expander, link);
    fabric.map(BASE, SIZE, Target::Hdm { device: device.index(), coherence }).unwrap();
    (fabric, device)
}

fn with_gpu(mut fabric: Fabric, link: &LinkConfig, requests: usize) -> (Fabric, Handle<Gpu>) {
    let coherence = Coherence::Device;
    let hdm = HdmConfig { base: GPU_BASE, coherence, memory: MemoryConfig::ideal(SIZE) };
    let gpu = fabric.add("gpu", Gpu::new(GpuConfig { hdm, requests }), link);
    fabric.map(GPU_BASE, SIZE, Target::Hdm { device: gpu.index(), coherence }).unwrap();
    (fabric, gpu)
}

#[test]
fn one_access_takes_the_sum_of_its_parts() {
    let flit = |bits: u64, rate: u64| (bits as f64 / 8.0 * 68.0 / 64.0 / rate as f64 * 1e12).ceil() as u64;
    for (name, rate, one_way) in [("trainingcxl", 15_750_000_000, 90_000), ("ndrec", 31_500_000_000, 40_000)] {
        let (mut fabric, _) = with_expander(&link::preset(name).unwrap().config().unwrap());
        // Processing in the host, M2S Req of 104 bits (whole bytes), memory, S2M DRS of 40 and 512 bits.
        let read = fabric.post_load(BASE);
        let done = fabric.wait(read, BASE).unwrap().time;
        assert_eq!(done, Time(15_000 + flit(104, rate) + one_way + 138_000 + flit(552, rate) + one_way), "{name}");
        let start = fabric.now();
        let write = fabric.post_store(BASE, [1; 64], u64::MAX);
        let done = fabric.wait(write, BASE).unwrap().time;
        // M2S RwD of 104 and 512 bits, S2M NDR of 40 bits.
        let parts = 15_000 + flit(616, rate) + one_way + 322_000 + flit(40, rate) + one_way;
        assert!((done - start).0.abs_diff(parts) <= 1, "{name}: {} for {parts}", done - start);
        // As the histograms have it: without the processing.
        let histogram = &fabric.statistics().latencies()["MemRd"];
        let expected = flit(104, rate) + one_way + 138_000 + flit(552, rate) + one_way;
        assert!(histogram.max().abs_diff(expected) < expected / 500, "{} for {expected}", histogram.max());
        assert_eq!(fabric.statistics().latencies()["CPU load"].len(), 1);
    }
}

#[test]
fn a_switch_hop_adds_its_latency_each_way() {
    let mut link = link::preset("ndrec").unwrap().config().unwrap();
    let mut time = |hops| {
        link.switch_hops = hops;
        let (mut fabric, _) = with_expander(&link);
        fabric.load(BASE, &mut [0; 64]).unwrap();
        fabric.now()
    };
    let direct = time(0);
    assert_eq!(time(1), direct + Time::ns(2 * 50));
    assert_eq!(time(3), direct + Time::ns(6 * 50));
}

#[test]
fn a_long_stream_has_the_bandwidth_of_the_link() {
    for name in ["trainingcxl", "ndrec"] {
        let preset = link::preset(name).unwrap();
        let link = preset.config().unwrap();
        let per_line = |bytes: u64| link.serialization(bytes * 100_000).0 as f64 / 100_000.0;
        let lines = 40_000_u64;
        let check = |what: &str, time: Time, expected: f64| {
            let measured = time.0 as f64 / lines as f64;
            println!("{name}, {what}: {:.3} GB/s of data, link {:.3}", 64e3 / measured, 64e3 / expected);
            assert!((measured / expected - 1.0).abs() < 0.01, "{name}, {what}: {measured} ps a line, link {expected}");
        };
        // CPU loads: DRS of 5 + 64 bytes upstream. CPU stores: RwD of 13 + 64 bytes downstream.
        for (what, store, bytes) in [("loads", false, 69), ("stores", true, 77)] {
            let (mut fabric, _) = with_expander(&link);
            let operations: Vec<_> = (0..lines)
                .map(|line| match store {
                    true => fabric.post_store(BASE + 64 * line, [1; 64], u64::MAX),
                    false => fabric.post_load(BASE + 64 * line),
                })
                .collect();
            fabric.run_until(|fabric| operations.iter().rev().take(64).all(|&one| fabric.is_done(one))).unwrap();
            check(what, fabric.now(), per_line(bytes));
        }
        // A copy of the GPU to host memory: D2H Req of 10 and D2H Data of 3 + 64 bytes upstream.
        let mut fabric = Fabric::new(FabricConfig::default());
        fabric.map(0, SIZE, Target::HostMemory).unwrap();
        let (mut fabric, gpu) = with_gpu(fabric, &link, 512);
        let copy = fabric.device_mut(gpu).copy_out(0, 0, 64 * lines, CopyWrite::WrCur);
        fabric.run_until(|fabric| fabric.device(gpu).copy_done(copy).is_some()).unwrap();
        check("copy out", fabric.device(gpu).copy_done(copy).unwrap(), per_line(10 + 67));
        let sent = fabric.statistics().direction(gpu.index(), Direction::Upstream);
        assert_eq!((sent.messages, sent.bytes), (2 * lines, 77 * lines));
    }
}

#[test]
fn credits_bound_what_is_under_way() {
    // One read at a time: a message a round trip of the credit, which is less than that of the read.
    let mut link = link::preset("ndrec").unwrap().config().unwrap();
    link.credits = [1; Channel::COUNT];
    let (mut fabric, _) = with_expander(&link);
    let operations: Vec<_> = (0..1000).map(|line| fabric.post_load(BASE + 64 * line)).collect();
    fabric.run_until(|fabric| operations.iter().all(|&one| fabric.is_done(one))).unwrap();
    let round = link.serialization(69).0 + 2 * 40_000;
    assert!(fabric.now().0.abs_diff(1000 * round) < 1000 * round / 50, "{} for {}", fabric.now(), 1000 * round);
}

#[test]
fn host_memory_has_its_latency_and_bandwidth() {
    let home = HomeConfig { memory_bytes_per_second: 6_400_000_000, ..HomeConfig::default() };
    let mut fabric = Fabric::new(FabricConfig { home, ..FabricConfig::default() });
    fabric.map(0, SIZE, Target::HostMemory).unwrap();
    fabric.load(0, &mut [0; 64]).unwrap();
    assert_eq!(fabric.now(), Time::ns(15 + 10 + 46));
    fabric.store(0, &[1; 64 * 1000]).unwrap();
    assert_eq!(fabric.now(), Time::ns(15 + 10 + 46 + 15 + 10_000 + 46));
}
