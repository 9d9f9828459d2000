//! The architecture: files import one another without circles, crates depend on those below them alone, and the host leaves the
//! registers of the devices to their drivers.

mod arrows;
mod crates;
mod cycles;
mod source;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use arrows::arrows;
use crates::{Package, packages, workspace};
use cycles::{circles, describe};
use source::Crate;

/// The host's packages, from the lowest on: one depends on those in front of it alone.
const HOST: [&str; 15] = [
    "emberlane-memory",
    "emberlane-files",
    "emberlane-experiment",
    "emberlane-data",
    "emberlane-dlrm",
    "emberlane-stores",
    "emberlane-tiers",
    "emberlane-pmem",
    "emberlane-ps",
    "emberlane-checkpoints",
    "emberlane-net",
    "emberlane-systems",
    "emberlane-training",
    "emberlane-laboratory",
    "emberlane",
];

/// The packages about cards: only the command line uses them.
const CARDS: [&str; 3] = ["emberlane-card", "emberlane-emulator", "emberlane-selftest"];

/// The packages that simulate, and what the host's packages may depend on below them.
const BELOW_THE_HOST: [&str; 7] = [
    "emberlane-sourced",
    "emberlane-registers",
    "emberlane-drivers",
    "emberlane-fabric",
    "emberlane-reference",
    "emberlane-models",
    "emberlane-verilated",
];

/// What only the command line may depend on, whether to run or in tests: terminals, and the designs as Rust-HDL.
const OF_THE_COMMAND_LINE: [&str; 8] = [
    "clap",
    "clap_complete",
    "clap_mangen",
    "indicatif",
    "rust-hdl",
    "emberlane-packaging",
    "emberlane-rtl",
    "emberlane-verilog",
];

/// The only code of the host, beside implementations of `Transport`, that reads and writes registers: it plays the drivers' lists.
const PLAYS_LISTS: &str = "host/systems/src/machine/script.rs";

/// Benchmarks measure devices themselves, and drive them.
const BENCHMARKS: &str = "host/cli/src/bench";

/// What a package may depend on of this workspace, but for the host's packages and the integration tests.
fn allowed(package: &str) -> Option<&'static [&'static str]> {
    Some(match package {
        "emberlane-registers" | "emberlane-verilog" | "emberlane-measure" | "emberlane-sourced" => &[],
        "emberlane-rtl" => &["emberlane-registers", "emberlane-verilog"],
        "emberlane-packaging" => &["emberlane-registers", "emberlane-verilog", "emberlane-rtl"],
        "emberlane-drivers" => &["emberlane-registers"],
        "emberlane-card" => &["emberlane-registers", "emberlane-drivers"],
        "emberlane-selftest" => &["emberlane-registers", "emberlane-drivers", "emberlane-reference"],
        "emberlane-emulator" => {
            &["emberlane-registers", "emberlane-drivers", "emberlane-card", "emberlane-reference", "emberlane-models"]
        }
        "emberlane-fabric" => &["emberlane-registers", "emberlane-sourced"],
        "emberlane-reference" => &["emberlane-registers", "emberlane-drivers"],
        "emberlane-models" => &[
            "emberlane-sourced",
            "emberlane-registers",
            "emberlane-drivers",
            "emberlane-fabric",
            "emberlane-reference",
        ],
        "emberlane-verilated" => {
            &["emberlane-registers", "emberlane-drivers", "emberlane-fabric", "emberlane-reference", "emberlane-models"]
        }
        _ => return None,
    })
}

