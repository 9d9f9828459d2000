//! A claim: a block keeps a contract, which yosys turns into a circuit and yosys-abc proves.

use emberlane_verilog::{Describe, ExportOptions, export};
use rust_hdl::prelude::Block;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The folder of the contracts.
pub const CONTRACTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../formal");

/// Files there that are parts of contracts.
pub const PARTS: [&str; 9] = [
    "held",
    "one_word_ram",
    "one_word_dual_port_ram",
    "some_words_ram",
    "any_crc",
    "any_delay",
    "any_rate",
    "any_synchroniser",
    "endless_patience",
];

/// How a claim is checked.
#[derive(Clone, Copy, PartialEq)]
pub enum Method {
    /// Property-directed reachability: for all inputs and all time.
    Reachability,
    /// The contract with its invariant holds in the first cycles, and behind this many in which it held: for all inputs and all time.
    Induction(usize),
    /// For all inputs in this many cycles from reset on.
    Bounded(usize),
}

/// When a claim is checked.
#[derive(Clone, Copy, PartialEq)]
pub enum Tier {
    /// With the tests.
    Short,
    /// In campaigns: `scripts/formal --all`.
    Long,
}

/// What stands for a part of a block.
#[derive(Clone, Copy)]
pub enum Stand {
    /// `one_word_ram.sv` for the memory with this name, this width, and addresses of so many bits; whether it is registered.
    OneWord(&'static str, usize, usize, bool),
    /// `some_words_ram.sv` for the memory with this name, this width, and addresses of so many bits, of which so many are kept; whether it is
    /// registered.
    SomeWords(&'static str, usize, usize, usize, bool),
    /// `any_crc.sv` for the checksum with this name, of words of so many bits.
    AnyCrc(&'static str, usize),
    /// `any_synchroniser.sv` for the synchroniser with this name, of so many bits.
    AnySynchroniser(&'static str, usize),
    /// The part with this name in the folder of the contracts, for the module with this name.
    Anything(&'static str, &'static str),
}

impl Stand {
    /// The module that it stands for.
    const fn module(self) -> &'static str {
        match self {
            Self::OneWord(name, ..)
            | Self::SomeWords(name, ..)
            | Self::AnyCrc(name, _)
            | Self::AnySynchroniser(name, _)
            | Self::Anything(_, name) => name,
        }
    }

    /// How yosys reads it.
    fn command(self) -> String {
        let registered = |registered| if registered { "-DREGISTERED" } else { "" };
        let (part, definitions) = match self {
            Self::OneWord(name, width, log, is_registered) => (
                "one_word_ram",
                format!("-DRAM={name} -DRAM_WIDTH={width} -DRAM_LOG={log} {}", registered(is_registered)),
            ),
            Self::SomeWords(name, width, log, kept, is_registered) => (
                "some_words_ram",
                format!(
                    "-DRAM={name} -DRAM_WIDTH={width} -DRAM_LOG={log} -DRAM_KEPT={kept} {}",
                    registered(is_registered)
                ),
            ),
            Self::AnyCrc(name, word) => ("any_crc", format!("-DCRC={name} -DWORD={word}")),
            Self::AnySynchroniser(name, bits) => ("any_synchroniser", format!("-DANY={name} -DBITS={bits}")),
            Self::Anything(part, name) => (part, format!("-DANY={name}")),
        };
        format!("read_verilog -formal -sv {definitions} {CONTRACTS}/{part}.sv; ")
    }
}

/// A block keeps a contract.
pub struct Claim {
    pub contract: &'static str,
    /// Name of the module.
    pub block: &'static str,
    /// The block and what stands beside it.
    pub export: fn() -> Modules,
    /// What the table says of the parameters.
    pub parameters: &'static str,
    /// Definitions of the contract.
    pub definitions: &'static str,
    pub method: Method,
    /// States that must be reachable, in the contract's order: all below this.
    pub states: usize,
    /// Cycles in which they are to be reached.
    pub within: usize,
    pub stands: &'static [Stand],
    /// What is exposed of the block, as yosys names it behind flattening.
    pub exposed: &'static [&'static str],
    pub tier: Tier,
}

/// Modules by name.
pub type Modules = BTreeMap<String, String>;

/// A block as Verilog.
pub fn exported<B: Block + Default>() -> Modules {
    let design = export(&B::default(), &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    design.modules().map(|module| (module.name, module.text)).collect()
}

/// Puts a shorter queue in the place of the one named `long`, which the block knows by that name. What does not depend on the depth is
/// true of the long one.
pub fn shorten<B: Block + Describe + Default>(mut modules: Modules, long: &str) -> Modules {
    let short = B::name();
    for (name, text) in exported::<B>() {
        if name == short {
            assert!(modules.contains_key(long), "the block has no queue {long}");
            modules.insert(long.into(), text.replace(&short, long));
        } else {
            modules.insert(name, text);
        }
    }
    modules
}

/// Puts enables of one clock in the place of clocks: what was an edge of a clock is a step in which its port is high. So the solver
/// chooses when each clock ticks, also both at once.
pub fn clocks_as_enables(modules: Modules) -> Modules {
    const CLOCKS: [&str; 5] = ["clock", "in_clock", "out_clock", "write_clock", "read_clock"];
    let enable = |text: String, clock: &&str| {
        text.replace(&format!("@(posedge {clock})"), &format!("@($global_clock) if ({clock})"))
    };
    let text = |text: String| CLOCKS.iter().fold(text, enable);
    modules.into_iter().map(|(name, module)| (name, text(module))).collect()
}

/// Puts another value in the place of a constant of a module, to bound what may be under way.
pub fn lower(mut modules: Modules, module: &str, from: &str, to: &str) -> Modules {
    let text = modules.get_mut(module).unwrap_or_else(|| panic!("there is no module {module}"));
    assert!(text.matches(from).count() == 1, "{module} has not one {from}");
    *text = text.replace(from, to);
    modules
}

/// Runs a tool of the package yosys; all that it said.
fn run(tool: &str, arguments: &[&str]) -> String {
    let output = Command::new(tool)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{tool} does not start ({error}); it is in the package yosys"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool} {arguments:?}:\n{said}");
    said
}

/// A contract with what it says of `REACH` once for each state.
fn claiming_states(contract: &str, states: Range<usize>) -> String {
    let (before, rest) = contract.split_once("`ifdef REACH\n").expect("a contract has states");
    let (claim, rest) = rest.split_once("`else\n").expect("a contract has claims");
    let (_, after) = rest.split_once("`endif\n").expect("claims end");
    let claim = claim.replace("isNeverReached: ", "");
    let claims: String = states.map(|state| claim.replace("`REACH", &state.to_string())).collect();
    format!("{before}{claims}{after}")
}

impl Claim {
    /// Checks the claim and that its states can be reached, and prints a row of the table.
    pub fn check(&self) -> Result<(), String> {
        let begin = Instant::now();
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let stands = |name: &String| self.stands.iter().any(|stand| stand.module() == name);
        for (name, text) in (self.export)().into_iter().filter(|(name, _)| !stands(name)) {
            fs::write(folder.path().join(format!("{name}.v")), text).expect("a temporary file can be written");
        }
        let what = format!("{} and {}.sv ({} {})", self.block, self.contract, self.parameters, self.definitions);
        self.circuit(folder.path(), None);
        let held = match self.method {
            Method::Reachability => self.abc(folder.path(), "scorr; dc2; pdr", "Property proved"),
            Method::Bounded(cycles) => {
                self.abc(folder.path(), &format!("scorr; dc2; bmc3 -F {cycles}"), "No output asserted")
            }
            Method::Induction(cycles) => {
                self.abc(folder.path(), &format!("bmc3 -F {}", cycles + 1), "No output asserted")
                    && self.abc(folder.path(), &format!("ind -F {cycles}"), "Networks are equivalent")
            }
        };
        let missed = if held { self.missed(folder.path()) } else { Vec::new() };
        let (method, bound) = match self.method {
            Method::Reachability => ("reachability", "none".to_owned()),
            Method::Induction(cycles) => ("induction", format!("none ({cycles} cycles of invariant)")),
            Method::Bounded(cycles) => ("bounded", format!("{cycles} cycles")),
        };
        let result = match (held, missed.is_empty()) {
            (true, true) => format!("holds, {} states reached", self.states),
            (true, false) => format!("states not reached: {missed:?}"),
            (false, _) => "broken".to_owned(),
        };
        let Self { contract, block, parameters, .. } = self;
        println!(
            "| {contract} | {block} | {parameters} | {method} | {bound} | {result} | {:.1} |",
            begin.elapsed().as_secs_f64()
        );
        if held && missed.is_empty() { Ok(()) } else { Err(format!("{what}: {result}")) }
    }

    /// States that are not reached in time. All are looked for at once, and one by one if that does not find all.
    fn missed(&self, folder: &Path) -> Vec<usize> {
        let within = self.within;
        self.circuit(folder, Some(0..self.states));
        let circuit = folder.join("proof.aig").display().to_string();
        let how = format!("read_aiger {circuit}; fold; strash; scorr; dc2; bmc3 -a -F {within}");
        if run("yosys-abc", &["-c", &how]).matches("was asserted in frame").count() == self.states {
            return Vec::new();
        }
        let is_missed = |state: &usize| {
            self.circuit(folder, Some(*state..*state + 1));
            !self.abc(folder, &format!("scorr; dc2; bmc3 -F {within}"), "was asserted in frame")
        };
        (0..self.states).filter(is_missed).collect()
    }

    /// Writes the circuit of block and contract into `folder`; when states are given, the contract claims instead, falsely, that none of
    /// them is ever reached.
    fn circuit(&self, folder: &Path, states: Option<Range<usize>>) {
        let mut contract =
            fs::read_to_string(format!("{CONTRACTS}/{}.sv", self.contract)).expect("the contract can be read");
        let reach = if states.is_some() { "-DREACH" } else { "" };
        if let Some(states) = states {
            contract = claiming_states(&contract, states);
        }
        let proof = folder.join("proof.sv");
        fs::write(&proof, contract).expect("a temporary file can be written");
        let proof = proof.display();
        let verilog = folder.display();
        // Not as for synthesis: memories begin with zeros, as in simulation.
        let mut script = format!("read_verilog -formal {verilog}/*.v; ");
        for stand in self.stands {
            script += &stand.command();
        }
        if !self.exposed.is_empty() {
            let block = self.block;
            let _ = write!(script, "hierarchy -top {block}; proc; flatten; ");
            let wires: Vec<_> = self.exposed.iter().map(|wire| format!("{block}/w:{wire}")).collect();
            let _ = write!(script, "expose {}; ", wires.join(" "));
        }
        let Self { block, definitions, .. } = self;
        let _ = write!(
            script,
            "read_verilog -formal -sv -DDUT={block} {definitions} {reach} {proof} {CONTRACTS}/held.sv; \
             prep -top proof; flatten; memory_map; opt -full; async2sync; setundef -anyseq; techmap; opt -fast; dffunmap; \
             abc -g AND -fast; opt_clean; write_aiger -zinit {verilog}/proof.aig"
        );
        run("yosys", &["-q", "-p", &script]);
    }

    /// Whether yosys-abc says that of the circuit.
    fn abc(&self, folder: &Path, how: &str, good: &str) -> bool {
        let circuit = folder.join("proof.aig").display().to_string();
        let said = run("yosys-abc", &["-c", &format!("read_aiger {circuit}; fold; orpos; strash; {how}")]);
        let known =
            ["Property proved", "was asserted in frame", "No output asserted", "Networks are equivalent", "UNDECIDED"];
        assert!(
            known.iter().any(|words| said.contains(words)),
            "{} {how}: neither proof nor counterexample:\n{said}",
            self.block
        );
        said.contains(good)
    }
}
