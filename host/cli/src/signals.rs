//! Ctrl-C and SIGTERM.

use std::io::Write;
use std::path::PathBuf;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use emberlane_training::Stop;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

/// Makes a file that grows beyond its limit (`ulimit -f`) an error of its write, and no end of the program.
pub(crate) fn let_writes_fail() {
    // Who cannot have it is ended as before.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Asks to stop when standard input ends, as it does with the process that has it, and ends the program when it has not stopped then.
///
/// # Errors
/// No thread can be had.
#[cfg(feature = "cluster")]
pub(crate) fn stop_with_input(stop: Stop, patience: std::time::Duration) -> std::io::Result<()> {
    std::thread::Builder::new().name("supervised".to_owned()).spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        stop.ask();
        std::thread::sleep(patience);
        exit(1);
    })?;
    Ok(())
}

/// Asks to stop at the first signal, and ends the program at the second.
///
/// # Errors
/// Signals that the system does not give.
pub(crate) fn stop_asked() -> std::io::Result<Stop> {
    stop_asked_of("stopping after this batch; once more ends at once")
}

/// As [`stop_asked`], saying `text` at the first signal.
///
/// # Errors
/// Signals that the system does not give.
pub(crate) fn stop_asked_of(text: &'static str) -> std::io::Result<Stop> {
    let stop = Stop::default();
    let asked = stop.clone();
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if asked.is_asked() {
                exit(1);
            }
            asked.ask();
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    })?;
    Ok(stop)
}

/// Ends the program at the first signal, without the part of a file that it has written, saying `text`.
///
/// # Errors
/// Signals that the system does not give.
pub(crate) fn end_removing(part: PathBuf, text: String) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if signals.forever().next().is_some() {
            // It may not have begun.
            let _ = std::fs::remove_file(part);
            let _ = writeln!(std::io::stderr(), "error: {text}");
            exit(1);
        }
    })?;
    Ok(())
}
