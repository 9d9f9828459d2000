//! Attributes by which a vendor's block design knows the clock, the reset, the interrupt and the AXI ports of a top.
//!
//! They are found by the names of the ports: `<prefix>_awvalid` and `<prefix>_awready` (or `ar`) make an AXI interface,
//! with bursts (`awlen`) AXI4, without AXI4-Lite; `clock`, `reset` and `interrupt` are what they say. Of several clocks, `x_clock` is
//! that of the interfaces that begin with `x`, with the reset `x_reset`, and `clock` that of all others.

use crate::module::PortDeclaration;
use crate::options::ExportOptions;

/// Signals of AXI4's five channels.
const AXI_SIGNALS: &str = "awid awaddr awlen awsize awburst awlock awcache awprot awregion awqos awuser awvalid awready \
wid wdata wstrb wlast wuser wvalid wready bid bresp buser bvalid bready arid araddr arlen arsize arburst arlock arcache \
arprot arregion arqos aruser arvalid arready rid rdata rresp rlast ruser rvalid rready";

/// An AXI interface among the ports.
struct Bus<'p> {
    prefix: &'p str,
    /// Signal and port number, in port order.
    signals: Vec<(&'p str, usize)>,
}

/// For every port, the attributes that stand in front of it.
pub(crate) fn attributes(ports: &[PortDeclaration], options: &ExportOptions) -> Vec<Vec<String>> {
    let mut attributes = vec![Vec::new(); ports.len()];
    let clocks: Vec<&str> =
        ports.iter().filter(|port| port.is_clock && port.is_input).map(|port| &*port.name).collect();
    let buses = buses(ports);
    for bus in &buses {
        for (position, (signal, port)) in bus.signals.iter().enumerate() {
            if position == 0 {
                attributes[*port]
                    .push(parameter(bus.prefix, &bus.parameters(ports, options.hz(clock_of(bus.prefix, &clocks)))));
            }
            let name = format!("aximm:1.0 {} {}", bus.prefix, signal.to_uppercase());
            attributes[*port].push(format!("(* X_INTERFACE_INFO = \"xilinx.com:interface:{name}\" *)"));
        }
    }
    let resets: Vec<String> = clocks.iter().map(|clock| reset_of(clock)).collect();
    let is_reset = |port: &PortDeclaration| port.is_input && (port.name == "reset" || resets.contains(&port.name));
    for (port, attributes) in ports.iter().zip(&mut attributes) {
        let (kind, signal, parameters) = if port.is_clock && port.is_input {
            let mut parameters = Vec::new();
            let own = buses.iter().filter(|bus| clock_of(bus.prefix, &clocks) == port.name);
            let names: Vec<&str> = own.map(|bus| bus.prefix).collect();
            if !names.is_empty() {
                parameters.push(format!("ASSOCIATED_BUSIF {}", names.join(":")));
            }
            let reset = reset_of(&port.name);
            if ports.iter().any(|port| port.is_input && port.name == reset) {
                parameters.push(format!("ASSOCIATED_RESET {reset}"));
            }
            parameters.push(format!("FREQ_HZ {}", options.hz(&port.name)));
            ("clock", "CLK", parameters)
        } else if is_reset(port) {
            ("reset", "RST", vec!["POLARITY ACTIVE_HIGH".into()])
        } else if is_interrupt(port) {
            ("interrupt", "INTERRUPT", vec!["SENSITIVITY LEVEL_HIGH".into()])
        } else {
            continue;
        };
        let name = port.name.trim_end_matches('_');
        attributes.push(parameter(name, &parameters));
        attributes.push(format!("(* X_INTERFACE_INFO = \"xilinx.com:signal:{kind}:1.0 {name} {signal}\" *)"));
    }
    attributes
}

/// The reset that belongs to a clock, by its name.
fn reset_of(clock: &str) -> String {
    clock.strip_suffix("clock").map_or_else(|| "reset".into(), |stem| format!("{stem}reset"))
}

/// The clock of an interface: the one with the longest stem that the interface's name begins with.
fn clock_of<'c>(prefix: &str, clocks: &[&'c str]) -> &'c str {
    let stem = |clock: &str| clock.strip_suffix("clock").map(str::to_owned);
    let own = |clock: &&&str| stem(clock).is_some_and(|stem| format!("{prefix}_").starts_with(&stem));
    clocks.iter().filter(own).max_by_key(|clock| clock.len()).or(clocks.first()).copied().unwrap_or_default()
}

fn parameter(interface: &str, parameters: &[String]) -> String {
    format!("(* X_INTERFACE_PARAMETER = \"XIL_INTERFACENAME {interface}, {}\" *)", parameters.join(", "))
}

fn is_interrupt(port: &PortDeclaration) -> bool {
    let name = port.name.trim_end_matches('_');
    let last = name.rsplit('_').next().unwrap_or(name);
    !port.is_input && port.width == 1 && matches!(last, "interrupt" | "irq")
}

