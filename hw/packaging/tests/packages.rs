//! The packages that the repository holds are what the exported Verilog makes them, and name nothing that is not there.

use emberlane_packaging::{Package, stale, write_to};
use emberlane_rtl::designs::DESIGNS;
use emberlane_verilog::{Design, ExportOptions};
use std::path::Path;

fn packages() -> Vec<(Package, Design)> {
    let export = |design: &emberlane_rtl::designs::ExportedDesign| {
        let exported = design.export(&ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        (Package::new(design, &exported), exported)
    };
    DESIGNS.iter().map(export).collect()
}

/// `EMBERLANE_BLESS=1` writes them.
#[test]
fn committed_packages_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let packages: Vec<Package> = packages().into_iter().map(|(package, _)| package).collect();
    if std::env::var_os("EMBERLANE_BLESS").is_some() {
        write_to(&packages, &folder).unwrap_or_else(|error| panic!("{error}"));
    }
    let stale = stale(&packages, &folder).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        stale.is_empty(),
        "stale: {stale:?}\nrun: EMBERLANE_BLESS=1 cargo test --release -p emberlane-packaging --test packages fresh"
    );
}
