//! The interface of each device: its registers, and the numbers in them that have a name.

use crate::value::Value;
use crate::{
    Field, Register, RegisterMap,
    cxl_mem::{self, Command, ErrorCode, Pooling},
    kernel_plan::KernelError,
    smartssd::{self, AgentError},
};

/// A device's interface: its registers, and what the numbers in some of them stand for.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// The registers.
    pub map: &'static RegisterMap,
    /// Numbers with a name.
    pub enumerations: &'static [Enumeration],
}

/// Numbers with a name that a register holds.
#[derive(Clone, Copy, Debug)]
pub struct Enumeration {
    /// The register.
    pub register: &'static Register,
    /// The numbers, in order.
    pub values: &'static [Value],
}

impl Device {
    /// The numbers with a name that a field of a register holds: none for most. Those of a register are those of its lowest field.
    #[must_use]
    pub fn values_of(&self, register: &Register, field: &Field) -> &'static [Value] {
        let found = self.enumerations.iter().find(|each| each.register.offset == register.offset && field.lsb == 0);
        found.map_or(&[], |each| each.values)
    }
}

/// The fields of a register; of one that is a number as a whole, that number as a field `VALUE`, for formats in which every bit
/// belongs to a field.
pub fn fields_or_value(register: &'static Register) -> impl Iterator<Item = Field> {
    let whole = Field { name: "VALUE", lsb: 0, width: register.width, description: "" };
    let whole = register.fields.is_empty().then_some(whole);
    whole.into_iter().chain(register.fields.iter().copied())
}

/// The interface of CXL-MEM.
pub const CXL_MEM: Device = Device {
    map: &cxl_mem::MAP,
    enumerations: &[
        Enumeration { register: &cxl_mem::POOLING, values: Pooling::VALUES },
        Enumeration { register: &cxl_mem::DOORBELL, values: Command::VALUES },
        Enumeration { register: &cxl_mem::ERROR, values: ErrorCode::VALUES },
    ],
};

/// The interface of the SmartSSD's FPGA.
pub const SMARTSSD: Device = Device {
    map: &smartssd::MAP,
    enumerations: &[
        Enumeration { register: &smartssd::DOORBELL, values: smartssd::Command::VALUES },
        Enumeration { register: &smartssd::ERROR, values: KernelError::VALUES },
        Enumeration { register: &smartssd::AGENT_ERROR, values: AgentError::VALUES },
    ],
};

/// All devices.
pub const DEVICES: &[Device] = &[CXL_MEM, SMARTSSD];
