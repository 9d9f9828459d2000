//! The exported Verilog in a simulator that goes by events: Icarus Verilog, with a plain bench and with cocotb.

use emberlane_registers::export::CHeader;
use emberlane_rtl::bench::macros;
use emberlane_rtl::designs::{self, DESIGNS, ExportedDesign};
use emberlane_rtl::monitors;
use emberlane_verilog::ExportOptions;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

/// A device in the simulator.
struct Subject {
    top: &'static str,
}

const CXL_MEM_C1: Subject = Subject { top: "emb_cxl_mem_c1" };
const U200_C1: Subject = Subject { top: "emb_u200_c1" };
const SMARTSSD_SHELL_B2_S1: Subject = Subject { top: "emb_smartssd_shell_b2_s1" };
const SMARTSSD_B2_S1: Subject = Subject { top: "emb_smartssd_b2_s1" };

impl Subject {
    fn design(&self) -> &'static ExportedDesign {
        let is_it = |design: &&ExportedDesign| self.top.strip_prefix(designs::PREFIX) == Some(design.name);
        DESIGNS.iter().find(is_it).expect("the design is exported")
    }

    fn export(&self, folder: &Path) {
        let library = designs::library(&[*self.design()], &ExportOptions::default());
        let library = library.unwrap_or_else(|error| panic!("{error}"));
        let design = library.design();
        design.write_to(folder).unwrap_or_else(|error| panic!("{error}"));
        monitors::write_to(design, folder).unwrap_or_else(|error| panic!("{error}"));
    }

    fn plain(&self) {
        let folder = tempfile::tempdir().expect("a folder for the design");
        let dir = folder.path();
        self.export(dir);
        let source = std::fs::read_to_string(dir.join(format!("{}.v", self.top))).expect("the top is exported");
        let seed = 7;
        println!("seed {seed}");
        std::fs::write(dir.join("macros.vh"), macros(self.design(), self.top, &source, seed))
            .expect("the macros can be written");
        let watch = self.watch(dir);
        // As SystemVerilog, with monitors, and as Verilog: they order time zero differently.
        for (language, watched) in [("-g2012", true), ("-g2005", false)] {
            let mut compile = Command::new("iverilog");
            compile.args([language, "-s", "device_bench", "-o", "bench", "-y", "."]).arg("macros.vh");
            compile.arg(format!("{TESTS}/icarus/axi_lite_host.v")).arg(format!("{TESTS}/icarus/device_bench.v"));
            if watched {
                compile.args(["-s", "watch", "-Y", ".sv", "-y", monitors::FOLDER]).arg(&watch);
            }
            run(compile.current_dir(dir));
            let said = run(Command::new("vvp").args(["-n", "bench"]).current_dir(dir));
            assert!(said.lines().any(|line| line == "passed"), "{} with {language}: {said}", self.top);
            if watched {
                let output = Command::new("vvp").args(["-n", "bench", "+unknown"]).current_dir(dir).output();
                let output = output.expect("it has just run");
                let said = String::from_utf8_lossy(&output.stdout);
                assert!(!output.status.success() && said.contains("monitor s_axil.AR, cycle "), "{}: {said}", self.top);
            }
        }
    }

    /// A root with the monitors of the top in the plain bench, for Icarus knows no `bind`: it ends the simulation where a rule is
    /// broken, or something is X.
    fn watch(&self, dir: &Path) -> PathBuf {
        let module = format!("{}_monitors", self.top);
        let source = dir.join(monitors::FOLDER).join(format!("{module}.sv"));
        let source = std::fs::read_to_string(source).expect("the top has monitors");
        let watched = emberlane_verilog::ports(&source);
        let connected: Vec<String> =
            watched.iter().map(|port| format!(".{0}(device_bench.device.{0})", port.name)).collect();
        assert!(connected.len() > 50, "{module} watches {connected:?}");
        let watch = dir.join("watch.v");
        let text = format!("module watch;\n    {module} monitors ({});\nendmodule\n", connected.join(", "));
        std::fs::write(&watch, text).expect("the root can be written");
        watch
    }

    fn cocotb(&self, bench: &str) {
        let Some(python) = python() else { return };
        let folder = tempfile::tempdir().expect("a folder for the design");
        let verilog = folder.path().join("verilog");
        self.export(&verilog);
        let header = folder.path().join("registers.h");
        std::fs::write(&header, CHeader(self.design().device()).to_string()).expect("the header can be written");
        // Handshakes of every cycle, in a build of its own.
        let traced = |build: &str, seed: u32| {
            let (build, trace) = (folder.path().join(build), folder.path().join(format!("{build}.trace")));
            let mut command = Command::new(&python);
            command.args(["run.py", bench, self.top]).args([&verilog, &build]);
            command.env("REGISTERS", &header).env("TRACE", &trace).env("SEED", seed.to_string());
            run(command.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(format!("{TESTS}/cocotb")));
            std::fs::read_to_string(trace).expect("the bench writes a trace")
        };
        traced("other", 2);
        let expected = traced("zero", 1);
        for seed in 1..=2 {
            println!("power-up seed {seed}");
            power_up(&verilog, seed);
            let found = traced(&format!("random_{seed}"), 1);
            let differs = expected.lines().zip(found.lines()).position(|(a, b)| a != b);
            assert!(
                expected == found,
                "power-up seed {seed}: handshakes differ, first in line {differs:?} of the trace"
            );
        }
    }
}

