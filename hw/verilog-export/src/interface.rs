//! Attributes by which a vendor's block design knows the clock, the reset, the interrupt and the AXI ports of a top.

use crate::export::ExportOptions;
use crate::module::PortDeclaration;

/// For every port, the attributes that stand in front of it.
pub(crate) fn attributes(ports: &[PortDeclaration], _options: &ExportOptions) -> Vec<Vec<String>> {
    vec![Vec::new(); ports.len()]
}
