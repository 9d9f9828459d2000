//! Tables, and the same as JSON.

use crate::fate::Fate;
use crate::sample::Mutant;
use crate::survivors::Survivors;
use crate::verilog::Library;
use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Counts of a block.
#[derive(Clone, Default)]
struct Counts {
    module: String,
    possible: usize,
    drawn: usize,
    by_block: usize,
    by_tests: usize,
    equivalent: usize,
    named: usize,
    alive: usize,
}

impl Counts {
    fn score(&self) -> String {
        let counted = self.drawn - self.equivalent;
        if counted == 0 {
            return "-".to_owned();
        }
        format!("{:.0} %", 100.0 * (self.by_block + self.by_tests) as f64 / counted as f64)
    }

    fn row(&self, block: &str, ran: Ran) -> String {
        let Self { module, possible, drawn, by_block, by_tests, equivalent, named, alive } = self;
        let score = self.score();
        let cell = |ran: bool, count: &usize| if ran { count.to_string() } else { "–".to_owned() };
        let (by_tests, equivalent) = (cell(ran.tests, by_tests), cell(ran.proofs, equivalent));
        format!(
            "| `{block}` | {module} | {possible} | {drawn} | {by_block} | {by_tests} | {equivalent} | {named} | {alive} | {score} |"
        )
    }

    fn add(&mut self, other: &Self) {
        self.possible += other.possible;
        self.drawn += other.drawn;
        self.by_block += other.by_block;
        self.by_tests += other.by_tests;
        self.equivalent += other.equivalent;
        self.named += other.named;
        self.alive += other.alive;
    }
}

/// Which steps a campaign took; what was not looked for is not none.
#[derive(Clone, Copy)]
pub struct Ran {
    /// Proofs.
    pub proofs: bool,
    /// The tests of the devices.
    pub tests: bool,
}

/// Prints the table of a campaign; whether nothing lives that should not.
///
/// # Errors
/// The JSON cannot be written.
pub fn mutation(
    library: &Library,
    judged: &[(&Mutant, Fate)],
    survivors: &Survivors,
    ran: Ran,
    seed: u64,
    path: Option<&Path>,
) -> Result<bool> {
    let mut blocks: BTreeMap<&str, Counts> = BTreeMap::new();
    for (mutant, fate) in judged {
        let counts = blocks.entry(&mutant.block).or_default();
        counts.module.clone_from(&mutant.module);
        counts.possible = library.module(&mutant.module)?.changes.len();
        counts.drawn += 1;
        match fate {
            Fate::KilledByBlock(_) => counts.by_block += 1,
            Fate::KilledByTest(_) => counts.by_tests += 1,
            Fate::Equivalent => counts.equivalent += 1,
            Fate::Missed | Fate::Open if survivors.name(library, mutant) => counts.named += 1,
            Fate::Missed | Fate::Open => counts.alive += 1,
        }
    }
    println!(
        "| block | module | possible | mutants | killed in the block | killed by device tests | equivalent | named | alive | score |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut all = Counts::default();
    for (block, counts) in &blocks {
        println!("{}", counts.row(block, ran));
        all.add(counts);
    }
    println!("{}", all.row("all", ran));
    for (mutant, fate) in judged.iter().filter(|(_, fate)| fate.is_alive()) {
        let why =
            if matches!(fate, Fate::Missed) { "inputs exist that tell it apart" } else { "neither killed nor proved" };
        let state = if survivors.name(library, mutant) { "named" } else { "alive" };
        println!(
            "{state}: {}.v:{}: `{}` -> `{}` ({why})",
            mutant.module, mutant.line, mutant.original, mutant.change.text
        );
    }
    if let Some(path) = path {
        let mutants: Vec<Value> = judged.iter().map(|(mutant, fate)| entry(mutant, fate)).collect();
        let counts = json!({
            "drawn": all.drawn, "killed_in_the_block": all.by_block, "killed_by_device_tests": all.by_tests,
            "equivalent": all.equivalent, "named": all.named, "alive": all.alive,
        });
        let text = serde_json::to_string_pretty(&json!({ "seed": seed, "counts": counts, "mutants": mutants }))?;
        fs::write(path, text + "\n").with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(all.alive == 0)
}

fn entry(mutant: &Mutant, fate: &Fate) -> Value {
    json!({
        "block": mutant.block, "module": mutant.module, "line": mutant.line, "kind": mutant.change.kind,
        "original": mutant.original, "changed": mutant.change.text, "fate": fate,
    })
}
