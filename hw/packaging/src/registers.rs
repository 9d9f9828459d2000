//! The registers of a device in every form.

use crate::layout::{REGISTERS, shared};
use emberlane_registers::export::{CHeader, Device, Html, LinuxHeader, Markdown, Svd, SystemRdl};

/// Every form as a file.
pub(crate) fn files(device: &Device) -> [(String, String); 6] {
    let name = device.map.name;
    let file = |ending: &str, text: String| (shared(REGISTERS, &format!("{name}{ending}")), text);
    [
        file(".rdl", SystemRdl(device).to_string()),
        file(".svd", Svd(device).to_string()),
        file(".h", CHeader(device).to_string()),
        file("_linux.h", LinuxHeader(device).to_string()),
        file(".html", Html(device).to_string()),
        file(".md", Markdown(device).to_string()),
    ]
}
