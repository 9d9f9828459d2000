//! Panics of a library that reads damaged files, as errors.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is no one else's business.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; what it panics with becomes `Err`, and is not printed.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                others(panic);
            }
        }));
    });
    let before = QUIET.replace(true);
    // Whoever gets the error reads no further, so that nothing half done is seen.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
    })
}
