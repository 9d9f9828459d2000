//! The ports of a module's text, with the attributes that stand in front of them.

/// Which way a port goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Into the module.
    In,
    /// Out of it.
    Out,
}

/// A port of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Which way it goes.
    pub direction: Direction,
    /// Bits; 1 where parameters say how many.
    pub width: usize,
    /// What its attributes say, name and text each, in the order in which they stand.
    pub attributes: Vec<(String, String)>,
}

/// The ports of a module's text, printed as the exporter does: an attribute or a port a line, and nothing else on it.
#[must_use]
pub fn ports(text: &str) -> Vec<Port> {
    let header = text.split_once("\nmodule ").map_or("", |(_, rest)| rest);
    let header = header.split_once("\n);").map_or("", |(header, _)| header);
    let mut ports = Vec::new();
    let mut attributes = Vec::new();
    for line in header.lines().map(|line| line.trim().trim_end_matches(',')) {
        if let Some(attribute) = line.strip_prefix("(* ").and_then(|rest| rest.strip_suffix(" *)")) {
            let (name, value) = attribute.split_once(" = ").unwrap_or((attribute, ""));
            attributes.push((name.to_owned(), value.trim_matches('"').to_owned()));
            continue;
        }
        let direction = match line.split_whitespace().next() {
            Some("input") => Direction::In,
            Some("output") => Direction::Out,
            _ => continue,
        };
        let most = line.split_once('[').and_then(|(_, range)| range.split_once(':')).map_or("0", |(most, _)| most);
        let width = most.trim().parse::<usize>().map_or(1, |most| most + 1);
        let name = line.split_whitespace().last().unwrap_or_default().to_owned();
        ports.push(Port { name, direction, width, attributes: std::mem::take(&mut attributes) });
    }
    ports
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_belong_to_the_port_behind_them() {
        let text = "// A top.\n\nmodule top (\n    (* A = \"a, b\" *)\n    (* B = \"c\" *)\n    input  wire        clock,\n    \
                    output wire [3:0]  data\n);\n    input wire not_a_port\nendmodule\n";
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let clock = Port {
            name: "clock".into(),
            direction: Direction::In,
            width: 1,
            attributes: vec![pair("A", "a, b"), pair("B", "c")],
        };
        let data = Port { name: "data".into(), direction: Direction::Out, width: 4, attributes: Vec::new() };
        assert_eq!(ports(text), [clock, data]);
    }
}
