//! Where metrics are served for Prometheus.

use std::net::{SocketAddr, TcpListener};

use anyhow::Context;

/// Reads the address of `--prometheus`: no name, which may be of several.
pub(crate) fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "expected an IP address and a port, as in 127.0.0.1:9464")
}

/// Takes the address of `--prometheus`, so that a wrong one is told before anything is made.
pub(crate) fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).with_context(|| format!("--prometheus {address}: metrics cannot be served there"))
}

/// Says where metrics are; of port 0, which one that is.
pub(crate) fn told(listener: &TcpListener) -> anyhow::Result<String> {
    let address = listener.local_addr().context("--prometheus: where metrics are served")?;
    Ok(format!("metrics are at http://{address}/metrics"))
}
