//! Many mutations of a corpus, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rand_pcg::Pcg64Mcg;

use super::mutate::mutated;
use super::{TARGETS, Target};
use crate::conformance;

/// An input takes so long at most; it is mostly far below a thousandth of it.
const LONGEST: Duration = Duration::from_secs(20);

/// The files that the inputs of a target are made of, by name.
///
/// # Panics
/// If they cannot be read, or there is none.
#[must_use]
pub fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target.name);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("its name").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    let name = |path: &Path| path.file_name().expect("a file").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read(path).expect("a file of the corpus"))).collect()
}

/// So many inputs for all targets together.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    inputs: u64,
    seed: u64,
}

impl Campaign {
    /// A campaign whose seed is `EMBERLANE_SEED`, if that is set, and said on standard error.
    #[must_use]
    pub fn new(inputs: u64) -> Self {
        Self { inputs, seed: conformance::seed("fuzzing", 1) }
    }

    /// Runs it. With `EMBERLANE_FUZZ=TARGET` for one target alone, with `EMBERLANE_FUZZ=TARGET:NUMBER` for one input.
    ///
    /// # Panics
    /// If a body does, or takes too long; names target, seed and number of the input, which is in a file then.
    pub fn run(&self) {
        let only = std::env::var("EMBERLANE_FUZZ").unwrap_or_default();
        let (name, number) = only.split_once(':').map_or((&*only, None), |(name, number)| (name, Some(number)));
        let number: Option<u64> = number.map(|number| number.parse().expect("EMBERLANE_FUZZ=TARGET:NUMBER"));
        let targets: Vec<Target> =
            TARGETS.into_iter().filter(|target| name.is_empty() || target.name == name).collect();
        assert!(!targets.is_empty(), "EMBERLANE_FUZZ={only}: there is no such target");
        let faults: Vec<String> = targets.iter().filter_map(|target| self.target(target, number)).collect();
        assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    }

    /// Runs one target, up to its first fault.
    fn target(&self, target: &Target, only: Option<u64>) -> Option<String> {
        let (start, inputs) = (Instant::now(), self.inputs * target.share / 1000);
        let corpus: Vec<Vec<u8>> = corpus(target).into_iter().map(|(_, bytes)| bytes).collect();
        let (mut accepted, mut slowest) = (0, Duration::ZERO);
        for number in only.map_or(0..inputs, |number| number..number + 1) {
            let input = mutated(&corpus, &mut Pcg64Mcg::new(u128::from(self.seed) << 64 | u128::from(number) << 8 | 1));
            let began = Instant::now();
            // Should it end the whole process, this says where.
            note(target, self.seed, number);
            let outcome = catch_unwind(AssertUnwindSafe(|| (target.body)(&input)));
            let took = began.elapsed();
            slowest = slowest.max(took);
            let problem = match outcome {
                Ok(is_accepted) if took < LONGEST => {
                    accepted += u64::from(is_accepted);
                    continue;
                }
                Ok(_) => format!("took {took:.1?}"),
                Err(panic) => format!("panicked: {}", message(&*panic)),
            };
            let file = self.keep(target, number, &input);
            return Some(format!(
                "{}: seed {}, input {number}, {} bytes: {problem}; the input is in {}; again: EMBERLANE_SEED={} \
                 EMBERLANE_FUZZ={}:{number}",
                target.name,
                self.seed,
                input.len(),
                file.display(),
                self.seed,
                target.name
            ));
        }
        eprintln!(
            "{}: {inputs} inputs in {:.1?}, {accepted} accepted; the slowest took {slowest:.1?}",
            target.name,
            start.elapsed()
        );
        None
    }

    /// Writes an input into a file.
    fn keep(&self, target: &Target, number: u64, input: &[u8]) -> PathBuf {
        let file = folder().join(format!("{}-{}-{number}", target.name, self.seed));
        std::fs::write(&file, input).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        file
    }
}

/// Where inputs are kept.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    folder.canonicalize().unwrap_or(folder)
}

/// Says which input is run, for who looks at a process that has ended.
fn note(target: &Target, seed: u64, number: u64) {
    if number.is_multiple_of(500) {
        eprintln!("{}: from input {number} of seed {seed} on", target.name);
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message").to_owned()
}
