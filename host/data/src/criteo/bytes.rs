//! The bytes of a file as a stream, unpacked.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::bufread::MultiGzDecoder;

use crate::DataError;
use crate::files::DataFile;
use crate::magic::{HEAD, Magic};

/// Bytes that are read at once.
const BUFFER: usize = 1 << 20;

/// The bytes of a file, unpacked if it is compressed.
pub(super) struct Bytes {
    pub(super) file: PathBuf,
    pub(super) reader: Box<dyn BufRead + Send>,
    /// What the first bytes said.
    pub(super) magic: Magic,
}

impl Bytes {
    /// Opens a file at byte `at` of what it has unpacked.
    pub(super) fn open(file: &DataFile, at: u64) -> Result<Self, DataError> {
        let name = file.name();
        Self::open_named(file, &name, at).map_err(DataError::io(&name))
    }

    fn open_named(file: &DataFile, name: &Path, at: u64) -> io::Result<Self> {
        let mut head = Vec::with_capacity(HEAD);
        if file.length.is_none() {
            let mut input = open_once(file)?;
            input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
            let magic = Magic::of(&head);
            return Self::unpacked(name, BufReader::with_capacity(BUFFER, Cursor::new(head).chain(input)), magic, at);
        }
        let mut input = File::open(&file.path)?;
        input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let magic = Magic::of(&head);
        let compressed = matches!(magic, Magic::Gzip | Magic::Zstd);
        input.seek(SeekFrom::Start(if compressed { 0 } else { at }))?;
        Self::unpacked(name, BufReader::with_capacity(BUFFER, input), magic, if compressed { at } else { 0 })
    }

    /// Unpacks, and drops the first `forward` bytes of that.
    fn unpacked(name: &Path, input: impl BufRead + Send + 'static, magic: Magic, forward: u64) -> io::Result<Self> {
        let mut reader: Box<dyn BufRead + Send> = match magic {
            Magic::Gzip => unpacking("gzip", MultiGzDecoder::new(input)),
            Magic::Zstd => unpacking("zstd", zstd::stream::read::Decoder::with_buffer(input)?),
            _ => Box::new(input),
        };
        if io::copy(&mut reader.by_ref().take(forward), &mut io::sink())? < forward {
            let text = format!("it ends before byte {forward}, where a training was to go on");
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
        }
        Ok(Self { file: name.to_path_buf(), reader, magic })
    }
}

impl Bytes {
    /// Whether what comes next begins as a record in MLPerf's binary does: with a label of 32 bits.
    pub(super) fn looks_binary(&mut self) -> Result<bool, DataError> {
        let head = self.reader.fill_buf().map_err(DataError::io(&self.file))?;
        Ok(matches!(head, [0 | 1, 0, 0, 0, ..]))
    }
}

fn unpacking(kind: &'static str, decoder: impl Read + Send + 'static) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(BUFFER, Unpacking { kind, decoder }))
}

/// Says what failed.
struct Unpacking<R> {
    kind: &'static str,
    decoder: R,
}

impl<R: Read> Read for Unpacking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                io::Error::new(error.kind(), format!("its {} stream is cut off: the file is not whole", self.kind))
            }
            io::ErrorKind::Interrupted => error,
            _ => io::Error::new(io::ErrorKind::InvalidData, format!("its {} stream is damaged: {error}", self.kind)),
        })
    }
}

/// Pipes that were opened: what has come out of them is gone.
static OPENED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Opens standard input or a pipe, the first time.
fn open_once(file: &DataFile) -> io::Result<Box<dyn Read + Send>> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if !opened.get_or_insert_default().insert(file.path.clone()) {
        let text = "it can be read once, and this run reads its data again: name a regular file";
        return Err(io::Error::other(text));
    }
    if file.is_standard_input() { Ok(Box::new(io::stdin())) } else { Ok(Box::new(File::open(&file.path)?)) }
}
