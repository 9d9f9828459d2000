//! A figure of a paper, and how it is measured again.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::error::ReproduceError;
use super::reproduction::Reproduction;

/// A figure of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its name on the command line, and that of its files.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    pub(super) run: fn(&ReproduceOptions, &dyn Progress) -> Result<Reproduction, ReproduceError>,
}

impl Figure {
    /// Its name and title, and nothing that was measured yet.
    pub(super) fn reproduction(&self) -> Reproduction {
        Reproduction { figure: self.id.into(), title: self.title.into(), ..Reproduction::default() }
    }

    /// Measures it. The result is the same for any number of threads.
    ///
    /// # Errors
    /// Whatever ends training early. A claim that does not hold is a result, no error.
    pub fn reproduce(
        &self,
        options: &ReproduceOptions,
        progress: &dyn Progress,
    ) -> Result<Reproduction, ReproduceError> {
        let mut made = (self.run)(options, progress)?;
        let mut command = format!("emberlane reproduce {}", self.id);
        let is_drawn_anew = options.seed != 0;
        if is_drawn_anew {
            command += &format!(" --seed {}", options.seed);
            made.notes.insert(0, format!("Drawn anew: `--seed {}`.", options.seed));
        }
        // Commands that figures give themselves draw what they draw without a seed.
        for record in made.records.iter_mut().filter(|record| is_drawn_anew || record.command.is_empty()) {
            record.command.clone_from(&command);
        }
        Ok(made)
    }
}

/// How to reproduce a figure.
#[derive(Clone, Debug)]
pub struct ReproduceOptions {
    /// Threads to work on.
    pub threads: NonZeroUsize,
    /// Criteo's rows, for figures that show them as an illustration beside drawn ones.
    pub criteo: Option<PathBuf>,
    /// Which rows, labels, parameters and failures are drawn: all others for another number; 0 for those that pages and docs show.
    pub seed: u64,
}

impl ReproduceOptions {
    /// Seeds that a figure has of its own, at most.
    const APART: u64 = 1000;

    /// On so many threads, with the seeds that figures have.
    #[must_use]
    pub const fn on(threads: NonZeroUsize) -> Self {
        Self { threads, criteo: None, seed: 0 }
    }

    /// What takes the place of a figure's own seed.
    pub(super) const fn seed(&self, own: u64) -> u64 {
        own.wrapping_add(self.seed.wrapping_mul(Self::APART))
    }

    /// The same of several.
    pub(super) fn seeds(&self, own: &[u64]) -> Vec<u64> {
        own.iter().map(|own| self.seed(*own)).collect()
    }
}

/// Is told how far a reproduction is, by any thread.
pub trait Progress: Sync {
    /// A part begins that takes this many steps.
    fn start(&self, part: &'static str, steps: u64);
    /// Steps were done.
    fn advance(&self, steps: u64);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _: &'static str, _: u64) {}
    fn advance(&self, _: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Claim;

    #[test]
    fn a_record_has_the_command_that_gives_its_value() {
        let run = |_: &ReproduceOptions, _: &dyn Progress| {
            let record = Claim::find("tcxl-headline-speedup").judge("", 5.0, "");
            let (figure, title) = (String::from("one"), String::new());
            let records = vec![record.clone(), record.by("emberlane compare a.toml")];
            let (notes, tables, charts, parameters) = (vec![], vec![], vec![], vec![]);
            let runs = serde_json::Value::Null;
            Ok(Reproduction { figure, title, notes, tables, records, charts, parameters, runs, raw: None })
        };
        let commands = |seed| {
            let options = ReproduceOptions { seed, ..ReproduceOptions::on(NonZeroUsize::MIN) };
            let made = Figure { id: "one", title: "", run }.reproduce(&options, &Silent).unwrap();
            made.records.into_iter().map(|record| record.command).collect::<Vec<_>>()
        };
        assert_eq!(commands(0), ["emberlane reproduce one", "emberlane compare a.toml"]);
        // `emberlane compare` knows no seed, and would give the value of another draw.
        assert_eq!(commands(7), ["emberlane reproduce one --seed 7"; 2]);
    }
}
