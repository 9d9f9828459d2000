//! A training that is killed at random moments, and goes on from what it left until it has come to its end.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::program::emberlane;

/// Trains an experiment, which takes about so long and saves states, with `kill -9` at up to so many moments; results go into `out`. At
/// least one run has gone on from a state.
pub fn train_through_kills(seed: u64, file: &str, out: &str, takes: Duration, most_kills: usize) {
    let mut random = Pcg64::seed_from_u64(seed);
    let running = Path::new(out).with_added_extension("running");
    let (mut kills, mut resumed) = (0, 0);
    for _ in 0..200 {
        // Of what is there the newest state; before there is any, it begins anew.
        let has_state = std::fs::read_dir(running.join("saves"))
            .is_ok_and(|saves| saves.flatten().any(|save| save.path().join("whole.json").exists()));
        let mut arguments = vec!["train", file, "--out", out];
        arguments.extend(if has_state { vec!["--resume", out] } else { vec!["--overwrite"] });
        let mut child = emberlane(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        if kills < most_kills || resumed == 0 {
            std::thread::sleep(Duration::from_micros(random.random_range(0..takes.as_micros() as u64)));
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                kills += 1;
            }
        }
        let done = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        // The kill before came behind the results, and before what they were made from was removed.
        let was_whole = has_state && said.contains("nothing is left to train");
        resumed += usize::from(has_state && !was_whole);
        if done.status.success() || was_whole {
            if resumed > 0 {
                return;
            }
            // One that nobody cut in time is no case; it begins anew.
            let _ = std::fs::remove_dir_all(&running);
            continue;
        }
        assert!(done.status.code().is_none(), "seed {seed}, {kills} kills: {said}");
    }
    panic!("seed {seed}: none of {kills} kills came behind a state");
}
