//! A device's interface as documentation, as headers for C and for Linux, as SystemRDL and as CMSIS-SVD.
//!
//! Each is a [`Display`](core::fmt::Display) of a [`Device`], made without an allocator. The same device gives the same text.

mod c_header;
mod device;
mod html;
mod linux_header;
mod markdown;
mod svd;
mod system_rdl;
mod text;

pub use crate::value::Value;
pub use c_header::CHeader;
pub use device::{CXL_MEM, DEVICES, Device, Enumeration, SMARTSSD, fields_or_value};
pub use html::Html;
pub use linux_header::LinuxHeader;
pub use markdown::Markdown;
pub use svd::Svd;
pub use system_rdl::SystemRdl;
pub use text::UpperSnake;
