//! Reasons for holes in the coverage.

use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// The file of reasons.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    hole: Vec<Hole>,
}

/// Points that need not be hit, and why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hole {
    /// The block; `*` stands for anything.
    block: String,
    /// Names of points, as the JSON of `coverage` has them; `*` stands for anything.
    points: Vec<String>,
    /// Why no test hits them. Only for the reader.
    #[serde(rename = "reason")]
    _reason: String,
}

/// Reasons, and which of them were needed.
pub struct Holes {
    holes: Vec<Hole>,
    needed: Vec<Vec<bool>>,
}

impl Holes {
    /// Reads the file.
    ///
    /// # Errors
    /// It is not what is expected.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let File { hole: holes } = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let needed = holes.iter().map(|hole| vec![false; hole.points.len()]).collect();
        Ok(Self { holes, needed })
    }

    /// Whether there is a reason for this hole.
    pub fn explain(&mut self, block: &str, point: &str) -> bool {
        let mut is_explained = false;
        for (hole, needed) in self.holes.iter().zip(&mut self.needed) {
            for (pattern, needed) in hole.points.iter().zip(needed) {
                if matches(&hole.block, block) && matches(pattern, point) {
                    *needed = true;
                    is_explained = true;
                }
            }
        }
        is_explained
    }

    /// Reasons that explained nothing.
    pub fn stale(&self) -> Vec<String> {
        let mut stale = Vec::new();
        for (hole, needed) in self.holes.iter().zip(&self.needed) {
            let patterns = hole.points.iter().zip(needed).filter(|(_, needed)| !**needed);
            stale.extend(patterns.map(|(pattern, _)| format!("`{pattern}` of `{}`", hole.block)));
        }
        stale
    }
}

/// Whether a name is what a pattern says.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(head) else { return false };
    (0..=name.len()).filter(|at| name.is_char_boundary(*at)).any(|at| matches(rest, &name[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_explains_nothing_is_stale() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("holes.toml");
        fs::write(&path, "[[hole]]\nblock = \"fifo*\"\npoints = [\"toggle a[*]\", \"line 7 *\"]\nreason = \"none\"\n")
            .unwrap();
        let mut holes = Holes::read(&path).unwrap();
        assert!(holes.explain("fifo", "toggle a[31]"));
        assert!(!holes.explain("fifo", "toggle b[31]"));
        assert!(!holes.explain("lut_ram", "toggle a[31]"));
        assert_eq!(holes.stale(), ["`line 7 *` of `fifo*`"]);
    }
}
