//! Why a fabric stops.

use crate::checker::Violation;
use crate::hdm::HdmError;
use crate::home::HomeError;
use crate::port::EndpointError;
use crate::time::Time;
use thiserror::Error;

/// Why the fabric has stopped.
#[derive(Debug, Error)]
pub enum FabricError {
    /// A device cannot go on.
    #[error("{device}: {error}")]
    Endpoint {
        /// Name of the device.
        device: String,
        /// Why.
        error: EndpointError,
    },
    /// The host cannot go on.
    #[error("host: {0}")]
    Home(#[from] HomeError),
    /// The checker has seen the protocol broken.
    #[error("protocol broken {0}")]
    Violation(#[from] Violation),
    /// Nothing is left to happen, or no message has moved for long, and something still waits.
    #[error("at {time} nothing moves any more:\n  {}", waits.join("\n  "))]
    Stuck {
        /// Simulated time.
        time: Time,
        /// What waits for what.
        waits: Vec<String>,
    },
    /// A device has asked to be called at a time that is not in the future.
    #[error("{device} asks at {now} for a tick at {asked}, expected a later time")]
    PastTick {
        /// Name of the device.
        device: String,
        /// Simulated time.
        now: Time,
        /// What it asked for.
        asked: Time,
    },
    /// A region of addresses cannot be mapped.
    #[error("address map: {0}")]
    Map(#[from] HdmError),
    /// An access of the CPU has found nothing at its address, or poison.
    #[error("CPU access to {address:#x}: {}", if *poison { "poison" } else { "nothing has this address" })]
    Access {
        /// The address.
        address: u64,
        /// The data are known to be wrong.
        poison: bool,
    },
    /// The trace cannot be written.
    #[error("trace: {0}")]
    Trace(#[from] std::io::Error),
}
