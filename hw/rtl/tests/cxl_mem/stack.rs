//! Room for large blocks.

/// Runs a test on a stack that holds a large block: Rust-HDL builds blocks by value.
pub fn on_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
