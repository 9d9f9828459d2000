//! The designs that are exported as Verilog.

use crate::axi::{AmountCounter, Patience, Scratchpad};
use crate::crossing::{AsyncFifo, AxiCrossing, DualClockRam, Synchroniser};
use crate::cxl_mem::capacity::MOST_GIB;
use crate::cxl_mem::top::CxlMem;
use crate::memory::{BlockRam, DualPortRam, LutRam, OperandRam, UltraRam};
use crate::memory_controller::{LatencyGate, PulseDelay};
use crate::smartssd::plan_stream::PlanStream;
use crate::smartssd::top::SmartSsd;
use crate::smartssd_shell::top::SmartSsdShell;
use crate::stream::{BlockFifo, Delay, Fifo, RoundRobin, SkidBuffer};
use crate::u200::clocks::U200Clocks;
use crate::u200::top::U200;
use emberlane_registers::export::{DEVICES, Device};
use emberlane_verilog::{Describe, Design, DesignError, ExportError, ExportOptions, Generics, Library, export};
use rust_hdl::prelude::Block;
use std::thread;
use thiserror::Error;

/// How a block is exported.
type Export = fn(&ExportOptions) -> Result<Design, ExportError>;

/// A design that is exported: its name, and how to export it.
#[derive(Clone, Copy)]
pub struct ExportedDesign {
    /// Name of the top module.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// Folder of the library for what it alone has.
    pub folder: &'static str,
    device: &'static str,
    export: Export,
}

impl ExportedDesign {
    /// The design as Verilog.
    ///
    /// # Errors
    /// As [`emberlane_verilog::export`].
    pub fn export(&self, options: &ExportOptions) -> Result<Design, ExportError> {
        (self.export)(options)
    }

    /// The interface of the device that it is, or has in it.
    ///
    /// # Panics
    /// If there is no such device: for one of [`PARTS`], or by a fault of the table of designs.
    #[must_use]
    pub fn device(&self) -> &'static Device {
        DEVICES.iter().find(|device| self.device == device.map.name).expect("every design is a device")
    }
}

/// Every device whose Verilog the repository holds. A `static`: of a `const`, every crate that names it would compile the designs
/// anew.
pub static DESIGNS: [ExportedDesign; 10] = [
    ExportedDesign {
        name: "cxl_mem",
        description: "CXL-MEM with four memory channels",
        folder: "cxl_mem",
        device: "cxl_mem",
        export: top::<CxlMem<4, MOST_GIB, 4, 12, 0>>,
    },
    ExportedDesign {
        name: "cxl_mem_c1",
        description: "CXL-MEM with one memory channel",
        folder: "cxl_mem",
        device: "cxl_mem",
        export: top::<CxlMem<1, MOST_GIB, 1, 6, 0>>,
    },
    ExportedDesign {
        name: "smartssd",
        description: "The SmartSSD's FPGA with NDRec's kernel: six banks a side, EVs of 64 elements",
        folder: "smartssd",
        device: "smartssd",
        export: top::<SmartSsd<6, 3, 4, 0>>,
    },
    ExportedDesign {
        name: "smartssd_b2_s1",
        description: "The SmartSSD's FPGA with two banks a side, for EVs of 16 elements",
        folder: "smartssd",
        device: "smartssd",
        export: top::<SmartSsd<2, 2, 1, 0>>,
    },
    ExportedDesign {
        name: "smartssd_shell",
        description: "NDRec's device for a SmartSSD without a CXL link: between a PCIe core, a DDR controller and the SSD",
        folder: "smartssd",
        device: "smartssd",
        export: top::<SmartSsdShell<6, 3, 4>>,
    },
    ExportedDesign {
        name: "smartssd_shell_b2_s1",
        description: "The same with two banks a side, for EVs of 16 elements",
        folder: "smartssd",
        device: "smartssd",
        export: top::<SmartSsdShell<2, 2, 1>>,
    },
    ExportedDesign {
        name: "u200",
        description: "CXL-MEM with four memory channels and two engines for a U200: between a PCIe core and DDR controllers",
        folder: "u200",
        device: "cxl_mem",
        export: top::<U200<4, 15, 2, 8>>,
    },
    ExportedDesign {
        name: "u200_c1",
        description: "CXL-MEM with one memory channel for a U200",
        folder: "u200",
        device: "cxl_mem",
        export: top::<U200<1, 12, 1, 6>>,
    },
    ExportedDesign {
        name: "u200_clocks",
        description: "The shell of a U200 with a clock for each of its four DDR memories",
        folder: "u200",
        device: "cxl_mem",
        export: top::<U200Clocks<4, 15, 2, 8>>,
    },
    ExportedDesign {
        name: "u200_clocks_c1",
        description: "The same with one memory",
        folder: "u200",
        device: "cxl_mem",
        export: top::<U200Clocks<1, 12, 1, 6>>,
    },
];

