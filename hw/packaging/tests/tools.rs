//! Tools that others wrote open the committed packages: FuseSoC runs the cores, schemas hold the XML, readers find our registers.

use emberlane_packaging::layout;
use emberlane_rtl::designs::{DESIGNS, exported};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Python that has these modules: that of `scripts/setup`, or the one on the path.
fn python(modules: &str) -> Option<PathBuf> {
    let candidates = [root().join("target/tools/bin/python"), "python3".into()];
    let works = |python: &PathBuf| {
        let imports = Command::new(python).args(["-c", &format!("import {modules}")]).output();
        imports.is_ok_and(|output| output.status.success())
    };
    let python = candidates.into_iter().find(works);
    if python.is_none() {
        eprintln!("skipped: no Python with {modules}; scripts/setup installs them into target/tools");
    }
    python
}

/// Runs a script of `tests/tools`; it must end well.
fn check(python: &Path, script: &str, arguments: &[&Path]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(script);
    let mut command = Command::new(python);
    let output = command.arg(script).args(arguments).env("PYTHONDONTWRITEBYTECODE", "1").output();
    good(&command, output.expect("it has just run"))
}

fn good(command: &Command, output: Output) -> String {
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}:\n{said}");
    said
}

#[test]
fn every_form_of_the_registers_says_the_same() {
    let Some(python) = python("systemrdl, peakrdl_cheader, peakrdl_html, cmsis_svd, lxml") else { return };
    let scratch = tempfile::tempdir().expect("a folder");
    let said = check(&python, "registers.py", &[&root().join("hw/packages/registers"), scratch.path()]);
    assert_eq!(said.matches("three headers compared").count(), 2, "{said}");
}

/// What the checks would not find, they would not hold.
#[test]
fn a_form_that_differs_is_found() {
    let Some(python) = python("systemrdl, peakrdl_cheader, peakrdl_html, cmsis_svd, lxml") else { return };
    let changes = [
        ("cxl_mem.rdl", "} FAILED[2:2] = 1'h0;", "} FAILED[2:2] = 1'h1;"),
        ("cxl_mem.svd", "<addressOffset>0x100</addressOffset>", "<addressOffset>0x400</addressOffset>"),
        ("cxl_mem.svd", "<access>write-only</access>", "<access>writes</access>"),
        ("cxl_mem.html", "<td>2:2</td><td>FAILED</td><td>0x4</td>", "<td>2:2</td><td>FAILED</td><td>0x8</td>"),
        ("cxl_mem_linux.h", "STATUS_FAILED\tBIT_ULL(2)", "STATUS_FAILED\tBIT_ULL(3)"),
    ];
    for (file, from, to) in changes {
        let folder = tempfile::tempdir().expect("a folder");
        let registers = folder.path().join("registers");
        copy(&root().join("hw/packages/registers"), &registers);
        let path = registers.join(file);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert!(text.contains(from), "{file}: {from}");
        std::fs::write(&path, text.replacen(from, to, 1)).expect("it can be written");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/registers.py");
        let scratch = folder.path().join("scratch");
        let mut command = Command::new(&python);
        let output = command.args([&script, &registers, &scratch]).env("PYTHONDONTWRITEBYTECODE", "1").output();
        assert!(!output.expect("it has just run").status.success(), "{file}: {to} is not found");
    }
}

#[test]
fn ip_xact_is_valid_and_has_our_registers() {
    let Some(python) = python("lxml, systemrdl, peakrdl_ipxact, pyEDAA") else { return };
    let said = check(&python, "ipxact.py", &[&root().join("hw/packages")]);
    assert_eq!(said.matches("registers as in the header").count(), DESIGNS.len(), "{said}");
}

/// Runs a target of a core that is in a folder of cores.
fn fusesoc(python: &Path, cores: &Path, build: &Path, design: &str, target: &[&str]) -> (Command, Output) {
    let mut command = Command::new(python);
    command.args(["-m", "fusesoc.main", "--cores-root"]).arg(cores).args(["run", "--build-root"]).arg(build);
    command.args(target).arg(format!("emberlane:hw:{design}"));
    // Where no configuration is found: the folder of cores alone says what there is.
    let output = command.current_dir(build).output().expect("it has just run");
    (command, output)
}

#[test]
fn fusesoc_lints_every_core_without_a_warning() {
    let Some(python) = python("fusesoc.main, edalize") else { return };
    let build = tempfile::tempdir().expect("a folder");
    for design in &DESIGNS {
        let (command, output) = fusesoc(&python, &root().join("hw"), build.path(), design.name, &["--target=lint"]);
        let said = good(&command, output).to_lowercase();
        assert!(!said.contains("warning") && said.contains("verilator"), "{}: {said}", design.name);
    }
}

