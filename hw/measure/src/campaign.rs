//! Judges mutants: by what their block shows under random inputs and the device tests' traffic, by proof, and by the tests
//! of the devices.

use crate::fate::{Fate, Sign};
use crate::formal::{self, Verdict};
use crate::harness::{Bench, Program, STIMULUS, Want, hash};
use crate::instrument::with_mutants;
use crate::recordings::{Recordings, most_cycles};
use crate::report;
use crate::sample::{Mutant, draw};
use crate::stimulus::{kilobytes, random_cycles};
use crate::tested::Tests;
use crate::verilog::{Change, Library};
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;

/// What `mutate` is asked for.
#[derive(Args)]
pub struct Options {
    /// The folder of the exported Verilog.
    #[arg(long)]
    verilog: PathBuf,
    /// Decides which mutants are drawn, and all random inputs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many mutants are drawn.
    #[arg(long, default_value_t = 400)]
    mutants: usize,
    /// Only this block; its name without parameters, as in the table.
    #[arg(long)]
    block: Vec<String>,
    /// Only blocks whose Verilog, with all below them, has at most so many kilobytes.
    #[arg(long)]
    up_to: Option<usize>,
    /// A folder with recordings of the device tests (`scripts/mutate` makes them); without, inputs are random alone.
    #[arg(long)]
    recordings: Option<PathBuf>,
    /// Seconds of a core for each way to prove a mutant equivalent; zero proves nothing.
    #[arg(long, default_value_t = 30)]
    proof: u64,
    /// Runs the tests of the devices with what lives, which takes longest.
    #[arg(long)]
    tests: bool,
    /// Where harnesses and results are kept; a campaign that was stopped goes on from there.
    #[arg(long, default_value = "target/measure")]
    work: PathBuf,
    /// Writes the results as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// Runs a campaign; whether every mutant that is not equivalent was noticed.
///
/// # Errors
/// A tool is missing, or refuses what it is given.
pub fn run(options: &Options) -> Result<bool> {
    let library = Library::read(&options.verilog)?;
    let bench = Bench::find(options.work.join("harnesses"))?;
    let mut blocks = library.blocks()?;
    for block in &options.block {
        ensure!(blocks.contains_key(block), "there is no block `{block}`; there are: {}", names(&blocks));
    }
    blocks.retain(|block, _| options.block.is_empty() || options.block.contains(block));
    if let Some(most) = options.up_to {
        blocks.retain(|_, module| kilobytes(&library, module).is_ok_and(|size| size <= most));
    }
    let mutants = draw(&library, &blocks, options.seed, options.mutants)?;
    let recordings = match &options.recordings {
        Some(folder) => Recordings::open(folder, &library, &bench)?,
        None => Recordings::none(),
    };
    let mut campaign = Campaign::open(options, library, bench, recordings)?;
    let total = mutants.len();
    let mut of_module: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in &mutants {
        of_module.entry(&mutant.module).or_default().push(mutant);
    }
    for (number, (module, mutants)) in of_module.iter().enumerate() {
        eprintln!("[{}/{}] {module}: {} mutants", number + 1, of_module.len(), mutants.len());
        campaign.judge_in_block(module, mutants)?;
    }
    for mutant in &mutants {
        campaign.prove(mutant)?;
    }
    if options.tests {
        campaign.judge_by_tests(&mutants)?;
    }
    eprintln!("{total} mutants judged");
    let judged: Vec<(&Mutant, Fate)> =
        mutants.iter().map(|mutant| (mutant, campaign.fate(mutant).cloned().unwrap_or(Fate::Open))).collect();
    report::mutation(&campaign.library, &judged, options.seed, options.json.as_deref())
}

fn names(blocks: &BTreeMap<String, String>) -> String {
    blocks.keys().cloned().collect::<Vec<_>>().join(", ")
}

struct Campaign<'a> {
    options: &'a Options,
    library: Library,
    bench: Bench,
    recordings: Recordings,
    /// By what decides them.
    fates: BTreeMap<String, Fate>,
    results: File,
    /// Of the text of all that a module is made of.
    texts: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    fate: Fate,
}

