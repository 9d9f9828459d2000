//! The protocol monitors: each rule is broken in a way of its own, in Icarus, and the monitor says so; and they are in step with the
//! designs.

use emberlane_rtl::designs;
use emberlane_rtl::monitors;
use emberlane_verilog::{Design, ExportOptions};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const MONITORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../monitors");
const BENCHES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/monitors");

/// What a tool says, and whether it ended well.
fn run(tool: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(tool)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{tool} does not start ({error}); install it, as scripts/setup says"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), said)
}

fn sources() -> Vec<String> {
    let files = std::fs::read_dir(MONITORS).expect("there are monitors").flatten().map(|entry| entry.path());
    files.map(|path| path.display().to_string()).collect()
}

/// Compiles a bench with Icarus.
fn compile(folder: &Path, bench: &str, parameters: &[&str]) -> PathBuf {
    let compiled = folder.join(bench);
    let (top, file, out) =
        (format!("{bench}_bench"), format!("{BENCHES}/{bench}_bench.sv"), compiled.display().to_string());
    let sources = sources();
    let mut arguments = vec!["-g2012", "-Wall", "-s", &top, "-o", &out, &file];
    arguments.extend(parameters);
    arguments.extend(sources.iter().map(String::as_str));
    let (good, said) = run("iverilog", &arguments);
    assert!(good && said.is_empty(), "{bench}: {said}");
    compiled
}

/// Ways to break a rule, and what the monitor says: the port, and the rule.
type Ways<'a> = &'a [(&'a str, &'a str, &'a str)];

/// Runs a bench with good traffic, then in every way that breaks a rule. All rules in the monitor's head are broken.
fn check(bench: &str, parameters: &[&str], ways: Ways) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let compiled = compile(folder.path(), bench, parameters).display().to_string();
    let (good, said) = run("vvp", &["-n", &compiled]);
    assert!(good && said.contains("no rule was broken"), "{bench}, good traffic: {said}");
    for (way, port, rule) in ways {
        let (good, said) = run("vvp", &["-n", &compiled, &format!("+break={way}")]);
        let first = said.lines().next().unwrap_or_default();
        let has_said = first.contains(&format!("monitor {port}, cycle ")) && first.contains(&format!(": {rule}: "));
        assert!(!good && has_said, "{bench}, {way}: expected {rule} of {port}, found\n{said}");
    }
    // Every way of the bench is here.
    let text = std::fs::read_to_string(format!("{BENCHES}/{bench}_bench.sv")).expect("there is a bench");
    let cases = text.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":"));
    let cases: BTreeSet<_> = cases.map(|(way, _)| way).filter(|way| !way.is_empty()).collect();
    let expected: BTreeSet<_> = ways.iter().map(|(way, ..)| *way).collect();
    assert_eq!(cases, expected, "{bench}: the ways of the bench, and those that are expected");
    // Every rule that the monitor names is broken in one of them.
    let text = std::fs::read_to_string(format!("{MONITORS}/{bench}_monitor.sv")).expect("there is a monitor");
    let head = text.lines().take_while(|line| line.starts_with("//")).filter_map(|line| line.strip_prefix("// "));
    let is_rule =
        |word: &&str| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
    let names = head.flat_map(|line| line.split("  ").next().unwrap_or_default().split([',', ':', ' ']));
    let parameters = [
        "PORT",
        "WIDTH",
        "KNOWN_BITS",
        "QUIET",
        "CONFLICTS",
        "ID_BITS",
        "ADDRESS_BITS",
        "DATA_BITS",
        "LOG_MOST",
        "ANY_FORM",
    ];
    for rule in names.filter(is_rule).filter(|name| !parameters.contains(name)) {
        assert!(ways.iter().any(|way| way.2 == rule), "{bench}: nothing breaks {rule}");
    }
}

