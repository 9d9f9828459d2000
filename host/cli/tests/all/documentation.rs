//! The documentation: its links and paths exist (`scripts/check-links`), and its commands work.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn links_and_paths_of_the_documentation_exist() {
    let root = root();
    let Ok(done) = Command::new("python3").arg(root.join("scripts/check-links")).arg("--root").arg(&root).output()
    else {
        eprintln!("skipped: scripts/check-links needs Python 3");
        return;
    };
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{printed}{}", String::from_utf8_lossy(&done.stderr));
}

/// The README and what it leads to, in the order in which somebody new reads them.
const PAGES: [&str; 18] = [
    "README.md",
    "docs/guide/README.md",
    "docs/guide/training.md",
    "docs/guide/planning.md",
    "docs/guide/long-runs.md",
    "docs/guide/larger-than-memory.md",
    "docs/guide/cluster.md",
    "docs/guide/pools.md",
    "docs/guide/devices.md",
    "docs/guide/systems.md",
    "docs/guide/failures.md",
    "docs/guide/losing-power.md",
    "docs/guide/comparing.md",
    "docs/guide/reproducing.md",
    "docs/guide/verilog.md",
    "docs/guide/measuring.md",
    "docs/guide/sweeps.md",
    "docs/guide/commands.md",
];

/// Commands that are not run here, and why.
const NOT_RUN: [(&str, &str); 9] = [
    ("scripts/demo", "installs packages, and builds the project once more: it takes minutes"),
    ("scripts/test", "runs this test"),
    ("cargo test --release -p emberlane-rtl", "builds the hardware; it is a test of its own"),
    ("target/tools/bin/fusesoc run --target=synth", "takes minutes"),
    ("target/release/emberlane reproduce tcxl-fig1", "takes minutes; scripts/golden has it among its slow cases"),
    (
        "target/release/emberlane compare --workload criteo-terabyte",
        "takes minutes; scripts/demo has such a comparison",
    ),
    ("REGISTERS=$PWD/out/registers.h", "takes minutes; a test of emberlane-rtl runs these benches"),
    ("scripts/sensitivity", "takes minutes: it runs a comparison for each number"),
    ("scripts/recompute", "needs what a command before it has not left; a test of emberlane-laboratory runs it"),
];

/// How the pages call what is built here.
const BUILT: &str = "cargo run --release --no-default-features --";
const BINARY: &str = "target/release/emberlane";

/// What `scripts/setup` installs beside what is built.
const TOOLS: &str = "target/tools";

/// What a build without a part says of a command that needs it.
const WITHOUT_RTL: &str = "built without the RTL devices";
const WITHOUT_EXPORT: &str = "unrecognized subcommand 'export-";
const WITHOUT_CLUSTER: [&str; 3] =
    ["built without the feature `cluster`", "unrecognized subcommand 'status'", "unrecognized subcommand 'cluster'"];

