//! Ctrl-C and SIGTERM.

use std::io::Write;
use std::process::exit;

use emberlane_training::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// Asks to stop at the first signal, and ends the program at the second.
///
/// # Errors
/// Signals that the system does not give.
pub(crate) fn stop_asked() -> std::io::Result<Stop> {
    let stop = Stop::default();
    let asked = stop.clone();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if asked.is_asked() {
                exit(1);
            }
            asked.ask();
            let text = "stopping after this batch; once more ends at once";
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    })?;
    Ok(stop)
}
