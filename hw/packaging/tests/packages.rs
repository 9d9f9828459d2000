//! The packages that the repository holds are what the exported Verilog makes them, and name nothing that is not there.

use emberlane_packaging::{Interface, Package, Role, crossings, layout, stale, write_to};
use emberlane_registers::export::fields_or_value;
use emberlane_rtl::designs::{self, DESIGNS, ExportedDesign, Libraries, PARTS};
use emberlane_verilog::{Design, Direction, ExportOptions};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Exported once for all tests of a process.
static PACKAGES: LazyLock<Vec<(Package, Design)>> = LazyLock::new(|| {
    let libraries = Libraries::new(&ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    // Where a module lies depends on who else uses it: parts, too.
    let whole = libraries.of(&designs::exported()).unwrap_or_else(|error| panic!("{error}"));
    let export = |design: &ExportedDesign| {
        let library = libraries.of(&[*design]).unwrap_or_else(|error| panic!("{error}"));
        (Package::new(design, &whole), library.design().clone())
    };
    DESIGNS.iter().map(export).collect()
});

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `EMBERLANE_BLESS=1` writes them.
fn committed_packages_are_fresh() {
    let packages: Vec<Package> = PACKAGES.iter().map(|(package, _)| package.clone()).collect();
    if std::env::var_os("EMBERLANE_BLESS").is_some() {
        write_to(&packages, &folder()).unwrap_or_else(|error| panic!("{error}"));
    }
    let stale = stale(&packages, &folder()).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        stale.is_empty(),
        "stale: {stale:?}\nrun: EMBERLANE_BLESS=1 cargo test --release -p emberlane-packaging --test packages"
    );
}

/// One test, as each is a process of its own, and most of it is the export.
#[test]
fn packages_are_fresh_and_what_they_say_is_true() {
    committed_packages_are_fresh();
    a_folder_is_stale_until_it_is_written_and_when_something_is_left();
    modules_are_in_order_and_all_of_the_design();
    every_bus_has_a_clock_and_every_clock_a_frequency();
    all_registers_have_the_clock_and_no_reset_is_asynchronous();
    the_script_for_vivado_names_files_interfaces_and_registers_that_are_there();
    constraints_name_clocks_that_are_there_with_their_period();
    constraints_of_crossings_name_every_register_at_a_crossing();
    yosys_finds_the_ports_and_the_attributes();
}