/// Modules that hold what outlives a reset, and nothing else tells them at power-up: they keep their initial values.
const OUTLIVE_RESET: [&str; 2] = ["emb_memory_port", "emb_poison_list"];

/// Gives registers and memories random values from the beginning, as a chip may: no function depends on them.
fn power_up(verilog: &Path, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut changed = [0; 2];
    let entries = std::fs::read_dir(verilog).expect("the design is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    // A folder tells its files in any order, and a seed says one start.
    paths.sort();
    for path in paths {
        if path.is_dir() || OUTLIVE_RESET.iter().any(|module| path.ends_with(format!("{module}.v"))) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a module");
        let mut result = String::new();
        for line in text.lines() {
            let value = line.split_once(" = ").filter(|(_, value)| value.contains('\'') && value.ends_with(';'));
            match value {
                Some((head, value))
                    if ["reg ", "initial "].iter().any(|start| head.trim_start().starts_with(start)) =>
                {
                    // A width that is a parameter is filled with one bit.
                    let mut bit = || if random.random() { '1' } else { '0' };
                    let value = match value.split_once('\'').and_then(|(width, _)| width.parse::<usize>().ok()) {
                        Some(width) => format!("{width}'b{};", (0..width).map(|_| bit()).collect::<String>()),
                        None => value.replace("1'b0", &format!("1'b{}", bit())),
                    };
                    let _ = writeln!(result, "{head} = {value}");
                    changed[1] += 1;
                }
                _ => {
                    let _ = writeln!(result, "{line}");
                }
            }
            if let Some(words) = line.split_once(" memory [0:").and_then(|(_, end)| end.strip_suffix("];")) {
                // Another value for every word, after the zeros that the design has in simulation.
                let value = format!("memory[place_{seed}] = {{24{{$random ^ 32'h{:x}}}}};", random.random::<u32>());
                let place = format!("place_{seed}");
                let walk = format!("for ({place} = 0; {place} <= {words}; {place} = {place} + 1) {value}");
                let _ = writeln!(result, "integer {place}; initial begin #0; {walk} end");
                changed[0] += 1;
            }
        }
        std::fs::write(&path, result).expect("a module can be written");
    }
    // Were the texts to change, this test would test nothing.
    assert!(changed[0] > 1 && changed[1] > 200, "memories and registers that were given values: {changed:?}");
}

/// The Python that has cocotb.
fn python() -> Option<PathBuf> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/cocotb-python");
    let output = Command::new(&script).output().unwrap_or_else(|error| panic!("{}: {error}", script.display()));
    if !output.status.success() {
        eprintln!("skipped: {}", String::from_utf8_lossy(&output.stderr).trim());
        return None;
    }
    Some(String::from_utf8_lossy(&output.stdout).trim().into())
}

/// What a program says; it must end well.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; scripts/setup installs it"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{said}{errors}");
    said
}

#[test]
fn cxl_mem_runs_in_icarus() {
    CXL_MEM_C1.plain();
}

#[test]
fn smartssd_runs_in_icarus() {
    SMARTSSD_B2_S1.plain();
}

#[test]
fn cxl_mem_runs_with_cocotb() {
    CXL_MEM_C1.cocotb("test_cxl_mem");
}

#[test]
fn u200_runs_in_icarus() {
    U200_C1.plain();
}

#[test]
fn u200_runs_with_cocotb() {
    U200_C1.cocotb("test_u200");
}

#[test]
fn the_shell_of_smartssd_runs_in_icarus() {
    SMARTSSD_SHELL_B2_S1.plain();
}

#[test]
fn smartssd_runs_with_cocotb() {
    SMARTSSD_B2_S1.cocotb("test_smartssd");
}