#[test]
fn files_import_one_another_without_circles() {
    let mut faults = String::new();
    for package in packages() {
        for root in package.roots() {
            faults += &circles_of(&root, &read_file);
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.replace(&format!("{}/", workspace().display()), ""));
}

#[test]
fn crates_depend_on_those_below_them_alone() {
    let mut faults = Vec::new();
    for package in packages() {
        let Package { name, .. } = &package;
        let is_workspace = |needed: &&String| needed.starts_with("emberlane-") || *needed == "emberlane";
        for needed in package.needs.iter().filter(is_workspace) {
            let is_below = match (HOST.iter().position(|host| host == name), allowed(name)) {
                (Some(place), _) => {
                    HOST[..place].contains(&needed.as_str())
                        || BELOW_THE_HOST.contains(&needed.as_str())
                        || name == "emberlane"
                            && (OF_THE_COMMAND_LINE.contains(&needed.as_str()) || CARDS.contains(&needed.as_str()))
                }
                (None, Some(allowed)) => allowed.contains(&needed.as_str()),
                (None, None) => name == "emberlane-tests",
            };
            if !is_below {
                faults.push(format!("{name} depends on {needed}"));
            }
        }
        if HOST.contains(&name.as_str()) && name != "emberlane" {
            let all = package.needs.iter().chain(&package.needs_in_tests);
            let reserved = all.filter(|needed| OF_THE_COMMAND_LINE.contains(&needed.as_str()));
            faults.extend(reserved.map(|needed| format!("{name} depends on {needed}, which is for the command line")));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_host_leaves_registers_to_drivers() {
    let maps = [&emberlane_registers::cxl_mem::MAP, &emberlane_registers::smartssd::MAP];
    let registers: Vec<String> =
        maps.iter().flat_map(|map| map.registers).map(|register| register.name.to_uppercase()).collect();
    let mut faults = Vec::new();
    for package in packages().iter().filter(|package| HOST.contains(&package.name.as_str())) {
        for root in package.roots() {
            let of = Crate::read(&root, &read_file);
            for module in &of.modules {
                let file = of.files[module.file].strip_prefix(workspace()).unwrap().to_owned();
                if file.starts_with(BENCHMARKS) {
                    continue;
                }
                let names = crates::named(module, &registers);
                faults.extend(names.map(|name| format!("{} names {name}", file.display())));
                if file != Path::new(PLAYS_LISTS) {
                    let calls = crates::accesses(module);
                    faults.extend(calls.iter().map(|call| format!("{} calls {call}", file.display())));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

fn read_file(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

fn circles_of(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> String {
    let mut of = Crate::read(root, read);
    let arrows = arrows(&mut of);
    circles(of.files.len(), &arrows).iter().map(|circle| describe(circle, &of, &arrows)).collect()
}

/// The circles of a crate of these files, `lib.rs` its root.
fn circles_among(files: &[(&str, &str)]) -> String {
    let files: HashMap<PathBuf, String> =
        files.iter().map(|(name, text)| (PathBuf::from(name), (*text).to_owned())).collect();
    circles_of(Path::new("lib.rs"), &|path| files.get(path).cloned())
}

#[test]
fn a_circle_through_re_exports_is_found() {
    let circles = circles_among(&[
        ("lib.rs", "mod a; mod b; pub use b::*; pub use a::A as Renamed;"),
        ("a.rs", "use crate::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f() -> usize { crate::Renamed::NUMBER }"),
    ]);
    assert_eq!(
        circles,
        "2 files import one another in a circle:\n    a.rs -> b.rs: B, crate::B\n    b.rs -> a.rs: crate::Renamed::NUMBER\n"
    );
}

#[test]
fn a_parent_that_uses_its_child_is_in_a_circle_with_it() {
    let child = ("outer/child.rs", "use super::Shared; pub fn child(_: Shared) {}");
    let shared = ("outer/shared.rs", "pub struct Shared;");
    let parent = |text| circles_among(&[("lib.rs", "mod outer;"), ("outer/mod.rs", text), child, shared]);
    assert!(parent("mod child; pub struct Shared; pub fn f() { child::child(Shared) }").contains("child::child"));
    assert!(parent("mod child; pub struct Shared; pub use child::child;").is_empty(), "it hands a name on");
    let others = parent("mod child; mod shared; use shared::Shared; pub fn f() { child::child(Shared) }");
    assert_eq!(others, "");
}

#[test]
fn names_in_macros_and_functions_are_arrows() {
    let circles = |b: &str| circles_among(&[("lib.rs", "mod a; mod b;"), ("a.rs", "use super::b::B;"), ("b.rs", b)]);
    assert!(circles("pub struct B; fn f() { println!(\"{}\", crate::a::A) }").is_empty(), "there is no such name");
    let with_a = |b: &str| {
        circles_among(&[("lib.rs", "mod a; mod b;"), ("a.rs", "use super::b::B; pub const A: B = B;"), ("b.rs", b)])
    };
    assert!(!with_a("pub struct B; fn f() { println!(\"{}\", crate::a::A) }").is_empty());
    assert!(!with_a("pub struct B; fn f() { use super::a; let _ = a::A; }").is_empty());
    assert!(with_a("pub struct B; fn f() { use super::a; }").is_empty(), "a module is no definition");
}

#[test]
fn tests_are_not_counted() {
    let circles = circles_among(&[
        ("lib.rs", "mod a; mod b; #[cfg(test)] mod tests;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; #[cfg(all(test, unix))] mod tests { use crate::a::A; } #[cfg(test)] use crate::a::A;"),
    ]);
    assert_eq!(circles, "");
}

#[test]
fn register_accesses_are_found_outside_of_transports() {
    let text = "use emberlane_registers::cxl_mem::{LINE_BYTES, DOORBELL}; struct A; \
        impl Transport for A { fn f(&mut self) { self.0.mmio_read(0) } } \
        impl A { fn f(&mut self) { self.0.mmio_write(0, 1) } } \
        #[cfg(test)] mod tests { use emberlane_registers::cxl_mem::POOLING; }";
    let of = Crate::read(Path::new("lib.rs"), &|_| Some(text.to_owned()));
    assert_eq!(of.modules.len(), 1);
    let registers = ["DOORBELL".to_owned(), "POOLING".to_owned()];
    assert_eq!(crates::named(&of.modules[0], &registers).collect::<Vec<_>>(), ["DOORBELL"]);
    assert_eq!(crates::accesses(&of.modules[0]).into_iter().collect::<Vec<_>>(), ["mmio_write"]);
}
