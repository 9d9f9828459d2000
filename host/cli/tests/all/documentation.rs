//! Every relative link of the documentation, and every path that it names, exists: `scripts/check-links`.

use std::path::Path;
use std::process::Command;

#[test]
fn links_and_paths_of_the_documentation_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(done) = Command::new("python3").arg(root.join("scripts/check-links")).arg("--root").arg(&root).output()
    else {
        eprintln!("skipped: scripts/check-links needs Python 3");
        return;
    };
    let printed = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{printed}{}", String::from_utf8_lossy(&done.stderr));
}