#[test]
fn streams_are_watched() {
    check(
        "stream",
        &[],
        &[
            ("held", "stream", "VALID_HELD"),
            ("stable", "stream", "PAYLOAD_STABLE"),
            ("stable_free_bit", "stream", "PAYLOAD_STABLE"),
            ("quiet", "stream", "RESET_QUIET"),
            ("valid_unknown", "stream", "KNOWN"),
            ("ready_unknown", "stream", "KNOWN"),
            ("payload_unknown", "stream", "KNOWN"),
        ],
    );
}

#[test]
fn axi4_is_watched() {
    check(
        "axi4",
        &[],
        &[
            ("held", "m_axi.AW", "VALID_HELD"),
            ("stable", "m_axi.AR", "PAYLOAD_STABLE"),
            ("data_stable", "m_axi.W", "PAYLOAD_STABLE"),
            ("answer_held", "m_axi.B", "VALID_HELD"),
            ("line_stable", "m_axi.R", "PAYLOAD_STABLE"),
            ("quiet", "m_axi.AW", "RESET_QUIET"),
            ("valid_unknown", "m_axi.W", "KNOWN"),
            ("ready_unknown", "m_axi.AR", "KNOWN"),
            ("address_unknown", "m_axi.AR", "KNOWN"),
            ("strobe_unknown", "m_axi.W", "KNOWN"),
            ("byte_unknown", "m_axi.W", "KNOWN"),
            ("id_unknown", "m_axi.R", "KNOWN"),
            ("burst", "m_axi.AW", "BURST"),
            ("read_burst", "m_axi.AR", "BURST"),
            ("size", "m_axi.AW", "SIZE"),
            ("read_size", "m_axi.AR", "SIZE"),
            ("aligned", "m_axi.AW", "ALIGNED"),
            ("read_aligned", "m_axi.AR", "ALIGNED"),
            ("boundary", "m_axi.AW", "BOUNDARY"),
            ("read_boundary", "m_axi.AR", "BOUNDARY"),
            ("lock", "m_axi.AW", "LOCK"),
            ("read_lock", "m_axi.AR", "LOCK"),
            ("last_early", "m_axi.W", "WRITE_LAST"),
            ("last_late", "m_axi.W", "WRITE_LAST"),
            ("last_of_second", "m_axi.W", "WRITE_LAST"),
            ("last_before_address", "m_axi.AW", "WRITE_LAST"),
            ("last_at_once", "m_axi.W", "WRITE_LAST"),
            ("read_last_early", "m_axi.R", "READ_LAST"),
            ("read_last_late", "m_axi.R", "READ_LAST"),
            ("read_last_mixed", "m_axi.R", "READ_LAST"),
            ("answer_first", "m_axi.B", "B_AFTER_WRITE"),
            ("answer_before_data", "m_axi.B", "B_AFTER_WRITE"),
            ("answer_before_address", "m_axi.B", "B_AFTER_WRITE"),
            ("answer_at_once", "m_axi.B", "B_AFTER_WRITE"),
            ("answer_twice", "m_axi.B", "B_AFTER_WRITE"),
            ("answer_other", "m_axi.B", "B_AFTER_WRITE"),
            ("line_first", "m_axi.R", "R_AFTER_READ"),
            ("line_at_once", "m_axi.R", "R_AFTER_READ"),
            ("line_twice", "m_axi.R", "R_AFTER_READ"),
            ("line_other", "m_axi.R", "R_AFTER_READ"),
            ("line_late", "m_axi.R", "R_AFTER_READ"),
            ("answer_late", "m_axi.B", "B_AFTER_WRITE"),
            ("exokay", "m_axi.B", "RESPONSE"),
            ("read_exokay", "m_axi.R", "RESPONSE"),
            ("most_reads", "m_axi.AR", "MOST_READS"),
            ("most_writes", "m_axi.AW", "MOST_WRITES"),
            ("most_data", "m_axi.W", "MOST_WRITES"),
        ],
    );
}

