//! What the command line puts out is what it was: `scripts/golden check`, the quick part of what a restructuring must keep.

use std::path::Path;
use std::process::Command;

// A build without the export has another list of commands.
#[cfg_attr(not(feature = "export"), ignore = "needs the feature export")]
#[test]
fn nothing_that_comes_out_has_changed() {
    let python = Command::new("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).output();
    if !python.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: scripts/golden needs Python 3.8 or newer");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let done = Command::new("python3")
        .arg(root.join("scripts/golden"))
        .args(["check", "--emberlane", env!("CARGO_BIN_EXE_emberlane")])
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{printed}{}", String::from_utf8_lossy(&done.stderr));
    // A part that this CPU leaves out is said.
    print!("{printed}");
}
