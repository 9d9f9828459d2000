//! The ports of a design, as the header that Verilator writes has them: nothing here or in `src` repeats a port list of
//! the Verilog.

use std::fmt::Write as _;

/// A port of a generated class.
pub struct Port {
    /// Name in Rust-HDL.
    pub name: String,
    /// Name in the generated class.
    pub member: String,
    /// Whether the bench drives it.
    pub input: bool,
    /// Bits.
    pub width: usize,
    /// Place in the frame of its direction, in 32-bit words.
    pub offset: usize,
}

impl Port {
    /// Words of 32 bits in its frame.
    pub fn words(&self) -> usize {
        self.width.div_ceil(32)
    }
}

/// All ports of a design.
#[derive(Default)]
pub struct Interface {
    pub ports: Vec<Port>,
    /// Words of 32 bits in the frame of the inputs.
    pub input_words: usize,
    /// Words of 32 bits in the frame of the outputs.
    pub output_words: usize,
}

impl Interface {
    /// Gives a port the next place in the frame of its direction.
    fn push(&mut self, input: bool, member: &str, width: usize) {
        let words = if input { &mut self.input_words } else { &mut self.output_words };
        let port = Port { name: plain_name(member).into(), member: member.into(), input, width, offset: *words };
        *words += port.words();
        self.ports.push(port);
    }

    /// Reads the header of a generated class, where each port is a line such as `VL_OUTW(&m_axi_0_wdata,511,0,16);`.
    pub fn of_header(header: &str) -> Self {
        let mut interface = Self::default();
        for line in header.lines().map(str::trim) {
            let input = line.starts_with("VL_IN");
            if !input && !line.starts_with("VL_OUT") {
                continue;
            }
            let Some((_, declaration)) = line.split_once("(&") else { continue };
            let mut parts = declaration.trim_end_matches([')', ';']).split(',');
            let bit = |part: Option<&str>| part.and_then(|text| text.parse::<usize>().ok());
            if let Some(member) = parts.next()
                && let (Some(most), Some(least)) = (bit(parts.next()), bit(parts.next()))
            {
                interface.push(input, member, most - least + 1);
            }
        }
        interface
    }

    /// A line for each port: direction, member and width.
    pub fn to_text(&self) -> String {
        let direction = |input| if input { "in" } else { "out" };
        let line = |port: &Port| format!("{} {} {}\n", direction(port.input), port.member, port.width);
        self.ports.iter().map(line).collect()
    }

    /// The ports that [`to_text`](Self::to_text) wrote; `None` if it wrote something else.
    pub fn of_text(text: &str) -> Option<Self> {
        let mut interface = Self::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let (direction, member, width) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
            interface.push(direction == "in", member, width);
        }
        Some(interface)
    }

    /// Whether there is a clock of one bit, which drives the design.
    pub fn has_clock(&self) -> bool {
        self.ports.iter().any(|port| port.name == "clock" && port.input && port.width == 1)
    }

    /// An entry of the table of designs in Rust.
    pub fn rust_entry(&self, design: &str) -> String {
        let Self { input_words, output_words, .. } = self;
        let mut text = format!(
            "Design {{ name: {design:?}, input_words: {input_words}, output_words: {output_words}, ports: &[\n"
        );
        // The model itself drives the clock.
        for port in self.ports.iter().filter(|port| port.name != "clock") {
            let direction = if port.input { "Input" } else { "Output" };
            let Port { name, width, offset, .. } = port;
            let _ = writeln!(
                text,
                "PortEntry {{ name: {name:?}, direction: Direction::{direction}, width: {width}, offset: {offset} }},"
            );
        }
        text.push_str("] },\n");
        text
    }

    /// C++ that makes an instance of a design: how its inputs are loaded from a frame, its outputs are stored to one, and
    /// the function that `designs.cpp` calls.
    pub fn cpp(&self, design: &str, class: &str, traced: bool) -> String {
        let Self { input_words, output_words, .. } = self;
        let mut text = format!("#include \"verilated_instance.h\"\n#include \"{class}.h\"\n");
        let _ = writeln!(text, "namespace emberlane {{\nnamespace {{\nstruct Ports {{\n  using Top = {class};");
        let _ = writeln!(text, "  static constexpr bool traced = {traced};");
        let _ = writeln!(text, "  static constexpr std::size_t inputs = {input_words}, outputs = {output_words};");
        text.push_str("  static void load(Top& top, const std::uint32_t* frame) {\n");
        for port in self.ports.iter().filter(|port| port.input && port.name != "clock") {
            let Port { member, offset, .. } = port;
            let _ = match port.width {
                ..=32 => writeln!(text, "    top.{member} = frame[{offset}];"),
                33..=64 => writeln!(text, "    top.{member} = two_words(frame + {offset});"),
                _ => writeln!(text, "    std::memcpy(top.{member}.data(), frame + {offset}, {});", port.words() * 4),
            };
        }
        text.push_str("  }\n  static void store(const Top& top, std::uint32_t* frame) {\n");
        for port in self.ports.iter().filter(|port| !port.input) {
            let Port { member, offset, .. } = port;
            let _ = match port.width {
                ..=32 => writeln!(text, "    frame[{offset}] = top.{member};"),
                33..=64 => writeln!(text, "    store_two_words(frame + {offset}, top.{member});"),
                _ => writeln!(text, "    std::memcpy(frame + {offset}, top.{member}.data(), {});", port.words() * 4),
            };
        }
        let _ = writeln!(text, "  }}\n}};\n}}  // namespace\n\n{} {{", factory(design));
        text.push_str(
            "  return std::make_unique<VerilatedInstance<Ports>>(seed, period);\n}\n\n}  // namespace emberlane\n",
        );
        text
    }
}

/// Head of the C++ function that makes an instance of a design.
fn factory(design: &str) -> String {
    format!("std::unique_ptr<Instance> new_{design}(std::uint32_t seed, std::uint64_t period)")
}

/// A port's name in Rust-HDL: without what Verilator puts before a word that it takes for one of C++, or what the
/// exporter puts behind a keyword.
fn plain_name(member: &str) -> &str {
    let member = member.trim_start_matches("__SYM__");
    member.strip_suffix('_').unwrap_or(member)
}

/// C++ that makes an instance of any of the designs, by their number.
pub fn cpp_designs(designs: &[&str]) -> String {
    let mut text = String::from("#include <stdexcept>\n\n#include \"instance.h\"\n\nnamespace emberlane {\n\n");
    for design in designs {
        let _ = writeln!(text, "{};", factory(design));
    }
    text.push_str("\nstd::unique_ptr<Instance> new_instance(std::size_t design, std::uint32_t seed, std::uint64_t period) {\n  switch (design) {\n");
    for (index, design) in designs.iter().enumerate() {
        let _ = writeln!(text, "    case {index}: return new_{design}(seed, period);");
    }
    text.push_str(
        "    default: throw std::out_of_range(\"no design of this number\");\n  }\n}\n\n}  // namespace emberlane\n",
    );
    text
}
