//! The Verilog that the repository holds: it is what the sources export, and the free tools accept it.

use emberlane_rtl::designs::{DESIGNS, ExportedDesign, FAULTS};
use emberlane_verilog::{Design, ExportOptions, lint};
use std::path::Path;

fn merged(designs: &[ExportedDesign]) -> Design {
    let options = ExportOptions::default();
    let designs = designs.iter().map(|design| design.export(&options).unwrap_or_else(|error| panic!("{error}")));
    designs
        .reduce(|all, design| all.merged(design).unwrap_or_else(|error| panic!("{error}")))
        .expect("there are designs")
}

fn designs() -> Design {
    merged(&DESIGNS)
}

#[test]
fn designs_are_named_after_their_tops() {
    for design in DESIGNS.iter().chain(&FAULTS) {
        let exported = design.export(&ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(exported.tops(), [design.name]);
    }
}

/// Compares a design with what the repository holds; `EMBERLANE_BLESS=1` writes it.
fn assert_fresh(design: &Design, folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if std::env::var_os("EMBERLANE_BLESS").is_some() {
        design.write_to(&folder).unwrap_or_else(|error| panic!("{error}"));
    }
    design.check_fresh(&folder).unwrap_or_else(|error| {
        panic!("{error}\nrun: EMBERLANE_BLESS=1 cargo test --release -p emberlane-rtl --test verilog fresh")
    });
}

#[test]
fn committed_verilog_is_fresh() {
    assert_fresh(&designs(), "../verilog");
}

/// What the designs that commit faults have for themselves.
#[test]
fn verilog_of_the_faults_is_fresh() {
    let own = merged(&FAULTS).without(&designs()).unwrap_or_else(|error| panic!("{error}"));
    assert_fresh(&own, "tests/faults");
    // Nothing of it is in what is exported.
    for module in designs().modules() {
        assert!(!module.text.contains("fault_0"), "{} can commit faults", module.name);
    }
}

#[test]
fn verilator_has_no_warning() {
    lint::verilator(&designs()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn icarus_reads_the_verilog() {
    lint::icarus(&designs()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn yosys_finds_no_latch() {
    lint::no_latch(&designs()).unwrap_or_else(|error| panic!("{error}"));
}

/// But for the large SmartSSD, which takes as long as all others together, and 4 GB: the small one has the same modules with other widths.
#[test]
fn yosys_finds_no_loop() {
    let designs: Vec<ExportedDesign> = DESIGNS.iter().filter(|design| design.name != "smartssd").copied().collect();
    lint::yosys(&merged(&designs)).unwrap_or_else(|error| panic!("{error}"));
}