#[test]
fn fusesoc_simulates_in_any_folder_and_a_failure_fails() {
    let Some(python) = python("fusesoc.main, edalize") else { return };
    for design in ["cxl_mem_c1", "smartssd_b2_s1"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (cores, build) = (folder.path().join("cores"), folder.path().join("build"));
        std::fs::create_dir(&build).expect("a folder");
        for part in [layout::VERILOG, layout::PACKAGES] {
            copy(&root().join("hw").join(part), &cores.join(part));
        }
        let core = layout::core(design);
        std::fs::copy(root().join("hw").join(&core), cores.join(&core)).expect("the core is there");
        let (command, output) = fusesoc(&python, &cores, &build, design, &["--target=sim"]);
        let said = good(&command, output);
        assert!(said.lines().any(|line| line == "passed"), "{design}: {said}");

        let macros = cores.join(layout::of_design(design, "bench_macros.v"));
        let text = std::fs::read_to_string(&macros).expect("the macros are there");
        std::fs::write(&macros, text.replace("IDLE_STATUS 64'd", "IDLE_STATUS 64'd3")).expect("they can be written");
        let (_, output) = fusesoc(&python, &cores, &build, design, &["--target=sim"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("FAILED: "), "{design}: {said}");
    }
}

#[test]
fn fusesoc_sets_up_synthesis() {
    let Some(python) = python("fusesoc.main, edalize") else { return };
    let build = tempfile::tempdir().expect("a folder");
    for design in &DESIGNS {
        for target in ["synth", "vivado"] {
            let arguments = ["--setup", &format!("--target={target}")];
            let (command, output) = fusesoc(&python, &root().join("hw"), build.path(), design.name, &arguments);
            good(&command, output);
        }
    }
}

#[test]
fn slang_has_nothing_to_say_of_any_design() {
    let Some(python) = python("pyslang") else { return };
    let said = check(&python, "slang.py", &[&root().join("hw/verilog")]);
    assert_eq!(said.matches(": 0 words with monitors").count(), exported().len(), "{said}");
}

/// What slang would not find, it would not hold: a wire of the wrong width, and a port that is not there.
#[test]
fn slang_finds_a_design_that_is_wrong() {
    let Some(python) = python("pyslang") else { return };
    for (from, to) in [("wire [63:0]", "wire [62:0]"), (".clock(clock)", ".clocks(clock)")] {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&root().join("hw/verilog"), folder.path());
        let path = folder.path().join("cxl_mem/emb_cxl_mem_c1.v");
        let text = std::fs::read_to_string(&path).expect("it is there");
        let (start, body) = text.split_once("\n);\n").expect("a module has a header");
        assert!(body.contains(from), "{from}");
        std::fs::write(&path, format!("{start}\n);\n{}", body.replacen(from, to, 1))).expect("it can be written");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/slang.py");
        let output = Command::new(&python).arg(script).arg(folder.path()).env("PYTHONDONTWRITEBYTECODE", "1").output();
        let output = output.expect("it has just run");
        let said = String::from_utf8_lossy(&output.stdout);
        let is_good = |top: &str| said.contains(&format!("{top}: 0 words with monitors"));
        let found = !output.status.success() && !is_good("emb_cxl_mem_c1");
        assert!(found && is_good("emb_cxl_mem"), "{to} is not found, or more than it: {said}");
    }
}

/// What the stand-in for Vivado would not refuse, a script for Vivado might have: commands, options and properties.
#[test]
fn a_script_with_what_vivado_has_not_ends_there() {
    if Command::new("tclsh").output().is_err() {
        eprintln!("skipped: no tclsh; scripts/setup installs it");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("script.tcl");
    let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/vivado.tcl");
    let run = |line: &str| {
        let objects =
            "set register [ipx::add_register STATUS block:registers]\nset field [ipx::add_field BUSY $register]";
        std::fs::write(&script, format!("{objects}\n{line}\n")).expect("a script can be written");
        Command::new("tclsh").args([&stub, &script]).output().expect("it has just run")
    };
    for right in ["set_property reset_value 0x0 $register", "set_property BIT_OFFSET 0 $field"] {
        let output = run(right);
        assert!(output.status.success(), "{right}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for (wrong, says) in [
        ("set_property reset_value 0x0 $field", "a field has no property reset_value"),
        ("set_property reset 0x0 $register", "a register has no property reset"),
        ("get_property reset_value $field", "a field has no property reset_value"),
        ("ipx::add_field IDLE $register -reset 0", "has no option -reset"),
        ("ipx::add_reset POWER $field", "invalid command name"),
    ] {
        let output = run(wrong);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(says), "{wrong}: {said}");
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let (path, to) = entry.map(|entry| (entry.path(), to.join(entry.file_name()))).expect("the folder can be read");
        if path.is_dir() {
            copy(&path, &to);
        } else {
            std::fs::copy(&path, &to).expect("a file can be copied");
        }
    }
}
