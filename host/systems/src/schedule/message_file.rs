//! The file of the fabric's messages.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind};
use std::path::Path;

use emberlane_files::WholeFile;

use emberlane_fabric::fabric::Fabric;

use crate::machine::MachineError;
use crate::{Messages, TrainError};

/// What is written of the fabric's messages, if anything: a file that is there when it is whole.
pub(super) struct MessageFile {
    messages: Option<Messages>,
    state: State,
}

enum State {
    NotYet,
    Open(WholeFile),
    Whole,
}

impl MessageFile {
    /// A file that cannot be is better known now than in the middle of the run; but what it holds stays until then.
    pub fn new(messages: Option<Messages>) -> Result<Self, TrainError> {
        if let Some(Messages { path, .. }) = &messages {
            can_write(path).map_err(|source| TrainError::Output { file: path.clone(), source })?;
        }
        Ok(Self { messages, state: State::NotYet })
    }

    /// A batch begins.
    pub fn begin(&mut self, batch: u64, fabric: &mut Fabric) -> Result<(), TrainError> {
        let begins = |messages: &&Messages| messages.batches.start == batch && matches!(self.state, State::NotYet);
        let Some(Messages { path, .. }) = self.messages.as_ref().filter(begins) else { return Ok(()) };
        let output = |source| TrainError::Output { file: path.clone(), source };
        let mut file = WholeFile::create(path).map_err(output)?;
        let to = file.file().and_then(File::try_clone).map_err(output)?;
        self.state = State::Open(file);
        Ok(fabric.trace(Box::new(BufWriter::new(to))).map_err(MachineError::from)?)
    }

    /// A batch has ended; messages are not written down any more if it was the last of those that were asked for.
    pub fn ended(&mut self, batch: u64, fabric: &mut Fabric) -> Result<(), TrainError> {
        if self.messages.as_ref().is_some_and(|messages| batch + 1 == messages.batches.end) {
            self.end(fabric)?;
        }
        Ok(())
    }

    /// Ends the file, if one was begun.
    pub fn end(&mut self, fabric: &mut Fabric) -> Result<(), TrainError> {
        fabric.end_trace().map_err(MachineError::from)?;
        if let State::Open(file) = std::mem::replace(&mut self.state, State::Whole)
            && let Some(Messages { path, .. }) = &self.messages
        {
            file.commit().map_err(|source| TrainError::Output { file: path.clone(), source })?;
        }
        Ok(())
    }
}

/// Whether a file can be written, without writing it.
fn can_write(path: &Path) -> std::io::Result<()> {
    match OpenOptions::new().write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            std::fs::read_dir(folder.unwrap_or(Path::new("."))).map(drop)
        }
        opened => opened.map(drop),
    }
}
