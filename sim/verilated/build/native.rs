//! FP32 units whose arithmetic is a function of this machine's processor. It has the bits of the units' own logic, and the units their
//! latency: nothing around them can tell.

/// An FP32 unit.
struct Unit {
    /// The module, without the prefix that it has in the library.
    module: &'static str,
    /// The port of its result.
    result: &'static str,
    /// The function of `generated.h`.
    function: &'static str,
    /// Cycles from operands to result.
    latency: usize,
}

const UNITS: [Unit; 2] = [
    Unit { module: "fp32_add", result: "sum", function: "fp32_add", latency: 5 },
    Unit { module: "fp32_multiply", result: "product", function: "fp32_multiply", latency: 4 },
];

/// The Verilog of a module (its `plain` name is without the prefix) with the processor's arithmetic; none if it is no FP32 unit.
pub fn unit(name: &str, plain: &str) -> Option<String> {
    let Unit { result, function, latency, .. } = UNITS.iter().find(|unit| unit.module == plain)?;
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