#[test]
fn axi4_lite_is_watched() {
    check(
        "axi4_lite",
        &[],
        &[
            ("address_held", "s_axil.AW", "VALID_HELD"),
            ("data_stable", "s_axil.W", "PAYLOAD_STABLE"),
            ("read_stable", "s_axil.AR", "PAYLOAD_STABLE"),
            ("answer_stable", "s_axil.B", "PAYLOAD_STABLE"),
            ("line_held", "s_axil.R", "VALID_HELD"),
            ("quiet", "s_axil.B", "RESET_QUIET"),
            ("read_quiet", "s_axil.R", "RESET_QUIET"),
            ("unknown", "s_axil.R", "KNOWN"),
            ("answer_first", "s_axil.B", "B_AFTER_WRITE"),
            ("answer_before_data", "s_axil.B", "B_AFTER_WRITE"),
            ("answer_before_address", "s_axil.B", "B_AFTER_WRITE"),
            ("answer_at_once", "s_axil.B", "B_AFTER_WRITE"),
            ("answer_twice", "s_axil.B", "B_AFTER_WRITE"),
            ("line_first", "s_axil.R", "R_AFTER_READ"),
            ("line_at_once", "s_axil.R", "R_AFTER_READ"),
            ("line_twice", "s_axil.R", "R_AFTER_READ"),
            ("line_behind_reset", "s_axil.R", "R_AFTER_READ"),
            ("exokay", "s_axil.B", "RESPONSE"),
            ("read_exokay", "s_axil.R", "RESPONSE"),
            ("most_writes", "s_axil.AW", "MOST"),
            ("most_words", "s_axil.AW", "MOST"),
            ("most_reads", "s_axil.AR", "MOST"),
        ],
    );
}

#[test]
fn cxl_mem_is_watched() {
    check(
        "cxl_mem",
        &[],
        &[
            ("request_held", "cxl_mem.M2S Req", "VALID_HELD"),
            ("write_stable", "cxl_mem.M2S RwD", "PAYLOAD_STABLE"),
            ("completion_held", "cxl_mem.S2M NDR", "VALID_HELD"),
            ("line_stable", "cxl_mem.S2M DRS", "PAYLOAD_STABLE"),
            ("completion_quiet", "cxl_mem.S2M NDR", "RESET_QUIET"),
            ("line_quiet", "cxl_mem.S2M DRS", "RESET_QUIET"),
            ("tag_unknown", "cxl_mem.S2M DRS", "KNOWN"),
            ("request_opcode", "cxl_mem.M2S Req", "OPCODE"),
            ("request_opcode_high", "cxl_mem.M2S Req", "OPCODE"),
            ("write_opcode", "cxl_mem.M2S RwD", "OPCODE"),
            ("write_opcode_three", "cxl_mem.M2S RwD", "OPCODE"),
            ("completion_opcode", "cxl_mem.S2M NDR", "OPCODE"),
            ("line_opcode", "cxl_mem.S2M DRS", "OPCODE"),
            ("tag_reused", "cxl_mem.M2S Req", "TAG_REUSED"),
            ("tag_of_completion", "cxl_mem.M2S Req", "TAG_REUSED"),
            ("tag_of_write", "cxl_mem.M2S Req", "TAG_REUSED"),
            ("tag_of_read", "cxl_mem.M2S RwD", "TAG_REUSED"),
            ("tag_of_both", "cxl_mem.M2S RwD", "TAG_REUSED"),
            ("line_first", "cxl_mem.S2M DRS", "ANSWERED_ONCE"),
            ("line_at_once", "cxl_mem.S2M DRS", "ANSWERED_ONCE"),
            ("line_twice", "cxl_mem.S2M DRS", "ANSWERED_ONCE"),
            ("line_of_write", "cxl_mem.S2M DRS", "ANSWERED_ONCE"),
            ("line_of_invalidation", "cxl_mem.S2M DRS", "ANSWERED_ONCE"),
            ("line_of_announcement", "cxl_mem.S2M DRS", "ANSWERED_ONCE"),
            ("completion_first", "cxl_mem.S2M NDR", "ANSWERED_ONCE"),
            ("completion_of_read", "cxl_mem.S2M NDR", "ANSWERED_ONCE"),
            ("completion_twice", "cxl_mem.S2M NDR", "ANSWERED_ONCE"),
            ("completion_late", "cxl_mem.S2M NDR", "ANSWERED_ONCE"),
            ("write_keeps", "cxl_mem.S2M NDR", "COMPLETION"),
            ("write_acknowledged", "cxl_mem.S2M NDR", "COMPLETION"),
            ("read_acknowledged", "cxl_mem.S2M NDR", "COMPLETION"),
            ("conflict_done", "cxl_mem.S2M NDR", "COMPLETION"),
        ],
    );
}