/// Blocks that are exported for whoever builds a system around a device. They are no devices: they have no registers.
pub static PARTS: [ExportedDesign; 2] = [
    ExportedDesign {
        name: "axi_crossing",
        description: "An AXI4 port of 64-byte beats to a memory of another clock",
        folder: SHARED,
        device: "",
        export: top::<AxiCrossing>,
    },
    ExportedDesign {
        name: "axi_scratchpad_d32768",
        description: "A scratchpad of 2 MiB on UltraRAM behind an AXI4 port",
        folder: SHARED,
        device: "",
        export: top::<Scratchpad<15>>,
    },
];

/// All that is exported: devices and parts.
#[must_use]
pub fn exported() -> Vec<ExportedDesign> {
    DESIGNS.iter().chain(&PARTS).copied().collect()
}

/// Devices with an input that selects a fault (`emberlane_registers::faults`): for tests, not exported.
pub static FAULTS: [ExportedDesign; 2] = [
    ExportedDesign {
        name: "cxl_mem_faults",
        description: "CXL-MEM with one memory channel that commits faults, for tests",
        folder: "cxl_mem",
        device: "cxl_mem",
        export: top::<CxlMem<1, MOST_GIB, 1, 6, 1>>,
    },
    ExportedDesign {
        name: "smartssd_b2_s1_faults",
        description: "The SmartSSD's FPGA with two banks a side that commits faults, for tests",
        folder: "smartssd",
        device: "smartssd",
        export: top::<SmartSsd<2, 2, 1, 1>>,
    },
];

/// What every module of the library is called by, so that it meets no other of a project.
pub const PREFIX: &str = "emb_";

/// Folder of the library for what more than one device uses.
pub const SHARED: &str = "common";

/// Blocks from which the library learns what its parameters do; their values are in no other relation to each other, and in no design.
const SAMPLES: [Export; 21] = [
    top::<Fifo<7, 1>>,
    top::<Fifo<21, 3>>,
    top::<BlockFifo<19, 4>>,
    top::<LutRam<1, 6>>,
    top::<BlockRam<1, 5>>,
    top::<DualPortRam<33, 3>>,
    top::<OperandRam<5>>,
    top::<Delay<3, 1>>,
    top::<SkidBuffer<5>>,
    top::<RoundRobin<7>>,
    top::<Patience<3, 4>>,
    top::<AmountCounter<9>>,
    top::<PulseDelay<4>>,
    top::<LatencyGate<4>>,
    top::<PlanStream<64, 8>>,
    top::<AsyncFifo<7, 2, 3>>,
    top::<AsyncFifo<21, 3, 4>>,
    top::<DualClockRam<5, 5>>,
    top::<Synchroniser<9>>,
    top::<UltraRam<5>>,
    top::<UltraRam<7>>,
];

/// Several designs, which share their modules.
///
/// # Errors
/// As [`ExportedDesign::export`].
pub fn together(designs: &[ExportedDesign], options: &ExportOptions) -> Result<Design, ExportedError> {
    let mut all = Design::default();
    for design in designs {
        all = all.merged(design.export(options)?)?;
    }
    Ok(all)
}

/// What libraries of some designs or of all have in common: every design is exported once.
pub struct Libraries {
    options: ExportOptions,
    generics: Generics,
}

impl Libraries {
    /// # Errors
    /// As [`ExportedDesign::export`].
    pub fn new(options: &ExportOptions) -> Result<Self, ExportedError> {
        // What a module of the library is does not depend on which designs are asked for.
        let whole = together(&exported(), options)?;
        let plain = ExportOptions { annotated: false, ..options.clone() };
        let mut samples = Design::default();
        for sample in SAMPLES {
            samples = samples.merged(sample(&plain)?)?;
        }
        let generics = Generics::of(&whole, &samples, PREFIX)?;
        Ok(Self { options: options.clone(), generics })
    }

    /// The library of these designs: [`together`], with one module for all that differ by numbers.
    ///
    /// # Errors
    /// As [`ExportedDesign::export`].
    pub fn of(&self, designs: &[ExportedDesign]) -> Result<Library, ExportedError> {
        let device = |top: &str| {
            let design = DESIGNS.iter().chain(&FAULTS).find(|design| design.name == top);
            design.map_or(SHARED, |design| design.folder).to_owned()
        };
        Ok(Library::of(&together(designs, &self.options)?, &self.generics, SHARED, device))
    }
}

/// The library of designs, if no other is wanted: [`Libraries::of`].
///
/// # Errors
/// As [`ExportedDesign::export`].
pub fn library(designs: &[ExportedDesign], options: &ExportOptions) -> Result<Library, ExportedError> {
    Libraries::new(options)?.of(designs)
}

/// Why designs cannot be exported together.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportedError {
    /// One of them cannot be exported.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Two of them disagree about a module.
    #[error(transparent)]
    Design(#[from] DesignError),
}

/// Stack on which a design is built: Rust-HDL builds blocks by value, and a device is a large block.
const STACK_BYTES: usize = 1 << 28;

fn top<B: Block + Default + Describe>(options: &ExportOptions) -> Result<Design, ExportError> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let built = builder.spawn_scoped(scope, || export(&*Box::<B>::default(), options));
        built.expect("a thread can be started").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
