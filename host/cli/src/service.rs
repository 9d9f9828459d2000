//! What a service manager is told (systemd's `sd_notify`): a datagram to the socket that it names in the environment.

use std::cell::Cell;
use std::ffi::OsString;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::{Duration, Instant};

/// Whoever has started this process as a service, or nobody.
pub(crate) struct Service {
    to: Option<(UnixDatagram, SocketAddr)>,
    /// How often it wants to hear that this process gets on.
    every: Option<Duration>,
    told: Cell<Instant>,
}

impl Service {
    /// As the environment says it: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    pub(crate) fn of_environment() -> Self {
        let of = |name: &str| std::env::var_os(name);
        let number = |name: &str| of(name)?.to_str()?.parse::<u64>().ok();
        let is_meant = number("WATCHDOG_PID").is_none_or(|process| process == u64::from(std::process::id()));
        let every = number("WATCHDOG_USEC").filter(|micros| is_meant && *micros > 0).map(Duration::from_micros);
        // A message that is late by half of the time is in time.
        Self {
            to: of("NOTIFY_SOCKET").and_then(socket),
            every: every.map(|every| every / 2),
            told: Cell::new(Instant::now()),
        }
    }

    /// It serves.
    pub(crate) fn is_ready(&self, status: &str) {
        self.tell(&format!("READY=1\nSTATUS={status}"));
    }

    /// It gets on: to be called again and again by what must not hang.
    pub(crate) fn gets_on(&self) {
        if self.every.is_some_and(|every| self.told.get().elapsed() >= every) {
            self.told.set(Instant::now());
            self.tell("WATCHDOG=1");
        }
    }

    /// It ends.
    pub(crate) fn ends(&self) {
        self.tell("STOPPING=1");
    }

    fn tell(&self, text: &str) {
        if let Some((from, to)) = &self.to {
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
