//! The plain Verilog bench of an exported device (`hw/rtl/tests/icarus`), and the macros by which it knows the device.

use crate::designs::ExportedDesign;
use emberlane_verilog::{Direction, ports};
use std::fmt::Write as _;

/// The bench's sources: file name and text. They read [`macros`], which a simulator has to see first.
pub const SOURCES: [(&str, &str); 2] = [
    ("axi_lite_host.v", include_str!("../tests/icarus/axi_lite_host.v")),
    ("device_bench.v", include_str!("../tests/icarus/device_bench.v")),
];

/// The bench's module.
pub const TOP: &str = "device_bench";

/// What the bench asks of a device, by the name of its registers.
struct Question {
    device: &'static str,
    /// A register of 32 bits that is written and read back.
    setting: &'static str,
    idle_status: u64,
}

const QUESTIONS: [Question; 2] = [
    Question { device: "cxl_mem", setting: "VECTOR_LENGTH", idle_status: 0 },
    Question { device: "smartssd", setting: "TX_BYTES", idle_status: 0x10 },
];

/// What the bench has to know of a design whose top module has this text, as macros.
///
/// # Panics
/// If the bench has no question for the device, which is a fault of this module.
#[must_use]
pub fn macros(design: &ExportedDesign, top: &str, text: &str, seed: u32) -> String {
    let map = design.device().map;
    let question = QUESTIONS.iter().find(|each| each.device == map.name).expect("every device is asked");
    let (outputs, inputs): (Vec<_>, Vec<_>) =
        ports(text).into_iter().partition(|port| port.direction == Direction::Out);
    let outputs: Vec<String> = outputs.iter().map(|port| format!("device.{}", port.name)).collect();
    // Nothing comes from memory or host, and the host takes what comes.
    let silent = inputs.iter().map(|port| &port.name).filter(|name| !name.starts_with("s_axil_"));
    let silence: Vec<String> = silent
        .filter_map(|name| {
            let value = match name {
                _ if name.ends_with("valid") => 0,
                _ if name.ends_with("ready") => 1,
                _ => return None,
            };
            Some(format!(".{name}(1'b{value})"))
        })
        .collect();
    let mut macros =
        format!("// What device_bench.v has to know of {top}.\n`define DEVICE {top}\n`define SEED {seed}\n");
    let _ = writeln!(macros, "`define OUTPUTS {{{}}}", outputs.join(", "));
    let _ = writeln!(macros, "`define SILENCE {}", silence.join(", "));
    let _ = writeln!(macros, "`define IDLE_STATUS 64'd{}", question.idle_status);
    for name in ["IDENTITY", "STATUS", "ERROR", "DOORBELL", "CLEAR", question.setting] {
        let register = map.named(name).expect("the register is in the table");
        let name = if name == question.setting { "SETTING" } else { name };
        let _ = writeln!(macros, "`define {name} 12'h{:x}", register.offset);
    }
    let identity = map.named("IDENTITY").expect("every device has one").reset;
    let _ = writeln!(macros, "`define IDENTITY_VALUE 64'h{identity:x}");
    // Verilog-2001 has no end of a simulation that fails; Icarus has.
    macros.push_str("`ifdef __ICARUS__\n`define FINISH_FAILED $finish_and_return(1)\n");
    macros.push_str("`else\n`define FINISH_FAILED $finish\n`endif\n");
    macros
}
