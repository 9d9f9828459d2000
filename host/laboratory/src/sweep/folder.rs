//! Where the runs of a sweep are.

use std::path::{Path, PathBuf};

use emberlane_files::write_whole;

use super::plan::{Point, Sweep, SweepError};

/// The folder of a sweep: `runs/ID` with what `train` leaves, `runs/ID.toml` with the experiment and `logs/ID.log` of each point.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// This folder, which need not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where the results of a run are.
    #[must_use]
    pub fn run(&self, point: &Point) -> PathBuf {
        self.0.join("runs").join(&point.id)
    }

    /// Where a run is written down.
    #[must_use]
    pub fn log(&self, point: &Point) -> PathBuf {
        self.0.join("logs").join(format!("{}.log", point.id))
    }

    /// Whether a point has run to its end. A folder of results is whole, or not there.
    #[must_use]
    pub fn is_done(&self, point: &Point) -> bool {
        self.run(point).join("summary.json").is_file()
    }

    /// Makes the folders, and writes down what each point is.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn prepare(&self, sweep: &Sweep) -> Result<(), SweepError> {
        let failed = |path: &Path, source| SweepError::Io { path: path.to_path_buf(), source };
        for folder in ["runs", "logs"] {
            let folder = self.0.join(folder);
            std::fs::create_dir_all(&folder).map_err(|source| failed(&folder, source))?;
        }
        for point in &sweep.points {
            let path = self.run(point).with_extension("toml");
            if !path.exists() {
                let text =
                    format!("# {}; paths are relative to {}\n{}", point.name(), sweep.experiment.display(), point.text);
                write_whole(&path, text).map_err(|source| failed(&path, source))?;
            }
        }
        Ok(())
    }
}