#[test]
fn back_invalidate_snoops_are_watched() {
    check(
        "cxl_back_invalidate",
        &[],
        &[
            ("snoop_stable", "back_invalidate.S2M BISnp", "PAYLOAD_STABLE"),
            ("answer_held", "back_invalidate.M2S BIRsp", "VALID_HELD"),
            ("quiet", "back_invalidate.S2M BISnp", "RESET_QUIET"),
            ("unknown", "back_invalidate.S2M BISnp", "KNOWN"),
            ("snoop_opcode", "back_invalidate.S2M BISnp", "OPCODE"),
            ("snoop_opcode_high", "back_invalidate.S2M BISnp", "OPCODE"),
            ("answer_opcode", "back_invalidate.M2S BIRsp", "OPCODE"),
            ("answer_opcode_high", "back_invalidate.M2S BIRsp", "OPCODE"),
            ("answer_for_block", "back_invalidate.M2S BIRsp", "OPCODE"),
            ("answer_for_line", "back_invalidate.M2S BIRsp", "OPCODE"),
            ("tag_reused", "back_invalidate.S2M BISnp", "TAG_REUSED"),
            ("answer_first", "back_invalidate.M2S BIRsp", "ANSWERED_ONCE"),
            ("answer_at_once", "back_invalidate.M2S BIRsp", "ANSWERED_ONCE"),
            ("answer_twice", "back_invalidate.M2S BIRsp", "ANSWERED_ONCE"),
            ("answer_late", "back_invalidate.M2S BIRsp", "ANSWERED_ONCE"),
        ],
    );
}

#[test]
fn cxl_cache_is_watched() {
    check(
        "cxl_cache",
        &[],
        &[
            ("request_stable", "cxl_cache.D2H Req", "PAYLOAD_STABLE"),
            ("answer_held", "cxl_cache.D2H Rsp", "VALID_HELD"),
            ("data_stable", "cxl_cache.D2H Data", "PAYLOAD_STABLE"),
            ("snoop_held", "cxl_cache.H2D Req", "VALID_HELD"),
            ("response_stable", "cxl_cache.H2D Rsp", "PAYLOAD_STABLE"),
            ("line_stable", "cxl_cache.H2D Data", "PAYLOAD_STABLE"),
            ("request_quiet", "cxl_cache.D2H Req", "RESET_QUIET"),
            ("answer_quiet", "cxl_cache.D2H Rsp", "RESET_QUIET"),
            ("data_quiet", "cxl_cache.D2H Data", "RESET_QUIET"),
            ("unknown", "cxl_cache.D2H Req", "KNOWN"),
            ("request_opcode", "cxl_cache.D2H Req", "OPCODE"),
            ("request_opcode_high", "cxl_cache.D2H Req", "OPCODE"),
            ("answer_opcode", "cxl_cache.D2H Rsp", "OPCODE"),
            ("snoop_opcode", "cxl_cache.H2D Req", "OPCODE"),
            ("snoop_opcode_high", "cxl_cache.H2D Req", "OPCODE"),
            ("response_opcode", "cxl_cache.H2D Rsp", "OPCODE"),
            ("cqid_reused", "cxl_cache.D2H Req", "CQID_REUSED"),
            ("cqid_of_write", "cxl_cache.D2H Req", "CQID_REUSED"),
            ("cqid_of_half", "cxl_cache.D2H Req", "CQID_REUSED"),
            ("line_first", "cxl_cache.H2D Data", "ANSWERED_ONCE"),
            ("line_at_once", "cxl_cache.H2D Data", "ANSWERED_ONCE"),
            ("line_twice", "cxl_cache.H2D Data", "ANSWERED_ONCE"),
            ("line_of_write", "cxl_cache.H2D Data", "ANSWERED_ONCE"),
            ("pull_of_read", "cxl_cache.H2D Rsp", "ANSWERED_ONCE"),
            ("pull_twice", "cxl_cache.H2D Rsp", "ANSWERED_ONCE"),
            ("go_of_read", "cxl_cache.H2D Rsp", "ANSWERED_ONCE"),
            ("go_first", "cxl_cache.H2D Rsp", "ANSWERED_ONCE"),
            ("uqid_of_pull", "cxl_cache.H2D Rsp", "UQID_REUSED"),
            ("uqid_of_snoop", "cxl_cache.H2D Req", "UQID_REUSED"),
            ("data_first", "cxl_cache.D2H Data", "PULLED_ONCE"),
            ("data_twice", "cxl_cache.D2H Data", "PULLED_ONCE"),
            ("data_of_drop", "cxl_cache.D2H Data", "PULLED_ONCE"),
            ("answer_first", "cxl_cache.D2H Rsp", "SNOOPED_ONCE"),
            ("answer_at_once", "cxl_cache.D2H Rsp", "SNOOPED_ONCE"),
            ("answer_twice", "cxl_cache.D2H Rsp", "SNOOPED_ONCE"),
        ],
    );
}

