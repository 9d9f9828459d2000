//! The records of several files, one behind the other.

use std::path::{Path, PathBuf};

use emberlane_experiment::{CriteoConfig, OnMalformed};

use super::cache::cache_of;
use super::cached::CachedReader;
use super::open::{Form, open_reader};
use super::reader::{Item, Place, RecordReader, malformed};
use super::record::CriteoRecord;
use crate::files::{DataFile, find_files};
use crate::held_out::{Part, no_file_left};
use crate::{CacheUse, DataError, RecordPosition};

/// Records of Criteo's click logs, read as a stream.
pub struct CriteoRecords {
    files: Vec<Input>,
    form: Form,
    on_malformed: OnMalformed,
    part: Part,
    /// The file that is read, and its reader; `None`: it is not open yet.
    file: usize,
    reader: Option<Box<dyn RecordReader + Send>>,
    /// Good records of this file that were read.
    records: u64,
    /// Good records of all files that were read in this epoch.
    number: u64,
    skipped: u64,
    padded: u64,
    cache: Option<CacheUse>,
}

/// A file, and where its parsed records are.
struct Input {
    file: DataFile,
    /// [`DataFile::ends`] of it, when it was opened.
    ends: u32,
    cache: Option<PathBuf>,
}

impl Input {
    fn open(&self, form: Form, place: Place) -> Result<Box<dyn RecordReader + Send>, DataError> {
        let Some(path) = &self.cache else { return open_reader(&self.file, form, place) };
        let Some((mut reader, _)) = CachedReader::open(path)? else {
            return Err(DataError::file(path, "this cache of parsed records was removed while it was used"));
        };
        if place != Place::default() {
            reader.seek(place)?;
        }
        Ok(Box::new(reader))
    }
}

impl CriteoRecords {
    /// Opens one file as it is.
    ///
    /// # Errors
    /// A file that cannot be opened, and one without a good record.
    pub fn open(path: &Path, on_malformed: OnMalformed) -> Result<Self, DataError> {
        let config = CriteoConfig { on_malformed, ..CriteoConfig::new(vec![path.to_path_buf()]) };
        Self::open_all(&config, Part::ALL)
    }

    /// Opens the files of an experiment; builds their caches, if it asks for that. The first record of each is looked at.
    pub(crate) fn open_all(config: &CriteoConfig, part: Part) -> Result<Self, DataError> {
        let files = find_files(&config.paths)?;
        let files = part.files(&files).ok_or_else(|| no_file_left(&files))?;
        let form = Form { format: config.format, short_lines: config.short_lines };
        let mut cache = config.cache.as_ref().map(|_| CacheUse::default());
        let mut inputs = Vec::with_capacity(files.len());
        for file in files {
            let cache = match (&config.cache, &mut cache) {
                (Some(folder), Some(done)) => Some(cache_of(folder, file, form, config.on_malformed, done)?),
                _ => None,
            };
            inputs.push(Input { file: file.clone(), ends: file.ends(), cache });
        }
        let mut records = Self {
            files: inputs,
            form,
            on_malformed: config.on_malformed,
            part,
            file: 0,
            reader: None,
            records: 0,
            number: 0,
            skipped: 0,
            padded: 0,
            cache,
        };
        records.check()?;
        Ok(records)
    }

    /// Looks for the first record of each file. What can be read once stays open.
    fn check(&mut self) -> Result<(), DataError> {
        for (number, input) in self.files.iter().enumerate() {
            let mut reader = input.open(self.form, Place::default())?;
            if input.file.length.is_none() {
                if number > 0 || self.files.len() > 1 {
                    let message = "it can be read once, and several files are read more than that: name it alone";
                    return Err(DataError::file(&input.file.name(), message));
                }
                self.reader = Some(reader);
                continue;
            }
            let mut skipped = 0;
            loop {
                match reader.next_item()? {
                    Some(Item::Record { .. }) => break,
                    Some(Item::Malformed(problem)) if self.on_malformed == OnMalformed::Error => {
                        return Err(malformed(&input.file, &*reader, problem));
                    }
                    Some(Item::Malformed(_)) => skipped += 1,
                    Some(Item::LeftOut(lines)) => skipped += lines,
                    None => return Err(DataError::Empty { file: input.file.name(), skipped }),
                }
            }
        }
        Ok(())
    }