impl<'a> Campaign<'a> {
    fn open(options: &'a Options, library: Library, bench: Bench, recordings: Recordings) -> Result<Self> {
        let path = options.work.join("results.jsonl");
        let held = fs::read_to_string(&path).unwrap_or_default();
        // A line that was cut off is judged again.
        let lines = held.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let fates = lines.map(|line| (line.key, line.fate)).collect();
        let results = File::options().append(true).create(true).open(&path);
        let results = results.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { options, library, bench, recordings, fates, results, texts: BTreeMap::new() })
    }

    /// What decides a fate, so that it can be kept.
    fn key(&mut self, mutant: &Mutant) -> String {
        let library = &self.library;
        let text = self.texts.entry(mutant.module.clone()).or_insert_with(|| {
            let below = library.below(&mutant.module).unwrap_or_default();
            hash(&below.iter().filter_map(|name| Some(library.module(name).ok()?.text.as_str())).collect::<String>())
        });
        format!("{} {text} {}", mutant.identity(), self.options.seed)
    }

    fn fate(&mut self, mutant: &Mutant) -> Option<&Fate> {
        let key = self.key(mutant);
        self.fates.get(&key)
    }

    fn keep(&mut self, mutant: &Mutant, fate: Fate) -> Result<()> {
        let key = self.key(mutant);
        self.write(key, fate)
    }

    fn write(&mut self, key: String, fate: Fate) -> Result<()> {
        writeln!(self.results, "{}", serde_json::to_string(&Line { key: key.clone(), fate: fate.clone() })?)?;
        self.fates.insert(key, fate);
        Ok(())
    }

    /// Judges those of a module whose fate is open, and keeps which ones lived.
    fn judge_in_block(&mut self, module: &str, mutants: &[&Mutant]) -> Result<()> {
        let cycles = random_cycles(&self.library, module)?;
        let stimulus = hash(&format!("{STIMULUS} {cycles} {} {:?}", most_cycles(module), self.recordings.of(module)));
        let mut asked: Vec<(u32, &Mutant)> = Vec::new();
        for (number, mutant) in (1..).zip(mutants.iter().copied()) {
            if self.fate(mutant).is_none() && !self.has_lived(mutant, &stimulus) {
                asked.push((number, mutant));
            }
        }
        if asked.is_empty() {
            return Ok(());
        }
        let numbered: Vec<(u32, &Change)> = (1..).zip(mutants.iter().map(|mutant| &mutant.change)).collect();
        let text = with_mutants(self.library.module(module)?, &numbered);
        let changed = BTreeMap::from([(module.to_owned(), text)]);
        let program = self.bench.program(&self.library, module, &changed, Want::Mutants)?;
        self.judge(&program, module, cycles, &asked)?;
        for (_, mutant) in asked {
            if self.fate(mutant).is_none() {
                let key = format!("{} lived {stimulus}", self.key(mutant));
                self.write(key, Fate::Open)?;
            }
        }
        Ok(())
    }

    fn has_lived(&mut self, mutant: &Mutant, stimulus: &str) -> bool {
        let key = format!("{} lived {stimulus}", self.key(mutant));
        self.fates.contains_key(&key)
    }

    /// Judges those that live yet by the tests of the devices.
    fn judge_by_tests(&mut self, mutants: &[Mutant]) -> Result<()> {
        let mut alive: Vec<&Mutant> = Vec::new();
        for mutant in mutants {
            if self.fate(mutant).is_none_or(Fate::is_alive) {
                alive.push(mutant);
            }
        }
        if alive.is_empty() {
            return Ok(());
        }
        let tests = Tests::build(&self.library, &self.options.verilog, &alive, &self.options.work)?;
        for mutant in alive {
            eprintln!("testing {}:{} `{}` -> `{}`", mutant.module, mutant.line, mutant.original, mutant.change.text);
            if let Some(failed) = tests.failed_by(mutant.number)? {
                self.keep(mutant, Fate::KilledByTest(failed))?;
            }
        }
        Ok(())
    }

    fn judge(&mut self, program: &Program, top: &str, cycles: usize, asked: &[(u32, &Mutant)]) -> Result<()> {
        let mut arguments = vec!["judge".to_owned()];
        arguments.extend([cycles, most_cycles(top)].map(|number| number.to_string()));
        arguments.push(self.options.seed.to_string());
        arguments.extend(self.recordings.of(top).iter().map(|path| path.display().to_string()));
        arguments.push("--".to_owned());
        arguments.extend(asked.iter().map(|(number, _)| number.to_string()));
        let said = program.run(&arguments, &[])?;
        for line in said.lines() {
            let fields: Vec<&str> = line.splitn(5, ' ').collect();
            let ["killed", number, run, cycle, port] = fields[..] else { continue };
            let number: u32 = number.parse()?;
            let Some((_, mutant)) = asked.iter().find(|(other, _)| *other == number) else { continue };
            let sign = Sign { run: run.to_owned(), cycle: cycle.parse()?, port: port.to_owned() };
            self.keep(mutant, Fate::KilledByBlock(sign))?;
        }
        Ok(())
    }

    fn prove(&mut self, mutant: &Mutant) -> Result<()> {
        if self.fate(mutant).is_some() || self.options.proof == 0 {
            return Ok(());
        }
        eprintln!("proving {}:{} `{}` -> `{}`", mutant.module, mutant.line, mutant.original, mutant.change.text);
        // That inputs exist is found once; whether some test drives them by now is asked every time.
        let found = format!("{} proof", self.key(mutant));
        let fate = match self.fates.get(&found) {
            Some(fate) => fate.clone(),
            None => match formal::compare(&self.library, mutant, self.options.proof)? {
                Verdict::Equivalent => return self.keep(mutant, Fate::Equivalent),
                Verdict::Different => {
                    self.write(found, Fate::Missed)?;
                    Fate::Missed
                }
                Verdict::Unknown => Fate::Open,
            },
        };
        let key = self.key(mutant);
        self.fates.insert(key, fate);
        Ok(())
    }
}