/// Every command of a page's blocks of `sh`, block by block.
fn blocks(page: &str) -> Vec<Vec<&str>> {
    let blocks = page.split("\n```sh\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or_default());
    blocks.map(|block| block.lines().filter(|line| !line.trim().is_empty()).collect()).collect()
}

/// The files that a fresh clone has, and the binary where `cargo build --release` puts it; `None` without git.
fn fresh_clone() -> Option<tempfile::TempDir> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().ok()?;
    let clone = tempfile::tempdir().unwrap();
    let names = String::from_utf8(listed.stdout).unwrap();
    if !listed.status.success() || names.is_empty() {
        return None;
    }
    // A file that was removed and is still listed is not there to be copied.
    for name in names.split_terminator('\0').filter(|name| root().join(name).is_file()) {
        let copy = clone.path().join(name);
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(root().join(name), copy).unwrap();
    }
    let binary = clone.path().join(BINARY);
    std::fs::create_dir_all(binary.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_emberlane"), binary).unwrap();
    if root().join(TOOLS).is_dir() {
        std::os::unix::fs::symlink(root().join(TOOLS).canonicalize().unwrap(), clone.path().join(TOOLS)).unwrap();
    }
    Some(clone)
}

/// Whether the Python that `scripts/setup` installs has these modules.
fn has_python(modules: &str) -> bool {
    let python = root().join(TOOLS).join("bin/python");
    Command::new(python).args(["-c", &format!("import {modules}")]).output().is_ok_and(|done| done.status.success())
}

#[test]
fn every_command_of_the_guide_works_in_a_fresh_clone_in_its_order() {
    let Some(clone) = fresh_clone() else {
        eprintln!("skipped: a fresh clone needs git, and this folder as one");
        return;
    };
    let (mut run, mut failed) = (0, Vec::new());
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        for block in blocks(&text) {
            // What a build lacks leaves nothing that could be compared.
            let mut is_complete = true;
            for command in block {
                if let Some((_, why)) = NOT_RUN.iter().find(|(left_out, _)| command.starts_with(left_out)) {
                    eprintln!("not run: {page}: {command}: {why}");
                    continue;
                }
                if !is_complete && (command.starts_with("cmp ") || command.starts_with("kill ")) {
                    eprintln!("not run: {page}: {command}: a command before it needs what this build has not");
                    continue;
                }
                let needs =
                    [("hw/rtl/tests/cocotb/run.py", "cocotb, cocotbext.axi"), ("bin/fusesoc", "fusesoc.main, edalize")];
                if let Some((_, lacks)) =
                    needs.iter().find(|(part, modules)| command.contains(part) && !has_python(modules))
                {
                    eprintln!("not run: {page}: {command}: scripts/setup has not installed {lacks}");
                    continue;
                }
                let line = command.replace(BUILT, BINARY);
                let begun = Instant::now();
                let Output { status, stderr, .. } =
                    Command::new("bash").args(["-c", &line]).current_dir(clone.path()).output().unwrap();
                let stderr = String::from_utf8_lossy(&stderr);
                let lacks_rtl = !cfg!(feature = "rtl") && stderr.contains(WITHOUT_RTL);
                let lacks_export = !cfg!(feature = "export") && stderr.contains(WITHOUT_EXPORT);
                let lacks_cluster =
                    !cfg!(feature = "cluster") && WITHOUT_CLUSTER.iter().any(|text| stderr.contains(text));
                if lacks_rtl || lacks_export || lacks_cluster {
                    eprintln!("not run: {page}: {command}: it needs a build with RTL, export or cluster");
                    is_complete = false;
                } else if !status.success() {
                    failed.push(format!("{page}: {command}: {status}: {stderr}"));
                }
                eprintln!("{:.1} s: {page}: {command}", begun.elapsed().as_secs_f64());
                run += 1;
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(run > 25, "the pages have more commands than {run}");
}

#[test]
fn pages_are_in_the_order_of_the_guide() {
    let guide = std::fs::read_to_string(root().join("docs/guide/README.md")).unwrap();
    let linked: Vec<&str> =
        guide.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(to, _)| to)).collect();
    let pages: Vec<&str> = PAGES.iter().skip(2).map(|page| page.trim_start_matches("docs/guide/")).collect();
    assert_eq!(linked, pages);
}

/// What a command prints, or nothing where this build has it not.
fn printed(arguments: &[&str]) -> String {
    let Output { stdout, .. } = Command::new(env!("CARGO_BIN_EXE_emberlane")).args(arguments).output().unwrap();
    String::from_utf8(stdout).unwrap()
}

/// The long option with which a text begins, without what is behind it.
fn option(text: &str) -> Option<&str> {
    let name = text.strip_prefix("--")?;
    let end = name.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(name.len());
    (end > 0).then(|| &text[..2 + end])
}

/// The options that a help says.
fn options(help: &str) -> impl Iterator<Item = &str> {
    help.lines().filter_map(|line| option(line.trim_start())).filter(|option| !["--help", "--version"].contains(option))
}

/// The commands that a help lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

/// Every command has its row, and every option is in that of its command; of none there is one that it has not.
#[test]
fn the_table_of_commands_has_every_option() {
    let page = std::fs::read_to_string(root().join("docs/guide/commands.md")).unwrap();
    let mut rows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| `emberlane ")) {
        let name = row.split([' ', '`']).next().unwrap_or_default();
        let said = row.match_indices("--").filter_map(|(at, _)| option(&row[at..]));
        rows.entry(name).or_default().extend(said);
    }
    let program = printed(&["--help"]);
    let known = commands(&program);
    assert!(known.len() > 15, "{program}");
    for name in known {
        let help = printed(&[name, "--help"]);
        let below: Vec<String> = commands(&help).into_iter().map(|below| printed(&[name, below, "--help"])).collect();
        let expected: BTreeSet<&str> = options(&help).chain(below.iter().flat_map(|help| options(help))).collect();
        let row = rows.get(name).unwrap_or_else(|| panic!("no row for `emberlane {name}`"));
        let missing: Vec<_> = expected.difference(row).collect();
        assert!(missing.is_empty(), "the row of `emberlane {name}` lacks {missing:?}");
        // A build without a cluster has fewer options.
        let foreign: Vec<_> = row.difference(&expected).collect();
        assert!(foreign.is_empty() || !cfg!(feature = "cluster"), "`emberlane {name}` has no {foreign:?}");
    }
}

/// The messages that the page shows are among those of the command above them.
#[test]
fn the_messages_of_the_guide_are_those_of_its_command() {
    let page = std::fs::read_to_string(root().join("docs/guide/systems.md")).unwrap();
    let command = page.lines().find(|line| line.contains(" --messages ")).expect("the page has the command");
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("experiments").canonicalize().unwrap(), folder.path().join("experiments"))
        .unwrap();
    let arguments = command.strip_prefix(BINARY).expect(command).split_whitespace();
    let done =
        Command::new(env!("CARGO_BIN_EXE_emberlane")).args(arguments).current_dir(folder.path()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let written = std::fs::read_to_string(folder.path().join("out/messages.txt")).unwrap();
    let written: BTreeSet<&str> = written.lines().collect();
    let shown: Vec<&str> = page.split("    time_ps ").nth(1).expect("the page has messages").lines().skip(1).collect();
    let shown: Vec<&str> = shown.into_iter().map_while(|line| line.strip_prefix("    ")).collect();
    assert!(shown.len() == 3, "{shown:?}");
    for line in shown {
        assert!(written.contains(line), "the command writes no message {line:?}");
    }
}

/// The page of the Verilog has a row for each design.
#[cfg(feature = "export")]
#[test]
fn every_design_is_in_the_guide() {
    let page = std::fs::read_to_string(root().join("docs/guide/verilog.md")).unwrap();
    let rows: String = page.lines().filter(|line| line.starts_with("| `")).collect();
    let list = printed(&["export-verilog", "--list"]);
    let designs: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(designs.len() > 10, "{list}");
    for design in designs {
        assert!(rows.contains(&format!("`{design}`")), "docs/guide/verilog.md: no row for {design}");
    }
}
