//! Commands about cards: one process plays a card, others look at it and test it.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::program::{emberlane, output_in};

struct Emulated(Child);

impl Emulated {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = emberlane(&["emulate-card", "card"]);
        command.args(arguments).current_dir(folder).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("serving card"), "{line}");
        Self(child)
    }
}

impl Drop for Emulated {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("one JSON document")
}

#[test]
fn a_good_card_is_good_for_the_doctor_and_the_self_test() {
    for (device, arguments) in [("cxl_mem", &["--plays", "model"][..]), ("smartssd", &["--device", "smartssd"])] {
        let folder = tempfile::tempdir().unwrap();
        let _emulated = Emulated::start(folder.path(), arguments);
        let (status, printed, error) = output_in(folder.path(), &["doctor", "--card", "card", "--format", "json"]);
        assert_eq!((status, json(&printed)["device"].as_str()), (0, Some(device)), "{printed}{error}");
        let all = ["selftest", "--card", "card", "--reset", "--overwrite", "0x0:0x40000"];
        let (status, printed, error) = output_in(folder.path(), &all);
        assert!(status == 0 && printed.contains("0 failed, 0 skipped"), "{printed}{error}");
        // Without being told, it writes no memory, and says what it left out.
        let name = if device == "cxl_mem" { "card/resource2" } else { "card/ssd" };
        let memory = || {
            let mut bytes = vec![0; 0x40000];
            File::open(folder.path().join(name)).unwrap().read_exact(&mut bytes).unwrap();
            bytes
        };
        let before = memory();
        let (status, printed, _) = output_in(folder.path(), &["selftest", "--card", "card", "--format", "json"]);
        let report = json(&printed);
        assert_eq!((status, report["failed"].as_u64(), report["overwritten"].is_null()), (0, Some(0), true));
        assert!(report["skipped"].as_u64() > Some(1) && printed.contains("--overwrite"), "{printed}");
        assert!(memory() == before);
    }
}

#[test]
fn a_bad_card_is_status_1_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let emulated = Emulated::start(folder.path(), &["--memory", "1048576", "--fault", "address-line=16"]);
    let all = ["selftest", "--card", "card", "--overwrite", "0:0x40000", "--format", "json"];
    let (status, printed, _) = output_in(folder.path(), &all);
    let report = json(&printed);
    let failed = report["steps"].as_array().unwrap().iter().find(|step| step["outcome"] == "failed").unwrap();
    assert_eq!((status, failed["name"].as_str()), (1, Some("persistent memory")));
    assert!(failed["found"].as_str().unwrap().contains("address line 16 does nothing"), "{failed}");
    drop(emulated);
    for arguments in [&["doctor", "--card", "card"][..], &["selftest", "--card", "card"]] {
        let (status, printed, error) = output_in(folder.path(), arguments);
        assert_eq!(status, 1, "{printed}{error}");
        assert!(printed.contains("emulate-card") || error.contains("emulate-card"), "{printed}{error}");
    }
    std::fs::write(folder.path().join("card/vendor"), "0x8086\n").unwrap();
    let (status, printed, _) = output_in(folder.path(), &["doctor", "--card", "card"]);
    assert!(status == 1 && printed.contains("--id 8086:903f"), "{printed}");
    let (status, _, error) = output_in(folder.path(), &["selftest", "--card", "ffff:ff:1f.7"]);
    assert!(status == 1 && error.contains("rescan"), "{error}");
}

#[test]
fn commands_about_cards_are_refused_when_used_wrongly() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 13] = [
        (&["doctor", "--id", "10ee:903f"], "--card"),
        (&["doctor", "--card", "nowhere"], "0000:65:00.0"),
        (&["doctor", "--card", "card", "--id", "xilinx"], "10ee:903f"),
        (&["selftest"], "--card"),
        (&["selftest", "--card", "card", "--overwrite", "4096"], "BASE:BYTES"),
        (&["emulate-card", "card", "--device", "smartssd", "--plays", "model"], "--plays"),
        (&["emulate-card", "card", "--device", "smartssd", "--channels", "2"], "--channels has no effect"),
        (&["emulate-card", "card", "--memory", "1000"], "65536"),
        (&["emulate-card", "card", "--fault", "line"], "address-line"),
        (&["emulate-card", "card", "--fault", "data-line=7"], "--memory 67108864"),
        (&["emulate-card", "card", "--memory", "65536", "--fault", "address-line=16"], "no such address line"),
        (&["emulate-card", "card", "--memory", "65536", "--channels", "2", "--fault", "channel=2"], "no such channel"),
        (&["emulate-card", "card", "--clock", "0"], "0 Hz"),
    ];
    for (arguments, says) in cases {
        let (status, _, error) = output_in(folder.path(), arguments);
        assert!(status == 2 && error.contains(says), "{arguments:?}: {status}: {error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "what is refused writes nothing");
    let _emulated = Emulated::start(folder.path(), &["--memory", "1048576"]);
    let beyond = ["selftest", "--card", "card", "--overwrite", "0x100000:0x40000"];
    let (status, _, error) = output_in(folder.path(), &beyond);
    assert!(status == 2 && error.contains("no window"), "{error}");
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("notes.txt"), "a user's").unwrap();
    let (status, _, error) = output_in(other.path(), &["emulate-card", "."]);
    assert!(status == 2 && error.contains("is not empty"), "{error}");
}

/// What cannot be tested is no fault of the board, and nothing of it is written.
#[test]
fn regions_that_no_board_can_be_tested_in_are_refused() {
    for (device, memory) in [("cxl_mem", "resource2"), ("smartssd", "ssd")] {
        let folder = tempfile::tempdir().unwrap();
        let _emulated = Emulated::start(folder.path(), &["--device", device, "--memory", "1048576"]);
        let bytes = || std::fs::read(folder.path().join("card").join(memory)).unwrap();
        let before = bytes();
        for region in ["5:100", "0:0x10000", "0x1:0x40000", "0:0x40001"] {
            let (status, printed, error) =
                output_in(folder.path(), &["selftest", "--card", "card", "--overwrite", region]);
            assert!(status == 2 && error.contains("--overwrite: "), "{device}, {region}: {status}: {printed}{error}");
            assert!(error.contains("take 0x20000 or more, base and bytes multiples of"), "{error}");
        }
        assert!(bytes() == before, "{device}: what is refused writes nothing");
    }
}
