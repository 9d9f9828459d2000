//! Metrics over HTTP, as Prometheus reads them.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use tiny_http::{Header, Response, Server};

/// The text format that is served.
const CONTENT_TYPE: &str = "Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Metrics that are served, until this is dropped.
pub struct Prometheus {
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
}

impl Prometheus {
    /// Serves the metrics of a registry under `/metrics`.
    ///
    /// # Errors
    /// A system that gives no thread.
    pub fn serve(listener: TcpListener, registry: Registry) -> io::Result<Self> {
        let server = Arc::new(Server::from_listener(listener, None).map_err(io::Error::other)?);
        let serving = server.clone();
        let thread = Builder::new().name("metrics".to_owned()).spawn(move || answer(&serving, &registry))?;
        Ok(Self { server, thread: Some(thread) })
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        self.server.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers until the server is told to end. A reader that goes away is nobody's concern.
fn answer(server: &Server, registry: &Registry) {
    for request in server.incoming_requests() {
        let mut text = String::new();
        let encoded = encode(&mut text, registry);
        let _ = match (request.url(), encoded, CONTENT_TYPE.parse::<Header>()) {
            ("/metrics", Ok(()), Ok(header)) => request.respond(Response::from_string(text).with_header(header)),
            _ => request.respond(Response::from_string("metrics are at /metrics\n").with_status_code(404)),
        };
    }
}
