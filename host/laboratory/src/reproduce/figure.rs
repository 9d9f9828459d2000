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
        for record in made.records.iter_mut().filter(|record| record.command.is_empty()) {
            record.command = format!("emberlane reproduce {}", self.id);
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
