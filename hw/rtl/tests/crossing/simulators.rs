//! The exported queue in simulators that have time: Icarus Verilog and Verilator, with `async_fifo_bench.v`.

use emberlane_rtl::crossing::AsyncFifo;
use emberlane_verilog::{Describe, ExportOptions, export};
use std::path::Path;
use std::process::Command;

const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/crossing/async_fifo_bench.v");

type Queue = AsyncFifo<16, 4, 5>;

/// What the bench is asked for: every ratio steady, which holds the throughput, with stalls, with jitter, with stopped clocks, with
/// resets; and the phases of the first ratios.
fn runs() -> Vec<String> {
    let mut runs = Vec::new();
    let mut seed = 0;
    let mut add = |text: String| {
        seed += 1;
        runs.push(format!("{text} +seed={seed}"));
    };
    for (input, output) in
        [(4000, 4000), (4000, 3333), (3333, 4000), (3001, 5003), (5003, 3001), (4000, 701), (701, 4000)]
    {
        let periods = format!("+in_ps={input} +out_ps={output}");
        for phase in [0, 1, 333, 1000, 1666, 1999, 2000, 2001, 3000, 3999] {
            add(format!("{periods} +phase_ps={phase} +steady=1 +words=300"));
        }
        add(format!("{periods} +words=3000"));
        add(format!("{periods} +words=3000 +jitter_ps=600"));
        add(format!("{periods} +words=3000 +stops=1"));
        add(format!("{periods} +words=5000 +resets=1"));
        add(format!("{periods} +words=5000 +resets=1 +stops=1 +jitter_ps=300"));
    }
    runs
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{said}");
    said
}

fn exported(folder: &Path) -> Vec<String> {
    let options = ExportOptions { annotated: false, ..ExportOptions::default() };
    let design = export(&Queue::default(), &options).unwrap_or_else(|error| panic!("{error}"));
    let write = |module: emberlane_verilog::Module| {
        let file = format!("{}.v", module.name);
        std::fs::write(folder.join(&file), module.text).expect("a temporary file can be written");
        file
    };
    design.modules().map(write).collect()
}

fn all_pass(folder: &Path, program: &[&str]) {
    for arguments in runs() {
        let mut command = Command::new(program[0]);
        command.args(&program[1..]).args(arguments.split(' ')).current_dir(folder);
        let said = run(&mut command);
        let passed = said.lines().find(|line| line.starts_with("PASSED"));
        println!("{arguments}: {}", passed.unwrap_or("failed"));
        assert!(passed.is_some(), "{command:?}:\n{said}");
    }
}

#[test]
fn the_queue_keeps_its_words_in_icarus() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let files = exported(folder.path());
    let mut compile = Command::new("iverilog");
    compile.args(["-g2005-sv", "-o", "bench.vvp", &format!("-DDUT={}", Queue::name()), BENCH]).args(&files);
    run(compile.current_dir(folder.path()));
    all_pass(folder.path(), &["vvp", "-n", "bench.vvp"]);
}

#[test]
fn the_queue_keeps_its_words_in_verilator() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let files = exported(folder.path());
    let mut compile = Command::new("verilator");
    compile.args(["--binary", "--timing", "-Wno-WIDTH", "--Mdir", "model", "--top-module", "async_fifo_bench"]);
    compile.args([&format!("-DDUT={}", Queue::name()), BENCH]).args(&files);
    run(compile.current_dir(folder.path()));
    all_pass(folder.path(), &["./model/Vasync_fifo_bench"]);
}
