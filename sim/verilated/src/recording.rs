//! What a bench drives into a design, written down to be driven again into one that is instrumented: this is how the
//! measures of coverage and of mutation see the traffic of the tests.
//!
//! A recording begins with lines of text, the width and the name of every input in the order of a frame, and an empty
//! line. Then come, in words of 32 bits with the lowest byte first, how many cycles a frame lasts and the frame.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, io, process};

/// Asks for recordings of all models, and names the folder that takes them.
const VARIABLE: &str = "EMBERLANE_RECORDINGS";

/// Cycles after which a recording ends: what comes later repeats what came.
const MOST_CYCLES: u64 = 60_000;

/// A recording that is being written.
pub(crate) struct Recording {
    path: PathBuf,
    file: BufWriter<File>,
    /// Where each input is in what a model is stepped with.
    places: Vec<Range<usize>>,
    frame: Vec<u32>,
    /// Cycles that the frame has lasted.
    count: u32,
    cycles: u64,
}

impl Recording {
    /// Begins a recording, if one is asked for, of inputs with their widths and places.
    ///
    /// # Panics
    /// If the file cannot be written: nobody else would notice that a recording is missing.
    pub(crate) fn begin<'a>(design: &str, inputs: impl Iterator<Item = (&'a str, u32, usize)>) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let folder = env::var_os(VARIABLE)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(&folder).join(format!("{design}-{}-{number}.rec", process::id()));
        let begun = fs::create_dir_all(&folder).and_then(|()| Self::create(&path, inputs));
        Some(begun.unwrap_or_else(|error| refuse(&path, &error)))
    }

    fn create<'a>(path: &Path, inputs: impl Iterator<Item = (&'a str, u32, usize)>) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        let mut places = Vec::new();
        for (name, width, place) in inputs {
            writeln!(file, "{width} {name}")?;
            places.push(place..place + width.div_ceil(32) as usize);
        }
        writeln!(file)?;
        Ok(Self { path: path.to_owned(), file, places, frame: Vec::new(), count: 0, cycles: 0 })
    }

    /// Takes the inputs of a cycle.
    pub(crate) fn cycle(&mut self, inputs: &[u32]) {
        if self.cycles == MOST_CYCLES {
            return;
        }
        self.cycles += 1;
        let frame: Vec<u32> = self.places.iter().flat_map(|place| &inputs[place.clone()]).copied().collect();
        if self.frame != frame {
            self.write();
            self.frame = frame;
            self.count = 0;
        }
        self.count += 1;
    }

    fn write(&mut self) {
        if self.count == 0 {
            return;
        }
        let words = [self.count].into_iter().chain(self.frame.iter().copied());
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        self.file.write_all(&bytes).unwrap_or_else(|error| refuse(&self.path, &error));
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.write();
        }
    }
}

fn refuse<T>(path: &Path, error: &io::Error) -> T {
    panic!("cannot write the recording {}: {error}; {VARIABLE} names a folder that can be written", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_stay_are_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut recording = Recording::create(&path, [("a", 1, 1), ("b", 33, 2)].into_iter()).unwrap();
        for inputs in [[7, 1, 2, 3], [8, 1, 2, 3], [9, 0, 2, 3]] {
            recording.cycle(&inputs);
        }
        drop(recording);
        let expected: Vec<u8> = [2, 1, 2, 3, 1, 0, 2, 3].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        assert_eq!(fs::read(&path).unwrap(), [&b"1 a\n33 b\n\n"[..], &expected].concat());
    }
}
