//! The designs that are exported as Verilog.

use crate::cxl_mem::top::CxlMem;
use crate::smartssd::top::SmartSsd;
use emberlane_registers::export::{DEVICES, Device};
use emberlane_verilog::{Describe, Design, ExportError, ExportOptions, export};
use rust_hdl::prelude::Block;
use std::thread;

/// A design that is exported: its name, and how to export it.
#[derive(Clone, Copy)]
pub struct ExportedDesign {
    /// Name of the top module.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    export: fn(&ExportOptions) -> Result<Design, ExportError>,
}

impl ExportedDesign {
    /// The design as Verilog.
    ///
    /// # Errors
    /// As [`emberlane_verilog::export`].
    pub fn export(&self, options: &ExportOptions) -> Result<Design, ExportError> {
        (self.export)(options)
    }

    /// The interface of the device that it is: its name is part of the design's.
    ///
    /// # Panics
    /// If there is no such device, which is a fault of the table of designs.
    #[must_use]
    pub fn device(&self) -> &'static Device {
        DEVICES.iter().find(|device| self.name.contains(device.map.name)).expect("every design is a device")
    }
}

/// Every design whose Verilog the repository holds. A `static`: of a `const`, every crate that names it would compile the designs
/// anew.
pub static DESIGNS: [ExportedDesign; 4] = [
    ExportedDesign {
        name: "cxl_mem",
        description: "CXL-MEM with four memory channels",
        export: top::<CxlMem<4, 12, 0>>,
    },
    ExportedDesign {
        name: "cxl_mem_c1",
        description: "CXL-MEM with one memory channel",
        export: top::<CxlMem<1, 6, 0>>,
    },
    ExportedDesign {
        name: "smartssd",
        description: "The SmartSSD's FPGA with NDRec's kernel: six banks a side, EVs of 64 elements",
        export: top::<SmartSsd<6, 4, 0>>,
    },
    ExportedDesign {
        name: "smartssd_b2_s1",
        description: "The SmartSSD's FPGA with two banks a side, for EVs of 16 elements",
        export: top::<SmartSsd<2, 1, 0>>,
    },
];

/// Devices with an input that selects a fault (`emberlane_registers::faults`): for tests, not exported.
pub static FAULTS: [ExportedDesign; 2] = [
    ExportedDesign {
        name: "cxl_mem_faults",
        description: "CXL-MEM with one memory channel that commits faults, for tests",
        export: top::<CxlMem<1, 6, 1>>,
    },
    ExportedDesign {
        name: "smartssd_b2_s1_faults",
        description: "The SmartSSD's FPGA with two banks a side that commits faults, for tests",
        export: top::<SmartSsd<2, 1, 1>>,
    },
];

/// Stack on which a design is built: Rust-HDL builds blocks by value, and a device is a large block.
const STACK_BYTES: usize = 1 << 28;

fn top<B: Block + Default + Describe>(options: &ExportOptions) -> Result<Design, ExportError> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let built = builder.spawn_scoped(scope, || export(&*Box::<B>::default(), options));
        built.expect("a thread can be started").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
