//! The unit file of a shard, judged by systemd, what systemd is told, and the script for Slurm.

use std::os::unix::net::UnixDatagram;

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

/// As systemd hears it with `Type=notify` and `WatchdogSec`.
#[test]
fn a_service_manager_is_told_that_a_shard_serves_and_gets_on() {
    let job = Job::new(1, "", "");
    let socket = UnixDatagram::bind(job.path("notify")).unwrap();
    let hears = |within: Duration| {
        socket.set_read_timeout(Some(within)).unwrap();
        let mut bytes = [0; 256];
        let length = socket.recv(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes[..length]).into_owned())
    };
    let environment = [("NOTIFY_SOCKET", &*job.text("notify")), ("WATCHDOG_USEC", "200000")];
    let mut shard = Process::start_with(&["serve", &job.text("cluster.toml")], &environment);
    let ready = hears(PATIENCE).unwrap();
    assert!(ready.starts_with("READY=1\nSTATUS=shard 0 serves at tcp/"), "{ready}");
    shard.says("serves at");
    for _ in 0..3 {
        assert_eq!(hears(PATIENCE).unwrap(), "WATCHDOG=1");
    }
    // Who hangs does not say that he gets on.
    shard.signal("STOP");
    while hears(Duration::from_millis(100)).is_some() {}
    assert_eq!(hears(Duration::from_millis(500)), None);
    shard.signal("CONT");
    assert_eq!(hears(PATIENCE).unwrap(), "WATCHDOG=1");
    shard.signal("TERM");
    while hears(PATIENCE).unwrap() != "STOPPING=1" {}
    assert_eq!(shard.end().0, Some(0));
}

/// Stand-ins for Slurm's commands: a step is so many processes of this machine, and a signal goes to all of them.
const SLURM: [(&str, &str); 3] = [
    ("scontrol", "echo localhost"),
    (
        "srun",
        r#"output=
while [[ $1 == --* ]]; do
    case $1 in --ntasks=*) tasks=${1#*=} ;; --output=*) output=${1#*=} ;; esac
    shift
done
[ "$(wc -l <"$SLURM_HOSTFILE")" = "$tasks" ] || exit 3
status=0 pids=()
for ((task = 0; task < tasks; task++)); do
    ( [ -z "$output" ] || exec >"${output/\%t/$task}" 2>&1; SLURM_PROCID=$task exec "$@" ) &
    pids+=($!)
    [ -z "$output" ] || echo $! >>"$STEP_0"
done
for pid in "${pids[@]}"; do wait "$pid" || status=$?; done
exit $status"#,
    ),
    (
        "scancel",
        r#"[ "$*" = "--signal=TERM $SLURM_JOB_ID.0" ] || exit 3
while read -r pid; do kill -TERM "$pid" $(cat "/proc/$pid/task/$pid/children"); done <"$STEP_0""#,
    ),
];

/// The script writes addresses, makes certificates, starts everything, and ends shards whole when workers are done.
#[test]
fn the_script_for_slurm_trains_to_the_same_bits() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/slurm/cluster.sbatch");
    let job = Job::new(1, "slices = 2", "");
    job.alone(&["--batches", "40"]);
    let text = std::fs::read_to_string(job.path("alone.toml")).unwrap();
    std::fs::write(job.path("job.toml"), format!("{text}[cluster]\nstorage = \"dram\"\n")).unwrap();
    for (name, text) in SLURM {
        let file = job.path(name);
        std::fs::write(&file, format!("#!/usr/bin/env bash\n{text}\n")).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", job.folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg(&script).args([&job.text("job.toml"), "2", "2", &job.text("out"), "--batches", "40"]);
    command.envs([("SLURM_JOB_ID", "7"), ("SLURM_JOB_NODELIST", "localhost"), ("PATH", &*path)]);
    command.envs([("EMBERLANE", env!("CARGO_BIN_EXE_emberlane")), ("STEP_0", &*job.text("step-0"))]);
    let Output { status, stdout, stderr } = command.env("FIRST_PORT", free_port().to_string()).output().unwrap();
    let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    let shard = std::fs::read_to_string(job.path("out.slurm-7/shard-1.txt")).unwrap_or_default();
    assert!(status.success(), "{said}{shard}");
    assert!(shard.contains("serves at tls/127.0.0.1") && shard.contains("ends; 40 batches are applied"), "{shard}");
    job.has_the_bits_of_one_alone();
    assert!(!job.path("job.slurm-7.toml").exists());
    let Output { status, stderr, .. } = Command::new("bash").arg(&script).output().unwrap();
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(2) && said.contains("usage: sbatch"), "{said}");
}
