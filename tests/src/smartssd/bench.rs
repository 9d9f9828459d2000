//! A SmartSSD whose memories can be made to fail.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_models::smartssd::ModelSmartSsd;
use emberlane_models::smartssd::in_fabric::{Linked, OverFabric};
use emberlane_reference::smartssd::{Fault, ReferenceSmartSsd};

/// A SmartSSD whose memories can be made to fail.
pub trait Bench: SmartSsdTransport + 'static {
    /// From now on these requests of the device are answered with an error.
    fn inject(&mut self, fault: Fault);

    /// Poisons the host's line at an address: the device cannot read it until it is written again or healed.
    fn poison(&mut self, address: u64);

    /// Takes all faults back.
    fn heal(&mut self);

    /// What the device has found that nobody has made sure of, if it can.
    fn hazards(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A device whose own methods are those of a bench.
macro_rules! bench {
    ($device:ty) => {
        impl Bench for $device {
            fn inject(&mut self, fault: Fault) {
                Self::inject(self, fault);
            }

            fn poison(&mut self, address: u64) {
                Self::poison(self, address);
            }

            fn heal(&mut self) {
                Self::heal(self);
            }

            fn hazards(&self) -> Vec<String> {
                Self::hazards(self).iter().map(ToString::to_string).collect()
            }
        }
    };
}

bench!(ReferenceSmartSsd);
bench!(ModelSmartSsd);

/// Over a fabric: what is poisoned is memory of the host or the GPU, and comes so.
impl<E: Linked<Device: Bench>> Bench for OverFabric<E> {
    fn inject(&mut self, fault: Fault) {
        self.inside(|device| device.inject(fault));
    }

    fn poison(&mut self, address: u64) {
        Self::poison(self, address).expect("memory of host or GPU");
    }

    fn heal(&mut self) {
        self.inside(Bench::heal);
        self.heal_memory().expect("memory of host and GPU");
    }

    fn hazards(&self) -> Vec<String> {
        self.inside(|device| device.hazards())
    }
}

#[cfg(feature = "verilated")]
impl Bench for emberlane_verilated::smartssd::RtlSmartSsd {
    fn inject(&mut self, fault: Fault) {
        use emberlane_verilated::axi::Faulty;
        match fault {
            Fault::SsdRead(addresses) => self.ssd().inject_error(addresses, Faulty::Reads),
            Fault::SsdWrite(addresses) => self.ssd().inject_error(addresses, Faulty::Writes),
            Fault::DramRead(addresses) => self.dram().inject_error(addresses, Faulty::Reads),
            Fault::DramWrite(addresses) => self.dram().inject_error(addresses, Faulty::Writes),
        }
    }

    fn poison(&mut self, address: u64) {
        self.poison_host(address);
    }

    fn heal(&mut self) {
        self.clear_errors();
    }
}