    /// The next record; `None` at the end of the files.
    ///
    /// # Errors
    /// A file that cannot be read, and a malformed record if those are not skipped.
    pub fn next_record(&mut self) -> Result<Option<CriteoRecord>, DataError> {
        while let Some(input) = self.files.get(self.file) {
            let reader = match &mut self.reader {
                Some(reader) => reader,
                none => none.insert(input.open(self.form, Place::default())?),
            };
            match reader.next_item()? {
                Some(Item::Record { record, padded }) => {
                    self.padded += u64::from(padded);
                    self.records += 1;
                    self.number += 1;
                    if self.part.has(self.number - 1) {
                        return Ok(Some(record));
                    }
                }
                Some(Item::Malformed(problem)) if self.on_malformed == OnMalformed::Error => {
                    return Err(malformed(&input.file, &**reader, problem));
                }
                Some(Item::Malformed(_)) => self.skipped += 1,
                Some(Item::LeftOut(lines)) => self.skipped += lines,
                None => {
                    self.reader = None;
                    self.file += 1;
                    self.records = 0;
                }
            }
        }
        Ok(None)
    }

    /// Goes back to the first record.
    ///
    /// # Errors
    /// A file that cannot be read again.
    pub fn rewind(&mut self) -> Result<(), DataError> {
        (self.file, self.reader, self.records, self.number) = (0, None, 0, 0);
        Ok(())
    }

    /// Where the next record comes from.
    #[must_use]
    pub fn position(&self) -> RecordPosition {
        let place = self.reader.as_ref().map_or(Place::default(), |reader| reader.place());
        let input = self.files.get(self.file);
        RecordPosition {
            file: self.file as u64,
            length: input.and_then(|input| input.file.length).unwrap_or(0),
            ends: input.map_or(0, |input| input.ends),
            records: self.records,
            line: place.line,
            byte: place.byte,
            cached: input.is_some_and(|input| input.cache.is_some()),
            number: self.number,
            skipped: self.skipped,
            padded: self.padded,
        }
    }

    /// Goes to a position in the same files.
    ///
    /// # Errors
    /// A file that cannot be read again, or that is not what it was.
    pub fn seek(&mut self, position: &RecordPosition) -> Result<(), DataError> {
        let changed = |message: String| Err(DataError::Position { message });
        let file = usize::try_from(position.file).unwrap_or(usize::MAX);
        if file > self.files.len() {
            return changed(format!("{file} files of it were read, and now data.path names {}", self.files.len()));
        }
        // A pipe is where it is, and read on from there.
        let kept = self.reader.take().filter(|_| file == self.file && self.records == 0);
        if let Some(input) = self.files.get(file) {
            let (name, found) = (input.file.name(), input.file.length.unwrap_or(0));
            if found != position.length {
                return changed(format!("{} had {} bytes, and has {found}", name.display(), position.length));
            }
            if position.ends != 0 && input.ends != position.ends {
                return changed(format!("{} begins or ends with other bytes than it did", name.display()));
            }
            self.reader = match kept {
                Some(reader) if input.file.length.is_none() => Some(forward(reader, &input.file, position)?),
                _ if position.cached == input.cache.is_some() => {
                    Some(input.open(self.form, Place { line: position.line, byte: position.byte })?)
                }
                _ => Some(forward(input.open(self.form, Place::default())?, &input.file, position)?),
            };
        }
        (self.file, self.records, self.number) = (file, position.records, position.number);
        (self.skipped, self.padded) = (position.skipped, position.padded);
        Ok(())
    }

    /// Malformed lines that were left out so far.
    #[must_use]
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Short lines that were padded so far.
    #[must_use]
    pub const fn padded(&self) -> u64 {
        self.padded
    }

    pub(crate) fn cache(&self) -> Option<CacheUse> {
        self.cache.clone()
    }

    pub(crate) fn is_read_once(&self) -> bool {
        self.files.iter().any(|input| input.file.length.is_none())
    }
}

/// Reads the records in front of a position and drops them.
fn forward(
    mut reader: Box<dyn RecordReader + Send>,
    file: &DataFile,
    position: &RecordPosition,
) -> Result<Box<dyn RecordReader + Send>, DataError> {
    let mut found = 0;
    while found < position.records {
        match reader.next_item()? {
            Some(item) => found += u64::from(matches!(item, Item::Record { .. })),
            None => {
                let message = format!(
                    "{} records of {} were read, and now it has {found}",
                    position.records,
                    file.name().display()
                );
                return Err(DataError::Position { message });
            }
        }
    }
    Ok(reader)
}
