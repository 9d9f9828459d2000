//! A Verilated FP32 unit that compares its results with those of a stream of records.

use crate::operands::Operation;
use emberlane_rtl::fp32::{ADD_LATENCY, Fp32Add, Fp32Multiply, MULTIPLY_LATENCY};
use emberlane_verilog::{ExportOptions, export};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{fs, io};

const BENCH: &str = include_str!("bench.cpp");

/// What enters the unit in one cycle.
#[derive(Clone, Copy, Debug)]
pub enum Cycle {
    /// Operands whose result is compared with the expected one.
    Checked {
        /// Operands.
        operands: [u32; 2],
        /// Expected result.
        expected: u32,
    },
    /// Anything, for nobody.
    Idle([u32; 2]),
}

/// A unit, exported, Verilated and compiled into a program.
pub struct Bench {
    executable: PathBuf,
    /// Held until the process ends: another one would build over what runs here.
    _lock: fs::File,
}

impl Bench {
    /// The unit of an operation, built once.
    pub fn of(operation: Operation) -> &'static Self {
        static ADD: LazyLock<Bench> = LazyLock::new(|| Bench::build(Operation::Add));
        static MULTIPLY: LazyLock<Bench> = LazyLock::new(|| Bench::build(Operation::Multiply));
        match operation {
            Operation::Add => &ADD,
            Operation::Multiply => &MULTIPLY,
        }
    }

    fn build(operation: Operation) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fp32_{operation:?}"));
        let verilog = folder.join("verilog");
        fs::create_dir_all(&verilog).expect("the build folder can be written");
        let lock = fs::File::create(folder.join("lock")).expect("the build folder can be written");
        lock.lock().expect("the build folder can be locked");
        let options = ExportOptions::default();
        let (unit, result, latency, design) = match operation {
            Operation::Add => ("fp32_add", "sum", ADD_LATENCY, export(&Fp32Add::default(), &options)),
            Operation::Multiply => {
                ("fp32_multiply", "product", MULTIPLY_LATENCY, export(&Fp32Multiply::default(), &options))
            }
        };
        design.expect("the unit exports").write_to(&verilog).expect("the build folder can be written");
        let header = format!(
            "#include \"V{unit}.h\"\n\
             #include <cstddef>\n\
             #include <cstdint>\n\
             using Model = V{unit};\n\
             constexpr std::size_t latency = {latency};\n\
             inline std::uint32_t result(const Model &unit) {{ return unit.{result}; }}\n"
        );
        fs::write(folder.join("unit.h"), header).expect("the build folder can be written");
        fs::write(folder.join("bench.cpp"), BENCH).expect("the build folder can be written");

        let output = Command::new("verilator")
            .args(["--cc", "--exe", "--build", "-O3", "--noassert", "--top-module", unit, "-y"])
            .arg(&verilog)
            .arg("--Mdir")
            .arg(folder.join("model"))
            .args(["-CFLAGS", "-O1 -std=c++17 -I.."])
            .arg(verilog.join(format!("{unit}.v")))
            .arg(folder.join("bench.cpp"))
            .output()
            .expect("verilator runs: install the package `verilator` and a C++ compiler");
        assert!(
            output.status.success(),
            "verilator does not build {unit}:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        Self { executable: folder.join("model").join(format!("V{unit}")), _lock: lock }
    }

    /// Runs the unit through `cycles`, fails on any wrong result, and returns how many were compared.
    pub fn run(&self, cycles: impl Iterator<Item = Cycle>) -> u64 {
        let mut process = Command::new(&self.executable)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("what was just compiled runs");
        let written = write(process.stdin.take().expect("standard input is a pipe"), cycles);
        let mut report = String::new();
        process
            .stdout
            .take()
            .expect("standard output is a pipe")
            .read_to_string(&mut report)
            .expect("the bench writes text");
        let status = process.wait().expect("the bench ends");
        let checked = written.expect("the bench reads all cycles");
        assert!(status.success(), "results differ:\n{report}");
        assert!(
            report.contains(&format!("checked {checked} wrong 0")),
            "not all of {checked} results came out: {report}"
        );
        checked
    }
}

fn write(to: impl Write, cycles: impl Iterator<Item = Cycle>) -> io::Result<u64> {
    let mut to = BufWriter::with_capacity(1 << 20, to);
    let mut checked = 0;
    for cycle in cycles {
        let ([a, b], expected, check) = match cycle {
            Cycle::Checked { operands, expected } => (operands, expected, 1),
            Cycle::Idle(operands) => (operands, 0, 0),
        };
        checked += u64::from(check);
        let mut record = [0; 16];
        for (bytes, word) in record.chunks_exact_mut(4).zip([a, b, expected, check]) {
            bytes.copy_from_slice(&word.to_ne_bytes());
        }
        to.write_all(&record)?;
    }
    to.flush()?;
    Ok(checked)
}
