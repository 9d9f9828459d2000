//! Judges mutants by the tests of the devices: they are built once over Verilog that holds all mutants, of which an
//! environment variable selects one, and a mutant under which a test fails was noticed by what knows nothing of mutants.

use crate::instrument::{VARIABLE, with_mutants};
use crate::sample::Mutant;
use crate::verilog::{Change, Library};
use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which tests are run, in this order: those that reach most in least time come first.
const TESTS: [&[&str]; 3] = [
    &["random_programmes::rtl::random_programmes_end_alike_on_all_devices"],
    &["cxl_mem_target::", "device_rtl::", "rewriting_host_rtl::"],
    &["smartssd_keeps::", "smartssd_rtl::", "fabric_rtl::", "--skip", "ndrec"],
];

/// Seconds of a core after which a mutant hangs; each line above takes a third of it at most.
const LIMIT: u64 = 600;

/// The tests of the devices, over Verilog with mutants.
pub struct Tests {
    program: PathBuf,
    folder: PathBuf,
}

impl Tests {
    /// Builds them over a copy of the export, which is in `export`, with these mutants, in `work`.
    ///
    /// # Errors
    /// They do not compile, or fail without a mutant.
    pub fn build(library: &Library, export: &Path, mutants: &[&Mutant], work: &Path) -> Result<Self> {
        let verilog = work.join("mutated");
        copy(export, &verilog)?;
        let mut changes: BTreeMap<&str, Vec<(u32, &Change)>> = BTreeMap::new();
        for mutant in mutants {
            changes.entry(&mutant.module).or_default().push((mutant.number, &mutant.change));
        }
        for (module, changes) in changes {
            put(&verilog.join(format!("{module}.v")), &with_mutants(library.module(module)?, &changes))?;
        }
        eprintln!("building the tests of the devices with {} mutants", mutants.len());
        let output = Command::new("cargo")
            .args(["test", "--release", "-p", "emberlane-tests", "--test", "all", "--no-run"])
            .args(["--message-format", "json"])
            .env("EMBERLANE_VERILOG", fs::canonicalize(&verilog)?)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .context("`cargo` does not start")?;
        ensure!(output.status.success(), "the tests of the devices do not compile with mutants");
        let said = String::from_utf8_lossy(&output.stdout);
        let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let Some(built) = messages.filter_map(|message| Some(message["executable"].as_str()?.to_owned())).last() else {
            bail!("cargo names no program of the tests");
        };
        // The next build would put another in its place.
        let program = work.join("tests");
        fs::copy(&built, &program).with_context(|| format!("cannot copy {built}"))?;
        let tests = Self { program: fs::canonicalize(program)?, folder: PathBuf::from("tests") };
        if let Some(failed) = tests.failed_by(0)? {
            bail!("{failed} fails without a mutant");
        }
        Ok(tests)
    }

    /// The first test that fails under a mutant.
    ///
    /// # Errors
    /// The tests do not start.
    pub fn failed_by(&self, mutant: u32) -> Result<Option<String>> {
        for tests in TESTS {
            if let Some(failed) = self.first_failed(mutant, tests)? {
                return Ok(Some(failed));
            }
        }
        Ok(None)
    }

    fn first_failed(&self, mutant: u32, tests: &[&str]) -> Result<Option<String>> {
        let mut child = Command::new("prlimit")
            .arg(format!("--cpu={LIMIT}"))
            .arg(&self.program)
            .args(["--test-threads", "1"])
            .args(tests)
            .env(VARIABLE, mutant.to_string())
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("the tests of the devices do not start")?;
        let mut last = String::from("no test");
        let output = child.stdout.take().context("the output was asked for")?;
        for line in BufReader::new(output).lines() {
            let line = String::from_utf8_lossy(line?.as_bytes()).into_owned();
            if let Some((name, result)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
                name.clone_into(&mut last);
                if result.ends_with("FAILED") {
                    child.kill()?;
                    child.wait()?;
                    return Ok(Some(last));
                }
            }
        }
        Ok(if child.wait()?.success() { None } else { Some(format!("{last} or the one after it, which does not end")) })
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        } else {
            put(&to.join(entry.file_name()), &fs::read_to_string(entry.path())?)?;
        }
    }
    Ok(())
}

/// Writes what is not there already: cargo builds anew what is younger than its build.
fn put(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|held| held == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