fn a_folder_is_stale_until_it_is_written_and_when_something_is_left() {
    let folder = tempfile::tempdir().expect("a folder for packages");
    let package = [PACKAGES[1].0.clone()];
    let stale_now = || stale(&package, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert!(stale_now().len() > 20);
    write_to(&package, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(stale_now(), [""; 0]);
    let other = layout::of_design("other", "component.xml");
    std::fs::create_dir(folder.path().join("packages/other")).expect("a folder");
    std::fs::write(folder.path().join(&other), "").expect("a file");
    let core = folder.path().join(layout::core(package[0].name));
    std::fs::write(&core, "changed").expect("a file");
    assert_eq!(stale_now(), [other, layout::core(package[0].name)]);
    write_to(&package, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(stale_now(), [""; 0]);
}

fn modules_are_in_order_and_all_of_the_design() {
    for (package, design) in PACKAGES.iter() {
        let name = package.name;
        let all: BTreeSet<String> = design.modules().map(|module| module.name).collect();
        assert_eq!(package.modules.iter().map(|module| module.name.clone()).collect::<BTreeSet<_>>(), all, "{name}");
        assert_eq!(package.modules.last().map(|module| &module.name), Some(&package.top), "{name}");
        for module in &package.modules {
            assert!(folder().join(&module.file).is_file(), "{name}: {} is not there", module.file);
        }
    }
}

fn every_bus_has_a_clock_and_every_clock_a_frequency() {
    for (package, _) in PACKAGES.iter() {
        let of = |kind: &str| package.interfaces.iter().filter(|each| each.is(kind)).collect::<Vec<&Interface>>();
        let clocks = of("clock");
        assert!(!clocks.is_empty() && of("aximm").len() > 1, "{}", package.name);
        let has_bridge = of("aximm").iter().any(|bus| bus.name == "s_axi");
        assert!(package.channels.len() >= 10 || has_bridge, "{}: neither CXL nor what stands for it", package.name);
        assert!(clocks.iter().all(|clock| clock.parameter("FREQ_HZ").is_some()), "{}", package.name);
        for bus in of("aximm") {
            let of_clock = |clock: &&&Interface| {
                clock.parameter("ASSOCIATED_BUSIF").is_some_and(|all| all.split(':').any(|each| each == bus.name))
            };
            assert_eq!(clocks.iter().filter(of_clock).count(), 1, "{}: {}", package.name, bus.name);
        }
    }
}

/// The constraints say so, where there is one clock.
fn all_registers_have_the_clock_and_no_reset_is_asynchronous() {
    for (package, design) in PACKAGES.iter() {
        let [clock] = package.interfaces.iter().filter(|each| each.is("clock")).collect::<Vec<_>>()[..] else {
            continue;
        };
        let mut blocks = 0;
        for module in design.modules() {
            for line in module.text.lines().filter(|line| line.trim_start().starts_with("always ")) {
                assert!(line.contains("@(posedge clock)"), "{}: {line}", module.name);
                blocks += 1;
            }
            let clocks = module.text.lines().filter_map(|line| line.trim_start().strip_prefix(".clock("));
            for name in clocks.filter_map(|rest| rest.split(')').next()) {
                let is_clock = name == "clock" || module.text.contains(&format!("assign {name} = clock;"));
                assert!(is_clock, "{}: {name} is a clock of its own", module.name);
            }
        }
        assert!(blocks > 100 && clock.port("CLK") == Some("clock"), "{}: {blocks} blocks", package.name);
    }
}

fn yosys_finds_the_ports_and_the_attributes() {
    for (package, design) in PACKAGES.iter() {
        let verilog = tempfile::tempdir().expect("a folder for the design");
        design.write_to(verilog.path()).unwrap_or_else(|error| panic!("{error}"));
        let (dir, top) = (verilog.path().display(), &package.top);
        // Of what is below, the ports are enough.
        let below = package.modules.iter().map(|module| &module.name);
        let below = below.filter(|module| *module != top).map(|module| format!("{dir}/{module}.v"));
        let below: Vec<String> = below.collect();
        let script = format!(
            "read_verilog -lib {}; read_verilog {dir}/{top}.v; hierarchy -check -top {top}; proc; write_json {dir}/top.json",
            below.join(" ")
        );
        run(Command::new("yosys").args(["-q", "-p", &script]));
        let text = std::fs::read_to_string(verilog.path().join("top.json")).expect("yosys writes it");
        let json: Value = serde_json::from_str(&text).expect("yosys writes JSON");
        let module = &json["modules"][top];
        let found: BTreeMap<&String, &Value> = module["ports"].as_object().expect("the top has ports").iter().collect();
        assert_eq!(found.len(), package.ports.len(), "{top}");
        for port in &package.ports {
            let direction = if port.direction == Direction::In { "input" } else { "output" };
            let seen = found.get(&port.name).unwrap_or_else(|| panic!("{top} has no port {}", port.name));
            assert_eq!(seen["direction"], direction, "{}", port.name);
            assert_eq!(seen["bits"].as_array().map(Vec::len), Some(port.width), "{}", port.name);
            let attributes = &module["netnames"][&port.name]["attributes"];
            for (name, value) in &port.attributes {
                assert_eq!(attributes[name], value.as_str(), "{}: {name}", port.name);
            }
        }
        let of_interfaces: usize = package.interfaces.iter().map(|each| each.signals.len()).sum();
        let with_info =
            package.ports.iter().filter(|port| port.attributes.iter().any(|(name, _)| name == "X_INTERFACE_INFO"));
        assert_eq!(with_info.count(), of_interfaces, "{top}");
    }
}

/// Runs a file of a package with commands of Vivado that are recorded: a line each, words apart by tabs.
fn recorded(package: &Package, file: &str) -> Option<Vec<Vec<String>>> {
    recorded_of(&folder().join(layout::of_design(package.name, file)))
}

/// The commands of a script or of constraints, run by `tclsh`.
fn recorded_of(file: &Path) -> Option<Vec<Vec<String>>> {
    if Command::new("tclsh").output().is_err() {
        eprintln!("skipped: no tclsh; scripts/setup installs it");
        return None;
    }
    let stubs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/vivado.tcl");
    let said = run(Command::new("tclsh").args([&stubs, file]).arg("/ips"));
    Some(said.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn the_script_for_vivado_names_files_interfaces_and_registers_that_are_there() {
    for (package, _) in PACKAGES.iter() {
        let Some(commands) = recorded(package, "package_ip.tcl") else { return };
        let of = |command: &str| commands.iter().filter(|words| words[0] == command).collect::<Vec<_>>();
        let files = of("add_files");
        assert!(files.iter().all(|words| Path::new(&words[1]).is_file()), "{}: {files:?}", package.name);
        let verilog: Vec<&str> = files.iter().filter_map(|words| Path::new(&words[1]).file_stem()?.to_str()).collect();
        assert!(package.modules.iter().all(|module| verilog.contains(&module.name.as_str())), "{}", package.name);
        // One of clocks, and one of the paths between them, where there are several.
        let clocks = package.interfaces.iter().filter(|each| each.is("clock")).count();
        assert_eq!(files.len(), package.modules.len() + 1 + usize::from(clocks > 1), "{}", package.name);
        let scopes: Vec<_> = of("set_property").into_iter().filter(|words| words[1] == "SCOPED_TO_REF").collect();
        assert_eq!(scopes.len(), usize::from(clocks > 1), "{}", package.name);
        assert!(scopes.iter().all(|words| verilog.contains(&words[2].as_str())), "{scopes:?}");
        // Every bus that others begin transfers on has addresses.
        let slaves = package.interfaces.iter().filter(|each| each.is("aximm") && each.role == Role::Slave).count();
        let mapped = of("set_property").into_iter().filter(|words| words[1] == "slave_memory_map_ref");
        assert_eq!((mapped.count(), of("ipx::add_memory_map").len()), (slaves, slaves), "{}", package.name);

        let is_interface = |name: &String| package.interfaces.iter().any(|each| each.name == *name);
        let associations = of("ipx::associate_bus_interfaces");
        assert_eq!(associations.len(), package.interfaces.iter().filter(|each| each.is("aximm")).count());
        assert!(
            associations.iter().all(|words| is_interface(&words[3]) && is_interface(&words[5])),
            "{associations:?}"
        );
        assert!(of("ipx::get_bus_interfaces").iter().all(|words| is_interface(&words[1])));
        let tops = of("set_property").into_iter().filter(|words| words[1] == "top");
        assert_eq!(tops.map(|words| words[2].as_str()).collect::<Vec<_>>(), [&package.top]);
        assert!(of("ipx::package_project")[0].contains(&format!("/ips/{}", package.name)));

        // Registers and fields with what is set of each, in order.
        let expected = package.device.map.registers.iter().flat_map(|register| {
            let entry = |name: &str, numbers: [u64; 2], description: &str| {
                let [first, second] = numbers.map(|number| number.to_string());
                vec![name.to_owned(), first, second, description.to_owned()]
            };
            let head = entry(register.name, [register.offset, register.reset], register.description);
            let fields = fields_or_value(register)
                .map(|field| entry(field.name, [field.lsb.into(), field.width.into()], field.description));
            std::iter::once(head).chain(fields).collect::<Vec<_>>()
        });
        assert_eq!(described(&commands), expected.collect::<Vec<_>>(), "{}", package.name);
    }
}

/// Of each register and field that is added: its name, its numbers, its description.
fn described(commands: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for words in commands {
        match words[0].as_str() {
            "ipx::add_register" | "ipx::add_field" => found.push(vec![words[1].clone()]),
            "set_property" => {
                let added =
                    words.last().is_some_and(|object| object.starts_with("register:") || object.starts_with("field:"));
                let Some(last) = found.last_mut().filter(|_| added) else { continue };
                match words[1].as_str() {
                    "address_offset" | "bit_offset" | "bit_width" | "reset_value" => last.push(number(&words[2])),
                    "description" => last.push(words[2].clone()),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found
}

fn number(text: &str) -> String {
    let value = text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    value.unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn constraints_name_clocks_that_are_there_with_their_period() {
    for (package, _) in PACKAGES.iter() {
        let Some(commands) = recorded(package, "out_of_context.xdc") else { return };
        let ports = commands.iter().filter(|words| words[0] == "get_ports");
        for words in ports {
            assert!(package.ports.iter().any(|port| port.name == words[1]), "{}: {words:?}", package.name);
        }
        let clocks: Vec<_> = commands.iter().filter(|words| words[0] == "create_clock").collect();
        assert_eq!(clocks.len(), package.interfaces.iter().filter(|each| each.is("clock")).count());
        let of_interfaces = package.interfaces.iter().filter(|each| each.is("clock"));
        for (words, clock) in clocks.iter().zip(of_interfaces) {
            let hz: f64 =
                clock.parameter("FREQ_HZ").and_then(|hz| hz.parse().ok()).expect("every clock has a frequency");
            let period: f64 = words[5].parse().unwrap_or_else(|_| panic!("{words:?}"));
            // To a picosecond.
            assert!((1e9 / hz - period).abs() < 1e-3, "{}: {words:?}, {hz} Hz", package.name);
        }
    }
}

/// The register of this path below a module, in the exported text.
fn has_register(design: &Design, module: &str, path: &str) -> bool {
    let text = design.module(module).unwrap_or_else(|| panic!("no module {module}"));
    match path.split_once('/') {
        Some((instance, rest)) => {
            let line = text.lines().find(|line| line.ends_with(&format!(" {instance} (")));
            let inner = line.and_then(|line| line.split_whitespace().next());
            inner.is_some_and(|inner| has_register(design, inner, rest))
        }
        None => {
            let name = path.strip_suffix("_reg[*]").unwrap_or(path);
            let is_register = |line: &str| {
                let behind_attributes = line.rsplit("*)").next().unwrap_or(line);
                let declaration = behind_attributes.split(['=', ';', ',']).next().unwrap_or_default();
                let words: Vec<&str> = declaration.split_whitespace().collect();
                words.contains(&"reg") && words.last() == Some(&name)
            };
            text.lines().any(is_register)
        }
    }
}

/// Every first register of a synchroniser, and every memory of two clocks, has a constraint, and all of them name what is there.
fn constraints_of_crossings_name_every_register_at_a_crossing() {
    let library = designs::library(&PARTS, &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let design = library.design();
    let files = crossings::files();
    assert!(!files.is_empty());
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in files.into_iter().filter(|(file, _)| file.ends_with(".xdc")) {
        let name = Path::new(&file).file_stem().expect("a name").to_string_lossy().into_owned();
        let path = folder.path().join(format!("{name}.xdc"));
        std::fs::write(&path, text).expect("a temporary file can be written");
        let Some(commands) = recorded_of(&path) else { return };
        let of = |command: &str| commands.iter().filter(|words| words[0] == command).collect::<Vec<_>>();
        let cells = of("get_cells");
        for register in cells.iter().flat_map(|words| words[1].split_whitespace()) {
            assert!(has_register(design, &name, register), "{name}: no register {register}");
        }
        let ends: BTreeSet<&str> =
            cells.iter().map(|words| words[1].as_str()).filter(|cell| cell.ends_with("/first_reg[*]")).collect();
        // Two pointers, and two bits each way of the handshake of resets.
        assert_eq!(ends.len(), 6, "{name}: {ends:?}");
        assert_eq!((of("set_max_delay").len(), of("set_bus_skew").len()), (7, 2), "{name}");
        assert!(of("set_max_delay").iter().all(|words| words.contains(&"-datapath_only".to_owned())), "{name}");
    }
}

/// What a program says; it must end well.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; scripts/setup installs it"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{said}{errors}");
    said
}
