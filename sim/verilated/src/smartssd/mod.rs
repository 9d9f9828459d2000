//! The SmartSSD as RTL.

mod device;

pub use device::{RtlSmartSsd, SSD_BYTES, SmartSsdBuilder, SmartSsdStatistics};
