//! The AXI4-Lite slave before a device of eight registers.

use crate::axi_lite::{Inputs, Master, OKAY, Outputs, SLVERR, Slave, read, reset, write};
use crate::axi_lite_slave;
use crate::bench::{random, ready, settle};
use emberlane_rtl::axi::AxiLiteSlave;
use rand::Rng;

axi_lite_slave!(AxiLiteSlave);

/// Registers 0 to 7 hold what is written; everything else is an error. Answers in the cycle after the strobe, and with
/// noise in every other cycle.
#[derive(Default)]
struct Device {
    slave: AxiLiteSlave,
    registers: [u64; 8],
    /// The strobes of the cycle before.
    written: Option<usize>,
    read: Option<usize>,
    /// Writes and reads that reached the device and were not yet seen answered on the bus.
    writes: Vec<(u64, u64)>,
    reads: Vec<(u64, u64)>,
    noise: u64,
}

impl Device {
    fn new() -> Self {
        Self { slave: *ready::<AxiLiteSlave>(), ..Self::default() }
    }
}

/// Addresses at and above this are not there.
const END: u64 = 64;

impl Slave for Device {
    fn drive(&mut self, reset: bool, inputs: Inputs) {
        self.slave.drive(reset, inputs);
    }

    fn observe(&self) -> Outputs {
        self.slave.observe()
    }

    fn clock(&mut self) {
        self.noise = self.noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let noise = self.noise >> 7;
        let slave = &mut self.slave;
        slave.write_error.next = self.written.map_or(noise & 1 == 1, |index| index >= 8);
        slave.read_data.next =
            self.read.map_or(noise, |index| self.registers.get(index).copied().unwrap_or_default()).into();
        settle(slave);
        self.written = slave.write_strobe.val().then(|| {
            let (address, data) = (slave.write_address.val().to_u64(), slave.write_data.val().to_u64());
            self.writes.push((address, data));
            address as usize / 8
        });
        self.read = slave.read_strobe.val().then(|| slave.read_address.val().to_u64() as usize / 8);
        if let Some(index) = self.written
            && let Some(register) = self.registers.get_mut(index)
        {
            *register = slave.write_data.val().to_u64();
        }
        if let Some(index) = self.read {
            // It answers a cycle later, so with what a write at the same time left.
            self.reads
                .push((slave.read_address.val().to_u64(), self.registers.get(index).copied().unwrap_or_default()));
        }
        slave.clock();
    }
}

#[test]
fn random_traffic_reaches_the_device_once() {
    let random = &mut random("AXI-Lite random traffic", 1);
    let mut device = Device::new();
    let mut master = Master::default();
    let (mut writes, mut reads, mut refused) = (0, 0, 0);
    for cycle in 0..40_000 {
        if random.random_ratio(1, 2048) {
            // A reset forgets the transfers under way.
            reset(&mut device);
            (device.written, device.read, master) = (None, None, Master::default());
            (device.writes, device.reads) = (vec![], vec![]);
        }
        let finished = master.cycle(
            &mut device,
            random,
            |random| random.random_range(0..20) * 4 + u64::from(random.random_ratio(1, 16)),
            |random| random.random(),
        );
        if let Some((address, data, strobes, answer)) = finished.write {
            let whole = address.is_multiple_of(8) && strobes == 0xff;
            let reached: Vec<_> = device.writes.drain(..).collect();
            assert_eq!(reached, if whole { vec![(address, data)] } else { vec![] }, "cycle {cycle}, {strobes:#x}");
            let good = whole && address < END;
            assert_eq!(answer, if good { OKAY } else { SLVERR }, "cycle {cycle}: write to {address:#x}, {strobes:#x}");
            (writes, refused) = (writes + 1, refused + u32::from(!good));
        }
        if let Some((address, data, answer)) = finished.read {
            let reached: Vec<_> = device.reads.drain(..).collect();
            let whole = address.is_multiple_of(8);
            assert_eq!(reached, if whole { vec![(address, data)] } else { vec![] }, "cycle {cycle}, {data:#x}");
            assert!(whole || data == 0, "cycle {cycle}: a refused read returns {data:#x}");
            assert_eq!(answer, if whole { OKAY } else { SLVERR }, "cycle {cycle}: read of {address:#x}");
            reads += 1;
        }
        device.clock();
    }
    eprintln!("{writes} writes ({refused} refused), {reads} reads");
    assert!(writes > 2000 && reads > 3000 && refused > 500);
}

#[test]
fn every_single_strobe_bit_and_low_address_bit_counts() {
    let mut device = Device::new();
    assert_eq!(write(&mut device, 8, 5, 0xff), OKAY);
    for bit in 0..8 {
        assert_eq!(write(&mut device, 8, 9, 0xff ^ 1 << bit), SLVERR, "strobe bit {bit} is low");
        assert_eq!(write(&mut device, 8, 9, 1 << bit), SLVERR, "only strobe bit {bit} is high");
    }
    for low in 1..8 {
        assert_eq!(write(&mut device, 8 + low, 9, 0xff), SLVERR, "{low} above a multiple of 8");
        assert_eq!(read(&mut device, 8 + low), (0, SLVERR), "{low} above a multiple of 8");
    }
    assert_eq!(read(&mut device, 8), (5, OKAY));
    assert_eq!(read(&mut device, END), (0, OKAY));
    assert_eq!(write(&mut device, END, 1, 0xff), SLVERR);
}

/// Strobe after 1 cycle, answer after 3, the next transfer after 4: for writes with both words at once, and for reads.
#[test]
fn latency_and_throughput_are_as_documented() {
    let mut device = Device::new();
    for cycle in 0..16 {
        device
            .drive(false, Inputs { aw: Some(16), w: Some((cycle, 0xff)), b_ready: true, ar: Some(16), r_ready: true });
        let outputs = device.observe();
        let step = cycle % 4;
        assert_eq!([outputs.aw_ready, outputs.w_ready, outputs.ar_ready], [step == 0; 3], "cycle {cycle}");
        assert_eq!(device.slave.write_strobe.val(), step == 1, "cycle {cycle}");
        assert_eq!(device.slave.read_strobe.val(), step == 1, "cycle {cycle}");
        assert_eq!(outputs.b.is_some(), step == 3, "cycle {cycle}");
        assert_eq!(outputs.r.is_some(), step == 3, "cycle {cycle}");
        device.clock();
    }
}
