//! What a service manager is told (systemd's `sd_notify`): a datagram to the socket that it names in the environment.

use std::cell::Cell;
use std::ffi::OsString;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a checkpoint may take: longer than any storage needs for its rows, and not for ever.
const LONGEST_CHECKPOINT: Duration = Duration::from_secs(3600);
/// Within what time a manager that names none hears of a checkpoint that is under way.
const USUAL: Duration = Duration::from_secs(10);

/// Whoever has started this process as a service, or nobody.
pub(crate) struct Service {
    manager: Manager,
    /// Within what time it wants to hear that this process gets on.
    watchdog: Option<Duration>,
    told: Cell<Instant>,
}

/// Where messages to it go.
#[derive(Clone)]
struct Manager(Option<Arc<(UnixDatagram, SocketAddr)>>);

impl Service {
    /// As the environment says it: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    pub(crate) fn of_environment() -> Self {
        let of = |name: &str| std::env::var_os(name);
        let number = |name: &str| of(name)?.to_str()?.parse::<u64>().ok();
        let is_meant = number("WATCHDOG_PID").is_none_or(|process| process == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|micros| is_meant && *micros > 0).map(Duration::from_micros);
        let manager = Manager(of("NOTIFY_SOCKET").and_then(socket).map(Arc::new));
        Self { manager, watchdog, told: Cell::new(Instant::now()) }
    }

    /// It serves.
    pub(crate) fn is_ready(&self, status: &str) {
        self.manager.tell(&format!("READY=1\nSTATUS={status}"));
    }

    /// It gets on: to be called again and again by what must not hang.
    pub(crate) fn gets_on(&self) {
        // A message that is late by half of the time is in time.
        if self.watchdog.is_some_and(|within| self.told.get().elapsed() >= within / 2) {
            self.told.set(Instant::now());
            self.manager.tell("WATCHDOG=1");
        }
    }

    /// What is to be called with true when a checkpoint begins, and with false when it is over. Nothing else is done meanwhile, and a service
    /// that is ended then comes back to the checkpoint before, and never beyond: so the manager is told that it gets on, and, if it wants the
    /// service to end, that this takes longer.
    ///
    /// # Errors
    /// No thread to be had.
    pub(crate) fn saving(&self) -> std::io::Result<impl Fn(bool) + Send + 'static> {
        let since: Arc<Mutex<Option<Instant>>> = Arc::default();
        let (saves, manager, within) = (since.clone(), self.manager.clone(), self.watchdog.unwrap_or(USUAL));
        if manager.0.is_some() {
            // It begins anywhere between two messages of `gets_on`: this often, the manager hears something in time.
            let every = within / 4;
            let tell = move || {
                let since = *saves.lock().unwrap_or_else(PoisonError::into_inner);
                if since.is_some_and(|since| since.elapsed() < LONGEST_CHECKPOINT) {
                    manager.tell(&format!("WATCHDOG=1\nEXTEND_TIMEOUT_USEC={}", within.as_micros()));
                }
            };
            std::thread::Builder::new().name("checkpoints".to_owned()).spawn(move || {
                loop {
                    std::thread::sleep(every);
                    tell();
                }
            })?;
        }
        Ok(move |begins: bool| {
            *since.lock().unwrap_or_else(PoisonError::into_inner) = begins.then(Instant::now);
        })
    }

    /// It ends.
    pub(crate) fn ends(&self) {
        self.manager.tell("STOPPING=1");
    }
}

impl Manager {
    fn tell(&self, text: &str) {
        if let Some((from, to)) = self.0.as_deref() {
            // A manager that does not listen is none of this process' concern.
            let _ = from.send_to_addr(text.as_bytes(), to);
        }
    }
}

/// A socket by its path, or with `@` in front by an abstract name.
fn socket(name: OsString) -> Option<(UnixDatagram, SocketAddr)> {
    let bytes = name.as_bytes();
    let to = match bytes.strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(&name),
    };
    let from = UnixDatagram::unbound().and_then(|socket| socket.set_nonblocking(true).map(|()| socket));
    Some((from.ok()?, to.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A manager is told again and again as long as a checkpoint takes, though nothing else gets on, and nothing behind it.
    #[test]
    fn a_checkpoint_is_no_hang() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("notify");
        let heard = UnixDatagram::bind(&place).unwrap();
        let manager = Manager(socket(place.into_os_string()).map(Arc::new));
        let within = Duration::from_millis(40);
        let service = Service { manager, watchdog: Some(within), told: Cell::new(Instant::now()) };
        let saving = service.saving().unwrap();
        let hears = |patience| {
            heard.set_read_timeout(Some(patience)).unwrap();
            let mut bytes = [0; 64];
            heard.recv(&mut bytes).ok().map(|length| String::from_utf8_lossy(&bytes[..length]).into_owned())
        };
        assert_eq!(hears(within * 10), None, "nothing is saved");
        saving(true);
        for _ in 0..5 {
            assert_eq!(hears(Duration::from_secs(60)).unwrap(), "WATCHDOG=1\nEXTEND_TIMEOUT_USEC=40000");
        }
        saving(false);
        // What was told before.
        while hears(within).is_some() {}
        assert_eq!(hears(within * 10), None, "it is saved");
    }
}