fn buses(ports: &[PortDeclaration]) -> Vec<Bus<'_>> {
    let mut buses: Vec<Bus<'_>> = Vec::new();
    for (index, port) in ports.iter().enumerate() {
        let Some((prefix, signal)) = port.name.rsplit_once('_') else { continue };
        if !AXI_SIGNALS.split_whitespace().any(|known| known == signal) {
            continue;
        }
        match buses.iter_mut().find(|bus| bus.prefix == prefix) {
            Some(bus) => bus.signals.push((signal, index)),
            None => buses.push(Bus { prefix, signals: vec![(signal, index)] }),
        }
    }
    // One channel alone, or names that only look alike, are no interface.
    buses.retain(|bus| {
        let has = |signal: &str| bus.find(signal).is_some();
        (has("awvalid") && has("awready") && has("wvalid") && has("bvalid"))
            || (has("arvalid") && has("arready") && has("rvalid"))
    });
    buses
}

impl Bus<'_> {
    fn find(&self, signal: &str) -> Option<usize> {
        self.signals.iter().find(|(name, _)| *name == signal).map(|(_, port)| *port)
    }

    fn parameters(&self, ports: &[PortDeclaration], clock_hz: u64) -> Vec<String> {
        let bursts = self.find("awlen").or(self.find("arlen")).is_some();
        let mut parameters = vec![format!("PROTOCOL {}", if bursts { "AXI4" } else { "AXI4LITE" })];
        let mut width = |parameter: &str, write: &str, read: &str| {
            if let Some(port) = self.find(write).or(self.find(read)) {
                parameters.push(format!("{parameter} {}", ports[port].width));
            }
        };
        width("DATA_WIDTH", "wdata", "rdata");
        width("ADDR_WIDTH", "awaddr", "araddr");
        width("ID_WIDTH", "awid", "arid");
        let mode = match (self.find("awvalid").is_some(), self.find("arvalid").is_some()) {
            (true, false) => "WRITE_ONLY",
            (false, true) => "READ_ONLY",
            _ => "READ_WRITE",
        };
        parameters.push(format!("READ_WRITE_MODE {mode}"));
        parameters.push(format!("FREQ_HZ {clock_hz}"));
        parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, is_input: bool, width: usize) -> PortDeclaration {
        PortDeclaration { name: name.into(), is_input, is_reg: false, width, is_clock: name == "clock" }
    }

    fn annotated(ports: &[PortDeclaration]) -> Vec<String> {
        attributes(ports, &ExportOptions::default()).into_iter().map(|lines| lines.join("\n")).collect()
    }

    #[test]
    fn a_lite_slave_is_found_by_its_names() {
        let ports = [
            port("clock", true, 1),
            port("reset", true, 1),
            port("interrupt_", false, 1),
            port("s_axil_araddr", true, 12),
            port("s_axil_arvalid", true, 1),
            port("s_axil_arready", false, 1),
            port("s_axil_rdata", false, 64),
            port("s_axil_rvalid", false, 1),
            port("s_axil_rready", true, 1),
            port("fifo_rdata", false, 8),
        ];
        let text = annotated(&ports);
        assert!(text[0].contains("ASSOCIATED_BUSIF s_axil, ASSOCIATED_RESET reset, FREQ_HZ 250000000"), "{}", text[0]);
        assert!(text[1].contains("POLARITY ACTIVE_HIGH"));
        assert!(text[2].contains("XIL_INTERFACENAME interrupt, SENSITIVITY LEVEL_HIGH"));
        assert!(text[3].contains("PROTOCOL AXI4LITE, DATA_WIDTH 64, ADDR_WIDTH 12, READ_WRITE_MODE READ_ONLY"));
        assert!(text[3].contains("xilinx.com:interface:aximm:1.0 s_axil ARADDR"));
        assert!(text[9].is_empty(), "a queue's rdata is no AXI");
    }

    #[test]
    fn each_clock_has_its_interfaces_and_its_reset() {
        let mut ports = vec![port("clock", true, 1), port("reset", true, 1)];
        for bus in ["s_axi", "m_axi"] {
            for (signal, is_input) in [("arvalid", true), ("arready", false), ("rvalid", false)] {
                ports.push(port(&format!("{bus}_{signal}"), is_input, 1));
            }
        }
        ports.push(PortDeclaration { is_clock: true, ..port("m_clock", true, 1) });
        ports.push(port("m_reset", true, 1));
        let text = annotated(&ports);
        assert!(text[0].contains("ASSOCIATED_BUSIF s_axi, ASSOCIATED_RESET reset, FREQ_HZ 250000000"), "{}", text[0]);
        assert!(text[8].contains("ASSOCIATED_BUSIF m_axi, ASSOCIATED_RESET m_reset, FREQ_HZ 300000000"), "{}", text[8]);
        assert!(text[5].contains("FREQ_HZ 300000000"), "{}", text[5]);
        assert!(text[9].contains("xilinx.com:signal:reset:1.0 m_reset RST"), "{}", text[9]);
    }

    #[test]
    fn bursts_make_full_axi() {
        let ports =
            ["awid", "awlen", "awvalid", "wdata", "wvalid", "bready"].map(|s| port(&format!("m_{s}"), false, 4));
        let inputs = ["awready", "wready", "bvalid"].map(|s| port(&format!("m_{s}"), true, 1));
        let ports: Vec<PortDeclaration> = ports.into_iter().chain(inputs).collect();
        assert!(annotated(&ports)[0].contains("PROTOCOL AXI4, DATA_WIDTH 4, ID_WIDTH 4, READ_WRITE_MODE WRITE_ONLY"));
    }
}
