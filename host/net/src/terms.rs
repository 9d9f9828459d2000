//! Which process was each rank last, for a shard that is started again.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use emberlane_files::{WholeFile, clear_left, read_at_most};
use serde::{Deserialize, Serialize};

/// Processes that were a rank, fewer than: more than are ever started.
pub(crate) const MOST_TERMS: u32 = 1 << 30;
/// Bytes of a file of terms at most.
const MOST_BYTES: u64 = 1 << 16;

/// Remembers the term of each rank's newest process longer than the shard's process lives: one that was replaced while the shard was away is refused
/// then, too.
pub trait Terms: Send {
    /// Of each rank; those that are not there have none.
    fn kept(&self) -> Vec<u32>;

    /// Keeps those of all ranks; they are durable when it returns.
    ///
    /// # Errors
    /// A file system that does not take them.
    fn keep(&mut self, terms: &[u32]) -> io::Result<()>;
}

/// Nothing is remembered: for a shard whose rows do not survive its process either.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTerms;

impl Terms for NoTerms {
    fn kept(&self) -> Vec<u32> {
        Vec::new()
    }

    fn keep(&mut self, _terms: &[u32]) -> io::Result<()> {
        Ok(())
    }
}

/// Terms in a file beside a shard's pool.
#[derive(Debug)]
pub struct TermsFile {
    path: PathBuf,
    kept: Kept,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    terms: Vec<u32>,
}

impl TermsFile {
    /// Where those of the shard are whose pool, or folder, this is.
    #[must_use]
    pub fn beside(pool: &Path) -> PathBuf {
        pool.with_added_extension("terms")
    }

    /// Those of a pool; none if there is no file. What a shard that was killed has left half written is removed.
    ///
    /// # Errors
    /// A file that cannot be read, or holds something else, with what to do.
    pub fn open(pool: &Path) -> io::Result<Self> {
        let path = Self::beside(pool);
        clear_left(&path);
        let kept = match read_at_most(&path, MOST_BYTES) {
            Ok(bytes) => read(&bytes).map_err(|problem| {
                let text = format!(
                    "expected which process of each worker was the last, as in {{\"terms\":[1,2]}}: {problem}; when no worker runs, it can be removed"
                );
                io::Error::new(io::ErrorKind::InvalidData, text)
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Kept::default(),
            Err(error) => return Err(error),
        };
        Ok(Self { path, kept })
    }
}

fn read(bytes: &[u8]) -> Result<Kept, String> {
    let kept: Kept = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    match kept.terms.iter().find(|term| **term >= MOST_TERMS) {
        Some(term) => Err(format!("{term} is more than processes can have been one worker")),
        None => Ok(kept),
    }
}

impl Terms for TermsFile {
    fn kept(&self) -> Vec<u32> {
        self.kept.terms.clone()
    }

    fn keep(&mut self, terms: &[u32]) -> io::Result<()> {
        let kept = Kept { terms: terms.to_vec() };
        let mut file = WholeFile::create(&self.path)?;
        file.write_all(&serde_json::to_vec(&kept)?)?;
        file.commit()?;
        self.kept = kept;
        Ok(())
    }
}

/// What a simulation keeps.
#[cfg(test)]
impl Terms for std::sync::Arc<std::sync::Mutex<Vec<u32>>> {
    fn kept(&self) -> Vec<u32> {
        self.lock().unwrap().clone()
    }

    fn keep(&mut self, terms: &[u32]) -> io::Result<()> {
        *self.lock().unwrap() = terms.to_vec();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_kept_beside_the_pool_and_others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pool = folder.path().join("pool.d-3");
        let mut terms = TermsFile::open(&pool).unwrap();
        assert!(terms.kept().is_empty());
        for kept in [vec![1, 0], vec![1, 7]] {
            terms.keep(&kept).unwrap();
            assert_eq!((terms.kept(), TermsFile::open(&pool).unwrap().kept()), (kept.clone(), kept));
        }
        let left = folder.path().join(".pool.d-3.terms.Ab12.part");
        std::fs::write(&left, b"{").unwrap();
        TermsFile::open(&pool).unwrap();
        assert!(!left.exists(), "what a shard that was killed has half written");
        for wrong in
            [&b""[..], b"{}", b"{\"terms\":[-1]}", b"{\"terms\":[1]", b"{\"terms\":[4294967295]}", &[b'1'; 70_000]]
        {
            std::fs::write(folder.path().join("pool.d-3.terms"), wrong).unwrap();
            let text = TermsFile::open(&pool).unwrap_err().to_string();
            assert!(text.contains("can be removed") || wrong.len() > 100, "{text}");
        }
    }
}
