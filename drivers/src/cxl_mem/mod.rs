//! The driver of CXL-MEM: tables, batches and jobs over the registers of [`emberlane_registers::cxl_mem`].

mod at_once;
mod batch;
mod batch_plan;
mod capabilities;
mod configuration;
mod data_plan;
mod device;
mod device_error;
mod error;
mod jobs;
mod list;
mod log;
mod media;
mod overlap;
mod placing;
mod posted;
mod posting;
mod region;
mod relaxed;
mod running;
mod settings;
mod tables;
mod words;
mod write_list;

pub use batch::{Batch, BatchBuilder, BatchError, Transpose};
pub use batch_plan::{AccumulationPlan, BatchPlan};
pub use capabilities::Capabilities;
pub use configuration::Configuration;
pub use data_plan::{DataPlan, TableRegion};
pub use device::CxlMem;
pub use device_error::DeviceError;
pub use error::CxlMemError;
pub use list::List;
pub use log::{
    Discarded, HeaderError, HeaderLine, LogConfiguration, LogError, LogMode, LogPlan, Logged, Parameters, Reason,
    RecordHeader, Recovered,
};
pub use media::Media;
pub use overlap::Overlap;
pub use region::Region;
pub use write_list::{HostWrite, WriteList};

#[cfg(test)]
mod tests;
