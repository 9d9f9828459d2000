//! The unit file of a shard, judged by systemd.

use super::*;

const UNIT: &str = "scripts/units/emberlane-ps@.service";

#[test]
fn systemd_accepts_the_unit_of_a_shard() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(UNIT);
    let text = std::fs::read_to_string(file).unwrap();
    let program = "/usr/local/bin/emberlane";
    assert!(text.contains(program));
    let folder = tempfile::tempdir().unwrap();
    let verify = |name: &str, text: &str| {
        let unit = folder.path().join(name);
        std::fs::write(&unit, text).unwrap();
        Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(unit).output()
    };
    // The program is not installed here, but this one is.
    let Ok(found) = verify("emberlane-ps@.service", &text.replace(program, env!("CARGO_BIN_EXE_emberlane"))) else {
        eprintln!("skipped: there is no systemd-analyze");
        return;
    };
    let said = String::from_utf8_lossy(&found.stderr);
    assert!(found.status.success() && said.trim().is_empty(), "{said}");
    let wrong = verify("emberlane-ps-wrong@.service", &text.replace("RestartSec=200ms", "RestartSec=soon")).unwrap();
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("Failed to parse"), "it finds no fault");
}
