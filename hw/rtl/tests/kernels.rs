//! The kernels say only what Rust-HDL's tree can show: what it hides, the exporter could not refuse.

use emberlane_verilog::source_lint;
use std::path::Path;

#[test]
fn kernels_say_only_what_the_tree_can_show() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let kernels = source_lint::check_dir(sources).unwrap_or_else(|error| panic!("{error}"));
    assert!(kernels > 30, "the lint found {kernels} kernels only");
}
