//! The bridge to the Verilated C++ classes.
#![expect(unsafe_code, reason = "a bridge to C++ vouches for the C++ side, in `bridge/` and build.rs")]

#[cxx::bridge(namespace = "emberlane")]
pub(crate) mod ffi {
    // Safe to call: every function takes slices with their lengths and checks them, and what C++ throws is an error here.
    unsafe extern "C++" {
        include!("emberlane-verilated/src/bridge/bridge.h");

        type Instance;

        fn new_instance(design: usize, seed: u32, period: u64) -> Result<UniquePtr<Instance>>;
        fn step(instance: Pin<&mut Instance>, inputs: &[u32], outputs: &mut [u32]) -> Result<()>;
        fn start_trace(instance: Pin<&mut Instance>, path: &str) -> Result<()>;
        fn stop_trace(instance: Pin<&mut Instance>) -> Result<()>;

        fn fp32_add(a: u32, b: u32) -> u32;
        fn fp32_multiply(a: u32, b: u32) -> u32;
    }
}
