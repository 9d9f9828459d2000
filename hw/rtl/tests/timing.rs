//! `scripts/timing` on designs whose depth is known by hand: paths through blocks, loops, limits.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A LUT level: whether all of six bits are set.
const ALL: &str = "
module all (
    input  wire [5:0] bits,
    output wire       every
);
    assign every = &bits;
endmodule
";

/// Two levels between registers, one of them in a block; one from an input, none to an output.
const TWO: &str = "
module two (
    input  wire       clock,
    input  wire [5:0] bits,
    output reg        result
);
    reg [5:0] held;
    reg other;
    wire every;
    all u_all (
        .bits(held),
        .every(every)
    );
    always @(posedge clock) begin
        held <= bits;
        other <= &bits[4:0];
        result <= every ^ other;
    end
endmodule
";

/// A block whose output goes to its own input.
const LOOP: &str = "
module around (
    input  wire [5:0] bits,
    output wire       every
);
    all u_all (
        .bits({bits[4:0], every}),
        .every(every)
    );
endmodule
";

fn folder(name: &str, modules: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (module, text) in modules {
        std::fs::write(folder.join(format!("{module}.v")), text).expect("a file");
    }
    folder
}

fn timing(folder: &Path, arguments: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/timing");
    Command::new(script).arg("--verilog").arg(folder).args(arguments).output().expect("scripts/timing runs")
}

fn has_yosys() -> bool {
    let has = Command::new("yosys").arg("-V").output().is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("skipped: yosys is missing; scripts/setup installs it");
    }
    has
}

#[test]
fn paths_are_followed_through_blocks() {
    if !has_yosys() {
        return;
    }
    let folder = folder("two", &[("all", ALL), ("two", TWO)]);
    let output = timing(&folder, &["two", "all", "--paths", "1"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let row = |name: &str| {
        let row = text.lines().find(|row| row.starts_with(name)).unwrap_or_else(|| panic!("no {name} in {text}"));
        row.split_whitespace().skip(1).take(4).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(row("two "), ["2.0", "1.0", "0.0", "-"], "{text}");
    assert_eq!(row("all "), ["-", "-", "-", "1.0"], "{text}");
    assert!(text.contains("1.0  u_all.LUT6 every"), "the path names the block: {text}");

    assert_eq!(timing(&folder, &["two", "--limit", "2"]).status.code(), Some(0));
    let output = timing(&folder, &["two", "--limit", "1.9"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("two"));
}

#[test]
fn a_loop_is_refused() {
    if !has_yosys() {
        return;
    }
    let folder = folder("around", &[("all", ALL), ("around", LOOP)]);
    let output = timing(&folder, &["around"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("around has a loop without a register through every"), "{text}");
}

#[test]
fn a_module_that_is_not_there_is_named() {
    let folder = folder("nothing", &[("all", ALL)]);
    let output = timing(&folder, &["some"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("some.v does not exist") || text.contains("yosys is missing"), "{text}");
}
