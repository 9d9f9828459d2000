//! Parsed records that are kept in a folder and used again.

use std::hash::Hasher;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use emberlane_experiment::OnMalformed;
use emberlane_files::{WholeFile, clear_left};
use siphasher::sip::SipHasher13;

use super::cached::{CacheWriter, CachedReader, Identity};
use super::open::{Form, open_reader};
use super::reader::{Item, Place, malformed};
use crate::files::DataFile;
use crate::{CacheUse, DataError};

/// The cache of a file's records, built unless it is there.
pub(super) fn cache_of(
    folder: &Path,
    file: &DataFile,
    form: Form,
    on_malformed: OnMalformed,
    done: &mut CacheUse,
) -> Result<PathBuf, DataError> {
    let identity = identity(file, form, on_malformed)?;
    let path = folder.join(name(&identity));
    let why = match CachedReader::open(&path) {
        Ok(Some((_, found))) if found == identity => {
            done.used += 1;
            return Ok(path);
        }
        Ok(Some(_)) => Some(format!("{}: built again, as {} was changed", path.display(), file.path.display())),
        Ok(None) => None,
        Err(DataError::Cache { file, what }) => Some(format!("{}: built again, as {what}", file.display())),
        Err(error) => return Err(error),
    };
    std::fs::create_dir_all(folder).map_err(DataError::io(folder))?;
    build(&path, file, form, on_malformed, &identity)?;
    done.built += 1;
    done.notes.extend(why);
    Ok(path)
}

fn identity(file: &DataFile, form: Form, on_malformed: OnMalformed) -> Result<Identity, DataError> {
    let io = DataError::io;
    let Some(bytes) = file.length else {
        let message = "it can be read once, and is another one every time: remove data.cache, or name a regular file";
        return Err(DataError::file(&file.path, message));
    };
    let modified = std::fs::metadata(&file.path).and_then(|metadata| metadata.modified()).map_err(io(&file.path))?;
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).map(|duration| duration.as_nanos());
    Ok(Identity {
        source: file.path.canonicalize().map_err(io(&file.path))?,
        bytes,
        modified: since(modified)
            .map_or_else(|before| format!("-{}", before.duration().as_nanos()), |nanos| nanos.to_string()),
        format: form.format.name().to_owned(),
        on_malformed: on_malformed.name().to_owned(),
        short_lines: form.short_lines.name().to_owned(),
    })
}

/// The name of a cache's file: the same for a source that was changed, another for another source or other options.
fn name(identity: &Identity) -> String {
    let Identity { source, format, on_malformed, short_lines, .. } = identity;
    let mut hasher = SipHasher13::new();
    hasher.write(format!("{source:?} {format} {on_malformed} {short_lines}").as_bytes());
    let file = source.file_name().unwrap_or_default().to_string_lossy();
    // A name has 255 bytes at most.
    let file: String = file.chars().take(40).collect();
    format!("{file}.{:016x}.records", hasher.finish())
}

/// Reads all records and writes them.
fn build(
    path: &Path,
    file: &DataFile,
    form: Form,
    on_malformed: OnMalformed,
    identity: &Identity,
) -> Result<(), DataError> {
    let mut reader = open_reader(file, form, Place::default())?;
    clear_left(path);
    let output = WholeFile::create(path).map_err(DataError::io(path))?;
    let mut writer = CacheWriter::new(output, identity).map_err(DataError::io(path))?;
    let mut left_out = 0;
    while let Some(item) = reader.next_item()? {
        match item {
            Item::Record { record, padded } => {
                if left_out > 0 {
                    writer.left_out(std::mem::take(&mut left_out)).map_err(DataError::io(path))?;
                }
                writer.record(&record, padded).map_err(DataError::io(path))?;
            }
            Item::Malformed(problem) if on_malformed == OnMalformed::Error => {
                return Err(malformed(file, &*reader, problem));
            }
            Item::Malformed(_) => left_out += 1,
            Item::LeftOut(lines) => left_out += lines,
        }
    }
    if left_out > 0 {
        writer.left_out(left_out).map_err(DataError::io(path))?;
    }
    let mut output = writer.finish().map_err(DataError::io(path))?;
    output.flush().map_err(DataError::io(path))?;
    output.commit().map_err(DataError::io(path))
}
