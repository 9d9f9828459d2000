//! Ports of this machine for processes that are still to listen.

use std::io::{Error, ErrorKind, Result};
use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ports that are looked at. They are below those that the system gives to connections by itself (from 32,768 on), so that no connection is
/// given one before the process listens there.
const FIRST: u32 = 10_000;
const COUNT: u32 = 22_000;
/// From where one process begins to look to where the next does.
const STEP: u32 = 97;

/// So many TCP ports at which nobody listens, each another one, and another one each time.
///
/// # Errors
/// There are not as many.
pub fn free_ports(count: usize) -> Result<Vec<u16>> {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let begin = STEP.wrapping_mul(std::process::id());
    let next = || begin.wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed));
    let ports = (0..COUNT).map(|_| (FIRST + next() % COUNT) as u16);
    let free: Vec<u16> = ports.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).take(count).collect();
    if free.len() == count { Ok(free) } else { Err(Error::from(ErrorKind::AddrInUse)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_listens_at_a_free_port_and_none_is_given_twice() {
        let mut ports = free_ports(5).unwrap();
        ports.extend(free_ports(3).unwrap());
        let listeners: Vec<TcpListener> =
            ports.iter().map(|port| TcpListener::bind(("127.0.0.1", *port)).unwrap()).collect();
        assert_eq!(listeners.len(), 8);
        assert!(free_ports(COUNT as usize).is_err(), "eight are taken");
    }
}
