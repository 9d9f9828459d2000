//! FP32 units whose arithmetic is a function of this machine's processor. It has the bits of the units' own logic, and the units their
//! latency: nothing around them can tell.

/// An FP32 unit.
struct Unit {
    /// The module, without the prefix that it has in the library, and the function of `generated.h`.
    name: &'static str,
    /// The port of its result.
    result: &'static str,
    /// Cycles from operands to result.
    latency: usize,
}

const UNITS: [Unit; 2] = [
    Unit { name: "fp32_add", result: "sum", latency: 5 },
    Unit { name: "fp32_multiply", result: "product", latency: 4 },
];

/// The Verilog of a module (its `plain` name is without the prefix) with the processor's arithmetic; none if it is no FP32 unit.
pub fn unit(name: &str, plain: &str) -> Option<String> {
    let Unit { name: function, result, latency } = UNITS.iter().find(|unit| unit.name == plain)?;
    let last = latency - 1;
    let shifts: String = (1..*latency).map(|stage| format!("        s{stage} <= s{};\n", stage - 1)).collect();
    let stages: Vec<String> = (0..*latency).map(|stage| format!("s{stage} = 32'd0")).collect();
    Some(format!(
        "module {name} (input wire clock, input wire [31:0] a, input wire [31:0] b, output wire [31:0] {result});\n    \
         reg [31:0] {};\n    assign {result} = s{last};\n    always @(posedge clock) begin\n        \
         s0 <= $c32(\"emberlane::{function}(\", a, \",\", b, \")\");\n{shifts}    end\nendmodule\n",
        stages.join(", "),
    ))
}
