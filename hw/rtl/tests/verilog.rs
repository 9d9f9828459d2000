//! The Verilog that the repository holds: it is what the sources export, and the free tools accept it.

use emberlane_rtl::designs::{self, ExportedDesign, FAULTS, PREFIX};
use emberlane_verilog::{Design, ExportOptions, Files, Library, Reference, lint};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn library(designs: &[ExportedDesign]) -> Library {
    designs::library(designs, &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// What the repository holds of some designs, which [`committed_verilog_is_fresh`] compares with an export: exporting all of them takes
/// longer than most tools take to read them.
fn committed(designs: &[ExportedDesign]) -> Design {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verilog");
    let tops = designs.iter().map(|design| format!("{PREFIX}{}", design.name)).collect();
    Design::read(tops, folder).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn designs_are_named_after_their_tops() {
    for design in designs::exported().iter().chain(&FAULTS) {
        let exported = design.export(&ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(exported.tops(), [design.name]);
    }
}

/// Compares files with what the repository holds; `EMBERLANE_BLESS=1` writes them.
fn assert_fresh(files: &Files, folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if std::env::var_os("EMBERLANE_BLESS").is_some() {
        files.write_to(&folder).unwrap_or_else(|error| panic!("{error}"));
    }
    files.check_fresh(&folder).unwrap_or_else(|error| {
        panic!("{error}\nrun: EMBERLANE_BLESS=1 cargo test --release -p emberlane-rtl --test verilog fresh")
    });
}

#[test]
fn committed_verilog_is_fresh() {
    assert_fresh(library(&designs::exported()).files(), "../verilog");
}

/// What the designs that commit faults have for themselves.
#[test]
fn verilog_of_the_faults_is_fresh() {
    let all: Vec<ExportedDesign> = designs::exported().iter().chain(&FAULTS).copied().collect();
    let exported = library(&designs::exported());
    let own = library(&all).files().clone().without(exported.files()).unwrap_or_else(|error| panic!("{error}"));
    assert_fresh(&own, "tests/faults");
    // Nothing of it is in what is exported.
    for module in exported.design().modules() {
        assert!(!module.text.contains("fault_0"), "{} can commit faults", module.name);
    }
}

#[test]
fn verilator_has_no_warning() {
    lint::verilator(&committed(&designs::exported())).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn icarus_reads_the_verilog() {
    lint::icarus(&committed(&designs::exported())).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn yosys_finds_no_latch() {
    lint::no_latch(&committed(&designs::exported())).unwrap_or_else(|error| panic!("{error}"));
}

/// Designs with memories that yosys takes minutes over; what they have besides is in others.
const LARGE_MEMORIES: [&str; 3] = ["smartssd", "smartssd_shell", "axi_scratchpad_d32768"];

/// But for the large SmartSSD and its shell, which take as long as all others together, and 4 GB: the small ones have the same modules with other widths.
#[test]
fn yosys_finds_no_loop() {
    let designs: Vec<ExportedDesign> =
        designs::exported().into_iter().filter(|design| !LARGE_MEMORIES.contains(&design.name)).collect();
    lint::yosys(&committed(&designs)).unwrap_or_else(|error| panic!("{error}"));
}

/// Whether yosys finds a module of the library, with values for its parameters, the same as the exported module that it stands for.
fn is_same(exported: (&Path, &str), library: (&Path, &Reference)) -> bool {
    let (gold, name) = exported;
    let (gate, Reference { module, parameters }) = library;
    let (gold, gate) = (gold.display(), gate.display());
    let values: String = parameters.iter().map(|(name, value)| format!(" -set {name} {value}")).collect();
    let flat = "proc; flatten; memory; opt_clean; rename -top";
    let script = format!(
        "read_verilog {gold}/{name}.v; hierarchy -top {name} -libdir {gold}; {flat} gold; design -stash gold; \
         read_verilog {gate}/{module}.v; chparam{values} {module}; hierarchy -top {module} -libdir {gate}; {flat} gate; \
         design -stash gate; design -copy-from gold gold; design -copy-from gate gate; equiv_make gold gate both; \
         hierarchy -top both; opt_clean; equiv_simple; equiv_induct; equiv_status -assert"
    );
    let yosys = Command::new("yosys").args(["-q", "-p", &script]).output();
    yosys.unwrap_or_else(|error| panic!("yosys: {error}; scripts/setup installs it")).status.success()
}

/// Modules with parameters whose smallest instances yosys can look at: it takes memories for registers, and minutes over large ones.
const SMALL: [&str; 6] = ["emb_delay", "emb_fifo", "emb_lut_ram", "emb_patience", "emb_pulse_delay", "emb_skid_buffer"];

/// The library is text; that its parameters do what they should, another program says.
#[test]
fn parameters_stand_for_the_modules_that_were_exported() {
    let design =
        designs::together(&designs::exported(), &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let library = library(&designs::exported());
    let folder = tempfile::tempdir().expect("a folder for both");
    let (gold, gate) = (folder.path().join("gold"), folder.path().join("gate"));
    design.write_to(&gold).unwrap_or_else(|error| panic!("{error}"));
    library.design().write_to(&gate).unwrap_or_else(|error| panic!("{error}"));
    let mut instances: BTreeMap<&str, Vec<(usize, String, &Reference)>> = BTreeMap::new();
    for module in design.modules() {
        let reference = library.reference(&module.name).expect("every module is in the library");
        if reference.parameters.is_empty() {
            continue;
        }
        let bits =
            reference.parameters.iter().map(|(name, value)| if name.starts_with("LOG") { 1 << value } else { *value });
        instances.entry(&reference.module).or_default().push((bits.product(), module.name, reference));
    }
    for module in SMALL {
        let mut instances = instances.remove(module).unwrap_or_else(|| panic!("{module} has no parameters"));
        instances.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let small: Vec<_> = instances.iter().filter(|(bits, ..)| *bits < 5_000).take(3).collect();
        assert!(!small.is_empty(), "{module} has no small instance");
        for (_, name, reference) in small {
            assert!(
                is_same((&gold, name), (&gate, reference)),
                "{module} with {:?} is not {name}",
                reference.parameters
            );
        }
    }
    // A wrong number in the library would be found.
    let fifo = library.reference("fifo_w12_d4").expect("it is exported");
    let path = gate.join("emb_fifo.v");
    let text = std::fs::read_to_string(&path).expect("it was written");
    let wrong = text.replace("ONE = 1;", "ONE = 3;");
    assert_ne!(text, wrong);
    std::fs::write(&path, wrong).expect("it can be written");
    assert!(!is_same((&gold, "fifo_w12_d4"), (&gate, fifo)), "yosys finds no difference");
}
