//! The interfaces of a design: those that the exporter's attributes name, and channels of CXL.

use emberlane_verilog::{Direction, Port};

/// Attribute that makes a port a signal of an interface.
const INFO: &str = "X_INTERFACE_INFO";
/// Attribute with an interface's parameters, at one of its ports.
const PARAMETER: &str = "X_INTERFACE_PARAMETER";

/// Who begins a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The design.
    Master,
    /// What is outside.
    Slave,
}

/// An interface that attributes name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Its name, the prefix of its ports.
    pub name: String,
    /// Vendor, library, name and version of its kind, such as `xilinx.com:interface:aximm:1.0`.
    pub kind: [String; 4],
    /// Who begins transfers.
    pub role: Role,
    /// Signal of the interface, and port.
    pub signals: Vec<(String, String)>,
    /// Name and value each.
    pub parameters: Vec<(String, String)>,
}

/// A channel of CXL: `valid`, `ready`, and what travels with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Its name, the prefix of its ports.
    pub name: String,
    /// Who sends.
    pub role: Role,
    /// Name, bits, and whether the sender drives it; in the order of the ports.
    pub signals: Vec<(String, usize, bool)>,
}

impl Interface {
    /// The value of a parameter.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Whether it is of a kind, such as `clock` or `aximm`.
    #[must_use]
    pub fn is(&self, kind: &str) -> bool {
        self.kind[2] == kind
    }

    /// Whether it is a bus of registers: AXI4-Lite.
    pub(crate) fn is_lite(&self) -> bool {
        self.parameter("PROTOCOL") == Some("AXI4LITE")
    }

    /// The port of a signal.
    #[must_use]
    pub fn port(&self, signal: &str) -> Option<&str> {
        self.signals.iter().find(|(found, _)| found == signal).map(|(_, port)| port.as_str())
    }
}

/// The interfaces that the attributes of ports name, in the order of the ports.
pub(crate) fn interfaces(ports: &[Port]) -> Vec<Interface> {
    let mut interfaces: Vec<Interface> = Vec::new();
    for port in ports {
        let info = port.attributes.iter().filter(|(name, _)| name == INFO);
        for (kind, name, signal) in info.filter_map(|(_, text)| three(text)) {
            let entry = (signal.to_owned(), port.name.clone());
            if let Some(known) = interfaces.iter_mut().find(|each| each.name == name) {
                known.signals.push(entry);
                continue;
            }
            let kind = four(kind);
            let role = role(&kind[2], signal, port.direction);
            let parameters = parameters(ports, name);
            interfaces.push(Interface { name: name.to_owned(), kind, role, signals: vec![entry], parameters });
        }
    }
    interfaces
}

/// Who begins transfers, by the first signal of an interface: of AXI, an address; of the others, the signal itself.
fn role(kind: &str, signal: &str, direction: Direction) -> Role {
    let from_master = kind != "aximm" || signal.starts_with('A') && !signal.ends_with("READY");
    if (direction == Direction::Out) == from_master { Role::Master } else { Role::Slave }
}

fn three(text: &str) -> Option<(&str, &str, &str)> {
    let mut parts = text.split(' ');
    Some((parts.next()?, parts.next()?, parts.next()?))
}

fn four(kind: &str) -> [String; 4] {
    let mut parts = kind.split(':').map(str::to_owned);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

fn parameters(ports: &[Port], interface: &str) -> Vec<(String, String)> {
    let texts = ports.iter().flat_map(|port| &port.attributes).filter(|(name, _)| name == PARAMETER);
    let parts = texts.filter_map(|(_, text)| text.strip_prefix("XIL_INTERFACENAME ")?.split_once(", "));
    let of_interface = parts.filter(|(name, _)| *name == interface);
    let pairs = of_interface.flat_map(|(_, values)| values.split(", ")).filter_map(|pair| pair.split_once(' '));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The channels among ports that have no attributes: `<name>_valid`, `<name>_ready`, and all others that begin so.
pub(crate) fn channels(ports: &[Port]) -> Vec<Channel> {
    let plain: Vec<&Port> = ports.iter().filter(|port| port.attributes.is_empty()).collect();
    let of_valid = |valid: &&Port| {
        let prefix = valid.name.strip_suffix("valid")?;
        plain.iter().any(|port| port.name == format!("{prefix}ready")).then(|| (prefix.to_owned(), valid.direction))
    };
    let channel = |(prefix, direction): (String, Direction)| {
        let signals = plain.iter().filter_map(|port| {
            let signal = port.name.strip_prefix(&prefix)?;
            Some((signal.to_owned(), port.width, port.direction == direction))
        });
        let role = if direction == Direction::Out { Role::Master } else { Role::Slave };
        Channel { name: prefix.trim_end_matches('_').to_owned(), role, signals: signals.collect() }
    };
    plain.iter().filter_map(of_valid).map(channel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, direction: Direction, width: usize, attributes: &[(&str, &str)]) -> Port {
        let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Port { name: name.into(), direction, width, attributes }
    }

    #[test]
    fn attributes_make_an_interface() {
        let parameters = (PARAMETER, "XIL_INTERFACENAME m, PROTOCOL AXI4, DATA_WIDTH 64");
        let ports = [
            port("m_awid", Direction::Out, 4, &[parameters, (INFO, "xilinx.com:interface:aximm:1.0 m AWID")]),
            port("m_awready", Direction::In, 1, &[(INFO, "xilinx.com:interface:aximm:1.0 m AWREADY")]),
            port("s_awready", Direction::Out, 1, &[(INFO, "xilinx.com:interface:aximm:1.0 s AWREADY")]),
            port("clock", Direction::In, 1, &[(INFO, "xilinx.com:signal:clock:1.0 clock CLK")]),
        ];
        let found = interfaces(&ports);
        let roles: Vec<(&str, Role)> = found.iter().map(|each| (each.name.as_str(), each.role)).collect();
        assert_eq!(roles, [("m", Role::Master), ("s", Role::Slave), ("clock", Role::Slave)]);
        assert_eq!(found[0].parameter("DATA_WIDTH"), Some("64"));
        assert_eq!(found[0].port("AWREADY"), Some("m_awready"));
        assert!(found[2].is("clock") && found[2].parameters.is_empty());
    }

    #[test]
    fn a_handshake_without_attributes_is_a_channel() {
        let ports = [
            port("irq", Direction::Out, 1, &[]),
            port("a_rsp_valid", Direction::Out, 1, &[]),
            port("a_rsp_ready", Direction::In, 1, &[]),
            port("a_rsp_tag", Direction::Out, 16, &[]),
            port("b_valid", Direction::In, 1, &[]),
        ];
        let signals = [("valid", 1, true), ("ready", 1, false), ("tag", 16, true)];
        let signals = signals.map(|(name, width, sends)| (name.to_owned(), width, sends)).to_vec();
        assert_eq!(channels(&ports), [Channel { name: "a_rsp".into(), role: Role::Master, signals }]);
    }
}
