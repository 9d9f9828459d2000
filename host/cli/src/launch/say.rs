//! What a cluster tells who has started it.

use std::io::Write;

/// A line about what happens.
pub(super) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "cluster: {line}");
}