/// A device without back-invalidate snoops takes BIConflict without an answer: one is an answer to nothing.
#[test]
fn a_conflict_is_not_answered_by_a_device_without_snoops() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let compiled = compile(folder.path(), "cxl_mem", &["-Pcxl_mem_bench.CONFLICTS=0"]).display().to_string();
    let (good, said) = run("vvp", &["-n", &compiled]);
    assert!(good && said.contains("no rule was broken"), "{said}");
    let (good, said) = run("vvp", &["-n", &compiled, "+break=conflict_done"]);
    assert!(!good && said.contains("monitor cxl_mem.S2M NDR, cycle ") && said.contains("ANSWERED_ONCE"), "{said}");
}

fn designs() -> Design {
    let library = designs::library(&designs::exported(), &ExportOptions::default());
    library.unwrap_or_else(|error| panic!("{error}")).design().clone()
}

/// A design that gets another name leaves nothing of the old one.
#[test]
fn monitors_of_another_top_are_stale_and_removed() {
    let folder = tempfile::tempdir().expect("a folder for Verilog");
    let design = |name: &str| {
        let [design] = designs::exported().into_iter().filter(|each| each.name == name).collect::<Vec<_>>()[..] else {
            panic!("there is no {name}")
        };
        design.export(&ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    };
    let (old, new) = (design("axi_crossing"), design("axi_scratchpad_d32768"));
    monitors::write_to(&old, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let own = folder.path().join(monitors::FOLDER).join("mine_bind.sv");
    std::fs::write(&own, "// Mine.\n").expect("a file");
    let left: Vec<String> =
        old.tops().iter().flat_map(|top| [format!("{top}_bind.sv"), format!("{top}_monitors.sv")]).collect();
    assert!(left.iter().all(|name| monitors::stale(&new, folder.path()).contains(name)));
    monitors::write_to(&new, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(monitors::stale(&new, folder.path()), [""; 0]);
    assert!(left.iter().all(|name| !folder.path().join(monitors::FOLDER).join(name).exists()));
    assert!(own.exists(), "what somebody else put there stays");
}

/// What is exported beside the designs is fresh (`EMBERLANE_BLESS=1` writes it), and both simulators read it.
#[test]
fn exported_monitors_are_fresh_and_readable() {
    let verilog = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verilog");
    let designs = designs();
    if std::env::var_os("EMBERLANE_BLESS").is_some() {
        monitors::write_to(&designs, &verilog).unwrap_or_else(|error| panic!("{error}"));
    }
    let stale = monitors::stale(&designs, &verilog);
    assert!(stale.is_empty(), "{stale:?} are stale; run: cargo run --release -- export-verilog --out hw/verilog");
    let committed = verilog.join(monitors::FOLDER);
    let files = monitors::files(&designs);
    for top in designs.tops() {
        let module = format!("{top}_monitors");
        let file = |name: &str| committed.join(format!("{name}.sv")).display().to_string();
        let sources: Vec<_> =
            files.keys().filter(|name| name.ends_with("_monitor.sv")).map(|name| committed.join(name)).collect();
        let sources: Vec<_> = sources.iter().map(|path| path.display().to_string()).chain([file(&module)]).collect();
        let sources: Vec<_> = sources.iter().map(String::as_str).collect();
        let (good, said) = run("iverilog", &[&["-g2012", "-Wall", "-tnull", "-s", &module][..], &sources].concat());
        assert!(good && said.is_empty(), "{said}");
        let lint = ["--lint-only", "-Wall", "-Wno-PINCONNECTEMPTY", "-Wno-DECLFILENAME", "--top-module", &module];
        let (good, said) = run("verilator", &[&lint[..], &sources].concat());
        assert!(good, "{said}");
    }
}

/// A top with buses of several kinds.
const TOP: &str = "// A top.\n\nmodule top (\n    (* X = \"a, b\" *)\n    input  wire        clock,\n    input  wire reset,\n    \
    output wire [3:0]  m_awid,\n    output wire [31:0] m_awaddr,\n    output wire [63:0] m_wdata,\n    \
    output wire m_awvalid,\n    input  wire [3:0] t_awid,\n    input  wire t_awvalid,\n    \
    output wire m_awprot,\n    input  wire s_awprot,\n    output reg  [7:0] other\n);\nendmodule\n";

/// What watches the buses of a top with such ports.
fn monitors_of(top: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("top.v"), top).expect("it can be written");
    let design = Design::read(vec!["top".to_owned()], folder.path()).expect("it was written");
    monitors::files(&design).remove("top_monitors.sv").expect("every top has its monitors")
}

#[test]
fn a_bus_is_watched_with_its_clock() {
    let text =
        TOP.replace("input  wire reset,", "input  wire reset,\n    input  wire m_clock,\n    input  wire m_reset,");
    let text = monitors_of(&text);
    let (slave, master) = text.split_once(" u_s (").map_or(("", ""), |(before, after)| (after, before));
    assert!(master.contains(".clock(m_clock),\n        .reset(m_reset),"), "{text}");
    assert!(slave.contains(".clock(clock),\n        .reset(reset),"), "{text}");
}

#[test]
fn a_clock_may_have_the_name_of_its_bus() {
    let own = "input  wire reset,\n    input  wire m_clock,\n    input  wire m_reset,\n    input  wire memory_reset,";
    let text = monitors_of(&TOP.replace("input  wire reset,", own));
    assert_eq!(text.matches(".clock(m_clock),").count(), 1, "{text}");
    assert_eq!(text.matches(".slave_reset(m_reset),").count(), 1, "{text}");
}

#[test]
fn ports_get_the_monitor_of_their_bus() {
    let text = monitors_of(TOP);
    let axi = "axi4_monitor #(.PORT(\"m\"), .ID_BITS(4), .ADDRESS_BITS(32), .DATA_BITS(64)) u_m (";
    let slave = "axi4_monitor #(.PORT(\"t\"), .ID_BITS(4), .ADDRESS_BITS(1), .DATA_BITS(1), .ANY_FORM(1)) u_t (";
    for part in [
        axi,
        slave,
        ".slave_reset(1'b0),",
        ".slave_reset(reset),",
        ".awid(m_awid),",
        "axi4_lite_monitor #(.PORT(\"s\")",
        "input wire [63:0] m_wdata",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(text.contains(".wdata(m_wdata),"), "{text}");
    assert!(!text.contains("other") && !text.contains("cxl_"), "{text}");
    assert_eq!(text.matches("u_m (").count(), 1);
}
